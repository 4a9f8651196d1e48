"""Cutting arrays of the shape of the scores into parts that fit into a processor's cache."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

__all__ = ["Block", "blocks", "origin"]

Block: TypeAlias = tuple[slice, slice, slice]
"""Ranges of the batch, the heads and the rows."""

_CELLS = 2**17
"""Of a part that is some rows of one head: a megabyte."""
_CELLS_OF_SEVERAL = 2**14
"""Of a part that is several heads: few, so that there are several parts."""


@lru_cache(maxsize=64)
def blocks(shape: tuple[int, int, int, int]) -> tuple[Block, ...]:
    """Return the parts of an array in order, each with whole rows.

    A part is some rows of one head, or else whole heads of one batch, or else whole batches:
    how the rows of a head are cut depends on m and n alone.

    Parameters
    ----------
    shape : tuple of int
        (B, h, m, n).

    Returns
    -------
    tuple of Block
    """
    n_batch, n_heads, n_rows, n_keys = shape
    rows = min(n_rows, max(1, _CELLS // n_keys))
    heads = min(n_heads, max(1, _CELLS_OF_SEVERAL // (n_rows * n_keys)))
    batches = 1
    if heads == n_heads:
        batches = max(1, _CELLS_OF_SEVERAL // (n_heads * n_rows * n_keys))
    return tuple(
        (batch, head, row)
        for batch in _ranges(n_batch, batches)
        for head in _ranges(n_heads, heads)
        for row in _ranges(n_rows, rows)
    )


def origin(block: Block) -> tuple[int, int, int, int]:
    """Return where the first cell of a part lies in the array."""
    return (block[0].start, block[1].start, block[2].start, 0)


def _ranges(size: int, step: int) -> Iterator[slice]:
    for start in range(0, size, step):
        yield slice(start, min(start + step, size))

"""Quantities of the shape of the scores, made one block at a time and in place.

Asking for the weights alone thus makes no other array of that shape.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np

from attention_gui.engine.arrays import Array, FloatArray
from attention_gui.engine.blocks import Block, blocks
from attention_gui.engine.workspace import Recipe, Workspace

__all__ = ["Steps", "fill", "head_of", "in_blocks", "row_by_row", "up_to"]

Steps: TypeAlias = Mapping[str, Callable[[Workspace, FloatArray, Block], None]]
"""By id, in order: what turns a block of the quantity before into a block of this one."""


def up_to(steps: Steps, quantity_id: str) -> Steps:
    """Return the steps up to that of a quantity."""
    names = list(steps)
    return {name: steps[name] for name in names[: names.index(quantity_id) + 1]}


def in_blocks(steps: Steps) -> Recipe:
    """Return the recipe of the last of `steps`."""

    def recipe(work: Workspace) -> Array:
        result = np.empty(work.shape)
        for block in blocks(work.shape):
            fill(work, steps, result[block], block)
        return result

    return recipe


def row_by_row(steps: Steps, reduce: Callable[[FloatArray], FloatArray]) -> Recipe:
    """Return the recipe of what `reduce` makes of every row of the last of `steps`.

    Parameters
    ----------
    steps : Steps
    reduce : callable
        From shape (..., n) to shape (...).
    """

    def recipe(work: Workspace) -> Array:
        result = np.empty(work.shape[:3])
        for block in blocks(work.shape):
            part = np.empty(result[block].shape + work.shape[3:])
            fill(work, steps, part, block)
            result[block] = reduce(part)
        return result

    return recipe


def head_of(work: Workspace, steps: Steps, batch: int, head: int) -> FloatArray:
    """Return the last of `steps` for one head, to the bits of the whole.

    Parameters
    ----------
    work : Workspace
    steps : Steps
    batch, head : int

    Returns
    -------
    ndarray, shape (m, n)
    """
    n_rows, n_keys = work.shape[2:]
    result = np.empty((1, 1, n_rows, n_keys))
    for _, _, rows in blocks((1, 1, n_rows, n_keys)):
        block = (slice(batch, batch + 1), slice(head, head + 1), rows)
        fill(work, steps, result[:, :, rows], block)
    page: FloatArray = result[0, 0]
    return page


def fill(work: Workspace, steps: Steps, part: FloatArray, block: Block) -> None:
    """Write one block of the last of `steps`, from the last one that is known.

    Parameters
    ----------
    work : Workspace
    steps : Steps
    part : ndarray, shape of the block
        Written.
    block : Block
        Where the part lies in the whole.
    """
    missing = list(steps)
    if not work.arrays.keys().isdisjoint(missing):
        known = max(i for i, name in enumerate(missing) if name in work.arrays)
        np.copyto(part, work.arrays[missing[known]][block])
        del missing[: known + 1]
    for name in missing:
        steps[name](work, part, block)

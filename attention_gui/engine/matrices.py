"""Reading the matrices of a problem: queries, keys and values, or what they are projected from."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from attention_gui.engine.arrays import FloatArray, frozen
from attention_gui.engine.operands import Operand, read_matrix, read_projection
from attention_gui.engine.options import read_choice
from attention_gui.engine.shapes import (
    check_heads,
    check_one_token_list,
    check_projection,
    check_sizes,
)
from attention_gui.errors import AttentionError
from attention_gui.phrases import Phrase

__all__ = ["DIRECT", "PROJECTED", "Sizes", "read_matrices", "read_upstream", "sizes_of"]

DIRECT = ("query", "key", "value")
PROJECTED = ("inputs", "source_inputs", "w_query", "w_key", "w_value")
_TOKENS_FIRST = ("query", "key", "value", "inputs", "source_inputs")


class Sizes(NamedTuple):
    """The sizes of a problem; the attributes are those of `Problem`."""

    n_batch: int
    n_heads: int
    n_groups: int
    n_queries: int
    n_keys: int
    d_k: int
    d_v: int
    d_out: int


def read_matrices(given: Mapping[str, Operand], is_self: bool) -> dict[str, FloatArray]:
    """Return the matrices that can be edited, by id, in the order of the catalogue.

    Parameters
    ----------
    given : mapping of str to array_like or None
        All of `DIRECT`, `PROJECTED` and ``w_output``.
    is_self : bool

    Raises
    ------
    AttentionError
        ``wrong-type`` if not exactly one of the two ways to give them is used, or is used in
        part; and the codes of `read_matrix` and `read_projection`.
    """
    projected = [name for name in PROJECTED if given[name] is not None]
    direct = [name for name in DIRECT if given[name] is not None]
    if projected and direct:
        raise AttentionError(
            "wrong-type",
            "{0} and {1} are both given, but a problem has either query, key and value or "
            "inputs with w_query, w_key and w_value.",
            direct[0],
            projected[0],
        )
    names = _projected_names(given, is_self) if projected else DIRECT
    for name in names:
        if given[name] is None:
            listed = Phrase("{0} and {1}", ", ".join(names[:-1]), names[-1])
            raise AttentionError("wrong-type", "{0} is missing: {1} are all needed.", name, listed)
    if given["w_output"] is not None:
        names = (*names, "w_output")
    return {
        name: (read_matrix if name in _TOKENS_FIRST else read_projection)(name, given[name])
        for name in names
    }


def sizes_of(
    matrices: Mapping[str, FloatArray], is_self: bool, n_heads: int, n_groups: int
) -> Sizes:
    """Return the sizes of a problem, after checking that its matrices fit together.

    Raises
    ------
    AttentionError
        ``batch-mismatch``, ``empty-token-axis``, ``empty-feature-width``, ``token-mismatch``,
        ``projection-shape``, ``query-key-width-mismatch``, ``head-divisibility``.
    """
    check_sizes({name: matrices[name] for name in _TOKENS_FIRST if name in matrices})
    if "query" in matrices:
        query, key, value = (matrices[name].shape for name in DIRECT)
        check_one_token_list(query[1], key[1], value[1], is_self)
        widths = {"query": query[2], "key": key[2], "value": value[2]}
    else:
        query = matrices["inputs"].shape
        source = "inputs" if is_self else "source_inputs"
        key = matrices[source].shape
        widths = {name: matrices[name].shape[1] for name in ("w_query", "w_key", "w_value")}
        for name in widths:
            read_by = "inputs" if name == "w_query" else source
            check_projection(name, matrices[name], read_by, matrices[read_by].shape)
    check_heads(widths, n_heads, n_groups)
    query_width, _, value_width = widths.values()
    d_v = value_width // n_groups
    d_out = n_heads * d_v
    if "w_output" in matrices:
        concatenated = (query[0], query[1], d_out)
        check_projection("w_output", matrices["w_output"], "concatenated", concatenated)
        d_out = matrices["w_output"].shape[1]
    d_k = query_width // n_heads
    return Sizes(query[0], n_heads, n_groups, query[1], key[1], d_k, d_v, d_out)


def read_upstream(given: Operand, shape: tuple[int, int, int]) -> FloatArray:
    """Return the gradient of the loss by the output.

    Raises
    ------
    AttentionError
        ``upstream-shape``, and the codes of `read_matrix`.
    """
    if isinstance(given, str):
        read_choice("upstream", given, ("ones",))
        return _ones(shape)
    upstream = read_matrix("upstream", given)
    if upstream.shape != shape:
        raise AttentionError(
            "upstream-shape",
            "upstream has shape {0}, but the output has shape {1}.",
            upstream.shape,
            shape,
        )
    return upstream


@lru_cache(maxsize=8)
def _ones(shape: tuple[int, int, int]) -> FloatArray:
    """Return ones that all problems of a shape share."""
    return frozen(np.ones(shape))


def _projected_names(given: Mapping[str, Operand], is_self: bool) -> tuple[str, ...]:
    if not is_self:
        return PROJECTED
    if given["source_inputs"] is not None:
        raise AttentionError(
            "wrong-type",
            'source_inputs is given, but self-attention has one token list; kind "cross" has two.',
        )
    return tuple(name for name in PROJECTED if name != "source_inputs")

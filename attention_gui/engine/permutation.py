"""Order: attention of swapped tokens is the swapped attention, unless places matter.

Attention(ΠX) = Π Attention(X) for any permutation Π; a causal mask, a window, single blocked
cells and a bias belong to places and break it. Padding belongs to a token and moves with it.
"""

from dataclasses import dataclass

import numpy as np

from attention_gui.engine.arrays import FloatArray
from attention_gui.engine.options import read_count
from attention_gui.engine.problem import Problem
from attention_gui.engine.result import Result, compute
from attention_gui.errors import AttentionError, shown

__all__ = ["SwapStudy", "swap_study", "swap_tokens"]

_OF_QUERIES = ("query", "inputs")
_OF_KEYS = ("key", "value", "source_inputs")
_TOLERANCE = 1e-12


@dataclass(frozen=True, eq=False, slots=True)
class SwapStudy:
    """The outcome of `swap_study`.

    Attributes
    ----------
    before, after : Result
    output_deviation : float
        The largest difference between the output after the swap and the output before it with
        its rows swapped, relative to numbers above 1; 0 if the swap moved rows and no more.
    weights_deviation : float
        The same for the weights with their rows and columns swapped.
    holds : bool
        Whether both are within 1e-12.
    bound_to_places : tuple of str
        What the problem has that may break it: ``causal``, ``window``, ``blocked``, ``bias``.
    """

    before: Result
    after: Result
    output_deviation: float
    weights_deviation: float
    holds: bool
    bound_to_places: tuple[str, ...]


def swap_tokens(problem: Problem, i: int, j: int, *, source: bool = False) -> Problem:
    """Return the problem with two tokens exchanged.

    In self-attention they are exchanged as queries, keys and values, with their padding and
    their rows of the upstream gradient. In cross-attention the queries are exchanged, or, with
    `source`, the source tokens with their padding.

    Parameters
    ----------
    problem : Problem
    i, j : int
        From 0.
    source : bool, default False
        Whether source tokens of a cross-attention are meant; ignored in self-attention.

    Raises
    ------
    AttentionError
        ``wrong-type`` if there is no such token.
    """
    queries, keys = _orders(problem, i, j, source)
    changes: dict[str, object] = {}
    for name, matrix in problem.matrices.items():
        if name in _OF_QUERIES:
            changes[name] = matrix[:, queries]
        elif name in _OF_KEYS:
            changes[name] = matrix[:, keys]
    if problem.padding is not None:
        changes["mask"] = problem.mask | {"padding": problem.padding[:, keys]}
    return problem.replace(**changes, upstream=problem.upstream[:, queries])


def swap_study(problem: Problem, i: int, j: int, *, source: bool = False) -> SwapStudy:
    """Compare attention before and after `swap_tokens`.

    Returns
    -------
    SwapStudy

    Raises
    ------
    AttentionError
        ``wrong-type`` if there is no such token; ``overflow``.
    """
    queries, keys = _orders(problem, i, j, source)
    before, after = compute(problem), compute(swap_tokens(problem, i, j, source=source))
    output = _deviation(after["output"], before["output"][:, queries])
    weights = _deviation(after["weights"], before["weights"][:, :, queries][..., keys])
    bound = {
        "causal": problem.causal,
        "window": problem.window is not None,
        "blocked": problem.blocked is not None,
        "bias": problem.bias is not None,
    }
    return SwapStudy(
        before=before,
        after=after,
        output_deviation=output,
        weights_deviation=weights,
        holds=max(output, weights) <= _TOLERANCE,
        bound_to_places=tuple(name for name, is_there in bound.items() if is_there),
    )


def _orders(problem: Problem, i: int, j: int, source: bool) -> tuple[list[int], list[int]]:
    """Return the new orders of the queries and of the keys."""
    queries, keys = list(range(problem.n_queries)), list(range(problem.n_keys))
    swapped = [queries, keys]
    if problem.kind == "cross":
        swapped = [keys] if source else [queries]
    count = len(swapped[0])
    for token in (i, j):
        if not 0 <= read_count("token", token) < count:
            raise AttentionError(
                "wrong-type", "token is {0} instead of one of 0 … {1}.", shown(token), count - 1
            )
    for order in swapped:
        order[i], order[j] = order[j], order[i]
    return queries, keys


def _deviation(array: FloatArray, expected: FloatArray) -> float:
    """Return the largest |difference| / max(1, |expected|); infinite where only one is NaN."""
    with np.errstate(all="ignore"):
        errors = np.abs(array - expected) / np.maximum(1.0, np.abs(expected))
    errors = np.where(np.isnan(array) & np.isnan(expected), 0.0, errors)
    return float(np.nan_to_num(errors, nan=np.inf).max(initial=0.0))

"""The outputs of many copies of a problem that differ in one matrix."""

import numpy as np

from attention_gui.engine.arrays import FloatArray
from attention_gui.engine.problem import Problem
from attention_gui.engine.products import checked_product
from attention_gui.engine.result import Result, compute

__all__ = ["changes_of_output", "rounding_of_output"]


def changes_of_output(
    result: Result, name: str, above: FloatArray, below: FloatArray
) -> FloatArray:
    """Return the differences of the outputs between two copies of one matrix, many at a time.

    Parameters
    ----------
    result : Result
    name : str
        One of the problem's `matrices`.
    above, below : ndarray, shape (copies, *shape of the matrix)

    Returns
    -------
    ndarray, shape (copies, B, m, d_out)
        Empty rows under ``"nan"`` count as unchanged.

    Raises
    ------
    AttentionError
        ``overflow``.
    """
    with np.errstate(all="ignore"):
        if name == "w_output":
            heads = _without_empty_rows(result, result["concatenated"])
            changes: FloatArray = np.matmul(heads, (above - below)[:, None])
            return changes
        pair = [_concatenated(result.problem, name, copies) for copies in (above, below)]
        changes = _without_empty_rows(result, pair[0] - pair[1])
        w_output = result.problem.w_output
        return changes if w_output is None else np.matmul(changes, w_output)


def rounding_of_output(problem: Problem) -> float:
    """Return a bound of how far rounding may move one output.

    Products are bounded by the products of the absolute values: what cancels in Q = X W_Q
    leaves the rounding errors of its summands.
    """
    with np.errstate(all="ignore"):
        query, key, value = (_bound(problem, name) for name in ("query", "key", "value"))
        score = problem.d_k * query * key * problem.scale_factor
        if problem.bias is not None:
            score += float(np.abs(problem.bias).max())
        if problem.w_output is not None:
            value *= float(np.abs(problem.w_output).sum(axis=0).max())
        return 4.0 * float(np.finfo(np.float64).eps) * (1.0 + score) * value


def _bound(problem: Problem, name: str) -> float:
    if not problem.is_projected:
        return float(np.abs(getattr(problem, name)).max(initial=0.0))
    source = "inputs" if name == "query" else problem.source
    widest = np.abs(problem.matrices[source]) @ np.abs(problem.matrices[f"w_{name}"])
    return float(widest.max(initial=0.0))


def _concatenated(problem: Problem, name: str, copies: FloatArray) -> FloatArray:
    """Return the heads side by side for each copy, shape (copies, B, m, h·d_v)."""
    count = copies.shape[0]
    inputs = {
        other: _for_copies(problem, other, name, copies) for other in ("query", "key", "value")
    }
    stacked = Problem(
        **inputs,
        heads=problem.n_heads,
        key_value_heads=problem.n_groups,
        kind=problem.kind,
        scale=problem.scale_factor,
        bias=problem.bias,
        mask=_tiled_mask(problem, count),
        empty_rows=problem.empty_rows,
    )
    shape = (count, problem.n_batch, problem.n_queries, problem.n_heads * problem.d_v)
    return compute(stacked)["concatenated"].reshape(shape)


def _for_copies(problem: Problem, which: str, name: str, copies: FloatArray) -> FloatArray:
    """Return Q, K or V for each copy, shape (copies · B, tokens, width)."""
    count = copies.shape[0]
    matrix: FloatArray = getattr(problem, which)
    source = "inputs" if which == "query" else problem.source
    if name == which:
        return copies.reshape(-1, *matrix.shape[1:])
    if name not in (source, f"w_{which}"):
        return np.tile(matrix, (count, 1, 1))
    if name == source:
        projected = checked_product(which, copies, problem.matrices[f"w_{which}"])
    else:
        projected = checked_product(which, problem.matrices[source], copies[:, None])
    return projected.reshape(-1, *matrix.shape[1:])


def _tiled_mask(problem: Problem, count: int) -> dict[str, object]:
    """Return the masks of the problem, with what each sequence has of its own for each copy."""
    mask = problem.mask
    if problem.padding is not None:
        mask["padding"] = np.tile(problem.padding, (count, 1))
    if problem.blocked is not None and problem.blocked.ndim == 4:
        mask["blocked"] = np.tile(problem.blocked, (count, 1, 1, 1))
    return mask


def _without_empty_rows(result: Result, heads: FloatArray) -> FloatArray:
    if result.problem.empty_rows != "nan":
        return heads
    left_out = result["empty_rows"].swapaxes(1, 2).repeat(result.problem.d_v, axis=-1)
    return np.where(left_out, 0.0, heads)

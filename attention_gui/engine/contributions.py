"""What each head adds to the output, and the average over the heads."""

import numpy as np

from attention_gui.engine import forward
from attention_gui.engine.arrays import FloatArray, frozen
from attention_gui.engine.products import checked_product
from attention_gui.engine.result import Result

__all__ = ["contributions_error", "head_contributions", "mean_weights"]


def head_contributions(result: Result) -> FloatArray:
    """Return O⁽ʳ⁾ W_O⁽ʳ⁾ for each head; they sum to the output.

    Concatenating the heads and multiplying by W_O is a sum over the heads (Elhage et al. 2021).
    Without W_O, a head contributes its own columns of the concatenation and 0 elsewhere.

    Parameters
    ----------
    result : Result

    Returns
    -------
    ndarray, shape (B, h, m, d_out), read-only

    Raises
    ------
    AttentionError
        ``overflow``.
    """
    problem, outputs = result.problem, result["head_outputs"]
    if problem.w_output is not None:
        rows = problem.w_output.reshape(problem.n_heads, problem.d_v, problem.d_out)
        with np.errstate(all="ignore"):
            return frozen(checked_product("head_contributions", outputs, rows))
    contributions = np.zeros((*outputs.shape[:3], problem.d_out))
    for r in range(problem.n_heads):
        places = forward.split_heads(contributions[:, r], problem.n_heads)
        places[:, r] = outputs[:, r]
    return frozen(contributions)


def mean_weights(result: Result) -> FloatArray:
    """Return the average of the weights over the heads, which no head uses.

    Parameters
    ----------
    result : Result

    Returns
    -------
    ndarray, shape (B, m, n), read-only
    """
    return frozen(np.asarray(result["weights"].mean(axis=1), dtype=np.float64))


def contributions_error(result: Result) -> float:
    """Return how far the sum of the heads' contributions is from the output, at most.

    Parameters
    ----------
    result : Result

    Returns
    -------
    float
        The largest |Σ contributions − output| over all cells, as a share of max(1, |output|).
        Cells that are not finite in both, as of a row without keys under ``"nan"``, count as
        equal.
    """
    output = result["output"]
    with np.errstate(all="ignore"):
        total = head_contributions(result).sum(axis=1)
        off = np.abs(total - output) / np.maximum(1.0, np.abs(output))
    off[~np.isfinite(total) & ~np.isfinite(output)] = 0.0
    return float(off.max(initial=0.0))

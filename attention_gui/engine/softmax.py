"""The softmax of one row of scores, step by step.

Shapes: B batch, h heads, m queries, n keys. Scores are logits. `blocked` is True where a
query may not read a key; a row with every key blocked is empty, and the policy decides what
it yields: ``"zero"``, ``"nan"`` or ``"uniform"``. Functions with `out` write there if it is
given; it may be the first argument itself.
"""

import numpy as np

from attention_gui.engine.arrays import BoolArray, FloatArray

__all__ = [
    "exponentials",
    "jacobian_trace",
    "masked_scores",
    "row_entropy",
    "row_max",
    "row_sums",
    "weights",
]

_LOWEST = np.finfo(np.float64).min


def masked_scores(
    scaled_scores: FloatArray, blocked: BoolArray, policy: str, out: FloatArray | None = None
) -> FloatArray:
    """Return the scores with −∞ in blocked cells (Vaswani et al. 2017, §3.2.3).

    Under ``"uniform"`` it is the lowest finite float64, so that an empty row has equal scores.

    Parameters
    ----------
    scaled_scores : ndarray, shape (B, h, m, n)
    blocked : ndarray of bool, broadcastable to (B, h, m, n)
    policy : str
    out : ndarray, shape (B, h, m, n), optional

    Returns
    -------
    ndarray, shape (B, h, m, n)
    """
    masked = scaled_scores.copy() if out is None else out
    if blocked.any():
        np.copyto(masked, _LOWEST if policy == "uniform" else -np.inf, where=blocked)
    return masked


def row_max(masked_scores: FloatArray) -> FloatArray:
    """Return the largest score of each row, shape (B, h, m); −∞ if every key is at −∞."""
    result: FloatArray = masked_scores.max(axis=-1)
    return result


def exponentials(
    masked_scores: FloatArray,
    row_max: FloatArray,
    blocked: BoolArray,
    policy: str,
    out: FloatArray | None = None,
) -> FloatArray:
    """Return exp(score − row maximum), in [0, 1]: the shift cancels and prevents overflow.

    An empty row is 0 (zero), NaN (nan) or 1 (uniform); other blocked cells are exactly 0.

    Parameters
    ----------
    masked_scores : ndarray, shape (B, h, m, n)
    row_max : ndarray, shape (B, h, m)
    blocked : ndarray of bool, broadcastable to (B, h, m, n)
    policy : str
    out : ndarray, shape (B, h, m, n), optional

    Returns
    -------
    ndarray, shape (B, h, m, n)
    """
    # Two scores may be further apart than float64 reaches: exp(−∞) = 0 is right. In an empty
    # row −∞ − (−∞) is NaN, which is what "nan" asks for.
    with np.errstate(all="ignore"):
        result = np.subtract(masked_scores, row_max[..., None], out=out)
        np.exp(result, out=result)
    empty = blocked.all(axis=-1, keepdims=True)
    if policy == "zero" and empty.any():
        np.copyto(result, 0.0, where=empty)
    elif policy == "uniform" and blocked.any():
        # A score at the lowest float64 would otherwise share its weight with blocked cells.
        np.copyto(result, 0.0, where=blocked & ~empty)
    return result


def row_sums(exponentials: FloatArray) -> FloatArray:
    """Return the sum of each row, the denominator of the softmax, shape (B, h, m)."""
    result: FloatArray = exponentials.sum(axis=-1)
    return result


def weights(
    exponentials: FloatArray, row_sums: FloatArray, out: FloatArray | None = None
) -> FloatArray:
    """Return exponentials / row sums: rows that sum to 1 (Vaswani et al. 2017, equation 1).

    Parameters
    ----------
    exponentials : ndarray, shape (B, h, m, n)
    row_sums : ndarray, shape (B, h, m)
    out : ndarray, shape (B, h, m, n), optional

    Returns
    -------
    ndarray, shape (B, h, m, n)
        All 0 where the row sum is 0: an empty row under ``"zero"``.
    """
    # Only an empty row sums to 0; elsewhere the largest exponential is 1.
    divisors = np.where(row_sums == 0.0, 1.0, row_sums)
    return np.divide(exponentials, divisors[..., None], out=out)


def row_entropy(weights: FloatArray) -> FloatArray:
    """Return −Σ A ln A of each row in nats, with 0 ln 0 = 0; shape (B, h, m)."""
    logarithms = np.zeros_like(weights)
    np.log(weights, out=logarithms, where=weights != 0.0)
    logarithms *= weights
    result: FloatArray = 0.0 - logarithms.sum(axis=-1)  # not a negation: 0.0, never −0.0
    return result


def jacobian_trace(weights: FloatArray) -> FloatArray:
    """Return Σ A (1 − A) of each row, shape (B, h, m): how far the softmax is from saturated."""
    complements = 1.0 - weights
    complements *= weights
    result: FloatArray = complements.sum(axis=-1)
    return result

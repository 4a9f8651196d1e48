"""The softmax of one row of scores, step by step.

Shapes: B batch, h heads, m queries, n keys. Scores are logits. `blocked` is True where a
query may not read a key, or None if nothing is blocked; a row with every key blocked is empty,
and the policy decides what it yields: ``"zero"``, ``"nan"`` or ``"uniform"``. Functions that
end in `_in_place` write their first argument. Call all of them where NumPy's warnings are off.
"""

import numpy as np

from attention_gui.engine.arrays import BoolArray, FloatArray

__all__ = [
    "divide_in_place",
    "exponentiate_in_place",
    "jacobian_trace",
    "mask_in_place",
    "row_entropy",
    "row_max",
    "row_sums",
]

_LOWEST = np.finfo(np.float64).min


def mask_in_place(scores: FloatArray, blocked: BoolArray | None, policy: str) -> None:
    """Put −∞ into blocked cells (Vaswani et al. 2017, §3.2.3).

    Under ``"uniform"`` it is the lowest finite float64, so that an empty row has equal scores.

    Parameters
    ----------
    scores : ndarray, shape (B, h, m, n)
    blocked : ndarray of bool, broadcastable to (B, h, m, n), or None
    policy : str
    """
    if blocked is not None:
        np.copyto(scores, _LOWEST if policy == "uniform" else -np.inf, where=blocked)


def row_max(masked_scores: FloatArray) -> FloatArray:
    """Return the largest score of each row, shape (B, h, m); −∞ if every key is at −∞."""
    result: FloatArray = np.maximum.reduce(masked_scores, axis=-1)
    return result


def exponentiate_in_place(scores: FloatArray, blocked: BoolArray | None, policy: str) -> None:
    """Replace masked scores by exp(score − row maximum), in [0, 1]: the shift prevents overflow.

    An empty row is 0 (zero), NaN (nan) or 1 (uniform); other blocked cells are exactly 0.

    Parameters
    ----------
    scores : ndarray, shape (B, h, m, n)
    blocked : ndarray of bool, broadcastable to (B, h, m, n), or None
    policy : str
    """
    # Two scores may be further apart than float64 reaches: exp(−∞) = 0 is right. In an empty
    # row −∞ − (−∞) is NaN, which is what "nan" asks for.
    np.subtract(scores, np.maximum.reduce(scores, axis=-1, keepdims=True), out=scores)
    np.exp(scores, out=scores)
    if blocked is None or policy == "nan":
        return
    empty = blocked.all(axis=-1, keepdims=True)
    if policy == "zero":
        np.copyto(scores, 0.0, where=empty)
    else:
        # A score at the lowest float64 would otherwise share its weight with blocked cells.
        np.copyto(scores, 0.0, where=blocked & ~empty)


def row_sums(exponentials: FloatArray) -> FloatArray:
    """Return the sum of each row, the denominator of the softmax, shape (B, h, m)."""
    result: FloatArray = np.add.reduce(exponentials, axis=-1)
    return result


def divide_in_place(exponentials: FloatArray, blocked: BoolArray | None) -> None:
    """Divide exponentials by their row sums (Vaswani et al. 2017, equation 1).

    A row that sums to 0, an empty one under ``"zero"``, stays 0.

    Parameters
    ----------
    exponentials : ndarray, shape (B, h, m, n)
    blocked : ndarray of bool, broadcastable to (B, h, m, n), or None
    """
    sums = np.add.reduce(exponentials, axis=-1, keepdims=True)
    if blocked is not None:  # elsewhere the largest exponential is 1
        np.copyto(sums, 1.0, where=sums == 0.0)
    np.divide(exponentials, sums, out=exponentials)


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

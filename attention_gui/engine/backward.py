"""The gradients of the loss, from the output back to Q, K and V.

Shapes: B batch, h heads, m queries, n keys, d_k and d_v the widths of one head. `blocked` is
True where a query may not read a key. Functions with `out` write there if it is given.
"""

import numpy as np

from attention_gui.engine.arrays import BoolArray, FloatArray
from attention_gui.engine.products import product

__all__ = [
    "grad_key",
    "grad_query",
    "grad_raw_scores",
    "grad_scaled_scores",
    "grad_value",
    "grad_weights",
]


def grad_value(weights: FloatArray, grad_head_outputs: FloatArray) -> FloatArray:
    """Return AᵀŌ.

    Parameters
    ----------
    weights : ndarray, shape (B, h, m, n)
    grad_head_outputs : ndarray, shape (B, h, m, d_v)

    Returns
    -------
    ndarray, shape (B, h, n, d_v)
    """
    return product(weights.swapaxes(-1, -2), grad_head_outputs)


def grad_weights(grad_head_outputs: FloatArray, value: FloatArray) -> FloatArray:
    """Return ŌVᵀ.

    Parameters
    ----------
    grad_head_outputs : ndarray, shape (B, h, m, d_v)
    value : ndarray, shape (B, h, n, d_v)

    Returns
    -------
    ndarray, shape (B, h, m, n)
    """
    return product(grad_head_outputs, value.swapaxes(-1, -2))


def grad_scaled_scores(
    grad_weights: FloatArray,
    weights: FloatArray,
    blocked: BoolArray,
    out: FloatArray | None = None,
) -> FloatArray:
    """Return A (Ā − Σ_r A_r Ā_r), the softmax's Jacobian applied to each row.

    Parameters
    ----------
    grad_weights, weights : ndarray, shape (B, h, m, n)
    blocked : ndarray of bool, broadcastable to (B, h, m, n)
    out : ndarray, shape (B, h, m, n), optional

    Returns
    -------
    ndarray, shape (B, h, m, n)
        Exactly 0 in blocked cells, whose masked scores are constants. Rows sum to 0.
    """
    averages = np.vecdot(weights, grad_weights)
    result: FloatArray = np.subtract(grad_weights, averages[..., None], out=out)
    result *= weights
    result += 0.0  # a weight that underflowed to 0 times a negative number is −0.0
    if blocked.any():
        np.copyto(result, 0.0, where=blocked)
    return result


def grad_raw_scores(
    grad_scaled_scores: FloatArray, scale_factor: float, out: FloatArray | None = None
) -> FloatArray:
    """Return scale · S̄, shape (B, h, m, n)."""
    return np.multiply(grad_scaled_scores, scale_factor, out=out)


def grad_query(grad_raw_scores: FloatArray, key: FloatArray) -> FloatArray:
    """Return R̄K.

    Parameters
    ----------
    grad_raw_scores : ndarray, shape (B, h, m, n)
    key : ndarray, shape (B, h, n, d_k)

    Returns
    -------
    ndarray, shape (B, h, m, d_k)
    """
    return product(grad_raw_scores, key)


def grad_key(grad_raw_scores: FloatArray, query: FloatArray) -> FloatArray:
    """Return R̄ᵀQ.

    Parameters
    ----------
    grad_raw_scores : ndarray, shape (B, h, m, n)
    query : ndarray, shape (B, h, m, d_k)

    Returns
    -------
    ndarray, shape (B, h, n, d_k)
    """
    return product(grad_raw_scores.swapaxes(-1, -2), query)

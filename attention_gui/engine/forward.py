"""The equations of attention, from Q, K and V to the loss.

Shapes: B batch, h heads, m queries, n keys, d_k and d_v the widths of one head. Sources:
Vaswani et al. (2017), §3.2.1 for one head, §3.2.2 for several. Functions with `out` write
there if it is given; it may be the first argument itself.
"""

import numpy as np

from attention_gui.engine.arrays import FloatArray
from attention_gui.engine.products import product, product_by_rows

__all__ = [
    "head_outputs",
    "loss",
    "merge_heads",
    "raw_scores",
    "scaled_scores",
    "split_heads",
    "value_terms",
]


def split_heads(merged: FloatArray, n_heads: int) -> FloatArray:
    """Return a view with the heads on an axis of their own.

    Parameters
    ----------
    merged : ndarray, shape (B, tokens, h·d)
        Head r is columns r·d … (r+1)·d − 1.
    n_heads : int

    Returns
    -------
    ndarray, shape (B, h, tokens, d)
    """
    n_batch, n_tokens, width = merged.shape
    return merged.reshape(n_batch, n_tokens, n_heads, width // n_heads).swapaxes(1, 2)


def merge_heads(heads: FloatArray) -> FloatArray:
    """Return the heads side by side, the reverse of `split_heads`, in C order.

    Parameters
    ----------
    heads : ndarray, shape (B, h, tokens, d)

    Returns
    -------
    ndarray, shape (B, tokens, h·d)
    """
    n_batch, n_heads, n_tokens, width = heads.shape
    return heads.swapaxes(1, 2).reshape(n_batch, n_tokens, n_heads * width)


def raw_scores(query: FloatArray, key: FloatArray) -> FloatArray:
    """Return QKᵀ, in logits before scaling.

    Parameters
    ----------
    query : ndarray, shape (B, h, m, d_k)
    key : ndarray, shape (B, h, n, d_k)

    Returns
    -------
    ndarray, shape (B, h, m, n)
        Identical keys give identical scores, to the last bit.
    """
    return product_by_rows(query, key)


def scaled_scores(
    raw_scores: FloatArray, scale_factor: float, out: FloatArray | None = None
) -> FloatArray:
    """Return scale · QKᵀ, in logits; the paper's scale is 1 / √d_k (§3.2.1).

    Parameters
    ----------
    raw_scores : ndarray, shape (B, h, m, n)
    scale_factor : float
    out : ndarray, shape (B, h, m, n), optional

    Returns
    -------
    ndarray, shape (B, h, m, n)
    """
    return np.multiply(raw_scores, scale_factor, out=out)


def value_terms(weights: FloatArray, value: FloatArray) -> FloatArray:
    """Return A_ij v_j, the summands of the head outputs.

    Parameters
    ----------
    weights : ndarray, shape (..., m, n)
    value : ndarray, shape (..., n, d_v)

    Returns
    -------
    ndarray, shape (..., m, n, d_v)
    """
    terms: FloatArray = weights[..., :, :, None] * value[..., None, :, :]
    terms += 0.0  # a weight of 0 times a negative value is −0.0
    return terms


def head_outputs(weights: FloatArray, value: FloatArray) -> FloatArray:
    """Return AV: each row is an average of the values, weighted by its row of A.

    Parameters
    ----------
    weights : ndarray, shape (B, h, m, n)
    value : ndarray, shape (B, h, n, d_v)

    Returns
    -------
    ndarray, shape (B, h, m, d_v)
    """
    return product(weights, value)


def loss(output: FloatArray, upstream: FloatArray) -> FloatArray:
    """Return Σ output · upstream, an array without axes; both arguments have one shape."""
    return np.asarray((output * upstream).sum() + 0.0, dtype=np.float64)

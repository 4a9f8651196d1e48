"""Heads, value terms and the loss.

Shapes: B batch, h heads, m queries, n keys, d_v the width of one head. Source: Vaswani et al.
(2017), §3.2.2.
"""

import numpy as np

from attention_gui.engine.arrays import Array, FloatArray

__all__ = ["loss", "merge_heads", "split_heads", "value_terms"]


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


def merge_heads(heads: Array) -> Array:
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


def loss(output: FloatArray, upstream: FloatArray) -> FloatArray:
    """Return Σ output · upstream, an array without axes; both arguments have one shape."""
    return np.asarray((output * upstream).sum() + 0.0, dtype=np.float64)

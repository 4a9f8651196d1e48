"""The gradient of the loss through the softmax.

The other steps of the backward pass are products; see `backward_stages`.
"""

import numpy as np

from attention_gui.engine.arrays import BoolArray, FloatArray

__all__ = ["through_softmax_in_place"]


def through_softmax_in_place(
    gradient: FloatArray, weights: FloatArray, blocked: BoolArray | None
) -> None:
    """Replace Ā by A (Ā − Σ_r A_r Ā_r), the softmax's Jacobian applied to each row.

    Blocked cells, whose masked scores are constants, are exactly 0. Rows sum to 0.

    Parameters
    ----------
    gradient : ndarray, shape (B, h, m, n)
        By the weights; written.
    weights : ndarray, shape (B, h, m, n)
    blocked : ndarray of bool, broadcastable to (B, h, m, n), or None
        True where a query may not read a key.
    """
    gradient -= np.vecdot(weights, gradient)[..., None]
    gradient *= weights
    gradient += 0.0  # a weight that underflowed to 0 times a negative number is −0.0
    if blocked is not None:
        np.copyto(gradient, 0.0, where=blocked)

"""The matrix products of the equations.

A BLAS may compute a column at the edge of a matrix by another routine than one in the middle,
and round it differently: two identical keys would then get different weights. Hence small
products are summed here one summand after the other, and large ones are repaired where it
would show.
"""

import numpy as np

from attention_gui.engine.arrays import FloatArray

__all__ = ["product", "product_by_rows"]

_FEW_MULTIPLICATIONS = 2**14
_FEW_SUMMANDS = 2**8
"""Up to here it costs little to add every summand in turn."""


def product(left: FloatArray, right: FloatArray) -> FloatArray:
    """Return ``left @ right`` for stacks of matrices.

    Small products are summed from left to right, starting at +0.0, as one would by hand;
    large ones are left to the BLAS.

    Parameters
    ----------
    left : ndarray, shape (..., rows, inner)
    right : ndarray, shape (..., inner, columns)

    Returns
    -------
    ndarray, shape (..., rows, columns)
    """
    if not _is_small(left, right):
        large: FloatArray = np.matmul(left, right)
        return large
    total: FloatArray = left[..., :, :1] * right[..., :1, :]
    total += 0.0  # so that a sum of zeros is +0.0, whatever their signs
    term = np.empty_like(total)
    for c in range(1, left.shape[-1]):
        np.multiply(left[..., :, c, None], right[..., None, c, :], out=term)
        total += term
    return total


def product_by_rows(left: FloatArray, right: FloatArray) -> FloatArray:
    """Return ``left @ right.T`` for stacks of matrices; equal rows of `right` give equal columns.

    Parameters
    ----------
    left : ndarray, shape (B, h, m, width)
    right : ndarray, shape (B, h, n, width)

    Returns
    -------
    ndarray, shape (B, h, m, n)
        Columns that belong to identical rows of `right` are equal to the last bit.
    """
    columns = right.swapaxes(-1, -2)
    result = product(left, columns)
    if not _is_small(left, columns):
        for place in np.ndindex(right.shape[:-2]):
            first = _first_equal_row(right[place])
            if (first != np.arange(first.size)).any():
                result[place] = result[place][:, first]
    return result


def _is_small(left: FloatArray, right: FloatArray) -> bool:
    rows, inner = left.shape[-2:]
    is_small: bool = rows * inner * right.shape[-1] <= _FEW_MULTIPLICATIONS
    return is_small and inner <= _FEW_SUMMANDS


def _first_equal_row(matrix: FloatArray) -> np.ndarray[tuple[int, ...], np.dtype[np.intp]]:
    """Return for each row the index of the first row that equals it."""
    # As bytes, so that a row is one item to sort; adding 0.0 makes -0.0 and 0.0 the same bytes.
    rows = np.ascontiguousarray(matrix + 0.0).view(f"V{matrix.shape[-1] * 8}")[:, 0]
    _, first, inverse = np.unique(rows, return_index=True, return_inverse=True)
    return first[inverse]

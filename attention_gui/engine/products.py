"""The matrix products of the equations.

A BLAS may compute a column at the edge of a matrix by another routine than one in the middle,
and round it differently: two identical keys would then get different weights. Hence small
products are computed here one cell at a time, all by one routine, and large ones are repaired
where it would show.
"""

import numpy as np

from attention_gui.engine.arrays import Array, BoolArray, FloatArray, all_finite, require_finite

__all__ = [
    "checked_product",
    "equal_rows",
    "is_small",
    "nan_in_product",
    "product",
    "repair_columns",
    "require_product",
]

_FEW_MULTIPLICATIONS = 2**9
_FEW_SUMMANDS = 2**8
"""Up to here it costs little to compute every cell by itself."""


def product(left: FloatArray, right: FloatArray, out: FloatArray | None = None) -> FloatArray:
    """Return ``left @ right`` for stacks of matrices.

    Small products are computed one cell at a time; large ones are left to the BLAS.

    Parameters
    ----------
    left : ndarray, shape (..., rows, inner)
    right : ndarray, shape (..., inner, columns)
    out : ndarray, shape (..., rows, columns), optional
        Written if it is given.

    Returns
    -------
    ndarray, shape (..., rows, columns)
    """
    if not is_small(left, right):
        large: FloatArray = np.matmul(left, right, out=out)
        return large
    small: FloatArray = np.vecdot(left[..., None, :], right.mT[..., None, :, :], out=out)
    return small


def checked_product(stage: str, left: FloatArray, right: FloatArray) -> FloatArray:
    """Return ``left @ right``, or raise ``overflow`` in the name of `stage`.

    A NaN is no overflow where an operand has one: it comes from an empty row under ``"nan"``.

    Parameters
    ----------
    stage : str
    left : ndarray, shape (..., rows, inner)
    right : ndarray, shape (..., inner, columns)

    Returns
    -------
    ndarray, shape (..., rows, columns)
    """
    return require_product(stage, product(left, right), left, right)


def require_product(
    stage: str, result: FloatArray, left: FloatArray, right: FloatArray
) -> FloatArray:
    """Return `result`, which is ``left @ right``, or raise ``overflow``; see `checked_product`."""
    if all_finite(result):
        return result
    return require_finite(stage, result, nan_in_product(left, right))


def nan_in_product(left: FloatArray, right: FloatArray) -> BoolArray:
    """Return which cells of ``left @ right`` have a NaN in what they are computed from.

    Parameters
    ----------
    left : ndarray, shape (..., rows, inner)
    right : ndarray, shape (..., inner, columns)

    Returns
    -------
    ndarray of bool, shape (..., rows, columns)
    """
    in_left = np.logical_or.reduce(np.isnan(left), axis=-1, keepdims=True)
    in_right = np.logical_or.reduce(np.isnan(right), axis=-2, keepdims=True)
    return np.logical_or(in_left, in_right)


def equal_rows(matrices: FloatArray) -> dict[tuple[int, ...], Array]:
    """Return where rows of a matrix are equal: for each row the index of the first such row.

    Parameters
    ----------
    matrices : ndarray, shape (..., rows, width)

    Returns
    -------
    dict of tuple of int to ndarray of int, shape (rows,)
        By the place of the matrix in the stack; only matrices with equal rows have an entry.
    """
    columns = np.sort(matrices[..., 0], axis=-1)
    if not np.count_nonzero(columns[..., 1:] == columns[..., :-1]):
        return {}
    found = {}
    for place in np.ndindex(matrices.shape[:-2]):
        first = _first_equal_row(matrices[place])
        if (first != np.arange(first.size)).any():
            found[place] = first
    return found


def repair_columns(
    result: FloatArray, equal: dict[tuple[int, ...], Array], origin: tuple[int, ...]
) -> None:
    """Make the columns of a product equal, to the last bit, that belong to equal rows.

    Parameters
    ----------
    result : ndarray, shape (B, h, m, n)
        ``left @ right.T``, or a part of it; written.
    equal : dict
        What `equal_rows` says of `right`.
    origin : tuple of int
        Where the first matrix of `result` lies in the stack.
    """
    if not equal:
        return
    for place in np.ndindex(result.shape[:-2]):
        first = equal.get(tuple(i + start for i, start in zip(place, origin, strict=False)))
        if first is not None:
            result[place] = result[place][:, first]


def is_small(left: FloatArray, right: FloatArray) -> bool:
    """Return whether `product` computes one cell at a time, which makes equal rows agree."""
    rows, inner = left.shape[-2:]
    count: int = rows * inner * right.shape[-1]
    return 1 <= count <= _FEW_MULTIPLICATIONS and inner <= _FEW_SUMMANDS


def _first_equal_row(matrix: FloatArray) -> Array:
    """Return for each row the index of the first row that equals it."""
    # As bytes, so that a row is one item to sort; adding 0.0 makes -0.0 and 0.0 the same bytes.
    rows = np.ascontiguousarray(matrix + 0.0).view(f"V{matrix.shape[-1] * 8}")[:, 0]
    _, first, inverse = np.unique(rows, return_index=True, return_inverse=True)
    return first[inverse]

"""How the columns of matrices are split over heads."""

import math
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from attention_gui.scenario.bits import same_bits

__all__ = ["divisors", "regrouped", "shared_over_heads"]

_Scalar = TypeVar("_Scalar", bound=np.generic)

_HEADS = -3
"""The axis of the heads in what has one cell for every head, query and key."""


def divisors(*numbers: int) -> tuple[int, ...]:
    """Return the counts that divide all of `numbers`, ascending."""
    common = math.gcd(*numbers)
    return tuple(count for count in range(1, common + 1) if common % count == 0)


def regrouped(array: NDArray[_Scalar], count: int) -> NDArray[_Scalar] | None:
    """Return what has a page for every head, for another number of heads.

    A head that is split passes its page on to its parts. Heads that are merged, or split
    otherwise, must have had the same page.

    Parameters
    ----------
    array : ndarray, shape (…, n_heads, m, n)
    count : int

    Returns
    -------
    ndarray, shape (…, count, m, n), or None
        None when the pages of heads to be merged differ.
    """
    old = array.shape[_HEADS]
    if count % old == 0:
        return np.repeat(array, count // old, axis=_HEADS)
    parts = count if old % count == 0 else 1
    pages = array.reshape(*array.shape[:_HEADS], parts, old // parts, *array.shape[-2:])
    first = pages[..., :1, :, :]
    if not same_bits(np.broadcast_to(first, pages.shape), pages):
        return None
    merged: NDArray[_Scalar] = first[..., 0, :, :]
    return np.repeat(merged, count // parts, axis=_HEADS)


def shared_over_heads(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    """Return the one page of an array whose pages are all alike, or else the array itself.

    Parameters
    ----------
    array : ndarray, shape (m, n) or (…, m, n)
    """
    pages = array.reshape(-1, *array.shape[-2:])
    first: NDArray[_Scalar] = pages[:1].copy()
    return first[0] if same_bits(np.broadcast_to(first, pages.shape), pages) else array

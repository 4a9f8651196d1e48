"""The one large buffer that computations use again, one after the other.

An array of tens of megabytes comes from the system page by page, which takes as long as a
matrix product. The buffer of the last large computation is kept for the next one of that size.
"""

import math
import sys
from threading import Lock

import numpy as np

from attention_gui.engine.arrays import FloatArray

__all__ = ["large_array"]

_LARGE = 2**20
"""From so many cells on, eight megabytes, an array is worth keeping."""
_KEPT_ALONE = 2
"""References to a buffer that nobody uses: the list's, and that of the call that counts them."""

_lock = Lock()
_kept: list[FloatArray] = []


def large_array(shape: tuple[int, ...]) -> FloatArray:
    """Return an array to be written, in memory that no other array uses.

    Parameters
    ----------
    shape : tuple of int
    """
    size = math.prod(shape)
    if size < _LARGE:
        return np.empty(shape)
    with _lock:
        # A view of the buffer, whoever holds it, holds the buffer too.
        is_free = bool(_kept) and sys.getrefcount(_kept[0]) == _KEPT_ALONE
        if not (is_free and _kept[0].size == size):
            _kept[:] = [np.empty(size)]
        _kept[0].setflags(write=True)
        array: FloatArray = _kept[0].reshape(shape)
        return array

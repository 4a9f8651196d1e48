"""Whether arrays are the same to the last bit."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["same_bits"]

_LARGE = 2**14
"""From so many bytes on, comparing words is faster than copying both arrays."""
_WORD = np.dtype(np.int64)


def same_bits(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Say whether two arrays have the same shape and the same bits."""
    if one is other or one.shape != other.shape:
        return one is other
    if one.nbytes < _LARGE or not one.itemsize == other.itemsize == _WORD.itemsize:
        return one.tobytes() == other.tobytes()
    return bool((one.view(_WORD) == other.view(_WORD)).all())

"""Array types, and the two things done to every array: freeze it, and check it for overflow."""

import math
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from attention_gui.errors import AttentionError
from attention_gui.phrases import Words

__all__ = ["Array", "BoolArray", "FloatArray", "all_finite", "frozen", "require_finite"]

Array: TypeAlias = npt.NDArray[Any]
FloatArray: TypeAlias = npt.NDArray[np.float64]
BoolArray: TypeAlias = npt.NDArray[np.bool_]


def frozen(array: Array) -> Array:
    """Return `array`, made read-only together with the array that it is a view of, if any."""
    base = array.base
    if isinstance(base, np.ndarray):
        base.setflags(write=False)
    array.setflags(write=False)
    return array


def all_finite(array: FloatArray) -> bool:
    """Return whether no cell is NaN or infinite.

    A sum of squares is finite only if every cell is: that is one pass without a temporary
    array. Call it where NumPy's warnings are off, as squares of finite cells may overflow.
    """
    cells = array.reshape(-1)
    return math.isfinite(np.dot(cells, cells)) or bool(np.isfinite(array).all())


def require_finite(
    stage: Words,
    array: FloatArray,
    excused: BoolArray | np.bool_ | None = None,
    origin: tuple[int, ...] | None = None,
) -> FloatArray:
    """Return `array` if all of it is finite.

    Parameters
    ----------
    stage : str or Phrase
        Id of the quantity, for the message.
    array : ndarray
    excused : ndarray of bool, broadcastable to `array`, optional
        True where the array may be NaN: what an empty row under ``"nan"`` leads to.
    origin : tuple of int, optional
        Where the first cell of `array` lies in the quantity, if it is a part of it.

    Raises
    ------
    AttentionError
        ``overflow`` if finite inputs led to an infinity, or to the NaN that infinities lead to.
    """
    if all_finite(array):
        return array
    overflown = ~np.isfinite(array)
    if excused is not None:
        overflown &= ~excused
    if overflown.any():
        index = np.argwhere(overflown)[0] + (0 if origin is None else np.array(origin))
        if not array.ndim:
            raise AttentionError(
                "overflow",
                "{0} is too large for float64: "
                "a product or a sum of finite numbers went beyond 1.797e308.",
                stage,
            )
        raise AttentionError(
            "overflow",
            "{0} is too large for float64 at {1}: "
            "a product or a sum of finite numbers went beyond 1.797e308.",
            stage,
            index.tolist(),
        )
    return array

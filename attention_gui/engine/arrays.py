"""Array types, and the two things done to every array: freeze it, and check it for overflow."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from attention_gui.engine.errors import AttentionError

__all__ = ["Array", "BoolArray", "FloatArray", "frozen", "require_finite"]

Array: TypeAlias = npt.NDArray[Any]
FloatArray: TypeAlias = npt.NDArray[np.float64]
BoolArray: TypeAlias = npt.NDArray[np.bool_]


def frozen(array: Array) -> Array:
    """Return `array`, made read-only together with the array that it is a view of, if any."""
    if isinstance(array.base, np.ndarray):
        array.base.setflags(write=False)
    array.setflags(write=False)
    return array


def require_finite(
    stage: str, array: FloatArray, excused: BoolArray | np.bool_ | None = None
) -> FloatArray:
    """Return `array` if all of it is finite.

    Parameters
    ----------
    stage : str
        Id of the quantity, for the message.
    array : ndarray
    excused : ndarray of bool, broadcastable to `array`, optional
        True where the array may be NaN: what an empty row under ``"nan"`` leads to.

    Raises
    ------
    AttentionError
        ``overflow`` if finite inputs led to an infinity, or to the NaN that infinities lead to.
    """
    finite = np.isfinite(array)
    if finite.all():
        return array
    overflown = ~finite if excused is None else ~finite & ~excused
    if overflown.any():
        place = f" at {np.argwhere(overflown)[0].tolist()}" if array.ndim else ""
        raise AttentionError(
            "overflow",
            f"{stage} is too large for float64{place}: "
            "a product or a sum of finite numbers went beyond 1.797e308.",
        )
    return array

"""What a gradient check found, beside how it was judged."""

from dataclasses import dataclass

import numpy as np

from attention_gui.engine import GradientCheck
from attention_gui.engine.arrays import FloatArray
from attention_gui.engine.gradcheck import InputCheck

__all__ = ["Leniency", "differences", "leniency"]


@dataclass(frozen=True)
class Leniency:
    """How many coordinates pass by their rounding error and not by the tolerance.

    Attributes
    ----------
    coordinates : int
        Those whose difference is larger than tolerance · max(1, |analytic|, |numeric|), but
        within the rounding error of the central difference.
    compared : int
        All that were compared as numbers.
    rounding : float
        The largest rounding error that such a coordinate was judged against.
    """

    coordinates: int
    compared: int
    rounding: float


def differences(part: InputCheck) -> FloatArray:
    """Return |analytic − numeric| of every coordinate, not divided by anything."""
    with np.errstate(all="ignore"):
        found: FloatArray = np.abs(part.analytic - part.numeric)
    return found


def leniency(check: GradientCheck) -> Leniency:
    """Return where a tolerance below what rounding allows has decided nothing.

    `check_gradients` divides by max(1, |analytic|, |numeric|, rounding error / tolerance), so
    the rounding error is tolerance · difference / error wherever the last term is the largest.
    """
    coordinates, rounding = 0, 0.0
    for part in check.inputs.values():
        found = differences(part)
        with np.errstate(all="ignore"):
            sizes = np.fmax(np.fmax(np.abs(part.analytic), np.abs(part.numeric)), 1.0)
            excused = part.passes & (found / sizes > check.tolerance)
            bounds = check.tolerance * (found[excused] / part.errors[excused])
        coordinates += int(np.count_nonzero(excused))
        rounding = max(rounding, float(bounds.max(initial=0.0)))
    compared = sum(part.checked for part in check.inputs.values())
    return Leniency(coordinates, compared, rounding)

"""Reading the options of a problem: counts, choices and the scale."""

import math
from numbers import Real
from operator import index
from typing import SupportsFloat

import numpy as np

from attention_gui.errors import AttentionError, shown
from attention_gui.phrases import one_of

__all__ = [
    "as_float",
    "read_choice",
    "read_count",
    "read_positive",
    "read_positive_count",
    "read_scale",
    "scale_factor",
]


def read_choice(name: str, given: object, choices: tuple[str, ...]) -> str:
    """Return `given` if it is one of `choices`, or raise ``wrong-type``."""
    if isinstance(given, str) and given in choices:
        return given
    listed = one_of([f'"{choice}"' for choice in choices])
    raise AttentionError("wrong-type", "{0} is {1} instead of {2}.", name, shown(given), listed)


def read_count(name: str, given: object) -> int:
    """Return `given` as an int, or raise ``wrong-type`` if it is not a whole number."""
    if not isinstance(given, int | np.integer) or isinstance(given, bool):
        raise AttentionError(
            "wrong-type", "{0} is {1} instead of a whole number.", name, shown(given)
        )
    return index(given)


def read_positive_count(name: str, given: object) -> int:
    """Return `given` as an int, or raise ``wrong-type`` if it is not a whole number above 0."""
    count = read_count(name, given)
    if count < 1:
        raise AttentionError(
            "wrong-type", "{0} is {1} instead of a whole number above 0.", name, shown(count)
        )
    return count


def read_positive(name: str, given: object) -> float:
    """Return `given` as a float, or raise ``wrong-type`` if it is not finite and above 0."""
    number = math.nan
    if not isinstance(given, bool) and isinstance(given, Real):
        number = as_float(given)
    if not (math.isfinite(number) and number > 0.0):
        raise AttentionError(
            "wrong-type", "{0} is {1} instead of a finite number above 0.", name, shown(given)
        )
    return number


def read_scale(given: object) -> str | float:
    """Return ``"inverse_sqrt_dk"``, ``"none"``, or the number that multiplies the raw scores.

    Raises
    ------
    AttentionError
        ``scale`` if it is another text or number, ``wrong-type`` if it is neither.
    """
    if isinstance(given, str) and given in ("inverse_sqrt_dk", "none"):
        return given
    if isinstance(given, bool) or not isinstance(given, Real | str):
        raise AttentionError(
            "wrong-type",
            'scale is {0} instead of "inverse_sqrt_dk", "none" or a number.',
            shown(given),
        )
    factor = math.nan if isinstance(given, str) else as_float(given)
    if not (math.isfinite(factor) and factor > 0.0):
        raise AttentionError(
            "scale",
            'scale is {0}, but must be positive and finite, or "inverse_sqrt_dk" or "none".',
            shown(given),
        )
    return factor


def as_float(number: SupportsFloat) -> float:
    """Return `number` as a float, infinity if it exceeds float64."""
    try:
        return float(number)
    except OverflowError:  # an integer beyond float64
        return math.inf


def scale_factor(scale: str | float, d_k: int) -> float:
    """Return the number that a scale stands for (Vaswani et al. 2017, §3.2.1)."""
    if isinstance(scale, str):
        return 1.0 if scale == "none" else 1.0 / math.sqrt(d_k)
    return scale

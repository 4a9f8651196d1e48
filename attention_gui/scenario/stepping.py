"""Moving a number by small steps, in decimals, so that 0.1 after 0.2 is 0.3."""

from decimal import ROUND_HALF_EVEN, Context, Decimal

from attention_gui.scenario.numbers import LARGE

__all__ = ["decimals_of", "step_of", "stepped"]

_EXACT = Context(prec=800, rounding=ROUND_HALF_EVEN)
"""Enough for the sum of the largest and the smallest float64."""


def decimals_of(value: float, digits: int) -> int:
    """Return how many decimals a number is written with: one or more, at most those shown.

    Parameters
    ----------
    value : float
        Finite.
    digits : int
        Decimals that are displayed.
    """
    exponent = Decimal(repr(float(value))).normalize().as_tuple().exponent
    assert isinstance(exponent, int)  # it is a word for NaN and infinity
    return min(max(1, -exponent), digits)


def step_of(value: float, digits: int) -> Decimal:
    """Return one unit of the last digit that a number is written with, or is shown with.

    Parameters
    ----------
    value : float
        Finite.
    digits : int
        Decimals that are displayed. Numbers shown with an exponent move by the last digit
        of their mantissa.
    """
    if abs(value) >= LARGE:
        return Decimal(1).scaleb(Decimal(repr(float(value))).adjusted() - digits)
    return Decimal(1).scaleb(-decimals_of(value, digits))


def stepped(value: float, n_steps: int, step: Decimal) -> float:
    """Return a number moved by steps, on the grid of the step; by none it stays what it is.

    Parameters
    ----------
    value : float
        Finite.
    n_steps : int
    step : Decimal
        A power of ten.
    """
    if n_steps == 0:
        return value
    places = _EXACT.divide(Decimal(repr(float(value))), step).to_integral_value(context=_EXACT)
    return float(_EXACT.multiply(places + n_steps, step)) + 0.0  # no negative zero

"""Numbers as text: what is shown, and what is offered for editing; `typed_numbers` reads it."""

import math

import numpy as np
from numpy.typing import NDArray

from attention_gui.scenario.typed_numbers import MINUS, DecimalSign, parse, quoted

__all__ = [
    "LARGE",
    "MINUS",
    "DecimalSign",
    "edit_text",
    "format_matrix",
    "format_number",
    "parse",
    "quoted",
]

LARGE = 1e5
"""From here on numbers are shown with an exponent."""


def format_number(value: float, digits: int) -> str:
    """Return a number for display.

    Parameters
    ----------
    value : float
    digits : int
        Decimals. From 100,000 on the number is written as ``1.20e5``, with at most three.

    Returns
    -------
    str
        With the minus sign U+2212 and no negative zero; ``∞``, ``−∞`` and ``NaN`` where the
        value is not finite.
    """
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    if abs(value) < LARGE:
        return f"{value:z.{digits}f}".replace("-", MINUS)
    mantissa, exponent = f"{value:.{min(digits, 3)}e}".split("e")
    return f"{mantissa}e{int(exponent)}".replace("-", MINUS)


def format_matrix(array: NDArray[np.float64], digits: int) -> list[list[str]]:
    """Return every cell of a matrix as `format_number` shows it.

    Parameters
    ----------
    array : ndarray, shape (rows, columns)
    digits : int
    """
    n_columns = array.shape[1]
    if np.all(np.abs(array) < LARGE):
        # What format_number does with an ordinary number, in one call for all cells.
        pattern = f"{{:z.{digits}f}} " * array.size
        texts = pattern.format(*array.ravel().tolist()).replace("-", MINUS).split()
    else:
        texts = [format_number(value, digits) for value in array.ravel().tolist()]
    return [texts[at * n_columns : (at + 1) * n_columns] for at in range(len(array))]


def edit_text(value: float, decimal: DecimalSign = DecimalSign.EITHER) -> str:
    """Return the shortest text that `parse` reads back as the same finite float64."""
    return repr(float(value)).removesuffix(".0").replace(".", decimal.character)

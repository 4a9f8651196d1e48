"""Numbers as text: what is typed, what is shown, what is offered for editing.

Neither a locale nor a thousands separator is involved: a comma and a point are both decimal
signs, so that ``1,5`` and ``1.5`` never become 15.
"""

import math
import re

import numpy as np
from numpy.typing import NDArray

from attention_gui.engine import AttentionError

__all__ = ["edit_text", "format_matrix", "format_number", "parse", "quoted"]

MINUS = "\N{MINUS SIGN}"

_UNSIGNED = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_NUMBER = re.compile(rf"[+-]?{_UNSIGNED}")
_FRACTION = re.compile(rf"([+-]?{_UNSIGNED})\s*/\s*({_UNSIGNED})")
_NON_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity|∞)", re.IGNORECASE)
_LARGE = 1e5


def parse(text: str) -> float:
    """Return the number that somebody typed.

    Accepts surrounding blanks, a decimal comma or point, an exponent, a fraction such as
    ``1/3`` (divided in float64) and the minus sign U+2212.

    Raises
    ------
    AttentionError
        ``wrong-type`` when the text is not one number; ``non-finite-input`` for NaN,
        infinity, a division by zero, and what is too large for float64.
    """
    plain = text.strip().replace(MINUS, "-")
    if not plain:
        raise AttentionError("wrong-type", "There is no number.")
    if _NON_FINITE.fullmatch(plain):
        raise AttentionError("non-finite-input", f"{quoted(text)} is not a finite number.")
    value = _value(plain, text)
    if not math.isfinite(value):
        raise AttentionError("non-finite-input", f"{quoted(text)} is too large for float64.")
    return value


def _value(plain: str, text: str) -> float:
    pointed = plain.replace(",", ".")
    if _NUMBER.fullmatch(pointed):
        return float(pointed)
    if fraction := _FRACTION.fullmatch(pointed):
        over, under = float(fraction[1]), float(fraction[2])
        if under == 0:
            raise AttentionError("non-finite-input", f"{quoted(text)} divides by zero.")
        return over / under
    if pointed.count(".") > 1 and "/" not in pointed:
        raise AttentionError(
            "wrong-type",
            f"{quoted(text)} has more than one decimal sign; a comma or a point"
            " separates decimals, and nothing separates thousands.",
        )
    raise AttentionError("wrong-type", f"{quoted(text)} is not a number.")


def quoted(text: str, limit: int = 40) -> str:
    """Return `text` in quotes on one line, cut after `limit` characters."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


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
    if abs(value) < _LARGE:
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
    if np.all(np.abs(array) < _LARGE):
        # What format_number does with an ordinary number, in one call for all cells.
        pattern = f"{{:z.{digits}f}} " * array.size
        texts = pattern.format(*array.ravel().tolist()).replace("-", MINUS).split()
    else:
        texts = [format_number(value, digits) for value in array.ravel().tolist()]
    return [texts[at * n_columns : (at + 1) * n_columns] for at in range(len(array))]


def edit_text(value: float) -> str:
    """Return the shortest text that `parse` reads back as the same finite float64."""
    return repr(float(value)).removesuffix(".0")

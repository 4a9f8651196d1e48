"""Numbers as text: what is shown, and what is offered for editing; `typed_numbers` reads it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Self

import numpy as np
from numpy.typing import NDArray

from attention_gui.scenario.typed_numbers import MINUS, DecimalSign, parse, quoted

__all__ = [
    "EXACT_ZERO",
    "LARGE",
    "MINUS",
    "MOST_DIGITS",
    "USUAL",
    "DecimalSign",
    "NumberFormat",
    "edit_text",
    "parse",
    "quoted",
]

EXACT_ZERO = "0"
"""The text of a 0 that no rounding has led to, as in a blocked cell."""

LARGE = 1e5
"""From here on numbers are shown with an exponent."""

MOST_DIGITS = 8
"""So many decimals can be chosen."""

_BLANK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """How numbers are displayed, wherever they are.

    Attributes
    ----------
    digits : int
        Decimals; from 0 to `MOST_DIGITS` where the user chooses them.
    decimal : DecimalSign
        The point or the comma.
    """

    digits: int = 3
    decimal: DecimalSign = DecimalSign.POINT

    def with_digits(self, digits: int) -> Self:
        """Return the format with another count of decimals."""
        return replace(self, digits=digits)

    def text(self, value: float) -> str:
        """Return a number for display.

        Parameters
        ----------
        value : float

        Returns
        -------
        str
            With the minus sign U+2212 and no negative zero; from 100,000 on with an exponent,
            as ``1.200e5``; ``∞``, ``−∞`` and ``NaN`` where the value is not finite.
        """
        if math.isnan(value):
            return "NaN"
        if math.isinf(value):
            return "∞" if value > 0 else f"{MINUS}∞"
        if abs(value) < LARGE:
            return self.written(f"{value:z.{self.digits}f}")
        mantissa, exponent = f"{value:.{self.digits}e}".split("e")
        return self.written(f"{mantissa}e{int(exponent)}")

    def short(self, value: float) -> str:
        """Return a number without zeros at its end if nothing was rounded, else as `text` does.

        So ``0.2`` is exactly that, and ``0.200`` may be a little more or less.
        """
        text = self.text(value)
        if abs(value) < LARGE and round(value, self.digits) == value and self.digits:
            return text.rstrip("0").rstrip(self.decimal.character)
        return text

    def rounded(self, value: float) -> Decimal:
        """Return the number that `text` shows of a finite one."""
        return Decimal(f"{value:.{self.digits}{'f' if abs(value) < LARGE else 'e'}}")

    def add_up(self, terms: Sequence[float | None], total: float) -> bool:
        """Return whether the displayed terms make the displayed sum.

        So they do where nobody could add them: not all are displayed (None), or not all are
        finite.
        """
        known = [term for term in terms if term is not None and math.isfinite(term)]
        if len(known) < len(terms) or not math.isfinite(total):
            return True
        return sum(map(self.rounded, known)) == self.rounded(total)

    def exact(self, value: float) -> str:
        """Return a number with every digit of its float64."""
        return self.written(repr(float(value)).replace("inf", "∞").replace("nan", "NaN"))

    def aligned(self, values: NDArray[np.float64], n_characters: int) -> str:
        """Return numbers as `text` shows them, each at the right end of equally many characters.

        Parameters
        ----------
        values : ndarray, shape (n,)
            Smaller in size than `LARGE`.
        n_characters : int
            Room for each of them.
        """
        # One call for all: what `text` does with an ordinary number.
        pattern = f"{{:z{n_characters}.{self.digits}f}}" * values.size
        return self.written(pattern.format(*values.tolist()))

    def longest(self, values: NDArray[np.float64]) -> int:
        """Return how many characters the longest of the texts of numbers has, 0 of none."""
        if not values.size:
            return 0
        ends = [float(values.min()), float(values.max())]
        if ends[0] > -LARGE and ends[1] < LARGE:  # what nearly every matrix is
            return max(map(len, map(self.text, ends)))
        finite = values[np.isfinite(values)]
        usual = finite[np.abs(finite) < LARGE]  # the others have an exponent
        ends = [float(end(of)) for of in (finite, usual) if of.size for end in (np.min, np.max)]
        ends += np.unique(values[~np.isfinite(values)]).tolist()
        return max(map(len, map(self.text, ends)))

    def count(self, number: int) -> str:
        """Return a whole number with its thousands apart, by what is no decimal sign."""
        text = f"{number:,}"
        return text if self.decimal is DecimalSign.POINT else text.replace(",", _BLANK)

    def written(self, text: str) -> str:
        """Return a number, or several, that Python has written, with the signs of this format."""
        text = text.replace("-", MINUS)
        return text if self.decimal is DecimalSign.POINT else text.replace(".", ",")


USUAL = NumberFormat()
"""Where nobody has chosen another format."""


def edit_text(value: float, decimal: DecimalSign = DecimalSign.EITHER) -> str:
    """Return the shortest text that `parse` reads back as the same finite float64."""
    return repr(float(value)).removesuffix(".0").replace(".", decimal.character)

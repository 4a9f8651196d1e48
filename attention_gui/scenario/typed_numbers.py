"""Numbers as somebody types or pastes them.

Neither a locale nor a thousands separator is involved: a comma and a point are both decimal
signs, so that ``1,5`` and ``1.5`` never become 15. Who wants only one of them to be read can
say so; the other one is then refused, and still never taken for a thousands separator.
"""

import math
import re
from enum import StrEnum

from attention_gui.engine import AttentionError
from attention_gui.phrases import Phrase

__all__ = ["MINUS", "DecimalSign", "parse", "quoted"]

MINUS = "\N{MINUS SIGN}"


class DecimalSign(StrEnum):
    """Which signs separate decimals in what is typed."""

    EITHER = "either"
    POINT = "point"
    COMMA = "comma"

    @property
    def character(self) -> str:
        """What is written where a number is offered for editing or copied."""
        return "," if self is DecimalSign.COMMA else "."


_UNSIGNED = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_ROOT = rf"""
    √\s*(?P<bare>[+-]?{_UNSIGNED})
    | (?:√|sqrt)\s*\(\s*(?P<over>[+-]?{_UNSIGNED})(?:\s*/\s*(?P<under>{_UNSIGNED}))?\s*\)
"""
_TERM = re.compile(
    rf"(?:(?P<factor>{_UNSIGNED})\s*[*×·]?\s*)?(?:{_ROOT})|(?P<number>{_UNSIGNED})",
    re.IGNORECASE | re.VERBOSE,
)
_NUMBER = re.compile(rf"[+-]?{_UNSIGNED}")
_QUOTIENT = re.compile(r"/(?![^(]*\))")
"""A slash that is not inside the brackets of a root."""

_LONGEST = 2_000
"""More than any float64 has decimals; what is longer is a file, and matching it takes long."""

_NON_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity|∞)", re.IGNORECASE)
_OTHER_SIGN = {DecimalSign.POINT: ",", DecimalSign.COMMA: "."}
_NAMES = {",": Phrase("comma"), ".": Phrase("point")}


def parse(text: str, decimal: DecimalSign = DecimalSign.EITHER) -> float:
    """Return the number that somebody typed.

    Accepts surrounding blanks, a decimal comma or point, an exponent, the minus sign U+2212,
    a root such as ``√2``, ``sqrt(2)``, ``√(1/3)`` or ``2√3``, and the quotient of two of these,
    such as ``1/3`` or ``-√2/2``. Everything is computed in float64.

    Parameters
    ----------
    text : str
    decimal : DecimalSign
        Which decimal signs are read.

    Raises
    ------
    AttentionError
        ``wrong-type`` when the text is not one number; ``non-finite-input`` for NaN,
        infinity, a division by zero, the root of a negative number, and what is too large
        for float64.
    """
    plain = text.strip().replace(MINUS, "-")
    if not plain:
        raise AttentionError("wrong-type", "There is no number.")
    if len(plain) > _LONGEST:
        raise AttentionError("wrong-type", "{0} is not a number.", quoted(plain))
    if _NON_FINITE.fullmatch(plain):
        raise AttentionError("non-finite-input", "{0} is not a finite number.", quoted(text))
    if (other := _OTHER_SIGN.get(decimal)) is not None and other in plain:
        raise AttentionError(
            "wrong-type",
            "{0} has a {1}; by your setting a {2} separates decimals, and nothing "
            "separates thousands.",
            quoted(text),
            _NAMES[other],
            _NAMES[decimal.character],
        )
    value = _value(plain.replace(",", "."), text)
    if not math.isfinite(value):
        raise AttentionError("non-finite-input", "{0} is too large for float64.", quoted(text))
    return value


def _value(plain: str, text: str) -> float:
    if _NUMBER.fullmatch(plain):
        return float(plain)
    if plain.count(".") > 1 and not any(sign in plain for sign in ("/", "√", "(")):
        raise AttentionError(
            "wrong-type",
            "{0} has more than one decimal sign; a comma or a point separates decimals, "
            "and nothing separates thousands.",
            quoted(text),
        )
    sign = -1.0 if plain.startswith("-") else 1.0
    terms = [_TERM.fullmatch(part.strip()) for part in _QUOTIENT.split(_unsigned(plain))]
    if len(terms) > 2 or None in terms:
        raise AttentionError("wrong-type", "{0} is not a number.", quoted(text))
    over, *under = [_term(term, text) for term in terms if term is not None]
    if not under:
        return sign * over
    last = terms[-1]
    if last is not None and last["factor"]:
        raise AttentionError(
            "wrong-type",
            "{0} can be read in two ways; write the root first, as in √3/2.",
            quoted(text),
        )
    if under[0] == 0:
        raise AttentionError("non-finite-input", "{0} divides by zero.", quoted(text))
    return sign * over / under[0]


def _unsigned(plain: str) -> str:
    return plain[1:] if plain[0] in "+-" else plain


def _term(term: re.Match[str], text: str) -> float:
    """Return what a number, or a root with or without a factor, is worth."""
    if term["number"]:
        return float(term["number"])
    under = float(term["under"] or 1)
    if under == 0:
        raise AttentionError("non-finite-input", "{0} divides by zero.", quoted(text))
    square = float(term["bare"] or term["over"]) / under
    if square < 0:
        raise AttentionError(
            "non-finite-input", "{0} has the root of a negative number.", quoted(text)
        )
    return float(term["factor"] or 1) * math.sqrt(square)


def quoted(text: str, limit: int = 40) -> str:
    """Return `text` in quotes on one line, cut after `limit` characters."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")

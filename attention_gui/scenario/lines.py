"""Lines of an explanation: text in which every number knows the cell that it stands in."""

from functools import lru_cache
from itertools import count
from string import Formatter
from typing import NamedTuple, TypeAlias

__all__ = ["Cell", "Line", "Part", "Piece", "factor", "line", "plain"]

Cell: TypeAlias = tuple[str, tuple[int, ...]]
"""A cell: the id of its quantity and its index there."""


class Piece(NamedTuple):
    """A piece of a line.

    Attributes
    ----------
    text : str
    value : float or None
        The number that the text shows; None where it shows none.
    cell : Cell or None
        Whose value that is; None where it is no cell's.
    """

    text: str
    value: float | None = None
    cell: Cell | None = None


Line: TypeAlias = tuple[Piece, ...]
Part: TypeAlias = str | Piece | Line
"""What a line can be made of."""


def line(template: str, *parts: Part) -> Line:
    """Return a line with parts at the places of a template.

    Parameters
    ----------
    template : str
        As for `str.format`: ``{}`` or ``{0}`` stands for a part.
    *parts : Part
    """
    pieces: list[Piece] = []
    for step in _steps(template):
        part = step if isinstance(step, Piece) else parts[step]
        if isinstance(part, Piece):
            pieces.append(part)
        elif isinstance(part, str):
            pieces.append(Piece(part))
        else:
            pieces += part
    return tuple(pieces)


@lru_cache(maxsize=256)
def _steps(template: str) -> tuple[Piece | int, ...]:
    """Return what a template consists of: its own pieces, and the numbers of parts."""
    steps: list[Piece | int] = []
    places = count()
    for literal, place, _, _ in Formatter().parse(template):
        if literal:
            steps.append(Piece(literal))
        if place is not None:
            steps.append(int(place) if place else next(places))
    return tuple(steps)


def plain(of: Line) -> str:
    """Return a line as text."""
    return "".join(piece.text for piece in of)


def factor(number: Piece) -> Line:
    """Return a number as it stands behind a sign of multiplication."""
    return line("({})", number) if number.text.startswith("−") else (number,)

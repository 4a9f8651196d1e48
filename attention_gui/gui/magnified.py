"""How the cells of a matrix are shown where it is not as their count asks for."""

from dataclasses import dataclass

__all__ = ["Magnified"]


@dataclass(frozen=True, slots=True)
class Magnified:
    """How cells are shown that are not shown as their count asks for.

    Attributes
    ----------
    cell : tuple of int or None
        Width and height of a cell; None where they are those of other sheets with digits, or of
        other pictures.
    has_digits : bool
    pixels : int
        Size of the type in cells of a size of their own.
    room : tuple of int or None
        Width and height beyond which the cells scroll, the bars included; None without end.
    """

    cell: tuple[int, int] | None = None
    has_digits: bool = True
    pixels: int = 0
    room: tuple[int, int] | None = None

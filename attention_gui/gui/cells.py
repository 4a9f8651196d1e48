"""The geometry of a matrix on the screen."""

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF

__all__ = ["Cells"]


@dataclass(frozen=True, slots=True)
class Cells:
    """Where the cells are: all of one size, from the left upper corner on."""

    n_rows: int
    n_columns: int
    width: int
    height: int
    n_blocks: int = 1

    @property
    def area(self) -> QRect:
        """All of them."""
        return QRect(0, 0, self.n_columns * self.width, self.n_rows * self.height)

    def box(self, row: int, column: int, inset: float = 0) -> QRectF:
        """Return one cell, made smaller on every side."""
        return QRectF(
            column * self.width + inset,
            row * self.height + inset,
            self.width - 2 * inset,
            self.height - 2 * inset,
        )

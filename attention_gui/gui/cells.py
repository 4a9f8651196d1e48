"""The geometry of a matrix on the screen, and which of its cells are meant."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLine, QPoint, QRect, QRectF

__all__ = ["CellRange", "Cells"]


@dataclass(frozen=True, slots=True)
class CellRange:
    """A rectangle of cells."""

    row: int
    column: int
    n_rows: int = 1
    n_columns: int = 1

    @classmethod
    def between(cls, one: tuple[int, int], other: tuple[int, int]) -> "CellRange":
        """Return the range with these two cells at opposite corners."""
        (top, bottom), (left, right) = (sorted(pair) for pair in zip(one, other, strict=True))
        return cls(top, left, bottom - top + 1, right - left + 1)

    @classmethod
    def around(cls, cells: npt.NDArray[np.bool_]) -> "CellRange":
        """Return the smallest range that holds some cells; of none, all that there are."""
        (rows,), (columns,) = np.nonzero(cells.any(axis=1)), np.nonzero(cells.any(axis=0))
        if not rows.size:
            return cls(0, 0, *cells.shape)
        return cls.between((int(rows[0]), int(columns[0])), (int(rows[-1]), int(columns[-1])))

    @property
    def is_single(self) -> bool:
        """Whether it is one cell."""
        return self.n_rows == self.n_columns == 1

    @property
    def is_square(self) -> bool:
        """Whether it has as many rows as columns."""
        return self.n_rows == self.n_columns

    @property
    def slices(self) -> tuple[slice, slice]:
        """Its rows and columns, to cut it out of an array."""
        return (
            slice(self.row, self.row + self.n_rows),
            slice(self.column, self.column + self.n_columns),
        )

    @property
    def last(self) -> tuple[int, int]:
        """The cell in the right lower corner."""
        return self.row + self.n_rows - 1, self.column + self.n_columns - 1

    def __contains__(self, place: tuple[int, int]) -> bool:
        return (
            self.row <= place[0] < self.row + self.n_rows
            and self.column <= place[1] < self.column + self.n_columns
        )

    def covers(self, other: "CellRange") -> bool:
        """Return whether all cells of another range are in this one."""
        return (other.row, other.column) in self and other.last in self

    def within(self, part: "CellRange") -> "CellRange | None":
        """Return what a part of the matrix has of the range, counted from the part's corner."""
        rows, columns = (
            range(max(own.start, other.start), min(own.stop, other.stop))
            for own, other in zip(self.slices, part.slices, strict=True)
        )
        if not rows or not columns:
            return None
        return CellRange(
            rows.start - part.row, columns.start - part.column, len(rows), len(columns)
        )

    def opposite(self, place: tuple[int, int]) -> tuple[int, int]:
        """Return the corner opposite to the one that a cell is in."""
        (bottom, right), (row, column) = self.last, place
        return (
            bottom if row == self.row else self.row,
            right if column == self.column else self.column,
        )


@dataclass(frozen=True, slots=True)
class Cells:
    """Where the cells are: all of one size, from the left upper corner on.

    Attributes
    ----------
    n_rows, n_columns : int
    width, height : int
        Of a cell, in pixels.
    per_head : int
        Columns of each of several heads side by side; 0 of one head.
    before : int
        Columns of the first head that are left of the first column: of a part of a matrix.
    """

    n_rows: int
    n_columns: int
    width: int
    height: int
    per_head: int = 0
    before: int = 0

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

    @property
    def everything(self) -> CellRange:
        """The range of all cells."""
        return CellRange(0, 0, self.n_rows, self.n_columns)

    def in_sight(self, place: QRect) -> CellRange:
        """Return the cells that a place on the matrix shows, and their neighbours.

        Places of one size have equally many, so that little changes while they move.
        """
        row, n_rows = _in_sight(place.top(), place.height(), self.height, self.n_rows)
        column, n_columns = _in_sight(place.left(), place.width(), self.width, self.n_columns)
        return CellRange(row, column, n_rows, n_columns)

    def touched(self, place: QRect) -> CellRange:
        """Return the cells that a place on the matrix shows something of."""
        top, left = max(0, place.top() // self.height), max(0, place.left() // self.width)
        bottom = min(place.bottom() // self.height, self.n_rows - 1)
        right = min(place.right() // self.width, self.n_columns - 1)
        return CellRange(top, left, max(0, bottom + 1 - top), max(0, right + 1 - left))

    def corner(self, cells: CellRange) -> QPoint:
        """Return the left upper corner of a range."""
        return QPoint(cells.column * self.width, cells.row * self.height)

    def part(self, cells: CellRange) -> "Cells":
        """Return where the cells of a range are, from its own corner on."""
        before = cells.column % self.per_head if self.per_head else 0
        size = (cells.n_rows, cells.n_columns, self.width, self.height)
        return Cells(*size, self.per_head, before)

    def crossings(
        self, rows: npt.NDArray[np.bool_], columns: npt.NDArray[np.bool_], inset: float
    ) -> list[QRectF]:
        """Return the cells that some rows and some columns have in common, made smaller."""
        across = np.flatnonzero(columns).tolist()
        return [self.box(row, at, inset) for row in np.flatnonzero(rows).tolist() for at in across]

    def blocks(
        self, rows: npt.NDArray[np.bool_], columns: npt.NDArray[np.bool_], inset: float
    ) -> list[QRectF]:
        """Return the same cells, neighbours in one rectangle."""
        return [
            self.span(CellRange(top, left, n_rows, n_columns), inset)
            for top, n_rows in _runs(rows)
            for left, n_columns in _runs(columns)
        ]

    def borders(self, inset: int = 0) -> list[QLine]:
        """Return the lines between heads, made shorter at both ends."""
        if not self.per_head:
            return []
        bottom = self.n_rows * self.height - inset
        columns = range(self.per_head - self.before, self.n_columns, self.per_head)
        return [QLine(c * self.width, inset, c * self.width, bottom) for c in columns]

    def span(self, cells: CellRange, inset: float = 0) -> QRectF:
        """Return a rectangle of cells, made smaller on every side."""
        last = self.box(*cells.last, inset)
        return self.box(cells.row, cells.column, inset).united(last)


def _in_sight(start: int, length: int, size: int, count: int) -> tuple[int, int]:
    """Return the first line in sight, one before it if there is one, and how many there are."""
    shown = min(count, length // size + 4)
    return min(max(0, start // size - 1), count - shown), shown


def _runs(flags: npt.NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Yield where neighbouring flags are set: the first of them, and how many."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    for start, end in edges.reshape(-1, 2).tolist():
        yield start, end - start

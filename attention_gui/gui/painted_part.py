"""The part of a matrix that is painted: the cells in sight, with places counted from its corner."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, QPointF, QRectF

from attention_gui.gui.cells import CellRange, Cells
from attention_gui.scenario.relations import Relation
from attention_gui.scenario.sheet import CrossingLines, Sheet

__all__ = ["PaintedPart"]


@dataclass(frozen=True, slots=True)
class PaintedPart:
    """Some cells of a matrix.

    Attributes
    ----------
    whole : Cells
        Where all cells of the matrix are.
    range : CellRange
        Which of them are painted.
    cells : Cells
        Where these are, from their own corner on.
    """

    whole: Cells
    range: CellRange
    cells: Cells

    @classmethod
    def of(cls, whole: Cells, cells: CellRange) -> "PaintedPart":
        """Return a range of cells as the part that is painted."""
        return cls(whole, cells, whole.part(cells))

    @property
    def corner(self) -> QPoint:
        """Where the part begins in the matrix."""
        return self.whole.corner(self.range)

    def sheet(self, sheet: Sheet) -> Sheet:
        """Return a sheet's cells that are in the part."""
        is_all = self.range == self.whole.everything
        return sheet if is_all else sheet.part(*self.range.slices)

    def place(self, place: tuple[int, int] | None) -> tuple[int, int] | None:
        """Return the place of a cell in the part, or None if it is not there."""
        if place is None or place not in self.range:
            return None
        return place[0] - self.range.row, place[1] - self.range.column

    def lines(self, rows: npt.NDArray[np.bool_], columns: npt.NDArray[np.bool_]) -> CrossingLines:
        """Return which of some rows and columns are in the part."""
        at = self.range.slices
        return rows[at[0]], columns[at[1]]

    def outline(self, box: QRectF, line: float) -> QRectF:
        """Return an outline of some width, kept within the matrix, as it is in the part."""
        inset = line / 2
        matrix = QRectF(self.whole.area).adjusted(inset, inset, -inset, -inset)
        return (box & matrix).translated(-QPointF(self.corner))

    def blocks(
        self, rows: npt.NDArray[np.bool_], columns: npt.NDArray[np.bool_], line: float
    ) -> list[QRectF]:
        """Return outlines of some width around cells, neighbours in one.

        They are around cells out of sight, too: their dashes begin where they do.
        """
        return [self.outline(box, line) for box in self.whole.blocks(rows, columns, -line / 2)]

    def related_blocks(
        self, lines: Sequence[CrossingLines], related: npt.NDArray[np.uint8], line: float
    ) -> dict[Relation, list[QRectF]]:
        """Return `blocks` of linked cells by their relation, which each column has one of."""
        return {
            Relation(at): [
                box
                for rows, columns in lines
                for box in self.blocks(rows, columns & (related == at), line)
            ]
            for at in np.unique(related)
        }

    def related_cells(
        self, linked: npt.NDArray[np.bool_], related: npt.NDArray[np.uint8]
    ) -> dict[Relation, npt.NDArray[np.bool_]]:
        """Return which cells of the part are linked, by their relation."""
        linked, related = linked[self.range.slices], related[self.range.slices[1]]
        return {Relation(at): linked & (related == at) for at in np.unique(related)}

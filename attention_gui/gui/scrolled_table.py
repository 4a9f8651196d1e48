"""A table whose cells are all of one size, and which of them are in sight.

Usually the table is as large as its cells and never scrolls: what it lies on does.
"""

from PySide6.QtCore import QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from attention_gui.gui.cells import CellRange, Cells

__all__ = ["ScrolledTable"]


class ScrolledTable(QTableView):
    """A table that scrolls by pixels where it may.

    Attributes
    ----------
    scrolled : Signal()
        Other cells are in sight.
    """

    scrolled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells = Cells(0, 0, 0, 0)
        self.setFrameShape(QFrame.Shape.NoFrame)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._let_scroll(False)

    def _let_scroll(self, may_scroll: bool) -> None:
        """Scroll where there is not enough room; else every cell is in sight."""
        policy = Qt.ScrollBarPolicy
        shown = policy.ScrollBarAsNeeded if may_scroll else policy.ScrollBarAlwaysOff
        self._may_scroll = may_scroll
        self.setHorizontalScrollBarPolicy(shown)
        self.setVerticalScrollBarPolicy(shown)

    @property
    def offset(self) -> QPoint:
        """How far the cells are scrolled."""
        if not self._may_scroll:
            return QPoint(0, 0)
        return QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    @property
    def cells_in_sight(self) -> CellRange:
        """The cells that are scrolled into sight, and their neighbours; else all of them."""
        if not self._may_scroll:
            return self._cells.everything
        return self._cells.in_sight(QRect(self.offset, self.viewport().size()))

    def rows_in_sight(self) -> tuple[float, float]:
        """Return from where to where rows are in sight, counted in rows."""
        if not self._may_scroll:
            return 0.0, float(self._cells.n_rows)
        top, height = self.offset.y(), self._cells.height
        return top / height, (top + self.viewport().height()) / height

    def cell_box(self, row: int, column: int) -> QRect:
        """Return where a cell is in the view."""
        return self._cells.box(row, column).toRect().translated(-self.offset)

    def nearest(self, at: QPointF) -> tuple[int, int]:
        """Return the row and column of the cell that is nearest to a place in the view."""
        cells, on_matrix = self._cells, at + QPointF(self.offset)
        row = min(max(0, int(on_matrix.y()) // cells.height), cells.n_rows - 1)
        column = min(max(0, int(on_matrix.x()) // cells.width), cells.n_columns - 1)
        return row, column

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Move the cells, which are painted anew."""
        super().scrollContentsBy(dx, dy)
        self.viewport().update()
        self.scrolled.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll where not all cells are in sight; else leave it to what does, or zooms."""
        if self._may_scroll and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
        else:
            event.ignore()

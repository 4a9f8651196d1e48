"""A table whose cells are all of one size, and which of them are in sight.

Usually the table is as large as its cells and never scrolls: what it lies on does.
"""

from dataclasses import dataclass
from math import ceil, floor

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from attention_gui.gui.cells import CellRange, Cells

__all__ = ["Held", "ScrolledTable"]


@dataclass(frozen=True, slots=True)
class Held:
    """What stays where it is while the cells change their size.

    Attributes
    ----------
    in_cells : QPointF
        A place on the matrix, counted in cells.
    at : QPoint
        Where it is on the screen.
    cell : tuple of int, or None
        The row and column of the cell that it is in, if it stays in sight as a whole.
    """

    in_cells: QPointF
    at: QPoint
    cell: tuple[int, int] | None


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
        self.setShowGrid(False)  # it would take a pixel of every cell, and all of some
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.installEventFilter(self)
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

    @property
    def height_in_sight(self) -> int:
        """Height of the rows that are in sight, without a scroll bar."""
        return self.viewport().height() if self._may_scroll else self.height()

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

    def hold(self, at: QPoint | None, cell: tuple[int, int] | None) -> Held:
        """Return what is to stay where it is.

        Parameters
        ----------
        at : QPoint or None
            Where the mouse is on the screen.
        cell : tuple of int, or None
            What is meant without the mouse, or if it is elsewhere: this row and column, if it is
            in sight, else the middle.
        """
        viewport = self.viewport()
        mouse = None if at is None else viewport.mapFromGlobal(at)
        center = None if cell is None else self.cell_box(*cell).center()
        place = next(
            (p for p in (mouse, center) if p is not None and viewport.rect().contains(p)),
            viewport.rect().center(),
        )
        on_matrix = QPointF(place + self.offset)
        width, height = max(1, self._cells.width), max(1, self._cells.height)
        in_cells = QPointF(on_matrix.x() / width, on_matrix.y() / height)
        return Held(in_cells, viewport.mapToGlobal(place), cell if place is center else None)

    def let_go(self, held: Held) -> None:
        """Scroll the cell that `hold` returned back to where it was, with whole cells beside it."""
        if not self._may_scroll:
            return
        self.updateGeometries()
        at, in_cells = self.viewport().mapFromGlobal(held.at), held.in_cells
        width, height = self._cells.width, self._cells.height
        self.horizontalScrollBar().setValue(ceil(floor(in_cells.x()) - at.x() / width) * width)
        self.verticalScrollBar().setValue(ceil(floor(in_cells.y()) - at.y() / height) * height)
        if held.cell is not None:
            self.scrollTo(self.model().index(*held.cell))

    def scroll_to_first(self, cells: npt.NDArray[np.bool_]) -> None:
        """Bring the first row and the first column of some cells into sight.

        Whole rows ask for no column, whole columns for no row.
        """
        if not self._may_scroll:
            return
        for axis, bar, size in (
            (1, self.verticalScrollBar(), self._cells.height),
            (0, self.horizontalScrollBar(), self._cells.width),
        ):
            lines = np.logical_or.reduce(cells, axis=axis)
            if lines.any() and not lines.all():
                # With something beside it: the outlines reach a little further.
                beside = min(size, (bar.pageStep() - size) // 2)
                start = int(lines.argmax()) * size
                least, most = start + size + beside - bar.pageStep(), start - beside
                bar.setValue(max(min(bar.value(), most), least))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Move the cells, which are painted anew."""
        super().scrollContentsBy(dx, dy)
        self.viewport().update()
        self.scrolled.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Ctrl and the wheel zoom over the scroll bars as over the cells."""
        if isinstance(event, QWheelEvent) and _is_zoom(event):
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll where not all cells are in sight; else leave it to what does, or zooms."""
        if self._may_scroll and not _is_zoom(event):
            super().wheelEvent(event)
        else:
            event.ignore()


def _is_zoom(event: QWheelEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)

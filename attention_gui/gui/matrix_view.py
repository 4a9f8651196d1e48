"""The matrix view: a table that paints its whole viewport from the array.

It stays a QTableView, so selection, keyboard, editing and accessibility are Qt's; what is
painted comes from a `SheetPainter`.
"""

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from attention_gui.gui.cell_editor import CellDelegate
from attention_gui.gui.cells import Cells
from attention_gui.gui.matrix_model import AnyIndex, SheetModel
from attention_gui.gui.sheet_painter import Marks, SheetPainter
from attention_gui.gui.theme import Metrics, Theme, text_font
from attention_gui.quantities import Role
from attention_gui.scenario.selection import Selection
from attention_gui.scenario.sheets import Sheet

__all__ = ["MatrixView"]

_MINIMUM_CHARACTERS = 6  # "−0.000": the usual cell, so that panels keep their width


class MatrixView(QTableView):
    """Shows one sheet, editable or not.

    Attributes
    ----------
    picked : Signal(int, int)
        The row and column that the user moved to.
    acted : Signal(int, int)
        The user double-clicked a cell that cannot be typed into, or pressed Space on it.
    """

    picked = Signal(int, int)
    acted = Signal(int, int)

    def __init__(self, model: SheetModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._metrics = Metrics()
        self._painter: SheetPainter | None = None
        self._is_prepared = False
        self._cells = Cells(0, 0, 0, 0)
        self._marks: Marks | None = None
        self._linked = np.zeros((0, 0), dtype=bool)
        self._place: tuple[int, int] | None = None
        self._selection_key: tuple[object, ...] = ()
        self.setModel(model)
        self._model = model
        self._delegate = CellDelegate(self)
        self.setItemDelegate(self._delegate)
        model.refused.connect(self._refuse)
        self._set_up()

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.DoubleClicked
        )
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def sheet_model(self) -> SheetModel:
        """The model, as the type that it is."""
        return self._model

    @property
    def delegate(self) -> CellDelegate:
        """The delegate, as the type that it is."""
        return self._delegate

    def set_look(self, theme: Theme, metrics: Metrics) -> None:
        """Paint in another theme or size."""
        self._metrics = metrics
        self._painter = SheetPainter(theme, metrics)
        self.setFont(text_font(metrics.unit))
        self._marks = None
        self._fit_sections()
        self._repaint()

    def set_sheet(self, sheet: Sheet) -> None:
        """Show a sheet; nothing is repainted when it looks the same."""
        if self._model.has_sheet and sheet.same_as(self._model.sheet):
            return
        with QSignalBlocker(self):  # a cell that is gone moves the cursor; the user did not
            self._model.set_sheet(sheet)
        self._fit_sections()
        self._repaint()

    def set_selection(self, selection: Selection) -> None:
        """Mark what is selected here and what is linked to it."""
        sheet = self._model.sheet
        key = (selection, sheet.rows, sheet.columns, sheet.fixed)
        if key == self._selection_key:  # an edit of a number moves no mark
            return
        self._selection_key = key
        place, linked = sheet.place(selection), sheet.linked(selection)
        if place == self._place and np.array_equal(linked, self._linked):
            return
        self._place, self._linked, self._marks = place, linked, None
        if place is not None:
            index = self._model.index(*place)
            if index != self.currentIndex():
                with QSignalBlocker(self):
                    self.selectionModel().setCurrentIndex(
                        index, QItemSelectionModel.SelectionFlag.ClearAndSelect
                    )
        self.viewport().update()

    def set_marks(self, cells: npt.NDArray[np.bool_]) -> None:
        """Mark these cells, whatever is selected."""
        self._linked, self._marks = cells, None
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Return the size at which every cell shows."""
        return self.size_at(self._metrics)

    def size_at(self, metrics: Metrics) -> QSize:
        """Return the size at which every cell shows, at the given metrics."""
        n_rows, n_columns = self._model.sheet.shape
        width = metrics.cell_width(self._n_characters())
        return QSize(n_columns * width, n_rows * metrics.cell_height)

    def layout_key(self) -> tuple[object, ...]:
        """Return all that the view's size depends on, the metrics apart."""
        sheet = self._model.sheet
        return (sheet.rows.labels, len(sheet.columns.labels), self._n_characters())

    def _n_characters(self) -> int:
        return max(_MINIMUM_CHARACTERS, self._model.n_characters)

    def _fit_sections(self) -> None:
        if not self._model.has_sheet:
            return
        sheet, metrics = self._model.sheet, self._metrics
        width = metrics.cell_width(self._n_characters())
        cells = Cells(*sheet.shape, width, metrics.cell_height, sheet.n_blocks)
        if cells != self._cells:
            self._cells, self._marks = cells, None
            self.horizontalHeader().setDefaultSectionSize(cells.width)
            self.verticalHeader().setDefaultSectionSize(cells.height)

    def _repaint(self) -> None:
        self._is_prepared = False
        self.viewport().update()

    # -- keyboard and focus ------------------------------------------------------------------

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """Tell where the user moved."""
        super().currentChanged(current, previous)
        place = (current.row(), current.column())
        if current.isValid() and place != self._place:
            self.picked.emit(*place)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Repaint: the selection is painted by the view itself."""
        super().selectionChanged(selected, deselected)
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the cell even when it is the current one already."""
        if not self._delegate.commit():  # Qt would close the refused cell, and lose its text
            if self._delegate.editor is not None:
                self._delegate.editor.setFocus()
            return
        before = self.currentIndex()
        super().mousePressEvent(event)
        current = self.currentIndex()
        if current.isValid() and current == before:  # else `currentChanged` has told
            self.picked.emit(current.row(), current.column())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes down, as in a spreadsheet."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            below = self.currentIndex().siblingAtRow(self.currentIndex().row() + 1)
            if below.isValid():
                self.setCurrentIndex(below)
            return
        current = self.currentIndex()
        if event.key() == Qt.Key.Key_Space and current.isValid() and not self._is_editable():
            self.acted.emit(current.row(), current.column())
            return
        super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit the cell, or act on it where it cannot be typed into."""
        super().mouseDoubleClickEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not self._is_editable():
            self.acted.emit(index.row(), index.column())

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes right in an editable matrix, and leaves it after the last cell."""
        return self._step(1 if forward else -1) or super().focusNextPrevChild(forward)

    def _step(self, step: int) -> bool:
        """Move along the rows in an editable matrix; return False at its end."""
        n_rows, n_columns = self._model.sheet.shape
        index = self.currentIndex()
        at = index.row() * n_columns + index.column() + step
        if not self._is_editable() or not 0 <= at < n_rows * n_columns:
            return False
        self.setCurrentIndex(self._model.index(*divmod(at, n_columns)))
        return True

    def _is_editable(self) -> bool:
        return bool(self._model.flags(self.currentIndex()) & Qt.ItemFlag.ItemIsEditable)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Start at the first cell, unless a click says where; show that the keyboard is here."""
        super().focusInEvent(event)
        by_mouse = event.reason() == Qt.FocusReason.MouseFocusReason
        if not by_mouse and not self.currentIndex().isValid():
            self.setCurrentIndex(self._model.index(0, 0))
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what scrolls or zooms: a matrix is always shown whole."""
        event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the keyboard has left."""
        super().focusOutEvent(event)
        self.viewport().update()

    def _refuse(self, index: QModelIndex, message: str) -> None:
        self._delegate.refuse(message)

    # -- painting ----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the whole viewport from the sheet."""
        if self._painter is None or not self._model.has_sheet:
            return
        if not self._is_prepared:
            model = self._model
            self._painter.prepare(model.sheet, model.texts, model.digits, self._cells)
            self._is_prepared = True
        if self._marks is None:
            self._marks = Marks.of(self._cells, self._metrics, self._linked, self._place)
        painter = QPainter(self.viewport())
        self._painter.paint(painter, self.viewport().rect(), self._marks, self._focus_mark())

    def _focus_mark(self) -> tuple[Role, QRectF] | None:
        index = self.currentIndex()
        if not self.hasFocus() or not index.isValid():
            return None
        box = self._cells.box(index.row(), index.column(), 1)
        return self._model.sheet.quantity.role, box

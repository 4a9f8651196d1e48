"""A table in which one range of cells is selected, as in a spreadsheet."""

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Signal
from PySide6.QtWidgets import QAbstractItemView, QWidget

from attention_gui.gui.cells import CellRange
from attention_gui.gui.matrix_model import AnyIndex, SheetModel
from attention_gui.gui.scrolled_table import ScrolledTable

__all__ = ["RangedTable"]

_SELECT = QItemSelectionModel.SelectionFlag.ClearAndSelect


class RangedTable(ScrolledTable):
    """A table with a current cell, at a corner of the range.

    Parameters
    ----------
    model : SheetModel
        To be set by the subclass, once it can be told of another current cell.

    Attributes
    ----------
    ranged : Signal()
        The range or the keyboard's place has changed: commands may mean something else.
    """

    ranged = Signal()

    def __init__(self, model: SheetModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._range: CellRange | None = None
        self._begun: int | None = None  # the column that Tab has gone on from
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)

    @property
    def sheet_model(self) -> SheetModel:
        """The model, as the type that it is."""
        return self._model

    def go_to(self, index: QModelIndex) -> None:
        """Make a cell the current one and the only one in the range, whatever keys are held."""
        self.selectionModel().setCurrentIndex(index, _SELECT)

    def go_along(self, step: int) -> bool:
        """Go to the next cell of the row, or on to the next row; return False at the end of all."""
        n_rows, n_columns = self._model.outline.shape
        index = self.currentIndex()
        row, column = divmod(index.row() * n_columns + index.column() + step, n_columns)
        if not 0 <= row < n_rows:
            return False
        begun = index.column() if self._begun is None else self._begun
        self.go_to(self._model.index(row, column))
        self._begun = begun if row == index.row() else column
        return True

    def go_down(self, step: int) -> None:
        """Go to the next row, in the column where Tab has begun to go along this one."""
        index = self.currentIndex()
        column = index.column() if self._begun is None else self._begun
        target = self._model.index(index.row() + step, column)
        if target.isValid():
            self.go_to(target)

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """Begin anew where the user goes."""
        super().currentChanged(current, previous)
        self._begun = None

    @property
    def range(self) -> CellRange | None:
        """The cells that commands are about; None without a current cell."""
        index = self.currentIndex()
        if self._range is None and index.isValid():  # Qt moves there without selecting it
            return CellRange(index.row(), index.column())
        return self._range

    def select_range(self, cells: CellRange) -> None:
        """Select a range, with the current cell in its right lower corner."""
        first = self._model.index(cells.row, cells.column)
        self._extend(first, self._model.index(*cells.last))

    def _extend(self, anchor: AnyIndex, end: QModelIndex) -> None:
        """Select from one cell to another, which becomes the current one."""
        cells = CellRange.between((anchor.row(), anchor.column()), (end.row(), end.column()))
        self.selectionModel().select(self._selection_of(cells), _SELECT)
        self.selectionModel().setCurrentIndex(end, QItemSelectionModel.SelectionFlag.NoUpdate)

    def _selection_of(self, cells: CellRange) -> QItemSelection:
        first = self._model.index(cells.row, cells.column)
        return QItemSelection(first, self._model.index(*cells.last))

    def _anchor(self) -> QModelIndex:
        """Return the cell that the range was begun at: opposite to the current one."""
        current = self.currentIndex()
        if self.range is None:
            return self._model.index(0, 0)
        return self._model.index(*self.range.opposite((current.row(), current.column())))

    def selectAll(self) -> None:
        """Select the whole matrix; the current cell stays where it is."""
        n_rows, n_columns = self._model.outline.shape
        everything = self._selection_of(CellRange(0, 0, n_rows, n_columns))
        self.selectionModel().select(everything, _SELECT)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Take note of the range, which is painted by the view itself."""
        super().selectionChanged(selected, deselected)
        chosen = self.selectionModel().selection()
        cells = None
        if chosen.count():
            box = chosen.first()
            cells = CellRange(box.top(), box.left(), box.height(), box.width())
        if cells != self._range:
            self._range = cells
            self._show_range()
            self.ranged.emit()

    def _show_range(self) -> None:
        """Show another range."""
        self.viewport().update()

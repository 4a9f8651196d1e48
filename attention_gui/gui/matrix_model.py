"""The Qt model of one sheet: what tables, editors and screen readers ask for."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtCore import Signal as QtSignal

from attention_gui.engine import AttentionError, BlockReason
from attention_gui.gui import words
from attention_gui.gui.cells import CellRange
from attention_gui.gui.editing import Editing
from attention_gui.quantities import Axis
from attention_gui.scenario.numbers import USUAL, NumberFormat, edit_text
from attention_gui.scenario.sheet import Outline, Sheet

__all__ = ["AnyIndex", "SheetModel"]

AnyIndex = QModelIndex | QPersistentModelIndex

_NO_INDEX = QModelIndex()
_HINT_DIGITS = 12


class SheetModel(QAbstractTableModel):
    """Shows a sheet; a new sheet never closes an open editor nor touches its text.

    It may have to do with an outline until somebody asks for a number.

    Parameters
    ----------
    editing : Editing, optional
        Takes what is typed; without it nothing can be.

    Attributes
    ----------
    refused : Signal(QModelIndex, AttentionError)
        Typed text was not accepted, and why.
    wanted : Signal()
        Of what has an outline alone a number is asked for: who hears it sets the sheet.
    """

    refused = QtSignal(QModelIndex, object)
    wanted = QtSignal()

    def __init__(self, editing: Editing | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editing = editing
        self._outline: Outline | None = None
        self._sheet: Sheet | None = None
        self._numbers = USUAL
        self._n_characters: int | None = None

    @property
    def outline(self) -> Outline:
        """What is shown, the numbers apart; there is one from the first snapshot on."""
        assert self._outline is not None
        return self._outline

    @property
    def sheet(self) -> Sheet:
        """The sheet that is shown, with numbers that are looked up now if they were not yet."""
        if self._sheet is None:
            self.wanted.emit()
        assert self._sheet is not None
        return self._sheet

    @property
    def is_waiting(self) -> bool:
        """Whether nobody has asked for the numbers yet."""
        return self._sheet is None

    @property
    def numbers(self) -> NumberFormat:
        """How numbers are displayed."""
        return self._numbers

    @property
    def editing(self) -> Editing | None:
        """What takes numbers for the sheet; None while it cannot be changed."""
        is_editable = self._outline is not None and self._outline.quantity.editable
        return self._editing if is_editable else None

    @property
    def has_outline(self) -> bool:
        """Whether the first snapshot has arrived."""
        return self._outline is not None

    def set_sheet(self, sheet: Sheet, numbers: NumberFormat) -> None:
        """Show another sheet, growing or shrinking at the end."""
        self._numbers = numbers
        self._match_size(*sheet.shape)
        self._outline = self._sheet = sheet
        self._n_characters = None
        if sheet.shape[0] and sheet.shape[1]:
            self.dataChanged.emit(*self._corners)

    def set_outline(self, outline: Outline, numbers: NumberFormat) -> None:
        """Show a sheet whose numbers are looked up when somebody asks for them; see `wanted`."""
        self._numbers = numbers
        self._match_size(*outline.shape)
        self._outline, self._sheet = outline, None

    def _match_size(self, n_rows: int, n_columns: int) -> None:
        old_rows, old_columns = self._size
        if n_rows < old_rows:
            self.beginRemoveRows(_NO_INDEX, n_rows, old_rows - 1)
            self._shown(n_rows, old_columns)
            self.endRemoveRows()
        if n_columns < old_columns:
            self.beginRemoveColumns(_NO_INDEX, n_columns, old_columns - 1)
            self._shown(min(n_rows, old_rows), n_columns)
            self.endRemoveColumns()
        if n_rows > old_rows:
            self.beginInsertRows(_NO_INDEX, old_rows, n_rows - 1)
            self._shown(n_rows, min(n_columns, old_columns))
            self.endInsertRows()
        if n_columns > old_columns:
            self.beginInsertColumns(_NO_INDEX, old_columns, n_columns - 1)
            self._shown(n_rows, n_columns)
            self.endInsertColumns()

    _size = (0, 0)
    _corners = (_NO_INDEX, _NO_INDEX)

    def _shown(self, n_rows: int, n_columns: int) -> None:
        self._size = (n_rows, n_columns)
        self._corners = (self.index(0, 0), self.index(n_rows - 1, n_columns - 1))

    def text(self, row: int, column: int) -> str:
        """Return the displayed text of one cell, or what a picture would show there."""
        return self.sheet.text(row, column, self._numbers)

    @property
    def n_characters(self) -> int:
        """Length of the longest displayed text; the last one known, or 0, without numbers."""
        if self._sheet is None:
            return self._n_characters or 0
        if self._n_characters is None:
            self._n_characters = self.sheet.longest_text(self._numbers)
        return self._n_characters

    def forget_length(self) -> None:
        """Take no number for the longest until they are looked up."""
        self._n_characters = None

    def rowCount(self, parent: AnyIndex = _NO_INDEX) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else self._size[0]

    def columnCount(self, parent: AnyIndex = _NO_INDEX) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else self._size[1]

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Return what can be done with a cell."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self.editing is not None:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the displayed text, the text to edit, or what a screen reader says."""
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == Qt.ItemDataRole.EditRole:
            decimal = self._numbers.decimal if self._editing is None else self._editing.written
            return edit_text(float(self.sheet.values[row, column]), decimal)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._hint(row, column)
        return None

    def setData(self, index: AnyIndex, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Commit typed text; on refusal emit `refused` and change nothing."""
        if role != Qt.ItemDataRole.EditRole or self.editing is None:
            return False
        put = partial(self.editing.typed, self.sheet, index.row(), index.column(), str(value))
        return self._accepts(index, put)

    def fill(self, index: AnyIndex, cells: CellRange, text: str) -> bool:
        """Commit text typed into a cell to a whole range; refuse it as `setData` does."""
        if self.editing is None:
            return False
        return self._accepts(index, partial(self.editing.fill, self.sheet, cells, text))

    def _accepts(self, index: AnyIndex, put: Callable[[], None]) -> bool:
        try:
            put()
        except AttentionError as error:
            self.refused.emit(self.index(index.row(), index.column()), error)
            return False
        return True

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return a row's or column's label."""
        if role != Qt.ItemDataRole.DisplayRole or self._outline is None:
            return None
        horizontal = orientation == Qt.Orientation.Horizontal
        labels = (self._outline.columns if horizontal else self._outline.rows).labels
        return labels[section] if section < len(labels) else None

    def spoken(self, row: int, column: int) -> str:
        """Return a cell as a sentence, such as "weights, dogs to chase, 0.768"."""
        sheet = self.sheet
        ends = (sheet.rows.labels[row], sheet.columns.labels[column])
        pair = Axis.QUERY in sheet.rows.axes and Axis.KEY in sheet.columns.axes
        place = self.tr("{0} to {1}") if pair else "{0}, {1}"
        text = f"{words.name(sheet.name(column))}, {place.format(*ends)}, {self.text(row, column)}"
        reasons = self.reasons(row, column)
        return f"{text}, {reasons}" if reasons else text

    def reasons(self, row: int, column: int) -> str:
        """Return why a cell is blocked, or an empty text."""
        sheet = self.sheet
        if sheet.reasons is None or not sheet.reasons[row, column]:
            return ""
        flags = BlockReason(int(sheet.reasons[row, column]))
        names = [words.reason(flag) for flag in BlockReason if flag in flags]
        return self.tr("blocked: {0}").format(", ".join(names))

    def _hint(self, row: int, column: int) -> str:
        if self.sheet.texts is not None:  # letters: there is no number behind them
            return self.spoken(row, column)
        exact = replace(self._numbers, digits=_HINT_DIGITS).text(self.sheet.values[row, column])
        return f"{self.spoken(row, column)}\n{exact}"

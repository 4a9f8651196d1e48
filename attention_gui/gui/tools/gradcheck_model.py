"""The outcome of a gradient check as a table: one row a coordinate, its text made when shown."""

from bisect import bisect_right
from itertools import accumulate

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from attention_gui.engine import GradientCheck
from attention_gui.engine.arrays import FloatArray
from attention_gui.engine.gradcheck import InputCheck
from attention_gui.gui.fonts import advance
from attention_gui.gui.matrix_model import AnyIndex
from attention_gui.gui.tools.judgement import differences
from attention_gui.quantities import Axis
from attention_gui.scenario.names import cell_name
from attention_gui.scenario.numbers import USUAL, NumberFormat
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import coordinates

__all__ = ["CoordinateModel", "short"]

_NO_INDEX = QModelIndex()
_DIGITS = 9
_N_COLUMNS = 6
_JUDGED = 4
_NUMBERS = (1, 2, 3, 4)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def short(value: float, numbers: NumberFormat) -> str:
    """Return a small number such as an error, with two digits."""
    if np.isnan(value):
        return "NaN"
    if value == 0 or np.isinf(value):
        return "∞" if value else "0"
    return numbers.written(f"{value:.1e}")


class CoordinateModel(QAbstractTableModel):
    """Every coordinate of every input that was checked.

    Attributes
    ----------
    numbers : NumberFormat
        How numbers are displayed; what is compared has more digits.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.numbers = USUAL
        self._scenario: Scenario | None = None
        self._inputs: list[tuple[str, InputCheck]] = []
        self._differences: list[FloatArray] = []
        self._ends: list[int] = []

    @property
    def headers(self) -> tuple[str, ...]:
        """What stands above the columns."""
        return (
            self.tr("coordinate"),
            self.tr("analytic"),
            self.tr("numeric"),
            self.tr("|analytic − numeric|"),
            self.tr("error as judged"),
            self.tr("verdict"),
        )

    @property
    def rule(self) -> str:
        """How errors are judged, in the words of `check_gradients`."""
        return self.tr(
            "Error as judged: |analytic − numeric| / max(1, |analytic|, |numeric|, ε / tolerance);"
            " ε bounds the rounding error of the difference."
        )

    def retranslate(self) -> None:
        """Take up the language and the format of numbers."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, _N_COLUMNS - 1)
        if self.rowCount():
            last = self.index(self.rowCount() - 1, _N_COLUMNS - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def set_check(self, scenario: Scenario, check: GradientCheck) -> None:
        """Show a check of a scenario."""
        self.beginResetModel()
        self._scenario = scenario
        self._inputs = list(check.inputs.items())
        self._differences = [differences(part) for part in check.inputs.values()]
        self._ends = list(accumulate(part.errors.size for _, part in self._inputs))
        self.endResetModel()

    def largest(self) -> int | None:
        """Return the row with the largest error."""
        if not self.rowCount():
            return None
        worst = max(range(len(self._inputs)), key=lambda i: self._inputs[i][1].max_error)
        return self._start(worst) + int(self._inputs[worst][1].errors.argmax())

    def rowCount(self, parent: AnyIndex = _NO_INDEX) -> int:
        """Return the number of coordinates."""
        return 0 if parent.isValid() or not self._ends else self._ends[-1]

    def columnCount(self, parent: AnyIndex = _NO_INDEX) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else _N_COLUMNS

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's header."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.headers[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        if role == Qt.ItemDataRole.ToolTipRole and section == _JUDGED:
            return self.rule
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a text, its alignment, every digit of a number, or what is read aloud."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(index.row(), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            texts = [self._text(index.row(), c) for c in range(_N_COLUMNS)]
            return ", ".join(f"{h} {t}" for h, t in zip(self.headers, texts, strict=True))
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._exact(index.row(), index.column())
        return None

    def _text(self, row: int, column: int) -> str:
        if column == 0:
            return self._cell(row)
        part, at = self._place(row)
        if column in (1, 2):
            return self.numbers.with_digits(_DIGITS).text(self._number(row, column))
        both_nan = bool(np.isnan(part.analytic.flat[at]) and np.isnan(part.numeric.flat[at]))
        if column in _NUMBERS:
            return "—" if both_nan else short(self._number(row, column), self.numbers)
        if not part.passes.flat[at]:
            return self.tr("✗ fails")
        return self.tr("✓ both NaN") if both_nan else self.tr("✓ passes")

    def _exact(self, row: int, column: int) -> str:
        if column not in _NUMBERS:
            return self._text(row, column)
        return self.numbers.exact(self._number(row, column))

    def _number(self, row: int, column: int) -> float:
        part, at = self._place(row)
        difference = self._differences[self._input(row)]
        arrays = {1: part.analytic, 2: part.numeric, 3: difference, _JUDGED: part.errors}
        return float(arrays[column].flat[at])

    def widest_name(self, pixels: int) -> float:
        """Return the room that the names of all coordinates need, labels shortened as they are."""
        widest = 0.0
        for name, part in self._inputs:
            *before, n_rows, n_columns = part.errors.shape
            last = (*(n - 1 for n in before), n_columns - 1)  # the most digits
            names = (self._name(name, (*last[:-1], row, last[-1])) for row in range(n_rows))
            widest = max(widest, *(advance(pixels, text) for text in names))
        return widest

    def _cell(self, row: int) -> str:
        name, part = self._inputs[self._input(row)]
        index = np.unravel_index(self._place(row)[1], part.errors.shape)
        return self._name(name, tuple(int(i) for i in index))

    def _name(self, name: str, places: tuple[int, ...]) -> str:
        assert self._scenario is not None
        quantity = self._scenario.catalogue[name]
        named = coordinates(quantity, places, self._scenario.sizes)
        cell = cell_name(quantity, named, self._scenario)
        if Axis.BATCH in named and self._scenario.sizes[Axis.BATCH] > 1:
            return self.tr("batch {0}: {1}").format(named[Axis.BATCH], cell)
        return cell

    def _place(self, row: int) -> tuple[InputCheck, int]:
        """Return the input that a row belongs to, and its place there."""
        at = self._input(row)
        return self._inputs[at][1], row - self._start(at)

    def _input(self, row: int) -> int:
        return bisect_right(self._ends, row)

    def _start(self, at: int) -> int:
        return self._ends[at - 1] if at else 0


def _alignment(column: int) -> Qt.AlignmentFlag:
    return _RIGHT if column in _NUMBERS else _LEFT

"""The softmax of the selected row, step by step, with its weights as bars."""

from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from attention_gui.gui import words
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.store import Snapshot
from attention_gui.gui.theme import Metrics, Theme
from attention_gui.gui.title_line import TitleLine
from attention_gui.quantities import Axis
from attention_gui.scenario.names import shortened
from attention_gui.scenario.numbers import NumberFormat
from attention_gui.scenario.sheet import Outline, Sheet
from attention_gui.scenario.sheets import softmax_outline, softmax_rows, softmax_sheet

if TYPE_CHECKING:
    from attention_gui.gui.bar_chart import BarChart

__all__ = ["SoftmaxPanel"]

_CHART_UNITS = 7
_OF_ROW = ("row_max", "row_sums")
_TERM, _QUOTIENT = 1, 2  # the columns of the sheet that the sum is of, and that the bars show


class SoftmaxPanel(MatrixPanel):
    """Row maximum, exponents, exponentials, row sum and quotients of one row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("exponentials", parent=parent)
        self._chart: BarChart | None = None
        self._shown: list[bytes] = []

    def show_chart(self) -> None:
        """Add the bars; pyqtgraph is imported here, so that the window shows before it."""
        if self._chart is None:
            from attention_gui.gui.bar_chart import BarChart

            self._chart = BarChart(self)
            self._name_chart()
            self._update_chart()
            self._chart.show()

    @property
    def chart(self) -> "BarChart | None":
        """The bars, once they are shown."""
        return self._chart

    def _show(self, sheet: Sheet, snapshot: Snapshot) -> None:
        super()._show(sheet, snapshot)
        self._shown = _bits(snapshot)
        self._update_chart()

    def renumbered(self, snapshot: Snapshot) -> Sheet:
        """Return the sheet of the row with other numbers, if it has any."""
        return self.sheet if _bits(snapshot) == self._shown else self._sheet(snapshot)

    def set_look(self, theme: Theme, metrics: Metrics) -> None:
        """Show in another theme or size."""
        super().set_look(theme, metrics)
        self._update_chart()

    def extra_width(self, metrics: Metrics) -> int:
        """Return the room that the chart needs, and the end of a legend longer than the matrix."""
        return (
            metrics.unit * _CHART_UNITS
            + self._chart_left(metrics)
            - self.frame_box(metrics).right()
        )

    def _sheet(self, snapshot: Snapshot) -> Sheet:
        return softmax_sheet(snapshot.scenario, snapshot.result, snapshot.selection)

    def outline_of(self, snapshot: Snapshot) -> Outline:
        """Return the outline of the row's sheet."""
        return softmax_outline(snapshot.scenario, snapshot.selection)

    def _set_texts(self, snapshot: Snapshot, outline: Outline, sheet: Sheet | None = None) -> None:
        """Say which row it is; its maximum and its sum with its numbers."""
        self.view.setAccessibleName(self.tr("softmax of the row"))
        self._name_chart()
        row = shortened(snapshot.scenario.labels[outline.fixed[Axis.QUERY]], 12)
        note = ""
        if snapshot.result["empty_rows"][tuple(outline.fixed.values())]:
            note = self.tr("no allowed key: {0}").format(row)
        caption = detail = ""
        if sheet is not None:
            values, numbers = _of_row(snapshot, outline), snapshot.numbers
            is_sum = _is_sum(sheet, numbers, values[-1])
            caption = self._sums(snapshot, values, sign="=" if is_sum else "≈")
            if not is_sum:
                detail = f"{self._symbols(snapshot)[-1]} = {numbers.exact(values[-1])}"
        place, brief = self._cut_names(snapshot, outline)
        usual = self._sums(snapshot, (0.0,) * len(_OF_ROW))
        formula, name = words.formula(outline.quantity, ""), self.tr("softmax")
        title = TitleLine(formula, name, place, caption, usual, brief=brief, detail=detail)
        self.set_title(title, note)

    @staticmethod
    def _symbols(snapshot: Snapshot) -> tuple[str, ...]:
        return tuple(snapshot.scenario.catalogue[i].plain_symbol for i in _OF_ROW)

    def _sums(self, snapshot: Snapshot, values: tuple[float, ...], *, sign: str = "=") -> str:
        """Return the maximum and, after a sign, the sum of the row as a text."""
        (maximum, total), texts = self._symbols(snapshot), map(snapshot.numbers.text, values)
        return f"{maximum} = {next(texts)}, {total} {sign} {next(texts)}"

    def _name_chart(self) -> None:
        if self._chart is not None:
            self._chart.setAccessibleName(self.tr("weights of the row as bars"))

    def _has_bottom_line(self) -> bool:
        return True  # the chart's axis needs it

    def _chart_left(self, metrics: Metrics) -> int:
        """Return where the chart starts: right of the matrix and of the legend below it."""
        legend = metrics.pad + self._bottom_width(metrics) if self._has_legend() else 0
        return max(self.frame_box(metrics).right() + metrics.unit // 2, legend + metrics.unit)

    def _place_view(self) -> None:
        super()._place_view()
        if self._chart is not None:
            view = self.view.geometry()
            left = self._chart_left(self.metrics)
            width = self.width() - self.metrics.pad - left
            axis = self.metrics.legend_height
            height = self.view.height_in_sight + axis
            self._chart.setGeometry(QRect(left, view.top(), width, height))
            self._chart.set_rows(*self.view.rows_in_sight())

    def _show_scrolled(self) -> None:
        super()._show_scrolled()
        if self._chart is not None:
            self._chart.set_rows(*self.view.rows_in_sight())

    def _update_chart(self) -> None:
        if self._chart is None or self.theme is None or not self.view.sheet_model.has_outline:
            return
        self._place_view()
        self._chart.set_look(self.theme, self.metrics)
        self._chart.set_numbers(self.numbers)
        if not self.is_waiting:
            self._chart.set_lengths(self.sheet.values[:, _QUOTIENT])


def _is_sum(sheet: Sheet, numbers: NumberFormat, total: float) -> bool:
    """Return whether the displayed sum is what it seems: exact, or made by the displayed terms."""
    if sheet.is_picture or Decimal(total) == numbers.rounded(total):
        return True
    return numbers.add_up(sheet.values[:, _TERM].tolist(), total)


def _of_row(snapshot: Snapshot, outline: Outline) -> tuple[float, ...]:
    """Return what is told of the row."""
    at = tuple(outline.fixed.values())
    return tuple(snapshot.result.cell(i, at) for i in _OF_ROW)


def _bits(snapshot: Snapshot) -> list[bytes]:
    """Return the numbers of the row to the last bit: all that is shown follows from them."""
    return [row.tobytes() for row in softmax_rows(snapshot.result, snapshot.selection)]

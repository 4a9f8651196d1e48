"""Two scores, scaled and unscaled: their weights and the Jacobian of the softmax."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from attention_gui.engine import AttentionError
from attention_gui.engine.arrays import FloatArray
from attention_gui.engine.softmax import jacobian_trace
from attention_gui.engine.studies import TwoScores, two_scores
from attention_gui.gui.fonts import text_font
from attention_gui.gui.theme import Metrics
from attention_gui.gui.tools.fields import Field, number, positive
from attention_gui.gui.tools.study import Study
from attention_gui.gui.tools.table import TextTable
from attention_gui.scenario.numbers import edit_text

if TYPE_CHECKING:
    from attention_gui.gui.bar_chart import BarChart

__all__ = ["TwoScoresStudy"]

_DIGITS = 6


class TwoScoresStudy(Study):
    """Shows what a factor does to two scores."""

    def __init__(self, folder: Callable[[], Path], parent: QWidget) -> None:
        super().__init__("study.two-scores", folder, parent)
        self._result = two_scores()
        self._add_fields()
        self._weights = TextTable("weights", self.unit)
        self._jacobians = {
            name: TextTable(f"jacobian.{name}", self.unit) for name in ("unscaled", "scaled")
        }
        self._headings: dict[str, QLabel] = {}
        self._bars: dict[str, BarChart] = {}
        self._traces = {name: QLabel() for name in self._jacobians}
        self._fill_figure()
        self.retranslate()
        self.set_size(1100, 560)

    def _add_fields(self) -> None:
        result = self._result
        self._scores = [
            Field(f"score.{at}", edit_text(float(score)), number)
            for at, score in enumerate(result.scores)
        ]
        self._factor = Field("factor", edit_text(result.factor), positive("factor"))
        for field in (*self._scores, self._factor):
            field.add_to(self.fields, self.unit)
            field.edit.textEdited.connect(self._typed)
            field.edit.editingFinished.connect(self.run)
        self.add_export()

    def _typed(self) -> None:
        self.notice.hide()

    def _fill_figure(self) -> None:
        grid = QGridLayout()
        self.figure.body.addLayout(grid)
        grid.setHorizontalSpacing(2 * self.unit)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(self._weights, 1, 0, 3, 1, top)
        for column, (name, table) in enumerate(self._jacobians.items(), start=1):
            self._traces[name].setObjectName(f"trace.{name}")
            self._traces[name].setFont(text_font(self.unit))
            grid.addWidget(self._heading(f"jacobian.{name}"), 0, column)
            grid.addWidget(table, 1, column, top)
            grid.addWidget(self._traces[name], 2, column)
            grid.addWidget(self._heading(f"bars.{name}"), 3, column)
        grid.addWidget(self._heading("weights"), 0, 0)
        grid.setColumnStretch(3, 1)
        grid.setRowStretch(5, 1)
        self._grid = grid

    def _heading(self, name: str) -> QLabel:
        label = self._headings[name] = QLabel()
        label.setFont(text_font(self.unit, bold=True))
        return label

    def retranslate(self) -> None:
        """Take up the language."""
        self.setWindowTitle(self.tr("Two scores, scaled and unscaled"))
        labels = (self.tr("Score &0"), self.tr("Score &1"))
        spoken = (self.tr("score of key 0"), self.tr("score of key 1"))
        for field, label, words in zip(self._scores, labels, spoken, strict=True):
            field.set_texts(label, words)
        self._factor.set_texts(self.tr("&Factor"), self.tr("what multiplies the scores"))
        for field in (*self._scores, self._factor):
            field.set_decimal(self.numbers.decimal)
        self._weights.setAccessibleName(self.tr("scores and weights"))
        self._jacobians["unscaled"].setAccessibleName(self.tr("Jacobian, unscaled"))
        self._jacobians["scaled"].setAccessibleName(self.tr("Jacobian, scaled"))
        self._headings["weights"].setText(self.tr("scores and weights"))
        for name, title in (("unscaled", self.tr("unscaled")), ("scaled", self.tr("scaled"))):
            jacobian = self.tr("∂αⱼ/∂sₗ {0}").format(title)
            bars = self.tr("α {0}, key 0 above key 1").format(title)
            self._headings[f"jacobian.{name}"].setText(jacobian)
            self._headings[f"bars.{name}"].setText(bars)
        super().retranslate()

    def show_plots(self) -> None:
        """Add the bars."""
        if self._bars:
            return
        from attention_gui.gui.bar_chart import BarChart

        for column, name in enumerate(self._jacobians, start=1):
            bars = BarChart()
            bars.setObjectName(f"bars.{name}")
            bars.setFixedHeight(self.unit * 6)
            self._bars[name] = bars
            self._grid.addWidget(bars, 4, column)
        self.draw()

    @property
    def outcome(self) -> TwoScores:
        """What is shown."""
        return self._result

    def run(self) -> None:
        """Compute with what was typed."""
        if not self.isVisible():
            return
        scores = [field.value() for field in self._scores]
        factor = self._factor.value()
        given = [score for score in scores if score is not None]
        if len(given) < len(scores) or factor is None:
            return
        try:
            self._result = two_scores(given, factor)
        except AttentionError as error:
            self.notice.refuse(error)
            return
        self.draw()

    def draw(self) -> None:
        """Show the numbers."""
        result = self._result
        self.figure.set_texts(
            self.tr("Two scores and their weights, without and with a factor"),
            self.tr("scores {0} and {1}, multiplied by {2}").format(
                *(self._typed_text(value) for value in (*result.scores, result.factor))
            ),
            self.tr(
                "Scores are divided by √dₖ (Vaswani et al. 2017, §3.2.1); {0} is 1/√2, as for"
                " dₖ = 2. The Jacobian of the softmax is ∂αⱼ/∂sₗ = αⱼ(δⱼₗ − αₗ); its trace 1 − Σα²"
                " is 0 when one key has all the weight: then no gradient reaches the scores."
            ).format(self.numbers.written("0.7071")),
        )
        for bars in self._bars.values():
            bars.setAccessibleName(self.tr("weights as bars, key 0 above"))
        self._draw_weights(result)
        self._draw_jacobian("unscaled", result.unscaled, result.jacobian_unscaled)
        self._draw_jacobian("scaled", result.scaled, result.jacobian_scaled)

    def _text(self, value: float) -> str:
        return self.numbers.with_digits(_DIGITS).text(value)

    def _typed_text(self, value: float) -> str:
        return edit_text(value, self.numbers.decimal)

    def _draw_weights(self, result: TwoScores) -> None:
        headers = (self.tr("key"), self.tr("score"), self.tr("α unscaled"), self.tr("α scaled"))
        arrays = (result.scores, result.unscaled, result.scaled)
        self._weights.set_rows(
            headers,
            [
                (str(key), *(self._text(float(array[key])) for array in arrays))
                for key in range(len(result.scores))
            ],
        )

    def _draw_jacobian(self, name: str, weights: FloatArray, jacobian: FloatArray) -> None:
        keys = [str(key) for key in range(len(weights))]
        rows = [
            (f"α{key}", *map(self._text, row))
            for key, row in zip(keys, jacobian.tolist(), strict=True)
        ]
        self._jacobians[name].set_rows(("", *(f"s{key}" for key in keys)), rows)
        if name in self._bars and self.theme is not None:
            self._bars[name].set_look(self.theme, Metrics(self.unit))
            self._bars[name].set_numbers(self.numbers)
            self._bars[name].set_rows(0, len(weights))
            self._bars[name].set_lengths(weights)
        trace = self._text(float(jacobian_trace(weights)))
        self._traces[name].setText(self.tr("trace 1 − Σα² = {0}").format(trace))

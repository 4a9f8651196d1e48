"""What a layer of attention costs, by the number of tokens."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from attention_gui.engine import AttentionError
from attention_gui.engine.studies import Cost, cost
from attention_gui.gui.tools.fields import Field, whole
from attention_gui.gui.tools.study import Study
from attention_gui.gui.tools.table import TextTable
from attention_gui.quantities import Role

if TYPE_CHECKING:
    from attention_gui.gui.tools.plot import CurvePlot

__all__ = ["CostStudy"]

_MOST = 10**9
_BEYOND = 4
"""How far the plot goes beyond n and the crossover, in doublings."""


class CostStudy(Study):
    """Shows work and memory of self-attention beside its projections."""

    def __init__(self, folder: Callable[[], Path], parent: QWidget) -> None:
        super().__init__("study.cost", folder, parent)
        self._result = cost(128, 32, 4)
        self._plots: dict[str, CurvePlot] = {}
        self._add_fields()
        self._table = TextTable("numbers", self.unit)
        self.figure.body.addWidget(self._table, 0, Qt.AlignmentFlag.AlignTop)
        self.retranslate()

    def _add_fields(self) -> None:
        result = self._result
        self._tokens = Field("tokens", str(result.n_tokens), whole("n", _MOST))
        self._width = Field("width", str(result.d_model), whole("d", _MOST))
        self._heads = Field("heads", str(result.n_heads), whole("h", _MOST))
        for field in (self._tokens, self._width, self._heads):
            field.add_to(self.fields, self.unit)
            field.edit.textEdited.connect(self._typed)
            field.edit.editingFinished.connect(self.run)
        self.add_export()

    def retranslate(self) -> None:
        """Take up the language."""
        self.setWindowTitle(self.tr("Cost and memory"))
        self._tokens.set_texts(self.tr("&Tokens n"), self.tr("number of tokens"))
        self._width.set_texts(self.tr("&Width d"), self.tr("width of the model"))
        self._heads.set_texts(self.tr("&Heads h"), self.tr("number of heads"))
        self._table.setAccessibleName(self.tr("cost of a layer"))
        super().retranslate()

    def _typed(self) -> None:
        self.notice.hide()

    @property
    def outcome(self) -> Cost:
        """What is shown."""
        return self._result

    def show_plots(self) -> None:
        """Add the plots."""
        if self._plots:
            return
        from attention_gui.gui.tools.plot import CurvePlot

        for name in ("plot.work", "plot.memory"):
            plot = CurvePlot(name, self.unit, log_y=True)
            plot.setMinimumSize(19 * self.unit, 16 * self.unit)
            self.figure.body.addWidget(plot, 1)
            self._plots[name] = plot
        self.draw()

    def plots(self) -> "Sequence[CurvePlot]":
        """Return the plots that there are by now."""
        return tuple(self._plots.values())

    def run(self) -> None:
        """Compute with what was typed."""
        if not self.isVisible():
            return
        tokens, width, heads = self._tokens.value(), self._width.value(), self._heads.value()
        if tokens is None or width is None or heads is None:
            return
        try:
            self._result = cost(tokens, width, heads)
        except AttentionError as error:
            self.notice.refuse(error)
            return
        self.draw()

    def draw(self) -> None:
        """Show the numbers and the curves."""
        self._draw_texts(self._result)
        self._draw_table(self._result)
        for plot in self._plots.values():
            if self.theme is not None:
                plot.set_theme(self.theme)
        if self._plots:
            self._name_plots()
            self._draw_curves(self._result)

    def _name_plots(self) -> None:
        titles = {
            "plot.work": (self.tr("multiply-adds"), self.tr("work by number of tokens")),
            "plot.memory": (self.tr("bytes"), self.tr("memory by number of tokens")),
        }
        for name, (title, spoken) in titles.items():
            self._plots[name].setAccessibleName(spoken)
            self._plots[name].set_titles(self.tr("n, number of tokens"), title)

    def _draw_texts(self, result: Cost) -> None:
        self.figure.set_texts(
            self.tr("Attention outweighs its projections from n = 2d = {0} tokens").format(
                self.numbers.count(result.crossover)
            ),
            self.tr("one layer of self-attention, n = {0}, d = {1}, h = {2}").format(
                *map(self.numbers.count, (result.n_tokens, result.d_model, result.n_heads))
            ),
            self.tr(
                "Attention takes O(n²d) time in one sequential step with paths of length 1; a"
                " recurrent layer O(nd²) in n steps with paths of length n (Vaswani et al. 2017,"
                " table 1). Twice the tokens, four times the work and memory; exact kernels that"
                " never store the matrix save memory, not work (Dao et al. 2022)."
            ),
        )

    def _draw_table(self, result: Cost) -> None:
        rows = [
            (self.tr("scores a head, n²"), result.scores_of_head),
            (self.tr("weights of the layer, hn²"), result.weights_of_layer),
            (self.tr("memory of the scores, 8hn² bytes"), result.score_bytes),
            (self.tr("parameters, 4d²"), result.parameters),
            (self.tr("attention, 2n²d multiply-adds"), result.attention_multiply_adds),
            (self.tr("projections, 4nd² multiply-adds"), result.projection_multiply_adds),
            (self.tr("crossover, n = 2d"), result.crossover),
        ]
        self._table.set_rows(
            (self.tr("quantity"), self.tr("number")),
            [(name, self.numbers.count(count)) for name, count in rows],
        )

    def _draw_curves(self, result: Cost) -> None:
        from attention_gui.gui.tools.plot import Curve, Level

        costs = _along(result)
        x = [entry.n_tokens for entry in costs]
        work = [
            Curve(self.tr("attention 2n²d"), x, [c.attention_multiply_adds for c in costs],
                  Role.WEIGHT, in_legend=True),
            Curve(self.tr("projections 4nd²"), x, [c.projection_multiply_adds for c in costs],
                  Role.QUERY, is_dashed=True, in_legend=True),
        ]  # fmt: skip
        memory = [
            Curve(
                self.tr("scores 8hn²"),
                x,
                [c.score_bytes for c in costs],
                Role.SCORE,
                in_legend=True,
            ),
        ]
        here, crossing = (
            Level(text.format(self.numbers.count(count)), count)
            for text, count in (
                (self.tr("n = {0}"), result.n_tokens),
                (self.tr("n = 2d = {0}"), result.crossover),
            )
        )
        levels = [here] if result.n_tokens == result.crossover else [here, crossing]
        for name, curves in (("plot.work", work), ("plot.memory", memory)):
            heights = [height for curve in curves for height in curve.y]
            self._plots[name].set_curves(
                curves,
                (x[0], x[-1]),
                (min(heights), max(heights)),
                levels if name == "plot.work" else [here],
            )


def _along(result: Cost) -> list[Cost]:
    """Return the costs of more and of fewer tokens, around those given and the crossover."""
    low, high = sorted((result.n_tokens, result.crossover))
    counts = [1 << power for power in range(_MOST.bit_length() + _BEYOND)]
    shown = [n for n in counts if low >> _BEYOND <= n <= high << _BEYOND]
    return [cost(n, result.d_model, result.n_heads) for n in shown]

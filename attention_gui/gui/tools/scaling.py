"""Why scores are divided by √d_k: random queries and keys of several widths."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from attention_gui.engine.studies import ScaleStudy, scale_study
from attention_gui.gui.tools.fields import Field, whole, wholes
from attention_gui.gui.tools.job import Report
from attention_gui.gui.tools.study import Study
from attention_gui.gui.tools.table import TextTable
from attention_gui.quantities import Role

if TYPE_CHECKING:
    from attention_gui.gui.tools.plot import CurvePlot

__all__ = ["ScalingStudy"]

_DIGITS = 2

_MOST_KEYS, _MOST_TRIALS, _MOST_SEED = 1024, 1_000_000, 2**32
_MOST_WIDTH, _MOST_WIDTHS = 16_384, 12


class ScalingStudy(Study):
    """Shows what unscaled scores do to the softmax as heads grow wider."""

    def __init__(self, folder: Callable[[], Path], parent: QWidget) -> None:
        super().__init__("study.scaling", folder, parent)
        self._result: ScaleStudy | None = None
        self._plots: list[CurvePlot] = []
        self._add_fields()
        self._table = TextTable("numbers", self.unit)
        self.figure.body.addWidget(self._table, 0, Qt.AlignmentFlag.AlignTop)
        self.job.progressed.connect(self._progress.advance)
        self.job.finished.connect(self._show)
        self.show_running(is_running=False)
        self.retranslate()

    def _add_fields(self) -> None:
        self._keys = Field("keys", "16", whole("n", _MOST_KEYS))
        self._trials = Field("trials", "2000", whole("trials", _MOST_TRIALS))
        self._seed = Field("seed", "0", whole("seed", _MOST_SEED, 0))
        widths = wholes("dₖ", _MOST_WIDTH, _MOST_WIDTHS)
        self._widths = Field("widths", "1, 4, 16, 64, 512", widths)
        for field in (self._keys, self._trials, self._seed, self._widths):
            field.add_to(self.fields, self.unit)
        self._run = self.add_button("run")
        self._run.setDefault(True)
        self._run.clicked.connect(self.run)
        self._cancel = self.add_button("cancel")
        self._cancel.clicked.connect(self.job.cancel)
        self._progress = self.add_progress()
        self.add_export()

    def retranslate(self) -> None:
        """Take up the language."""
        self.setWindowTitle(self.tr("Why divide by √dₖ"))
        self._keys.set_texts(self.tr("&Keys n"), self.tr("number of keys"))
        self._trials.set_texts(self.tr("&Trials"), self.tr("number of trials"))
        self._seed.set_texts(self.tr("&Seed"), self.tr("seed of the random numbers"))
        self._widths.set_texts(self.tr("&Widths dₖ"), self.tr("widths of a head"))
        self._run.setText(self.tr("&Run"))
        self._cancel.setText(self.tr("&Cancel"))
        self._progress.setAccessibleName(self.tr("progress of the study"))
        self._table.setAccessibleName(self.tr("means over the trials"))
        super().retranslate()

    @property
    def outcome(self) -> ScaleStudy | None:
        """The study that is shown."""
        return self._result

    def show_plots(self) -> None:
        """Add the plots, and run the study once."""
        if self._plots:
            return
        from attention_gui.gui.tools.plot import CurvePlot

        for name in ("plot.largest", "plot.trace"):
            plot = CurvePlot(name, self.unit, log_y=False)
            plot.setMinimumSize(19 * self.unit, 16 * self.unit)
            self.figure.body.addWidget(plot, 1)
            self._plots.append(plot)
        self.draw()
        self.run()

    def plots(self) -> "Sequence[CurvePlot]":
        """Return the plots that there are by now."""
        return self._plots

    def run(self) -> None:
        """Draw the random numbers, beside the window."""
        keys, trials, seed = self._keys.value(), self._trials.value(), self._seed.value()
        widths = self._widths.value()
        if keys is None or trials is None or seed is None or widths is None:
            return
        if self.job.is_running:
            return
        self.notice.hide()
        self._progress.setValue(0)
        self.show_running(is_running=True)
        self.job.start(partial(_studied, widths, keys, trials, seed))

    def show_running(self, *, is_running: bool) -> None:
        """Offer to run or to cancel."""
        self._progress.setVisible(is_running)
        self._run.setEnabled(not is_running)
        self._cancel.setEnabled(is_running)

    def _show(self, study: ScaleStudy) -> None:
        self.show_running(is_running=False)
        if study.cancelled:
            self.notice.say(lambda: self.tr("Cancelled; the numbers below are those from before."))
            return
        self._result = study
        self.draw()

    def draw(self) -> None:
        """Show the numbers and the curves."""
        self._draw_texts()
        if self._result is not None:
            self._draw_table(self._result)
        self._name_plots()
        for plot in self._plots:
            if self.theme is not None:
                plot.set_theme(self.theme)
        if self._result is not None and self._plots:
            self._draw_curves(self._result)

    def _name_plots(self) -> None:
        titles = (self.tr("largest weight"), self.tr("1 − Σα², the trace of the Jacobian"))
        for plot, title in zip(self._plots, titles, strict=False):
            plot.setAccessibleName(self.tr("{0} against dₖ").format(title))
            plot.set_titles(self.tr("dₖ, width of a head"), title)

    def _draw_texts(self) -> None:
        subtitle = ""
        if self._result is not None:
            subtitle = self.tr("keys n = {0}, trials a width: {1}, seed {2}; means").format(
                self._result.n_keys, self.numbers.count(self._result.n_trials), self._result.seed
            )
        self.figure.set_texts(
            self.tr("What dividing by √dₖ does to the softmax"),
            subtitle,
            self.tr(
                "If the components of q and k are independent with mean 0 and variance 1,"
                " Var(q·k) = dₖ (Vaswani et al. 2017, §3.2.1, note 4): an argument under"
                " assumptions, not a theorem about every row. dₖ is the width of one head."
                " 1 − Σα² is 1 − 1/n for uniform weights and 0 for one-hot ones."
            ),
        )

    def _draw_table(self, study: ScaleStudy) -> None:
        numbers = self.numbers.with_digits(_DIGITS)
        rows = [
            (numbers.count(row.d_k), *(numbers.text(value) for value in (
                row.score_std, row.largest_unscaled, row.largest_scaled,
                row.trace_unscaled, row.trace_scaled)))
            for row in study.rows
        ]  # fmt: skip
        headers = (
            self.tr("dₖ"),
            self.tr("std of\nq·k"),
            self.tr("largest α\nunscaled"),
            self.tr("largest α\nscaled"),
            self.tr("1 − Σα²\nunscaled"),
            self.tr("1 − Σα²\nscaled"),
        )
        self._table.set_rows(headers, rows)

    def _draw_curves(self, study: ScaleStudy) -> None:
        from attention_gui.gui.tools.plot import Curve

        x = [row.d_k for row in study.rows]
        unscaled, scaled = self.tr("unscaled"), self.tr("divided by √dₖ")
        ends = (x[0], max(x[-1], x[0] + 1))
        largest = [(row.largest_unscaled, row.largest_scaled) for row in study.rows]
        traces = [(row.trace_unscaled, row.trace_scaled) for row in study.rows]
        for plot, pairs in zip(self._plots, (largest, traces), strict=True):
            is_above = pairs is largest  # unscaled weights saturate at 1, traces at 0
            one, other = ([pair[i] for pair in pairs] for i in (0, 1))
            plot.set_numbers(self.numbers)
            plot.set_ticks(x)
            plot.set_curves(
                [
                    Curve(unscaled, x, one, Role.KEY, is_dashed=True, symbol="s", above=is_above),
                    Curve(scaled, x, other, Role.QUERY, symbol="o", above=not is_above),
                ],
                ends,
                (0.0, 1.0),
            )


def _studied(
    widths: tuple[int, ...], keys: int, trials: int, seed: int, report: Report
) -> ScaleStudy:
    return scale_study(widths, keys, trials, seed, progress=report)

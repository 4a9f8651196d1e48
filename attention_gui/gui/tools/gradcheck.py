"""The gradient check: every coordinate's analytic and numeric gradient side by side."""

from functools import partial

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QTableView, QWidget

from attention_gui.engine import GradientCheck, Problem, check_gradients
from attention_gui.gui import words
from attention_gui.gui.fonts import advance, text_font
from attention_gui.gui.store import Snapshot
from attention_gui.gui.tools.fields import Field, positive
from attention_gui.gui.tools.gradcheck_model import CoordinateModel, short
from attention_gui.gui.tools.job import Report
from attention_gui.gui.tools.judgement import differences, leniency
from attention_gui.gui.tools.table import TextTable
from attention_gui.gui.tools.tool_window import TITLE, ToolWindow
from attention_gui.scenario.names import shortened
from attention_gui.scenario.numbers import edit_text
from attention_gui.scenario.parts import same_mathematics
from attention_gui.scenario.scenario import Scenario

__all__ = ["GradientWindow"]

_NUMBER = "−00.000000000"
"""As long as a number gets."""


class GradientWindow(ToolWindow):
    """Checks the gradients of what the main window shows."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("gradcheck", parent)
        self._shown: Scenario | None = None
        self._checked: Scenario | None = None
        self._add_fields()
        self._heading = QLabel()
        self._heading.setObjectName("heading")
        self._heading.setTextFormat(Qt.TextFormat.PlainText)
        self._heading.setWordWrap(True)
        self._heading.setFont(text_font(self.unit * 1.1, bold=True))
        self._rule = _note("rule", self.unit)
        self._rule.setProperty("kind", "muted")
        self._excused, self._stale = (_note(name, self.unit) for name in ("excused", "stale"))
        for label in (self._excused, self._stale):
            label.hide()
        self._summary = TextTable("summary-table", self.unit)
        self._summary.text_model.words = frozenset({0, 4})
        self._summary.hide()
        self._model = CoordinateModel(self)
        self._table = self._make_table()
        for widget in (self._heading, self._rule, self._excused, self._stale, self._summary):
            self.column.addWidget(widget)
        self.column.addWidget(self._table, 1)
        self.job.progressed.connect(self._progress.advance)
        self.job.finished.connect(self._show)
        self.retranslate()
        self.set_size(1040, 700)

    def _add_fields(self) -> None:
        self._step = Field("step", "1e-6", positive("step"))
        self._tolerance = Field("tolerance", "2e-6", positive("tolerance"))
        self._step.add_to(self.fields, self.unit)
        self._tolerance.add_to(self.fields, self.unit)
        self._run = self.add_button("run")
        self._run.setDefault(True)
        self._run.clicked.connect(self.run)
        self._cancel = self.add_button("cancel")
        self._cancel.clicked.connect(self.job.cancel)
        self._progress = self.add_progress()
        self.fields.addStretch(1)
        self._largest = self.add_button("largest")
        self._largest.clicked.connect(self._go_to_largest)

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setObjectName("coordinates")
        table.setFont(text_font(self.unit))
        table.setModel(self._model)
        table.setShowGrid(False)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalHeader().setDefaultSectionSize(round(self.unit * 1.75))
        header = table.horizontalHeader()
        header.setFont(text_font(self.unit * 0.9, bold=True))
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        return table

    def retranslate(self) -> None:
        """Take up the language, also in the check that is shown."""
        super().retranslate()
        self.setWindowTitle(self.tr("Gradient check"))
        self._step.set_texts(self.tr("S&tep"), self.tr("step of the difference"))
        self._tolerance.set_texts(self.tr("T&olerance"), self.tr("largest error that passes"))
        for field in (self._step, self._tolerance):
            field.set_decimal(self.numbers.decimal)
        self._run.setText(self.tr("&Run"))
        self._cancel.setText(self.tr("&Cancel"))
        self._largest.setText(self.tr("&Largest error"))
        self._progress.setAccessibleName(self.tr("progress of the check"))
        self._stale.setText(self.tr("The numbers have changed since; run the check again."))
        self._summary.setAccessibleName(self.tr("errors by input"))
        self._table.setAccessibleName(self.tr("gradient by every coordinate"))
        self._model.numbers = self.numbers
        self._model.retranslate()
        self._rule.setText(self._model.rule)
        self._fit_columns()
        self.show_running(is_running=self.job.is_running)

    def _fit_columns(self) -> None:
        """Give every column but the last the room of its header and of what is in it."""
        widest = self._model.widest_name(self.unit) + self.unit * 1.8
        self._table.setColumnWidth(0, round(max(self.unit * 15, widest)))
        for column, header in enumerate(self._model.headers[1:5], start=1):
            widest = max(advance(self.unit, text) for text in (_NUMBER, header))
            self._table.setColumnWidth(column, round(widest + self.unit * 1.8))

    @property
    def check(self) -> GradientCheck | None:
        """The check that is shown."""
        return self._check

    _check: GradientCheck | None = None

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Say whether the check still belongs to what is shown."""
        self._shown = snapshot.scenario
        self._show_stale()

    def run(self) -> None:
        """Check what the main window shows now."""
        step, tolerance = self._step.value(), self._tolerance.value()
        if step is None or tolerance is None or self._shown is None or self.job.is_running:
            return
        self.notice.hide()
        self._running = self._shown
        self._progress.setValue(0)
        self.show_running(is_running=True)
        self.job.start(partial(_checked, self._shown.problem, step, tolerance))

    def show_running(self, *, is_running: bool) -> None:
        """Offer to run or to cancel."""
        self._progress.setVisible(is_running)
        self._run.setEnabled(not is_running)
        self._cancel.setEnabled(is_running)
        self._largest.setEnabled(not is_running and self._model.rowCount() > 0)
        if is_running:
            self._heading.setText(self.tr("Checking …"))
        elif self._check is None:
            self._heading.setText(
                self.tr("Run compares every gradient with a central difference of the loss.")
            )
        else:  # also after a refusal, which leaves the check from before
            self._write()

    def _show(self, check: GradientCheck) -> None:
        self._checked, self._check = self._running, check
        self._model.set_check(self._checked, check)
        self._fit_columns()
        self.show_running(is_running=False)

    def _write(self) -> None:
        """Write what came out, if a check has been made."""
        check = self._check
        if self._checked is None or check is None:
            return
        self._heading.setText(self._outcome(self._checked, check))
        self._summary.set_rows(
            (
                self.tr("input"),
                self.tr("checked"),
                self.tr("largest difference"),
                self.tr("largest error as judged"),
                self.tr("verdict"),
            ),
            self._lines(self._checked, check),
        )
        self._summary.setVisible(bool(check.inputs))
        self._show_excused(check)
        self._show_stale()

    def _outcome(self, scenario: Scenario, check: GradientCheck) -> str:
        title = shortened(words.title(scenario) or self.tr("untitled"), TITLE)
        options = self.tr("step {0}, tolerance {1}").format(
            *map(self._compact, (check.step, check.tolerance))
        )
        if check.cancelled:
            verdict = self.tr("✗ Cancelled; these inputs were finished")
        elif check.passed and leniency(check).coordinates:
            verdict = self.tr("✓ All gradients pass as far as rounding can tell")
        elif check.passed:
            verdict = self.tr("✓ All gradients pass")
        else:
            verdict = self.tr("✗ Some gradients fail")
        return f"{title}: {verdict} ({options})"

    def _compact(self, number: float) -> str:
        """Return a number with every digit, and its exponent without leading zeros."""
        return self.numbers.written(edit_text(number).replace("e-0", "e-"))

    def _lines(self, scenario: Scenario, check: GradientCheck) -> list[tuple[str, ...]]:
        verdicts = {True: self.tr("✓ passes"), False: self.tr("✗ fails")}
        return [
            (
                f"{scenario.catalogue[name].plain_symbol} {words.name(scenario.catalogue[name])}",
                self.numbers.count(part.checked),
                short(
                    float(np.fmax.reduce(differences(part), axis=None, initial=0.0)), self.numbers
                ),
                short(part.max_error, self.numbers),
                verdicts[part.passed],
            )
            for name, part in check.inputs.items()
        ]

    def _show_excused(self, check: GradientCheck) -> None:
        """Say where a tolerance was too small to decide anything."""
        found = leniency(check)
        self._excused.setText(
            self.tr(
                "The tolerance is below what rounding allows. Coordinates that pass only because"
                " their difference is within ε, here up to {0}: {1} of {2}."
            ).format(
                short(found.rounding, self.numbers),
                self.numbers.count(found.coordinates),
                self.numbers.count(found.compared),
            )
        )
        self._excused.setVisible(found.coordinates > 0)

    def _show_stale(self) -> None:
        checked, shown = self._checked, self._shown
        self._stale.setVisible(
            checked is not None and shown is not None and not same_mathematics(checked, shown)
        )

    def _go_to_largest(self) -> None:
        row = self._model.largest()
        if row is not None:
            self._table.setCurrentIndex(self._model.index(row, 4))
            self._table.setFocus()


def _note(name: str, pixels: int) -> QLabel:
    label = QLabel()
    label.setFont(text_font(pixels * 0.9))
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def _checked(problem: Problem, step: float, tolerance: float, report: Report) -> GradientCheck:
    return check_gradients(problem, step=step, tolerance=tolerance, progress=report)

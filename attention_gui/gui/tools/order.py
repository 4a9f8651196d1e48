"""Swapping two tokens: which rows and columns move, and whether anything else changes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import isinf
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QWidget

from attention_gui.engine import Problem
from attention_gui.engine.studies import SwapStudy, swap_study
from attention_gui.gui import words
from attention_gui.gui.controls import Selector
from attention_gui.gui.fonts import text_font
from attention_gui.gui.matrix_model import SheetModel
from attention_gui.gui.matrix_view import MatrixView
from attention_gui.gui.panels.card import Card
from attention_gui.gui.store import Snapshot
from attention_gui.gui.theme import Metrics, Theme
from attention_gui.gui.title_line import TitleLine
from attention_gui.gui.tools.gradcheck_model import short
from attention_gui.gui.tools.job import Report
from attention_gui.gui.tools.study import Study
from attention_gui.gui.tools.swap import Swap
from attention_gui.gui.tools.tool_window import LABEL, TITLE
from attention_gui.quantities import Axis
from attention_gui.scenario.names import scaling, shortened
from attention_gui.scenario.numbers import NumberFormat
from attention_gui.scenario.parts import same_mathematics
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.sheets import Sheet, quantity_sheet

__all__ = ["OrderStudy"]

_PANELS = ("weights", "output")
_SMALL = 1e-3
_DIGITS = 3
_LABEL_IN_BOX = 14
"""Most letters of a label in a row with three boxes and a button."""


class OrderStudy(Study):
    """Shows attention before and after two tokens are swapped."""

    def __init__(self, folder: Callable[[], Path], parent: QWidget) -> None:
        super().__init__("study.order", folder, parent)
        self._shown: Snapshot | None = None
        self._asked: _Question | None = None
        self._answered: _Question | None = None
        self._study: SwapStudy | None = None
        self._labels: dict[str, QLabel] = {}
        self._add_fields()
        self._cards: dict[tuple[str, str], Card] = {}
        self._headings: dict[str, QLabel] = {}
        self._grid = QGridLayout()
        self.figure.body.addLayout(self._grid)
        self.job.finished.connect(self._show)
        self.retranslate()
        self.set_size(1000, 640)

    def _add_fields(self) -> None:
        self._kind, self._first, self._second = map(self._box, ("kind", "first", "second"))
        for box in (self._first, self._second):
            box.activated.connect(self._ask)
        self._kind.activated.connect(self._change_kind)
        self.add_export()

    def retranslate(self) -> None:
        """Take up the language."""
        self.setWindowTitle(self.tr("Swap two tokens"))
        for box, label, spoken in (
            (self._kind, self.tr("&Tokens"), self.tr("which tokens are swapped")),
            (self._first, self.tr("&Swap"), self.tr("first token of the swap")),
            (self._second, self.tr("&with"), self.tr("second token of the swap")),
        ):
            self._labels[box.objectName()].setText(label)
            box.setAccessibleName(spoken)
        if self._shown is not None:
            self._offer(self._shown.scenario)
        super().retranslate()

    def _box(self, name: str) -> QComboBox:
        label, box = QLabel(), Selector()
        box.setObjectName(name)
        label.setBuddy(box)
        for widget in (label, box):
            widget.setFont(text_font(self.unit))
        self.fields.addWidget(label)
        self.fields.addWidget(box)
        self._labels[name] = label
        return box

    def _add_cards(self) -> None:
        """Add the matrices; a card without a sheet has no size."""
        self._grid.setSpacing(14)
        top_left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        for column, time in enumerate(("before", "after")):
            heading = self._headings[time] = QLabel()
            heading.setFont(text_font(self.unit, bold=True))
            self._grid.addWidget(heading, 0, column)
            for row, quantity_id in enumerate(_PANELS, start=1):
                card = self._cards[time, quantity_id] = _card(f"{time}.{quantity_id}")
                self._grid.addWidget(card, row, column, top_left)
        self._grid.setColumnStretch(2, 1)
        self._grid.setRowStretch(3, 1)

    @property
    def outcome(self) -> SwapStudy | None:
        """The study that is shown."""
        return self._study

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Study what the main window shows now."""
        self._shown = snapshot
        self._offer(snapshot.scenario)
        self._ask()

    def _offer(self, scenario: Scenario) -> None:
        """Offer the tokens that there are."""
        _fill(self._kind, [self.tr("queries"), self.tr("source")], 0)
        for widget in (self._kind, self._labels["kind"]):
            widget.setVisible(scenario.is_cross)
        is_source = scenario.is_cross and self._kind.currentIndex() == 1
        labels = scenario.source_labels if is_source else scenario.labels
        texts = [f"{i}: {shortened(label, _LABEL_IN_BOX)}" for i, label in enumerate(labels)]
        for box, otherwise in ((self._first, 0), (self._second, len(texts) - 1)):
            _fill(box, texts, otherwise)
            box.setEnabled(len(texts) > 1)

    def _change_kind(self) -> None:
        if self._shown is not None:
            self._offer(self._shown.scenario)
            self._ask()

    def _ask(self) -> None:
        """Compute the study of what is chosen, beside the window, unless it is there already."""
        if self._shown is None or self.job.is_running:  # `_show` asks again
            return
        pair = (self._first.currentIndex(), self._second.currentIndex())
        is_source = self._shown.scenario.is_cross and self._kind.currentIndex() == 1
        question = _Question(self._shown, pair, is_source)
        if self._answered is not None and question.is_like(self._answered):
            self._answered = question
            self.draw()
            return
        self._asked = question
        self.job.start(partial(_swapped, self._shown.scenario.problem, pair, is_source))

    def _show(self, study: SwapStudy) -> None:
        self._study, self._answered = study, self._asked
        self.notice.hide()
        self._ask()

    def draw(self) -> None:
        """Show the matrices before and after, and what the swap did."""
        study, question = self._study, self._answered
        if study is None or question is None or self.theme is None:
            return
        if not self._cards:
            self._add_cards()
        self._headings["before"].setText(self.tr("Before"))
        self._headings["after"].setText(self.tr("After the swap"))
        swap = question.swap
        for (time, quantity_id), card in self._cards.items():
            result = study.before if time == "before" else study.after
            snapshot = question.snapshot
            sheet = quantity_sheet(quantity_id, snapshot.scenario, result, snapshot.selection)
            sheet = swap.marked(sheet, result.problem, is_after=time == "after")
            self._put(card, sheet, swap.cells(sheet), snapshot.scenario, self.theme)
        verdict = self._verdict(study) if question.moves else ""
        self.figure.set_texts(self._title(question), verdict, self._caption())

    def _put(
        self,
        card: Card,
        sheet: Sheet,
        moved: npt.NDArray[np.bool_],
        scenario: Scenario,
        theme: Theme,
    ) -> None:
        """Show a sheet in a card."""
        name = words.name(sheet.quantity)
        card.view.set_sheet(sheet, self.numbers)
        card.view.set_marks(moved)
        card.view.setAccessibleName(name)
        head = ""
        if Axis.HEAD in sheet.fixed and scenario.heads > 1:
            head = self.tr("(head {0})").format(sheet.fixed[Axis.HEAD])
        _, tex = scaling(scenario, self.numbers)
        card.set_title(TitleLine(words.formula(sheet.quantity, tex), name, head, sheet.caption))
        card.set_look(theme, Metrics(self.unit))
        card.setFixedSize(card.sizeHint())

    def _title(self, question: "_Question") -> str:
        scenario = question.snapshot.scenario
        labels = scenario.source_labels if question.is_source else scenario.labels
        name = shortened(words.title(scenario) or self.tr("untitled"), TITLE)
        first, second = (shortened(labels[at], LABEL) for at in question.pair)
        if len(labels) < 2:
            return self.tr("{0}: with one token there is nothing to swap").format(name)
        if not question.moves:
            return self.tr("{0}: “{1}” stays; choose two different tokens").format(name, first)
        return self.tr("{0}: “{1}” and “{2}” change places").format(name, first, second)

    def _verdict(self, study: SwapStudy) -> str:
        names = {
            "causal": self.tr("the causal mask"),
            "window": self.tr("the sliding window"),
            "blocked": self.tr("blocked cells"),
            "bias": self.tr("the bias"),
        }
        bound = ", ".join(names[name] for name in study.bound_to_places)
        deviations = self.tr("largest deviation: weights {0}, outputs {1}").format(
            _deviation(study.weights_deviation, self.numbers),
            _deviation(study.output_deviation, self.numbers),
        )
        if study.holds and not bound:
            text = self.tr("✓ The marked rows and columns have moved, and nothing else has changed")
        elif study.holds:
            text = self.tr(
                "✓ Nothing else has changed here, though it could; bound to places: {0}"
            ).format(bound)
        elif bound:
            text = self.tr(
                "✗ More than places has changed; bound to places, not to tokens: {0}"
            ).format(bound)
        else:
            text = self.tr("✗ More than places has changed, by rounding")
        return f"{text} ({deviations})."

    def _caption(self) -> str:
        return self.tr(
            "Attention(ΠX) = Π Attention(X) without a mask: attention sees a set of tokens, and"
            " their order only through positions in X (Vaswani et al. 2017, §3.5). A causal mask"
            " breaks it. ↕ and outlines mark what has moved."
        )


@dataclass(frozen=True, eq=False)
class _Question:
    """What a study was asked for."""

    snapshot: Snapshot
    pair: tuple[int, int]
    is_source: bool

    def is_like(self, other: "_Question") -> bool:
        """Return whether the other's answer is this one's, too."""
        ours, theirs = self.snapshot.scenario, other.snapshot.scenario
        return (self.pair, self.is_source) == (other.pair, other.is_source) and (
            ours is theirs or same_mathematics(ours, theirs)
        )

    @property
    def moves(self) -> bool:
        """Whether there are two tokens to change places."""
        return self.pair[0] != self.pair[1]

    @property
    def swap(self) -> "Swap":
        """Which rows and columns it is about."""
        return Swap(self.pair, self.is_source, self.snapshot.scenario.is_cross)


def _card(name: str) -> Card:
    card = Card(MatrixView(SheetModel()))
    card.view.sheet_model.setParent(card.view)
    card.view.setObjectName(name)
    return card


def _deviation(value: float, numbers: NumberFormat) -> str:
    if value < _SMALL or isinf(value):
        return short(value, numbers)
    return numbers.with_digits(_DIGITS).text(value)


def _fill(box: QComboBox, texts: list[str], otherwise: int) -> None:
    """Offer texts; keep the present choice if there is one."""
    with QSignalBlocker(box):
        if [box.itemText(row) for row in range(box.count())] != texts:
            row = box.currentIndex()
            box.clear()
            box.addItems(texts)
            box.setCurrentIndex(row if 0 <= row < len(texts) else otherwise)


def _swapped(
    problem: Problem, pair: tuple[int, int], is_source: bool, _report: Report
) -> SwapStudy:
    study = swap_study(problem, *pair, source=is_source)
    for result in (study.before, study.after):
        for name in _PANELS:
            result[name]  # computed here, and not in the window's thread
    return study

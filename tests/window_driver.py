"""Using the window as a person does: clicks, keys, and what the screen then shows."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAction, QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QMessageBox,
    QPushButton,
    QTextBrowser,
    QToolButton,
    QWidget,
)
from windows import content_of

from attention_gui.engine import Problem, Result, block_reasons, compute
from attention_gui.gui.arrangement import Arrangement
from attention_gui.gui.matrix_view import MatrixView
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.panels.softmax_panel import SoftmaxPanel
from attention_gui.gui.store import Snapshot, Store
from attention_gui.gui.theme import THEMES, Theme
from attention_gui.quantities import Axis
from attention_gui.scenario import examples
from attention_gui.scenario.numbers import USUAL
from attention_gui.scenario.scenario import Scenario

__all__ = [
    "ANSWERS",
    "DOGS",
    "INPUTS",
    "PANELS",
    "Dialogs",
    "Driver",
    "RealDialogs",
    "Spy",
    "array_of",
    "assert_agrees",
    "cell_colors",
    "cells",
    "expected_texts",
    "page",
    "panels_of",
    "pixels",
    "pressed",
    "recomputed",
    "shown",
    "summaries_of",
    "typed",
]

DOGS = "example:dogs-chase-cats"
ANSWERS = QMessageBox.StandardButton
INPUTS = ("query", "key", "value", "grad_output")
_WEIGHTS = ("w_query", "w_key", "w_value", "w_output")
_PROJECTIONS = (*_WEIGHTS, *(f"grad_{name}" for name in _WEIGHTS))
_SCORES = ("raw_scores", "scaled_scores", "masked_scores", "weights", "grad_weights",
           "grad_scaled_scores", "grad_raw_scores")  # fmt: skip
_MASKED = ("weights", "masked_scores", "grad_scaled_scores", "grad_raw_scores")
_BOARD = ("output", "grad_value", "grad_query", "grad_key", *_SCORES, "exponentials",
          "value_terms")  # fmt: skip
PANELS = (*INPUTS, *_BOARD)
"""Every panel of typed-in Q, K and V, written down here so that a lost one is noticed."""

_NO_MODIFIER = Qt.KeyboardModifier.NoModifier
_LEFT = Qt.MouseButton.LeftButton


@dataclass
class Dialogs:
    """What a person answers to questions and file dialogs; unexpected ones fail the test.

    Attributes
    ----------
    answer : StandardButton
        To any question.
    file, folder : str
        What is chosen in a file dialog; "" cancels it.
    asked : list of str
        What was asked, in order: "changes", "replace", "open", "save", "folder".
    """

    answer: QMessageBox.StandardButton | None = None
    file: str | None = None
    folder: str | None = None
    asked: list[str] = field(default_factory=list)

    def question(self, *_: Any) -> QMessageBox.StandardButton:
        return self.ask("changes")

    def ask(self, name: str) -> QMessageBox.StandardButton:
        self.asked.append(name)
        assert self.answer is not None, "nothing should have been asked"
        return self.answer

    def open_name(self, *_: Any) -> tuple[str, str]:
        return self._file("open")

    def save_name(self, *_: Any) -> tuple[str, str]:
        return self._file("save")

    def existing_folder(self, *_: Any) -> str:
        self.asked.append("folder")
        assert self.folder is not None, "no folder should have been asked for"
        return self.folder

    def _file(self, kind: str) -> tuple[str, str]:
        self.asked.append(kind)
        assert self.file is not None, "no file should have been asked for"
        return self.file, ""


class RealDialogs:
    """Uses the dialogs that a command opens, one after the other, as a person does.

    Attributes
    ----------
    asked : list of str
        The texts of the questions that were asked.
    pictures : list of QImage
        What the dialogs looked like.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.pictures: list[QImage] = []
        self._deeds: list[Callable[[QWidget], None]] = []
        self._last: QWidget | None = None
        self._is_over = False
        self._look_later()

    def expect(self, *deeds: Callable[[QWidget], None]) -> None:
        """Do something in each of the dialogs that come next; those beyond are dismissed."""
        self._assert_all_came()
        self._deeds += deeds

    def finish(self) -> None:
        """Look for dialogs no more."""
        self._is_over = True
        self._assert_all_came()

    def _assert_all_came(self) -> None:
        missing = len(self._deeds)
        self._deeds.clear()
        assert not missing, f"dialogs that have not come: {missing}"

    def _look_later(self) -> None:
        # Always another timer: one whose function opens a dialog rests until that is closed.
        if not self._is_over:
            QTimer.singleShot(5, self._look)

    def _look(self) -> None:
        dialog, before = QApplication.activeModalWidget(), self._last
        self._last = dialog
        self._look_later()
        if dialog is None or dialog is before:
            return
        if isinstance(dialog, QMessageBox):
            self.asked.append(dialog.text())
        self.pictures.append(dialog.grab().toImage())
        if not self._deeds:
            self.asked.append("unexpected")
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
            return
        try:
            self._deeds.pop(0)(dialog)
        except AssertionError:
            dialog.close()
            raise


def typed(name: str) -> Callable[[QWidget], None]:
    """Return what types a name into a file dialog and presses Enter."""

    def type_name(dialog: QWidget) -> None:
        field = dialog.findChild(QLineEdit, "fileNameEdit")
        assert field is not None
        field.selectAll()
        QTest.keyClicks(field, name)
        QTest.keyClick(field, Qt.Key.Key_Return)

    return type_name


def pressed(text: str) -> Callable[[QWidget], None]:
    """Return what clicks the button of a dialog that says so."""

    def press(dialog: QWidget) -> None:
        buttons = {b.text().replace("&", ""): b for b in dialog.findChildren(QPushButton)}
        assert text in buttons, f"{text!r} is none of {sorted(buttons)}"
        QTest.mouseClick(buttons[text], _LEFT)

    return press


class Spy:
    """Keeps every snapshot that a store announces, for as long as somebody keeps the spy."""

    def __init__(self, store: Store) -> None:
        self.snapshots: list[Snapshot] = []
        # A method of this object: unlike one of the list, it does not keep the list alive.
        store.changed.connect(self._keep)

    def _keep(self, snapshot: Snapshot) -> None:
        self.snapshots.append(snapshot)


class Driver:
    """A person in front of one window."""

    def __init__(self, window: QMainWindow) -> None:
        self.window = window
        self.content = content_of(window)
        self.store: Store = self.content._store

    @property
    def snapshot(self) -> Snapshot:
        return self.store.snapshot

    @property
    def scenario(self) -> Scenario:
        return self.store.snapshot.scenario

    def panel(self, quantity_id: str) -> MatrixPanel:
        panel = self.window.findChild(QWidget, f"panel.{quantity_id}")
        assert isinstance(panel, MatrixPanel), f"no panel of {quantity_id}"
        return panel

    def view(self, quantity_id: str) -> MatrixView:
        view = self.window.findChild(QWidget, f"matrix.{quantity_id}")
        assert isinstance(view, MatrixView), f"no matrix of {quantity_id}"
        return view

    @property
    def selected_index(self) -> tuple[int, ...]:
        """The selected cell as an index into its quantity's array."""
        selection = self.snapshot.selection
        return selection.index(self.scenario.catalogue[selection.quantity], self.scenario.sizes)

    # -- mouse and keyboard ------------------------------------------------------------------

    def click(self, quantity_id: str, row: int, column: int) -> None:
        view = self.view(quantity_id)
        QTest.mouseClick(view.viewport(), _LEFT, _NO_MODIFIER, self.center(view, row, column))

    def double_click(self, quantity_id: str, row: int, column: int) -> None:
        view = self.view(quantity_id)
        at = self.center(view, row, column)
        QTest.mouseClick(view.viewport(), _LEFT, _NO_MODIFIER, at)
        QTest.mouseDClick(view.viewport(), _LEFT, _NO_MODIFIER, at)

    @staticmethod
    def center(view: MatrixView, row: int, column: int) -> QPoint:
        return view.visualRect(view.model().index(row, column)).center()

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = _NO_MODIFIER) -> None:
        QTest.keyClick(self.focus, key, modifiers)

    def keys(self, text: str) -> None:
        """Type characters, each to the widget that has the keyboard by then."""
        for character in text:
            if character.isascii():
                QTest.keyClick(self.focus, character)
                continue
            for kind in (QKeyEvent.Type.KeyPress, QKeyEvent.Type.KeyRelease):
                QApplication.sendEvent(
                    self.focus, QKeyEvent(kind, Qt.Key.Key_unknown, _NO_MODIFIER, character)
                )

    def enter(self, quantity_id: str, row: int, column: int, text: str) -> None:
        """Click a cell, type, press Enter."""
        self.click(quantity_id, row, column)
        self.keys(text)
        self.key(Qt.Key.Key_Return)

    def key_return(self) -> None:
        self.key(Qt.Key.Key_Return)

    def press(self, name: str) -> None:
        """Click the button with an object name."""
        button = self.window.findChild(QToolButton, name)
        assert button is not None, f"no button {name}"
        QTest.mouseClick(button, _LEFT)

    def toggle(self, name: str) -> None:
        """Click a toggle of the tool bar."""
        button = self.content.controls.widgetForAction(self.action(name))
        QTest.mouseClick(button, _LEFT)

    def choose(self, name: str, row: int) -> None:
        """Choose a row of a selector in the tool bar, by keyboard."""
        box = self.box(name)
        box.setFocus()
        step = Qt.Key.Key_Down if row > box.currentIndex() else Qt.Key.Key_Up
        for _ in range(abs(row - box.currentIndex())):
            QTest.keyClick(box, step)
        assert box.currentIndex() == row

    def action(self, name: str) -> QAction:
        action = self.window.findChild(QAction, name)
        assert action is not None, f"no action {name}"
        return action

    def run(self, name: str) -> None:
        self.action(name).trigger()

    def menu(self, title: str, name: str) -> None:
        """Click a menu of the menu bar, and an action in it."""
        bar = self.window.menuBar()
        entry = next(a for a in bar.actions() if a.text().replace("&", "") == title)
        QTest.mouseClick(bar, _LEFT, _NO_MODIFIER, bar.actionGeometry(entry).center())
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        at = menu.actionGeometry(self.action(name)).center()
        assert not at.isNull(), f"{name} is not in {title}"
        QTest.mouseClick(menu, _LEFT, _NO_MODIFIER, at)
        assert QApplication.activePopupWidget() is None
        self.come_back()

    def come_back(self) -> None:
        """Let the window have the keyboard again after a dialog, where no window manager does."""
        self.flush()  # that it has lost it
        self.window.activateWindow()
        assert QTest.qWaitForWindowActive(self.window)
        self.flush()

    def undo(self) -> None:
        self.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    def redo(self) -> None:
        self.key(Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)

    def save(self) -> None:
        self.key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)

    # -- what is seen ------------------------------------------------------------------------

    @property
    def focus(self) -> QWidget:
        focus = QApplication.focusWidget()
        assert focus is not None, "no widget has the keyboard"
        return focus

    @property
    def theme(self) -> Theme:
        return THEMES[self.content._theme_name]

    def texts(self, quantity_id: str) -> list[list[str]]:
        model = self.view(quantity_id).model()
        rows, columns = range(model.rowCount()), range(model.columnCount())
        return [[str(model.index(r, c).data()) for c in columns] for r in rows]

    def text(self, quantity_id: str, row: int, column: int) -> str:
        return self.texts(quantity_id)[row][column]

    def labels(self, quantity_id: str) -> tuple[list[str], list[str]]:
        """Return the row labels and the column labels of a matrix."""
        model = self.view(quantity_id).model()
        rows = [model.headerData(r, Qt.Orientation.Vertical) for r in range(model.rowCount())]
        columns = [
            model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())
        ]
        return rows, columns

    def label(self, name: str) -> str:
        label = self.window.findChild(QWidget, name)
        if isinstance(label, QTextBrowser):
            return label.toPlainText()
        assert isinstance(label, QLabel), f"no label {name}"
        # Nobody sees what keeps names from breaking.
        return label.text().replace("\N{NO-BREAK SPACE}", " ").replace("\N{WORD JOINER}", "")

    def box(self, name: str) -> QComboBox:
        box = self.window.findChild(QComboBox, name)
        assert box is not None, f"no selector {name}"
        return box

    def chip(self, token: int, bar: str = "token") -> QToolButton:
        """Return the chip of a token; the bar is "token" or "source"."""
        _delete_what_is_closed()
        chip = self.window.findChild(QToolButton, f"{bar}.{token}")
        assert chip is not None, f"no chip {token}"
        return chip

    @property
    def refusals(self) -> list[str]:
        """The messages beside cells that are visible."""
        _delete_what_is_closed()
        labels = self.window.findChildren(QLabel, "refusal")
        return [label.text() for label in labels if label.isVisible()]

    @property
    def editors(self) -> list[QLineEdit]:
        """The open cell editors."""
        _delete_what_is_closed()
        fields = self.window.findChildren(QLineEdit, "cell-editor")
        return [f for f in fields if f.isVisible()]

    @property
    def current(self) -> tuple[str, int, int]:
        """The matrix with the keyboard, and its current cell."""
        view = self.focus
        assert isinstance(view, MatrixView), f"the keyboard is in {view.objectName()!r}"
        index = view.currentIndex()
        return view.objectName().removeprefix("matrix."), index.row(), index.column()

    def flush(self) -> None:
        """Let everything happen that is due, painting included."""
        for _ in range(3):
            QApplication.processEvents()

    def picture(self, quantity_id: str) -> QImage:
        """Return what a matrix paints."""
        return self.view(quantity_id).viewport().grab().toImage()

    def linked(self, quantity_id: str) -> set[tuple[int, int]]:
        """Return the cells that a matrix marks."""
        return {(int(r), int(c)) for r, c in zip(*self.view(quantity_id)._linked.nonzero())}  # noqa: B905

    def give_up(self) -> None:
        """Close open fields without their text."""
        for line in self.window.findChildren(QLineEdit):
            if line.objectName() in ("cell-editor", "token-editor") and line.isVisible():
                QTest.keyClick(line, Qt.Key.Key_Escape)
        _delete_what_is_closed()

    def start_anew(self, source: Scenario | str) -> None:
        """Make a used window like a new one that shows a scenario."""
        if self.window.isFullScreen():
            self.window.showNormal()
        self.store.undo_stack.setClean()
        self.content.document._path = None
        if isinstance(source, str):
            source = examples.load(source.removeprefix("example:"))
        self.store.open(source)
        self.content.notice.hide()
        self.action("theme.light").trigger()
        self.content.layouts.change(Arrangement())
        self.store.set_numbers(USUAL)
        for panel in self.content.workspace.panels.values():
            panel.view.selectionModel().clear()
        self.store.open(source)
        self.view("weights").setFocus()


def _delete_what_is_closed() -> None:
    """Do what the event loop does when it is reached again."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def shown(value: float, digits: int = 3) -> str:
    """Return a number as the screen is to show it, written anew and not with the program."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:.{digits}f}"
    if abs(value) >= 1e5:
        mantissa, exponent = f"{value:.{digits}e}".split("e")
        text = f"{mantissa}e{int(exponent)}"
    elif float(text) == 0:
        text = text.removeprefix("-")
    return text.replace("-", "−")


def panels_of(scenario: Scenario) -> tuple[str, ...]:
    """Return every panel on the board of a scenario, found without asking the program."""
    panels = list(PANELS)
    if scenario.inputs is not None:
        given = ["inputs", "w_query", "w_key", "w_value"]
        given += ["source_inputs"] if scenario.kind == "cross" else []
        panels += [*given, *(f"grad_{name}" for name in given)]
    if scenario.w_output is not None:
        panels += ["w_output", "concatenated", "grad_concatenated", "grad_w_output"]
    if scenario.bias is not None:
        panels += ["bias"]
    return tuple(panels)


def summaries_of(scenario: Scenario) -> tuple[str, ...]:
    """Return the panels beside those of `panels_of` that a scenario brings along."""
    panels = []
    if scenario.heads > 1:
        panels += [f"head_weights_{head}" for head in range(scenario.heads)]
        panels += ["mean_weights", "head_contributions"]
    is_aligned = scenario.causal and len(scenario.labels) != len(scenario.source_labels)
    if scenario.window is not None or scenario.blocked is not None or is_aligned:
        panels += ["mask"]
    return tuple(panels)


def recomputed(scenario: Scenario) -> Result:
    """Return a result that shares nothing with the one the window shows."""
    names = ("query", "key", "value", "inputs", "source_inputs", *_WEIGHTS, "bias")
    arrays = {name: getattr(scenario, name) for name in names}
    mask: dict[str, object] = {
        name: getattr(scenario, name) for name in ("causal", "alignment", "window")
    }
    for name in ("padding", "blocked"):
        excluded = getattr(scenario, name)
        if excluded is not None:
            mask[name] = excluded.tolist()
    return compute(
        Problem(
            **{name: array.tolist() for name, array in arrays.items() if array is not None},
            kind=scenario.kind,
            heads=scenario.heads,
            key_value_heads=scenario.key_value_heads,
            scale=scenario.scale,
            mask=mask,
            empty_rows=scenario.empty_rows,
            upstream="ones" if scenario.upstream is None else scenario.upstream.tolist(),
        )
    )


def array_of(scenario: Scenario, result: Result, quantity_id: str) -> np.ndarray:
    """Return a quantity: as it was typed in, or as it was computed."""
    typed_in = getattr(scenario, quantity_id, None)
    return result[quantity_id] if typed_in is None else typed_in


def page(
    scenario: Scenario, result: Result, quantity_id: str, batch: int, head: int, query: int
) -> np.ndarray:
    """Return the rows and columns of a quantity that its panel is to show."""
    at = (batch, head, query)
    if quantity_id == "value_terms":
        return result["value_terms"][at]
    if quantity_id == "exponentials":
        exponents = result["masked_scores"][at]
        if not (result["empty_rows"][at] and scenario.empty_rows == "zero"):  # e^−∞ is its 0
            with np.errstate(invalid="ignore"):
                exponents = exponents - result["row_max"][at]
        return np.stack([exponents, result["exponentials"][at], result["weights"][at]], axis=1)
    array = array_of(scenario, result, quantity_id)
    if quantity_id in _PROJECTIONS:
        return array
    if quantity_id in _SCORES:
        return array[batch, head]
    if quantity_id == "bias":
        return array[head] if array.ndim == 3 else array
    return array[batch]


def expected_texts(
    scenario: Scenario, result: Result, quantity_id: str, batch: int, head: int, query: int
) -> list[list[str]]:
    """Return what a panel is to show: three decimals, and 0 where a mask made it exactly so."""
    values = page(scenario, result, quantity_id, batch, head, query)
    blocked = np.zeros(values.shape, dtype=bool)
    reasons = block_reasons(scenario.problem)[batch, head] != 0
    if quantity_id in ("exponentials", "value_terms"):
        blocked |= reasons[query][:, np.newaxis]
    elif quantity_id in _MASKED:
        blocked |= reasons
    return [
        ["0" if is_blocked and value == 0 else shown(value) for value, is_blocked in zip(*pair)]  # noqa: B905
        for pair in zip(values.tolist(), blocked.tolist(), strict=True)
    ]


def assert_agrees(driver: Driver) -> None:
    """Assert that everything in the window shows the scenario as the store holds it."""
    scenario, selection = driver.scenario, driver.snapshot.selection
    result = recomputed(scenario)
    at = tuple(selection.context[axis] for axis in (Axis.BATCH, Axis.HEAD, Axis.QUERY))
    panels = panels_of(scenario)
    assert sorted(driver.content.workspace.panels) == sorted([*panels, *summaries_of(scenario)])
    for quantity_id in panels:
        assert driver.panel(quantity_id).isVisible(), quantity_id
        expected = expected_texts(scenario, result, quantity_id, *at)
        found = driver.texts(quantity_id)
        assert found == expected, f"{quantity_id}: {found} instead of {expected}"
        height, width = page(scenario, result, quantity_id, *at).shape
        if quantity_id != "exponentials":
            assert driver.panel(quantity_id).caption == f"{height} × {width}"
    softmax = driver.panel("exponentials")
    assert isinstance(softmax, SoftmaxPanel)
    maximum, total = result["row_max"][at], result["row_sums"][at]
    terms = [Decimal(texts[1]) for texts in driver.texts("exponentials")]
    can_be_added = not softmax.sheet.is_picture and all(term.is_finite() for term in terms)
    is_exact = can_be_added and Decimal(float(total)) == Decimal(shown(total))
    is_sum = not can_be_added or is_exact or sum(terms) == Decimal(shown(total))
    assert softmax.caption == f"m = {shown(maximum)}, Z {'=' if is_sum else '≈'} {shown(total)}"
    assert softmax.chart is not None
    np.testing.assert_array_equal(softmax.chart.lengths, result["weights"][at])
    assert driver.label("status.loss").endswith(f"= {shown(result.loss)}")
    quantity = scenario.catalogue[selection.quantity]
    array = array_of(scenario, result, quantity.id)
    index = selection.index(quantity, scenario.sizes)
    value = float(array[index])
    is_blocked = quantity.masked and bool(block_reasons(scenario.problem)[index[:4]])
    exact = "0" if is_blocked and value == 0 else shown(value)
    assert driver.label("explanation.value").endswith(f" = {exact}")
    unrounded = repr(value).replace("-", "−").replace("nan", "NaN").replace("inf", "∞")
    assert driver.label("explanation.unrounded").endswith(f" {unrounded}")
    assert driver.label("explanation.quantity") == quantity.name
    n_queries, n_keys = result["weights"].shape[2:]
    tokens = f"tokens: {n_queries}"
    if scenario.is_cross:
        tokens = f"query tokens: {n_queries}, source tokens: {n_keys}"
    assert driver.label("status.sizes") == f"{tokens} · scores {n_queries} × {n_keys}"


def pixels(picture: QImage, box: QRect | None = None) -> np.ndarray:
    """Return the colours of a part of a picture as 0xRRGGBB, shape (height, width)."""
    rgb = picture.convertToFormat(QImage.Format.Format_RGB32)
    box = rgb.rect() if box is None else box.intersected(rgb.rect())
    rows = np.frombuffer(rgb.constBits(), dtype=np.uint32).reshape(rgb.height(), -1)
    part = rows[box.top() : box.bottom() + 1, box.left() : box.right() + 1]
    return part & np.uint32(0xFFFFFF)


def cell_colors(picture: QImage, box: QRect | None = None) -> Counter[str]:
    """Return how often each colour occurs in a part of a picture."""
    colors, counts = np.unique(pixels(picture, box), return_counts=True)
    names = (f"#{int(color):06x}" for color in colors)
    return Counter(dict(zip(names, counts.tolist(), strict=True)))


def cells(texts: list[list[str]]) -> Iterator[tuple[int, int]]:
    """Yield the row and column of every cell."""
    return ((r, c) for r, row in enumerate(texts) for c, _ in enumerate(row))


Open = Callable[..., Driver]
"""Opens a window: ``open_window(source, width, height)``."""

Colors = Mapping[str, int]

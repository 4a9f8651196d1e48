"""A window of its own, used by hand: clicks and keys go in, what is shown comes out."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QMainWindow,
    QMenu,
    QTextBrowser,
    QWidget,
)
from windows import content_of

from attention_gui.gui.app import create_window
from attention_gui.gui.matrix_view import MatrixView
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.scenario.scenario import Scenario

__all__ = ["Hands", "opened", "shown", "softmax", "split"]

_LEFT, _NO_MODIFIER = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class Hands:
    """A person in front of a window."""

    def __init__(self, window: QMainWindow) -> None:
        self.window = window
        self.content = content_of(window)
        self.store = self.content._store

    @property
    def scenario(self) -> Scenario:
        return self.store.snapshot.scenario

    def panel(self, panel_id: str) -> MatrixPanel:
        panel = self.window.findChild(QWidget, f"panel.{panel_id}")
        assert isinstance(panel, MatrixPanel), panel_id
        return panel

    def view(self, panel_id: str) -> MatrixView:
        view = self.window.findChild(QWidget, f"matrix.{panel_id}")
        assert isinstance(view, MatrixView), panel_id
        return view

    def sees(self, panel_id: str) -> bool:
        panel = self.window.findChild(QWidget, f"panel.{panel_id}")
        return panel is not None and panel.isVisible()

    def click(self, panel_id: str, row: int, column: int) -> None:
        QTest.mouseClick(
            self.view(panel_id).viewport(), _LEFT, _NO_MODIFIER, self.at(panel_id, row, column)
        )

    def at(self, panel_id: str, row: int, column: int) -> QPoint:
        view = self.view(panel_id)
        return view.visualRect(view.model().index(row, column)).center()

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = _NO_MODIFIER) -> None:
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key, modifiers)

    def undo(self) -> None:
        self.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    def action(self, name: str) -> QAction:
        action = self.window.findChild(QAction, name)
        assert action is not None, name
        return action

    def pick(self, name: str) -> None:
        """Choose an entry of a menu of the menu bar, by mouse."""
        action = self.action(name)
        menu = next(m for m in self.window.findChildren(QMenu) if action in m.actions())
        # Qt takes no click where the mouse was when the menu came: nobody may have meant it.
        QTest.mouseMove(self.window, QPoint(1, 1))
        menu.popup(self.window.mapToGlobal(QPoint(0, 0)))
        QTest.mouseClick(menu, _LEFT, _NO_MODIFIER, menu.actionGeometry(action).center())
        menu.close()
        self.window.activateWindow()
        self.flush()

    def box(self, name: str) -> QComboBox:
        box = self.window.findChild(QComboBox, name)
        assert box is not None, name
        return box

    def choose(self, name: str, row: int) -> None:
        """Choose a row of a selector in the tool bar, by keyboard."""
        box = self.box(name)
        box.setFocus()
        step = Qt.Key.Key_Down if row > box.currentIndex() else Qt.Key.Key_Up
        for _ in range(abs(row - box.currentIndex())):
            QTest.keyClick(box, step)
        self.flush()

    def texts(self, panel_id: str) -> list[list[str]]:
        model = self.view(panel_id).model()
        columns = range(model.columnCount())
        return [[str(model.index(r, c).data()) for c in columns] for r in range(model.rowCount())]

    def labels(self, panel_id: str) -> tuple[list[str], list[str]]:
        model = self.view(panel_id).model()
        sides = (
            (Qt.Orientation.Vertical, model.rowCount()),
            (Qt.Orientation.Horizontal, model.columnCount()),
        )
        rows, columns = ([str(model.headerData(i, side)) for i in range(n)] for side, n in sides)
        return rows, columns

    def spoken(self, panel_id: str, row: int, column: int) -> str:
        index = self.view(panel_id).model().index(row, column)
        return str(index.data(Qt.ItemDataRole.AccessibleTextRole))

    def title(self, panel_id: str) -> str:
        interface = QAccessible.queryAccessibleInterface(self.panel(panel_id))
        return interface.text(QAccessible.Text.Name)

    def label(self, name: str) -> str:
        label = self.window.findChild(QWidget, name)
        if isinstance(label, QTextBrowser):
            return label.toPlainText()
        assert isinstance(label, QLabel), name
        # Nobody sees what keeps names from breaking.
        return label.text().replace("\N{NO-BREAK SPACE}", " ").replace("\N{WORD JOINER}", "")

    def marked(self, panel_id: str) -> set[tuple[int, int]]:
        """Return the cells that a matrix outlines."""
        linked = np.argwhere(self.view(panel_id)._linked).tolist()
        return {(row, column) for row, column in linked}

    def flush(self) -> None:
        for _ in range(3):
            QApplication.processEvents()


@contextmanager
def opened(source: Scenario | Path | str, width: int = 1920, height: int = 1080) -> Iterator[Hands]:
    """Open a window, and close it without saving."""
    window = create_window(source)
    window.resize(width, height)
    window.show()
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    hands = Hands(window)
    hands.flush()
    try:
        yield hands
    finally:
        hands.store.undo_stack.setClean()
        window.close()
        window.deleteLater()
        vars(hands).clear()  # what a fixture returned lives longer than its test
        QApplication.processEvents()


def shown(values: np.ndarray) -> list[list[str]]:
    """Return a matrix as the screen is to show it: three decimals, no negative zero."""
    return [
        [f"{x:z.3f}".replace("-", "−").replace("inf", "∞") for x in row]
        for row in np.asarray(values).tolist()
    ]


def split(matrix: np.ndarray, n_heads: int) -> np.ndarray:
    """Return the columns of each head, shape (heads, tokens, width)."""
    return np.stack(np.split(np.asarray(matrix, dtype=float), n_heads, axis=-1))


def softmax(scores: np.ndarray) -> np.ndarray:
    """Return the softmax of rows, straight from the definition."""
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1, keepdims=True)

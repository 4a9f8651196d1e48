"""A window with its tools, used as a person does."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QTableView,
    QWidget,
)
from windows import content_of

from attention_gui.gui.app import create_window
from attention_gui.gui.tools.tool_window import ToolWindow
from attention_gui.scenario.scenario import Scenario

__all__ = ["JOB", "Tool", "opened", "table_texts", "wait_until"]

JOB = "attention-gui job"


def wait_until(holds: Callable[[], bool], seconds: float = 20) -> None:
    end = time.perf_counter() + seconds
    while not holds():
        assert time.perf_counter() < end, "nothing came of it"
        QTest.qWait(5)


@contextmanager
def opened(source: Scenario | str) -> Iterator[QMainWindow]:
    """Show a window; close it, and see that nothing still runs."""
    window = create_window(source)
    window.resize(1600, 900)
    window.show()
    QApplication.processEvents()
    try:
        yield window
    finally:
        content_of(window).document.may_leave = lambda: True  # type: ignore[method-assign]
        window.close()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        vars(window).clear()  # what a fixture returned lives longer than its test
    assert JOB not in {thread.name for thread in threading.enumerate()}


class Tool:
    """A tool window that was opened from the menu."""

    def __init__(self, main: QMainWindow, name: str) -> None:
        action = main.findChild(QAction, name)
        assert action is not None, f"no action {name}"
        action.trigger()
        window = main.findChild(QWidget, name)
        assert isinstance(window, ToolWindow)
        self.window = window
        QApplication.processEvents()
        assert window.isVisible()
        assert not window.isModal()

    def field(self, name: str) -> QLineEdit:
        field = self.window.findChild(QLineEdit, name)
        assert field is not None, f"no field {name}"
        return field

    def type(self, name: str, text: str) -> None:
        """Replace a field's text and press Enter."""
        field = self.field(name)
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
        QApplication.processEvents()

    def click(self, name: str) -> None:
        button = self.window.findChild(QPushButton, name)
        assert button is not None, f"no button {name}"
        assert button.isEnabled()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def finish(self) -> None:
        """Wait until nothing runs."""
        wait_until(lambda: not self.window.job.is_running)

    def label(self, name: str) -> str:
        label = self.window.findChild(QLabel, name)
        assert label is not None, f"no label {name}"
        return label.text()

    def table(self, name: str) -> list[list[str]]:
        table = self.window.findChild(QTableView, name)
        assert table is not None, f"no table {name}"
        return table_texts(table)

    @property
    def refusals(self) -> list[str]:
        labels = self.window.findChildren(QLabel, "refusal")
        return [label.text() for label in labels if label.isVisible()]


def table_texts(table: QTableView) -> list[list[str]]:
    model = table.model()
    rows, columns = range(model.rowCount()), range(model.columnCount())
    return [[str(model.index(r, c).data()) for c in columns] for r in rows]

"""Windows come and go, and panels are filled again and again, without a trace."""

import gc
import subprocess
import sys

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from window_driver import Driver, Open

from attention_gui.scenario import examples
from attention_gui.scenario.edits import SetCell

_FIFTY_WINDOWS = """
import gc
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from attention_gui.gui.app import create_window
app = QApplication([])
for number in range(50):
    window = create_window("example:dogs-chase-cats")
    window.show()
    if number % 5 == 0:
        app.processEvents()  # with the charts, which come a moment later
    window.close()
    window.deleteLater()
    del window
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
gc.collect()
QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
print(len(app.topLevelWidgets()))
"""


def test_fifty_windows_leave_nothing_behind() -> None:
    run = subprocess.run(
        [sys.executable, "-c", _FIFTY_WINDOWS],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    said = [line for line in run.stderr.splitlines() if "This plugin does not" not in line]
    assert not said
    assert run.stdout.split() == ["0"]


def test_panels_are_filled_two_hundred_times_in_the_same_memory(dogs: Driver) -> None:
    """New numbers every time, and other sizes now and then."""
    first = examples.load("dogs-chase-cats")
    others = [
        first.with_matrix("query", first.query + 1),
        examples.load("two-heads"),
    ]

    def fill(times: int) -> tuple[int, int]:
        for number in range(times):
            dogs.store.open(others[number % 20 == 0] if number % 2 == 0 else first)
            if number % 5 == 0:
                dogs.flush()
        dogs.flush()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        return len(gc.get_objects()), len(dogs.window.findChildren(QObject))

    fill(100)  # caches have an end, and it is reached
    objects, widgets = fill(2)
    more_objects, more_widgets = fill(200)
    assert more_widgets == widgets
    assert more_objects - objects < 200, "one object or more is kept each time"


def test_undo_steps_share_what_did_not_change(dogs: Driver) -> None:
    key = dogs.scenario.key
    for number in range(20):
        dogs.store.dispatch(SetCell("query", 0, 0, 0, float(number + 10)))
    stack = dogs.store.undo_stack
    assert stack.count() == 20
    dogs.undo()
    assert (dogs.scenario.key == key).all()
    assert dogs.scenario.query[0, 0, 0] == 28


def test_two_windows_do_not_know_each_other(open_window: Open) -> None:
    one, other = open_window(), open_window("example:two-heads")
    before = other.texts("weights")
    one.window.activateWindow()
    one.flush()
    one.enter("query", 0, 0, "5")
    one.run("theme.dark")
    assert other.texts("weights") == before
    assert not other.window.isWindowModified()
    assert other.theme is not one.theme


@pytest.mark.parametrize("name", ["dogs-chase-cats"])
def test_a_window_that_was_never_shown_can_be_closed(open_window: Open, name: str) -> None:
    from attention_gui.gui.app import create_window

    window = create_window(f"example:{name}")
    assert not window.isVisible()
    assert window.findChild(QObject, "matrix.weights").model().rowCount() == 3
    window.close()
    window.deleteLater()


def test_examples_come_back_as_they_were(dogs: Driver) -> None:
    """Opening an example again is the reset: the same numbers as at first."""
    first = {panel: dogs.texts(panel) for panel in ("query", "weights", "grad_key")}
    dogs.enter("query", 0, 0, "5")
    dogs.store.undo_stack.setClean()
    dogs.run("example.dogs-chase-cats")
    assert {panel: dogs.texts(panel) for panel in first} == first

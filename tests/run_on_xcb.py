"""Start the real window on a real X display, type a number, and look at what the screen shows.

Not a test for pytest, which runs without a screen: `xvfb-run -a python tests/run_on_xcb.py`.
"""

import argparse
import os
import tempfile
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMainWindow, QWidget

from attention_gui.gui.application import application
from attention_gui.gui.content import Content
from attention_gui.gui.preflight import check_display, check_qt
from attention_gui.gui.start import Patience, show_window
from attention_gui.gui.store import Store
from attention_gui.scenario import examples

TIMEOUT = 10_000  # ms


def main() -> None:
    """Run all steps; an assertion that fails ends the process with a traceback."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--screenshot", type=Path, help="where to keep the picture")
    options = arguments.parse_args()
    os.environ["QT_QPA_PLATFORM"] = "xcb"
    check_qt()
    check_display()
    with tempfile.TemporaryDirectory() as settings:
        os.environ["XDG_CONFIG_HOME"] = settings
        _use(options.screenshot)


def _use(screenshot: Path | None) -> None:
    window = show_window()
    assert application().platformName() == "xcb"
    assert _n_colors(_screenshot(window)) > 10, "the name is not on the screen at once"
    Content(window, Store(examples.load("dogs-chase-cats")))
    assert QTest.qWaitForWindowExposed(window, TIMEOUT)
    while window.findChild(Patience) is not None:  # what is typed meanwhile is lost
        QTest.qWait(10)
    window.activateWindow()
    QTest.qWaitForWindowActive(window, TIMEOUT)
    before = _screenshot(window)
    _type_into_query(window)
    QTest.qWait(100)
    after = _screenshot(window)
    assert _n_colors(before) > 10, "the window is painted in too few colours to be the board"
    assert _differing_pixels(before, after) > 100, "the edit changed nothing on the screen"
    for widget in window.findChildren(QWidget):
        widget.update()
    QTest.qWait(100)
    n_stale = _differing_pixels(after, _screenshot(window))
    if screenshot is not None:
        assert after.save(str(screenshot))
    assert n_stale == 0, f"{n_stale} pixels were not repainted after the edit"
    window.hide()  # closing would ask what to do with the unsaved edit
    print(f"typed into Q on xcb: {after.width()} x {after.height()} pixels painted and changed")  # noqa: T201


def _type_into_query(window: QMainWindow) -> None:
    """Replace the first number of Q by 5 with clicks and keys alone."""
    query, weights = _matrix(window, "query"), _matrix(window, "weights")
    weights_before = _texts(weights)
    first = query.model().index(0, 0)
    assert first.data() != "5.000"
    QTest.mouseClick(
        query.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        query.visualRect(first).center(),
    )
    QTest.keyClicks(query, "5")
    editor = QApplication.focusWidget()
    assert editor is not None
    assert editor is not query, "typing a digit did not open an editor"
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert first.data() == "5.000", first.data()
    assert _texts(weights) != weights_before


def _matrix(window: QMainWindow, quantity: str) -> QAbstractItemView:
    view = window.findChild(QAbstractItemView, f"matrix.{quantity}")
    assert isinstance(view, QAbstractItemView), f"no matrix of {quantity} in the window"
    return view


def _texts(view: QAbstractItemView) -> list[str]:
    model = view.model()
    return [
        model.index(row, column).data()
        for row in range(model.rowCount())
        for column in range(model.columnCount())
    ]


def _screenshot(window: QMainWindow) -> QImage:
    """Return what the X server shows of the window, not what Qt would paint."""
    picture = window.screen().grabWindow(window.winId()).toImage()
    return picture.convertToFormat(QImage.Format.Format_RGB32)


def _pixels(picture: QImage) -> memoryview:
    return memoryview(picture.constBits()).cast("I")


def _n_colors(picture: QImage) -> int:
    return len(set(_pixels(picture)))


def _differing_pixels(one: QImage, other: QImage) -> int:
    assert one.size() == other.size()
    return sum(a != b for a, b in zip(_pixels(one), _pixels(other), strict=True))


if __name__ == "__main__":
    main()

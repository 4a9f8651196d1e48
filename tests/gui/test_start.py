"""What is on the screen from the command on: one window, empty at first."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, QSettings, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from window_driver import Driver, pixels

from attention_gui.gui import app, languages, start
from attention_gui.gui.bar_chart import BarChart
from attention_gui.gui.main_window import MainWindow
from attention_gui.gui.theme import THEMES, keep_theme
from attention_gui.scenario import examples
from attention_gui.scenario.writing import dumps

Completed = subprocess.CompletedProcess[str]

_WATCHED = """
import json, sys
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

seen = []

class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and watched.isWidgetType():
            note(watched.window(), type(watched).__name__)
        return False

def note(window, name):
    entry = {"window": type(window).__name__, "id": int(window.winId()), "painted": [],
             "title": window.windowTitle(), "size": window.size().toTuple(),
             "loaded": sorted({"numpy", "pyqtgraph", "attention_gui.engine"} & set(sys.modules))}
    same = ("window", "id", "title", "size", "loaded")
    if not seen or any(seen[-1][key] != entry[key] for key in same):
        seen.append(entry)
    seen[-1]["painted"].append(name)

watch = Watch()
made = QApplication.__init__
def make(self, *arguments):
    made(self, *arguments)
    self.installEventFilter(watch)
QApplication.__init__ = make
def run(*_):
    application = QApplication.instance()
    for _ in range(3):
        application.processEvents()
    return 0
QApplication.exec = run
from attention_gui.cli import main
status = main(sys.argv[1:])
print(json.dumps(seen))
sys.exit(status)
"""


def _run(
    folder: Path, *arguments: str, screen: tuple[int, int] = (1920, 1080), given: str = ""
) -> Completed:
    """Start the program with the settings in a folder, on a screen of this size."""
    width, height = screen
    screens = folder / "screens.json"
    sizes = {"x": 0, "y": 0, "width": width, "height": height, "dpr": 1}
    dpi = {"logicalDpi": 96, "logicalBaseDpi": 96}
    screens.write_text(json.dumps({"screens": [{"name": "one", **sizes, **dpi}]}))
    platform = f"offscreen:configfile={screens}"
    return subprocess.run(
        [sys.executable, "-c", _WATCHED, *arguments],
        env=os.environ | {"QT_QPA_PLATFORM": platform, "XDG_CONFIG_HOME": str(folder)},
        input=given,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_window_is_painted_before_anything_slow_is_imported(tmp_path: Path) -> None:
    run = _run(tmp_path, "example:two-heads")
    assert run.returncode == 0, run.stderr
    empty, *filled = json.loads(run.stdout)
    assert (empty["window"], empty["title"]) == ("MainWindow", "attention-gui")
    assert empty["loaded"] == []
    assert empty["size"] == [1600, 900]
    assert {"MainWindow", "StartPicture"} == set(empty["painted"])
    assert filled
    for state in filled:
        assert (state["window"], state["id"]) == ("MainWindow", empty["id"]), "it is the same one"
        assert state["size"] == empty["size"]
        assert state["title"] == "Two heads, two habits[*]"
        assert "StartPicture" not in state["painted"]
    assert {"Controls", "StatusLine", "FormulaView"} <= set(filled[0]["painted"])
    assert "pyqtgraph" not in filled[0]["loaded"], "charts come after the first frame"


def test_a_refused_file_is_refused_as_ever(tmp_path: Path) -> None:
    file = tmp_path / "broken.attention.json"
    file.write_text("{}")
    run = _run(tmp_path, str(file))
    assert run.returncode == 2
    assert run.stderr.startswith("error[")
    assert all(state["title"] == "attention-gui" for state in json.loads(run.stdout))


def test_a_file_that_is_not_there_is_refused_without_a_window(tmp_path: Path) -> None:
    for name in (str(tmp_path / "nowhere.json"), "x" * 5000, ""):
        run = _run(tmp_path, name)
        assert run.returncode == 2
        assert run.stderr.startswith("error[")
        assert json.loads(run.stdout) == []


def test_standard_input_is_read_before_the_window_is_shown(tmp_path: Path) -> None:
    """Somebody may type it, and could not close a window that waits for it."""
    run = _run(tmp_path, "-", given=dumps(examples.load("two-heads")))
    assert run.returncode == 0, run.stderr
    assert all("numpy" in state["loaded"] for state in json.loads(run.stdout))


@pytest.mark.parametrize("kept", ["a, b", "@Invalid()", "7", ""])
@pytest.mark.parametrize("key", ["theme", "language", "layout"])
def test_settings_that_make_no_sense_are_none(tmp_path: Path, key: str, kept: str) -> None:
    _settings_file(tmp_path).write_text(f"[General]\n{key}={kept}\n")
    run = _run(tmp_path, "example:two-heads")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)[-1]["title"] == "Two heads, two habits[*]"


def test_a_maximized_window_is_that_on_another_screen(tmp_path: Path) -> None:
    _settings_file(tmp_path).write_text("[window]\nmaximized=true\n")
    run = _run(tmp_path, screen=(2560, 1440))
    for state in json.loads(run.stdout):
        assert state["size"][0] > 2500
        assert state["size"][1] > 1400


def _settings_file(folder: Path) -> Path:
    (folder / "attention-gui").mkdir()
    return folder / "attention-gui" / "attention-gui.conf"


@pytest.mark.parametrize("screen", [(1280, 720), (1366, 768), (1599, 900)])
def test_the_first_window_is_no_larger_than_its_screen(
    tmp_path: Path, screen: tuple[int, int]
) -> None:
    run = _run(tmp_path, screen=screen)
    assert run.returncode == 0, run.stderr
    for state in json.loads(run.stdout):
        width, height = state["size"]
        assert screen[0] - 20 < width <= screen[0]
        assert screen[1] - 20 < height <= screen[1]


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> QSettings:
    """Return the settings that a start finds."""
    kept = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    monkeypatch.setattr(start, "QSettings", lambda *_: kept)
    monkeypatch.setattr(QApplication, "exec", lambda *_: 0)
    monkeypatch.setattr("sys.excepthook", None)
    return kept


@pytest.fixture
def started(qapp: QApplication, settings: QSettings) -> Iterator[list[MainWindow]]:
    """Return a list of windows that are closed after the test."""
    windows: list[MainWindow] = []
    yield windows
    while windows:  # what a fixture returned lives longer than its test
        window = windows.pop()
        window.close()
        window.deleteLater()
    del window
    languages.set_language("en")
    QApplication.processEvents()


@pytest.mark.parametrize("theme", THEMES)
def test_the_window_has_its_theme_from_the_first_frame_on(
    theme: str, settings: QSettings, started: list[MainWindow]
) -> None:
    keep_theme(settings, theme)
    started.append(start.show_window())
    painted = pixels(started[0].grab().toImage())
    ground, ink = (int(color[1:], 16) for color in (THEMES[theme].ground, THEMES[theme].ink))
    assert ((painted & 0xFFFFFF) == ink).sum() > 1000
    inks = (painted & 0xFFFFFF) != ground
    rows, columns = inks.any(axis=1).nonzero()[0], inks.any(axis=0).nonzero()[0]
    height, width = painted.shape
    assert abs(rows[0] + rows[-1] - height) <= 0.02 * height
    assert abs(columns[0] + columns[-1] - width) <= 0.02 * width


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_a_window_that_was_shown_empty_is_like_any_other(
    language: str, width: int, height: int, settings: QSettings, started: list[MainWindow]
) -> None:
    languages.remember(settings, language)
    window = start.show_window()
    started.append(window)
    window.resize(width, height)
    assert app.run(examples.load("two-heads"), None, window) == 0
    other = app.create_window("example:two-heads", language=language)
    assert isinstance(other, MainWindow)
    started.append(other)
    other.resize(width, height)
    other.show()
    images = []
    for each in (window, other):
        each.activateWindow()
        assert QTest.qWaitForWindowActive(each)
        for _ in range(4):
            QApplication.processEvents()
        images.append(_settled(each))
    assert _names(window) == _names(other)
    assert images[0] == images[1]


def _settled(window: QWidget) -> QImage:
    return window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def _names(window: QWidget) -> list[tuple[str, QRect]]:
    """Return the widgets with names that are shown, and where."""
    return [(w.objectName(), w.rect().translated(w.mapTo(window, w.rect().topLeft())))
            for w in window.findChildren(QWidget)
            if w.objectName() and w.isVisibleTo(window)]  # fmt: skip


class Seen(QObject):
    """Notes where panels are whenever they are painted."""

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self.window = window
        self.places: list[dict[str, QRect]] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        if event.type() == QEvent.Type.Paint and watched.objectName().startswith("panel."):
            self.places.append(_panels(self.window))
        return False


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_all_frames_show_panels_in_their_places(
    width: int, height: int, qtbot: QtBot, settings: QSettings, started: list[MainWindow]
) -> None:
    window = start.show_window()
    started.append(window)
    window.showNormal()
    window.resize(width, height)
    QApplication.processEvents()
    seen = Seen(window)
    QApplication.instance().installEventFilter(seen)
    try:
        assert app.run(examples.load("dogs-chase-cats"), None, window) == 0
        qtbot.waitUntil(lambda: window.findChild(BarChart) is not None)
        for _ in range(4):
            QApplication.processEvents()
    finally:
        QApplication.instance().removeEventFilter(seen)
    assert len(seen.places) > 10
    for places in seen.places:
        assert places == _panels(window)


def _panels(window: QWidget) -> dict[str, QRect]:
    """Return where the panels are that are shown."""
    return {name: box for name, box in _names(window) if name.startswith("panel.")}


def test_a_window_that_was_shown_empty_is_used_as_any_other(
    qtbot: QtBot, settings: QSettings, started: list[MainWindow]
) -> None:
    window = start.show_window()
    started.append(window)
    assert app.run(examples.load("dogs-chase-cats"), None, window) == 0
    qtbot.waitUntil(lambda: window.findChild(start.Patience) is None)
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    driver = Driver(window)
    driver.flush()
    driver.enter("query", 0, 0, "1/4")
    assert driver.text("query", 0, 0) == "0.250"
    assert window.isWindowModified()
    driver.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not window.isWindowModified()
    driver.run("language.ru")
    driver.flush()
    assert driver.action("causal").text() != "Causal"
    driver.run("full-screen")
    assert window.isFullScreen()
    driver.run("full-screen")
    assert not window.isFullScreen()


def test_a_window_closed_while_it_is_empty_ends_the_program(
    settings: QSettings, started: list[MainWindow]
) -> None:
    window = start.show_window()
    started.append(window)
    QTest.keyClick(window, Qt.Key.Key_Escape)  # nothing is there to take back
    assert window.close()
    assert app.run(examples.load("dogs-chase-cats"), None, window) == 0
    assert window.findChild(QWidget, "panel.weights") is None


def test_what_was_meant_for_an_empty_window_is_lost(
    qtbot: QtBot, settings: QSettings, started: list[MainWindow]
) -> None:
    window = start.show_window()
    started.append(window)
    assert app.run(examples.load("dogs-chase-cats"), None, window) == 0
    window.activateWindow()
    driver = Driver(window)
    causal = driver.content.controls.widgetForAction(driver.action("causal"))
    handle, at = window.windowHandle(), causal.mapTo(window, causal.rect().center())

    def aim() -> None:
        """Click and type as a desktop does, which knows no widgets."""
        QTest.mouseClick(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        QTest.keyClick(handle, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)

    for _ in range(2):
        aim()
        assert not driver.scenario.causal
        assert driver.action("scale").isChecked()
        QApplication.processEvents()
    qtbot.waitUntil(lambda: window.findChild(start.Patience) is None)
    aim()
    assert driver.scenario.causal
    assert not driver.action("scale").isChecked()
    driver.store.undo_stack.setClean()


def test_what_was_maximized_is_so_after_full_screen(
    settings: QSettings, started: list[MainWindow]
) -> None:
    window = start.show_window()
    started.append(window)
    for maximized in (True, False):
        (window.showMaximized if maximized else window.showNormal)()
        window.toggle_full_screen()
        assert window.isFullScreen()
        window.toggle_full_screen()
        assert not window.isFullScreen()
        assert window.isMaximized() is maximized


def test_a_place_of_no_size_has_some(settings: QSettings, started: list[MainWindow]) -> None:
    settings.setValue("window/geometry", QByteArray(b"\x01\xd9\xd0\xcb\x00\x03\x00\x00"))
    started.append(start.show_window())
    assert started[0].width() >= 790
    assert started[0].height() >= 450


def test_a_window_is_where_the_last_one_was(settings: QSettings, started: list[MainWindow]) -> None:
    first = start.show_window()
    first.showNormal()
    first.setGeometry(0, 40, 800, 500)
    QApplication.processEvents()
    size, top = first.size(), first.y()
    first.showFullScreen()
    first.close()
    first.deleteLater()
    started.append(start.show_window())
    assert not started[0].isFullScreen()
    assert (started[0].size(), started[0].y()) == (size, top)


@pytest.mark.parametrize("kept", ["nonsense", 3, b"nonsense", [1, 2]])
def test_a_place_that_makes_no_sense_is_none(
    kept: object, settings: QSettings, started: list[MainWindow]
) -> None:
    settings.setValue("window/geometry", kept)
    started.append(start.show_window())
    assert started[0].isMaximized(), "the screen of tests is small"

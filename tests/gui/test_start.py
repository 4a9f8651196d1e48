"""What is on the screen between the command and the window."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from attention_gui.gui.start_picture import show_start_picture

_WATCHED = """
import json, sys
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

seen = []

class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and watched.isWidgetType() and watched.isWindow():
            name = type(watched).__name__
            if name not in [entry["window"] for entry in seen]:
                seen.append({"window": name, "says": watched.accessibleName(),
                             "loaded": "numpy" in sys.modules, "open": shown()})
        return False

def shown():
    return [type(w).__name__ for w in QApplication.topLevelWidgets() if w.isVisible()]

watch = Watch()
made = QApplication.__init__
def make(self, *arguments):
    made(self, *arguments)
    self.installEventFilter(watch)
QApplication.__init__ = make
def run(*_):
    seen.append(shown())
    return 0
QApplication.exec = run
from attention_gui.cli import main
status = main(sys.argv[1:])
print(json.dumps(seen))
sys.exit(status)
"""


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _WATCHED, *arguments],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_picture_is_painted_before_anything_slow_is_imported() -> None:
    run = _run("example:two-heads")
    assert run.returncode == 0, run.stderr
    picture, window, last = json.loads(run.stdout)
    assert picture == {
        "window": "QLabel", "says": "attention-gui", "loaded": False, "open": ["QLabel"],
    }  # fmt: skip
    assert window["window"] == "MainWindow"
    assert set(window["open"]) == {"QLabel", "MainWindow"}, "something is there at any moment"
    assert last == ["MainWindow"]


def test_a_refused_file_is_refused_as_ever(tmp_path: Path) -> None:
    file = tmp_path / "broken.attention.json"
    file.write_text("{}")
    run = _run(str(file))
    assert run.returncode == 2
    assert run.stderr.startswith("error[")
    assert "MainWindow" not in run.stdout


@pytest.mark.parametrize("colors", [("#ffffff", "#000000"), ("#101418", "#f0f0f0")])
def test_the_picture_has_the_colours_of_the_system(
    colors: tuple[str, str], qapp: QApplication
) -> None:
    before, (ground, ink) = qapp.palette(), map(QColor, colors)
    palette = QPalette(before)
    palette.setColor(QPalette.ColorRole.Base, ground)
    palette.setColor(QPalette.ColorRole.Text, ink)
    qapp.setPalette(palette)
    try:
        picture = show_start_picture()
        image = picture.grab().toImage()
        painted = {
            QColor(image.pixel(x, y)).name()
            for x in range(image.width())
            for y in range(image.height())
        }
        assert QColor(image.pixel(5, 5)) == ground
        assert {ground.name(), ink.name()} < painted
        screen = picture.screen().availableGeometry()
        assert (picture.geometry().center() - screen.center()).manhattanLength() <= 2
        picture.close()
    finally:
        qapp.setPalette(before)

"""How long it takes from the start of a process to the first painted window, beside a bare script.

Run it with ``python tests/benchmarks/first_paint.py``. The programs are started in turn, each in
a process of its own, and say when their first frame is painted:

- attention-gui, with the example that it opens by itself: its window, which is empty but for the
  program's name; and the same window with every panel in it;
- a bare script that imports PySide6, NumPy and pyqtgraph and shows an empty window;
- the same without pyqtgraph, which is what nothing with PySide6 and NumPy can be faster than.

It prints a Markdown table of medians and ratios. The platform plugin is that of
``QT_QPA_PLATFORM``, by default offscreen with a screen of 1920×1080.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_SAY_WHEN_PAINTED = """
import os
from PySide6.QtCore import QEvent, QObject, QTimer

class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, say)  # when this frame is done
        return False

def say():
    print("painted", flush=True)
    os._exit(0)
"""
_WINDOW = (
    _SAY_WHEN_PAINTED
    + """
import sys
from PySide6.QtWidgets import QMainWindow

def show(window):
    window.watch = Watch()
    window.installEventFilter(window.watch)
    shown(window)

shown, QMainWindow.show = QMainWindow.show, show
from attention_gui.cli import main
sys.argv = ["attention-gui"]
main()
"""
)
_PANELS = (
    _SAY_WHEN_PAINTED
    + """
import sys
from PySide6.QtWidgets import QApplication, QMainWindow

def run(*_):
    window, = [w for w in QApplication.topLevelWidgets() if isinstance(w, QMainWindow)]
    window.watch = Watch()
    window.installEventFilter(window.watch)
    return loop()

loop, QApplication.exec = QApplication.exec, run
from attention_gui.cli import main
sys.argv = ["attention-gui"]
main()
"""
)
_BARE = (
    """
from PySide6.QtWidgets import QApplication, QMainWindow
import numpy
{pyqtgraph}
"""
    + _SAY_WHEN_PAINTED
    + """
app = QApplication([])
window = QMainWindow()
window.resize(1600, 900)
watch = Watch()
window.installEventFilter(watch)
window.show()
app.exec()
"""
)
BARE = "bare: PySide6, NumPy, pyqtgraph"
WAYS = {
    "attention-gui, the window": _WINDOW,
    "attention-gui, all panels in it": _PANELS,
    BARE: _BARE.format(pyqtgraph="import pyqtgraph"),
    "bare: PySide6, NumPy": _BARE.format(pyqtgraph=""),
}


_SCREEN = {
    "name": "1080p", "x": 0, "y": 0, "width": 1920, "height": 1080,
    "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1,
}  # fmt: skip


def seconds(program: str, folder: Path) -> float:
    """Return the time until a program has painted; its settings are those of a first start."""
    screens = folder / "screens.json"
    screens.write_text(json.dumps({"screens": [_SCREEN]}))
    environment = {"QT_QPA_PLATFORM": f"offscreen:configfile={screens}", **os.environ}
    environment["XDG_CONFIG_HOME"] = str(folder)
    # The byte code of an installed program is kept, as that of the libraries is here.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begin = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        taken = time.perf_counter() - begin
    if line != "painted\n":
        raise SystemExit(f"a program ended with {process.returncode} and painted nothing")
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=11)
    rounds = parser.parse_args().rounds
    times: dict[str, list[float]] = {name: [] for name in WAYS}
    with tempfile.TemporaryDirectory() as folder:
        for at in range(rounds + 1):
            for name, program in WAYS.items():
                taken = seconds(program, Path(folder))
                if at:  # the first start fills the file cache and writes the byte code
                    times[name].append(taken)
    bare = statistics.median(times[BARE])
    print("| program | starts | median | against the bare script |")
    print("| --- | ---: | ---: | ---: |")
    for name, taken in times.items():
        median = statistics.median(taken)
        print(f"| {name} | {len(taken)} | {1e3 * median:.0f} ms | {median / bare:.2f} |")


if __name__ == "__main__":
    main()

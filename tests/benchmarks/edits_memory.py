"""How much memory the window takes up in the course of many edits.

Run it on Linux with ``python tests/benchmarks/edits_memory.py``. Random numbers go into random
cells of Q, K and V, every edit is painted, and now and then some are undone and done again, or
another cell is selected. Prints the resident memory after some of the edits as a Markdown table.
"""

import argparse
import gc
import os
import sys
from pathlib import Path

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from attention_gui.gui.app import create_window
from attention_gui.gui.store import Store
from attention_gui.scenario.edits import SetCell

FIRST = 1_000
"""Until then caches fill, and the undo steps become as many as are kept."""


def resident() -> float:
    """Return the resident memory of this process in megabytes."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=20_000)
    count = parser.parse_args().edits
    app = QApplication.instance() or QApplication([sys.argv[0]])
    window = create_window("example:dogs-chase-cats")
    window.resize(1920, 1080)
    window.show()
    store = window.findChild(Store)
    assert store is not None
    rng = np.random.default_rng(0)
    shown = sorted({FIRST, *np.linspace(FIRST, count, 6, dtype=int).tolist()})
    first = 0.0
    print("| edits | resident | beyond the first |")
    print("| ---: | ---: | ---: |")
    for at in range(1, count + 1):
        name = ("query", "key", "value")[rng.integers(3)]
        shape = store.snapshot.scenario.matrix(name).shape
        place = (int(rng.integers(size)) for size in shape)
        store.dispatch(SetCell(name, *place, round(rng.normal(), 3)))
        if at % 10 == 0:
            store.undo_stack.undo()
            store.undo_stack.redo()
            store.select(
                store.selection_of("weights", (0, 0, int(rng.integers(3)), int(rng.integers(3))))
            )
        app.processEvents()
        if at in shown:
            now = resident()
            first = first or now
            print(f"| {at:,} | {now:.1f} MB | {now - first:.1f} MB |", flush=True)
    app.quit()  # the edited window is not closed: it would ask whether to save


if __name__ == "__main__":
    main()

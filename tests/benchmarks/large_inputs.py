"""How long large inputs take to open and to edit, and the memory that they need.

Run it with ``python tests/benchmarks/large_inputs.py``. Every size is opened in a process of its
own, in a window of 1920×1080, and one number of Q is edited again and again. Prints a Markdown
table: from the scenario's arrays to the first painted frame; from an edit to the painted frame,
median and 95th percentile; and the most memory that the process had at any time.
"""

import argparse
import os
import resource
import subprocess
import sys
import time

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SIZES = [(64, 4, 16), (512, 8, 64), (1024, 16, 64)]
"""Tokens, heads, width of one head."""


def show(n: int, h: int, d_k: int, n_edits: int) -> None:
    """Open one size in this process and print its row."""
    from PySide6.QtWidgets import QApplication

    from attention_gui.gui.app import create_window
    from attention_gui.gui.store import Store
    from attention_gui.scenario.edits import SetCell
    from attention_gui.scenario.scenario import Scenario

    app = QApplication.instance() or QApplication([sys.argv[0]])
    rng = np.random.default_rng(0)
    query, key, value = rng.normal(size=(3, n, h * d_k))
    begin = time.perf_counter()
    window = create_window(Scenario(query=query, key=key, value=value, heads=h))
    window.resize(1920, 1080)
    window.show()
    app.processEvents()
    opened = time.perf_counter() - begin
    app.processEvents()  # the charts come after the first frame
    store = window.findChild(Store)
    assert store is not None
    times = []
    for at in range(n_edits):
        begin = time.perf_counter()
        store.dispatch(SetCell("query", 0, at % n, 0, float(at)))
        app.processEvents()
        times.append(1e3 * (time.perf_counter() - begin))
    median, high = np.percentile(times, [50, 95])
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # kilobytes on Linux
    print(f"| {n} × {h} × {d_k} | {opened:.2f} s | {median:.0f} ms | {high:.0f} ms "
          f"| {memory:.0f} MB |", flush=True)  # fmt: skip
    os._exit(0)  # an edited window would ask whether to save


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=40)
    parser.add_argument("--size", type=int, nargs=3, help="only this one, in this process")
    arguments = parser.parse_args()
    if arguments.size:
        show(*arguments.size, arguments.edits)
    print("| tokens × heads × width | opens | edit, median | 95th percentile | memory |")
    print("| --- | ---: | ---: | ---: | ---: |", flush=True)
    for size in SIZES:
        command = [sys.executable, __file__, "--edits", str(arguments.edits)]
        subprocess.run([*command, "--size", *map(str, size)], check=True)


if __name__ == "__main__":
    main()

"""How long it takes from an edit until every panel is painted, against other ways.

Run it with ``python tests/benchmarks/edit_to_painted.py`` after ``pip install -e ".[bench]"``.
All show matrices of 8 tokens and get the same edits in turn, in one process, each with its own
computation of every quantity:

- the window, with everything visible at 1920×1080;
- the floor: as many cells as the window has, in one bare QTableView whose own ``paintEvent``
  fills and writes one cell after the other;
- twelve plain QTableViews whose model answers `data()` in Python, coloured alike;
- matplotlib, redrawing twelve axes with a picture and a text a cell.

It prints a Markdown table of medians, 95th percentiles and ratios, and how many steps a second the
window keeps up with while one cell of K is dragged, which changes the most.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QTableView, QWidget

from attention_gui.engine import Result, compute
from attention_gui.gui.app import create_window
from attention_gui.gui.ramps import ramp_of
from attention_gui.gui.store import Store, new_gesture
from attention_gui.gui.theme import THEMES
from attention_gui.gui.workspace import Workspace
from attention_gui.quantities import ColorScale
from attention_gui.scenario.edits import Edit, SetCell, apply
from attention_gui.scenario.scenario import Scenario

N_TOKENS, WIDTH = 8, 4
SHOWN = (
    "raw_scores", "scaled_scores", "masked_scores", "weights", "output", "grad_value",
    "grad_weights", "grad_scaled_scores", "grad_query", "grad_key", "query", "value",
)  # fmt: skip
SIZE = (1920, 1080)
Matrix = npt.NDArray[np.float64]


def page(result: Result, quantity_id: str) -> Matrix:
    """Return the last two dimensions of a quantity."""
    array = result[quantity_id]
    return array.reshape(-1, *array.shape[-2:])[0]


_NO_INDEX = QModelIndex()


class PlainModel(QAbstractTableModel):
    """A matrix that answers in Python, a cell and a role at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.values = np.zeros((0, 0))
        self.colors = np.zeros((0, 0), dtype=np.uint32)

    def show(self, values: Matrix) -> None:
        fits = values.shape == self.values.shape
        if not fits:
            self.beginResetModel()
        ramp = ramp_of(THEMES["light"], ColorScale.SIGNED)
        limit = float(np.abs(values).max()) or 1.0
        self.values = values
        self.colors = ramp.colors[ramp.indices(values, (-limit, limit))]
        if fits:
            last = self.index(values.shape[0] - 1, values.shape[1] - 1)
            self.dataChanged.emit(self.index(0, 0), last)
        else:
            self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_INDEX) -> int:
        return self.values.shape[0]

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_INDEX) -> int:
        return self.values.shape[1]

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = 0) -> object:
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{self.values[row, column]:.3f}"
        if role == Qt.ItemDataRole.BackgroundRole:
            return QColor.fromRgb(int(self.colors[row, column]))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        return None


def our_window(scenario: Scenario) -> Callable[[Edit], None]:
    window = create_window(scenario)
    window.resize(*SIZE)
    window.show()
    QApplication.processEvents()
    store = window.findChild(Store)
    assert store is not None

    def step(edit: Edit) -> None:
        store.dispatch(edit)
        QApplication.processEvents()

    step.window = window  # type: ignore[attr-defined]  # kept alive
    return step


class BareTable(QTableView):
    """Cells of one size that are filled and written one by one."""

    WIDTH, HEIGHT, COLUMNS = 52, 24, 32

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.colors: list[QColor] = []

    def show_cells(self, values: Matrix) -> None:
        ramp = ramp_of(THEMES["light"], ColorScale.SIGNED)
        limit = float(np.abs(values).max()) or 1.0
        known = {rgb: QColor.fromRgb(int(rgb)) for rgb in ramp.colors.tolist()}
        self.texts = [f"{value:.3f}" for value in values.tolist()]
        self.colors = [
            known[c] for c in ramp.colors[ramp.indices(values, (-limit, limit))].tolist()
        ]
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        for at, (text, color) in enumerate(zip(self.texts, self.colors, strict=True)):
            row, column = divmod(at, self.COLUMNS)
            x, y = column * self.WIDTH, row * self.HEIGHT
            painter.fillRect(x, y, self.WIDTH - 1, self.HEIGHT - 1, color)
            painter.drawText(x + 6, y + 17, text)


def bare_table(scenario: Scenario, n_cells: int) -> Callable[[Edit], None]:
    table = BareTable()
    table.resize(*SIZE)
    table.show()
    state = [scenario]

    def step(edit: Edit) -> None:
        state[0] = apply(state[0], edit)
        result = compute(state[0].problem)
        cells = np.concatenate([page(result, quantity_id).ravel() for quantity_id in SHOWN])
        table.show_cells(np.resize(cells, n_cells))
        QApplication.processEvents()

    step.table = table  # type: ignore[attr-defined]  # kept alive
    return step


def plain_tables(scenario: Scenario) -> Callable[[Edit], None]:
    board = QWidget()
    grid = QGridLayout(board)
    models = []
    for i, _ in enumerate(SHOWN):
        model, view = PlainModel(), QTableView()
        view.setModel(model)
        view.horizontalHeader().setDefaultSectionSize(52)
        view.verticalHeader().setDefaultSectionSize(24)
        grid.addWidget(view, i // 4, i % 4)
        models.append(model)
    board.resize(*SIZE)
    board.show()
    state = [scenario]

    def step(edit: Edit) -> None:
        state[0] = apply(state[0], edit)
        result = compute(state[0].problem)
        for model, quantity_id in zip(models, SHOWN, strict=True):
            model.show(page(result, quantity_id))
        QApplication.processEvents()

    step.board = board  # type: ignore[attr-defined]  # kept alive
    return step


def matplotlib_axes(scenario: Scenario) -> Callable[[Edit], None]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(SIZE[0] / 100, SIZE[1] / 100), dpi=100)
    canvas = FigureCanvasAgg(figure)
    axes = figure.subplots(3, 4).ravel()
    state = [scenario]

    def step(edit: Edit) -> None:
        state[0] = apply(state[0], edit)
        result = compute(state[0].problem)
        for axis, quantity_id in zip(axes, SHOWN, strict=True):
            values = page(result, quantity_id)
            limit = float(np.abs(values).max()) or 1.0
            axis.clear()
            axis.imshow(values, cmap="RdBu", vmin=-limit, vmax=limit)
            for (row, column), value in np.ndenumerate(values):
                axis.text(column, row, f"{value:.3f}", ha="center", va="center", fontsize=7)
        canvas.draw()

    return step


def edits(count: int) -> Iterator[Edit]:
    rng = np.random.default_rng(0)
    for i in range(count):
        value = float(np.round(rng.normal(), 2))
        yield SetCell(("query", "key", "value")[i % 3], 0, i % N_TOKENS, i % WIDTH, value)


def start() -> Scenario:
    rng = np.random.default_rng(1)
    query, key, value = (np.round(rng.normal(size=(N_TOKENS, WIDTH)), 2) for _ in range(3))
    return Scenario(query=query, key=key, value=value)


def measure(count: int) -> dict[str, list[float]]:
    """Return milliseconds of every edit, the ways taken in turn so that noise hits them alike."""
    scenario = start()
    ours = our_window(scenario)
    panels = ours.window.findChild(Workspace).panels.values()  # type: ignore[attr-defined]  # set there
    n_cells = sum(panel.sheet.values.size for panel in panels)
    ways = {
        f"attention-gui, {len(panels)} panels, {n_cells} cells": (ours, 1),
        f"the floor: one bare QTableView, {n_cells} cells": (bare_table(scenario, n_cells), 1),
        "12 plain QTableViews": (plain_tables(scenario), 4),
        "matplotlib, 12 axes": (matplotlib_axes(scenario), 20),
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for i, edit in enumerate(edits(count + 5)):
        for name, (step, every) in ways.items():
            if i % every == 0:
                begin = time.perf_counter()
                step(edit)
                times[name].append(1e3 * (time.perf_counter() - begin))
    # The first edits of a way fill its caches.
    return {name: rounds[min(5, len(rounds) // 4) :] for name, rounds in times.items()}


def scrub(count: int) -> list[float]:
    """Return milliseconds of every step of one gesture that moves the number of a cell."""
    window = our_window(start()).window  # type: ignore[attr-defined]  # set there
    store, gesture, times = window.findChild(Store), new_gesture(), []
    for at in range(count + 5):
        begin = time.perf_counter()
        store.dispatch(SetCell("key", 0, 1, 0, round(0.01 * at, 2)), gesture)
        QApplication.processEvents()
        times.append(1e3 * (time.perf_counter() - begin))
    return times[5:]


def table(times: dict[str, list[float]]) -> str:
    ours = statistics.median(next(iter(times.values())))
    lines = [
        "| way | edits | median | 95th percentile | median against ours |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, rounds in times.items():
        median, high = statistics.median(rounds), float(np.percentile(rounds, 95))
        lines.append(
            f"| {name} | {len(rounds)} | {median:.1f} ms | {high:.1f} ms | {median / ours:.1f} |"
        )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=300)
    count = parser.parse_args().edits
    app = QApplication.instance() or QApplication([sys.argv[0]])
    print(table(measure(count)))
    steps = scrub(count)
    rate, high = 1e3 / statistics.mean(steps), np.percentile(steps, 95)
    print(f"\nscrubbing: {rate:.0f} steps a second, 95 % of them within {high:.1f} ms")
    app.quit()  # the edited window is not closed: it would ask whether to save
    return 0


if __name__ == "__main__":
    sys.exit(main())

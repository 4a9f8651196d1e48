"""Every quantity of a result can be seen, selected, explained and exported."""

from collections.abc import Iterator
from math import ceil
from pathlib import Path

import numpy as np
import pytest
from hands import Hands, opened, shown
from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QAbstractItemView, QWidget
from window_driver import pixels

from attention_gui.cli import main
from attention_gui.engine import compute
from attention_gui.gui.fonts import text_font
from attention_gui.scenario import examples
from attention_gui.scenario.scenario import Scenario

NAMES = (
    "dogs-chase-cats-projected", "cross-attention", "grouped-heads", "left-padding",
)  # fmt: skip


@pytest.fixture(params=NAMES)
def everything(request: pytest.FixtureRequest, qapp: object) -> Iterator[Hands]:
    """Return a window that shows every quantity of an example."""
    with opened(f"example:{request.param}") as hands:
        hands.pick("part.everything")
        hands.flush()
        yield hands


def _rows(array: np.ndarray) -> np.ndarray:
    """Return the page of a quantity of rows: a query a row, a head a column."""
    return array[0].T


def test_every_quantity_has_a_matrix_of_its_own(everything: Hands) -> None:
    for quantity_id in compute(everything.scenario.problem):
        panel = everything.window.findChild(QWidget, f"panel.{quantity_id}")
        assert panel is not None, quantity_id
        assert panel.isVisible(), quantity_id
        view = panel.findChild(QAbstractItemView, f"matrix.{quantity_id}")
        assert view is not None, quantity_id


def test_what_is_told_of_rows_is_what_was_computed(everything: Hands) -> None:
    result = compute(everything.scenario.problem)
    for quantity_id in ("row_max", "row_sums", "row_entropy", "jacobian_trace"):
        wanted = shown(_rows(result[quantity_id]))
        assert everything.texts(quantity_id) == wanted, quantity_id
    flags = [[str(int(cell)) for cell in row] for row in _rows(result["empty_rows"])]
    assert everything.texts("empty_rows") == flags
    assert everything.texts("loss") == shown(np.array([[result.loss]]))
    for quantity_id in ("head_outputs", "grad_head_outputs"):
        wanted = shown(result[quantity_id][0, 0])
        assert everything.texts(quantity_id) == wanted, quantity_id
    for quantity_id in ("concatenated", "grad_concatenated"):
        wanted = shown(result[quantity_id][0])
        assert everything.texts(quantity_id) == wanted, quantity_id


def test_what_has_no_formula_shows_its_name(everything: Hands) -> None:
    assert everything.title("empty_rows") == "rows with no allowed key"
    card = everything.panel("empty_rows")
    font = QFontMetricsF(text_font(card.metrics.label_pixels))
    name, caption = map(font.horizontalAdvance, ("rows with no allowed key", card.caption))
    metrics = card.metrics
    end = card.width() - metrics.pad - ceil(caption) - metrics.unit // 2
    line = pixels(card.grab().toImage(), QRect(4, 3, end - 4, metrics.title_height - 6))
    inked = np.flatnonzero((line != line[0, 0]).any(axis=0))
    assert inked[-1] - inked[0] > name


def test_every_cell_is_explained(everything: Hands) -> None:
    scenario = everything.scenario
    for quantity_id in compute(scenario.problem):
        everything.click(quantity_id, 0, 0)
        everything.flush()
        selected = everything.store.snapshot.selection.quantity
        assert everything.label("explanation.value"), quantity_id
        if scenario.catalogue[selected].reads:
            assert everything.label("explanation.lines"), quantity_id


def test_a_row_quantity_is_linked_to_its_row(qapp: object) -> None:
    with opened("example:grouped-heads") as hands:
        hands.pick("part.everything")
        hands.click("row_sums", 1, 2)
        assert hands.store.snapshot.selection.context == {"batch": 0, "head": 2, "query": 1}
        assert hands.label("explanation.value").startswith("Z [h2: cat] = ")
        assert hands.marked("row_max") == {(1, 2)}
        assert hands.marked("weights") == {(1, 0), (1, 1), (1, 2)}


def test_they_come_and_go_with_the_menu(qapp: object) -> None:
    with opened("example:dogs-chase-cats") as hands:
        assert not hands.sees("row_max")
        hands.pick("part.everything")
        assert hands.sees("row_max")
        hands.pick("part.everything")
        assert not hands.sees("row_max")


@pytest.mark.parametrize("name", NAMES)
def test_every_quantity_can_be_drawn_by_its_id(name: str, tmp_path: Path) -> None:
    scenario: Scenario = examples.load(name)
    ids = [i for i in compute(scenario.problem) if i in scenario.catalogue]
    argv = ["render", f"example:{name}", "--out", str(tmp_path), "--scale", "0.5", "--panel"]
    assert main([*argv, *ids]) == 0
    assert {path.stem for path in tmp_path.iterdir()} == set(ids)

"""After edits of numbers the window looks as one that was opened on the same scenario."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from window_driver import Driver, Open, assert_agrees

from attention_gui.gui.arrangement import PARTS, Arrangement
from attention_gui.scenario import examples
from attention_gui.scenario.edits import SetCell
from attention_gui.scenario.scenario import Scenario

SCENARIOS = {
    name: examples.load(name)
    for name in ("dogs-chase-cats", "dogs-chase-cats-projected", "grouped-heads", "two-heads",
                 "left-padding", "causal-window")
}  # fmt: skip
SCENARIOS["nan"] = replace(SCENARIOS["left-padding"], empty_rows="nan")
SCENARIOS["eight-tokens"] = Scenario(
    **{part: np.random.default_rng(8).normal(size=(8, 4)) for part in ("query", "key", "value")}
)
SCENARIOS["one-token"] = Scenario(query=[[[0.5, 1]]], key=[[[1.0, 2]]], value=[[[3.0]]])
SCENARIOS["scaled"] = replace(SCENARIOS["dogs-chase-cats"], scale=0.7)


def _picture(driver: Driver) -> QImage:
    focus = QApplication.focusWidget()
    if focus is not None:
        focus.clearFocus()  # the keyboard's mark is no number
    driver.flush()
    # What is on the screen: a grab would paint everything anew.
    shown = driver.window.screen().grabWindow(driver.window.winId()).toImage()
    assert shown.size() == driver.window.size() * driver.window.devicePixelRatio()
    return shown


def _told(driver: Driver) -> dict[str, tuple[str, ...]]:
    """Return what a screen reader says of every panel and matrix."""
    widgets = [w for p in driver.content.workspace.panels.values() for w in (p, p.view)]
    return {
        w.objectName(): (w.accessibleName(), w.accessibleDescription(), w.toolTip())
        for w in widgets
    }


def _edit(driver: Driver, scenario: Scenario, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for quantity_id in scenario.editable:
        matrix = scenario.matrix(quantity_id)
        pages = (1,) * (3 - matrix.ndim) + matrix.shape
        page, row, column = (int(rng.integers(size)) for size in pages)
        value = round(rng.normal(0, 3), 2)
        driver.store.dispatch(SetCell(quantity_id, page, row, column, value))
        driver.flush()


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("everything", [False, True], ids=["usual", "everything"])
def test_the_window_is_that_of_the_edited_scenario(
    name: str, everything: bool, open_window: Open
) -> None:
    scenario = SCENARIOS[name]
    arrangement = Arrangement().with_parts(dict.fromkeys(PARTS, everything))
    edited = open_window(scenario)
    edited.content.workspace.arrange(arrangement)
    _edit(edited, scenario, seed=len(name))
    assert edited.scenario != scenario
    shown = _picture(edited)  # before another window is opened, which has this one painted anew
    fresh = open_window(edited.scenario)
    fresh.content.workspace.arrange(arrangement)
    assert edited.snapshot.selection == fresh.snapshot.selection
    assert _told(edited) == _told(fresh)
    assert shown == _picture(fresh)


def test_the_maximum_of_a_row_with_one_allowed_key_follows_its_score(dogs: Driver) -> None:
    dogs.enter("key", 0, 0, "2")
    dogs.toggle("causal")
    dogs.click("query", 0, 0)
    before = dogs.text("masked_scores", 0, 0)
    for _ in range(3):
        dogs.key(Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        assert_agrees(dogs)
    assert dogs.text("masked_scores", 0, 0) != before

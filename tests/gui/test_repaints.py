"""What an edit or scrolling leaves on the screen is what painting all of it anew would.

Only what changes is painted, and what is scrolled is moved: no line may begin at the edge of that.
"""

import os
import subprocess
import sys

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollBar, QWidget
from window_driver import Driver, Open, pixels

from attention_gui.gui.arrangement import PARTS, Arrangement
from attention_gui.gui.theme import THEMES
from attention_gui.scenario import examples
from attention_gui.scenario.edits import SetCell
from attention_gui.scenario.scenario import Scenario

RNG = np.random.default_rng(5)
PICTURES = Scenario(
    **{name: RNG.normal(size=(40, 4)).round(2) for name in ("query", "key", "value")}, causal=True
)
SHOWN = {
    "light": examples.load("dogs-chase-cats"), "dark": examples.load("grouped-heads"),
    "print": examples.load("causal-window"), "pictures": PICTURES,
}  # fmt: skip
"""Scenarios by the themes that they are shown in."""


def _screen(driver: Driver) -> np.ndarray:
    driver.flush()
    # What is on the screen: a grab would paint everything anew.
    return pixels(driver.window.screen().grabWindow(driver.window.winId()).toImage())


def _painted_anew(driver: Driver) -> np.ndarray:
    for widget in driver.window.findChildren(QWidget):
        if widget.isVisible():
            widget.update()
    return _screen(driver)


def _channels(picture: np.ndarray) -> np.ndarray:
    return np.stack([picture >> shift & 255 for shift in (16, 8, 0)], axis=-1).astype(int)


def _assert_whole(driver: Driver, deed: str) -> None:
    before, after = map(_channels, (_screen(driver), _painted_anew(driver)))
    # The colours of a gradient may differ by rounding.
    wrong = np.argwhere((np.abs(after - before) > 2).any(axis=-1))
    assert not len(wrong), f"{deed}: {len(wrong)} pixels, {wrong.min(axis=0)} … {wrong.max(axis=0)}"


def _point_at(driver: Driver, panel_id: str, row: int, column: int) -> None:
    """Preview the links of a cell, as the mouse does where the screen is large enough for it."""
    panel = driver.panel(panel_id)
    driver.content.workspace.pointing.at(panel.sheet.cell(row, column))
    driver.flush()
    assert panel.view._preview


def _bars(driver: Driver) -> list[QScrollBar]:
    bars = driver.window.findChildren(QScrollBar)
    return [bar for bar in bars if bar.isVisible() and bar.maximum() > 0]


@pytest.fixture(params=SHOWN)
def board(request: pytest.FixtureRequest, open_window: Open) -> Driver:
    """Return a window with one of the scenarios."""
    driver = open_window(SHOWN[request.param], 1280, 720)
    if request.param in THEMES:
        driver.run(f"theme.{request.param}")
    driver.flush()
    return driver


def test_edits(board: Driver) -> None:
    board.run("zoom-out")  # what stands in corners comes near to the edge
    board.click("query", 1, 1)
    _point_at(board, "key", 1, 0)
    board.key(Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    for value in (1.25, -3.5, 0.1):
        for quantity_id in ("query", "key", "value", "grad_output"):
            board.store.dispatch(SetCell(quantity_id, 0, 1, 0, value))
            _assert_whole(board, f"{value} in {quantity_id}")


def test_edits_before_one_painting(board: Driver) -> None:
    board.click("query", 1, 1)
    for places in (((0, 0), (2, 0)), ((1, 0), (1, 0)), ((2, 0), (0, 0))):
        for quantity_id in ("query", "key"):
            for row, column in places:
                board.store.dispatch(SetCell(quantity_id, 0, row, column, 0.75 + row))
        _assert_whole(board, f"{places} edited")


def test_edits_of_what_is_out_of_sight(board: Driver) -> None:
    board.content.workspace.arrange(Arrangement().with_parts(dict.fromkeys(PARTS, True)))
    board.flush()
    bars = _bars(board)
    assert bars
    for value in (1.25, -3.5, 0.1, 0.2):
        for quantity_id in ("query", "key", "value"):
            board.store.dispatch(SetCell(quantity_id, 0, 1, 0, value))
        board.flush()
        for bar in bars:
            bar.setValue(0 if bar.value() else bar.maximum())
        _assert_whole(board, f"{value}, scrolled to the other end")


def test_numbers_are_made_ready_for_all_panels_and_then_painted(board: Driver) -> None:
    board.store.dispatch(SetCell("query", 0, 1, 0, 0.25))
    board.flush()
    board.store.dispatch(SetCell("query", 0, 1, 0, 0.5))
    views = [panel.view for panel in board.content.workspace.panels.values()]
    ready = [v for v in views if v._prepared is not None and not v._is_painted]
    if not board.view("weights").shows_digits:
        assert not ready
        return
    assert {board.view(name) for name in ("query", "raw_scores")} <= set(ready)
    made = [view._prepared for view in ready]
    board.flush()
    assert made == [view._prepared for view in ready]  # and not once more
    board.store.dispatch(SetCell("query", 0, 1, 0, 0.5))
    assert all(view._is_painted for view in ready)  # nothing has changed


def test_scrolling(board: Driver) -> None:
    board.content.workspace.arrange(Arrangement().with_parts(dict.fromkeys(PARTS, True)))
    for selected, pointed in (("query", "key"), ("key", "query")):
        for bar in _bars(board):
            bar.setValue(0)
        board.flush()
        board.click(selected, 2, 0)
        _point_at(board, pointed, 0, 0)
        for bar in _bars(board):
            for step in (1, 13, 40, -7, 29, -2):
                bar.setValue(bar.value() + step)
                _assert_whole(board, f"{selected} selected, scrolled by {step}")


def test_what_is_magnified_looks_the_same_wherever_it_is_scrolled_to(open_window: Open) -> None:
    driver = open_window(PICTURES, 1000, 500)
    driver.click("query", 30, 1)
    view = driver.view("weights")
    view.setFocus()
    driver.key(Qt.Key.Key_F9)
    beside, below = view.horizontalScrollBar(), view.verticalScrollBar()
    ratio, seen = view.devicePixelRatio(), set()
    if ratio % 1:
        pytest.skip("cells are of unequal size")
    for _ in range(8):
        driver.key(Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
        driver.flush()
        if below.maximum() == 0:
            continue
        seen.add(view.shows_digits)
        # In the lower left corner: the row of the query, and blocked cells above the diagonal.
        beside.setValue(0)
        below.setValue(below.maximum() // 2)
        driver.flush()
        before = pixels(driver.picture("weights"))
        for dx, dy in ((4, 0), (0, 8), (20, 12), (44, 36)):
            x, y = beside.value(), below.value()
            beside.setValue(x + dx)
            below.setValue(y + dy)
            driver.flush()
            across, down = (round(by * ratio) for by in (beside.value() - x, below.value() - y))
            after = pixels(driver.picture("weights"))
            height, width = before.shape
            inner = before[down:, across:] == after[: height - down, : width - across]
            assert inner[16:-16, 160:-160].mean() > 0.9999, (view.columnWidth(0), dx, dy)
            before = after
    assert seen == {True, False}


@pytest.mark.skipif("QT_SCALE_FACTOR" in os.environ, reason="has a scale factor already")
@pytest.mark.parametrize("factor", ["1.25", "2"])
def test_finer_screens(factor: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", __file__],
        env=os.environ | {"QT_SCALE_FACTOR": factor},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert run.returncode == 0, run.stdout

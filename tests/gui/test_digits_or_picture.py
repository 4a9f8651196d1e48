"""Matrices whose digits would be too small for the board are pictures, and the others are not."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from window_driver import Driver, Open

from attention_gui.gui.arrangement import Arrangement
from attention_gui.scenario.edits import SetCell
from attention_gui.scenario.numbers import NumberFormat
from attention_gui.scenario.scenario import Scenario

CONTROL = Qt.KeyboardModifier.ControlModifier
SQUARE = ("raw_scores", "scaled_scores", "masked_scores", "weights", "grad_raw_scores")
NARROW = ("query", "key", "value", "output", "grad_query", "exponentials")


def scenario(count: int, **options: object) -> Scenario:
    rng = np.random.default_rng(3)
    given = {name: rng.normal(size=(count, 4)).round(2) for name in ("query", "key", "value")}
    return Scenario(**(given | options))


def with_digits(driver: Driver) -> set[str]:
    panels = driver.content.workspace.panels
    return {name for name, panel in panels.items() if panel.view.shows_digits}


def sideways(driver: Driver) -> int:
    """Return by how much the board scrolls to the side."""
    board = driver.content.workspace._areas[1]
    return board.horizontalScrollBar().maximum()


def resize(driver: Driver, width: int, height: int) -> None:
    driver.window.resize(width, height)
    driver.flush()


def test_it_depends_on_the_room(open_window: Open) -> None:
    driver = open_window(scenario(20, causal=True), 1280, 720)
    driver.run("part.mask")
    assert driver.content.workspace.is_shown("mask")
    assert with_digits(driver).isdisjoint((*SQUARE, "mask"))
    assert with_digits(driver) >= set(NARROW)
    assert not sideways(driver)
    resize(driver, 1920, 1080)
    assert with_digits(driver) == set(driver.content.workspace.panels)
    assert not sideways(driver)
    resize(driver, 1280, 720)
    assert with_digits(driver).isdisjoint((*SQUARE, "mask"))


def test_zoom_brings_digits_to_the_board_or_to_a_card(open_window: Open) -> None:
    driver = open_window(scenario(20), 1280, 720)
    driver.click("query", 3, 1)
    driver.key(Qt.Key.Key_Plus, CONTROL)
    driver.flush()
    assert with_digits(driver) >= {*SQUARE, *NARROW}
    driver.key(Qt.Key.Key_0, CONTROL)
    driver.flush()
    assert with_digits(driver).isdisjoint(SQUARE)
    driver.click("weights", 3, 1)
    assert driver.current == ("weights", 3, 1)
    for _ in range(6):
        driver.key(Qt.Key.Key_Plus, CONTROL)
    driver.flush()
    assert driver.view("weights").shows_digits
    assert with_digits(driver).isdisjoint({*SQUARE} - {"weights"})
    assert not sideways(driver)
    driver.key(Qt.Key.Key_0, CONTROL)
    driver.flush()
    assert not driver.view("weights").shows_digits


@pytest.mark.parametrize("count", [10, 24])
def test_on_the_whole_board(open_window: Open, count: int) -> None:
    driver = open_window(scenario(count), 1280, 720)
    driver.click("weights", 3, 1)
    driver.key(Qt.Key.Key_F9)
    driver.flush()
    view = driver.view("weights")
    fits = view.shows_digits
    assert fits == (count == 10)
    assert not sideways(driver)
    size = view.font().pixelSize()
    for _ in range(8):
        driver.key(Qt.Key.Key_Plus, CONTROL)
    driver.flush()
    assert view.shows_digits
    assert not fits or view.font().pixelSize() > size
    driver.key(Qt.Key.Key_0, CONTROL)
    driver.flush()
    assert view.shows_digits == fits
    driver.key(Qt.Key.Key_F9)
    driver.flush()
    assert view.shows_digits == fits


def test_few_columns_keep_their_digits_and_scroll_too(open_window: Open) -> None:
    driver = open_window(scenario(8), 1280, 720)
    driver.store.set_numbers(NumberFormat(8))
    driver.store.dispatch(SetCell("query", 0, 0, 0, 12345.678))
    driver.flush()
    assert with_digits(driver) == set(driver.content.workspace.panels)
    assert driver.view("weights").horizontalScrollBar().maximum()
    assert not sideways(driver)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize(("count", "width"), [(2, 16), (6, 24), (8, 16)])
def test_on_the_whole_board_few_rows_scroll(
    open_window: Open, count: int, width: int, size: tuple[int, int]
) -> None:
    rng = np.random.default_rng(3)
    given = {name: rng.normal(size=(count, width)) for name in ("query", "key", "value")}
    driver = open_window(Scenario(**given, heads=4), *size)
    for name in ("output", "grad_key"):
        driver.view(name).setFocus()
        driver.key(Qt.Key.Key_F9)
        driver.key(Qt.Key.Key_End, CONTROL)
        driver.flush()
        view, panel = driver.view(name), driver.panel(name)
        assert not sideways(driver)
        assert panel.rect().contains(view.geometry())
        last = view.visualRect(view.model().index(count - 1, width - 1))
        assert view.viewport().rect().contains(last)
        driver.key(Qt.Key.Key_F9)
        driver.flush()


def test_on_the_whole_board_digits_of_a_chosen_zoom_stay(open_window: Open) -> None:
    driver = open_window(scenario(18), 1280, 720)
    driver.content.layouts.change(Arrangement(zoom=12 / 14))
    driver.view("raw_scores").setFocus()
    driver.flush()
    assert driver.view("raw_scores").shows_digits
    driver.key(Qt.Key.Key_F9)
    driver.flush()
    assert driver.view("raw_scores").shows_digits
    assert not sideways(driver)


def test_wide_inputs_scroll_in_their_cards(open_window: Open) -> None:
    rng = np.random.default_rng(3)
    given = {name: rng.normal(size=(8, 16)).round(2) for name in ("query", "key", "value")}
    driver = open_window(Scenario(**given, heads=4), 1280, 720)
    view, panel = driver.view("key"), driver.panel("key")
    inputs = driver.content.workspace._areas[0]
    assert not inputs.horizontalScrollBar().maximum()
    assert panel.parentWidget().rect().contains(panel.geometry())
    assert view.horizontalScrollBar().maximum()
    driver.click("key", 2, 1)
    driver.key(Qt.Key.Key_End)
    driver.key(Qt.Key.Key_2)
    driver.key(Qt.Key.Key_Return)
    driver.flush()
    assert driver.scenario.key[0, 2, 15] == 2
    assert view.viewport().rect().contains(view.visualRect(view.model().index(2, 15)))


@pytest.mark.parametrize("count", [2, 9, 16, 17, 18, 24, 32])
@pytest.mark.parametrize("digits", [0, 3, 8])
def test_the_board_never_scrolls_to_the_side_by_itself(
    open_window: Open, count: int, digits: int
) -> None:
    driver = open_window(scenario(count, causal=True), 1280, 720)
    driver.store.set_numbers(NumberFormat(digits))
    for size in ((1280, 720), (1600, 900), (1920, 1080), (1366, 768)):
        resize(driver, *size)
        assert not sideways(driver), size
        alike = {driver.view(name).shows_digits for name in SQUARE}
        assert len(alike) == 1, size


def test_longer_numbers_may_leave_no_room(open_window: Open) -> None:
    driver = open_window(scenario(12), 1280, 720)
    count = next(n for n in range(12, 33) if not _has_digits(open_window, n))
    driver = open_window(scenario(count - 1), 1280, 720)
    assert with_digits(driver) >= set(SQUARE)
    driver.store.dispatch(SetCell("query", 0, 0, 0, 99999.0))
    driver.flush()
    assert with_digits(driver).isdisjoint(SQUARE)
    assert not sideways(driver)
    driver.store.undo_stack.undo()
    driver.flush()
    assert with_digits(driver) >= set(SQUARE)


def _has_digits(open_window: Open, count: int) -> bool:
    return open_window(scenario(count), 1280, 720).view("weights").shows_digits


def test_a_zoom_that_was_chosen_keeps_the_digits(open_window: Open) -> None:
    driver = open_window(scenario(20), 1280, 720)
    driver.content.layouts.change(Arrangement(zoom=0.5))
    driver.flush()
    assert with_digits(driver) >= set(SQUARE)
    driver.content.layouts.change(Arrangement())
    driver.flush()
    assert with_digits(driver).isdisjoint(SQUARE)


@pytest.mark.parametrize("count", [2, 8])
def test_few_rows_keep_their_digits_and_scroll_in_their_card(open_window: Open, count: int) -> None:
    rng = np.random.default_rng(3)
    given = {name: rng.normal(size=(count, 16)).round(2) for name in ("query", "key", "value")}
    driver = open_window(Scenario(**given, heads=4), 1280, 720)
    assert not sideways(driver)
    assert with_digits(driver) == set(driver.content.workspace.panels)
    view, panel = driver.view("output"), driver.panel("output")
    bar = view.horizontalScrollBar()
    assert bar.maximum()
    assert bar.isVisible()
    assert view.height() == count * view.rowHeight(0) + bar.height()
    assert view.width() % view.columnWidth(0) == 0
    assert panel.rect().contains(view.geometry())
    driver.content.workspace._areas[1].ensureWidgetVisible(panel)
    driver.click("output", 0, 1)
    driver.key(Qt.Key.Key_End)
    driver.flush()
    last = view.visualRect(view.model().index(0, 15))
    assert driver.current == ("output", 0, 15)
    assert view.viewport().rect().contains(last)
    driver.store.dispatch(SetCell("value", 0, 0, 15, 3.25))
    driver.flush()
    assert view.viewport().rect().contains(last)
    resize(driver, 1920, 1080)
    assert not driver.view("output").horizontalScrollBar().maximum()

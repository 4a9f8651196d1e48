"""How large matrices without digits look: their columns, colours and outlines."""

import numpy as np
import pytest
from PySide6.QtGui import QAccessible, QFontMetricsF
from window_driver import Driver, Open, pixels, recomputed

from attention_gui.gui.arrangement import PARTS, Arrangement
from attention_gui.gui.fonts import text_font
from attention_gui.gui.theme import THEMES
from attention_gui.quantities import Role
from attention_gui.scenario.edits import RenameToken, SetCell
from attention_gui.scenario.numbers import NumberFormat
from attention_gui.scenario.scenario import Scenario


@pytest.fixture
def large(open_window: Open) -> Driver:
    rng = np.random.default_rng(3)
    return open_window(
        Scenario(**{name: rng.normal(size=(64, 4)) for name in ("query", "key", "value")})
    )


def test_few_columns_are_wide_enough_for_their_names(large: Driver) -> None:
    for panel in ("exponentials", "query"):
        view, card = large.view(panel), large.panel(panel)
        text = QFontMetricsF(text_font(card.metrics.label_pixels))
        for label in card.sheet.columns.labels:
            assert text.horizontalAdvance(label) <= view.columnWidth(0) - 4, (panel, label)


def test_rows_of_the_weights_have_colours_too(large: Driver) -> None:
    large.content.workspace.arrange(Arrangement().with_parts(dict.fromkeys(PARTS, True)))
    large.flush()
    sheet = large.panel("diagnostics").sheet
    largest = float(np.abs(sheet.values).max())
    assert sheet.limits == (-largest, largest)
    assert len(np.unique(pixels(large.picture("diagnostics")))) > 10


def test_outlines_in_the_first_row_and_column_are_whole(large: Driver) -> None:
    assert large.view("weights")._place == (0, 0)
    large.flush()
    picture = pixels(large.picture("query"))
    ink = int(THEMES["light"].mark.removeprefix("#"), 16)
    cell = large.view("query").rowHeight(0)
    assert (picture[0] == ink).mean() > 0.95, "above"
    assert (picture[cell - 1 : cell + 2] == ink).mean(axis=1).max() > 0.95, "below"
    assert (picture[:cell, 0] == ink).all(), "at the left"
    assert (picture[:cell, -1] == ink).all(), "at the right"


def test_the_outline_of_the_cell_with_the_keyboard_is_whole_in_the_corner(large: Driver) -> None:
    view = large.view("query")
    large.click("query", 0, 0)
    large.click("weights", 20, 20)  # no thick outline there any more
    view.go_to(view.model().index(0, 0))
    role = int(THEMES["light"].roles[Role.QUERY].removeprefix("#"), 16)

    def near(pixel: np.ndarray) -> np.ndarray:
        channels = [np.abs((pixel >> by & 255) - (role >> by & 255)) for by in (16, 8, 0)]
        return np.max(channels, axis=0) < 60

    view.setFocus()
    large.flush()
    with_keyboard = pixels(large.picture("query"))
    width = view.columnWidth(0)
    top, left = with_keyboard[0, 2:width], with_keyboard[: view.rowHeight(0), 0]
    assert near(top).mean() > 0.9, "above"
    assert near(left).mean() > 0.6, "at the left"


@pytest.fixture
def small(open_window: Open) -> Driver:
    """Return a window in which most pictures are out of sight."""
    rng = np.random.default_rng(3)
    given = {name: rng.normal(size=(40, 1)).round(2) for name in ("query", "key", "value")}
    return open_window(Scenario(**given), 1280, 720)


def _sizes(driver: Driver) -> dict[str, tuple[int, int]]:
    panels = driver.content.workspace.panels
    return {name: panel.size().toTuple() for name, panel in panels.items()}


def _look_at_all(driver: Driver) -> None:
    bar = driver.content.workspace._areas[1].verticalScrollBar()
    assert bar.maximum()
    for at in range(0, bar.maximum(), 100):
        bar.setValue(at)
        driver.flush()


def test_pictures_out_of_sight_have_room_for_a_longer_label(
    small: Driver, open_window: Open
) -> None:
    small.store.dispatch(SetCell("query", 0, 1, 0, 0.25))
    assert small.panel("grad_key").is_waiting
    small.store.dispatch(RenameToken(0, "internationalization"))
    small.flush()
    anew = open_window(small.scenario, 1280, 720)
    assert _sizes(small) == _sizes(anew)
    _look_at_all(small)
    _look_at_all(anew)
    assert _sizes(small) == _sizes(anew)


def test_pictures_out_of_sight_have_room_for_more_digits(small: Driver, open_window: Open) -> None:
    small.store.dispatch(SetCell("query", 0, 1, 0, 0.25))
    for digits in (5, 8):
        small.store.set_numbers(NumberFormat(digits))
    small.flush()
    anew = open_window(small.scenario, 1280, 720)
    anew.store.set_numbers(NumberFormat(8))
    anew.flush()
    assert _sizes(small) == _sizes(anew)


def test_pictures_that_come_into_sight_have_room_for_longer_numbers(
    small: Driver, open_window: Open
) -> None:
    small.store.dispatch(SetCell("query", 0, 1, 0, 98765.25))
    small.flush()
    _look_at_all(small)
    anew = open_window(small.scenario, 1280, 720)
    _look_at_all(anew)
    assert _sizes(small) == _sizes(anew)


def test_a_screen_reader_hears_the_numbers_of_pictures_out_of_sight(small: Driver) -> None:
    QAccessible.setActive(True)
    try:
        small.store.dispatch(SetCell("query", 0, 1, 0, 0.25))
        assert not any(panel.is_waiting for panel in small.content.workspace.panels.values())
        for name in ("grad_key", "grad_raw_scores", "output"):
            shown = small.panel(name).sheet.values
            result = recomputed(small.scenario)[name]
            np.testing.assert_array_equal(shown, result.reshape(-1, *result.shape[-2:])[0])
    finally:
        QAccessible.setActive(False)

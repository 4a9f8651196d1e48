"""How large matrices without digits look: their columns, colours and outlines."""

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF
from window_driver import Driver, Open, pixels

from attention_gui.gui.arrangement import PARTS, Arrangement
from attention_gui.gui.fonts import text_font
from attention_gui.gui.theme import THEMES
from attention_gui.quantities import Role
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
    large.window.workspace.arrange(Arrangement().with_parts(dict.fromkeys(PARTS, True)))
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

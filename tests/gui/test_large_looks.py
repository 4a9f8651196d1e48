"""How large matrices without digits look: their columns, colours and outlines."""

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF
from window_driver import Driver, Open, pixels

from attention_gui.gui.arrangement import PARTS, Arrangement
from attention_gui.gui.fonts import text_font
from attention_gui.gui.theme import THEMES
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

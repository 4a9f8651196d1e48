"""What is painted: colours of cells, hatching, marks, the keyboard's place, legends."""

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetricsF, QImage
from window_driver import (
    INPUTS,
    PANELS,
    Driver,
    Open,
    cell_colors,
    cells,
    page,
    pixels,
    recomputed,
)

from attention_gui.gui.ramps import ramp_of
from attention_gui.gui.theme import THEMES, Theme
from attention_gui.quantities import ColorScale
from attention_gui.scenario.scenario import Scenario

_COLORED = [panel for panel in PANELS if panel not in (*INPUTS, "exponentials")]


def _box(driver: Driver, panel: str, row: int, column: int) -> QRect:
    view = driver.view(panel)
    return view.visualRect(view.model().index(row, column))


def _ground(driver: Driver, picture: QImage, panel: str, row: int, column: int) -> str:
    """Return the colour that covers most of a cell."""
    return cell_colors(picture, _box(driver, panel, row, column)).most_common(1)[0][0]


def _expected(theme: Theme, scale: ColorScale, value: float, largest: float) -> str:
    low, high = (0.0, 1.0) if scale is ColorScale.UNIT else (-largest, largest)
    colors = ramp_of(theme, scale).colors
    at = round(min(max((value - low) / (high - low), 0), 1) * (len(colors) - 1))
    return f"#{int(colors[at]) & 0xFFFFFF:06x}"


def _assert_colors(driver: Driver) -> None:
    """Assert the ground of every coloured cell, from values computed anew."""
    result = recomputed(driver.scenario)
    context = tuple(driver.snapshot.selection.context.values())
    for panel in _COLORED:
        values, picture = page(driver.scenario, result, panel, *context), driver.picture(panel)
        scale = driver.scenario.catalogue[panel].scale
        largest = float(np.abs(values[np.isfinite(values)]).max(initial=0)) or 1.0
        for row, column in cells(driver.texts(panel)):
            value = values[row, column]
            shown = _expected(driver.theme, scale, value if np.isfinite(value) else 0.0, largest)
            assert _ground(driver, picture, panel, row, column) == shown, (panel, row, column)


def test_the_painted_colour_is_the_numbers_colour(dogs: Driver) -> None:
    _assert_colors(dogs)
    dogs.enter("value", 0, 0, "-7")
    _assert_colors(dogs)
    dogs.toggle("causal")
    _assert_colors(dogs)


@pytest.mark.parametrize("theme", ["dark", "print"])
def test_every_theme_paints_by_its_own_ramp(dogs: Driver, theme: str) -> None:
    dogs.run(f"theme.{theme}")
    assert dogs.theme is THEMES[theme]
    _assert_colors(dogs)
    for panel in INPUTS:
        assert _ground(dogs, dogs.picture(panel), panel, 2, 1) == THEMES[theme].card


def test_blocked_cells_are_hatched_and_no_others(dogs: Driver) -> None:
    dogs.toggle("causal")
    dogs.click("query", 1, 0)
    for panel in ("masked_scores", "weights", "grad_scaled_scores"):
        picture = dogs.picture(panel)
        for row, column in cells(dogs.texts(panel)):
            count = cell_colors(picture, _box(dogs, panel, row, column))[dogs.theme.hatch]
            assert (count > 20) == (column > row), (panel, row, column)
    for panel in ("raw_scores", "scaled_scores", "grad_weights", "output"):
        picture = dogs.picture(panel)
        assert not any(
            cell_colors(picture, _box(dogs, panel, row, column))[dogs.theme.hatch]
            for row, column in cells(dogs.texts(panel))
        ), panel
    dogs.toggle("causal")
    picture = dogs.picture("weights")
    assert not cell_colors(picture, _box(dogs, "weights", 0, 2))[dogs.theme.hatch]


def _mark_width(driver: Driver, picture: QImage, panel: str, row: int, column: int) -> int:
    """Return how thick the mark at the left edge of a cell is."""
    box = _box(driver, panel, row, column)
    y = box.center().y()
    return sum(
        picture.pixelColor(x, y).name() == driver.theme.mark
        for x in range(box.left(), box.left() + 8)
    )


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_numbers_of_blocked_cells_stand_on_the_ground_that_their_colour_is_for(
    open_window: Open, theme: str
) -> None:
    driver = open_window("example:left-padding")
    driver.run(f"theme.{theme}")
    driver.run("empty-rows.uniform")  # blocked, and not 0
    driver.click("weights", 0, 0)
    result = recomputed(driver.scenario)
    terms = page(driver.scenario, result, "value_terms", 0, 0, 0)
    largest = float(np.abs(terms).max())
    driver.view("output").setFocus()
    driver.flush()
    picture = driver.picture("value_terms")
    for row, column in cells(driver.texts("value_terms")):
        box = _box(driver, "value_terms", row, column)
        inner = box.adjusted(*(side * box.height() // 4 for side in (2, 1, -2, -1)))
        ground = _expected(driver.theme, ColorScale.SIGNED, terms[row, column], largest)
        assert cell_colors(picture, inner).most_common(1)[0][0] == ground, (row, column)


def test_the_selected_cell_is_marked_thickly_and_linked_ones_thinly(dogs: Driver) -> None:
    dogs.click("weights", 0, 1)
    picture = dogs.picture("raw_scores")
    thin = _mark_width(dogs, picture, "raw_scores", 0, 1)
    assert thin >= 1
    assert _mark_width(dogs, picture, "raw_scores", 1, 0) == 0
    dogs.view("query").setFocus(Qt.FocusReason.TabFocusReason)
    dogs.click("weights", 0, 1)
    dogs.chip(0).setFocus()
    picture = dogs.picture("weights")
    assert _mark_width(dogs, picture, "weights", 0, 1) > thin
    for other in ((0, 0), (1, 1), (2, 1)):
        assert _mark_width(dogs, picture, "weights", *other) == 0
    picture = dogs.picture("key")
    assert [_mark_width(dogs, picture, "key", row, 0) for row in range(3)] == [0, thin, 0]
    picture = dogs.picture("query")
    assert [_mark_width(dogs, picture, "query", row, 0) for row in range(3)] == [thin, 0, 0]


def test_the_keyboards_place_is_seen(dogs: Driver) -> None:
    dogs.click("weights", 1, 1)
    with_focus = dogs.picture("weights")
    dogs.chip(0).setFocus()
    without = dogs.picture("weights")
    box = _box(dogs, "weights", 1, 1)
    changed = {
        (x, y)
        for x in range(without.width())
        for y in range(without.height())
        if with_focus.pixel(x, y) != without.pixel(x, y)
    }
    assert len(changed) > 30
    assert all(box.adjusted(-1, -1, 1, 1).contains(x, y) for x, y in changed)


def _bottom_line(driver: Driver, panel: str) -> QImage:
    card = driver.panel(panel)
    top = card.frame_box(card.metrics).bottom() + 1
    box = QRect(0, top, card.width() // 2, card.frame_box(card.metrics).top())
    return card.grab(box.intersected(card.rect())).toImage()


def test_the_legend_of_the_weights_does_not_depend_on_the_data(open_window: Open) -> None:
    """Weights between 0.2 and 0.3 are still shown on [0, 1]."""
    near = np.array([[0.0, 0.1], [0.1, 0.0], [0.05, 0.05], [0.1, 0.1]])
    driver = open_window(Scenario(query=near, key=near, value=near))
    texts = {text for row in driver.texts("weights") for text in row}
    assert min(texts) >= "0.2"
    assert max(texts) <= "0.3"
    assert driver.panel("weights").sheet.limits == (0.0, 1.0)
    driver.run("zoom-in")  # a zoom chosen by hand stays, whatever the numbers' width
    weights, scores = _bottom_line(driver, "weights"), _bottom_line(driver, "raw_scores")
    driver.enter("key", 0, 0, "90")
    driver.enter("query", 0, 0, "90")
    assert driver.panel("weights").sheet.limits == (0.0, 1.0)
    assert _bottom_line(driver, "weights") == weights
    assert _bottom_line(driver, "raw_scores") != scores
    assert driver.panel("raw_scores").sheet.limits == (-8100.01, 8100.01)
    end = int(ramp_of(driver.theme, ColorScale.UNIT).colors[-1])
    colors = pixels(weights).astype(np.int64)
    far = [np.abs((colors >> shift & 0xFF) - (end >> shift & 0xFF)) for shift in (0, 8, 16)]
    assert np.max(far, axis=0).min() < 12, "the ramp is painted up to its end"


def test_signed_limits_are_symmetric_about_zero(dogs: Driver) -> None:
    dogs.enter("value", 0, 0, "-7")
    assert dogs.panel("grad_weights").sheet.limits == (-7.0, 7.0)
    for row in range(3):
        for column in range(2):
            dogs.enter("query", row, column, "0")
    assert dogs.panel("raw_scores").sheet.limits == (-1.0, 1.0)
    picture = dogs.picture("raw_scores")
    assert _ground(dogs, picture, "raw_scores", 0, 0) == "#ffffff"


def test_a_constant_matrix_has_its_values_colour(open_window: Open) -> None:
    """Four equal keys: every weight is 0.25, and painted so."""
    ones = np.ones((4, 2))
    driver = open_window(Scenario(query=ones, key=ones, value=ones))
    assert driver.texts("weights") == [["0.250"] * 4] * 4
    picture = driver.picture("weights")
    expected = _expected(driver.theme, ColorScale.UNIT, 0.25, 1.0)
    assert {_ground(driver, picture, "weights", r, c) for r in range(4) for c in range(4)} == {
        expected
    }
    _assert_colors(driver)


def test_two_rows_and_five_columns_stay_so(open_window: Open) -> None:
    value = np.arange(10.0).reshape(2, 5) - 4
    driver = open_window(Scenario(query=np.eye(2), key=np.eye(2), value=value))
    for panel in ("value", "output", "grad_value"):
        view, picture = driver.view(panel), driver.picture(panel)
        assert len(driver.texts(panel)) == 2
        assert len(driver.texts(panel)[0]) == 5
        assert picture.width() == 5 * view.columnWidth(0)
        assert picture.height() == 2 * view.rowHeight(0)
    _assert_colors(driver)


def _ink(picture: QImage, box: QRect) -> tuple[int, int]:
    """Return the left end and the width of what is written in a cell."""
    colors = pixels(picture, box.adjusted(2, 3, -2, -3)).astype(np.int64)
    grey = (colors >> 16) + (colors >> 8 & 0xFF) + (colors & 0xFF)
    ground = np.bincount(grey.ravel()).argmax()
    columns = np.flatnonzero((np.abs(grey - ground) > 120).any(axis=0))
    assert columns.size, "nothing is written"
    return int(columns[0]), int(columns[-1] - columns[0] + 1)


@pytest.mark.parametrize("height", [720, 1080])
def test_every_number_is_written_in_full_width(open_window: Open, height: int) -> None:
    """Digits on top of each other, or cut off, would be narrower than the text is."""
    driver = open_window(width=height * 16 // 9, height=height)
    driver.enter("query", 2, 1, "-12.5")
    driver.enter("value", 0, 1, "-987654321")
    driver.content.workspace.tokens._chips[0].setFocus()
    for panel in PANELS:
        picture, texts = driver.picture(panel), driver.texts(panel)
        metrics = QFontMetricsF(driver.view(panel).font())
        for row, column in set(cells(texts)) - driver.linked(panel):
            text = texts[row][column]
            _, width = _ink(picture, _box(driver, panel, row, column))
            expected = metrics.tightBoundingRect(text).width()
            assert abs(width - expected) <= 3, (panel, row, column, text)


def test_numbers_of_a_column_end_at_one_line(open_window: Open) -> None:
    driver = open_window()
    driver.enter("value", 0, 0, "-10.5")
    driver.click("query", 0, 0)
    picture = driver.picture("value")
    ends = [sum(_ink(picture, _box(driver, "value", row, 0))) for row in range(3)]
    assert max(ends) - min(ends) <= 2

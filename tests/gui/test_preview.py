"""The mouse over a cell previews its links in every panel; a click keeps them."""

import numpy as np
import pytest
from hands import opened
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from window_driver import PANELS, Driver, Open, pixels

from attention_gui.scenario import examples
from attention_gui.scenario.scenario import Scenario


def _hover(driver: Driver, panel_id: str, row: int, column: int) -> None:
    view = driver.view(panel_id)
    center = driver.center(view, row, column)
    for at in (center - QPoint(1, 1), center):  # the mouse may have been there before
        QTest.mouseMove(view.viewport(), at)
    driver.flush()


def _leave(driver: Driver, panel_id: str) -> None:
    QApplication.sendEvent(driver.view(panel_id), QEvent(QEvent.Type.Leave))
    driver.flush()


def _previewed(driver: Driver, panel_id: str) -> set[tuple[int, int]]:
    return {
        (int(r), int(c))
        for lines in driver.view(panel_id)._preview
        for r, c in np.argwhere(np.logical_and.outer(*lines))
    }


def _pictures(driver: Driver) -> dict[str, QImage]:
    return {panel_id: driver.picture(panel_id) for panel_id in PANELS}


def _changed(driver: Driver, before: dict[str, QImage], panel_id: str) -> set[tuple[int, int]]:
    """Return the cells that are painted otherwise than before."""
    view = driver.view(panel_id)
    now, was = pixels(driver.picture(panel_id)), pixels(before[panel_id])
    height, width = view.rowHeight(0), view.columnWidth(0)
    places = np.argwhere(now != was)
    return {(int(y) // height, int(x) // width) for y, x in places}


@pytest.fixture
def calm(dogs: Driver) -> Driver:
    """Return a window with the last weight selected, and the mouse nowhere."""
    dogs.click("weights", 2, 2)
    dogs.content.workspace.pointing.at(None)
    for panel_id in PANELS:
        _leave(dogs, panel_id)
    return dogs


def test_hovering_marks_the_links_in_every_panel_and_selects_nothing(calm: Driver) -> None:
    before, selection = _pictures(calm), calm.snapshot.selection
    current, explained = calm.current, calm.label("explanation.value")
    _hover(calm, "weights", 0, 1)
    row, key = {(0, 0), (0, 1)}, {(1, 0), (1, 1)}
    for panel_id in ("query", "output", "grad_query", "grad_output"):
        assert _changed(calm, before, panel_id) == row, panel_id
    for panel_id in ("key", "value", "grad_key", "grad_value"):
        assert _changed(calm, before, panel_id) == key, panel_id
    for panel_id in ("raw_scores", "masked_scores", "weights", "grad_raw_scores"):
        assert _changed(calm, before, panel_id) == {(0, 1)}, panel_id
    assert calm.snapshot.selection == selection
    assert (calm.current, calm.label("explanation.value")) == (current, explained)


def test_leaving_restores_every_pixel(calm: Driver) -> None:
    before = _pictures(calm)
    _hover(calm, "weights", 0, 1)
    assert _pictures(calm) != before
    _leave(calm, "weights")
    assert _pictures(calm) == before


def test_a_click_keeps_what_was_previewed(calm: Driver) -> None:
    _hover(calm, "raw_scores", 1, 0)
    previewed = {panel_id: _previewed(calm, panel_id) for panel_id in PANELS}
    assert previewed["key"] == {(0, 0), (0, 1)}
    calm.click("raw_scores", 1, 0)
    _leave(calm, "raw_scores")
    kept = {panel_id: calm.linked(panel_id) for panel_id in PANELS}
    # The softmax and the value terms show another query now: they had nothing to preview.
    for panel_id in set(PANELS) - {"exponentials", "value_terms"}:
        assert kept[panel_id] == previewed[panel_id], panel_id


def test_a_preview_looks_unlike_a_selection_even_in_greys(calm: Driver) -> None:
    _hover(calm, "weights", 0, 1)
    view = calm.view("query")
    box = view.cell_box(0, 0)
    hovered = calm.picture("query").convertToFormat(QImage.Format.Format_Grayscale8)
    calm.click("weights", 0, 1)
    _leave(calm, "weights")
    kept = calm.picture("query").convertToFormat(QImage.Format.Format_Grayscale8)
    line = range(box.left() + 6, box.right() - 5)

    def most_change(picture: QImage) -> int:
        """Return by how much a row of pixels near the upper edge changes at most."""
        rows = [[picture.pixelColor(x, box.top() + y).lightness() for x in line] for y in range(5)]
        return max(max(row) - min(row) for row in rows)

    assert most_change(kept) < 30, "the kept outline is one line"
    assert most_change(hovered) > 120, "the previewed one is dashes"


class _Painted(QObject):
    """Keeps the names of the matrices that are painted."""

    def __init__(self, driver: Driver) -> None:
        super().__init__()
        self.names: set[str] = set()
        for panel_id in PANELS:
            driver.view(panel_id).viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt calls it
        if event.type() == QEvent.Type.Paint:
            self.names.add(watched.parent().objectName().removeprefix("matrix."))
        return False


def test_the_mouse_within_one_cell_repaints_nothing(calm: Driver) -> None:
    _hover(calm, "weights", 0, 1)
    painted = _Painted(calm)
    view = calm.view("weights")
    center = calm.center(view, 0, 1)
    for dx in (1, 2, 3, -4):
        QTest.mouseMove(view.viewport(), center + QPoint(dx, 1))
        calm.flush()
    assert painted.names == set()
    _hover(calm, "weights", 0, 2)
    assert "query" not in painted.names, "its marks stay"
    assert {"key", "weights"} <= painted.names


def test_an_edit_under_the_mouse_keeps_the_preview(calm: Driver) -> None:
    _hover(calm, "query", 0, 1)
    before = _previewed(calm, "raw_scores")
    assert before == {(0, 0), (0, 1), (0, 2)}
    calm.enter("query", 1, 1, "2")
    _hover(calm, "query", 0, 1)
    assert _previewed(calm, "raw_scores") == before


def test_other_sizes_end_the_preview(calm: Driver) -> None:
    _hover(calm, "weights", 2, 2)
    assert _previewed(calm, "key")
    calm.store.open(examples.load("identical-keys"))
    calm.flush()
    assert all(not _previewed(calm, panel_id) for panel_id in PANELS)


def test_heads_that_are_not_shown_are_not_marked(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    _hover(driver, "head_weights_1", 0, 2)
    assert _previewed(driver, "head_weights_1") == {(0, 2)}
    assert _previewed(driver, "head_weights_0") == set()
    assert _previewed(driver, "weights") == set(), "it shows head 0"
    assert _previewed(driver, "query") == {(0, 2), (0, 3)}, "the columns of head 1"


def test_large_matrices_preview_too(open_window: Open) -> None:
    rng = np.random.default_rng(0)
    query, key, value = (rng.normal(size=(40, 3)) for _ in range(3))
    driver = open_window(Scenario(query=query, key=key, value=value))
    driver.click("weights", 0, 0)
    _leave(driver, "weights")
    before = driver.picture("weights")
    _hover(driver, "query", 30, 1)
    assert _previewed(driver, "weights") == {(30, c) for c in range(40)}
    now = driver.picture("weights")
    rows = np.argwhere(pixels(now) != pixels(before))[:, 0]
    height = driver.view("weights").rowHeight(0)
    assert rows.min() >= 30 * height - 2
    assert rows.max() <= 31 * height + 1
    _leave(driver, "query")
    assert driver.picture("weights") == before


def test_dragging_a_number_previews_nothing_new(calm: Driver) -> None:
    view = calm.view("query")
    start = calm.center(view, 0, 0)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    before = _previewed(calm, "raw_scores")
    QTest.mouseMove(view.viewport(), start + QPoint(0, 30))
    assert _previewed(calm, "raw_scores") == before
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=start + QPoint(0, 30))


def test_the_board_can_be_filled_anew_under_the_mouse() -> None:
    with opened("example:dogs-chase-cats") as hands:
        view = hands.view("query")
        for at in (hands.at("query", 0, 0), hands.at("query", 1, 1)):
            QTest.mouseMove(view.viewport(), at)
        hands.flush()
        hands.store.open(examples.load("dogs-chase-cats-projected"))  # Q goes to another place
        hands.flush()
        assert hands.sees("inputs")
        assert not hands.view("inputs")._preview

"""Linked cells tell, without colour, what the selected one reads from what it feeds."""

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QWidget
from window_driver import PANELS, Driver, Open

from attention_gui.gui.theme import THEMES
from attention_gui.scenario.edits import AddOutputProjection
from attention_gui.scenario.scenario import Scenario

_LINE, _DOTS, _CORNERS = "line", "dots", "corners"


def _is_mark(driver: Driver, picture: QImage, box: QRect) -> np.ndarray:
    mark = driver.theme.mark
    return np.array([
        [picture.pixelColor(x, y).name() == mark for x in range(box.left(), box.right() + 1)]
        for y in range(box.top(), box.bottom() + 1)
    ])  # fmt: skip


def _style(driver: Driver, picture: QImage, box: QRect) -> str:
    """Return how the upper edge of a box is drawn, or "" if it is not."""
    edge = QRect(box.left(), box.top(), box.width(), 5)
    drawn = _is_mark(driver, picture, edge).any(axis=0)
    inner = drawn[drawn.size // 3 : -(drawn.size // 3)]
    if not drawn.any():
        return ""
    if not inner.any():
        return _CORNERS
    return _LINE if inner.all() else _DOTS


def _outlines(driver: Driver, panel_id: str) -> set[str]:
    """Return how the linked cells of a panel are outlined."""
    view, picture = driver.view(panel_id), driver.picture(panel_id)
    texts = driver.texts(panel_id)
    places = [(r, c) for r, row in enumerate(texts) for c in range(len(row))]
    styles = {at: _style(driver, picture, view.cell_box(*at)) for at in places}
    linked = driver.linked(panel_id)
    assert {at for at, style in styles.items() if style} == linked, panel_id
    return {styles[at] for at in linked}


def _away(driver: Driver) -> None:
    """Take the keyboard away, whose place is outlined, too."""
    driver.chip(0).setFocus()
    driver.flush()


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_read_has_lines_what_is_fed_has_dots(dogs: Driver, theme: str) -> None:
    dogs.run(f"theme.{theme}")
    dogs.click("weights", 0, 1)
    _away(dogs)
    for panel_id in ("query", "key", "raw_scores", "scaled_scores", "masked_scores"):
        assert _outlines(dogs, panel_id) == {_LINE}, panel_id
    for panel_id in ("value_terms", "output", "grad_value", "grad_scaled_scores", "grad_raw_scores",
                     "grad_query", "grad_key"):  # fmt: skip
        assert _outlines(dogs, panel_id) == {_DOTS}, panel_id
    for panel_id in ("value", "grad_output", "grad_weights"):
        assert _outlines(dogs, panel_id) == {_CORNERS}, panel_id


def test_it_follows_the_selected_quantity(dogs: Driver) -> None:
    dogs.click("query", 0, 1)
    _away(dogs)
    assert _outlines(dogs, "raw_scores") == _outlines(dogs, "grad_key") == {_DOTS}
    assert _outlines(dogs, "key") == {_CORNERS}
    dogs.click("grad_key", 2, 0)
    _away(dogs)
    assert _outlines(dogs, "query") == _outlines(dogs, "grad_raw_scores") == {_LINE}
    assert _outlines(dogs, "grad_value") == {_CORNERS}


def test_the_steps_of_the_softmax_are_told_apart(dogs: Driver) -> None:
    """One panel shows M − m, which E reads, E itself and A, which it feeds."""
    dogs.click("exponentials", 2, 1)
    _away(dogs)
    view, picture = dogs.view("exponentials"), dogs.picture("exponentials")
    assert _style(dogs, picture, view.cell_box(2, 0)) == _LINE
    assert _style(dogs, picture, view.cell_box(2, 2)) == _DOTS


def test_another_form_may_relate_what_is_marked_otherwise(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.run("layout.everything")
    driver.click("output", 1, 1)
    _away(driver)
    assert _outlines(driver, "grad_concatenated") == {_CORNERS}
    driver.click("grad_concatenated", 1, 1)
    _away(driver)
    assert _outlines(driver, "query") == {_CORNERS}
    driver.store.dispatch(AddOutputProjection())
    driver.flush()
    driver.click("w_output", 1, 1)
    _away(driver)
    assert _outlines(driver, "output") == _outlines(driver, "grad_concatenated") == {_DOTS}
    assert _outlines(driver, "concatenated") == {_CORNERS}


def test_pictures_of_large_matrices_have_the_same_outlines(open_window: Open) -> None:
    rng = np.random.default_rng(2)
    query, key, value = (rng.normal(size=(40, 3)) for _ in range(3))
    driver = open_window(Scenario(query=query, key=key, value=value), width=1920, height=1800)
    driver.store.select(driver.store.selection_of("weights", (0, 0, 20, 10)))
    _away(driver)

    def row(panel_id: str, at: int) -> str:
        view, picture = driver.view(panel_id), driver.picture(panel_id)
        box = view.cell_box(at, 0).united(view.cell_box(at, 2))
        edge = QRect(box.left(), box.top() - 2, box.width(), 3)
        return _style(driver, picture, edge)

    assert row("query", 20) == row("key", 10) == _LINE
    assert row("output", 20) == row("grad_value", 10) == _DOTS
    assert row("value", 10) == row("grad_output", 20) == _CORNERS
    assert row("query", 10) == row("output", 10) == ""


def test_the_explanation_shows_a_sample_of_each(dogs: Driver) -> None:
    dogs.click("weights", 0, 1)
    _away(dogs)
    for name, style, text in (
        ("reads", _LINE, "reads E [dogs → chase], Z [dogs]"),
        ("feeds", _DOTS, "feeds T [dogs → chase, ·]"),
        ("apart", _CORNERS, "has a token or a feature in common"),
    ):
        assert dogs.label(f"explanation.{name}").startswith(text)
        label = dogs.window.findChild(QWidget, f"explanation.{name}")
        picture = label.grab().toImage()
        height = min(20, picture.height())
        ink = _is_mark(dogs, picture, QRect(0, 0, label.contentsMargins().left(), height))
        rows, columns = (np.flatnonzero(ink.any(axis=axis)) for axis in (1, 0))
        box = QRect(int(columns[0]), int(rows[0]) - 1, int(np.ptp(columns)) + 1, 20)
        assert box.right() < label.contentsMargins().left() - 1, "it stands before the text"
        assert _style(dogs, picture, box) == style
    dogs.click("value", 0, 0)
    assert dogs.label("explanation.reads") == ""
    assert dogs.window.findChild(QWidget, "explanation.reads").isHidden()


def test_names_of_cells_do_not_break_at_the_end_of_a_line(dogs: Driver) -> None:
    dogs.click("weights", 0, 1)
    label = dogs.window.findChild(QLabel, "explanation.feeds")
    assert "S̄ [dogs → ·]".replace(" ", "\N{NO-BREAK SPACE}") in label.text()
    assert "feeds T" in label.text(), "between names it does"


def test_an_edit_of_numbers_keeps_the_outlines(dogs: Driver) -> None:
    dogs.click("weights", 0, 1)
    styles = {panel_id: _outlines(dogs, panel_id) for panel_id in ("query", "output", "value")}
    dogs.enter("query", 0, 0, "3")
    dogs.click("weights", 0, 1)
    _away(dogs)
    for panel_id, known in styles.items():
        assert _outlines(dogs, panel_id) == known
    assert set(styles) <= set(PANELS)


def test_summaries_are_named_where_they_are_shown(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.click("weights", 1, 2)
    assert "ΣA/h [cat → sat]" in driver.label("explanation.feeds")
    driver.run("layout.forward")
    driver.flush()
    assert "ΣA/h" not in driver.label("explanation.feeds")

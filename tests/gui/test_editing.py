"""Numbers are typed into a cell, and everything on the screen follows."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from window_driver import DOGS, INPUTS, PANELS, Driver, Open, assert_agrees, shown

from attention_gui.quantities import Axis
from attention_gui.scenario import examples
from attention_gui.scenario.scenario import Scenario

EXAMPLES = examples.names()


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_shown_as_computed(open_window: Open, name: str) -> None:
    assert_agrees(open_window(f"example:{name}"))


@pytest.mark.parametrize("quantity_id", INPUTS)
def test_every_panel_follows_an_edit(dogs: Driver, quantity_id: str) -> None:
    before = {panel: dogs.texts(panel) for panel in PANELS}
    dogs.enter(quantity_id, 1, 0, "-2.5")
    assert dogs.text(quantity_id, 1, 0) == "−2.500"
    assert dogs.scenario.matrix(quantity_id)[0, 1, 0] == -2.5
    assert_agrees(dogs)
    changed = {panel for panel in PANELS if dogs.texts(panel) != before[panel]}
    assert changed == AFFECTED[quantity_id]
    assert not dogs.refusals
    assert not dogs.editors


AFFECTED = {
    # The softmax and the value terms are those of the row "chase" once Q[chase] is selected.
    "query": set(PANELS) - {"key", "value", "grad_output", "grad_weights"},
    "key": set(PANELS) - {"query", "value", "grad_output", "grad_weights"},
    "value": {"value", "value_terms", "output", "grad_weights", "grad_scaled_scores",
              "grad_raw_scores", "grad_query", "grad_key"},
    # Selecting the gradient's row "chase" moves the cut of these two.
    "grad_output": {"grad_output", "grad_value", "grad_weights", "grad_scaled_scores",
                    "grad_raw_scores", "grad_query", "grad_key", "exponentials", "value_terms"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "value"),
    [("1/3", 1 / 3), ("0,5", 0.5), ("−3", -3.0), ("1e-3", 1e-3), (" 2 ", 2.0), ("-.5", -0.5),
     ("1.1", 1.1), ("33,3", 33.3), ("1/-", None), ("+4", 4.0)],
)  # fmt: skip
def test_numbers_are_typed_as_people_write_them(
    dogs: Driver, typed: str, value: float | None
) -> None:
    dogs.enter("value", 0, 0, typed)
    if value is None:
        assert dogs.refusals
        return
    assert dogs.scenario.value[0, 0, 0] == value
    assert dogs.text("value", 0, 0) == shown(value)
    assert_agrees(dogs)


def test_an_edit_with_two_heads_reaches_both(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    for column in (0, 3):
        driver.enter("query", 2, column, "1.5")
        driver.enter("value", 1, column, "-1")
        assert_agrees(driver)
    driver.choose("head", 1)
    assert_agrees(driver)
    driver.enter("key", 0, 2, "0.25")
    assert_agrees(driver)


def test_an_edit_changes_only_the_batch_that_is_shown(open_window: Open) -> None:
    rng = np.random.default_rng(7)
    query, key, value = (rng.normal(size=(3, 2, 2)).round(2) for _ in range(3))
    driver = open_window(Scenario(query=query, key=key, value=value))
    driver.choose("batch", 2)
    assert driver.texts("key") == [[shown(x) for x in row] for row in key[2].tolist()]
    driver.enter("key", 1, 1, "9")
    assert driver.scenario.key[2, 1, 1] == 9
    np.testing.assert_array_equal(driver.scenario.key[:2], key[:2])
    assert_agrees(driver)
    driver.choose("batch", 0)
    assert_agrees(driver)
    assert driver.texts("key") == [[shown(x) for x in row] for row in key[0].tolist()]


def test_typing_replaces_and_f2_keeps_what_is_there(dogs: Driver) -> None:
    dogs.click("query", 0, 0)
    dogs.keys("7")
    assert dogs.editors[0].text() == "7"
    dogs.key(Qt.Key.Key_Escape)
    dogs.key(Qt.Key.Key_F2)
    assert dogs.editors[0].text() == "2"
    dogs.key(Qt.Key.Key_End)
    dogs.keys("5")
    dogs.key(Qt.Key.Key_Return)
    assert dogs.text("query", 0, 0) == "25.000"


def test_a_double_click_opens_the_cell_with_every_digit_of_its_number(dogs: Driver) -> None:
    dogs.enter("key", 0, 0, "1/3")
    dogs.double_click("key", 0, 0)
    assert dogs.editors[0].text() == repr(1 / 3)
    dogs.key(Qt.Key.Key_Return)  # committing it unchanged changes no bit
    assert dogs.scenario.key[0, 0, 0] == 1 / 3
    assert dogs.store.undo_stack.count() == 1


def test_computed_matrices_take_no_text(dogs: Driver) -> None:
    for quantity_id in set(PANELS) - set(INPUTS) - {"masked_scores"}:
        before = dogs.texts(quantity_id)
        dogs.double_click(quantity_id, 0, 0)
        dogs.keys("5")
        assert not dogs.editors, quantity_id
        dogs.key(Qt.Key.Key_Return)
        assert dogs.texts(quantity_id) == before
    assert dogs.store.undo_stack.count() == 0
    dogs.double_click("masked_scores", 0, 0)  # this blocks the cell, and opens nothing
    dogs.keys("5")
    assert not dogs.editors
    assert dogs.store.undo_stack.count() == 1
    assert_agrees(dogs)


def test_the_worked_example_shows_its_known_numbers(open_window: Open) -> None:
    driver = open_window(DOGS)
    assert driver.texts("weights")[0] == ["0.045", "0.768", "0.187"]
    driver.click("output", 0, 1)
    assert driver.snapshot.selection.axes[Axis.VALUE_FEATURE] == 1
    assert driver.label("explanation.value").startswith("Y [dogs, 1] = 2.53")


def test_an_edited_number_shows_in_the_hint_of_a_hovered_cell(dogs: Driver) -> None:
    index = dogs.view("weights").model().index(0, 1)
    assert "0.768" in str(index.data(Qt.ItemDataRole.ToolTipRole))
    dogs.enter("query", 0, 0, "0")
    hint = str(index.data(Qt.ItemDataRole.ToolTipRole))
    assert hint == "weights, dogs to chase, 0.333\n0.333333333333"


def test_a_hint_that_is_shown_follows_an_edit(dogs: Driver) -> None:
    dogs.click("query", 0, 0)
    viewport = dogs.view("weights").viewport()
    at = dogs.center(dogs.view("weights"), 0, 1)
    for place in (at - QPoint(1, 1), at):  # the mouse may have been there before
        QTest.mouseMove(viewport, place)
    tip = QHelpEvent(QEvent.Type.ToolTip, at, viewport.mapToGlobal(at))
    QApplication.sendEvent(viewport, tip)
    assert QToolTip.text() == "weights, dogs to chase, 0.768\n0.767917936139"
    dogs.key(Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert QToolTip.isVisible()
    assert dogs.text("weights", 0, 1) != "0.768"
    assert QToolTip.text().startswith(f"weights, dogs to chase, {dogs.text('weights', 0, 1)}\n")
    QToolTip.hideText()


def test_large_and_tiny_numbers_fit_their_cells(dogs: Driver) -> None:
    dogs.enter("value", 0, 0, "-1e300")
    dogs.enter("value", 1, 0, "1e-300")
    assert dogs.texts("value")[0][0] == "−1.000e300"
    assert dogs.texts("value")[1][0] == "0.000"
    assert_agrees(dogs)

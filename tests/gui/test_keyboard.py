"""The window by keyboard alone."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from window_driver import INPUTS, Driver, Open, assert_agrees, pixels

from attention_gui.gui.theme import THEMES
from attention_gui.quantities import Axis

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier


def test_enter_commits_and_moves_down(dogs: Driver) -> None:
    dogs.click("query", 0, 1)
    for row, number in enumerate("789"):
        assert dogs.current == ("query", row, 1)
        dogs.keys(number)
        dogs.key(Qt.Key.Key_Return)
    assert [row[1] for row in dogs.texts("query")] == ["7.000", "8.000", "9.000"]
    assert dogs.current == ("query", 2, 1), "there is no row below the last"
    assert_agrees(dogs)


def test_tab_commits_and_moves_right_and_on_to_the_next_row(dogs: Driver) -> None:
    dogs.click("key", 0, 0)
    for number in "345678":
        dogs.keys(number)
        dogs.key(Qt.Key.Key_Tab)
    assert dogs.texts("key") == [["3.000", "4.000"], ["5.000", "6.000"], ["7.000", "8.000"]]
    assert_agrees(dogs)


@pytest.mark.parametrize("quantity_id", INPUTS)
def test_tab_goes_through_a_matrix_and_leaves_it_after_the_last_cell(
    dogs: Driver, quantity_id: str
) -> None:
    dogs.click(quantity_id, 0, 0)
    visited = []
    for _ in range(6):
        visited.append(dogs.current)
        dogs.key(Qt.Key.Key_Tab)
    assert visited == [(quantity_id, row, column) for row in range(3) for column in range(2)]
    assert not dogs.view(quantity_id).hasFocus()
    dogs.key(Qt.Key.Key_Backtab, _SHIFT)
    assert dogs.current == (quantity_id, 2, 1)
    dogs.key(Qt.Key.Key_Backtab, _SHIFT)
    assert dogs.current == (quantity_id, 2, 0)


def test_shift_tab_commits_and_moves_left_and_back_to_the_row_above(dogs: Driver) -> None:
    dogs.click("value", 1, 0)
    dogs.keys("9")
    dogs.key(Qt.Key.Key_Backtab, _SHIFT)
    assert dogs.text("value", 1, 0) == "9.000"
    assert dogs.current == ("value", 0, 1)


def test_arrows_move_the_selection_and_commit_an_open_cell(dogs: Driver) -> None:
    dogs.click("query", 0, 0)
    dogs.key(Qt.Key.Key_Right)
    assert dogs.current == ("query", 0, 1)
    dogs.key(Qt.Key.Key_Down)
    assert dogs.current == ("query", 1, 1)
    assert dogs.selected_index == (0, 1, 1)
    dogs.keys("6")
    dogs.key(Qt.Key.Key_Down)
    assert dogs.text("query", 1, 1) == "6.000"
    assert dogs.current == ("query", 2, 1)
    dogs.keys("7")
    dogs.key(Qt.Key.Key_Up)
    assert dogs.text("query", 2, 1) == "7.000"
    assert dogs.current == ("query", 1, 1)
    assert_agrees(dogs)


def test_the_left_arrow_moves_inside_the_text_that_is_being_typed(dogs: Driver) -> None:
    dogs.click("query", 0, 0)
    dogs.keys("12")
    dogs.key(Qt.Key.Key_Left)
    dogs.keys("0")
    dogs.key(Qt.Key.Key_Return)
    assert dogs.text("query", 0, 0) == "102.000"


def test_a_click_on_another_cell_of_the_same_matrix_commits(dogs: Driver) -> None:
    dogs.click("query", 0, 0)
    dogs.keys("5")
    dogs.click("query", 2, 1)
    assert dogs.text("query", 0, 0) == "5.000"
    assert dogs.current == ("query", 2, 1)
    assert not dogs.editors
    assert_agrees(dogs)


def test_every_matrix_and_control_can_be_reached_with_tab(open_window: Open) -> None:
    driver = open_window("example:left-padding")
    seen: list[str] = []
    for _ in range(120):
        seen.append(driver.focus.objectName())
        driver.key(Qt.Key.Key_Tab)
    wanted = {f"matrix.{panel.quantity_id}" for panel in driver.content.workspace.panels.values()}
    wanted |= {"token.0", "token.1", "token.2", "token.add", "heads", "examples", "export"}
    assert wanted <= set(seen)


@pytest.mark.parametrize(
    ("key", "modifiers", "name"),
    [(Qt.Key.Key_M, _CONTROL, "causal"), (Qt.Key.Key_D, _CONTROL, "scale")],
)
def test_toggles_have_keys(
    dogs: Driver, key: Qt.Key, modifiers: Qt.KeyboardModifier, name: str
) -> None:
    before = dogs.action(name).isChecked()
    dogs.key(key, modifiers)
    assert dogs.action(name).isChecked() is not before
    assert dogs.store.undo_stack.count() == 1
    assert_agrees(dogs)


def test_no_two_actions_share_a_key(dogs: Driver) -> None:
    from PySide6.QtGui import QAction

    keys = [
        shortcut.toString()
        for action in dogs.window.findChildren(QAction)
        for shortcut in action.shortcuts()
    ]
    assert len(keys) == len(set(keys))
    assert {"Ctrl+S", "Ctrl+O", "Ctrl+Z", "Ctrl+Y", "Ctrl+E", "Ctrl+0", "F11"} <= set(keys)


def test_moving_by_keyboard_in_a_computed_matrix_selects(dogs: Driver) -> None:
    dogs.click("weights", 0, 0)
    dogs.key(Qt.Key.Key_Right)
    dogs.key(Qt.Key.Key_Down)
    assert dogs.snapshot.selection.quantity == "weights"
    assert dogs.snapshot.selection.axes[Axis.QUERY] == 1
    assert dogs.snapshot.selection.axes[Axis.KEY] == 1
    dogs.key(Qt.Key.Key_Return)
    assert dogs.current == ("weights", 2, 1)
    assert_agrees(dogs)


def test_who_comes_back_to_the_window_finds_the_selection_as_it_was(dogs: Driver) -> None:
    """Of a panel whose title was clicked, no cell is meant, then neither."""
    dogs.click("weights", 1, 2)
    panel, selection = dogs.panel("output"), dogs.snapshot.selection
    QTest.mouseClick(panel, Qt.MouseButton.LeftButton, pos=QPoint(panel.width() // 2, 4))
    assert QApplication.focusWidget() is panel.view
    assert dogs.snapshot.selection == selection
    other = QWidget()
    other.show()
    other.activateWindow()
    dogs.flush()
    assert not dogs.window.isActiveWindow()
    other.deleteLater()
    dogs.window.activateWindow()
    dogs.flush()
    assert QApplication.focusWidget() is panel.view
    assert dogs.snapshot.selection == selection


@pytest.mark.parametrize("theme", THEMES)
def test_the_explanation_shows_that_it_has_the_keyboard(dogs: Driver, theme: str) -> None:
    dogs.run(f"theme.{theme}")
    explanation = dogs.content.workspace.explanation
    dogs.view("query").setFocus()
    dogs.flush()
    before = pixels(explanation.grab().toImage())
    explanation.setFocus(Qt.FocusReason.TabFocusReason)
    dogs.flush()
    after = pixels(explanation.grab().toImage())
    ink = int(THEMES[theme].ink.removeprefix("#"), 16)
    assert after.shape == before.shape
    assert (after[:, 0] == ink).all()
    assert (after[0] == ink).all()
    assert not (before[:, 0] == ink).any()


def test_enter_goes_back_to_where_tab_has_begun(dogs: Driver) -> None:
    """So rows are typed one after the other, as in a spreadsheet."""
    dogs.click("query", 0, 0)
    for row in ("12", "34"):
        for text, key in zip(row, (Qt.Key.Key_Tab, Qt.Key.Key_Return), strict=True):
            dogs.keys(text)
            dogs.key(key)
    assert dogs.scenario.query[0, :2].tolist() == [[1, 2], [3, 4]]
    assert dogs.selected_index == (0, 2, 0)
    dogs.click("query", 0, 1)  # a row that is begun in its middle
    dogs.key(Qt.Key.Key_Tab)
    assert dogs.selected_index == (0, 1, 0), "on to the next row"
    dogs.key(Qt.Key.Key_Tab)
    dogs.key(Qt.Key.Key_Return)
    assert dogs.selected_index == (0, 2, 0)
    dogs.click("query", 0, 0)
    dogs.key(Qt.Key.Key_Tab)
    dogs.key(Qt.Key.Key_Down)  # an arrow begins anew
    dogs.key(Qt.Key.Key_Return)
    assert dogs.selected_index == (0, 2, 1)
    dogs.key(Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    dogs.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert dogs.selected_index == (0, 1, 1)

"""Ranges of cells: selected by mouse and keyboard, and what is done to them."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu
from window_driver import Driver, Open, assert_agrees, cell_colors

from attention_gui.gui.cells import CellRange
from attention_gui.gui.theme import THEMES

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier
_NONE = Qt.KeyboardModifier.NoModifier
_LEFT = Qt.MouseButton.LeftButton


def click(driver: Driver, quantity_id: str, row: int, column: int, keys=_SHIFT) -> None:
    view = driver.view(quantity_id)
    QTest.mouseClick(view.viewport(), _LEFT, keys, driver.center(view, row, column))


def drag(driver: Driver, quantity_id: str, cells: list[tuple[int, int]], keys=_NONE) -> None:
    view = driver.view(quantity_id)
    places = [driver.center(view, *cell) for cell in cells]
    QTest.mousePress(view.viewport(), _LEFT, keys, places[0])
    for place in places[1:]:
        QTest.mouseMove(view.viewport(), place)
    QTest.mouseRelease(view.viewport(), _LEFT, keys, places[-1])


def select(driver: Driver, quantity_id: str, one: tuple[int, int], other: tuple[int, int]) -> None:
    driver.click(quantity_id, *one)
    click(driver, quantity_id, *other)


def range_of(driver: Driver, quantity_id: str) -> tuple[int, int, int, int]:
    cells = driver.view(quantity_id).range
    assert cells is not None
    return cells.row, cells.column, cells.n_rows, cells.n_columns


# -- selecting -----------------------------------------------------------------------------------


def test_shift_and_arrows_extend_and_shrink_the_range(dogs: Driver) -> None:
    dogs.click("weights", 0, 0)
    dogs.key(Qt.Key.Key_Right, _SHIFT)
    dogs.key(Qt.Key.Key_Down, _SHIFT)
    assert range_of(dogs, "weights") == (0, 0, 2, 2)
    assert dogs.current == ("weights", 1, 1)
    assert dogs.selected_index == (0, 0, 1, 1)  # the current cell is the selected one
    dogs.key(Qt.Key.Key_Right, _SHIFT)
    dogs.key(Qt.Key.Key_Up, _SHIFT)
    assert range_of(dogs, "weights") == (0, 0, 1, 3)
    dogs.key(Qt.Key.Key_Left, _SHIFT)
    assert range_of(dogs, "weights") == (0, 0, 1, 2)
    dogs.key(Qt.Key.Key_Down)
    assert range_of(dogs, "weights") == (1, 1, 1, 1)
    assert_agrees(dogs)


def test_the_range_turns_over_at_the_cell_it_was_begun_at(dogs: Driver) -> None:
    dogs.click("weights", 1, 1)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Left):
        dogs.key(key, _SHIFT)
    assert range_of(dogs, "weights") == (1, 0, 1, 2)
    assert dogs.current == ("weights", 1, 0)


def test_shift_and_click_extend_the_range(dogs: Driver) -> None:
    for quantity_id in ("query", "weights", "exponentials"):
        dogs.click(quantity_id, 2, 1)
        click(dogs, quantity_id, 0, 0)
        assert range_of(dogs, quantity_id) == (0, 0, 3, 2), quantity_id
    assert range_of(dogs, "query")[2:] == (1, 1), "only one matrix has a range"
    assert dogs.store.undo_stack.count() == 0


def test_a_drag_draws_a_range_with_shift_and_in_computed_matrices(dogs: Driver) -> None:
    drag(dogs, "weights", [(0, 1), (1, 1), (2, 2)])
    assert range_of(dogs, "weights") == (0, 1, 3, 2)
    dogs.click("value", 0, 0)
    drag(dogs, "value", [(2, 1), (1, 0)], _SHIFT)
    assert range_of(dogs, "value") == (1, 0, 2, 2)
    assert dogs.store.undo_stack.count() == 0
    dogs.click("value", 1, 1)
    assert range_of(dogs, "value") == (1, 1, 1, 1)


def test_a_drag_may_end_outside_of_the_matrix(dogs: Driver) -> None:
    view = dogs.view("weights").viewport()
    QTest.mousePress(view, _LEFT, _NONE, dogs.center(dogs.view("weights"), 0, 1))
    QTest.mouseMove(view, dogs.center(dogs.view("weights"), 1, 1))
    outside = QPoint(view.width() + 80, view.height() + 5)
    QTest.mouseMove(view, outside)
    QTest.mouseRelease(view, _LEFT, _NONE, outside)
    assert range_of(dogs, "weights") == (0, 1, 3, 2)
    dogs.click("weights", 1, 1)  # inside the range
    assert range_of(dogs, "weights") == (1, 1, 1, 1)


def test_ctrl_a_selects_the_matrix_and_moves_nothing(dogs: Driver) -> None:
    dogs.click("key", 1, 0)
    dogs.key(Qt.Key.Key_A, _CONTROL)
    assert range_of(dogs, "key") == (0, 0, 3, 2)
    assert dogs.current == ("key", 1, 0)


def test_a_range_survives_edits_elsewhere_and_shrinks_with_its_matrix(dogs: Driver) -> None:
    select(dogs, "weights", (0, 0), (2, 2))
    dogs.toggle("causal")
    assert range_of(dogs, "weights") == (0, 0, 3, 3)
    dogs.run("remove-key")
    assert range_of(dogs, "weights")[2:] != (3, 3)
    assert_agrees(dogs)


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
@pytest.mark.parametrize("quantity_id", ["query", "weights"])
def test_a_range_is_shaded_and_outlined(dogs: Driver, theme: str, quantity_id: str) -> None:
    dogs.run(f"theme.{theme}")
    dogs.click(quantity_id, 2, 1)
    before = dogs.picture(quantity_id)
    click(dogs, quantity_id, 1, 0)
    after = dogs.picture(quantity_id)
    view = dogs.view(quantity_id)

    def ground(picture, row: int, column: int) -> str:
        box = view.visualRect(view.model().index(row, column)).adjusted(6, 6, -6, -6)
        return cell_colors(picture, box).most_common(1)[0][0]

    inside = [(1, 0), (2, 1)]
    assert all(ground(before, *cell) != ground(after, *cell) for cell in inside)
    assert ground(before, 0, 0) == ground(after, 0, 0)
    mark = THEMES[theme].mark
    edge = view.visualRect(view.model().index(1, 0)).adjusted(0, 0, 0, -5)
    assert cell_colors(after, edge)[mark] > cell_colors(before, edge)[mark] + edge.width() // 2


# -- typing --------------------------------------------------------------------------------------


def test_delete_clears_the_range_in_one_step(dogs: Driver) -> None:
    before = dogs.texts("query")
    select(dogs, "query", (0, 0), (1, 1))
    dogs.key(Qt.Key.Key_Delete)
    assert dogs.texts("query") == [["0.000"] * 2, ["0.000"] * 2, before[2]]
    assert dogs.store.undo_stack.count() == 1
    assert range_of(dogs, "query") == (0, 0, 2, 2)
    assert_agrees(dogs)
    dogs.undo()
    assert dogs.texts("query") == before


def test_delete_in_a_computed_matrix_does_nothing(dogs: Driver) -> None:
    select(dogs, "weights", (0, 0), (1, 1))
    dogs.key(Qt.Key.Key_Delete)
    assert dogs.store.undo_stack.count() == 0


def test_ctrl_enter_fills_the_range_with_what_is_typed(dogs: Driver) -> None:
    select(dogs, "value", (0, 0), (2, 1))
    dogs.keys("√2")
    dogs.key(Qt.Key.Key_Return, _CONTROL)
    assert (dogs.scenario.value == np.sqrt(2)).all()
    assert dogs.store.undo_stack.count() == 1
    assert range_of(dogs, "value") == (0, 0, 3, 2)
    dogs.keys("two")
    dogs.key(Qt.Key.Key_Return, _CONTROL)
    assert "is not a number" in dogs.refusals[0]
    assert dogs.editors[0].text() == "two"
    assert dogs.store.undo_stack.count() == 1


def test_ctrl_enter_fills_the_range_with_the_current_number(dogs: Driver) -> None:
    dogs.enter("value", 1, 1, "7")
    select(dogs, "value", (0, 0), (1, 1))
    dogs.key(Qt.Key.Key_Return, _CONTROL)
    assert dogs.texts("value")[:2] == [["7.000"] * 2] * 2
    assert dogs.store.undo_stack.count() == 2


def test_shift_enter_goes_up(dogs: Driver) -> None:
    dogs.click("query", 1, 0)
    dogs.keys("8")
    dogs.key(Qt.Key.Key_Return, _SHIFT)
    assert dogs.text("query", 1, 0) == "8.000"
    assert dogs.current == ("query", 0, 0)
    assert range_of(dogs, "query") == (0, 0, 1, 1)
    dogs.click("query", 2, 0)
    dogs.key(Qt.Key.Key_Return, _SHIFT)
    assert dogs.current == ("query", 1, 0)


def test_typing_into_a_range_changes_its_current_cell_alone(dogs: Driver) -> None:
    before = dogs.texts("query")
    select(dogs, "query", (0, 0), (1, 1))
    dogs.keys("9")
    dogs.key(Qt.Key.Key_Return)
    assert dogs.texts("query") == [before[0], [before[1][0], "9.000"], before[2]]
    assert dogs.current == ("query", 2, 1)


# -- commands ------------------------------------------------------------------------------------


def test_random_numbers_show_their_seed_and_come_again_by_it(dogs: Driver) -> None:
    select(dogs, "query", (0, 0), (2, 1))
    dogs.key(Qt.Key.Key_R, _CONTROL)
    said = dogs.label("status.said")
    seed = int(said.removeprefix("random numbers, seed "))
    expected = np.round(np.random.default_rng(seed).normal(size=(3, 2)), 1)
    np.testing.assert_array_equal(dogs.scenario.query[0], expected + 0.0)
    assert dogs.store.undo_stack.count() == 1
    dogs.key(Qt.Key.Key_R, _CONTROL)
    assert dogs.label("status.said") == f"random numbers, seed {seed + 1}"
    assert not np.array_equal(dogs.scenario.query[0], expected)

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QInputDialog)
        dialog.setIntValue(seed)
        dialog.accept()

    QTimer.singleShot(0, answer)
    dogs.run("random-seed")
    dogs.window.activateWindow()  # where no window manager does it
    assert QTest.qWaitForWindowActive(dogs.window)
    np.testing.assert_array_equal(dogs.scenario.query[0], expected + 0.0)
    assert dogs.store.undo_stack.count() == 3
    dogs.enter("query", 0, 0, "1/3")  # whatever stands there
    select(dogs, "query", (0, 0), (2, 1))
    QTimer.singleShot(0, answer)
    dogs.run("random-seed")
    dogs.window.activateWindow()
    assert QTest.qWaitForWindowActive(dogs.window)
    np.testing.assert_array_equal(dogs.scenario.query[0], expected + 0.0)
    dogs.enter("key", 0, 0, "3")
    assert not dogs.label("status.said")
    assert_agrees(dogs)


@pytest.mark.parametrize(("digits", "text"), [(0, "0.000"), (1, "0.300"), (3, "0.333")])
def test_numbers_are_rounded(dogs: Driver, digits: int, text: str) -> None:
    dogs.enter("value", 0, 0, "1/3")
    dogs.click("value", 0, 0)
    dogs.run(f"round.{digits}")
    assert dogs.text("value", 0, 0) == text
    assert dogs.scenario.value[0, 0, 0] == float(text)
    assert dogs.store.undo_stack.undoText().startswith("Round")


def test_a_square_is_transposed_and_made_the_identity(dogs: Driver) -> None:
    dogs.enter("query", 1, 1, "5")
    dogs.store.undo_stack.clear()
    before = dogs.scenario.query[0].copy()
    select(dogs, "query", (1, 0), (2, 1))
    dogs.key(Qt.Key.Key_T, _CONTROL)
    np.testing.assert_array_equal(dogs.scenario.query[0, 1:], before[1:].T)
    dogs.key(Qt.Key.Key_I, _CONTROL)
    np.testing.assert_array_equal(dogs.scenario.query[0, 1:], np.eye(2))
    np.testing.assert_array_equal(dogs.scenario.query[0, 0], before[0])
    assert dogs.store.undo_stack.count() == 2
    assert_agrees(dogs)


NAMES = ("copy", "paste", "cut", "clear", "random", "round.1", "fill", "transpose", "identity")


@pytest.mark.parametrize(
    ("quantity_id", "one", "other", "enabled"),
    [
        ("query", (0, 0), (0, 0), NAMES[:6]),
        ("query", (0, 0), (2, 1), NAMES[:7]),
        ("query", (0, 0), (1, 1), NAMES),
        ("weights", (0, 0), (1, 1), NAMES[:2]),
    ],
)
def test_the_menu_offers_what_can_be_done(
    dogs: Driver,
    quantity_id: str,
    one: tuple[int, int],
    other: tuple[int, int],
    enabled: tuple[str, ...],
) -> None:
    select(dogs, quantity_id, one, other)
    assert tuple(name for name in NAMES if dogs.action(name).isEnabled()) == enabled


def test_commands_take_over_what_is_half_typed_or_stay_away(dogs: Driver) -> None:
    dogs.click("query", 0, 0)
    dogs.keys("1/3")
    dogs.run("round.1")
    assert dogs.text("query", 0, 0) == "0.300"
    dogs.keys("1..3")
    dogs.run("round.1")
    assert dogs.editors[0].text() == "1..3"
    assert dogs.refusals


def test_the_context_menu_is_about_the_range(dogs: Driver) -> None:
    select(dogs, "query", (0, 0), (1, 1))
    view = dogs.view("query")
    at = dogs.center(view, 0, 1)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, _NONE, at)
    assert range_of(dogs, "query") == (0, 0, 2, 2)
    shown: list[str] = []

    def choose() -> None:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        shown.extend(action.objectName() for action in menu.actions())
        QTest.mouseClick(
            menu, _LEFT, _NONE, menu.actionGeometry(dogs.action("identity")).center()
        )  # fmt: skip

    QTimer.singleShot(0, choose)
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, at, view.viewport().mapToGlobal(at), _NONE
    )
    QApplication.sendEvent(view.viewport(), event)
    assert {"cut", "copy", "paste", "clear", "random", "transpose"} <= set(shown)
    np.testing.assert_array_equal(dogs.scenario.query[0, :2], np.eye(2))


def test_commands_change_only_the_page_that_is_shown(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.run("bias")
    driver.choose("head", 1)
    driver.click("bias", 0, 0)
    driver.key(Qt.Key.Key_A, _CONTROL)
    driver.key(Qt.Key.Key_R, _CONTROL)
    bias = driver.scenario.bias
    assert bias.ndim == 2 or not bias[0].any()
    assert bias.any()
    assert_agrees(driver)


def test_a_matrix_of_its_own_keeps_keys_of_other_widgets(dogs: Driver) -> None:
    """Delete on a token removes the token, and clears no cell."""
    select(dogs, "query", (0, 0), (1, 1))
    dogs.chip(2).setFocus()
    dogs.key(Qt.Key.Key_Delete)
    assert dogs.scenario.labels == ("dogs", "chase")
    assert dogs.scenario.query[0].any()


def test_ranges_between_cells() -> None:
    cells = CellRange.between((2, 0), (1, 3))
    assert cells == CellRange(1, 0, 2, 4)
    assert cells.last == (2, 3)
    assert (2, 3) in cells
    assert (0, 0) not in cells
    assert cells.opposite((1, 0)) == (2, 3)
    assert cells.opposite((2, 3)) == (1, 0)

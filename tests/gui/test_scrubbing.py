"""A number follows the mouse, the held key and the wheel, and a gesture is one step back."""

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from window_driver import Driver, Open, Spy, assert_agrees

from attention_gui.scenario.scenario import Scenario

_NONE = Qt.KeyboardModifier.NoModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier
_ALT = Qt.KeyboardModifier.AltModifier
_LEFT = Qt.MouseButton.LeftButton
STEP = 6  # pixels


class Drag:
    """A drag of one cell with the left button."""

    def __init__(self, driver: Driver, quantity_id: str, row: int, column: int) -> None:
        self.viewport = driver.view(quantity_id).viewport()
        self.start = driver.center(driver.view(quantity_id), row, column)
        QTest.mousePress(self.viewport, _LEFT, _NONE, self.start)

    def to(self, x: int, y: int, keys: Qt.KeyboardModifier = _NONE) -> "Drag":
        """Move to an offset from where the button went down."""
        at = QPointF(self.start + QPoint(x, y))
        everywhere = QPointF(self.viewport.mapToGlobal(at))
        event = QMouseEvent(
            QEvent.Type.MouseMove, at, everywhere, Qt.MouseButton.NoButton, _LEFT, keys
        )
        QApplication.sendEvent(self.viewport, event)
        return self

    def drop(self) -> None:
        QTest.mouseRelease(self.viewport, _LEFT, _NONE, self.start)


@pytest.fixture
def tenths(dogs: Driver) -> Iterator[Driver]:
    """Return a window whose Q[dogs, 0] is 0.2."""
    dogs.enter("query", 0, 0, "0.2")
    dogs.store.undo_stack.clear()
    return dogs


def steps_of(driver: Driver) -> int:
    return driver.store.undo_stack.count()


@pytest.mark.parametrize(
    ("x", "y", "text"),
    [(5 * STEP, 0, "0.700"), (-5 * STEP, 0, "−0.300"), (0, -5 * STEP, "0.700"),
     (0, 5 * STEP, "−0.300"), (STEP + 5, 3, "0.300"), (-2 * STEP, 0, "0.000")],
)  # fmt: skip
def test_a_drag_moves_the_number_by_its_last_digit(
    tenths: Driver, x: int, y: int, text: str
) -> None:
    Drag(tenths, "query", 0, 0).to(x, y).drop()
    assert tenths.text("query", 0, 0) == text
    assert tenths.scenario.query[0, 0, 0] == float(text.replace("−", "-"))
    assert steps_of(tenths) == 1
    assert_agrees(tenths)
    tenths.undo()
    assert tenths.text("query", 0, 0) == "0.200"
    assert tenths.current == ("query", 0, 0)


def test_everything_follows_while_the_mouse_moves(tenths: Driver) -> None:
    spy = Spy(tenths.store)
    drag = Drag(tenths, "query", 0, 0)
    weights = [tenths.texts("weights")]
    for n_steps in range(2, 9):
        drag.to(n_steps * STEP, 0)
        assert_agrees(tenths)
        assert tenths.texts("weights") not in weights
        weights.append(tenths.texts("weights"))
    assert len(spy.snapshots) == 8  # one for the click and one for each move
    drag.drop()
    assert tenths.text("query", 0, 0) == "1.000"
    assert steps_of(tenths) == 1
    tenths.undo()
    assert tenths.texts("weights") == weights[0]


def test_a_click_that_trembles_changes_nothing(tenths: Driver) -> None:
    Drag(tenths, "query", 0, 0).to(3, 2).drop()
    assert steps_of(tenths) == 0
    assert tenths.text("query", 0, 0) == "0.200"


def test_shift_is_ten_times_finer_from_where_the_number_is(tenths: Driver) -> None:
    drag = Drag(tenths, "query", 0, 0).to(3 * STEP, 0)
    assert tenths.text("query", 0, 0) == "0.500"
    drag.to(3 * STEP, 0, _SHIFT).to(6 * STEP, 0, _SHIFT)
    assert tenths.text("query", 0, 0) == "0.530"
    drag.to(6 * STEP, 0).to(7 * STEP, 0)
    assert tenths.text("query", 0, 0) == "0.600"
    drag.drop()
    assert steps_of(tenths) == 1


def test_dragging_back_leaves_no_step_behind_and_every_bit_as_it_was(tenths: Driver) -> None:
    tenths.enter("query", 1, 0, "1/3")
    before = steps_of(tenths)
    Drag(tenths, "query", 1, 0).to(4 * STEP, 0).to(0, 0).drop()
    assert tenths.scenario.query[0, 1, 0] == 1 / 3
    assert steps_of(tenths) == before
    Drag(tenths, "query", 1, 0).to(2 * STEP, 0).drop()
    assert tenths.text("query", 1, 0) == "0.335"


def test_escape_restores_the_number_and_ends_the_drag(tenths: Driver) -> None:
    drag = Drag(tenths, "query", 0, 0).to(5 * STEP, 0)
    assert tenths.text("query", 0, 0) == "0.700"
    tenths.key(Qt.Key.Key_Escape)
    assert tenths.text("query", 0, 0) == "0.200"
    drag.to(9 * STEP, 0).drop()
    assert tenths.text("query", 0, 0) == "0.200"
    assert steps_of(tenths) == 0
    assert_agrees(tenths)


def test_two_drags_are_two_steps(tenths: Driver) -> None:
    Drag(tenths, "query", 0, 0).to(2 * STEP, 0).drop()
    Drag(tenths, "query", 0, 0).to(2 * STEP, 0).drop()
    assert tenths.text("query", 0, 0) == "0.600"
    assert steps_of(tenths) == 2
    tenths.undo()
    assert tenths.text("query", 0, 0) == "0.400"


def test_from_one_to_five_and_back_with_one_undo(dogs: Driver) -> None:
    dogs.enter("query", 2, 1, "1")
    Drag(dogs, "query", 2, 1).to(7 * STEP, 0).to(40 * STEP, 0).drop()
    assert dogs.text("query", 2, 1) == "5.000"
    dogs.undo()
    assert dogs.text("query", 2, 1) == "1.000"


def test_a_drag_in_a_computed_matrix_changes_no_number(dogs: Driver) -> None:
    before = dogs.texts("weights")
    Drag(dogs, "weights", 0, 0).to(40, 0).to(80, 30).drop()
    assert dogs.texts("weights") == before
    assert steps_of(dogs) == 0


def test_the_mouse_shows_what_can_be_dragged_and_which_way(tenths: Driver) -> None:
    shape = Qt.CursorShape
    view = tenths.view("query").viewport()
    assert tenths.view("weights").viewport().cursor().shape() == shape.ArrowCursor
    assert view.cursor().shape() == shape.SizeHorCursor
    drag = Drag(tenths, "query", 0, 0).to(0, 3 * STEP)
    assert view.cursor().shape() == shape.SizeVerCursor
    drag.drop()
    assert view.cursor().shape() == shape.SizeHorCursor


def test_what_overflows_is_refused_in_the_middle_of_a_drag(open_window: Open) -> None:
    one = np.ones((1, 1))
    driver = open_window(Scenario(query=1.797e308 * one, key=1e-300 * one, value=one))
    drag = Drag(driver, "query", 0, 0).to(100 * STEP, 0)
    assert driver.scenario.query[0, 0, 0] == 1.797e308
    assert "query" in driver.content.notice.text
    drag.to(-3 * STEP, 0).drop()
    assert driver.scenario.query[0, 0, 0] == 1.794e308
    assert steps_of(driver) == 1


# -- keys ----------------------------------------------------------------------------------------


def test_alt_and_an_arrow_move_the_number(tenths: Driver) -> None:
    tenths.click("query", 0, 0)
    tenths.key(Qt.Key.Key_Up, _ALT)
    assert tenths.text("query", 0, 0) == "0.300"
    assert tenths.scenario.query[0, 0, 0] == 0.3
    tenths.key(Qt.Key.Key_Down, _ALT | _SHIFT)
    assert tenths.text("query", 0, 0) == "0.290"
    assert tenths.current == ("query", 0, 0)
    assert steps_of(tenths) == 2
    assert_agrees(tenths)


def test_a_held_key_is_one_step_back(tenths: Driver) -> None:
    tenths.click("query", 0, 0)
    view = tenths.view("query")
    QTest.keyPress(view, Qt.Key.Key_Alt, _ALT)
    for _ in range(8):
        QTest.keyPress(view, Qt.Key.Key_Up, _ALT)
    QTest.keyRelease(view, Qt.Key.Key_Up, _ALT)
    QTest.keyRelease(view, Qt.Key.Key_Alt)
    assert tenths.text("query", 0, 0) == "1.000"
    assert steps_of(tenths) == 1


def test_alt_and_an_arrow_leave_a_computed_matrix_alone(dogs: Driver) -> None:
    dogs.click("weights", 1, 1)
    dogs.key(Qt.Key.Key_Up, _ALT)
    assert dogs.current == ("weights", 1, 1)
    assert steps_of(dogs) == 0


def test_the_same_keys_take_over_what_is_half_typed(tenths: Driver) -> None:
    tenths.click("query", 0, 0)
    tenths.keys("4")
    tenths.key(Qt.Key.Key_Up, _ALT)
    assert tenths.text("query", 0, 0) == "4.100"
    assert not tenths.editors
    assert tenths.current == ("query", 0, 0)


# -- wheel ---------------------------------------------------------------------------------------


def turn(driver: Driver, row: int, column: int, angle: int, keys: Qt.KeyboardModifier) -> None:
    view = driver.view("query")
    at = view.viewport().mapTo(driver.window, driver.center(view, row, column))
    QTest.wheelEvent(
        driver.window.windowHandle(), QPointF(at), QPoint(0, angle), QPoint(), keys
    )  # fmt: skip


def test_ctrl_and_wheel_move_the_number_under_the_mouse(tenths: Driver) -> None:
    zoom = tenths.content.workspace.zoom
    tenths.click("query", 0, 0)
    for _ in range(3):
        turn(tenths, 0, 0, 120, _CONTROL)
    assert tenths.text("query", 0, 0) == "0.500"
    turn(tenths, 0, 0, -120, _CONTROL | _SHIFT)
    assert tenths.text("query", 0, 0) == "0.490"
    QTest.keyRelease(tenths.view("query"), Qt.Key.Key_Control)
    assert steps_of(tenths) == 1
    for _ in range(4):  # a touch pad
        turn(tenths, 0, 0, 30, _CONTROL)
    assert tenths.text("query", 0, 0) == "0.500"
    assert tenths.content.workspace.zoom == zoom


def test_ctrl_and_wheel_over_another_cell_zoom(tenths: Driver) -> None:
    zoom = tenths.content.workspace.zoom
    tenths.click("query", 0, 0)
    turn(tenths, 1, 1, 120, _CONTROL)
    tenths.flush()
    assert tenths.content.workspace.zoom > zoom
    assert steps_of(tenths) == 0


def test_what_is_undone_between_two_turns_stays_undone(tenths: Driver) -> None:
    tenths.click("query", 0, 0)
    turn(tenths, 0, 0, 240, _CONTROL)
    assert tenths.text("query", 0, 0) == "0.400"
    tenths.store.undo_stack.undo()
    turn(tenths, 0, 0, 120, _CONTROL)
    assert tenths.text("query", 0, 0) == "0.300"


def test_a_bias_of_heads_is_dragged_on_the_page_that_is_shown(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.run("bias")
    driver.choose("head", 1)
    before = driver.scenario.bias.copy()
    Drag(driver, "bias", 1, 0).to(3 * STEP, 0).drop()
    changed = driver.scenario.bias != before
    assert changed.sum() == 1
    assert_agrees(driver)

"""Tokens and columns come, go and change their names."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from window_driver import DOGS, INPUTS, PANELS, Driver, Open, assert_agrees

from attention_gui.scenario.scenario import Scenario


def _chips(driver: Driver) -> list[str]:
    return [driver.chip(i).text() for i in range(len(driver.scenario.labels))]


def _context_action(driver: Driver, token: int, text: str) -> None:
    """Choose from the menu of a chip, by keyboard."""
    chip = driver.chip(token)
    at = chip.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, chip.mapToGlobal(at))
    QApplication.sendEvent(chip, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert QTest.qWaitForWindowExposed(menu)
    driver.flush()
    actions = menu.actions()
    row = next(i for i, action in enumerate(actions) if action.text().startswith(text))
    for _ in range(row + 1):
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    driver.flush()
    assert QApplication.activePopupWidget() is None


def test_plus_adds_a_token_of_zeros_to_every_matrix(dogs: Driver) -> None:
    dogs.press("token.add")
    assert _chips(dogs) == ["dogs", "chase", "cats", "t3"]
    assert dogs.texts("query")[3] == ["0.000", "0.000"]
    assert dogs.texts("grad_output")[3] == ["1.000", "1.000"]
    assert dogs.labels("weights") == (["dogs", "chase", "cats", "t3"],) * 2
    assert dogs.panel("weights").caption == "4 × 4"
    assert not dogs.chip(3).isChecked()
    assert_agrees(dogs)
    dogs.enter("key", 3, 0, "2")
    assert_agrees(dogs)
    dogs.press("token.3")
    assert dogs.chip(3).isChecked()
    assert_agrees(dogs)


def test_delete_removes_a_token_from_every_matrix(dogs: Driver) -> None:
    dogs.press("token.2")
    dogs.chip(0).setFocus()
    dogs.key(Qt.Key.Key_Delete)
    assert _chips(dogs) == ["chase", "cats"]
    assert [dogs.chip(i).isChecked() for i in range(2)] == [False, True]
    assert dogs.texts("query") == [["0.000", "1.000"], ["1.000", "0.000"]]
    assert dogs.labels("grad_weights") == (["chase", "cats"],) * 2
    assert_agrees(dogs)


def test_the_last_token_stays(dogs: Driver) -> None:
    for _ in range(2):
        dogs.chip(0).setFocus()
        dogs.key(Qt.Key.Key_Delete)
    assert not dogs.content.notice.isVisible()
    dogs.key(Qt.Key.Key_Delete)
    assert dogs.content.notice.isVisible()
    assert dogs.content.notice.text == "The last token cannot be removed."
    assert _chips(dogs) == ["cats"]
    assert dogs.texts("weights") == [["1.000"]]
    assert_agrees(dogs)
    dogs.press("notice.close")
    assert not dogs.content.notice.isVisible()


@pytest.mark.parametrize(
    ("axis", "matrices", "owners"),
    [("key-feature", ("query", "key"), 2), ("value-feature", ("value", "grad_output"), 2)],
)
def test_columns_come_and_go(
    dogs: Driver, axis: str, matrices: tuple[str, ...], owners: int
) -> None:
    others = [quantity_id for quantity_id in INPUTS if quantity_id not in matrices]
    unchanged = [dogs.texts(quantity_id) for quantity_id in others]
    dogs.run(f"add-{axis}")
    for quantity_id in matrices:
        assert len(dogs.texts(quantity_id)[0]) == owners + 1
        fill = "1.000" if quantity_id == "grad_output" else "0.000"
        assert [row[-1] for row in dogs.texts(quantity_id)] == [fill] * 3
    assert [dogs.texts(quantity_id) for quantity_id in others] == unchanged
    assert_agrees(dogs)
    dogs.click(matrices[0], 0, 0)
    kept = dogs.texts(matrices[1])
    dogs.run(f"remove-{axis}")  # the selected column
    assert dogs.texts(matrices[1]) == [row[1:] for row in kept]
    assert_agrees(dogs)
    dogs.run(f"remove-{axis}")
    assert dogs.panel(matrices[0]).caption == "3 × 1"
    dogs.run(f"remove-{axis}")
    assert dogs.content.notice.text == "The last column cannot be removed."
    assert dogs.panel(matrices[0]).caption == "3 × 1"
    assert_agrees(dogs)


def test_columns_are_added_to_every_head(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.run("add-key-feature")
    assert driver.labels("query")[1] == ["h0·0", "h0·1", "h0·2", "h1·0", "h1·1", "h1·2"]
    assert [row[2] for row in driver.texts("query")] == ["0.000"] * 4
    assert [row[5] for row in driver.texts("query")] == ["0.000"] * 4
    assert_agrees(driver)


def test_the_edit_menu_adds_and_removes_the_selected_token(dogs: Driver) -> None:
    dogs.click("key", 1, 0)
    dogs.run("remove-key")
    assert _chips(dogs) == ["dogs", "cats"]
    assert_agrees(dogs)
    dogs.run("add-key")
    assert len(_chips(dogs)) == 3
    assert_agrees(dogs)


def test_f2_renames_a_token_everywhere(dogs: Driver) -> None:
    dogs.chip(1).setFocus()
    dogs.key(Qt.Key.Key_F2)
    field = dogs.window.findChild(QLineEdit, "token-editor")
    assert field is not None
    assert dogs.focus is field
    assert field.selectedText() == "chase"
    dogs.keys("R&D")
    dogs.key(Qt.Key.Key_Return)
    assert dogs.chip(1).text() == "R&&D", "shown with one ampersand, not as an underlined D"
    for quantity_id in PANELS:
        rows, columns = dogs.labels(quantity_id)
        assert "chase" not in (*rows, *columns)
    assert dogs.labels("weights") == (["dogs", "R&D", "cats"],) * 2
    dogs.click("weights", 0, 1)
    assert dogs.label("explanation.value").startswith("A [dogs → R&D] = ")
    assert_agrees(dogs)


def test_escape_keeps_the_old_name(dogs: Driver) -> None:
    dogs.chip(0).setFocus()
    dogs.key(Qt.Key.Key_F2)
    dogs.keys("wolves")
    dogs.key(Qt.Key.Key_Escape)
    assert _chips(dogs) == ["dogs", "chase", "cats"]
    assert dogs.store.undo_stack.count() == 0
    assert dogs.focus is dogs.chip(0)


def test_a_half_typed_name_is_kept_when_a_cell_is_clicked(dogs: Driver) -> None:
    dogs.chip(0).setFocus()
    dogs.key(Qt.Key.Key_F2)
    dogs.keys("wolves")
    dogs.click("weights", 0, 1)
    assert _chips(dogs)[0] == "wolves"
    assert dogs.store.undo_stack.count() == 1


def test_the_menu_of_a_token(dogs: Driver) -> None:
    _context_action(dogs, 1, "Insert")
    assert len(_chips(dogs)) == 4
    assert _chips(dogs)[0::2] == ["dogs", "chase"]
    assert dogs.texts("query")[1] == ["0.000", "0.000"]
    assert_agrees(dogs)
    _context_action(dogs, 1, "Remove")
    assert _chips(dogs) == ["dogs", "chase", "cats"]
    assert_agrees(dogs)
    _context_action(dogs, 2, "Rename")
    dogs.keys("mice")
    dogs.key(Qt.Key.Key_Return)
    assert _chips(dogs) == ["dogs", "chase", "mice"]


def test_tokens_without_names_are_counted_anew(open_window: Open) -> None:
    one = [[1.0], [2.0]]
    driver = open_window(Scenario(query=one, key=one, value=one))
    assert _chips(driver) == ["q0", "q1"]
    driver.press("token.add")
    assert _chips(driver) == ["q0", "q1", "q2"]
    assert driver.scenario.tokens is None
    assert_agrees(driver)


def test_sixteen_tokens_can_be_added_and_taken_away(open_window: Open) -> None:
    driver = open_window(DOGS)
    for _ in range(13):
        driver.press("token.add")
    assert_agrees(driver)
    boxes = [driver.chip(i).geometry() for i in range(16)]
    assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[:i])
    assert all(driver.content.workspace.tokens.rect().contains(box) for box in boxes)
    driver.click("weights", 15, 15)
    for _ in range(13):
        driver.undo()
    driver.flush()
    assert _chips(driver) == ["dogs", "chase", "cats"]
    assert driver.chip(2).mapTo(driver.window, QPoint()).x() > 0
    assert_agrees(driver)

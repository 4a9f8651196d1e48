"""Nothing wrong is accepted, and nothing typed is lost."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel
from window_driver import ANSWERS, PANELS, Dialogs, Driver, Open, Spy, assert_agrees

from attention_gui.scenario import examples, files

REFUSED = [
    ("nan", "not a finite number"),
    ("inf", "not a finite number"),
    ("1e999", "too large for float64"),
    ("1..2", "more than one decimal sign"),
    ("1.000,5", "more than one decimal sign"),
    ("1/0", "divides by zero"),
    ("five", "is not a number"),
    ("1 2", "is not a number"),
    ("", "There is no number."),
]


def _type(driver: Driver, text: str, quantity_id: str = "query") -> None:
    """Put text into the first cell, leaving it open."""
    driver.double_click(quantity_id, 0, 0)
    driver.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    driver.key(Qt.Key.Key_Delete)
    driver.keys(text)


def test_what_is_no_number_is_refused_beside_the_cell(dogs: Driver) -> None:
    spy = Spy(dogs.store)
    _type(dogs, "")
    before = {panel: dogs.texts(panel) for panel in PANELS}
    announced = len(spy.snapshots)
    for text, reason in REFUSED:
        dogs.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        dogs.key(Qt.Key.Key_Delete)
        assert not dogs.refusals, "the message speaks of a text that is gone"
        dogs.keys(text)
        dogs.key(Qt.Key.Key_Return)
        assert len(dogs.refusals) == 1, text
        assert reason in dogs.refusals[0]
        assert [editor.text() for editor in dogs.editors] == [text]
        assert dogs.focus is dogs.editors[0]
    assert {panel: dogs.texts(panel) for panel in PANELS} == before
    assert dogs.store.undo_stack.count() == 0
    assert len(spy.snapshots) == announced
    dogs.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    dogs.keys("4")
    dogs.key(Qt.Key.Key_Return)
    assert not dogs.refusals
    assert not dogs.editors
    assert dogs.text("query", 0, 0) == "4.000"
    assert_agrees(dogs)


def test_the_message_stands_beside_the_cell_and_inside_the_window(open_window: Open) -> None:
    driver = open_window(width=1280, height=720)
    for quantity_id in ("query", "grad_output"):
        _type(driver, "1..2", quantity_id)
        driver.key(Qt.Key.Key_Return)
        assert len(driver.refusals) == 1
        label = driver.window.findChild(QLabel, "refusal")
        assert label is not None
        box, editor = label.geometry(), driver.editors[0]
        cell = editor.rect().translated(editor.mapTo(driver.window, editor.rect().topLeft()))
        assert driver.window.rect().contains(box)
        assert not box.intersects(cell)
        assert min(abs(box.top() - cell.bottom()), abs(cell.top() - box.bottom())) <= 8
        assert label.text() in driver.focus.accessibleDescription()
        driver.key(Qt.Key.Key_Escape)


def test_escape_restores_the_number_and_takes_the_message_away(dogs: Driver) -> None:
    _type(dogs, "1..2")
    dogs.key(Qt.Key.Key_Return)
    dogs.key(Qt.Key.Key_Escape)
    assert not dogs.refusals
    assert not dogs.editors
    assert dogs.text("query", 0, 0) == "2.000"
    assert dogs.store.undo_stack.count() == 0
    assert dogs.current == ("query", 0, 0)


def test_refused_text_stays_when_the_keyboard_goes_elsewhere(dogs: Driver) -> None:
    _type(dogs, "1..2")
    dogs.click("weights", 1, 1)
    assert [editor.text() for editor in dogs.editors] == ["1..2"]
    assert dogs.refusals
    dogs.toggle("causal")
    assert dogs.scenario.causal
    dogs.flush()
    assert [editor.text() for editor in dogs.editors] == ["1..2"]
    assert dogs.refusals
    dogs.enter("value", 1, 1, "8")
    assert dogs.text("value", 1, 1) == "8.000"
    assert [editor.text() for editor in dogs.editors] == ["1..2"]
    assert_agrees(dogs)
    editor = dogs.editors[0]
    editor.setFocus()
    editor.selectAll()
    dogs.keys("6")
    dogs.key(Qt.Key.Key_Return)
    assert dogs.text("query", 0, 0) == "6.000"
    assert not dogs.refusals
    assert_agrees(dogs)


def test_half_typed_text_survives_what_happens_elsewhere(dogs: Driver) -> None:
    _type(dogs, "4.")
    editor = dogs.editors[0]
    editor.setCursorPosition(1)
    dogs.action("causal").trigger()
    dogs.action("scale").trigger()
    dogs.content.workspace.tokens.padding_toggled.emit(1)
    dogs.action("theme.dark").trigger()
    dogs.flush()
    assert editor.isVisible()
    assert (editor.text(), editor.cursorPosition()) == ("4.", 1)
    assert dogs.focus is editor
    dogs.key(Qt.Key.Key_Return)
    assert dogs.text("query", 0, 0) == "4.000"
    assert_agrees(dogs)


def test_half_typed_text_survives_a_change_of_its_own_matrix(dogs: Driver) -> None:
    dogs.enter("query", 2, 1, "9")
    _type(dogs, "4.")
    editor = dogs.editors[0]
    editor.setCursorPosition(1)
    dogs.store.undo_stack.undo()  # as the menu does: Ctrl+Z belongs to the open cell
    dogs.flush()
    assert dogs.text("query", 2, 1) == "0.000"
    assert dogs.editors == [editor]
    assert (editor.text(), editor.cursorPosition()) == ("4.", 1)
    dogs.run("add-key")  # the new row and column come after the cell
    dogs.run("add-key-feature")
    dogs.flush()
    assert dogs.editors == [editor]
    assert (editor.text(), editor.cursorPosition()) == ("4.", 1)
    dogs.run("remove-key-feature")  # cells move: the text goes to its own before they do
    dogs.flush()
    assert dogs.editors == []
    dogs.undo()
    assert dogs.text("query", 0, 0) == "4.000"
    assert_agrees(dogs)


@pytest.mark.parametrize("name", ["remove-key", "remove-key-feature", "inputs.projected"])
def test_half_typed_text_is_committed_before_its_cell_may_move(dogs: Driver, name: str) -> None:
    _type(dogs, "4.")
    dogs.run(name)
    dogs.flush()
    assert not dogs.editors
    assert dogs.store.undo_stack.count() == 2
    dogs.undo()
    assert dogs.text("query", 0, 0) == "4.000"
    assert_agrees(dogs)


@pytest.mark.parametrize("name", ["remove-key", "inputs.projected"])
def test_refused_text_stays_and_its_cell_does_not_move(dogs: Driver, name: str) -> None:
    before = dogs.scenario
    _type(dogs, "1..2")
    dogs.run(name)
    dogs.flush()
    assert dogs.scenario == before
    assert [editor.text() for editor in dogs.editors] == ["1..2"]
    assert dogs.refusals
    assert dogs.action("kind.self").isChecked()
    assert dogs.action("inputs.direct").isChecked()
    assert_agrees(dogs)


def test_refused_text_stays_when_another_cell_of_its_matrix_is_clicked(
    dogs: Driver, tmp_path: Path
) -> None:
    path = tmp_path / "refused.attention.json"
    dogs.window._path = path
    _type(dogs, "1..2")
    for click in (dogs.click, dogs.double_click):
        click("query", 2, 1)
        dogs.flush()
        assert [editor.text() for editor in dogs.editors] == ["1..2"]
        assert dogs.refusals
    dogs.save()
    assert not path.exists(), "the text that is still open is not in the file"


def test_half_typed_text_is_committed_by_leaving_the_cell(dogs: Driver) -> None:
    _type(dogs, "4")
    dogs.click("weights", 0, 1)
    assert dogs.text("query", 0, 0) == "4.000"
    assert not dogs.editors
    assert_agrees(dogs)


def test_an_edit_that_overflows_changes_nothing(dogs: Driver) -> None:
    spy = Spy(dogs.store)
    before = {panel: dogs.texts(panel) for panel in PANELS}
    dogs.enter("query", 0, 0, "1e308")
    assert len(dogs.refusals) == 1
    assert dogs.editors[0].text() == "1e308"
    assert dogs.scenario == examples.load("dogs-chase-cats")
    assert {panel: dogs.texts(panel) for panel in PANELS} == before or len(spy.snapshots) == 1
    assert dogs.store.undo_stack.count() == 0
    dogs.key(Qt.Key.Key_Escape)
    assert_agrees(dogs)


def test_a_backward_overflow_is_refused_as_well(dogs: Driver) -> None:
    dogs.enter("value", 0, 0, "1e200")
    dogs.enter("grad_output", 0, 0, "1e200")
    assert len(dogs.refusals) == 1
    assert "float64" in dogs.refusals[0]
    dogs.key(Qt.Key.Key_Escape)
    assert dogs.scenario.matrix("grad_output")[0, 0, 0] == 1
    assert_agrees(dogs)


def test_a_toggle_that_overflows_is_refused_above_the_board(open_window: Open) -> None:
    driver = open_window()
    driver.enter("query", 0, 0, "1.2e308")
    driver.enter("key", 0, 0, "1")  # 1.2e308 · 1, and 1.2e308 · 2 overflows
    driver.key(Qt.Key.Key_Escape)
    assert_agrees(driver)


def test_saving_writes_the_cell_that_is_still_open(dogs: Driver, tmp_path: Path) -> None:
    path = tmp_path / "open-cell.attention.json"
    dogs.content.document._path = path
    _type(dogs, "42")
    dogs.save()
    assert json.loads(path.read_bytes())["direct"]["query"][0][0] == 42
    assert files.read(path) == dogs.scenario
    assert dogs.text("query", 0, 0) == "42.000"
    assert not dogs.window.isWindowModified()


def test_refused_text_makes_saving_impossible(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path
) -> None:
    path = tmp_path / "refused.attention.json"
    dogs.content.document._path = path
    _type(dogs, "4x")
    dogs.save()
    assert not path.exists()
    assert "is not a number" in dogs.refusals[0]
    dogs.run("save-as")
    dogs.run("example.two-heads")
    dogs.window.close()
    assert dogs.window.isVisible(), "closing would lose what was typed"
    assert dialogs.asked == []
    assert [editor.text() for editor in dogs.editors] == ["4x"]
    dialogs.answer = ANSWERS.Discard


@pytest.mark.parametrize("panel", ["key", "value"])
def test_text_refused_while_another_panel_has_the_keyboard_is_pointed_at_by_saving(
    dogs: Driver, tmp_path: Path, panel: str
) -> None:
    path = tmp_path / "refused.attention.json"
    dogs.content.document._path = path
    _type(dogs, "4x", panel)
    dogs.click("weights", 0, 0)
    dogs.save()
    assert not path.exists()
    assert len(dogs.refusals) == 1


def test_the_reason_goes_along_with_its_cell_and_is_hidden_with_it(dogs: Driver) -> None:
    dogs.window.resize(1280, 600)
    for _ in range(8):
        dogs.run("zoom-in")
    dogs.flush()
    dogs.enter("query", 2, 1, "1..2")
    refusal = dogs.window.findChild(QLabel, "refusal")
    (editor,) = dogs.editors
    bar = dogs.content.workspace._areas[0].verticalScrollBar()
    distance = refusal.y() - editor.mapTo(dogs.window, QPoint(0, 0)).y()
    for at in (0, 20, 40, 0):
        bar.setValue(at)
        assert refusal.y() - editor.mapTo(dogs.window, QPoint(0, 0)).y() == distance
        assert refusal.isVisible()
    bar.setValue(bar.maximum())
    assert editor.visibleRegion().isEmpty()
    assert not refusal.isVisible()
    bar.setValue(0)
    assert refusal.isVisible()
    editor.setFocus()
    dogs.key(Qt.Key.Key_Escape)

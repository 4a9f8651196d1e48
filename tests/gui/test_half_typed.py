"""What is half-typed when something else happens, and what a scenario lacks."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from window_driver import Driver

from attention_gui.engine import AttentionError
from attention_gui.gui.store import Store
from attention_gui.scenario import files
from attention_gui.scenario.scenario import Scenario


def _type(text: str) -> None:
    for character in text:  # the first key opens the editor, the next ones go to it
        QTest.keyClicks(QApplication.focusWidget(), character)


def test_saving_takes_over_a_half_typed_token_name(dogs: Driver, tmp_path: Path) -> None:
    path = tmp_path / "named.attention.json"
    dogs.window.document._path = path
    chip = dogs.window.workspace.tokens._chips[0]
    chip.setFocus()
    QTest.keyClick(chip, Qt.Key.Key_F2)
    field = dogs.window.findChild(QLineEdit, "token-editor")
    assert field is not None
    QTest.keyClicks(field, "hounds")
    assert dogs.window.document.save()
    assert files.read(path).labels[0] == "hounds"


def test_half_typed_text_goes_to_its_cell_before_cells_move(dogs: Driver) -> None:
    dogs.click("query", 0, 0)
    _type("42")
    dogs.run("remove-key")  # removes dogs, whose cell is open
    assert dogs.scenario.labels == ("chase", "cats")
    assert 42 not in dogs.scenario.query
    dogs.store.undo_stack.undo()
    assert dogs.scenario.query[0, 0, 0] == 42


def test_refused_text_keeps_cells_from_moving(dogs: Driver) -> None:
    dogs.click("query", 0, 0)
    _type("1..2")
    dogs.run("remove-key")
    assert dogs.scenario.labels == ("dogs", "chase", "cats")
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "1..2"
    QTest.keyClick(editor, Qt.Key.Key_Escape)


def test_an_empty_batch_is_refused_before_anything_changes(dogs: Driver, tmp_path: Path) -> None:
    empty = np.zeros((0, 2, 2))
    scenario = Scenario(query=empty, key=empty, value=empty)
    with pytest.raises(AttentionError, match="The batch is empty"):
        Store(scenario)
    before = dogs.scenario
    with pytest.raises(AttentionError, match="nothing to show"):
        dogs.store.open(scenario)
    assert dogs.scenario is before


def test_a_scale_of_its_own_comes_back_after_being_switched_off(dogs: Driver) -> None:
    dogs.store.open(Scenario(query=np.eye(2), key=np.eye(2), value=np.eye(2), scale=0.3))
    dogs.run("scale")
    assert dogs.scenario.scale == "none"
    dogs.run("scale")
    assert dogs.scenario.scale == 0.3


def test_the_status_line_counts_rows_with_no_allowed_key(dogs: Driver) -> None:
    dogs.run("example.left-padding")
    assert dogs.label("status.row-sums").endswith("rows with no allowed key: 1")


def _open_cell(driver: Driver, panel: str, row: int, column: int, text: str) -> QLineEdit:
    driver.click(panel, row, column)
    _type(text)
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    editor.setCursorPosition(1)
    return editor


@pytest.mark.parametrize("text", ["42", "1..2"])
@pytest.mark.parametrize(
    "commands",
    [
        ["bias", "bias"],
        ["w-output", "w-output", "undo", "redo"],
        ["kind.cross", "kind.self"],
        ["layout.gradients", "layout.heads", "layout.everything", "layout.forward"],
        ["part.mask", "part.mask"],
        ["add-value-feature", "undo", "add-key", "undo", "redo"],
        ["enlarge", "enlarge"],
        ["causal", "scale", "zoom-in", "theme.dark", "language.ru", "language.en"],
    ],
)
def test_half_typed_text_and_its_cursor_stay_while_the_cell_does(
    dogs: Driver, commands: list[str], text: str
) -> None:
    """Also text that would be refused."""
    editor = _open_cell(dogs, "query", 1, 1, text)
    for command in commands:
        dogs.run(command)
        dogs.flush()
        assert QApplication.focusWidget() is editor, command
        assert (editor.text(), editor.cursorPosition()) == (text, 1), command
        view = dogs.view("query")
        assert view.visualRect(view.model().index(1, 1)) == editor.geometry()
        assert editor.isVisible()
        assert dogs.scenario.query[0, 1, 1] != 42
    QTest.keyClick(editor, Qt.Key.Key_Escape)


def test_half_typed_text_stays_while_a_menu_or_another_window_has_the_keyboard(
    dogs: Driver,
) -> None:
    editor = _open_cell(dogs, "query", 1, 1, "42")
    dogs.menu("Attention", "causal")
    assert dogs.scenario.causal
    other = QWidget()
    other.show()
    other.activateWindow()
    assert QTest.qWaitForWindowActive(other)
    other.close()
    dogs.window.activateWindow()
    assert QTest.qWaitForWindowActive(dogs.window)
    assert QApplication.focusWidget() is editor
    assert (editor.text(), editor.cursorPosition()) == ("42", 1)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert dogs.scenario.query[0, 1, 1] == 42


def test_a_step_back_takes_half_typed_text_of_a_cell_that_goes_as_a_step(dogs: Driver) -> None:
    dogs.run("add-key")
    dogs.flush()
    _open_cell(dogs, "query", 3, 1, "42")
    dogs.run("undo")
    assert len(dogs.scenario.labels) == 4
    assert dogs.scenario.query[0, 3, 1] == 0
    dogs.run("redo")
    assert dogs.scenario.query[0, 3, 1] == 42
    dogs.run("undo")
    dogs.run("undo")
    assert len(dogs.scenario.labels) == 3


def test_refused_text_keeps_a_step_back_from_taking_its_cell(dogs: Driver) -> None:
    dogs.run("add-key")
    dogs.flush()
    editor = _open_cell(dogs, "query", 3, 1, "1..2")
    dogs.run("undo")
    assert len(dogs.scenario.labels) == 4
    assert editor.text() == "1..2"
    assert dogs.window.findChild(QWidget, "refusal").isVisible()
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    dogs.run("undo")
    assert len(dogs.scenario.labels) == 3


def test_half_typed_text_of_a_panel_that_is_hidden_goes_to_its_cell(dogs: Driver) -> None:
    dogs.run("bias")
    dogs.flush()
    _open_cell(dogs, "bias", 1, 1, "42")
    dogs.run("hide-panel")
    dogs.flush()
    assert dogs.scenario.bias is not None
    assert dogs.scenario.bias[1, 1] == 42
    dogs.run("show-panels")
    dogs.flush()
    _open_cell(dogs, "bias", 0, 1, "5")
    dogs.run("bias")  # the panel is gone with its numbers; a step back brings both again
    assert dogs.scenario.bias is None
    dogs.run("undo")
    assert dogs.scenario.bias is not None
    assert dogs.scenario.bias[0, 1] == 5


def test_a_half_typed_name_stays_over_its_chip_while_its_token_stays(dogs: Driver) -> None:
    bar = dogs.window.workspace.tokens
    bar._chips[1].setFocus()
    QTest.keyClick(bar._chips[1], Qt.Key.Key_F2)
    field = dogs.window.findChild(QLineEdit, "token-editor")
    assert field is not None
    QTest.keyClicks(field, "hunt")
    field.setCursorPosition(2)
    dogs.menu("Attention", "causal")
    dogs.window.activateWindow()
    for command in ("bias", "add-key", "undo", "zoom-in", "zoom-in", "layout.lecture", "enlarge"):
        dogs.run(command)
        dogs.flush()
        assert QApplication.focusWidget() is field, command
        assert (field.text(), field.cursorPosition()) == ("hunt", 2), command
        assert field.geometry().topLeft() == bar._chips[1].geometry().topLeft(), command
        assert field.height() == bar._chips[1].height(), command
        assert field.font().pixelSize() == bar._chips[1].font().pixelSize(), command
    bar.removed.emit(0)  # the token moves: its name goes to it before
    dogs.flush()
    assert dogs.scenario.labels == ("hunt", "cats")


def test_a_half_typed_name_of_the_source_is_taken_before_the_source_goes(dogs: Driver) -> None:
    dogs.run("kind.cross")
    dogs.flush()
    chip = dogs.window.workspace.source_tokens._chips[0]
    chip.setFocus()
    QTest.keyClick(chip, Qt.Key.Key_F2)
    QTest.keyClicks(dogs.window.findChild(QLineEdit, "token-editor"), "hounds")
    dogs.run("kind.self")
    dogs.flush()
    assert not dogs.scenario.is_cross
    dogs.run("undo")
    assert dogs.scenario.source_labels[0] == "hounds"

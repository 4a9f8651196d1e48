"""What is half-typed when something else happens, and what a scenario lacks."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget
from window_driver import Driver, Open

from attention_gui.engine import AttentionError
from attention_gui.gui.store import Store
from attention_gui.quantities import Axis
from attention_gui.scenario import files
from attention_gui.scenario.scenario import Scenario


def _type(text: str) -> None:
    for character in text:  # the first key opens the editor, the next ones go to it
        QTest.keyClicks(QApplication.focusWidget(), character)


def test_saving_takes_over_a_half_typed_token_name(dogs: Driver, tmp_path: Path) -> None:
    path = tmp_path / "named.attention.json"
    dogs.content.document._path = path
    chip = dogs.content.workspace.tokens._chips[0]
    chip.setFocus()
    QTest.keyClick(chip, Qt.Key.Key_F2)
    field = dogs.window.findChild(QLineEdit, "token-editor")
    assert field is not None
    QTest.keyClicks(field, "hounds")
    assert dogs.content.document.save()
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
    bar = dogs.content.workspace.tokens
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
    chip = dogs.content.workspace.source_tokens._chips[0]
    chip.setFocus()
    QTest.keyClick(chip, Qt.Key.Key_F2)
    QTest.keyClicks(dogs.window.findChild(QLineEdit, "token-editor"), "hounds")
    dogs.run("kind.self")
    dogs.flush()
    assert not dogs.scenario.is_cross
    dogs.run("undo")
    assert dogs.scenario.source_labels[0] == "hounds"


@pytest.mark.parametrize(
    ("source", "panel", "row", "column", "commands"),
    [
        ("dogs-chase-cats", "query", 0, 1, ["heads 1"]),
        ("two-heads", "grad_output", 0, 3, ["heads 0"]),
        ("two-heads", "grad_output", 1, 1, ["w-output", "undo"]),
        ("two-heads", "inputs", 1, 1, ["kind.cross", "undo"]),
        ("grouped-heads", "grad_output", 0, 7, ["w-output", "heads 0"]),
        ("dogs-chase-cats-projected", "inputs", 2, 3, ["kind.cross", "undo"]),
    ],
)
def test_half_typed_text_stays_when_the_selected_cell_has_another_place(
    open_window: Open, source: str, panel: str, row: int, column: int, commands: list[str]
) -> None:
    """Matrices split into heads have other axes: the selection goes elsewhere, not the text."""
    driver = open_window(f"example:{source}")
    if panel == "inputs" and not driver.scenario.is_projected:
        driver.run("inputs.projected")
        driver.flush()
    for text in ("77", "1..2"):
        editor = _open_cell(driver, panel, row, column, text)
        before = driver.scenario.matrix(panel)
        for command in commands:
            if command.startswith("heads"):
                box = driver.window.findChild(QComboBox, "heads")
                box.setCurrentIndex(int(command[-1]))
                box.activated.emit(box.currentIndex())
            else:
                driver.run(command)
            driver.flush()
            assert driver.editors == [editor], command
            assert (editor.text(), editor.cursorPosition()) == (text, 1), command
        np.testing.assert_array_equal(driver.scenario.matrix(panel), before)
        QTest.keyClick(editor, Qt.Key.Key_Return)
        if text == "77":
            assert driver.scenario.matrix(panel)[..., row, column] == 77
        else:
            assert driver.refusals
            QTest.keyClick(editor, Qt.Key.Key_Escape)


def test_what_is_done_and_what_is_typed_are_undone_in_their_order(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.click("grad_output", 1, 1)
    _type("77")
    driver.menu("Attention", "w-output")
    driver.flush()
    assert driver.scenario.w_output is not None
    (editor,) = driver.editors
    editor.setFocus()
    QTest.keyClick(editor, Qt.Key.Key_Return)
    steps = []
    for _ in range(2):
        driver.run("undo")
        has_number = (driver.scenario.matrix("grad_output") == 77).any()
        steps.append((has_number, driver.scenario.w_output))
    assert [(has, None if w is None else w.shape) for has, w in steps] == [
        (False, (4, 4)), (False, None),
    ]  # fmt: skip
    driver.run("redo")
    driver.run("redo")
    assert driver.scenario.w_output is not None
    assert driver.scenario.matrix("grad_output")[0, 1, 1] == 77


@pytest.mark.parametrize("text", ["77", "1..2"])
def test_a_number_lands_on_the_page_that_it_was_typed_into(open_window: Open, text: str) -> None:
    rng = np.random.default_rng(5)
    given = {name: rng.normal(size=(2, 3, 2)) for name in ("query", "key", "value")}
    driver = open_window(Scenario(**given, heads=2, bias=rng.normal(size=(2, 3, 3))))
    shown = driver.store.snapshot.selection.context
    for panel, box_name, axis in (("query", "batch", Axis.BATCH), ("bias", "head", Axis.HEAD)):
        editor = _open_cell(driver, panel, 0, 0, text)
        box = driver.window.findChild(QComboBox, box_name)
        box.setCurrentIndex(1)
        box.activated.emit(1)
        driver.flush()
        matrix = driver.scenario.matrix(panel)
        if text == "77":
            assert matrix[0, 0, 0] == 77
            assert driver.store.snapshot.selection.context[axis] == 1
            continue
        assert driver.editors == [editor]
        assert driver.store.snapshot.selection.context == shown, "refused text keeps its page"
        assert box.currentIndex() == 0, "and the selector says so"
        assert driver.refusals
        driver.click("head_weights_1", 1, 1)
        driver.flush()
        assert driver.store.snapshot.selection.context[Axis.HEAD] == (panel == "query")
        editor.setFocus()
        editor.setText("5")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        assert driver.scenario.matrix(panel)[0, 0, 0] == 5
        driver.click("head_weights_0", 0, 0)


def test_refused_text_stays_when_a_link_leads_elsewhere_in_its_matrix(dogs: Driver) -> None:
    editor = _open_cell(dogs, "query", 0, 0, "1..2")
    dogs.content._go_to("query", (0, 1, 0))
    dogs.flush()
    assert dogs.editors == [editor]
    assert editor.text() == "1..2"
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    view = dogs.view("query")
    assert (view.currentIndex().row(), view.currentIndex().column()) == (1, 0)


def test_an_open_cell_takes_the_keys_of_its_matrix(dogs: Driver) -> None:
    editor = _open_cell(dogs, "query", 0, 0, "1..2")
    dogs.click("weights", 0, 0)
    assert dogs.editors == [editor]
    dogs.view("query").setFocus(Qt.FocusReason.TabFocusReason)
    assert QApplication.focusWidget() is editor
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert dogs.editors == [editor]
    assert editor.text() == "1..2"
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is dogs.view("query")


def test_the_reason_stays_beside_a_cell_whose_panel_changes_places(dogs: Driver) -> None:
    editor = _open_cell(dogs, "query", 0, 0, "1..2")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    for command in ("panel-later", "usual-order", "layout.lecture", "layout.usual"):
        dogs.run(command)
        dogs.flush()
        assert dogs.window.findChild(QWidget, "refusal").isVisible(), command
    QTest.keyClick(editor, Qt.Key.Key_Escape)


@pytest.mark.parametrize("text", ["2,5", "2,5x"])
@pytest.mark.parametrize("meanwhile", ["theme.dark", "language.ru", "resize"])
def test_text_in_a_cell_of_a_pixel_stays_open(
    open_window: Open, english_again: None, text: str, meanwhile: str
) -> None:
    rng = np.random.default_rng(0)
    given = {name: rng.normal(size=(300, 8)) for name in ("query", "key", "value")}
    driver = open_window(Scenario(**given, heads=2), 1920, 1080)
    view = driver.view("query")
    assert view.rowHeight(0) == 1
    driver.click("query", 11, 1)
    _type(text)
    if meanwhile == "resize":
        driver.window.resize(1600, 900)
    else:
        driver.run(meanwhile)
    driver.flush()
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    assert (editor.text(), editor.isVisible()) == (text, True)
    assert view.visualRect(view.currentIndex()).height() == 1
    driver.key(Qt.Key.Key_Escape)

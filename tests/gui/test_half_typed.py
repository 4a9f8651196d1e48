"""What is half-typed when something else happens, and what a scenario lacks."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
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

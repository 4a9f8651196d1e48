"""The sheet of keys."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QTextBrowser
from window_driver import Driver


@pytest.fixture
def sheet(dogs: Driver) -> Iterator[QDialog]:
    dogs.click("weights", 0, 0)
    dogs.key(Qt.Key.Key_F1)
    dialog = dogs.window.findChild(QDialog, "keys")
    assert dialog is not None
    assert dialog.isVisible()
    yield dialog
    for left in dogs.window.findChildren(QDialog, "keys"):
        left.close()
    dogs.flush()


def _text(sheet: QDialog) -> str:
    browser = sheet.findChild(QTextBrowser, "keys.text")
    assert browser is not None
    return browser.toPlainText()


def test_every_shortcut_of_the_window_is_listed(dogs: Driver, sheet: QDialog) -> None:
    text = _text(sheet)
    actions = [a for a in dogs.window.findChildren(QAction) if a.shortcuts()]
    assert len(actions) > 20
    for action in actions:
        for keys in action.shortcuts():
            assert keys.toString() in text, action.objectName()
    assert "Causal" in text
    assert "&" not in text


def test_keys_inside_a_matrix_are_listed(sheet: QDialog) -> None:
    for words in ("In a matrix", "Shift+arrow keys", "Alt+Up", "Space"):
        assert words in _text(sheet)
    for words in ("On a token", "F2", "rename it"):
        assert words in _text(sheet)
    for words in ("On the board", "Drag a title", "Double-click a title"):
        assert words in _text(sheet)


def test_it_follows_the_language(dogs: Driver, sheet: QDialog) -> None:
    dogs.run("language.ru")
    dogs.flush()
    assert "В матрице" in _text(sheet)
    assert sheet.windowTitle() == "Клавиши"
    dogs.run("language.en")
    dogs.flush()
    assert "In a matrix" in _text(sheet)


def test_there_is_one_at_a_time(dogs: Driver, sheet: QDialog) -> None:
    dogs.run("keys")
    assert dogs.window.findChildren(QDialog, "keys") == [sheet]
    sheet.close()
    dogs.flush()
    assert not dogs.window.findChildren(QDialog, "keys")
    dogs.run("keys")
    (again,) = dogs.window.findChildren(QDialog, "keys")
    assert again.isVisible()
    again.close()


def test_a_question_mark_shows_it_too_but_is_typed_in_a_field(dogs: Driver) -> None:
    dogs.click("query", 0, 0)
    dogs.keys("1?")
    assert dogs.editors[0].text() == "1?"
    assert dogs.window.findChild(QDialog, "keys") is None
    dogs.give_up()
    dogs.click("query", 0, 0)
    dogs.keys("?")
    assert not dogs.editors
    dialog = dogs.window.findChild(QDialog, "keys")
    assert dialog is not None
    assert dialog.isVisible()
    dialog.close()
    dogs.flush()

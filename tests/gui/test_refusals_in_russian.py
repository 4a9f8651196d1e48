"""A window that speaks Russian says in Russian why it refuses, and follows the language."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMainWindow
from tool_driver import Tool, opened
from window_driver import DOGS, Dialogs, Driver, Open

from attention_gui.gui import languages

pytestmark = pytest.mark.usefixtures("english_again")


@pytest.fixture
def tool_window(qapp: QApplication) -> Iterator[QMainWindow]:
    with opened(DOGS) as window:
        yield window


def speak(driver: Driver, code: str) -> None:
    driver.action(f"language.{code}").trigger()
    driver.flush()


def type_over(driver: Driver, text: str) -> None:
    """Type into the first cell of Q, and press Return."""
    driver.double_click("query", 0, 0)
    driver.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    driver.keys(text)
    driver.key(Qt.Key.Key_Return)


def paste(driver: Driver, quantity_id: str, text: str) -> None:
    content = QMimeData()
    content.setText(text)
    QGuiApplication.clipboard().setMimeData(content)
    driver.click(quantity_id, 0, 0)
    driver.key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def assert_fits(label: QLabel) -> None:
    """No word of a label that wraps is wider than it, and no line is below it."""
    box = label.contentsRect()
    metrics = QFontMetricsF(label.font())
    flags = int(Qt.TextFlag.TextWordWrap)
    needed = metrics.boundingRect(box.toRectF(), flags, label.text())
    assert needed.width() <= box.width() + 1
    assert needed.height() <= box.height() + 1


def test_a_cell_says_in_russian_why_it_refuses(dogs: Driver) -> None:
    speak(dogs, "ru")
    type_over(dogs, "1..2")
    words = "В '1..2' больше одного десятичного знака; это запятая или точка, а разряды не"
    assert dogs.refusals == [f"{words} отделяются."]
    assert dogs.focus.accessibleDescription() == dogs.refusals[0]


def test_what_a_cell_says_follows_the_language_and_nothing_typed_is_lost(dogs: Driver) -> None:
    type_over(dogs, "five")
    for code, words in (
        ("ru", "'five' — не число."),
        ("en", "'five' is not a number."),
        ("ru", "'five' — не число."),
    ):
        speak(dogs, code)
        assert dogs.refusals == [words]
        assert [editor.text() for editor in dogs.editors] == ["five"]
        assert dogs.editors[0].accessibleDescription() == words
    dogs.key(Qt.Key.Key_Escape)
    assert not dogs.refusals
    speak(dogs, "en")
    assert not dogs.refusals, "what is gone does not come back with the language"


@pytest.mark.parametrize("quantity_id", ["query", "grad_output"])
def test_a_long_refusal_fits_beside_its_cell_in_a_small_window(
    quantity_id: str, open_window: Open
) -> None:
    driver = open_window(width=1280, height=720)
    driver.action("decimal.point").trigger()
    driver.double_click(quantity_id, 0, 0)
    driver.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    driver.keys("1,2222222222222222222222222222222222222222222222")
    driver.key(Qt.Key.Key_Return)
    speak(driver, "ru")
    assert "десятичный знак — точка" in driver.refusals[0]
    (label,) = [
        label for label in driver.window.findChildren(QLabel, "refusal") if label.isVisible()
    ]
    assert_fits(label)
    assert driver.window.rect().contains(label.geometry())
    driver.key(Qt.Key.Key_Escape)
    driver.action("decimal.either").trigger()


def test_a_notice_says_in_russian_what_a_menu_refuses_and_follows_the_language(
    open_window: Open,
) -> None:
    driver = open_window("example:cross-attention")
    speak(driver, "ru")
    driver.run("kind.self")
    assert driver.content.notice.text == (
        "Число токенов различается: 2, а у источника 3; у самовнимания один список."
    )
    speak(driver, "en")
    assert driver.content.notice.text == (
        "The numbers of tokens differ: 2, and 3 of the source; self-attention has one list."
    )


def test_pasting_is_refused_in_russian_with_the_place(dogs: Driver) -> None:
    speak(dogs, "ru")
    paste(dogs, "query", "1\t2\n3\tx\n")
    assert dogs.content.notice.text == "Скопированное, строка 2, столбец 2: 'x' — не число."
    paste(dogs, "weights", "1")
    assert dogs.content.notice.text == ("«веса внимания» вычисляется; вставляйте в матрицы входов.")
    speak(dogs, "en")
    assert dogs.content.notice.text == (
        "“weights” is computed; paste into a matrix of the inputs instead."
    )


def test_a_file_is_refused_in_russian(dogs: Driver, dialogs: Dialogs, tmp_path: Path) -> None:
    path = tmp_path / "bad.attention.json"
    path.write_text("{", "utf-8")
    speak(dogs, "ru")
    dialogs.file = str(path)
    dogs.run("open")
    assert dogs.content.notice.text.startswith("Это не JSON: ")
    label = dogs.window.findChild(QLabel, "notice.text")
    assert label is not None
    assert_fits(label)


def test_a_field_of_a_tool_says_in_russian_why_it_refuses(tool_window: QMainWindow) -> None:
    tool = Tool(tool_window, "study.cost")
    tool.type("tokens", "0")
    assert tool.refusals == ["n is 0 instead of a whole number above 0."]
    languages.set_language("ru")
    QApplication.processEvents()
    words = "n: дано 0, а нужно целое число больше 0."
    assert tool.refusals == [words]
    field = tool.window.findChild(QLineEdit, "tokens")
    assert field is not None
    assert (field.text(), field.accessibleDescription()) == ("0", words)
    tool.type("tokens", "many")
    assert tool.refusals == ["'many' — не число."]


def test_a_notice_of_a_tool_follows_the_language(tool_window: QMainWindow) -> None:
    tool = Tool(tool_window, "study.two-scores")
    tool.type("score.0", "1e308")
    tool.type("factor", "10")
    assert tool.window.notice.text.startswith("Score times factor is too large for float64 at [0]")
    languages.set_language("ru")
    QApplication.processEvents()
    assert tool.window.notice.text.startswith(
        "Произведение оценки и множителя не помещается в float64 в ячейке [0]: "
    )

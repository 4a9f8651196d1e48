"""Numbers come from spreadsheets and go to them, through the clipboard."""

import struct
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from hands import opened
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from window_driver import ANSWERS, Dialogs, Driver, Open, assert_agrees

from attention_gui.gui.editing import Editing

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier
_LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dogs(dogs: Driver) -> Iterator[Driver]:
    """Return the window, and leave the setting as it was."""
    yield dogs
    if hasattr(dogs, "window"):
        dogs.run("decimal.either")


@pytest.fixture(autouse=True)
def _leave_nothing_behind(qapp: QApplication) -> Iterator[None]:
    """Take from the clipboard what Qt would delete when the interpreter has ended."""
    yield
    QGuiApplication.clipboard().clear()


def test_the_program_ends_well_after_a_copy() -> None:
    """What Python has put on the clipboard must not be there when the interpreter has ended."""
    script = """
from PySide6.QtWidgets import QApplication
app = QApplication([])
from attention_gui.gui.app import create_window
window = create_window("example:dogs-chase-cats")
window.show()
app.processEvents()
window.findChild(object, "matrix.weights").setFocus()
window.findChild(object, "select-all").trigger()
window.findChild(object, "copy").trigger()
assert app.clipboard().mimeData().hasHtml()
"""
    ended = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True)
    assert ended.returncode == 0, ended.stderr


def test_an_empty_clipboard_is_refused_in_words(dogs: Driver) -> None:
    QGuiApplication.clipboard().clear()
    dogs.click("query", 0, 0)
    before = dogs.scenario
    dogs.run("paste")
    assert dogs.scenario is before
    assert dogs.label("notice.text")


def put(text: str, html: str = "") -> None:
    content = QMimeData()
    content.setText(text)
    if html:
        content.setHtml(html)
    QGuiApplication.clipboard().setMimeData(content)


def copied() -> str:
    return QGuiApplication.clipboard().text()


def select(driver: Driver, quantity_id: str, one: tuple[int, int], other: tuple[int, int]) -> None:
    driver.click(quantity_id, *one)
    view = driver.view(quantity_id)
    QTest.mouseClick(view.viewport(), _LEFT, _SHIFT, driver.center(view, *other))


def paste(driver: Driver, quantity_id: str, row: int, column: int, text: str) -> None:
    put(text)
    driver.click(quantity_id, row, column)
    driver.key(Qt.Key.Key_V, _CONTROL)


# -- copy ----------------------------------------------------------------------------------------


def test_a_range_is_copied_with_every_digit(dogs: Driver) -> None:
    select(dogs, "weights", (0, 0), (1, 2))
    dogs.key(Qt.Key.Key_C, _CONTROL)
    weights = dogs.store.snapshot.result["weights"][0, 0, :2]
    rows = copied().splitlines()
    found = np.array([[float(text) for text in row.split("\t")] for row in rows])
    assert found.tobytes() == weights.tobytes()
    assert copied().endswith("\n")
    html = QGuiApplication.clipboard().mimeData().html()
    assert f"<td>{float(weights[0, 0])!r}</td>" in html
    assert html.count("<tr>") == 2
    assert dogs.label("status.said") == "copied 2 × 3"
    assert dogs.store.undo_stack.count() == 0


def test_a_copy_pasted_elsewhere_has_the_same_bits(dogs: Driver) -> None:
    dogs.enter("key", 0, 0, "1/3")
    dogs.enter("key", 1, 1, "-√2")
    select(dogs, "key", (0, 0), (2, 1))
    dogs.key(Qt.Key.Key_C, _CONTROL)
    dogs.click("value", 0, 0)
    dogs.key(Qt.Key.Key_V, _CONTROL)
    assert dogs.scenario.value.tobytes() == dogs.scenario.key.tobytes()
    assert dogs.store.undo_stack.count() == 3
    assert_agrees(dogs)


def test_cut_copies_and_clears(dogs: Driver) -> None:
    select(dogs, "query", (0, 0), (0, 1))
    dogs.key(Qt.Key.Key_X, _CONTROL)
    assert copied() == "2\t0\n"
    assert not dogs.scenario.query[0, 0].any()
    assert dogs.store.undo_stack.count() == 1


def test_letters_of_the_mask_are_copied_as_they_stand(qapp: QApplication) -> None:
    with opened("example:dogs-chase-cats") as hands:
        hands.action("part.mask").trigger()
        hands.action("causal").trigger()
        hands.view("mask").setFocus()
        hands.key(Qt.Key.Key_A, _CONTROL)
        hands.key(Qt.Key.Key_C, _CONTROL)
        assert [row.split("\t") for row in copied().splitlines()] == hands.texts("mask")


# -- paste ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
@pytest.mark.parametrize("line", ["\n", "\r\n"])
def test_a_block_of_text_goes_where_the_range_begins(dogs: Driver, line: str, end: str) -> None:
    paste(dogs, "query", 1, 0, f"0,5\t1.1{line}33,3\t−3{end}")
    np.testing.assert_array_equal(dogs.scenario.query[0, 1:], [[0.5, 1.1], [33.3, -3.0]])
    assert dogs.store.undo_stack.count() == 1
    cells = dogs.view("query").range
    assert cells is not None
    assert (cells.row, cells.column, cells.n_rows, cells.n_columns) == (1, 0, 2, 2)
    assert_agrees(dogs)
    dogs.undo()
    assert dogs.text("query", 1, 0) != "0.500"


def test_a_table_is_more_exact_than_its_text(dogs: Driver) -> None:
    table = '<table><tr><td sdval="0.123456789">0,12</td><td>1/3</td></tr></table>'
    put("0,12\t0,33\n", table)
    dogs.click("query", 0, 0)
    dogs.key(Qt.Key.Key_V, _CONTROL)
    np.testing.assert_array_equal(dogs.scenario.query[0, 0], [0.123456789, 1 / 3])


def test_html_without_a_table_is_read_as_text(dogs: Driver) -> None:
    put("7", "<p><b>7</b></p>")
    dogs.click("query", 0, 0)
    dogs.key(Qt.Key.Key_V, _CONTROL)
    assert dogs.text("query", 0, 0) == "7.000"


def test_one_number_goes_into_the_whole_range(dogs: Driver) -> None:
    put("1/4")
    select(dogs, "value", (0, 0), (2, 1))
    dogs.key(Qt.Key.Key_V, _CONTROL)
    assert (dogs.scenario.value == 0.25).all()
    assert dogs.store.undo_stack.count() == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1\t2\n3\tx1\n", "Row 2, column 2 of what was copied: 'x1' is not a number."),
        ("1\t\n", "Row 1, column 2 of what was copied: There is no number."),
        ("nan", "Row 1, column 1 of what was copied: 'nan' is not a finite number."),
        ("1\t2\n3\n", "The rows of what was copied differ in width: 2 in row 1 and 1 in row 2."),
        ("1\n2\t3\n", "The rows of what was copied differ in width: 1 in row 1 and 2 in row 2."),
        ("", "There is no number to paste."),
    ],
)
def test_what_is_no_block_of_numbers_changes_nothing_and_is_named(
    dogs: Driver, text: str, words: str
) -> None:
    before = dogs.scenario
    paste(dogs, "query", 0, 0, text)
    assert dogs.content.notice.text == words
    assert dogs.scenario is before


def test_computed_matrices_take_nothing_and_say_so(dogs: Driver) -> None:
    before = dogs.scenario
    paste(dogs, "weights", 0, 0, "1\t2\n")
    assert dogs.content.notice.text == (
        "“weights” is computed; paste into a matrix of the inputs instead."
    )
    assert dogs.scenario is before


# -- a block that is too large -------------------------------------------------------------------

_LARGE = "1\t2\t3\n4\t5\t6\n7\t8\t9\n10\t11\t12\n"


def test_the_matrix_grows_when_that_is_wished(dogs: Driver, dialogs: Dialogs) -> None:
    dialogs.answer = ANSWERS.Yes
    before = dogs.scenario
    paste(dogs, "query", 0, 0, _LARGE)
    assert len(dialogs.asked) == 1
    np.testing.assert_array_equal(dogs.scenario.query[0], np.arange(1.0, 13).reshape(4, 3))
    assert dogs.scenario.key.shape == (1, 4, 3)
    assert dogs.scenario.value.shape == (1, 4, 2)
    np.testing.assert_array_equal(dogs.scenario.key[:, :3, :2], before.key)
    assert dogs.store.undo_stack.count() == 1
    assert dogs.store.undo_stack.undoText() == "Paste 4×3 numbers at Q[dogs, 0], making room"
    assert_agrees(dogs)
    dogs.store.undo_stack.undo()
    assert dogs.scenario == before
    assert_agrees(dogs)


def test_only_what_fits_is_pasted_when_that_is_wished(dogs: Driver, dialogs: Dialogs) -> None:
    dialogs.answer = ANSWERS.No
    paste(dogs, "query", 1, 1, _LARGE)
    assert dogs.texts("query")[1:] == [
        [dogs.text("query", 1, 0), "1.000"],
        [dogs.text("query", 2, 0), "4.000"],
    ]
    assert dogs.store.undo_stack.count() == 1
    assert_agrees(dogs)


def test_nothing_is_pasted_when_that_is_wished(dogs: Driver, dialogs: Dialogs) -> None:
    dialogs.answer = ANSWERS.Cancel
    before = dogs.scenario
    paste(dogs, "query", 2, 1, _LARGE)
    assert len(dialogs.asked) == 1
    assert dogs.scenario is before


def test_every_head_grows_alike_and_the_block_stays_at_its_head(
    open_window: Open, dialogs: Dialogs
) -> None:
    driver = open_window("example:two-heads")
    dialogs.answer = ANSWERS.Yes
    paste(driver, "query", 0, 2, "1\t2\t3\n")  # at the first column of head 1, which has two
    np.testing.assert_array_equal(driver.scenario.query[0, 0, 3:], [1, 2, 3])
    assert driver.labels("query")[1][3] == "h1·0"
    assert_agrees(driver)


def test_half_typed_text_elsewhere_stays_while_tables_grow(dogs: Driver, dialogs: Dialogs) -> None:
    dialogs.answer = ANSWERS.Yes
    dogs.click("value", 0, 0)
    dogs.keys("1..2")
    before = dogs.scenario
    paste(dogs, "query", 0, 0, _LARGE)
    assert dogs.scenario.query.shape > before.query.shape
    assert dogs.editors[0].text() == "1..2"


# -- the decimal sign ----------------------------------------------------------------------------


def test_the_decimal_sign_is_used_for_typing_and_copying(dogs: Driver) -> None:
    dogs.run("decimal.comma")
    dogs.enter("query", 0, 0, "1,5")
    assert dogs.scenario.query[0, 0, 0] == 1.5
    dogs.double_click("query", 0, 0)
    assert dogs.editors[0].text() == "1,5"
    dogs.key(Qt.Key.Key_Return)
    assert not dogs.refusals
    dogs.click("query", 0, 0)
    dogs.run("copy")
    assert copied() == "1,5\n"
    dogs.keys("1.500")
    dogs.key(Qt.Key.Key_Return)
    assert "by your setting a comma separates decimals" in dogs.refusals[0]
    assert dogs.editors[0].text() == "1.500"
    dogs.key(Qt.Key.Key_Escape)
    assert Editing(dogs.store, lambda *_: True).decimal == "either", "only settings keep it"
    dogs.run("decimal.point")
    assert dogs.action("decimal.point").isChecked()
    paste(dogs, "query", 0, 0, "0,5")
    assert "a point separates decimals" in dogs.content.notice.text


def test_floats_survive_a_round_through_the_clipboard(dogs: Driver) -> None:
    rng = np.random.default_rng(5)
    bits = rng.integers(0, 2**64, 400, dtype=np.uint64)
    floats = np.frombuffer(bits.tobytes())
    floats = floats[np.isfinite(floats) & (np.abs(floats) < 1e100)][:40]
    for number in floats.tolist():
        paste(dogs, "grad_output", 0, 0, repr(number))
        dogs.run("copy")
        assert struct.pack("<d", float(copied())) == struct.pack("<d", number)


def test_a_refusal_goes_when_the_next_edit_is_accepted(dogs: Driver) -> None:
    paste(dogs, "query", 0, 0, "1\tx\n")
    assert "'x' is not a number" in dogs.content.notice.text
    dogs.click("weights", 1, 1)
    assert dogs.content.notice.text, "a click answers nothing"
    paste(dogs, "query", 0, 0, "1\t2\n")
    assert dogs.texts("query")[0] == ["1.000", "2.000"]
    assert dogs.content.notice.text == ""


def test_a_refusal_goes_when_what_stands_there_is_pasted(dogs: Driver) -> None:
    paste(dogs, "query", 0, 0, "1\tx\n")
    assert dogs.content.notice.text
    paste(dogs, "query", 0, 0, "2\t0\n")
    assert dogs.texts("query")[0] == ["2.000", "0.000"]
    assert dogs.store.undo_stack.count() == 0
    assert dogs.content.notice.text == ""

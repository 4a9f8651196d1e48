"""Every number of an explanation that is a cell's value leads to that cell."""

import json
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hands import opened
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QTextCursor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from reference import CASES
from window_driver import DOGS, Driver, Open

from attention_gui.engine import compute
from attention_gui.gui.arrangement import Arrangement
from attention_gui.gui.computation import Computation
from attention_gui.quantities import Axis
from attention_gui.scenario import examples
from attention_gui.scenario.explain import explain
from attention_gui.scenario.explained_cell import ExplainedCell
from attention_gui.scenario.files import loads
from attention_gui.scenario.numbers import USUAL, NumberFormat
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection
from attention_gui.wording import as_written

_NO_MODIFIER = Qt.KeyboardModifier.NoModifier


def _lines(driver: Driver) -> Computation:
    return driver.content.workspace.explanation._lines


def _place(lines: Computation, number: int) -> QPoint:
    """Return where on the screen the text of a link is."""
    document = lines.document()
    for at in range(document.characterCount()):
        cursor = QTextCursor(document)
        cursor.setPosition(at)
        cursor.movePosition(QTextCursor.MoveOperation.Right)
        if cursor.charFormat().anchorHref() == str(number):
            right = lines.cursorRect(cursor)
            cursor.movePosition(QTextCursor.MoveOperation.Left)
            return (lines.cursorRect(cursor).center() + right.center()) / 2
    raise AssertionError(f"no link {number}")


def _click(driver: Driver, number: int) -> None:
    lines = _lines(driver)
    at = _place(lines, number)
    QTest.mouseMove(lines.viewport(), at)
    QTest.mouseClick(lines.viewport(), Qt.MouseButton.LeftButton, _NO_MODIFIER, at)
    driver.flush()


def _scenarios() -> dict[str, Scenario]:
    rng = np.random.default_rng(3)
    query, key, value = (rng.normal(size=(2, 3, 4)).round(1) for _ in range(3))
    return {
        "dogs": examples.load("dogs-chase-cats"),
        "grouped heads": examples.load("grouped-heads"),
        "batch and heads": Scenario(query=query, key=key, value=value, heads=2, causal=True),
        **{
            name: loads(json.dumps(CASES[name]["scenario"]).encode())
            for name in ("cross-projected", "two-heads-output-projection", "window-bias")
        },
    }


SCENARIOS = _scenarios()


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_link_is_the_cell_whose_value_it_shows(name: str) -> None:
    scenario = SCENARIOS[name]
    result = compute(scenario.problem)
    sizes = scenario.sizes
    for quantity_id, quantity in scenario.quantities.items():
        shape = tuple(int(np.prod([sizes[axis] for axis in axes])) for axes in quantity.axes)
        indices = list(product(*map(range, shape)))
        for index in [*indices[:3], *indices[-3:]]:
            selection = Selection(quantity_id).at(quantity, index, sizes)
            explanation = explain(scenario, result, selection)
            cell = ExplainedCell(scenario, result, selection.axes, as_written, USUAL)
            links = [piece for line in explanation.computation for piece in line if piece.cell]
            assert bool(links) == bool(quantity.reads), quantity_id
            for piece in links:
                assert piece.cell is not None
                linked, at = piece.cell
                assert piece.text == USUAL.short(cell._at(linked, at)), (quantity_id, piece)
                target = Selection(linked).at(scenario.quantities[linked], at, sizes)
                if Axis.BATCH in target.axes and Axis.BATCH in selection.axes:
                    assert target.axes[Axis.BATCH] == selection.axes[Axis.BATCH]


def test_a_click_on_a_number_goes_to_its_cell(dogs: Driver) -> None:
    dogs.click("output", 0, 1)
    lines = _lines(dogs)
    assert lines.toPlainText().split("\n")[1] == (
        "A [dogs → chase] · V [chase, 1] = 0.768 · 3 = 2.304"
    )
    at = lines.cells.index(("weights", (0, 0, 0, 1)))
    _click(dogs, at)
    assert dogs.snapshot.selection.quantity == "weights"
    assert dogs.selected_index == (0, 0, 0, 1)
    assert dogs.current == ("weights", 0, 1), "the keyboard goes there too"
    assert dogs.label("explanation.value") == "A [dogs → chase] = 0.768"
    assert not dogs.store.undo_stack.canUndo()


def test_an_input_can_be_typed_into_where_its_number_was_clicked(dogs: Driver) -> None:
    dogs.click("raw_scores", 0, 1)
    _click(dogs, _lines(dogs).cells.index(("key", (0, 1, 0))))
    assert dogs.current == ("key", 1, 0)
    dogs.keys("7")
    dogs.key(Qt.Key.Key_Return)
    assert dogs.scenario.key[0, 1, 0] == 7


def test_tab_and_enter_do_as_the_mouse_does(dogs: Driver) -> None:
    dogs.click("value_terms", 1, 1)
    lines = _lines(dogs)
    lines.setFocus()
    said = []
    for _ in lines.cells:
        QTest.keyClick(lines, Qt.Key.Key_Tab)
        said.append(lines.accessibleDescription())
    assert said[:2] == ["A [dogs → chase], weights", "V [chase, 1], values"]
    QTest.keyClick(lines, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(lines, Qt.Key.Key_Return)
    dogs.flush()
    assert dogs.current == ("value", 1, 1)


def test_tab_leaves_the_numbers_after_the_last(dogs: Driver) -> None:
    dogs.click("weights", 0, 1)
    lines = _lines(dogs)
    lines.setFocus()
    for _ in range(len(lines.cells) + 1):
        QTest.keyClick(lines, Qt.Key.Key_Tab)
    assert not lines.hasFocus()


def test_a_gradient_leads_to_another_head_and_batch(open_window: Open) -> None:
    scenario = SCENARIOS["batch and heads"]
    driver = open_window(scenario)
    driver.store.select(
        driver.store.selection_of("grad_query", (1, 2, 3))
    )  # batch 1, the last query, head 1
    driver.flush()
    cells = _lines(driver).cells
    at = cells.index(("grad_raw_scores", (1, 1, 2, 0)))
    _click(driver, at)
    assert driver.selected_index == (1, 1, 2, 0)
    assert driver.current == ("grad_raw_scores", 2, 0)
    assert driver.box("head").currentIndex() == 1
    assert driver.box("batch").currentIndex() == 1
    value = compute(scenario.problem)["grad_raw_scores"][1, 1, 2, 0]
    assert driver.label("explanation.value").endswith(f" = {USUAL.text(float(value))}")


def test_a_cell_without_a_panel_is_explained_all_the_same(dogs: Driver) -> None:
    dogs.click("weights", 0, 1)
    _click(dogs, _lines(dogs).cells.index(("row_sums", (0, 0, 0))))
    assert dogs.label("explanation.value") == "Z [dogs] = 1.302"
    assert dogs.linked("query") == {(0, 0), (0, 1)}


def test_a_cell_that_is_out_of_sight_is_scrolled_to(open_window: Open) -> None:
    driver = open_window("example:grouped-heads", 1280, 720)
    driver.content.workspace.arrange(Arrangement(zoom=1.6))
    driver.flush()
    panel = driver.panel("grad_raw_scores")
    assert panel.view.viewport().visibleRegion().isEmpty()
    driver.store.select(driver.store.selection_of("grad_query", (0, 1, 0)))
    driver.flush()
    cells = _lines(driver).cells
    _click(driver, next(i for i, cell in enumerate(cells) if cell[0] == "grad_raw_scores"))
    row, column = driver.current[1:]
    view = driver.view("grad_raw_scores")
    assert view.hasFocus()
    assert view.viewport().visibleRegion().contains(driver.center(view, row, column))


def test_pointing_at_a_number_names_its_cell_and_previews_it(dogs: Driver) -> None:
    dogs.click("output", 0, 1)
    before = dogs.picture("value")
    lines = _lines(dogs)
    QTest.mouseMove(lines.viewport(), _place(lines, lines.cells.index(("value", (0, 1, 1)))))
    dogs.flush()
    assert lines.viewport().toolTip() == "V [chase, 1], values"
    assert dogs.picture("value") != before
    assert dogs.snapshot.selection.quantity == "output"
    QTest.mouseMove(dogs.view("weights").viewport(), QPoint(-3, -3))
    dogs.content.workspace.pointing.at(None)
    assert dogs.picture("value") == before


def test_the_numbers_are_told_from_the_rest_without_colour(open_window: Open) -> None:
    driver = open_window(DOGS)
    driver.click("weights", 0, 1)
    lines = _lines(driver)
    cursor = QTextCursor(lines.document())
    underlined = set()
    for at in range(1, lines.document().characterCount()):
        cursor.setPosition(at)
        form = cursor.charFormat()
        is_link = form.isAnchor()
        underlined.add((is_link, form.underlineStyle() != form.UnderlineStyle.NoUnderline))
    assert underlined == {(True, True), (False, False)}


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("digits", [0, 3, 8])
def test_no_line_is_cut(open_window: Open, size: tuple[int, int], digits: int) -> None:
    driver = open_window("example:two-heads", *size)
    driver.store.set_numbers(NumberFormat(digits))
    for quantity_id in ("weights", "output", "grad_query"):
        driver.store.select(
            driver.store.selection_of(
                quantity_id, (0, 0, 0, 1) if quantity_id == "weights" else (0, 1, 3)
            )
        )
        driver.flush()
        lines = _lines(driver)
        assert lines.verticalScrollBar().maximum() == 0, quantity_id
        assert lines.horizontalScrollBar().maximum() == 0, quantity_id
        assert lines.document().size().height() <= lines.viewport().height()
        assert lines.viewport().height() - lines.document().size().height() <= 8, "nor is it padded"


@pytest.mark.parametrize("size", [(1000, 720), (1280, 720), (1920, 1080)])
def test_no_line_is_cut_in_a_window_that_opens_at_its_size(size: tuple[int, int]) -> None:
    values = np.random.default_rng(0).normal(size=(8, 4)).round(2)
    with opened(Scenario(query=values, key=values[::-1], value=values), *size) as hands:
        lines = hands.content.workspace.explanation._lines
        assert lines.verticalScrollBar().maximum() == 0
        assert 0 <= lines.viewport().height() - lines.document().size().height() <= 8


def test_the_wheel_with_ctrl_zooms_the_board_and_not_the_lines(dogs: Driver) -> None:
    lines = _lines(dogs)
    font = lines.font()
    event = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(lines.viewport(), event)
    assert lines.font() == font
    assert not event.isAccepted()


def test_after_edits_the_lines_are_those_of_the_cell(open_window: Open) -> None:
    """Where only numbers change, only they are written anew; labels may be wide characters."""
    labels = ("\N{CAT FACE}", "b\N{DOG FACE}", "c")
    driver = open_window(replace(examples.load("dogs-chase-cats"), tokens=labels))
    driver.click("weights", 0, 1)
    lines = _lines(driver)
    for quantity_id, row, column, text in (
        ("key", 1, 0, "-2.5"), ("query", 0, 1, "1000"), ("key", 2, 1, "1e7"), ("key", 2, 1, "0"),
        ("query", 0, 0, "-3"), ("query", 0, 0, "0"),
    ):  # fmt: skip
        driver.enter(quantity_id, row, column, text)
        driver.click("weights", 0, 1)
        told = explain(
            driver.scenario, driver.snapshot.result, driver.snapshot.selection,
            driver.content.workspace.explanation._shown, numbers=driver.snapshot.numbers,
        )  # fmt: skip
        assert lines.toPlainText().splitlines() == list(told.lines)
        pieces = [piece for line in told.computation for piece in line if piece.cell is not None]
        assert [text for text, _ in links_of(lines)] == [piece.text for piece in pieces]
        assert [lines.cells[int(at)] for _, at in links_of(lines)] == [p.cell for p in pieces]


def links_of(lines: Computation) -> list[tuple[str, str]]:
    """Return the texts that are links, with where they lead, as the document has them."""
    found: list[tuple[str, str]] = []
    block = lines.document().begin()
    while block.isValid():
        for at in block:
            fragment = at.fragment()
            if fragment.charFormat().isAnchor():
                found.append((fragment.text(), fragment.charFormat().anchorHref()))
        block = block.next()
    return found

"""What a screen reader and an automation tool find."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QMainWindow,
    QToolButton,
    QWidget,
)
from window_driver import PANELS, Driver, Open, cells

from attention_gui.engine import AttentionError
from attention_gui.gui.app import create_window
from attention_gui.gui.formula import FormulaView
from attention_gui.gui.matrix_view import MatrixView


@pytest.fixture(autouse=True)
def _screen_reader(spare_window: QMainWindow) -> Iterator[None]:
    """Let Qt behave as if a screen reader were listening, from now on."""
    QAccessible.setActive(True)
    for view in spare_window.findChildren(MatrixView):
        for _ in range(2):  # what is made here, and what Qt makes
            interface = QAccessible.queryAccessibleInterface(view)
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(interface))
    yield
    QAccessible.setActive(False)


def _spoken(view: QAbstractItemView) -> list[str]:
    """Return the names of the cells as accessibility reports them, row by row."""
    interface = QAccessible.queryAccessibleInterface(view)
    children = [interface.child(i) for i in range(interface.childCount())]
    return [
        child.text(QAccessible.Text.Name)
        for child in children
        if child.role() == QAccessible.Role.Cell
    ]


def test_panels_and_matrices_are_found_by_name(dogs: Driver) -> None:
    for quantity_id in PANELS:
        matrix = dogs.window.findChild(QAbstractItemView, f"matrix.{quantity_id}")
        panel = dogs.window.findChild(QWidget, f"panel.{quantity_id}")
        assert matrix is not None, quantity_id
        assert panel is not None, quantity_id
        assert panel.isAncestorOf(matrix)
    seen = [view for view in dogs.window.findChildren(MatrixView) if view.isVisible()]
    assert len(seen) == len(PANELS)


def test_a_cell_is_read_as_a_sentence(dogs: Driver) -> None:
    spoken = _spoken(dogs.view("weights"))
    assert spoken[1] == "weights, dogs to chase, 0.768"
    assert len(spoken) == 9
    assert _spoken(dogs.view("query"))[2] == "queries, chase, 0, 0.000"
    assert _spoken(dogs.view("output"))[1] == "outputs, dogs, 1, 2.536"
    assert _spoken(dogs.view("value_terms"))[2].startswith("value terms, chase, 0, ")
    assert _spoken(dogs.view("grad_output"))[0] == "upstream gradient, dogs, 0, 1.000"
    assert _spoken(dogs.view("exponentials"))[2].startswith("weights, dogs, ÷ Z, 0.045")


def _cells_of(view: QAbstractItemView) -> list[QAccessibleInterface]:
    table = QAccessible.queryAccessibleInterface(view)
    children = [table.child(i) for i in range(table.childCount())]
    return [child for child in children if child.role() == QAccessible.Role.Cell]


def test_every_cell_has_its_shown_text_as_its_value(open_window: Open) -> None:
    driver = open_window("example:left-padding")
    for name, panel in driver.content.workspace.panels.items():
        view = panel.view
        values = [cell.text(QAccessible.Text.Value) for cell in _cells_of(view)]
        rows, columns = range(view.model().rowCount()), range(view.model().columnCount())
        assert values == [driver.text(name, row, column) for row in rows for column in columns]
        assert all(values)


def test_a_cell_is_where_its_table_says_it_is(dogs: Driver) -> None:
    view = dogs.view("weights")
    table = QAccessible.queryAccessibleInterface(view)
    assert table.role() == QAccessible.Role.Table
    assert table.text(QAccessible.Text.Name) == "weights"
    for at, cell in enumerate(_cells_of(view)):
        place = cell.tableCellInterface()
        assert (place.rowIndex(), place.columnIndex()) == divmod(at, 3)
        assert table.child(table.indexOfChild(cell)) is cell
        assert cell.parent().object() is view
        assert cell.rect() == view.visualRect(view.model().index(*divmod(at, 3))).translated(
            view.viewport().mapToGlobal(QPoint())
        )
        center = cell.rect().center()
        assert table.childAt(center.x(), center.y()) is cell
    dogs.click("weights", 1, 2)
    focused = table.focusChild()
    assert focused.text(QAccessible.Text.Value) == dogs.text("weights", 1, 2)
    assert focused.state().focused
    assert table.state().focusable
    assert table.selectionInterface() is not None
    for thing in (table, focused):
        # Whoever is told of a text that is not there looks for it at an address that is none.
        assert thing.textInterface() is None
        assert thing.valueInterface() is None
        assert thing.editableTextInterface() is None
    assert focused.selectionInterface() is None
    assert table.tableCellInterface() is None
    inputs = _cells_of(dogs.view("query"))
    assert not dogs.view("query").accessible_value(0, 0).isspace()
    assert {cell.state().selectable for cell in inputs} == {True}


def test_values_follow_edits_and_sizes_and_go_with_the_window(open_window: Open) -> None:
    driver = open_window()
    kept = _cells_of(driver.view("query"))
    driver.enter("query", 0, 0, "0.25")
    assert kept[0].text(QAccessible.Text.Value) == "0.250"
    for _ in range(3):
        driver.press("token.add")
        cells = _cells_of(driver.view("query"))
        texts = [cell.text(QAccessible.Text.Value) for cell in cells]
        assert texts == [driver.text("query", *divmod(at, 2)) for at in range(len(cells))]
    last = _cells_of(driver.view("query"))[-1]
    driver.store.undo_stack.undo()
    assert not last.isValid()
    assert last.text(QAccessible.Text.Value) == last.text(QAccessible.Text.Name) == ""
    assert kept[0].isValid()


def test_windows_come_and_go_under_a_screen_reader(qapp: QApplication) -> None:
    for count in range(6):
        window = create_window("example:dogs-chase-cats")
        window.show()
        cells = []
        for view in window.findChildren(MatrixView):
            cells += _cells_of(view)
        names = [QAccessible.uniqueId(cell) for cell in cells]
        assert all(cell.isValid() for cell in cells)
        if count % 2:
            del cells, view
            gc.collect()
        shiboken6.delete(window)
        gc.collect()
        assert not any(QAccessible.accessibleInterface(name) for name in names)


def test_a_program_with_a_screen_reader_ends_well() -> None:
    program = """
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication
from attention_gui.gui.app import create_window
from attention_gui.gui.matrix_view import MatrixView
app = QApplication([])
QAccessible.setActive(True)
window = create_window("example:dogs-chase-cats")
window.show()
app.processEvents()
for view in window.findChildren(MatrixView):
    table = QAccessible.queryAccessibleInterface(view)
    for at in range(table.childCount()):
        QAccessible.uniqueId(table.child(at))
print("values")
"""
    run = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", program],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (run.returncode, run.stdout) == (0, "values\n"), run.stderr


def test_the_sentence_follows_an_edit(dogs: Driver) -> None:
    dogs.enter("query", 0, 0, "0")
    assert _spoken(dogs.view("weights"))[1] == "weights, dogs to chase, 0.333"


def test_every_cell_of_every_matrix_is_read_with_its_shown_text(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.run("causal")
    for quantity_id in PANELS:
        texts = driver.texts(quantity_id)
        spoken = _spoken(driver.view(quantity_id))
        assert len(spoken) == sum(map(len, texts)), quantity_id
        for sentence, (row, column) in zip(spoken, cells(texts), strict=True):
            shown = f", {texts[row][column]}"
            assert sentence.endswith(shown) or f"{shown}, blocked: " in sentence


def test_a_screen_reader_follows_tokens_that_come_and_go(dogs: Driver) -> None:
    assert len(_spoken(dogs.view("weights"))) == 9
    dogs.press("token.add")
    assert len(_spoken(dogs.view("weights"))) == 16
    assert _spoken(dogs.view("weights"))[3].startswith("weights, dogs to t3, 0.")
    dogs.undo()
    dogs.run("remove-key")
    assert [name[:21] for name in _spoken(dogs.view("weights"))] == [
        "weights, chase to cha", "weights, chase to cat", "weights, cats to chas",
        "weights, cats to cats",
    ]  # fmt: skip


def test_the_reason_of_a_blocked_cell_is_read(dogs: Driver) -> None:
    dogs.toggle("causal")
    dogs.press("token.2")
    spoken = _spoken(dogs.view("masked_scores"))
    assert spoken[1] == "masked scores, dogs to chase, −∞, blocked: causal"
    assert spoken[2] == "masked scores, dogs to cats, −∞, blocked: causal, padding"
    assert spoken[8] == "masked scores, cats to cats, −∞, blocked: padding"
    assert "blocked" not in spoken[0]
    assert _spoken(dogs.view("weights"))[1] == "weights, dogs to chase, 0, blocked: causal"


def test_controls_have_names(dogs: Driver) -> None:
    boxes = dogs.window.findChildren(QComboBox)
    buttons = [b for b in dogs.window.findChildren(QToolButton) if b.isVisible()]
    assert {box.accessibleName() for box in boxes} == {
        "number of heads", "number of key/value heads", "shown head",
        "shown sequence of the batch", "displayed decimals",
    }  # fmt: skip
    for widget in (*boxes, *buttons):
        name = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        assert len(name) > 1, f"{widget.objectName()!r} is called {name!r}"
    for panel in dogs.content.workspace.panels.values():
        for widget in (panel, panel.view):
            interface = QAccessible.queryAccessibleInterface(widget)
            assert interface.text(QAccessible.Text.Name), widget.objectName()


def test_a_chip_says_whether_it_is_padding(dogs: Driver) -> None:
    assert dogs.chip(1).accessibleName() == "token chase, not padding"
    dogs.press("token.1")
    assert dogs.chip(1).accessibleName() == "token chase, padding"


@pytest.mark.parametrize("quantity_id", ["query", "grad_output"])
def test_an_open_cell_says_which_one_it_is(dogs: Driver, quantity_id: str) -> None:
    dogs.double_click(quantity_id, 1, 1)
    name = dogs.editors[0].accessibleName()
    assert "chase, 1" in name
    assert name.startswith({"query": "queries", "grad_output": "upstream gradient"}[quantity_id])


def test_the_panels_of_one_row_say_which_row(dogs: Driver) -> None:
    dogs.click("weights", 2, 0)
    assert dogs.panel("exponentials").accessibleName() == "softmax of “cats”"
    assert dogs.panel("value_terms").accessibleName() == "value terms of “cats”"


def test_what_goes_wrong_is_an_alert(dogs: Driver) -> None:
    dogs.content._refuse(AttentionError("scale", "No {0}.", "such thing"))
    notice = QAccessible.queryAccessibleInterface(dogs.content.notice)
    assert notice.role() == QAccessible.Role.AlertMessage
    assert notice.text(QAccessible.Text.Name) == dogs.content.notice.text == "No such thing."


def test_the_formula_in_the_explanation_is_read_in_words(dogs: Driver) -> None:
    dogs.click("weights", 0, 1)
    names = [w.accessibleName() for w in dogs.content.workspace.explanation.findChildren(QWidget)]
    assert any(name.startswith("weights: A_{ij}") for name in names)


def _role(widget: QWidget) -> QAccessible.Role:
    return QAccessible.queryAccessibleInterface(widget).role()


def test_what_qt_has_no_role_for_has_one(dogs: Driver) -> None:
    formula = dogs.window.findChild(FormulaView)
    assert _role(formula) is QAccessible.Role.Equation
    interface = QAccessible.queryAccessibleInterface(formula)
    assert interface.text(QAccessible.Text.Name).startswith("weights: A_{ij} = ")
    chart = dogs.panel("exponentials").chart
    assert chart is not None
    assert _role(chart) is QAccessible.Role.Chart
    for quantity_id in PANELS:
        panel = dogs.window.findChild(QWidget, f"panel.{quantity_id}")
        assert _role(panel) is QAccessible.Role.Grouping
        interface = QAccessible.queryAccessibleInterface(panel)
        assert interface.text(QAccessible.Text.Name) == panel.accessibleName()
        children = [interface.child(i) for i in range(interface.childCount())]
        assert QAccessible.Role.Table in [child.role() for child in children]

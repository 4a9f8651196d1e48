"""A selected cell is marked in every panel, by the axes that they share."""

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from window_driver import PANELS, Driver, Open, assert_agrees

import attention_gui.gui.panels
from attention_gui.quantities import Axis


def _row(row: int, width: int = 2) -> set[tuple[int, int]]:
    return {(row, column) for column in range(width)}


def _column(column: int, height: int = 3) -> set[tuple[int, int]]:
    return {(row, column) for row in range(height)}


def _linked(driver: Driver) -> dict[str, set[tuple[int, int]]]:
    return {panel: driver.linked(panel) for panel in PANELS}


DOGS_TO_CHASE = {
    "query": _row(0), "key": _row(1), "value": _row(1), "grad_output": _row(0),
    "raw_scores": {(0, 1)}, "scaled_scores": {(0, 1)}, "masked_scores": {(0, 1)},
    "weights": {(0, 1)}, "grad_weights": {(0, 1)}, "grad_scaled_scores": {(0, 1)},
    "grad_raw_scores": {(0, 1)},
    "exponentials": _row(1, 3), "value_terms": _row(1), "output": _row(0),
    "grad_value": _row(1), "grad_query": _row(0), "grad_key": _row(1),
}  # fmt: skip


@pytest.mark.parametrize("quantity_id", ["weights", "raw_scores", "grad_scaled_scores"])
def test_a_pair_of_tokens_is_marked_everywhere(dogs: Driver, quantity_id: str) -> None:
    dogs.click(quantity_id, 2, 2)
    dogs.click(quantity_id, 0, 1)
    assert _linked(dogs) == DOGS_TO_CHASE


def test_the_keyboard_marks_as_the_mouse_does(dogs: Driver) -> None:
    dogs.click("weights", 1, 2)
    dogs.key(Qt.Key.Key_Up)
    dogs.key(Qt.Key.Key_Left)
    assert _linked(dogs) == DOGS_TO_CHASE
    assert_agrees(dogs)


def test_the_softmax_and_the_value_terms_link_to_the_same_pair(dogs: Driver) -> None:
    dogs.click("weights", 0, 1)
    dogs.click("exponentials", 2, 1)
    assert dogs.snapshot.selection.quantity == "exponentials"
    assert dogs.linked("weights") == {(0, 2)}
    assert dogs.linked("key") == _row(2)
    dogs.click("value_terms", 1, 0)
    assert dogs.linked("weights") == {(0, 1)}
    assert dogs.linked("value") == {(1, 0)}
    assert dogs.linked("output") == {(0, 0)}
    assert_agrees(dogs)


def test_a_key_keeps_the_query_that_is_shown(dogs: Driver) -> None:
    dogs.click("weights", 2, 0)
    softmax = dogs.texts("exponentials")
    dogs.click("key", 1, 0)
    assert dogs.snapshot.selection.context[Axis.QUERY] == 2
    assert dogs.texts("exponentials") == softmax
    linked = _linked(dogs)
    assert linked["key"] == {(1, 0)}
    assert linked["weights"] == _column(1)
    assert linked["value"] == _row(1)
    assert linked["query"] == _column(0)
    assert linked["output"] == set()
    assert linked["grad_key"] == {(1, 0)}
    assert_agrees(dogs)


def test_a_query_shows_its_own_softmax(dogs: Driver) -> None:
    dogs.click("query", 1, 1)
    linked = _linked(dogs)
    assert linked["query"] == {(1, 1)}
    assert linked["weights"] == _row(1, 3)
    assert linked["key"] == _column(1)
    assert linked["output"] == _row(1)
    assert linked["value"] == set()
    assert dogs.snapshot.selection.context[Axis.QUERY] == 1
    assert "of “chase”" in dogs.panel("exponentials").accessibleName()
    assert "of “chase”" in dogs.panel("value_terms").accessibleName()
    assert_agrees(dogs)


def test_only_the_selected_head_is_marked(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.choose("head", 1)
    driver.click("weights", 0, 2)
    assert driver.linked("query") == {(0, 2), (0, 3)}
    assert driver.linked("key") == {(2, 2), (2, 3)}
    assert driver.linked("output") == {(0, 2), (0, 3)}
    driver.click("value", 3, 0)  # head 0
    assert driver.box("head").currentText() == "head 0"
    assert driver.linked("output") == {(row, 0) for row in range(4)}
    assert driver.linked("weights") == {(row, 3) for row in range(4)}
    assert_agrees(driver)


def test_the_selected_cell_is_current_in_its_own_matrix_alone(dogs: Driver) -> None:
    dogs.click("weights", 0, 1)
    for panel in PANELS:
        place = dogs.view(panel)._place
        assert place == ((0, 1) if panel == "weights" else (1, 2) if panel == "exponentials"
                         else None), panel  # fmt: skip


def test_the_selected_cell_keeps_its_place_through_an_edit(dogs: Driver) -> None:
    dogs.click("weights", 2, 1)
    dogs.run("causal")
    dogs.run("scale")
    dogs.press("token.1")
    assert dogs.snapshot.selection.quantity == "weights"
    assert dogs.linked("weights") == {(2, 1)}
    assert_agrees(dogs)


def test_panels_know_neither_each_other_nor_the_store() -> None:
    """A panel that reached for another one would import it or the engine's `compute`."""
    folder = Path(str(attention_gui.gui.panels.__file__)).parent
    allowed = {"explanation": set(), "card": set(), "matrix_panel": {"card"},
               "softmax_panel": {"matrix_panel"}, "__init__": set()}  # fmt: skip
    for path in folder.glob("*.py"):
        imported = {
            (node.module, alias.name)
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and node.module is not None
            for alias in node.names
        }
        panels = {module.rpartition(".")[2] for module, _ in imported if ".panels." in module}
        assert panels <= allowed.get(path.stem, {"card", "matrix_panel"}), path.name
        assert not {"compute", "Store", "MainWindow", "Workspace"} & {name for _, name in imported}

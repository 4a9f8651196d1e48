"""Projections, sources, bias, output projection: every form of a scenario in the window."""

import json
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QLineEdit
from reference import CASES
from window_driver import (
    PANELS,
    Driver,
    Open,
    Spy,
    assert_agrees,
    panels_of,
    recomputed,
    shown,
)

from attention_gui.gui.matrix_view import MatrixView
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.quantities import Axis
from attention_gui.scenario import examples
from attention_gui.scenario.files import loads
from attention_gui.scenario.scenario import Scenario

PROJECTED = "example:dogs-chase-cats-projected"
CROSS = "example:cross-attention"
GROUPED = "example:grouped-heads"
_PROJECTIONS = ("w_query", "w_key", "w_value")


def _case(name: str) -> Scenario:
    return loads(json.dumps(CASES[name]["scenario"]).encode())


def _texts(driver: Driver) -> dict[str, list[list[str]]]:
    return {panel: driver.texts(panel) for panel in panels_of(driver.scenario)}


def _changed(driver: Driver, before: dict[str, list[list[str]]]) -> set[str]:
    return {panel for panel, texts in _texts(driver).items() if before.get(panel) != texts}


def _is_one_step(driver: Driver, gesture: Callable[[], object]) -> None:
    """Make a gesture, undo it, and redo it; assert that the window agrees all the while."""
    steps, original = driver.store.undo_stack.index(), driver.scenario
    gesture()
    assert driver.store.undo_stack.index() == steps + 1
    edited = driver.scenario
    assert edited != original
    assert_agrees(driver)
    driver.undo()
    assert driver.scenario == original
    assert_agrees(driver)
    driver.redo()
    assert driver.scenario == edited
    assert_agrees(driver)


# -- what is shown ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_every_stored_case_is_shown_as_computed(open_window: Open, name: str) -> None:
    driver = open_window(_case(name))
    assert_agrees(driver)
    sizes = driver.scenario.sizes
    for head in range(sizes[Axis.HEAD]):
        driver.store.select(driver.store.selection_showing(Axis.HEAD, head))
        assert_agrees(driver)
    last = driver.scenario.sizes[Axis.QUERY] - 1
    driver.click("weights", last, driver.scenario.sizes[Axis.KEY] - 1)
    assert_agrees(driver)


@pytest.mark.parametrize("name", ["dogs-chase-cats", "cross-projected", "window-bias"])
def test_every_cell_can_be_clicked_and_is_explained(open_window: Open, name: str) -> None:
    driver = open_window(_case(name))
    for panel in panels_of(driver.scenario):
        rows, columns = len(driver.texts(panel)), len(driver.texts(panel)[0])
        for row, column in {(0, 0), (rows - 1, columns - 1)}:
            driver.click(panel, row, column)
            if panel != "exponentials":
                assert driver.snapshot.selection.quantity == panel
                assert driver.view(panel)._place == (row, column)
            assert_agrees(driver)


def test_the_tool_bar_says_what_is_given(open_window: Open) -> None:
    assert open_window(PROJECTED).label("summary").startswith("X, W given")
    assert open_window(CROSS).label("summary").startswith("Q, K, V given")


# -- inputs and projections ---------------------------------------------------------------------


@pytest.mark.parametrize("quantity_id", ["inputs", *_PROJECTIONS, "grad_output"])
def test_numbers_are_typed_into_x_and_every_w(open_window: Open, quantity_id: str) -> None:
    driver = open_window(PROJECTED)
    before = _texts(driver)
    driver.click(quantity_id, 1, 1)
    _is_one_step(driver, lambda: driver.enter(quantity_id, 1, 1, "-2.5"))
    assert driver.text(quantity_id, 1, 1) == "−2.500"
    matrix = driver.scenario.matrix(quantity_id)
    assert (matrix[0] if matrix.ndim == 3 else matrix)[1, 1] == -2.5
    others = {"inputs", *_PROJECTIONS, "grad_output"} - {quantity_id}
    assert not others & _changed(driver, before)
    operand = quantity_id.removeprefix("w_")
    if quantity_id in _PROJECTIONS:
        operands = {"query", "key", "value"} & _changed(driver, before)
        assert operands == {operand}
        assert f"grad_{quantity_id}" in panels_of(driver.scenario)
    assert not driver.refusals
    assert not driver.editors


def test_computed_queries_keys_and_values_take_no_text(open_window: Open) -> None:
    driver = open_window(PROJECTED)
    for panel in ("query", "key", "value"):
        driver.double_click(panel, 0, 0)
        driver.keys("5")
        assert not driver.editors, panel
        driver.key(Qt.Key.Key_Return)
    assert driver.store.undo_stack.count() == 0
    assert_agrees(driver)


@pytest.mark.parametrize(
    "quantity_id", ["inputs", "source_inputs", *_PROJECTIONS, "w_output", "grad_output"]
)
def test_everything_of_projected_cross_attention_can_be_typed(
    open_window: Open, quantity_id: str
) -> None:
    driver = open_window(_case("cross-projected"))
    for row, column, text in ((0, 0, "1.25"), (1, 2, "-1/3")):
        driver.click(quantity_id, row, column)
        _is_one_step(driver, lambda r=row, c=column, t=text: driver.enter(quantity_id, r, c, t))
    driver.choose("head", 1)
    assert_agrees(driver)


def test_what_is_typed_goes_to_the_batch_that_is_shown_and_a_w_to_all(open_window: Open) -> None:
    rng = np.random.default_rng(3)
    driver = open_window(
        Scenario(
            inputs=rng.normal(size=(2, 3, 2)),
            **{name: rng.normal(size=(2, 2)) for name in _PROJECTIONS},
        )
    )
    driver.choose("batch", 1)
    first = driver.scenario.inputs[0].copy()
    driver.enter("inputs", 2, 1, "7")
    assert driver.scenario.inputs[1, 2, 1] == 7
    np.testing.assert_array_equal(driver.scenario.inputs[0], first)
    driver.enter("w_value", 1, 0, "-3")
    assert driver.scenario.w_value[1, 0] == -3
    assert_agrees(driver)
    driver.choose("batch", 0)
    assert_agrees(driver)


@pytest.mark.parametrize("axis", ["input-feature", "source-feature", "output-feature"])
def test_columns_of_the_new_matrices_come_and_go(open_window: Open, axis: str) -> None:
    driver = open_window(_case("cross-projected"))
    matrix = {"input-feature": "inputs", "source-feature": "source_inputs",
              "output-feature": "grad_output"}[axis]  # fmt: skip
    width = len(driver.texts(matrix)[0])
    _is_one_step(driver, lambda: driver.run(f"add-{axis}"))
    assert len(driver.texts(matrix)[0]) == width + 1
    driver.click(matrix, 0, 0)
    kept = driver.texts(matrix)
    _is_one_step(driver, lambda: driver.run(f"remove-{axis}"))
    assert driver.texts(matrix) == [row[1:] for row in kept]


def test_columns_that_are_not_there_are_not_offered(dogs: Driver) -> None:
    names = [f"{verb}-{what}-feature" for verb in ("add", "remove")
             for what in ("input", "source", "output")]  # fmt: skip
    assert not any(dogs.action(name).isEnabled() for name in names)
    dogs.run("inputs.projected")
    assert dogs.action("add-input-feature").isEnabled()
    assert not dogs.action("add-source-feature").isEnabled()
    dogs.run("kind.cross")
    assert dogs.action("remove-source-feature").isEnabled()
    assert not dogs.action("add-output-feature").isEnabled()
    dogs.run("w-output")
    assert all(dogs.action(name).isEnabled() for name in names)


# -- from one form to another -------------------------------------------------------------------


def test_projections_are_offered_with_identities_or_with_the_same_numbers(dogs: Driver) -> None:
    before, scenario = _texts(dogs), dogs.scenario
    _is_one_step(dogs, lambda: dogs.menu("Attention", "inputs.picked"))
    assert not _changed(dogs, before) & set(before), "every number stays"
    assert dogs.scenario.inputs is not None
    assert dogs.scenario.inputs.shape == (1, 3, 6)
    assert "changes" not in dogs.label("status.said")
    dogs.undo()
    assert dogs.scenario == scenario
    dogs.menu("Attention", "inputs.projected")
    assert dogs.texts("key") == dogs.texts("query")
    assert dogs.label("status.said") == "Compute Q, K and V by projections (changes K and V)"


def test_a_bias_of_its_own_for_every_head(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    assert driver.action("head-bias").isEnabled()
    driver.menu("Attention", "head-bias")
    assert driver.scenario.bias is not None
    assert driver.scenario.bias.shape == (2, 4, 4)
    assert not driver.action("head-bias").isEnabled()
    assert_agrees(driver)


def test_projected_attention_is_typed_in_and_back(open_window: Open) -> None:
    driver = open_window(PROJECTED)
    before = _texts(driver)
    assert driver.action("inputs.projected").isChecked()
    _is_one_step(driver, lambda: driver.menu("Attention", "inputs.direct"))
    assert driver.action("inputs.direct").isChecked()
    assert not driver.action("inputs.projected").isChecked()
    assert not _changed(driver, before), "Q, K and V keep their numbers"
    assert set(panels_of(driver.scenario)) == set(PANELS)
    driver.enter("query", 0, 0, "5")
    assert driver.text("query", 0, 0) == "5.000"
    assert_agrees(driver)
    _is_one_step(driver, lambda: driver.menu("Attention", "inputs.projected"))
    assert driver.texts("inputs") == driver.texts("query")
    assert driver.text("query", 0, 0) == "5.000"
    driver.double_click("query", 1, 1)
    assert not driver.editors, "computed again"
    for _ in range(3):
        driver.undo()
    assert driver.scenario == examples.load("dogs-chase-cats-projected")
    driver.click("weights", 0, 0)
    assert _texts(driver) == before
    assert_agrees(driver)


def test_self_attention_gets_a_source_and_loses_it(dogs: Driver) -> None:
    before = _texts(dogs)
    assert not dogs.content.workspace.source_tokens.isVisible()
    _is_one_step(dogs, lambda: dogs.menu("Attention", "kind.cross"))
    assert _texts(dogs) == before, "the source starts as a copy"
    assert dogs.action("kind.cross").isChecked()
    dogs.flush()
    assert dogs.content.workspace.source_tokens.isVisible()
    assert [dogs.chip(i, "source").text() for i in range(3)] == ["dogs", "chase", "cats"]
    dogs.enter("key", 0, 0, "9")
    assert dogs.text("key", 0, 0) == "9.000"
    assert_agrees(dogs)
    _is_one_step(dogs, lambda: dogs.menu("Attention", "kind.self"))
    dogs.flush()
    assert not dogs.content.workspace.source_tokens.isVisible()
    assert dogs.action("kind.self").isChecked()
    for _ in range(3):
        dogs.undo()
    assert dogs.scenario == examples.load("dogs-chase-cats")
    assert _texts(dogs) == before


def test_projected_attention_gets_source_inputs_and_drops_them(open_window: Open) -> None:
    driver = open_window(PROJECTED)
    before = _texts(driver)
    _is_one_step(driver, lambda: driver.run("kind.cross"))
    assert driver.texts("source_inputs") == driver.texts("inputs")
    # From now on a gradient flows to each of them apart.
    assert _changed(driver, before) == {"source_inputs", "grad_source_inputs", "grad_inputs"}
    driver.enter("source_inputs", 0, 1, "4")
    assert driver.text("source_inputs", 0, 1) == "4.000"
    assert_agrees(driver)
    assert driver.texts("inputs") == before["inputs"]
    _is_one_step(driver, lambda: driver.run("kind.self"))
    driver.click("weights", 0, 0)
    assert _texts(driver) == before


def test_cells_whose_number_stays_still_follow_another_form(open_window: Open) -> None:
    """The same numbers stand on other axes, and may or may not be typed, in another form."""
    driver = open_window(PROJECTED)
    driver.run("kind.cross")
    driver.click("w_key", 2, 1)
    assert driver.selected_index == (2, 1)
    assert Axis.SOURCE_FEATURE in driver.snapshot.selection.axes
    assert driver.linked("source_inputs") == {(row, 2) for row in range(3)}
    driver.run("w-output")
    driver.click("output", 1, 1)
    assert driver.linked("w_output") == {(0, 1), (1, 1)}
    assert driver.linked("concatenated") == {(1, 0), (1, 1)}
    driver.run("inputs.direct")
    for panel in ("query", "key", "value"):
        driver.enter(panel, 0, 0, "7")
        assert driver.text(panel, 0, 0) == "7.000", panel
        assert driver.panel(panel).sheet.limits is None
    driver.undo()
    driver.undo()
    driver.undo()
    driver.undo()
    driver.double_click("value", 0, 0)
    assert not driver.editors
    assert driver.panel("value").sheet.limits is not None
    assert_agrees(driver)


def test_the_keyboard_stays_where_it_is_when_the_form_changes(dogs: Driver) -> None:
    spy = Spy(dogs.store)
    dogs.click("query", 1, 1)
    selection = dogs.snapshot.selection
    for name in ("kind.cross", "inputs.projected", "w-output", "bias", "w-output", "kind.self"):
        spy.snapshots.clear()
        dogs.run(name)
        assert len(spy.snapshots) == 1, f"{name}: nobody has selected anything"
        assert dogs.snapshot.selection == selection, name
        assert dogs.current == ("query", 1, 1), name
    dogs.click("inputs", 2, 0)
    dogs.run("inputs.direct")
    assert dogs.current[0] == "weights", "where the selection is"
    dogs.run("kind.cross")
    dogs.chip(1, "source").setFocus()
    dogs.run("kind.self")
    assert dogs.current[0] == "weights"
    assert_agrees(dogs)


def test_a_source_of_another_length_cannot_be_dropped(open_window: Open) -> None:
    driver = open_window(CROSS)
    driver.run("kind.self")
    assert "tokens differ: 2, and 3 of the source" in driver.content.notice.text
    assert driver.scenario == examples.load("cross-attention")
    assert driver.action("kind.cross").isChecked(), "the choice goes back to what holds"
    assert not driver.action("kind.self").isChecked()
    assert_agrees(driver)


def test_choosing_what_holds_already_is_no_step(dogs: Driver) -> None:
    for name in ("inputs.direct", "kind.self", "alignment.top_left", "empty-rows.zero"):
        dogs.run(name)
        assert dogs.action(name).isChecked(), name
    assert dogs.store.undo_stack.count() == 0
    assert_agrees(dogs)


STEPS = ("inputs.projected", "kind.cross", "w-output", "bias", "add-input-feature",
         "add-source-feature", "add-output-feature", "causal", "alignment.bottom_right",
         "add-key", "kind.cross", "inputs.direct", "add-key-feature", "w-output",
         "empty-rows.uniform", "bias", "inputs.projected", "bias", "inputs.direct")  # fmt: skip


def test_a_walk_through_the_forms_can_be_walked_back(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    states, spy = [driver.scenario], Spy(driver.store)
    for name in STEPS:
        spy.snapshots.clear()
        driver.run(name)
        assert_agrees(driver)
        if driver.scenario != states[-1]:
            assert len(spy.snapshots) == 1, name
            states.append(driver.scenario)
    assert len(states) == len(STEPS)
    for state in reversed(states[:-1]):
        driver.undo()
        assert driver.scenario == state
        assert_agrees(driver)
    assert not driver.store.undo_stack.canUndo()
    for state in states[1:]:
        driver.redo()
        assert driver.scenario == state
        assert_agrees(driver)


@pytest.mark.parametrize("quantity_id", ["inputs", "w_key", "grad_w_value", "grad_inputs"])
def test_a_selection_in_a_panel_that_goes_away_moves_to_the_weights(
    open_window: Open, quantity_id: str
) -> None:
    driver = open_window(PROJECTED)
    driver.click(quantity_id, 1, 1)
    driver.run("inputs.direct")
    assert driver.snapshot.selection.quantity == "weights"
    assert_agrees(driver)
    driver.undo()
    assert_agrees(driver)


# -- panels of a form that is left --------------------------------------------------------------


class _Events(QObject):
    """Counts what is painted, and what models announce."""

    def __init__(self, panels: list[MatrixPanel]) -> None:
        super().__init__()
        self.seen: list[str] = []
        self._panels = panels
        for panel in panels:
            panel.installEventFilter(self)
            panel.view.viewport().installEventFilter(self)
            panel.view.model().dataChanged.connect(self._note)

    def _note(self, *_: object) -> None:
        self.seen.append("data")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        if event.type() == QEvent.Type.Paint:
            self.seen.append(watched.objectName())
        return False

    def stop(self) -> None:
        for panel in self._panels:
            panel.removeEventFilter(self)
            panel.view.viewport().removeEventFilter(self)
            panel.view.model().dataChanged.disconnect(self._note)


def test_panels_of_a_form_that_is_left_are_hidden_and_left_alone(open_window: Open) -> None:
    driver = open_window(PROJECTED)
    driver.run("kind.cross")
    left = [driver.panel(name) for name in panels_of(driver.scenario) if name not in PANELS]
    assert len(left) == 10
    driver.run("kind.self")
    driver.run("inputs.direct")
    driver.flush()
    sheets = [panel.sheet for panel in left]
    events = _Events(left)
    driver.enter("query", 0, 0, "5")
    driver.toggle("causal")
    driver.click("weights", 1, 0)
    driver.run("theme.dark")
    driver.window.resize(1500, 850)
    driver.flush()
    events.stop()
    assert not events.seen
    assert not any(panel.isVisible() for panel in left)
    assert [panel.sheet for panel in left] == sheets
    assert not any(panel.isAncestorOf(driver.focus) for panel in left)
    seen = {view.objectName() for view in driver.window.findChildren(MatrixView)
            if view.isVisible()}  # fmt: skip
    assert seen == {f"matrix.{panel}" for panel in PANELS}
    driver.run("inputs.projected")
    driver.flush()
    assert_agrees(driver)
    assert {panel.isVisible() for panel in left} == {True, False}, "the source stays away"


def test_tab_reaches_every_panel_of_a_form_and_none_of_another(open_window: Open) -> None:
    driver = open_window("example:cross-attention")
    driver.run("inputs.projected")
    driver.run("w-output")
    driver.run("w-output")  # off again: its panels are known, and hidden
    driver.view("weights").setFocus()
    seen: list[str] = []
    for _ in range(200):
        seen.append(driver.focus.objectName())
        driver.key(Qt.Key.Key_Tab)
    matrices = {name.removeprefix("matrix.") for name in seen if name.startswith("matrix.")}
    assert matrices == set(panels_of(driver.scenario))
    assert {"token.0", "token.add", "source.0", "source.2", "source.add"} <= set(seen)


def test_half_typed_text_is_committed_before_the_form_changes(open_window: Open) -> None:
    driver = open_window(PROJECTED)
    driver.click("inputs", 0, 0)
    driver.keys("3")
    driver.click("weights", 0, 0)
    driver.run("inputs.direct")
    assert driver.texts("query")[0] == ["4.000", "0.000"]
    assert_agrees(driver)


# -- source tokens ------------------------------------------------------------------------------


def _source(driver: Driver) -> list[str]:
    return [driver.chip(i, "source").text() for i in range(len(driver.scenario.source_labels))]


def test_only_a_source_token_can_be_padding(open_window: Open) -> None:
    driver = open_window(CROSS)
    driver.press("token.0")
    assert driver.scenario.padding is None
    assert not driver.chip(0).isChecked()
    _is_one_step(driver, lambda: driver.press("source.2"))
    assert driver.chip(2, "source").isChecked()
    assert driver.chip(2, "source").font().strikeOut()
    assert driver.scenario.padding.tolist() == [[False, False, True]]
    assert [row[2] for row in driver.texts("weights")] == ["0", "0"]
    driver.press("source.2")
    assert driver.scenario.padding is None
    assert_agrees(driver)


def test_source_tokens_come_go_and_change_their_names(open_window: Open) -> None:
    driver = open_window(CROSS)
    query = driver.texts("query")
    assert _source(driver) == ["the", "cat", "sleeps"]
    _is_one_step(driver, lambda: driver.press("source.add"))
    assert len(_source(driver)) == 4
    assert driver.panel("weights").caption == "2 × 4"
    assert driver.texts("key")[3] == ["0.000", "0.000"]
    assert driver.texts("query") == query
    driver.chip(0, "source").setFocus()
    _is_one_step(driver, lambda: driver.key(Qt.Key.Key_Delete))
    assert _source(driver)[:2] == ["cat", "sleeps"]
    driver.chip(1, "source").setFocus()
    driver.key(Qt.Key.Key_F2)
    field = driver.window.findChild(QLineEdit, "token-editor")
    assert field is driver.focus
    driver.keys("naps")
    driver.key(Qt.Key.Key_Return)
    assert _source(driver)[1] == "naps"
    assert driver.labels("weights")[0] == ["chat", "dort"]
    assert driver.labels("weights")[1][:2] == ["cat", "naps"]
    assert driver.labels("exponentials")[0][:2] == ["cat", "naps"]
    assert driver.labels("grad_value")[0][:2] == ["cat", "naps"]
    driver.click("weights", 1, 1)
    assert driver.label("explanation.value").startswith("A [dort → naps] = ")
    assert_agrees(driver)


def test_query_tokens_are_edited_apart_from_the_source(open_window: Open) -> None:
    driver = open_window(CROSS)
    _is_one_step(driver, lambda: driver.press("token.add"))
    assert driver.panel("weights").caption == "3 × 3"
    assert _source(driver) == ["the", "cat", "sleeps"]
    driver.chip(0).setFocus()
    _is_one_step(driver, lambda: driver.key(Qt.Key.Key_Delete))
    assert driver.labels("weights")[0][0] == "dort"
    driver.chip(0).setFocus()
    driver.key(Qt.Key.Key_F2)
    driver.keys("ronfle")
    driver.key(Qt.Key.Key_Return)
    assert driver.labels("weights")[0][0] == "ronfle"
    assert _source(driver) == ["the", "cat", "sleeps"]
    assert_agrees(driver)


def test_a_source_chip_says_whether_it_is_padding(open_window: Open) -> None:
    driver = open_window(CROSS)
    assert driver.chip(1, "source").accessibleName() == "token cat, not padding"
    driver.press("source.1")
    assert driver.chip(1, "source").accessibleName() == "token cat, padding"
    assert driver.chip(1).accessibleName() == "token dort", "a query is never padding"


def test_the_edit_menu_removes_the_token_of_the_selected_list(open_window: Open) -> None:
    driver = open_window(CROSS)
    driver.click("key", 1, 0)
    driver.run("remove-key")
    assert driver.scenario.source_labels == ("the", "sleeps")
    driver.click("query", 0, 0)
    driver.run("remove-key")
    assert driver.scenario.labels == ("dort",)
    assert driver.scenario.source_labels == ("the", "sleeps")
    assert_agrees(driver)


# -- bias and output projection -----------------------------------------------------------------


def test_a_bias_is_added_typed_and_removed(dogs: Driver) -> None:
    before = _texts(dogs)
    assert not dogs.action("bias").isChecked()
    _is_one_step(dogs, lambda: dogs.menu("Attention", "bias"))
    assert dogs.action("bias").isChecked()
    assert dogs.texts("bias") == [["0.000"] * 3] * 3
    assert _changed(dogs, before) == {"bias"}
    dogs.click("bias", 0, 2)
    _is_one_step(dogs, lambda: dogs.enter("bias", 0, 2, "1.5"))
    assert dogs.text("masked_scores", 0, 2) == shown(2 / 2**0.5 + 1.5)
    assert dogs.labels("bias") == (["dogs", "chase", "cats"],) * 2
    dogs.click("masked_scores", 0, 2)
    assert "B [dogs → cats] = 1.5" in dogs.label("explanation.lines")
    _is_one_step(dogs, lambda: dogs.menu("Attention", "bias"))
    assert _texts(dogs).keys() == before.keys()
    assert dogs.texts("weights") == before["weights"]


def test_a_bias_for_every_head_is_typed_for_the_head_that_is_shown(open_window: Open) -> None:
    two = examples.load("two-heads")
    driver = open_window(
        Scenario(query=two.query, key=two.key, value=two.value, heads=2, bias=np.zeros((2, 4, 4)))
    )
    driver.choose("head", 1)
    driver.enter("bias", 3, 0, "-2")
    assert driver.scenario.bias[1, 3, 0] == -2
    assert not driver.scenario.bias[0].any()
    assert_agrees(driver)
    driver.choose("head", 0)
    assert driver.texts("bias") == [["0.000"] * 4] * 4
    assert_agrees(driver)


def test_an_output_projection_is_added_typed_and_removed(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    before = _texts(driver)
    new = {"w_output", "concatenated", "grad_concatenated", "grad_w_output"}
    _is_one_step(driver, lambda: driver.menu("Attention", "w-output"))
    assert driver.action("w-output").isChecked()
    assert _changed(driver, before) == new, "an identity changes nothing"
    assert driver.texts("concatenated") == driver.texts("output")
    for row, column, text in ((0, 3, "2"), (2, 2, "-0.5")):
        driver.click("w_output", row, column)
        _is_one_step(driver, lambda r=row, c=column, t=text: driver.enter("w_output", r, c, t))
    assert driver.labels("w_output")[0] == ["h0·0", "h0·1", "h1·0", "h1·1"]
    driver.run("remove-output-feature")
    assert_agrees(driver)
    _is_one_step(driver, lambda: driver.menu("Attention", "w-output"))
    assert not driver.action("w-output").isChecked()
    assert not new & set(driver.content.workspace.panels)


# -- masks --------------------------------------------------------------------------------------


def _spoken(driver: Driver, quantity_id: str, row: int, column: int) -> str:
    index = driver.view(quantity_id).model().index(row, column)
    return str(index.data(Qt.ItemDataRole.AccessibleTextRole))


@pytest.mark.parametrize("by", ["double click", "Space"])
def test_a_cell_of_the_masked_scores_is_blocked_and_allowed(dogs: Driver, by: str) -> None:
    def act() -> None:
        if by == "Space":
            dogs.click("masked_scores", 1, 2)
            dogs.key(Qt.Key.Key_Space)
        else:
            dogs.double_click("masked_scores", 1, 2)

    before = _texts(dogs)
    dogs.click("masked_scores", 1, 2)
    shown_before = _texts(dogs)
    assert not dogs.action("clear-blocked").isEnabled()
    _is_one_step(dogs, act)
    assert not dogs.editors
    assert dogs.text("masked_scores", 1, 2) == "−∞"
    assert dogs.text("weights", 1, 2) == "0"
    assert np.argwhere(dogs.scenario.blocked).tolist() == [[1, 2]]
    assert _spoken(dogs, "masked_scores", 1, 2) == (
        "masked scores, chase to cats, −∞, blocked: custom"
    )
    assert _spoken(dogs, "weights", 1, 2) == "weights, chase to cats, 0, blocked: custom"
    assert "blocked" not in _spoken(dogs, "weights", 1, 1)
    assert dogs.action("clear-blocked").isEnabled()
    _is_one_step(dogs, act)
    assert dogs.scenario.blocked is None
    assert _texts(dogs) == shown_before
    assert _texts(dogs)["query"] == before["query"]
    assert "blocked" not in _spoken(dogs, "masked_scores", 1, 2)


def test_all_reasons_of_a_blocked_cell_are_told(
    dogs: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    dogs.toggle("causal")
    dogs.press("token.2")
    dogs.double_click("masked_scores", 0, 2)
    assert _spoken(dogs, "masked_scores", 0, 2).endswith("−∞, blocked: causal, padding, custom")
    _answer_int(monkeypatch, 2)
    dogs.run("window")
    assert _spoken(dogs, "masked_scores", 0, 2).endswith(
        "−∞, blocked: causal, padding, window, custom"
    )
    assert _spoken(dogs, "masked_scores", 2, 0).endswith("−∞, blocked: window")
    dogs.double_click("masked_scores", 0, 2)
    assert "custom" not in _spoken(dogs, "masked_scores", 0, 2)
    assert dogs.text("masked_scores", 0, 2) == "−∞"
    assert_agrees(dogs)


def test_single_cells_are_all_allowed_at_once(dogs: Driver) -> None:
    allowed = dogs.scenario
    for row, column in ((0, 1), (2, 0), (2, 2)):
        dogs.double_click("masked_scores", row, column)
    assert np.argwhere(dogs.scenario.blocked).tolist() == [[0, 1], [2, 0], [2, 2]]
    _is_one_step(dogs, lambda: dogs.run("clear-blocked"))
    assert dogs.scenario == allowed
    assert not dogs.action("clear-blocked").isEnabled()


def test_a_cell_is_blocked_in_every_head(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.choose("head", 1)
    driver.double_click("masked_scores", 3, 1)
    assert driver.text("weights", 3, 1) == "0"
    driver.choose("head", 0)
    assert driver.text("weights", 3, 1) == "0"
    assert_agrees(driver)


def test_only_the_masked_scores_block(dogs: Driver) -> None:
    for panel in sorted(set(PANELS) - {"masked_scores"}):
        if panel in ("query", "key", "value", "grad_output"):
            continue
        dogs.double_click(panel, 0, 0)
        dogs.key(Qt.Key.Key_Space)
    assert dogs.store.undo_stack.count() == 0
    assert dogs.scenario.blocked is None


def _answer_int(monkeypatch: pytest.MonkeyPatch, answer: int | None) -> list[tuple[object, ...]]:
    """Let a person type a whole number, or cancel; return what the dialog was asked with."""
    asked: list[tuple[object, ...]] = []

    def get_int(*arguments: object, **_: object) -> tuple[int, bool]:
        asked.append(arguments)
        return (0, False) if answer is None else (answer, True)

    monkeypatch.setattr("attention_gui.gui.switches.QInputDialog.getInt", get_int)
    return asked


def _answer_text(monkeypatch: pytest.MonkeyPatch, answer: str | None) -> list[str]:
    """Let a person type a text, or cancel; return what stood in the dialog."""
    offered: list[str] = []

    def get_text(*_: object, text: str = "") -> tuple[str, bool]:
        offered.append(text)
        return ("", False) if answer is None else (answer, True)

    monkeypatch.setattr("attention_gui.gui.switches.QInputDialog.getText", get_text)
    return offered


def test_the_window_is_asked_for(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = open_window("example:two-heads")
    _answer_int(monkeypatch, 2)
    _is_one_step(driver, lambda: driver.menu("Attention", "window"))
    assert driver.scenario.window == 2
    texts = driver.texts("masked_scores")
    blocked = {(i, j) for i in range(4) for j in range(4) if texts[i][j] == "−∞"}
    assert blocked == {(i, j) for i in range(4) for j in range(4) if abs(i - j) >= 2}
    assert _spoken(driver, "weights", 0, 3).endswith("blocked: window")
    asked = _answer_int(monkeypatch, None)
    driver.run("window")
    assert driver.scenario.window == 2, "cancelled"
    assert asked[0][3] == 2, "it starts with what holds"
    _answer_int(monkeypatch, 0)
    driver.run("window")
    assert driver.scenario.window is None
    assert_agrees(driver)


@pytest.mark.parametrize(
    ("typed", "factor"), [("0.25", 0.25), ("1/3", 1 / 3), ("0,5", 0.5), ("2", 2.0)]
)
def test_the_scale_is_asked_for(
    dogs: Driver, monkeypatch: pytest.MonkeyPatch, typed: str, factor: float
) -> None:
    offered = _answer_text(monkeypatch, typed)
    _is_one_step(dogs, lambda: dogs.menu("Attention", "scale-by"))
    assert dogs.scenario.scale == factor
    assert float(offered[0]) == 1 / np.sqrt(2)
    assert dogs.text("scaled_scores", 0, 1) == shown(4 * factor)
    assert dogs.action("scale").text() == f"Scale · {factor:g}"
    offered = _answer_text(monkeypatch, None)
    dogs.run("scale-by")
    assert dogs.scenario.scale == factor
    assert float(offered[0]) == factor
    dogs.toggle("scale")
    assert dogs.scenario.scale == "none"
    dogs.toggle("scale")
    assert dogs.scenario.scale == factor, "what was typed comes back"
    assert_agrees(dogs)


@pytest.mark.parametrize("typed", ["", "abc", "0", "-1", "1e400", "1/0"])
def test_what_is_no_scale_is_refused_above_the_board(
    dogs: Driver, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    _answer_text(monkeypatch, typed)
    dogs.run("scale-by")
    assert dogs.content.notice.isVisible()
    assert dogs.content.notice.text
    assert dogs.scenario.scale == "inverse_sqrt_dk"
    assert dogs.store.undo_stack.count() == 0
    assert_agrees(dogs)


def test_the_alignment_says_which_keys_a_query_may_read(open_window: Open) -> None:
    driver = open_window(_case("cross-causal-top-left"))

    def allowed() -> list[int]:
        return [sum(text != "−∞" for text in row) for row in driver.texts("masked_scores")]

    assert allowed() == [1, 2]
    _is_one_step(driver, lambda: driver.run("alignment.bottom_right"))
    assert allowed() == [4, 5]
    assert driver.action("alignment.bottom_right").isChecked()
    assert not driver.action("alignment.top_left").isChecked()
    _is_one_step(driver, lambda: driver.run("alignment.top_left"))
    assert allowed() == [1, 2]
    assert driver.scenario == _case("cross-causal-top-left")


# -- shared heads -------------------------------------------------------------------------------


def test_columns_of_shared_heads_are_named_g(open_window: Open) -> None:
    driver = open_window(GROUPED)
    for panel in ("key", "value", "grad_key", "grad_value"):
        assert driver.labels(panel)[1] == ["g0·0", "g0·1", "g1·0", "g1·1"], panel
    for panel in ("query", "output", "grad_query", "grad_output"):
        names = [f"h{head}·{column}" for head in range(4) for column in range(2)]
        assert driver.labels(panel)[1] == names, panel
    for head in range(4):
        driver.choose("head", head)
        assert_agrees(driver)


def test_an_edit_of_a_shared_head_reaches_all_that_read_it(open_window: Open) -> None:
    driver = open_window(GROUPED)
    driver.enter("query", 0, 6, "1")  # so that head 3 asks with both columns
    before = recomputed(driver.scenario)["weights"]
    driver.click("key", 1, 2)
    _is_one_step(driver, lambda: driver.enter("key", 1, 2, "-4"))
    after = recomputed(driver.scenario)["weights"]
    np.testing.assert_array_equal(before[0, :2], after[0, :2])
    assert (before[0, 2:] != after[0, 2:]).any(axis=(1, 2)).all()
    assert driver.box("head").currentText() in ("head 2", "head 3"), "one that reads it is shown"
    for head in range(4):
        driver.choose("head", head)
        assert_agrees(driver)


def test_the_shown_head_stays_when_it_reads_the_clicked_key(open_window: Open) -> None:
    driver = open_window(GROUPED)
    driver.choose("head", 3)
    driver.click("value", 0, 2)
    assert driver.box("head").currentText() == "head 3"
    driver.click("value", 0, 0)
    assert driver.box("head").currentText() == "head 0"
    driver.click("weights", 1, 1)
    assert driver.linked("key") == {(1, 0), (1, 1)}
    driver.choose("head", 2)
    driver.click("weights", 1, 1)
    assert driver.linked("key") == {(1, 2), (1, 3)}
    assert driver.linked("query") == {(1, 4), (1, 5)}
    assert_agrees(driver)


def test_a_shared_key_marks_only_the_heads_that_read_it(open_window: Open) -> None:
    driver = open_window(GROUPED)
    driver.click("key", 1, 3)  # g1·1
    assert driver.linked("query") == {(row, column) for row in range(3) for column in (5, 7)}


def test_the_gradient_by_a_shared_head_is_explained_over_its_heads(open_window: Open) -> None:
    driver = open_window(GROUPED)
    driver.click("grad_value", 0, 2)
    lines = driver.label("explanation.lines")
    assert driver.label("explanation.value").startswith("V̄ [the, g1·0] = ")
    assert lines.count("h2: ") == lines.count("h3: ") == 3
    assert "h0: " not in lines
    assert "h1: " not in lines
    assert_agrees(driver)


# -- links between tokens, queries and keys -----------------------------------------------------


def test_a_token_of_the_inputs_is_linked_as_query_and_as_key(open_window: Open) -> None:
    driver = open_window(PROJECTED)
    driver.click("weights", 0, 1)
    assert driver.linked("inputs") == {(row, c) for row in (0, 1) for c in range(4)}
    assert driver.linked("w_query") == set()
    driver.click("inputs", 2, 1)
    assert driver.snapshot.selection.context[Axis.QUERY] == 2
    assert driver.linked("query") == {(2, 0), (2, 1)}
    assert driver.linked("key") == {(2, 0), (2, 1)}
    assert driver.linked("weights") == {(2, 0), (2, 1), (2, 2)}
    assert driver.linked("w_query") == driver.linked("w_value") == {(1, 0), (1, 1)}
    assert driver.linked("grad_inputs") == {(2, 1)}
    driver.click("w_key", 3, 1)
    assert driver.linked("key") == {(row, 1) for row in range(3)}
    assert driver.linked("inputs") == {(row, 3) for row in range(3)}
    assert driver.linked("value") == set()
    assert_agrees(driver)


def test_with_a_source_inputs_are_linked_apart(open_window: Open) -> None:
    driver = open_window(_case("cross-projected"))
    driver.click("weights", 1, 2)
    assert driver.linked("inputs") == {(1, c) for c in range(4)}
    assert driver.linked("source_inputs") == {(2, c) for c in range(5)}
    driver.click("source_inputs", 0, 4)
    assert driver.linked("inputs") == set()
    assert driver.linked("weights") == {(0, 0), (1, 0)}
    assert driver.linked("w_key") == {(4, c) for c in range(4)}
    assert driver.linked("w_query") == set()
    assert_agrees(driver)


@pytest.mark.parametrize(
    ("panel", "sentence"),
    [
        ("inputs", "inputs, chase, 1, 1.000"),
        ("w_query", "query projection, 1, 1, 1.000"),
        ("grad_w_value", "gradient by value projection, 1, 1, "),
        ("query", "queries, chase, 1, 1.000"),
        ("grad_inputs", "gradient by inputs, chase, 1, "),
    ],
)
def test_the_new_matrices_are_read_as_sentences(
    open_window: Open, panel: str, sentence: str
) -> None:
    driver = open_window(PROJECTED)
    assert _spoken(driver, panel, 1, 1).startswith(sentence)


@pytest.mark.parametrize("weights", ["w_query", "w_key", "w_value"])
def test_a_selected_weight_stays_when_its_inputs_become_others(
    open_window: Open, weights: str
) -> None:
    driver = open_window(PROJECTED)
    driver.click(weights, 1, 0)
    _type_one(driver, weights)
    for name in ("kind.cross", "kind.self"):
        driver.run(name)
        driver.flush()
        assert driver.snapshot.selection.quantity == weights
        assert_agrees(driver)


def _type_one(driver: Driver, weights: str) -> None:
    """Leave a number half-typed: it is asked whether its cell stays."""
    driver.double_click(weights, 1, 0)
    driver.keys("1")

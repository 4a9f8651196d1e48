"""Every edit is one undo step, and the saved state is known."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from window_driver import PANELS, Driver, Open, Spy, assert_agrees

from attention_gui.scenario import examples, files


def _rename(driver: Driver) -> None:
    driver.chip(1).setFocus()
    driver.key(Qt.Key.Key_F2)
    driver.keys("bite")
    driver.key(Qt.Key.Key_Return)


def _delete(driver: Driver) -> None:
    driver.chip(1).setFocus()
    driver.key(Qt.Key.Key_Delete)


EDITS: dict[str, Callable[[Driver], None]] = {
    "query": lambda driver: driver.enter("query", 0, 0, "5"),
    "key": lambda driver: driver.enter("key", 1, 1, "-0.25"),
    "value": lambda driver: driver.enter("value", 2, 0, "1/3"),
    "upstream": lambda driver: driver.enter("grad_output", 0, 1, "3"),
    "padding": lambda driver: driver.press("token.1"),
    "causal": lambda driver: driver.toggle("causal"),
    "scale": lambda driver: driver.toggle("scale"),
    "heads": lambda driver: driver.choose("heads", 1),
    "policy": lambda driver: driver.run("empty-rows.uniform"),
    "add token": lambda driver: driver.press("token.add"),
    "remove token": _delete,
    "rename": _rename,
    "add a column of Q and K": lambda driver: driver.run("add-key-feature"),
    "remove a column of Q and K": lambda driver: driver.run("remove-key-feature"),
    "add a column of V": lambda driver: driver.run("add-value-feature"),
    "remove a column of V": lambda driver: driver.run("remove-value-feature"),
}


def _seen(driver: Driver) -> tuple[object, ...]:
    """Return what does not depend on the selection, which is not undone."""
    panels = set(PANELS) - {"exponentials", "value_terms"}
    return (
        {panel: (driver.texts(panel), driver.labels(panel)) for panel in panels},
        driver.label("status.loss"),
        [driver.action(name).isChecked() for name in ("causal", "scale", "empty-rows.uniform")],
        [(chip.text(), chip.isChecked()) for chip in driver.content.workspace.tokens._chips],
        driver.box("heads").currentText(),
    )


def test_each_kind_of_edit_is_one_step_back_and_forth(dogs: Driver) -> None:
    stack = dogs.store.undo_stack
    for name, edit in EDITS.items():
        original, before = dogs.scenario, _seen(dogs)
        steps = stack.index()
        edit(dogs)
        assert stack.index() == steps + 1, name
        edited, after = dogs.scenario, _seen(dogs)
        assert edited != original, name
        assert stack.undoText(), name
        assert_agrees(dogs)
        dogs.undo()
        assert dogs.scenario == original, name
        assert _seen(dogs) == before, name
        assert_agrees(dogs)
        dogs.redo()
        assert dogs.scenario == edited, name
        assert _seen(dogs) == after, name
        assert_agrees(dogs)
        dogs.undo()
    assert dogs.scenario == examples.load("dogs-chase-cats")


def test_many_steps_are_undone_in_their_order(dogs: Driver) -> None:
    states = [dogs.scenario]
    for edit in EDITS.values():
        edit(dogs)
        states.append(dogs.scenario)
    for state in reversed(states[:-1]):
        dogs.undo()
        assert dogs.scenario == state
    assert not dogs.store.undo_stack.canUndo()
    for state in states[1:]:
        dogs.redo()
        assert dogs.scenario == state
    assert_agrees(dogs)


def test_an_edit_that_changes_nothing_is_no_step(dogs: Driver) -> None:
    spy = Spy(dogs.store)
    dogs.click("query", 0, 0)
    announced = len(spy.snapshots)
    dogs.keys("2")
    dogs.key(Qt.Key.Key_Escape)
    dogs.keys("2,0")
    dogs.key(Qt.Key.Key_Up)
    assert dogs.store.undo_stack.count() == 0
    assert not dogs.window.isWindowModified()
    assert len(spy.snapshots) == announced


def test_selecting_is_no_step(dogs: Driver) -> None:
    dogs.click("weights", 2, 1)
    dogs.click("query", 1, 1)
    assert dogs.store.undo_stack.count() == 0
    assert not dogs.window.isWindowModified()


def test_the_window_is_marked_while_it_differs_from_its_file(
    open_window: Open, tmp_path: Path
) -> None:
    path = tmp_path / "mine.attention.json"
    files.write(path, examples.load("dogs-chase-cats"))
    driver = open_window(path)
    window = driver.window
    assert window.windowTitle() == "mine.attention.json[*]"
    assert not window.isWindowModified()
    driver.enter("query", 0, 0, "5")
    assert window.isWindowModified()
    driver.undo()
    assert not window.isWindowModified()
    driver.redo()
    driver.save()
    assert not window.isWindowModified()
    driver.undo()
    assert window.isWindowModified(), "the file holds another number than the screen"
    assert driver.text("query", 0, 0) == "2.000"
    driver.redo()
    assert not window.isWindowModified()
    assert files.read(path).query[0, 0, 0] == 5


def test_opening_another_scenario_forgets_the_steps(dogs: Driver) -> None:
    dogs.enter("query", 0, 0, "5")
    dogs.undo()
    dogs.run("example.two-heads")
    stack = dogs.store.undo_stack
    assert (stack.count(), stack.canUndo(), stack.canRedo()) == (0, False, False)
    assert stack.isClean()
    dogs.undo()
    assert dogs.scenario == examples.load("two-heads")


def test_ctrl_z_in_an_open_cell_takes_back_typing_and_not_an_edit(dogs: Driver) -> None:
    dogs.enter("query", 0, 0, "5")
    dogs.click("query", 1, 0)
    dogs.keys("7")
    dogs.undo()
    assert dogs.text("query", 0, 0) == "5.000"
    assert [editor.text() for editor in dogs.editors] != ["7"]


def test_undo_keeps_the_selection_inside_what_there_is(dogs: Driver) -> None:
    dogs.press("token.add")
    dogs.click("weights", 3, 3)
    dogs.undo()
    assert max(dogs.snapshot.selection.axes.values()) == 2
    assert_agrees(dogs)

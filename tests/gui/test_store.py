"""The store without a window: one signal, one undo step, nothing halfway."""

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from window_driver import Spy

from attention_gui.engine import AttentionError
from attention_gui.gui.store import Snapshot, Store
from attention_gui.quantities import Axis
from attention_gui.scenario import examples
from attention_gui.scenario.edits import (
    AddToken,
    Edit,
    RemoveToken,
    RenameToken,
    SetCausal,
    SetCell,
    SetHeads,
    SetScale,
    TogglePadding,
)
from attention_gui.scenario.scenario import Scenario


@pytest.fixture
def store(qapp: QApplication) -> Store:
    return Store(examples.load("two-heads"))


def _selected_index(store: Store) -> tuple[int, ...]:
    selection, scenario = store.snapshot.selection, store.snapshot.scenario
    return selection.index(scenario.catalogue[selection.quantity], scenario.sizes)


def test_it_starts_with_a_computed_snapshot(store: Store) -> None:
    snapshot = store.snapshot
    assert isinstance(snapshot, Snapshot)
    assert snapshot.result.problem is snapshot.scenario.problem
    assert snapshot.selection.quantity == "weights"
    assert _selected_index(store) == (0, 0, 0, 0)
    assert store.undo_stack.isClean()


@pytest.mark.parametrize(
    "edit",
    [SetCell("query", 0, 1, 1, 9.0), TogglePadding(0, 2), SetCausal(True), SetScale("none"),
     SetHeads(4), AddToken(1), RemoveToken(0), RenameToken(0, "a")],
    ids=lambda edit: type(edit).__name__,
)  # fmt: skip
def test_an_edit_is_one_signal_and_one_step(store: Store, edit: Edit) -> None:
    spy, before = Spy(store), store.snapshot
    store.dispatch(edit)
    assert len(spy.snapshots) == 1
    assert spy.snapshots[0] is store.snapshot
    assert store.snapshot.scenario == edit.changed(before.scenario)
    assert store.snapshot.result.problem is store.snapshot.scenario.problem
    assert store.undo_stack.count() == 1
    assert store.undo_stack.undoText() == edit.text(before.scenario)
    assert not store.undo_stack.isClean()
    store.undo_stack.undo()
    assert store.snapshot.scenario is before.scenario
    assert store.undo_stack.isClean()
    store.undo_stack.redo()
    assert store.snapshot.scenario == edit.changed(before.scenario)
    assert len(spy.snapshots) == 3


def test_a_snapshot_does_not_change_afterwards(store: Store) -> None:
    before = store.snapshot
    weights = before.result["weights"].copy()
    store.dispatch(SetCell("query", 0, 0, 0, 50.0))
    np.testing.assert_array_equal(before.result["weights"], weights)
    with pytest.raises(ValueError, match="read-only"):
        before.result["weights"][0, 0, 0, 0] = 1
    with pytest.raises(AttributeError):
        before.scenario = store.snapshot.scenario  # type: ignore[misc]


def test_an_edit_that_changes_nothing_is_silent(store: Store) -> None:
    spy = Spy(store)
    value = float(store.snapshot.scenario.query[0, 0, 0])
    store.dispatch(SetCell("query", 0, 0, 0, value))
    store.dispatch(SetCausal(False))
    assert not spy.snapshots
    assert store.undo_stack.count() == 0


@pytest.mark.parametrize(
    ("edit", "code"),
    [(SetCell("query", 0, 0, 0, 1e308), "overflow"), (SetHeads(3), "head-divisibility"),
     (SetCell("query", 0, 9, 0, 1.0), "out-of-range"), (SetScale(-1.0), "scale"),
     (SetCell("value", 0, 0, 0, float("nan")), "non-finite-input")],
    ids=["overflow", "heads", "place", "scale", "nan"],
)  # fmt: skip
def test_a_refused_edit_leaves_no_trace(store: Store, edit: Edit, code: str) -> None:
    spy, before = Spy(store), store.snapshot
    with pytest.raises(AttentionError) as caught:
        store.dispatch(edit)
    assert caught.value.code == code
    assert store.snapshot is before
    assert not spy.snapshots
    assert store.undo_stack.count() == 0
    store.dispatch(SetCell("key", 0, 0, 0, 7.0))
    assert store.snapshot.scenario.key[0, 0, 0] == 7
    assert len(spy.snapshots) == 1


def test_an_overflow_of_a_gradient_is_refused_too(qapp: QApplication) -> None:
    big = [[1e200]]
    store = Store(Scenario(query=[[1.0]], key=[[1.0]], value=big))
    with pytest.raises(AttentionError) as caught:
        store.dispatch(SetCell("grad_output", 0, 0, 0, 1e200))
    assert caught.value.code == "overflow"
    with pytest.raises(AttentionError):
        Store(Scenario(query=[[1.0]], key=[[1.0]], value=big, upstream=big))


def test_selecting_keeps_scenario_and_result(store: Store) -> None:
    spy, before = Spy(store), store.snapshot
    store.select(store.selection_of("weights", (0, 1, 2, 3)))
    assert len(spy.snapshots) == 1
    assert store.snapshot.scenario is before.scenario
    assert store.snapshot.result is before.result
    assert dict(store.snapshot.selection.axes) == {
        Axis.BATCH: 0, Axis.HEAD: 1, Axis.GROUP: 1, Axis.QUERY: 2, Axis.KEY: 3
    }  # fmt: skip
    store.select(store.selection_showing(Axis.HEAD, 0))
    assert _selected_index(store) == (0, 0, 2, 3)
    assert store.undo_stack.count() == 0


def test_the_selection_stays_inside_after_every_step(store: Store) -> None:
    store.select(store.selection_of("weights", (0, 1, 3, 3)))
    store.dispatch(RemoveToken(3))
    store.dispatch(SetHeads(1))
    assert _selected_index(store) == (0, 0, 2, 2)
    store.undo_stack.undo()
    store.undo_stack.undo()
    assert max(store.snapshot.selection.axes.values()) <= 3


def test_opening_starts_anew(store: Store) -> None:
    store.dispatch(SetCausal(True))
    store.select(store.selection_of("query", (0, 3, 3)))
    spy = Spy(store)
    dogs = examples.load("dogs-chase-cats")
    store.open(dogs)
    assert len(spy.snapshots) == 1
    assert store.snapshot.scenario is dogs
    assert store.snapshot.selection.quantity == "weights"
    assert not store.undo_stack.canUndo()
    big = [[1e200]]
    with pytest.raises(AttentionError):
        store.open(Scenario(query=big, key=big, value=big))
    assert store.snapshot.scenario is dogs


def test_undo_does_not_reuse_the_result_of_another_scenario(store: Store) -> None:
    """A refused edit has prepared nothing that a later undo would show."""
    first = store.snapshot.result["weights"].copy()
    store.dispatch(SetCell("query", 0, 0, 0, 5.0))
    with pytest.raises(AttentionError):
        store.dispatch(SetCell("query", 0, 0, 0, 1e308))
    store.undo_stack.undo()
    np.testing.assert_array_equal(store.snapshot.result["weights"], first)


def test_a_thousand_edits_can_be_undone_and_the_saved_state_is_not_mistaken(store: Store) -> None:
    saved = store.snapshot.scenario
    for at in range(1005):
        store.dispatch(SetCell("query", 0, 0, 0, float(at + 10)))
    while store.undo_stack.canUndo():
        store.undo_stack.undo()
    assert store.snapshot.scenario.matrix("query")[0, 0, 0] == 14.0
    assert store.snapshot.scenario != saved
    assert not store.undo_stack.isClean()
    for _ in range(1000):
        store.undo_stack.redo()
    assert store.snapshot.scenario.matrix("query")[0, 0, 0] == 1014.0


def test_edits_of_large_inputs_share_what_they_leave_and_fewer_are_kept(qapp: QApplication) -> None:
    wide = np.ones((600, 600))
    store = Store(Scenario(query=wide, key=wide, value=wide))
    before = store.snapshot.scenario
    store.dispatch(SetCell("query", 0, 0, 0, 2.0))
    after = store.snapshot.scenario
    assert after.key is before.key
    assert after.value is before.value
    assert after.query is not before.query
    assert store.undo_stack.undoLimit() == 200 * 2**20 // (8 * 600 * 600)
    store.open(examples.load("two-heads"))
    assert store.undo_stack.undoLimit() == 1000

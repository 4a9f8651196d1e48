"""One edit is one signal, and no panel is ever painted between two states."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject
from window_driver import PANELS, Driver, Open, Spy, assert_agrees, expected_texts, recomputed

from attention_gui.quantities import Axis


class Painted(QObject):
    """Notes which matrix is painted in which frame, and what it shows at that moment."""

    def __init__(self, driver: Driver) -> None:
        super().__init__()
        self._driver = driver
        self.frame = 0
        self.seen: list[tuple[int, str, list[list[str]]]] = []
        self._views = {driver.view(panel).viewport(): panel for panel in PANELS}
        driver.store.changed.connect(self._forget)
        driver.window.installEventFilter(self)
        for viewport in self._views:
            viewport.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        if event.type() == QEvent.Type.UpdateRequest and watched is self._driver.window:
            self.frame += 1
        elif event.type() == QEvent.Type.Paint and watched in self._views:
            panel = self._views[watched]
            self.seen.append((self.frame, panel, self._driver.texts(panel)))
        return False

    def _forget(self) -> None:
        """Start anew: what was painted before the change was a matter of the keyboard."""
        self.seen.clear()

    def stop(self) -> None:
        self._driver.window.removeEventFilter(self)
        for viewport in self._views:
            viewport.removeEventFilter(self)


GESTURES: dict[str, tuple[Callable[[Driver], None], set[str]]] = {
    "edit of V": (
        lambda driver: driver.key_return(),
        {"value", "value_terms", "output", "grad_weights", "grad_scaled_scores",
         "grad_raw_scores", "grad_query", "grad_key"},
    ),
    "causal": (
        lambda driver: driver.toggle("causal"),
        {"masked_scores", "weights", "exponentials", "value_terms", "output", "grad_value",
         "grad_scaled_scores", "grad_raw_scores", "grad_query", "grad_key"},
    ),
    "scale": (
        lambda driver: driver.toggle("scale"),
        set(PANELS) - {"query", "key", "value", "grad_output", "raw_scores", "grad_weights"},
    ),
    "padding": (
        lambda driver: driver.press("token.1"),
        {"masked_scores", "weights", "exponentials", "value_terms", "output", "grad_value",
         "grad_scaled_scores", "grad_raw_scores", "grad_query", "grad_key"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(GESTURES))
def test_everything_affected_is_repainted_in_one_frame(dogs: Driver, name: str) -> None:
    gesture, affected = GESTURES[name]
    if name == "edit of V":
        # The last cell: Enter has nowhere to go, so that only the edit is announced.
        dogs.click("value", 2, 1)
        dogs.keys("7")
    dogs.flush()
    spy, painted = Spy(dogs.store), Painted(dogs)
    gesture(dogs)
    assert len(spy.snapshots) == 1
    assert spy.snapshots[0] is dogs.snapshot
    dogs.flush()
    painted.stop()
    frames = {frame for frame, panel, _ in painted.seen if panel in affected}
    assert {panel for _, panel, _ in painted.seen} >= affected
    assert len(frames) == 1, "the panels follow one after another"
    result, context = recomputed(dogs.scenario), dogs.snapshot.selection.context
    at = [context[axis] for axis in (Axis.BATCH, Axis.HEAD, Axis.QUERY)]
    for _, panel, texts in painted.seen:
        assert texts == expected_texts(dogs.scenario, result, panel, *at), panel
    assert_agrees(dogs)


def test_every_kind_of_edit_is_announced_once(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    spy = Spy(driver.store)
    gestures: list[Callable[[], None]] = [
        lambda: driver.press("token.1"),
        lambda: driver.toggle("causal"),
        lambda: driver.toggle("scale"),
        lambda: driver.choose("heads", 2),
        lambda: driver.choose("head", 1),
        lambda: driver.run("empty-rows.uniform"),
        lambda: driver.press("token.add"),
        lambda: driver.run("add-value-feature"),
        lambda: driver.run("remove-value-feature"),
        lambda: driver.run("remove-key"),
        driver.undo,
        driver.redo,
        lambda: driver.run("example.dogs-chase-cats"),
    ]
    driver.store.undo_stack.setClean()
    for number, gesture in enumerate(gestures):
        spy.snapshots.clear()
        if number == len(gestures) - 1:
            driver.store.undo_stack.setClean()
        gesture()
        assert len(spy.snapshots) == 1, f"gesture {number}"
        assert spy.snapshots[0] is driver.snapshot
        assert_agrees(driver)


def test_moving_to_another_cell_is_announced_once(dogs: Driver) -> None:
    spy = Spy(dogs.store)
    dogs.click("raw_scores", 1, 2)
    assert len(spy.snapshots) == 1
    assert dogs.selected_index == (0, 0, 1, 2)


def test_what_did_not_change_is_not_painted_anew(dogs: Driver) -> None:
    dogs.click("grad_output", 2, 1)
    dogs.keys("2")  # no number gets longer, in a cell or in a legend, so that nothing moves
    dogs.flush()
    painted = Painted(dogs)
    dogs.key_return()
    dogs.flush()
    painted.stop()
    assert not {panel for _, panel, _ in painted.seen} & {"key", "value", "raw_scores", "weights"}


def test_a_snapshot_never_mixes_two_states(dogs: Driver) -> None:
    spy = Spy(dogs.store)
    dogs.enter("query", 0, 0, "3")
    dogs.toggle("causal")
    dogs.undo()
    for snapshot in spy.snapshots:
        fresh = recomputed(snapshot.scenario)
        for quantity_id in ("weights", "output", "grad_query"):
            assert snapshot.result[quantity_id].tobytes() == fresh[quantity_id].tobytes()

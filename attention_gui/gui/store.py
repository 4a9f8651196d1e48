"""The store: the one way for data from a gesture to the panels.

gesture → `Edit` → `Store.dispatch` → a new scenario → its result → one `Snapshot` → one signal
→ every panel's ``set_snapshot``.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from attention_gui.engine import AttentionError, Result, compute
from attention_gui.gui import words
from attention_gui.quantities import Axis
from attention_gui.scenario.edits import Edit, apply
from attention_gui.scenario.numbers import USUAL, NumberFormat
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection

__all__ = ["Snapshot", "Store", "new_gesture"]

_gestures = count(1)
_frames = count()

_MOST_STEPS, _FEWEST_STEPS = 1_000, 50
"""So many edits can be undone: each keeps what it has changed of a scenario."""
_MOST_BYTES = 200 * 2**20
"""What all of them may keep: a lecture must not fill the memory."""

_NOT_CHECKED = frozenset({"value_terms"})
"""Never built whole for the window; a product of a weight ≤ 1 and a finite value is finite."""


@dataclass(frozen=True, eq=False, slots=True)
class Snapshot:
    """Everything that the window shows, at one moment.

    Attributes
    ----------
    scenario : Scenario
    result : Result
        What the engine computed from exactly this scenario.
    selection : Selection
    numbers : NumberFormat
        How numbers are displayed.
    frame : int
        Snapshots of one frame differ in the numbers of the matrices alone.
    """

    scenario: Scenario
    result: Result
    selection: Selection
    numbers: NumberFormat = USUAL
    frame: int = field(default_factory=_frames.__next__)

    def is_renumbered(self, before: "Snapshot | None") -> bool:
        """Return whether this differs from another snapshot in numbers alone."""
        return before is not None and before is not self and self.frame == before.frame

    def changed(
        self,
        scenario: Scenario | None = None,
        result: Result | None = None,
        selection: Selection | None = None,
        numbers: NumberFormat | None = None,
    ) -> "Snapshot":
        """Return the snapshot with some parts replaced; a scenario comes with its result."""
        scenario = self.scenario if scenario is None else scenario
        result = self.result if result is None else result
        selection = self.selection if selection is None else selection
        numbers = self.numbers if numbers is None else numbers
        is_renumbered = (
            selection == self.selection
            and numbers == self.numbers
            and scenario.same_but_numbers(self.scenario)
        )
        frame = self.frame if is_renumbered else next(_frames)
        return Snapshot(scenario, result, selection, numbers, frame)


class _Change(QUndoCommand):
    """The one undo command: the scenario before and after."""

    def __init__(
        self, store: "Store", before: Scenario, after: Scenario, edit: Edit, gesture: int
    ) -> None:
        super().__init__()
        self._say = partial(edit.text, before)
        self._gesture = gesture
        self._store = store
        self.before = before
        self.after = after
        self.retranslate()

    def retranslate(self) -> None:
        """Say what the edit does in the language that the application speaks."""
        self.setText(self._say(words.translate))

    def redo(self) -> None:
        self._store.show(self.after)

    def undo(self) -> None:
        self._store.show(self.before)

    def id(self) -> int:
        return self._gesture

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take up the next edit of the same gesture, so that a drag is one step back."""
        if not isinstance(other, _Change):
            return False
        self.after, self._say = other.after, other._say
        self.retranslate()
        self.setObsolete(self.before == self.after)  # dragged back to where it was
        return True


def new_gesture() -> int:
    """Return a number that no gesture had before; see `Store.dispatch`."""
    return next(_gestures)


class Store(QObject):
    """Holds what is open, and tells the panels of every change.

    Attributes
    ----------
    opening : Signal(Scenario)
        Another scenario is about to be shown; `changed` follows.
    changed : Signal(Snapshot)
        After every edit, undo, redo, selection and opening.
    undo_stack : QUndoStack
        Its clean state is the saved state.

    Raises
    ------
    AttentionError
        From the constructor, when the scenario cannot be computed or its batch is empty.
    """

    opening = Signal(object)
    changed = Signal(object)

    def __init__(self, scenario: Scenario, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.undo_stack = QUndoStack(self)
        self._snapshot = _first_snapshot(scenario)
        self._limit_steps(scenario)

    @property
    def snapshot(self) -> Snapshot:
        """What is shown now."""
        return self._snapshot

    def dispatch(self, edit: Edit, gesture: int = -1) -> None:
        """Apply an edit as one undo step; an edit that changes nothing is none.

        Parameters
        ----------
        edit : Edit
        gesture : int
            Edits of one gesture, such as a drag, have one number and are one undo step.

        Raises
        ------
        AttentionError
            When the edit is refused or its result overflows; then nothing has changed.
        """
        before = self._snapshot.scenario
        after = apply(before, edit)
        if after == before:
            return
        self._prepared = (after, _computed(after))
        self.undo_stack.push(_Change(self, before, after, edit, gesture))

    def scenario_at(self, step: int) -> Scenario | None:
        """Return what undoing (step −1) or redoing (1) leads to; None where nothing does."""
        stack = self.undo_stack
        command = stack.command(stack.index() + min(step, 0))
        if not isinstance(command, _Change):
            return None
        return command.before if step < 0 else command.after

    def retranslate(self) -> None:
        """Take up the language in what can be undone and done again."""
        for at in range(self.undo_stack.count()):
            command = self.undo_stack.command(at)
            if isinstance(command, _Change):
                command.retranslate()

    def selection_of(self, quantity_id: str, index: tuple[int, ...]) -> Selection:
        """Return what selecting one cell leads to."""
        scenario = self._snapshot.scenario
        quantity = scenario.quantities[quantity_id]
        return self._snapshot.selection.at(quantity, index, scenario.sizes)

    def selection_showing(self, axis: Axis, index: int) -> Selection:
        """Return what showing another batch, head or query leads to."""
        return self._snapshot.selection.showing(axis, index, self._snapshot.scenario.sizes)

    def select(self, selection: Selection) -> None:
        """Select what `selection_of` or `selection_showing` has returned; not an undo step."""
        self._publish(self._snapshot.changed(selection=selection))

    def set_numbers(self, numbers: NumberFormat) -> None:
        """Display numbers in another format; not an undo step."""
        if numbers != self._snapshot.numbers:
            self._publish(self._snapshot.changed(numbers=numbers))

    def open(self, scenario: Scenario) -> None:
        """Show another scenario and forget the undo steps.

        Raises
        ------
        AttentionError
            When the scenario cannot be computed; then nothing has changed.
        """
        snapshot = _first_snapshot(scenario).changed(numbers=self._snapshot.numbers)
        self.undo_stack.clear()
        self._limit_steps(scenario)
        self.opening.emit(scenario)
        self._publish(snapshot)

    def show(self, scenario: Scenario) -> None:
        """Show a scenario that an undo step leads to, with the selection kept inside it."""
        prepared, self._prepared = self._prepared, None
        if prepared is not None and prepared[0] is scenario:
            result = prepared[1]
        else:
            result = compute(scenario.problem)
        before = self._snapshot.scenario.sizes
        selection = self._snapshot.selection.within(scenario.quantities, before, scenario.sizes)
        self._publish(self._snapshot.changed(scenario, result, selection))

    _prepared: tuple[Scenario, Result] | None = None
    """Result of the scenario that is about to be shown, so that it is computed once."""

    def _limit_steps(self, scenario: Scenario) -> None:
        """Let as many edits be undone as memory allows, before the first one is made."""
        largest = max(matrix.nbytes for matrix in scenario.problem.matrices.values())
        steps = min(_MOST_STEPS, max(_FEWEST_STEPS, _MOST_BYTES // largest))
        self.undo_stack.setUndoLimit(steps)

    def _publish(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self.changed.emit(snapshot)


def _first_snapshot(scenario: Scenario) -> Snapshot:
    result = _computed(scenario)
    weights = scenario.catalogue["weights"]
    return Snapshot(scenario, result, Selection("weights").at(weights, (0,) * 4, scenario.sizes))


def _computed(scenario: Scenario) -> Result:
    """Return the result; where something may overflow, with every quantity, so that it shows."""
    if scenario.problem.n_batch == 0:
        raise AttentionError(
            "unsupported", "The batch is empty: there is nothing to show, only to compute."
        )
    result = compute(scenario.problem)
    if not scenario.problem.cannot_overflow:
        for _ in _checked(result):
            pass
    return result


def _checked(result: Result) -> Iterator[object]:
    return (result[quantity_id] for quantity_id in result if quantity_id not in _NOT_CHECKED)

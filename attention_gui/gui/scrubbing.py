"""Scrubbing: a number that moves while the mouse is dragged, a key is held or the wheel turns.

All that happens until the button or the key is released is one gesture and one undo step.
"""

from decimal import Decimal

from PySide6.QtCore import QPersistentModelIndex, QPointF, Qt
from PySide6.QtWidgets import QApplication

from attention_gui.gui.matrix_model import AnyIndex, SheetModel
from attention_gui.gui.store import new_gesture
from attention_gui.scenario.edits import Deed
from attention_gui.scenario.stepping import step_of, stepped

__all__ = ["Scrubber"]

_PIXELS = 6
"""How far the mouse goes for one step."""

_NOTCH = 120
"""What Qt calls one notch of the wheel; touch pads turn by less."""


class Scrubber:
    """Moves the number of one cell at a time, by steps of its last digit.

    Parameters
    ----------
    model : SheetModel
    """

    def __init__(self, model: SheetModel) -> None:
        self._model = model
        self._index = QPersistentModelIndex()
        self._pressed: QPointF | None = None
        self._is_horizontal = True
        self._gesture: int | None = None
        self._first = 0.0  # the number before the gesture
        self._base = 0.0  # the number that steps are counted from
        self._value = 0.0  # the number that was accepted last
        self._step = Decimal(1)
        self._n_steps = 0
        self._is_fine = False
        self._turned = 0

    @property
    def cursor(self) -> Qt.CursorShape:
        """Along which way a drag goes, or could go."""
        if self._gesture is None or self._is_horizontal:
            return Qt.CursorShape.SizeHorCursor
        return Qt.CursorShape.SizeVerCursor

    @property
    def is_moving(self) -> bool:
        """Whether a gesture goes on."""
        return self._gesture is not None

    # -- by mouse ----------------------------------------------------------------------------

    def press(self, index: AnyIndex, at: QPointF) -> None:
        """Take note of a cell that may be dragged."""
        self.end()
        self._index, self._pressed = QPersistentModelIndex(index), at

    def drag(self, at: QPointF, is_fine: bool) -> bool:
        """Move the number to where the mouse is; return False when no cell is being dragged.

        Right and up make it larger. The way that the drag begins is the one that counts.
        """
        if self._pressed is None:
            return False
        way = at - self._pressed
        if self._gesture is None:
            if way.manhattanLength() < QApplication.startDragDistance():
                return True
            self._is_horizontal = abs(way.x()) >= abs(way.y())
            self._begin(self._index, is_fine)
        if not self._is_shown():  # undone in the middle of the drag
            self.end()
            return True
        if is_fine != self._is_fine:  # go on from here, more finely or less so
            self._rebase(is_fine)
            self._pressed = at
            return True
        length = way.x() if self._is_horizontal else -way.y()
        self._move_to(int(length / _PIXELS))
        return True

    def cancel(self) -> bool:
        """Put the number back as it was before the drag; return False if there is none."""
        if self._pressed is None or self._gesture is None:
            return False
        self._put(self._first)
        self.end()
        return True

    # -- by key and wheel --------------------------------------------------------------------

    def step(self, index: AnyIndex, n_steps: int, is_fine: bool) -> None:
        """Move the number of a cell by steps, in the gesture that goes on there."""
        if self._gesture is None or self._index != index or not self._is_shown():
            self.end()
            self._begin(index, is_fine)
        if is_fine != self._is_fine:
            self._rebase(is_fine)
        self._move_to(self._n_steps + n_steps)

    def turn(self, index: AnyIndex, angle: int, is_fine: bool) -> None:
        """Move the number of a cell as the wheel turns."""
        notches = int((self._turned + angle) / _NOTCH)
        self._turned += angle - notches * _NOTCH
        if notches:
            self.step(index, notches, is_fine)

    def end(self) -> None:
        """Let what follows be another gesture."""
        self._pressed = self._gesture = None
        self._turned = 0

    # -- the number --------------------------------------------------------------------------

    def _begin(self, index: AnyIndex, is_fine: bool) -> None:
        self._index = QPersistentModelIndex(index)
        self._gesture = new_gesture()
        self._first = float(self._model.sheet.values[index.row(), index.column()])
        self._value = self._first
        self._step = step_of(self._first, self._model.numbers.digits)
        self._rebase(is_fine)

    def _is_shown(self) -> bool:
        """Return whether the cell still holds what the gesture has made of it."""
        row, column = self._index.row(), self._index.column()
        return self._index.isValid() and self._model.sheet.values[row, column] == self._value

    def _rebase(self, is_fine: bool) -> None:
        self._is_fine, self._base, self._n_steps = is_fine, self._value, 0

    def _move_to(self, n_steps: int) -> None:
        step = self._step / 10 if self._is_fine else self._step
        if self._put(stepped(self._base, n_steps, step)):
            self._n_steps = n_steps

    def _put(self, value: float) -> bool:
        """Put a number into the cell; return False when it is refused or the cell is gone."""
        editing, index = self._model.editing, self._index
        if editing is None or not index.isValid() or self._gesture is None:
            return False
        if value != self._value and not editing.put(
            self._model.sheet, index.row(), index.column(), [[value]], Deed.SCRUB, self._gesture
        ):
            return False
        self._value = value
        return True

"""What is done with the cells of a matrix by mouse and keyboard, as in a spreadsheet.

Clicks and keys move, Shift extends a range, typing and dragging change numbers.
"""

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QCursor, QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QToolTip, QWidget

from attention_gui.engine import AttentionError
from attention_gui.gui.cell_editor import CellDelegate
from attention_gui.gui.matrix_model import AnyIndex, SheetModel
from attention_gui.gui.ranged_table import RangedTable
from attention_gui.gui.scrubbing import Scrubber

__all__ = ["CellTable"]

_SHIFT, _CONTROL, _ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
_Cursor = QAbstractItemView.CursorAction
_MOVES = {
    Qt.Key.Key_Up: _Cursor.MoveUp,
    Qt.Key.Key_Down: _Cursor.MoveDown,
    Qt.Key.Key_Left: _Cursor.MoveLeft,
    Qt.Key.Key_Right: _Cursor.MoveRight,
    Qt.Key.Key_Home: _Cursor.MoveHome,
    Qt.Key.Key_End: _Cursor.MoveEnd,
}
"""Keys that move, or with Shift extend the range."""
_STAYING = (
    Qt.FocusReason.MouseFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.PopupFocusReason,
)
"""Whys of the keyboard's coming that choose no cell."""


class CellTable(RangedTable):
    """A table of cells that are selected, typed into and dragged.

    Attributes
    ----------
    picked : Signal(int, int)
        The row and column that the user moved to.
    acted : Signal(int, int)
        The user double-clicked a cell that cannot be typed into, or pressed Space on it.
    hovered : Signal(object)
        The row and column that the mouse has come to, or None where it has left the cells.
    """

    picked = Signal(int, int)
    acted = Signal(int, int)
    hovered = Signal(object)

    def __init__(self, model: SheetModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._place: tuple[int, int] | None = None  # of the selected cell, if it is here
        self._hovered: tuple[int, int] | None = None
        self._drag_from = QPersistentModelIndex()  # the corner of the range that is drawn
        self._is_drag = False
        self._is_closing = False
        self._zoomed_at: QPoint | None = None
        self._scrubber = Scrubber(model)
        self.setModel(model)
        self._delegate = CellDelegate(self, self._fill)
        self.setItemDelegate(self._delegate)
        model.refused.connect(self._refuse)
        self.scrolled.connect(self.hover_again)
        self._set_up()

    def _set_up(self) -> None:
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.DoubleClicked
        )
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def note_zoom(self, at: QPoint | None) -> None:
        """Take it that the wheel zooms, not moves a number, while the mouse stays where it is."""
        self._zoomed_at = at

    @property
    def shows_digits(self) -> bool:
        """Whether the cells have room for digits."""
        return True

    @property
    def delegate(self) -> CellDelegate:
        """The delegate, as the type that it is."""
        return self._delegate

    def set_actions(self, actions: Sequence[QAction]) -> None:
        """Offer actions in the context menu, and by their keys while the keyboard is here."""
        self.addActions(actions)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _fill(self, text: str) -> bool:
        """Put typed text into the whole range; return False when it is refused."""
        return self.range is not None and self._model.fill(self.currentIndex(), self.range, text)

    # -- keyboard and focus ------------------------------------------------------------------

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """Tell where the user moved."""
        super().currentChanged(current, previous)
        self._scrubber.end()
        place = (current.row(), current.column())
        if current.isValid() and place != self._place:
            self.picked.emit(*place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the cell even when it is the current one already; Shift extends the range.

        A drag from here on changes the number of a cell that can be typed into, and draws a
        range elsewhere, or with Shift.
        """
        self._forget_drag()
        if not self._delegate.commit():  # Qt would close the refused cell, and lose its text
            if self._delegate.editor is not None:
                self._delegate.editor.setFocus()
            return
        index, before = self.indexAt(event.position().toPoint()), self.currentIndex()
        button, keys = event.button(), event.modifiers()
        cells = self._range
        if (
            button == Qt.MouseButton.RightButton
            and cells
            and (index.row(), index.column()) in cells
        ):
            return  # its menu is about the range
        is_left = button == Qt.MouseButton.LeftButton and index.isValid()
        if is_left and before.isValid() and keys & _SHIFT:
            self._extend(self._anchor(), index)
            self._drag_from, self._is_drag = QPersistentModelIndex(index), True
            return
        super().mousePressEvent(event)
        current = self.currentIndex()
        if current.isValid() and current == before:  # else `currentChanged` has told
            self.picked.emit(current.row(), current.column())
        if is_left:
            if self._is_editable() and not keys & _CONTROL:
                self._scrubber.press(index, event.position())
            else:
                self._drag_from = QPersistentModelIndex(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Change the number that is dragged, or draw a range."""
        self._zoomed_at = None
        if not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            index = self.indexAt(event.position().toPoint())
            self._hover((index.row(), index.column()) if index.isValid() else None)
        elif self._scrubber.drag(event.position(), bool(event.modifiers() & _SHIFT)):
            self._is_drag = self._scrubber.is_moving
            self.show_cursor()
        elif self._drag_from.isValid():
            index = self._model.index(*self.nearest(event.position()))
            if index != self.currentIndex():
                self._is_drag = True
                self._extend(self._drag_from, index)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag; to Qt it would be a click that clears the range."""
        was_drag = self._is_drag
        self._forget_drag()
        if not was_drag:
            super().mouseReleaseEvent(event)

    def _hover(self, place: tuple[int, int] | None) -> None:
        if place != self._hovered:
            self._hovered = place
            self.hovered.emit(place)

    def hover_again(self) -> None:
        """Find what the mouse is over now that the cells have moved under it."""
        if self._hovered is not None:
            index = self.indexAt(self.viewport().mapFromGlobal(QCursor.pos()))
            self._hover((index.row(), index.column()) if index.isValid() else None)

    def accessible_value(self, row: int, column: int) -> str:
        """Return what a screen reader gives as the value of a cell."""
        return self._model.text(row, column)

    def renew_hint(self) -> None:
        """Let the hint that is shown tell the number that its cell has now."""
        if self._hovered is not None and QToolTip.isVisible():
            index = self._model.index(*self._hovered)
            hint = str(index.data(Qt.ItemDataRole.ToolTipRole))
            if QToolTip.text() != hint:
                QToolTip.showText(QCursor.pos(), hint, self.viewport())

    def _forget_drag(self) -> None:
        self._scrubber.end()
        self._drag_from, self._is_drag = QPersistentModelIndex(), False
        self.show_cursor()

    def show_cursor(self) -> None:
        """Show by the mouse's shape that a number can be dragged, or which way it is."""
        shape = self._scrubber.cursor if self._model.editing else Qt.CursorShape.ArrowCursor
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, extend or act, as in a spreadsheet."""
        key, keys, current = Qt.Key(event.key()), event.modifiers(), self.currentIndex()
        if key == Qt.Key.Key_Escape and self._scrubber.cancel():
            self.show_cursor()
        elif keys & _ALT and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.scrub(1 if key == Qt.Key.Key_Up else -1, is_fine=bool(keys & _SHIFT))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not keys & _CONTROL:
                self.go_down(-1 if keys & _SHIFT else 1)
        elif keys & _SHIFT and key in _MOVES and current.isValid():
            target = self.moveCursor(_MOVES[key], keys & ~_SHIFT)
            self._extend(self._anchor(), target)
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and keys & _CONTROL:
            super().focusNextPrevChild(key == Qt.Key.Key_Tab)
        elif key == Qt.Key.Key_Space and current.isValid() and not self._is_editable():
            self.acted.emit(current.row(), current.column())
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End the gesture of a held key."""
        if event.key() in (Qt.Key.Key_Alt, Qt.Key.Key_Control) and not event.isAutoRepeat():
            self._scrubber.end()
        super().keyReleaseEvent(event)

    def scrub(self, n_steps: int, is_fine: bool) -> None:
        """Move the current cell's number by steps of its last digit, or by tenths of them."""
        if self.currentIndex().isValid() and self._is_editable():
            self._scrubber.step(self.currentIndex(), n_steps, is_fine)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit the cell, or act on it where it cannot be typed into."""
        super().mouseDoubleClickEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not self._is_editable():
            self.acted.emit(index.row(), index.column())

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes right in an editable matrix, and leaves it after the last cell.

        Of a picture it goes to the next matrix: nobody walks through thousands of cells.
        """
        return self._step(1 if forward else -1) or super().focusNextPrevChild(forward)

    def _step(self, step: int) -> bool:
        """Move along the rows in an editable matrix; return False at its end."""
        return self._is_editable() and self.shows_digits and self.go_along(step)

    def _is_editable(self) -> bool:
        return bool(self._model.flags(self.currentIndex()) & Qt.ItemFlag.ItemIsEditable)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Start at the first cell, unless a click says where; show that the keyboard is here.

        Who comes back to the window, or from a menu, finds everything as it was. An open cell has
        the keyboard: a key that moved on would close it.
        """
        editor = self._delegate.editor
        if editor is not None and not self._is_closing:
            super(QAbstractItemView, self).focusInEvent(event)
            editor.setFocus()
            return
        if self.currentIndex().isValid():
            super().focusInEvent(event)
        elif event.reason() in _STAYING:
            super(QAbstractItemView, self).focusInEvent(event)  # which makes no cell the current
        else:
            super().focusInEvent(event)
            self.go_to(self._model.index(0, 0))
        self.viewport().update()
        self.ranged.emit()

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Take the keyboard from the cell that closes, and go to what was selected meanwhile."""
        self._is_closing = True
        super().closeEditor(editor, hint)
        self._is_closing = False
        if self._place is not None and self._model.index(*self._place) != self.currentIndex():
            with QSignalBlocker(self):
                self.go_to(self._model.index(*self._place))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Move the number under the mouse with Ctrl, if the keyboard is in its cell too.

        Any other turn scrolls or zooms; so does one that goes on where the mouse has zoomed.
        """
        keys, index = event.modifiers(), self.currentIndex()
        is_here = index.isValid() and self.indexAt(event.position().toPoint()) == index
        can_move = (
            self.shows_digits
            and self._is_editable()
            and event.globalPosition().toPoint() != self._zoomed_at
        )
        if keys & _CONTROL and is_here and self.hasFocus() and can_move:
            turned = event.angleDelta()  # with Shift, some systems turn it sideways
            self._scrubber.turn(index, turned.y() or turned.x(), bool(keys & _SHIFT))
            event.accept()
        else:
            super().wheelEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """End the gesture of the wheel; point at no cell."""
        super().leaveEvent(event)
        self._hover(None)
        self._scrubber.end()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the keyboard has left."""
        super().focusOutEvent(event)
        self._scrubber.end()
        self.viewport().update()
        self.ranged.emit()

    def _refuse(self, index: QModelIndex, error: AttentionError) -> None:
        self._delegate.refuse(error)

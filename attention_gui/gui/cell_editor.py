"""Typing into a cell: commit by key, and never lose what was typed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    Qt,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from attention_gui.engine import AttentionError
from attention_gui.gui.ranged_table import RangedTable
from attention_gui.gui.refusal import Refusal

__all__ = ["CellDelegate", "comes_back"]

_Index = QModelIndex | QPersistentModelIndex

_TABS = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}
_ARROWS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
"""Keys that commit a cell, and how many cells further they go: along the row, or the column."""

_PICTURE_CHARACTERS = 10
"""Room for what is typed over the cell of a picture."""

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class CellDelegate(QStyledItemDelegate):
    """Edits one cell in a line edit that stays open, with its text, while it is refused.

    Parameters
    ----------
    view : QAbstractItemView
        The view whose cells are edited.
    fill : callable
        Puts a text into the whole range; returns False when it is refused.
    """

    def __init__(self, view: RangedTable, fill: Callable[[str], bool]) -> None:
        super().__init__(view)
        self._view = view
        self._fill = fill
        self._editor: QLineEdit | None = None
        self._refusal: Refusal | None = None
        self._index = QPersistentModelIndex()
        self._is_held = False

    @property
    def editor(self) -> QLineEdit | None:
        """The open editor, if there is one."""
        return self._editor

    @property
    def place(self) -> tuple[int, int]:
        """Row and column of the cell that the editor is, or was, open in."""
        return self._index.row(), self._index.column()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep the editor open though it loses the keyboard meanwhile."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        """Return a line edit over the cell."""
        editor = QLineEdit(parent)
        editor.setObjectName("cell-editor")
        editor.setAlignment(Qt.AlignmentFlag.AlignCenter)
        editor.setFrame(False)
        editor.textEdited.connect(self._forget_refusal)
        self._editor, self._index = editor, QPersistentModelIndex(index)
        self.retranslate()
        return editor

    def retranslate(self) -> None:
        """Name the open editor, and say what it refuses, in the application's language."""
        if self._editor is not None:
            spoken = self._index.data(Qt.ItemDataRole.AccessibleTextRole)
            self._editor.setAccessibleName(str(spoken))
        if self._refusal is not None:
            self._refusal.retranslate()

    def destroyEditor(self, editor: QWidget, index: _Index) -> None:
        """Close the editor and the message beside it."""
        self._forget_refusal()
        self._editor = None
        super().destroyEditor(editor, index)

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        """Put the cell's value in when the editor opens; never replace what is being typed."""
        if isinstance(editor, QLineEdit) and not editor.isModified() and not editor.text():
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        """Commit when the view asks for it."""
        if isinstance(editor, QLineEdit):
            model.setData(index, editor.text(), Qt.ItemDataRole.EditRole)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: _Index
    ) -> None:
        """Cover the cell, also when it moves."""
        editor.setFont(self._view.font())
        editor.setGeometry(self._legible(self._view.visualRect(index), editor))

    def _legible(self, cell: QRect, editor: QWidget) -> QRect:
        """Return where what is typed can be read: the cell of a picture may be one pixel."""
        text = editor.fontMetrics()
        if cell.height() >= text.height():
            return cell
        room = self._view.viewport().rect()
        wide = min(_PICTURE_CHARACTERS * text.averageCharWidth(), room.width())
        box = QRect(0, 0, max(cell.width(), wide), text.height() + 4)
        box.moveCenter(cell.center())
        box.moveLeft(max(0, min(box.left(), room.width() - box.width())))
        box.moveTop(max(0, min(box.top(), room.height() - box.height())))
        return box

    def commit(self, *, everywhere: bool = False) -> bool:
        """Commit the open editor and close it; return False when its text is refused.

        Parameters
        ----------
        everywhere : bool
            Whether the text is for the whole range.
        """
        editor = self._editor
        if editor is None:
            return True
        if everywhere:
            accepted = self._fill(editor.text())
        else:
            accepted = self._view.model().setData(self._index, editor.text())
        if accepted:
            self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        return accepted

    def refuse(self, error: AttentionError) -> None:
        """Say beside the open editor why its text was refused."""
        if self._editor is None:
            return
        if self._refusal is None:
            self._refusal = Refusal(self._editor)
        self._refusal.say(error)
        self._editor.setProperty("refused", True)
        self._editor.style().polish(self._editor)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Commit by key or by leaving, and keep the editor open when that is refused."""
        if watched is not self._editor:
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.FocusOut:
            if not (self._is_held or comes_back(event)):
                self.commit()
            return False
        if _is_fill(event):
            self.commit(everywhere=True)
            return True
        if _is_scrub(event):
            if self.commit():
                QCoreApplication.sendEvent(self._view, event)
            return True
        if isinstance(event, QKeyEvent) and _goes_on(event):
            if self.commit():
                is_back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                self._go_on(Qt.Key(event.key()), is_back=is_back)
            return True
        return super().eventFilter(watched, event)

    def _go_on(self, key: Qt.Key, *, is_back: bool) -> None:
        """Go where a key goes next; Shift turns Enter round."""
        if key in _TABS:
            self._view.go_along(_TABS[key])
        elif key in _ENTER:
            self._view.go_down(-1 if is_back else 1)
        else:
            target = self._index.sibling(self._index.row() + _ARROWS[key], self._index.column())
            if target.isValid():
                self._view.go_to(target)

    def _forget_refusal(self) -> None:
        if self._refusal is not None:
            self._refusal.forget()
            self._refusal = None
        if self._editor is not None:
            self._editor.setProperty("refused", False)
            self._editor.style().polish(self._editor)


def _is_fill(event: QEvent) -> bool:
    """Return whether a key commits a cell to the whole range: Ctrl+Enter."""
    return (
        event.type() == QEvent.Type.KeyPress
        and isinstance(event, QKeyEvent)
        and Qt.Key(event.key()) in _ENTER
        and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    )


def comes_back(event: QEvent) -> bool:
    """Return whether the keyboard goes to a menu or another window, and comes back after it."""
    return isinstance(event, QFocusEvent) and event.reason() in (
        Qt.FocusReason.PopupFocusReason,
        Qt.FocusReason.MenuBarFocusReason,
        Qt.FocusReason.ActiveWindowFocusReason,
    )


def _is_scrub(event: QEvent) -> bool:
    """Return whether a key moves the number of the cell, which the view does: Alt+Up or Down."""
    return (
        event.type() == QEvent.Type.KeyPress
        and isinstance(event, QKeyEvent)
        and Qt.Key(event.key()) in (Qt.Key.Key_Up, Qt.Key.Key_Down)
        and bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
    )


def _goes_on(event: QKeyEvent) -> bool:
    """Return whether a key commits the cell and goes on to another one."""
    is_press = event.type() == QEvent.Type.KeyPress
    return is_press and Qt.Key(event.key()) in (*_TABS, *_ENTER, *_ARROWS)

"""Typing into a cell: commit by key, and never lose what was typed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QLabel,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from attention_gui.engine import AttentionError
from attention_gui.gui import words
from attention_gui.gui.fonts import BASE_PIXELS, text_font

__all__ = ["CellDelegate", "Refusal", "comes_back"]

_Index = QModelIndex | QPersistentModelIndex

_MOVES: dict[Qt.Key, tuple[int, int]] = {
    Qt.Key.Key_Return: (1, 0),
    Qt.Key.Key_Enter: (1, 0),
    Qt.Key.Key_Tab: (0, 1),
    Qt.Key.Key_Backtab: (0, -1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
"""Keys that commit a cell, and where they go next: (rows, columns)."""

_PICTURE_CHARACTERS = 10
"""Room for what is typed over the cell of a picture."""

_USUAL_WIDTH = 320
"""Of what is said beside a field."""

_MOVING = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide}
"""After these events a widget, or what lies in it, may be elsewhere."""

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Refusal(QLabel):
    """Says beside a field, and to screen readers in it, why its text was refused.

    It goes along with the field, whichever of the widgets around it moves, and is not to be seen
    where the field is not.
    """

    def __init__(self, field: QWidget) -> None:
        super().__init__(field.window())
        self._field = field
        self._error: AttentionError | None = None
        self.setObjectName("refusal")
        self.setFont(text_font(BASE_PIXELS))
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self._around: list[QWidget] = []
        self._watch()

    def _watch(self) -> None:
        """Take note of what the field lies in."""
        self._watch_none()
        widget: QWidget | None = self._field
        while widget is not None:
            widget.installEventFilter(self)
            self._around.append(widget)
            widget = None if widget.isWindow() else widget.parentWidget()

    def _watch_none(self) -> None:
        for widget in self._around:
            widget.removeEventFilter(self)
        self._around.clear()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the field."""
        if event.type() == QEvent.Type.ParentChange:
            self._watch()
        if event.type() in _MOVING:
            self.place()
        return super().eventFilter(watched, event)

    def forget(self) -> None:
        """Say nothing any more, and go."""
        self._watch_none()
        self._field.setAccessibleDescription("")
        self.hide()
        self.deleteLater()

    def say(self, error: AttentionError) -> None:
        """Show what an error says."""
        self._error = error
        self.retranslate()

    def retranslate(self) -> None:
        """Say the same in the language that the application speaks."""
        if self._error is not None:
            self.setText(words.refusal(self._error))
            self._field.setAccessibleDescription(self.text())
            self.place()

    def place(self) -> None:
        """Stand below the field, or above it where there is no room."""
        field = self._field
        window = field.window()
        if not _is_in_sight(field):
            self.hide()
            return
        self.ensurePolished()  # the style sheet's padding counts
        self.setFixedWidth(min(max(_USUAL_WIDTH, self._least_width()), window.width() - 16))
        self.setFixedHeight(self.heightForWidth(self.width()))
        below = field.mapTo(window, QPoint(0, field.height() + 4))
        x = max(8, min(below.x(), window.width() - self.width() - 8))
        y = below.y()
        if y + self.height() > window.height() - 8:
            y = field.mapTo(window, QPoint(0, 0)).y() - self.height() - 4
        self.move(x, y)
        self.show()
        self.raise_()

    def _least_width(self) -> int:
        """Return the width of the longest word: a long number that was typed does not wrap."""
        longest = max(map(self.fontMetrics().horizontalAdvance, self.text().split()), default=0)
        return longest + self.width() - self.contentsRect().width() + 1


def _is_in_sight(widget: QWidget) -> bool:
    """Return whether a widget is within all that it lies in, whatever lies over it just now."""
    box, around = widget.rect(), widget
    while not around.isWindow():
        parent = around.parentWidget()
        if parent is None:
            break
        box, around = box.translated(around.pos()) & parent.rect(), parent
    return widget.isVisible() and not box.isEmpty()


class CellDelegate(QStyledItemDelegate):
    """Edits one cell in a line edit that stays open, with its text, while it is refused.

    Parameters
    ----------
    view : QAbstractItemView
        The view whose cells are edited.
    fill : callable
        Puts a text into the whole range; returns False when it is refused.
    """

    def __init__(self, view: QAbstractItemView, fill: Callable[[str], bool]) -> None:
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
        if (move := _move_of(event)) is not None:
            if self.commit():
                self._move(*move)
            return True
        return super().eventFilter(watched, event)

    def _move(self, rows: int, columns: int) -> None:
        model = self._view.model()
        row, column = self._index.row() + rows, self._index.column() + columns
        if not 0 <= column < model.columnCount():  # past the end of a line: on to the next
            row, column = row + columns, column % model.columnCount()
        target = model.index(row, column)
        if target.isValid():
            self._view.selectionModel().setCurrentIndex(
                target, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )

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


def _move_of(event: QEvent) -> tuple[int, int] | None:
    """Return where a key goes next if it commits the cell; Shift turns Enter round."""
    if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
        return None
    key = Qt.Key(event.key())
    move = _MOVES.get(key)
    if move is not None and key in _ENTER and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
        return -move[0], move[1]
    return move

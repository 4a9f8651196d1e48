"""One sentence across the top of the window, until it is dismissed."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from attention_gui.engine import AttentionError
from attention_gui.gui import words
from attention_gui.gui.words import Message

__all__ = ["Notice"]


class Notice(QFrame):
    """Says what went wrong without standing in the way of a lecture."""

    accessible_role = QAccessible.Role.AlertMessage

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._text = QLabel()
        self._text.setObjectName("notice.text")
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._close = QToolButton()
        self._close.setObjectName("notice.close")
        self._close.setText("×")
        self._close.clicked.connect(self.hide)
        self._message: Message = ""
        self._is_of_edit = False
        row = QHBoxLayout(self)
        row.addWidget(self._text, 1)
        row.addWidget(self._close)
        self.hide()
        self.retranslate()

    def retranslate(self) -> None:
        """Take up the language."""
        self._close.setAccessibleName(self.tr("Dismiss"))
        self._show_message()

    def _show_message(self) -> None:
        text = words.written(self._message)
        self._text.setText(text)
        self.setAccessibleName(text)

    @property
    def text(self) -> str:
        """What is said, or an empty text."""
        return "" if self.isHidden() else self._text.text()

    def say(self, message: Message) -> None:
        """Show a sentence; one that follows the language is given as what returns it."""
        self._message, self._is_of_edit = message, False
        self._show_message()
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def refuse(self, error: AttentionError, *, of_edit: bool = False) -> None:
        """Show why something is refused; of an edit, until another one is accepted."""
        self.say(partial(words.refusal, error))
        self._is_of_edit = of_edit

    def accept(self) -> None:
        """Take back what was said of an edit: the next one has been accepted."""
        if self._is_of_edit:
            self.hide()

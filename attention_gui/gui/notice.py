"""One sentence across the top of the window, until it is dismissed."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

__all__ = ["Notice"]


class Notice(QFrame):
    """Says what went wrong without standing in the way of a lecture."""

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
        close = QToolButton()
        close.setObjectName("notice.close")
        close.setText("×")
        close.setAccessibleName(self.tr("Dismiss"))
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.addWidget(self._text, 1)
        row.addWidget(close)
        self.hide()

    @property
    def text(self) -> str:
        """What is said, or an empty text."""
        return "" if self.isHidden() else self._text.text()

    def say(self, message: str) -> None:
        """Show a sentence."""
        self._text.setText(message)
        self.show()

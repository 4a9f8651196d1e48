"""What the board says where every panel of it is hidden."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QKeySequence
from PySide6.QtWidgets import QLabel, QWidget

from attention_gui.gui.fonts import text_font
from attention_gui.gui.theme import Metrics, Theme

__all__ = ["EmptyBoard"]


class EmptyBoard(QLabel):
    """A sentence on how the panels come back; it takes the keyboard, so that it is read aloud."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("empty-board")
        self.setProperty("kind", "muted")
        self.setWordWrap(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._action: QAction | None = None

    def set_action(self, action: QAction) -> None:
        """Tell of the action that shows the panels again, and offer it."""
        self._action = action
        self.addAction(action)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.retranslate()

    def retranslate(self) -> None:
        """Take up the language."""
        if self._action is not None:
            keys = self._action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            self.setText(
                self.tr("Every panel of the board is hidden. {0} shows them again.").format(keys)
            )

    def set_look(self, theme: Theme, metrics: Metrics) -> None:
        """Show in another size; the colours come from the style sheet."""
        self.setFont(text_font(metrics.unit))

    @property
    def kind(self) -> str:
        """No other item is like it."""
        return self.objectName()

    def width_with_name(self, _metrics: Metrics) -> int:
        """Return 0: it has no name that gives way."""
        return 0

    def size_within(self, width: int, metrics: Metrics) -> QSize:
        """Return the size of the sentence where it has so much room."""
        text = QFontMetrics(text_font(metrics.unit))
        lines = text.boundingRect(0, 0, width, 0, Qt.TextFlag.TextWordWrap, self.text())
        return QSize(width, lines.height())

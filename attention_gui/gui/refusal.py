"""The reason why a text was refused, beside the field that it stands in."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QLabel, QWidget

from attention_gui.engine import AttentionError
from attention_gui.gui import words
from attention_gui.gui.fonts import BASE_PIXELS, text_font

__all__ = ["Refusal"]

_USUAL_WIDTH = 320
"""Of what is said beside a field."""

_MOVING = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide}
"""After these events a widget, or what lies in it, may be elsewhere."""


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

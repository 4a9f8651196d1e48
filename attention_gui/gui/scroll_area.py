"""A place that scrolls where its content is larger."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

__all__ = ["ScrollArea"]


class ScrollArea(QScrollArea):
    """Scrolls by the wheel, but leaves Ctrl and the wheel to the zoom.

    Parameters
    ----------
    content : QWidget

    Attributes
    ----------
    resized : Signal()
        Another part of the content may be in sight.
    """

    resized = Signal()

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        self.setWidget(content)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def reveal(self, widget: QWidget, at: QPoint, margin: int) -> None:
        """Bring a widget into sight; if it is too large for that, a place on it."""
        self.ensureWidgetVisible(widget, margin, margin)
        place = widget.mapTo(self._content, at)
        self.ensureVisible(place.x(), place.y())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell of it."""
        super().resizeEvent(event)
        self.resized.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll unless Ctrl is held."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        else:
            super().wheelEvent(event)

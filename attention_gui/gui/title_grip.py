"""The title of a panel as what it is taken by: dragged, double-clicked."""

from PySide6.QtCore import QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

__all__ = ["TitleGrip"]


class TitleGrip(QWidget):
    """A widget with a title line at its top.

    Attributes
    ----------
    title_double_clicked : Signal()
    title_dragged : Signal(QPoint)
        Where the mouse is on the screen that drags the title.
    title_released : Signal(bool)
        The drag is over; False when it was given up with Esc.
    """

    title_double_clicked = Signal()
    title_dragged = Signal(QPoint)
    title_released = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed_at: QPointF | None = None
        self._is_dragged = False

    def is_title(self, at: QPoint) -> bool:
        """Return whether a place belongs to the title."""
        raise NotImplementedError  # the card knows; a QWidget cannot be an abstract class

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a drag would begin."""
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._end()
        if is_left and self.is_title(event.position().toPoint()):
            self._pressed_at = event.globalPosition()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag, once the mouse is away from where it was pressed."""
        if self._pressed_at is None:
            return
        way = event.globalPosition() - self._pressed_at
        if self._is_dragged or way.manhattanLength() >= QApplication.startDragDistance():
            self._is_dragged = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.title_dragged.emit(event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop."""
        if self._end():
            self.title_released.emit(True)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Tell of a double click on the title."""
        if self.is_title(event.position().toPoint()):
            self.title_double_clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give up the drag with Esc."""
        if event.key() == Qt.Key.Key_Escape and self._end():
            self.title_released.emit(False)
        else:
            super().keyPressEvent(event)

    def _end(self) -> bool:
        """Forget the drag, and return whether there was one."""
        was_dragged, self._is_dragged, self._pressed_at = self._is_dragged, False, None
        if was_dragged:
            self.unsetCursor()
        return was_dragged

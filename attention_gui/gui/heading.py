"""What is open, at the left of the tool bar: its title, and what else is to be said of it."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from attention_gui.gui.fonts import BASE_PIXELS, text_font

__all__ = ["Heading"]

_DOT = " · "
_GAP = 0.4
"""Between title and summary, in sizes of the title's type."""


class Heading(QWidget):
    """A title with a summary after it, which gives way to it where there is little room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._summary = _Elided(self), _Parts(self)
        self._title.setObjectName("title")
        self._title.setFont(text_font(BASE_PIXELS * 1.15, bold=True))
        self._summary.setObjectName("summary")

    def set_texts(self, title: str, summary: str) -> None:
        """Show other texts; what is cut of them is in their hints."""
        for label, text in ((self._title, title), (self._summary, summary)):
            label.setText(text)
            label.setToolTip(text)

    @property
    def _gap(self) -> int:
        return round(_GAP * self._title.font().pixelSize())

    def sizeHint(self) -> QSize:
        """Return the room for both, whole."""
        title, summary = self._title.sizeHint(), self._summary.sizeHint()
        height = max(title.height(), summary.height())
        return QSize(title.width() + self._gap + summary.width(), height)

    def minimumSizeHint(self) -> QSize:
        """Return the width of a short title, and of a few words of a long one."""
        full = self._title.sizeHint()
        few = min(full.width(), 9 * self._title.font().pixelSize())
        return QSize(few, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Give both other places when one of them needs another width."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._place()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give both their places."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        title = min(self._title.sizeHint().width(), self.width())
        self._title.setGeometry(0, 0, title, self.height())
        left = title + self._gap
        self._summary.setGeometry(left, 0, max(0, self.width() - left), self.height())


class _Elided(QLabel):
    """A line of text that gives way where there is little room."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def shown(self) -> str:
        """Return as much of the text as fits."""
        letters = QFontMetrics(self.font())
        return letters.elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, self.shown())


class _Parts(_Elided):
    """A line of parts with dots between them, of which none is cut: the last ones give way."""

    def shown(self) -> str:
        """Return as many parts as fit."""
        letters, parts = QFontMetrics(self.font()), self.text().split(_DOT)
        while parts and letters.horizontalAdvance(_DOT.join(parts)) > self.width():
            parts.pop()
        return _DOT.join(parts)

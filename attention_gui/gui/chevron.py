"""The arrow of what opens a list or a menu, as large as its text asks for."""

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFontInfo, QPainter, QPen
from PySide6.QtWidgets import QWidget

__all__ = ["draw_chevron"]

_HALF, _LINE = 0.24, 0.11
"""Half of its width, and the width of its line, in sizes of the type."""


def draw_chevron(widget: QWidget, place: QRect) -> None:
    """Draw it in the middle of a place on a widget that is being painted.

    Qt's own arrow is a picture of one size for a light ground.
    """
    unit = QFontInfo(widget.font()).pixelSize()
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(widget.palette().windowText().color(), max(1.4, _LINE * unit))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    half, middle = _HALF * unit, QPointF(place.center())
    painter.drawPolyline(
        [
            middle + QPointF(-half, -half / 2),
            middle + QPointF(0, half / 2),
            middle + QPointF(half, -half / 2),
        ]
    )

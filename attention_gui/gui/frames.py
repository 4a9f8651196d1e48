"""The frame around a matrix, which tells the role of its quantity without colour.

Dashes are drawn one by one: those of a pen's pattern begin a little elsewhere where only a part
of the line is repainted, and would not meet what has stayed on the screen.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from PySide6.QtCore import QLineF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from attention_gui.gui.theme import USUAL_PIXELS, Frame, Metrics

__all__ = ["draw_frame"]

_WIDTH, _EDGE, _BETWEEN, _RADIUS = 1.6, 1.0, 3.0, 6.0
"""Of a line; of its middle from the edge, of the next line from there; of round corners."""
_THIN_WIDTH, _THIN_EDGE = 1.0, 0.5
"""The same where there is little room before the labels, and two lines still have a gap."""
_LEAST_ROOM = 5

_PATTERNS: Mapping[Frame, tuple[float, ...]] = {
    Frame.DASHED: (4.5, 2.0),
    Frame.DOTTED: (1.5, 1.5),
    Frame.DASH_DOTTED: (4.5, 1.8, 1.5, 1.8),
}
"""Dashes and gaps in turn, in widths of the line."""


def draw_frame(
    painter: QPainter, frame: Frame, color: QColor, place: QRect, metrics: Metrics
) -> None:
    """Draw a frame inside a rectangle, with lines that grow with the type.

    Parameters
    ----------
    painter : QPainter
    frame : Frame
    color : QColor
    place : QRect
    metrics : Metrics
    """
    scale = max(1.0, metrics.unit / USUAL_PIXELS)
    has_room = metrics.frame >= _LEAST_ROOM
    width = scale * (_WIDTH if has_room else _THIN_WIDTH)
    edge = scale * (_EDGE if has_room else _THIN_EDGE)
    box = QRectF(place).adjusted(edge, edge, -edge, -edge)
    pen = QPen(color, width)
    if frame in _PATTERNS:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        size = (box.width(), box.height())
        painter.translate(box.topLeft())
        painter.drawLines(_dashes(size, width, _PATTERNS[frame]))
        painter.translate(-box.topLeft())
        return
    painter.setPen(pen)
    radius = _RADIUS * scale if frame is Frame.DOUBLE_ROUNDED else 0.0
    painter.drawRoundedRect(box, radius, radius)
    if frame in (Frame.DOUBLE, Frame.DOUBLE_ROUNDED):
        between = _BETWEEN * scale
        inner = max(0.0, radius - between)
        box = box.adjusted(between, between, -between, -between)
        painter.drawRoundedRect(box, inner, inner)
    if frame is Frame.THICK_LEFT:
        painter.fillRect(QRectF(box.left(), box.top(), metrics.frame, box.height()), color)


@lru_cache(maxsize=256)
def _dashes(size: tuple[float, float], width: float, pattern: tuple[float, ...]) -> list[QLineF]:
    """Return the dashes along a rectangle of a size; each side begins and ends with one."""
    right, bottom = size
    lines = []
    for start, end in _runs(right + width, width, pattern):
        x, end_x = start - width / 2, end - width / 2
        lines += [QLineF(x, y, end_x, y) for y in (0.0, bottom)]
    for start, end in _runs(bottom + width, width, pattern):
        y, end_y = start - width / 2, end - width / 2
        lines += [QLineF(x, y, x, end_y) for x in (0.0, right)]
    return lines


def _runs(length: float, width: float, pattern: tuple[float, ...]) -> Iterator[tuple[float, float]]:
    """Yield where dashes are along a length, the pattern stretched to end as it begins."""
    first = pattern[0] * width
    period = sum(pattern) * width
    count = max(1, round((length - first) / period))
    stretched = (length - first) / (count * period)
    at = 0.0
    for _ in range(count):
        for dash, gap in zip(pattern[::2], pattern[1::2], strict=True):
            yield at, at + dash * width
            at += (dash + gap) * width * stretched
    yield length - first, length

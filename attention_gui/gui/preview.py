"""What marks the links of the cell under the mouse, before a click keeps them."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from attention_gui.gui.marks import set_dashes
from attention_gui.gui.theme import Theme

__all__ = ["draw_preview"]

_DASHES = (4.0, 3.0)
"""A dash and a gap, in widths of the outline."""


def draw_preview(painter: QPainter, boxes: Sequence[QRectF], theme: Theme, width: int) -> None:
    """Outline boxes by dashes in ink and paper, which show on every ground and without colour.

    Parameters
    ----------
    painter : QPainter
    boxes : sequence of QRectF
    theme : Theme
    width : int
        Of the outline.
    """
    paper, ink = QPen(QColor(theme.card), width), QPen(QColor(theme.mark), width)
    for pen in (paper, ink):
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    set_dashes(ink, *(width * length for length in _DASHES))
    for pen in (paper, ink):
        painter.setPen(pen)
        painter.drawRects(list(boxes))

"""What is in the window while the rest of the program is being loaded."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attention_gui.gui.application import NAME
from attention_gui.gui.fonts import BASE_PIXELS, text_font
from attention_gui.gui.style import type_pixels

__all__ = ["StartPicture"]

_NAME, _CELL, _GAP, _BETWEEN = 34, 14, 3, 40
"""Type size of the name, side of a cell, space between cells, and before the name, in pixels of
the smallest window."""

_LEAST = 0.06
_WEIGHTS = (
    (1.0, 0.0, 0.0, 0.0, 0.0),
    (0.4, 0.6, 0.0, 0.0, 0.0),
    (0.1, 0.2, 0.7, 0.0, 0.0),
    (0.3, 0.1, 0.2, 0.4, 0.0),
    (0.1, 0.3, 0.1, 0.2, 0.3),
)
"""An ornament: what weights under a causal mask look like, a row a query."""


class StartPicture(QWidget):
    """The program's name beside an ornament, in the middle, in the colour of the window's text."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(NAME)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw both, in a size that goes with the window's."""
        scale = type_pixels(self.window().size()) / BASE_PIXELS
        cell, gap = round(_CELL * scale), round(_GAP * scale)
        side = len(_WEIGHTS) * (cell + gap) - gap
        painter = QPainter(self)
        ink = self.palette().windowText().color()
        painter.setPen(ink)
        painter.setFont(text_font(_NAME * scale, bold=True))
        name = painter.fontMetrics().size(0, NAME)
        box = QSize(side + round(_BETWEEN * scale) + name.width(), side)
        left = (self.width() - box.width()) // 2
        top = (self.height() - box.height()) // 2
        painter.drawText(
            left + box.width() - name.width(), top, name.width(), side,
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, NAME,
        )  # fmt: skip
        for row, weights in enumerate(_WEIGHTS):
            for column, weight in enumerate(weights):
                painter.setOpacity(_LEAST + (1 - _LEAST) * weight)
                at = QRectF(left + column * (cell + gap), top + row * (cell + gap), cell, cell)
                painter.fillRect(at, ink)
        painter.end()

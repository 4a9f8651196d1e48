"""Formulas: TeX to something that a painter can draw."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from attention_gui.gui.typesetting import COLOR, PIXELS, svg

__all__ = ["FormulaView", "draw_formula", "formula_size"]


@lru_cache(maxsize=512)
def _renderer(tex: str, color: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(svg(tex).replace(COLOR, color).encode()))


def formula_size(tex: str, pixels: float) -> QSizeF:
    """Return the size of a formula whose letters match type of so many pixels."""
    size = QSizeF(_renderer(tex, "#000000").defaultSize())
    return size * (pixels / PIXELS)


def draw_formula(painter: QPainter, tex: str, color: str, at: QPointF, pixels: float) -> float:
    """Draw a formula with its vertical middle at a point, and return its width.

    Parameters
    ----------
    painter : QPainter
    tex, color : str
    at : QPointF
        Left end of the formula's middle line.
    pixels : float
        Size of the letters.
    """
    size = formula_size(tex, pixels)
    box = QRectF(at.x(), at.y() - size.height() / 2, size.width(), size.height())
    _renderer(tex, color).render(painter, box)
    return size.width()


class FormulaView(QWidget):
    """A widget that shows one formula, made smaller where it would not fit."""

    accessible_role = QAccessible.Role.Equation

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tex = ""
        self._color = "#000000"
        self._pixels = 16.0

    def set_formula(self, tex: str, color: str, pixels: float) -> None:
        """Show a formula; what a screen reader says of it is the widget's accessible name."""
        if (tex, color, pixels) != (self._tex, self._color, self._pixels):
            self._tex, self._color, self._pixels = tex, color, pixels
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the formula's full size."""
        return formula_size(self._tex, self._pixels).toSize() if self._tex else QSize(0, 0)

    def minimumSizeHint(self) -> QSize:
        """Return the full height: only the width may give way."""
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the formula at the left."""
        if not self._tex:
            return
        fit = min(1.0, self.width() / max(1.0, formula_size(self._tex, self._pixels).width()))
        painter = QPainter(self)
        draw_formula(
            painter, self._tex, self._color, QPointF(0, self.height() / 2), self._pixels * fit
        )

"""A text behind a sample of the outline that it tells of."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from attention_gui.gui.marks import draw_linked, thin
from attention_gui.gui.theme import Metrics, Theme
from attention_gui.scenario.relations import Relation

__all__ = ["LegendLabel"]


class LegendLabel(QLabel):
    """Tells of cells of one relation to the selected one.

    Parameters
    ----------
    relation : Relation
    """

    def __init__(self, relation: Relation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._relation = relation
        self._theme: Theme | None = None
        self._width = 1
        self._sample = QSize()

    def set_look(self, theme: Theme, metrics: Metrics) -> None:
        """Draw the sample in another theme, as wide as the outlines are at a size."""
        self._theme, self._width = theme, thin(metrics)
        height = round(QFontMetricsF(self.font()).ascent())
        self._sample = QSize(2 * height, height)
        self.setContentsMargins(round(2.6 * height), 0, 0, 0)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a cell before the first line."""
        super().paintEvent(event)
        if self._theme is None:
            return
        text = QFontMetricsF(self.font())
        box = QRectF(self._width, (text.height() - self._sample.height()) / 2,
                     self._sample.width(), self._sample.height())  # fmt: skip
        painter = QPainter(self)
        draw_linked(painter, {self._relation: [box]}, self._theme, self._width)

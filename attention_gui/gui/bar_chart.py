"""Bars on [0, 1], one a row of the matrix beside it. Imports pyqtgraph."""

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QResizeEvent
from PySide6.QtWidgets import QWidget

from attention_gui.gui.fonts import text_font
from attention_gui.gui.theme import Metrics, Theme
from attention_gui.quantities import Role
from attention_gui.scenario.numbers import NumberFormat

__all__ = ["BarChart"]

pg.setConfigOptions(imageAxisOrder="row-major", antialias=True)

_THICKNESS = 0.55  # of a row
_THIN = 2.0  # pixels


class BarChart(pg.PlotWidget):
    """Horizontal bars whose rows align with the rows of a matrix."""

    accessible_role = QAccessible.Role.Chart

    _rows = (0.0, 0.0)  # of the class: Qt resizes what is not made yet

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=None, enableMenu=False)
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._bars = pg.BarGraphItem(x0=0, y=[0.5], width=[0.0], height=_THICKNESS)
        self._look: tuple[Theme, Metrics] | None = None
        self._numbers: NumberFormat | None = None
        self._bar: str | None = None
        item = self.getPlotItem()
        item.addItem(self._bars)
        item.hideButtons()
        item.hideAxis("left")
        item.layout.setContentsMargins(0, 0, 0, 0)
        item.getViewBox().setMouseEnabled(x=False, y=False)
        item.getViewBox().setDefaultPadding(0)
        item.getViewBox().disableAutoRange()
        item.getViewBox().invertY(True)  # the first row is at the top
        self._lengths: npt.NDArray[np.float64] = np.zeros(0)

    @property
    def lengths(self) -> npt.NDArray[np.float64]:
        """The lengths of the bars as they were given."""
        return self._lengths

    def set_look(self, theme: Theme, metrics: Metrics) -> None:
        """Paint in another theme or size."""
        if self._look == (theme, metrics):
            return
        self._look = (theme, metrics)
        self.setBackground(theme.card)
        self._bar = theme.roles[Role.WEIGHT]
        self._bars.setOpts(brush=pg.mkBrush(self._bar))
        self._show_thin_bars()
        axis = self.getPlotItem().getAxis("bottom")
        axis.setPen(pg.mkPen(theme.line))
        axis.setTextPen(pg.mkPen(theme.muted))
        axis.setStyle(tickFont=text_font(metrics.label_pixels * 0.92), tickLength=3,
                      tickTextOffset=2)  # fmt: skip
        axis.setHeight(metrics.legend_height)

    def set_numbers(self, numbers: NumberFormat) -> None:
        """Write the numbers of the axis in a format."""
        if numbers != self._numbers:
            self._numbers = numbers
            ticks = [(tick, numbers.written(f"{tick:g}")) for tick in (0, 0.5, 1)]
            self.getPlotItem().getAxis("bottom").setTicks([ticks, []])

    def set_rows(self, first: float, end: float) -> None:
        """Show the bars beside the rows from one place to another, counted in rows."""
        if (first, end) != self._rows:
            self._rows = (first, end)
            self.setRange(xRange=(-0.06, 1.08), yRange=(first, end), padding=0)
            self._show_thin_bars()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let bars be seen that are thinner now."""
        super().resizeEvent(event)
        self._show_thin_bars()

    def _show_thin_bars(self) -> None:
        """Give bars an edge of a pixel where they are hardly as thick, and would be lost."""
        first, end = self._rows
        if end > first:
            thickness = _THICKNESS * self.height() / (end - first)
            self._bars.setOpts(pen=pg.mkPen(self._bar if thickness < _THIN else None))

    def set_lengths(self, lengths: npt.NDArray[np.float64]) -> None:
        """Show bars of the given lengths, shape (n_rows,); what is not a number has none."""
        if np.array_equal(lengths, self._lengths, equal_nan=True):
            return
        self._lengths = lengths.copy()
        rows = np.flatnonzero(lengths > 0)  # in a PDF a bar of no length would be a line
        self._bars.setOpts(y=rows + 0.5, width=lengths[rows], x0=0, height=_THICKNESS)

"""Curves on logarithmic axes, told apart without colour. Imports pyqtgraph."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from attention_gui.gui.fonts import text_font
from attention_gui.gui.theme import Theme
from attention_gui.quantities import Role
from attention_gui.scenario.numbers import USUAL, NumberFormat

__all__ = ["Curve", "CurvePlot", "Level"]

pg.setConfigOptions(imageAxisOrder="row-major", antialias=True)

_WIDTH = 2.2


@dataclass(frozen=True)
class Curve:
    """One curve.

    Attributes
    ----------
    label : str
        Stands at its right end.
    x, y : sequence of float
    role : Role
        Whose colour it has.
    is_dashed : bool
    symbol : str
        Of its points: "o", "s", "t", "d"; "" for none.
    above : bool
        Whether the label stands above the end of the curve, or below.
    in_legend : bool
        Whether the label stands in the left upper corner instead, beside a sample.
    """

    label: str
    x: Sequence[float]
    y: Sequence[float]
    role: Role
    is_dashed: bool = False
    symbol: str = ""
    above: bool = True
    in_legend: bool = False


@dataclass(frozen=True)
class Level:
    """A vertical line with a label at its foot."""

    label: str
    x: float


class _Heights(pg.AxisItem):
    """An axis whose numbers are written in a format."""

    numbers = USUAL

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Return what stands at the ticks."""
        return [self.numbers.written(text) for text in super().tickStrings(values, scale, spacing)]


class CurvePlot(pg.PlotWidget):
    """A plot of a few curves.

    Parameters
    ----------
    name : str
        Object name.
    pixels : int
        Type size.
    log_y : bool
        Whether the vertical axis is logarithmic too.
    """

    accessible_role = QAccessible.Role.Chart

    def __init__(
        self, name: str, pixels: int, *, log_y: bool, parent: QWidget | None = None
    ) -> None:
        self._heights = _Heights("left")
        axes = {"left": self._heights}
        super().__init__(parent, background=None, enableMenu=False, axisItems=axes)
        self.setObjectName(name)
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCacheMode(self.CacheModeFlag.CacheNone)  # it would be pixels in SVG and PDF
        self._pixels = pixels
        self._log_y = log_y
        self._scale = 1.0
        self._theme: Theme | None = None
        self._curves: tuple[Curve, ...] = ()
        self._levels: tuple[Level, ...] = ()
        self._titles = ("", "")
        self._lines: list[pg.PlotDataItem] = []
        self._labels: list[pg.TextItem | None] = []
        self._verticals: list[pg.InfiniteLine] = []
        self._texts: list[pg.TextItem] = []
        self._anchors: dict[pg.TextItem, tuple[float, float]] = {}
        item = self.getPlotItem()
        item.hideButtons()
        item.setLogMode(x=True, y=log_y)
        item.getViewBox().setMouseEnabled(x=False, y=False)
        item.getViewBox().setDefaultPadding(0)
        for side in ("bottom", "left"):
            # Before there is a label: switching prefixes off keeps the one that the present range
            # asks for, as soon as there is a label that it could stand in.
            item.getAxis(side).enableAutoSIPrefix(False)
        item.getViewBox().sigResized.connect(self._keep_texts_inside)

    def wheelEvent(self, event: object) -> None:
        """Leave the wheel to what scrolls."""
        event.ignore()  # type: ignore[attr-defined]  # pyqtgraph has no type hints

    @property
    def curves(self) -> tuple[Curve, ...]:
        """What is drawn."""
        return self._curves

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self._draw()

    def set_scale(self, scale: float) -> None:
        """Draw lines so many times as wide: pictures have more pixels, and pens are in pixels."""
        self._scale = scale
        self._draw()

    def set_titles(self, bottom: str, left: str) -> None:
        """Name the axes."""
        self._titles = (bottom, left)
        self._draw()

    def set_numbers(self, numbers: NumberFormat) -> None:
        """Write the numbers of the axes in a format, those of `set_ticks` the next time."""
        self._heights.numbers = numbers

    def set_ticks(self, x: Sequence[int]) -> None:
        """Label these places of the horizontal axis and no others."""
        pairs = [(_log(value), self._heights.numbers.count(value)) for value in x]
        self.getPlotItem().getAxis("bottom").setTicks([pairs, []])

    def set_curves(
        self,
        curves: Sequence[Curve],
        x_range: tuple[float, float],
        y_range: tuple[float, float],
        levels: Sequence[Level] = (),
    ) -> None:
        """Draw other curves, within limits that are given in the data's units."""
        self._curves, self._levels = tuple(curves), tuple(levels)
        low, high = (_log(limit) for limit in x_range)
        bottom, top = (_log(limit) if self._log_y else limit for limit in y_range)
        # Room for marks and for labels above and below the ends of the curves.
        self.setRange(
            xRange=(low - 0.06 * (high - low), high + 0.12 * (high - low)),
            yRange=(bottom - 0.1 * (top - bottom), top + 0.1 * (top - bottom)),
            padding=0,
        )
        self._draw()

    def _draw(self) -> None:
        if self._theme is None:
            return
        self.setBackground(self._theme.card)
        self._draw_axes(self._theme)
        self._make_items()
        for at, line in enumerate(self._verticals):
            line.setVisible(at < len(self._levels))
            self._texts[at].setVisible(at < len(self._levels))
        for at, level in enumerate(self._levels):
            self._draw_level(level, at, self._theme)
        for at, curve in enumerate(self._curves):
            self._draw_curve(curve, at, self._theme)
        self._keep_texts_inside()

    def _make_items(self) -> None:
        """Make what is missing. Nothing is ever taken out: Qt's scene does not survive that."""
        while len(self._verticals) < len(self._levels):
            self._verticals.append(pg.InfiniteLine())
            self.addItem(self._verticals[-1])
            self._texts.append(self._make_text())
        for curve in self._curves[len(self._lines) :]:
            line = pg.PlotDataItem()
            line.setLogMode(True, self._log_y)
            self._lines.append(line)
            self.addItem(line)
            self._labels.append(None if curve.in_legend else self._make_text())
            if curve.in_legend:
                self._legend().addItem(line, curve.label)

    def _make_text(self) -> pg.TextItem:
        text = pg.TextItem()
        text.setFont(text_font(self._pixels))
        text.setZValue(1)  # no line goes through it
        self.addItem(text, ignoreBounds=True)
        return text

    def _legend(self) -> pg.LegendItem:
        item = self.getPlotItem()
        if item.legend is None:
            item.addLegend(offset=(8, 1), labelTextSize=f"{self._pixels}px")
        return item.legend

    def _draw_axes(self, theme: Theme) -> None:
        item = self.getPlotItem()
        item.showGrid(x=True, y=True, alpha=0.15)
        for side, title in zip(("bottom", "left"), self._titles, strict=True):
            axis = item.getAxis(side)
            axis.setPen(pg.mkPen(theme.muted))
            axis.setTextPen(pg.mkPen(theme.ink))
            axis.setStyle(tickFont=text_font(self._pixels * 0.9))
            axis.setLabel(title, color=theme.ink)
            axis.label.setFont(text_font(self._pixels))

    def _draw_curve(self, curve: Curve, at: int, theme: Theme) -> None:
        color = theme.roles[curve.role]
        style = Qt.PenStyle.DashLine if curve.is_dashed else Qt.PenStyle.SolidLine
        self._lines[at].setData(
            [float(value) for value in curve.x],
            [float(value) for value in curve.y],  # integers may be beyond 64 bits
            pen=pg.mkPen(color, width=_WIDTH * self._scale, style=style),
            symbol=curve.symbol or None,
            symbolSize=self._pixels * 0.7,
            symbolBrush=theme.card if curve.is_dashed else color,
            symbolPen=pg.mkPen(color, width=1.6 * self._scale),
            useCache=False,  # the cache is one image of all symbols, and SVG gets all of it
        )
        label = self._labels[at]
        if label is None:
            self._legend().setBrush(pg.mkBrush(theme.card))
            self._legend().setLabelTextColor(theme.ink)
            for _, text in self._legend().items:
                text.setText(text.text, color=theme.ink)
            return
        height = curve.y[-1]
        place = (_log(curve.x[-1]), _log(height) if self._log_y else height)
        self._write(label, curve.label, place, (1.0, 1.35 if curve.above else -0.3), theme)

    def _draw_level(self, level: Level, at: int, theme: Theme) -> None:
        line = self._verticals[at]
        line.setValue(_log(level.x))
        line.setPen(pg.mkPen(theme.muted, width=1.4 * self._scale, style=Qt.PenStyle.DotLine))
        bottom = self.getPlotItem().getViewBox().viewRange()[1][0]
        place = (_log(level.x), bottom)
        self._write(self._texts[at], level.label, place, (-0.03, 1.0 + at), theme)

    def _write(
        self,
        item: pg.TextItem,
        text: str,
        place: tuple[float, float],
        anchor: tuple[float, float],
        theme: Theme,
    ) -> None:
        item.setText(text, color=theme.ink)
        item.fill = pg.mkBrush(theme.card)
        item.setPos(*place)
        self._anchors[item] = anchor

    def _keep_texts_inside(self, *_: object) -> None:
        """Anchor every text where it is wanted, or where the plot does not cut it."""
        box = self.getPlotItem().getViewBox()
        for item, (across, down) in self._anchors.items():
            place, text = box.mapFromView(item.pos()), item.textItem.boundingRect()
            item.setAnchor(
                (
                    _inside(across, place.x(), text.width(), box.width()),
                    _inside(down, place.y(), text.height(), box.height()),
                )
            )


def _inside(anchor: float, place: float, length: float, room: float) -> float:
    """Return which share of a text lies before a place, so that the text is within the room.

    Parameters
    ----------
    anchor : float
        The share that is wanted; where that has no room, the text is tried on the other side.
    place, length, room : float
        Where the text belongs, how long it is, and how much room there is, in pixels.
    """
    for wanted in (anchor, 1.0 - anchor):
        if 0.0 <= place - wanted * length <= room - length:
            return wanted
    start = max(0.0, min(place - anchor * length, room - length))
    return (place - start) / length


def _log(value: float) -> float:
    """Return where a logarithmic axis puts a value."""
    return log10(value)

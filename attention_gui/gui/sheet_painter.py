"""Painting the cells of a sheet.

Colours are one small picture, stretched; numbers are runs of glyphs; what an edit does not
change (lines between cells, pens, the places of numbers) is made once a size and theme.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLine, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QGlyphRun, QImage, QPainter, QPen

from attention_gui.gui.cells import CellRange, Cells
from attention_gui.gui.fonts import text_font
from attention_gui.gui.glyphs import NumberGrid, glyphs_of
from attention_gui.gui.marks import Marks, draw_linked, thick, thin
from attention_gui.gui.preview import draw_preview
from attention_gui.gui.theme import Metrics, Theme, shaded
from attention_gui.quantities import Role
from attention_gui.scenario.numbers import NumberFormat
from attention_gui.scenario.sheets import Sheet

__all__ = ["SheetPainter"]

_BLACK, _WHITE = QColor("#000000"), QColor("#ffffff")


class SheetPainter:
    """Paints one sheet at a time, in one theme and size.

    Parameters
    ----------
    theme : Theme
    metrics : Metrics
    """

    def __init__(self, theme: Theme, metrics: Metrics) -> None:
        self._theme = theme
        self._metrics = metrics
        self._font = text_font(metrics.unit)
        sizes = QFontMetricsF(self._font)
        self._rise = sizes.ascent() - sizes.descent()
        self._ground = QColor(theme.card)
        self._ink = QColor(theme.ink)
        self._gap = QPen(self._ground, 2)
        self._border = QPen(QColor(theme.muted), 1)
        self._selected = QPen(QColor(theme.mark), thick(metrics))
        self._around = QPen(QColor(theme.mark), 2 * thin(metrics))
        self._hatch = QBrush(QColor(theme.hatch), Qt.BrushStyle.BDiagPattern)
        self._grids: dict[bool, tuple[object, NumberGrid]] = {}
        self._cells = Cells(0, 0, 0, 0)
        self._background: QImage | None = None
        self._shaded: QRectF | None = None  # of what has no background
        card = np.array([self._ground.rgba()], dtype=np.uint32)
        self._shade = QColor.fromRgb(int(shaded(card, theme.mark)[0][0]))
        self._pixels: npt.NDArray[np.uint32] | None = None  # the picture's memory
        self._runs: list[tuple[QColor, QGlyphRun]] = []
        self._loose: list[tuple[QColor, QPointF, str]] = []
        self._hatched: list[QRectF] = []
        self._cleared: dict[int, list[QRectF]] = {}  # by their colour

    def prepare(
        self,
        sheet: Sheet,
        numbers: NumberFormat,
        n_characters: int,
        cells: Cells,
        range_: CellRange | None = None,
    ) -> None:
        """Take a sheet to be painted.

        Parameters
        ----------
        sheet : Sheet
        numbers : NumberFormat
        n_characters : int
            Of the longest text there is.
        cells : Cells
        range_ : CellRange, optional
            Cells whose ground is shaded.
        """
        self._cells = cells
        light = self._color(sheet, range_)
        self._hatched, self._cleared = [], {}
        if sheet.reasons is not None:
            self._hatch_over(sheet.reasons != 0)
        self._write(sheet, numbers, n_characters, light)

    def _hatch_over(self, blocked: npt.NDArray[np.bool_]) -> None:
        """Leave room in the hatching for texts, on the ground that their colour is chosen for."""
        x, y = self._cells.width * 0.22, self._cells.height * 0.16
        self._hatched = [self._cells.box(*at) for at in np.argwhere(blocked).tolist()]
        for color, box in zip(self._colors_at(blocked), self._hatched, strict=True):
            self._cleared.setdefault(color, []).append(box.adjusted(x, y, -x, -y))

    def _color(self, sheet: Sheet, range_: CellRange | None) -> npt.NDArray[np.bool_]:
        """Make the picture behind the numbers, and return where they are white."""
        self._shaded = None
        if sheet.limits is None or not sheet.values.size:
            self._background = None
            if range_ is not None:
                self._shaded = self._cells.span(range_)
            return np.zeros(sheet.shape, dtype=bool)
        self._pixels, light = self._theme.ramps[sheet.scale].colored(sheet.values, sheet.limits)
        if range_ is not None:
            at = range_.slices
            self._pixels[at], light[at] = shaded(self._pixels[at], self._theme.mark)
        n_rows, n_columns = sheet.shape
        self._background = QImage(
            self._pixels.data, n_columns, n_rows, 4 * n_columns, QImage.Format.Format_RGB32
        )
        return light

    def _colors_at(self, cells: npt.NDArray[np.bool_]) -> list[int]:
        """Return the colours behind the numbers of cells, as 0xAARRGGBB."""
        if self._background is None or self._pixels is None:
            return [self._ground.rgba()] * np.count_nonzero(cells)
        colors: list[int] = self._pixels[cells].tolist()
        return colors

    def _write(
        self,
        sheet: Sheet,
        numbers: NumberFormat,
        n_characters: int,
        light: npt.NDArray[np.bool_],
    ) -> None:
        """Set the texts: numbers as runs of glyphs, one a colour, the others one by one."""
        is_number = sheet.with_decimals
        dark = self._ink if self._background is None else _BLACK
        baseline = (self._cells.height + self._rise) / 2
        text = numbers.aligned(sheet.values[is_number], n_characters)
        glyphs = glyphs_of(self._metrics.unit).indices(text).reshape(-1, max(1, n_characters))
        of_numbers = light[is_number]
        self._runs = []
        for color, is_light in ((dark, False), (_WHITE, True)):
            own = of_numbers == is_light
            if own.any():
                grid = self._grid(is_light, baseline, n_characters, numbers)
                shown = is_number & (light == is_light)
                self._runs.append((color, grid.run(glyphs[own], shown)))
        self._loose = []
        for row, column in () if is_number.all() else np.argwhere(~is_number).tolist():
            text = sheet.text(row, column, numbers)
            width = QFontMetricsF(self._font).horizontalAdvance(text)
            x = (column + 0.5) * self._cells.width - width / 2
            place = QPointF(x, row * self._cells.height + baseline)
            self._loose.append((_WHITE if light[row, column] else dark, place, text))

    def _grid(
        self, is_light: bool, baseline: float, n_characters: int, numbers: NumberFormat
    ) -> NumberGrid:
        """Return where numbers go; kept, because edits seldom change it."""
        key = (self._cells, n_characters, numbers)
        known = self._grids.get(is_light)
        if known is None or known[0] != key:
            cells, glyphs = self._cells, glyphs_of(self._metrics.unit)
            known = (key, NumberGrid(glyphs, cells, baseline, n_characters, numbers))
            self._grids[is_light] = known
        return known[1]

    def paint(
        self,
        painter: QPainter,
        place: QRect,
        marks: Marks,
        focus: tuple[Role, QRectF] | None,
        previewed: Sequence[QRectF] = (),
    ) -> None:
        """Paint the prepared sheet.

        Parameters
        ----------
        painter : QPainter
        place : QRect
            All that is painted on, cells or not.
        marks : Marks
        focus : tuple of Role and QRectF, or None
            The cell with the keyboard, outlined in its role's colour.
        previewed : sequence of QRectF
            What is linked to the cell under the mouse.
        """
        if self._background is None or not self._cells.area.contains(place):
            painter.fillRect(place, self._ground)
        if self._background is not None:
            # In a PDF it would be a JPEG, which changes colours.
            painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
            painter.drawImage(self._cells.area, self._background)
        if self._shaded is not None:
            painter.fillRect(self._shaded, self._shade)
        if self._hatched:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._hatch)
            painter.drawRects(self._hatched)
            for ground, boxes in self._cleared.items():
                painter.setBrush(QColor.fromRgb(ground))
                painter.drawRects(boxes)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        self._draw_lines(painter)
        for color, run in self._runs:
            painter.setPen(color)
            painter.drawGlyphRun(QPointF(), run)
        if self._loose:
            painter.setFont(self._font)
        for color, at, text in self._loose:
            painter.setPen(color)
            painter.drawText(at, text)
        if previewed:
            draw_preview(painter, previewed, self._theme, thin(self._metrics))
        self._draw_marks(painter, marks, focus)

    def _draw_lines(self, painter: QPainter) -> None:
        """Separate cells by lines in the card's colour, heads by one in ink."""
        gaps, borders = _lines(self._cells)
        painter.setPen(self._gap)
        painter.drawLines(gaps)
        if borders:
            painter.setPen(self._border)
            painter.drawLines(borders)

    def _draw_marks(
        self, painter: QPainter, marks: Marks, focus: tuple[Role, QRectF] | None
    ) -> None:
        draw_linked(painter, marks.linked, self._theme, thin(self._metrics))
        if marks.shaded is not None:
            painter.setPen(self._around)
            painter.drawRect(marks.shaded)
        if marks.selected is not None:
            painter.setPen(self._selected)
            painter.drawRect(marks.selected)
        if focus is not None:
            role, box = focus
            painter.setPen(QPen(QColor(self._theme.roles[role]), 1.5, Qt.PenStyle.DashLine))
            painter.drawRect(box)


@lru_cache(maxsize=64)
def _lines(cells: Cells) -> tuple[list[QLine], list[QLine]]:
    """Return the lines between cells, and those between heads."""
    right, bottom = cells.n_columns * cells.width, cells.n_rows * cells.height
    gaps = [QLine(0, r * cells.height, right, r * cells.height) for r in range(cells.n_rows + 1)]
    gaps += [QLine(c * cells.width, 0, c * cells.width, bottom) for c in range(cells.n_columns + 1)]
    return gaps, cells.borders(inset=2)

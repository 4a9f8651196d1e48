"""Painting the cells of a sheet.

The ground is one picture, gaps between cells included; numbers are runs of glyphs; what an edit
does not change (pens, the places of numbers) is made once a size and theme.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QGlyphRun, QImage, QPainter, QPen

from attention_gui.gui.cells import CellRange, Cells
from attention_gui.gui.fonts import text_font
from attention_gui.gui.glyphs import NumberGrid, glyphs_of
from attention_gui.gui.marks import Marks, draw_linked, thick, thin
from attention_gui.gui.preview import draw_preview
from attention_gui.gui.ramps import ramp_of, shaded
from attention_gui.gui.theme import Metrics, Theme
from attention_gui.quantities import Role
from attention_gui.scenario.numbers import NumberFormat
from attention_gui.scenario.sheets import Sheet

__all__ = ["SheetPainter"]

_GAP = 1
"""Pixels of each cell's edge that are left free."""
_NO_CORNER = QPoint(0, 0)
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
        self._border = QPen(QColor(theme.muted), 1)
        self._selected = QPen(QColor(theme.mark), thick(metrics))
        self._around = QPen(QColor(theme.mark), 2 * thin(metrics))
        self._hatch = QBrush(QColor(theme.hatch), Qt.BrushStyle.BDiagPattern)
        self._grids: dict[bool, tuple[object, NumberGrid]] = {}
        self._cells = Cells(0, 0, 0, 0)
        self._only = self._cells.everything
        self._corner = _NO_CORNER
        self._colors = np.zeros((0, 0), dtype=np.uint32)
        self._background = QImage()
        self._pixels = np.zeros((0, 0), dtype=np.uint32)  # its memory
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
        only: CellRange | None = None,
        corner: QPoint = _NO_CORNER,
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
        only : CellRange, optional
            Cells beside which nothing will be painted; otherwise all of them.
        corner : QPoint
            Where the sheet is on the matrix that it is a part of.
        """
        self._cells, self._only = cells, only or cells.everything
        self._corner = corner
        light = self._color(sheet, range_)
        self._hatched, self._cleared = [], {}
        if sheet.reasons is not None:
            reasons = sheet.reasons[self._only.slices]
            if reasons.any():
                self._hatch_over(reasons != 0)
        self._write(sheet, numbers, n_characters, light)

    def _hatch_over(self, blocked: npt.NDArray[np.bool_]) -> None:
        """Leave room in the hatching for texts, on the ground that their colour is chosen for."""
        x, y = self._cells.width * 0.22, self._cells.height * 0.16
        first_row, first_column = self._only.row, self._only.column
        for (row, column), color in zip(
            np.argwhere(blocked).tolist(), self._colors[blocked].tolist(), strict=True
        ):
            box = self._cells.box(first_row + row, first_column + column)
            self._hatched.append(box.adjusted(_GAP, _GAP, -_GAP, -_GAP))
            self._cleared.setdefault(color, []).append(box.adjusted(x, y, -x, -y))

    def _color(self, sheet: Sheet, range_: CellRange | None) -> npt.NDArray[np.bool_]:
        """Make the picture behind the numbers, and return where they are white."""
        values = sheet.values[self._only.slices]
        if sheet.limits is None:
            colors = np.full_like(values, self._ground.rgba(), dtype=np.uint32)
            light = np.zeros_like(values, dtype=bool)
        else:
            colors, light = ramp_of(self._theme, sheet.scale).colored(values, sheet.limits)
        in_range = None if range_ is None else range_.within(self._only)
        if in_range is not None:
            at = in_range.slices
            colors[at], light[at] = shaded(colors[at], self._theme.mark)
        self._colors = colors
        self._pixels = _tiled(colors, self._cells.width, self._cells.height, self._ground.rgba())
        height, width = self._pixels.shape
        self._background = QImage(
            self._pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32
        )
        return light

    def _write(
        self,
        sheet: Sheet,
        numbers: NumberFormat,
        n_characters: int,
        light: npt.NDArray[np.bool_],
    ) -> None:
        """Set the texts: numbers as runs of glyphs, one a colour, the others one by one."""
        at = self._only.slices
        is_number = sheet.with_decimals[at]
        dark = self._ink if sheet.limits is None else _BLACK
        baseline = (self._cells.height + self._rise) / 2
        text = numbers.aligned(sheet.values[at][is_number], n_characters)
        glyphs = glyphs_of(self._metrics.unit).indices(text).reshape(-1, max(1, n_characters))
        of_numbers = light[is_number]
        n_light = int(np.count_nonzero(of_numbers))
        self._runs = []
        for color, is_light, count in (
            (dark, False, of_numbers.size - n_light),
            (_WHITE, True, n_light),
        ):
            if count:
                own = slice(None) if count == of_numbers.size else of_numbers == is_light
                shown = np.zeros(sheet.shape, dtype=bool)
                shown[at] = is_number & (light == is_light)
                grid = self._grid(is_light, baseline, n_characters, numbers)
                self._runs.append((color, grid.run(glyphs[own], shown)))
        self._loose = []
        for down, along in () if is_number.all() else np.argwhere(~is_number).tolist():
            row, column = self._only.row + down, self._only.column + along
            text = sheet.text(row, column, numbers)
            width = QFontMetricsF(self._font).horizontalAdvance(text)
            x = (column + 0.5) * self._cells.width - width / 2
            place = QPointF(x, row * self._cells.height + baseline)
            self._loose.append((_WHITE if light[down, along] else dark, place, text))

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
        if not self._cells.area.contains(place):
            painter.fillRect(place, self._ground)
        # In a PDF it would be a JPEG, which changes colours.
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        painter.drawImage(self._cells.corner(self._only), self._background)
        if self._hatched:
            _anchor_patterns(painter, self._corner)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._hatch)
            painter.drawRects(self._hatched)
            for ground, boxes in self._cleared.items():
                painter.setBrush(QColor.fromRgb(ground))
                painter.drawRects(boxes)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        borders = self._cells.borders(inset=2)
        if borders:
            painter.setPen(self._border)
            painter.drawLines(borders)
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
        beside = thick(self._metrics)  # lines reach over the edges of their boxes
        shown = QRectF(place).adjusted(-beside, -beside, beside, beside)
        self._draw_marks(painter, marks.within(shown), focus)

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
            width = (
                1.0 if self._metrics.is_smallest else 1.5
            )  # the selected cell has an outline, too
            painter.setPen(QPen(QColor(self._theme.roles[role]), width, Qt.PenStyle.DashLine))
            painter.drawRect(box)


def _anchor_patterns(painter: QPainter, corner: QPoint) -> None:
    """Let patterns begin where the matrix does, wherever it is scrolled to.

    Where the screen has several pixels for one of the window, Qt moves a pattern by one only.
    `corner` is where the painter's place 0, 0 is on the matrix.
    """
    ratio = painter.device().devicePixelRatio()
    at = painter.deviceTransform().map(QPointF())
    painter.setBrushOrigin(at - at / ratio - QPointF(corner) * ratio)


def _tiled(
    colors: npt.NDArray[np.uint32], width: int, height: int, ground: int
) -> npt.NDArray[np.uint32]:
    """Return the pixels of cells in their colours, with a gap at every edge."""
    n_rows, n_columns = colors.shape
    line = np.full((n_rows, n_columns * width), ground, dtype=np.uint32)
    inside = slice(_GAP, -_GAP)
    line.reshape(n_rows, n_columns, width)[:, :, inside] = colors[:, :, np.newaxis]
    pixels = np.full((n_rows, height, n_columns * width), ground, dtype=np.uint32)
    pixels[:, inside] = line[:, np.newaxis]
    return pixels.reshape(n_rows * height, n_columns * width)

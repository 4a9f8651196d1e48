"""Painting a sheet whose cells are too small for digits: one picture, a pixel or more a cell."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from attention_gui.gui.cells import CellRange, Cells
from attention_gui.gui.marks import Marks, draw_linked, thin
from attention_gui.gui.preview import draw_preview
from attention_gui.gui.ramps import STRIPE_STEP, Ramp, ramp_of, shaded
from attention_gui.gui.theme import Metrics, Theme
from attention_gui.quantities import Role
from attention_gui.scenario.sheets import Sheet

if TYPE_CHECKING:
    from attention_gui.gui.color_picture import ColorPicture

__all__ = ["RING", "PicturePainter", "around", "picture_cells"]

_LONGEST = 24
"""Length of a picture's longer side, in sizes of the type."""
_WIDEST, _WIDE = 3.5, 12
"""Most width of a cell, and of all cells of a matrix with few columns, in sizes of the type: what
columns are called has room above them."""
_HATCH_STEP = 4
"""Pixels from one line over blocked cells to the next."""
RING = 3
"""How far the mark of a cell stands off from it, in pixels: the cell may be one pixel."""
_NO_CORNER = QPoint(0, 0)


def picture_cells(shape: tuple[int, int], per_head: int, metrics: Metrics) -> Cells:
    """Return the cells of a picture: no side longer than `_LONGEST`, but a pixel a cell at least.

    They are no higher than the type. Few columns are wider.

    Parameters
    ----------
    shape : tuple of int
        Rows and columns.
    per_head : int
        Columns of each of several heads side by side; 0 of one head.
    metrics : Metrics
    """
    n_rows, n_columns = shape
    unit = metrics.unit
    height, width = (max(1, _LONGEST * unit // max(1, count)) for count in shape)
    wide = min(round(_WIDEST * unit), _WIDE * unit // max(1, n_columns))
    return Cells(n_rows, n_columns, min(width, max(unit, wide)), min(height, unit), per_head)


def around(cells: Cells, place: tuple[int, int], ring: int) -> QRectF:
    """Return the outline of a cell: so far around it where it is small, that it is seen."""
    across, down = (ring if size < 2 * RING else 0 for size in (cells.width, cells.height))
    return cells.box(*place).adjusted(-across, -down, across, down)


class PicturePainter:
    """Paints one sheet at a time, in one theme; the counterpart of `SheetPainter`.

    Parameters
    ----------
    theme : Theme
    metrics : Metrics
        Of the labels around the picture.
    """

    def __init__(self, theme: Theme, metrics: Metrics) -> None:
        self._theme = theme
        self._thin = thin(metrics)
        self._cells = Cells(0, 0, 0, 0)
        self._picture: ColorPicture | None = None

    @property
    def line(self) -> int:
        """Width of the lines around linked cells, which may be as small as a pixel."""
        return min(self._thin, max(1, min(self._cells.width, self._cells.height) // 3))

    def prepare(
        self,
        sheet: Sheet,
        cells: Cells,
        range_: CellRange | None = None,
        corner: QPoint = _NO_CORNER,
    ) -> None:
        """Take a sheet to be painted; pyqtgraph is imported with the first one.

        Parameters
        ----------
        sheet : Sheet
        cells : Cells
        range_ : CellRange, optional
            Cells whose ground is shaded.
        corner : QPoint
            Where the sheet is on the matrix that it is a part of.
        """
        self._cells = cells
        if self._picture is None:
            from attention_gui.gui.color_picture import ColorPicture

            self._picture = ColorPicture()
        ramp = None if sheet.limits is None else ramp_of(self._theme, sheet.scale)
        card = np.array([QColor(self._theme.card).rgba()], dtype=np.uint32)
        tables = [card] if ramp is None else ramp.layers
        has_stripes = len(tables) > 1
        at = _indices(sheet, ramp)
        blocked = None if sheet.reasons is None or not sheet.reasons.any() else sheet.reasons != 0
        if blocked is not None:  # a ground that no number has, and the lines on it
            hatch = [shaded(card, self._theme.hatch)[0][0], QColor(self._theme.hatch).rgba()]
            tables = [np.append(colors, np.array(hatch, np.uint32)) for colors in tables]
            at[blocked] = len(tables[0]) - 2
        n_colors = len(tables[0])
        if range_ is not None:
            at[range_.slices] += np.uint16(n_colors * len(tables))
            tables = [*tables, *(shaded(colors, self._theme.mark)[0] for colors in tables)]
        if has_stripes or blocked is not None:  # their lines are as fine as the screen
            at = at.repeat(cells.height, axis=0).repeat(cells.width, axis=1)
        if has_stripes:  # they scroll with the cells
            at[-corner.y() % STRIPE_STEP :: STRIPE_STEP] += np.uint16(n_colors)
        if blocked is not None:
            self._hatch(at, blocked, corner, n_colors - 1)
        self._picture.set_colors(at, np.concatenate(tables))

    def _hatch(
        self,
        at: npt.NDArray[np.uint16],
        blocked: npt.NDArray[np.bool_],
        corner: QPoint,
        line: int,
    ) -> None:
        """Let lines run over the blocked cells."""
        cells = self._cells
        height, width = at.shape
        for top in range(_HATCH_STEP):
            left = -(top + corner.x() + corner.y()) % _HATCH_STEP
            rows = np.arange(top, height, _HATCH_STEP) // cells.height
            columns = np.arange(left, width, _HATCH_STEP) // cells.width
            of_lines = at[top::_HATCH_STEP, left::_HATCH_STEP]
            of_lines[blocked[np.ix_(rows, columns)]] = line

    def paint(
        self,
        painter: QPainter,
        place: QRect,
        marks: Marks,
        focus: tuple[Role, QRectF] | None,
        previewed: Sequence[QRectF] = (),
    ) -> None:
        """Paint the prepared sheet; see `SheetPainter.paint`."""
        painter.fillRect(place, QColor(self._theme.card))
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        if self._picture is not None:
            self._picture.paint(painter, self._cells.area)
        painter.setPen(QPen(QColor(self._theme.muted), 1))
        painter.drawLines(self._cells.borders())
        if previewed:
            draw_preview(painter, previewed, self._theme, self.line)
        draw_linked(painter, marks.linked, self._theme, self.line, dot=self.line)
        if marks.selected is not None:
            painter.setPen(QPen(QColor(self._theme.mark), 1 + self.line))
            painter.drawRect(marks.selected)
        if focus is not None:
            role, box = focus
            painter.setPen(QPen(QColor(self._theme.roles[role]), 1.5))
            painter.drawRect(box)


def _indices(sheet: Sheet, ramp: Ramp | None) -> npt.NDArray[np.uint16]:
    """Return the table index of every cell's colour, to be written to."""
    if ramp is None or sheet.limits is None:
        return np.zeros(sheet.shape, dtype=np.uint16)
    return ramp.indices(sheet.values, sheet.limits).astype(np.uint16)

"""Painting a sheet whose cells are too small for digits: one picture, a pixel or more a cell."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from attention_gui.gui.cells import CellRange, Cells
from attention_gui.gui.marks import Marks, draw_linked
from attention_gui.gui.preview import draw_preview
from attention_gui.gui.theme import STRIPE_STEP, Metrics, Theme, shaded
from attention_gui.quantities import Role
from attention_gui.scenario.sheets import Sheet

__all__ = ["RING", "PicturePainter", "picture_cells"]

_LONGEST = 24
"""Length of a picture's longer side, in sizes of the type."""
_WIDEST, _WIDE = 3.5, 12
"""Most width of a cell, and of all cells of a matrix with few columns, in sizes of the type: what
columns are called has room above them."""
_HATCH_STEP = 4
"""Pixels from one line over blocked cells to the next."""
RING = 3
"""How far the mark of a cell stands off from it, in pixels: the cell may be one pixel."""
_FORMAT = QImage.Format.Format_RGB32
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


class PicturePainter:
    """Paints one sheet at a time, in one theme; the counterpart of `SheetPainter`.

    Parameters
    ----------
    theme : Theme
    """

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._cells = Cells(0, 0, 0, 0)
        self._pixels: npt.NDArray[np.uint32] = np.zeros((0, 0), dtype=np.uint32)
        self._image = QImage()

    def prepare(
        self,
        sheet: Sheet,
        cells: Cells,
        range_: CellRange | None = None,
        corner: QPoint = _NO_CORNER,
    ) -> None:
        """Take a sheet to be painted.

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
        self._pixels, *stripes = self._colors(sheet, range_)
        blocked = None if sheet.reasons is None or not sheet.reasons.any() else sheet.reasons != 0
        if stripes or blocked is not None:  # their lines are as fine as the screen
            self._pixels = self._pixels.repeat(cells.height, axis=0).repeat(cells.width, axis=1)
        for colors in stripes:
            self._stripe(colors, corner)
        if blocked is not None:
            self._hatch(blocked, corner)
        height, width = self._pixels.shape
        self._image = QImage(self._pixels.data, width, height, 4 * width, _FORMAT)

    def _colors(self, sheet: Sheet, range_: CellRange | None) -> list[npt.NDArray[np.uint32]]:
        """Return the colours of the cells and, if the scale has stripes, those on them."""
        card = np.array([QColor(self._theme.card).rgba()], dtype=np.uint32)
        if sheet.limits is None:
            layers = [np.full(sheet.shape, card)]
        else:
            ramp = self._theme.ramps[sheet.scale]
            at = ramp.indices(sheet.values, sheet.limits)
            layers = [colors.take(at) for colors in ramp.layers]
        for layer in layers:
            if sheet.reasons is not None:  # a ground that no number has
                layer[sheet.reasons != 0] = shaded(card, self._theme.hatch)[0]
            if range_ is not None:
                layer[range_.slices], _ = shaded(layer[range_.slices], self._theme.mark)
        return layers

    def _stripe(self, stripes: npt.NDArray[np.uint32], corner: QPoint) -> None:
        """Let lines in other colours run across, which scroll with the cells."""
        top, cells = -corner.y() % STRIPE_STEP, self._cells
        rows = np.arange(top, len(self._pixels), STRIPE_STEP) // cells.height
        self._pixels[top::STRIPE_STEP] = stripes[rows].repeat(cells.width, axis=1)

    def _hatch(self, blocked: npt.NDArray[np.bool_], corner: QPoint) -> None:
        """Let lines run over the blocked cells."""
        cells, color = self._cells, QColor(self._theme.hatch).rgba()
        height, width = self._pixels.shape
        for top in range(_HATCH_STEP):
            left = -(top + corner.x() + corner.y()) % _HATCH_STEP
            rows = np.arange(top, height, _HATCH_STEP) // cells.height
            columns = np.arange(left, width, _HATCH_STEP) // cells.width
            of_lines = self._pixels[top::_HATCH_STEP, left::_HATCH_STEP]
            of_lines[blocked[np.ix_(rows, columns)]] = color

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
        painter.drawImage(self._cells.area, self._image)
        painter.setPen(QPen(QColor(self._theme.muted), 1))
        painter.drawLines(self._cells.borders())
        if previewed:
            draw_preview(painter, previewed, self._theme, 1)
        draw_linked(painter, marks.linked, self._theme, 1, dot=1)  # the cells may be as small
        if marks.selected is not None:
            painter.setPen(QPen(QColor(self._theme.mark), 2))
            painter.drawRect(marks.selected)
        if focus is not None:
            role, box = focus
            painter.setPen(QPen(QColor(self._theme.roles[role]), 1.5))
            painter.drawRect(box)

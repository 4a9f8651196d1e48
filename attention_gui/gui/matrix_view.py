"""The matrix view: a table that paints its whole viewport from the array.

It stays a QTableView, so selection, keyboard, editing and accessibility are Qt's; what is done
with its cells is in `CellTable`, and what is painted comes from a `SheetPainter`.
"""

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF, QSignalBlocker, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attention_gui.gui.cell_table import CellTable
from attention_gui.gui.cells import CellRange, Cells
from attention_gui.gui.matrix_model import SheetModel
from attention_gui.gui.picture_painter import PicturePainter, picture_cells
from attention_gui.gui.sheet_painter import Marks, SheetPainter
from attention_gui.gui.theme import Metrics, Theme, text_font
from attention_gui.quantities import Role
from attention_gui.scenario.numbers import NumberFormat
from attention_gui.scenario.selection import Selection
from attention_gui.scenario.sheets import Sheet

__all__ = ["MatrixView"]

_LEAST_CHARACTERS = 6
"""Cells stay so wide with fewer digits too: labels of columns need room."""


Lines = tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]
"""Which rows and which columns."""


class MatrixView(CellTable):
    """Shows one sheet, editable or not."""

    def __init__(self, model: SheetModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._metrics = Metrics()
        self._painter: SheetPainter | None = None
        self._picture: PicturePainter | None = None
        self._is_prepared = False
        self._marks: Marks | None = None
        self._linked = np.zeros((0, 0), dtype=bool)
        self._selection_key: tuple[object, ...] = ()
        self._preview: Lines | None = None
        self._preview_key: tuple[object, ...] | None = None

    def set_look(self, theme: Theme, metrics: Metrics) -> None:
        """Paint in another theme or size."""
        self._metrics = metrics
        self._painter = SheetPainter(theme, metrics)
        self._picture = PicturePainter(theme)
        self.setFont(text_font(metrics.unit))
        self._marks = None
        self._fit_sections()
        self._repaint()

    def set_sheet(self, sheet: Sheet, numbers: NumberFormat) -> None:
        """Show a sheet; nothing is repainted when it looks the same."""
        model = self._model
        if model.has_sheet and numbers == model.numbers and sheet.same_as(model.sheet):
            return
        with QSignalBlocker(self):  # a cell that is gone moves the cursor; the user did not
            model.set_sheet(sheet, numbers)
        self.show_cursor()
        self._fit_sections()
        self._repaint()

    def set_selection(self, selection: Selection) -> None:
        """Mark what is selected here and what is linked to it."""
        sheet = self._model.sheet
        key = (selection, sheet.rows, sheet.columns, sheet.fixed)
        if key == self._selection_key:  # an edit of a number moves no mark
            return
        self._selection_key = key
        place, linked = sheet.place(selection), sheet.linked(selection)
        if place == self._place and np.array_equal(linked, self._linked):
            return
        self._place, self._linked, self._marks = place, linked, None
        with QSignalBlocker(self):
            self._follow(place)
        self.viewport().update()

    def _follow(self, place: tuple[int, int] | None) -> None:
        """Make the selected cell the current one; a range that it lies in stays."""
        cells = self._range
        if cells is not None and not cells.is_single and place is not None and place in cells:
            return
        index = self.currentIndex() if place is None else self._model.index(*place)
        if index != self.currentIndex() or (cells is not None and not cells.is_single):
            self.go_to(index)

    def set_preview(self, selection: Selection | None) -> None:
        """Mark lightly what would be linked if this were selected; None marks nothing."""
        sheet = self._model.sheet
        key = None if selection is None else (selection, sheet.rows, sheet.columns, sheet.fixed)
        if key == self._preview_key:
            return
        self._preview_key = key
        lines = None if selection is None else sheet.linked_lines(selection)
        if lines is not None and not all(line.any() for line in lines):
            lines = None
        if not _same(lines, self._preview):
            self._preview = lines
            self.viewport().update()

    def set_marks(self, cells: npt.NDArray[np.bool_]) -> None:
        """Mark these cells, whatever is selected."""
        self._linked, self._marks = cells, None
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Return the size at which every cell shows."""
        return self.size_at(self._metrics)

    def size_at(self, metrics: Metrics) -> QSize:
        """Return the size at which every cell shows, at the given metrics."""
        return self._cells_at(metrics).area.size()

    def layout_key(self) -> tuple[object, ...]:
        """Return all that the view's size depends on, the metrics apart."""
        sheet = self._model.sheet
        n_characters = 0 if sheet.is_picture else self._n_characters()
        return (sheet.rows.labels, len(sheet.columns.labels), n_characters)

    def _n_characters(self) -> int:
        usual = len("−0.") + self._model.numbers.digits  # so that panels keep their width
        return max(_LEAST_CHARACTERS, usual, self._model.n_characters)

    def _cells_at(self, metrics: Metrics) -> Cells:
        sheet = self._model.sheet
        if sheet.is_picture:
            return picture_cells(sheet.shape, sheet.n_blocks, metrics)
        width = metrics.cell_width(self._n_characters())
        return Cells(*sheet.shape, width, metrics.cell_height, sheet.n_blocks)

    def _fit_sections(self) -> None:
        if not self._model.has_sheet:
            return
        cells = self._cells_at(self._metrics)
        if cells != self._cells:
            self._cells, self._marks = cells, None
            self.horizontalHeader().setDefaultSectionSize(cells.width)
            self.verticalHeader().setDefaultSectionSize(cells.height)

    def _repaint(self) -> None:
        self._is_prepared = False
        self.viewport().update()

    def _show_range(self) -> None:
        self._marks = None
        self._repaint()

    # -- painting ----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the whole viewport from the sheet."""
        if self._painter is None or self._picture is None or not self._model.has_sheet:
            return
        if self._model.sheet.is_picture:
            self._paint_picture(self._picture)
            return
        if not self._is_prepared:
            model = self._model
            shaded = self._shaded()
            self._painter.prepare(model.sheet, model.texts, model.numbers, self._cells, shaded)
            self._is_prepared = True
        if self._marks is None:
            self._marks = Marks.of(
                self._cells, self._metrics, self._linked, self._place, self._shaded()
            )
        painter = QPainter(self.viewport())
        previewed = () if self._preview is None else self._cells.crossings(*self._preview, 2.5)
        self._painter.paint(
            painter, self.viewport().rect(), self._marks, self._focus_mark(), previewed
        )

    def _paint_picture(self, picture: PicturePainter) -> None:
        if not self._is_prepared:
            picture.prepare(self._model.sheet, self._cells, self._shaded())
            self._is_prepared = True
        picture.mark(self._linked, self._place)
        painter = QPainter(self.viewport())
        previewed = () if self._preview is None else self._cells.blocks(*self._preview, -0.5)
        picture.paint(painter, self.viewport().rect(), self._focus_mark(), previewed)

    def _shaded(self) -> CellRange | None:
        """Return the range where it is more than the current cell, which is marked anyway."""
        return None if self._range is None or self._range.is_single else self._range

    def _focus_mark(self) -> tuple[Role, QRectF] | None:
        index = self.currentIndex()
        if not self.hasFocus() or not index.isValid():
            return None
        box = self._cells.box(index.row(), index.column(), 1)
        return self._model.sheet.quantity.role, box


def _same(one: Lines | None, other: Lines | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(map(np.array_equal, one, other))

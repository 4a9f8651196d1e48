"""The matrix view: a table that paints its whole viewport from the array.

It stays a QTableView, so selection, keyboard, editing and accessibility are Qt's; what is done
with its cells is in `CellTable`, and what is painted comes from a `SheetPainter`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRect, QRectF, QSignalBlocker, QSize
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attention_gui.gui.cell_table import CellTable
from attention_gui.gui.cells import CellRange, Cells
from attention_gui.gui.fonts import text_font
from attention_gui.gui.magnified import Magnified
from attention_gui.gui.marks import Marks, thin
from attention_gui.gui.matrix_model import AnyIndex, SheetModel
from attention_gui.gui.painted_part import PaintedPart
from attention_gui.gui.picture_painter import RING, PicturePainter, around, picture_cells
from attention_gui.gui.sheet_painter import SheetPainter
from attention_gui.gui.theme import Metrics, Theme
from attention_gui.quantities import Role
from attention_gui.scenario.numbers import NumberFormat
from attention_gui.scenario.relations import Relation
from attention_gui.scenario.selection import Selection
from attention_gui.scenario.sheet import CrossingLines, Outline, Sheet, common_cells, same_lines

__all__ = ["MatrixView"]

_LEAST_CHARACTERS = 6
"""Cells stay so wide with fewer digits too: labels of columns need room."""


class MatrixView(CellTable):
    """Shows one sheet, editable or not."""

    def __init__(self, model: SheetModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._metrics = Metrics()
        self._painter: SheetPainter | None = None
        self._picture: PicturePainter | None = None
        self._prepared: CellRange | None = None  # cells that the painter knows
        self._next: CellRange | None = None  # cells that the next painting needs of it
        self._is_painted = False
        self._marks: Marks | None = None
        self._linked = np.zeros((0, 0), dtype=bool)
        self._lines: Sequence[CrossingLines] = ()  # the same cells
        self._related = np.zeros(0, dtype=np.uint8)  # the relation of each column
        self._selection_key: tuple[object, ...] = ()
        self._preview: Sequence[CrossingLines] = ()
        self._preview_key: tuple[object, ...] | None = None
        self._magnified: Magnified | None = None
        self._part = PaintedPart.of(self._cells, self._cells.everything)

    def set_look(self, theme: Theme, metrics: Metrics) -> None:
        """Paint in another theme or size; magnified cells have a type of their own."""
        if self._magnified is not None and self._magnified.pixels:
            metrics = Metrics(self._magnified.pixels)
        self._metrics = metrics
        self._painter = SheetPainter(theme, metrics)
        self._picture = PicturePainter(theme, metrics)
        self.setFont(text_font(metrics.unit))
        self._marks = None
        self._fit_sections()
        self._repaint()

    def set_sheet(self, sheet: Sheet, numbers: NumberFormat) -> None:
        """Show a sheet; nothing is repainted when it looks the same."""
        model = self._model
        is_other = model.is_waiting or numbers != model.numbers
        before = None if is_other else model.sheet
        if before is not None and sheet.same_as(before):
            return
        n_characters = 0 if before is None else model.n_characters
        with QSignalBlocker(self):  # a cell that is gone moves the cursor; the user did not
            model.set_sheet(sheet, numbers)
        self.show_cursor()
        self.renew_hint()
        has_same_size = (
            before is not None
            and sheet.rows is before.rows
            and sheet.columns is before.columns
            and self.shows_digits
            and model.n_characters == n_characters
        )
        if not has_same_size:
            self._fit_sections()
        may_be_part = has_same_size and self._has_whole_pixels
        changed = sheet.changed_cells(before) if before is not None and may_be_part else None
        was_painted = self._is_painted  # otherwise it is out of sight, or needs more than this
        if changed is None:
            cells = self._cells.everything
            self._repaint()
        else:
            cells = CellRange.around(changed)
            self._prepared, self._is_painted = None, False
            self.viewport().update(self._cells.span(cells).toRect().translated(-self.offset))
        is_whole = has_same_size and not self._may_scroll
        self._next = cells if was_painted and is_whole else None

    def set_outline(self, outline: Outline, numbers: NumberFormat) -> None:
        """Show a sheet whose numbers are looked up when somebody asks for them."""
        with QSignalBlocker(self):
            self._model.set_outline(outline, numbers)
        self.show_cursor()
        self._fit_sections()
        self._repaint()
        self._next = None

    def dataChanged(self, first: AnyIndex, last: AnyIndex, roles: Sequence[int] = ()) -> None:
        """Tell screen readers; Qt would have every cell painted, and `set_sheet` knows which."""
        if QAccessible.isActive():
            super().dataChanged(first, last, roles)

    def set_selection(self, selection: Selection, relations: Mapping[str, Relation]) -> None:
        """Mark what is selected here and what is linked to it.

        Parameters
        ----------
        selection : Selection
        relations : mapping of str to Relation
            What each quantity is to the selected one.
        """
        sheet = self._model.outline
        key = (selection, relations, sheet.rows, sheet.columns, sheet.fixed)
        if key == self._selection_key:  # an edit of a number moves no mark
            return
        self._selection_key = key
        place, self._lines = sheet.place(selection), sheet.linked_lines(selection)
        linked = common_cells(self._lines)
        related = np.array([relations[source.id] for source in sheet.sources], dtype=np.uint8)
        if (
            place == self._place
            and np.array_equal(linked, self._linked)
            and np.array_equal(related, self._related)
        ):
            return
        self._place, self._linked, self._related, self._marks = place, linked, related, None
        with QSignalBlocker(self):
            self._follow(place)
        if place is None:
            self.scroll_to_first(linked)
        self.viewport().update()

    def _follow(self, place: tuple[int, int] | None) -> None:
        """Make the selected cell the current one; a range that it lies in stays.

        While a cell is open, that stays the current one: Qt closes an editor whose cell is not.
        """
        if self.delegate.editor is not None:
            return
        cells = self._range
        if cells is not None and not cells.is_single and place is not None and place in cells:
            return
        index = self.currentIndex() if place is None else self._model.index(*place)
        if index != self.currentIndex() or (cells is not None and not cells.is_single):
            self.go_to(index)

    def set_preview(self, selection: Selection | None) -> None:
        """Mark lightly what would be linked if this were selected; None marks nothing."""
        if not self._model.has_outline:  # the board is being filled under the mouse
            return
        sheet = self._model.outline
        key = None if selection is None else (selection, sheet.rows, sheet.columns, sheet.fixed)
        if key == self._preview_key:
            return
        self._preview_key = key
        lines = () if selection is None else sheet.linked_lines(selection)
        lines = [pair for pair in lines if all(line.any() for line in pair)]
        if not same_lines(lines, self._preview):
            self._preview = lines
            self.viewport().update()

    def set_marks(self, cells: npt.NDArray[np.bool_]) -> None:
        """Mark these cells, whatever is selected."""
        self._linked, self._marks = cells, None
        self._lines = [(np.logical_or.reduce(cells, axis=1), np.logical_or.reduce(cells))]
        self._related = np.full(cells.shape[1], Relation.SAME, dtype=np.uint8)
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Return the size at which every cell shows."""
        return self.size_at(self._metrics)

    def size_at(self, metrics: Metrics) -> QSize:
        """Return the size at which every cell shows, or the room, at the given metrics."""
        size = self.cells_at(metrics).area.size()
        if self._magnified is None or self._magnified.room is None:
            return size
        room = QSize(*self._magnified.room)
        bar = self.verticalScrollBar().sizeHint().width()
        has_below = size.width() > room.width()
        has_beside = size.height() + bar * has_below > room.height()
        has_below = size.width() + bar * has_beside > room.width()
        return (size + QSize(bar * has_beside, bar * has_below)).boundedTo(room)

    def layout_key(self) -> tuple[object, ...]:
        """Return all that the view's size depends on, the metrics apart."""
        sheet = self._model.outline
        n_characters = 0 if sheet.is_picture and not self.shows_digits else self._n_characters()
        return (sheet.rows.labels, len(sheet.columns.labels), n_characters, self._magnified)

    def _n_characters(self) -> int:
        usual = len("−0.") + self._model.numbers.digits  # so that panels keep their width
        return max(_LEAST_CHARACTERS, usual, self._model.n_characters)

    def cells_at(self, metrics: Metrics) -> Cells:
        """Return where the cells are at the given metrics."""
        sheet, magnified = self._model.outline, self._magnified
        if magnified is not None and magnified.cell is not None:
            return Cells(*sheet.shape, *magnified.cell, sheet.per_head)
        if not self.shows_digits:
            return picture_cells(sheet.shape, sheet.per_head, metrics)
        return Cells(*sheet.shape, *self.cell_for(metrics), sheet.per_head)

    def cell_for(self, metrics: Metrics) -> tuple[int, int]:
        """Return the width and the height of a cell with its digits."""
        return metrics.cell_width(self._n_characters()), metrics.cell_height

    def _fit_sections(self) -> None:
        if not self._model.has_outline:
            return
        cells = self.cells_at(self._metrics)
        if cells != self._cells:
            self._cells, self._marks = cells, None
            self.horizontalHeader().setDefaultSectionSize(cells.width)
            self.verticalHeader().setDefaultSectionSize(cells.height)
        may_scroll = self._magnified is not None and self._magnified.room is not None
        if may_scroll != self._may_scroll:
            self._let_scroll(may_scroll)

    # -- magnifying --------------------------------------------------------------------------

    @property
    def shows_digits(self) -> bool:
        """Whether the cells have room for digits."""
        if self._magnified is not None:
            return self._magnified.has_digits
        return not self._model.outline.is_picture

    def magnify(self, magnified: Magnified | None) -> None:
        """Show the cells in another size from the next look on; None is the usual one."""
        self._magnified = magnified

    def magnify_within(self, room: QSize) -> None:
        """Let what is magnified scroll within so much room."""
        if self._magnified is not None:
            room = room.expandedTo(QSize(1, 1))
            self._magnified = replace(self._magnified, room=(room.width(), room.height()))

    @property
    def marked_place(self) -> tuple[int, int] | None:
        """The place of the selected cell, or of the first one linked to it."""
        if self._place is not None or not self._linked.any():
            return self._place
        row, column = np.unravel_index(int(self._linked.argmax()), self._linked.shape)
        return int(row), int(column)

    def _repaint(self) -> None:
        self._prepared, self._is_painted = None, False
        self.viewport().update()

    def _show_range(self) -> None:
        self._marks = None
        self._repaint()

    # -- painting ----------------------------------------------------------------------------

    def prepare(self) -> None:
        """Make ready what the next painting needs of other numbers in a view that is in sight.

        Painting does it where this has not; but it is faster for all views one after the other.
        """
        if self._next is not None and self._painter is not None:
            self._prepare(self._painter, self._next)
            self._next = None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is asked for from the sheet: all of it, or cells that have changed."""
        if self._painter is None or self._picture is None or not self._model.has_outline:
            return
        self._is_painted, self._next = True, None
        self._take_part(self.cells_in_sight)
        painter = QPainter(self.viewport())
        corner = self._part.corner - self.offset
        painter.translate(corner)
        if not self.shows_digits:
            everything = self.viewport().rect()
            self._paint_picture(self._picture, painter, everything.translated(-corner))
            return
        self._prepare(self._painter, self._needed(event.rect()))
        self._paint_digits(self._painter, painter, event.rect().translated(-corner))

    def _take_part(self, cells: CellRange) -> None:
        """Paint these cells alone; the places of all that is painted are counted from them on."""
        part = PaintedPart.of(self._cells, cells)
        if part != self._part:
            self._part, self._prepared, self._marks = part, None, None

    @property
    def _has_whole_pixels(self) -> bool:
        """Whether cells do not share pixels; where they do, all of them are painted."""
        return self.devicePixelRatioF().is_integer()

    def _needed(self, place: QRect) -> CellRange:
        """Return the cells of the part that painting a place on the viewport needs."""
        if not self._has_whole_pixels or place.contains(self.viewport().rect()):
            return self._part.cells.everything
        return self._part.cells.touched(place.translated(self.offset - self._part.corner))

    def _prepare(self, sheet_painter: SheetPainter, needed: CellRange) -> None:
        if self._prepared is None or not self._prepared.covers(needed):
            numbers, n_characters = self._model.numbers, self._model.n_characters
            sheet_painter.prepare(
                self._part.sheet(self._model.sheet), numbers, n_characters, self._part.cells,
                self._shaded(), needed, self._part.corner,
            )  # fmt: skip
            self._prepared = needed

    def _paint_digits(self, sheet_painter: SheetPainter, painter: QPainter, place: QRect) -> None:
        if self._marks is None:
            linked = self._part.related_cells(self._linked, self._related)
            selected, cells = self._part.place(self._place), self._part.cells
            self._marks = Marks.of(cells, self._metrics, linked, selected, self._shaded())
        # Outside the outlines of linked cells.
        inset = (0 if self._metrics.is_smallest else 0.5) + thin(self._metrics) / 2
        previewed = [
            box
            for rows, columns in self._preview
            for box in self._part.cells.crossings(*self._part.lines(rows, columns), inset)
        ]
        sheet_painter.paint(painter, place, self._marks, self._focus_mark(), previewed)

    def _paint_picture(self, picture: PicturePainter, painter: QPainter, place: QRect) -> None:
        if self._prepared is None:
            part = self._part
            sheet = part.sheet(self._model.sheet)
            picture.prepare(sheet, part.cells, self._shaded(), part.corner)
            self._prepared = part.cells.everything
        if self._marks is None:
            selected = None
            if self._place is not None:
                box = around(self._cells, self._place, RING)
                selected = self._part.outline(box, picture.line + 1)
            linked = self._part.related_blocks(self._lines, self._related, picture.line)
            self._marks = Marks(linked, selected)
        previewed = [
            box for pair in self._preview for box in self._part.blocks(*pair, picture.line)
        ]
        picture.paint(painter, place, self._marks, self._focus_mark(), previewed)

    def _shaded(self) -> CellRange | None:
        """Return the range where it is more than the current cell, which is marked anyway."""
        is_one = self._range is None or self._range.is_single
        return None if is_one or self._range is None else self._range.within(self._part.range)

    def _focus_mark(self) -> tuple[Role, QRectF] | None:
        index = self.currentIndex()
        if not self.hasFocus() or not index.isValid():
            return None
        role, place = self._model.outline.quantity.role, (index.row(), index.column())
        if not self.shows_digits:
            return role, self._part.outline(around(self._cells, place, RING - 1), line=1.5)
        at = self._part.place(place)
        inset = 0.5 if self._metrics.is_smallest else 1
        return None if at is None else (role, self._part.cells.box(*at, inset))

"""The matrix view: a table that paints its whole viewport from the array.

It stays a QTableView, so selection, keyboard, editing and accessibility are Qt's. Painting a
cell costs one `drawText` by position; colours are one small picture, stretched.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QLine,
    QModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QGlyphRun,
    QImage,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from attention_gui.gui.cell_editor import CellDelegate
from attention_gui.gui.glyphs import SAME_WIDTH, writer
from attention_gui.gui.matrix_model import AnyIndex, SheetModel
from attention_gui.gui.theme import Metrics, Theme, text_font
from attention_gui.scenario.selection import Selection
from attention_gui.scenario.sheets import Sheet

__all__ = ["MatrixView"]

_MINIMUM_CHARACTERS = 6  # "−0.000": the usual cell, so that panels keep their width


@dataclass(eq=False, slots=True)
class _Picture:
    """What the last painting was made of; thrown away with the sheet, the theme or the size."""

    background: QImage | None
    runs: list[tuple[QColor, QGlyphRun]]
    loose: list[tuple[QColor, QPointF, str]]
    hatched: list[QRect]
    pixels: object  # keeps the image's memory alive


class MatrixView(QTableView):
    """Shows one sheet, editable or not.

    Attributes
    ----------
    picked : Signal(int, int)
        The row and column that the user moved to.
    """

    picked = Signal(int, int)

    def __init__(self, model: SheetModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme | None = None
        self._metrics = Metrics()
        self._picture: _Picture | None = None
        self._linked = np.zeros((0, 0), dtype=bool)
        self._place: tuple[int, int] | None = None
        self._cell_width, self._cell_height = 0, 0
        self.setModel(model)
        self._model = model
        self._delegate = CellDelegate(self)
        self.setItemDelegate(self._delegate)
        model.refused.connect(self._refuse)
        self._set_up()

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.DoubleClicked
        )
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def sheet_model(self) -> SheetModel:
        """The model, as the type that it is."""
        return self._model

    @property
    def delegate(self) -> CellDelegate:
        """The delegate, as the type that it is."""
        return self._delegate

    def set_look(self, theme: Theme, metrics: Metrics) -> None:
        """Paint in another theme or size."""
        self._theme, self._metrics = theme, metrics
        self.setFont(text_font(metrics.unit))
        self._fit_sections()
        self._repaint()

    def set_sheet(self, sheet: Sheet) -> None:
        """Show a sheet; nothing is repainted when it looks the same."""
        if self._model.has_sheet and sheet.same_as(self._model.sheet):
            return
        self._model.set_sheet(sheet)
        self._fit_sections()
        self._repaint()

    def set_selection(self, selection: Selection) -> None:
        """Mark what is selected here and what is linked to it."""
        sheet = self._model.sheet
        place, linked = sheet.place(selection), sheet.linked(selection)
        if place == self._place and np.array_equal(linked, self._linked):
            return
        self._place, self._linked = place, linked
        if place is not None:
            index = self._model.index(*place)
            if index != self.currentIndex():
                self.selectionModel().setCurrentIndex(
                    index, QItemSelectionModel.SelectionFlag.ClearAndSelect
                )
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Return the size at which every cell shows."""
        return self.size_at(self._metrics)

    def size_at(self, metrics: Metrics) -> QSize:
        """Return the size at which every cell shows, at the given metrics."""
        n_rows, n_columns = self._model.sheet.shape
        width = metrics.cell_width(self._n_characters())
        return QSize(n_columns * width, n_rows * metrics.cell_height)

    def layout_key(self) -> tuple[object, ...]:
        """Return all that the view's size depends on, the metrics apart."""
        sheet = self._model.sheet
        return (sheet.rows.labels, len(sheet.columns.labels), self._n_characters())

    def _n_characters(self) -> int:
        return max(_MINIMUM_CHARACTERS, self._model.n_characters)

    def _fit_sections(self) -> None:
        if not self._model.has_sheet:
            return
        size = (self._metrics.cell_width(self._n_characters()), self._metrics.cell_height)
        if size != (self._cell_width, self._cell_height):
            self._cell_width, self._cell_height = size
            self.horizontalHeader().setDefaultSectionSize(self._cell_width)
            self.verticalHeader().setDefaultSectionSize(self._cell_height)

    def _repaint(self) -> None:
        self._picture = None
        self.viewport().update()

    # -- keyboard and focus ------------------------------------------------------------------

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """Tell where the user moved."""
        super().currentChanged(current, previous)
        place = (current.row(), current.column())
        if current.isValid() and place != self._place:
            self.picked.emit(*place)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Repaint: the selection is painted by the view itself."""
        super().selectionChanged(selected, deselected)
        self.viewport().update()

    def mousePressEvent(self, event: object) -> None:
        """Select the cell even when it is the current one already."""
        super().mousePressEvent(event)  # type: ignore[arg-type]
        current = self.currentIndex()
        if current.isValid():
            self.picked.emit(current.row(), current.column())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes down, as in a spreadsheet."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            below = self.currentIndex().siblingAtRow(self.currentIndex().row() + 1)
            if below.isValid():
                self.setCurrentIndex(below)
            return
        super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes right in an editable matrix, and leaves it after the last cell."""
        return self._step(1 if forward else -1) or super().focusNextPrevChild(forward)

    def _step(self, step: int) -> bool:
        """Move along the rows in an editable matrix; return False at its end."""
        n_rows, n_columns = self._model.sheet.shape
        index = self.currentIndex()
        at = index.row() * n_columns + index.column() + step
        if not self._is_editable() or not 0 <= at < n_rows * n_columns:
            return False
        self.setCurrentIndex(self._model.index(*divmod(at, n_columns)))
        return True

    def _is_editable(self) -> bool:
        return bool(self._model.flags(self.currentIndex()) & Qt.ItemFlag.ItemIsEditable)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Start at the first cell; show that the keyboard is here."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self._model.index(0, 0))
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the keyboard has left."""
        super().focusOutEvent(event)
        self.viewport().update()

    def _refuse(self, index: QModelIndex, message: str) -> None:
        self._delegate.refuse(message)

    # -- painting ----------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        """Lay the text out anew for another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._repaint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the whole viewport from the sheet."""
        theme = self._theme
        painter = QPainter(self.viewport())
        if theme is None or not self._model.has_sheet:
            return
        if self._picture is None:
            self._picture = self._make_picture(theme)
        picture = self._picture
        n_rows, n_columns = self._model.sheet.shape
        width, height = self._cell_width, self._cell_height
        painter.fillRect(self.viewport().rect(), QColor(theme.card))
        if picture.background is not None:
            area = QRect(0, 0, n_columns * width, n_rows * height)
            painter.drawImage(area, picture.background)
        self._draw_hatching(painter, theme, picture.hatched)
        self._draw_gaps(painter, theme)
        for color, run in picture.runs:
            painter.setPen(color)
            painter.drawGlyphRun(QPointF(), run)
        painter.setFont(self.font())
        for color, at, text in picture.loose:
            painter.setPen(color)
            painter.drawText(at, text)
        self._draw_marks(painter, theme)

    def _make_picture(self, theme: Theme) -> _Picture:
        sheet = self._model.sheet
        n_rows, n_columns = sheet.shape
        light = np.zeros(sheet.shape, dtype=bool)
        background, pixels = None, None
        if sheet.limits is not None and n_rows and n_columns:
            ramp = theme.ramps[sheet.quantity.scale]
            at = ramp.indices(sheet.values, sheet.limits)
            if sheet.reasons is not None:
                at[sheet.reasons != 0] = ramp.indices(np.zeros(1), sheet.limits)[0]
            pixels = np.ascontiguousarray(ramp.colors[at])
            light = ramp.light_text[at]
            background = QImage(
                pixels.data, n_columns, n_rows, 4 * n_columns, QImage.Format.Format_RGB32
            )
        dark = QColor(theme.ink) if background is None else _BLACK
        runs, loose = self._write(light, dark)
        hatched = []
        if sheet.reasons is not None:
            width, height = self._cell_width, self._cell_height
            hatched = [
                QRect(int(c) * width, int(r) * height, width, height)
                for r, c in zip(*sheet.reasons.nonzero(), strict=True)
            ]
        return _Picture(background, runs, loose, hatched, pixels)

    def _write(
        self, light: npt.NDArray[np.bool_], dark: QColor
    ) -> tuple[list[tuple[QColor, QGlyphRun]], list[tuple[QColor, QPointF, str]]]:
        """Return the texts as runs of glyphs: right-aligned numbers, centred as a block."""
        metrics = QFontMetricsF(self.font())
        glyphs = writer(self._metrics.unit)
        width, height = self._cell_width, self._cell_height
        base = (height + metrics.ascent() - metrics.descent()) / 2
        rows = [[(text, text.translate(SAME_WIDTH)) for text in row] for row in self._model.texts]
        widths = {s: glyphs.width(s) for s in {shape for row in rows for _, shape in row}}
        right = (width + max((w for w in widths.values() if w), default=0.0)) / 2
        places: tuple[list[tuple[float, float, str, str]], ...] = ([], [])
        loose = []
        for r, (row, is_light) in enumerate(zip(rows, light.tolist(), strict=True)):
            y = r * height + base
            for c, (text, shape) in enumerate(row):
                if widths[shape] is not None:
                    places[is_light[c]].append((c * width + right, y, text, shape))
                else:
                    x = c * width + (width - metrics.horizontalAdvance(text)) / 2
                    loose.append((_WHITE if is_light[c] else dark, QPointF(x, y), text))
        runs = [
            (color, glyphs.run(texts))
            for color, texts in zip((dark, _WHITE), places, strict=True)
            if texts
        ]
        return runs, loose

    def _draw_gaps(self, painter: QPainter, theme: Theme) -> None:
        """Separate cells by lines in the card's colour, heads by a wider one."""
        sheet = self._model.sheet
        n_rows, n_columns = sheet.shape
        width, height = self._cell_width, self._cell_height
        right, bottom = n_columns * width, n_rows * height
        painter.setPen(QPen(QColor(theme.card), 2))
        lines = [QLine(0, r * height, right, r * height) for r in range(n_rows + 1)]
        lines += [QLine(c * width, 0, c * width, bottom) for c in range(n_columns + 1)]
        painter.drawLines(lines)
        if sheet.n_blocks > 1:
            painter.setPen(QPen(QColor(theme.muted), 1))
            per_head = n_columns // sheet.n_blocks
            painter.drawLines(
                [QLine(c * width, 2, c * width, bottom - 2)
                 for c in range(per_head, n_columns, per_head)]
            )  # fmt: skip

    def _draw_hatching(self, painter: QPainter, theme: Theme, cells: list[QRect]) -> None:
        if not cells:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(QColor(theme.hatch), Qt.BrushStyle.BDiagPattern))
        painter.drawRects(cells)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _draw_marks(self, painter: QPainter, theme: Theme) -> None:
        """Outline linked cells thinly, the selected one thickly, the keyboard's with dots."""
        width, height = self._cell_width, self._cell_height
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._linked.shape == self._model.sheet.shape:
            painter.setPen(QPen(QColor(theme.mark), max(1.0, self._metrics.unit / 11)))
            for r, c in zip(*self._linked.nonzero(), strict=True):
                box = QRectF(int(c) * width, int(r) * height, width, height)
                painter.drawRoundedRect(box.adjusted(1.5, 1.5, -1.5, -1.5), 3, 3)
        if self._place is not None:
            r, c = self._place
            thick = max(2.0, self._metrics.unit / 5.5)
            painter.setPen(QPen(QColor(theme.mark), thick))
            box = QRectF(c * width, r * height, width, height)
            inset = thick / 2 + 0.5
            painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), 3, 3)
        current = self.currentIndex()
        if self.hasFocus() and current.isValid():
            role = self._model.sheet.quantity.role
            painter.setPen(QPen(QColor(theme.roles[role]), 1.5, Qt.PenStyle.DashLine))
            box = QRectF(current.column() * width, current.row() * height, width, height)
            painter.drawRect(box.adjusted(1, 1, -1, -1))


_BLACK, _WHITE = QColor("#000000"), QColor("#ffffff")

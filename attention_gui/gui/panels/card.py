"""The card: what all panels look like around their matrix.

A card paints its title line (formula, name, shape), the labels of rows and columns, the frame
of its quantity's role and the bottom line with the colour scale. Children paint the rest.
"""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAction,
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from attention_gui.gui.color_scale import draw_scale, limit_characters, scale_pixels, scale_width
from attention_gui.gui.fonts import SAME_WIDTH, advance, text_font
from attention_gui.gui.frames import draw_frame
from attention_gui.gui.labels import draw_labels
from attention_gui.gui.matrix_view import MatrixView
from attention_gui.gui.ramps import ramp_of
from attention_gui.gui.theme import FRAMES, Frame, Metrics, Theme
from attention_gui.gui.title_grip import TitleGrip
from attention_gui.gui.title_line import TitleLine
from attention_gui.quantities import ColorScale
from attention_gui.scenario.numbers import NumberFormat
from attention_gui.scenario.sheet import Outline, Sheet

__all__ = ["Card"]

_MOST_SIZES = 200
"""Sizes that a card remembers; it is asked for them at every edit."""

_CORNER = 7
"""Radius of the card's corners, in pixels."""

_DOUBLE = (Frame.DOUBLE, Frame.DOUBLE_ROUNDED)
"""Frames whose inner line would touch the smallest labels."""

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class Card(TitleGrip):
    """A panel with one matrix.

    Parameters
    ----------
    view : MatrixView

    Attributes
    ----------
    title : TitleLine
    """

    accessible_role = QAccessible.Role.Grouping

    def __init__(self, view: MatrixView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        view.setParent(self)
        view.scrolled.connect(self._show_scrolled)
        self.theme: Theme | None = None
        self.metrics = Metrics()
        self.title = TitleLine()
        self._note = ""
        self._sizes: dict[object, QSize] = {}
        self._box = QRect()
        self._n_in_limits = 0

    @property
    def outline(self) -> Outline:
        """What the matrix shows, the numbers apart."""
        return self.view.sheet_model.outline

    @property
    def sheet(self) -> Sheet:
        """The sheet that the matrix shows, with numbers that are looked up if they were not."""
        return self.view.sheet_model.sheet

    @property
    def is_waiting(self) -> bool:
        """Whether nobody has asked for the numbers yet."""
        return self.view.sheet_model.is_waiting

    @property
    def numbers(self) -> NumberFormat:
        """How numbers are displayed."""
        return self.view.sheet_model.numbers

    @property
    def note(self) -> str:
        """What the bottom line warns of."""
        return self._note

    @property
    def caption(self) -> str:
        """What stands in the right upper corner."""
        return self.title.caption

    def set_look(self, theme: Theme, metrics: Metrics) -> None:
        """Show in another theme or size."""
        self.theme, self.metrics = theme, metrics
        self.view.set_look(theme, metrics)
        self._place_view()
        self.updateGeometry()
        self.update()

    def set_title(self, title: TitleLine, note: str = "") -> None:
        """Set the texts around the matrix, with a warning in the bottom line."""
        before, note_before = self.title, self._note
        if title != before:
            self.title = title
            if title.height(self.metrics) != before.height(self.metrics):
                self._place_view()
                self.update()
            self.setAccessibleName(title.full_name)
            self.setToolTip("\n".join(filter(None, (title.full_name, title.detail))))
            beside = self.metrics.pad - 1  # soft edges of letters reach a pixel further
            line = self._title_line().adjusted(beside, 2, -beside, -1)
            if not title.has_moved_from(before):
                right = self.width() - self.metrics.pad
                line.setLeft(title.caption_left(right, self.metrics))
            self.update(line)
        elif note == note_before:
            return
        self._note = note
        said = filter(None, (title.caption, title.detail, note))
        self.setAccessibleDescription(", ".join(said))
        if note != note_before:
            self.update(self.bottom_line())

    def sizeHint(self) -> QSize:
        """Return the size at the present metrics."""
        return self.size_at(self.metrics)

    def size_within(self, width: int, metrics: Metrics) -> QSize:
        """Return the size that the card needs; it does not depend on the width to be had."""
        return self.size_at(metrics)

    def width_with_name(self, metrics: Metrics) -> int:
        """Return the width at which the whole name has room."""
        named = replace(metrics, has_names=True)
        return self.title.width(named) + 2 * metrics.pad

    @property
    def kind(self) -> str:
        """What panels have in common whose names give way together."""
        return self.title.name

    def size_at(self, metrics: Metrics) -> QSize:
        """Return the size that the card needs at the given metrics."""
        key = (metrics, self.layout_key())
        if key not in self._sizes:
            if len(self._sizes) >= _MOST_SIZES:
                self._sizes.clear()
            self._sizes[key] = self._compute_size(metrics)
        return self._sizes[key]

    def layout_key(self) -> tuple[object, ...]:
        """Return all that the card's size depends on, the metrics apart."""
        return (
            *self.view.layout_key(),
            *self.title.room_key(),
            self._has_bottom_line(),
            self._note,
            self._limit_characters(),
        )

    def forget_lengths(self) -> None:
        """Let the room for numbers be the usual one until they are looked up."""
        self._n_in_limits = 0
        self.view.sheet_model.forget_length()

    def _limit_characters(self) -> int:
        """Return how many characters a limit has; the last ones known, without numbers."""
        if not self.is_waiting:
            self._n_in_limits = limit_characters(self.sheet.limits, self.numbers)
        return max(self._n_in_limits, limit_characters(None, self.numbers))

    def _compute_size(self, metrics: Metrics) -> QSize:
        box = self.frame_box(metrics)
        width = max(
            box.width() + self.extra_width(metrics),
            self.title.width(metrics),
            self._bottom_width(metrics),
        )
        legend = metrics.legend_height if self._has_bottom_line() else 0
        height = box.bottom() + 1 + legend + metrics.pad
        return QSize(width + 2 * metrics.pad, height)

    def extra_width(self, metrics: Metrics) -> int:
        """Return the room that a panel needs at the right of its matrix."""
        return 0

    def frame_box(self, metrics: Metrics) -> QRect:
        """Return where the frame around labels and cells goes."""
        left, top, cells = self._margins(metrics)
        return QRect(
            metrics.pad,
            self.title.height(metrics),
            left + cells.width() + metrics.frame,
            top + cells.height() + metrics.frame,
        )

    def room_for_cells(self, place: QSize, metrics: Metrics) -> QSize:
        """Return how much of a place is left for the cells, scroll bars included."""
        left, top, _ = self._margins(metrics)
        legend = metrics.legend_height if self._has_bottom_line() else 0
        across = 2 * metrics.pad + left + metrics.frame + self.extra_width(metrics)
        down = self.title.height(metrics) + top + metrics.frame + legend + metrics.pad
        return QSize(place.width() - across, place.height() - down)

    def _margins(self, metrics: Metrics) -> tuple[int, int, QSize]:
        """Return the room left of and above the cells inside the frame, and the cells' size."""
        thick = metrics.frame if self._frame() is Frame.THICK_LEFT else 0
        inner = 2 if metrics.is_smallest and self._frame() in _DOUBLE else 0
        left = metrics.frame + thick + inner + metrics.label_width(self.outline.rows.labels)
        top = metrics.label_height + round(metrics.unit * 0.3) + inner
        return left, top, self.view.size_at(metrics)

    def _frame(self) -> Frame:
        return FRAMES[self.outline.quantity.role]

    def _has_bottom_line(self) -> bool:
        return self._has_legend() or bool(self._note)

    def _has_legend(self) -> bool:
        return self.outline.scale is not ColorScale.PLAIN

    def _bottom_width(self, metrics: Metrics) -> int:
        """Return the room that the legend and the beginning of the note need."""
        note = min(
            advance(scale_pixels(metrics), self._note.translate(SAME_WIDTH)), 9.0 * metrics.unit
        )
        if not self._has_legend():
            return round(note)
        scale = scale_width(self._limit_characters(), metrics)
        return round(scale + (note + metrics.unit if note else 0))

    def _place_view(self) -> None:
        left, top, size = self._margins(self.metrics)
        self._box = self.frame_box(self.metrics)
        corner = self._box.topLeft()
        self.view.setGeometry(corner.x() + left, corner.y() + top, size.width(), size.height())

    def _show_scrolled(self) -> None:
        """Let the labels go along with the cells."""
        self.update(self._box)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the matrix at its place."""
        super().resizeEvent(event)
        self._place_view()

    # -- mouse -------------------------------------------------------------------------------

    def set_actions(self, actions: Sequence[QAction]) -> None:
        """Offer actions in the context menu of all that surrounds the matrix."""
        for action in self.actions():
            self.removeAction(action)
        self.addActions(actions)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the keyboard to the matrix; no cell is meant, so the selection stays."""
        super().mousePressEvent(event)
        self.view.setFocus(Qt.FocusReason.MouseFocusReason)

    def is_title(self, at: QPoint) -> bool:
        """Return whether a place belongs to the title."""
        return self._title_line().contains(at)

    # -- painting ----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint everything but the cells."""
        if self.theme is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Between edits only a title or a legend changes, away from edges and corners.
        dirty = event.rect()
        if self.rect().adjusted(_CORNER, 2, -_CORNER, -2).contains(dirty):
            # A pixel more: where the screen has 1.25 for each, edges would shine through.
            painter.fillRect(dirty.adjusted(-1, -1, 1, 1), QColor(self.theme.card))
        else:
            painter.setPen(QPen(QColor(self.theme.line), 1))
            painter.setBrush(QColor(self.theme.card))
            outline = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(outline, _CORNER, _CORNER)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if dirty.intersects(self._title_line()):
            line = self._title_line().adjusted(self.metrics.pad, 0, -self.metrics.pad, 0)
            self.title.draw(painter, line, self.theme, self.metrics, dirty)
        if dirty.intersects(self._box):
            color = QColor(self.theme.roles[self.outline.quantity.role])
            draw_frame(painter, self._frame(), color, self._box, self.metrics)
            draw_labels(painter, self.view, self.theme, self.metrics)
        if dirty.intersects(self.bottom_line()):
            self._draw_bottom_line(painter, self.theme)

    @property
    def shown_name(self) -> str:
        """What stands after the formula: the name where there is room, and always its place."""
        return self.title.shown_name(self.width() - 2 * self.metrics.pad, self.metrics)

    def _title_line(self) -> QRect:
        return QRect(0, 0, self.width(), self.title.height(self.metrics))

    def bottom_line(self) -> QRect:
        """Return where the legend and the note stand."""
        metrics, box = self.metrics, self._box
        width = self.width() - 2 * metrics.pad
        top = box.bottom() + 1 + round(metrics.unit * 0.2)
        return QRect(metrics.pad, top, width, metrics.legend_height)

    def _draw_bottom_line(self, painter: QPainter, theme: Theme) -> None:
        metrics = self.metrics
        line = self.bottom_line()
        painter.setFont(text_font(scale_pixels(metrics)))
        used = self._draw_legend(painter, theme, line)
        if self._note:
            painter.setPen(QColor(theme.warning))
            room = line.adjusted(round(used + metrics.unit * 0.6), 0, 0, 0)
            text = painter.fontMetrics().elidedText(
                self._note, Qt.TextElideMode.ElideRight, room.width()
            )
            painter.drawText(room, _RIGHT if used else _LEFT, text)

    def _draw_legend(self, painter: QPainter, theme: Theme, line: QRect) -> float:
        """Draw the colour scale between its limits and return its width."""
        sheet = self.sheet
        if sheet.limits is None:
            return 0.0
        ramp = ramp_of(theme, sheet.scale)
        return draw_scale(
            painter, ramp, sheet.limits, self.numbers, theme, self.metrics, line,
            is_picture=not self.view.shows_digits,
        )  # fmt: skip

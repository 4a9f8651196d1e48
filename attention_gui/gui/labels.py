"""The labels of rows and columns around a matrix; where cells are small, of every so many."""

from math import ceil

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from attention_gui.gui.fonts import text_font
from attention_gui.gui.matrix_view import MatrixView
from attention_gui.gui.theme import Metrics, Theme

__all__ = ["draw_labels"]

_MOST_ROOM = 5
"""Least distance of column labels of any length, in sizes of the type."""

_ALIGN = Qt.AlignmentFlag
_RIGHT = _ALIGN.AlignRight | _ALIGN.AlignVCenter


def draw_labels(painter: QPainter, view: MatrixView, theme: Theme, metrics: Metrics) -> None:
    """Draw the labels of the cells that are in sight, beside them.

    Parameters
    ----------
    painter : QPainter
        Of the widget that the view lies on.
    view : MatrixView
    theme : Theme
    metrics : Metrics
    """
    painter.setFont(text_font(metrics.label_pixels))
    painter.setPen(QColor(theme.muted))
    place = view.viewport().geometry().translated(view.pos())  # no scroll bars
    # Of a picture they are larger than their rows and columns, and in the middle of them.
    over = 0 if view.shows_digits else metrics.label_height // 2
    beside = 0 if view.shows_digits else metrics.frame - 2
    left = 0 if view.shows_digits else place.left()
    painter.setClipRect(place.adjusted(-left, -metrics.label_height, beside, 0))
    _draw_columns(painter, view, place, metrics, beside)
    painter.setClipRect(place.adjusted(-place.left(), -over, 0, over))
    _draw_rows(painter, view, place, metrics)
    painter.setClipping(False)


def _draw_columns(
    painter: QPainter, view: MatrixView, place: QRect, metrics: Metrics, beside: int
) -> None:
    labels, width = view.sheet_model.outline.columns.labels, view.columnWidth(0)
    text, shown = painter.fontMetrics(), view.cells_in_sight
    step = 1
    if not view.shows_digits:
        longest = metrics.widest(labels) + metrics.unit / 2
        least = min(longest, _MOST_ROOM * metrics.unit) / width
        per_head = view.sheet_model.outline.per_head  # each head is labelled at the same features
        step = per_head * ceil(least / per_head) if per_head else _round_step(least)
    for c in range(shown.column // step * step, shown.column + shown.n_columns, step):
        cut = text.elidedText(labels[c], Qt.TextElideMode.ElideRight, step * width - 4)
        center = start = place.left() + c * width - view.offset.x() + width / 2
        needed = text.horizontalAdvance(cut)
        if not view.shows_digits:  # beside the label of the first row, not above it
            center = max(center, place.left() - metrics.unit / 2 + needed / 2)
        is_shown = place.left() <= start and center + needed / 2 <= place.right() + beside
        if step == 1 or is_shown:
            box = QRectF(
                center - needed, place.top() - metrics.label_height,
                2 * needed, metrics.label_height,
            )  # fmt: skip
            painter.drawText(box, _ALIGN.AlignCenter, cut)


def _round_step(least: float) -> int:
    """Return the least of 1, 2, 5, 10, 20, 50 and so on that is no smaller."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if step >= least:
                return step
        power *= 10


def _draw_rows(painter: QPainter, view: MatrixView, place: QRect, metrics: Metrics) -> None:
    labels, height = view.sheet_model.outline.rows.labels, view.rowHeight(0)
    text, shown = painter.fontMetrics(), view.cells_in_sight
    beside = round(metrics.unit * 0.4)
    room = metrics.label_width(labels) - beside
    step = _round_step(text.height() / height)
    for r in range(shown.row // step * step, shown.row + shown.n_rows, step):
        center = place.top() + r * height - view.offset.y() + height / 2
        if step == 1 or place.top() <= center <= place.bottom():
            cut = text.elidedText(labels[r], Qt.TextElideMode.ElideRight, room)
            left, half = place.left() - room - beside, text.height()
            box = QRectF(left, center - half, room, 2 * half)
            painter.drawText(box, _RIGHT, cut)

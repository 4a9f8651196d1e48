"""The arrows between panels: each names the operation that leads from one to the next."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QLineF, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from attention_gui.gui.flow import Section, SectionPlan
from attention_gui.gui.fonts import advance, text_font
from attention_gui.gui.theme import Metrics, Theme

__all__ = ["Link", "links_of", "paint_links"]

_SHAFT = 0.8
"""Length of an arrow's line on each side of its text, in sizes of the type."""

_BETWEEN = 0.45
"""Space between the line and the text."""


@dataclass(frozen=True)
class Link:
    """An arrow with a text.

    Attributes
    ----------
    text : str
        What there is room for.
    box : QRect
        What it covers, above the panels that it joins.
    """

    text: str
    box: QRect


def links_of(
    section: Section, planned: SectionPlan, metrics: Metrics, title_width: int
) -> Iterator[Link]:
    """Yield the arrows of a section that is placed.

    Parameters
    ----------
    section : Section
    planned : SectionPlan
    metrics : Metrics
    title_width : int
        What the section's title covers of the first strip.
    """
    texts = iter(section.links)
    for at, (line, strip) in enumerate(zip(planned.lines, planned.strips, strict=True)):
        start = strip.left() + (title_width + metrics.unit if at == 0 else 0)
        for k, box in enumerate(line):
            text = next(texts, "")
            if not text:
                continue
            # Between the middles of both panels; after a line's end above the next one's first.
            left = max(start, line[k - 1].center().x() if k else box.left())
            right = box.center().x() if k else box.right()
            center = box.left() - metrics.gap / 2 if k else None
            link = _link(text, left, right, center, strip, metrics)
            if link is not None:
                start = link.box.right() + metrics.unit // 2
                yield link


def _link(
    text: str, left: int, right: int, center: float | None, strip: QRect, metrics: Metrics
) -> Link | None:
    """Return an arrow around a place, or from the left on; None where there is no room."""
    rest = _rest(metrics)
    text = _cut(text, right - left - rest, metrics)
    width = ceil(advance(metrics.label_pixels, text)) + rest
    if not text or width > right - left:
        return None
    x = left if center is None else round(center - width / 2)
    x = min(max(x, left), right - width)
    return Link(text, QRect(x, strip.top(), width, strip.height()))


def _rest(metrics: Metrics) -> int:
    return round(2 * (_SHAFT + _BETWEEN) * metrics.unit)


def _cut(text: str, width: float, metrics: Metrics) -> str:
    """Return a text that is cut to a width, or none if nothing readable is left."""
    if advance(metrics.label_pixels, text) <= width:
        return text
    if width < 2 * metrics.unit:
        return ""
    font = QFontMetricsF(text_font(metrics.label_pixels))
    return font.elidedText(text, Qt.TextElideMode.ElideRight, width)


def paint_links(painter: QPainter, links: list[Link], theme: Theme, metrics: Metrics) -> None:
    """Paint arrows on the ground of the board."""
    color = QColor(theme.muted)
    head = metrics.unit * 0.32
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(text_font(metrics.label_pixels))
    for link in links:
        box, y = link.box, link.box.center().y() + 0.5
        start, end = box.left() + 1.0, box.right() - 1.0
        shaft, text = _SHAFT * metrics.unit, _BETWEEN * metrics.unit
        painter.setPen(QPen(color, max(1.0, metrics.unit / 11)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawLines([
            QLineF(start, y, start + shaft, y),
            QLineF(end - shaft, y, end - head, y),
        ])  # fmt: skip
        between = box.adjusted(round(shaft + text / 2), 0, -round(shaft + text / 2), 0)
        painter.drawText(between, Qt.AlignmentFlag.AlignCenter, link.text)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        tips = (0, 0), (-1.6, -1), (-1.6, 1)
        painter.drawPolygon(QPolygonF([QPointF(end + dx * head, y + dy * head) for dx, dy in tips]))
    painter.restore()

"""Shelves: titled sections of panels that flow from left to right, like words in a text."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Protocol

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attention_gui.gui.theme import Metrics, Theme, text_font

__all__ = ["Item", "Plan", "Section", "Shelf", "flow"]


class Item(Protocol):
    """What can stand on a shelf: a widget that knows its size for any metrics."""

    def size_within(self, width: int, metrics: Metrics) -> QSize:
        """Return the size that is needed where at most `width` is to be had."""
        ...

    def setGeometry(self, box: QRect, /) -> None:
        """Take a place."""
        ...


@dataclass(frozen=True)
class Section:
    """A title and the items under it.

    Attributes
    ----------
    title : str
        "" takes no room.
    items : sequence of Item
    is_column : bool
        One item a line, each as wide as the shelf.
    """

    title: str
    items: Sequence[Item]
    is_column: bool = False


@dataclass(frozen=True)
class Plan:
    """Where everything goes at some width and metrics.

    Attributes
    ----------
    titles : tuple of QPoint
    boxes : tuple of QRect
        One an item, over all sections.
    size : QSize
        What is covered, margins included.
    """

    titles: tuple[QPoint, ...]
    boxes: tuple[QRect, ...]
    size: QSize


def flow(sizes: Sequence[QSize], width: int, gap: int, origin: QPoint) -> list[QRect]:
    """Return boxes in lines from left to right, none wider than `width` unless one item is.

    There are as few lines as possible, and they are as equally long as that allows. Items of
    a line share its height, so that cards side by side end on one level.
    """
    n_lines = _n_lines(sizes, width, gap)
    narrowest = max((size.width() for size in sizes), default=0)
    widths = range(min(narrowest, width), width)
    width = next(
        iter(widths[bisect_left(widths, True, key=lambda w: _n_lines(sizes, w, gap) <= n_lines) :]),
        width,
    )
    boxes: list[QRect] = []
    line: list[QRect] = []
    x, y = origin.x(), origin.y()
    for size in sizes:
        if line and x + size.width() > origin.x() + width:
            y = _close(line) + gap
            x, line = origin.x(), []
        box = QRect(QPoint(x, y), size)
        boxes.append(box)
        line.append(box)
        x += size.width() + gap
    _close(line)
    return boxes


def _n_lines(sizes: Sequence[QSize], width: int, gap: int) -> int:
    lines, x = 0, 0
    for size in sizes:
        if lines == 0 or x + size.width() > width:
            lines, x = lines + 1, 0
        x += size.width() + gap
    return lines


def _close(line: Sequence[QRect]) -> int:
    """Give the boxes of a line one height, and return its bottom."""
    height = max((box.height() for box in line), default=0)
    for box in line:
        box.setHeight(height)
    return line[0].y() + height if line else 0


class Shelf(QWidget):
    """Sections of items, placed by `plan`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sections: Sequence[Section] = ()
        self._theme: Theme | None = None
        self._metrics = Metrics()
        self._titles: tuple[QPoint, ...] = ()

    def set_sections(self, sections: Sequence[Section]) -> None:
        """Put items on the shelf."""
        self._sections = sections

    def titles_width(self, metrics: Metrics) -> int:
        """Return the width at which no title is cut."""
        text = QFontMetricsF(_title_font(metrics))
        widths = (text.horizontalAdvance(section.title.upper()) for section in self._sections)
        return ceil(max(widths, default=0.0)) + 2 * metrics.gap

    def plan(self, width: int, metrics: Metrics) -> Plan:
        """Return where everything would go; nothing moves."""
        gap = metrics.gap
        y = round(gap * 0.5)
        titles: list[QPoint] = []
        boxes: list[QRect] = []
        for section in self._sections:
            titles.append(QPoint(gap, y))
            title = round(metrics.unit * 1.7) if section.title else 0
            sizes = [item.size_within(width - 2 * gap, metrics) for item in section.items]
            if section.is_column:
                sizes = [QSize(max(size.width(), width - 2 * gap), size.height()) for size in sizes]
            placed = flow(sizes, width - 2 * gap, gap, QPoint(gap, y + title))
            boxes += placed
            y = max((box.y() + box.height() for box in placed), default=y + title) + gap
        right = max((box.x() + box.width() for box in boxes), default=0)
        return Plan(tuple(titles), tuple(boxes), QSize(right + gap, y))

    def arrange(self, width: int, theme: Theme, metrics: Metrics) -> None:
        """Place everything for a width."""
        self._theme, self._metrics = theme, metrics
        plan = self.plan(width, metrics)
        self._titles = plan.titles
        for item, box in zip(self._items(), plan.boxes, strict=True):
            item.setGeometry(box)
        self.resize(max(width, plan.size.width()), plan.size.height())
        self.update()

    def _items(self) -> Iterator[Item]:
        return (item for section in self._sections for item in section.items)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the titles of the sections."""
        if self._theme is None:
            return
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.ground))
        painter.setFont(_title_font(self._metrics))
        painter.setPen(QColor(self._theme.muted))
        height = round(self._metrics.unit * 1.7)
        for section, at in zip(self._sections, self._titles, strict=False):
            box = QRect(at.x(), at.y(), self.width() - at.x(), height)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, section.title.upper())


def _title_font(metrics: Metrics) -> QFont:
    font = text_font(metrics.label_pixels, bold=True)
    font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 106)
    return font

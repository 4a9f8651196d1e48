"""A shelf: titled sections of panels, with arrows from one panel to the next."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attention_gui.gui.drops import Drop, drop_of
from attention_gui.gui.flow import Item, Plan, Section, plan, widened
from attention_gui.gui.fonts import text_font
from attention_gui.gui.links import Link, links_of, paint_links
from attention_gui.gui.theme import Metrics, Theme

__all__ = ["Shelf"]


class Shelf(QWidget):
    """Sections of items, placed by `flow.plan`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Nothing behind it need be painted when a panel on it is.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._sections: Sequence[Section] = ()
        self._theme: Theme | None = None
        self._metrics = Metrics()
        self._plan: Plan | None = None
        self._links: list[Link] = []
        self._drop: Drop | None = None

    def set_sections(self, sections: Sequence[Section]) -> None:
        """Put items on the shelf; they are placed by `arrange`."""
        self._sections, self._plan, self._links, self._drop = sections, None, [], None

    def set_links(self, link: Callable[[Item, Item], str]) -> None:
        """Say how every item follows from the one before it; they are placed by `arrange`.

        Parameters
        ----------
        link : callable
            Returns the name of the operation from one item to the next, or "".
        """
        self._sections = [
            replace(section, links=["", *(link(*pair) for pair in pairwise(section.items))])
            if section.items and not section.is_column
            else section
            for section in self._sections
        ]

    @property
    def links(self) -> Sequence[Link]:
        """The arrows that are shown."""
        return self._links

    def titles_width(self, metrics: Metrics) -> int:
        """Return the width at which no title is cut."""
        widths = (_title_width(section.title, metrics) for section in self._sections)
        return max(widths, default=0) + 2 * metrics.gap

    def plan(self, width: int, metrics: Metrics, *, fills_lines: bool = False) -> Plan:
        """Return where everything would go; nothing moves."""
        planned = plan(self._sections, width, metrics, fills_lines=fills_lines)
        titles = QSize(self.titles_width(metrics), 0)
        return replace(planned, size=planned.size.expandedTo(titles))

    def arrange(self, size: QSize, theme: Theme, metrics: Metrics) -> None:
        """Place everything for a width, and for a height beyond which one has to scroll."""
        self._theme, self._metrics = theme, metrics
        width, planned = size.width(), self.plan(size.width(), metrics)
        if planned.size.height() > size.height():
            planned = self.plan(width, metrics, fills_lines=True)
        planned = widened(planned, self._sections, width, metrics)
        self._plan = planned
        boxes = (box for section in planned.sections for box in section.boxes)
        for item, box in zip(self._items(), boxes, strict=True):
            item.setGeometry(box)
        self._links = [
            link
            for section, place in zip(self._sections, planned.sections, strict=True)
            for link in links_of(section, place, metrics, _title_width(section.title, metrics))
        ]
        self.resize(max(width, planned.size.width()), planned.size.height())
        self.update()

    def _items(self) -> Iterator[Item]:
        return (item for section in self._sections for item in section.items)

    def show_drop(self, item: Item, at: QPoint | None) -> int | None:
        """Show where an item would go that is dragged to a place, and return the new place.

        Parameters
        ----------
        item : Item
        at : QPoint or None
            Where the mouse is; None when nothing is dragged.

        Returns
        -------
        int or None
            How many items of its section it would follow; None where it stays.
        """
        drop = None if at is None else self._drop_of(item, at)
        if drop != self._drop:
            self._drop = drop
            self.update()
        return None if drop is None else drop.place

    def _drop_of(self, item: Item, at: QPoint) -> Drop | None:
        places = () if self._plan is None else self._plan.sections
        for section, place in zip(self._sections, places, strict=False):
            if item in section.items:
                dragged = list(section.items).index(item)
                gap, is_column = self._metrics.gap, section.is_column
                return drop_of(place, dragged, at, gap, is_column=is_column)
        return None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint titles and arrows, and where a dragged panel would go."""
        if self._theme is None or self._plan is None:
            return
        painter, dirty = QPainter(self), event.region()
        painter.fillRect(event.rect(), QColor(self._theme.ground))
        painter.setFont(_title_font(self._metrics))
        painter.setPen(QColor(self._theme.muted))
        for section, place in zip(self._sections, self._plan.sections, strict=True):
            box = QRect(place.title)
            box.setRight(self.rect().right())
            if dirty.intersects(box):
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, section.title.upper())
        links = [link for link in self._links if dirty.intersects(link.box)]
        paint_links(painter, links, self._theme, self._metrics)
        if self._drop is not None:
            painter.fillRect(self._drop.mark, QColor(self._theme.accent))


def _title_width(title: str, metrics: Metrics) -> int:
    return ceil(QFontMetricsF(_title_font(metrics)).horizontalAdvance(title.upper()))


def _title_font(metrics: Metrics) -> QFont:
    font = text_font(metrics.label_pixels, bold=True)
    font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 106)
    return font

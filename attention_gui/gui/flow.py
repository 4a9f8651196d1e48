"""Where things go that flow from left to right in titled sections, like words in a text."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from PySide6.QtCore import QPoint, QRect, QSize

from attention_gui.gui.theme import Metrics

__all__ = ["Item", "Plan", "Section", "SectionPlan", "flow", "plan", "room_of_one", "widened"]


class Item(Protocol):
    """What can be placed: a widget that knows its size for any metrics."""

    def size_within(self, width: int, metrics: Metrics) -> QSize:
        """Return the size that is needed where at most `width` is to be had."""
        ...

    @property
    def kind(self) -> str:
        """What items have in common that say what they are alike, or not at all."""
        ...

    def width_with_name(self, metrics: Metrics) -> int:
        """Return the width at which it can say what it is; 0 if it always can."""
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
        One item a line, each as wide as there is room.
    links : sequence of str
        One an item: how it follows from the one before it; "" where it does not.
    """

    title: str
    items: Sequence[Item]
    is_column: bool = False
    links: Sequence[str] = ()


@dataclass(frozen=True)
class SectionPlan:
    """Where a section goes.

    Attributes
    ----------
    title : QRect
        The line of the title.
    lines : tuple of tuple of QRect
        Boxes of the items, line by line.
    strips : tuple of QRect
        One a line: the room above it that links have.
    """

    title: QRect
    lines: tuple[tuple[QRect, ...], ...]
    strips: tuple[QRect, ...]

    @property
    def boxes(self) -> tuple[QRect, ...]:
        """One an item."""
        return tuple(box for line in self.lines for box in line)


@dataclass(frozen=True)
class Plan:
    """Where everything goes at some width and metrics.

    Attributes
    ----------
    sections : tuple of SectionPlan
    size : QSize
        What is covered, margins included.
    """

    sections: tuple[SectionPlan, ...]
    size: QSize


def plan(
    sections: Sequence[Section], width: int, metrics: Metrics, *, fills_lines: bool = False
) -> Plan:
    """Return where sections would go that have so much room; nothing moves.

    Parameters
    ----------
    sections : sequence of Section
    width : int
    metrics : Metrics
    fills_lines : bool
        As in `flow`.
    """
    gap = metrics.gap
    y = _top(metrics)
    planned: list[SectionPlan] = []
    for section in sections:
        at = QPoint(gap, y)
        planned.append(_section(section, at, width - 2 * gap, metrics, fills_lines=fills_lines))
        boxes = planned[-1].boxes
        title = planned[-1].title
        y = max((box.y() + box.height() for box in boxes), default=title.y() + title.height()) + gap
    right = max((b.x() + b.width() for part in planned for b in part.boxes), default=0)
    return Plan(tuple(planned), QSize(right + gap, y))


def widened(planned: Plan, sections: Sequence[Section], width: int, metrics: Metrics) -> Plan:
    """Return a plan in which items whose lines leave room for it can say what they are."""
    right = width - metrics.gap
    parts = [
        part if section.is_column else _widened(part, section.items, right, metrics)
        for part, section in zip(planned.sections, sections, strict=True)
    ]
    return replace(planned, sections=tuple(parts))


def _widened(part: SectionPlan, items: Sequence[Item], right: int, metrics: Metrics) -> SectionPlan:
    wishes = [
        max(0, item.width_with_name(metrics) - box.width())
        for item, box in zip(items, part.boxes, strict=True)
    ]
    granted, start = [], 0
    for line in part.lines:
        left = right - max(box.x() + box.width() for box in line)
        for wish in wishes[start : start + len(line)]:
            granted.append(wish if wish <= left else 0)
            left -= granted[-1]
        start += len(line)
    asked = zip(items, wishes, granted, strict=True)
    refused = {item.kind for item, wish, more in asked if wish > more}
    more_of = iter(
        0 if item.kind in refused else more for item, more in zip(items, granted, strict=True)
    )
    lines = []
    for line in part.lines:
        moved, boxes = 0, []
        for box in line:
            more = next(more_of)
            boxes.append(box.translated(moved, 0).adjusted(0, 0, more, 0))
            moved += more
        lines.append(tuple(boxes))
    return replace(part, lines=tuple(lines))


def room_of_one(size: QSize, metrics: Metrics) -> QSize:
    """Return the room for an item that is alone in a section without a title."""
    gap = metrics.gap
    return size - QSize(2 * gap, _top(metrics) + gap)


def _top(metrics: Metrics) -> int:
    return round(metrics.gap * 0.5)


def _section(
    section: Section, at: QPoint, width: int, metrics: Metrics, *, fills_lines: bool
) -> SectionPlan:
    gap = metrics.gap
    sizes = [item.size_within(width, metrics) for item in section.items]
    if section.is_column:
        sizes = [QSize(max(size.width(), width), size.height()) for size in sizes]
    title = QRect(at, QSize(width, metrics.section_height if section.title else 0))

    def above(start: int, end: int) -> int:
        """Return the room above a line; the links of the first one have that of the title."""
        if start == 0:
            return title.height()
        return metrics.link_height if any(section.links[start:end]) else gap

    lines = flow(sizes, width, gap, at, above, fills_lines=fills_lines)
    strips: list[QRect] = []
    start = 0
    for line in lines:
        space = above(start, start + len(line))
        strips.append(QRect(at.x(), line[0].top() - space, width, space))
        start += len(line)
    return SectionPlan(title, tuple(lines), tuple(strips))


def flow(
    sizes: Sequence[QSize],
    width: int,
    gap: int,
    origin: QPoint,
    above: Callable[[int, int], int] | None = None,
    *,
    fills_lines: bool = False,
) -> list[tuple[QRect, ...]]:
    """Return boxes in lines from left to right, none wider than `width` unless one item is.

    There are as few lines as possible, and they are as equally long as that allows. Items of
    a line share its height, so that cards side by side end on one level.

    Parameters
    ----------
    sizes : sequence of QSize
    width, gap : int
    origin : QPoint
    above : callable, optional
        Returns the room above the line of the items from one index to before another; by
        default there is the gap, but above the first line.
    fills_lines : bool
        Each line takes as many items as fit, and the last one is as short as that leaves it:
        where one has to scroll, more is to be seen at once.
    """
    counts = (_filled if fills_lines else _line_lengths)(sizes, width, gap)
    lines: list[tuple[QRect, ...]] = []
    y = origin.y()
    start = 0
    for count in counts:
        line = sizes[start : start + count]
        if above is not None:
            y += above(start, start + count)
        elif lines:
            y += gap
        height = max(size.height() for size in line)
        boxes: list[QRect] = []
        x = origin.x()
        for size in line:
            boxes.append(QRect(x, y, size.width(), height))
            x += size.width() + gap
        lines.append(tuple(boxes))
        y += height
        start += count
    return lines


def _line_lengths(sizes: Sequence[QSize], width: int, gap: int) -> list[int]:
    """Return how many items there are in each line; see `flow`."""
    n_lines = len(_filled(sizes, width, gap))
    narrowest = max((size.width() for size in sizes), default=0)
    widths = range(min(narrowest, width), width)
    enough = bisect_left(widths, True, key=lambda w: len(_filled(sizes, w, gap)) <= n_lines)
    return _filled(sizes, widths[enough] if enough < len(widths) else width, gap)


def _filled(sizes: Sequence[QSize], width: int, gap: int) -> list[int]:
    """Return how many items each line has when each takes as many as fit."""
    counts: list[int] = []
    x = 0
    for size in sizes:
        if not counts or x + size.width() > width:
            counts.append(0)
            x = 0
        counts[-1] += 1
        x += size.width() + gap
    return counts

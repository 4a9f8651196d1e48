"""Where a panel goes that is dragged over its shelf."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect

from attention_gui.gui.flow import SectionPlan

__all__ = ["Drop", "drop_of"]


@dataclass(frozen=True)
class Drop:
    """A place between the panels of a section.

    Attributes
    ----------
    place : int
        How many of the others the dragged panel would follow.
    mark : QRect
        The line between two panels that shows the place.
    """

    place: int
    mark: QRect


def drop_of(
    planned: SectionPlan, dragged: int, at: QPoint, gap: int, *, is_column: bool
) -> Drop | None:
    """Return where the panel would go, or None where it would stay.

    Parameters
    ----------
    planned : SectionPlan
        The section that the panel is in: it goes nowhere else.
    dragged : int
        Which of its panels is dragged.
    at : QPoint
        Where the mouse is.
    gap : int
        Between panels.
    is_column : bool
        The panels stand one below the other.
    """
    boxes = planned.boxes
    around = QRect()
    for box in boxes:
        around = around.united(box)
    if not around.adjusted(-gap, -gap, gap, gap).contains(at):
        return None
    before = [_is_before(box, at, gap, is_column) for box in boxes]
    place = sum(flag for k, flag in enumerate(before) if k != dragged)
    if place == dragged:
        return None
    others = [box for k, box in enumerate(boxes) if k != dragged]
    return Drop(place, _mark(others, place, at, gap, is_column))


def _is_before(box: QRect, at: QPoint, gap: int, is_column: bool) -> bool:
    """Return whether a panel comes before the mouse, in the order of reading."""
    if is_column:
        return box.center().y() < at.y()
    if box.bottom() + gap / 2 < at.y():
        return True
    return box.top() - gap / 2 <= at.y() and box.center().x() < at.x()


def _mark(others: Sequence[QRect], place: int, at: QPoint, gap: int, is_column: bool) -> QRect:
    """Return the line before a panel, or after the one before it where the mouse is in its line."""
    thick = max(2, gap // 3)
    off = (gap + thick) // 2
    previous = others[place - 1] if place else None
    is_after = place == len(others) or (
        previous is not None and previous.top() - gap / 2 <= at.y() <= previous.bottom() + gap / 2
    )
    box = previous if is_after and previous is not None else others[place]
    if is_column:
        y = box.bottom() + off - thick + 1 if is_after else box.top() - off
        return QRect(box.left(), y, box.width(), thick)
    x = box.right() + off - thick + 1 if is_after else box.left() - off
    return QRect(x, box.top(), thick, box.height())

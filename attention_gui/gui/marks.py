"""The outlines of cells: the selected one, those linked to it, and the range.

Linked cells are outlined by what their quantity is to the selected one, and without colour: what
it reads by a line, what it feeds by dots, and anything else at the corners alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from attention_gui.gui.cells import CellRange, Cells
from attention_gui.gui.theme import Metrics, Theme
from attention_gui.scenario.relations import Relation

__all__ = ["Linked", "Marks", "draw_linked", "set_dashes", "thick", "thin"]

Linked = Mapping[Relation, Sequence[QRectF]]
"""Boxes around linked cells, by what they are to the selected one."""

_LEAST_DOT = 2
"""Dots as thin as the thinnest lines are lost on deep colours."""
_THINNEST_DASHED = 1.001
"""Least width of a line with dashes, in pixels.

Qt draws lines of one pixel in a way of its own, in which dashes begin at the edge of what is
repainted, so that they would not meet those that stay. Where lines are wider, be it by a hair,
dashes begin where the line does.
"""
_CORNER = 3.5
"""Least length of a corner's sides, in widths of the line, where the box is not too small."""


@dataclass(frozen=True, eq=False, slots=True)
class Marks:
    """Which cells are outlined.

    Attributes
    ----------
    linked : mapping of Relation to sequence of QRectF
        Thinly.
    selected : QRectF or None
        Thickly.
    shaded : QRectF or None
        Around all cells of the range.
    """

    linked: Linked
    selected: QRectF | None
    shaded: QRectF | None = None

    @classmethod
    def of(
        cls,
        cells: Cells,
        metrics: Metrics,
        linked: Mapping[Relation, npt.NDArray[np.bool_]],
        place: tuple[int, int] | None,
        shaded: CellRange | None = None,
    ) -> "Marks":
        """Return the outlines of the linked cells, of the selected one and of the range."""
        edge = 0.5 if metrics.is_smallest else 1  # digits begin right behind it
        insets = dict.fromkeys(Relation, 2 * edge + thin(metrics) / 2)
        if metrics.is_smallest:
            insets[Relation.FED] = _LEAST_DOT / 2
        return cls(
            {
                relation: [
                    cells.box(r, c, insets[relation]) for r, c in np.argwhere(which).tolist()
                ]
                for relation, which in linked.items()
            },
            None if place is None else cells.box(*place, edge + thick(metrics) / 2),
            None if shaded is None else cells.span(shaded, 0.5 + thin(metrics)),
        )

    def within(self, place: QRectF) -> "Marks":
        """Return the outlines without those of linked cells that are elsewhere."""
        linked = {
            relation: [box for box in boxes if box.intersects(place)]
            for relation, boxes in self.linked.items()
        }
        return Marks(linked, self.selected, self.shaded)


def thin(metrics: Metrics) -> int:
    """Return the width of the lines around linked cells."""
    return max(1, round(metrics.unit / 11))


def thick(metrics: Metrics) -> int:
    """Return the width of the line around the selected cell."""
    return max(2, round(metrics.unit / 5))


def draw_linked(
    painter: QPainter, linked: Linked, theme: Theme, width: int, dot: int = _LEAST_DOT
) -> None:
    """Outline linked cells.

    Parameters
    ----------
    painter : QPainter
    linked : mapping of Relation to sequence of QRectF
    theme : Theme
    width : int
        Of the lines.
    dot : int
        Least width of the dots.
    """
    for relation, boxes in linked.items():
        if not boxes:
            continue
        pen = QPen(QColor(theme.mark), width)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        if relation is Relation.FED:
            side = max(width, dot)
            pen.setWidth(side)
            set_dashes(pen, side, side + 1)  # the gap is a pixel longer
        elif relation is Relation.APART:
            pen.setWidth(max(1, width // 2))
        painter.setPen(pen)
        if relation is Relation.APART:
            painter.drawLines([line for box in boxes for line in _corners(box, width)])
        else:
            painter.drawRects(list(boxes))


def set_dashes(pen: QPen, dash: float, gap: float) -> None:
    """Give a pen dashes of some length, in pixels."""
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setWidthF(max(pen.widthF(), _THINNEST_DASHED))
    pen.setDashPattern((dash / pen.widthF(), gap / pen.widthF()))


def _corners(box: QRectF, width: int) -> list[QLineF]:
    """Return both sides of each corner, as far as they are drawn."""
    across, down = (
        min(max(_CORNER * width, side / 8), side / 3) for side in (box.width(), box.height())
    )
    return [
        line
        for x, dx in ((box.left(), across), (box.right(), -across))
        for y, dy in ((box.top(), down), (box.bottom(), -down))
        for line in (QLineF(x, y, x + dx, y), QLineF(x, y, x, y + dy))
    ]

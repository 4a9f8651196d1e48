"""The title line of a card: formula, name and place at the left, a caption at the right."""

from dataclasses import dataclass
from math import ceil, floor

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from attention_gui.gui.fonts import SAME_WIDTH, text_font
from attention_gui.gui.formula import draw_formula, formula_size
from attention_gui.gui.theme import Metrics, Theme

__all__ = ["TitleLine"]

_FORMULA = 1.15
"""Size of the formula's letters, as a share of the digits'."""

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class TitleLine:
    """The texts in a title line.

    Attributes
    ----------
    formula : str
        TeX, at the left.
    name : str
        After the formula, where there is room.
    place : str
        After the name: the query and the head that the matrix is a cut through; there is
        always room for it.
    caption : str
        In the right upper corner.
    usual_caption : str
        Has room where the caption is shorter: the panel may wait for what it says.
    hint : str
        After the place, where there is room for the name and for it.
    brief : str
        Stands for the place where the name gives way; by default that itself does.
    detail : str
        Not in the line, but in its hint, and for screen readers.
    """

    formula: str = ""
    name: str = ""
    place: str = ""
    caption: str = ""
    usual_caption: str = ""
    hint: str = ""
    brief: str = ""
    detail: str = ""

    @property
    def full_name(self) -> str:
        """Name, place and hint."""
        return ", ".join(filter(None, (self._named_place, self.hint)))

    @property
    def _named_place(self) -> str:
        return f"{self.name} {self.place}".strip()

    def room_key(self) -> tuple[str, ...]:
        """Return all that its room depends on, the metrics apart: digits are equally wide."""
        captions = (self.caption, self.usual_caption)
        widths = (caption.translate(SAME_WIDTH) for caption in captions)
        return (self.formula, self.full_name, self.place, *widths)

    def has_moved_from(self, before: "TitleLine") -> bool:
        """Return whether more has changed than digits of the caption."""
        texts = {(line.formula, line.full_name, line.place) for line in (self, before)}
        widths = {line.caption.translate(SAME_WIDTH) for line in (self, before)}
        return len(texts) > 1 or len(widths) > 1

    def width(self, metrics: Metrics) -> int:
        """Return the room that the line needs at the given metrics."""
        text = QFontMetricsF(text_font(metrics.label_pixels))
        title = self.full_name if metrics.has_names else self.place
        captions = (self.caption, self.usual_caption)
        words = max(map(text.horizontalAdvance, captions)) + text.horizontalAdvance(title)
        formula = formula_size(self.formula, metrics.unit * _FORMULA)
        return round(formula.width() + words + metrics.unit * 1.7)

    def height(self, metrics: Metrics) -> int:
        """Return the usual height, or more where the formula would touch what is around it."""
        usual = metrics.title_height
        if not self.formula:
            return usual
        needed = formula_size(self.formula, metrics.unit * _FORMULA).height()
        return usual if needed <= usual - 3 else ceil(needed) + 4

    def shown_name(self, width: int, metrics: Metrics) -> str:
        """Return what stands after the formula in so much room: always the place, at least."""
        text = QFontMetricsF(text_font(metrics.label_pixels))
        formula = formula_size(self.formula, metrics.unit * _FORMULA).width()
        taken = formula + text.horizontalAdvance(self.caption) + 1.4 * metrics.unit
        names = (self.full_name, self._named_place)
        fitting = (name for name in names if text.horizontalAdvance(name) <= width - taken)
        return next(fitting, self.brief or self.place)

    def caption_left(self, right: int, metrics: Metrics) -> int:
        """Return where the caption begins that ends at the right."""
        text = QFontMetricsF(text_font(metrics.label_pixels))
        return floor(right - text.horizontalAdvance(self.caption)) - 1

    def draw(
        self, painter: QPainter, line: QRect, theme: Theme, metrics: Metrics, dirty: QRect
    ) -> None:
        """Draw the line, or what is dirty of it."""
        painter.setFont(text_font(metrics.label_pixels))
        painter.setPen(QColor(theme.muted))
        painter.drawText(line, _RIGHT, self.caption)
        if dirty.left() >= self.caption_left(line.right() + 1, metrics):
            return  # an edit may change numbers in it
        at = QPointF(line.left(), line.height() / 2)
        used = draw_formula(painter, self.formula, theme.ink, at, metrics.unit * _FORMULA)
        after = line.adjusted(round(used + metrics.unit * 0.6), 0, 0, 0)
        painter.drawText(after, _LEFT, self.shown_name(line.width(), metrics))

"""The mask: what blocks every cell, in letters; a click blocks a cell or allows it again."""

from PySide6.QtCore import QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from attention_gui.engine import BlockReason
from attention_gui.gui import words
from attention_gui.gui.fonts import advance
from attention_gui.gui.matrix_view import MatrixView
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.store import Snapshot
from attention_gui.gui.theme import Metrics, Theme
from attention_gui.gui.title_line import TitleLine
from attention_gui.scenario.mask_sheet import (
    ALLOWED,
    LETTERS,
    is_aligned,
    mask_outline,
    mask_sheet,
)
from attention_gui.scenario.sheet import Outline, Sheet

__all__ = ["MaskPanel"]


class _ClickedView(MatrixView):
    """A matrix whose cells act on a click: pressed and released on the same cell."""

    _pressed: QPersistentModelIndex | None = None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the cell, and remember it."""
        super().mousePressEvent(event)
        self._pressed = None
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = QPersistentModelIndex(self.indexAt(event.position().toPoint()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take the second click as one more click."""
        self.mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Act."""
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, None
        index = self.indexAt(event.position().toPoint())
        if pressed is not None and index.isValid() and pressed == index:
            self.acted.emit(index.row(), index.column())


class MaskPanel(MatrixPanel):
    """Which masks block each cell of the shown head."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("mask", parent=parent, view_type=_ClickedView)

    def _sheet(self, snapshot: Snapshot) -> Sheet:
        return mask_sheet(snapshot.scenario, snapshot.selection)

    def outline_of(self, snapshot: Snapshot) -> Outline:
        """Return the outline of the shown head's mask."""
        return mask_outline(snapshot.scenario, snapshot.selection)

    def _set_texts(self, snapshot: Snapshot, outline: Outline, sheet: Sheet | None = None) -> None:
        """Say what a click does, and with which key the causal mask starts."""
        name = words.name(outline.quantity)
        self.view.setAccessibleName(name)
        _, head = self._cut_names(snapshot, outline)
        parts = [name, head]
        if is_aligned(snapshot.scenario):
            parts.insert(1, f"({self._alignment(snapshot)})")
        title = TitleLine(
            outline.quantity.symbol, "", " ".join(filter(None, parts)), outline.caption,
            hint=self.tr("click a cell"), detail=self._letters(),
        )  # fmt: skip
        self.set_title(title)

    def _alignment(self, snapshot: Snapshot) -> str:
        """Return with which key the causal mask starts."""
        if snapshot.scenario.alignment == "top_left":
            return self.tr("causal, from the first key")
        return self.tr("causal, to the last key")

    @property
    def legend(self) -> str:
        """What the letters mean, or the ground where there are none."""
        if not self.view.shows_digits:
            return self.tr("hatched: blocked, plain: allowed")
        return self._letters()

    def _letters(self) -> str:
        names = {
            BlockReason.CAUSAL: self.tr("causal"),
            BlockReason.PADDING: self.tr("padding"),
            BlockReason.WINDOW: self.tr("window"),
            BlockReason.CUSTOM: self.tr("single cell"),
        }
        letters = [f"{letter} {names[reason]}" for reason, letter in LETTERS.items()]
        allowed = self.tr("allowed")
        return "   ".join([*letters, f"{ALLOWED} {allowed}"])

    def layout_key(self) -> tuple[object, ...]:
        """Return all that the panel's size depends on, the legend's language included."""
        return (*super().layout_key(), self.legend)

    def extra_width(self, metrics: Metrics) -> int:
        """Return what the legend needs beyond the matrix."""
        needed = round(advance(_legend_pixels(metrics), self.legend)) + 1
        return max(0, needed - self.frame_box(metrics).width())

    def _has_bottom_line(self) -> bool:
        return True

    def _draw_legend(self, painter: QPainter, theme: Theme, line: QRect) -> float:
        painter.setPen(QColor(theme.muted))
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
                         self.legend)  # fmt: skip
        return float(advance(_legend_pixels(self.metrics), self.legend))


def _legend_pixels(metrics: Metrics) -> int:
    return round(metrics.label_pixels * 0.92)

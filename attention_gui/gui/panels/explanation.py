"""The explanation of the selected cell."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from attention_gui.gui import words
from attention_gui.gui.computation import Computation
from attention_gui.gui.fonts import SAME_WIDTH, text_font
from attention_gui.gui.formula import FormulaView
from attention_gui.gui.legend_label import LegendLabel
from attention_gui.gui.store import Snapshot
from attention_gui.gui.theme import Metrics, Theme
from attention_gui.scenario.explain import Explanation, explain
from attention_gui.scenario.lines import Cell
from attention_gui.scenario.names import cell_name
from attention_gui.scenario.relations import Relation
from attention_gui.scenario.selection import coordinates

__all__ = ["ExplanationPanel"]

_SELECTABLE = (
    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
)
_SIZES = {"strong": 1.2, "muted": 0.92, "section": 0.85}
"""Type sizes of the kinds of text, as shares of the explanation's."""


_WHOLE = str.maketrans({" ": "\N{NO-BREAK SPACE}", "/": "/\N{WORD JOINER}"})
"""Where a line could break in the name of a cell."""

_SHORT = 20
"""A name of so many characters has room in a line of the narrowest explanation."""


class ExplanationPanel(QScrollArea):
    """Shows the formula of the selected cell, then the same with its numbers.

    Attributes
    ----------
    chosen : Signal(str, tuple)
        Quantity id and index of the cell whose number was chosen.
    pointed : Signal(object)
        The cell whose number is pointed at, or None.
    """

    chosen = Signal(str, tuple)
    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel.explanation")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._theme: Theme | None = None
        self._pixels = 13
        self._explanation: Explanation | None = None
        self._shown: Collection[str] | None = None
        self._snapshot: Snapshot | None = None
        self._heights: dict[QLabel, tuple[object, int]] = {}
        self._content = _Page()
        self._content.setObjectName("explanation")
        self._title = self._label("section", "explanation.section")
        self._value = self._label("strong", "explanation.value")
        self._quantity = self._label("muted", "explanation.quantity")
        self._formula = FormulaView(self._content)
        self._lines = Computation(self._name_of, self._content)
        self._lines.setObjectName("explanation.lines")
        self._lines.chosen.connect(self.chosen)
        self._lines.pointed.connect(self.pointed)
        self._exact = self._label("muted", "explanation.unrounded")
        self._reads = LegendLabel(Relation.READ, self._content)
        self._feeds = LegendLabel(Relation.FED, self._content)
        self._apart = LegendLabel(Relation.APART, self._content)
        self._links = (self._reads, self._feeds, self._apart)
        for link, name in zip(self._links, ("reads", "feeds", "apart"), strict=True):
            self._set_up(link, "muted", f"explanation.{name}")
        self._labels = (self._title, self._value, self._quantity, self._exact, *self._links)
        self.setWidget(self._content)
        self.retranslate()

    def retranslate(self) -> None:
        """Take up the language; what belongs to a cell comes with the next snapshot."""
        self.setAccessibleName(self.tr("explanation of the selected cell"))
        self._title.setText(self.tr("Explain").upper())
        self._lines.setAccessibleName(self.tr("computation with numbers"))
        self._explanation = None

    def _label(self, kind: str, name: str) -> QLabel:
        label = QLabel(self._content)
        self._set_up(label, kind, name)
        return label

    def _set_up(self, label: QLabel, kind: str, name: str) -> None:
        label.setObjectName(name)
        label.setProperty("kind", kind)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        if kind != "section":
            label.setTextInteractionFlags(_SELECTABLE)

    def set_shown(self, quantity_ids: Collection[str]) -> None:
        """Speak only of these quantities when telling what a cell reads and feeds."""
        self._shown = quantity_ids
        self._explanation = None

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Explain the selected cell."""
        before, self._snapshot = self._snapshot, snapshot
        known = self._explanation if snapshot.is_renumbered(before) else None
        if known is not None and known.holds_for(snapshot.scenario, snapshot.result):
            return
        explanation = explain(
            snapshot.scenario,
            snapshot.result,
            snapshot.selection,
            self._shown,
            words.translate,
            snapshot.numbers,
        )
        if explanation == self._explanation:
            return
        self._explanation = explanation
        name = words.name(snapshot.scenario.quantities[snapshot.selection.quantity])
        self._value.setText(f"{explanation.name} = {explanation.shown}")
        self._quantity.setText(name)
        self._lines.set_lines(explanation.computation)
        self._exact.setText(self.tr("unrounded: {0}").format(explanation.unrounded))
        self._reads.setText(_named(self.tr("reads {0}"), explanation.reads))
        self._feeds.setText(_named(self.tr("feeds {0}"), explanation.feeds))
        has_links = bool(explanation.reads or explanation.feeds)
        self._apart.setText(self.tr("has a token or a feature in common") if has_links else "")
        self._formula.setAccessibleName(f"{name}: {explanation.formula}")
        self._place()

    def _name_of(self, cell: Cell) -> str:
        """Return what a cell is called, its batch and head included."""
        assert self._snapshot is not None
        scenario, (quantity_id, index) = self._snapshot.scenario, cell
        quantity = scenario.quantities[quantity_id]
        named = coordinates(quantity, index, scenario.sizes)
        return f"{cell_name(quantity, named, scenario)}, {words.name(quantity)}"

    def set_look(self, theme: Theme, metrics: Metrics) -> None:
        """Show in another theme or size."""
        self._theme = theme
        self._content.set_ground(theme.ground)
        # No larger than leaves room for a line of the computation.
        self._pixels = max(12, min(metrics.unit, self.width() // 19))
        for label in self._labels:
            kind = label.property("kind")
            size = self._pixels * _SIZES.get(kind, 1.0)
            label.setFont(text_font(size, bold=kind in ("strong", "section")))
        for link in self._links:
            link.set_look(theme, Metrics(self._pixels))
        self._lines.setFont(text_font(self._pixels))
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the texts anew."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """Put one part below the other.

        A box layout would ask every text several times how high it is at this width, which
        costs more than painting all matrices.
        """
        if self._theme is None or self._explanation is None:
            return
        margin, gap = round(self._pixels * 0.9), round(self._pixels * 0.7)
        width = self.viewport().width() - 2 * margin
        self._formula.set_formula(self._explanation.formula, self._theme.ink, 1.35 * self._pixels)
        y = margin
        for part in (self._title, self._value, self._quantity, self._formula, self._lines,
                     self._exact, *self._links):  # fmt: skip
            if isinstance(part, FormulaView):
                shown, height = bool(self._explanation.formula), part.sizeHint().height()
            elif isinstance(part, Computation):
                shown, height = bool(self._explanation.computation), part.heightForWidth(width)
            else:
                shown, height = bool(part.text()), self._height(part, width)
            part.setVisible(shown)
            if shown:
                part.setGeometry(margin, y, width, height)
                y += height + gap
        self._content.resize(self.viewport().width(), max(y, self.viewport().height()))

    def _height(self, label: QLabel, width: int) -> int:
        """Return the height that a label needs; kept, because Qt lays its text out to tell it."""
        key = (width, self._pixels, label.text().translate(SAME_WIDTH))
        known = self._heights.get(label)
        if known is None or known[0] != key:
            known = self._heights[label] = (key, label.heightForWidth(width))
        return known[1]


class _Page(QWidget):
    """What the texts stand on: nothing behind it need be painted when one of them is."""

    def __init__(self) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._ground = QColor(Qt.GlobalColor.transparent)

    def set_ground(self, color: str) -> None:
        """Be of another colour."""
        self._ground = QColor(color)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground."""
        QPainter(self).fillRect(event.rect(), self._ground)


def _named(text: str, cells: Sequence[str]) -> str:
    """Return a text with cells in it, whose names do not break at the end of a line if short."""
    names = (cell.translate(_WHOLE) if len(cell) <= _SHORT else cell for cell in cells)
    return text.format(", ".join(names)) if cells else ""

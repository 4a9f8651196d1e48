"""The explanation of the selected cell."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from attention_gui.gui.formula import FormulaView
from attention_gui.gui.store import Snapshot
from attention_gui.gui.theme import Metrics, Theme, text_font
from attention_gui.quantities import CATALOGUE
from attention_gui.scenario.explain import Explanation, explain

__all__ = ["ExplanationPanel"]

_SELECTABLE = (
    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
)


class ExplanationPanel(QScrollArea):
    """Shows the formula of the selected cell, then the same with its numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel.explanation")
        self.setAccessibleName(self.tr("explanation of the selected cell"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._theme: Theme | None = None
        self._metrics = Metrics()
        self._explanation: Explanation | None = None
        self._plain_formula = ""
        self._title = self._label("section", "explanation.section")
        self._title.setText(self.tr("Explain").upper())
        self._quantity = self._label("muted", "explanation.quantity")
        self._value = self._label("strong", "explanation.value")
        self._formula = FormulaView()
        self._lines = self._label("lines", "explanation.lines")
        self._exact = self._label("muted", "explanation.unrounded")
        self._links = self._label("muted", "explanation.links")
        content = QWidget()
        content.setObjectName("explanation")
        self._box = QVBoxLayout(content)
        for part in (self._title, self._value, self._quantity, self._formula, self._lines,
                     self._exact, self._links):  # fmt: skip
            self._box.addWidget(part)
        self._box.addStretch(1)
        self.setWidget(content)

    def _label(self, kind: str, name: str) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setProperty("kind", kind)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        if kind != "section":
            label.setTextInteractionFlags(_SELECTABLE)
        return label

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Explain the selected cell."""
        explanation = explain(snapshot.scenario, snapshot.result, snapshot.selection)
        quantity = CATALOGUE[snapshot.selection.quantity]
        if explanation == self._explanation:
            return
        self._explanation = explanation
        self._value.setText(f"{explanation.name} = {explanation.shown}")
        self._quantity.setText(self.tr(quantity.name))
        self._lines.setText("\n".join(explanation.lines))
        self._lines.setVisible(bool(explanation.lines))
        self._exact.setText(self.tr("unrounded: {0}").format(explanation.unrounded))
        links = [
            self.tr("{0} {1}").format(verb, ", ".join(cells))
            for verb, cells in (
                (self.tr("reads"), explanation.reads),
                (self.tr("feeds"), explanation.feeds),
            )
            if cells
        ]
        self._links.setText("\n".join(links))
        self._plain_formula = f"{quantity.name}: {explanation.formula}"
        self._show_formula()

    def set_look(self, theme: Theme, metrics: Metrics) -> None:
        """Show in another theme or size."""
        self._theme, self._metrics = theme, metrics
        pixels = max(12, min(metrics.unit, 18))
        for label in self.findChildren(QLabel):
            kind = label.property("kind")
            size = {"strong": 1.2, "muted": 0.92, "section": 0.85}.get(kind, 1.0)
            label.setFont(text_font(pixels * size, bold=kind in ("strong", "section")))
        self._box.setSpacing(round(pixels * 0.7))
        self._box.setContentsMargins(*[round(pixels * 0.9)] * 4)
        self._show_formula()

    def _show_formula(self) -> None:
        if self._theme is None or self._explanation is None:
            return
        pixels = 1.35 * max(12, min(self._metrics.unit, 18))
        self._formula.set_formula(
            self._explanation.formula, self._plain_formula, self._theme.ink, pixels
        )
        self._formula.setVisible(bool(self._explanation.formula))

"""What is said of rows of the weights: sum, entropy, and the Jacobian of the softmax."""

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.store import Snapshot
from attention_gui.gui.title_line import TitleLine
from attention_gui.quantities import Quantity
from attention_gui.scenario.sheet import Outline, Sheet
from attention_gui.scenario.summary_sheets import (
    diagnostics_outline,
    diagnostics_sheet,
    jacobian_outline,
    jacobian_sheet,
)

__all__ = ["DiagnosticsPanel", "JacobianPanel", "side_by_side"]


class DiagnosticsPanel(MatrixPanel):
    """Row sum, entropy and trace of the Jacobian, a query a row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("diagnostics", parent=parent)

    def _sheet(self, snapshot: Snapshot) -> Sheet:
        return diagnostics_sheet(snapshot.scenario, snapshot.result, snapshot.selection)

    def outline_of(self, snapshot: Snapshot) -> Outline:
        """Return the outline of the rows' sheet."""
        return diagnostics_outline(snapshot.scenario, snapshot.selection)

    def _set_texts(self, snapshot: Snapshot, outline: Outline, sheet: Sheet | None = None) -> None:
        """Say in which unit entropies are."""
        name = self.tr("rows of the weights")
        self.view.setAccessibleName(name)
        formula, caption = side_by_side(outline.sources), self.tr("H in nats")
        place, brief = self._cut_names(snapshot, outline)
        self.set_title(TitleLine(formula, name, place, caption, brief=brief))


def side_by_side(quantities: Iterable[Quantity]) -> str:
    """Return the symbols of several quantities as one formula."""
    return r",\; ".join(quantity.symbol for quantity in quantities)


class JacobianPanel(MatrixPanel):
    """The softmax Jacobian of the selected row: weights down, scores across."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("softmax_jacobian", parent=parent)

    def _sheet(self, snapshot: Snapshot) -> Sheet:
        return jacobian_sheet(snapshot.scenario, snapshot.result, snapshot.selection)

    def outline_of(self, snapshot: Snapshot) -> Outline:
        """Return the outline of the row's Jacobian."""
        return jacobian_outline(snapshot.scenario, snapshot.selection)

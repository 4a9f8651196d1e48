"""The cell that is pointed at, and its links as every panel previews them."""

from collections.abc import Iterable

from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.store import Snapshot
from attention_gui.scenario.lines import Cell

__all__ = ["Pointing"]


class Pointing:
    """Previews the links of one cell, until another one is pointed at.

    Parameters
    ----------
    panels : iterable of MatrixPanel
        Also those that are not shown, which have to forget it, too.
    """

    def __init__(self, panels: Iterable[MatrixPanel]) -> None:
        self._panels = panels
        self._snapshot: Snapshot | None = None
        self._cell: Cell | None = None

    def set_snapshot(self, snapshot: Snapshot, *, has_same_cells: bool) -> None:
        """Preview in another snapshot, where the cell may be another one, or none."""
        self._snapshot = snapshot
        if self._cell is not None:
            self.at(self._cell if has_same_cells else None)

    def at(self, cell: Cell | None) -> None:
        """Point at a cell, or at none."""
        self._cell = cell
        if self._snapshot is None:
            return
        selection = None
        if cell is not None:
            quantity_id, index = cell
            scenario = self._snapshot.scenario
            quantity = scenario.quantities[quantity_id]
            selection = self._snapshot.selection.at(quantity, index, scenario.sizes)
        for panel in self._panels:
            panel.view.set_preview(selection)

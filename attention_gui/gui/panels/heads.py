"""The heads set against each other: weights side by side, their average, what each one adds."""

from PySide6.QtWidgets import QWidget

from attention_gui.engine import Result
from attention_gui.engine.studies import contributions_error
from attention_gui.gui import words
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.store import Snapshot
from attention_gui.scenario.names import head_symbol
from attention_gui.scenario.sheet import Sheet
from attention_gui.scenario.summary_sheets import contributions_sheet, head_sheet, mean_sheet

__all__ = ["ContributionsPanel", "HeadPanel", "MeanPanel"]

_TOLERANCE = 1e-12


class HeadPanel(MatrixPanel):
    """The weights of one head, whichever head the board shows.

    Parameters
    ----------
    head : int
    """

    def __init__(self, head: int, parent: QWidget | None = None) -> None:
        super().__init__(f"head_weights_{head}", parent=parent)
        self._head = head

    def _sheet(self, snapshot: Snapshot) -> Sheet:
        return head_sheet(self._head, snapshot.scenario, snapshot.result, snapshot.selection)

    def _set_texts(self, snapshot: Snapshot, sheet: Sheet) -> None:
        name = words.name(sheet.quantity)
        place = self.tr("head {0}").format(self._head)
        self.view.setAccessibleName(f"{name}, {place}")
        symbol = head_symbol(sheet.quantity, self._head)
        self.set_title(symbol, name, place, sheet.caption, self._empty_rows(sheet))


class MeanPanel(MatrixPanel):
    """The average of the weights over the heads, which no head uses."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("mean_weights", parent=parent)

    def _sheet(self, snapshot: Snapshot) -> Sheet:
        return mean_sheet(snapshot.scenario, snapshot.result, snapshot.selection)

    def _set_texts(self, snapshot: Snapshot, sheet: Sheet) -> None:
        name = words.name(snapshot.scenario.catalogue["weights"])
        self.view.setAccessibleName(words.name(sheet.quantity))
        # What must not give way to a lack of room stands at the place of the head.
        place = self.tr("average over heads")
        self.set_title(sheet.quantity.symbol, name, place, sheet.caption, self._empty_rows(sheet))


class ContributionsPanel(MatrixPanel):
    """What every head adds to the output of the selected query, and whether it sums to it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("head_contributions", parent=parent)
        self._checked: Result | None = None
        self._off = 0.0

    def _sheet(self, snapshot: Snapshot) -> Sheet:
        return contributions_sheet(snapshot.scenario, snapshot.result, snapshot.selection)

    def _set_texts(self, snapshot: Snapshot, sheet: Sheet) -> None:
        name = words.name(sheet.quantity)
        self.view.setAccessibleName(name)
        if snapshot.result is not self._checked:  # moving the selection changes no number
            self._checked, self._off = snapshot.result, contributions_error(snapshot.result)
        off = self._off
        symbol = snapshot.scenario.catalogue["output"].plain_symbol
        total, note = self.tr("heads sum to {0} ✓").format(symbol), ""
        if off > _TOLERANCE:
            total, note = (
                "",
                self.tr("sum misses {0} by up to {1}").format(
                    symbol, snapshot.numbers.written(f"{off:.1e}")
                ),
            )
        caption = " · ".join(filter(None, (total, sheet.caption)))
        formula = words.formula(sheet.quantity, "")
        self.set_title(formula, name, self._cut_name(snapshot, sheet), caption, note)

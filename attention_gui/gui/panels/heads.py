"""The heads set against each other: weights side by side, their average, what each one adds."""

from PySide6.QtWidgets import QWidget

from attention_gui.engine import Result
from attention_gui.engine.studies import contributions_error
from attention_gui.gui import words
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.store import Snapshot
from attention_gui.gui.title_line import TitleLine
from attention_gui.scenario.names import head_symbol
from attention_gui.scenario.sheet import Outline, Sheet
from attention_gui.scenario.summary_sheets import (
    contributions_outline,
    contributions_sheet,
    head_outline,
    head_sheet,
    mean_outline,
    mean_sheet,
)

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

    def outline_of(self, snapshot: Snapshot) -> Outline:
        """Return the outline of the head's weights."""
        return head_outline(self._head, snapshot.scenario, snapshot.selection)

    def _set_texts(self, snapshot: Snapshot, outline: Outline, sheet: Sheet | None = None) -> None:
        """Say which head it is."""
        name = words.name(outline.quantity)
        place = self.tr("head {0}").format(self._head)
        self.view.setAccessibleName(f"{name}, {place}")
        symbol = head_symbol(outline.quantity, self._head)
        title = TitleLine(symbol, name, f"({place})", outline.caption)
        self.set_title(title, self._empty_rows(sheet))


class MeanPanel(MatrixPanel):
    """The average of the weights over the heads, which no head uses."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("mean_weights", parent=parent)

    def _sheet(self, snapshot: Snapshot) -> Sheet:
        return mean_sheet(snapshot.scenario, snapshot.result, snapshot.selection)

    def outline_of(self, snapshot: Snapshot) -> Outline:
        """Return the outline of the average."""
        return mean_outline(snapshot.scenario, snapshot.selection)

    def _set_texts(self, snapshot: Snapshot, outline: Outline, sheet: Sheet | None = None) -> None:
        """Say that it is an average."""
        name = words.name(snapshot.scenario.catalogue["weights"])
        self.view.setAccessibleName(words.name(outline.quantity))
        # What must not give way to a lack of room stands at the place of the head.
        place = self.tr("average over heads")
        symbol = outline.quantity.symbol
        title = TitleLine(symbol, name, f"({place})", outline.caption)
        self.set_title(title, self._empty_rows(sheet))


class ContributionsPanel(MatrixPanel):
    """What every head adds to the output of the selected query, and whether it sums to it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("head_contributions", parent=parent)
        self._checked: Result | None = None
        self._off = 0.0

    def _sheet(self, snapshot: Snapshot) -> Sheet:
        return contributions_sheet(snapshot.scenario, snapshot.result, snapshot.selection)

    def outline_of(self, snapshot: Snapshot) -> Outline:
        """Return the outline of the query's sheet."""
        return contributions_outline(snapshot.scenario, snapshot.selection)

    def _set_texts(self, snapshot: Snapshot, outline: Outline, sheet: Sheet | None = None) -> None:
        """Say whether the heads sum to the output, once their numbers are looked up."""
        name = words.name(outline.quantity)
        self.view.setAccessibleName(name)
        if sheet is not None and snapshot.result is not self._checked:
            # Moving the selection changes no number.
            self._checked, self._off = snapshot.result, contributions_error(snapshot.result)
        off = self._off
        symbol = snapshot.scenario.catalogue["output"].plain_symbol
        total, note = self.tr("heads sum to {0} ✓").format(symbol), ""
        if sheet is not None and off > _TOLERANCE:
            note = self.tr("sum misses {0} by up to {1}").format(
                symbol, snapshot.numbers.written(f"{off:.1e}")
            )
        caption = usual = f"{total} · {outline.caption}"
        if sheet is None or off > _TOLERANCE:
            caption = outline.caption
        formula = words.formula(outline.quantity, "")
        place, brief = self._cut_names(snapshot, outline)
        self.set_title(TitleLine(formula, name, place, caption, usual, brief=brief), note)

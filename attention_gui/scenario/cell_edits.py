"""Edits of what was typed: numbers, names of tokens, the title."""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from attention_gui.engine import AttentionError
from attention_gui.phrases import Phrase
from attention_gui.quantities import Axis
from attention_gui.scenario.edit import Edit, check_index, symbol_of
from attention_gui.scenario.scenario import Scenario, Text
from attention_gui.wording import Translate, as_written

__all__ = ["Deed", "RenameToken", "SetBlock", "SetCell", "SetTitle"]

_OF_SOURCE = ("key", "value", "source_inputs")


class Deed(StrEnum):
    """What is done to a block of numbers, as the undo menu calls it."""

    SET = "set"
    CLEAR = "clear"
    CUT = "cut"
    FILL = "fill"
    IDENTITY = "identity"
    PASTE = "paste"
    RANDOMISE = "randomise"
    ROUND = "round"
    SCRUB = "scrub"
    TRANSPOSE = "transpose"

    def text(self, translate: Translate) -> str:
        """Return it as a word before what it was done to."""
        words = {
            Deed.SET: translate("edit", "Set"),
            Deed.CLEAR: translate("edit", "Clear"),
            Deed.CUT: translate("edit", "Cut"),
            Deed.FILL: translate("edit", "Fill"),
            Deed.IDENTITY: translate("edit", "Identity in"),
            Deed.PASTE: translate("edit", "Paste"),
            Deed.RANDOMISE: translate("edit", "Randomise"),
            Deed.ROUND: translate("edit", "Round"),
            Deed.SCRUB: translate("edit", "Drag"),
            Deed.TRANSPOSE: translate("edit", "Transpose"),
        }
        return words[self]


@dataclass(frozen=True)
class SetCell(Edit):
    """Put a number into a cell of an editable quantity; `batch` is the page, as in `SetBlock`."""

    quantity_id: str
    batch: int
    row: int
    column: int
    value: float

    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Name the cell."""
        cell = _cell(scenario, self.quantity_id, self.batch, self.row, self.column, translate)
        return translate("edit", "Set {0}").format(cell)

    def changed(self, scenario: Scenario) -> Scenario:
        """Replace the cell."""
        block = SetBlock(self.quantity_id, self.batch, self.row, self.column, [[self.value]])
        return block.changed(scenario)


@dataclass(frozen=True, eq=False)
class SetBlock(Edit):
    """Put a rectangle of numbers into an editable quantity, its first at (row, column).

    `batch` is the page: the batch or, in a bias with one for every head, the head. It is 0
    where there is one page for all, as of the projections. `deed` is what the undo menu calls
    it.
    """

    quantity_id: str
    batch: int
    row: int
    column: int
    values: ArrayLike
    deed: Deed = Deed.SET

    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Name the size and the first cell."""
        rows, columns = np.shape(self.values)
        cell = _cell(scenario, self.quantity_id, self.batch, self.row, self.column, translate)
        done = self.deed.text(translate)
        if (rows, columns) == (1, 1):
            return translate("edit", "{0} {1}").format(done, cell)
        return translate("edit", "{0} {1}×{2} numbers at {3}").format(done, rows, columns, cell)

    def changed(self, scenario: Scenario) -> Scenario:
        """Replace the rectangle."""
        array = scenario.matrix(self.quantity_id).copy()
        pages = array if array.ndim == 3 else array[np.newaxis]
        values = np.asarray(self.values, dtype=np.float64)
        rows, columns = values.shape
        check_index(self.batch, pages.shape[0], _page_of(self.quantity_id))
        if (
            min(self.row, self.column) < 0
            or self.row + rows > pages.shape[1]
            or self.column + columns > pages.shape[2]
        ):
            raise AttentionError(
                "out-of-range",
                "A block of {0}×{1} at row {2}, column {3} does not fit into a matrix of {4}×{5}.",
                rows,
                columns,
                self.row,
                self.column,
                pages.shape[1],
                pages.shape[2],
            )
        pages[self.batch, self.row : self.row + rows, self.column : self.column + columns] = values
        return scenario.with_matrix(self.quantity_id, array)


@dataclass(frozen=True)
class RenameToken(Edit):
    """Give a token another label; in cross-attention `source` says which list it is in."""

    index: int
    label: str
    source: bool = False

    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Name both labels."""
        labels = scenario.source_labels if self.source else scenario.labels
        return translate("edit", "Rename {0} to {1}").format(labels[self.index], self.label)

    def changed(self, scenario: Scenario) -> Scenario:
        """Replace the label."""
        labels = list(scenario.source_labels if self.source else scenario.labels)
        check_index(self.index, len(labels), Phrase("token"))
        labels[self.index] = self.label
        if self.source and scenario.is_cross:
            return replace(scenario, source_tokens=tuple(labels))
        return replace(scenario, tokens=tuple(labels))


@dataclass(frozen=True)
class SetTitle(Edit):
    """Give the scenario another title."""

    title: Text

    def text(self, _scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Say so."""
        return translate("edit", "Change the title")

    def changed(self, scenario: Scenario) -> Scenario:
        """Set the title."""
        return replace(scenario, title=self.title)


def _page_of(quantity_id: str) -> Phrase:
    return Phrase("head") if quantity_id == "bias" else Phrase("batch")


def _cell(
    scenario: Scenario, quantity_id: str, page: int, row: int, column: int, translate: Translate
) -> str:
    where = f"{_row(scenario, quantity_id, row)}, {column}"
    if quantity_id == "bias":
        where = f"{scenario.labels[row]} → {scenario.source_labels[column]}"
    n_pages = scenario.heads if quantity_id == "bias" else scenario.sizes[Axis.BATCH]
    if n_pages > 1 and scenario.matrix(quantity_id).ndim == 3:
        paged = translate("edit", "batch {0}, {1}")
        if quantity_id == "bias":
            paged = translate("edit", "head {0}, {1}")
        where = paged.format(page, where)
    return f"{symbol_of(quantity_id)}[{where}]"


def _row(scenario: Scenario, quantity_id: str, row: int) -> str:
    if quantity_id.startswith("w_"):
        return str(row)
    return (scenario.source_labels if quantity_id in _OF_SOURCE else scenario.labels)[row]

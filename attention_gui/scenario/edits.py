"""What a gesture changes: pure edits of a scenario.

An edit never changes a number that it does not name, and the result of `apply` is valid by
construction, because every `Scenario` is.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attention_gui.engine import AttentionError
from attention_gui.quantities import CATALOGUE, Axis
from attention_gui.scenario.edit import Edit, apply, check_index
from attention_gui.scenario.numbers import format_number
from attention_gui.scenario.resizing import AddFeature, AddToken, RemoveFeature, RemoveToken
from attention_gui.scenario.scenario import Scenario, Text

__all__ = [
    "AddFeature",
    "AddToken",
    "Edit",
    "RemoveFeature",
    "RemoveToken",
    "RenameToken",
    "SetBlock",
    "SetCausal",
    "SetCell",
    "SetEmptyRows",
    "SetHeads",
    "SetScale",
    "SetTitle",
    "TogglePadding",
    "apply",
]


@dataclass(frozen=True)
class SetCell(Edit):
    """Put a number into a cell of an editable quantity."""

    quantity_id: str
    batch: int
    row: int
    column: int
    value: float

    def text(self, scenario: Scenario, /) -> str:
        """Name the cell."""
        return f"Set {_cell(scenario, self.quantity_id, self.batch, self.row, self.column)}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Replace the cell."""
        block = SetBlock(self.quantity_id, self.batch, self.row, self.column, [[self.value]])
        return block.changed(scenario)


@dataclass(frozen=True, eq=False)
class SetBlock(Edit):
    """Put a rectangle of numbers into an editable quantity, its first at (row, column)."""

    quantity_id: str
    batch: int
    row: int
    column: int
    values: ArrayLike

    def text(self, scenario: Scenario, /) -> str:
        """Name the size and the first cell."""
        rows, columns = np.shape(self.values)
        cell = _cell(scenario, self.quantity_id, self.batch, self.row, self.column)
        return f"Set {rows}×{columns} numbers at {cell}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Replace the rectangle."""
        array = scenario.matrix(self.quantity_id).copy()
        values = np.asarray(self.values, dtype=np.float64)
        rows, columns = values.shape
        check_index(self.batch, array.shape[0], "batch")
        if (
            min(self.row, self.column) < 0
            or self.row + rows > array.shape[1]
            or self.column + columns > array.shape[2]
        ):
            raise AttentionError(
                "out-of-range",
                f"{rows}×{columns} numbers at row {self.row}, column {self.column} do not fit"
                f" into {array.shape[1]}×{array.shape[2]} cells.",
            )
        array[self.batch, self.row : self.row + rows, self.column : self.column + columns] = values
        return scenario.with_matrix(self.quantity_id, array)


@dataclass(frozen=True)
class RenameToken(Edit):
    """Give a token another label."""

    index: int
    label: str

    def text(self, scenario: Scenario, /) -> str:
        """Name both labels."""
        return f"Rename {scenario.labels[self.index]} to {self.label}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Replace the label."""
        labels = list(scenario.labels)
        check_index(self.index, len(labels), "token")
        labels[self.index] = self.label
        return replace(scenario, tokens=tuple(labels))


@dataclass(frozen=True)
class TogglePadding(Edit):
    """Exclude a token of one batch as a key, or allow it again."""

    batch: int
    token: int

    def text(self, scenario: Scenario, /) -> str:
        """Say which way."""
        label = scenario.labels[self.token]
        return f"Allow {label}" if _padding(scenario)[self.batch, self.token] else f"Pad {label}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Flip the token's mask."""
        padding = _padding(scenario)
        check_index(self.batch, padding.shape[0], "batch")
        check_index(self.token, padding.shape[1], "token")
        padding[self.batch, self.token] ^= True
        return replace(scenario, padding=padding)


@dataclass(frozen=True)
class SetCausal(Edit):
    """Block later keys, or allow them."""

    causal: bool

    def text(self, _scenario: Scenario, /) -> str:
        """Say which way."""
        return "Block later keys" if self.causal else "Allow later keys"

    def changed(self, scenario: Scenario) -> Scenario:
        """Set the mask."""
        return replace(scenario, causal=self.causal)


@dataclass(frozen=True)
class SetHeads(Edit):
    """Split the same columns over another number of heads; no number changes."""

    heads: int

    def text(self, _scenario: Scenario, /) -> str:
        """Name the count."""
        return f"Split into {self.heads} heads" if self.heads != 1 else "Use one head"

    def changed(self, scenario: Scenario) -> Scenario:
        """Set the count."""
        return replace(scenario, heads=self.heads)


@dataclass(frozen=True)
class SetScale(Edit):
    """Choose what multiplies the raw scores; see `Scenario.scale`."""

    scale: str | float

    def text(self, _scenario: Scenario, /) -> str:
        """Name the choice."""
        if isinstance(self.scale, str):
            return {"inverse_sqrt_dk": "Scale by 1/√d_k", "none": "Do not scale"}[self.scale]
        return f"Scale by {format_number(self.scale, 3)}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Set the scale."""
        return replace(scenario, scale=self.scale)


@dataclass(frozen=True)
class SetEmptyRows(Edit):
    """Choose what a row with no allowed key yields; see `Scenario.empty_rows`."""

    empty_rows: str

    def text(self, _scenario: Scenario, /) -> str:
        """Name the choice."""
        return f"Empty rows: {self.empty_rows}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Set the policy."""
        return replace(scenario, empty_rows=self.empty_rows)


@dataclass(frozen=True)
class SetTitle(Edit):
    """Give the scenario another title."""

    title: Text

    def text(self, _scenario: Scenario, /) -> str:
        """Say so."""
        return "Change the title"

    def changed(self, scenario: Scenario) -> Scenario:
        """Set the title."""
        return replace(scenario, title=self.title)


def _cell(scenario: Scenario, quantity_id: str, batch: int, row: int, column: int) -> str:
    where = f"{scenario.labels[row]}, {column}"
    if scenario.sizes[Axis.BATCH] > 1:
        where = f"batch {batch}, {where}"
    return f"{CATALOGUE[quantity_id].plain_symbol}[{where}]"


def _padding(scenario: Scenario) -> NDArray[np.bool_]:
    if scenario.padding is not None:
        return scenario.padding.copy()
    return np.zeros((scenario.sizes[Axis.BATCH], scenario.sizes[Axis.KEY]), dtype=np.bool_)

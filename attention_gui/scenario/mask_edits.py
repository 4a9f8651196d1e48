"""Edits of the masks, and of what a row with every key blocked yields."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from attention_gui.quantities import Axis
from attention_gui.scenario.edit import Edit, check_index, check_there
from attention_gui.scenario.scenario import Scenario

__all__ = [
    "ClearBlocked",
    "SetAlignment",
    "SetCausal",
    "SetEmptyRows",
    "SetWindow",
    "ToggleBlocked",
    "TogglePadding",
]


@dataclass(frozen=True)
class TogglePadding(Edit):
    """Exclude a token of one batch as a key, or allow it again."""

    batch: int
    token: int

    def text(self, scenario: Scenario, /) -> str:
        """Say which way."""
        label = scenario.source_labels[self.token]
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
class SetAlignment(Edit):
    """Choose which query and key stand at the same place; see `Scenario.alignment`."""

    alignment: str

    def text(self, _scenario: Scenario, /) -> str:
        """Name the choice."""
        which = {"top_left": "first", "bottom_right": "last"}.get(self.alignment, self.alignment)
        return f"Align the {which} query with the {which} key"

    def changed(self, scenario: Scenario) -> Scenario:
        """Set the alignment."""
        return replace(scenario, alignment=self.alignment)


@dataclass(frozen=True)
class SetWindow(Edit):
    """Block keys that lie `window` places from the query or farther; None lifts it."""

    window: int | None

    def text(self, _scenario: Scenario, /) -> str:
        """Name the window."""
        return "Remove the window" if self.window is None else f"Window of {self.window}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Set the window."""
        return replace(scenario, window=self.window)


@dataclass(frozen=True)
class ToggleBlocked(Edit):
    """Block one cell, or allow it again, by the custom mask.

    `alone` means in this batch and head only; otherwise the cell becomes in all of them what
    it was not in this one.
    """

    batch: int
    head: int
    query: int
    key: int
    alone: bool = False

    def text(self, scenario: Scenario, /) -> str:
        """Say which way, and where."""
        verb = "Allow" if _blocked(scenario)[self._index] else "Block"
        cell = f"{scenario.labels[self.query]} → {scenario.source_labels[self.key]}"
        return f"{verb} {cell}{self._where(scenario)}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Flip the cell."""
        blocked = _blocked(scenario)
        names = ("batch", "head", "query", "key")
        for index, count, what in zip(self._index, blocked.shape, names, strict=True):
            check_index(index, count, what)
        flipped = not blocked[self._index]
        if self.alone:
            blocked[self._index] = flipped
        else:
            blocked[:, :, self.query, self.key] = flipped
        return replace(scenario, blocked=blocked)

    @property
    def _index(self) -> tuple[int, int, int, int]:
        return self.batch, self.head, self.query, self.key

    def _where(self, scenario: Scenario) -> str:
        places = {"batch": (self.batch, Axis.BATCH), "head": (self.head, Axis.HEAD)}
        names = [f"{what} {i}" for what, (i, axis) in places.items() if scenario.sizes[axis] > 1]
        return f" in {', '.join(names)}" if self.alone and names else ""


@dataclass(frozen=True)
class ClearBlocked(Edit):
    """Allow every cell that the custom mask blocks."""

    def text(self, _scenario: Scenario, /) -> str:
        """Say so."""
        return "Clear the custom mask"

    def changed(self, scenario: Scenario) -> Scenario:
        """Remove the mask."""
        check_there(scenario.blocked, "custom mask")
        return replace(scenario, blocked=None)


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


def _padding(scenario: Scenario) -> NDArray[np.bool_]:
    if scenario.padding is not None:
        return scenario.padding.copy()
    return np.zeros((scenario.sizes[Axis.BATCH], scenario.sizes[Axis.KEY]), dtype=np.bool_)


def _blocked(scenario: Scenario) -> NDArray[np.bool_]:
    axes = (Axis.BATCH, Axis.HEAD, Axis.QUERY, Axis.KEY)
    shape = tuple(scenario.sizes[axis] for axis in axes)
    shared = np.zeros(shape[2:], dtype=np.bool_) if scenario.blocked is None else scenario.blocked
    return np.broadcast_to(shared, shape).copy()

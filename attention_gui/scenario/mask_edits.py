"""Edits of the masks, and of what a row with every key blocked yields."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from attention_gui.phrases import Phrase
from attention_gui.quantities import Axis
from attention_gui.scenario.edit import Edit, check_index, check_there
from attention_gui.scenario.scenario import Scenario
from attention_gui.wording import Translate, as_written

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

    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Say which way."""
        label = scenario.source_labels[self.token]
        text = translate("edit", "Pad {0}")
        if _padding(scenario)[self.batch, self.token]:
            text = translate("edit", "Allow {0}")
        return text.format(label)

    def changed(self, scenario: Scenario) -> Scenario:
        """Flip the token's mask."""
        padding = _padding(scenario)
        check_index(self.batch, padding.shape[0], Phrase("batch"))
        check_index(self.token, padding.shape[1], Phrase("token"))
        padding[self.batch, self.token] ^= True
        return replace(scenario, padding=padding)


@dataclass(frozen=True)
class SetCausal(Edit):
    """Block later keys, or allow them."""

    causal: bool

    def text(self, _scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Say which way."""
        if self.causal:
            return translate("edit", "Block later keys")
        return translate("edit", "Allow later keys")

    def changed(self, scenario: Scenario) -> Scenario:
        """Set the mask."""
        return replace(scenario, causal=self.causal)


@dataclass(frozen=True)
class SetAlignment(Edit):
    """Choose which query and key stand at the same place; see `Scenario.alignment`."""

    alignment: str

    def text(self, _scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Name the choice."""
        if self.alignment == "bottom_right":
            return translate("edit", "Align the last query with the last key")
        return translate("edit", "Align the first query with the first key")

    def changed(self, scenario: Scenario) -> Scenario:
        """Set the alignment."""
        return replace(scenario, alignment=self.alignment)


@dataclass(frozen=True)
class SetWindow(Edit):
    """Block keys that lie `window` places from the query or farther; None lifts it."""

    window: int | None

    def text(self, _scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Name the window."""
        if self.window is None:
            return translate("edit", "Remove the window")
        return translate("edit", "Window of {0}").format(self.window)

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

    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Say which way, and where."""
        text = translate("edit", "Block {0}")
        if _blocked(scenario)[self._index]:
            text = translate("edit", "Allow {0}")
        cell = f"{scenario.labels[self.query]} → {scenario.source_labels[self.key]}"
        return f"{text.format(cell)}{self._where(scenario, translate)}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Flip the cell."""
        blocked = _blocked(scenario)
        names = (Phrase("batch"), Phrase("head"), Phrase("query"), Phrase("key"))
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

    def _where(self, scenario: Scenario, translate: Translate) -> str:
        if not self.alone:
            return ""
        names = []
        if scenario.sizes[Axis.BATCH] > 1:
            names.append(translate("edit", "batch {0}").format(self.batch))
        if scenario.sizes[Axis.HEAD] > 1:
            names.append(translate("edit", "head {0}").format(self.head))
        return translate("edit", " in {0}").format(", ".join(names)) if names else ""


@dataclass(frozen=True)
class ClearBlocked(Edit):
    """Allow every cell that the custom mask blocks."""

    def text(self, _scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Say so."""
        return translate("edit", "Clear the custom mask")

    def changed(self, scenario: Scenario) -> Scenario:
        """Remove the mask."""
        check_there(scenario.blocked, Phrase("custom mask"))
        return replace(scenario, blocked=None)


@dataclass(frozen=True)
class SetEmptyRows(Edit):
    """Choose what a row with no allowed key yields; see `Scenario.empty_rows`."""

    empty_rows: str

    def text(self, _scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Name the choice."""
        texts = {
            "zero": translate("edit", "Empty rows: zero"),
            "nan": translate("edit", "Empty rows: nan"),
            "uniform": translate("edit", "Empty rows: uniform"),
        }
        return texts.get(self.empty_rows, self.empty_rows)

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

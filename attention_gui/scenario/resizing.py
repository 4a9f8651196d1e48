"""Edits that change sizes: tokens and features that come and go."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attention_gui.engine import AttentionError
from attention_gui.quantities import Axis
from attention_gui.scenario.edit import Edit, check_index
from attention_gui.scenario.scenario import Matrix, Scenario

__all__ = ["AddFeature", "AddToken", "RemoveFeature", "RemoveToken"]

_OWNERS = {Axis.KEY_FEATURE: "Q and K", Axis.VALUE_FEATURE: "V"}


@dataclass(frozen=True)
class AddToken(Edit):
    """Insert a token of zeros before position `index` in every batch.

    It is not padding, has a label of its own, and an explicit upstream gradient of 1.
    """

    index: int

    def text(self, scenario: Scenario, /) -> str:
        """Say so."""
        return f"Add a token at position {self.index} of {len(scenario.labels) + 1}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Insert the token."""
        check_index(self.index, len(scenario.labels) + 1, "token")
        tokens = scenario.tokens
        if tokens is not None:
            tokens = (*tokens[: self.index], _new_label(tokens), *tokens[self.index :])
        return _with_tokens(
            scenario, tokens, lambda array, fill: np.insert(array, self.index, fill, axis=1)
        )


@dataclass(frozen=True)
class RemoveToken(Edit):
    """Remove a token from every batch; refused for the last one."""

    index: int

    def text(self, scenario: Scenario, /) -> str:
        """Name the token."""
        return f"Remove {scenario.labels[self.index]}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Remove its rows, its label and its mask."""
        count = len(scenario.labels)
        check_index(self.index, count, "token")
        if count == 1:
            raise AttentionError("out-of-range", "The last token cannot be removed.")
        tokens = scenario.tokens
        if tokens is not None:
            tokens = (*tokens[: self.index], *tokens[self.index + 1 :])
        return _with_tokens(scenario, tokens, lambda array, _: np.delete(array, self.index, axis=1))


@dataclass(frozen=True)
class AddFeature(Edit):
    """Insert a column of zeros before `position` of every head.

    `axis` is `Axis.KEY_FEATURE` (Q and K) or `Axis.VALUE_FEATURE` (V; an explicit upstream
    gradient gets a column of ones).
    """

    axis: Axis
    position: int

    def text(self, scenario: Scenario, /) -> str:
        """Name the matrices."""
        return f"Add column {self.position} to {_owners(self.axis, scenario)}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Insert the columns."""
        check_index(self.position, scenario.sizes[self.axis] + 1, "feature")
        return _with_features(
            scenario, self.axis, lambda array, fill: np.insert(array, self.position, fill, axis=3)
        )


@dataclass(frozen=True)
class RemoveFeature(Edit):
    """Remove one column of every head; refused for the last one. See `AddFeature`."""

    axis: Axis
    position: int

    def text(self, scenario: Scenario, /) -> str:
        """Name the matrices and the column."""
        return f"Remove column {self.position} of {_owners(self.axis, scenario)}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Remove the columns."""
        width = scenario.sizes[self.axis]
        check_index(self.position, width, "feature")
        if width == 1:
            raise AttentionError("out-of-range", "The last column cannot be removed.")
        return _with_features(
            scenario, self.axis, lambda array, _: np.delete(array, self.position, axis=3)
        )


Resize = Callable[[NDArray[Any], float], NDArray[Any]]
"""Inserts (the number given) or deletes along one axis of an array."""


def _with_tokens(scenario: Scenario, tokens: tuple[str, ...] | None, resize: Resize) -> Scenario:
    padding, upstream = scenario.padding, scenario.upstream
    return replace(
        scenario,
        tokens=tokens,
        query=resize(scenario.query, 0.0),
        key=resize(scenario.key, 0.0),
        value=resize(scenario.value, 0.0),
        padding=None if padding is None else resize(padding, False),
        upstream=None if upstream is None else resize(upstream, 1.0),
    )


def _with_features(scenario: Scenario, axis: Axis, resize: Resize) -> Scenario:
    def resized(array: Matrix, fill: float) -> Matrix:
        n_batch, n_tokens, width = array.shape
        heads = array.reshape(n_batch, n_tokens, scenario.heads, width // scenario.heads)
        changed = resize(heads, fill)
        return changed.reshape(n_batch, n_tokens, scenario.heads * changed.shape[3])

    if axis is Axis.KEY_FEATURE:
        return replace(scenario, query=resized(scenario.query, 0.0), key=resized(scenario.key, 0.0))
    upstream = scenario.upstream
    return replace(
        scenario,
        value=resized(scenario.value, 0.0),
        upstream=None if upstream is None else resized(upstream, 1.0),
    )


def _owners(axis: Axis, scenario: Scenario) -> str:
    return _OWNERS[axis] + (", every head" if scenario.heads > 1 else "")


def _new_label(tokens: tuple[str, ...]) -> str:
    number = len(tokens)
    while f"t{number}" in tokens:
        number += 1
    return f"t{number}"

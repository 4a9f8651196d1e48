"""Edits that change sizes: tokens and features that come and go."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from attention_gui.engine import AttentionError
from attention_gui.phrases import Phrase
from attention_gui.scenario.edit import Edit, check_index, listed, symbol_of
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.spans import (
    Resize,
    Span,
    feature_spans,
    resized,
    token_spans,
    width,
)
from attention_gui.wording import Translate, as_written

__all__ = ["AddFeature", "AddToken", "RemoveFeature", "RemoveToken"]


@dataclass(frozen=True)
class AddToken(Edit):
    """Insert a token of zeros before position `index` in every batch.

    It has a label of its own, nothing blocks it, and it has an explicit upstream gradient of
    1. In cross-attention, `source` says which list it comes into.
    """

    index: int
    source: bool = False

    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Say so."""
        text = translate("edit", "Add a token at position {0} of {1}")
        if self.source and scenario.is_cross:
            text = translate("edit", "Add a source token at position {0} of {1}")
        return text.format(self.index, _count(scenario, self.source) + 1)

    def changed(self, scenario: Scenario) -> Scenario:
        """Insert the token."""
        check_index(self.index, _count(scenario, self.source) + 1, Phrase("token"))

        def insert_label(labels: tuple[str, ...]) -> tuple[str, ...]:
            return (*labels[: self.index], _new_label(labels), *labels[self.index :])

        return _with_tokens(
            scenario,
            self.source,
            lambda array, axis, fill: np.insert(array, self.index, fill, axis=axis),
            insert_label,
        )


@dataclass(frozen=True)
class RemoveToken(Edit):
    """Remove a token from every batch; refused for the last one. See `AddToken`."""

    index: int
    source: bool = False

    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Name the token."""
        labels = scenario.source_labels if self.source else scenario.labels
        return translate("edit", "Remove {0}").format(labels[self.index])

    def changed(self, scenario: Scenario) -> Scenario:
        """Remove its rows, its label and its masks."""
        count = _count(scenario, self.source)
        check_index(self.index, count, Phrase("token"))
        if count == 1:
            raise AttentionError("out-of-range", "The last token cannot be removed.")
        return _with_tokens(
            scenario,
            self.source,
            lambda array, axis, _: np.delete(array, self.index, axis=axis),
            lambda labels: (*labels[: self.index], *labels[self.index + 1 :]),
        )


@dataclass(frozen=True)
class AddFeature(Edit):
    """Insert a column of zeros before `position` of every head.

    What multiplies the column gets a row of zeros, so no number of a result changes; an
    explicit upstream gradient of a wider output gets a column of ones.

    Attributes
    ----------
    axis : str
        See `feature_spans`; a member of `Axis` is such a text.
    position : int
    """

    axis: str
    position: int

    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Name the matrices."""
        owners = _owners(scenario, self.axis, translate)
        return translate("edit", "Add column {0} to {1}").format(self.position, owners)

    def changed(self, scenario: Scenario) -> Scenario:
        """Insert the columns."""
        spans = _spans(scenario, self.axis)
        check_index(self.position, width(scenario, spans) + 1, Phrase("feature"))
        return _with_features(
            scenario,
            spans,
            lambda array, axis, fill: np.insert(array, self.position, fill, axis=axis),
        )


@dataclass(frozen=True)
class RemoveFeature(Edit):
    """Remove one column of every head; refused for the last one. See `AddFeature`."""

    axis: str
    position: int

    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Name the matrices and the column."""
        owners = _owners(scenario, self.axis, translate)
        return translate("edit", "Remove column {0} of {1}").format(self.position, owners)

    def changed(self, scenario: Scenario) -> Scenario:
        """Remove the columns."""
        spans = _spans(scenario, self.axis)
        n_features = width(scenario, spans)
        check_index(self.position, n_features, Phrase("feature"))
        if n_features == 1:
            raise AttentionError("out-of-range", "The last column cannot be removed.")
        return _with_features(
            scenario, spans, lambda array, axis, _: np.delete(array, self.position, axis=axis)
        )


_ABSENT = {
    "input_feature": Phrase("input feature"),
    "source_feature": Phrase("source feature"),
    "output_feature": Phrase("output feature"),
}
"""The features that not every scenario has."""

_Relabel = Callable[[tuple[str, ...]], tuple[str, ...]]


def _count(scenario: Scenario, source: bool) -> int:
    return len(scenario.source_labels if source else scenario.labels)


def _with_tokens(scenario: Scenario, source: bool, resize: Resize, relabel: _Relabel) -> Scenario:
    fields = resized(scenario, token_spans(scenario, source), resize)
    name = "source_tokens" if source and scenario.is_cross else "tokens"
    labels: tuple[str, ...] | None = getattr(scenario, name)
    if labels is not None:
        fields[name] = relabel(labels)
    return replace(scenario, **fields)


def _with_features(scenario: Scenario, spans: tuple[Span, ...], resize: Resize) -> Scenario:
    return replace(scenario, **resized(scenario, spans, resize))


def _spans(scenario: Scenario, axis: str) -> tuple[Span, ...]:
    spans = feature_spans(scenario, axis)
    if not spans:
        what = _ABSENT.get(axis) or axis.replace("_", " ")
        raise AttentionError("out-of-range", "The scenario has no {0}.", what)
    return spans


def _owners(scenario: Scenario, axis: str, translate: Translate) -> str:
    spans = _spans(scenario, axis)
    symbols = [symbol_of(span.field) for span in spans if span.axis == -1 and not span.fill]
    owners = listed(symbols, translate)
    if any(span.heads > 1 for span in spans):
        return translate("edit", "{0}, every head").format(owners)
    return owners


def _new_label(tokens: tuple[str, ...]) -> str:
    number = len(tokens)
    while f"t{number}" in tokens:
        number += 1
    return f"t{number}"

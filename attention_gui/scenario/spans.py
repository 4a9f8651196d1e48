"""Where tokens and features lie in the arrays of a scenario."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from attention_gui.quantities import Axis
from attention_gui.scenario.scenario import Scenario

__all__ = ["Resize", "Span", "feature_spans", "resized", "token_spans", "width"]

Resize = Callable[[NDArray[Any], int, float], NDArray[Any]]
"""Inserts into an array, or deletes from it, along an axis; the number is what it inserts."""


@dataclass(frozen=True)
class Span:
    """An axis of one array.

    Attributes
    ----------
    field : str
        The scenario's field that holds the array.
    axis : int
    heads : int
        How many heads lie side by side on the axis.
    fill : float
        What a new token or feature holds there.
    """

    field: str
    axis: int
    heads: int = 1
    fill: float = 0.0


def token_spans(scenario: Scenario, source: bool) -> tuple[Span, ...]:
    """Return where the tokens lie; `source` says which list, in cross-attention."""
    rows, columns = _query_spans(scenario), _key_spans(scenario)
    if scenario.is_cross:
        return columns if source else rows
    return tuple(dict.fromkeys(rows + columns))


def feature_spans(scenario: Scenario, axis: str) -> tuple[Span, ...]:
    """Return where the features of an axis lie; none if the scenario has no such axis.

    Parameters
    ----------
    scenario : Scenario
    axis : str
        ``"key_feature"``, ``"value_feature"``, ``"input_feature"``, ``"source_feature"`` or
        ``"output_feature"``.
    """
    reader = _FEATURES.get(axis)
    spans = () if reader is None else tuple(reader(scenario))
    return spans if spans and getattr(scenario, spans[0].field) is not None else ()


def width(scenario: Scenario, spans: tuple[Span, ...]) -> int:
    """Return the length of an axis; for features, of one head."""
    shape: tuple[int, ...] = getattr(scenario, spans[0].field).shape
    return shape[spans[0].axis] // spans[0].heads


def resized(scenario: Scenario, spans: tuple[Span, ...], resize: Resize) -> dict[str, Any]:
    """Return the arrays, by field, after tokens or features came or went."""
    fields: dict[str, Any] = {}
    for span in spans:
        array = fields.get(span.field, getattr(scenario, span.field))
        if array is not None:
            fields[span.field] = _along(array, span, resize)
    return fields


def _along(array: NDArray[Any], span: Span, resize: Resize) -> NDArray[Any]:
    axis = span.axis % array.ndim
    before, after = array.shape[:axis], array.shape[axis + 1 :]
    parts = array.reshape(*before, span.heads, array.shape[axis] // span.heads, *after)
    changed = resize(parts, axis + 1, span.fill)
    return changed.reshape(*before, span.heads * changed.shape[axis + 1], *after)


def _query_spans(scenario: Scenario) -> tuple[Span, ...]:
    rows = "inputs" if scenario.is_projected else "query"
    return (Span(rows, 1), Span("upstream", 1, fill=1.0), Span("bias", -2), Span("blocked", -2))


def _key_spans(scenario: Scenario) -> tuple[Span, ...]:
    rows = ["source_inputs" if scenario.is_cross else "inputs"]
    if not scenario.is_projected:
        rows = ["key", "value"]
    masks = (Span("padding", 1), Span("bias", -1), Span("blocked", -1))
    return (*(Span(name, 1) for name in rows), *masks)


def _key_features(scenario: Scenario) -> Iterator[Span]:
    prefix = "w_" if scenario.is_projected else ""
    yield Span(f"{prefix}query", -1, scenario.heads)
    yield Span(f"{prefix}key", -1, scenario.n_groups)


def _value_features(scenario: Scenario) -> Iterator[Span]:
    yield Span("w_value" if scenario.is_projected else "value", -1, scenario.n_groups)
    if scenario.has_output_projection:
        yield Span("w_output", 0, scenario.heads)
    else:
        yield Span("upstream", -1, scenario.heads, fill=1.0)


def _input_features(scenario: Scenario) -> Iterator[Span]:
    yield Span("inputs", -1)
    yield Span("w_query", 0)
    if not scenario.is_cross:
        yield Span("w_key", 0)
        yield Span("w_value", 0)


def _source_features(_scenario: Scenario) -> Iterator[Span]:
    yield Span("source_inputs", -1)
    yield Span("w_key", 0)
    yield Span("w_value", 0)


def _output_features(_scenario: Scenario) -> Iterator[Span]:
    yield Span("w_output", -1)
    yield Span("upstream", -1, fill=1.0)


_FEATURES: dict[str, Callable[[Scenario], Iterator[Span]]] = {
    Axis.KEY_FEATURE: _key_features,
    Axis.VALUE_FEATURE: _value_features,
    "input_feature": _input_features,
    "source_feature": _source_features,
    "output_feature": _output_features,
}

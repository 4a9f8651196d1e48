"""The parts of a scenario: which fields hold arrays, which of them can be typed into."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from attention_gui.engine import AttentionError
from attention_gui.scenario.bits import same_bits

if TYPE_CHECKING:
    from attention_gui.scenario.scenario import Scenario

__all__ = [
    "DIRECT",
    "EDITABLE",
    "MASKS",
    "MATRICES",
    "PROJECTED",
    "field_of",
    "same_but_numbers",
    "same_mathematics",
    "same_words",
]

DIRECT = ("query", "key", "value")
"""Fields of a scenario whose queries, keys and values are typed in."""

PROJECTED = ("inputs", "source_inputs", "w_query", "w_key", "w_value")
"""Fields of a scenario whose queries, keys and values are projections."""

MATRICES = (*PROJECTED, *DIRECT, "w_output", "bias", "upstream")
"""All fields that hold numbers in rows and columns."""

MASKS = ("causal", "alignment", "window", "padding", "blocked")
"""The fields that block cells."""

EDITABLE = MappingProxyType(
    {("grad_output" if name == "upstream" else name): name for name in MATRICES}
)
"""Id of every quantity that can be typed into, and the scenario's field that holds it."""

_ARRAYS = (*MATRICES, "padding", "blocked")
_OPTIONS = (
    "kind", "heads", "key_value_heads", "scale", "causal", "alignment", "window", "empty_rows",
)  # fmt: skip
_WORDS = ("title", "notes", "tokens", "source_tokens", "view")


def field_of(quantity_id: str, editable: Sequence[str]) -> str:
    """Return the field that holds a quantity.

    Raises
    ------
    AttentionError
        ``unknown-quantity``, naming the choices, when it is not one of `editable`.
    """
    if quantity_id not in editable:
        raise AttentionError(
            "unknown-quantity",
            "{0} cannot be edited here; choose from {1}.",
            repr(quantity_id),
            ", ".join(editable),
        )
    return EDITABLE[quantity_id]


def same_mathematics(one: "Scenario", other: "Scenario") -> bool:
    """Say whether the arrays, bit by bit, and the options of two scenarios are the same."""
    return _equal(one, other, _OPTIONS) and all(_same_array(one, other, name) for name in _ARRAYS)


def same_words(one: "Scenario", other: "Scenario") -> bool:
    """Say whether what the mathematics ignores is the same."""
    return _equal(one, other, _WORDS)


def same_but_numbers(one: "Scenario", other: "Scenario") -> bool:
    """Say whether nothing but the numbers in matrices of the same shapes may differ."""
    return (
        _equal(one, other, (*_OPTIONS, *_WORDS))
        and all(_same_array(one, other, name) for name in ("padding", "blocked"))
        and all(np.shape(getattr(one, name)) == np.shape(getattr(other, name)) for name in MATRICES)
    )


def _equal(one: "Scenario", other: "Scenario", names: Sequence[str]) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _same_array(one: "Scenario", other: "Scenario", name: str) -> bool:
    ours, theirs = getattr(one, name), getattr(other, name)
    if ours is None or theirs is None:
        return ours is theirs
    return same_bits(ours, theirs)

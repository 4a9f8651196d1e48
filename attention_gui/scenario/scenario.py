"""What is open, as one frozen value."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attention_gui.engine import AttentionError, Problem
from attention_gui.quantities import CATALOGUE, Axis

__all__ = ["EDITABLE", "Matrix", "Scenario", "Text", "default_labels", "in_language"]

Matrix = NDArray[np.float64]
Text = str | Mapping[str, str]
"""One text for every language, or a text by language code."""

EDITABLE = MappingProxyType(
    {"query": "query", "key": "key", "value": "value", "grad_output": "upstream"}
)
"""Id of every quantity that can be typed into, and the scenario's field that holds it."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Scenario:
    """Everything that a scenario file holds, valid by construction.

    Arrays may be given with rank 2 (a batch of one) or 3; they are kept as read-only float64
    with the batch first. Scenarios compare by content, arrays bit by bit.

    Attributes
    ----------
    query, key : ndarray, shape (n_batch, n_tokens, n_heads * d_k)
    value : ndarray, shape (n_batch, n_tokens, n_heads * d_v)
    title, notes : str or mapping from language code to str
    tokens : tuple of str, or None
        None names them by `default_labels`; see `labels`.
    heads : int
    scale : str or float
        ``"inverse_sqrt_dk"``, ``"none"``, or what multiplies the raw scores.
    causal : bool
    alignment : str
        ``"top_left"`` or ``"bottom_right"``.
    padding : ndarray of bool, shape (n_batch, n_tokens), or None
        True excludes a token as a key. None when nothing is excluded.
    empty_rows : str
        What a row with no allowed key yields: ``"zero"``, ``"nan"`` or ``"uniform"``.
    upstream : ndarray, shape (n_batch, n_tokens, n_heads * d_v), or None
        Gradient of the loss by the output; None is 1 everywhere.
    view : mapping
        What the window shows; ignored by the mathematics.

    Raises
    ------
    AttentionError
        With the engine's code when the parts do not fit, ``token-labels`` when the labels
        are not as many as the tokens, ``wrong-type`` when a text cannot be stored.
    """

    query: Matrix
    key: Matrix
    value: Matrix
    title: Text = ""
    notes: Text = ""
    tokens: tuple[str, ...] | None = None
    heads: int = 1
    scale: str | float = "inverse_sqrt_dk"
    causal: bool = False
    alignment: str = "top_left"
    padding: NDArray[np.bool_] | None = None
    empty_rows: str = "zero"
    upstream: Matrix | None = None
    view: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        problem = self.problem
        padding = problem.padding
        fixed: dict[str, object] = {
            "query": problem.query,
            "key": problem.key,
            "value": problem.value,
            "heads": problem.n_heads,
            "scale": problem.scale,
            "causal": problem.causal,
            "padding": padding if padding is not None and padding.any() else None,
            "upstream": None if self.upstream is None else problem.upstream,
            "title": _checked_text(self.title, "title"),
            "notes": _checked_text(self.notes, "notes"),
            "view": MappingProxyType(dict(self.view)),
        }
        if self.tokens is not None:
            fixed["tokens"] = _checked_labels(self.tokens, problem.n_queries)
        for name, content in fixed.items():
            object.__setattr__(self, name, content)

    @cached_property
    def problem(self) -> Problem:
        """The computation that the engine is asked for."""
        mask: dict[str, object] = {"causal": self.causal, "alignment": self.alignment}
        if self.padding is not None:
            mask["padding"] = self.padding
        return Problem(
            query=self.query,
            key=self.key,
            value=self.value,
            heads=self.heads,
            scale=self.scale,
            mask=mask,
            empty_rows=self.empty_rows,
            upstream="ones" if self.upstream is None else self.upstream,
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The name of every token."""
        if self.tokens is None:
            return default_labels(self.problem.n_queries)
        return self.tokens

    @cached_property
    def sizes(self) -> Mapping[Axis, int]:
        """The length of every axis; feature axes are those of one head."""
        problem = self.problem
        return MappingProxyType(
            {
                Axis.BATCH: problem.n_batch,
                Axis.HEAD: problem.n_heads,
                Axis.QUERY: problem.n_queries,
                Axis.KEY: problem.n_keys,
                Axis.KEY_FEATURE: problem.d_k,
                Axis.VALUE_FEATURE: problem.d_v,
            }
        )

    @property
    def valid_heads(self) -> tuple[int, ...]:
        """The head counts that divide the widths of Q, K and V."""
        common = math.gcd(self.query.shape[2], self.value.shape[2])
        return tuple(count for count in range(1, common + 1) if common % count == 0)

    def matrix(self, quantity_id: str) -> Matrix:
        """Return an editable quantity, shape (n_batch, n_tokens, width).

        Raises
        ------
        AttentionError
            ``unknown-quantity`` when it is not one of `EDITABLE`.
        """
        content: Matrix | None = getattr(self, _field_of(quantity_id))
        return self.problem.upstream if content is None else content

    def with_matrix(self, quantity_id: str, array: Matrix) -> "Scenario":
        """Return the scenario with an editable quantity replaced; see `matrix`."""
        changes: dict[str, Any] = {_field_of(quantity_id): array}
        return replace(self, **changes)

    def same_mathematics(self, other: "Scenario") -> bool:
        """Say whether both ask the engine for the same numbers."""
        return self is other or (
            all(_same(getattr(self, name), getattr(other, name)) for name in _ARRAYS)
            and all(getattr(self, name) == getattr(other, name) for name in _OPTIONS)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scenario):
            return NotImplemented
        return self.same_mathematics(other) and all(
            getattr(self, name) == getattr(other, name) for name in _WORDS
        )


_ARRAYS = ("query", "key", "value", "padding", "upstream")
_OPTIONS = ("heads", "scale", "causal", "alignment", "empty_rows")
_WORDS = ("title", "notes", "tokens", "view")


def default_labels(count: int) -> tuple[str, ...]:
    """Return the names of tokens that were given none: q0, q1 and so on."""
    return tuple(f"q{index}" for index in range(count))


def in_language(text: Text, language: str) -> str:
    """Return a text in a language, in English where that is missing, or in what there is."""
    if isinstance(text, str):
        return text
    return text.get(language) or text.get("en") or next(iter(text.values()), "")


def _field_of(quantity_id: str) -> str:
    if quantity_id not in EDITABLE:
        kind = "cannot be edited" if quantity_id in CATALOGUE else "is not a quantity"
        raise AttentionError(
            "unknown-quantity", f"{quantity_id!r} {kind}; choose from {', '.join(EDITABLE)}."
        )
    return EDITABLE[quantity_id]


def _same(one: NDArray[np.generic] | None, other: NDArray[np.generic] | None) -> bool:
    if one is None or other is None:
        return one is other
    return one is other or (one.shape == other.shape and one.tobytes() == other.tobytes())


def _checked_text(text: Text, place: str) -> Text:
    if isinstance(text, str):
        return _encodable(text, place)
    texts = {language: _encodable(words, f"{place}.{language}") for language, words in text.items()}
    return MappingProxyType(texts) if texts else ""


def _checked_labels(tokens: tuple[str, ...], count: int) -> tuple[str, ...]:
    if len(tokens) != count:
        raise AttentionError("token-labels", f"There are {len(tokens)} labels for {count} tokens.")
    return tuple(_encodable(label, f"tokens {index}") for index, label in enumerate(tokens))


def _encodable(text: str, place: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise AttentionError(
            "wrong-type", f"{place} holds half a character at position {error.start}."
        ) from error
    return text

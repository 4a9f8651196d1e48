"""What is open, as one frozen value."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attention_gui.catalogue import catalogue
from attention_gui.engine import Problem
from attention_gui.quantities import Axis, Form, Quantity
from attention_gui.scenario import derived
from attention_gui.scenario.heads import shared_over_heads
from attention_gui.scenario.parts import (
    EDITABLE,
    MATRICES,
    field_of,
    same_but_numbers,
    same_mathematics,
    same_words,
)
from attention_gui.scenario.words import (
    Text,
    checked_labels,
    checked_text,
    default_labels,
    displayed_labels,
    in_language,
)
from attention_gui.summaries import all_quantities

__all__ = ["EDITABLE", "Matrix", "Scenario", "Text", "default_labels", "in_language"]

Matrix = NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class Scenario:
    """Everything that a scenario file holds, valid by construction.

    The queries, keys and values are given either directly or as projections of `inputs`; the
    arrays of the other way are None. B is the batch, h the heads, g the key/value heads, m the
    queries, n the keys, d_k and d_v the widths of one head. Arrays with a batch may be given
    without it (a batch of one); they are kept as read-only float64 with the batch first.
    Scenarios compare by content, arrays bit by bit.

    Attributes
    ----------
    query, key, value : ndarray, shapes (B, m, h·d_k), (B, n, g·d_k), (B, n, g·d_v), or None
    inputs, source_inputs : ndarray, shapes (B, m, d), (B, n, d'), or None
        The source is for cross-attention only.
    w_query, w_key, w_value : ndarray, shapes (d, h·d_k), (d or d', g·d_k), (… , g·d_v), or None
    w_output : ndarray, shape (h·d_v, d_out), or None
        None: the output is the heads side by side.
    kind : str
        ``"self"`` (one token list) or ``"cross"``.
    title, notes : str or mapping from language code to str
    tokens, source_tokens : tuple of str, or None
        None names them by `default_labels`; see `labels` and `source_labels`.
    heads : int
    key_value_heads : int, or None
        None when they are as many as the heads, and stay so.
    scale : str or float
        ``"inverse_sqrt_dk"``, ``"none"``, or what multiplies the raw scores.
    bias : ndarray, shape (m, n) or (h, m, n), or None
        Added to the scaled scores.
    causal : bool
    alignment : str
        ``"top_left"`` or ``"bottom_right"``.
    window : int, or None
        How far a query reads, itself included.
    padding : ndarray of bool, shape (B, n), or None
        True excludes a token as a key. None when nothing is excluded.
    blocked : ndarray of bool, shape (m, n) or (B, h, m, n), or None
        True excludes a cell. Of the first shape whenever all pages are alike, None when no
        cell is excluded.
    empty_rows : str
        What a row with no allowed key yields: ``"zero"``, ``"nan"`` or ``"uniform"``.
    upstream : ndarray, shape (B, m, d_out), or None
        Gradient of the loss by the output; None is 1 everywhere.
    view : mapping
        What the window shows; ignored by the mathematics.

    Raises
    ------
    AttentionError
        With the engine's code when the parts do not fit, ``token-labels`` when the labels
        are not as many as the tokens, ``wrong-type`` when a text cannot be stored or
        source tokens are given in self-attention.
    """

    query: Matrix | None = None
    key: Matrix | None = None
    value: Matrix | None = None
    inputs: Matrix | None = None
    source_inputs: Matrix | None = None
    w_query: Matrix | None = None
    w_key: Matrix | None = None
    w_value: Matrix | None = None
    w_output: Matrix | None = None
    kind: str = "self"
    title: Text = ""
    notes: Text = ""
    tokens: tuple[str, ...] | None = None
    source_tokens: tuple[str, ...] | None = None
    heads: int = 1
    key_value_heads: int | None = None
    scale: str | float = "inverse_sqrt_dk"
    bias: Matrix | None = None
    causal: bool = False
    alignment: str = "top_left"
    window: int | None = None
    padding: NDArray[np.bool_] | None = None
    blocked: NDArray[np.bool_] | None = None
    empty_rows: str = "zero"
    upstream: Matrix | None = None
    view: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        problem = self.problem
        fixed: dict[str, object] = {
            name: getattr(problem, name) for name in MATRICES if getattr(self, name) is not None
        }
        if self.source_tokens is not None:
            derived.check_has_source(problem)
        fixed |= {
            "heads": problem.n_heads,
            "key_value_heads": None if problem.n_groups == problem.n_heads else problem.n_groups,
            "scale": problem.scale,
            "causal": problem.causal,
            "window": problem.window,
            "padding": _nothing_is_none(problem.padding),
            "blocked": _nothing_is_none(problem.blocked),
            "title": checked_text(self.title, "title"),
            "notes": checked_text(self.notes, "notes"),
            "tokens": checked_labels(self.tokens, problem.n_queries, "tokens"),
            "source_tokens": checked_labels(self.source_tokens, problem.n_keys, "source_tokens"),
            "view": MappingProxyType(dict(self.view)),
        }
        for name, content in fixed.items():
            object.__setattr__(self, name, content)

    @cached_property
    def problem(self) -> Problem:
        """The computation that the engine is asked for."""
        return derived.problem_of(self)

    @property
    def is_cross(self) -> bool:
        """Whether keys and values come from tokens of their own."""
        return self.kind == "cross"

    @property
    def is_projected(self) -> bool:
        """Whether queries, keys and values are computed from inputs."""
        return self.inputs is not None

    @property
    def has_output_projection(self) -> bool:
        """Whether the heads side by side are multiplied by `w_output`."""
        return self.w_output is not None

    @property
    def labels(self) -> tuple[str, ...]:
        """The name of every query token as it is shown; `tokens` holds what was given."""
        if self.tokens is None:
            return default_labels(self.problem.n_queries)
        return displayed_labels(self.tokens)

    @property
    def source_labels(self) -> tuple[str, ...]:
        """The name of every key token; in self-attention those of the queries."""
        if not self.is_cross:
            return self.labels
        if self.source_tokens is None:
            return default_labels(self.problem.n_keys, "k")
        return displayed_labels(self.source_tokens, "k")

    @cached_property
    def sizes(self) -> Mapping[Axis, int]:
        """The length of every axis; feature axes are those of one head."""
        return MappingProxyType(derived.sizes_of(self.problem))

    @cached_property
    def form(self) -> Form:
        """Which parts the scenario has."""
        return derived.form_of(self)

    @property
    def catalogue(self) -> Mapping[str, Quantity]:
        """The quantities that the scenario has, in the order of the computation."""
        return catalogue(self.form)

    @property
    def quantities(self) -> Mapping[str, Quantity]:
        """The catalogue, and after it the summaries that only panels show."""
        return all_quantities(self.form)

    @property
    def n_groups(self) -> int:
        """The number of key/value heads."""
        return self.problem.n_groups

    @property
    def input_width(self) -> int | None:
        """The width of an input vector, None without inputs."""
        return None if self.inputs is None else self.inputs.shape[2]

    @property
    def source_width(self) -> int | None:
        """The width of a source's input vector, None without source inputs."""
        return None if self.source_inputs is None else self.source_inputs.shape[2]

    @property
    def output_width(self) -> int:
        """The width of an output vector."""
        return self.problem.d_out

    @property
    def valid_heads(self) -> tuple[int, ...]:
        """The head counts that no typed number stands against; see `derived.valid_heads`."""
        return derived.valid_heads(self)

    @property
    def valid_key_value_heads(self) -> tuple[int, ...]:
        """The counts of key/value heads that divide the heads."""
        return derived.valid_key_value_heads(self)

    @property
    def editable(self) -> tuple[str, ...]:
        """The ids of the quantities that this scenario has to type into; see `matrix`."""
        return tuple(
            quantity_id
            for quantity_id, name in EDITABLE.items()
            if name == "upstream" or getattr(self, name) is not None
        )

    def matrix(self, quantity_id: str) -> Matrix:
        """Return an editable quantity.

        Returns
        -------
        ndarray
            Shape (n_batch, n_tokens, width); without a batch for the projections ``w_…``, and
            (m, n) or (h, m, n) for the bias.

        Raises
        ------
        AttentionError
            ``unknown-quantity``, naming the choices, when it is not one of `editable`.
        """
        content: Matrix | None = getattr(self, field_of(quantity_id, self.editable))
        return self.problem.upstream if content is None else content

    def with_matrix(self, quantity_id: str, array: Matrix) -> "Scenario":
        """Return the scenario with an editable quantity replaced; see `matrix`."""
        changes: dict[str, Any] = {field_of(quantity_id, self.editable): array}
        return replace(self, **changes)

    def same_mathematics(self, other: "Scenario") -> bool:
        """Say whether both ask the engine for the same numbers."""
        return self is other or same_mathematics(self, other)

    def same_but_numbers(self, other: "Scenario") -> bool:
        """Say whether both differ in numbers of their matrices at most."""
        return self is other or same_but_numbers(self, other)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scenario):
            return NotImplemented
        return self.same_mathematics(other) and same_words(self, other)


def _nothing_is_none(excluded: NDArray[np.bool_] | None) -> NDArray[np.bool_] | None:
    if excluded is None or not excluded.any():
        return None
    return shared_over_heads(excluded) if excluded.ndim == 4 else excluded

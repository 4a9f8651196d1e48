"""Edits of where queries, keys and values come from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from attention_gui.engine import AttentionError
from attention_gui.quantities import Axis
from attention_gui.scenario.bits import same_bits
from attention_gui.scenario.edit import Edit, listed, symbol_of
from attention_gui.scenario.parts import DIRECT, PROJECTED
from attention_gui.scenario.scenario import Matrix, Scenario
from attention_gui.wording import Translate, as_written

__all__ = ["SetKind", "ToDirect", "ToProjected", "projection_keeps_numbers"]


@dataclass(frozen=True)
class SetKind(Edit):
    """Choose self-attention (one token list) or cross-attention.

    The source of cross-attention starts as a copy of the tokens, so no result changes. Back in
    self-attention, the source's labels and inputs are dropped.
    """

    kind: str

    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Say which way, and what is dropped."""
        if self.kind == "cross":
            return translate("edit", "Read from a source of its own")
        text = translate("edit", "Use one token list")
        if not scenario.is_projected:
            return text
        dropped = translate("edit", "(drops {0})").format(symbol_of("source_inputs"))
        return f"{text} {dropped}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Copy the tokens, or drop the source."""
        if self.kind == scenario.kind:
            return scenario
        if self.kind == "cross":
            return replace(
                scenario,
                kind="cross",
                source_tokens=scenario.tokens,
                source_inputs=scenario.inputs,
            )
        n_queries, n_keys = scenario.sizes[Axis.QUERY], scenario.sizes[Axis.KEY]
        if n_queries != n_keys:
            raise AttentionError(
                "token-mismatch",
                "The numbers of tokens differ: {0}, and {1} of the source; self-attention has one "
                "list.",
                n_queries,
                n_keys,
            )
        tokens = scenario.tokens or scenario.source_tokens
        return replace(
            scenario, kind=self.kind, tokens=tokens, source_tokens=None, source_inputs=None
        )


@dataclass(frozen=True)
class ToDirect(Edit):
    """Type Q, K and V in: they keep their numbers, inputs and projections are dropped."""

    def text(self, _scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Say so."""
        symbols = listed([symbol_of(name) for name in DIRECT], translate)
        return translate("edit", "Type in {0}").format(symbols)

    def changed(self, scenario: Scenario) -> Scenario:
        """Keep Q, K and V as computed."""
        if not scenario.is_projected:
            return scenario
        fields: dict[str, Any] = dict.fromkeys(PROJECTED)
        fields |= {name: getattr(scenario.problem, name) for name in DIRECT}
        return replace(scenario, **fields)


@dataclass(frozen=True)
class ToProjected(Edit):
    """Compute Q, K and V from inputs by projections.

    The inputs are Q and, in cross-attention, those of the source K; every projection is an
    identity, cut or filled with zeros where the widths differ. That changes K and V unless
    `projection_keeps_numbers`. With `keep_numbers`, the inputs are the different ones of Q, K
    and V side by side, and every projection picks its own columns out of them.
    """

    keep_numbers: bool = False

    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Say what changes."""
        text = translate("edit", "Compute Q, K and V by projections")
        if self.keep_numbers or projection_keeps_numbers(scenario):
            return text
        changing = listed(list(_changing(scenario)), translate)
        changes = translate("edit", "(changes {0})").format(changing)
        return f"{text} {changes}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Replace Q, K and V by inputs and projections."""
        if scenario.is_projected:
            return scenario
        fields: dict[str, Any] = dict.fromkeys(DIRECT)
        for inputs, operands in _readers(scenario).items():
            if self.keep_numbers and any(_changing(scenario)):
                fields |= _picked(inputs, operands)
            else:
                fields |= _identities(inputs, operands)
        return replace(scenario, **fields)


def projection_keeps_numbers(scenario: Scenario) -> bool:
    """Say whether `ToProjected` with identities yields the same Q, K and V.

    So it does when they are the same matrix (in cross-attention, K and V), or parts of it.
    The sign of a zero does not count.
    """
    return scenario.is_projected or not any(_changing(scenario))


def _changing(scenario: Scenario) -> Iterator[str]:
    """Yield the symbols of the matrices that identities would not yield."""
    for operands in _readers(scenario).values():
        first = next(iter(operands.values()))
        for name, operand in operands.items():
            if not np.array_equal(_fitted(first, operand.shape[2]), operand):
                yield symbol_of(name)


def _readers(scenario: Scenario) -> dict[str, dict[str, Matrix]]:
    """Return, for each inputs, what is projected from them."""
    operands: dict[str, Matrix] = {name: getattr(scenario, name) for name in DIRECT}
    if not scenario.is_cross:
        return {"inputs": operands}
    return {"inputs": {"query": operands.pop("query")}, "source_inputs": operands}


def _identities(inputs: str, operands: Mapping[str, Matrix]) -> dict[str, Matrix]:
    first = next(iter(operands.values()))
    width = first.shape[2]
    projections = {f"w_{name}": np.eye(width, part.shape[2]) for name, part in operands.items()}
    return {inputs: first, **projections}


def _picked(inputs: str, operands: Mapping[str, Matrix]) -> dict[str, Matrix]:
    """Return the different operands side by side, and what picks each out."""
    parts: list[Matrix] = []
    for operand in operands.values():
        if not any(same_bits(operand, part) for part in parts):
            parts.append(operand)
    starts = np.cumsum([0, *(part.shape[2] for part in parts)])
    fields = {inputs: np.concatenate(parts, axis=2)}
    for name, operand in operands.items():
        at = next(i for i, part in enumerate(parts) if same_bits(operand, part))
        fields[f"w_{name}"] = np.eye(int(starts[-1]), operand.shape[2], k=-int(starts[at]))
    return fields


def _fitted(array: Matrix, width: int) -> Matrix:
    """Return the first columns, filled up with zeros: what an identity yields."""
    kept = array[:, :, :width]
    if kept.shape[2] == width:
        return kept
    return np.pad(kept, ((0, 0), (0, 0), (0, width - kept.shape[2])))

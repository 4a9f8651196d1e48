"""Explanations: the formula of one cell with the numbers put in.

Every number is read from the result's arrays; only the products of single terms are formed
here, because the engine has no array of them.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from attention_gui.engine import Result
from attention_gui.quantities import CATALOGUE, Axis, Quantity, feeds
from attention_gui.scenario.numbers import format_number
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection, position

__all__ = ["Explanation", "cell_name", "explain", "scaling", "shortened"]

_DIGITS = 6
_MOST_TERMS = 12
_EVERY = "·"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a cell has its value.

    Attributes
    ----------
    name : str
        The cell, such as "A [dogs → chase]".
    value : float
    formula : str
        TeX; "" for a cell that was typed in.
    lines : tuple of str
        The computation with its numbers, one summand a line.
    reads, feeds : tuple of str
        The cells and rows that it is computed from, and that are computed from it.
    """

    name: str
    value: float
    formula: str
    lines: tuple[str, ...]
    reads: tuple[str, ...]
    feeds: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The value rounded as in the lines."""
        return format_number(self.value, _DIGITS)

    @property
    def unrounded(self) -> str:
        """The value with every digit of its float64."""
        return repr(self.value).replace("-", "−").replace("inf", "∞").replace("nan", "NaN")


def scaling(scenario: Scenario) -> tuple[str, str]:
    """Return what scaling appends to a product, as plain text and as TeX.

    Division by √d_k, where d_k is the width of one head (Vaswani et al. 2017, §3.2.1);
    nothing without scaling; else the factor.
    """
    if scenario.scale == "inverse_sqrt_dk":
        d_k = scenario.sizes[Axis.KEY_FEATURE]
        return f"/ √{d_k}", rf"/ \sqrt{{{d_k}}}"
    if scenario.scale == "none":
        return "", ""
    factor = f"{scenario.problem.scale_factor:g}"
    return f"· {factor}", rf"\cdot {factor}"


def cell_name(quantity: Quantity, named: Mapping[Axis, int], scenario: Scenario) -> str:
    """Return a cell's name; an axis missing from `named` stands for all of it.

    A row of A is "A [dogs → ·]", a cell of Q is "Q [dogs, 0]".
    """
    parts: list[str] = []
    heads = scenario.sizes[Axis.HEAD] > 1
    for axes in quantity.axes:
        axis = axes[-1]
        if axis is Axis.BATCH:
            continue
        if axis is Axis.HEAD:
            if heads:
                parts.append(f"h{named.get(axis, _EVERY)}: ")
            continue
        at = named.get(axis)
        label = _EVERY if at is None else _label(axis, at, scenario)
        if heads and Axis.HEAD in axes and Axis.HEAD in named:
            head = f"h{named[Axis.HEAD]}"
            label = head if at is None else f"{head}{_EVERY}{label}"
        before = parts[-1] if parts else ""
        if before and not before.endswith(": "):
            parts.append(" → " if axis is Axis.KEY else ", ")
        parts.append(label)
    return f"{quantity.plain_symbol} [{''.join(parts)}]" if parts else quantity.plain_symbol


def explain(scenario: Scenario, result: Result, selection: Selection) -> Explanation:
    """Return the explanation of the selected cell."""
    quantity = CATALOGUE[selection.quantity]
    cell = _Cell(scenario, result, selection.axes)
    lines = _LINES[quantity.id](cell) if quantity.id in _LINES else []
    _, tex = scaling(scenario)
    return Explanation(
        name=cell_name(quantity, selection.axes, scenario),
        value=cell.value(quantity.id),
        formula=quantity.typeset_cell(tex),
        lines=tuple(lines),
        reads=tuple(
            cell_name(CATALOGUE[i], _without(selection.axes, quantity.sums_over), scenario)
            for i in quantity.reads
        ),
        feeds=tuple(
            cell_name(CATALOGUE[i], _without(selection.axes, CATALOGUE[i].sums_over), scenario)
            for i in feeds(quantity.id)
        ),
    )


def _label(axis: Axis, at: int, scenario: Scenario) -> str:
    is_token = axis in (Axis.QUERY, Axis.KEY)
    return shortened(scenario.labels[at], 20) if is_token else str(at)


def shortened(label: str, most: int) -> str:
    """Return a label with at most so many characters."""
    return label if len(label) <= most else label[: most - 1] + "…"


def _without(named: Mapping[Axis, int], axis: Axis | None) -> Mapping[Axis, int]:
    """Leave out the axis that a sum runs along: all of it counts."""
    return {other: at for other, at in named.items() if other is not axis}


@dataclass(frozen=True, slots=True)
class _Cell:
    """The selected cell, and the means to speak of others near it."""

    scenario: Scenario
    result: Result
    named: Mapping[Axis, int]

    def value(self, quantity_id: str, **other: int) -> float:
        """Return a quantity at the cell's coordinates, some of them replaced."""
        named = {**self.named, **{Axis(axis): at for axis, at in other.items()}}
        quantity = CATALOGUE[quantity_id]
        index = position(quantity, named, self.scenario.sizes)
        if quantity_id == "value_terms":
            return float(self.result.value_terms_of(*index[:3])[index[3:]])
        return float(self.result[quantity_id][index])

    def name(self, quantity_id: str, **other: int) -> str:
        named = {**self.named, **{Axis(axis): at for axis, at in other.items()}}
        return cell_name(CATALOGUE[quantity_id], named, self.scenario)

    def number(self, quantity_id: str, **other: int) -> str:
        return _number(self.value(quantity_id, **other))

    def is_zero_by_policy(self) -> bool:
        """Whether the cell's row has no allowed key and yields zeros, not what 0/0 is."""
        return bool(self.value("empty_rows")) and self.scenario.empty_rows == "zero"

    def size(self, axis: Axis) -> int:
        return self.scenario.sizes[axis]


def _number(value: float) -> str:
    """Return a number for a line: exact where it is short, else rounded."""
    text = format_number(value, _DIGITS)
    if "." in text and "e" not in text:
        text = text.rstrip("0").rstrip(".")
    return text


def _factor(text: str) -> str:
    return f"({text})" if text.startswith("−") else text


def _sum(
    cell: _Cell, total: str, axis: Axis, left: str, right: str, appended: str = ""
) -> list[str]:
    """Return the lines of Σ left · right over an axis."""
    count = cell.size(axis)
    lines = []
    for at in range(min(count, _MOST_TERMS)):
        a, b = cell.value(left, **{axis: at}), cell.value(right, **{axis: at})
        names = f"{cell.name(left, **{axis: at})} · {cell.name(right, **{axis: at})}"
        term = _number(_times(a, b))
        lines.append(f"{names} = {_number(a)} · {_factor(_number(b))} = {term}")
    if count > _MOST_TERMS:
        lines.append(f"… {count - _MOST_TERMS} more terms")
    lines.append(f"Σ {appended}".rstrip() + f" = {cell.number(total)}")
    return lines


def _times(a: float, b: float) -> float:
    return float(np.multiply(a, b, dtype=np.float64)) if math.isfinite(a) else math.nan


def _raw_scores(cell: _Cell) -> list[str]:
    return _sum(cell, "raw_scores", Axis.KEY_FEATURE, "query", "key")


def _scaled(raw: str, scaled: str) -> Callable[[_Cell], list[str]]:
    def lines(cell: _Cell) -> list[str]:
        plain, _ = scaling(cell.scenario)
        left = f"{cell.number(raw)} {plain}".rstrip()
        return [f"{left} = {cell.number(scaled)}"]

    return lines


def _masked(cell: _Cell) -> list[str]:
    return [f"{cell.name('scaled_scores')} = {cell.number('scaled_scores')}",
            f"{cell.name('masked_scores')} = {cell.number('masked_scores')}"]  # fmt: skip


def _exponential(cell: _Cell) -> list[str]:
    if cell.is_zero_by_policy():
        return [f"m = {cell.number('row_max')}", f"e^(−∞) = {cell.number('exponentials')}"]
    return [
        f"m = {cell.number('row_max')}",
        f"e^({cell.number('masked_scores')} − {_factor(cell.number('row_max'))}) "
        f"= {cell.number('exponentials')}",
    ]


def _weights(cell: _Cell) -> list[str]:
    if cell.value("empty_rows") and cell.scenario.empty_rows != "uniform":  # 0/0: see the policy
        return [
            f"m = {cell.number('row_max')}",
            f"Z = {cell.number('row_sums')}",
            f"0 / 0 → {cell.scenario.empty_rows}: {cell.number('weights')}",
        ]
    maximum = cell.number("row_max")
    lines = [f"m = {maximum}"]
    count = cell.size(Axis.KEY)
    for key in range(min(count, _MOST_TERMS)):
        score, exponential = (cell.number(i, key=key) for i in ("masked_scores", "exponentials"))
        label = _label(Axis.KEY, key, cell.scenario)
        lines.append(f"{label}: e^({score} − {_factor(maximum)}) = {exponential}")
    if count > _MOST_TERMS:
        lines.append(f"… {count - _MOST_TERMS} more terms")
    lines.append(f"Z = Σ = {cell.number('row_sums')}")
    lines.append(
        f"{cell.number('exponentials')} / {cell.number('row_sums')} = {cell.number('weights')}"
    )
    if cell.value("empty_rows"):
        lines.append(f"no allowed key → uniform: {cell.number('weights')}")
    return lines


def _value_terms(cell: _Cell) -> list[str]:
    weight, value = cell.number("weights"), cell.number("value")
    return [
        f"{cell.name('weights')} · {cell.name('value')}",
        f"{weight} · {_factor(value)} = {cell.number('value_terms')}",
    ]


def _grad_scaled_scores(cell: _Cell) -> list[str]:
    if cell.value("empty_rows"):  # the formula does not hold: no score of the row counts
        return [f"∂M / ∂S = 0 → {cell.number('grad_scaled_scores')}"]
    inner = _sum(cell, "grad_scaled_scores", Axis.KEY, "weights", "grad_weights")[:-1]
    weights, gradients = (
        np.array([cell.value(i, key=key) for key in range(cell.size(Axis.KEY))])
        for i in ("weights", "grad_weights")
    )
    mean = _number(float(weights @ gradients))
    own = f"{cell.number('weights')} · ({cell.number('grad_weights')} − {_factor(mean)})"
    return [*inner, f"Σ = {mean}", f"{own} = {cell.number('grad_scaled_scores')}"]


def _grad_query(cell: _Cell) -> list[str]:
    return _sum(cell, "grad_query", Axis.KEY, "grad_raw_scores", "key")


def _grad_key(cell: _Cell) -> list[str]:
    return _sum(cell, "grad_key", Axis.QUERY, "grad_raw_scores", "query")


_LINES: Mapping[str, Callable[[_Cell], list[str]]] = {
    "raw_scores": _raw_scores,
    "scaled_scores": _scaled("raw_scores", "scaled_scores"),
    "masked_scores": _masked,
    "exponentials": _exponential,
    "weights": _weights,
    "value_terms": _value_terms,
    "output": lambda cell: _sum(cell, "output", Axis.KEY, "weights", "value"),
    "grad_value": lambda cell: _sum(cell, "grad_value", Axis.QUERY, "weights", "grad_output"),
    "grad_weights": lambda cell: _sum(
        cell, "grad_weights", Axis.VALUE_FEATURE, "grad_output", "value"
    ),
    "grad_scaled_scores": _grad_scaled_scores,
    "grad_raw_scores": _scaled("grad_scaled_scores", "grad_raw_scores"),
    "grad_query": _grad_query,
    "grad_key": _grad_key,
}

"""Explanations: the formula of one cell with the numbers put in.

Every number is read from the result's arrays; only the products of single terms are formed
here, because the engine has no array of them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from attention_gui.catalogue import feeds
from attention_gui.engine import BlockReason, Result, block_reasons
from attention_gui.quantities import Axis, Quantity
from attention_gui.scenario.explain_summaries import more_terms, summary_lines
from attention_gui.scenario.numbers import format_number
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection, group_of, position
from attention_gui.scenario.sheets import head_letter
from attention_gui.scenario.summary_sheets import summary_value
from attention_gui.summaries import summaries
from attention_gui.wording import Translate, as_written

__all__ = ["Explanation", "cell_name", "explain", "scaling", "shortened"]

_DIGITS = 6
_SCORES = ((Axis.BATCH,), (Axis.HEAD,), (Axis.QUERY,), (Axis.KEY,))
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
    text, before = "", None
    for axes in quantity.axes:
        axis = axes[-1]
        if axis is Axis.BATCH:
            continue
        if axes == (Axis.HEAD,):
            if scenario.sizes[Axis.HEAD] > 1:
                text += f"h{named.get(axis, _EVERY)}: "
            continue
        if before is not None:
            text += " → " if (before, axis) == (Axis.QUERY, Axis.KEY) else ", "
        text += _position_name(axes, named, scenario)
        before = axis
    return f"{quantity.plain_symbol} [{text}]" if text else quantity.plain_symbol


def _position_name(axes: tuple[Axis, ...], named: Mapping[Axis, int], scenario: Scenario) -> str:
    """Return the name of an index of one dimension; "·" stands for all of it."""
    axis = axes[-1]
    at = named.get(axis)
    if axis is Axis.TOKEN and at is None:
        at = named.get(Axis.QUERY, named.get(Axis.KEY))
    label = _EVERY if at is None else _label(axis, at, scenario)
    letter = head_letter(axes[0], scenario)
    if letter and axes[0] in named:
        head = f"{letter}{named[axes[0]]}"
        return head if at is None else f"{head}{_EVERY}{label}"
    return label


def explain(
    scenario: Scenario,
    result: Result,
    selection: Selection,
    shown: Collection[str] | None = None,
    translate: Translate = as_written,
) -> Explanation:
    """Return the explanation of the selected cell.

    Parameters
    ----------
    scenario : Scenario
    result : Result
    selection : Selection
    shown : collection of str, optional
        Ids of the quantities that can be looked up; what is read or fed by way of another is
        named instead of it. All by default.
    translate : callable
        Of the words among the numbers.
    """
    quantity = scenario.quantities[selection.quantity]
    cell = _Cell(scenario, result, selection.axes, translate)
    lines = summary_lines(quantity.id, cell, _number)
    if quantity.id in _LINES and quantity.reads:
        lines = _LINES[quantity.id](cell)
    lines = [*_blocked(cell, quantity), *lines]
    _, tex = scaling(scenario)
    return Explanation(
        name=cell_name(quantity, selection.axes, scenario),
        value=cell.value(quantity.id),
        formula=quantity.typeset_cell(tex, translate),
        lines=tuple(lines),
        reads=tuple(_reads(quantity, selection.axes, scenario, shown)),
        feeds=tuple(_feeds(quantity, selection.axes, scenario, shown)),
    )


def _label(axis: Axis, at: int, scenario: Scenario) -> str:
    if axis in (Axis.KEY, Axis.OTHER_KEY):
        return shortened(scenario.source_labels[at], 20)
    return shortened(scenario.labels[at], 20) if axis in (Axis.QUERY, Axis.TOKEN) else str(at)


def shortened(label: str, most: int) -> str:
    """Return a label with at most so many characters."""
    return label if len(label) <= most else label[: most - 1] + "…"


def _reads(
    quantity: Quantity,
    named: Mapping[Axis, int],
    scenario: Scenario,
    shown: Collection[str] | None,
) -> Iterator[str]:
    """Yield what a cell is computed from: all along the axis that it sums over."""
    whole = _without(named, quantity.sums_over)
    for quantity_id in quantity.reads:
        read = scenario.quantities[quantity_id]
        if shown is None or quantity_id in shown:
            yield cell_name(read, whole, scenario)
        else:
            yield from _reads(read, whole, scenario, shown)


def _feeds(
    quantity: Quantity,
    named: Mapping[Axis, int],
    scenario: Scenario,
    shown: Collection[str] | None,
) -> Iterator[str]:
    """Yield what is computed from a cell: all along the axis that it sums over."""
    for quantity_id in feeds(scenario.form, quantity.id):
        fed = scenario.catalogue[quantity_id]
        whole = _without(named, fed.sums_over)
        if shown is None or quantity_id in shown:
            yield cell_name(fed, whole, scenario)
        else:
            yield from _feeds(fed, whole, scenario, shown)


def _without(named: Mapping[Axis, int], axis: Axis | None) -> Mapping[Axis, int]:
    return {other: at for other, at in named.items() if other is not axis}


@dataclass(frozen=True, slots=True)
class _Cell:
    """The selected cell, and the means to speak of others near it."""

    scenario: Scenario
    result: Result
    named: Mapping[Axis, int]
    translate: Translate

    def near(self, other: Mapping[Axis, int]) -> dict[Axis, int]:
        """Return the cell's coordinates with some replaced; a head brings its key/value head."""
        named = {**self.named, **other}
        if Axis.HEAD in other:
            named[Axis.GROUP] = group_of(other[Axis.HEAD], self.scenario.sizes)
        return named

    def value(self, quantity_id: str, other: Mapping[Axis, int] | None = None) -> float:
        """Return a quantity at the cell's coordinates, some of them replaced."""
        quantity = self.scenario.quantities[quantity_id]
        index = position(quantity, self.near(other or {}), self.scenario.sizes)
        if quantity_id in summaries(self.scenario.form):
            return summary_value(quantity_id, index, self.result)
        if quantity_id not in self.result:
            return float(self.scenario.matrix(quantity_id)[index])
        return self.result.cell(quantity_id, index)

    def name(self, quantity_id: str, other: Mapping[Axis, int] | None = None) -> str:
        """Return a cell's name."""
        return cell_name(
            self.scenario.quantities[quantity_id], self.near(other or {}), self.scenario
        )

    def number(self, quantity_id: str, other: Mapping[Axis, int] | None = None) -> str:
        """Return a cell's value for a line."""
        return _number(self.value(quantity_id, other))

    def along(self, *axes: Axis) -> list[dict[Axis, int]]:
        """Return the places along axes; along heads, those that read the cell's own group."""
        ranges = [self._indices(axis) for axis in axes]
        return [dict(zip(axes, at, strict=True)) for at in product(*ranges)]

    def _indices(self, axis: Axis) -> Iterable[int]:
        sizes = self.scenario.sizes
        if axis is Axis.HEAD and Axis.GROUP in self.named:
            group = self.named[Axis.GROUP]
            return [h for h in range(sizes[Axis.HEAD]) if group_of(h, sizes) == group]
        return range(sizes[axis])


def _number(value: float) -> str:
    """Return a number for a line: exact where it is short, else rounded."""
    text = format_number(value, _DIGITS)
    if "." in text and "e" not in text:
        text = text.rstrip("0").rstrip(".")
    return text


def _factor(text: str) -> str:
    return f"({text})" if text.startswith("−") else text


_Term = tuple[str, Mapping[Axis, int], str, Mapping[Axis, int]]
"""A product: the id of each factor and where it stands."""


def _sum(cell: _Cell, total: str, terms: Sequence[_Term]) -> list[str]:
    """Return the lines of a sum of products, the last one its total."""
    lines: list[str] = []
    for left, left_at, right, right_at in terms[:_MOST_TERMS]:
        a, b = cell.value(left, left_at), cell.value(right, right_at)
        names = f"{cell.name(left, left_at)} · {cell.name(right, right_at)}"
        lines.append(f"{names} = {_number(a)} · {_factor(_number(b))} = {_number(_times(a, b))}")
    if len(terms) > _MOST_TERMS:
        lines.append(more_terms(len(terms) - _MOST_TERMS, cell.translate))
    lines.append(f"Σ = {cell.number(total)}")
    return lines


def _times(a: float, b: float) -> float:
    with np.errstate(all="ignore"):
        return float(np.float64(a) * np.float64(b))


def _product(total: str, left: str, right: str, *axes: Axis) -> Callable[[_Cell], list[str]]:
    """Return what explains a sum of left · right over axes."""

    def lines(cell: _Cell) -> list[str]:
        return _sum(cell, total, [(left, at, right, at) for at in cell.along(*axes)])

    return lines


def _projected(total: str, w: str) -> Callable[[_Cell], list[str]]:
    """Return what explains a row of the inputs times a projection."""

    def lines(cell: _Cell) -> list[str]:
        quantity = cell.scenario.catalogue[total]
        x, axis = quantity.reads[0], quantity.sums_over
        assert axis is not None
        row = Axis.QUERY if total == "query" else Axis.KEY
        token = {Axis.TOKEN: cell.named[row]}
        return _sum(cell, total, [(x, {**at, **token}, w, at) for at in cell.along(axis)])

    return lines


def _scaled(raw: str, scaled: str) -> Callable[[_Cell], list[str]]:
    def lines(cell: _Cell) -> list[str]:
        plain, _ = scaling(cell.scenario)
        left = f"{cell.number(raw)} {plain}".rstrip()
        return [f"{left} = {cell.number(scaled)}"]

    return lines


def _blocked(cell: _Cell, quantity: Quantity) -> list[str]:
    """Return why a cell is blocked."""
    names = [axes[0] for axes in _SCORES]
    if not quantity.masked or not set(names) <= set(cell.named):
        return []
    index = tuple(cell.named[axis] for axis in names)
    flags = BlockReason(int(block_reasons(cell.scenario.problem)[index]))
    reasons = [
        cell.translate("catalogue", str(flag.name).lower()) for flag in BlockReason if flag in flags
    ]
    if not reasons:
        return []
    return [cell.translate("explain", "blocked: {0}").format(", ".join(reasons))]


def _masked(cell: _Cell) -> list[str]:
    lines = [f"{cell.name('scaled_scores')} = {cell.number('scaled_scores')}"]
    if cell.scenario.form.has_bias:
        lines.append(f"{cell.name('bias')} = {cell.number('bias')}")
    return [*lines, f"{cell.name('masked_scores')} = {cell.number('masked_scores')}"]


def _exponential(cell: _Cell) -> list[str]:
    if cell.value("empty_rows") and cell.scenario.empty_rows == "zero":
        return [f"m = {cell.number('row_max')}", f"e^(−∞) = {cell.number('exponentials')}"]
    return [
        f"m = {cell.number('row_max')}",
        f"e^({cell.number('masked_scores')} − {_factor(cell.number('row_max'))}) "
        f"= {cell.number('exponentials')}",
    ]


def _weights(cell: _Cell) -> list[str]:
    if cell.value("empty_rows") and cell.scenario.empty_rows != "uniform":  # 0/0: see the policy
        policies = {
            "zero": cell.translate("explain", "0 / 0 → zero: {0}"),
            "nan": cell.translate("explain", "0 / 0 → nan: {0}"),
        }
        return [
            f"m = {cell.number('row_max')}",
            f"Z = {cell.number('row_sums')}",
            policies[cell.scenario.empty_rows].format(cell.number("weights")),
        ]
    maximum = cell.number("row_max")
    lines = [f"m = {maximum}"]
    keys = cell.along(Axis.KEY)
    own = cell.named[Axis.KEY]
    shown = keys[:_MOST_TERMS] if own < _MOST_TERMS else [*keys[: _MOST_TERMS - 1], keys[own]]
    for at in shown:
        score, exponential = (cell.number(i, at) for i in ("masked_scores", "exponentials"))
        label = _label(Axis.KEY, at[Axis.KEY], cell.scenario)
        lines.append(f"{label}: e^({score} − {_factor(maximum)}) = {exponential}")
    if len(keys) > _MOST_TERMS:
        lines.append(more_terms(len(keys) - _MOST_TERMS, cell.translate))
    lines.append(f"Z = Σ = {cell.number('row_sums')}")
    lines.append(
        f"{cell.number('exponentials')} / {cell.number('row_sums')} = {cell.number('weights')}"
    )
    if cell.value("empty_rows"):
        text = cell.translate("explain", "no allowed key → uniform: {0}")
        lines.append(text.format(cell.number("weights")))
    return lines


def _value_terms(cell: _Cell) -> list[str]:
    weight, value = cell.number("weights"), cell.number("value")
    return [
        f"{cell.name('weights')} · {cell.name('value')}",
        f"{weight} · {_factor(value)} = {cell.number('value_terms')}",
    ]


def _output(cell: _Cell) -> list[str]:
    if cell.scenario.form.has_output_projection:
        axes = (Axis.HEAD, Axis.VALUE_FEATURE)
        return _product("output", "concatenated", "w_output", *axes)(cell)
    return _product("output", "weights", "value", Axis.KEY)(cell)


def _grad_scaled_scores(cell: _Cell) -> list[str]:
    if cell.value("empty_rows"):  # the formula does not hold: no score of the row counts
        return [f"∂M / ∂S = 0 → {cell.number('grad_scaled_scores')}"]
    keys = cell.along(Axis.KEY)
    terms = [("weights", at, "grad_weights", at) for at in keys]
    weights, gradients = (
        np.array([cell.value(i, at) for at in keys]) for i in ("weights", "grad_weights")
    )
    mean = _number(float(weights @ gradients))
    own = f"{cell.number('weights')} · ({cell.number('grad_weights')} − {_factor(mean)})"
    return [
        *_sum(cell, "grad_scaled_scores", terms)[:-1],
        f"Σ = {mean}",
        f"{own} = {cell.number('grad_scaled_scores')}",
    ]


def _upstream(cell: _Cell) -> str:
    """Return the id of the gradient by the heads side by side, in the panel that shows it."""
    projected = cell.scenario.form.has_output_projection
    return "grad_concatenated" if projected else "grad_output"


def _grad_value(cell: _Cell) -> list[str]:
    axes = (Axis.HEAD, Axis.QUERY)
    return _product("grad_value", "weights", _upstream(cell), *axes)(cell)


def _grad_weights(cell: _Cell) -> list[str]:
    return _product("grad_weights", _upstream(cell), "value", Axis.VALUE_FEATURE)(cell)


def _grad_concatenated(cell: _Cell) -> list[str]:
    if not cell.scenario.form.has_output_projection:
        return [f"{cell.name('grad_output')} = {cell.number('grad_output')}"]
    return _product("grad_concatenated", "grad_output", "w_output", Axis.OUTPUT_FEATURE)(cell)


def _grad_inputs(total: str) -> Callable[[_Cell], list[str]]:
    """Return what explains the gradient by inputs: all paths that start at them."""

    def lines(cell: _Cell) -> list[str]:
        terms: list[_Term] = []
        token = cell.named.get(Axis.TOKEN, 0)
        reads = cell.scenario.catalogue[total].reads
        for gradient, w in zip(reads[::2], reads[1::2], strict=True):
            columns = cell.scenario.catalogue[gradient].axes[-1]
            for at in cell.along(*columns):
                here = {Axis.QUERY: token, Axis.KEY: token} if Axis.TOKEN in cell.named else {}
                terms.append((gradient, {**here, **at}, w, at))
        return _sum(cell, total, terms)

    return lines


def _grad_projection(total: str, row: Axis) -> Callable[[_Cell], list[str]]:
    """Return what explains the gradient by a projection: all tokens of all sequences."""

    def lines(cell: _Cell) -> list[str]:
        left, right = cell.scenario.catalogue[total].reads
        places = cell.along(Axis.BATCH, row)
        return _sum(cell, total, [(left, {**at, Axis.TOKEN: at[row]}, right, at) for at in places])

    return lines


def _row_max(cell: _Cell) -> list[str]:
    keys = cell.along(Axis.KEY)
    return [*_listed(cell, "masked_scores", keys), f"max = {cell.number('row_max')}"]


def _row_sums(cell: _Cell) -> list[str]:
    keys = cell.along(Axis.KEY)
    return [*_listed(cell, "exponentials", keys), f"Σ = {cell.number('row_sums')}"]


def _listed(cell: _Cell, quantity_id: str, places: Sequence[Mapping[Axis, int]]) -> list[str]:
    lines = [f"{cell.name(quantity_id, at)} = {cell.number(quantity_id, at)}"
             for at in places[:_MOST_TERMS]]  # fmt: skip
    if len(places) > _MOST_TERMS:
        lines.append(more_terms(len(places) - _MOST_TERMS, cell.translate))
    return lines


def _same(quantity_id: str) -> Callable[[_Cell], list[str]]:
    """Return what explains a cell that is another one at another place."""
    return lambda cell: [f"{cell.name(quantity_id)} = {cell.number(quantity_id)}"]


def _loss(cell: _Cell) -> list[str]:
    axes = (Axis.BATCH, *(axis for axes in cell.scenario.catalogue["output"].axes[1:]
                          for axis in axes))  # fmt: skip
    return _product("loss", "output", "grad_output", *axes)(cell)


def _empty_rows(cell: _Cell) -> list[str]:
    scores = _listed(cell, "masked_scores", cell.along(Axis.KEY))
    return [*scores, *_same("empty_rows")(cell)]


_LINES: Mapping[str, Callable[[_Cell], list[str]]] = {
    "query": _projected("query", "w_query"),
    "key": _projected("key", "w_key"),
    "value": _projected("value", "w_value"),
    "raw_scores": _product("raw_scores", "query", "key", Axis.KEY_FEATURE),
    "scaled_scores": _scaled("raw_scores", "scaled_scores"),
    "masked_scores": _masked,
    "row_max": _row_max,
    "exponentials": _exponential,
    "row_sums": _row_sums,
    "weights": _weights,
    "value_terms": _value_terms,
    "head_outputs": _product("head_outputs", "weights", "value", Axis.KEY),
    "concatenated": _same("head_outputs"),
    "output": _output,
    "loss": _loss,
    "grad_head_outputs": _same("grad_concatenated"),
    "empty_rows": _empty_rows,
    "grad_concatenated": _grad_concatenated,
    "grad_value": _grad_value,
    "grad_weights": _grad_weights,
    "grad_scaled_scores": _grad_scaled_scores,
    "grad_raw_scores": _scaled("grad_scaled_scores", "grad_raw_scores"),
    "grad_query": _product("grad_query", "grad_raw_scores", "key", Axis.KEY),
    "grad_key": _product("grad_key", "grad_raw_scores", "query", Axis.HEAD, Axis.QUERY),
    "grad_inputs": _grad_inputs("grad_inputs"),
    "grad_source_inputs": _grad_inputs("grad_source_inputs"),
    "grad_w_query": _grad_projection("grad_w_query", Axis.QUERY),
    "grad_w_key": _grad_projection("grad_w_key", Axis.KEY),
    "grad_w_value": _grad_projection("grad_w_value", Axis.KEY),
    "grad_w_output": _grad_projection("grad_w_output", Axis.QUERY),
}

"""Explanations of what is said of heads and of rows of the weights."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import log
from typing import Protocol

import numpy as np

from attention_gui.quantities import Axis
from attention_gui.scenario.scenario import Scenario
from attention_gui.wording import Translate

__all__ = ["ExplainedCell", "more_terms", "summary_lines"]

_MOST_TERMS = 12


class ExplainedCell(Protocol):
    """The selected cell, and the means to speak of others near it."""

    @property
    def scenario(self) -> Scenario:
        """What is open."""

    @property
    def named(self) -> Mapping[Axis, int]:
        """Where the cell is."""

    @property
    def translate(self) -> Translate:
        """Of the words among the numbers."""

    def value(self, quantity_id: str, other: Mapping[Axis, int] | None = None) -> float:
        """Return a quantity at the cell's coordinates, some of them replaced."""

    def name(self, quantity_id: str, other: Mapping[Axis, int] | None = None) -> str:
        """Return a cell's name."""

    def along(self, *axes: Axis) -> list[dict[Axis, int]]:
        """Return the places along axes."""


_Show = Callable[[float], str]


def summary_lines(quantity_id: str, cell: ExplainedCell, show: _Show) -> list[str]:
    """Return the computation of a cell with its numbers, one summand a line.

    Parameters
    ----------
    quantity_id : str
    cell : ExplainedCell
    show : callable
        Returns a number as it stands in a line.

    Returns
    -------
    list of str
        Empty for a quantity that this module does not know.
    """
    lines = _LINES.get(quantity_id)
    return lines(cell, show) if lines else []


def _weight_sums(cell: ExplainedCell, show: _Show) -> list[str]:
    keys = cell.along(Axis.KEY)
    terms = (f"{cell.name('weights', at)} = {show(cell.value('weights', at))}" for at in keys)
    return [*_cut(terms, keys, cell.translate), f"Σ = {show(cell.value('weight_sums'))}"]


def _row_entropy(cell: ExplainedCell, show: _Show) -> list[str]:
    keys = cell.along(Axis.KEY)
    terms = (_entropy_term(cell.name("weights", at), cell.value("weights", at), show)
             for at in keys)  # fmt: skip
    return [*_cut(terms, keys, cell.translate), f"Σ = {show(cell.value('row_entropy'))}"]


def _entropy_term(name: str, weight: float, show: _Show) -> str:
    if weight == 0:
        return f"{name}: 0 · ln 0 → 0"
    return f"{name}: −{show(weight)} · ln {show(weight)} = {show(-weight * log(weight))}"


def _jacobian_trace(cell: ExplainedCell, show: _Show) -> list[str]:
    keys = cell.along(Axis.KEY)
    weights = ((cell.name("weights", at), cell.value("weights", at)) for at in keys)
    terms = (f"{name}: {show(a)} · (1 − {show(a)}) = {show(a * (1 - a))}" for name, a in weights)
    return [*_cut(terms, keys, cell.translate), f"Σ = {show(cell.value('jacobian_trace'))}"]


def _softmax_jacobian(cell: ExplainedCell, show: _Show) -> list[str]:
    key, other = cell.named[Axis.KEY], cell.named[Axis.OTHER_KEY]
    of, by = cell.value("weights"), cell.value("weights", {Axis.KEY: other})
    same = 1 if key == other else 0
    total = show(cell.value("softmax_jacobian"))
    return [
        f"{cell.name('weights')} = {show(of)}",
        f"{cell.name('weights', {Axis.KEY: other})} = {show(by)}",
        f"{show(of)} · ({same} − {show(by)}) = {total}",
    ]


def _mean_weights(cell: ExplainedCell, show: _Show) -> list[str]:
    heads = cell.along(Axis.HEAD)
    values = [cell.value("weights", at) for at in heads]
    terms = (f"{cell.name('weights', at)} = {show(value)}"
             for at, value in zip(heads, values, strict=True))  # fmt: skip
    total, mean = show(float(np.sum(values))), show(cell.value("mean_weights"))
    return [*_cut(terms, heads, cell.translate), f"Σ / h = {total} / {len(heads)} = {mean}"]


def _head_contributions(cell: ExplainedCell, show: _Show) -> list[str]:
    total = show(cell.value("head_contributions"))
    if not cell.scenario.has_output_projection:
        if cell.named[Axis.HEAD] != cell.named[Axis.OUTPUT_HEAD]:
            return [f"h{cell.named[Axis.OUTPUT_HEAD]} ≠ h{cell.named[Axis.HEAD]} → {total}"]
        return [f"{cell.name('head_outputs')} = {total}"]
    features = cell.along(Axis.VALUE_FEATURE)
    terms = (_product_term(cell, at, show) for at in features)
    return [*_cut(terms, features, cell.translate), f"Σ = {total}"]


def _product_term(cell: ExplainedCell, at: Mapping[Axis, int], show: _Show) -> str:
    left, right = cell.value("head_outputs", at), cell.value("w_output", at)
    names = f"{cell.name('head_outputs', at)} · {cell.name('w_output', at)}"
    with np.errstate(all="ignore"):
        product = float(np.float64(left) * np.float64(right))
    factor = f"({show(right)})" if right < 0 else show(right)
    return f"{names} = {show(left)} · {factor} = {show(product)}"


def more_terms(count: int, translate: Translate) -> str:
    """Return the line that stands for terms which are not shown."""
    return translate("explain", "… {0} more terms").format(count)


def _cut(terms: Iterator[str], places: Sequence[object], translate: Translate) -> Iterator[str]:
    """Yield the first terms, and how many more there are."""
    for _, term in zip(range(_MOST_TERMS), terms, strict=False):
        yield term
    if len(places) > _MOST_TERMS:
        yield more_terms(len(places) - _MOST_TERMS, translate)


_LINES = {
    "weight_sums": _weight_sums,
    "row_entropy": _row_entropy,
    "jacobian_trace": _jacobian_trace,
    "softmax_jacobian": _softmax_jacobian,
    "mean_weights": _mean_weights,
    "head_contributions": _head_contributions,
}

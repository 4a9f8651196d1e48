"""The cell that is explained: how its computation is written, one summand a line.

Every number is read from the result's arrays; only the products of single terms are formed
here, because the engine has no array of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TypeAlias

import numpy as np

from attention_gui.engine import Result
from attention_gui.quantities import Axis
from attention_gui.scenario.names import cell_name
from attention_gui.scenario.numbers import format_number
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import group_of, position
from attention_gui.scenario.summary_sheets import summary_value
from attention_gui.summaries import summaries
from attention_gui.wording import Translate

__all__ = ["DIGITS", "MOST_TERMS", "ExplainedCell", "Lines", "Term", "factor", "number"]

DIGITS = 6
"""Decimals of the numbers in a line."""

MOST_TERMS = 12
"""So many summands are written out."""

Term: TypeAlias = tuple[str, Mapping[Axis, int], str, Mapping[Axis, int]]
"""A product: the id of each factor and where it stands."""


@dataclass(frozen=True, slots=True)
class ExplainedCell:
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
        return number(self.value(quantity_id, other))

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

    def first(self, terms: Iterable[str], count: int) -> list[str]:
        """Return the lines of the first of `count` terms, and one that counts the others."""
        return [*islice(terms, MOST_TERMS), *self.more(count)]

    def more(self, count: int) -> list[str]:
        """Return the line that stands for the terms beyond `MOST_TERMS`, if there are any."""
        if count <= MOST_TERMS:
            return []
        return [self.translate("explain", "… {0} more terms").format(count - MOST_TERMS)]

    def listed(self, quantity_id: str, places: Sequence[Mapping[Axis, int]]) -> list[str]:
        """Return a line for each of these cells: its name and its value."""
        lines = (f"{self.name(quantity_id, at)} = {self.number(quantity_id, at)}" for at in places)
        return self.first(lines, len(places))

    def products(self, terms: Sequence[Term]) -> list[str]:
        """Return a line for each product."""
        return self.first((self._product(*term) for term in terms), len(terms))

    def _product(
        self, left: str, left_at: Mapping[Axis, int], right: str, right_at: Mapping[Axis, int]
    ) -> str:
        a, b = self.value(left, left_at), self.value(right, right_at)
        names = f"{self.name(left, left_at)} · {self.name(right, right_at)}"
        return f"{names} = {number(a)} · {factor(number(b))} = {number(_times(a, b))}"

    def sum_of(self, total: str, terms: Sequence[Term]) -> list[str]:
        """Return the lines of a sum of products, the last one its total."""
        return [*self.products(terms), f"Σ = {self.number(total)}"]


Lines: TypeAlias = Callable[[ExplainedCell], list[str]]
"""What explains the cells of a quantity."""


def number(value: float) -> str:
    """Return a number for a line: exact where it is short, else rounded."""
    text = format_number(value, DIGITS)
    if "." in text and "e" not in text:
        text = text.rstrip("0").rstrip(".")
    return text


def factor(text: str) -> str:
    """Return a number's text as it stands behind a sign of multiplication."""
    return f"({text})" if text.startswith("−") else text


def _times(a: float, b: float) -> float:
    """Return a product; infinite where it overflows."""
    with np.errstate(all="ignore"):
        return float(np.float64(a) * np.float64(b))

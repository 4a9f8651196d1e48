"""The cell that is explained: how its computation is written, one summand a line.

Every number is read from the result's arrays; only the products of single terms are formed
here, because the engine has no array of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import TypeAlias

import numpy as np

from attention_gui.engine import Result
from attention_gui.quantities import Axis
from attention_gui.scenario.lines import Cell, Line, Part, Piece, factor, line
from attention_gui.scenario.names import cell_name
from attention_gui.scenario.numbers import NumberFormat
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import group_of, heads_of, position
from attention_gui.scenario.summary_sheets import summary_value
from attention_gui.summaries import summaries
from attention_gui.wording import Translate

__all__ = ["MOST_TERMS", "ExplainedCell", "Lines", "Term", "value_at"]

MOST_TERMS = 12
"""So many summands are written out."""

Term: TypeAlias = tuple[str, Mapping[Axis, int], str, Mapping[Axis, int]]
"""A product: the id of each factor and where it stands."""


@dataclass(frozen=True, slots=True)
class ExplainedCell:
    """The selected cell, and the means to speak of others near it.

    Attributes
    ----------
    scenario : Scenario
    result : Result
    named : mapping of Axis to int
    translate : callable
    numbers : NumberFormat
    looked_at : dict of Cell to float
        Every number that was asked for.
    """

    scenario: Scenario
    result: Result
    named: Mapping[Axis, int]
    translate: Translate
    numbers: NumberFormat
    looked_at: dict[Cell, float] = field(default_factory=dict)

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
        return self._at(quantity_id, index)

    def _at(self, quantity_id: str, index: tuple[int, ...]) -> float:
        value = value_at((quantity_id, index), self.scenario, self.result)
        self.looked_at[quantity_id, index] = value
        return value

    def name(self, quantity_id: str, other: Mapping[Axis, int] | None = None) -> str:
        """Return a cell's name."""
        return cell_name(
            self.scenario.quantities[quantity_id], self.near(other or {}), self.scenario
        )

    def number(self, quantity_id: str, other: Mapping[Axis, int] | None = None) -> Piece:
        """Return a cell's value for a line."""
        quantity = self.scenario.quantities[quantity_id]
        index = position(quantity, self.near(other or {}), self.scenario.sizes)
        value = self._at(quantity_id, index)
        return Piece(self.numbers.short(value), value, (quantity_id, index))

    def loose(self, value: float) -> Piece:
        """Return a number for a line that is no cell's value."""
        return Piece(self.numbers.short(value), value)

    def along(self, *axes: Axis) -> list[dict[Axis, int]]:
        """Return the places along axes; along heads, those that read the cell's own group."""
        ranges = [self._indices(axis) for axis in axes]
        return [dict(zip(axes, at, strict=True)) for at in product(*ranges)]

    def _indices(self, axis: Axis) -> Iterable[int]:
        if axis is Axis.HEAD and Axis.GROUP in self.named:
            return heads_of(self.named[Axis.GROUP], self.scenario.sizes)
        return range(self.scenario.sizes[axis])

    def first(self, terms: Iterable[Line], count: int) -> list[Line]:
        """Return the lines of the first of `count` terms, and one that counts the others."""
        return [*islice(terms, MOST_TERMS), *self.more(count)]

    def more(self, count: int) -> list[Line]:
        """Return the line that stands for the terms beyond `MOST_TERMS`, if there are any."""
        if count <= MOST_TERMS:
            return []
        more = self.translate("explain", "… more terms: {0}")
        return [line(more, str(count - MOST_TERMS))]

    def stated(self, quantity_id: str, other: Mapping[Axis, int] | None = None) -> Line:
        """Return the line of a cell: its name and its value."""
        return line("{} = {}", self.name(quantity_id, other), self.number(quantity_id, other))

    def listed(self, quantity_id: str, places: Sequence[Mapping[Axis, int]]) -> list[Line]:
        """Return a line for each of these cells."""
        return self.first((self.stated(quantity_id, at) for at in places), len(places))

    def sum_of_cells(
        self, label: str, total: str, quantity_id: str, places: Sequence[Mapping[Axis, int]]
    ) -> list[Line]:
        """Return the lines of a sum of cells, the last one its total after a label."""
        lines = self.listed(quantity_id, places)
        return [*lines, self.summed(f"{label} = {{}}", lines, self.number(total))]

    def products(self, terms: Sequence[Term]) -> list[Line]:
        """Return a line for each product."""
        return self.first((self._product(*term) for term in terms), len(terms))

    def _product(
        self, left: str, left_at: Mapping[Axis, int], right: str, right_at: Mapping[Axis, int]
    ) -> Line:
        one, other = self.number(left, left_at), self.number(right, right_at)
        return line(
            "{} · {} = {} · {} = {}",
            self.name(left, left_at),
            self.name(right, right_at),
            one,
            factor(other),
            self.loose(_times(one.value, other.value)),
        )

    def sum_of(self, total: str, terms: Sequence[Term]) -> list[Line]:
        """Return the lines of a sum of products, the last one its total."""
        lines = self.products(terms)
        return [*lines, self.summed("Σ = {}", lines, self.number(total))]

    def summed(self, template: str, terms: Sequence[Line], total: Piece, *others: Part) -> Line:
        """Return the line of a sum, with the unrounded sum where the rounded terms do not add up.

        Parameters
        ----------
        template : str
            Of the line.
        terms : sequence of Line
            The lines of the terms; each ends with its number.
        total : Piece
            The sum, which comes first in the line.
        *others : Part
            What else stands in the line.
        """
        said = line(template, total, *others)
        if total.value is None:
            return said
        if self.numbers.add_up([term[-1].value for term in terms], total.value):
            return said
        exact = self.numbers.exact(total.value)
        return line("{} ({})", said, line(self.translate("explain", "unrounded {0}"), exact))


def value_at(cell: Cell, scenario: Scenario, result: Result) -> float:
    """Return the number in a cell of any quantity, typed in, computed or summed up."""
    quantity_id, index = cell
    if quantity_id in summaries(scenario.form):
        return summary_value(quantity_id, index, result)
    if quantity_id not in result:
        return float(scenario.matrix(quantity_id)[index])
    return result.cell(quantity_id, index)


Lines: TypeAlias = Callable[[ExplainedCell], list[Line]]
"""What explains the cells of a quantity."""


def _times(a: float | None, b: float | None) -> float:
    """Return a product; infinite where it overflows."""
    with np.errstate(all="ignore"):
        return float(np.float64(a) * np.float64(b))

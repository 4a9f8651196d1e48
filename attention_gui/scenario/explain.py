"""Explanations: the formula of one cell with the numbers put in."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from attention_gui.engine import BlockReason, Result, block_reasons
from attention_gui.quantities import Axis, Quantity
from attention_gui.scenario import explain_lines, explain_summaries
from attention_gui.scenario.explained_cell import ExplainedCell, Lines, value_at
from attention_gui.scenario.lines import Cell, Line, line, plain
from attention_gui.scenario.names import cell_name, scaling
from attention_gui.scenario.numbers import EXACT_ZERO, USUAL, NumberFormat
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection
from attention_gui.summaries import feeds
from attention_gui.wording import Translate, as_written

__all__ = ["Explanation", "explain"]

_MASKED = (Axis.BATCH, Axis.HEAD, Axis.QUERY, Axis.KEY)
_HEADS = frozenset({Axis.HEAD, Axis.GROUP, Axis.OUTPUT_HEAD})
_ROWS = frozenset({Axis.QUERY, Axis.KEY})
_LINES: Mapping[str, Lines] = {**explain_lines.LINES, **explain_summaries.LINES}


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
    numbers : NumberFormat
        How the numbers are displayed.
    is_blocked : bool
        A mask excludes the cell: a 0 in it is exact.
    computation : tuple of Line
        The formula with its numbers, one summand a line.
    reads, feeds : tuple of str
        The cells and rows that it is computed from, and that are computed from it, each once.
    looked_at : mapping of Cell to float
        Every number that it tells of or depends on.
    """

    name: str
    value: float
    formula: str
    numbers: NumberFormat
    is_blocked: bool
    computation: tuple[Line, ...]
    reads: tuple[str, ...]
    feeds: tuple[str, ...]
    looked_at: Mapping[Cell, float] = field(compare=False, repr=False)

    def holds_for(self, scenario: Scenario, result: Result) -> bool:
        """Return whether it explains the cell of another scenario, too.

        Parameters
        ----------
        scenario : Scenario
            The same as the one that was explained, apart from numbers.
        result : Result
        """
        # By their digits: 0 and −0 are told apart, and NaN is the same as itself.
        return all(
            value_at(cell, scenario, result).hex() == value.hex()
            for cell, value in self.looked_at.items()
        )

    @property
    def shown(self) -> str:
        """The value as its cell displays it."""
        is_exact = self.is_blocked and self.value == 0
        return EXACT_ZERO if is_exact else self.numbers.text(self.value)

    @property
    def unrounded(self) -> str:
        """The value with every digit of its float64."""
        return self.numbers.exact(self.value)

    @property
    def lines(self) -> tuple[str, ...]:
        """The computation as text."""
        return tuple(map(plain, self.computation))


def explain(
    scenario: Scenario,
    result: Result,
    selection: Selection,
    shown: Collection[str] | None = None,
    translate: Translate = as_written,
    numbers: NumberFormat = USUAL,
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
    numbers : NumberFormat
        How numbers are displayed.
    """
    quantity = scenario.quantities[selection.quantity]
    cell = ExplainedCell(scenario, result, selection.axes, translate, numbers)
    blocked = _blocked(cell, quantity)
    lines = list(blocked)
    if quantity.reads:  # else it was typed in
        lines += _LINES[quantity.id](cell)
    _, tex = scaling(scenario, numbers)
    return Explanation(
        name=cell_name(quantity, selection.axes, scenario),
        value=cell.value(quantity.id),
        formula=quantity.typeset_cell(tex, translate),
        numbers=numbers,
        is_blocked=bool(blocked),
        computation=tuple(lines),
        reads=_once(_named(_reads, quantity, selection.axes, scenario, shown)),
        feeds=_once(_named(_feeds, quantity, selection.axes, scenario, shown)),
        looked_at=MappingProxyType(cell.looked_at),
    )


def _once(names: Iterable[str]) -> tuple[str, ...]:
    """Return names without repetition: several ways may lead to the same cells."""
    return tuple(dict.fromkeys(names))


_Neighbour = tuple[Quantity, Mapping[Axis, int]]
"""A quantity that a cell reads, or feeds, and the place in it."""
_Neighbours = Callable[[Quantity, Mapping[Axis, int], Scenario], Iterator[_Neighbour]]


def _named(
    neighbours: _Neighbours,
    quantity: Quantity,
    named: Mapping[Axis, int],
    scenario: Scenario,
    shown: Collection[str] | None,
) -> Iterator[str]:
    """Yield the names of a cell's neighbours, and of theirs instead of what is not shown."""
    for other, place in neighbours(quantity, named, scenario):
        there = _at(place, other)
        if shown is None or other.id in shown:
            yield cell_name(other, there, scenario)
        else:
            yield from _named(neighbours, other, there, scenario, shown)


def _reads(
    quantity: Quantity, named: Mapping[Axis, int], scenario: Scenario
) -> Iterator[_Neighbour]:
    """Yield what a cell is computed from: all along the axis that it sums over."""
    for quantity_id in quantity.reads:
        for place in _places_read(quantity, named):
            yield scenario.quantities[quantity_id], place


def _feeds(
    quantity: Quantity, named: Mapping[Axis, int], scenario: Scenario
) -> Iterator[_Neighbour]:
    """Yield what is computed from a cell: all along the axis that it sums over."""
    for quantity_id in feeds(scenario.form, quantity.id):
        fed = scenario.quantities[quantity_id]
        for place in _places_fed(fed, named):
            yield fed, place


def _places_read(quantity: Quantity, named: Mapping[Axis, int]) -> Iterator[Mapping[Axis, int]]:
    """Yield the places that a cell reads."""
    head = named.get(Axis.HEAD)
    if named.get(Axis.OUTPUT_HEAD, head) != head:  # a 0, whatever the head's output is
        return
    yield _without(named, quantity.sums_over)
    if Axis.OTHER_KEY in named:  # one key set against another: both are read
        yield {**named, Axis.KEY: named[Axis.OTHER_KEY]}


def _places_fed(fed: Quantity, named: Mapping[Axis, int]) -> Iterator[Mapping[Axis, int]]:
    """Yield the places of another quantity that a cell feeds."""
    yield _without(named, fed.sums_over)
    if (Axis.OTHER_KEY,) in fed.axes and Axis.KEY in named:
        yield {**_without(named, Axis.KEY), Axis.OTHER_KEY: named[Axis.KEY]}


def _without(named: Mapping[Axis, int], axis: Axis | None) -> Mapping[Axis, int]:
    return {other: at for other, at in named.items() if other is not axis}


def _at(named: Mapping[Axis, int], quantity: Quantity) -> Mapping[Axis, int]:
    """Return a place on the axes of another quantity, where a token is a query or a key.

    What it does not have is forgotten on the way through it: a query reads one row of the
    inputs, the keys that it meets read all of them.
    """
    own = {axis for axes in quantity.axes for axis in axes}
    there = {axis: at for axis, at in named.items() if axis in own or axis in _HEADS}
    if Axis.OUTPUT_HEAD in own and Axis.HEAD in named:  # a head adds to its own columns
        there.setdefault(Axis.OUTPUT_HEAD, named[Axis.HEAD])
    rows, places = own & _ROWS, [named[axis] for axis in (Axis.TOKEN, *_ROWS) if axis in named]
    if Axis.TOKEN in own and places:
        there[Axis.TOKEN] = places[0]
    elif Axis.TOKEN in named and len(rows) == 1:  # else a token is both
        there[rows.pop()] = named[Axis.TOKEN]
    return there


def _blocked(cell: ExplainedCell, quantity: Quantity) -> list[Line]:
    """Return why a cell is blocked."""
    if not quantity.masked or not set(_MASKED) <= set(cell.named):
        return []
    index = tuple(cell.named[axis] for axis in _MASKED)
    flags = BlockReason(int(block_reasons(cell.scenario.problem)[index]))
    reasons = [
        cell.translate("catalogue", str(flag.name).lower()) for flag in BlockReason if flag in flags
    ]
    if not reasons:
        return []
    return [line(cell.translate("explain", "blocked: {0}"), ", ".join(reasons))]

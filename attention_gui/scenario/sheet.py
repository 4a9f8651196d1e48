"""The sheet: the page of a quantity that a panel shows, as a matrix with names on it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from attention_gui.quantities import Axis, ColorScale, Quantity
from attention_gui.scenario.bits import same_bits
from attention_gui.scenario.numbers import EXACT_ZERO, LARGE, NumberFormat
from attention_gui.scenario.selection import Selection, group_of, heads_of, position

__all__ = [
    "MOST_LINES",
    "CrossingLines",
    "Line",
    "Outline",
    "Sheet",
    "color_scale",
    "common_cells",
    "limits_of",
    "same_lines",
]

MOST_LINES = 32
"""A sheet with more rows or columns is shown as a picture: digits would not fit on a screen."""

_ROUNDING = 1e-12
_LOWEST = float(np.finfo(np.float64).min)
_OUTER = frozenset({Axis.BATCH, Axis.HEAD, Axis.GROUP, Axis.OUTPUT_HEAD})
_READINGS = {Axis.TOKEN: (Axis.TOKEN, Axis.QUERY, Axis.KEY)}
"""Axes whose selected index marks a row of the inputs: a token is a query and a key."""


CrossingLines: TypeAlias = tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]
"""Which rows, and which columns: the cells are meant that both have in common."""


@dataclass(frozen=True, eq=False, slots=True)
class Line:
    """The rows or the columns of a sheet.

    Attributes
    ----------
    labels : tuple of str
    axes : mapping of Axis to ndarray of int
        For each axis that the line runs along, the index of every row (or column).
    """

    labels: tuple[str, ...]
    axes: Mapping[Axis, npt.NDArray[np.intp]] = field(default_factory=dict)

    def same_as(self, other: "Line") -> bool:
        """Return whether the other line has the same labels at the same places."""
        return self is other or (
            self.labels == other.labels
            and self.axes.keys() == other.axes.keys()
            and all(np.array_equal(at, other.axes[axis]) for axis, at in self.axes.items())
        )

    def part(self, at: slice) -> "Line":
        """Return some of the rows (or columns)."""
        return Line(self.labels[at], {axis: indices[at] for axis, indices in self.axes.items()})

    def agrees(self, selected: Mapping[Axis, int]) -> npt.NDArray[np.bool_]:
        """Return, for every row (or column), whether it lies on the selected indices."""
        agree = np.ones(len(self.labels), dtype=bool)
        for axis, indices in self.axes.items():
            wanted = [selected[a] for a in _READINGS.get(axis, (axis,)) if a in selected]
            if wanted:
                agree &= np.isin(indices, wanted) if len(wanted) > 1 else indices == wanted[0]
        return agree


@dataclass(frozen=True, eq=False, slots=True)
class Outline:
    """What one panel shows, the numbers apart: all that its place on the board depends on.

    Attributes
    ----------
    quantity : Quantity
    rows, columns : Line
    fixed : mapping of Axis to int
        The axes that the sheet is a cut through.
    sizes : mapping of Axis to int
    n_blocks : int
        Number of heads side by side in the columns.
    sources : tuple of Quantity
        For each column the quantity that its cells belong to when they are selected.
    scale : ColorScale
        How the values become colours.
    """

    quantity: Quantity
    rows: Line
    columns: Line
    fixed: Mapping[Axis, int]
    sizes: Mapping[Axis, int]
    n_blocks: int
    sources: tuple[Quantity, ...]
    scale: ColorScale

    def filled(
        self,
        values: npt.NDArray[np.float64],
        reasons: npt.NDArray[np.uint8] | None = None,
        texts: tuple[tuple[str, ...], ...] | None = None,
    ) -> "Sheet":
        """Return the sheet with its numbers; see `Sheet`."""
        return Sheet(
            self.quantity,
            self.rows,
            self.columns,
            self.fixed,
            self.sizes,
            self.n_blocks,
            self.sources,
            self.scale,
            values,
            reasons,
            limits_of(self.scale, values),
            texts,
        )

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and columns."""
        return len(self.rows.labels), len(self.columns.labels)

    @property
    def is_picture(self) -> bool:
        """Whether it has too many cells for digits."""
        return max(self.shape) > MOST_LINES

    @property
    def per_head(self) -> int:
        """Number of columns of each head where several are side by side, else 0."""
        return len(self.columns.labels) // self.n_blocks if self.n_blocks > 1 else 0

    @property
    def caption(self) -> str:
        """The shape as it stands in a panel's corner."""
        return f"{len(self.rows.labels)} × {len(self.columns.labels)}"

    def name(self, column: int) -> str:
        """Return what the cells of a column are called: a panel of one quantity is named once."""
        one = all(source is self.sources[0] for source in self.sources)
        return self.quantity.name if one else self.sources[column].name

    def cell(self, row: int, column: int) -> tuple[str, tuple[int, ...]]:
        """Return the quantity id and the array index of the cell shown at a place."""
        named = dict(self.fixed)
        named |= {axis: int(indices[row]) for axis, indices in self.rows.axes.items()}
        named |= {axis: int(indices[column]) for axis, indices in self.columns.axes.items()}
        source = self.sources[column]
        return source.id, position(source, named, self.sizes)

    def place(self, selection: Selection) -> tuple[int, int] | None:
        """Return row and column of the selected cell if this sheet shows it."""
        of_quantity = np.array([source.id == selection.quantity for source in self.sources])
        if not of_quantity.any() or not self._is_cut_at(selection.axes):
            return None
        rows = np.flatnonzero(self.rows.agrees(selection.axes))
        columns = np.flatnonzero(self.columns.agrees(selection.axes) & of_quantity)
        return (int(rows[0]), int(columns[-1])) if rows.size and columns.size else None

    def linked(self, selection: Selection) -> npt.NDArray[np.bool_]:
        """Return which cells agree with the selection on the axes that both have."""
        return common_cells(self.linked_lines(selection))

    def linked_lines(self, selection: Selection) -> list[CrossingLines]:
        """Return which rows and which columns are linked: the cells are that both have in common.

        Sharing only the batch or the head links nothing: then every cell would be marked. A
        selected token of the inputs is a query where there are queries, else a key.

        Returns
        -------
        list of CrossingLines
            One pair; two where a selected key is one of the rows and one of the columns as well.
        """
        own = {*self.rows.axes, *self.columns.axes, *self.fixed}
        selected = _read_as(selection.axes, own)
        shared = {reading for axis in own - _OUTER for reading in _READINGS.get(axis, (axis,))}
        if not shared & set(selected) or not self._is_cut_at(selected):
            n_rows, n_columns = self.shape
            return [(np.zeros(n_rows, dtype=bool), np.zeros(n_columns, dtype=bool))]
        rows, columns = self.rows.agrees(selected), self._columns_linked(selected)
        if Axis.KEY in selected and Axis.OTHER_KEY in own - selected.keys():
            other = {**selected, Axis.OTHER_KEY: selected[Axis.KEY]}
            del other[Axis.KEY]
            return [(rows, columns), (self.rows.agrees(other), self._columns_linked(other))]
        if Axis.OTHER_KEY in selected and Axis.OTHER_KEY not in own:  # a key like the first one
            other = {**selected, Axis.KEY: selected[Axis.OTHER_KEY]}
            rows, columns = rows | self.rows.agrees(other), columns | self._columns_linked(other)
        return [(rows, columns)]

    def _columns_linked(self, selected: Mapping[Axis, int]) -> npt.NDArray[np.bool_]:
        agree = self.columns.agrees(selected)
        heads = self.columns.axes.get(Axis.OUTPUT_HEAD)
        if heads is not None and Axis.GROUP in selected and Axis.OUTPUT_HEAD not in selected:
            agree &= np.isin(heads, heads_of(selected[Axis.GROUP], self.sizes))
        return agree

    def _is_cut_at(self, selected: Mapping[Axis, int]) -> bool:
        fixed = dict(self.fixed)
        if Axis.HEAD in fixed:  # a selected key/value head is about the heads that read it
            fixed[Axis.GROUP] = group_of(fixed[Axis.HEAD], self.sizes)
        return all(selected.get(axis, i) == i for axis, i in fixed.items())


@dataclass(frozen=True, eq=False, slots=True)
class Sheet(Outline):
    """What one panel shows.

    Attributes
    ----------
    values : ndarray, shape (n_rows, n_columns)
    reasons : ndarray of uint8, shape (n_rows, n_columns), or None
        Flags of `attention_gui.engine.BlockReason`; 0 where the cell is not blocked.
    limits : tuple of float, or None
        The values at the ends of the colour scale; None for a sheet without colours.
    texts : tuple of tuple of str, or None
        What the cells show, where that is not the numbers in `values`.
    """

    values: npt.NDArray[np.float64]
    reasons: npt.NDArray[np.uint8] | None
    limits: tuple[float, float] | None
    texts: tuple[tuple[str, ...], ...] | None

    def part(self, rows: slice, columns: slice) -> "Sheet":
        """Return some of the cells, in the colours that they have among all of them."""
        return replace(
            self,
            values=self.values[rows, columns],
            reasons=None if self.reasons is None else self.reasons[rows, columns],
            rows=self.rows.part(rows),
            columns=self.columns.part(columns),
            sources=self.sources[columns],
            texts=None if self.texts is None else tuple(row[columns] for row in self.texts[rows]),
        )

    def with_numbers(self, values: npt.NDArray[np.float64]) -> "Sheet":
        """Return the sheet with other numbers."""
        return self.filled(values, self.reasons, self.texts)

    @property
    def exact_zeros(self) -> npt.NDArray[np.bool_]:
        """Where a blocked cell is 0: nothing was rounded there."""
        if self.reasons is None:
            return np.zeros(self.shape, dtype=bool)
        zeros: npt.NDArray[np.bool_] = (self.reasons != 0) & (self.values == 0)
        return zeros

    @property
    def with_decimals(self) -> npt.NDArray[np.bool_]:
        """Where a number is displayed with all its decimals and without an exponent."""
        if self.texts is not None:
            return np.zeros(self.shape, dtype=bool)
        shown: npt.NDArray[np.bool_] = np.abs(self.values) < LARGE
        if self.reasons is not None:
            shown &= ~self.exact_zeros
        return shown

    def text(self, row: int, column: int, numbers: NumberFormat) -> str:
        """Return what a cell shows where numbers are displayed in a format."""
        if self.texts is not None:
            return self.texts[row][column]
        value = float(self.values[row, column])
        if value == 0 and self.reasons is not None and self.reasons[row, column]:
            return EXACT_ZERO
        return numbers.text(value)

    def longest_text(self, numbers: NumberFormat) -> int:
        """Return how many characters the longest text of a cell has, 0 without cells."""
        if self.texts is not None:
            return max((len(text) for row in self.texts for text in row), default=0)
        return numbers.longest(self.values)

    def same_as(self, other: "Sheet | None") -> bool:
        """Return whether the other sheet looks the same."""
        return (
            other is not None
            and self._is_about_the_same(other)
            and same_bits(self.values, other.values)
            and _same_or_none(self.reasons, other.reasons)
        )

    def _is_about_the_same(self, other: "Sheet") -> bool:
        return (
            # Another form has other axes, or may be typed.
            (self.quantity is other.quantity or self.quantity == other.quantity)
            and self.rows.same_as(other.rows)
            and self.columns.same_as(other.columns)
            and self.n_blocks == other.n_blocks
            and self.fixed == other.fixed
        )

    def changed_cells(self, before: "Sheet") -> npt.NDArray[np.bool_] | None:
        """Return where the cells look otherwise than in another sheet; None if all may.

        Parameters
        ----------
        before : Sheet
            A sheet of other numbers may have other colours in every cell.
        """
        is_alike = (
            self._is_about_the_same(before)
            and self.limits == before.limits
            and self.texts is before.texts is None
            and _same_or_none(self.reasons, before.reasons)
        )
        return self.values != before.values if is_alike else None


def limits_of(scale: ColorScale, values: npt.NDArray[np.float64]) -> tuple[float, float] | None:
    """Return between which numbers a page has its colours; None if it has none."""
    if scale is ColorScale.PLAIN:
        return None
    if scale is ColorScale.UNIT:
        return 0.0, 1.0
    least, most = values.min(initial=0.0), values.max(initial=0.0)
    if least <= _LOWEST or not (math.isfinite(least) and math.isfinite(most)):
        # The lowest float64 stands for −∞ in the masked scores of the policy "uniform".
        finite = values[np.isfinite(values) & (values > _LOWEST)]
        least, most = finite.min(initial=0.0), finite.max(initial=0.0)
    largest = float(max(-least, most))
    # What rounding leaves of a sum that is 0 must not look like the largest number there is.
    return (-largest, largest) if largest > _ROUNDING else (-1.0, 1.0)


def common_cells(lines: Sequence[CrossingLines]) -> npt.NDArray[np.bool_]:
    """Return which cells are meant by one pair of lines at least, of one or more."""
    cells: npt.NDArray[np.bool_] = np.logical_or.reduce(
        [np.logical_and.outer(rows, columns) for rows, columns in lines]
    )
    return cells


def same_lines(one: Sequence[CrossingLines], other: Sequence[CrossingLines]) -> bool:
    """Return whether the same rows and the same columns are meant."""
    return len(one) == len(other) and all(
        np.array_equal(rows, other_rows) and np.array_equal(columns, other_columns)
        for (rows, columns), (other_rows, other_columns) in zip(one, other, strict=True)
    )


def _same_or_none(one: npt.NDArray[np.uint8] | None, other: npt.NDArray[np.uint8] | None) -> bool:
    if one is other or one is None or other is None:
        return one is other
    return same_bits(one, other)


def _read_as(axes: Mapping[Axis, int], own: set[Axis]) -> dict[Axis, int]:
    """Return selected indices on the axes of a sheet that names the same places otherwise."""
    selected = dict(axes)
    if Axis.TOKEN in selected:
        selected[Axis.QUERY if Axis.QUERY in own else Axis.KEY] = selected[Axis.TOKEN]
    if Axis.OUTPUT_HEAD in own:
        if Axis.HEAD in selected:  # a head adds to its own columns
            selected.setdefault(Axis.OUTPUT_HEAD, selected[Axis.HEAD])
    elif Axis.OUTPUT_HEAD in selected and Axis.VALUE_FEATURE in own:
        selected[Axis.HEAD] = selected[Axis.OUTPUT_HEAD]
        selected.pop(Axis.GROUP, None)  # that of another head
    return selected


def color_scale(quantity: Quantity, shape: tuple[int, ...]) -> ColorScale:
    """Return how the values of a page become colours: a picture has some, whatever it shows."""
    is_plain = quantity.scale is ColorScale.PLAIN
    return ColorScale.SIGNED if is_plain and max(shape) > MOST_LINES else quantity.scale

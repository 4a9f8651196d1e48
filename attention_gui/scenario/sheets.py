"""Sheets: the page of a quantity that a panel shows, as a matrix with names on it.

A quantity may have five dimensions; a panel shows two. A sheet fixes the batch, the head and,
where needed, the query to what the selection shows, and says for each row and column where it
lies on the named axes. Everything that is painted or read aloud comes from a sheet.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from attention_gui.engine import Result, block_reasons
from attention_gui.quantities import CATALOGUE, Axis, ColorScale, Quantity
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection, position

__all__ = ["SOFTMAX_STAGES", "Line", "Sheet", "quantity_sheet", "softmax_sheet"]

_TOKEN_AXES = (Axis.QUERY, Axis.KEY)

SOFTMAX_STAGES = ("exponentials", "exponentials", "weights")
"""Quantity that each column of a softmax sheet belongs to (the first is the exponent)."""


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

    def agrees(self, selected: Mapping[Axis, int]) -> npt.NDArray[np.bool_]:
        """Return, for every row (or column), whether it lies on the selected indices."""
        agree = np.ones(len(self.labels), dtype=bool)
        for axis, indices in self.axes.items():
            if axis in selected:
                agree &= indices == selected[axis]
        return agree


@dataclass(frozen=True, eq=False, slots=True)
class Sheet:
    """What one panel shows.

    Attributes
    ----------
    quantity : Quantity
    values : ndarray, shape (n_rows, n_columns)
    reasons : ndarray of uint8, shape (n_rows, n_columns), or None
        Flags of `attention_gui.engine.BlockReason`; 0 where the cell is not blocked.
    rows, columns : Line
    fixed : mapping of Axis to int
        The axes that the sheet is a cut through.
    sizes : mapping of Axis to int
    limits : tuple of float, or None
        The values at the ends of the colour scale; None for a sheet without colours.
    n_blocks : int
        Number of heads side by side in the columns.
    sources : tuple of str
        For each column the id of the quantity that its cells belong to.
    """

    quantity: Quantity
    values: npt.NDArray[np.float64]
    reasons: npt.NDArray[np.uint8] | None
    rows: Line
    columns: Line
    fixed: Mapping[Axis, int]
    sizes: Mapping[Axis, int]
    limits: tuple[float, float] | None
    n_blocks: int
    sources: tuple[str, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and columns."""
        return len(self.rows.labels), len(self.columns.labels)

    @property
    def caption(self) -> str:
        """The shape as it stands in a panel's corner."""
        return f"{len(self.rows.labels)} × {len(self.columns.labels)}"

    def cell(self, row: int, column: int) -> tuple[str, tuple[int, ...]]:
        """Return the quantity id and the array index of the cell shown at a place."""
        named = dict(self.fixed)
        named |= {axis: int(indices[row]) for axis, indices in self.rows.axes.items()}
        named |= {axis: int(indices[column]) for axis, indices in self.columns.axes.items()}
        source = self.sources[column]
        return source, position(CATALOGUE[source], named, self.sizes)

    def place(self, selection: Selection) -> tuple[int, int] | None:
        """Return row and column of the selected cell if this sheet shows it."""
        if selection.quantity not in self.sources or not self._is_cut_at(selection):
            return None
        rows = np.flatnonzero(self.rows.agrees(selection.axes))
        columns = np.flatnonzero(
            self.columns.agrees(selection.axes) & (np.array(self.sources) == selection.quantity)
        )
        return (int(rows[0]), int(columns[-1])) if rows.size and columns.size else None

    def linked(self, selection: Selection) -> npt.NDArray[np.bool_]:
        """Return which cells agree with the selection on the axes that both have.

        Sharing only the batch or the head links nothing: then every cell would be marked.
        """
        own = {*self.rows.axes, *self.columns.axes, *self.fixed} - {Axis.BATCH, Axis.HEAD}
        if not own & set(selection.axes) or not self._is_cut_at(selection):
            return np.zeros(self.shape, dtype=bool)
        return np.logical_and.outer(
            self.rows.agrees(selection.axes), self.columns.agrees(selection.axes)
        )

    def same_as(self, other: "Sheet | None") -> bool:
        """Return whether the other sheet looks the same."""
        return (
            other is not None
            and self.rows.labels == other.rows.labels
            and self.columns.labels == other.columns.labels
            and self.n_blocks == other.n_blocks
            and self.fixed == other.fixed
            and self.values.tobytes() == other.values.tobytes()
            and (None if self.reasons is None else self.reasons.tobytes())
            == (None if other.reasons is None else other.reasons.tobytes())
        )

    def _is_cut_at(self, selection: Selection) -> bool:
        return all(selection.axes.get(axis, i) == i for axis, i in self.fixed.items())


def quantity_sheet(
    quantity_id: str, scenario: Scenario, result: Result, selection: Selection
) -> Sheet:
    """Return the sheet of a quantity: its last two dimensions, at the selection's context.

    Raises
    ------
    AttentionError
        ``overflow`` when the quantity is not finite though its inputs are.
    """
    quantity = CATALOGUE[quantity_id]
    cut = {axes[0]: selection.context[axes[0]] for axes in quantity.axes[:-2]}
    values = _values(quantity, result, cut)
    reasons = _reasons(quantity, scenario, cut, values.shape) if quantity.masked else None
    rows, columns = (_line(axes, scenario) for axes in quantity.axes[-2:])
    return Sheet(
        quantity=quantity,
        values=values,
        reasons=reasons,
        rows=rows,
        columns=columns,
        fixed=cut,
        sizes=scenario.sizes,
        limits=_limits(quantity.scale, values),
        n_blocks=scenario.heads if Axis.HEAD in columns.axes else 1,
        sources=(quantity_id,) * len(columns.labels),
    )


def softmax_sheet(scenario: Scenario, result: Result, selection: Selection) -> Sheet:
    """Return the softmax of one row, a key a row: exponent, exponential, quotient."""
    exponentials = CATALOGUE["exponentials"]
    cut = {axis: selection.context[axis] for axis in (Axis.BATCH, Axis.HEAD, Axis.QUERY)}
    at = tuple(cut.values())
    scores, exps, weights = (result[i][at] for i in ("masked_scores", "exponentials", "weights"))
    with np.errstate(invalid="ignore", over="ignore"):
        is_zero = result["empty_rows"][at] and scenario.empty_rows == "zero"
        # The zeros of an empty row are e^−∞; −∞ − (−∞) would be what nobody has asked for.
        exponents = scores if is_zero else scores - result["row_max"][at]
    values = np.stack([exponents, exps, weights], axis=1)
    score, maximum, total = (
        CATALOGUE[i].plain_symbol for i in ("masked_scores", "row_max", "row_sums")
    )
    reasons = block_reasons(scenario.problem)[at]
    return Sheet(
        quantity=exponentials,
        values=values,
        reasons=np.broadcast_to(reasons[:, np.newaxis], values.shape),
        rows=_line((Axis.KEY,), scenario),
        columns=Line(labels=(f"{score} − {maximum}", "exp", f"÷ {total}")),
        fixed=cut,
        sizes=scenario.sizes,
        limits=None,
        n_blocks=1,
        sources=SOFTMAX_STAGES,
    )


def _values(quantity: Quantity, result: Result, cut: Mapping[Axis, int]) -> npt.NDArray[np.float64]:
    if quantity.id == "value_terms":  # never built whole: it is n_queries times larger
        return result.value_terms_of(cut[Axis.BATCH], cut[Axis.HEAD], cut[Axis.QUERY])
    page: npt.NDArray[np.float64] = result[quantity.id][tuple(cut.values())]
    return page


def _line(axes: tuple[Axis, ...], scenario: Scenario) -> Line:
    sizes = tuple(scenario.sizes[axis] for axis in axes)
    return _line_of(axes, sizes, scenario.labels if axes[-1] in _TOKEN_AXES else ())


@lru_cache(maxsize=64)
def _line_of(axes: tuple[Axis, ...], sizes: tuple[int, ...], tokens: tuple[str, ...]) -> Line:
    """Return a line; kept, because an edit of a number changes none."""
    grid = np.indices(sizes).reshape(len(axes), -1)
    coordinates = dict(zip(axes, grid, strict=True))
    if tokens:
        return Line(tokens, coordinates)
    features = [str(i) for i in coordinates[axes[-1]]]
    if Axis.HEAD in coordinates and sizes[axes.index(Axis.HEAD)] > 1:
        heads = coordinates[Axis.HEAD]
        features = [f"h{h}·{feature}" for h, feature in zip(heads, features, strict=True)]
    return Line(tuple(features), coordinates)


def _reasons(
    quantity: Quantity, scenario: Scenario, cut: Mapping[Axis, int], shape: tuple[int, ...]
) -> npt.NDArray[np.uint8]:
    reasons = block_reasons(scenario.problem)[tuple(cut.values())]
    if quantity.axes[-2] == (Axis.KEY,):  # a key a row: the same reason for all its features
        reasons = reasons[:, np.newaxis]
    return np.broadcast_to(reasons, shape)


def _limits(scale: ColorScale, values: npt.NDArray[np.float64]) -> tuple[float, float] | None:
    if scale is ColorScale.PLAIN:
        return None
    if scale is ColorScale.UNIT:
        return 0.0, 1.0
    # The lowest float64 stands for −∞ in the masked scores of the policy "uniform".
    finite = np.abs(values[np.isfinite(values) & (values > np.finfo(np.float64).min)])
    largest = float(finite.max()) if finite.size else 0.0
    return (-largest, largest) if largest > 0 else (-1.0, 1.0)

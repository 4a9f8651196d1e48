"""Sheets: the page of a quantity that a panel shows, as a matrix with names on it.

A quantity may have five dimensions; a panel shows two. A sheet fixes the batch, the head and,
where needed, the query to what the selection shows, and says for each row and column where it
lies on the named axes. Everything that is painted or read aloud comes from a sheet.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from attention_gui.engine import Result, block_reasons
from attention_gui.quantities import Axis, ColorScale, Quantity
from attention_gui.scenario.bits import same_bits
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection
from attention_gui.scenario.sheet import MOST_LINES, Line, Sheet, color_scale

__all__ = [
    "SOFTMAX_STAGES",
    "Line",
    "Sheet",
    "head_letter",
    "line",
    "page_sheet",
    "quantity_sheet",
    "renumbered",
    "softmax_rows",
    "softmax_sheet",
]

_KEY_AXES = (Axis.KEY, Axis.OTHER_KEY)
_TOKEN_AXES = (Axis.QUERY, Axis.TOKEN, *_KEY_AXES)
_HEAD_AXES = (Axis.HEAD, Axis.GROUP, Axis.OUTPUT_HEAD)

_OF_ROW = (Axis.BATCH, Axis.HEAD, Axis.QUERY)
_OF_SCORES = ((Axis.BATCH,), (Axis.HEAD,), (Axis.QUERY,), (Axis.KEY,))
_OF_ROWS = ((Axis.HEAD,), (Axis.QUERY,))
_ROUNDING = 1e-12
_LOWEST = float(np.finfo(np.float64).min)

SOFTMAX_STAGES = ("exponentials", "exponentials", "weights")
"""Quantity that each column of a softmax sheet belongs to (the first is the exponent)."""


def quantity_sheet(
    quantity_id: str, scenario: Scenario, result: Result, selection: Selection
) -> Sheet:
    """Return the sheet of a quantity: its last two dimensions, at the selection's context.

    Raises
    ------
    AttentionError
        ``overflow`` when the quantity is not finite though its inputs are.
    """
    quantity = scenario.catalogue[quantity_id]
    if not quantity.axes:
        return page_sheet(quantity, result[quantity_id].reshape(1, 1), ((), ()), {}, scenario)
    is_of_rows = quantity.axes[-2:] == _OF_ROWS
    cut = {axes[0]: selection.context[axes[0]] for axes in quantity.axes[:-2]}
    values = _values(quantity, scenario, result, cut)
    if is_of_rows:  # a query a row, as in the scores that it tells of
        page = page_sheet(
            quantity, values.T.astype(np.float64), quantity.axes[:-3:-1], cut, scenario
        )
        if values.dtype == np.bool_:
            texts = tuple(tuple(str(int(cell)) for cell in row) for row in values.T)
            page = replace(page, texts=texts)
        return page
    reasons = _reasons(quantity, scenario, cut, values.shape) if quantity.masked else None
    return page_sheet(quantity, values, quantity.axes[-2:], cut, scenario, reasons)


def renumbered(before: Sheet, scenario: Scenario, result: Result, selection: Selection) -> Sheet:
    """Return the sheet of a quantity after an edit that changed numbers alone.

    Parameters
    ----------
    before : Sheet
        From `quantity_sheet`, of the same selection and of a scenario that
        `Scenario.same_but_numbers` finds the same.
    scenario : Scenario
    result : Result
    selection : Selection

    Returns
    -------
    Sheet
        The same one where the edit has changed none of its numbers.
    """
    quantity = before.quantity
    if not quantity.axes or quantity.axes[-2:] == _OF_ROWS:
        return quantity_sheet(quantity.id, scenario, result, selection)
    values = _values(quantity, scenario, result, before.fixed)
    if same_bits(values, before.values):
        return before
    return before.with_numbers(values, limits_of(before.scale, values))


def page_sheet(
    quantity: Quantity,
    values: npt.NDArray[np.float64],
    axes: tuple[tuple[Axis, ...], ...],
    cut: Mapping[Axis, int],
    scenario: Scenario,
    reasons: npt.NDArray[np.uint8] | None = None,
) -> Sheet:
    """Return the sheet of a page that is cut out of a quantity.

    Parameters
    ----------
    quantity : Quantity
    values : ndarray, shape (n_rows, n_columns)
    axes : tuple of two tuples of Axis
        Of the rows and of the columns.
    cut : mapping of Axis to int
        The axes that the page is a cut through.
    scenario : Scenario
    reasons : ndarray of uint8, shape (n_rows, n_columns), optional
        Flags of `attention_gui.engine.BlockReason`.
    """
    rows, columns = (line(along, scenario) for along in axes)
    heads = next((axis for axis in _HEAD_AXES if axis in columns.axes), None)
    return Sheet(
        quantity=quantity,
        values=values,
        reasons=reasons,
        rows=rows,
        columns=columns,
        fixed=cut,
        sizes=scenario.sizes,
        limits=limits_of(color_scale(quantity, values.shape), values),
        n_blocks=1 if heads is None else scenario.sizes[heads],
        sources=(quantity,) * len(columns.labels),
    )


def softmax_rows(result: Result, selection: Selection) -> tuple[npt.NDArray[np.float64], ...]:
    """Return what `softmax_sheet` tells of: masked scores, exponentials and weights of a row."""
    batch, head, query = (selection.context[axis] for axis in _OF_ROW)
    stages = ("masked_scores", "exponentials", "weights")
    return tuple(result.head_of(i, batch, head)[query] for i in stages)


def softmax_sheet(scenario: Scenario, result: Result, selection: Selection) -> Sheet:
    """Return the softmax of one row, a key a row: exponent, exponential, quotient."""
    cut = {axis: selection.context[axis] for axis in _OF_ROW}
    at = tuple(cut.values())
    scores, exps, weights = softmax_rows(result, selection)
    with np.errstate(invalid="ignore", over="ignore"):
        is_zero = result["empty_rows"][at] and scenario.empty_rows == "zero"
        # The zeros of an empty row are e^−∞; −∞ − (−∞) would be what nobody has asked for.
        exponents = scores if is_zero else scores - result.cell("row_max", at)
    values = np.stack([exponents, exps, weights], axis=1)
    score, maximum, total = (
        scenario.catalogue[i].plain_symbol for i in ("masked_scores", "row_max", "row_sums")
    )
    reasons = block_reasons(scenario.problem)[at]
    return Sheet(
        quantity=scenario.catalogue["exponentials"],
        values=values,
        reasons=np.broadcast_to(reasons[:, np.newaxis], values.shape),
        rows=line((Axis.KEY,), scenario),
        columns=Line(labels=(f"{score} − {maximum}", "exp", f"÷ {total}")),
        fixed=cut,
        sizes=scenario.sizes,
        limits=limits_of(ColorScale.UNIT, values) if len(values) > MOST_LINES else None,
        n_blocks=1,
        sources=tuple(scenario.catalogue[i] for i in SOFTMAX_STAGES),
    )


def _values(
    quantity: Quantity, scenario: Scenario, result: Result, cut: Mapping[Axis, int]
) -> npt.NDArray[np.float64]:
    if quantity.id == "value_terms":  # never built whole: it is n_queries times larger
        return result.value_terms_of(cut[Axis.BATCH], cut[Axis.HEAD], cut[Axis.QUERY])
    if quantity.axes == _OF_SCORES:
        return result.head_of(quantity.id, cut[Axis.BATCH], cut[Axis.HEAD])
    whole = result[quantity.id] if quantity.id in result else scenario.matrix(quantity.id)
    page: npt.NDArray[np.float64] = whole[tuple(cut.values())]
    return page


def line(axes: tuple[Axis, ...], scenario: Scenario) -> Line:
    """Return the rows or columns along axes, labelled by tokens, heads or numbers.

    Along no axis there is one, without a label.
    """
    if not axes:
        return Line(labels=("",))
    sizes = tuple(scenario.sizes[axis] for axis in axes)
    tokens = scenario.source_labels if axes[-1] in _KEY_AXES else scenario.labels
    return _line_of(
        axes,
        sizes,
        tokens if axes[-1] in _TOKEN_AXES else (),
        head_letter(axes[0], scenario),
        scenario.n_groups,
    )


def head_letter(axis: Axis, scenario: Scenario) -> str:
    """Return what names a head of an axis: "g" for one that several query heads read.

    Returns
    -------
    str
        "" for an axis of no heads, and where there is but one.
    """
    if axis not in _HEAD_AXES or scenario.sizes[axis] == 1:
        return ""
    return "h" if scenario.sizes[axis] == scenario.sizes[Axis.HEAD] else "g"


@lru_cache(maxsize=64)
def _line_of(
    axes: tuple[Axis, ...],
    sizes: tuple[int, ...],
    tokens: tuple[str, ...],
    letter: str,
    n_groups: int,
) -> Line:
    """Return a line; kept, because an edit of a number changes none."""
    grid = np.indices(sizes).reshape(len(axes), -1)
    coordinates = dict(zip(axes, grid, strict=True))
    if axes[0] is Axis.HEAD:  # a selected key/value head is about the heads that read it
        coordinates[Axis.GROUP] = grid[0] * n_groups // sizes[0]
    if tokens:
        return Line(tokens, coordinates)
    features = [str(i) for i in coordinates[axes[-1]]]
    if letter:
        heads = coordinates[axes[0]]
        if len(axes) == 1:
            return Line(tuple(f"{letter}{h}" for h in heads), coordinates)
        features = [f"{letter}{h}·{feature}" for h, feature in zip(heads, features, strict=True)]
    return Line(tuple(features), coordinates)


def _reasons(
    quantity: Quantity, scenario: Scenario, cut: Mapping[Axis, int], shape: tuple[int, ...]
) -> npt.NDArray[np.uint8]:
    reasons = block_reasons(scenario.problem)[tuple(cut.values())]
    if quantity.axes[-2] == (Axis.KEY,):  # a key a row: the same reason for all its features
        reasons = reasons[:, np.newaxis]
    return np.broadcast_to(reasons, shape)


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

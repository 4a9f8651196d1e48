"""Sheets: the page of a quantity that a panel shows, as a matrix with names on it.

A quantity may have five dimensions; a panel shows two. A sheet fixes the batch, the head and,
where needed, the query to what the selection shows, and says for each row and column where it
lies on the named axes. Everything that is painted or read aloud comes from a sheet.
"""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from attention_gui.engine import Result, block_reasons
from attention_gui.quantities import Axis, ColorScale, Quantity
from attention_gui.scenario.bits import same_bits
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection
from attention_gui.scenario.sheet import MOST_LINES, Line, Outline, Sheet, color_scale

__all__ = [
    "SOFTMAX_STAGES",
    "Line",
    "Sheet",
    "head_letter",
    "line",
    "page_outline",
    "quantity_outline",
    "quantity_sheet",
    "renumbered",
    "softmax_outline",
    "softmax_rows",
    "softmax_sheet",
]

_KEY_AXES = (Axis.KEY, Axis.OTHER_KEY)
_TOKEN_AXES = (Axis.QUERY, Axis.TOKEN, *_KEY_AXES)
_HEAD_AXES = (Axis.HEAD, Axis.GROUP, Axis.OUTPUT_HEAD)

_OF_ROW = (Axis.BATCH, Axis.HEAD, Axis.QUERY)
_OF_SCORES = ((Axis.BATCH,), (Axis.HEAD,), (Axis.QUERY,), (Axis.KEY,))
_OF_ROWS = ((Axis.HEAD,), (Axis.QUERY,))

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
    outline = quantity_outline(quantity_id, scenario, selection)
    quantity = outline.quantity
    if not quantity.axes:
        return outline.filled(result[quantity_id].reshape(1, 1))
    values = _values(quantity, scenario, result, outline.fixed)
    if _is_of_rows(quantity):
        texts = None
        if values.dtype == np.bool_:
            texts = tuple(tuple(str(int(cell)) for cell in row) for row in values.T)
        return outline.filled(values.T.astype(np.float64), texts=texts)
    is_masked = quantity.masked
    reasons = _reasons(quantity, scenario, outline.fixed, values.shape) if is_masked else None
    return outline.filled(values, reasons)


def quantity_outline(quantity_id: str, scenario: Scenario, selection: Selection) -> Outline:
    """Return the outline of what `quantity_sheet` returns."""
    quantity = scenario.catalogue[quantity_id]
    if not quantity.axes:
        return page_outline(quantity, ((), ()), {}, scenario)
    cut = {axes[0]: selection.context[axes[0]] for axes in quantity.axes[:-2]}
    # A query a row, as in the scores that it tells of.
    axes = quantity.axes[:-3:-1] if _is_of_rows(quantity) else quantity.axes[-2:]
    return page_outline(quantity, axes, cut, scenario)


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
    if not quantity.axes or _is_of_rows(quantity):
        return quantity_sheet(quantity.id, scenario, result, selection)
    values = _values(quantity, scenario, result, before.fixed)
    if same_bits(values, before.values):
        return before
    return before.with_numbers(values)


def page_outline(
    quantity: Quantity,
    axes: tuple[tuple[Axis, ...], ...],
    cut: Mapping[Axis, int],
    scenario: Scenario,
) -> Outline:
    """Return the outline of a page that is cut out of a quantity.

    Parameters
    ----------
    quantity : Quantity
    axes : tuple of two tuples of Axis
        Of the rows and of the columns.
    cut : mapping of Axis to int
        The axes that the page is a cut through.
    scenario : Scenario
    """
    rows, columns = (line(along, scenario) for along in axes)
    heads = next((axis for axis in _HEAD_AXES if axis in columns.axes), None)
    return Outline(
        quantity=quantity,
        rows=rows,
        columns=columns,
        fixed=cut,
        sizes=scenario.sizes,
        n_blocks=1 if heads is None else scenario.sizes[heads],
        sources=(quantity,) * len(columns.labels),
        scale=color_scale(quantity, (len(rows.labels), len(columns.labels))),
    )


def softmax_rows(result: Result, selection: Selection) -> tuple[npt.NDArray[np.float64], ...]:
    """Return what `softmax_sheet` tells of: masked scores, exponentials and weights of a row."""
    batch, head, query = (selection.context[axis] for axis in _OF_ROW)
    stages = ("masked_scores", "exponentials", "weights")
    return tuple(result.head_of(i, batch, head)[query] for i in stages)


def softmax_sheet(scenario: Scenario, result: Result, selection: Selection) -> Sheet:
    """Return the softmax of one row, a key a row: exponent, exponential, quotient."""
    outline = softmax_outline(scenario, selection)
    at = tuple(outline.fixed.values())
    scores, exps, weights = softmax_rows(result, selection)
    with np.errstate(invalid="ignore", over="ignore"):
        is_zero = result["empty_rows"][at] and scenario.empty_rows == "zero"
        # The zeros of an empty row are e^−∞; −∞ − (−∞) would be what nobody has asked for.
        exponents = scores if is_zero else scores - result.cell("row_max", at)
    values = np.stack([exponents, exps, weights], axis=1)
    reasons = block_reasons(scenario.problem)[at]
    return outline.filled(values, np.broadcast_to(reasons[:, np.newaxis], values.shape))


def softmax_outline(scenario: Scenario, selection: Selection) -> Outline:
    """Return the outline of what `softmax_sheet` returns."""
    score, maximum, total = (
        scenario.catalogue[i].plain_symbol for i in ("masked_scores", "row_max", "row_sums")
    )
    rows = line((Axis.KEY,), scenario)
    return Outline(
        quantity=scenario.catalogue["exponentials"],
        rows=rows,
        columns=Line(labels=(f"{score} − {maximum}", "exp", f"÷ {total}")),
        fixed={axis: selection.context[axis] for axis in _OF_ROW},
        sizes=scenario.sizes,
        n_blocks=1,
        sources=tuple(scenario.catalogue[i] for i in SOFTMAX_STAGES),
        scale=ColorScale.UNIT if len(rows.labels) > MOST_LINES else ColorScale.PLAIN,
    )


def _is_of_rows(quantity: Quantity) -> bool:
    return quantity.axes[-2:] == _OF_ROWS


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

"""Sheets of the summaries: of heads set against each other, and of rows of the weights."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from attention_gui.engine import Result, block_reasons
from attention_gui.engine.softmax import row_sums
from attention_gui.engine.studies import head_contributions, mean_weights, softmax_jacobian
from attention_gui.quantities import Axis
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection
from attention_gui.scenario.sheet import Line, Outline, Sheet, color_scale
from attention_gui.scenario.sheets import line, page_outline, quantity_outline, quantity_sheet

__all__ = [
    "ROW_DIAGNOSTICS",
    "contributions_outline",
    "contributions_sheet",
    "diagnostics_outline",
    "diagnostics_sheet",
    "head_outline",
    "head_sheet",
    "jacobian_outline",
    "jacobian_sheet",
    "mean_outline",
    "mean_sheet",
    "summary_value",
]

ROW_DIAGNOSTICS = ("weight_sums", "row_entropy", "jacobian_trace")
"""Quantity that each column of the sheet of diagnostics belongs to."""


def head_sheet(head: int, scenario: Scenario, result: Result, selection: Selection) -> Sheet:
    """Return the weights of one head, whichever head the board shows."""
    return quantity_sheet("weights", scenario, result, _at_head(head, selection))


def head_outline(head: int, scenario: Scenario, selection: Selection) -> Outline:
    """Return the outline of what `head_sheet` returns."""
    return quantity_outline("weights", scenario, _at_head(head, selection))


def _at_head(head: int, selection: Selection) -> Selection:
    return replace(selection, context={**selection.context, Axis.HEAD: head})


def mean_sheet(scenario: Scenario, result: Result, selection: Selection) -> Sheet:
    """Return the average of the weights over the heads; blocked is what every head blocks."""
    batch = selection.context[Axis.BATCH]
    reasons = block_reasons(scenario.problem)[batch]
    in_all = np.where((reasons != 0).all(axis=0), np.bitwise_or.reduce(reasons, axis=0), 0)
    values = mean_weights(result)[batch]
    return mean_outline(scenario, selection).filled(values, in_all.astype(np.uint8))


def mean_outline(scenario: Scenario, selection: Selection) -> Outline:
    """Return the outline of what `mean_sheet` returns."""
    quantity = scenario.quantities["mean_weights"]
    cut = {Axis.BATCH: selection.context[Axis.BATCH]}
    return page_outline(quantity, quantity.axes[-2:], cut, scenario)


def contributions_sheet(scenario: Scenario, result: Result, selection: Selection) -> Sheet:
    """Return what every head adds to the output of one query, a head a row."""
    outline = contributions_outline(scenario, selection)
    batch, query = outline.fixed.values()
    return outline.filled(head_contributions(result)[batch, :, query])


def contributions_outline(scenario: Scenario, selection: Selection) -> Outline:
    """Return the outline of what `contributions_sheet` returns."""
    quantity = scenario.quantities["head_contributions"]
    cut = {axis: selection.context[axis] for axis in (Axis.BATCH, Axis.QUERY)}
    return page_outline(quantity, ((Axis.HEAD,), quantity.axes[-1]), cut, scenario)


def diagnostics_sheet(scenario: Scenario, result: Result, selection: Selection) -> Sheet:
    """Return row sum, entropy and trace of the Jacobian, a query a row."""
    outline = diagnostics_outline(scenario, selection)
    at = tuple(outline.fixed.values())
    sums = row_sums(result["weights"][at])
    rows = [sums, result["row_entropy"][at], result["jacobian_trace"][at]]
    return outline.filled(np.stack(rows, axis=1))


def diagnostics_outline(scenario: Scenario, selection: Selection) -> Outline:
    """Return the outline of what `diagnostics_sheet` returns."""
    sources = tuple(scenario.quantities[i] for i in ROW_DIAGNOSTICS)
    rows = line((Axis.QUERY,), scenario)
    return Outline(
        quantity=sources[0],
        rows=rows,
        columns=Line(labels=tuple(source.plain_symbol for source in sources)),
        fixed={axis: selection.context[axis] for axis in (Axis.BATCH, Axis.HEAD)},
        sizes=scenario.sizes,
        n_blocks=1,
        sources=sources,
        scale=color_scale(sources[0], (len(rows.labels), len(sources))),
    )


def jacobian_sheet(scenario: Scenario, result: Result, selection: Selection) -> Sheet:
    """Return the softmax Jacobian of one row: weights down, scores across."""
    outline = jacobian_outline(scenario, selection)
    at = tuple(outline.fixed.values())
    reasons = block_reasons(scenario.problem)[at]
    return outline.filled(_jacobian(result, at), np.bitwise_or.outer(reasons, reasons))


def jacobian_outline(scenario: Scenario, selection: Selection) -> Outline:
    """Return the outline of what `jacobian_sheet` returns."""
    quantity = scenario.quantities["softmax_jacobian"]
    cut = {axis: selection.context[axis] for axis in (Axis.BATCH, Axis.HEAD, Axis.QUERY)}
    return page_outline(quantity, quantity.axes[-2:], cut, scenario)


def summary_value(quantity_id: str, index: tuple[int, ...], result: Result) -> float:
    """Return one cell of a summary.

    Parameters
    ----------
    quantity_id : str
        A key of `attention_gui.summaries.summaries`.
    index : tuple of int
        One entry an axis of the quantity.
    result : Result
    """
    if quantity_id == "softmax_jacobian":  # never built whole: it is n_keys times larger
        return float(_jacobian(result, index[:3])[index[3:]])
    if quantity_id == "weight_sums":
        return float(row_sums(result["weights"][index]))
    arrays = {"mean_weights": mean_weights, "head_contributions": head_contributions}
    return float(arrays[quantity_id](result)[index])


def _jacobian(result: Result, at: tuple[int, ...]) -> npt.NDArray[np.float64]:
    return softmax_jacobian(result["weights"][at])

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
from attention_gui.scenario.sheet import Line, Sheet, color_scale
from attention_gui.scenario.sheets import limits_of, line, page_sheet, quantity_sheet

__all__ = [
    "ROW_DIAGNOSTICS",
    "contributions_sheet",
    "diagnostics_sheet",
    "head_sheet",
    "jacobian_sheet",
    "mean_sheet",
    "summary_value",
]

ROW_DIAGNOSTICS = ("weight_sums", "row_entropy", "jacobian_trace")
"""Quantity that each column of the sheet of diagnostics belongs to."""


def head_sheet(head: int, scenario: Scenario, result: Result, selection: Selection) -> Sheet:
    """Return the weights of one head, whichever head the board shows."""
    here = replace(selection, context={**selection.context, Axis.HEAD: head})
    return quantity_sheet("weights", scenario, result, here)


def mean_sheet(scenario: Scenario, result: Result, selection: Selection) -> Sheet:
    """Return the average of the weights over the heads; blocked is what every head blocks."""
    quantity = scenario.quantities["mean_weights"]
    batch = selection.context[Axis.BATCH]
    reasons = block_reasons(scenario.problem)[batch]
    in_all = np.where((reasons != 0).all(axis=0), np.bitwise_or.reduce(reasons, axis=0), 0)
    return page_sheet(
        quantity,
        mean_weights(result)[batch],
        quantity.axes[-2:],
        {Axis.BATCH: batch},
        scenario,
        in_all.astype(np.uint8),
    )


def contributions_sheet(scenario: Scenario, result: Result, selection: Selection) -> Sheet:
    """Return what every head adds to the output of one query, a head a row."""
    quantity = scenario.quantities["head_contributions"]
    batch, query = (selection.context[axis] for axis in (Axis.BATCH, Axis.QUERY))
    values = head_contributions(result)[batch, :, query]
    cut = {Axis.BATCH: batch, Axis.QUERY: query}
    return page_sheet(quantity, values, ((Axis.HEAD,), quantity.axes[-1]), cut, scenario)


def diagnostics_sheet(scenario: Scenario, result: Result, selection: Selection) -> Sheet:
    """Return row sum, entropy and trace of the Jacobian, a query a row."""
    cut = {axis: selection.context[axis] for axis in (Axis.BATCH, Axis.HEAD)}
    at = tuple(cut.values())
    sources = tuple(scenario.quantities[i] for i in ROW_DIAGNOSTICS)
    sums = row_sums(result["weights"][at])
    values = np.stack([sums, result["row_entropy"][at], result["jacobian_trace"][at]], axis=1)
    return Sheet(
        quantity=sources[0],
        values=values,
        reasons=None,
        rows=line((Axis.QUERY,), scenario),
        columns=Line(labels=tuple(source.plain_symbol for source in sources)),
        fixed=cut,
        sizes=scenario.sizes,
        limits=limits_of(color_scale(sources[0], values.shape), values),
        n_blocks=1,
        sources=sources,
    )


def jacobian_sheet(scenario: Scenario, result: Result, selection: Selection) -> Sheet:
    """Return the softmax Jacobian of one row: weights down, scores across."""
    quantity = scenario.quantities["softmax_jacobian"]
    cut = {axis: selection.context[axis] for axis in (Axis.BATCH, Axis.HEAD, Axis.QUERY)}
    at = tuple(cut.values())
    reasons = block_reasons(scenario.problem)[at]
    return page_sheet(
        quantity,
        _jacobian(result, at),
        quantity.axes[-2:],
        cut,
        scenario,
        np.bitwise_or.outer(reasons, reasons),
    )


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

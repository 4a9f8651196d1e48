"""Explanations of what is said of heads and of rows of the weights."""

from collections.abc import Mapping
from math import log

import numpy as np

from attention_gui.quantities import Axis
from attention_gui.scenario.explained_cell import ExplainedCell, Lines
from attention_gui.scenario.lines import Line, line

__all__ = ["LINES"]


def _weight_sums(cell: ExplainedCell) -> list[Line]:
    return cell.sum_of_cells("Σ", "weight_sums", "weights", cell.along(Axis.KEY))


def _row_entropy(cell: ExplainedCell) -> list[Line]:
    keys = cell.along(Axis.KEY)
    lines = cell.first((_entropy_term(cell, at) for at in keys), len(keys))
    return [*lines, cell.summed("Σ = {}", lines, cell.number("row_entropy"))]


def _entropy_term(cell: ExplainedCell, at: Mapping[Axis, int]) -> Line:
    name, shown = cell.name("weights", at), cell.number("weights", at)
    weight = cell.value("weights", at)
    if weight == 0:
        return line("{}: 0 · ln 0 → {}", name, cell.loose(0.0))
    return line("{}: −{} · ln {} = {}", name, shown, shown, cell.loose(-weight * log(weight)))


def _jacobian_trace(cell: ExplainedCell) -> list[Line]:
    keys = cell.along(Axis.KEY)
    lines = cell.first((_trace_term(cell, at) for at in keys), len(keys))
    return [*lines, cell.summed("Σ = {}", lines, cell.number("jacobian_trace"))]


def _trace_term(cell: ExplainedCell, at: Mapping[Axis, int]) -> Line:
    name, shown = cell.name("weights", at), cell.number("weights", at)
    weight = cell.value("weights", at)
    return line("{}: {} · (1 − {}) = {}", name, shown, shown, cell.loose(weight * (1 - weight)))


def _softmax_jacobian(cell: ExplainedCell) -> list[Line]:
    key, other = cell.named[Axis.KEY], cell.named[Axis.OTHER_KEY]
    by = {Axis.KEY: other}
    same = "1" if key == other else "0"
    of, total = cell.number("weights"), cell.number("softmax_jacobian")
    return [
        *cell.listed("weights", [{}, by]),
        line("{} · ({} − {}) = {}", of, same, cell.number("weights", by), total),
    ]


def _mean_weights(cell: ExplainedCell) -> list[Line]:
    heads = cell.along(Axis.HEAD)
    total = cell.loose(float(np.sum([cell.value("weights", at) for at in heads])))
    lines = cell.listed("weights", heads)
    rest = (str(len(heads)), cell.number("mean_weights"))
    return [*lines, cell.summed("Σ / h = {} / {} = {}", lines, total, *rest)]


def _head_contributions(cell: ExplainedCell) -> list[Line]:
    total = cell.number("head_contributions")
    if not cell.scenario.has_output_projection:
        if cell.named[Axis.HEAD] != cell.named[Axis.OUTPUT_HEAD]:
            heads = (str(cell.named[axis]) for axis in (Axis.OUTPUT_HEAD, Axis.HEAD))
            return [line("h{} ≠ h{} → {}", *heads, total)]
        return [cell.stated("head_outputs")]
    features = cell.along(Axis.VALUE_FEATURE)
    terms = [("head_outputs", at, "w_output", at) for at in features]
    return cell.sum_of("head_contributions", terms)


LINES: Mapping[str, Lines] = {
    "weight_sums": _weight_sums,
    "row_entropy": _row_entropy,
    "jacobian_trace": _jacobian_trace,
    "softmax_jacobian": _softmax_jacobian,
    "mean_weights": _mean_weights,
    "head_contributions": _head_contributions,
}
"""What explains the cells of a summary, by its id."""

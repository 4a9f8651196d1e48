"""Explanations of what is said of heads and of rows of the weights."""

from collections.abc import Mapping
from math import log

import numpy as np

from attention_gui.quantities import Axis
from attention_gui.scenario.explained_cell import ExplainedCell, Lines, number

__all__ = ["LINES"]


def _weight_sums(cell: ExplainedCell) -> list[str]:
    keys = cell.along(Axis.KEY)
    return [*cell.listed("weights", keys), f"Σ = {cell.number('weight_sums')}"]


def _row_entropy(cell: ExplainedCell) -> list[str]:
    keys = cell.along(Axis.KEY)
    terms = (_entropy_term(cell.name("weights", at), cell.value("weights", at)) for at in keys)
    return [*cell.first(terms, len(keys)), f"Σ = {cell.number('row_entropy')}"]


def _entropy_term(name: str, weight: float) -> str:
    if weight == 0:
        return f"{name}: 0 · ln 0 → 0"
    return f"{name}: −{number(weight)} · ln {number(weight)} = {number(-weight * log(weight))}"


def _jacobian_trace(cell: ExplainedCell) -> list[str]:
    keys = cell.along(Axis.KEY)
    weights = ((cell.name("weights", at), cell.value("weights", at)) for at in keys)
    terms = (
        f"{name}: {number(a)} · (1 − {number(a)}) = {number(a * (1 - a))}" for name, a in weights
    )
    return [*cell.first(terms, len(keys)), f"Σ = {cell.number('jacobian_trace')}"]


def _softmax_jacobian(cell: ExplainedCell) -> list[str]:
    key, other = cell.named[Axis.KEY], cell.named[Axis.OTHER_KEY]
    by = {Axis.KEY: other}
    same = 1 if key == other else 0
    of, total = cell.number("weights"), cell.number("softmax_jacobian")
    return [
        *cell.listed("weights", [{}, by]),
        f"{of} · ({same} − {cell.number('weights', by)}) = {total}",
    ]


def _mean_weights(cell: ExplainedCell) -> list[str]:
    heads = cell.along(Axis.HEAD)
    total = number(float(np.sum([cell.value("weights", at) for at in heads])))
    mean = cell.number("mean_weights")
    return [*cell.listed("weights", heads), f"Σ / h = {total} / {len(heads)} = {mean}"]


def _head_contributions(cell: ExplainedCell) -> list[str]:
    total = cell.number("head_contributions")
    if not cell.scenario.has_output_projection:
        if cell.named[Axis.HEAD] != cell.named[Axis.OUTPUT_HEAD]:
            return [f"h{cell.named[Axis.OUTPUT_HEAD]} ≠ h{cell.named[Axis.HEAD]} → {total}"]
        return [f"{cell.name('head_outputs')} = {total}"]
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

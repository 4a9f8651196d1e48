"""How a cell of every quantity that is computed comes about, with its numbers."""

from collections.abc import Mapping

import numpy as np

from attention_gui.quantities import Axis
from attention_gui.scenario.explained_cell import (
    MOST_TERMS,
    ExplainedCell,
    Lines,
    Term,
    factor,
    number,
)
from attention_gui.scenario.names import index_name, scaling

__all__ = ["LINES"]


def _product(total: str, left: str, right: str, *axes: Axis) -> Lines:
    """Return what explains a sum of left · right over axes."""

    def lines(cell: ExplainedCell) -> list[str]:
        return cell.sum_of(total, [(left, at, right, at) for at in cell.along(*axes)])

    return lines


def _projected(total: str, w: str) -> Lines:
    """Return what explains a row of the inputs times a projection."""

    def lines(cell: ExplainedCell) -> list[str]:
        quantity = cell.scenario.catalogue[total]
        x, axis = quantity.reads[0], quantity.sums_over
        assert axis is not None
        row = Axis.QUERY if total == "query" else Axis.KEY
        token = {Axis.TOKEN: cell.named[row]}
        return cell.sum_of(total, [(x, {**at, **token}, w, at) for at in cell.along(axis)])

    return lines


def _scaled(raw: str, scaled: str) -> Lines:
    def lines(cell: ExplainedCell) -> list[str]:
        plain, _ = scaling(cell.scenario)
        left = f"{cell.number(raw)} {plain}".rstrip()
        return [f"{left} = {cell.number(scaled)}"]

    return lines


def _masked(cell: ExplainedCell) -> list[str]:
    lines = [f"{cell.name('scaled_scores')} = {cell.number('scaled_scores')}"]
    if cell.scenario.form.has_bias:
        lines.append(f"{cell.name('bias')} = {cell.number('bias')}")
    return [*lines, f"{cell.name('masked_scores')} = {cell.number('masked_scores')}"]


def _exponential(cell: ExplainedCell) -> list[str]:
    if cell.value("empty_rows") and cell.scenario.empty_rows == "zero":
        return [f"m = {cell.number('row_max')}", f"e^(−∞) = {cell.number('exponentials')}"]
    return [
        f"m = {cell.number('row_max')}",
        f"e^({cell.number('masked_scores')} − {factor(cell.number('row_max'))}) "
        f"= {cell.number('exponentials')}",
    ]


def _weights(cell: ExplainedCell) -> list[str]:
    if cell.value("empty_rows") and cell.scenario.empty_rows != "uniform":  # 0/0: see the policy
        policies = {
            "zero": cell.translate("explain", "0 / 0 → zero: {0}"),
            "nan": cell.translate("explain", "0 / 0 → nan: {0}"),
        }
        return [
            f"m = {cell.number('row_max')}",
            f"Z = {cell.number('row_sums')}",
            policies[cell.scenario.empty_rows].format(cell.number("weights")),
        ]
    maximum = cell.number("row_max")
    lines = [f"m = {maximum}"]
    keys = cell.along(Axis.KEY)
    own = cell.named[Axis.KEY]
    shown = keys[:MOST_TERMS] if own < MOST_TERMS else [*keys[: MOST_TERMS - 1], keys[own]]
    for at in shown:
        score, exponential = (cell.number(i, at) for i in ("masked_scores", "exponentials"))
        label = index_name(Axis.KEY, at[Axis.KEY], cell.scenario)
        lines.append(f"{label}: e^({score} − {factor(maximum)}) = {exponential}")
    lines += cell.more(len(keys))
    lines.append(f"Z = Σ = {cell.number('row_sums')}")
    lines.append(
        f"{cell.number('exponentials')} / {cell.number('row_sums')} = {cell.number('weights')}"
    )
    if cell.value("empty_rows"):
        text = cell.translate("explain", "no allowed key → uniform: {0}")
        lines.append(text.format(cell.number("weights")))
    return lines


def _value_terms(cell: ExplainedCell) -> list[str]:
    weight, value = cell.number("weights"), cell.number("value")
    return [
        f"{cell.name('weights')} · {cell.name('value')}",
        f"{weight} · {factor(value)} = {cell.number('value_terms')}",
    ]


def _output(cell: ExplainedCell) -> list[str]:
    if cell.scenario.form.has_output_projection:
        axes = (Axis.HEAD, Axis.VALUE_FEATURE)
        return _product("output", "concatenated", "w_output", *axes)(cell)
    return _product("output", "weights", "value", Axis.KEY)(cell)


def _grad_scaled_scores(cell: ExplainedCell) -> list[str]:
    if cell.value("empty_rows"):  # the formula does not hold: no score of the row counts
        return [f"∂M / ∂S = 0 → {cell.number('grad_scaled_scores')}"]
    keys = cell.along(Axis.KEY)
    terms = [("weights", at, "grad_weights", at) for at in keys]
    weights, gradients = (
        np.array([cell.value(i, at) for at in keys]) for i in ("weights", "grad_weights")
    )
    mean = number(float(weights @ gradients))
    own = f"{cell.number('weights')} · ({cell.number('grad_weights')} − {factor(mean)})"
    return [
        *cell.products(terms),
        f"Σ = {mean}",
        f"{own} = {cell.number('grad_scaled_scores')}",
    ]


def _upstream(cell: ExplainedCell) -> str:
    """Return the id of the gradient by the heads side by side, in the panel that shows it."""
    projected = cell.scenario.form.has_output_projection
    return "grad_concatenated" if projected else "grad_output"


def _grad_value(cell: ExplainedCell) -> list[str]:
    axes = (Axis.HEAD, Axis.QUERY)
    return _product("grad_value", "weights", _upstream(cell), *axes)(cell)


def _grad_weights(cell: ExplainedCell) -> list[str]:
    return _product("grad_weights", _upstream(cell), "value", Axis.VALUE_FEATURE)(cell)


def _grad_concatenated(cell: ExplainedCell) -> list[str]:
    if not cell.scenario.form.has_output_projection:
        return [f"{cell.name('grad_output')} = {cell.number('grad_output')}"]
    return _product("grad_concatenated", "grad_output", "w_output", Axis.OUTPUT_FEATURE)(cell)


def _grad_inputs(total: str) -> Lines:
    """Return what explains the gradient by inputs: all paths that start at them."""

    def lines(cell: ExplainedCell) -> list[str]:
        terms: list[Term] = []
        token = cell.named.get(Axis.TOKEN, 0)
        reads = cell.scenario.catalogue[total].reads
        for gradient, w in zip(reads[::2], reads[1::2], strict=True):
            columns = cell.scenario.catalogue[gradient].axes[-1]
            for at in cell.along(*columns):
                here = {Axis.QUERY: token, Axis.KEY: token} if Axis.TOKEN in cell.named else {}
                terms.append((gradient, {**here, **at}, w, at))
        return cell.sum_of(total, terms)

    return lines


def _grad_projection(total: str, row: Axis) -> Lines:
    """Return what explains the gradient by a projection: all tokens of all sequences."""

    def lines(cell: ExplainedCell) -> list[str]:
        left, right = cell.scenario.catalogue[total].reads
        places = cell.along(Axis.BATCH, row)
        return cell.sum_of(total, [(left, {**at, Axis.TOKEN: at[row]}, right, at) for at in places])

    return lines


def _row_max(cell: ExplainedCell) -> list[str]:
    keys = cell.along(Axis.KEY)
    return [*cell.listed("masked_scores", keys), f"max = {cell.number('row_max')}"]


def _row_sums(cell: ExplainedCell) -> list[str]:
    keys = cell.along(Axis.KEY)
    return [*cell.listed("exponentials", keys), f"Σ = {cell.number('row_sums')}"]


def _same(quantity_id: str) -> Lines:
    """Return what explains a cell that is another one at another place."""
    return lambda cell: [f"{cell.name(quantity_id)} = {cell.number(quantity_id)}"]


def _loss(cell: ExplainedCell) -> list[str]:
    axes = (Axis.BATCH, *(axis for axes in cell.scenario.catalogue["output"].axes[1:]
                          for axis in axes))  # fmt: skip
    return _product("loss", "output", "grad_output", *axes)(cell)


def _empty_rows(cell: ExplainedCell) -> list[str]:
    scores = cell.listed("masked_scores", cell.along(Axis.KEY))
    return [*scores, *_same("empty_rows")(cell)]


LINES: Mapping[str, Lines] = {
    "query": _projected("query", "w_query"),
    "key": _projected("key", "w_key"),
    "value": _projected("value", "w_value"),
    "raw_scores": _product("raw_scores", "query", "key", Axis.KEY_FEATURE),
    "scaled_scores": _scaled("raw_scores", "scaled_scores"),
    "masked_scores": _masked,
    "row_max": _row_max,
    "exponentials": _exponential,
    "row_sums": _row_sums,
    "weights": _weights,
    "value_terms": _value_terms,
    "head_outputs": _product("head_outputs", "weights", "value", Axis.KEY),
    "concatenated": _same("head_outputs"),
    "output": _output,
    "loss": _loss,
    "grad_head_outputs": _same("grad_concatenated"),
    "empty_rows": _empty_rows,
    "grad_concatenated": _grad_concatenated,
    "grad_value": _grad_value,
    "grad_weights": _grad_weights,
    "grad_scaled_scores": _grad_scaled_scores,
    "grad_raw_scores": _scaled("grad_scaled_scores", "grad_raw_scores"),
    "grad_query": _product("grad_query", "grad_raw_scores", "key", Axis.KEY),
    "grad_key": _product("grad_key", "grad_raw_scores", "query", Axis.HEAD, Axis.QUERY),
    "grad_inputs": _grad_inputs("grad_inputs"),
    "grad_source_inputs": _grad_inputs("grad_source_inputs"),
    "grad_w_query": _grad_projection("grad_w_query", Axis.QUERY),
    "grad_w_key": _grad_projection("grad_w_key", Axis.KEY),
    "grad_w_value": _grad_projection("grad_w_value", Axis.KEY),
    "grad_w_output": _grad_projection("grad_w_output", Axis.QUERY),
}
"""What explains the cells of a quantity, by its id."""

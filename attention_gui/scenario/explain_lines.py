"""How a cell of every quantity that is computed comes about, with its numbers."""

from collections.abc import Mapping

import numpy as np

from attention_gui.quantities import Axis
from attention_gui.scenario.explained_cell import MOST_TERMS, ExplainedCell, Lines, Term
from attention_gui.scenario.lines import Line, factor, line
from attention_gui.scenario.names import index_name, scaling

__all__ = ["LINES"]


def _product(total: str, left: str, right: str, *axes: Axis) -> Lines:
    """Return what explains a sum of left · right over axes."""

    def lines(cell: ExplainedCell) -> list[Line]:
        return cell.sum_of(total, [(left, at, right, at) for at in cell.along(*axes)])

    return lines


def _projected(total: str, w: str) -> Lines:
    """Return what explains a row of the inputs times a projection."""

    def lines(cell: ExplainedCell) -> list[Line]:
        quantity = cell.scenario.catalogue[total]
        x, axis = quantity.reads[0], quantity.sums_over
        assert axis is not None
        row = Axis.QUERY if total == "query" else Axis.KEY
        token = {Axis.TOKEN: cell.named[row]}
        return cell.sum_of(total, [(x, {**at, **token}, w, at) for at in cell.along(axis)])

    return lines


def _scaled(raw: str, scaled: str) -> Lines:
    def lines(cell: ExplainedCell) -> list[Line]:
        by, _ = scaling(cell.scenario, cell.numbers)
        template = "{} {} = {}" if by else "{}{} = {}"
        return [line(template, cell.number(raw), by, cell.number(scaled))]

    return lines


def _masked(cell: ExplainedCell) -> list[Line]:
    added = ["scaled_scores", *(["bias"] if cell.scenario.form.has_bias else [])]
    lines = [cell.stated(quantity_id) for quantity_id in added]
    total = cell.number("masked_scores")
    if cell.value("masked_scores") <= np.finfo(np.float64).min:  # blocked: no sum
        return [*lines, cell.stated("masked_scores")]
    return [*lines, cell.summed("{1} = {0}", lines, total, cell.name("masked_scores"))]


def _exponential(cell: ExplainedCell) -> list[Line]:
    maximum, exponential = cell.number("row_max"), cell.number("exponentials")
    power = line("{} − {}", cell.number("masked_scores"), factor(maximum))
    if cell.value("empty_rows") and cell.scenario.empty_rows == "zero":
        power = line("−∞")
    return [line("m = {}", maximum), line("e^({}) = {}", power, exponential)]


def _weights(cell: ExplainedCell) -> list[Line]:
    if cell.value("empty_rows") and cell.scenario.empty_rows != "uniform":  # 0/0: see the policy
        policies = {
            "zero": cell.translate("explain", "0 / 0 → zero: {0}"),
            "nan": cell.translate("explain", "0 / 0 → nan: {0}"),
        }
        return [
            line("m = {}", cell.number("row_max")),
            line("Z = {}", cell.number("row_sums")),
            line(policies[cell.scenario.empty_rows], cell.number("weights")),
        ]
    maximum = cell.number("row_max")
    lines = [line("m = {}", maximum)]
    keys = cell.along(Axis.KEY)
    own = cell.named[Axis.KEY]
    shown = keys[:MOST_TERMS] if own < MOST_TERMS else [*keys[: MOST_TERMS - 1], keys[own]]
    terms = []
    for at in shown:
        score, exponential = (cell.number(i, at) for i in ("masked_scores", "exponentials"))
        label = index_name(Axis.KEY, at[Axis.KEY], cell.scenario)
        terms.append(line("{}: e^({} − {}) = {}", label, score, factor(maximum), exponential))
    terms += cell.more(len(keys))
    total = cell.number("row_sums")
    lines += [*terms, cell.summed("Z = Σ = {}", terms, total)]
    own_exponential, weight = cell.number("exponentials"), cell.number("weights")
    lines.append(line("{} / {} = {}", own_exponential, total, weight))
    if cell.value("empty_rows"):
        text = cell.translate("explain", "no allowed key → uniform: {0}")
        lines.append(line(text, weight))
    return lines


def _value_terms(cell: ExplainedCell) -> list[Line]:
    weight, value = cell.number("weights"), cell.number("value")
    return [
        line("{} · {}", cell.name("weights"), cell.name("value")),
        line("{} · {} = {}", weight, factor(value), cell.number("value_terms")),
    ]


def _output(cell: ExplainedCell) -> list[Line]:
    if cell.scenario.form.has_output_projection:
        axes = (Axis.HEAD, Axis.VALUE_FEATURE)
        return _product("output", "concatenated", "w_output", *axes)(cell)
    return _product("output", "weights", "value", Axis.KEY)(cell)


def _grad_scaled_scores(cell: ExplainedCell) -> list[Line]:
    if cell.value("empty_rows"):  # the formula does not hold: no score of the row counts
        return [line("∂M / ∂S = 0 → {}", cell.number("grad_scaled_scores"))]
    keys = cell.along(Axis.KEY)
    terms = [("weights", at, "grad_weights", at) for at in keys]
    weights, gradients = (
        np.array([cell.value(i, at) for at in keys]) for i in ("weights", "grad_weights")
    )
    mean = cell.loose(float(weights @ gradients))
    lines = cell.products(terms)
    return [
        *lines,
        cell.summed("Σ = {}", lines, mean),
        line(
            "{} · ({} − {}) = {}",
            cell.number("weights"),
            cell.number("grad_weights"),
            factor(mean),
            cell.number("grad_scaled_scores"),
        ),
    ]


def _upstream(cell: ExplainedCell) -> str:
    """Return the id of the gradient by the heads side by side, in the panel that shows it."""
    projected = cell.scenario.form.has_output_projection
    return "grad_concatenated" if projected else "grad_output"


def _grad_value(cell: ExplainedCell) -> list[Line]:
    axes = (Axis.HEAD, Axis.QUERY)
    return _product("grad_value", "weights", _upstream(cell), *axes)(cell)


def _grad_weights(cell: ExplainedCell) -> list[Line]:
    return _product("grad_weights", _upstream(cell), "value", Axis.VALUE_FEATURE)(cell)


def _grad_concatenated(cell: ExplainedCell) -> list[Line]:
    if not cell.scenario.form.has_output_projection:
        return [cell.stated("grad_output")]
    return _product("grad_concatenated", "grad_output", "w_output", Axis.OUTPUT_FEATURE)(cell)


def _grad_inputs(total: str) -> Lines:
    """Return what explains the gradient by inputs: all paths that start at them."""

    def lines(cell: ExplainedCell) -> list[Line]:
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

    def lines(cell: ExplainedCell) -> list[Line]:
        left, right = cell.scenario.catalogue[total].reads
        places = cell.along(Axis.BATCH, row)
        return cell.sum_of(total, [(left, {**at, Axis.TOKEN: at[row]}, right, at) for at in places])

    return lines


def _row_max(cell: ExplainedCell) -> list[Line]:
    keys = cell.along(Axis.KEY)
    return [*cell.listed("masked_scores", keys), line("max = {}", cell.number("row_max"))]


def _row_sums(cell: ExplainedCell) -> list[Line]:
    return cell.sum_of_cells("Σ", "row_sums", "exponentials", cell.along(Axis.KEY))


def _same(quantity_id: str) -> Lines:
    """Return what explains a cell that is another one at another place."""
    return lambda cell: [cell.stated(quantity_id)]


def _loss(cell: ExplainedCell) -> list[Line]:
    axes = (Axis.BATCH, *(axis for axes in cell.scenario.catalogue["output"].axes[1:]
                          for axis in axes))  # fmt: skip
    return _product("loss", "output", "grad_output", *axes)(cell)


def _empty_rows(cell: ExplainedCell) -> list[Line]:
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

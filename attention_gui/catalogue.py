"""The catalogue: one row for every quantity that the program knows.

No Qt, no arithmetic. Panels, linked highlighting, explanations, captions, exports and the
command line's list of ids all come from this table. Formulas are TeX in the notation of
Vaswani et al. (2017, §3.2), with a bar for the gradient of the loss by a quantity.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from attention_gui.quantities import Axis, ColorScale, Form, Quantity, Role

__all__ = ["CATALOGUE", "catalogue"]

_B = (Axis.BATCH,)
_H = (Axis.HEAD,)
_I = (Axis.QUERY,)
_J = (Axis.KEY,)
_QUERY_COLUMNS = (Axis.HEAD, Axis.KEY_FEATURE)
_KEY_COLUMNS = (Axis.GROUP, Axis.KEY_FEATURE)
_VALUE_COLUMNS = (Axis.GROUP, Axis.VALUE_FEATURE)
_OUTPUT_COLUMNS = (Axis.HEAD, Axis.VALUE_FEATURE)
_SCORES = (_B, _H, _I, _J)
_ROWS = (_B, _H, _I)
_SIGNED, _UNIT, _PLAIN = ColorScale.SIGNED, ColorScale.UNIT, ColorScale.PLAIN


@lru_cache
def catalogue(form: Form) -> Mapping[str, Quantity]:
    """Return the quantities of a scenario of this form by id, in the order of computation."""
    rows = (*_inputs(form), *_forward(form), *_backward(form), *_diagnostics())
    return MappingProxyType({row.id: row for row in rows})


# A table reads better in columns than the formatter would leave it.
# fmt: off


def _inputs(form: Form) -> Iterator[Quantity]:
    """Yield what is typed in beside Q, K and V: X, the projections, the bias."""
    features = (Axis.INPUT_FEATURE,)
    source = (Axis.SOURCE_FEATURE,) if form.is_cross else features
    if form.is_projected:
        tokens = _I if form.is_cross else (Axis.TOKEN,)
        yield Quantity("inputs", "X", "X", "inputs", (_B, tokens, features),
                       Role.INPUT, _PLAIN, editable=True)
        if form.is_cross:
            yield Quantity("source_inputs", "X_s", "Xₛ", "source inputs", (_B, _J, source),
                           Role.INPUT, _PLAIN, editable=True)
        yield Quantity("w_query", "W_Q", "W_Q", "query projection", (features, _QUERY_COLUMNS),
                       Role.QUERY, _PLAIN, editable=True)
        yield Quantity("w_key", "W_K", "W_K", "key projection", (source, _KEY_COLUMNS),
                       Role.KEY, _PLAIN, editable=True)
        yield Quantity("w_value", "W_V", "W_V", "value projection", (source, _VALUE_COLUMNS),
                       Role.VALUE, _PLAIN, editable=True)
    if form.has_output_projection:
        yield Quantity("w_output", "W_O", "W_O", "output projection",
                       (_OUTPUT_COLUMNS, (Axis.OUTPUT_FEATURE,)),
                       Role.OUTPUT, _PLAIN, editable=True)
    if form.has_bias:
        yield Quantity("bias", "B", "B", "bias",
                       (_H, _I, _J) if form.has_head_bias else (_I, _J),
                       Role.SCORE, _PLAIN, editable=True)


def _operands(form: Form) -> Iterator[Quantity]:
    """Yield queries, keys and values: typed in, or projected from the inputs."""
    inputs = ("inputs", "X", Axis.INPUT_FEATURE)
    source = ("source_inputs", "X_s", Axis.SOURCE_FEATURE) if form.is_cross else inputs
    for quantity_id, letter, name, axes, role, (x, symbol, axis) in (
        ("query", "Q", "queries", (_B, _I, _QUERY_COLUMNS), Role.QUERY, inputs),
        ("key", "K", "keys", (_B, _J, _KEY_COLUMNS), Role.KEY, source),
        ("value", "V", "values", (_B, _J, _VALUE_COLUMNS), Role.VALUE, source),
    ):
        if not form.is_projected:
            yield Quantity(quantity_id, letter, letter, name, axes, role, _PLAIN, editable=True)
            continue
        row = "i" if quantity_id == "query" else "j"
        yield Quantity(
            quantity_id, letter, letter, name, axes, role, _SIGNED,
            formula=f"{symbol} W_{letter}",
            cell_formula=rf"{letter}_{{{row}c}} = \sum_a ({symbol})_{{{row}a}} (W_{letter})_{{ac}}",
            reads=(x, f"w_{quantity_id}"), sums_over=axis)


def _forward(form: Form) -> Iterator[Quantity]:
    """Yield everything from Q, K and V to the loss."""
    yield from _operands(form)
    yield Quantity(
        "raw_scores", "R", "R", "raw scores", _SCORES, Role.SCORE, _SIGNED,
        formula=r"Q K^{\mathsf{T}}",
        cell_formula=r"R_{ij} = \sum_c Q_{ic} K_{jc}",
        reads=("query", "key"), sums_over=Axis.KEY_FEATURE,
        operation="× Kᵀ")
    yield Quantity(
        "scaled_scores", "S", "S", "scaled scores", _SCORES, Role.SCORE, _SIGNED,
        formula=r"R $scaled",
        cell_formula=r"S_{ij} = R_{ij} $scaled",
        reads=("raw_scores",),
        operation="$scaled")
    bias, bias_cell = (" + B", " + B_{ij}") if form.has_bias else ("", "")
    blocked = r"{-1.8 \cdot 10^{308}}" if form.blocks_by_lowest else r"{-\infty}"
    yield Quantity(
        "masked_scores", "M", "M", "masked scores", _SCORES, Role.SCORE, _SIGNED,
        formula=rf"S{bias} \;\mathrm{{$alternatively}}\; {blocked}",
        cell_formula=rf"M_{{ij}} = S_{{ij}}{bias_cell} \;\mathrm{{$alternatively}}\; {blocked}",
        reads=("scaled_scores", "bias") if form.has_bias else ("scaled_scores",), masked=True,
        operation="+ B, mask" if form.has_bias else "mask")
    yield Quantity(
        "row_max", "m", "m", "row maximum", _ROWS, Role.SCORE, _SIGNED,
        formula=r"\max_j M_{ij}",
        cell_formula=r"m_i = \max_j M_{ij}",
        reads=("masked_scores",), sums_over=Axis.KEY,
        operation="max")
    yield Quantity(
        "exponentials", "E", "E", "exponentials", _SCORES, Role.SCORE, _UNIT,
        formula=r"e^{M - m}",
        cell_formula=r"E_{ij} = e^{M_{ij} - m_i}",
        reads=("masked_scores", "row_max"), masked=True,
        operation="exp(· − m)")
    yield Quantity(
        "row_sums", "Z", "Z", "row sum", _ROWS, Role.SCORE, _SIGNED,
        formula=r"\sum_j E_{ij}",
        cell_formula=r"Z_i = \sum_j E_{ij}",
        reads=("exponentials",), sums_over=Axis.KEY,
        operation="Σⱼ")
    yield Quantity(
        "weights", "A", "A", "weights", _SCORES, Role.WEIGHT, _UNIT,
        formula=r"E / Z",
        cell_formula=r"A_{ij} = E_{ij} / Z_i",
        reads=("exponentials", "row_sums"), masked=True,
        operation="÷ Z")
    yield Quantity(
        "value_terms", "T", "T", "value terms", (*_SCORES, (Axis.VALUE_FEATURE,)),
        Role.VALUE, _SIGNED,
        formula=r"A_{ij} V_j",
        cell_formula=r"T_{ijc} = A_{ij} V_{jc}",
        reads=("weights", "value"), masked=True,
        operation="× V")
    yield Quantity(
        "head_outputs", "O", "O", "head outputs", (_B, _H, _I, (Axis.VALUE_FEATURE,)),
        Role.OUTPUT, _SIGNED,
        formula=r"A V",
        cell_formula=r"O_{ic} = \sum_j A_{ij} V_{jc}",
        reads=("value_terms",), sums_over=Axis.KEY,
        operation="Σⱼ")
    yield Quantity(
        "concatenated", "C", "C", "heads side by side", (_B, _I, _OUTPUT_COLUMNS),
        Role.OUTPUT, _SIGNED,
        formula=r"[O^{(0)} O^{(1)} \cdots]" if form.has_many_heads else "O",
        cell_formula=r"C_{ic} = O_{ic}",
        reads=("head_outputs",),
        operation="concatenate" if form.has_many_heads else "=")
    yield from _output(form)


def _output(form: Form) -> Iterator[Quantity]:
    """Yield the output, projected if the scenario says so, and the loss."""
    if form.has_output_projection:
        yield Quantity(
            "output", "Y", "Y", "outputs", (_B, _I, (Axis.OUTPUT_FEATURE,)),
            Role.OUTPUT, _SIGNED,
            formula=r"C W_O",
            cell_formula=r"Y_{ib} = \sum_c C_{ic} (W_O)_{cb}",
            reads=("concatenated", "w_output"), sums_over=Axis.VALUE_FEATURE,
            operation="× W_O")
    else:
        yield Quantity(
            "output", "Y", "Y", "outputs", (_B, _I, _OUTPUT_COLUMNS), Role.OUTPUT, _SIGNED,
            formula=r"A V",
            cell_formula=r"Y_{ic} = \sum_j A_{ij} V_{jc}",
            reads=("concatenated",),
            operation="=")
    yield Quantity(
        "loss", "L", "L", "loss", (), Role.GRADIENT, _SIGNED,
        formula=r"\sum Y \bar{Y}",
        cell_formula=r"L = \sum_{ic} Y_{ic} \bar{Y}_{ic}",
        reads=("output", "grad_output"), sums_over=Axis.QUERY,
        operation="× Ȳ, Σ")


def _backward(form: Form) -> Iterator[Quantity]:
    """Yield the gradients, from the upstream gradient back to all that can be typed in."""
    yield from _output_gradients(form)
    # Without a projection the output's gradient is that of the heads side by side.
    heads = r"\bar{C}" if form.has_output_projection else r"\bar{Y}"
    # Keys and values that several heads share get the sum of what the heads of the group say.
    over_heads, h, within_group = (
        (r"\sum_{h \in g} ", "(h)", ", Σ within group") if form.has_shared_heads else ("", "", "")
    )
    of_head = f"^{{{h}}}" if h else ""
    yield Quantity(
        "grad_value", r"\bar{V}", "V̄", "gradient by values", (_B, _J, _VALUE_COLUMNS),
        Role.GRADIENT, _SIGNED,
        formula=rf"{over_heads}A^{{{h}\mathsf{{T}}}} {heads}{of_head}",
        cell_formula=rf"\bar{{V}}_{{jc}} = {over_heads}\sum_i "
                     rf"A{of_head}_{{ij}} {heads}{of_head}_{{ic}}",
        reads=("weights", "grad_head_outputs"), sums_over=Axis.QUERY,
        operation=f"Aᵀ ×{within_group}")
    yield Quantity(
        "grad_weights", r"\bar{A}", "Ā", "gradient by weights", _SCORES,
        Role.GRADIENT, _SIGNED,
        formula=rf"{heads} V^{{\mathsf{{T}}}}",
        cell_formula=rf"\bar{{A}}_{{ij}} = \sum_c {heads}_{{ic}} V_{{jc}}",
        reads=("grad_head_outputs", "value"), sums_over=Axis.VALUE_FEATURE,
        operation="× Vᵀ")
    yield Quantity(
        "grad_scaled_scores", r"\bar{S}", "S̄", "gradient by scaled scores", _SCORES,
        Role.GRADIENT, _SIGNED,
        formula=r"A \circ (\bar{A} - \sum_r A_r \bar{A}_r)",
        cell_formula=r"\bar{S}_{ij} = A_{ij} (\bar{A}_{ij} - \sum_r A_{ir} \bar{A}_{ir})",
        reads=("weights", "grad_weights"), sums_over=Axis.KEY, masked=True,
        operation="softmax backward")
    yield Quantity(
        "grad_raw_scores", r"\bar{R}", "R̄", "gradient by raw scores", _SCORES,
        Role.GRADIENT, _SIGNED,
        formula=r"\bar{S} $scaled",
        cell_formula=r"\bar{R}_{ij} = \bar{S}_{ij} $scaled",
        reads=("grad_scaled_scores",), masked=True,
        operation="$scaled")
    yield Quantity(
        "grad_query", r"\bar{Q}", "Q̄", "gradient by queries", (_B, _I, _QUERY_COLUMNS),
        Role.GRADIENT, _SIGNED,
        formula=r"\bar{R} K",
        cell_formula=r"\bar{Q}_{ic} = \sum_j \bar{R}_{ij} K_{jc}",
        reads=("grad_raw_scores", "key"), sums_over=Axis.KEY,
        operation="× K")
    yield Quantity(
        "grad_key", r"\bar{K}", "K̄", "gradient by keys", (_B, _J, _KEY_COLUMNS),
        Role.GRADIENT, _SIGNED,
        formula=rf"{over_heads}\bar{{R}}{{}}^{{{h}\mathsf{{T}}}} Q{of_head}",
        cell_formula=rf"\bar{{K}}_{{jc}} = {over_heads}\sum_i "
                     rf"\bar{{R}}{of_head}_{{ij}} Q{of_head}_{{ic}}",
        reads=("grad_raw_scores", "query"), sums_over=Axis.QUERY,
        operation=f"transpose, × Q{within_group}")
    yield from _input_gradients(form)


def _output_gradients(form: Form) -> Iterator[Quantity]:
    """Yield the upstream gradient and what it is to each head."""
    projected = form.has_output_projection
    yield Quantity(
        "grad_output", r"\bar{Y}", "Ȳ", "upstream gradient",
        (_B, _I, (Axis.OUTPUT_FEATURE,) if projected else _OUTPUT_COLUMNS),
        Role.GRADIENT, _PLAIN, editable=True)
    yield Quantity(
        "grad_concatenated", r"\bar{C}", "C̄", "gradient by heads side by side",
        (_B, _I, _OUTPUT_COLUMNS), Role.GRADIENT, _SIGNED,
        formula=r"\bar{Y} W_O^{\mathsf{T}}" if projected else r"\bar{Y}",
        cell_formula=r"\bar{C}_{ic} = \sum_b \bar{Y}_{ib} (W_O)_{cb}" if projected
                     else r"\bar{C}_{ic} = \bar{Y}_{ic}",
        reads=("grad_output", "w_output") if projected else ("grad_output",),
        sums_over=Axis.OUTPUT_FEATURE if projected else None,
        operation="× W_Oᵀ" if projected else "=")
    yield Quantity(
        "grad_head_outputs", r"\bar{O}", "Ō", "gradient by head outputs",
        (_B, _H, _I, (Axis.VALUE_FEATURE,)), Role.GRADIENT, _SIGNED,
        formula=r"\bar{C}",
        cell_formula=r"\bar{O}_{ic} = \bar{C}_{ic}",
        reads=("grad_concatenated",),
        operation="split" if form.has_many_heads else "=")


_PATHS = (("query", "Q"), ("key", "K"), ("value", "V"))


def _input_gradients(form: Form) -> Iterator[Quantity]:
    """Yield the gradients by what `_inputs` yields, the bias apart."""
    by_id = {row.id: row for row in _inputs(form)}
    source = "source_inputs" if form.is_cross else "inputs"
    origin = {"query": "inputs", "key": source, "value": source}
    for x in ("inputs", "source_inputs"):
        if x in by_id:
            paths = [path for path in _PATHS if origin[path[0]] == x]
            yield _grad_inputs(by_id[x], paths)
    for quantity_id, letter in _PATHS if form.is_projected else ():
        start, row = by_id[origin[quantity_id]], by_id[f"w_{quantity_id}"]
        yield Quantity(
            f"grad_{row.id}", rf"\bar{{W}}_{letter}", f"W̄_{letter}", f"gradient by {row.name}",
            row.axes, Role.GRADIENT, _SIGNED,
            formula=rf"{start.symbol}^{{\mathsf{{T}}}} \bar{{{letter}}}",
            cell_formula=rf"(\bar{{W}}_{letter})_{{ac}} = "
                         rf"\sum_i ({start.symbol})_{{ia}} \bar{{{letter}}}_{{ic}}",
            reads=(start.id, f"grad_{quantity_id}"),
            sums_over=Axis.QUERY if quantity_id == "query" else Axis.KEY,
            operation=f"{start.plain_symbol}ᵀ ×")
    if "w_output" in by_id:
        row = by_id["w_output"]
        yield Quantity(
            f"grad_{row.id}", r"\bar{W}_O", "W̄_O", f"gradient by {row.name}",
            row.axes, Role.GRADIENT, _SIGNED,
            formula=r"C^{\mathsf{T}} \bar{Y}",
            cell_formula=r"(\bar{W}_O)_{cb} = \sum_i C_{ic} \bar{Y}_{ib}",
            reads=("concatenated", "grad_output"), sums_over=Axis.QUERY,
            operation="Cᵀ ×")


def _grad_inputs(x: Quantity, paths: list[tuple[str, str]]) -> Quantity:
    """Return the gradient by inputs: the sum over the paths that start at them."""
    terms = [rf"\bar{{{letter}}} W_{letter}^{{\mathsf{{T}}}}" for _, letter in paths]
    cells = [rf"\sum_c \bar{{{letter}}}_{{ic}} (W_{letter})_{{ac}}" for _, letter in paths]
    symbol = x.symbol.replace("X", r"\bar{X}")
    return Quantity(
        f"grad_{x.id}", symbol, x.plain_symbol.replace("X", "X̄"), f"gradient by {x.name}",
        x.axes, Role.GRADIENT, _SIGNED,
        formula=" + ".join(terms),
        cell_formula=f"({symbol})_{{ia}} = " + " + ".join(cells),
        reads=tuple(f"{kind}_{i}" for i, _ in paths for kind in ("grad", "w")),
        sums_over=Axis.KEY_FEATURE,
        # A sum over several paths does not come from one panel alone.
        operation="× Wᵀ" if len(paths) == 1 else "")


def _diagnostics() -> Iterator[Quantity]:
    """Yield what is told of each row of the weights."""
    yield Quantity(
        "row_entropy", "H", "H", "row entropy in nats", _ROWS, Role.WEIGHT, _SIGNED,
        formula=r"-\sum_j A_{ij} \ln A_{ij}",
        cell_formula=r"H_i = -\sum_j A_{ij} \ln A_{ij}",
        reads=("weights",), sums_over=Axis.KEY)
    yield Quantity(
        "jacobian_trace", r"\mathrm{tr} J", "tr J", "trace of the softmax Jacobian", _ROWS,
        Role.WEIGHT, _SIGNED,
        formula=r"\sum_j A_{ij} (1 - A_{ij})",
        cell_formula=r"\mathrm{tr} J_i = \sum_j A_{ij} (1 - A_{ij})",
        reads=("weights",), sums_over=Axis.KEY)
    yield Quantity(
        "empty_rows", r"\emptyset", "∅", "rows with no allowed key", _ROWS,
        Role.SCORE, _PLAIN, reads=("masked_scores",))


CATALOGUE = catalogue(
    Form(is_projected=True, is_cross=True, has_output_projection=True, has_bias=True,
         has_many_heads=True)
)
"""Every quantity that there is, for what depends on no form: ids, names and symbols."""

"""The catalogue against the engine's arrays, and its formulas, in every form."""

import json
import re
from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import CASES

from attention_gui.catalogue import CATALOGUE, catalogue
from attention_gui.engine import Problem, Result, compute
from attention_gui.quantities import Axis, ColorScale, Form, Quantity, Role
from attention_gui.scenario.files import loads
from attention_gui.scenario.scenario import Scenario
from attention_gui.summaries import all_quantities, feeds

_PARTS = (
    "is_projected",
    "is_cross",
    "has_output_projection",
    "has_bias",
    "has_many_heads",
    "has_shared_heads",
    "blocks_by_lowest",
)
FORMS = [
    Form(**dict(zip(_PARTS, parts, strict=True)), has_head_bias=has_head_bias)
    for parts in product((False, True), repeat=len(_PARTS))
    for has_head_bias in (False, True)
    if parts[3] or not has_head_bias
    if parts[4] or not parts[5]
]
"""Every form that a scenario can have."""


def _all_rows() -> dict[str, tuple[Form, Quantity]]:
    """Return every row that some form has, once, with a form that has it."""
    rows: dict[Quantity, Form] = {}
    for form in FORMS:
        for quantity in catalogue(form).values():
            rows.setdefault(quantity, form)
    return {f"{row.id}-{number}": (form, row) for number, (row, form) in enumerate(rows.items())}


ROWS = _all_rows()
every_row = pytest.mark.parametrize(("form", "quantity"), list(ROWS.values()), ids=list(ROWS))
every_form = pytest.mark.parametrize("form", FORMS, ids=lambda form: _name_of(form))


def _name_of(form: Form) -> str:
    parts = [part for part in (*_PARTS, "has_head_bias") if getattr(form, part)]
    return "+".join(part.partition("_")[2] for part in parts) or "direct"


def _array(scenario: Scenario, result: Result, quantity_id: str) -> np.ndarray:
    return result[quantity_id] if quantity_id in result else scenario.matrix(quantity_id)


def _assert_catalogue_fits(scenario: Scenario) -> None:
    """Assert that there is a row for every quantity, with axes as long as its array's."""
    result, sizes = compute(scenario.problem), scenario.sizes
    typed_in = {i for i in scenario.editable if i not in result}
    assert set(scenario.catalogue) == set(result) | typed_in
    assert {row.id for row in scenario.catalogue.values() if row.editable} == set(scenario.editable)
    for quantity in scenario.catalogue.values():
        shape = tuple(
            int(np.prod([sizes[axis] for axis in merged], initial=1)) for merged in quantity.axes
        )
        assert _array(scenario, result, quantity.id).shape == shape, quantity.id


@st.composite
def scenarios_of_every_form(draw: st.DrawFn) -> Scenario:
    """Scenarios whose every axis has a length of its own, as far as that is possible."""
    form = draw(st.sampled_from(FORMS))
    rng = np.random.default_rng(0)
    batch, m, d_k, d_v = (draw(st.integers(1, 3)) for _ in range(4))
    n = draw(st.integers(1, 4)) if form.is_cross else m
    groups = draw(st.integers(1, 2)) if form.has_shared_heads else 1
    heads = groups * draw(st.integers(2, 3)) if form.has_many_heads else 1
    groups = groups if form.has_shared_heads else heads
    widths = {"query": heads * d_k, "key": groups * d_k, "value": groups * d_v}
    fields: dict[str, object] = {}
    if form.is_projected:
        d = draw(st.integers(1, 4))
        source = draw(st.integers(1, 4)) if form.is_cross else d
        fields["inputs"] = rng.normal(size=(batch, m, d))
        if form.is_cross:
            fields["source_inputs"] = rng.normal(size=(batch, n, source))
        for name, width in widths.items():
            rows = d if name == "query" else source
            fields[f"w_{name}"] = rng.normal(size=(rows, width))
    else:
        for name, width in widths.items():
            fields[name] = rng.normal(size=(batch, m if name == "query" else n, width))
    if form.has_output_projection:
        fields["w_output"] = rng.normal(size=(heads * d_v, draw(st.integers(1, 3))))
    if form.has_bias:
        fields["bias"] = rng.normal(size=(heads, m, n) if form.has_head_bias else (m, n))
    scenario = Scenario(
        **fields,  # type: ignore[arg-type]
        kind="cross" if form.is_cross else "self",
        heads=heads,
        key_value_heads=groups,
        empty_rows="uniform" if form.blocks_by_lowest else "zero",
    )
    assert scenario.form == form
    return scenario


@given(scenarios_of_every_form())
def test_axes_agree_with_the_shapes_of_the_arrays(scenario: Scenario) -> None:
    _assert_catalogue_fits(scenario)


@pytest.mark.parametrize("name", CASES)
def test_the_stored_cases_have_their_catalogues(name: str) -> None:
    _assert_catalogue_fits(loads(json.dumps(CASES[name]["scenario"]).encode()))


def test_the_catalogue_has_a_row_for_every_quantity_of_the_engine() -> None:
    one = np.ones((1, 1))
    assert set(compute(Problem(query=one, key=one, value=one))) == set(catalogue(Form()))


@every_form
def test_every_id_of_every_form_is_in_the_whole_catalogue(form: Form) -> None:
    for quantity_id, quantity in catalogue(form).items():
        assert quantity.id == quantity_id
        whole = CATALOGUE[quantity_id]
        assert (quantity.name, quantity.symbol, quantity.plain_symbol, quantity.role) == (
            whole.name, whole.symbol, whole.plain_symbol, whole.role
        )  # fmt: skip


def test_the_whole_catalogue_has_no_id_that_no_form_has() -> None:
    assert set(CATALOGUE) == {row.id for _, row in ROWS.values()}


@every_form
def test_reads_and_feeds_are_inverse(form: Form) -> None:
    rows = all_quantities(form)
    for quantity in rows.values():
        assert set(quantity.reads) <= set(rows), quantity.id
        assert len(quantity.reads) == len(set(quantity.reads))
        fed = feeds(form, quantity.id)
        assert set(fed) == {row.id for row in rows.values() if quantity.id in row.reads}
        assert len(fed) == len(set(fed))
        for source in quantity.reads:
            assert quantity.id in feeds(form, source)


@every_form
def test_whatever_is_typed_in_reaches_the_loss_and_has_its_gradient(form: Form) -> None:
    rows = catalogue(form)
    for quantity in rows.values():
        if not quantity.editable:
            continue
        reached, due = set(), [quantity.id]
        while due:
            reached.add(due[-1])
            due += set(feeds(form, due.pop())) - reached
        assert "loss" in reached, quantity.id
        if quantity.id not in ("grad_output", "bias"):
            gradient = rows[f"grad_{quantity.id}"]
            assert gradient.axes == quantity.axes
            assert gradient.role is Role.GRADIENT
            assert gradient.name == f"gradient by {quantity.name}"


@every_form
def test_the_order_is_the_order_of_the_computation(form: Form) -> None:
    rows = catalogue(form)
    ids = list(rows)
    for place, quantity in enumerate(rows.values()):
        computed = [source for source in quantity.reads if not rows[source].editable]
        assert all(ids.index(source) < place for source in computed), quantity.id


@every_row
def test_what_is_typed_in_has_no_formula_and_everything_else_has(
    form: Form, quantity: Quantity
) -> None:
    operands = ("query", "key", "value")
    given_ = ("inputs", "source_inputs", *(f"w_{name}" for name in operands))
    typed_in = {*(given_ if form.is_projected else operands), "w_output", "bias", "grad_output"}
    assert quantity.editable == (not quantity.reads)
    assert quantity.editable == (quantity.id in typed_in)
    if quantity.id != "empty_rows":
        assert bool(quantity.formula) != quantity.editable
        assert bool(quantity.cell_formula) != quantity.editable
    if quantity.editable:
        assert quantity.scale is ColorScale.PLAIN
        assert not quantity.masked


@every_row
def test_a_sum_runs_over_an_axis_that_something_it_reads_has(
    form: Form, quantity: Quantity
) -> None:
    if quantity.sums_over is None:
        return
    own = {axis for merged in quantity.axes for axis in merged}
    read = {
        axis
        for source in quantity.reads
        for merged in catalogue(form)[source].axes
        for axis in merged
    }
    if quantity.id != "grad_scaled_scores":
        assert quantity.sums_over in read
        assert quantity.sums_over not in own


@every_row
def test_roles_follow_the_names(form: Form, quantity: Quantity) -> None:
    assert (quantity.role is Role.GRADIENT) == (
        quantity.id.startswith("grad_") or quantity.id == "loss"
    )
    assert quantity.masked <= (Axis.KEY in {a for merged in quantity.axes for a in merged})
    if quantity.scale is ColorScale.UNIT:
        assert quantity.id in ("exponentials", "weights")


@every_form
def test_names_and_symbols_are_unique(form: Form) -> None:
    rows = list(catalogue(form).values())
    assert len({quantity.name for quantity in rows}) == len(rows)
    assert len({quantity.symbol for quantity in rows}) == len(rows)
    assert len({quantity.plain_symbol for quantity in rows}) == len(rows)
    assert all(quantity.name == quantity.name.strip() != "" for quantity in rows)


@every_form
def test_scaling_appears_where_it_is_applied_and_only_there(form: Form) -> None:
    rows = catalogue(form)
    scaled = {quantity.id for quantity in rows.values() if "!" in quantity.typeset("!")}
    assert scaled == {"scaled_scores", "grad_raw_scores"}
    cells = {quantity.id for quantity in rows.values() if "!" in quantity.typeset_cell("!")}
    assert cells == {"scaled_scores", "grad_raw_scores"}
    assert rows["query"].typeset(r"/ \sqrt{2}") == ("Q = X W_Q" if form.is_projected else "Q")
    assert rows["scaled_scores"].typeset(r"/ \sqrt{2}") == r"S = R / \sqrt{2}"


@pytest.mark.parametrize("scaled", ["", r"/ \sqrt{64}", r"\cdot 0.25"])
@every_row
def test_formulas_can_be_typeset(form: Form, quantity: Quantity, scaled: str) -> None:
    from ziamath import zmath

    if scaled and quantity.id not in ("scaled_scores", "grad_raw_scores"):
        assert quantity.typeset(scaled) == quantity.typeset("")
        return
    for tex in (quantity.typeset(scaled), quantity.typeset_cell(scaled)):
        if not tex:
            continue
        assert tex.count("{") == tex.count("}")
        assert "$" not in tex
        svg = ElementTree.fromstring(zmath.Latex(tex, size=48, inline=True).svg())
        width, height = (float(svg.attrib[name]) for name in ("width", "height"))
        assert 10 < width < 2500, tex
        assert 10 < height < 200, tex
        assert [e for e in svg.iter() if e.tag.endswith(("path", "use", "symbol"))], tex


@every_row
def test_a_formula_names_what_it_reads(form: Form, quantity: Quantity) -> None:
    """The symbols of a cell's formula are those of the catalogue, and the first is its own."""
    if not quantity.cell_formula:
        return
    left, _, right = re.sub(r"\s", "", quantity.typeset_cell("")).partition("=")
    own = re.sub(r"\s", "", quantity.symbol)
    assert left.removeprefix("(").startswith((own, rf"\mathrm{{{own}}}")), left
    for source in quantity.reads:
        symbol = re.sub(r"\s", "", catalogue(form)[source].symbol)
        if source not in _SPELLED_OUT.get(quantity.id, ()):
            assert symbol in right, (quantity.id, source)


_SPELLED_OUT = {
    "head_outputs": ("value_terms",),
    "output": ("concatenated",),
    "grad_value": ("grad_head_outputs",),
    "grad_weights": ("grad_head_outputs",),
}
"""A V is told by its factors, not by the terms of its sum; what only places heads is left out."""

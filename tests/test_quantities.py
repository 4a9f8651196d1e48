"""The catalogue against the engine's arrays, and its formulas."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention_gui.engine import Problem, compute
from attention_gui.quantities import CATALOGUE, Axis, ColorScale, Quantity, Role, feeds

QUANTITIES = list(CATALOGUE.values())
IDS = list(CATALOGUE)

sizes_of = st.fixed_dictionaries(
    {
        Axis.BATCH: st.integers(1, 2),
        Axis.HEAD: st.integers(1, 3),
        Axis.QUERY: st.integers(1, 4),
        Axis.KEY_FEATURE: st.integers(1, 3),
        Axis.VALUE_FEATURE: st.integers(1, 3),
    }
)


def test_the_catalogue_has_a_row_for_every_quantity_of_the_engine() -> None:
    one = np.ones((1, 1))
    assert set(compute(Problem(query=one, key=one, value=one))) == set(CATALOGUE)


@given(sizes_of)
def test_axes_agree_with_the_shapes_of_the_arrays(sizes: dict[Axis, int]) -> None:
    sizes = {**sizes, Axis.KEY: sizes[Axis.QUERY]}
    rng = np.random.default_rng(0)
    batch, tokens, heads = sizes[Axis.BATCH], sizes[Axis.QUERY], sizes[Axis.HEAD]
    key = (batch, tokens, heads * sizes[Axis.KEY_FEATURE])
    value = (batch, tokens, heads * sizes[Axis.VALUE_FEATURE])
    result = compute(
        Problem(
            query=rng.normal(size=key),
            key=rng.normal(size=key),
            value=rng.normal(size=value),
            heads=heads,
        )
    )
    for quantity in QUANTITIES:
        shape = tuple(
            int(np.prod([sizes[axis] for axis in merged], initial=1)) for merged in quantity.axes
        )
        assert result[quantity.id].shape == shape, quantity.id


@pytest.mark.parametrize("quantity", QUANTITIES, ids=IDS)
def test_reads_and_feeds_are_inverse(quantity: Quantity) -> None:
    assert set(quantity.reads) <= set(CATALOGUE)
    assert set(feeds(quantity.id)) == {row.id for row in QUANTITIES if quantity.id in row.reads}
    for source in quantity.reads:
        assert quantity.id in feeds(source)
    assert len(feeds(quantity.id)) == len(set(feeds(quantity.id)))


def test_the_order_is_the_order_of_the_computation() -> None:
    for place, quantity in enumerate(QUANTITIES):
        computed = [source for source in quantity.reads if not CATALOGUE[source].editable]
        assert all(IDS.index(source) < place for source in computed), quantity.id


@pytest.mark.parametrize("quantity", QUANTITIES, ids=IDS)
def test_what_is_typed_in_has_no_formula_and_everything_else_has(quantity: Quantity) -> None:
    assert quantity.editable == (not quantity.reads)
    assert quantity.editable == (quantity.id in ("query", "key", "value", "grad_output"))
    if quantity.id != "empty_rows":
        assert bool(quantity.formula) != quantity.editable
        assert bool(quantity.cell_formula) != quantity.editable
    if quantity.editable:
        assert quantity.scale is ColorScale.PLAIN
        assert not quantity.masked


@pytest.mark.parametrize("quantity", QUANTITIES, ids=IDS)
def test_a_sum_runs_over_an_axis_that_something_it_reads_has(quantity: Quantity) -> None:
    if quantity.sums_over is None:
        return
    own = {axis for merged in quantity.axes for axis in merged}
    read = {axis for source in quantity.reads for merged in CATALOGUE[source].axes
            for axis in merged}  # fmt: skip
    if quantity.id not in ("output", "grad_scaled_scores"):
        assert quantity.sums_over in read
        assert quantity.sums_over not in own


@pytest.mark.parametrize("quantity", QUANTITIES, ids=IDS)
def test_roles_follow_the_names(quantity: Quantity) -> None:
    assert (quantity.role is Role.GRADIENT) == (
        quantity.id.startswith("grad_") or quantity.id == "loss"
    )
    assert quantity.masked <= (Axis.KEY in {a for merged in quantity.axes for a in merged})
    if quantity.scale is ColorScale.UNIT:
        assert quantity.id in ("exponentials", "weights")


def test_names_and_symbols_are_unique() -> None:
    assert len({quantity.name for quantity in QUANTITIES}) == len(QUANTITIES)
    assert len({quantity.symbol for quantity in QUANTITIES}) == len(QUANTITIES)
    assert len({quantity.plain_symbol for quantity in QUANTITIES}) == len(QUANTITIES)
    assert all(quantity.name == quantity.name.strip() != "" for quantity in QUANTITIES)


def test_scaling_appears_where_it_is_applied_and_only_there() -> None:
    scaled = {quantity.id for quantity in QUANTITIES if "!" in quantity.typeset("!")}
    assert scaled == {"scaled_scores", "grad_raw_scores", "grad_query", "grad_key"}
    cells = {quantity.id for quantity in QUANTITIES if "!" in quantity.typeset_cell("!")}
    assert cells == {"scaled_scores", "grad_raw_scores"}
    assert CATALOGUE["query"].typeset(r"/ \sqrt{2}") == "Q"
    assert CATALOGUE["scaled_scores"].typeset(r"/ \sqrt{2}") == r"S = R / \sqrt{2}"


@pytest.mark.parametrize("scaled", ["", r"/ \sqrt{64}", r"\cdot 0.25"])
@pytest.mark.parametrize("quantity", QUANTITIES, ids=IDS)
def test_formulas_can_be_typeset(quantity: Quantity, scaled: str) -> None:
    from ziamath import zmath

    for tex in (quantity.typeset(scaled), quantity.typeset_cell(scaled)):
        if not tex:
            continue
        assert tex.count("{") == tex.count("}")
        svg = ElementTree.fromstring(zmath.Latex(tex, size=48, inline=True).svg())
        width, height = (float(svg.attrib[name]) for name in ("width", "height"))
        assert 10 < width < 1500, tex
        assert 10 < height < 200, tex
        assert [e for e in svg.iter() if e.tag.endswith(("path", "use", "symbol"))], tex


@pytest.mark.parametrize("quantity", QUANTITIES, ids=IDS)
def test_a_formula_names_what_it_reads(quantity: Quantity) -> None:
    """The symbols of a cell's formula are those of the catalogue, and the first is its own."""
    if quantity.cell_formula:
        plain = re.sub(r"\s", "", quantity.typeset_cell(""))
        own = re.sub(r"\s", "", quantity.symbol)
        assert plain.startswith((own, rf"\mathrm{{{own}}}")), plain

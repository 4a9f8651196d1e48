import json
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import CASES

from attention_gui.catalogue import catalogue
from attention_gui.engine import compute
from attention_gui.quantities import Axis, Form, Quantity
from attention_gui.scenario.files import loads
from attention_gui.scenario.selection import Selection, coordinates, group_of, position

DIRECT = catalogue(Form())
CROSS = catalogue(Form(is_projected=True, is_cross=True, has_output_projection=True,
                       has_bias=True, has_head_bias=True, has_many_heads=True))  # fmt: skip
SELF = catalogue(Form(is_projected=True, has_bias=True))
FORMS = (DIRECT, SELF, CROSS)


@st.composite
def sizes_of(draw: st.DrawFn) -> dict[Axis, int]:
    """Any sizes; query heads share key/value heads evenly, and every token is a query."""
    sizes = {axis: draw(st.integers(1, 4)) for axis in Axis}
    n_heads = sizes[Axis.GROUP] * draw(st.integers(1, 3))
    return {**sizes, Axis.HEAD: n_heads, Axis.TOKEN: sizes[Axis.QUERY]}


quantities = st.sampled_from([quantity for rows in FORMS for quantity in rows.values()])
SIZES = {Axis.BATCH: 2, Axis.HEAD: 2, Axis.GROUP: 2, Axis.QUERY: 3, Axis.KEY: 4,
         Axis.KEY_FEATURE: 2, Axis.VALUE_FEATURE: 3}  # fmt: skip
SHARED = {**SIZES, Axis.HEAD: 6}
"""Three query heads read each key/value head."""


def _shape(axes: tuple[tuple[Axis, ...], ...], sizes: dict[Axis, int]) -> tuple[int, ...]:
    shape = []
    for merged in axes:
        length = 1
        for axis in merged:
            length *= sizes[axis]
        shape.append(length)
    return tuple(shape)


def _at(quantity_id: str, *index: int) -> Selection:
    return Selection("weights").at(DIRECT[quantity_id], index, SIZES)


@given(quantities, sizes_of())
def test_position_undoes_coordinates(quantity: Quantity, sizes: dict[Axis, int]) -> None:
    seen = set()
    for index in product(*map(range, _shape(quantity.axes, sizes))):
        named = coordinates(quantity, index, sizes)
        assert set(named) == {axis for merged in quantity.axes for axis in merged}
        assert all(0 <= at < sizes[axis] for axis, at in named.items())
        assert position(quantity, named, sizes) == index
        seen.add(tuple(sorted(named.items())))
    assert len(seen) == len(list(product(*map(range, _shape(quantity.axes, sizes)))))


def test_the_columns_of_head_0_come_first() -> None:
    named = coordinates(DIRECT["query"], (1, 2, 3), SIZES)
    assert named == {Axis.BATCH: 1, Axis.QUERY: 2, Axis.HEAD: 1, Axis.KEY_FEATURE: 1}
    assert coordinates(DIRECT["value"], (0, 3, 2), SIZES)[Axis.GROUP] == 0
    assert coordinates(DIRECT["value"], (0, 3, 3), SIZES)[Axis.GROUP] == 1
    assert coordinates(DIRECT["output"], (0, 2, 2), SIZES)[Axis.HEAD] == 0
    assert coordinates(DIRECT["output"], (0, 2, 3), SIZES)[Axis.HEAD] == 1


def test_an_axis_that_is_not_named_counts_as_0() -> None:
    assert position(DIRECT["weights"], {Axis.KEY: 3}, SIZES) == (0, 0, 0, 3)
    assert position(DIRECT["loss"], {}, SIZES) == ()


def test_selecting_keeps_the_context_that_the_cell_leaves_open() -> None:
    selection = _at("weights", 1, 1, 2, 3)
    assert dict(selection.context) == {Axis.BATCH: 1, Axis.HEAD: 1, Axis.QUERY: 2}
    key = selection.at(DIRECT["key"], (1, 0, 0), SIZES)
    assert dict(key.axes) == {
        Axis.BATCH: 1, Axis.KEY: 0, Axis.HEAD: 0, Axis.GROUP: 0, Axis.KEY_FEATURE: 0
    }  # fmt: skip
    assert dict(key.context) == {Axis.BATCH: 1, Axis.HEAD: 0, Axis.QUERY: 2}


def test_a_head_brings_the_key_value_head_that_it_reads() -> None:
    for head in range(6):
        selection = Selection("weights").at(DIRECT["weights"], (0, head, 0, 0), SHARED)
        assert selection.axes[Axis.GROUP] == group_of(head, SHARED) == head // 3
        assert selection.context[Axis.HEAD] == head


def test_a_shared_head_keeps_the_head_that_is_shown_if_it_reads_it() -> None:
    shown = Selection("weights").at(DIRECT["weights"], (0, 4, 1, 1), SHARED)
    own = shown.at(DIRECT["value"], (0, 2, 5), SHARED)
    assert own.axes[Axis.GROUP] == 1
    assert Axis.HEAD not in own.axes, "three heads read it; none of them is selected"
    assert own.context[Axis.HEAD] == 4
    other = shown.at(DIRECT["value"], (0, 2, 0), SHARED)
    assert other.axes[Axis.GROUP] == 0
    assert other.context[Axis.HEAD] == 0, "the first head that reads it"
    assert own.at(DIRECT["key"], (0, 0, 3), SHARED).context[Axis.HEAD] == 4


def test_a_token_of_the_inputs_shows_its_query() -> None:
    sizes = {**SIZES, Axis.TOKEN: 3, Axis.KEY: 3, Axis.INPUT_FEATURE: 4}
    selection = Selection("weights").at(SELF["inputs"], (1, 2, 3), sizes)
    assert dict(selection.axes) == {Axis.BATCH: 1, Axis.TOKEN: 2, Axis.INPUT_FEATURE: 3}
    assert dict(selection.context) == {Axis.BATCH: 1, Axis.HEAD: 0, Axis.QUERY: 2}


def test_showing_another_head_moves_only_what_has_one() -> None:
    shown = _at("weights", 0, 0, 1, 1).showing(Axis.HEAD, 1, SIZES)
    assert shown.axes[Axis.HEAD] == 1
    assert shown.axes[Axis.GROUP] == 1
    assert shown.context[Axis.HEAD] == 1
    assert shown.index(DIRECT["weights"], SIZES) == (0, 1, 1, 1)
    loss = Selection("loss").showing(Axis.HEAD, 1, SIZES)
    assert not {Axis.HEAD, Axis.GROUP} & set(loss.axes)
    assert loss.context[Axis.HEAD] == 1


def test_showing_another_head_moves_a_shared_one_along() -> None:
    value = Selection("weights").at(DIRECT["value"], (0, 2, 5), SHARED)
    for head in range(6):
        shown = value.showing(Axis.HEAD, head, SHARED)
        assert shown.index(DIRECT["value"], SHARED) == (0, 2, 2 + 3 * (head // 3))
        assert shown.context[Axis.HEAD] == head


@given(quantities, sizes_of(), sizes_of(), st.sampled_from(FORMS), st.data())
def test_within_always_leads_to_a_cell_that_exists(  # type: ignore[no-untyped-def]
    quantity, before, after, form, data
) -> None:
    shape = _shape(quantity.axes, before)
    index = tuple(data.draw(st.integers(0, length - 1)) for length in shape)
    selection = Selection(quantity.id).at(quantity, index, before)
    assert selection.index(quantity, before) == index
    moved = selection.within(form, before, after)
    found = form[moved.quantity]
    assert moved.quantity == (quantity.id if quantity.id in form else "weights")
    cell = moved.index(found, after)
    for at, length in zip(cell, _shape(found.axes, after), strict=True):
        assert 0 <= at < length
    assert all(0 <= at < after[axis] for axis, at in moved.context.items())
    assert all(0 <= at < after[axis] for axis, at in moved.axes.items())
    if Axis.HEAD in moved.axes:
        assert moved.axes[Axis.GROUP] == group_of(moved.axes[Axis.HEAD], after)
    own = {axis for merged in quantity.axes for axis in merged}
    if form.get(quantity.id) == quantity and all(before[axis] <= after[axis] for axis in own):
        assert cell == _index_among(quantity, index, before, after)


def _index_among(
    quantity: Quantity, index: tuple[int, ...], before: dict[Axis, int], after: dict[Axis, int]
) -> tuple[int, ...]:
    """Return the cell with the same coordinates in larger sizes."""
    return position(quantity, coordinates(quantity, index, before), after)


@pytest.mark.parametrize(("heads", "width"), [(1, 12), (2, 6), (3, 4), (6, 2), (12, 1)])
@pytest.mark.parametrize("then", [1, 2, 3, 4, 6, 12])
def test_a_column_stays_selected_when_heads_split_it_anew(
    heads: int, width: int, then: int
) -> None:
    axes = {Axis.HEAD: heads, Axis.GROUP: heads, Axis.KEY_FEATURE: width}
    before = {**SIZES, **axes}
    after = {**SIZES, Axis.HEAD: then, Axis.GROUP: then, Axis.KEY_FEATURE: 12 // then}
    for name in ("query", "key"):
        for column in range(12):
            selection = Selection(name).at(DIRECT[name], (0, 1, column), before)
            moved = selection.within(DIRECT, before, after)
            assert moved.index(DIRECT[name], after) == (0, 1, column)
            assert moved.context[Axis.HEAD] == column // (12 // then), "its head is shown"


@given(quantities, sizes_of(), st.data())
def test_within_the_same_sizes_nothing_moves(  # type: ignore[no-untyped-def]
    quantity, sizes, data
) -> None:
    index = tuple(data.draw(st.integers(0, length - 1)) for length in _shape(quantity.axes, sizes))
    selection = Selection(quantity.id).at(quantity, index, sizes)
    assert selection.within({quantity.id: quantity}, sizes, sizes) == selection


def test_a_cell_that_is_gone_leaves_the_selection_at_the_weights() -> None:
    sizes = {**SIZES, Axis.TOKEN: 3, Axis.KEY: 3, Axis.INPUT_FEATURE: 4}
    selection = Selection("weights").at(SELF["inputs"], (1, 2, 3), sizes)
    moved = selection.within(DIRECT, sizes, SIZES)
    assert moved.quantity == "weights"
    assert moved.index(DIRECT["weights"], SIZES) == (1, 0, 2, 0)


@pytest.mark.parametrize("name", CASES)
def test_every_cell_of_every_form_is_selected_and_found_again(name: str) -> None:
    scenario = loads(json.dumps(CASES[name]["scenario"]).encode())
    result = compute(scenario.problem)
    for quantity in scenario.catalogue.values():
        array = result[quantity.id] if quantity.id in result else scenario.matrix(quantity.id)
        for index in np.ndindex(array.shape):
            selection = Selection("loss").at(quantity, index, scenario.sizes)
            assert selection.quantity == quantity.id
            assert selection.index(quantity, scenario.sizes) == index


def test_a_selection_cannot_be_changed() -> None:
    selection = Selection("weights", {Axis.KEY: 1})
    with pytest.raises(TypeError):
        selection.axes[Axis.KEY] = 2  # type: ignore[index]
    with pytest.raises(AttributeError):
        selection.quantity = "query"  # type: ignore[misc]


def test_a_selection_does_not_keep_the_mapping_it_was_given() -> None:
    axes = {Axis.KEY: 1}
    selection = Selection("weights", axes)
    axes[Axis.KEY] = 3
    assert selection.axes[Axis.KEY] == 1

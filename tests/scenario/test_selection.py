from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention_gui.quantities import CATALOGUE, Axis
from attention_gui.scenario.selection import Selection, coordinates, position

sizes_of = st.fixed_dictionaries({axis: st.integers(1, 4) for axis in Axis})
quantities = st.sampled_from(list(CATALOGUE.values()))
SIZES = {Axis.BATCH: 2, Axis.HEAD: 2, Axis.QUERY: 3, Axis.KEY: 4, Axis.KEY_FEATURE: 2,
         Axis.VALUE_FEATURE: 3}  # fmt: skip


def _shape(axes: tuple[tuple[Axis, ...], ...], sizes: dict[Axis, int]) -> tuple[int, ...]:
    shape = []
    for merged in axes:
        length = 1
        for axis in merged:
            length *= sizes[axis]
        shape.append(length)
    return tuple(shape)


@given(quantities, sizes_of)
def test_position_undoes_coordinates(quantity, sizes) -> None:  # type: ignore[no-untyped-def]
    seen = set()
    for index in product(*map(range, _shape(quantity.axes, sizes))):
        named = coordinates(quantity, index, sizes)
        assert set(named) == {axis for merged in quantity.axes for axis in merged}
        assert all(0 <= at < sizes[axis] for axis, at in named.items())
        assert position(quantity, named, sizes) == index
        seen.add(tuple(sorted(named.items())))
    assert len(seen) == len(list(product(*map(range, _shape(quantity.axes, sizes)))))


def test_the_columns_of_head_0_come_first() -> None:
    named = coordinates(CATALOGUE["query"], (1, 2, 3), SIZES)
    assert named == {Axis.BATCH: 1, Axis.QUERY: 2, Axis.HEAD: 1, Axis.KEY_FEATURE: 1}
    assert coordinates(CATALOGUE["value"], (0, 3, 2), SIZES)[Axis.HEAD] == 0
    assert coordinates(CATALOGUE["value"], (0, 3, 3), SIZES)[Axis.HEAD] == 1


def test_an_axis_that_is_not_named_counts_as_0() -> None:
    assert position(CATALOGUE["weights"], {Axis.KEY: 3}, SIZES) == (0, 0, 0, 3)
    assert position(CATALOGUE["loss"], {}, SIZES) == ()


def test_selecting_keeps_the_context_that_the_cell_leaves_open() -> None:
    selection = Selection("weights").at("weights", (1, 1, 2, 3), SIZES)
    assert dict(selection.context) == {Axis.BATCH: 1, Axis.HEAD: 1, Axis.QUERY: 2}
    key = selection.at("key", (1, 0, 0), SIZES)
    assert dict(key.axes) == {Axis.BATCH: 1, Axis.KEY: 0, Axis.HEAD: 0, Axis.KEY_FEATURE: 0}
    assert dict(key.context) == {Axis.BATCH: 1, Axis.HEAD: 0, Axis.QUERY: 2}


def test_showing_another_head_moves_only_what_has_one() -> None:
    selection = Selection("weights").at("weights", (0, 0, 1, 1), SIZES)
    shown = selection.showing(Axis.HEAD, 1)
    assert shown.axes[Axis.HEAD] == 1
    assert shown.context[Axis.HEAD] == 1
    assert shown.index(SIZES) == (0, 1, 1, 1)
    loss = Selection("loss").showing(Axis.HEAD, 1)
    assert Axis.HEAD not in loss.axes
    assert loss.context[Axis.HEAD] == 1


@given(quantities, sizes_of, sizes_of, st.data())
def test_within_always_leads_to_a_cell_that_exists(  # type: ignore[no-untyped-def]
    quantity, before, after, data
) -> None:
    shape = _shape(quantity.axes, before)
    index = tuple(data.draw(st.integers(0, length - 1)) for length in shape)
    selection = Selection(quantity.id).at(quantity.id, index, before)
    assert selection.index(before) == index
    moved = selection.within(after)
    for at, length in zip(moved.index(after), _shape(quantity.axes, after), strict=True):
        assert 0 <= at < length
    assert all(0 <= at < after[axis] for axis, at in moved.context.items())
    if all(before[axis] <= after[axis] for axis in Axis):
        assert moved == selection


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

import json
from itertools import product
from typing import Any

import numpy as np
import pytest
from reference import CASES

from attention_gui.catalogue import catalogue
from attention_gui.engine import BlockReason, Result, block_reasons, compute
from attention_gui.quantities import Axis, ColorScale, Form
from attention_gui.scenario.files import loads
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection
from attention_gui.scenario.sheets import SOFTMAX_STAGES, Sheet, quantity_sheet, softmax_sheet

PANELS = [row.id for row in catalogue(Form()).values() if len(row.axes) >= 3 and row.id not in
          ("row_max", "row_sums", "row_entropy", "jacobian_trace", "empty_rows")]  # fmt: skip


def _scenario(**options: Any) -> Scenario:
    rng = np.random.default_rng(11)
    return Scenario(
        **{
            "query": rng.normal(size=(2, 3, 4)),
            "key": rng.normal(size=(2, 3, 4)),
            "value": rng.normal(size=(2, 3, 6)),
            "tokens": ("a", "b", "c"),
            "heads": 2,
            **options,
        }
    )


SCENARIO = _scenario(causal=True, padding=[[False, False, False], [True, False, False]])
RESULT = compute(SCENARIO.problem)


def _selection(quantity_id: str, index: tuple[int, ...]) -> Selection:
    return Selection("weights").at(SCENARIO.catalogue[quantity_id], index, SCENARIO.sizes)


AT = _selection("weights", (1, 1, 2, 0))


@pytest.mark.parametrize("quantity_id", PANELS)
def test_every_cell_of_a_sheet_is_the_array_entry_it_names(quantity_id: str) -> None:
    sheet = quantity_sheet(quantity_id, SCENARIO, RESULT, AT)
    array = RESULT[quantity_id]
    assert sheet.shape == array.shape[-2:] == sheet.values.shape
    for row in range(sheet.shape[0]):
        for column in range(sheet.shape[1]):
            source, index = sheet.cell(row, column)
            assert source == quantity_id
            assert array[index] == sheet.values[row, column]
            selection = Selection("loss", context=AT.context)
            quantity = SCENARIO.catalogue[source]
            assert sheet.place(selection.at(quantity, index, SCENARIO.sizes)) == (row, column)


@pytest.mark.parametrize("quantity_id", PANELS)
def test_a_linked_cell_agrees_on_every_shared_axis(quantity_id: str) -> None:
    sheet = quantity_sheet(quantity_id, SCENARIO, RESULT, AT)
    linked = sheet.linked(AT)
    for row in range(sheet.shape[0]):
        for column in range(sheet.shape[1]):
            source, index = sheet.cell(row, column)
            quantity = SCENARIO.catalogue[source]
            cell = Selection("loss").at(quantity, index, SCENARIO.sizes).axes
            shared = set(cell) & set(AT.axes)
            agrees = all(cell[axis] == AT.axes[axis] for axis in shared)
            assert linked[row, column] == agrees


def test_what_shares_only_the_batch_or_the_head_is_not_linked() -> None:
    selection = _selection("query", (1, 0, 2))
    sheet = quantity_sheet("value", SCENARIO, RESULT, selection)
    assert not sheet.linked(selection).any()
    assert quantity_sheet("key", SCENARIO, RESULT, selection).linked(selection)[:, 2].all()


def test_another_head_or_batch_is_not_linked() -> None:
    shown = AT.showing(Axis.HEAD, 0, SCENARIO.sizes)
    sheet = quantity_sheet("weights", SCENARIO, RESULT, shown)
    elsewhere = _selection("weights", (1, 1, 2, 0))
    assert not sheet.linked(elsewhere).any()
    assert sheet.place(elsewhere) is None
    assert sheet.place(shown) == (2, 0)


def test_labels_name_tokens_features_and_heads() -> None:
    weights = quantity_sheet("weights", SCENARIO, RESULT, AT)
    assert weights.rows.labels == weights.columns.labels == ("a", "b", "c")
    value = quantity_sheet("value", SCENARIO, RESULT, AT)
    assert value.columns.labels == ("h0·0", "h0·1", "h0·2", "h1·0", "h1·1", "h1·2")
    assert value.n_blocks == 2
    terms = quantity_sheet("value_terms", SCENARIO, RESULT, AT)
    assert terms.rows.labels == ("a", "b", "c")
    assert terms.columns.labels == ("0", "1", "2")
    assert terms.n_blocks == 1
    one_head = _scenario(heads=1)
    sheet = quantity_sheet(
        "value",
        one_head,
        compute(one_head.problem),
        AT.within(one_head.catalogue, SCENARIO.sizes, one_head.sizes),
    )
    assert sheet.columns.labels == tuple("012345")
    assert sheet.n_blocks == 1


def test_the_caption_is_the_shape() -> None:
    assert quantity_sheet("value", SCENARIO, RESULT, AT).caption == "3 × 6"
    assert quantity_sheet("weights", SCENARIO, RESULT, AT).caption == "3 × 3"


def test_reasons_say_why_a_cell_is_blocked() -> None:
    sheet = quantity_sheet("weights", SCENARIO, RESULT, AT)
    assert sheet.reasons is not None
    assert sheet.reasons.tolist() == [[2, 1, 1], [2, 0, 1], [2, 0, 0]]
    terms = quantity_sheet("value_terms", SCENARIO, RESULT, AT)
    assert terms.reasons is not None
    assert terms.reasons.tolist() == [[2, 2, 2], [0, 0, 0], [0, 0, 0]]
    for quantity_id in ("query", "raw_scores", "scaled_scores", "output", "grad_weights"):
        assert quantity_sheet(quantity_id, SCENARIO, RESULT, AT).reasons is None


def _limits(quantity_id: str, **options: Any) -> tuple[float, float] | None:
    scenario = _scenario(**options)
    return quantity_sheet(
        quantity_id,
        scenario,
        compute(scenario.problem),
        AT.within(scenario.catalogue, SCENARIO.sizes, scenario.sizes),
    ).limits


def test_limits() -> None:
    zeros = np.zeros((2, 3, 4))
    assert _limits("weights") == _limits("weights", query=zeros) == (0.0, 1.0)
    assert _limits("raw_scores", query=zeros) == (-1.0, 1.0)
    assert _limits("query") is None
    assert _limits("grad_output") is None
    sheet = quantity_sheet("raw_scores", SCENARIO, RESULT, AT)
    largest = np.abs(RESULT["raw_scores"][1, 1]).max()
    assert sheet.limits == (-largest, largest)


def test_what_rounding_leaves_of_zero_is_not_coloured() -> None:
    leftover = np.full((2, 3, 4), 0.1 + 0.2 - 0.3)  # 5.6e-17
    assert _limits("raw_scores", query=leftover) == (-1.0, 1.0)


def test_limits_ignore_what_is_not_finite() -> None:
    masked = quantity_sheet("masked_scores", SCENARIO, RESULT, AT)
    assert masked.limits is not None
    page = RESULT["masked_scores"][1, 1]
    assert np.isinf(page).any()
    assert masked.limits[1] == np.abs(page[np.isfinite(page)]).max()
    empty = _scenario(padding=[[True] * 3] * 2, empty_rows="nan")
    result = compute(empty.problem)
    assert quantity_sheet("output", empty, result, AT).limits == (-1.0, 1.0)
    assert quantity_sheet("masked_scores", empty, result, AT).limits == (-1.0, 1.0)


def _softmax(result: Result, scenario: Scenario, selection: Selection) -> Sheet:
    return softmax_sheet(scenario, result, selection)


def test_the_softmax_sheet_shows_one_row_step_by_step() -> None:
    sheet = _softmax(RESULT, SCENARIO, AT)
    scores = RESULT["masked_scores"][1, 1, 2]
    finite = scores[np.isfinite(scores)]
    exponents = scores - finite.max()
    exponentials = np.exp(exponents)
    np.testing.assert_array_equal(sheet.values[:, 0], exponents)
    np.testing.assert_allclose(sheet.values[:, 1], exponentials, rtol=1e-15)
    np.testing.assert_allclose(sheet.values[:, 2], exponentials / exponentials.sum(), rtol=1e-15)
    assert sheet.rows.labels == ("a", "b", "c")
    assert sheet.limits is None
    assert sheet.reasons is not None
    assert sheet.reasons[:, 0].tolist() == [2, 0, 0]
    for row in range(3):
        for column, quantity_id in enumerate(SOFTMAX_STAGES):
            source, index = sheet.cell(row, column)
            assert source == quantity_id
            assert index == (1, 1, 2, row)
            # The exponent is explained with its exponential, and selected as that.
            assert sheet.place(_selection(source, index)) == (row, max(column, 1))


def test_the_softmax_of_an_empty_row_raises_no_warning() -> None:
    for policy in ("zero", "nan", "uniform"):
        scenario = _scenario(padding=[[True] * 3] * 2, empty_rows=policy)
        sheet = _softmax(compute(scenario.problem), scenario, AT)
        expected = {"zero": 0.0, "nan": np.nan, "uniform": 1 / 3}[policy]
        np.testing.assert_allclose(sheet.values[:, 2], expected)


def test_same_as_sees_every_visible_difference() -> None:
    sheet = quantity_sheet("weights", SCENARIO, RESULT, AT)
    assert sheet.same_as(quantity_sheet("weights", SCENARIO, compute(SCENARIO.problem), AT))
    assert not sheet.same_as(None)
    assert not sheet.same_as(
        quantity_sheet("weights", SCENARIO, RESULT, AT.showing(Axis.HEAD, 0, SCENARIO.sizes))
    )
    renamed = _scenario(causal=True, padding=SCENARIO.padding, tokens=("a", "b", "d"))
    assert not sheet.same_as(quantity_sheet("weights", renamed, RESULT, AT))
    # The same numbers, blocked for another reason: a uniform row looks hatched all the same.
    one = _scenario(padding=[[True] * 3] * 2, empty_rows="uniform", query=np.zeros((2, 3, 4)))
    other = _scenario(empty_rows="uniform", query=np.zeros((2, 3, 4)))
    pages = [quantity_sheet("weights", s, compute(s.problem), AT) for s in (one, other)]
    np.testing.assert_allclose(pages[0].values, pages[1].values)
    assert not pages[0].same_as(pages[1])
    empty = _scenario(padding=[[True] * 3] * 2, empty_rows="nan")
    nan = [quantity_sheet("weights", empty, compute(empty.problem), AT) for _ in range(2)]
    assert nan[0].same_as(nan[1]), "NaN looks like NaN"


def test_blocked_cells_do_not_set_the_limits() -> None:
    """Under the uniform policy a blocked score is the lowest float64, beside which all pale."""
    scenario = _scenario(causal=True, empty_rows="uniform")
    result = compute(scenario.problem)
    sheet = quantity_sheet("masked_scores", scenario, result, AT)
    assert sheet.reasons is not None
    largest = np.abs(sheet.values[sheet.reasons == 0]).max()
    assert sheet.limits == (-largest, largest)


_OF_A_ROW = ("row_max", "row_sums", "row_entropy", "jacobian_trace", "empty_rows", "loss")


def _case(name: str) -> tuple[Scenario, Result]:
    scenario = loads(json.dumps(CASES[name]["scenario"]).encode())
    return scenario, compute(scenario.problem)


def _in_matrices(scenario: Scenario) -> list[str]:
    return [quantity_id for quantity_id in scenario.catalogue if quantity_id not in _OF_A_ROW]


def _array(quantity_id: str, scenario: Scenario, result: Result) -> np.ndarray:
    return result[quantity_id] if quantity_id in result else scenario.matrix(quantity_id)


def _contexts(scenario: Scenario) -> list[Selection]:
    """Return a selection for everything that the board can be turned to."""
    axes = (Axis.BATCH, Axis.HEAD, Axis.QUERY)
    return [
        Selection("loss", context=dict(zip(axes, at, strict=True)))
        for at in product(*(range(scenario.sizes[axis]) for axis in axes))
    ]


@pytest.mark.parametrize("name", CASES)
def test_the_pages_of_a_quantity_are_the_whole_array_cell_by_cell(name: str) -> None:
    scenario, result = _case(name)
    for quantity_id in _in_matrices(scenario):
        quantity, array = scenario.catalogue[quantity_id], _array(quantity_id, scenario, result)
        seen = set()
        for context in _contexts(scenario):
            sheet = quantity_sheet(quantity_id, scenario, result, context)
            assert sheet.shape == sheet.values.shape == array.shape[-2:]
            assert sheet.caption == f"{array.shape[-2]} × {array.shape[-1]}"
            assert sheet.sources == (quantity,) * array.shape[-1]
            for row, column in np.ndindex(sheet.shape):
                source, index = sheet.cell(row, column)
                assert source == quantity_id
                np.testing.assert_array_equal(array[index], sheet.values[row, column])
                selected = context.at(quantity, index, scenario.sizes)
                assert sheet.place(selected) == (row, column), (quantity_id, index)
                seen.add(index)
        assert len(seen) == array.size, quantity_id


@pytest.mark.parametrize("name", CASES)
def test_a_selected_cell_is_on_the_page_that_its_selection_shows(name: str) -> None:
    scenario, result = _case(name)
    for quantity_id in _in_matrices(scenario):
        quantity, array = scenario.catalogue[quantity_id], _array(quantity_id, scenario, result)
        for index in np.ndindex(array.shape):
            selection = Selection("loss").at(quantity, index, scenario.sizes)
            sheet = quantity_sheet(quantity_id, scenario, result, selection)
            place = sheet.place(selection)
            assert place is not None, (quantity_id, index)
            assert sheet.cell(*place) == (quantity_id, index)


@pytest.mark.parametrize("name", CASES)
def test_every_blocked_cell_says_why_and_no_other(name: str) -> None:
    scenario, result = _case(name)
    reasons = block_reasons(scenario.problem)
    for context in _contexts(scenario):
        batch, head, query = context.context.values()
        page = reasons[batch, head]
        for quantity_id in _in_matrices(scenario):
            quantity = scenario.catalogue[quantity_id]
            sheet = quantity_sheet(quantity_id, scenario, result, context)
            if not quantity.masked:
                assert sheet.reasons is None
            elif quantity_id == "value_terms":
                assert sheet.reasons is not None
                assert (sheet.reasons == page[query][:, np.newaxis]).all()
            else:
                assert sheet.reasons is not None
                assert sheet.reasons.tolist() == page.tolist()
        softmax = softmax_sheet(scenario, result, context)
        assert softmax.reasons is not None
        assert (softmax.reasons == page[query][:, np.newaxis]).all()


def _agrees(cell: dict[Axis, int], selected: dict[Axis, int]) -> bool:
    """Say whether two cells are about the same tokens, heads and features, as far as both tell.

    A token of the inputs is a query and a key; a selected one is a query where there are some.
    """
    cell, selected = dict(cell), dict(selected)
    if Axis.TOKEN in selected and Axis.TOKEN not in cell:
        selected[Axis.QUERY if Axis.QUERY in cell else Axis.KEY] = selected.pop(Axis.TOKEN)
    shared = set(cell) & set(selected)
    tokens = [selected[axis] for axis in (Axis.QUERY, Axis.KEY) if axis in selected]
    if Axis.TOKEN in cell and tokens and Axis.TOKEN not in selected:
        if cell[Axis.TOKEN] not in tokens:
            return False
        shared_inner = True
    else:
        shared_inner = bool(shared - {Axis.BATCH, Axis.HEAD, Axis.GROUP})
    return shared_inner and all(cell[axis] == selected[axis] for axis in shared)


@pytest.mark.parametrize("name", CASES)
def test_in_every_form_what_is_linked_agrees_on_the_shared_axes(name: str) -> None:
    scenario, result = _case(name)
    rng = np.random.default_rng(0)
    axes_of = {
        (other, at): dict(Selection("loss").at(scenario.catalogue[other], at, scenario.sizes).axes)
        for other in _in_matrices(scenario)
        for at in np.ndindex(_array(other, scenario, result).shape)
    }
    for quantity_id in _in_matrices(scenario):
        quantity, array = scenario.catalogue[quantity_id], _array(quantity_id, scenario, result)
        for flat in rng.choice(array.size, size=min(3, array.size), replace=False):
            index = tuple(int(i) for i in np.unravel_index(flat, array.shape))
            selection = Selection("loss").at(quantity, index, scenario.sizes)
            for other in _in_matrices(scenario):
                sheet = quantity_sheet(other, scenario, result, selection)
                linked = sheet.linked(selection)
                for row, column in np.ndindex(sheet.shape):
                    cell = sheet.cell(row, column)
                    expected = _agrees(axes_of[cell], axes_of[quantity_id, index])
                    assert linked[row, column] == expected, (quantity_id, index, *cell)


def test_the_columns_of_shared_heads_are_named_by_their_group() -> None:
    scenario, result = _case("grouped-query")
    names = {
        quantity_id: quantity_sheet(quantity_id, scenario, result, Selection("loss")).columns.labels
        for quantity_id in ("query", "key", "value", "output", "grad_key")
    }
    assert names["query"] == tuple(f"h{h}·{c}" for h in range(4) for c in range(2))
    assert names["key"] == names["grad_key"] == ("g0·0", "g0·1", "g1·0", "g1·1")
    assert names["value"] == tuple(f"g{g}·{c}" for g in range(2) for c in range(3))
    assert names["output"] == tuple(f"h{h}·{c}" for h in range(4) for c in range(3))
    value = quantity_sheet("value", scenario, result, Selection("loss"))
    assert value.n_blocks == 2
    assert quantity_sheet("output", scenario, result, Selection("loss")).n_blocks == 4


def test_one_shared_head_needs_no_name() -> None:
    scenario = _scenario(key=np.ones((2, 3, 2)), value=np.ones((2, 3, 3)), key_value_heads=1)
    sheet = quantity_sheet("value", scenario, compute(scenario.problem), Selection("loss"))
    assert sheet.columns.labels == ("0", "1", "2")
    assert sheet.n_blocks == 1


def test_tokens_and_source_tokens_name_their_rows_and_columns() -> None:
    scenario, result = _case("cross-projected")
    queries, keys = scenario.labels, scenario.source_labels
    assert len(queries) == 2
    assert len(keys) == 3
    rows = {"inputs": queries, "source_inputs": keys, "query": queries, "key": keys,
            "value": keys, "output": queries, "grad_inputs": queries,
            "grad_source_inputs": keys, "value_terms": keys,
            "w_query": tuple("0123"), "w_key": tuple("01234"),
            "w_output": ("h0·0", "h0·1", "h1·0", "h1·1")}  # fmt: skip
    for quantity_id, labels in rows.items():
        sheet = quantity_sheet(quantity_id, scenario, result, Selection("loss"))
        assert sheet.rows.labels == labels, quantity_id
    for quantity_id in ("raw_scores", "weights", "grad_weights"):
        sheet = quantity_sheet(quantity_id, scenario, result, Selection("loss"))
        assert (sheet.rows.labels, sheet.columns.labels) == (queries, keys)
    assert softmax_sheet(scenario, result, Selection("loss")).rows.labels == keys


def test_a_bias_of_its_own_for_every_head_is_shown_with_its_head() -> None:
    bias = np.arange(18.0).reshape(2, 3, 3)
    scenario = _scenario(bias=bias)
    result = compute(scenario.problem)
    for head in (0, 1):
        at = Selection("loss").showing(Axis.HEAD, head, scenario.sizes)
        sheet = quantity_sheet("bias", scenario, result, at)
        assert sheet.values.tolist() == bias[head].tolist()
        assert dict(sheet.fixed) == {Axis.HEAD: head}
    shared = _scenario(bias=bias[0])
    sheet = quantity_sheet("bias", shared, compute(shared.problem), Selection("loss"))
    assert sheet.values.tolist() == bias[0].tolist()
    assert dict(sheet.fixed) == {}


def test_every_reason_to_block_reaches_the_sheet() -> None:
    scenario = _scenario(
        causal=True,
        window=2,
        padding=[[True, False, False]] * 2,
        blocked=[[False] * 3, [False, True, False], [False] * 3],
    )
    sheet = quantity_sheet("masked_scores", scenario, compute(scenario.problem), Selection("loss"))
    assert sheet.reasons is not None
    flags = [[BlockReason(int(r)) for r in row] for row in sheet.reasons]
    assert flags[0][0] == BlockReason.PADDING
    assert flags[0][1] == BlockReason.CAUSAL
    assert flags[1][1] == BlockReason.CUSTOM
    assert flags[2][0] == BlockReason.PADDING | BlockReason.WINDOW
    assert flags[2][2] == BlockReason(0)


@pytest.mark.parametrize("name", CASES)
def test_in_every_form_colours_have_their_ends(name: str) -> None:
    scenario, result = _case(name)
    for quantity_id in _in_matrices(scenario):
        sheet = quantity_sheet(quantity_id, scenario, result, Selection("loss"))
        if sheet.quantity.scale is ColorScale.PLAIN:
            assert sheet.limits is None
        elif sheet.quantity.scale is ColorScale.UNIT:
            assert sheet.limits == (0.0, 1.0)
        else:
            assert sheet.limits is not None
            low, high = sheet.limits
            assert low == -high < 0
            allowed = sheet.values if sheet.reasons is None else sheet.values[sheet.reasons == 0]
            assert (np.abs(allowed[np.isfinite(allowed)]) <= high).all()


def test_the_same_numbers_of_another_form_are_not_the_same_sheet() -> None:
    """They stand on other axes, or have other colours, or may be typed."""
    eye = np.eye(2)
    own = Scenario(inputs=eye, w_query=eye, w_key=eye, w_value=eye)
    source = Scenario(
        inputs=eye, source_inputs=eye, w_query=eye, w_key=eye, w_value=eye, kind="cross"
    )
    typed = Scenario(query=eye, key=eye, value=eye)
    merged = Scenario(inputs=eye, w_query=eye, w_key=eye, w_value=eye, w_output=eye)

    def sheet(quantity_id: str, scenario: Scenario) -> Sheet:
        return quantity_sheet(quantity_id, scenario, compute(scenario.problem), Selection("loss"))

    for quantity_id, one, other in (
        ("w_key", own, source), ("w_value", own, source), ("query", own, typed),
        ("value", typed, own), ("output", own, merged), ("grad_output", merged, own),
    ):  # fmt: skip
        assert sheet(quantity_id, one).values.tolist() == sheet(quantity_id, other).values.tolist()
        assert not sheet(quantity_id, one).same_as(sheet(quantity_id, other)), quantity_id
    assert sheet("w_query", own).same_as(sheet("w_query", source))

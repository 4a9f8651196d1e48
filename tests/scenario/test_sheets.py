from typing import Any

import numpy as np
import pytest

from attention_gui.engine import Result, compute
from attention_gui.quantities import CATALOGUE, Axis
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection
from attention_gui.scenario.sheets import SOFTMAX_STAGES, Sheet, quantity_sheet, softmax_sheet

PANELS = [row.id for row in CATALOGUE.values() if len(row.axes) >= 3 and row.id not in
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
    return Selection("weights").at(quantity_id, index, SCENARIO.sizes)


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
            assert sheet.place(selection.at(source, index, SCENARIO.sizes)) == (row, column)


@pytest.mark.parametrize("quantity_id", PANELS)
def test_a_linked_cell_agrees_on_every_shared_axis(quantity_id: str) -> None:
    sheet = quantity_sheet(quantity_id, SCENARIO, RESULT, AT)
    linked = sheet.linked(AT)
    for row in range(sheet.shape[0]):
        for column in range(sheet.shape[1]):
            source, index = sheet.cell(row, column)
            cell = Selection("loss").at(source, index, SCENARIO.sizes).axes
            shared = set(cell) & set(AT.axes)
            agrees = all(cell[axis] == AT.axes[axis] for axis in shared)
            assert linked[row, column] == agrees


def test_what_shares_only_the_batch_or_the_head_is_not_linked() -> None:
    selection = _selection("query", (1, 0, 2))
    sheet = quantity_sheet("value", SCENARIO, RESULT, selection)
    assert not sheet.linked(selection).any()
    assert quantity_sheet("key", SCENARIO, RESULT, selection).linked(selection)[:, 2].all()


def test_another_head_or_batch_is_not_linked() -> None:
    shown = AT.showing(Axis.HEAD, 0)
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
    sheet = quantity_sheet("value", one_head, compute(one_head.problem), AT.within(one_head.sizes))
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
        quantity_id, scenario, compute(scenario.problem), AT.within(scenario.sizes)
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
    assert not sheet.same_as(quantity_sheet("weights", SCENARIO, RESULT, AT.showing(Axis.HEAD, 0)))
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

"""The sheets of the summaries: every cell is the number that its name says."""

import time
from typing import Any

import numpy as np
import pytest

from attention_gui.engine import compute
from attention_gui.engine.studies import head_contributions, mean_weights
from attention_gui.quantities import Axis
from attention_gui.scenario.explain import explain
from attention_gui.scenario.mask_sheet import has_special_mask, is_aligned, mask_sheet
from attention_gui.scenario.numbers import USUAL
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection, position
from attention_gui.scenario.sheet import Sheet
from attention_gui.scenario.summary_sheets import (
    contributions_sheet,
    diagnostics_sheet,
    head_sheet,
    jacobian_sheet,
    mean_sheet,
    summary_value,
)
from attention_gui.summaries import all_quantities, summaries

BUILDERS = [contributions_sheet, diagnostics_sheet, jacobian_sheet, mean_sheet]


def _scenario(n_heads: int = 2, **options: Any) -> Scenario:
    rng = np.random.default_rng(59)
    arrays = {
        "query": rng.normal(size=(2, 3, 4)),
        "key": rng.normal(size=(2, 4, 4)),
        "value": rng.normal(size=(2, 4, 6)),
    }
    return Scenario(**{**arrays, "kind": "cross", "heads": n_heads, **options})


SCENARIOS = {
    "plain": _scenario(),
    "projected": _scenario(w_output=np.random.default_rng(61).normal(size=(6, 5))),
    "masked": _scenario(causal=True, padding=[[True, False, False, False], [False] * 4]),
}
AT = {Axis.BATCH: 1, Axis.HEAD: 1, Axis.QUERY: 2}


def _sheets(scenario: Scenario) -> list[Sheet]:
    selection = Selection("weights", context=AT)
    result = compute(scenario.problem)
    return [build(scenario, result, selection) for build in BUILDERS]


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_cell_is_the_value_it_names(name: str) -> None:
    scenario = SCENARIOS[name]
    result = compute(scenario.problem)
    for sheet in _sheets(scenario):
        for row, column in np.ndindex(sheet.shape):
            source, index = sheet.cell(row, column)
            quantity = scenario.quantities[source]
            selection = Selection("loss", context=AT).at(quantity, index, scenario.sizes)
            assert sheet.place(selection) == (row, column), source
            explanation = explain(scenario, result, selection)
            assert explanation.value == pytest.approx(sheet.values[row, column], abs=1e-15)
            shown = f" {USUAL.short(explanation.value)}"
            assert shown in explanation.lines[-1], explanation.lines


@pytest.mark.parametrize("name", SCENARIOS)
def test_sheets_hold_what_the_definitions_say(name: str) -> None:
    scenario = SCENARIOS[name]
    result = compute(scenario.problem)
    contributions, rows, jacobian, mean = (sheet.values for sheet in _sheets(scenario))
    weights = result["weights"][1]
    np.testing.assert_allclose(contributions.sum(axis=0), result["output"][1, 2])
    np.testing.assert_allclose(mean, (weights[0] + weights[1]) / 2)
    row = weights[1, 2]
    np.testing.assert_allclose(jacobian, np.diag(row) - np.outer(row, row), atol=1e-16)
    np.testing.assert_allclose(rows[2, 0], row.sum())
    np.testing.assert_allclose(rows[2, 2], np.trace(jacobian))
    np.testing.assert_allclose(rows[2, 1], -sum(p * np.log(p) for p in row if p))


def test_a_heads_sheet_does_not_follow_the_shown_head() -> None:
    scenario = SCENARIOS["plain"]
    result = compute(scenario.problem)
    for head in (0, 1):
        sheet = head_sheet(head, scenario, result, Selection("weights", context=AT))
        np.testing.assert_array_equal(sheet.values, result["weights"][1, head])
        assert sheet.fixed == {Axis.BATCH: 1, Axis.HEAD: head}
        assert sheet.limits == (0.0, 1.0)


def test_the_average_is_blocked_where_every_head_is() -> None:
    blocked = np.zeros((2, 2, 3, 4), dtype=bool)
    blocked[:, 0, 0, 0] = blocked[:, :, 1, 1] = True
    scenario = _scenario(blocked=blocked)
    sheet = mean_sheet(scenario, compute(scenario.problem), Selection("weights", context=AT))
    assert sheet.reasons is not None
    assert np.argwhere(sheet.reasons).tolist() == [[1, 1]]


def test_summaries_have_the_shapes_of_their_axes() -> None:
    for scenario in SCENARIOS.values():
        result, sizes = compute(scenario.problem), scenario.sizes
        arrays = {"mean_weights": mean_weights(result),
                  "head_contributions": head_contributions(result)}  # fmt: skip
        for quantity in summaries(scenario.form).values():
            shape = tuple(int(np.prod([sizes[axis] for axis in axes])) for axes in quantity.axes)
            if quantity.id in arrays:
                assert arrays[quantity.id].shape == shape
            last = tuple(n - 1 for n in shape)
            assert np.isfinite(summary_value(quantity.id, last, result))
            assert set(quantity.reads) <= set(all_quantities(scenario.form))


def test_one_head_has_nothing_to_set_side_by_side() -> None:
    assert set(summaries(_scenario(1).form)) == {"weight_sums", "softmax_jacobian"}


def test_a_key_pair_is_linked_to_both_of_its_keys() -> None:
    scenario = SCENARIOS["plain"]
    result = compute(scenario.problem)
    selection = Selection("weights").at(
        scenario.quantities["softmax_jacobian"], (1, 1, 2, 3, 0), scenario.sizes
    )
    linked = head_sheet(1, scenario, result, selection).linked(selection)
    assert np.argwhere(linked).tolist() == [[2, 0], [2, 3]]


def test_a_mask_cell_is_the_masked_score_it_decides_on() -> None:
    scenario = SCENARIOS["masked"]
    sheet = mask_sheet(scenario, Selection("weights", context={**AT, Axis.BATCH: 0}))
    assert sheet.texts == (
        ("P", "C", "C", "C"), ("P", "·", "C", "C"), ("P", "·", "·", "C"),
    )  # fmt: skip
    scores = scenario.catalogue["masked_scores"]
    assert sheet.cell(1, 2) == (
        "masked_scores",
        position(scores, {Axis.HEAD: 1, Axis.QUERY: 1, Axis.KEY: 2}, scenario.sizes),
    )


def test_the_letters_of_a_large_mask_take_no_time() -> None:
    one = np.ones((512, 1))
    scenario = Scenario(query=one, key=one, value=one, causal=True, window=30)
    selection = Selection("weights", context={Axis.BATCH: 0, Axis.HEAD: 0, Axis.QUERY: 0})
    mask_sheet(scenario, selection)
    begin = time.process_time()
    sheet = mask_sheet(scenario, selection)
    assert time.process_time() - begin < 0.3, "a look-up a cell, no more"
    assert sheet.texts is not None
    assert sheet.texts[40][9:13] == ("W", "W", "·", "·")


def test_which_masks_are_special() -> None:
    assert not has_special_mask(_scenario(padding=[[True, False, False, False]] * 2))
    assert has_special_mask(_scenario(window=2))
    assert has_special_mask(_scenario(causal=True)), "m ≠ n: the alignment is to be named"
    assert is_aligned(_scenario(causal=True))
    assert not is_aligned(_scenario())
    square = np.ones((3, 4))
    assert not has_special_mask(Scenario(query=square, key=square, value=square, causal=True))

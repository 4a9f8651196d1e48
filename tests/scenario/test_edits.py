from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenario_strategies import finite, scenarios

from attention_gui.engine import AttentionError, compute
from attention_gui.quantities import Axis
from attention_gui.scenario import files
from attention_gui.scenario.edits import (
    AddFeature,
    AddToken,
    Deed,
    Edit,
    RemoveFeature,
    RemoveToken,
    RenameToken,
    SetBlock,
    SetCausal,
    SetCell,
    SetEmptyRows,
    SetHeads,
    SetScale,
    SetTitle,
    TogglePadding,
    apply,
)
from attention_gui.scenario.scenario import Scenario

DOGS = Scenario(
    tokens=("dogs", "chase", "cats"),
    heads=2,
    query=[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]],
    key=[[-1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]],
    value=[[1, 2], [3, 4], [5, 6]],
    upstream=[[7, 8], [9, 10], [11, 12]],
    padding=[False, True, False],
)

ALL_EDITS: list[tuple[Edit, str]] = [
    (SetCell("query", 0, 0, 0, 5.0), "Set Q[dogs, 0]"),
    (SetBlock("query", 0, 0, 1, [[3.0]]), "Set Q[dogs, 1]"),
    (SetBlock("query", 0, 0, 0, [[3.0, 4.0]], Deed.ROUND), "Round 1×2 numbers at Q[dogs, 0]"),
    (SetBlock("grad_output", 0, 1, 1, [[1.0], [2.0]]), "Set 2×1 numbers at Ȳ[chase, 1]"),
    (RenameToken(2, "mice"), "Rename cats to mice"),
    (AddToken(3), "Add a token at position 3 of 4"),
    (RemoveToken(0), "Remove dogs"),
    (AddFeature(Axis.KEY_FEATURE, 1), "Add column 1 to Q and K, every head"),
    (RemoveFeature(Axis.KEY_FEATURE, 1), "Remove column 1 of Q and K, every head"),
    (AddFeature(Axis.VALUE_FEATURE, 0), "Add column 0 to V, every head"),
    (TogglePadding(0, 0), "Pad dogs"),
    (TogglePadding(0, 1), "Allow chase"),
    (SetCausal(True), "Block later keys"),
    (SetCausal(False), "Allow later keys"),
    (SetHeads(1), "Use one head"),
    (SetHeads(2), "Split into 2 heads"),
    (SetScale("none"), "Do not scale"),
    (SetScale("inverse_sqrt_dk"), "Scale by 1/√d_k"),
    (SetScale(0.5), "Scale by 0.500"),
    (SetEmptyRows("nan"), "Empty rows: nan"),
    (SetTitle("Mice"), "Change the title"),
]


@pytest.mark.parametrize(("edit", "text"), ALL_EDITS, ids=lambda value: str(value)[:40])
def test_every_edit_says_what_it_does_and_leaves_the_scenario_alone(edit: Edit, text: str) -> None:
    before = files.dumps(DOGS)
    assert edit.text(DOGS) == text
    after = apply(DOGS, edit)
    assert files.dumps(DOGS) == before
    assert files.loads(files.dumps(after)) == after


@given(scenarios(), finite, st.data())
def test_a_cell_is_set_to_the_bit_and_no_other(
    scenario: Scenario, number: float, data: st.DataObject
) -> None:
    quantity_id = data.draw(st.sampled_from(scenario.editable))
    before = scenario.matrix(quantity_id)
    if not before.size:
        return
    index = [data.draw(st.integers(0, length - 1)) for length in before.shape]
    page, row, column = index if len(index) == 3 else [0, *index]
    changed = apply(scenario, SetCell(quantity_id, page, row, column, number))
    expected = before.copy()
    expected[tuple(index)] = number
    assert changed.matrix(quantity_id).tobytes() == expected.tobytes()
    for other in set(scenario.editable) - {quantity_id}:
        assert changed.matrix(other).tobytes() == scenario.matrix(other).tobytes()


def test_a_block_is_set_where_it_was_pasted() -> None:
    after = apply(DOGS, SetBlock("value", 0, 1, 0, [[0.5, 1.1], [33.3, -2.0]]))
    assert after.value.tolist() == [[[1, 2], [0.5, 1.1], [33.3, -2.0]]]


@pytest.mark.parametrize(
    ("edit", "code", "words"),
    [
        (SetCell("bias", 0, 0, 0, 1.0), "unknown-quantity", "query, key, value, grad_output"),
        (AddFeature("input_feature", 0), "out-of-range", "no input feature"),
        (RemoveFeature("output_feature", 0), "out-of-range", "no output feature"),
        (AddFeature("colour", 0), "out-of-range", "no colour"),
        (SetCell("query", 0, 3, 0, 1.0), "out-of-range", "row 3"),
        (SetCell("query", 0, 0, -1, 1.0), "out-of-range", "column -1"),
        (SetCell("query", 1, 0, 0, 1.0), "out-of-range", "no batch 1"),
        (SetCell("query", 0, 2, 1, float("inf")), "non-finite-input", "row 2"),
        (SetCell("weights", 0, 0, 0, 1.0), "unknown-quantity", "cannot be edited"),
        (SetBlock("query", 0, 2, 3, [[1.0, 2.0]]), "out-of-range", "1×2 at row"),
        (RenameToken(3, "x"), "out-of-range", "no token 3"),
        (RenameToken(0, "\ud800"), "wrong-type", "half a character"),
        (AddToken(4), "out-of-range", "no token 4, only 0 to 3"),
        (RemoveToken(-1), "out-of-range", "no token -1"),
        (AddFeature(Axis.KEY_FEATURE, 3), "out-of-range", "no feature 3"),
        (RemoveFeature(Axis.VALUE_FEATURE, 1), "out-of-range", "no feature 1"),
        (RemoveFeature(Axis.VALUE_FEATURE, 0), "out-of-range", "last column"),
        (TogglePadding(1, 0), "out-of-range", "no batch 1"),
        (TogglePadding(0, 3), "out-of-range", "no token 3"),
        (SetHeads(3), "head-divisibility", "1, 2"),
        (SetHeads(0), "head-divisibility", "heads"),
        (SetScale(-1.0), "scale", "positive"),
        (SetEmptyRows("ignore"), "wrong-type", "zero"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_cannot_be_done_is_refused(edit: Edit, code: str, words: str) -> None:
    with pytest.raises(AttentionError, match=words) as refusal:
        apply(DOGS, edit)
    assert refusal.value.code == code


def test_the_last_token_stays() -> None:
    one = Scenario(query=[[1]], key=[[1]], value=[[1]])
    with pytest.raises(AttentionError, match="last token"):
        apply(one, RemoveToken(0))


def test_a_cell_of_a_batch_is_named_with_its_batch() -> None:
    batch = np.zeros((2, 1, 1))
    scenario = Scenario(query=batch, key=batch, value=batch)
    assert SetCell("key", 1, 0, 0, 1.0).text(scenario) == "Set K[batch 1, q0, 0]"


def test_a_new_token_is_neutral() -> None:
    after = apply(DOGS, AddToken(1))
    assert after.labels == ("dogs", "t3", "chase", "cats")
    assert after.query[0].tolist() == [[1, 2, 3, 4], [0] * 4, [5, 6, 7, 8], [9, 10, 11, 12]]
    assert after.upstream is not None
    assert after.upstream[0].tolist() == [[7, 8], [1, 1], [9, 10], [11, 12]]
    assert after.padding is not None
    assert after.padding.tolist() == [[False, False, True, False]]


def test_new_tokens_never_share_a_label() -> None:
    scenario = Scenario(query=[[1]], key=[[1]], value=[[1]], tokens=("t2",))
    for _ in range(4):
        scenario = apply(scenario, AddToken(0))
    assert len(set(scenario.labels)) == 5


def test_numbered_tokens_stay_numbered() -> None:
    scenario = apply(Scenario(query=[[1]], key=[[1]], value=[[1]]), AddToken(0))
    assert scenario.tokens is None
    assert scenario.labels == ("q0", "q1")
    assert apply(scenario, RenameToken(1, "end")).labels == ("q0", "end")


def test_features_are_added_to_every_head() -> None:
    keys = apply(DOGS, AddFeature(Axis.KEY_FEATURE, 1))
    assert keys.query[0, 0].tolist() == [1, 0, 2, 3, 0, 4]
    assert keys.key[0, 0].tolist() == [-1, 0, 0, 1, 0, 0]
    values = apply(DOGS, AddFeature(Axis.VALUE_FEATURE, 1))
    assert values.value[0, 0].tolist() == [1, 0, 2, 0]
    assert values.upstream is not None
    assert values.upstream[0, 0].tolist() == [7, 1, 8, 1]


def widths_of(scenario: Scenario) -> dict[str, int]:
    """Return the width of one head for each axis of features that the scenario has."""
    widths = {
        "key_feature": scenario.sizes[Axis.KEY_FEATURE],
        "value_feature": scenario.sizes[Axis.VALUE_FEATURE],
        "input_feature": scenario.input_width,
        "source_feature": scenario.source_width,
        "output_feature": scenario.output_width if scenario.has_output_projection else None,
    }
    return {axis: width for axis, width in widths.items() if width is not None}


@given(scenarios(), st.data())
def test_what_was_added_can_be_removed_again(scenario: Scenario, data: st.DataObject) -> None:
    for source, count in ((False, len(scenario.labels)), (True, len(scenario.source_labels))):
        token = data.draw(st.integers(0, count))
        longer = apply(scenario, AddToken(token, source))
        assert len(longer.source_labels if source else longer.labels) == count + 1
        assert apply(longer, RemoveToken(token, source)) == scenario
    for axis, width in widths_of(scenario).items():
        position = data.draw(st.integers(0, width))
        wider = apply(scenario, AddFeature(axis, position))
        assert widths_of(wider) == widths_of(scenario) | {axis: width + 1}
        assert apply(wider, RemoveFeature(axis, position)) == scenario


@given(scenarios(), st.data())
def test_padding_twice_changes_nothing(scenario: Scenario, data: st.DataObject) -> None:
    if not scenario.sizes[Axis.BATCH]:
        return
    batch = data.draw(st.integers(0, scenario.sizes[Axis.BATCH] - 1))
    token = data.draw(st.integers(0, scenario.sizes[Axis.KEY] - 1))
    once = apply(scenario, TogglePadding(batch, token))
    assert once != scenario
    assert apply(once, TogglePadding(batch, token)) == scenario


@given(scenarios())
def test_splitting_into_heads_changes_no_number(scenario: Scenario) -> None:
    for heads in scenario.valid_heads:
        after = apply(scenario, SetHeads(heads))
        assert after.heads == heads
        assert after.editable == scenario.editable
        for quantity_id in set(scenario.editable) - {"bias"}:
            before = scenario.matrix(quantity_id)
            assert after.matrix(quantity_id).tobytes() == before.tobytes()
        if heads % scenario.heads == 0:
            assert apply(after, SetHeads(scenario.heads)) == scenario


@pytest.mark.parametrize(
    ("edit", "weights"),
    [
        (SetCausal(True), [[1, 0, 0], [0.5, 0.5, 0], [0.140, 0.576, 0.284]]),
        (TogglePadding(0, 2), [[0.056, 0.944, 0], [0.5, 0.5, 0], [0.196, 0.804, 0]]),
        (SetScale("none"), [[0.016, 0.867, 0.117], [0.212, 0.212, 0.576], [0.09, 0.665, 0.245]]),
    ],
    ids=["causal", "padding", "unscaled"],
)
def test_options_reach_the_mathematics(edit: Edit, weights: Any) -> None:
    dogs = Scenario(
        query=[[2, 0], [0, 1], [1, 0]], key=[[0, 1], [2, 1], [1, 2]], value=[[2], [0], [1]]
    )
    result = compute(apply(dogs, edit).problem)
    np.testing.assert_allclose(result["weights"][0, 0], weights, atol=5e-4)

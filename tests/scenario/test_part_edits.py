"""Edits of the parts of a scenario: projections, kind, heads that share, masks, bias."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenario_strategies import scenarios

from attention_gui.engine import AttentionError, compute
from attention_gui.quantities import Axis
from attention_gui.scenario import files
from attention_gui.scenario.edit import symbol_of
from attention_gui.scenario.edits import (
    AddBias,
    AddFeature,
    AddOutputProjection,
    AddToken,
    ClearBlocked,
    Edit,
    RemoveBias,
    RemoveFeature,
    RemoveOutputProjection,
    RemoveToken,
    RenameToken,
    SetAlignment,
    SetBlock,
    SetCell,
    SetHeads,
    SetKeyValueHeads,
    SetKind,
    SetWindow,
    ToDirect,
    ToggleBlocked,
    TogglePadding,
    ToProjected,
    apply,
    projection_keeps_numbers,
    sharing_keeps_numbers,
)
from attention_gui.scenario.scenario import Scenario

small = st.integers(-3, 3).map(float)
ordinary = scenarios(elements=small).map(lambda scenario: replace(scenario, scale=0.5))

SELF = Scenario(
    tokens=("dogs", "chase", "cats"),
    query=[[2, 0], [0, 1], [1, 0]],
    key=[[0, 1], [2, 1], [1, 2]],
    value=[[2, 1], [0, 3], [1, 1]],
)
SHARED = Scenario(
    heads=4,
    key_value_heads=2,
    query=[[1, 2, 3, 4]] * 2,
    key=[[5, 6], [7, 8]],
    value=[[1, 2, 3, 4], [5, 6, 7, 8]],
    blocked=np.arange(16).reshape(1, 4, 2, 2) == 5,
    upstream=[[1, 2, 3, 4, 5, 6, 7, 8]] * 2,
)
CROSS = Scenario(
    kind="cross",
    tokens=("le", "chat"),
    source_tokens=("the", "cat", "sat"),
    inputs=[[1, 2], [3, 4]],
    source_inputs=[[1, 0, 1], [0, 1, 0], [1, 1, 1]],
    w_query=[[1], [2]],
    w_key=[[1], [2], [3]],
    w_value=[[1, 0], [0, 1], [1, 1]],
    w_output=[[1, 2, 3], [4, 5, 6]],
    bias=[[[1, 2, 3], [4, 5, 6]]],
    padding=[False, False, True],
    blocked=[[True, False, False], [False, False, True]],
    window=3,
    upstream=[[1, 2, 3], [4, 5, 6]],
)

X, SOURCE_X, W_O, Y_BAR = map(symbol_of, ("inputs", "source_inputs", "w_output", "grad_output"))
W_Q, W_K, W_V, BIAS = map(symbol_of, ("w_query", "w_key", "w_value", "bias"))

ALL_EDITS: list[tuple[Scenario, Edit, str]] = [
    (CROSS, SetCell("w_key", 0, 2, 0, 5.0), f"Set {W_K}[2, 0]"),
    (CROSS, SetCell("inputs", 0, 1, 0, 5.0), f"Set {X}[chat, 0]"),
    (CROSS, SetCell("source_inputs", 0, 1, 0, 5.0), f"Set {SOURCE_X}[cat, 0]"),
    (CROSS, SetCell("bias", 0, 0, 2, 5.0), f"Set {BIAS}[le → sat]"),
    (CROSS, SetBlock("w_output", 0, 0, 1, [[9.0, 9.0]]), f"Set 1×2 numbers at {W_O}[0, 1]"),
    (CROSS, RenameToken(0, "a", source=True), "Rename the to a"),
    (CROSS, RenameToken(0, "un"), "Rename le to un"),
    (CROSS, AddToken(3, source=True), "Add a source token at position 3 of 4"),
    (CROSS, AddToken(0), "Add a token at position 0 of 3"),
    (CROSS, RemoveToken(2, source=True), "Remove sat"),
    (CROSS, AddFeature("key_feature", 0), f"Add column 0 to {W_Q} and {W_K}"),
    (CROSS, RemoveFeature("value_feature", 1), f"Remove column 1 of {W_V}"),
    (CROSS, RemoveFeature("input_feature", 1), f"Remove column 1 of {X}"),
    (CROSS, AddFeature("source_feature", 1), f"Add column 1 to {SOURCE_X}"),
    (CROSS, AddFeature("output_feature", 3), f"Add column 3 to {W_O}"),
    (CROSS, TogglePadding(0, 2), "Allow sat"),
    (CROSS, SetAlignment("bottom_right"), "Align the last query with the last key"),
    (CROSS, SetAlignment("top_left"), "Align the first query with the first key"),
    (CROSS, SetWindow(2), "Window of 2"),
    (CROSS, SetWindow(None), "Remove the window"),
    (CROSS, ToggleBlocked(0, 0, 0, 0), "Allow le → the"),
    (CROSS, ToggleBlocked(0, 0, 1, 1, alone=True), "Block chat → cat"),
    (SHARED, ToggleBlocked(0, 2, 0, 1, alone=True), "Block q0 → q1 in head 2"),
    (CROSS, ClearBlocked(), "Clear the custom mask"),
    (SELF, AddBias(), "Add a bias"),
    (SHARED, AddBias(per_head=True), "Add a bias for every head"),
    (CROSS, RemoveBias(), "Remove the bias"),
    (SELF, AddOutputProjection(), "Add the output projection"),
    (CROSS, RemoveOutputProjection(),
     f"Remove the output projection (drops columns of {Y_BAR}: 1)"),
    (CROSS, ToDirect(), "Type in Q, K and V"),
    (SELF, ToProjected(), "Compute Q, K and V by projections (changes K and V)"),
    (SELF, ToProjected(keep_numbers=True), "Compute Q, K and V by projections"),
    (SELF, SetKind("cross"), "Read from a source of its own"),
    (apply(SELF, SetKind("cross")), SetKind("self"), "Use one token list"),
    (SHARED, SetKeyValueHeads(4), "Give every head keys and values of its own"),
    (apply(SHARED, SetKeyValueHeads(4)), SetKeyValueHeads(2),
     "Share 2 key/value heads among 4 heads"),
    (SHARED, SetKeyValueHeads(1),
     "Share one key/value head among all heads (drops columns of K and V)"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("scenario", "edit", "text"), ALL_EDITS, ids=[str(case[1])[:60] for case in ALL_EDITS]
)
def test_every_edit_says_what_it_does_and_leaves_the_scenario_alone(
    scenario: Scenario, edit: Edit, text: str
) -> None:
    before = files.dumps(scenario)
    assert edit.text(scenario) == text
    after = apply(scenario, edit)
    assert files.dumps(scenario) == before
    assert files.loads(files.dumps(after)) == after


@pytest.mark.parametrize(
    ("scenario", "edit", "code", "words"),
    [
        (SELF, SetKind("both"), "wrong-type", "kind"),
        (CROSS, SetKind("self"), "token-mismatch", "differ: 2, and 3 of the source; "),
        (replace(apply(CROSS, RemoveToken(2, source=True)), bias=None), SetKind("self"),
         "projection-shape", "w_key"),
        (SHARED, SetKeyValueHeads(3), "head-divisibility", "^heads is 4, which 3 .* 1, 2, 4"),
        (SHARED, SetKeyValueHeads(0), "head-divisibility", "0"),
        (SELF, SetKeyValueHeads(2), "head-divisibility", "^heads is 1, which 2 key/value heads do"),
        (SHARED, SetHeads(3), "head-divisibility", "^heads is 3, .* groups of 2 "),
        (SHARED, SetHeads(1), "head-divisibility", "^heads is 1, .* groups of 2 "),
        (SHARED, SetHeads(2), "mask-shape", "differs from head to head, of 4"),
        (SHARED, SetHeads(0), "head-divisibility", "0"),
        (replace(SELF, heads=2, bias=np.arange(18).reshape(2, 3, 3)), SetHeads(1), "bias-shape",
         "The bias differs"),
        (SELF, ClearBlocked(), "out-of-range", "no custom mask"),
        (SELF, RemoveBias(), "out-of-range", "no bias"),
        (CROSS, AddBias(), "out-of-range", "a bias already"),
        (CROSS, AddBias(per_head=True), "out-of-range", "a bias already"),
        (CROSS, AddOutputProjection(), "out-of-range", "already"),
        (SELF, RemoveOutputProjection(), "out-of-range", "no output projection"),
        (SELF, SetWindow(0), "wrong-type", "window"),
        (SELF, SetAlignment("left"), "wrong-type", "alignment"),
        (CROSS, ToggleBlocked(1, 0, 0, 0), "out-of-range", "no batch 1"),
        (CROSS, ToggleBlocked(0, 1, 0, 0), "out-of-range", "no head 1"),
        (CROSS, ToggleBlocked(0, 0, 2, 0), "out-of-range", "no query 2"),
        (CROSS, ToggleBlocked(0, 0, 0, -1), "out-of-range", "no key -1"),
        (CROSS, TogglePadding(0, 3), "out-of-range", "no token 3"),
        (CROSS, AddToken(3), "out-of-range", "only 0 to 2"),
        (CROSS, RenameToken(3, "x", source=True), "out-of-range", "no token 3"),
        (CROSS, SetCell("query", 0, 0, 0, 1.0), "unknown-quantity", "w_query, .* w_output, bias"),
        (CROSS, SetCell("w_query", 1, 0, 0, 1.0), "out-of-range", "no batch 1"),
        (CROSS, SetCell("bias", 1, 0, 0, 1.0), "out-of-range", "no head 1"),
        (CROSS, SetCell("bias", 0, 0, 3, 1.0), "out-of-range",
         "^A block of 1×1 .* a matrix of 2×3"),
        (CROSS, SetCell("bias", 0, 0, 0, float("nan")), "non-finite-input", "bias"),
    ],
    ids=lambda value: str(value)[:50] if isinstance(value, Edit) else "",
)  # fmt: skip
def test_what_cannot_be_done_is_refused(
    scenario: Scenario, edit: Edit, code: str, words: str
) -> None:
    with pytest.raises(AttentionError, match=words) as refusal:
        apply(scenario, edit)
    assert refusal.value.code == code


def results(scenario: Scenario, *quantity_ids: str) -> list[Any]:
    result = compute(scenario.problem)
    return [result[quantity_id] for quantity_id in quantity_ids]


IDS = ("weights", "output", "loss", "grad_weights", "row_entropy")


@settings(max_examples=50)
@given(ordinary)
def test_typing_q_k_and_v_in_keeps_every_bit(scenario: Scenario) -> None:
    after = apply(scenario, ToDirect())
    assert not after.is_projected
    ids = ("query", "key", "value", *IDS)
    for before, now in zip(results(scenario, *ids), results(after, *ids), strict=True):
        assert before.tobytes() == now.tobytes()
    assert apply(after, ToDirect()) == after


@settings(max_examples=50)
@given(ordinary)
def test_projections_that_pick_columns_keep_the_numbers(scenario: Scenario) -> None:
    direct = apply(scenario, ToDirect())
    after = apply(direct, ToProjected(keep_numbers=True))
    assert after.is_projected
    for name in ("query", "key", "value"):
        np.testing.assert_array_equal(getattr(after.problem, name), getattr(direct, name))
    assert apply(after, ToProjected()) == after
    assert projection_keeps_numbers(after)


@settings(max_examples=50)
@given(ordinary)
def test_identities_keep_the_numbers_when_they_say_so(scenario: Scenario) -> None:
    direct = apply(scenario, ToDirect())
    after = apply(direct, ToProjected())
    np.testing.assert_array_equal(after.inputs, direct.query)
    kept = all(
        np.array_equal(getattr(after.problem, name), getattr(direct, name))
        for name in ("query", "key", "value")
    )
    assert projection_keeps_numbers(direct) is kept
    assert ("changes" in ToProjected().text(direct)) is not kept


def test_identities_are_square_when_q_k_and_v_are_the_same() -> None:
    matrix = [[1, 2, 3], [4, 5, 6]]
    same = Scenario(query=matrix, key=matrix, value=matrix)
    for edit in (ToProjected(), ToProjected(keep_numbers=True)):
        after = apply(same, edit)
        assert after.inputs.tolist() == [matrix]
        for name in ("w_query", "w_key", "w_value"):
            assert after.matrix(name).tolist() == np.eye(3).tolist()


def test_the_source_becomes_the_inputs_of_keys_and_values() -> None:
    cross = apply(SELF, SetKind("cross"))
    after = apply(cross, ToProjected(keep_numbers=True))
    assert after.inputs.tolist() == SELF.query.tolist()
    assert after.source_inputs[0].tolist() == [[0, 1, 2, 1], [2, 1, 0, 3], [1, 2, 1, 1]]
    assert after.w_value.tolist() == [[0, 0], [0, 0], [1, 0], [0, 1]]
    assert apply(cross, ToProjected()).source_inputs.tolist() == SELF.key.tolist()


@settings(max_examples=50)
@given(ordinary)
def test_a_source_of_its_own_starts_as_a_copy(scenario: Scenario) -> None:
    after = apply(scenario, SetKind("cross"))
    assert after.is_cross
    if not scenario.is_cross:
        assert after.source_tokens == scenario.tokens
        for before, now in zip(results(scenario, *IDS), results(after, *IDS), strict=True):
            assert before.tobytes() == now.tobytes()
        assert apply(after, SetKind("self")) == scenario


@settings(max_examples=50)
@given(ordinary, st.data())
def test_sharing_keeps_the_results_when_it_says_so(scenario: Scenario, data: st.DataObject) -> None:
    count = data.draw(st.sampled_from(scenario.valid_key_value_heads))
    after = apply(scenario, SetKeyValueHeads(count))
    assert after.n_groups == count
    for axis in (Axis.HEAD, Axis.KEY_FEATURE, Axis.VALUE_FEATURE):
        assert after.sizes[axis] == scenario.sizes[axis]
    keeps = sharing_keeps_numbers(scenario, count)
    if keeps:
        for before, now in zip(
            results(scenario, "weights", "output"), results(after, "weights", "output"), strict=True
        ):
            # Products of other shapes may add in another order.
            rounding = 1e-12 * max(1.0, float(np.abs(before).max(initial=0.0)))
            np.testing.assert_allclose(now, before, rtol=0, atol=rounding)
    assert keeps or count < scenario.n_groups or count % scenario.n_groups


def test_shared_heads_are_copied_or_dropped_by_their_columns() -> None:
    apart = apply(SHARED, SetKeyValueHeads(4))
    assert apart.key_value_heads is None
    assert apart.key[0].tolist() == [[5, 5, 6, 6], [7, 7, 8, 8]]
    assert apart.value[0, 0].tolist() == [1, 2, 1, 2, 3, 4, 3, 4]
    assert apply(apart, SetKeyValueHeads(2)) == SHARED
    one = apply(SHARED, SetKeyValueHeads(1))
    assert one.value[0].tolist() == [[1, 2], [5, 6]]
    assert apply(SHARED, SetHeads(4)) == SHARED


def test_shared_heads_follow_the_heads() -> None:
    scenario = replace(SHARED, blocked=None, value=[[1, 2], [3, 4]], upstream=None)
    assert scenario.valid_heads == (2, 4)
    after = apply(scenario, SetHeads(2))
    assert (after.heads, after.n_groups) == (2, 1)
    assert after.key.tolist() == scenario.key.tolist()
    assert apply(after, SetHeads(4)) == scenario


def test_pages_for_every_head_follow_the_heads() -> None:
    pages = np.arange(18.0).reshape(2, 3, 3)
    value = [[1, 2, 3, 4]] * 3
    scenario = replace(SELF, heads=2, query=value, key=value, value=value, bias=pages)
    after = apply(scenario, SetHeads(4))
    assert after.bias.tolist() == pages[[0, 0, 1, 1]].tolist()
    assert apply(after, SetHeads(2)) == scenario


@settings(max_examples=50)
@given(ordinary)
def test_an_added_part_changes_no_result(scenario: Scenario) -> None:
    if scenario.empty_rows == "nan":  # times 0 it is NaN, and spreads
        scenario = replace(scenario, empty_rows="uniform")
    for add, remove, part in (
        (AddBias(), RemoveBias(), scenario.bias),
        (AddBias(per_head=True), RemoveBias(), scenario.bias),
        (AddOutputProjection(), RemoveOutputProjection(), scenario.w_output),
    ):
        if part is None:
            after = apply(scenario, add)
            for before, now in zip(results(scenario, *IDS), results(after, *IDS), strict=True):
                np.testing.assert_array_equal(before, now)
            assert apply(after, remove) == scenario


def test_a_shared_bias_is_copied_for_every_head() -> None:
    bias = np.arange(9.0).reshape(3, 3)
    scenario = replace(SELF, heads=2, bias=bias)
    after = apply(scenario, AddBias(per_head=True))
    assert after.bias.tolist() == [bias.tolist()] * 2
    cell = SetCell("bias", 1, 2, 0, 9.5)
    assert cell.text(after) == f"Set {BIAS}[head 1, cats → dogs]"
    assert apply(after, cell).bias[1, 2].tolist() == [9.5, 7, 8]
    assert apply(after, cell).bias[0].tolist() == bias.tolist()


@pytest.mark.parametrize(
    ("width", "upstream"), [(3, [[1, 2], [4, 5]]), (1, [[1, 1], [4, 1]]), (2, [[1, 2], [4, 5]])]
)
def test_the_upstream_gradient_fits_the_output(width: int, upstream: list[list[int]]) -> None:
    scenario = replace(
        CROSS, w_output=CROSS.w_output[:, :width], upstream=CROSS.upstream[..., :width]
    )
    edit = RemoveOutputProjection()
    assert apply(scenario, edit).upstream.tolist() == [upstream]
    assert ("drops" in edit.text(scenario)) is (width > 2)


@settings(max_examples=50)
@given(ordinary, st.data())
def test_a_blocked_cell_is_allowed_again(scenario: Scenario, data: st.DataObject) -> None:
    if not scenario.problem.n_batch:
        return
    shape = compute(scenario.problem)["weights"].shape
    index = tuple(data.draw(st.integers(0, length - 1)) for length in shape)
    edit = ToggleBlocked(*index, alone=True)
    once = apply(scenario, edit)
    assert once != scenario
    assert apply(once, edit) == scenario
    everywhere = apply(scenario, ToggleBlocked(*index))
    before = np.broadcast_to(False if scenario.blocked is None else scenario.blocked, shape)
    after = np.broadcast_to(False if everywhere.blocked is None else everywhere.blocked, shape)
    assert (after[:, :, index[2], index[3]] == (not before[index])).all()
    assert (before == after).sum() >= before.size - shape[0] * shape[1]


def test_a_mask_for_all_heads_stays_one_page() -> None:
    scenario = replace(SELF, heads=2)
    page = apply(scenario, ToggleBlocked(0, 1, 0, 2))
    assert page.blocked.tolist() == [[False, False, True], [False] * 3, [False] * 3]
    assert not compute(page.problem)["weights"][:, :, 0, 2].any()
    alone = apply(page, ToggleBlocked(0, 1, 0, 2, alone=True))
    assert alone.blocked.shape == (1, 2, 3, 3)
    weights = compute(alone.problem)["weights"][0, :, 0, 2]
    assert weights[0] == 0
    assert weights[1] > 0
    assert apply(alone, ToggleBlocked(0, 1, 0, 2)) == page
    assert apply(page, ClearBlocked()) == scenario


@settings(max_examples=50)
@given(ordinary)
def test_a_new_feature_changes_no_result(scenario: Scenario) -> None:
    axes = {
        "key_feature": True,
        "input_feature": scenario.is_projected,
        "source_feature": scenario.is_projected and scenario.is_cross,
        "value_feature": scenario.has_output_projection,
    }
    for axis in (axis for axis, exists in axes.items() if exists):
        after = apply(scenario, AddFeature(axis, 0))
        for before, now in zip(results(scenario, *IDS), results(after, *IDS), strict=True):
            np.testing.assert_allclose(before, now, rtol=1e-12)


def test_a_token_comes_into_every_array_of_its_list() -> None:
    source = apply(CROSS, AddToken(1, source=True))
    assert source.labels == CROSS.labels
    assert source.source_labels == ("the", "t3", "cat", "sat")
    assert source.source_inputs[0].tolist() == [[1, 0, 1], [0, 0, 0], [0, 1, 0], [1, 1, 1]]
    assert source.bias[0].tolist() == [[1, 0, 2, 3], [4, 0, 5, 6]]
    assert source.padding.tolist() == [[False, False, False, True]]
    assert source.blocked.tolist() == [[True, False, False, False], [False, False, False, True]]
    query = apply(CROSS, AddToken(2))
    assert query.labels == ("le", "chat", "t2")
    assert query.inputs[0].tolist() == [[1, 2], [3, 4], [0, 0]]
    assert query.upstream[0].tolist() == [[1, 2, 3], [4, 5, 6], [1, 1, 1]]
    assert query.bias[0].tolist() == [[1, 2, 3], [4, 5, 6], [0, 0, 0]]
    assert query.blocked.tolist() == [[True, False, False], [False, False, True], [False] * 3]
    assert query.padding.tolist() == CROSS.padding.tolist()


def test_a_token_of_self_attention_comes_in_as_query_and_as_key() -> None:
    scenario = replace(SELF, bias=np.ones((3, 3)), blocked=np.eye(3) > 0)
    after = apply(scenario, AddToken(0, source=True))
    assert after.labels == after.source_labels == ("t3", "dogs", "chase", "cats")
    assert after.bias.sum() == 9
    assert not after.bias[0].any()
    assert after.blocked.tolist() == np.diag([False, True, True, True]).tolist()


def test_a_feature_of_the_values_comes_with_a_row_of_the_output_projection() -> None:
    shared = replace(SHARED, w_output=np.arange(8.0).reshape(8, 1), upstream=[[2], [3]])
    after = apply(shared, AddFeature("value_feature", 1))
    assert after.value[0, 0].tolist() == [1, 0, 2, 3, 0, 4]
    assert after.w_output[:, 0].tolist() == [0, 0, 1, 2, 0, 3, 4, 0, 5, 6, 0, 7]
    assert after.upstream.tolist() == [[[2], [3]]]
    wider = apply(shared, AddFeature("output_feature", 0))
    assert wider.w_output[2].tolist() == [0, 2]
    assert wider.upstream[0].tolist() == [[1, 2], [1, 3]]

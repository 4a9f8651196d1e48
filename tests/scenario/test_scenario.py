from typing import Any

import numpy as np
import pytest

from attention_gui.catalogue import catalogue
from attention_gui.engine import AttentionError, compute
from attention_gui.quantities import Axis, Form
from attention_gui.scenario.scenario import EDITABLE, Scenario, in_language


def scenario(**changes: Any) -> Scenario:
    options: dict[str, Any] = {
        "query": [[0, 3, 1, 1], [2, -1, 0, 0], [1, 1, 1, 1]],
        "key": [[3, 0, 0, 1], [-1, 2, 1, 0], [0, 0, 2, 2]],
        "value": [[3, -3], [1, 3], [0, 1]],
    }
    return Scenario(**options | changes)


def test_matrices_of_rank_two_become_a_read_only_batch_of_one() -> None:
    given = np.array([[1.0, 2.0]])
    opened = Scenario(query=given, key=given, value=given)
    given[0, 0] = 9
    assert opened.query.shape == (1, 1, 2)
    assert opened.query[0, 0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        opened.query[0, 0, 0] = 5


def test_sizes_name_every_axis() -> None:
    sizes = scenario(heads=2).sizes
    assert sizes == {
        Axis.BATCH: 1,
        Axis.HEAD: 2,
        Axis.GROUP: 2,
        Axis.QUERY: 3,
        Axis.KEY: 3,
        Axis.OTHER_KEY: 3,
        Axis.KEY_FEATURE: 2,
        Axis.VALUE_FEATURE: 1,
        Axis.OUTPUT_HEAD: 2,
        Axis.OUTPUT_FEATURE: 2,
    }
    of_inputs = {Axis.TOKEN, Axis.INPUT_FEATURE, Axis.SOURCE_FEATURE}
    assert set(sizes) == set(Axis) - of_inputs


def test_valid_heads_divide_both_widths() -> None:
    assert scenario().valid_heads == (1, 2)
    assert scenario(value=[[1] * 12] * 3).valid_heads == (1, 2, 4)
    assert scenario(value=[[1]] * 3).valid_heads == (1,)


def test_what_the_catalogue_calls_editable_can_be_edited() -> None:
    assert set(EDITABLE) >= {row.id for row in catalogue(Form()).values() if row.editable}


def test_an_upstream_of_ones_is_resolved_when_asked_for() -> None:
    opened = scenario()
    assert opened.upstream is None
    assert np.array_equal(opened.matrix("grad_output"), np.ones((1, 3, 2)))
    changed = opened.with_matrix("grad_output", np.zeros((1, 3, 2)))
    assert changed.upstream is not None
    assert np.array_equal(changed.matrix("grad_output"), np.zeros((1, 3, 2)))
    assert compute(changed.problem).loss == 0


@pytest.mark.parametrize("quantity_id", ["weights", "nonsense"])
def test_only_editable_quantities_can_be_asked_for(quantity_id: str) -> None:
    with pytest.raises(AttentionError, match="query, key, value, grad_output") as refusal:
        scenario().matrix(quantity_id)
    assert refusal.value.code == "unknown-quantity"
    with pytest.raises(AttentionError):
        scenario().with_matrix(quantity_id, np.zeros((1, 1, 1)))


INPUTS = {
    "query": None,
    "key": None,
    "value": None,
    "inputs": [[1, 0, 1], [0, 1, 0]],
    "w_query": [[1, 0], [0, 1], [1, 1]],
    "w_key": [[1, 0], [0, 1], [1, 1]],
    "w_value": [[1], [0], [2]],
}
SOURCE = INPUTS | {
    "kind": "cross",
    "source_inputs": [[1, 2, 3]] * 4,
    "w_output": [[1, 2, 3, 4, 5]],
    "bias": [[0.5] * 4] * 2,
}


def test_a_scenario_says_what_it_is_made_of() -> None:
    plain, inputs, source = scenario(), scenario(**INPUTS), scenario(**SOURCE)
    assert (plain.is_projected, plain.is_cross, plain.has_output_projection) == (0, 0, 0)
    assert (plain.input_width, plain.source_width, plain.output_width) == (None, None, 2)
    assert (inputs.is_projected, inputs.is_cross, inputs.has_output_projection) == (1, 0, 0)
    assert (inputs.input_width, inputs.source_width, inputs.output_width) == (3, None, 1)
    assert (inputs.query, inputs.key, inputs.value) == (None, None, None)
    assert (source.is_projected, source.is_cross, source.has_output_projection) == (1, 1, 1)
    assert (source.input_width, source.source_width, source.output_width) == (3, 3, 5)
    assert (source.sizes[Axis.QUERY], source.sizes[Axis.KEY]) == (2, 4)


def test_only_what_a_scenario_has_can_be_edited() -> None:
    assert scenario().editable == ("query", "key", "value", "grad_output")
    projected = ("inputs", "w_query", "w_key", "w_value", "grad_output")
    assert scenario(**INPUTS).editable == projected
    source = scenario(**SOURCE)
    assert source.editable == (
        "inputs", "source_inputs", "w_query", "w_key", "w_value", "w_output", "bias", "grad_output",
    )  # fmt: skip
    shapes = {quantity_id: source.matrix(quantity_id).shape for quantity_id in source.editable}
    assert shapes["inputs"] == (1, 2, 3)
    assert shapes["w_output"] == (1, 5)
    assert shapes["bias"] == (2, 4)
    assert shapes["grad_output"] == (1, 2, 5)
    changed = source.with_matrix("w_value", np.zeros((3, 1)))
    assert not compute(changed.problem)["output"].any()


def test_key_value_heads_as_many_as_heads_are_the_default() -> None:
    opened = scenario(heads=2, key_value_heads=2)
    assert opened.key_value_heads is None
    assert opened.n_groups == 2
    assert opened == scenario(heads=2)
    grouped = scenario(heads=2, key_value_heads=1, key=[[1, 2]] * 3)
    assert (grouped.key_value_heads, grouped.n_groups) == (1, 1)


def test_a_custom_mask_takes_its_simplest_form() -> None:
    page = [[True, False, False]] * 3
    assert scenario(heads=2, blocked=[[page, page]]).blocked.tolist() == page
    assert scenario(blocked=[[False] * 3] * 3).blocked is None
    apart = [[page, [[False] * 3] * 3]]
    assert scenario(heads=2, blocked=apart).blocked.tolist() == apart


def test_source_tokens_have_labels_of_their_own() -> None:
    assert scenario().source_labels == ("q0", "q1", "q2")
    assert scenario(tokens=("a", "b", "c")).source_labels == ("a", "b", "c")
    source = scenario(**SOURCE)
    assert (source.labels, source.source_labels) == (("q0", "q1"), ("k0", "k1", "k2", "k3"))
    named = scenario(**SOURCE, source_tokens=("a", "b", "c", "d"))
    assert named.source_labels == ("a", "b", "c", "d")
    assert named.same_mathematics(source)
    assert named != source


def test_valid_heads_keep_the_columns_that_heads_share() -> None:
    wide, narrow = [[1] * 8] * 3, [[1] * 4] * 3
    grouped = scenario(heads=4, key_value_heads=2, query=wide, key=narrow, value=narrow)
    assert grouped.valid_heads == (2, 4, 8)
    assert grouped.valid_key_value_heads == (1, 2, 4)


def test_valid_heads_merge_no_pages_that_differ() -> None:
    pages = np.zeros((2, 3, 3))
    options = {"heads": 2, "value": [[1] * 4] * 3}
    assert scenario(**options, bias=pages).valid_heads == (1, 2, 4)
    pages[1, 0, 0] = 1
    assert scenario(**options, bias=pages).valid_heads == (2, 4)
    assert scenario(**options, blocked=pages[np.newaxis] > 0).valid_heads == (2, 4)


def test_labels_default_to_numbers() -> None:
    assert scenario().labels == ("q0", "q1", "q2")
    given = scenario(tokens=("a", "a", ""))
    assert given.labels == ("a", "a", "q2"), "an empty name cannot be seen"
    assert given.tokens == ("a", "a", "")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"tokens": ("a", "b")}, "token-labels"),
        ({"tokens": ("a", "b", "\ud800")}, "wrong-type"),
        ({"title": "\udfff"}, "wrong-type"),
        ({"notes": {"en": "\ud800x"}}, "wrong-type"),
        ({"heads": 3}, "head-divisibility"),
        ({"kind": "both"}, "wrong-type"),
        ({"source_tokens": ("a", "b", "c")}, "wrong-type"),
        ({"kind": "cross", "source_tokens": ("a", "b")}, "token-labels"),
        ({"kind": "cross", "source_tokens": ("a", "b", "\ud800")}, "wrong-type"),
        ({"query": None}, "wrong-type"),
        ({"inputs": [[1]] * 3}, "wrong-type"),
        ({"w_output": [[1]]}, "projection-shape"),
        ({"bias": [[1]]}, "bias-shape"),
        ({"blocked": [[True]]}, "mask-shape"),
        ({"window": 0}, "wrong-type"),
        ({"heads": 2, "key_value_heads": 3}, "head-divisibility"),
        ({"scale": 0}, "scale"),
        ({"padding": np.zeros((1, 2), dtype=bool)}, "mask-shape"),
        ({"upstream": np.zeros((1, 1, 1))}, "upstream-shape"),
        ({"query": [[np.nan] * 4] * 3}, "non-finite-input"),
    ],
)
def test_what_is_not_valid_cannot_be_made(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(AttentionError) as refusal:
        scenario(**changes)
    assert refusal.value.code == code


def test_padding_that_excludes_nothing_is_no_padding() -> None:
    assert scenario(padding=[False, False, False]).padding is None
    padding = scenario(padding=[True, False, False]).padding
    assert padding is not None
    assert padding.tolist() == [[True, False, False]]


def test_scenarios_compare_by_content_to_the_bit() -> None:
    assert scenario() == scenario()
    assert scenario() != scenario(title="other")
    assert scenario(value=[[0.0], [1], [1]]) != scenario(value=[[-0.0], [1], [1]])
    assert scenario() != scenario(padding=[True, False, False])
    assert scenario() != "a scenario"


def test_titles_and_views_are_no_mathematics() -> None:
    assert scenario().same_mathematics(
        scenario(title="other", view={"zoom": 2}, tokens=("", "", ""))
    )
    assert not scenario().same_mathematics(scenario(causal=True))
    assert not scenario().same_mathematics(scenario(upstream=np.ones((3, 2))))


def test_texts_fall_back_to_another_language() -> None:
    assert in_language("same", "ru") == "same"
    assert in_language({"en": "cats", "ru": "кошки"}, "ru") == "кошки"
    assert in_language({"en": "cats"}, "ru") == "cats"
    assert in_language({"ru": "кошки"}, "en") == "кошки"
    assert in_language({}, "en") == ""

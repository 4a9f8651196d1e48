from typing import Any

import numpy as np
import pytest

from attention_gui.engine import AttentionError, compute
from attention_gui.quantities import CATALOGUE, Axis
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
        Axis.QUERY: 3,
        Axis.KEY: 3,
        Axis.KEY_FEATURE: 2,
        Axis.VALUE_FEATURE: 1,
    }
    assert set(sizes) == set(Axis)


def test_valid_heads_divide_both_widths() -> None:
    assert scenario().valid_heads == (1, 2)
    assert scenario(value=[[1] * 12] * 3).valid_heads == (1, 2, 4)
    assert scenario(value=[[1]] * 3).valid_heads == (1,)


def test_the_editable_quantities_are_those_of_the_catalogue() -> None:
    assert set(EDITABLE) == {row.id for row in CATALOGUE.values() if row.editable}


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


def test_labels_default_to_numbers() -> None:
    assert scenario().labels == ("q0", "q1", "q2")
    assert scenario(tokens=("a", "a", "")).labels == ("a", "a", "")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"tokens": ("a", "b")}, "token-labels"),
        ({"tokens": ("a", "b", "\ud800")}, "wrong-type"),
        ({"title": "\udfff"}, "wrong-type"),
        ({"notes": {"en": "\ud800x"}}, "wrong-type"),
        ({"heads": 3}, "head-divisibility"),
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

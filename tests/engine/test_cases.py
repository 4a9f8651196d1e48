"""The stored cases, quantity by quantity."""

import numpy as np
import pytest
from reference import CASES, assert_agrees, direct_problem_of, expected_of, problem_of

from attention_gui.engine import AttentionError, compute

DIRECT = (
    "two-token-head",
    "no-projection",
    "head-split-labels",
    "wide-values",
    "single-token",
    "identical-keys",
    "batch-with-lengths",
    "huge-scores",
)
PROJECTED = (
    "dogs-chase-cats",
    "dogs-padding",
    "dogs-causal",
    "dogs-unscaled",
    "left-padding-causal-zero",
    "left-padding-causal-nan",
    "left-padding-causal-uniform",
)
PROJECTIONS = {"inputs", "w_query", "w_key", "w_value"}
PROJECTIONS |= {f"grad_{name}" for name in PROJECTIONS}


@pytest.mark.parametrize("name", DIRECT)
def test_every_quantity_agrees(name: str) -> None:
    result = compute(problem_of(CASES[name]))
    expected = expected_of(CASES[name])
    assert set(result) == set(expected)
    for quantity_id in result:
        assert_agrees(result[quantity_id], expected[quantity_id])


@pytest.mark.parametrize("name", PROJECTED)
def test_every_quantity_from_q_k_v_on_agrees(name: str) -> None:
    result = compute(direct_problem_of(CASES[name]))
    expected = expected_of(CASES[name])
    assert set(result) == set(expected) - PROJECTIONS
    for quantity_id in result:
        assert_agrees(result[quantity_id], expected[quantity_id])


@pytest.mark.parametrize("name", sorted(set(CASES) - set(DIRECT)))
def test_what_is_not_supported_is_refused(name: str) -> None:
    with pytest.raises(AttentionError, match="not supported in this version") as caught:
        problem_of(CASES[name])
    assert caught.value.code == "unsupported"


def test_the_order_of_asking_does_not_matter() -> None:
    problem = problem_of(CASES["batch-with-lengths"])
    forwards, backwards = compute(problem), compute(problem)
    ids = list(forwards)
    arrays = {quantity_id: backwards[quantity_id] for quantity_id in reversed(ids)}
    for quantity_id in ids:
        assert forwards[quantity_id].tobytes() == arrays[quantity_id].tobytes(), quantity_id


def test_a_quantity_alone_equals_the_one_among_all() -> None:
    problem = direct_problem_of(CASES["left-padding-causal-uniform"])
    full = compute(problem)
    everything = {quantity_id: full[quantity_id] for quantity_id in full}
    for quantity_id, array in everything.items():
        np.testing.assert_array_equal(compute(problem)[quantity_id], array)

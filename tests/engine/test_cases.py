"""The stored cases, quantity by quantity."""

import numpy as np
import pytest
from reference import CASES, assert_agrees, expected_of, problem_of

from attention_gui.engine import compute


@pytest.mark.parametrize("name", CASES)
def test_every_quantity_agrees(name: str) -> None:
    result = compute(problem_of(CASES[name]))
    expected = expected_of(CASES[name])
    assert set(result) == set(expected)
    for quantity_id in result:
        assert_agrees(result[quantity_id], expected[quantity_id])


@pytest.mark.parametrize("name", CASES)
def test_the_same_numbers_typed_in_as_q_k_and_v_agree(name: str) -> None:
    problem = problem_of(CASES[name]).direct()
    result, expected = compute(problem), expected_of(CASES[name])
    assert not problem.is_projected
    for quantity_id in result:
        assert_agrees(result[quantity_id], expected[quantity_id])


@pytest.mark.parametrize("name", CASES)
def test_the_order_of_asking_does_not_matter(name: str) -> None:
    problem = problem_of(CASES[name])
    forwards, backwards = compute(problem), compute(problem)
    ids = list(forwards)
    arrays = {quantity_id: backwards[quantity_id] for quantity_id in reversed(ids)}
    for quantity_id in ids:
        assert forwards[quantity_id].tobytes() == arrays[quantity_id].tobytes(), quantity_id


@pytest.mark.parametrize("name", ["left-padding-causal-uniform", "cross-projected"])
def test_a_quantity_alone_equals_the_one_among_all(name: str) -> None:
    problem = problem_of(CASES[name])
    full = compute(problem)
    everything = {quantity_id: full[quantity_id] for quantity_id in full}
    for quantity_id, array in everything.items():
        np.testing.assert_array_equal(compute(problem)[quantity_id], array)

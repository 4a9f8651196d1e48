"""The engine against attention written as loops, on generated problems."""

import numpy as np
from hypothesis import given, settings
from reference import CASES, assert_agrees, attention, problem_of
from strategies import problems

from attention_gui.engine import Problem, compute


@settings(max_examples=2000, deadline=None)
@given(problems())
def test_every_quantity_agrees_with_the_loops(problem: Problem) -> None:
    result, expected = compute(problem), attention(problem)
    assert set(result) == set(expected)
    for quantity_id in result:
        assert_agrees(result[quantity_id], np.asarray(expected[quantity_id], dtype=float))


def test_the_loops_agree_with_a_stored_case() -> None:
    case = CASES["two-token-head"]
    expected = attention(problem_of(case))
    for quantity_id, cells in case["expected"].items():
        assert_agrees(expected[quantity_id], np.array(cells, dtype=float))


def test_a_large_problem_agrees_with_the_loops() -> None:
    rng = np.random.default_rng(5)
    query, key, value, upstream = rng.normal(size=(4, 2, 30, 48))
    problem = Problem(
        query=query,
        key=key,
        value=value,
        upstream=upstream,
        heads=2,
        mask={"causal": True, "padding": np.arange(30) % 7 == 0},
    )
    result, expected = compute(problem), attention(problem)
    for quantity_id in result:
        assert_agrees(result[quantity_id], np.asarray(expected[quantity_id], dtype=float))

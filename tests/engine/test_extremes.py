"""Extreme inputs, against fifty digits."""

import numpy as np
import pytest
from fifty_digits import attention
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import assert_agrees

from attention_gui.engine import Problem, compute


def random(*shape: int, seed: int = 0, factor: float = 1.0) -> np.ndarray:
    return factor * np.random.default_rng(seed).normal(size=shape)


VALUE = [[1.0, -2.0], [0.5, 3.0], [-1.0, 4.0]]
EXTREMES = {
    "scores of ±1e300": {"query": [[1e300], [-1e300], [1e299]], "key": [[1], [-1], [0.5]]},
    "tied scores of 1e300": {"query": [[1e300], [-1e300], [0]], "key": [[1], [1], [-1]]},
    "keys of ±1e300": {"query": [[1], [-1], [0.25]], "key": [[1e300], [-1e300], [1e299]]},
    "scores of ±1e-300": {"query": [[1e-300], [-1e-300], [0]], "key": [[1], [-1], [1]]},
    "everything 1e-300": {
        "query": [[1e-300]] * 3, "key": [[1e-300]] * 3, "value": [[1e-300, -1e-300]] * 3,
    },
    "both in one row": {"query": [[1e300, 1e-300]] * 3, "key": [[1, 0], [0, 1], [-1, 1]]},
    "all scores tied": {"query": random(3, 4), "key": random(1, 4).repeat(3, axis=0)},
    "scores at the edge of exp": {"query": [[745.1], [708.4], [-745.2]], "key": [[0], [1], [-1]]},
    "scores of some hundreds": {"query": random(3, 2, factor=20), "key": random(3, 2, factor=20)},
    "values of ±1e300": {
        "query": random(3, 2), "key": random(3, 2, seed=1),
        "value": [[1e300], [-1e300], [1e-300]], "upstream": [[1e-300]] * 3,
    },
}  # fmt: skip


@pytest.mark.parametrize("scale", ["none", "inverse_sqrt_dk"])
@pytest.mark.parametrize("name", EXTREMES)
def test_extreme_numbers(name: str, scale: str) -> None:
    agrees(Problem(**({"value": VALUE} | EXTREMES[name]), scale=scale))


def test_one_token() -> None:
    agrees(Problem(query=random(1, 4), key=random(1, 4, seed=1), value=random(1, 3, seed=2)))
    agrees(Problem(query=[[1e300]], key=[[-1e5]], value=[[1e300]], upstream=[[-1e5]]))


def test_64_heads() -> None:
    query, key, value, upstream = random(4, 3, 128)
    agrees(Problem(query=query, key=key, value=value, upstream=upstream, heads=64))


def test_one_row_of_many_keys() -> None:
    problem = Problem(
        query=random(1, 8, factor=3),
        key=random(200, 8, seed=1, factor=3),
        value=random(200, 2, seed=2),
        kind="cross",
    )
    agrees(problem)


exponents = st.sampled_from([-300, -150, -8, 0, 0, 1, 2, 8, 100, 150])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), exponents, exponents, exponents)
def test_any_sizes(seed: int, query: int, key: int, value: int) -> None:
    rng = np.random.default_rng(seed)
    # Whole numbers, so that the scores are exact, however large.
    matrices = rng.integers(-3, 4, size=(4, 3, 2)).astype(float)
    factors = (2.0 ** (query * 3), 2.0 ** (key * 3), 2.0 ** (value * 3), 1.0)
    given_ = matrices * np.array(factors)[:, None, None]
    problem = Problem(
        query=given_[0], key=given_[1], value=given_[2], upstream=given_[3], scale="none"
    )
    result, expected = compute(problem), attention(problem)
    for quantity_id, array in expected.items():
        largest = np.maximum(1.0, summands(problem).get(quantity_id, np.abs(array)))
        assert_agrees(result[quantity_id] / largest, array / largest)


def summands(problem: Problem) -> dict[str, np.ndarray]:
    """Return what is summed, in absolute values: huge summands may cancel."""
    result = compute(problem)
    weights, gradient = result["weights"][0, 0], np.abs(result["grad_weights"][0, 0])
    scores = weights * (gradient + (weights * gradient).sum(axis=-1, keepdims=True))
    return {
        "output": (weights @ np.abs(problem.value[0]))[None],
        "grad_value": (weights.T @ np.abs(problem.upstream[0]))[None],
        "grad_query": (scores @ np.abs(problem.key[0]))[None],
        "grad_key": (scores.T @ np.abs(problem.query[0]))[None],
    }


def agrees(problem: Problem) -> None:
    result, expected = compute(problem), attention(problem)
    for quantity_id, array in expected.items():
        assert_agrees(result[quantity_id], array)

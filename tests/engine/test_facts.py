"""Numbers that the lessons state."""

import math

import numpy as np
import pytest

from attention_gui.engine import Problem, check_gradients, compute

HAND = Problem(
    query=[[0, 3], [2, -1]],
    key=[[3, 0], [-1, 2]],
    value=[[3, -3], [1, 3]],
    upstream=[[1, 0], [0, 1]],
)
DOGS = Problem(
    query=[[2, 0], [0, 1], [1, 0]],
    key=[[0, 1], [2, 1], [1, 2]],
    value=[[2, 1], [0, 3], [1, 1]],
)


def assert_shows(array: np.ndarray, digits: int, *rows: list[float]) -> None:
    """Assert that batch 0 (and head 0) of an array rounds to the rows."""
    shown = array.reshape(-1, array.shape[-1])
    np.testing.assert_allclose(shown, rows, rtol=0, atol=0.5000001 * 10.0**-digits)


def test_one_head_by_hand_forward() -> None:
    result = compute(HAND)
    assert_shows(result["raw_scores"], 12, [0, 6], [6, -4])
    assert_shows(result["scaled_scores"], 6, [0, 4.242641], [4.242641, -2.828427])
    assert_shows(result["weights"], 6, [0.014166, 0.985834], [0.999151, 0.000849])
    assert_shows(result["output"], 6, [1.028332, 2.915004], [2.998303, -2.994908])
    assert_shows(result.value_terms_of(0, 0, 0), 6, [0.042498, -0.042498], [0.985834, 2.957502])
    assert result["weights"].argmax(axis=-1).tolist() == [[[1, 0]]]
    assert result.loss == pytest.approx(-1.966576, abs=5e-7)


def test_one_head_by_hand_backward() -> None:
    result = compute(HAND)
    assert_shows(result["grad_query"], 6, [0.079000, -0.039500], [-0.014389, 0.007195])
    assert_shows(result["grad_key"], 6, [-0.007195, 0.062847], [0.007195, -0.062847])
    assert_shows(result["grad_value"], 6, [0.014166, 0.999151], [0.985834, 0.000849])


def test_one_head_by_hand_has_twelve_right_coordinates() -> None:
    check = check_gradients(HAND, step=1e-6, tolerance=2e-6)
    assert check.passed
    assert sum(part.checked for part in check.inputs.values()) == 12


EMBEDDED = Problem(
    inputs=[[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 0, 1]],
    w_query=[[1, 0], [0, 1], [1, 0], [0, 0]],
    w_key=[[0, 1], [1, 0], [0, 0], [1, 1]],
    w_value=[[1, 0], [0, 2], [1, 1], [0, 1]],
)


def test_the_projections_of_the_embeddings() -> None:
    result = compute(EMBEDDED)
    for name in ("query", "key", "value"):
        assert result[name].tolist() == getattr(DOGS, name).tolist()


@pytest.mark.parametrize("problem", [DOGS, EMBEDDED])
def test_from_embeddings(problem: Problem) -> None:
    result = compute(problem)
    assert_shows(result["raw_scores"], 12, [0, 4, 2], [1, 1, 2], [0, 2, 1])
    rows = [0.045, 0.768, 0.187], [0.248, 0.248, 0.503], [0.140, 0.576, 0.284]
    assert_shows(result["weights"], 3, *rows)
    assert_shows(result["output"], 3, [0.277, 2.536], [1.000, 1.497], [0.564, 2.152])
    columns = result["weights"].sum(axis=-2)
    assert np.abs(columns - 1.0).min() > 0.02


def test_dogs_without_scaling() -> None:
    row = compute(DOGS.replace(scale="none"))["weights"][0, 0, 0]
    assert_shows(row, 3, [0.016, 0.867, 0.117])


def test_attention_without_projections_is_not_symmetric() -> None:
    tokens = [[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 0, 1]]
    result = compute(Problem(query=tokens, key=tokens, value=tokens))
    assert_shows(result["raw_scores"], 12, [2, 0, 1], [0, 2, 1], [1, 1, 2])
    rows = [0.506, 0.186, 0.307], [0.186, 0.506, 0.307], [0.274, 0.274, 0.452]
    assert_shows(result["weights"], 3, *rows)


@pytest.mark.parametrize(("scale", "weight"), [("none", 0.731059), ("inverse_sqrt_dk", 0.669762)])
def test_two_scores(scale: str, weight: float) -> None:
    key = [[1, 0], [0, 1]]
    problem = Problem(query=[[1, 0], [1, 0]], key=key, value=key, scale=scale)
    assert compute(problem)["weights"][0, 0, 0, 0] == pytest.approx(weight, abs=5e-7)


def test_cats_as_padding() -> None:
    weights = compute(DOGS.replace(mask={"padding": [False, False, True]}))["weights"]
    assert_shows(weights, 3, [0.056, 0.944, 0], [0.5, 0.5, 0], [0.196, 0.804, 0])
    assert (weights[..., 2] == 0.0).all()


def test_causal() -> None:
    result = compute(DOGS.replace(mask={"causal": True}))
    assert_shows(result["weights"], 3, [1, 0, 0], [0.5, 0.5, 0], [0.140, 0.576, 0.284])
    assert not result["empty_rows"].any()


def test_cats_chase_dogs_gives_dogs_the_same_output() -> None:
    order = [2, 1, 0]
    swapped = {name: getattr(DOGS, name)[:, order] for name in ("query", "key", "value")}
    assert_shows(compute(DOGS.replace(**swapped))["output"][0, 2], 3, [0.277, 2.536])
    causal = {"causal": True}
    plain = compute(DOGS.replace(mask=causal))["output"][0, order]
    assert np.abs(plain - compute(DOGS.replace(**swapped, mask=causal))["output"][0]).max() > 0.5


def test_the_trace_of_the_jacobian_of_uniform_and_one_hot_rows() -> None:
    uniform = Problem(query=np.zeros((4, 1)), key=np.zeros((4, 1)), value=np.zeros((4, 1)))
    result = compute(uniform)
    np.testing.assert_allclose(result["jacobian_trace"], 1 - 1 / 4, rtol=1e-15)
    np.testing.assert_allclose(result["row_entropy"], math.log(4), rtol=1e-15)
    one_hot = compute(Problem(query=[[1e4], [1e4]], key=[[1], [0]], value=[[1], [0]]))
    for quantity_id in ("jacobian_trace", "row_entropy"):
        assert (one_hot[quantity_id] == 0.0).all()
        assert not np.signbit(one_hot[quantity_id]).any()

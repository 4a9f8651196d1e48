"""The gradient check passes what is right and catches what is wrong."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from reference import CASES, problem_of
from strategies import problems

from attention_gui.engine import AttentionError, Problem, backward, check_gradients, compute
from attention_gui.engine.arrays import Array

IDS = ("grad_query", "grad_key", "grad_value")
HAND = problem_of(CASES["two-token-head"])
BATCH = problem_of(CASES["batch-with-lengths"])


@pytest.mark.parametrize("name", CASES)
def test_the_stored_cases_pass(name: str) -> None:
    check = check_gradients(problem_of(CASES[name]))
    assert check.passed
    assert all(part.max_error < 1e-8 for part in check.inputs.values())


@settings(max_examples=40, deadline=None)
@given(problems())
def test_generated_problems_pass(problem: Problem) -> None:
    assert check_gradients(problem).passed


def test_what_the_check_tells() -> None:
    check = check_gradients(BATCH, step=1e-5, tolerance=1e-4)
    assert (check.step, check.tolerance) == (1e-5, 1e-4)
    assert list(check.inputs) == ["query", "key", "value"]
    result = compute(BATCH)
    for name, part in check.inputs.items():
        assert part.checked == result[name].size
        np.testing.assert_array_equal(part.analytic, result[f"grad_{name}"])
        np.testing.assert_allclose(part.numeric, part.analytic, atol=1e-8)
        assert part is check[name]
        assert part.passed


@pytest.mark.parametrize("quantity_id", IDS)
@pytest.mark.parametrize("place", [0, 3, 11])
def test_one_wrong_coordinate_is_caught(quantity_id: str, place: int) -> None:
    wrong = compute(BATCH)[quantity_id].copy()
    wrong.flat[place] += 1e-3
    check = check_gradients(BATCH, gradients={quantity_id: wrong})
    assert not check.passed
    for name, part in check.inputs.items():
        assert part.passed == (quantity_id != f"grad_{name}")
    assert check[quantity_id.removeprefix("grad_")].max_error > 1e-4


@pytest.mark.parametrize("quantity_id", IDS)
def test_a_transposed_gradient_is_caught(quantity_id: str) -> None:
    wrong = compute(HAND)[quantity_id].swapaxes(-1, -2)
    assert not check_gradients(HAND, gradients={quantity_id: wrong}).passed


@pytest.mark.parametrize("quantity_id", ["grad_query", "grad_key"])
def test_a_missing_scale_is_caught(quantity_id: str) -> None:
    wrong = compute(HAND)[quantity_id] * math.sqrt(2)
    assert not check_gradients(HAND, gradients={quantity_id: wrong}).passed


@pytest.mark.parametrize("cell", [np.nan, np.inf, -np.inf])
def test_a_gradient_that_is_not_finite_is_caught(cell: float) -> None:
    wrong = compute(HAND)["grad_query"].copy()
    wrong[0, 1, 0] = cell
    check = check_gradients(HAND, gradients={"grad_query": wrong})
    assert not check.passed
    assert check["query"].max_error == math.inf


def test_a_softmax_gradient_without_its_average_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_average(gradient: Array, weights: Array, _: object) -> None:
        gradient *= weights

    monkeypatch.setattr(backward, "through_softmax_in_place", without_average)
    check = check_gradients(HAND)
    assert [part.passed for part in check.inputs.values()] == [False, False, True]


def test_keys_read_by_the_wrong_query_are_caught() -> None:
    gradient = np.swapaxes(compute(BATCH)["grad_raw_scores"], -1, -2)
    wrong = (gradient.swapaxes(-1, -2) @ BATCH.query[:, None])[:, 0]
    assert not check_gradients(BATCH, gradients={"grad_key": wrong})["key"].passed


def test_an_empty_row_under_nan() -> None:
    problem = problem_of(CASES["left-padding-causal-nan"]).direct()
    check = check_gradients(problem)
    assert check.passed
    assert (check["query"].checked, check["key"].checked, check["value"].checked) == (6, 6, 0)
    assert np.isnan(check["value"].numeric).all()


def test_under_nan_a_head_without_an_empty_row_is_checked_as_ever() -> None:
    padding = [[True, False, False], [False, False, False]]
    problem = BATCH.replace(mask={"causal": True, "padding": padding}, empty_rows="nan")
    check = check_gradients(problem)
    assert check.passed
    assert check["value"].checked == 6
    wrong = compute(problem)["grad_value"].copy()
    wrong[1, 0, 0] += 1e-3
    assert not check_gradients(problem, gradients={"grad_value": wrong}).passed


def test_a_finite_gradient_where_the_loss_is_nan_is_caught() -> None:
    problem = problem_of(CASES["left-padding-causal-nan"]).direct()
    check = check_gradients(problem, gradients={"grad_value": np.zeros((3, 2))})
    assert not check.passed
    assert check["value"].max_error == math.inf


@pytest.mark.parametrize("factor", [1e-6, 1e6, 1e100])
def test_values_of_any_size_pass_and_are_checked(factor: float) -> None:
    problem = BATCH.replace(value=BATCH.value * factor)
    assert check_gradients(problem).passed
    wrong = compute(problem)["grad_key"].copy()
    wrong[1] *= 1.01
    if factor >= 1.0:
        assert not check_gradients(problem, gradients={"grad_key": wrong}).passed


def test_a_small_value_beside_a_large_one_is_checked() -> None:
    problem = HAND.replace(value=[[1e6, 0.0], [-1e6, 1.0]])
    assert check_gradients(problem).passed
    wrong = compute(problem)["grad_value"].copy()
    wrong[0, 0, 1] += 1e-3
    assert not check_gradients(problem, gradients={"grad_value": wrong}).passed


def test_inputs_that_an_absolute_step_could_not_move_pass() -> None:
    query = [[1e15, 1.0], [2e15, -1.0]]
    key = [[1e-15, 1.0], [3e-15, 2.0]]
    check = check_gradients(HAND.replace(query=query, key=key))
    np.testing.assert_allclose(check["query"].numeric, check["query"].analytic, rtol=1e-6)


def test_inputs_at_the_edge_of_float64_pass() -> None:
    largest = np.finfo(float).max
    zeros = [[0.0], [0.0]]
    assert check_gradients(Problem(query=zeros, key=[[largest], [0]], value=zeros)).passed


def test_one_very_wide_token_passes() -> None:
    query, key, value = np.random.default_rng(9).normal(size=(3, 1, 600))
    assert check_gradients(Problem(query=query, key=key, value=value)).passed


def test_many_copies_are_computed_in_parts() -> None:
    query, key, value = np.random.default_rng(8).normal(size=(3, 40, 4))
    problem = Problem(query=query, key=key, value=value, mask={"causal": True})
    check = check_gradients(problem)
    assert check.passed
    assert check["query"].checked == 160


CROSS = problem_of(CASES["cross-projected"])


@pytest.mark.parametrize("name", CROSS.matrices)
@pytest.mark.parametrize("place", [0, 5])
def test_every_matrix_of_a_projected_problem_is_checked(name: str, place: int) -> None:
    wrong = compute(CROSS)[f"grad_{name}"].copy()
    wrong.flat[place] += 1e-3
    check = check_gradients(CROSS, gradients={f"grad_{name}": wrong})
    assert {other for other, part in check.inputs.items() if not part.passed} == {name}
    assert check[name].checked == CROSS.matrices[name].size


def test_a_gradient_by_the_inputs_without_one_path_is_caught() -> None:
    problem = problem_of(CASES["dogs-chase-cats"])
    result = compute(problem)
    wrong = result["grad_inputs"] - result["grad_key"] @ problem.matrices["w_key"].T
    assert not check_gradients(problem, gradients={"grad_inputs": wrong})["inputs"].passed


def test_progress_counts_coordinates_up_to_all_of_them() -> None:
    calls: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> bool:
        calls.append((done, total))
        return True

    assert check_gradients(CROSS, progress=progress).passed
    total = sum(matrix.size for matrix in CROSS.matrices.values())
    assert calls[0] == (0, total)
    assert calls[-1] == (total, total)
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)


def test_a_check_can_be_cancelled() -> None:
    check = check_gradients(CROSS, progress=lambda done, total: done < total / 2)
    assert check.cancelled
    assert not check.passed
    assert 1 <= len(check.inputs) < len(CROSS.matrices)
    assert all(part.passed for part in check.inputs.values())
    assert not check_gradients(CROSS, progress=lambda _done, _total: False).inputs


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        ({"step": 0}, "wrong-type", "step is 0 instead of a finite number above 0."),
        ({"step": math.inf}, "wrong-type", "step is inf instead of a finite number above 0."),
        ({"step": "1"}, "wrong-type", "step is '1' instead of a finite number above 0."),
        ({"step": True}, "wrong-type", "step is True instead of a finite number above 0."),
        ({"step": 1e-300}, "wrong-type", "step is 1e-300, too small to move every input."),
        (
            {"tolerance": math.nan},
            "wrong-type",
            "tolerance is nan instead of a finite number above 0.",
        ),
        (
            {"tolerance": -1.0},
            "wrong-type",
            "tolerance is -1.0 instead of a finite number above 0.",
        ),
        (
            {"gradients": {"grad_query": np.zeros((1, 3))}},
            "wrong-type",
            "grad_query has shape (1, 1, 3), but query has shape (1, 2, 2).",
        ),
        (
            {"gradients": {"query": np.zeros((2, 2))}},
            "unknown-quantity",
            "gradients has the key 'query', but only grad_query, grad_key, grad_value are checked.",
        ),
    ],
)
def test_refused(options: dict[str, object], code: str, message: str) -> None:
    with pytest.raises(AttentionError) as caught:
        check_gradients(HAND, **options)
    assert (caught.value.code, caught.value.message) == (code, message)


def test_every_coordinate_has_its_error_and_its_verdict() -> None:
    wrong = compute(HAND)["grad_query"].copy()
    wrong[0, 1, 0] += 1.0
    check = check_gradients(HAND, gradients={"grad_query": wrong})["query"]
    assert check.errors.max() == check.errors[0, 1, 0] == check.max_error
    assert np.argwhere(~check.passes).tolist() == [[0, 1, 0]]

"""The studies give the numbers that the lessons state."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import CASES, assert_agrees, problem_of
from strategies import problems

from attention_gui.engine import AttentionError, Problem, compute
from attention_gui.engine.studies import (
    cost,
    head_contributions,
    mean_weights,
    scale_study,
    softmax_jacobian,
    swap_study,
    swap_tokens,
    two_scores,
)

DOGS = problem_of(CASES["dogs-chase-cats"])
CROSS = problem_of(CASES["cross-projected"])
STUDY = scale_study()


@pytest.mark.parametrize(
    ("d_k", "std", "largest", "largest_scaled", "trace", "trace_scaled"),
    [
        (1, 1.0, 0.21, 0.21, 0.87, 0.87),
        (4, 2.0, 0.43, 0.24, 0.71, 0.87),
        (16, 4.0, 0.69, 0.24, 0.43, 0.87),
        (64, 8.0, 0.84, 0.25, 0.22, 0.87),
        (512, 22.5, 0.94, 0.25, 0.08, 0.87),
    ],
)
def test_the_scale_study(
    d_k: int, std: float, largest: float, largest_scaled: float, trace: float, trace_scaled: float
) -> None:
    row = next(row for row in STUDY.rows if row.d_k == d_k)
    assert row.score_std == pytest.approx(std, rel=0.02)
    assert row.score_std == pytest.approx(math.sqrt(d_k), rel=0.02)
    assert row.largest_unscaled == pytest.approx(largest, abs=0.02)
    assert row.largest_scaled == pytest.approx(largest_scaled, abs=0.02)
    assert row.trace_unscaled == pytest.approx(trace, abs=0.02)
    assert row.trace_scaled == pytest.approx(trace_scaled, abs=0.02)


def test_a_width_has_the_same_numbers_whatever_the_others_are() -> None:
    assert scale_study(widths=[64]).rows == (STUDY.rows[3],)
    assert scale_study(widths=[64], seed=1).rows != (STUDY.rows[3],)
    assert (STUDY.n_keys, STUDY.n_trials, STUDY.seed) == (16, 2000, 0)


def test_one_key_takes_all_the_weight() -> None:
    row = scale_study(widths=[8], n_keys=1, n_trials=5).rows[0]
    assert (row.largest_unscaled, row.trace_unscaled) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"widths": [0]}, "d_k is 0 instead of a whole number above 0."),
        ({"widths": [1.5]}, "d_k is 1.5 instead of a whole number."),
        ({"n_keys": 0}, "n_keys is 0 instead of a whole number above 0."),
        ({"n_trials": -1}, "n_trials is -1 instead of a whole number above 0."),
        ({"seed": -1}, "seed is -1 instead of at least 0."),
    ],
)
def test_a_scale_study_that_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(AttentionError) as caught:
        scale_study(**options)
    assert (caught.value.code, caught.value.message) == ("wrong-type", message)


def test_two_scores() -> None:
    study = two_scores()
    assert study.scores.tolist() == [1.0, 0.0]
    assert study.unscaled[0] == pytest.approx(0.731059, abs=5e-7)
    assert study.scaled[0] == pytest.approx(0.669762, abs=5e-7)
    assert study.factor == 1 / math.sqrt(2)
    for weights, jacobian in (
        (study.unscaled, study.jacobian_unscaled),
        (study.scaled, study.jacobian_scaled),
    ):
        product = weights[0] * weights[1]
        np.testing.assert_allclose(jacobian, [[product, -product], [-product, product]])
    with pytest.raises(AttentionError, match="scores is inf at row 0, column 1"):
        two_scores([0.0, math.inf])


def test_the_jacobian_of_the_softmax() -> None:
    weights = compute(DOGS)["weights"]
    jacobian = softmax_jacobian(weights)
    assert jacobian.shape == (1, 1, 3, 3, 3)
    np.testing.assert_allclose(jacobian.sum(axis=-1), 0.0, atol=1e-15)
    trace = np.trace(jacobian, axis1=-2, axis2=-1)
    np.testing.assert_allclose(trace, compute(DOGS)["jacobian_trace"], rtol=1e-14)
    gradient = np.einsum("bhij,bhijl->bhil", compute(DOGS)["grad_weights"], jacobian)
    np.testing.assert_allclose(gradient, compute(DOGS)["grad_scaled_scores"], atol=1e-15)
    one_hot = softmax_jacobian(np.array([0.0, 1.0]))
    assert not one_hot.any()
    assert not np.signbit(one_hot).any()


def test_cats_chase_dogs() -> None:
    study = swap_study(DOGS, 0, 2)
    assert study.holds
    assert study.bound_to_places == ()
    np.testing.assert_allclose(study.after["output"][0, 2], [0.277, 2.536], atol=5e-4)
    assert study.after.loss == pytest.approx(study.before.loss, rel=1e-14)


@pytest.mark.parametrize(
    ("options", "broken_by"),
    [
        ({"mask": {"causal": True}}, "causal"),
        ({"mask": {"window": 1, "blocked": None}}, None),
        ({"mask": {"window": 2}}, "window"),
        ({"mask": {"blocked": [[True, False, False], [False] * 3, [False] * 3]}}, "blocked"),
        ({"bias": [[0, 1, 2], [0, 0, 0], [0, 0, 0]]}, "bias"),
        ({"mask": {"padding": [False, False, True]}}, None),
    ],
)
def test_what_belongs_to_places_breaks_it(
    options: dict[str, object], broken_by: str | None
) -> None:
    study = swap_study(DOGS.replace(**options), 0, 1)
    assert study.holds == (broken_by is None)
    if broken_by is not None:
        assert study.bound_to_places == (broken_by,)
        assert study.output_deviation > 1e-3


def test_swapping_in_cross_attention() -> None:
    rows, columns = swap_study(CROSS, 0, 1), swap_study(CROSS, 0, 2, source=True)
    assert rows.holds
    assert columns.holds
    assert_agrees(columns.after["output"], columns.before["output"])
    weights = columns.before["weights"][..., [2, 1, 0]]
    assert_agrees(columns.after["weights"], weights)


@settings(max_examples=50, deadline=None)
@given(problems(mask={}, is_plain=True), st.data())
def test_swapping_moves_rows_and_nothing_else(problem: Problem, data: st.DataObject) -> None:
    tokens = st.integers(0, problem.n_queries - 1)
    i, j = data.draw(tokens), data.draw(tokens)
    study = swap_study(problem, i, j)
    assert study.holds
    again = swap_tokens(swap_tokens(problem, i, j), i, j)
    for name, matrix in problem.matrices.items():
        np.testing.assert_array_equal(matrix, again.matrices[name])


def test_an_empty_row_moves_with_its_token() -> None:
    mask = {"padding": [True] * 3}
    study = swap_study(DOGS.replace(mask=mask, empty_rows="nan"), 0, 1)
    assert np.isnan(study.after["output"]).all()
    assert (study.output_deviation, study.holds) == (0.0, True)


@pytest.mark.parametrize("token", [-1, 3, 0.0])
def test_a_token_that_does_not_exist(token: object) -> None:
    with pytest.raises(AttentionError, match=r"^token is .* instead of") as caught:
        swap_tokens(DOGS, 0, token)
    assert caught.value.code == "wrong-type"


def test_the_cost_of_a_layer() -> None:
    small = cost(128, 32, 4)
    assert (small.scores_of_head, small.weights_of_layer) == (16_384, 65_536)
    assert small.attention_multiply_adds == 1_048_576
    assert small.projection_multiply_adds == 524_288
    assert small.score_bytes == 524_288
    assert small.parameters == 4_096
    assert cost(1, 768, 12).parameters == pytest.approx(2.36e6, rel=1e-3)
    assert cost(32_000, 64, 1).scores_of_head == pytest.approx(1e9, rel=0.03)


@pytest.mark.parametrize("d_model", [1, 32, 768])
def test_attention_outweighs_the_projections_from_the_crossover(d_model: int) -> None:
    at = cost(cost(1, d_model, 1).crossover, d_model, 1)
    assert at.attention_multiply_adds == at.projection_multiply_adds
    twice = cost(2 * at.n_tokens, d_model, 1)
    assert twice.attention_multiply_adds == 4 * at.attention_multiply_adds
    assert twice.score_bytes == 4 * at.score_bytes


def test_a_cost_that_is_refused() -> None:
    with pytest.raises(AttentionError) as caught:
        cost(8, 6, 4)
    assert (caught.value.code, caught.value.message) == (
        "head-divisibility",
        "the model has width 6, which 4 heads do not divide; "
        "head counts that would work: 1, 2, 3, 6.",
    )
    with pytest.raises(AttentionError, match="n_tokens is 0 instead of a whole number above 0"):
        cost(0, 6, 2)


@settings(max_examples=100, deadline=None)
@given(problems(policies=("zero", "uniform")))
def test_the_contributions_of_the_heads_sum_to_the_output(problem: Problem) -> None:
    result = compute(problem)
    contributions = head_contributions(result)
    assert contributions.shape == (
        problem.n_batch, problem.n_heads, problem.n_queries, problem.d_out
    )  # fmt: skip
    assert not contributions.flags.writeable
    assert_agrees(contributions.sum(axis=1), result["output"])


def test_without_an_output_projection_a_head_fills_its_own_columns() -> None:
    problem = Problem(query=[[0, 0]], key=[[0, 0]], value=[[1, 2, 3, 4]], heads=2)
    contributions = head_contributions(compute(problem))
    assert contributions.tolist() == [[[[1, 2, 0, 0]], [[0, 0, 3, 4]]]]


def test_the_average_over_heads() -> None:
    result = compute(CROSS)
    average = mean_weights(result)
    np.testing.assert_allclose(average, (result["weights"][:, 0] + result["weights"][:, 1]) / 2)
    assert not average.flags.writeable


def test_the_scale_study_tells_its_progress_and_can_be_cancelled() -> None:
    calls: list[tuple[int, int]] = []

    def until_the_second_width(done: int, total: int) -> bool:
        calls.append((done, total))
        return done <= 40

    study = scale_study([1, 4, 16], n_trials=40, progress=until_the_second_width)
    assert study.cancelled
    assert study.rows == scale_study([1], n_trials=40).rows
    assert calls == [(40, 120), (80, 120)]
    assert not scale_study([1], n_trials=40).cancelled


def test_scaled_scores_that_overflow_are_refused() -> None:
    with pytest.raises(
        AttentionError, match=r"^Score times factor is too large .* \[1\]"
    ) as caught:
        two_scores((1.0, 1e308), factor=10.0)
    assert caught.value.code == "overflow"

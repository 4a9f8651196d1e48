"""Laws that hold for every problem."""

from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import assert_agrees
from strategies import matrices, problems

from attention_gui.engine import Problem, blocked, compute

quick = settings(max_examples=50, deadline=None)


@quick
@given(problems(policies=("zero", "uniform")))
def test_weights_are_in_the_unit_interval_and_rows_sum_to_one(problem: Problem) -> None:
    result = compute(problem)
    weights, empty = result["weights"], result["empty_rows"]
    assert ((weights >= 0.0) & (weights <= 1.0)).all()
    sums = weights.sum(axis=-1)
    assert_agrees(sums[~empty], np.ones(np.count_nonzero(~empty)))
    assert_agrees(sums[empty], np.full(sums[empty].shape, problem.empty_rows == "uniform", float))


@quick
@given(problems())
def test_rows_of_the_score_gradient_sum_to_zero(problem: Problem) -> None:
    sums = compute(problem)["grad_scaled_scores"].sum(axis=-1)
    assert_agrees(sums, np.zeros_like(sums))


@quick
@given(st.data())
def test_a_constant_added_to_a_row_of_scores_changes_no_weight(data: st.DataObject) -> None:
    query, key, value = (data.draw(matrices(3, 2)) for _ in range(3))
    shift = data.draw(matrices(3, 1, largest=100.0))
    # One more feature: the shift in each query, 1 in every key.
    ones = np.ones((3, 1))
    plain = compute(Problem(query=query, key=key, value=value, scale="none"))
    shifted = compute(
        Problem(
            query=np.hstack([query, shift]),
            key=np.hstack([key, ones]),
            value=value,
            scale="none",
        )
    )
    assert_agrees(shifted["weights"], plain["weights"])


@quick
@given(problems(mask={}, min_tokens=2, is_plain=True), st.randoms(use_true_random=False))
def test_permuted_keys_permute_weights_and_leave_the_output(
    problem: Problem, random: Random
) -> None:
    order = list(range(problem.n_keys))
    random.shuffle(order)
    permuted = problem.replace(key=problem.key[:, order], value=problem.value[:, order])
    before, after = compute(problem), compute(permuted)
    assert_agrees(after["weights"], before["weights"][..., order])
    assert_agrees(after["output"], before["output"])


@quick
@given(problems(mask={}, min_tokens=2, is_plain=True), st.randoms(use_true_random=False))
def test_permuting_tokens_permutes_the_output_rows(problem: Problem, random: Random) -> None:
    order = list(range(problem.n_keys))
    random.shuffle(order)
    permuted = problem.replace(
        query=problem.query[:, order], key=problem.key[:, order], value=problem.value[:, order]
    )
    assert_agrees(compute(permuted)["output"], compute(problem)["output"][:, order])


@quick
@given(problems(mask={"causal": True}, min_tokens=2, is_plain=True), st.data())
def test_causal_outputs_do_not_see_later_tokens(problem: Problem, data: st.DataObject) -> None:
    first = data.draw(st.integers(1, problem.n_keys - 1))
    changes = {}
    for name in ("query", "key", "value"):
        matrix = getattr(problem, name).copy()
        matrix[:, first:] = data.draw(matrices(*matrix[:, first:].shape, largest=50.0))
        changes[name] = matrix
    before, after = compute(problem), compute(problem.replace(**changes))
    assert before["output"][:, :first].tobytes() == after["output"][:, :first].tobytes()


def test_causal_outputs_do_not_see_later_tokens_in_a_large_problem() -> None:
    rng = np.random.default_rng(1)
    query, key, value = rng.normal(size=(3, 67, 32))
    problem = Problem(query=query, key=key, value=value, mask={"causal": True})
    key[40:], value[40:] = 3.0, -value[40:]
    changed = compute(problem.replace(key=key, value=value))
    assert compute(problem)["output"][:, :40].tobytes() == changed["output"][:, :40].tobytes()


@quick
@given(problems(policies=("zero", "uniform"), min_tokens=2, is_plain=True), st.data())
def test_what_stands_in_a_padded_token_is_not_read(problem: Problem, data: st.DataObject) -> None:
    padding = np.zeros((problem.n_batch, problem.n_keys), dtype=bool)
    padding[:, -1] = True
    padded = problem.replace(mask={"padding": padding})
    changes = {}
    for name in ("key", "value"):
        matrix = getattr(problem, name).copy()
        matrix[:, -1] = data.draw(matrices(*matrix[:, -1].shape, largest=50.0))
        changes[name] = matrix
    before, after = compute(padded), compute(padded.replace(**changes))
    assert before["output"].tobytes() == after["output"].tobytes()
    assert (before["grad_key"][:, -1] == 0.0).all()
    assert (before["grad_value"][:, -1] == 0.0).all()


@quick
@given(problems(mask={}, is_plain=True))
def test_padding_in_one_sequence_changes_nothing_in_another(problem: Problem) -> None:
    names = ("query", "key", "value", "upstream")
    pair = {name: np.concatenate([getattr(problem, name)] * 2) for name in names}
    padding = np.zeros((2 * problem.n_batch, problem.n_keys), dtype=bool)
    padding[: problem.n_batch, 0] = True
    padded = compute(problem.replace(**pair, mask={"padding": padding}))
    alone = compute(problem)
    for quantity_id in ("weights", "output", "grad_query", "grad_key", "grad_value"):
        other = padded[quantity_id][problem.n_batch :]
        assert other.tobytes() == alone[quantity_id].tobytes()


@quick
@given(problems())
def test_the_same_problem_yields_the_same_bits(problem: Problem) -> None:
    first, second = compute(problem), compute(problem.replace())
    for quantity_id in first:
        assert first[quantity_id].tobytes() == second[quantity_id].tobytes()


@quick
@given(problems(policies=("zero", "uniform")))
def test_blocked_cells_are_exactly_positive_zero(problem: Problem) -> None:
    result = compute(problem)
    cells = blocked(problem) & ~result["empty_rows"][..., None]
    for quantity_id in ("exponentials", "weights", "value_terms"):
        zeros = result[quantity_id][cells]
        assert (zeros == 0.0).all()
        assert not np.signbit(zeros).any()
    for quantity_id in ("grad_scaled_scores", "grad_raw_scores"):
        zeros = result[quantity_id][blocked(problem)]
        assert (zeros == 0.0).all()
        assert not np.signbit(zeros).any()


@quick
@given(problems())
def test_no_quantity_holds_a_negative_zero(problem: Problem) -> None:
    result = compute(problem)
    typed_in = set(problem.matrices) | {"grad_output", "grad_concatenated", "grad_head_outputs"}
    for quantity_id in set(result) - typed_in:
        array = np.asarray(result[quantity_id], dtype=float)
        assert not np.signbit(array[array == 0.0]).any(), quantity_id


@quick
@given(problems(policies=("nan",)))
def test_nan_stays_where_an_empty_row_leads(problem: Problem) -> None:
    result = compute(problem)
    empty = result["empty_rows"]
    np.testing.assert_array_equal(np.isnan(result["weights"]).all(axis=-1), empty)
    np.testing.assert_array_equal(np.isnan(result["head_outputs"]).any(axis=-1), empty)
    assert np.isnan(result.loss) == empty.any()
    for quantity_id in ("grad_weights", "grad_raw_scores", "grad_query", "grad_key"):
        assert np.isfinite(result[quantity_id]).all()

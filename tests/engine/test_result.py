"""What `compute` returns, and that nothing of it or of a problem can be changed."""

import copy
import math

import numpy as np
import pytest
from hypothesis import given, settings
from reference import CASES, problem_of
from strategies import problems

from attention_gui.catalogue import catalogue
from attention_gui.engine import Problem, Result, compute, forward
from attention_gui.quantities import Form

QUERY = np.array([[0.0, 3.0], [2.0, -1.0]])
PROBLEM = Problem(query=QUERY, key=QUERY, value=QUERY, mask={"padding": [False, True]})


AXES = {
    "inputs": 3, "source_inputs": 3, "w_query": 2, "w_key": 2, "w_value": 2, "w_output": 2,
    "query": 3, "key": 3, "value": 3, "raw_scores": 4, "scaled_scores": 4, "masked_scores": 4,
    "row_max": 3, "exponentials": 4, "row_sums": 3, "weights": 4, "value_terms": 5,
    "head_outputs": 4, "concatenated": 3, "output": 3, "loss": 0, "grad_output": 3,
    "grad_concatenated": 3, "grad_head_outputs": 4, "grad_value": 3, "grad_weights": 4,
    "grad_scaled_scores": 4, "grad_raw_scores": 4, "grad_query": 3, "grad_key": 3,
    "grad_inputs": 3, "grad_source_inputs": 3, "grad_w_query": 2, "grad_w_key": 2,
    "grad_w_value": 2, "grad_w_output": 2, "row_entropy": 3, "jacobian_trace": 3, "empty_rows": 3,
}  # fmt: skip
"""The number of axes of every quantity, in the order of the computation."""


def test_a_direct_problem_has_no_projections() -> None:
    absent = {"inputs", "source_inputs", "w_query", "w_key", "w_value", "w_output"}
    absent |= {f"grad_{name}" for name in absent}
    result = compute(PROBLEM)
    assert list(result) == [name for name in AXES if name not in absent]
    assert len(result) == len(list(result))
    for name in absent:
        assert name not in result
        with pytest.raises(KeyError, match=name):
            result[name]


def test_a_projected_cross_problem_has_everything() -> None:
    result = compute(problem_of(CASES["cross-projected"]))
    assert list(result) == list(AXES)
    assert len(result) == len(AXES)


def test_a_projected_self_problem_has_one_token_list() -> None:
    result = compute(problem_of(CASES["dogs-chase-cats"]))
    absent = {"source_inputs", "grad_source_inputs", "w_output", "grad_w_output"}
    assert list(result) == [name for name in AXES if name not in absent]


def test_the_order_is_that_of_the_catalogue() -> None:
    result = compute(PROBLEM)
    assert list(result) == [name for name in catalogue(Form()) if name in result]


def test_an_unknown_id() -> None:
    result = compute(PROBLEM)
    with pytest.raises(KeyError, match="scores"):
        result["scores"]
    assert "scores" not in result
    assert "weights" in result
    assert result.get("scores") is None


@settings(max_examples=30, deadline=None)
@given(problems())
def test_arrays_are_read_only_and_their_rank_is_right(problem: Problem) -> None:
    result = compute(problem)
    for quantity_id, array in result.items():
        assert array.ndim == AXES[quantity_id]
        assert array.dtype == (np.bool_ if quantity_id == "empty_rows" else np.float64)
        assert array is result[quantity_id]
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_what_an_array_is_a_view_of_is_read_only_too() -> None:
    for array in compute(PROBLEM).values():
        assert array.base is None or not array.base.flags.writeable


def test_value_terms_of_one_query() -> None:
    rng = np.random.default_rng(0)
    query, key, value = rng.normal(size=(3, 2, 5, 6))
    result = compute(Problem(query=query, key=key, value=value, heads=3, mask={"causal": True}))
    terms = result.value_terms_of(1, 2, 3)
    assert terms.tobytes() == result["value_terms"][1, 2, 3].tobytes()
    assert not terms.flags.writeable
    np.testing.assert_allclose(terms.sum(axis=0), result["head_outputs"][1, 2, 3], rtol=1e-14)


def test_value_terms_and_gradients_cost_nothing_until_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise AssertionError

    result = compute(PROBLEM)
    monkeypatch.setattr(forward, "value_terms", fail)
    assert "value_terms" in result
    assert result["weights"].shape == (1, 1, 2, 2)
    with pytest.raises(AssertionError):
        result["value_terms"]


def test_loss_is_a_number_and_an_array_without_axes() -> None:
    result = compute(PROBLEM)
    assert type(result.loss) is float
    assert result["loss"].shape == ()
    assert result["loss"] == result.loss == result["output"].sum()


def test_results_compare_by_identity() -> None:
    result = compute(PROBLEM)
    assert result == result
    assert result != compute(PROBLEM)
    assert hash(result) == hash(result)
    assert isinstance(result, Result)
    assert result.problem is PROBLEM


def test_a_problem_copies_what_it_is_given() -> None:
    query = QUERY.copy()
    problem = Problem(query=query, key=query, value=query, upstream=query)
    query[:] = 7.0
    assert (problem.query == QUERY).all()
    assert (problem.upstream == QUERY).all()


def test_a_problem_is_immutable() -> None:
    for name in ("query", "key", "value", "upstream", "padding"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(PROBLEM, name)[...] = 0
    with pytest.raises(AttributeError, match="immutable: cannot set scale"):
        PROBLEM.scale = "none"
    with pytest.raises(AttributeError, match="immutable: cannot delete scale"):
        del PROBLEM.scale


def test_a_problem_can_be_copied() -> None:
    other = copy.deepcopy(PROBLEM)
    assert compute(other)["weights"].tobytes() == compute(PROBLEM)["weights"].tobytes()


def test_the_sizes_of_a_problem() -> None:
    problem = Problem(
        query=np.zeros((2, 3, 8)), key=np.zeros((2, 3, 8)), value=np.zeros((2, 3, 4)), heads=4
    )
    sizes = ("n_batch", "n_heads", "heads", "n_groups", "key_value_heads")
    sizes += ("n_queries", "n_keys", "d_k", "d_v", "d_out")
    assert [getattr(problem, size) for size in sizes] == [2, 4, 4, 4, 4, 3, 3, 2, 1, 4]
    assert (problem.scale, problem.scale_factor) == ("inverse_sqrt_dk", 1 / math.sqrt(2))
    assert (problem.causal, problem.alignment, problem.padding) == (False, "top_left", None)
    assert (problem.upstream == np.ones((2, 3, 4))).all()


def test_as_many_key_value_heads_as_heads() -> None:
    problem = Problem(query=QUERY, key=QUERY, value=QUERY, heads=2, key_value_heads=2)
    assert problem.n_heads == 2


def test_replace_changes_what_it_is_told_and_nothing_else() -> None:
    changed = PROBLEM.replace(scale=2.0)
    assert changed.scale_factor == 2.0
    assert changed.padding is not None
    assert changed.padding.tolist() == [[False, True]]
    assert (changed.query == PROBLEM.query).all()

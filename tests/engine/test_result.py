"""What `compute` returns, and that nothing of it or of a problem can be changed."""

import copy
import math

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import problems

from attention_gui.engine import Problem, Result, compute, forward
from attention_gui.quantities import CATALOGUE

QUERY = np.array([[0.0, 3.0], [2.0, -1.0]])
PROBLEM = Problem(query=QUERY, key=QUERY, value=QUERY, mask={"padding": [False, True]})


def test_the_ids_are_those_of_the_catalogue_in_its_order() -> None:
    assert list(compute(PROBLEM)) == list(CATALOGUE)
    assert len(compute(PROBLEM)) == len(CATALOGUE)


def test_an_unknown_id() -> None:
    result = compute(PROBLEM)
    with pytest.raises(KeyError, match="scores"):
        result["scores"]
    assert "scores" not in result
    assert "weights" in result
    assert result.get("scores") is None


@settings(max_examples=30, deadline=None)
@given(problems())
def test_arrays_are_read_only_and_their_rank_is_the_catalogues(problem: Problem) -> None:
    result = compute(problem)
    for quantity_id, array in result.items():
        assert array.ndim == len(CATALOGUE[quantity_id].axes)
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
    sizes = ("n_batch", "n_heads", "heads", "n_queries", "n_keys", "d_k", "d_v")
    assert [getattr(problem, size) for size in sizes] == [2, 4, 4, 3, 3, 2, 1]
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

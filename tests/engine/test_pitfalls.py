"""Inputs on which such programs are reported to go wrong, and extreme ones."""

import numpy as np
import pytest
from reference import CASES, assert_agrees, attention, problem_of

from attention_gui.engine import AttentionError, Problem, check_gradients, compute

LEFT_PADDING = {"causal": True, "padding": [True, False, False]}
ALL_TO_KEY_0 = {"query": [[1e3], [1e3]], "key": [[1], [0]]}
MOST_TO_KEY_0 = {"query": [[1], [1]], "key": [[2], [0]]}
GRADIENTS = ("grad_query", "grad_key", "grad_value")


def three_tokens(**options: object) -> Problem:
    query, key, value = np.random.default_rng(2).normal(size=(3, 3, 2))
    return Problem(query=query, key=key, value=value, **options)


def test_left_padding_with_causal_empties_row_0_alone() -> None:
    result = compute(three_tokens(mask=LEFT_PADDING))
    assert result["empty_rows"].tolist() == [[[True, False, False]]]
    assert (result["output"][0, 0] == 0.0).all()
    np.testing.assert_allclose(result["weights"][0, 0, 1:].sum(axis=-1), 1.0, rtol=1e-15)


@pytest.mark.parametrize(
    ("policy", "weight"), [("zero", 0.0), ("nan", np.nan), ("uniform", 1.0 / 3.0)]
)
def test_a_row_without_any_allowed_key(policy: str, weight: float) -> None:
    result = compute(three_tokens(mask={"padding": [True] * 3}, empty_rows=policy))
    np.testing.assert_array_equal(result["weights"], np.full((1, 1, 3, 3), weight))
    assert result["empty_rows"].all()
    assert (result["grad_scaled_scores"] == 0.0).all()


def test_no_nan_unless_asked_for() -> None:
    result = compute(three_tokens(mask={"padding": [True] * 3}))
    for quantity_id in result:
        assert not np.isnan(result[quantity_id]).any(), quantity_id


@pytest.mark.parametrize("policy", ["zero", "uniform"])
def test_gradients_of_an_empty_row_are_finite(policy: str) -> None:
    result = compute(three_tokens(mask=LEFT_PADDING, empty_rows=policy, upstream="ones"))
    assert all(np.isfinite(result[name]).all() for name in GRADIENTS)


def test_uniform_keeps_blocked_cells_at_zero_beside_the_lowest_scores() -> None:
    # Every allowed score is the lowest float64, which also stands in the blocked cells.
    lowest = np.finfo(np.float64).min
    problem = Problem(
        query=[[lowest], [lowest]],
        key=[[1], [1]],
        value=[[1], [2]],
        scale="none",
        mask={"causal": True},
        empty_rows="uniform",
    )
    result = compute(problem)
    np.testing.assert_array_equal(result["weights"][0, 0], [[1.0, 0.0], [0.5, 0.5]])
    np.testing.assert_array_equal(result["exponentials"][0, 0], [[1.0, 0.0], [1.0, 1.0]])


def test_scores_of_1000_and_0() -> None:
    problem = Problem(query=[[1000], [0]], key=[[1], [0]], value=[[1], [2]], scale="none")
    assert compute(problem)["weights"][0, 0].tolist() == [[1.0, 0.0], [0.5, 0.5]]


def test_scores_as_far_apart_as_float64_reaches() -> None:
    problem = Problem(query=[[1.5e308], [0]], key=[[1], [-1]], value=[[1], [2]], scale="none")
    result = compute(problem)
    assert result["weights"][0, 0].tolist() == [[1.0, 0.0], [0.5, 0.5]]
    assert result["exponentials"][0, 0, 0].tolist() == [1.0, 0.0]


def test_the_scale_is_that_of_one_head() -> None:
    rng = np.random.default_rng(3)
    problem = Problem(
        query=rng.normal(size=(3, 8)),
        key=rng.normal(size=(3, 8)),
        value=rng.normal(size=(3, 18)),
        heads=2,
    )
    assert (problem.d_k, problem.d_v, problem.scale_factor) == (4, 9, 0.5)


def test_the_concatenation_has_head_0_first() -> None:
    problem = Problem(
        query=np.zeros((2, 4)), key=np.zeros((2, 4)), value=[[1, 2, 3, 4], [5, 6, 7, 8]], heads=2
    )
    result = compute(problem.replace(mask={"causal": True}))
    assert result["concatenated"][0, 0].tolist() == [1, 2, 3, 4]
    assert result["head_outputs"][0, :, 0].tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("n_tokens", "d_k"), [(2, 3), (3, 8), (5, 64), (5, 300), (33, 64), (61, 8), (257, 33)]
)
def test_identical_keys_get_identical_weights(n_tokens: int, d_k: int) -> None:
    rng = np.random.default_rng(n_tokens)
    key = rng.normal(size=(n_tokens, d_k))
    key[0, 0] = 0.0
    key[1:] = key[0]
    key[-1, 0] = -0.0
    key[n_tokens // 2, 1] = 5.0  # one that differs
    weights = compute(Problem(query=rng.normal(size=key.shape), key=key, value=key))["weights"]
    equal = np.delete(weights, n_tokens // 2, axis=-1)
    assert (equal == equal[..., -1:]).all()


def test_no_negative_zero_where_a_weight_vanished() -> None:
    problem = Problem(query=[[1000], [0]], key=[[1], [0]], value=[[2], [1]], scale="none")
    gradient = compute(problem)["grad_scaled_scores"][0, 0, 0]
    assert gradient.tolist() == [0.0, 0.0]
    assert not np.signbit(gradient).any()


def test_one_token() -> None:
    result = compute(Problem(query=[[2, -1]], key=[[0.5, 4]], value=[[5, -2]]))
    assert result["weights"].tolist() == [[[[1.0]]]]
    assert result["output"].tolist() == [[[5.0, -2.0]]]
    for quantity_id in ("grad_query", "grad_key"):
        assert result[quantity_id].tolist() == [[[0.0, 0.0]]]


def test_the_shape_of_the_output() -> None:
    rng = np.random.default_rng(4)
    query, key = rng.normal(size=(2, 4, 7, 3))
    result = compute(Problem(query=query, key=key, value=rng.normal(size=(4, 7, 5))))
    assert result["output"].shape == (4, 7, 5)


def test_64_heads() -> None:
    query, key, value = np.random.default_rng(6).normal(size=(3, 3, 128))
    problem = Problem(query=query, key=key, value=value, heads=64)
    result, expected = compute(problem), attention(problem)
    for quantity_id in result:
        assert_agrees(result[quantity_id], np.asarray(expected[quantity_id], dtype=float))


@pytest.mark.parametrize("policy", ["zero", "nan", "uniform"])
def test_an_empty_batch(policy: str) -> None:
    problem = Problem(
        query=np.zeros((0, 3, 4)),
        key=np.zeros((0, 3, 4)),
        value=np.zeros((0, 3, 6)),
        upstream=np.zeros((0, 3, 6)),
        heads=2,
        mask=LEFT_PADDING,
        empty_rows=policy,
    )
    result = compute(problem)
    assert result["value_terms"].shape == (0, 2, 3, 3, 3)
    assert result["grad_key"].shape == (0, 3, 4)
    assert all(result[name].size == 0 for name in result if name != "loss")
    assert result.loss == 0.0
    check = check_gradients(problem)
    assert check.passed
    assert check["query"].checked == 0


def test_values_of_1e300_and_1e_minus_300() -> None:
    problem = Problem(query=[[1e-300], [1]], key=[[1e-300], [2]], value=[[1e300], [-1e-300]])
    result = compute(problem)
    assert all(np.isfinite(result[quantity_id]).all() for quantity_id in result)
    assert result["output"][0, 0, 0] == pytest.approx(5e299)


def test_overflow_of_the_forward_pass_comes_from_compute() -> None:
    with pytest.raises(AttentionError, match=r"^raw_scores is too large for float64 at") as caught:
        compute(Problem(query=[[1e300]], key=[[1e300]], value=[[1]]))
    assert caught.value.code == "overflow"


@pytest.mark.parametrize(
    ("stage", "options"),
    [
        ("raw_scores", {"query": [[1e300]], "key": [[-1e300]]}),
        ("raw_scores", {"query": [[1e300, 1e300]], "key": [[1e300, -1e300]]}),
        ("scaled_scores", {"query": [[1e200]], "key": [[1e100]], "scale": 1e10}),
        ("loss", {"value": [[1e300]], "upstream": [[1e300]]}),
        ("grad_weights", {"value": [[1e300]], "upstream": [[1e300]]}),
        ("grad_value", {**ALL_TO_KEY_0, "upstream": [[1.7e308], [1.7e308]]}),
        ("grad_scaled_scores", {**MOST_TO_KEY_0, "value": [[1.7e308], [-1.7e308]]}),
        ("grad_query", {"key": [[1e300], [-1e300]], "value": [[1e10], [-1e10]]}),
        ("grad_key", {"query": [[1e300], [1e300]], "value": [[1e10], [-1e10]]}),
        ("grad_raw_scores", {"value": [[1e300], [-1e300]], "scale": 1e20}),
        ("masked_scores", {"query": [[1e308]], "key": [[1.5]], "bias": [[1e308]]}),
        ("masked_scores", {"query": [[1e308]], "key": [[-1.5]], "bias": [[-1e308]]}),
        ("output", {"value": [[1e300]], "w_output": [[1e300]]}),
        ("grad_concatenated", {"upstream": [[1e300]], "w_output": [[1e300]], "value": [[0]]}),
        ("grad_w_output", {"upstream": [[1e300]], "value": [[1e300]], "w_output": [[1e-300]]}),
    ],
)
def test_overflow_names_the_stage(stage: str, options: dict[str, object]) -> None:
    rows = max(len(matrix) for matrix in options.values() if isinstance(matrix, list))
    width = len(options.get("query", options.get("key", [[0]]))[0])
    zeros = np.zeros((rows, width))
    matrices = {"query": zeros, "key": zeros, "value": np.ones((rows, 1)), "scale": "none"}
    with pytest.raises(AttentionError) as caught:
        compute(Problem(**(matrices | options)))[stage]
    assert caught.value.code == "overflow"
    assert caught.value.message.startswith(f"{stage} is too large for float64")


@pytest.mark.parametrize(
    ("stage", "options"),
    [
        ("query", {"inputs": [[1e300]], "w_query": [[1e300]]}),
        ("key", {"inputs": [[1e300]], "w_key": [[-1e300]]}),
        ("value", {"inputs": [[1e300, 1e300]], "w_value": [[1e300], [-1e300]]}),
        ("grad_w_value", {"inputs": [[1e200]], "upstream": [[1e200]]}),
        ("grad_inputs", {"w_value": [[1e200]], "upstream": [[1e200]]}),
        ("grad_value", {"value": [[0.0, 0.0]], "heads": 2, "upstream": [[1.7e308, 1.7e308]]}),
    ],
)
def test_overflow_of_projections_names_the_stage(stage: str, options: dict[str, object]) -> None:
    width = len(options.get("inputs", [[0]])[0])
    zeros = np.zeros((width, 1))
    given = {"inputs": np.zeros((1, width)), "w_query": zeros, "w_key": zeros, "w_value": zeros}
    if "value" in options:  # two query heads share the gradient of one value
        given = {"query": [[0.0, 0.0]], "key": [[0.0]], "key_value_heads": 1}
        options = options | {"value": [[0.0]]}
    with pytest.raises(AttentionError) as caught:
        compute(Problem(**(given | options)))[stage]
    assert caught.value.code == "overflow"
    assert caught.value.message.startswith(f"{stage} is too large for float64")


def test_a_bias_that_overflows_in_a_blocked_cell_does_no_harm() -> None:
    problem = Problem(
        query=[[1e308], [0]],
        key=[[0], [1.5]],
        value=[[1], [2]],
        bias=[[0, 1e308], [0, 0]],
        mask={"causal": True},
        scale="none",
    )
    result = compute(problem)
    assert result["masked_scores"][0, 0, 0].tolist() == [0.0, -np.inf]
    assert result["weights"][0, 0, 0].tolist() == [1.0, 0.0]


def test_a_bias_is_added_to_scaled_scores() -> None:
    bias = np.array([[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]])
    problem = Problem(query=np.ones((2, 8)), key=np.ones((2, 8)), value=np.eye(2), heads=2)
    assert compute(problem.replace(bias=bias))["masked_scores"].tolist() == [(2.0 + bias).tolist()]
    one = compute(problem.replace(bias=bias[0]))["masked_scores"]
    assert one.tolist() == [[(2.0 + bias[0]).tolist()] * 2]


def test_a_0_1_bias_blocks_nothing() -> None:
    weights = compute(three_tokens(bias=[[0, 1, 1]] * 3))["weights"]
    assert (weights > 0.0).all()


def test_heads_0_and_1_read_group_0_and_heads_2_and_3_read_group_1() -> None:
    value = [[1.0, 2.0]]
    problem = Problem(
        query=np.zeros((1, 4)), key=np.zeros((1, 2)), value=value, heads=4, key_value_heads=2
    )
    result = compute(problem)
    assert result["output"].tolist() == [[[1.0, 1.0, 2.0, 2.0]]]
    assert result["grad_value"].tolist() == [[[2.0, 2.0]]]


def test_each_row_sums_to_one_for_any_m_and_n() -> None:
    for n_queries, n_keys in ((1, 5), (2, 5), (5, 2)):
        query, key = np.ones((n_queries, 2)), np.ones((n_keys, 2))
        result = compute(Problem(query=query, key=key, value=key, kind="cross"))
        assert result["weights"].shape == (1, 1, n_queries, n_keys)
        np.testing.assert_allclose(result["weights"].sum(axis=-1), 1.0, rtol=1e-15)


def test_the_gradient_by_the_inputs_sums_three_paths() -> None:
    rng = np.random.default_rng(7)
    x, w_query, w_key, w_value = rng.normal(size=(4, 3, 3))
    result = compute(Problem(inputs=x, w_query=w_query, w_key=w_key, w_value=w_value))
    paths = zip(("query", "key", "value"), (w_query, w_key, w_value), strict=True)
    expected = sum(result[f"grad_{name}"] @ matrix.T for name, matrix in paths)
    np.testing.assert_allclose(result["grad_inputs"], expected, atol=1e-14)


def test_one_projection_reshaped_equals_separate_ones() -> None:
    rng = np.random.default_rng(8)
    x, matrices = rng.normal(size=(4, 6)), rng.normal(size=(3, 2, 6, 3))
    together = {
        name: np.hstack(list(heads))
        for name, heads in zip(("w_query", "w_key", "w_value"), matrices, strict=True)
    }
    both = compute(Problem(inputs=x, heads=2, **together))["head_outputs"]
    for r in range(2):
        alone = dict(zip(together, matrices[:, r], strict=True))
        one = compute(Problem(inputs=x, **alone))["head_outputs"]
        assert_agrees(both[:, r], one[:, 0])


def test_from_projected_to_direct_keeps_every_number() -> None:
    problem = problem_of(CASES["cross-projected"])
    projected, direct = compute(problem), compute(problem.direct())
    for quantity_id in direct:
        assert direct[quantity_id].tobytes() == projected[quantity_id].tobytes(), quantity_id


def test_overflow_beside_an_empty_row_under_nan_is_still_an_overflow() -> None:
    huge = np.full((3, 2), 1e300)
    problem = three_tokens(mask=LEFT_PADDING, empty_rows="nan", upstream=huge)
    result = compute(problem.replace(value=huge))
    assert np.isnan(result.loss)
    with pytest.raises(AttentionError, match=r"^grad_weights is too large"):
        result["grad_query"]


def test_overflow_beside_a_nan_head_is_still_an_overflow() -> None:
    largest = np.full((2, 2, 1), 1.7e308)
    zeros = np.zeros((2, 2, 1))
    query, key = zeros + 1e3, np.array([[[1.0], [0.0]]] * 2)
    mask = {"padding": [[False, False], [True, True]]}
    problem = Problem(
        query=query, key=key, value=zeros, upstream=largest, mask=mask, empty_rows="nan"
    )
    with pytest.raises(AttentionError, match=r"^grad_value is too large .* at \[0, 0, 0\]:"):
        compute(problem)["grad_value"]


def test_overflow_says_where() -> None:
    problem = Problem(query=[[1e200], [1]], key=[[1], [1e200]], value=[[1], [1]])
    with pytest.raises(AttentionError) as caught:
        compute(problem)
    assert caught.value.message == (
        "raw_scores is too large for float64 at [0, 0, 0, 1]: "
        "a product or a sum of finite numbers went beyond 1.797e308."
    )


@pytest.mark.parametrize("shared", [False, True])
def test_overflow_of_a_gradient_says_where_in_the_stored_matrix(shared: bool) -> None:
    key, value = np.array([[0.0, 1.0], [0.0, -1.0]]), np.array([[0.0, 1e10], [0.0, -1e10]])
    if shared:
        key, value = key[:, 1:], value[:, 1:]
    query = np.array([[0.0, 0.0], [0.0, 1e300]])
    problem = Problem(
        query=query, key=key * 1e-300, value=value, heads=2, key_value_heads=1 if shared else 2
    )
    place = [0, 0, 0] if shared else [0, 0, 1]
    with pytest.raises(AttentionError) as caught:
        compute(problem)["grad_key"]
    assert caught.value.message.startswith(f"grad_key is too large for float64 at {place}:")


@pytest.mark.parametrize("policy", ["zero", "nan", "uniform"])
def test_what_numpy_is_told_to_do_about_errors_does_not_matter(policy: str) -> None:
    problem = three_tokens(mask=LEFT_PADDING, empty_rows=policy)
    problem = problem.replace(query=problem.query * 1e5, value=problem.value * 1e-200)
    expected = compute(problem)
    with np.errstate(all="raise"):
        result = compute(problem)
        for quantity_id in result:
            np.testing.assert_array_equal(result[quantity_id], expected[quantity_id])
        result.value_terms_of(0, 0, 0)
        assert check_gradients(problem).passed

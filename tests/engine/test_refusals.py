"""Every refusal: its code and its words."""

import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from attention_gui.engine import AttentionError, Problem

M = [[1.0, 2.0], [3.0, 4.0]]
BATCH = np.zeros((2, 2, 2))


def refusal(build: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(AttentionError) as caught:
        build()
    assert str(caught.value) == caught.value.message
    assert "\n" not in caught.value.message
    return caught.value.code, caught.value.message


CASES: list[tuple[dict[str, Any], str, str]] = [
    ({"query": [1, 2]}, "input-rank",
     "query has rank 1, but a matrix has rank 2 (tokens × width) or 3 (batch × tokens × width)."),
    ({"value": np.zeros((1, 1, 1, 1))}, "input-rank",
     "value has rank 4, but a matrix has rank 2 (tokens × width) or 3 (batch × tokens × width)."),
    ({"upstream": 1.0}, "input-rank",
     "upstream has rank 0, but a matrix has rank 2 (tokens × width) "
     "or 3 (batch × tokens × width)."),
    ({"key": BATCH, "value": BATCH}, "batch-mismatch",
     "The batch sizes differ: query 1, key 2, value 2."),
    ({"value": [[1], [2], [3]]}, "token-mismatch",
     "The numbers of tokens differ: key 2, value 3; every key needs its value."),
    ({"query": [[1, 2]]}, "token-mismatch",
     "The numbers of tokens differ: query 1, key 2; self-attention has one list."),
    ({"key": np.zeros((0, 2))}, "empty-token-axis", "key has no tokens."),
    ({"value": np.zeros((2, 0))}, "empty-feature-width", "value has no features (width 0)."),
    ({"query": [[], []]}, "empty-feature-width", "query has no features (width 0)."),
    ({"key": np.zeros((2, 3))}, "query-key-width-mismatch",
     "query has width 2 and key has width 3, but d_k must be the same for both."),
    ({"heads": 3}, "head-divisibility",
     "query has width 2, which 3 heads do not divide; head counts that would work: 1, 2."),
    ({"value": np.zeros((2, 3)), "heads": 2}, "head-divisibility",
     "value has width 3, which 2 heads do not divide; head counts that would work: 1."),
    ({"heads": 0}, "head-divisibility",
     "query has width 2, which 0 heads do not divide; head counts that would work: 1, 2."),
    ({"mask": {"padding": [True]}}, "mask-shape",
     "mask padding has shape (1,), but the keys need (2,) or (1, 2)."),
    ({"mask": {"padding": np.zeros((2, 2), bool)}}, "mask-shape",
     "mask padding has shape (2, 2), but the keys need (2,) or (1, 2)."),
    ({"upstream": [[1, 2, 3]]}, "upstream-shape",
     "upstream has shape (1, 1, 3), but the output has shape (1, 2, 2)."),
    ({"query": BATCH, "key": BATCH, "value": BATCH, "upstream": M}, "upstream-shape",
     "upstream has shape (1, 2, 2), but the output has shape (2, 2, 2)."),
    ({"scale": 0}, "scale",
     'scale is 0, but must be positive and finite, or "inverse_sqrt_dk" or "none".'),
    ({"scale": -0.5}, "scale",
     'scale is -0.5, but must be positive and finite, or "inverse_sqrt_dk" or "none".'),
    ({"scale": np.float64("nan")}, "scale",
     'scale is nan, but must be positive and finite, or "inverse_sqrt_dk" or "none".'),
    ({"scale": 10**400}, "scale",
     f'scale is 1{"0" * 39}…, but must be positive and finite, or "inverse_sqrt_dk" or "none".'),
    ({"scale": 10**5000}, "scale",
     'scale is a very large int, but must be positive and finite, or "inverse_sqrt_dk" or "none".'),
    ({"scale": "sqrt"}, "scale",
     "scale is 'sqrt', but must be positive and finite, or \"inverse_sqrt_dk\" or \"none\"."),
    ({"scale": True}, "wrong-type",
     'scale is True instead of "inverse_sqrt_dk", "none" or a number.'),
    ({"scale": np.ones(2)}, "wrong-type",
     'scale is array([1., 1.]) instead of "inverse_sqrt_dk", "none" or a number.'),
    ({"query": [[1, 2], [float("nan"), 4]]}, "non-finite-input",
     "query is nan at row 1, column 0; every number must be finite."),
    ({"key": np.array([[1, 2], [3, -np.inf]])}, "non-finite-input",
     "key is -inf at row 1, column 1; every number must be finite."),
    ({"upstream": [[1, 2], [3, 1e999]]}, "non-finite-input",
     "upstream is inf at row 1, column 1; every number must be finite."),
    ({"query": np.where(np.arange(8).reshape(2, 2, 2) == 6, np.inf, 0)}, "non-finite-input",
     "query is inf at batch 1, row 1, column 0; every number must be finite."),
    ({"value": [[1, 2], [10**400, 4]]}, "non-finite-input",
     "value is too large for float64 at row 1, column 0."),
    ({"query": [[1, 2], [3]]}, "wrong-type", "query is ragged: its rows differ in length."),
    ({"query": [[1, 2], [3, [4]]]}, "wrong-type", "query is ragged: its rows differ in length."),
    ({"query": [np.zeros((2, 2)), np.zeros((2, 3))]}, "wrong-type",
     "query is ragged: its rows differ in length."),
    ({"key": [[1, "2"], [3, 4]]}, "wrong-type",
     "key holds '2' at row 0, column 1 instead of a number."),
    ({"key": [[1, True], [3, 4]]}, "wrong-type",
     "key holds True at row 0, column 1 instead of a number."),
    ({"key": [[1, None], [3, 4]]}, "wrong-type",
     "key holds None at row 0, column 1 instead of a number."),
    ({"key": [[1, 2j], [3, 4]]}, "wrong-type",
     "key holds 2j at row 0, column 1 instead of a number."),
    ({"key": np.array(M) > 1}, "wrong-type", "key holds booleans instead of numbers."),
    ({"key": np.array([["a", "b"]])}, "wrong-type", "key holds text instead of numbers."),
    ({"value": "text"}, "wrong-type", "value holds text instead of numbers."),
    ({"value": np.array(M) * 1j}, "wrong-type", "value holds complex numbers instead of numbers."),
    ({"value": np.zeros((2, 2), "m8[s]")}, "wrong-type",
     "value holds values of type timedelta64[s] instead of numbers."),
    ({"value": {}}, "wrong-type", "value holds {} instead of a number."),
    ({"value": None}, "wrong-type", "value is missing: query, key and value are all needed."),
    ({"heads": 1.0}, "wrong-type", "heads is 1.0 instead of a whole number."),
    ({"heads": True}, "wrong-type", "heads is True instead of a whole number."),
    ({"key_value_heads": "1"}, "wrong-type", "key_value_heads is '1' instead of a whole number."),
    ({"kind": "both"}, "wrong-type", "kind is 'both' instead of \"self\" or \"cross\"."),
    ({"empty_rows": None}, "wrong-type",
     'empty_rows is None instead of "zero" or "nan" or "uniform".'),
    ({"upstream": "zeros"}, "wrong-type", "upstream is 'zeros' instead of \"ones\"."),
    ({"mask": [True]}, "wrong-type", "mask is [True] instead of a mapping."),
    ({"mask": {"causal": 1}}, "wrong-type", "mask causal is 1 instead of true or false."),
    ({"mask": {"alignment": "left"}}, "wrong-type",
     "mask alignment is 'left' instead of \"top_left\" or \"bottom_right\"."),
    ({"mask": {"padding": [0, 1]}}, "wrong-type",
     "mask padding holds 0 at index [0] instead of true or false."),
    ({"mask": {"padding": [[True, 1]]}}, "wrong-type",
     "mask padding holds 1 at row 0, column 1 instead of true or false."),
    ({"mask": {"padding": np.array([0.0, 1.0])}}, "wrong-type",
     "mask padding holds values of type float64 instead of true or false."),
    ({"mask": {"padding": [[True], [True, False]]}}, "wrong-type",
     "mask padding is ragged: its rows differ in length."),
    ({"mask": {"casual": True}}, "unknown-key",
     "mask has the key 'casual', but only causal, alignment, window, padding, blocked are known."),
    ({"mask": {"window": 1.0}}, "wrong-type", "mask window is 1.0 instead of a whole number."),
    ({"mask": {"window": 0}}, "wrong-type",
     "mask window is 0 instead of a whole number above 0."),
    ({"mask": {"blocked": [[True, False]]}}, "mask-shape",
     "mask blocked has shape (1, 2), but the scores need (2, 2) or (1, 1, 2, 2)."),
    ({"mask": {"blocked": np.zeros((1, 2, 2), bool)}}, "mask-shape",
     "mask blocked has shape (1, 2, 2), but the scores need (2, 2) or (1, 1, 2, 2)."),
    ({"mask": {"blocked": [[0, 1], [1, 0]]}}, "wrong-type",
     "mask blocked holds 0 at row 0, column 0 instead of true or false."),
    ({"bias": [[1, 2]]}, "bias-shape",
     "bias has shape (1, 2), but the scores of a batch need (2, 2) or (1, 2, 2)."),
    ({"bias": 1.0}, "bias-shape",
     "bias has shape (), but the scores of a batch need (2, 2) or (1, 2, 2)."),
    ({"bias": np.zeros((2, 2, 2))}, "bias-shape",
     "bias has shape (2, 2, 2), but the scores of a batch need (2, 2) or (1, 2, 2)."),
    ({"bias": [[1, "2"], [3, 4]]}, "wrong-type",
     "bias holds '2' at row 0, column 1 instead of a number."),
    ({"bias": [[1, 2], [3, -np.inf]]}, "non-finite-input",
     "bias is -inf at row 1, column 1; every number must be finite."),
    ({"heads": 2, "bias": np.where(np.arange(8).reshape(2, 2, 2) == 5, np.nan, 0)},
     "non-finite-input", "bias is nan at head 1, row 0, column 1; every number must be finite."),
    ({"w_output": [M]}, "input-rank",
     "w_output has rank 3, but a W matrix has rank 2 (width before × width after)."),
    ({"w_output": [[1, 2]]}, "projection-shape",
     "w_output has shape (1, 2) and concatenated has shape (1, 2, 2): "
     "w_output must have height 2, not 1."),
    ({"w_output": [[], []]}, "empty-feature-width", "w_output has no columns (width 0)."),
    ({"w_output": [[1], [float("nan")]]}, "non-finite-input",
     "w_output is nan at row 1, column 0; every number must be finite."),
    ({"w_output": [[1], [2]], "upstream": M}, "upstream-shape",
     "upstream has shape (1, 2, 2), but the output has shape (1, 2, 1)."),
    ({"inputs": M}, "wrong-type",
     "query and inputs are both given, but a problem has either query, key and value "
     "or inputs with w_query, w_key and w_value."),
    ({"query": None, "w_value": M}, "wrong-type",
     "key and w_value are both given, but a problem has either query, key and value "
     "or inputs with w_query, w_key and w_value."),
    ({"kind": "cross", "value": [[1], [2], [3]]}, "token-mismatch",
     "The numbers of tokens differ: key 2, value 3; every key needs its value."),
    ({"heads": 2, "key_value_heads": 0}, "head-divisibility",
     "heads is 2, which 0 key/value heads do not divide; "
     "key/value head counts that would work: 1, 2."),
    ({"query": np.zeros((2, 14)), "heads": 7, "key_value_heads": 2}, "head-divisibility",
     "heads is 7, which 2 key/value heads do not divide; "
     "key/value head counts that would work: 1, 7."),
    ({"query": np.zeros((2, 6)), "heads": 4, "key_value_heads": 2}, "head-divisibility",
     "query has width 6, which 4 heads do not divide; head counts that would work: 1, 2, 3, 6."),
    ({"query": np.zeros((2, 4)), "value": np.zeros((2, 3)), "heads": 4, "key_value_heads": 2},
     "head-divisibility",
     "value has width 3, which 2 key/value heads do not divide; "
     "key/value head counts that would work: 1."),
    ({"query": np.zeros((2, 6)), "heads": 2, "key_value_heads": 1}, "query-key-width-mismatch",
     "query has width 3 a head and key has width 2 a head, but d_k must be the same for both."),
]  # fmt: skip


X = [[1.0, 2.0, 3.0]]
W = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
PROJECTED = {"inputs": X, "w_query": W, "w_key": W, "w_value": W}

PROJECTED_CASES: list[tuple[dict[str, Any], str, str]] = [
    ({"inputs": None}, "wrong-type",
     "inputs is missing: inputs, w_query, w_key and w_value are all needed."),
    ({"w_key": None}, "wrong-type",
     "w_key is missing: inputs, w_query, w_key and w_value are all needed."),
    ({"kind": "cross"}, "wrong-type",
     "source_inputs is missing: inputs, source_inputs, w_query, w_key and w_value "
     "are all needed."),
    ({"source_inputs": X}, "wrong-type",
     'source_inputs is given, but self-attention has one token list; kind "cross" has two.'),
    ({"inputs": [1, 2, 3]}, "input-rank",
     "inputs has rank 1, but a matrix has rank 2 (tokens × width) "
     "or 3 (batch × tokens × width)."),
    ({"w_query": [W]}, "input-rank",
     "w_query has rank 3, but a W matrix has rank 2 (width before × width after)."),
    ({"inputs": np.zeros((2, 4, 3)), "source_inputs": np.zeros((5, 3)), "kind": "cross"},
     "batch-mismatch", "The batch sizes differ: inputs 2, source_inputs 1."),
    ({"inputs": np.zeros((0, 3))}, "empty-token-axis", "inputs has no tokens."),
    ({"source_inputs": np.zeros((0, 3)), "kind": "cross"}, "empty-token-axis",
     "source_inputs has no tokens."),
    ({"inputs": [[]]}, "empty-feature-width", "inputs has no features (width 0)."),
    ({"w_value": [[], [], []]}, "empty-feature-width", "w_value has no columns (width 0)."),
    ({"w_query": M}, "projection-shape",
     "w_query has shape (2, 2) and inputs has shape (1, 1, 3): w_query must have height 3, not 2."),
    ({"source_inputs": M, "w_key": M, "kind": "cross"}, "projection-shape",
     "w_value has shape (3, 2) and source_inputs has shape (1, 2, 2): "
     "w_value must have height 2, not 3."),
    ({"w_key": [[1], [2], [3]]}, "query-key-width-mismatch",
     "w_query has width 2 and w_key has width 1, but d_k must be the same for both."),
    ({"heads": 3}, "head-divisibility",
     "w_query has width 2, which 3 heads do not divide; head counts that would work: 1, 2."),
    ({"w_output": [[1]]}, "projection-shape",
     "w_output has shape (1, 1) and concatenated has shape (1, 1, 2): "
     "w_output must have height 2, not 1."),
    ({"w_value": [[1, 2], [3, np.inf], [5, 6]]}, "non-finite-input",
     "w_value is inf at row 1, column 1; every number must be finite."),
    ({"inputs": [[1, 2, 10**400]]}, "non-finite-input",
     "inputs is too large for float64 at row 0, column 2."),
    ({"w_key": [[1, 2], [True, 4], [5, 6]]}, "wrong-type",
     "w_key holds True at row 1, column 0 instead of a number."),
    ({"upstream": M}, "upstream-shape",
     "upstream has shape (1, 2, 2), but the output has shape (1, 1, 2)."),
]  # fmt: skip


@pytest.mark.parametrize(("options", "code", "message"), PROJECTED_CASES)
def test_a_projected_problem_is_refused(options: dict[str, Any], code: str, message: str) -> None:
    assert refusal(lambda: Problem(**(PROJECTED | options))) == (code, message)


def test_nothing_at_all_is_refused() -> None:
    assert refusal(Problem) == (
        "wrong-type",
        "query is missing: query, key and value are all needed.",
    )


@pytest.mark.parametrize(("options", "code", "message"), CASES)
def test_refused(options: dict[str, Any], code: str, message: str) -> None:
    assert refusal(lambda: Problem(**({"query": M, "key": M, "value": M} | options))) == (
        code,
        message,
    )


@pytest.mark.parametrize(
    "matrix",
    [
        [[1, 2], [3, 4]],
        ((1, 2), (3, 4)),
        [np.array([1, 2]), np.array([3, 4])],
        [[Fraction(1), np.float32(2)], [np.int8(3), 4]],
        np.array([[1, 2], [3, 4]], dtype=np.uint8),
        np.array([[1, 2], [3, 4]], dtype=">f4"),
        np.array([[1, 3], [2, 4]], dtype=np.float16).T,
        np.array([[1, 2], [3, 4]], dtype=object),
        [[[1, 2], [3, 4]]],
    ],
)
def test_any_real_numbers_are_accepted(matrix: Any) -> None:
    problem = Problem(query=matrix, key=M, value=M)
    assert problem.query.dtype == np.float64
    assert problem.query.flags.c_contiguous
    assert problem.query.tolist() == [M]


@pytest.mark.parametrize("scale", [2, 0.125, np.float32(0.5), Fraction(1, 3)])
def test_any_positive_scale_is_accepted(scale: Any) -> None:
    assert Problem(query=M, key=M, value=M, scale=scale).scale_factor == float(scale)


def test_an_integer_beyond_int64_is_a_number() -> None:
    assert Problem(query=[[2**70]], key=[[1]], value=[[1]]).query[0, 0, 0] == 2.0**70


@pytest.mark.skipif(
    np.finfo(np.longdouble).max == np.finfo(np.float64).max, reason="long double is float64 here"
)
def test_a_long_double_beyond_float64_is_refused() -> None:
    query = np.array([[1, 2], [3, np.finfo(np.longdouble).max]], dtype=np.longdouble)
    assert refusal(lambda: Problem(query=query, key=M, value=M)) == (
        "non-finite-input",
        "query is inf at row 1, column 1; every number must be finite.",
    )


def test_an_error_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(AttentionError("scale", "no")))
    assert (error.code, error.message, str(error)) == ("scale", "no", "no")

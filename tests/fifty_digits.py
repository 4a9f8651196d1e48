"""Attention and its gradients with fifty digits, for inputs where float64 might go wrong."""

from typing import Any

import numpy as np
from mpmath import mp, mpf

from attention_gui.engine import Problem

Rows = list[list[mpf]]


def attention(problem: Problem) -> dict[str, np.ndarray]:
    """Return the weights, the outputs and the gradients of a problem, rounded to float64.

    The problem is direct, without masks and W_O, and every head has keys of its own.
    """
    with mp.workdps(50):
        batches = [
            [_one_head(problem, b, r) for r in range(problem.n_heads)]
            for b in range(problem.n_batch)
        ]
        result = {
            name: np.array([[head[name] for head in heads] for heads in batches], dtype=float)
            for name in batches[0][0]
        }
    for name in ("output", "grad_query", "grad_key", "grad_value"):
        heads = result[name]
        result[name] = np.concatenate([heads[:, r] for r in range(problem.n_heads)], axis=-1)
    return result


def _head(problem: Problem, name: str, b: int, r: int) -> Rows:
    matrix = getattr(problem, name)[b]
    width = matrix.shape[1] // problem.n_heads
    return [[mpf(cell) for cell in row[r * width : (r + 1) * width]] for row in matrix.tolist()]


def _one_head(problem: Problem, b: int, r: int) -> dict[str, Any]:
    query, key, value, upstream = (
        _head(problem, name, b, r) for name in ("query", "key", "value", "upstream")
    )
    scale = 1 / mp.sqrt(len(query[0])) if problem.scale == "inverse_sqrt_dk" else mpf(1)
    weights = [_softmax([scale * _dot(q, k) for k in key]) for q in query]
    grad_weights = [[_dot(u, v) for v in value] for u in upstream]
    grad_scores = []
    for row, gradient in zip(weights, grad_weights, strict=True):
        average = _dot(row, gradient)
        grad_scores.append([scale * a * (g - average) for a, g in zip(row, gradient, strict=True)])
    return {
        "weights": weights,
        "output": _product(weights, value),
        "grad_query": _product(grad_scores, key),
        "grad_key": _product(_columns(grad_scores), query),
        "grad_value": _product(_columns(weights), upstream),
        "row_entropy": [-sum((a * mp.log(a) for a in row if a), mpf(0)) for row in weights],
        "jacobian_trace": [sum((a * (1 - a) for a in row), mpf(0)) for row in weights],
    }


def _softmax(scores: list[mpf]) -> list[mpf]:
    largest = max(scores)
    exponentials = [mp.exp(score - largest) for score in scores]
    total = sum(exponentials, mpf(0))
    return [cell / total for cell in exponentials]


def _columns(rows: Rows) -> Rows:
    return [list(column) for column in zip(*rows, strict=True)]


def _dot(left: list[mpf], right: list[mpf]) -> mpf:
    return sum((a * b for a, b in zip(left, right, strict=True)), mpf(0))


def _product(left: Rows, right: Rows) -> Rows:
    return [[_dot(row, column) for column in _columns(right)] for row in left]

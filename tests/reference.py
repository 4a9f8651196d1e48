"""What the engine is compared with: stored cases, and attention written as plain loops.

The loops share nothing with the engine: Python floats, `math.fsum`, one cell at a time.
"""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from attention_gui.engine import Problem

Rows = list[list[float]]

CASES: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "cases.json").read_text(encoding="utf-8")
)
"""Scenarios with every quantity, made in another framework by automatic differentiation."""

_OPTIONS = ("kind", "heads", "key_value_heads", "w_output", "scale", "bias", "mask")
_OPTIONS += ("empty_rows", "upstream")


def expected_of(case: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return the quantities of a case as arrays."""
    # NumPy reads "nan" and "-inf" as numbers.
    return {name: np.array(cells, dtype=float) for name, cells in case["expected"].items()}


def problem_of(case: dict[str, Any]) -> Problem:
    """Return the problem of a case."""
    scenario = case["scenario"]
    matrices = scenario.get("direct", {}) | scenario.get("projected", {})
    return Problem(**matrices, **_options_of(scenario))


def direct_problem_of(case: dict[str, Any]) -> Problem:
    """Return the problem of a projected case, with its queries, keys and values typed in."""
    matrices = {name: expected_of(case)[name] for name in ("query", "key", "value")}
    return Problem(**matrices, **_options_of(case["scenario"]))


def assert_agrees(ours: np.ndarray, expected: np.ndarray, tolerance: float = 1e-12) -> None:
    """Assert |ours − expected| ≤ tolerance · max(1, |expected|), non-finite cells alike."""
    ours = np.asarray(ours, dtype=float)
    assert ours.shape == expected.shape
    finite = np.isfinite(expected)
    np.testing.assert_array_equal(ours[~finite], expected[~finite])
    error = np.abs(ours[finite] - expected[finite])
    assert (error <= tolerance * np.maximum(1.0, np.abs(expected[finite]))).all(), error.max()


def attention(problem: Problem) -> dict[str, np.ndarray]:
    """Return every quantity of a problem, computed with loops."""
    merged = {
        name: getattr(problem, name).tolist() for name in ("query", "key", "value", "upstream")
    }
    batches = []
    for b in range(problem.n_batch):
        padding = [False] * problem.n_keys if problem.padding is None else problem.padding[b]
        heads = []
        for r in range(problem.n_heads):
            parts = {name: _head(rows[b], r, problem.n_heads) for name, rows in merged.items()}
            heads.append(_one_head(**parts, problem=problem, padding=list(padding)))
        batches.append(heads)
    result = {
        name: np.array([[head[name] for head in heads] for heads in batches])
        for name in batches[0][0]
    }
    for name in ("query", "key", "value"):
        result[name] = np.array(merged[name])
        result[f"grad_{name}"] = _side_by_side(result[f"grad_{name}"])
    result["concatenated"] = result["output"] = _side_by_side(result["head_outputs"])
    result["grad_output"] = result["grad_concatenated"] = np.array(merged["upstream"])
    result["loss"] = np.array(
        math.fsum((result["output"] * result["grad_output"]).ravel().tolist())
    )
    return result


def _options_of(scenario: dict[str, Any]) -> dict[str, Any]:
    return {name: scenario[name] for name in _OPTIONS if name in scenario}


def _head(rows: Rows, head: int, n_heads: int) -> Rows:
    width = len(rows[0]) // n_heads
    return [row[head * width : (head + 1) * width] for row in rows]


def _side_by_side(heads: np.ndarray) -> np.ndarray:
    return np.array([np.concatenate(list(batch), axis=-1) for batch in heads])


def _columns(rows: Rows) -> Rows:
    return [list(column) for column in zip(*rows, strict=True)]


def _dot(left: Sequence[float], right: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(left, right, strict=True))


def _product(left: Rows, right: Rows) -> Rows:
    return [[_dot(row, column) for column in _columns(right)] for row in left]


def _one_head(
    query: Rows, key: Rows, value: Rows, upstream: Rows, problem: Problem, padding: list[bool]
) -> dict[str, Any]:
    d_k = len(query[0])
    scale = {"inverse_sqrt_dk": 1 / math.sqrt(d_k), "none": 1.0}.get(problem.scale, problem.scale)
    m, n = range(len(query)), range(len(key))
    blocked = [[padding[j] or (problem.causal and j > i) for j in n] for i in m]
    raw = [[_dot(q, k) for k in key] for q in query]
    scaled = [[cell * scale for cell in row] for row in raw]
    rows = [_softmax(scaled[i], blocked[i], problem.empty_rows) for i in m]
    weights = [row["weights"] for row in rows]
    grad_weights = [[_dot(u, v) for v in value] for u in upstream]
    grad_scaled = [_softmax_gradient(weights[i], grad_weights[i], blocked[i]) for i in m]
    grad_raw = [[cell * scale for cell in row] for row in grad_scaled]
    return {
        "raw_scores": raw,
        "scaled_scores": scaled,
        **{name: [row[name] for row in rows] for name in rows[0]},
        "value_terms": [[[a * x for x in value[j]] for j, a in enumerate(row)] for row in weights],
        "head_outputs": _product(weights, value),
        "grad_head_outputs": upstream,
        "grad_weights": grad_weights,
        "grad_scaled_scores": grad_scaled,
        "grad_raw_scores": grad_raw,
        "grad_query": _product(grad_raw, key),
        "grad_key": _product(_columns(grad_raw), query),
        "grad_value": _product(_columns(weights), upstream),
    }


def _softmax(scores: list[float], blocked: list[bool], policy: str) -> dict[str, Any]:
    n = len(scores)
    hidden = -1.7976931348623157e308 if policy == "uniform" else -math.inf
    masked = [hidden if out else score for score, out in zip(scores, blocked, strict=True)]
    largest = max(masked)
    if all(blocked):
        cell, total, weight = {
            "zero": (0.0, 0.0, 0.0),
            "nan": (math.nan, math.nan, math.nan),
            "uniform": (1.0, float(n), 1.0 / n),
        }[policy]
        exponentials, weights = [cell] * n, [weight] * n
    else:
        exponentials = [
            0.0 if out else math.exp(score - largest)
            for score, out in zip(masked, blocked, strict=True)
        ]
        total = math.fsum(exponentials)
        weights = [cell / total for cell in exponentials]
    return {
        "masked_scores": masked,
        "row_max": largest,
        "exponentials": exponentials,
        "row_sums": total,
        "weights": weights,
        "row_entropy": math.fsum(-a * math.log(a) if a else 0.0 for a in weights),
        "jacobian_trace": math.fsum(a * (1.0 - a) for a in weights),
        "empty_rows": all(blocked),
    }


def _softmax_gradient(
    weights: list[float], gradient: list[float], blocked: list[bool]
) -> list[float]:
    # Written as the sum over the Jacobian δ_jl A_j − A_j A_l, not as the engine writes it.
    n = range(len(weights))
    return [
        0.0
        if blocked[j]
        else math.fsum(gradient[k] * weights[k] * ((j == k) - weights[j]) for k in n)
        for j in n
    ]

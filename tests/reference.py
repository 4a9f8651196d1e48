"""What the engine is compared with: stored cases, and attention written as plain loops.

The loops share nothing with the engine: Python floats, `math.fsum`, one cell at a time.
"""

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from attention_gui.engine import Problem

Rows = list[list[float]]
Arrays = dict[str, np.ndarray]

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


def assert_agrees(ours: np.ndarray, expected: np.ndarray, tolerance: float = 1e-12) -> None:
    """Assert |ours − expected| ≤ tolerance · max(1, |expected|), non-finite cells alike."""
    ours = np.asarray(ours, dtype=float)
    assert ours.shape == expected.shape
    finite = np.isfinite(expected)
    np.testing.assert_array_equal(ours[~finite], expected[~finite])
    error = np.abs(ours[finite] - expected[finite])
    assert (error <= tolerance * np.maximum(1.0, np.abs(expected[finite]))).all(), error.max()


def attention(problem: Problem) -> Arrays:
    """Return every quantity of a problem, computed with loops."""
    result = {name: np.array(matrix) for name, matrix in problem.matrices.items()}
    result |= {name: np.array(_project(problem, name)) for name in ("query", "key", "value")}
    result["grad_output"] = problem.upstream
    result["grad_concatenated"] = result["grad_output"]
    if problem.w_output is not None:
        back = _columns(problem.w_output.tolist())
        result["grad_concatenated"] = _batchwise(result["grad_output"], back)
    result |= _heads(problem, result)
    result["concatenated"] = result["output"] = _side_by_side(result["head_outputs"])
    if problem.w_output is not None:
        result["output"] = _batchwise(result["concatenated"], problem.w_output.tolist())
        result["grad_w_output"] = _over_tokens(result["concatenated"], result["grad_output"])
    products = (result["output"] * result["grad_output"]).ravel().tolist()
    result["loss"] = np.array(math.fsum(products))
    return result | _projection_gradients(problem, result)


def _options_of(scenario: dict[str, Any]) -> dict[str, Any]:
    return {name: scenario[name] for name in _OPTIONS if name in scenario}


def _source(problem: Problem, name: str) -> str:
    cross = problem.kind == "cross" and name != "query"
    return "source_inputs" if cross else "inputs"


def _project(problem: Problem, name: str) -> list[Rows]:
    matrices = {given: matrix.tolist() for given, matrix in problem.matrices.items()}
    if name in matrices:
        return list(matrices[name])
    return [_product(rows, matrices[f"w_{name}"]) for rows in matrices[_source(problem, name)]]


def _heads(problem: Problem, known: Arrays) -> Arrays:
    """Return what is computed head by head, and the gradients by Q, K and V."""
    h, g = problem.n_heads, problem.n_groups
    batches = []
    for b in range(problem.n_batch):
        heads = []
        for r in range(h):
            group = r * g // h
            parts = {
                "query": _head(known["query"][b], r, h),
                "key": _head(known["key"][b], group, g),
                "value": _head(known["value"][b], group, g),
                "upstream": _head(known["grad_concatenated"][b], r, h),
            }
            heads.append(_one_head(problem, b, r, **parts))
        batches.append(heads)
    result = {
        name: np.array([[head[name] for head in heads] for heads in batches])
        for name in batches[0][0]
    }
    result["grad_query"] = _side_by_side(result["grad_query"])
    for name in ("grad_key", "grad_value"):
        result[name] = _side_by_side(_summed_by_group(result[name], g))
    return result


def _summed_by_group(heads: np.ndarray, n_groups: int) -> np.ndarray:
    readers = heads.shape[1] // n_groups
    groups = [heads[:, k * readers : (k + 1) * readers] for k in range(n_groups)]
    sums = [np.apply_along_axis(_sum, 1, group) for group in groups]
    return np.stack(sums, axis=1)


def _projection_gradients(problem: Problem, known: Arrays) -> Arrays:
    if "inputs" not in problem.matrices:
        return {}
    result: Arrays = {}
    paths: dict[str, list[np.ndarray]] = {}
    for name in ("query", "key", "value"):
        source = _source(problem, name)
        back = _columns(problem.matrices[f"w_{name}"].tolist())
        paths.setdefault(source, []).append(_batchwise(known[f"grad_{name}"], back))
        result[f"grad_w_{name}"] = _over_tokens(problem.matrices[source], known[f"grad_{name}"])
    for source, parts in paths.items():
        result[f"grad_{source}"] = np.apply_along_axis(_sum, 0, np.array(parts))
    return result


def _head(rows: np.ndarray, head: int, n_heads: int) -> Rows:
    width = rows.shape[1] // n_heads
    part: Rows = rows[:, head * width : (head + 1) * width].tolist()
    return part


def _side_by_side(heads: np.ndarray) -> np.ndarray:
    return np.array([np.concatenate(list(batch), axis=-1) for batch in heads])


def _batchwise(left: np.ndarray, right: Rows) -> np.ndarray:
    return np.array([_product(rows, right) for rows in left.tolist()])


def _over_tokens(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return leftᵀ right, summed over the tokens of all batches."""
    columns = [_columns(matrix.reshape(-1, matrix.shape[-1]).tolist()) for matrix in (left, right)]
    return np.array([[_dot(a, b) for b in columns[1]] for a in columns[0]])


def _columns(rows: Rows) -> Rows:
    return [list(column) for column in zip(*rows, strict=True)]


def _sum(cells: Iterable[float]) -> float:
    return math.fsum(cells)


def _dot(left: Sequence[float], right: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(left, right, strict=True))


def _product(left: Rows, right: Rows) -> Rows:
    return [[_dot(row, column) for column in _columns(right)] for row in left]


def _is_blocked(problem: Problem, b: int, r: int, i: int, j: int) -> bool:
    place = i
    if problem.alignment == "bottom_right":
        place += problem.n_keys - problem.n_queries
    if problem.causal and j > place:
        return True
    if problem.window is not None and abs(place - j) >= problem.window:
        return True
    if problem.padding is not None and problem.padding[b, j]:
        return True
    if problem.blocked is None:
        return False
    return bool(problem.blocked[i, j] if problem.blocked.ndim == 2 else problem.blocked[b, r, i, j])


def _bias(problem: Problem, r: int, i: int, j: int) -> float:
    if problem.bias is None:
        return 0.0
    return float(problem.bias[i, j] if problem.bias.ndim == 2 else problem.bias[r, i, j])


def _one_head(
    problem: Problem, b: int, r: int, query: Rows, key: Rows, value: Rows, upstream: Rows
) -> dict[str, Any]:
    d_k = len(query[0])
    scale = {"inverse_sqrt_dk": 1 / math.sqrt(d_k), "none": 1.0}.get(problem.scale, problem.scale)
    m, n = range(len(query)), range(len(key))
    blocked = [[_is_blocked(problem, b, r, i, j) for j in n] for i in m]
    raw = [[_dot(q, k) for k in key] for q in query]
    scaled = [[cell * scale for cell in row] for row in raw]
    biased = [[scaled[i][j] + _bias(problem, r, i, j) for j in n] for i in m]
    rows = [_softmax(biased[i], blocked[i], problem.empty_rows) for i in m]
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

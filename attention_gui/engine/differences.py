"""Central differences of the loss, many perturbed copies of a problem at a time."""

from collections.abc import Callable, Iterator

import numpy as np

from attention_gui.engine.arrays import BoolArray, FloatArray, frozen, require_finite
from attention_gui.engine.perturbed import changes_of_output, rounding_of_output
from attention_gui.engine.problem import Problem
from attention_gui.engine.result import Result
from attention_gui.errors import AttentionError
from attention_gui.phrases import Phrase

__all__ = ["central_differences", "nan_coordinates"]

_CELLS_AT_ONCE = 2**18
"""Cells of the perturbed copies that are computed together: some MB, whatever the problem."""
_LARGEST = np.finfo(np.float64).max
_LINEAR = ("value", "w_value", "w_output")
"""The output is linear in them."""


def central_differences(
    result: Result, name: str, step: float, report: Callable[[int], None]
) -> tuple[FloatArray, FloatArray]:
    """Return the central differences of the loss by every coordinate of one matrix.

    `check_gradients` tells the steps and the treatment of empty rows.

    Parameters
    ----------
    result : Result
    name : str
        One of the problem's `matrices`.
    step : float
    report : callable
        Called with the number of coordinates that are done since the last call.

    Returns
    -------
    numeric : ndarray, shape of the matrix
    rounding : ndarray, shape of the matrix
        Bounds of what the rounding of the outputs can do to `numeric`.

    Raises
    ------
    AttentionError
        ``wrong-type`` if the step is too small to move a coordinate, ``overflow`` if a
        perturbed copy of the problem overflows.
    """
    matrix = result.problem.matrices[name]
    numeric, rounding = np.empty(matrix.size), np.empty(matrix.size)
    steps = _steps(matrix, name, step)
    for coordinates in _chunks(result.problem, matrix.size):
        above, below, distances = _perturbed(matrix, coordinates, steps)
        if (distances == 0.0).any():
            raise AttentionError("wrong-type", "step is {0}, too small to move every input.", step)
        changes = changes_of_output(result, name, above, below)
        with np.errstate(all="ignore"):
            terms, moved = _contracted(result["grad_output"], changes)
            quotients = terms / distances
            rounding[coordinates] = moved * rounding_of_output(result.problem) / distances
            require_finite(Phrase("The difference quotient by {0}", name), quotients)
        numeric[coordinates] = quotients
        report(quotients.size)
    shaped = numeric.reshape(matrix.shape)
    np.copyto(shaped, np.nan, where=nan_coordinates(result, name))
    return frozen(shaped), rounding.reshape(matrix.shape)


def nan_coordinates(result: Result, name: str) -> BoolArray:
    """Return by which coordinates the loss has no derivative but NaN, broadcastable.

    An empty row under ``"nan"`` multiplies every value of its head by NaN.
    """
    problem = result.problem
    nothing = np.zeros(1, dtype=np.bool_)
    if problem.empty_rows != "nan":
        return nothing
    heads: BoolArray = np.logical_or.reduce(result["empty_rows"], axis=-1)  # (B, h)
    by_group = (problem.n_batch, problem.n_groups, problem.n_heads // problem.n_groups)
    groups: BoolArray = np.logical_or.reduce(heads.reshape(by_group), axis=-1)  # (B, g)
    batches: BoolArray = np.logical_or.reduce(heads, axis=-1)
    cells: dict[str, BoolArray] = {
        "value": groups.repeat(problem.d_v, axis=-1)[:, None, :],
        "w_value": np.logical_or.reduce(groups, axis=0).repeat(problem.d_v),
        "w_output": np.logical_or.reduce(heads, axis=0).repeat(problem.d_v)[:, None],
        problem.source: batches[:, None, None],
    }
    return cells.get(name, nothing)


def _chunks(problem: Problem, n_coordinates: int) -> Iterator[slice]:
    scores = problem.n_batch * problem.n_heads * problem.n_queries * problem.n_keys
    cells = scores + problem.query.size + problem.key.size + problem.value.size
    size = max(1, _CELLS_AT_ONCE // max(1, cells))
    for start in range(0, n_coordinates, size):
        yield slice(start, min(start + size, n_coordinates))


def _steps(matrix: FloatArray, name: str, step: float) -> FloatArray:
    """Return the step of each coordinate, shape (coordinates,)."""
    sizes = np.abs(matrix).reshape(-1)
    if name in _LINEAR:
        # No step is too large, but one far below the largest cell is lost in the rounding of
        # the sum.
        sizes = np.full_like(sizes, sizes.max(initial=0.0))
    with np.errstate(over="ignore"):
        steps: FloatArray = step * np.maximum(1.0, sizes)
    return steps


def _perturbed(
    matrix: FloatArray, coordinates: slice, steps: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return copies with one coordinate up, copies with it down, and the distances between."""
    flat: FloatArray = matrix.reshape(-1)
    places = np.arange(coordinates.start, coordinates.stop)
    copies = np.arange(places.size)
    above = np.repeat(flat[None], places.size, axis=0)
    below = above.copy()
    with np.errstate(over="ignore"):
        above[copies, places] = np.minimum(flat[places] + steps[places], _LARGEST)
        below[copies, places] = np.maximum(flat[places] - steps[places], -_LARGEST)
        distances = above[copies, places] - below[copies, places]
    shape = (places.size, *matrix.shape)
    return above.reshape(shape), below.reshape(shape), distances


def _contracted(upstream: FloatArray, changes: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return Σ upstream · change for each copy, and Σ |upstream| over the outputs that changed.

    If none did, the change may have been lost in rounding anywhere: the sum is over all.
    """
    axes = (1, 2, 3)
    changed = changes != 0.0
    changed |= ~changed.any(axis=axes, keepdims=True)
    moved = np.where(changed, np.abs(upstream), 0.0).sum(axis=axes)
    return (changes * upstream).sum(axis=axes), moved

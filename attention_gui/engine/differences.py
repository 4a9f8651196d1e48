"""Central differences of the loss, many perturbed copies of a problem at a time."""

from collections.abc import Iterator

import numpy as np

from attention_gui.engine.arrays import FloatArray, frozen, require_finite
from attention_gui.engine.errors import AttentionError
from attention_gui.engine.problem import Problem
from attention_gui.engine.result import Result, compute

__all__ = ["INPUTS", "central_differences"]

INPUTS = ("query", "key", "value")
"""What is perturbed."""
_CELLS_AT_ONCE = 2**18
"""Cells of the perturbed copies that are computed together: some MB, whatever the problem."""
_LARGEST = np.finfo(np.float64).max


def central_differences(result: Result, name: str, step: float) -> tuple[FloatArray, FloatArray]:
    """Return the central differences of the loss by every coordinate of one input.

    `check_gradients` tells the steps and the treatment of empty rows.

    Parameters
    ----------
    result : Result
    name : str
        One of `INPUTS`.
    step : float

    Returns
    -------
    numeric : ndarray, shape of the input
    rounding : ndarray, shape of the input
        Bounds of what the rounding of the outputs can do to `numeric`.

    Raises
    ------
    AttentionError
        ``wrong-type`` if the step is too small to move an input, ``overflow`` if a perturbed
        copy of the problem overflows.
    """
    matrix = result[name]
    numeric, rounding = np.empty(matrix.size), np.empty(matrix.size)
    steps = _steps(matrix, name, step)
    for coordinates in _chunks(result.problem, matrix.size):
        above, below, distances = _perturbed(matrix, coordinates, steps)
        if (distances == 0.0).any():
            raise AttentionError("wrong-type", f"step is {step}, too small to move every input.")
        with np.errstate(all="ignore"):
            changes = _outputs(result.problem, name, above) - _outputs(result.problem, name, below)
            terms, moved = _contracted(result, changes)
            quotients = terms / distances
        numeric[coordinates] = require_finite(f"The difference quotient by {name}", quotients)
        rounding[coordinates] = _rounding_bound(result.problem, moved, distances)
    shaped = numeric.reshape(matrix.shape)
    if name == "value":
        _set_nan(result, shaped)
    return frozen(shaped), rounding.reshape(matrix.shape)


def _chunks(problem: Problem, n_coordinates: int) -> Iterator[slice]:
    scores = problem.n_batch * problem.n_heads * problem.n_queries * problem.n_keys
    cells = scores + sum(getattr(problem, name).size for name in INPUTS)
    size = max(1, _CELLS_AT_ONCE // max(1, cells))
    for start in range(0, n_coordinates, size):
        yield slice(start, min(start + size, n_coordinates))


def _steps(matrix: FloatArray, name: str, step: float) -> FloatArray:
    """Return the step of each coordinate, shape (coordinates,)."""
    sizes = np.abs(matrix).reshape(-1)
    if name == "value":
        # The outputs are linear in V: no step is too large, but one far below the largest
        # value is lost in the rounding of the sum.
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


def _outputs(problem: Problem, name: str, copies: FloatArray) -> FloatArray:
    """Return the outputs for each copy of one input, shape (copies, B, m, h·d_v)."""
    count = copies.shape[0]
    inputs = {other: np.tile(getattr(problem, other), (count, 1, 1)) for other in INPUTS}
    inputs[name] = copies.reshape(inputs[name].shape)
    padding = None if problem.padding is None else np.tile(problem.padding, (count, 1))
    mask = {"causal": problem.causal, "alignment": problem.alignment, "padding": padding}
    stacked = problem.replace(**inputs, mask=mask, upstream="ones")
    return compute(stacked)["output"].reshape(count, *problem.upstream.shape)


def _contracted(result: Result, changes: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return Σ upstream · change for each copy, and Σ |upstream| over the outputs that changed.

    If none did, the change may have been lost in rounding anywhere: the sum is over all.
    """
    upstream = result["grad_output"]
    if result.problem.empty_rows == "nan":
        left_out = result["empty_rows"].swapaxes(1, 2).repeat(result.problem.d_v, axis=-1)
        changes = np.where(left_out, 0.0, changes)
    axes = (1, 2, 3)
    changed = changes != 0.0
    changed |= ~changed.any(axis=axes, keepdims=True)
    moved = np.where(changed, np.abs(upstream), 0.0).sum(axis=axes)
    return (changes * upstream).sum(axis=axes), moved


def _rounding_bound(problem: Problem, moved: FloatArray, distances: FloatArray) -> FloatArray:
    """Return how far the rounding of scores, weights and outputs may move each difference."""
    query, key, value = (float(np.abs(getattr(problem, name)).max()) for name in INPUTS)
    score = problem.d_k * query * key * problem.scale_factor
    output_rounding = 4.0 * float(np.finfo(np.float64).eps) * (1.0 + score) * value
    with np.errstate(all="ignore"):
        return moved * output_rounding / distances


def _set_nan(result: Result, numeric: FloatArray) -> None:
    """Set the gradient by the values to NaN for the heads in which a row is NaN."""
    if result.problem.empty_rows == "nan":
        heads = result["empty_rows"].any(axis=-1).repeat(result.problem.d_v, axis=-1)
        np.copyto(numeric, np.nan, where=heads[:, None, :])

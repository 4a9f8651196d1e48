"""Every gradient coordinate against a central difference of the loss."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from attention_gui.engine.arrays import BoolArray, FloatArray, frozen
from attention_gui.engine.differences import central_differences
from attention_gui.engine.options import read_positive
from attention_gui.engine.problem import Problem
from attention_gui.engine.result import Result, compute
from attention_gui.errors import AttentionError, shown

__all__ = ["GradientCheck", "InputCheck", "check_gradients"]


@dataclass(frozen=True, eq=False)
class InputCheck:
    """The check of the gradient by one input.

    Attributes
    ----------
    analytic : ndarray, shape of the input
        The gradient under test.
    numeric : ndarray, shape of the input
        The central differences; NaN where the loss is NaN whatever the input.
    errors : ndarray, shape of the input
        The error of every coordinate as `check_gradients` judges it.
    passes : ndarray of bool, shape of the input
        Where the error is within the tolerance.
    checked : int
        Coordinates that were compared as numbers, that is, where `numeric` is not NaN.
    max_error : float
        The largest error of a coordinate; infinite where only one of the two is NaN.
    passed : bool
        Whether `max_error` is within the tolerance.
    """

    analytic: FloatArray
    numeric: FloatArray
    errors: FloatArray
    passes: BoolArray
    checked: int
    max_error: float
    passed: bool


@dataclass(frozen=True, eq=False)
class GradientCheck:
    """The outcome of `check_gradients`.

    Attributes
    ----------
    step, tolerance : float
        As asked for.
    inputs : dict of str to InputCheck
        By the ids of the problem's `matrices`; also ``check["query"]``. After a cancellation
        only those that were finished.
    cancelled : bool
        Whether `progress` asked to stop.
    passed : bool
        Whether every input passed; False after a cancellation.
    """

    step: float
    tolerance: float
    inputs: Mapping[str, InputCheck]
    cancelled: bool = False

    @property
    def passed(self) -> bool:
        """Whether every input was checked and passed."""
        return not self.cancelled and all(check.passed for check in self.inputs.values())

    def __getitem__(self, name: str) -> InputCheck:
        return self.inputs[name]


def check_gradients(
    problem: Problem,
    *,
    step: float = 1e-6,
    tolerance: float = 2e-6,
    gradients: Mapping[str, FloatArray] | None = None,
    progress: Callable[[int, int], bool] | None = None,
) -> GradientCheck:
    """Compare the gradient by every coordinate that can be edited with a central difference.

    Those are Q, K and V, or X and the W matrices of a projected problem, and W_O. A coordinate
    x is moved to x ± step · max(1, |x|), one of V, W_V or W_O, in which the outputs are
    linear, by step · max(1, largest |V|). Both points are rounded to float64, and what
    divides is the distance of the rounded points. The outputs are subtracted before they are
    contracted with the upstream gradient, as the loss would lose the digits that matter. A
    step that moves a score by much more than 1 is too large, as with keys of 1e9.

    The error of a coordinate is |analytic − numeric| / max(1, |analytic|, |numeric|, r), where
    r = ε / tolerance and ε bounds what the rounding of the outputs can do to the difference:
    a difference within its own rounding error passes. For inputs of ordinary size r is far
    below 1 and decides nothing; with values of 1e6 it does.

    Under ``empty_rows="nan"`` the loss itself is NaN as soon as a row is empty. An empty row
    reads no score, so it is left out of the differences. Its weights are NaN, so the numeric
    gradient by every value of that head and batch, and by what those values are projected
    from, is NaN, and the analytic one has to be NaN there and nowhere else.

    Parameters
    ----------
    problem : Problem
    step : float, default 1e-6
    tolerance : float, default 2e-6
        Largest error that passes.
    gradients : mapping, optional
        Arrays to check instead of the engine's own, such as ``grad_query``, in the shape of
        the input.
    progress : callable, optional
        Called as ``progress(done, total)`` with numbers of coordinates, first with 0, then
        every some ten milliseconds, in the calling thread. False cancels the check.

    Returns
    -------
    GradientCheck

    Raises
    ------
    AttentionError
        ``wrong-type`` if step or tolerance is not a finite number above 0, if the step is too
        small to move an input, or if a given gradient has another shape than its input;
        ``unknown-quantity`` for another key in `gradients`; ``overflow`` if the problem or a
        perturbed copy of it overflows.
    """
    step = read_positive("step", step)
    tolerance = read_positive("tolerance", tolerance)
    result = compute(problem)
    analytic = _read_gradients(result, gradients or {})
    checks: dict[str, InputCheck] = {}
    meter = _Meter(progress, sum(matrix.size for matrix in problem.matrices.values()))
    try:
        meter.add(0)
        for name in problem.matrices:
            numeric, rounding = central_differences(result, name, step, meter.add)
            checks[name] = _compare(analytic[name], numeric, rounding, tolerance)
    except _CancelledError:
        return GradientCheck(step=step, tolerance=tolerance, inputs=checks, cancelled=True)
    return GradientCheck(step=step, tolerance=tolerance, inputs=checks)


class _CancelledError(Exception):
    """The caller asked to stop."""


class _Meter:
    """Counts the coordinates that are done."""

    def __init__(self, progress: Callable[[int, int], bool] | None, total: int) -> None:
        self._progress = progress
        self._total = total
        self._done = 0

    def add(self, count: int) -> None:
        self._done += count
        if self._progress is not None and self._progress(self._done, self._total) is False:
            raise _CancelledError


def _read_gradients(result: Result, given: Mapping[str, FloatArray]) -> dict[str, FloatArray]:
    names = tuple(result.problem.matrices)
    known = [f"grad_{name}" for name in names]
    for quantity_id in given:
        if quantity_id not in known:
            raise AttentionError(
                "unknown-quantity",
                "gradients has the key {0}, but only {1} are checked.",
                shown(quantity_id),
                ", ".join(known),
            )
    gradients = {}
    for name, quantity_id in zip(names, known, strict=True):
        gradient = np.array(
            given[quantity_id] if quantity_id in given else result[quantity_id],
            dtype=np.float64,
            ndmin=result[name].ndim,
        )
        if gradient.shape != result[name].shape:
            raise AttentionError(
                "wrong-type",
                "{0} has shape {1}, but {2} has shape {3}.",
                quantity_id,
                gradient.shape,
                name,
                result[name].shape,
            )
        gradients[name] = frozen(gradient)
    return gradients


def _compare(
    analytic: FloatArray, numeric: FloatArray, rounding: FloatArray, tolerance: float
) -> InputCheck:
    with np.errstate(all="ignore"):
        size = np.maximum(np.maximum(np.abs(analytic), np.abs(numeric)), 1.0)
        errors = np.abs(analytic - numeric) / np.fmax(size, rounding / tolerance)
    unlike = np.isnan(analytic) != np.isnan(numeric)
    errors = np.where(unlike | np.isinf(analytic), np.inf, np.nan_to_num(errors, nan=0.0))
    max_error = float(errors.max(initial=0.0))
    return InputCheck(
        analytic=analytic,
        numeric=numeric,
        errors=frozen(errors),
        passes=errors <= tolerance,
        checked=int(np.count_nonzero(~np.isnan(numeric))),
        max_error=max_error,
        passed=max_error <= tolerance,
    )

"""Every gradient coordinate against a central difference of the loss."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real

import numpy as np

from attention_gui.engine.arrays import FloatArray, frozen
from attention_gui.engine.differences import INPUTS, central_differences
from attention_gui.engine.errors import AttentionError, shown
from attention_gui.engine.options import as_float
from attention_gui.engine.problem import Problem
from attention_gui.engine.result import Result, compute

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
    checked : int
        Coordinates that were compared as numbers, that is, where `numeric` is not NaN.
    max_error : float
        The largest error of a coordinate; infinite where only one of the two is NaN.
    passed : bool
        Whether `max_error` is within the tolerance.
    """

    analytic: FloatArray
    numeric: FloatArray
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
        By ``"query"``, ``"key"``, ``"value"``; also ``check["query"]``.
    passed : bool
        Whether every input passed.
    """

    step: float
    tolerance: float
    inputs: Mapping[str, InputCheck]

    @property
    def passed(self) -> bool:
        """Whether every input passed."""
        return all(check.passed for check in self.inputs.values())

    def __getitem__(self, name: str) -> InputCheck:
        return self.inputs[name]


def check_gradients(
    problem: Problem,
    *,
    step: float = 1e-6,
    tolerance: float = 2e-6,
    gradients: Mapping[str, FloatArray] | None = None,
) -> GradientCheck:
    """Compare the gradient by every coordinate of Q, K and V with a central difference.

    A coordinate x of Q or K is moved to x ± step · max(1, |x|), one of V, in which the outputs
    are linear, by step · max(1, largest |V|). Both points are rounded to float64, and what
    divides is the distance of the rounded points. The outputs are subtracted before they are
    contracted with the upstream gradient, as the loss would lose the digits that matter. A
    step that moves a score by much more than 1 is too large, as with keys of 1e9.

    The error of a coordinate is |analytic − numeric| / max(1, |analytic|, |numeric|, r), where
    r = ε / tolerance and ε bounds what the rounding of the outputs can do to the difference:
    a difference within its own rounding error passes. For inputs of ordinary size r is far
    below 1 and decides nothing; with values of 1e6 it does.

    Under ``empty_rows="nan"`` the loss itself is NaN as soon as a row is empty. An empty row
    reads no score, so it is left out of the differences by Q and K. Its weights are NaN, so
    the numeric gradient by every value of that head and batch is NaN, and the analytic one
    has to be NaN there and nowhere else.

    Parameters
    ----------
    problem : Problem
    step : float, default 1e-6
    tolerance : float, default 2e-6
        Largest error that passes.
    gradients : mapping, optional
        Arrays to check instead of the engine's own: ``grad_query``, ``grad_key``,
        ``grad_value``, in the shape of the input.

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
    step = _read_positive("step", step)
    tolerance = _read_positive("tolerance", tolerance)
    result = compute(problem)
    analytic = _read_gradients(result, gradients or {})
    checks = {}
    for name in INPUTS:
        numeric, rounding = central_differences(result, name, step)
        checks[name] = _compare(analytic[name], numeric, rounding, tolerance)
    return GradientCheck(step=step, tolerance=tolerance, inputs=checks)


def _read_positive(name: str, given: object) -> float:
    number = math.nan
    if not isinstance(given, bool) and isinstance(given, Real):
        number = as_float(given)
    if not (math.isfinite(number) and number > 0.0):
        raise AttentionError(
            "wrong-type", f"{name} is {shown(given)} instead of a finite number above 0."
        )
    return number


def _read_gradients(result: Result, given: Mapping[str, FloatArray]) -> dict[str, FloatArray]:
    known = [f"grad_{name}" for name in INPUTS]
    for quantity_id in given:
        if quantity_id not in known:
            raise AttentionError(
                "unknown-quantity",
                f"gradients has the key {shown(quantity_id)}, "
                f"but only {', '.join(known)} are checked.",
            )
    gradients = {}
    for name, quantity_id in zip(INPUTS, known, strict=True):
        gradient = np.array(
            given[quantity_id] if quantity_id in given else result[quantity_id],
            dtype=np.float64,
            ndmin=3,
        )
        if gradient.shape != result[name].shape:
            raise AttentionError(
                "wrong-type",
                f"{quantity_id} has shape {gradient.shape}, but {name} has shape "
                f"{result[name].shape}.",
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
        checked=int(np.count_nonzero(~np.isnan(numeric))),
        max_error=max_error,
        passed=max_error <= tolerance,
    )

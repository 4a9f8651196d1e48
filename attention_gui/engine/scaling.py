"""Why scores are divided by √d_k: what unscaled scores do to the softmax.

Vaswani et al. (2017), §3.2.1, note 4: if the components of q and k are independent with mean 0
and variance 1, q·k has variance d_k.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from attention_gui.engine import softmax
from attention_gui.engine.arrays import FloatArray, frozen, require_finite
from attention_gui.engine.operands import read_matrix
from attention_gui.engine.options import read_count, read_positive_count
from attention_gui.errors import AttentionError, shown
from attention_gui.phrases import Phrase

__all__ = [
    "ScaleRow",
    "ScaleStudy",
    "TwoScores",
    "scale_study",
    "softmax_jacobian",
    "two_scores",
]

_CELLS_AT_ONCE = 2**20


@dataclass(frozen=True, slots=True)
class ScaleRow:
    """What random queries and keys of one width lead to; means over the trials.

    Attributes
    ----------
    d_k : int
    score_std : float
        Standard deviation of q·k, about √d_k.
    largest_unscaled, largest_scaled : float
        The largest weight of a row, without and with the division by √d_k.
    trace_unscaled, trace_scaled : float
        1 − Σα², the trace of the softmax's Jacobian: 0 for a one-hot row.
    """

    d_k: int
    score_std: float
    largest_unscaled: float
    largest_scaled: float
    trace_unscaled: float
    trace_scaled: float


@dataclass(frozen=True, slots=True)
class ScaleStudy:
    """The outcome of `scale_study`.

    Attributes
    ----------
    n_keys, n_trials, seed : int
        As asked for.
    rows : tuple of ScaleRow
        One a width, in the order asked for; after a cancellation those that were finished.
    cancelled : bool
        Whether `progress` asked to stop.
    """

    n_keys: int
    n_trials: int
    seed: int
    rows: tuple[ScaleRow, ...]
    cancelled: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class TwoScores:
    """The outcome of `two_scores`; every array is read-only.

    Attributes
    ----------
    scores : ndarray, shape (n,)
        In logits.
    factor : float
        What multiplies them.
    unscaled, scaled : ndarray, shape (n,)
        The weights that they lead to.
    jacobian_unscaled, jacobian_scaled : ndarray, shape (n, n)
        See `softmax_jacobian`.
    """

    scores: FloatArray
    factor: float
    unscaled: FloatArray
    scaled: FloatArray
    jacobian_unscaled: FloatArray
    jacobian_scaled: FloatArray


def scale_study(
    widths: Sequence[int] = (1, 4, 16, 64, 512),
    n_keys: int = 16,
    n_trials: int = 2000,
    seed: int = 0,
    progress: Callable[[int, int], bool] | None = None,
) -> ScaleStudy:
    """Draw a standard normal query and keys many times, and see what the softmax makes of them.

    The numbers for a width depend on the seed and that width, not on the other widths.

    Parameters
    ----------
    widths : sequence of int
        Values of d_k.
    n_keys, n_trials : int
    seed : int
        At least 0.
    progress : callable, optional
        Called as ``progress(done, total)`` with numbers of trials over all widths, every some
        ten milliseconds, in the calling thread. False cancels the study.

    Returns
    -------
    ScaleStudy

    Raises
    ------
    AttentionError
        ``wrong-type`` if a number is not whole or too small.
    """
    n_keys = read_positive_count("n_keys", n_keys)
    n_trials = read_positive_count("n_trials", n_trials)
    seed = read_count("seed", seed)
    if seed < 0:
        raise AttentionError("wrong-type", "seed is {0} instead of at least 0.", shown(seed))
    widths = [read_positive_count("d_k", width) for width in widths]
    rows: list[ScaleRow] = []
    total = n_trials * len(widths)
    for d_k in widths:
        sums = np.zeros(6)
        done = n_trials * len(rows)
        for count, part in _parts(d_k, n_keys, n_trials, seed):
            sums += part
            done += count
            if progress is not None and progress(done, total) is False:
                return ScaleStudy(n_keys, n_trials, seed, tuple(rows), cancelled=True)
        rows.append(_scale_row(d_k, n_keys, n_trials, sums))
    return ScaleStudy(n_keys, n_trials, seed, tuple(rows))


def two_scores(
    scores: Sequence[float] = (1.0, 0.0), factor: float = 1.0 / math.sqrt(2.0)
) -> TwoScores:
    """Return the weights and Jacobians of a row of scores, without and with a scale.

    Parameters
    ----------
    scores : sequence of float
        In logits; two, or more.
    factor : float, default 1 / √2
        What multiplies the scores, as for d_k = 2.

    Raises
    ------
    AttentionError
        ``wrong-type``, ``non-finite-input``; ``overflow`` if a score times the factor is too
        large: it would have no weight.
    """
    with np.errstate(all="ignore"):
        row = read_matrix("scores", [list(scores)])[0, 0]
        products = require_finite(Phrase("Score times factor"), row * factor)
        unscaled, scaled = _softmax(row.copy()), _softmax(products)
    return TwoScores(
        scores=row,
        factor=factor,
        unscaled=frozen(unscaled),
        scaled=frozen(scaled),
        jacobian_unscaled=softmax_jacobian(unscaled),
        jacobian_scaled=softmax_jacobian(scaled),
    )


def softmax_jacobian(weights: FloatArray) -> FloatArray:
    """Return ∂α_j/∂s_l = α_j (δ_jl − α_l).

    Parameters
    ----------
    weights : ndarray, shape (..., n)
        Rows of weights, such as one row of the quantity ``weights``.

    Returns
    -------
    ndarray, shape (..., n, n), read-only
        Rows and columns sum to 0; the trace is 1 − Σα².
    """
    identity = np.eye(weights.shape[-1])
    jacobian: FloatArray = weights[..., :, None] * (identity - weights[..., None, :])
    jacobian += 0.0  # a weight of 0 times a negative number is −0.0
    return frozen(jacobian)


def _softmax(scores: FloatArray) -> FloatArray:
    """Return the weights of rows of scores, which are overwritten."""
    softmax.exponentiate_in_place(scores, None, "zero")
    softmax.divide_in_place(scores, None)
    return scores


def _parts(d_k: int, n_keys: int, n_trials: int, seed: int) -> Iterator[tuple[int, FloatArray]]:
    """Yield numbers of trials and what `_scale_row` needs of them, so that no score is kept."""
    random = np.random.default_rng([seed, d_k])
    at_once = max(1, _CELLS_AT_ONCE // (d_k * (n_keys + 1)))
    for start in range(0, n_trials, at_once):
        count = min(at_once, n_trials - start)
        query = random.standard_normal((count, 1, d_k))
        scores = np.vecdot(random.standard_normal((count, n_keys, d_k)), query)
        yield count, _sums(scores, d_k)


def _sums(scores: FloatArray, d_k: int) -> FloatArray:
    """Return the sums over trials of scores, squares, largest weights and traces."""
    unscaled, scaled = _softmax(scores.copy()), _softmax(scores / math.sqrt(d_k))
    sums: list[FloatArray] = [scores, scores**2]
    sums += [unscaled.max(axis=-1), scaled.max(axis=-1)]
    sums += [softmax.jacobian_trace(unscaled), softmax.jacobian_trace(scaled)]
    return np.array([terms.sum() for terms in sums])


def _scale_row(d_k: int, n_keys: int, n_trials: int, sums: FloatArray) -> ScaleRow:
    score, square = (sums[:2] / (n_trials * n_keys)).tolist()
    means = (sums[2:] / n_trials).tolist()
    # The mean score is close to 0: the difference loses nothing.
    return ScaleRow(d_k, math.sqrt(max(0.0, square - score**2)), *means)

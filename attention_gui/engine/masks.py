"""Which query may read which key.

Everywhere True means excluded. A cell is blocked if any mask blocks it.
"""

from enum import IntFlag

import numpy as np
import numpy.typing as npt

from attention_gui.engine.arrays import BoolArray
from attention_gui.engine.problem import Problem

__all__ = ["BlockReason", "block_reasons", "blocked", "blocked_per_head"]


class BlockReason(IntFlag):
    """Why a cell is blocked; flags, as several masks may block one cell."""

    CAUSAL = 1
    """The key stands after the query."""
    PADDING = 2
    """The key's token is padding."""
    WINDOW = 4
    """The key is too far from the query."""
    CUSTOM = 8
    """The cell is blocked by itself."""


def block_reasons(problem: Problem) -> npt.NDArray[np.uint8]:
    """Return which masks block each cell.

    Parameters
    ----------
    problem : Problem

    Returns
    -------
    ndarray of uint8, shape (B, h, m, n), read-only
        Flags of `BlockReason`; 0 where the query may read the key.
    """
    return np.broadcast_to(_reasons(problem), _scores_shape(problem))


def blocked(problem: Problem) -> BoolArray:
    """Return which cells are excluded.

    Parameters
    ----------
    problem : Problem

    Returns
    -------
    ndarray of bool, shape (B, h, m, n), read-only
        True where the query may not read the key.
    """
    return np.broadcast_to(blocked_per_head(problem), _scores_shape(problem))


def blocked_per_head(problem: Problem) -> BoolArray:
    """Return `blocked` in a shape that broadcasts to it, (B or 1, 1, m, n): without copies."""
    return np.not_equal(_reasons(problem), 0)


def _scores_shape(problem: Problem) -> tuple[int, int, int, int]:
    return (problem.n_batch, problem.n_heads, problem.n_queries, problem.n_keys)


def _reasons(problem: Problem) -> npt.NDArray[np.uint8]:
    reasons = np.zeros((1, 1, problem.n_queries, problem.n_keys), dtype=np.uint8)
    if problem.causal:
        reasons |= _after(problem) * np.uint8(BlockReason.CAUSAL)
    if problem.padding is not None:
        padding = problem.padding[:, None, None, :] * np.uint8(BlockReason.PADDING)
        reasons = reasons | padding
    return reasons


def _after(problem: Problem) -> BoolArray:
    """Return j > i, shape (m, n): a query reads itself and what stands before it.

    Vaswani et al. 2017, §3.2.3.
    """
    return np.greater(np.arange(problem.n_keys), np.arange(problem.n_queries)[:, None])

"""Which query may read which key.

Everywhere True means excluded. A cell is blocked if any mask blocks it.
"""

from enum import IntFlag

import numpy as np
import numpy.typing as npt

from attention_gui.engine.arrays import BoolArray
from attention_gui.engine.problem import Problem

__all__ = ["BlockReason", "block_reasons", "blocked", "blocked_broadcast"]


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
    reasons = np.zeros((1, 1, 1, 1), dtype=np.uint8)
    for reason, cells in _masks(problem).items():
        reasons = reasons | cells * np.uint8(reason)
    return np.broadcast_to(reasons, _scores_shape(problem))


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
    cells = blocked_broadcast(problem)
    return np.broadcast_to(np.False_ if cells is None else cells, _scores_shape(problem))


def blocked_broadcast(problem: Problem) -> BoolArray | None:
    """Return `blocked` without copies for each batch and head, or None if nothing is blocked.

    Parameters
    ----------
    problem : Problem

    Returns
    -------
    ndarray of bool, shape (B or 1, h or 1, m, n), or None
    """
    result: BoolArray | None = None
    for cells in _masks(problem).values():
        result = cells if result is None else result | cells
    if result is None or not result.any():
        return None
    shape = (*result.shape[:2], problem.n_queries, problem.n_keys)
    return np.broadcast_to(result, shape)


def _scores_shape(problem: Problem) -> tuple[int, int, int, int]:
    return (problem.n_batch, problem.n_heads, problem.n_queries, problem.n_keys)


def _masks(problem: Problem) -> dict[BlockReason, BoolArray]:
    """Return the cells that each mask blocks, by reason, broadcastable to (B, h, m, n)."""
    masks = {}
    if problem.causal:  # a query reads itself and what stands before it (§3.2.3)
        masks[BlockReason.CAUSAL] = _distances(problem) > 0
    if problem.window is not None:
        masks[BlockReason.WINDOW] = np.abs(_distances(problem)) >= problem.window
    if problem.padding is not None:
        masks[BlockReason.PADDING] = problem.padding[:, None, None, :]
    if problem.blocked is not None:
        shape = (1, 1, 1, 1, *problem.blocked.shape)[-4:]
        masks[BlockReason.CUSTOM] = problem.blocked.reshape(shape)
    return masks


def _distances(problem: Problem) -> npt.NDArray[np.intp]:
    """Return j − i′, shape (1, 1, m, n): how far each key stands after each query's place."""
    aligned = problem.n_keys - problem.n_queries if problem.alignment == "bottom_right" else 0
    places = np.arange(problem.n_queries) + aligned
    return (np.arange(problem.n_keys) - places[:, None])[None, None]

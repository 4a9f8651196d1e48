"""What can be done to all numbers of a range at once: pure functions from block to block."""

import numpy as np
from numpy.typing import NDArray

from attention_gui.engine import AttentionError
from attention_gui.phrases import Phrase

__all__ = ["Block", "cleared", "filled", "identity", "randomised", "rounded", "transposed"]

Block = NDArray[np.float64]
"""The numbers of a range, shape (rows, columns)."""


def filled(block: Block, value: float) -> Block:
    """Return the same number everywhere."""
    return np.full(block.shape, value, dtype=np.float64)


def cleared(block: Block) -> Block:
    """Return zeros."""
    return np.zeros(block.shape, dtype=np.float64)


def randomised(block: Block, seed: int, decimals: int) -> Block:
    """Return normally distributed numbers, the same ones whenever the seed is the same.

    Parameters
    ----------
    block : ndarray, shape (rows, columns)
    seed : int
        Not negative.
    decimals : int
        To which they are rounded.
    """
    return rounded(np.random.default_rng(seed).normal(size=block.shape), decimals)


def rounded(block: Block, decimals: int) -> Block:
    """Return the numbers rounded to decimals, each to the nearest float64 of the right text."""
    numbers = [round(value, decimals) for value in block.ravel().tolist()]
    return np.array(numbers, dtype=np.float64).reshape(block.shape) + 0.0  # no negative zero


def transposed(block: Block) -> Block:
    """Return rows and columns exchanged.

    Raises
    ------
    AttentionError
        ``not-square`` when the range is not square.
    """
    _check_square(block, Phrase("transposed"))
    return block.T.copy()


def identity(block: Block) -> Block:
    """Return ones on the diagonal and zeros elsewhere.

    Raises
    ------
    AttentionError
        ``not-square`` when the range is not square.
    """
    _check_square(block, Phrase("made the identity"))
    return np.eye(len(block))


def _check_square(block: Block, what: Phrase) -> None:
    rows, columns = block.shape
    if rows != columns:
        raise AttentionError(
            "not-square", "Only a square range can be {0}, not {1}×{2} cells.", what, rows, columns
        )

"""A proof, from the sizes of the inputs alone, that no stage of a computation can overflow.

It spares a pass over every array of ordinary problems; where it fails, each stage is checked.
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from attention_gui.engine.arrays import FloatArray

if TYPE_CHECKING:
    from attention_gui.engine.problem import Problem

__all__ = ["cannot_overflow"]

_SAFE = 1e290
"""Far enough below 1.797e308 for whatever rounding adds."""


def cannot_overflow(problem: "Problem") -> bool:
    """Return whether every quantity and every partial sum is surely finite.

    Every sum of absolute values in any stage is at most the product of some of the Frobenius
    norms of the inputs, each as often as counted here, of the scale, of 2 for the softmax's
    Jacobian, and of the number of summands: by Cauchy–Schwarz, and as weights sum to 1.

    Parameters
    ----------
    problem : Problem
    """
    matrices = problem.matrices
    bound = 1.0 + _norm(problem.upstream)
    for matrix in matrices.values():
        bound *= 1.0 + _norm(matrix)
    if problem.is_projected:
        # X is read by Q, K and V, and by the gradient of each W; a W by the gradient of X too.
        bound *= bound * bound * bound
    bias = problem.bias
    n_cells = problem.n_batch * problem.n_heads * problem.n_queries * problem.n_keys
    n_cells *= problem.d_k * problem.d_v * problem.d_out
    bound *= 4.0 * max(1.0, problem.scale_factor) * n_cells
    return bound + (0.0 if bias is None else _norm(bias)) < _SAFE


def _norm(array: FloatArray) -> float:
    """Return the root of the sum of squares; infinite if a square overflows."""
    cells = array.reshape(-1)
    return math.sqrt(np.dot(cells, cells))

"""Attention with every intermediate quantity and every gradient, in float64 with NumPy alone.

`Problem` takes and validates the matrices and options, `compute` maps each quantity's id to
its array, `check_gradients` compares the gradients with finite differences.
"""

from attention_gui.engine.gradcheck import GradientCheck, check_gradients
from attention_gui.engine.masks import BlockReason, block_reasons, blocked
from attention_gui.engine.problem import Problem
from attention_gui.engine.result import Result, compute
from attention_gui.errors import AttentionError

__all__ = [
    "AttentionError",
    "BlockReason",
    "GradientCheck",
    "Problem",
    "Result",
    "block_reasons",
    "blocked",
    "check_gradients",
    "compute",
]

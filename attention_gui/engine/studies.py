"""Studies: what scaling, order, size and heads do to attention, in numbers to show and plot.

Pure functions, without Qt. Random numbers come from a generator that the call seeds.
"""

from attention_gui.engine.contributions import (
    contributions_error,
    head_contributions,
    mean_weights,
)
from attention_gui.engine.costs import Cost, cost
from attention_gui.engine.permutation import SwapStudy, swap_study, swap_tokens
from attention_gui.engine.scaling import (
    ScaleRow,
    ScaleStudy,
    TwoScores,
    scale_study,
    softmax_jacobian,
    two_scores,
)

__all__ = [
    "Cost",
    "ScaleRow",
    "ScaleStudy",
    "SwapStudy",
    "TwoScores",
    "contributions_error",
    "cost",
    "head_contributions",
    "mean_weights",
    "scale_study",
    "softmax_jacobian",
    "swap_study",
    "swap_tokens",
    "two_scores",
]

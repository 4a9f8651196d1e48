"""The sheet of the mask: what blocks every cell, as letters."""

from dataclasses import replace

import numpy as np

from attention_gui.engine import BlockReason, block_reasons
from attention_gui.quantities import Axis, ColorScale
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection
from attention_gui.scenario.sheet import Outline, Sheet
from attention_gui.scenario.sheets import page_outline
from attention_gui.summaries import MASK

__all__ = ["ALLOWED", "LETTERS", "has_special_mask", "is_aligned", "mask_outline", "mask_sheet"]

ALLOWED = "·"
"""What a cell shows that nothing blocks."""

LETTERS = {
    BlockReason.CAUSAL: "C",
    BlockReason.PADDING: "P",
    BlockReason.WINDOW: "W",
    BlockReason.CUSTOM: "X",
}
"""What a cell shows for every mask that blocks it, in this order."""


def mask_sheet(scenario: Scenario, selection: Selection) -> Sheet:
    """Return which masks block each cell of the shown head.

    A cell is selected as the masked score that it decides on.
    """
    outline = mask_outline(scenario, selection)
    reasons = block_reasons(scenario.problem)[tuple(outline.fixed.values())]
    texts = tuple(tuple(map(_TEXTS.__getitem__, row)) for row in reasons.tolist())
    return outline.filled(reasons.astype(np.float64), reasons, texts)


def mask_outline(scenario: Scenario, selection: Selection) -> Outline:
    """Return the outline of what `mask_sheet` returns."""
    cut = {axis: selection.context[axis] for axis in (Axis.BATCH, Axis.HEAD)}
    page = page_outline(MASK, MASK.axes[-2:], cut, scenario)
    scores = scenario.catalogue["masked_scores"]
    return replace(page, sources=(scores,) * page.shape[1], scale=ColorScale.PLAIN)


def is_aligned(scenario: Scenario) -> bool:
    """Return whether it matters with which key the causal mask starts: m ≠ n."""
    return scenario.causal and scenario.sizes[Axis.QUERY] != scenario.sizes[Axis.KEY]


def has_special_mask(scenario: Scenario) -> bool:
    """Return whether more is masked than padding and the keys after each query."""
    is_special = scenario.window is not None or scenario.blocked is not None
    return is_special or is_aligned(scenario)


def _letters(reasons: int) -> str:
    """Return the letters of flags of `BlockReason`."""
    return "".join(LETTERS[reason] for reason in BlockReason if reasons & reason) or ALLOWED


_TEXTS = tuple(map(_letters, range(1 << len(BlockReason))))
"""What cells show, by their flags: a large mask has many cells and few different ones."""

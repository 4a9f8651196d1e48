"""Edits of the parts that a scenario may have or not: scale, bias, output projection."""

from dataclasses import dataclass, replace

import numpy as np

from attention_gui.engine import AttentionError
from attention_gui.phrases import Phrase
from attention_gui.quantities import Axis
from attention_gui.scenario.edit import Edit, check_there, symbol_of
from attention_gui.scenario.numbers import USUAL
from attention_gui.scenario.scenario import Scenario
from attention_gui.wording import Translate, as_written

__all__ = [
    "AddBias",
    "AddOutputProjection",
    "RemoveBias",
    "RemoveOutputProjection",
    "SetScale",
]


@dataclass(frozen=True)
class SetScale(Edit):
    """Choose what multiplies the raw scores; see `Scenario.scale`."""

    scale: str | float

    def text(self, _scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Name the choice."""
        if self.scale == "inverse_sqrt_dk":
            return translate("edit", "Scale by 1/√d_k")
        if isinstance(self.scale, str):
            return translate("edit", "Do not scale")
        return translate("edit", "Scale by {0}").format(USUAL.text(self.scale))

    def changed(self, scenario: Scenario) -> Scenario:
        """Set the scale."""
        return replace(scenario, scale=self.scale)


@dataclass(frozen=True)
class AddBias(Edit):
    """Add a bias of zeros to the scaled scores; its cells are set by `SetCell`.

    With `per_head`, every head gets one of its own; a bias that all heads share is copied.
    """

    per_head: bool = False

    def text(self, _scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Say so."""
        if self.per_head:
            return translate("edit", "Add a bias for every head")
        return translate("edit", "Add a bias")

    def changed(self, scenario: Scenario) -> Scenario:
        """Add the zeros, or a page for every head."""
        bias = scenario.bias
        if bias is not None and not (self.per_head and bias.ndim == 2):
            raise AttentionError("out-of-range", "There is a bias already.")
        if bias is None:
            bias = np.zeros((scenario.sizes[Axis.QUERY], scenario.sizes[Axis.KEY]))
        shape = (scenario.heads, *bias.shape) if self.per_head else bias.shape
        return replace(scenario, bias=np.broadcast_to(bias, shape))


@dataclass(frozen=True)
class RemoveBias(Edit):
    """Add nothing to the scaled scores."""

    def text(self, _scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Say so."""
        return translate("edit", "Remove the bias")

    def changed(self, scenario: Scenario) -> Scenario:
        """Remove the bias."""
        check_there(scenario.bias, Phrase("bias"))
        return replace(scenario, bias=None)


@dataclass(frozen=True)
class AddOutputProjection(Edit):
    """Multiply the heads side by side by an identity matrix, which changes no number.

    NaN alone, where a row with no allowed key yields it, spreads over the row of all heads.
    """

    def text(self, _scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Say so."""
        return translate("edit", "Add the output projection")

    def changed(self, scenario: Scenario) -> Scenario:
        """Add the identity."""
        if scenario.w_output is not None:
            raise AttentionError("out-of-range", "There is an output projection already.")
        return replace(scenario, w_output=np.eye(scenario.output_width))


@dataclass(frozen=True)
class RemoveOutputProjection(Edit):
    """Let the heads side by side be the output.

    An upstream gradient that was typed in loses the last columns, or gets columns of ones, if
    the width of the output changes.
    """

    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Name the upstream gradient if it is cut."""
        text = translate("edit", "Remove the output projection")
        surplus = scenario.output_width - _width_of_heads(scenario)
        if scenario.upstream is None or surplus <= 0:
            return text
        dropped = translate("edit", "(drops columns of {0}: {1})")
        return f"{text} {dropped.format(symbol_of('grad_output'), surplus)}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Remove the projection; fit the upstream gradient."""
        check_there(scenario.w_output, Phrase("output projection"))
        upstream = scenario.upstream
        if upstream is not None:
            width = _width_of_heads(scenario)
            kept = upstream[:, :, :width]
            ones = np.ones((*upstream.shape[:2], width - kept.shape[2]))
            upstream = np.concatenate([kept, ones], axis=2)
        return replace(scenario, w_output=None, upstream=upstream)


def _width_of_heads(scenario: Scenario) -> int:
    return scenario.heads * scenario.sizes[Axis.VALUE_FEATURE]

"""What stands on the board: the panels of a scenario, by section."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from attention_gui.catalogue import catalogue
from attention_gui.gui.editing import Editing
from attention_gui.gui.panels.diagnostics import DiagnosticsPanel, JacobianPanel
from attention_gui.gui.panels.heads import ContributionsPanel, HeadPanel, MeanPanel
from attention_gui.gui.panels.mask_panel import MaskPanel
from attention_gui.gui.panels.matrix_panel import MatrixPanel, QuantityPanel
from attention_gui.gui.panels.softmax_panel import SoftmaxPanel
from attention_gui.quantities import Form
from attention_gui.scenario.mask_sheet import has_special_mask
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.summary_sheets import ROW_DIAGNOSTICS

__all__ = ["NO_WISHES", "PARTS", "Contents", "make_panel", "panel_ids", "parts_of", "quantity_ids"]

PARTS = ("heads", "mask", "diagnostics", "everything")
"""Parts of the board that can be shown or not."""

NO_WISHES: Mapping[str, bool] = MappingProxyType({})
"""The board as the scenario asks for it."""

_INPUTS = (
    "inputs", "source_inputs", "w_query", "w_key", "w_value", "w_output",
    "query", "key", "value", "bias", "grad_output",
)  # fmt: skip
_PROJECTED = ("query", "key", "value")
_FORWARD = (
    "raw_scores", "scaled_scores", "mask", "masked_scores", "row_max", "exponentials", "row_sums",
    "weights", "value_terms", "head_outputs", "concatenated", "output", "loss",
)  # fmt: skip
_BACKWARD = (
    "grad_concatenated", "grad_head_outputs",
    "grad_value", "grad_weights", "grad_scaled_scores",
    "grad_raw_scores", "grad_query", "grad_key",
    "grad_inputs", "grad_source_inputs", "grad_w_query", "grad_w_key", "grad_w_value",
    "grad_w_output",
)  # fmt: skip
_HEAD_WEIGHTS = "head_weights_"
_HEADS = ("mean_weights", "head_contributions")
_DIAGNOSTICS = ("diagnostics", "softmax_jacobian")
_ROWS = ("row_entropy", "jacobian_trace", "empty_rows")
_SEEN_ELSEWHERE = frozenset(
    {"row_max", "row_sums", "head_outputs", "loss", "grad_head_outputs", *_ROWS}
)
"""Quantities that the usual board shows as a part of another panel, or in the status line."""
_SIDE_BY_SIDE = frozenset({"concatenated", "grad_concatenated"})
"""Those that are the output and its gradient themselves where nothing projects them."""


@dataclass(frozen=True, slots=True)
class Contents:
    """All that decides which panels there are.

    Attributes
    ----------
    form : Form
    n_heads : int
    parts : frozenset of str
        Those of `PARTS` that are shown.
    """

    form: Form
    n_heads: int = 1
    parts: frozenset[str] = frozenset()

    @classmethod
    def of(cls, scenario: Scenario, wishes: Mapping[str, bool]) -> "Contents":
        """Return what a board shows of a scenario.

        Parameters
        ----------
        scenario : Scenario
        wishes : mapping from str to bool
            Whether a part is to be shown; for a part without a wish the scenario decides.
        """
        usual = {
            "heads": scenario.heads > 1,
            "mask": has_special_mask(scenario),
            "diagnostics": False,
            "everything": False,
        }
        parts = {part for part in PARTS if wishes.get(part, usual[part])}
        if scenario.heads == 1:  # nothing to set side by side
            parts.discard("heads")
        return cls(scenario.form, scenario.heads, frozenset(parts))


def panel_ids(contents: Contents) -> dict[str, tuple[str, ...]]:
    """Return the panels of a board by section, in the order of the board."""
    rows, form, parts = catalogue(contents.form), contents.form, contents.parts
    left_out = set() if "mask" in parts else {"mask"}
    if "everything" not in parts:
        left_out |= _SEEN_ELSEWHERE
        if not form.has_output_projection:
            left_out |= _SIDE_BY_SIDE
    heads = (*(f"{_HEAD_WEIGHTS}{head}" for head in range(contents.n_heads)), *_HEADS)
    return {
        "inputs": tuple(i for i in _INPUTS if i in rows and rows[i].editable),
        "projections": _PROJECTED if form.is_projected else (),
        "forward": tuple(i for i in _FORWARD if i not in left_out),
        "heads": heads if "heads" in parts else (),
        "diagnostics": (
            *(_DIAGNOSTICS if "diagnostics" in parts else ()),
            *(_ROWS if "everything" in parts else ()),
        ),
        "backward": tuple(i for i in _BACKWARD if i in rows and i not in left_out),
    }


def quantity_ids(contents: Contents) -> frozenset[str]:
    """Return the quantities that can be looked up somewhere in the window."""
    ids = {panel_id for section in panel_ids(contents).values() for panel_id in section}
    if "diagnostics" in ids:
        ids.update(ROW_DIAGNOSTICS)
    return frozenset({*ids, "row_max", "row_sums", "loss"})


def parts_of(ids: Sequence[str]) -> frozenset[str]:
    """Return the parts of the board that panels belong to."""
    belongs = {
        "mask": lambda i: i == "mask",
        "heads": lambda i: i in _HEADS or i.startswith(_HEAD_WEIGHTS),
        "diagnostics": lambda i: i in _DIAGNOSTICS,
        "everything": lambda i: i in _SEEN_ELSEWHERE | _SIDE_BY_SIDE,
    }
    return frozenset(part for part in PARTS if any(map(belongs[part], ids)))


def make_panel(panel_id: str, editing: Editing | None) -> MatrixPanel:
    """Return the panel of an id.

    Parameters
    ----------
    panel_id : str
    editing : Editing or None
        Takes what is typed into the panel; without it the panel is read-only.
    """
    if panel_id.startswith(_HEAD_WEIGHTS):
        return HeadPanel(int(panel_id.removeprefix(_HEAD_WEIGHTS)))
    kinds = {
        "exponentials": SoftmaxPanel,
        "mask": MaskPanel,
        "mean_weights": MeanPanel,
        "head_contributions": ContributionsPanel,
        "diagnostics": DiagnosticsPanel,
        "softmax_jacobian": JacobianPanel,
    }
    return kinds[panel_id]() if panel_id in kinds else QuantityPanel(panel_id, editing)

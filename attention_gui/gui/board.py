"""What stands on the board: the panels of a scenario, by section."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from attention_gui.catalogue import catalogue
from attention_gui.gui.arrangement import PARTS, PRESETS, USUAL, Arrangement
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

__all__ = ["LARGEST", "Contents", "every_panel", "make_panel", "panel_ids", "quantity_ids",
           "revealing"]  # fmt: skip

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
_IN_SOFTMAX = ("row_max", "row_sums")
"""Quantities that the panel of the softmax shows in its title."""
_ROWS = ("row_entropy", "jacobian_trace", "empty_rows")
_SEEN_ELSEWHERE = frozenset(
    {"row_max", "row_sums", "head_outputs", "loss", "grad_head_outputs", *_ROWS}
)
"""Quantities that the usual board shows as a part of another panel, or in the status line."""
_SIDE_BY_SIDE = frozenset({"concatenated", "grad_concatenated"})
"""Those that are the output and its gradient themselves where nothing projects them."""

LARGEST: Mapping[str, int] = MappingProxyType({**dict.fromkeys(PRESETS, 30), "lecture": 48})
"""Type size that a preset takes at most where it fits itself to its place, in pixels."""

_NO_PARTS: Mapping[str, bool] = MappingProxyType(dict.fromkeys(PARTS, False))
_ALL_PARTS: Mapping[str, bool] = MappingProxyType(dict.fromkeys(PARTS, True))
_TYPED = frozenset(_INPUTS) - {"grad_output"}


@dataclass(frozen=True, slots=True)
class _Preset:
    """What a preset of the board shows.

    Attributes
    ----------
    parts : mapping from str to bool
        Which of `PARTS` it shows or not, where the scenario would decide otherwise.
    ids : frozenset of str, or None
        The panels that it shows beside those of its parts; None for all.
    """

    parts: Mapping[str, bool] = field(default_factory=dict)
    ids: frozenset[str] | None = None


_PRESETS: Mapping[str, _Preset] = {
    USUAL: _Preset(),
    "forward": _Preset({"heads": False}, _TYPED | {*_PROJECTED, *_FORWARD} - {"mask"}),
    "gradients": _Preset(
        _NO_PARTS, frozenset({*_INPUTS, *_PROJECTED, "weights", "output", *_BACKWARD})
    ),
    "heads": _Preset(
        {**_NO_PARTS, "heads": True},
        _TYPED | {*_PROJECTED, "weights", "concatenated", "output"},
    ),
    "everything": _Preset(_ALL_PARTS),
    "lecture": _Preset(_NO_PARTS, _TYPED | {"scaled_scores", "exponentials", "weights", "output"}),
}
"""By the names of `PRESETS`."""


@dataclass(frozen=True, slots=True)
class Contents:
    """All that decides which panels there are, and in which order.

    Attributes
    ----------
    form : Form
    n_heads : int
    parts : frozenset of str
        Those of `PARTS` that are shown.
    arrangement : Arrangement
        Without its zoom, which changes no panel.
    """

    form: Form
    n_heads: int
    parts: frozenset[str]
    arrangement: Arrangement

    @classmethod
    def of(cls, scenario: Scenario, arrangement: Arrangement) -> "Contents":
        """Return what a board shows of a scenario.

        Parameters
        ----------
        scenario : Scenario
        arrangement : Arrangement
            What it says nothing of is decided by its preset, and else by the scenario.
        """
        usual = {
            "heads": scenario.heads > 1,
            "mask": has_special_mask(scenario),
            "diagnostics": False,
            "everything": False,
        }
        wishes = {**usual, **_PRESETS[arrangement.preset].parts, **arrangement.parts}
        parts = {part for part in PARTS if wishes[part]}
        if scenario.heads == 1:  # nothing to set side by side
            parts.discard("heads")
        return cls(scenario.form, scenario.heads, frozenset(parts), replace(arrangement, zoom=None))


def every_panel(contents: Contents) -> dict[str, tuple[str, ...]]:
    """Return the panels of a board by section, with those that are hidden by hand."""
    ids, parts = _PRESETS[contents.arrangement.preset].ids, contents.parts
    return {
        section: contents.arrangement.in_order(
            i for i in panels if ids is None or i in ids or parts & parts_of([i])
        )
        for section, panels in _sections(contents).items()
    }


def panel_ids(contents: Contents) -> dict[str, tuple[str, ...]]:
    """Return the panels of a board by section, in the order of the board."""
    hidden = contents.arrangement.hidden
    return {
        section: tuple(i for i in panels if i not in hidden)
        for section, panels in every_panel(contents).items()
    }


def _sections(contents: Contents) -> dict[str, tuple[str, ...]]:
    """Return what a form and the parts that are shown have to offer, by section."""
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


def quantity_ids(panels: Iterable[str]) -> frozenset[str]:
    """Return the quantities that panels show, and the one that the status line always shows."""
    ids = {*panels, "loss"}
    if "diagnostics" in ids:
        ids.update(ROW_DIAGNOSTICS)
    if "exponentials" in ids:
        ids.update(_IN_SOFTMAX)
    if any(panel_id.startswith(_HEAD_WEIGHTS) for panel_id in ids):
        ids.add("weights")
    return frozenset(ids)


def parts_of(ids: Sequence[str]) -> frozenset[str]:
    """Return the parts of the board that panels belong to."""
    belongs = {
        "mask": lambda i: i == "mask",
        "heads": lambda i: i in _HEADS or i.startswith(_HEAD_WEIGHTS),
        "diagnostics": lambda i: i in _DIAGNOSTICS,
        "everything": lambda i: i in _SEEN_ELSEWHERE | _SIDE_BY_SIDE,
    }
    return frozenset(part for part in PARTS if any(map(belongs[part], ids)))


def revealing(arrangement: Arrangement, ids: Sequence[str]) -> Arrangement:
    """Return an arrangement in which these panels are shown, whatever it was."""
    shown = _PRESETS[arrangement.preset].ids
    if shown is not None and not shown.issuperset(i for i in ids if not parts_of([i])):
        arrangement = replace(arrangement, preset=USUAL)
    return replace(
        arrangement,
        parts={**arrangement.parts, **dict.fromkeys(parts_of(ids), True)},
        hidden=arrangement.hidden - set(ids),
    )


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

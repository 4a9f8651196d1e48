"""What a gesture changes: pure edits of a scenario.

An edit never changes a number that it does not name, and the result of `apply` is valid by
construction, because every `Scenario` is.
"""

from attention_gui.scenario.cell_edits import Deed, RenameToken, SetBlock, SetCell, SetTitle
from attention_gui.scenario.edit import Edit, apply
from attention_gui.scenario.growing import Together
from attention_gui.scenario.head_edits import SetHeads, SetKeyValueHeads, sharing_keeps_numbers
from attention_gui.scenario.kind_edits import (
    SetKind,
    ToDirect,
    ToProjected,
    projection_keeps_numbers,
)
from attention_gui.scenario.mask_edits import (
    ClearBlocked,
    SetAlignment,
    SetCausal,
    SetEmptyRows,
    SetWindow,
    ToggleBlocked,
    TogglePadding,
)
from attention_gui.scenario.part_edits import (
    AddBias,
    AddOutputProjection,
    RemoveBias,
    RemoveOutputProjection,
    SetScale,
)
from attention_gui.scenario.resizing import AddFeature, AddToken, RemoveFeature, RemoveToken

__all__ = [
    "AddBias",
    "AddFeature",
    "AddOutputProjection",
    "AddToken",
    "ClearBlocked",
    "Deed",
    "Edit",
    "RemoveBias",
    "RemoveFeature",
    "RemoveOutputProjection",
    "RemoveToken",
    "RenameToken",
    "SetAlignment",
    "SetBlock",
    "SetCausal",
    "SetCell",
    "SetEmptyRows",
    "SetHeads",
    "SetKeyValueHeads",
    "SetKind",
    "SetScale",
    "SetTitle",
    "SetWindow",
    "ToDirect",
    "ToProjected",
    "Together",
    "ToggleBlocked",
    "TogglePadding",
    "apply",
    "projection_keeps_numbers",
    "sharing_keeps_numbers",
]

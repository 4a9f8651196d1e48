"""Which cells stay where they are when rows and columns come and go."""

import numpy as np
import pytest

from attention_gui.quantities import Axis
from attention_gui.scenario.edits import (
    AddBias,
    AddFeature,
    AddToken,
    Edit,
    RemoveBias,
    RemoveFeature,
    RemoveToken,
    RenameToken,
    SetCell,
    SetKind,
    ToProjected,
    apply,
)
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection
from attention_gui.scenario.staying import cell_stays

RNG = np.random.default_rng(8)
SCENARIO = Scenario(**{name: RNG.normal(size=(3, 2)) for name in ("query", "key", "value")})
BIASED = apply(SCENARIO, AddBias())


def _stays(
    edit: Edit, row: int, column: int, quantity: str = "query", scenario: Scenario = SCENARIO
) -> bool:
    selection = Selection("weights").at(scenario.catalogue["weights"], (0,) * 4, scenario.sizes)
    return cell_stays(quantity, row, column, selection, scenario, apply(scenario, edit))


@pytest.mark.parametrize("row", range(3))
@pytest.mark.parametrize("removed", range(3))
def test_cells_above_a_removed_token_stay(row: int, removed: int) -> None:
    assert _stays(RemoveToken(removed), row, 1) == (row < removed)


@pytest.mark.parametrize("column", range(2))
@pytest.mark.parametrize("removed", range(2))
def test_cells_left_of_a_removed_feature_stay(column: int, removed: int) -> None:
    edit = RemoveFeature(Axis.KEY_FEATURE, removed)
    assert _stays(edit, 2, column) == (column < removed)
    assert _stays(edit, 2, column, "value"), "V has no such feature"


@pytest.mark.parametrize("edit", [AddBias(), RenameToken(0, "wolves"), SetKind("cross"),
                                  SetCell("query", 0, 0, 0, 9.0)])  # fmt: skip
def test_cells_stay_when_nothing_comes_between_them(edit: Edit) -> None:
    for quantity in ("query", "key", "value", "grad_output"):
        assert all(_stays(edit, row, 1, quantity) for row in range(3))


def test_cells_stay_when_a_token_or_feature_comes_after_them() -> None:
    assert _stays(AddToken(3), 2, 1)
    assert not _stays(AddToken(0), 0, 0)
    assert _stays(AddFeature(Axis.KEY_FEATURE, 2), 2, 1)


def test_what_can_no_longer_be_typed_into_does_not_stay() -> None:
    assert not _stays(ToProjected(), 0, 0)
    assert _stays(RemoveBias(), 0, 0, "query", BIASED)
    assert not _stays(RemoveBias(), 0, 0, "bias", BIASED)

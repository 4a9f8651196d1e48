"""What is done to a range of cells, and by how much a number is moved."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenario_strategies import finite

from attention_gui.engine import AttentionError
from attention_gui.scenario import range_operations as operations
from attention_gui.scenario.edits import SetBlock, Together, apply
from attention_gui.scenario.examples import load
from attention_gui.scenario.growing import MOST_LINES, growth
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection
from attention_gui.scenario.sheet import Sheet
from attention_gui.scenario.sheets import quantity_sheet
from attention_gui.scenario.stepping import decimals_of, step_of, stepped

BLOCK = np.array([[1.25, -0.0004], [2.5, 1e300]])


def test_operations_on_a_block() -> None:
    np.testing.assert_array_equal(operations.filled(BLOCK, 3), np.full((2, 2), 3.0))
    np.testing.assert_array_equal(operations.cleared(BLOCK), np.zeros((2, 2)))
    np.testing.assert_array_equal(operations.identity(BLOCK), np.eye(2))
    np.testing.assert_array_equal(operations.transposed(BLOCK), BLOCK.T)
    rounded = operations.rounded(BLOCK, 1)
    np.testing.assert_array_equal(rounded, [[1.2, 0.0], [2.5, 1e300]])
    assert not np.signbit(rounded).any()


@pytest.mark.parametrize("operation", [operations.transposed, operations.identity])
def test_only_a_square_can_be_turned(operation: object) -> None:
    with pytest.raises(AttentionError, match="not 2×3 cells"):
        operation(np.zeros((2, 3)))  # type: ignore[operator]


@given(st.integers(0, 2**40), st.integers(1, 4))
def test_a_seed_gives_the_same_numbers_again(seed: int, decimals: int) -> None:
    block = operations.randomised(np.zeros((2, 3)), seed, decimals)
    expected = np.random.default_rng(seed).normal(size=(2, 3))
    np.testing.assert_allclose(block, expected, rtol=0, atol=0.5000001 * 10**-decimals)
    np.testing.assert_array_equal(block, operations.randomised(BLOCK[:, [0, 0, 0]], seed, decimals))
    assert all(decimals_of(value, 9) <= decimals for value in block.ravel().tolist())


@pytest.mark.parametrize(
    ("value", "step"),
    [(0.0, "0.1"), (2.0, "0.1"), (0.3, "0.1"), (0.25, "0.01"), (-1.125, "0.001"),
     (1 / 3, "0.001"), (1e-7, "0.001"), (99999.0, "0.1"), (120000.0, "100"), (1e300, "1e297")],
)  # fmt: skip
def test_a_step_is_one_unit_of_the_last_digit(value: float, step: str) -> None:
    assert step_of(value, 3) == Decimal(step)


@pytest.mark.parametrize(
    ("value", "n_steps", "step", "moved"),
    [(0.1, 2, "0.1", 0.3), (0.7, 1, "0.1", 0.8), (-0.1, 1, "0.1", 0.0), (1 / 3, 1, "0.001", 0.334),
     (1 / 3, 0, "0.001", 1 / 3), (1e300, -1, "1e297", 9.99e299), (5.0, -7, "0.01", 4.93)],
)  # fmt: skip
def test_steps_keep_to_decimals(value: float, n_steps: int, step: str, moved: float) -> None:
    assert repr(stepped(value, n_steps, Decimal(step))) == repr(moved)


@given(st.decimals(-1000, 1000, places=2), st.integers(-500, 500))
def test_steps_there_and_back_end_where_they_began(start: Decimal, n_steps: int) -> None:
    value, step = float(start) + 0.0, Decimal("0.01")
    there = stepped(value, n_steps, step)
    assert there == float(start + n_steps * step)
    assert stepped(there, -n_steps, step) == value


@given(finite, st.integers(-9, 9))
def test_any_number_can_be_moved(value: float, n_steps: int) -> None:
    moved = stepped(value, n_steps, step_of(value, 3))
    assert np.isfinite(moved) or abs(value) > 1e308


# -- growing -----------------------------------------------------------------------------------


def sheet_of(scenario: Scenario, quantity_id: str) -> Sheet:
    result = {i: scenario.matrix(i) for i in scenario.editable}
    return quantity_sheet(quantity_id, scenario, result, Selection("weights"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "quantity_id", "at", "shape", "after", "lands"),
    [
        ("dogs-chase-cats", "query", (0, 0), (3, 2), (3, 2), (0, 0)),
        ("dogs-chase-cats", "query", (1, 1), (3, 4), (4, 5), (1, 1)),
        ("dogs-chase-cats", "grad_output", (2, 1), (2, 2), (4, 3), (2, 1)),
        ("two-heads", "query", (0, 3), (1, 3), (4, 8), (0, 5)),
        ("two-heads", "value", (0, 1), (1, 4), (4, 6), (0, 1)),
        ("two-heads", "query", (0, 2), (1, 3), (4, 6), (0, 3)),
        ("grouped-heads", "key", (0, 0), (4, 4), (4, 4), (0, 0)),
        ("cross-attention", "key", (2, 0), (3, 1), (5, 2), (2, 0)),
        ("cross-attention", "query", (0, 1), (4, 2), (4, 3), (0, 1)),
        ("dogs-chase-cats-projected", "inputs", (0, 0), (5, 6), (5, 6), (0, 0)),
        ("dogs-chase-cats-projected", "w_key", (0, 0), (6, 4), (6, 4), (0, 0)),
    ],
)
def test_a_matrix_grows_to_take_a_block(
    name: str,
    quantity_id: str,
    at: tuple[int, int],
    shape: tuple[int, int],
    after: tuple[int, int],
    lands: tuple[int, int],
) -> None:
    scenario = load(name)
    block = np.arange(1.0, 1 + shape[0] * shape[1]).reshape(shape)
    grown = growth(sheet_of(scenario, quantity_id), *at, shape, scenario.is_cross)
    assert (grown.row, grown.column) == lands
    paste = SetBlock(quantity_id, 0, grown.row, grown.column, block)
    edit = Together((*grown.edits, paste))
    matrix = apply(scenario, edit).matrix(quantity_id)
    matrix = matrix if matrix.ndim == 2 else matrix[0]
    assert matrix.shape == after
    found = matrix[lands[0] : lands[0] + shape[0], lands[1] : lands[1] + shape[1]]
    np.testing.assert_array_equal(found, block)
    assert edit.text(scenario).endswith(", making room")
    assert grown.n_tokens + grown.n_features == len(grown.edits)


def test_a_bias_grows_by_tokens_that_are_both_rows_and_columns() -> None:
    scenario = Scenario(query=np.eye(2), key=np.eye(2), value=np.eye(2), bias=np.zeros((2, 2)))
    grown = growth(sheet_of(scenario, "bias"), 0, 0, (3, 4), is_cross=False)
    edit = Together((*grown.edits, SetBlock("bias", 0, 0, 0, np.ones((3, 4)))))
    assert apply(scenario, edit).matrix("bias").shape == (4, 4)
    assert (grown.n_tokens, grown.n_features) == (2, 0)


def test_a_matrix_does_not_grow_beyond_all_bounds() -> None:
    sheet = sheet_of(load("dogs-chase-cats"), "query")
    with pytest.raises(AttentionError, match=f"at most {MOST_LINES} rows"):
        growth(sheet, 0, 0, (MOST_LINES + 1, 1), is_cross=False)
    assert len(growth(sheet, 0, 0, (MOST_LINES, 1), is_cross=False).edits) == MOST_LINES - 3

"""Which cells are in a range, against a loop over every cell."""

from itertools import product

import numpy as np
import pytest
from PySide6.QtCore import QRect

from attention_gui.gui.cells import CellRange, Cells

CELLS = Cells(n_rows=4, n_columns=5, width=7, height=3)
RANGES = [
    CellRange(row, column, n_rows, n_columns)
    for row, column in product(range(3), range(3))
    for n_rows, n_columns in product((1, 2), (1, 3))
]


def _places(cells: CellRange) -> set[tuple[int, int]]:
    (bottom, right) = cells.last
    return set(product(range(cells.row, bottom + 1), range(cells.column, right + 1)))


@pytest.mark.parametrize("one", RANGES)
def test_a_range_covers_another_that_has_no_cell_beside_it(one: CellRange) -> None:
    for other in RANGES:
        assert one.covers(other) == (_places(other) <= _places(one))


@pytest.mark.parametrize("seed", range(20))
def test_around_cells(seed: int) -> None:
    flags = np.random.default_rng(seed).random((4, 5)) < 0.15
    found = np.argwhere(flags)
    if not len(found):
        pytest.skip("no cell")
    (top, left), (bottom, right) = found.min(axis=0), found.max(axis=0)
    assert CellRange.around(flags) == CellRange.between((top, left), (bottom, right))


def test_around_no_cell_is_everything() -> None:
    assert CellRange.around(np.zeros((4, 5), dtype=bool)) == CELLS.everything


@pytest.mark.parametrize("x", [-8, 0, 6, 7, 20, 34, 35])
@pytest.mark.parametrize("y", [-4, 0, 2, 3, 11, 12])
@pytest.mark.parametrize("size", [(1, 1), (8, 4), (50, 50)])
def test_cells_that_a_place_touches(x: int, y: int, size: tuple[int, int]) -> None:
    place = QRect(x, y, *size)
    shown = {at for at in product(range(4), range(5)) if CELLS.box(*at).toRect().intersects(place)}
    touched = CELLS.touched(place)
    assert _places(touched) == shown

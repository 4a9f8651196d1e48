"""Which rows and columns of a sheet two swapped tokens are."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from attention_gui.engine import Problem, block_reasons
from attention_gui.quantities import Axis
from attention_gui.scenario.sheets import Line, Sheet

__all__ = ["Swap"]

_MOVED = "↕"


class Swap:
    """Which rows and columns of a sheet two swapped tokens are.

    Parameters
    ----------
    pair : tuple of int
    is_source, is_cross : bool
        In cross-attention either queries or source tokens are swapped, else both.
    """

    def __init__(self, pair: tuple[int, int], is_source: bool, is_cross: bool) -> None:
        self._pair = pair
        self._axes = {Axis.QUERY, Axis.KEY}
        if is_cross:
            self._axes = {Axis.KEY if is_source else Axis.QUERY}

    def marked(self, sheet: Sheet, problem: Problem, *, is_after: bool) -> Sheet:
        """Return the sheet with its labels where the tokens are, and marked."""
        reasons = sheet.reasons
        if reasons is not None and is_after:  # padding moves with its token
            reasons = block_reasons(problem)[tuple(sheet.fixed.values())]
        return replace(
            sheet,
            rows=self._line(sheet.rows, is_after),
            columns=self._line(sheet.columns, is_after),
            reasons=reasons,
        )

    def _line(self, line: Line, is_after: bool) -> Line:
        if not self._axes & set(line.axes):
            return line
        labels = list(line.labels)
        i, j = self._pair
        if is_after:
            labels[i], labels[j] = labels[j], labels[i]
        for place in {i, j} if i != j else ():
            labels[place] = f"{_MOVED} {labels[place]}"
        return Line(tuple(labels), line.axes)

    def cells(self, sheet: Sheet) -> npt.NDArray[np.bool_]:
        """Return which cells of a sheet lie in rows or columns that move."""
        cells = np.zeros(sheet.shape, dtype=np.bool_)
        if self._pair[0] != self._pair[1]:
            if self._axes & set(sheet.rows.axes):
                cells[list(self._pair)] = True
            if self._axes & set(sheet.columns.axes):
                cells[:, list(self._pair)] = True
        return cells

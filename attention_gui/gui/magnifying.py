"""Magnifying a picture that has the whole board, until its cells have room for digits."""

from math import ceil, log

from PySide6.QtCore import QSize

from attention_gui.gui.cells import Cells
from attention_gui.gui.fitting import Columns
from attention_gui.gui.flow import room_of_one
from attention_gui.gui.matrix_view import Magnified
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.theme import Metrics

__all__ = ["Magnifier"]

_TYPES = (11, 13, 16, 19, 23, 28, 33, 39)
"""Sizes of the digits in pixels, from the smallest legible one to that of the largest zoom."""

_FACTOR = 1.5
"""By how much cells without digits grow at a step."""


class Magnifier:
    """Decides how large the cells of an enlarged panel are, step by step.

    A step from 0 on is an index into `_TYPES`; those below are of pictures, larger than one
    that fits the board. None stands for what fits: with digits, where there is room for them.
    """

    def __init__(self) -> None:
        self._panel: MatrixPanel | None = None
        self._step: int | None = None
        self._first = 0  # the first step beyond what fits

    def by(self, steps: int | None) -> None:
        """Take some steps to larger cells, or to smaller ones; None goes back to what fits."""
        if steps is None:
            self._step = None
        elif self._step is not None:
            self._step = min(self._step + steps, len(_TYPES) - 1)
        elif steps > 0 and self._first < len(_TYPES):
            self._step = self._first

    def release(self) -> None:
        """Forget the panel that has been enlarged."""
        if self._panel is not None:
            self._panel.view.magnify(None)
        self._panel, self._step = None, None

    def fit(self, panel: MatrixPanel, columns: Columns, middle: int) -> Metrics:
        """Prepare a panel for the board, and return the type around its cells.

        Parameters
        ----------
        panel : MatrixPanel
            The only one on the board.
        columns : Columns
        middle : int
            Width of the board.
        """
        if panel is not self._panel:
            self.release()
            self._panel = panel
        view = panel.view
        view.magnify(None)
        if not panel.sheet.is_picture:
            self._step = None
            return columns.fitting_board(middle)
        view.magnify(Magnified())
        metrics = columns.fitting_board(middle)
        if metrics.unit < _TYPES[0]:
            view.magnify(None)
            metrics = columns.fitting_board(middle)
        self._first = _first_step(view.cells_at(metrics), view.cell_for(Metrics(_TYPES[0])))
        if view.shows_digits:
            self._first = sum(unit <= metrics.unit for unit in _TYPES)
        if self._step is None or self._step < self._first:
            self._step = None
            return metrics
        cells = view.cells_at(metrics)
        metrics = Metrics(_TYPES[max(0, self._step)])
        width, height = view.cell_for(metrics)
        share = 1 - self._step / (self._first - 1) if self._step < 0 else 1.0
        view.magnify(
            Magnified(
                (_between(cells.width, width, share), _between(cells.height, height, share)),
                has_digits=self._step >= 0,
            )
        )
        place = room_of_one(QSize(middle, columns.size.height()), metrics)
        view.magnify_within(panel.room_for_cells(place, metrics))
        return metrics


def _first_step(fitting: Cells, legible: tuple[int, int]) -> int:
    """Return the first step beyond a picture that fits: as many below 0 as are needed."""
    ratio = max(legible[0] / fitting.width, legible[1] / fitting.height)
    return min(0, 1 - ceil(log(ratio) / log(_FACTOR)))


def _between(fitting: int, legible: int, share: float) -> int:
    """Return a length between two, in equal factors; what fits is never made smaller."""
    factor: float = (legible / fitting) ** share
    return max(fitting, ceil(round(fitting * factor, 6)))

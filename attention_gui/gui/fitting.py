"""How wide the three columns of the workspace are, and which type they leave room for."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import ceil, floor

from PySide6.QtCore import QSize

from attention_gui.gui.arrangement import LEAST_ZOOM, MOST_ZOOM, Arrangement
from attention_gui.gui.board import LARGEST
from attention_gui.gui.flow import Item
from attention_gui.gui.shelf import Shelf
from attention_gui.gui.theme import SMALLEST_PIXELS, USUAL_PIXELS, Metrics

__all__ = ["Columns", "unit_of"]

_MOST_ENLARGED = 400
_INPUTS_SHARE, _INPUTS_SHARE_ENLARGED = 0.38, 0.25
_EXPLANATION_SHARE = 0.18
_LESS_TYPE = 0.9
"""Least size of the type as a share of the largest that fits, so that more is to be seen."""


@dataclass(frozen=True)
class Columns:
    """Inputs, board and explanation side by side.

    Attributes
    ----------
    size : QSize
        Of all of them.
    bar : int
        Width of a scroll bar.
    inputs, board : Shelf
    cards : sequence of Item
        The panels among the inputs.
    growth : float
        By how much the window is larger than a usual one. Its smallest type grows next to alike:
        a window of four times as many pixels is no larger on a projector.
    """

    size: QSize
    bar: int
    inputs: Shelf
    board: Shelf
    cards: Iterable[Item]
    growth: float = 1.0

    @property
    def smallest(self) -> int:
        """Size of the type below which the board scrolls, in pixels."""
        grown = round(SMALLEST_PIXELS * self.growth * _LESS_TYPE)
        return min(max(SMALLEST_PIXELS, grown), *LARGEST.values())

    @property
    def usual(self) -> int:
        """Size of the type that suits a board that scrolls, in pixels."""
        return round(USUAL_PIXELS * self.growth)

    def _largest(self, preset: str) -> int:
        """Return the largest type of a preset, which grows up to that of the largest zoom."""
        largest = LARGEST[preset]
        return max(largest, min(round(largest * self.growth), unit_of(MOST_ZOOM)))

    def left(self, metrics: Metrics) -> int:
        """Return the width of the inputs, without a scroll bar."""
        left = self._widest_input(metrics) + 2 * metrics.gap
        # Wide inputs scroll; the board stays.
        most = round(self.size.width() * _INPUTS_SHARE)
        return min(max(left, self.inputs.titles_width(metrics)), most)

    def _widest_input(self, metrics: Metrics) -> int:
        sizes = (card.size_within(self.size.width(), metrics) for card in self.cards)
        return max((size.width() for size in sizes), default=0)

    def _inputs_are_whole(self, metrics: Metrics) -> bool:
        return self._widest_input(metrics) <= self.card_among_inputs(metrics)

    def card_among_inputs(self, metrics: Metrics) -> int:
        """Return the most width of a card among the inputs, so that they do not scroll."""
        return round(self.size.width() * _INPUTS_SHARE) - 2 * metrics.gap

    def card_on_board(self, metrics: Metrics) -> int:
        """Return the most width of a card on the board, so that it does not scroll to the side."""
        middle = self.middle(metrics)
        return middle - self.board_bar(metrics, middle) - 2 * metrics.gap

    def right(self, metrics: Metrics) -> int:
        """Return the width of the explanation."""
        return max(225, min(27 * metrics.unit, round(self.size.width() * _EXPLANATION_SHARE)))

    def left_bar(self, metrics: Metrics) -> int:
        """Return the width of the inputs' scroll bar, 0 where nothing scrolls."""
        return self._bar_beside(self.inputs, self.left(metrics), metrics)

    def board_bar(self, metrics: Metrics, middle: int) -> int:
        """Return the width of the board's scroll bar where it has so much room."""
        return self._bar_beside(self.board, middle, metrics)

    def _bar_beside(self, shelf: Shelf, width: int, metrics: Metrics) -> int:
        planned = shelf.plan(width, metrics).size
        below = self.bar if planned.width() > width else 0
        return self.bar if planned.height() > self.size.height() - below else 0

    def middle(self, metrics: Metrics) -> int:
        """Return the width that is left for the board."""
        sides = self.left(metrics) + self.left_bar(metrics) + self.right(metrics)
        return self.size.width() - sides

    def full_size(self, size: QSize, metrics: Metrics) -> QSize:
        """Return the size, at least `size`, at which nothing would have to scroll."""
        left, right = self.left(metrics), self.right(metrics)
        inputs = self.inputs.plan(left, metrics).size
        board = self.board.plan(size.width() - left - right, metrics).size
        width = max(size.width(), left + board.width() + right)
        return QSize(width, max(size.height(), inputs.height(), board.height()))

    # -- type --------------------------------------------------------------------------------

    def fitting_for(self, arrangement: Arrangement, *, has_pictures: bool) -> Metrics:
        """Return the type that an arrangement asks for, or that there is room for.

        Parameters
        ----------
        arrangement : Arrangement
        has_pictures : bool
            They are looked at one after the other, but the inputs would have to fit at once.
        """
        preset, zoom = arrangement.preset, arrangement.zoom
        if zoom is not None:
            return self.with_names(Metrics(unit_of(zoom)))
        scrolls = preset == "lecture" or has_pictures
        return self._fitting(self._largest(preset), inputs_scroll=scrolls)

    def _fitting(self, largest: int, *, inputs_scroll: bool) -> Metrics:
        """Return the largest type at which everything fits, or one for a board that scrolls.

        Names have room, and inputs are as wide as all their columns, where that takes next to
        nothing from the type, and no other line; names, where the type is still the usual one.

        Parameters
        ----------
        largest : int
            No type is larger, in pixels.
        inputs_scroll : bool
            The inputs need not fit: type for the last row matters more.
        """

        def everything_fits(metrics: Metrics) -> bool:
            board_fits = self.board_fits(self.middle(metrics), metrics)
            return board_fits and (inputs_scroll or not self.left_bar(metrics))

        metrics = _largest(range(self.smallest, largest + 1), everything_fits)
        if not everything_fits(metrics):
            return self.with_names(self._scrolling(metrics, min(largest, self.usual)))
        least = max(self.smallest, ceil(metrics.unit * _LESS_TYPE))
        least_named = min(least, self.usual)
        smaller = [
            Metrics(unit, has_names=named)
            for named, end in ((True, least_named), (False, least))
            for unit in range(metrics.unit, end - 1, -1)
        ]
        whole = filter(everything_fits, filter(self._inputs_are_whole, smaller))
        return next(whole, None) or next(filter(everything_fits, smaller))

    def _scrolling(self, smallest: Metrics, largest: int) -> Metrics:
        """Return the largest type in which a board that scrolls has no more lines of panels."""
        if not self._inputs_are_whole(smallest):  # larger type would show less of them
            return smallest
        least_lines, least_width = self._extent(smallest)

        def is_as_good(metrics: Metrics) -> bool:
            n_lines, width = self._extent(metrics)
            fits = n_lines <= least_lines and width <= least_width
            return fits and self._inputs_are_whole(metrics)

        return _largest(range(smallest.unit, largest + 1), is_as_good)

    def with_names(self, metrics: Metrics) -> Metrics:
        """Return the metrics with room for names, if no more lines of panels are needed for it."""
        named = replace(metrics, has_names=True)
        (lines, width), (named_lines, named_width) = map(self._extent, (metrics, named))
        return named if named_lines <= lines and named_width <= width else metrics

    def _extent(self, metrics: Metrics) -> tuple[int, int]:
        """Return how many lines the board has, and by how much it is wider than its place."""
        middle = self.middle(metrics)
        planned = self.board.plan(middle, metrics)
        n_lines = sum(len(section.lines) for section in planned.sections)
        beside = self.board_bar(metrics, middle)
        return n_lines, max(0, planned.size.width() + beside - middle)

    def fitting_inputs(self, preset: str) -> Metrics:
        """Return the largest type at which the inputs fit and leave the board its room."""
        most = self.size.width() * _INPUTS_SHARE_ENLARGED
        return _largest(
            range(self.smallest, self._largest(preset) + 1),
            lambda metrics: self.left(metrics) <= most and not self.left_bar(metrics),
        )

    def fitting_board(self, middle: int) -> Metrics:
        """Return the largest type at which what is on the board fits into a width."""
        units = range(self.smallest, _MOST_ENLARGED)
        return _largest(units, lambda metrics: self.board_fits(middle, metrics))

    def board_fits(self, middle: int, metrics: Metrics) -> bool:
        """Return whether what is on the board fits into a width, and into the height."""
        board = self.board.plan(middle, metrics).size
        return board.width() <= middle and board.height() <= self.size.height()


def _largest(units: range, fits: Callable[[Metrics], bool]) -> Metrics:
    """Return the largest type that fits, or the smallest: beyond one that does not, none does."""
    at = bisect_left(units, True, key=lambda unit: not fits(Metrics(unit)))
    return Metrics(units[max(0, at - 1)])


def unit_of(zoom: float) -> int:
    """Return the size of the type for a zoom, within what is allowed."""
    least, most = ceil(USUAL_PIXELS * LEAST_ZOOM), floor(USUAL_PIXELS * MOST_ZOOM)
    return min(max(round(USUAL_PIXELS * zoom), least), most)

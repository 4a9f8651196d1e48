"""Which matrices are pictures, and magnifying those until cells have room for digits.

It is done in their card or on the whole board.
"""

from collections.abc import Iterable, Sequence
from math import ceil, log

from PySide6.QtCore import QPoint, QSize

from attention_gui.gui.cells import Cells
from attention_gui.gui.fitting import Columns
from attention_gui.gui.flow import room_of_one
from attention_gui.gui.magnified import Magnified
from attention_gui.gui.matrix_view import MatrixView
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.theme import Metrics
from attention_gui.quantities import ColorScale

__all__ = ["Magnifier"]

_TYPES = (11, 13, 16, 19, 23, 28, 33, 39)
"""Sizes of the digits in pixels, from the smallest legible one to that of the largest zoom."""

_FACTOR = 1.5
"""By how much cells without digits grow at a step."""

_FEW = 8
"""Digits of so few rows or columns are not given up: one scrolls to them."""

_PICTURE = Magnified(has_digits=False)

_LEAST_CELLS = 2
"""Rows and columns with digits that a card has room for, however small its picture was."""


class Magnifier:
    """Decides how large the cells of pictures are, step by step.

    A step from 0 on is an index into `_TYPES`; those below are of pictures, larger than one
    that fits. What has no step has cells that fit: on the whole board with digits, where there
    is room for them.
    """

    def __init__(self) -> None:
        self._enlarged: MatrixPanel | None = None
        self._on_board: dict[MatrixPanel, int] = {}  # the step of the enlarged panel
        self._in_cards: dict[MatrixPanel, int] = {}  # those of panels in their cards
        self._first: dict[MatrixPanel, int] = {}  # the first step beyond what fits
        self._too_wide: set[MatrixPanel] = set()  # what has no room for digits on the board
        self._turned: tuple[QPoint, MatrixPanel | None] | None = None

    def is_picture(self, panel: MatrixPanel) -> bool:
        """Return whether a panel is a picture, or would be one if it were not magnified."""
        return panel.outline.is_picture or panel in self._too_wide

    def shrink(self, panels: Sequence[MatrixPanel], metrics: Metrics, room: int) -> bool:
        """Make pictures of panels whose digits would be too small, and return if there are any.

        Matrices with as many columns as one of those are shown alike.

        Parameters
        ----------
        panels : sequence of MatrixPanel
            Those on the board, which have been released.
        metrics : Metrics
            Of the smallest type that is legible, if larger type would not fit.
        room : int
            Most width of a card.
        """
        able = [panel for panel in panels if _can_be_picture(panel)]
        wide = [p.outline.shape[1] for p in able if p.size_at(metrics).width() > room]
        if wide:
            self._too_wide = {panel for panel in able if panel.outline.shape[1] >= min(wide)}
            for panel in self._too_wide:
                panel.view.magnify(_PICTURE)
        return bool(wide)

    @staticmethod
    def let_scroll(panels: Iterable[MatrixPanel], metrics: Metrics, room: int) -> None:
        """Let matrices that are wider than there is room scroll in their cards.

        Where there is no room for two columns the whole column of panels scrolls.

        Parameters
        ----------
        panels : iterable of MatrixPanel
        metrics : Metrics
        room : int
            Most width of a card.
        """
        for panel in panels:
            size = panel.size_at(metrics)
            view, cells = panel.view, panel.view.cells_at(metrics)
            within = panel.room_for_cells(QSize(room, size.height()), metrics).width()
            if size.width() > room and within >= _LEAST_CELLS * cells.width:
                view.magnify(Magnified(has_digits=view.shows_digits))
                across = within // cells.width * cells.width
                bar = view.horizontalScrollBar().sizeHint().height()
                view.magnify_within(QSize(across, cells.area.height() + bar))

    def meant(
        self, panels: Iterable[MatrixPanel], keyboard: MatrixPanel | None, at: QPoint | None
    ) -> MatrixPanel | None:
        """Return the panel that is to be magnified, if one is meant: a picture, or the enlarged.

        Parameters
        ----------
        panels : iterable of MatrixPanel
            Those that are shown.
        keyboard : MatrixPanel or None
            The one with the keyboard: it is meant where no place is given.
        at : QPoint or None
            Where the wheel turns on the screen. While the mouse stays there, that goes on with
            what it began with, though zooming moves other panels under the mouse.
        """
        there = keyboard
        if at is not None:
            shown = list(panels)
            if self._turned is not None and self._turned[0] == at:
                there = self._turned[1]
            else:
                there = next((panel for panel in shown if _is_at(panel.view, at)), None)
            there = there if there in shown else None
        self._turned = None if at is None else (at, there)
        return there if there is not None and self.is_picture(there) else self._enlarged

    def by(self, panel: MatrixPanel, steps: int) -> None:
        """Take some steps to larger cells of a picture, or to smaller ones.

        What it comes to is found when the panel is fitted.
        """
        before = self._first[panel] - 1  # what fits
        taken = self._on_board if panel is self._enlarged else self._in_cards
        step = min(taken.get(panel, before) + steps, len(_TYPES) - 1)
        if step > before:
            taken[panel] = step
        else:
            taken.pop(panel, None)

    def fit_all(self) -> bool:
        """Go back to what fits; return whether anything else was shown."""
        was_magnified = bool(self._on_board or self._in_cards)
        self._on_board, self._in_cards = {}, {}
        return was_magnified

    def release(self, in_cards: Iterable[MatrixPanel], enlarged: MatrixPanel | None) -> None:
        """Let panels be as large as they are by themselves, before the type is chosen.

        Parameters
        ----------
        in_cards : iterable of MatrixPanel
        enlarged : MatrixPanel or None
            The panel that has the whole board now; steps of another one are forgotten.
        """
        if enlarged is not self._enlarged:
            self._enlarged, self._on_board = enlarged, {}
        self._too_wide = set()
        for panel in in_cards:
            panel.view.magnify(None)

    def fit_cards(self, panels: Iterable[MatrixPanel], metrics: Metrics) -> None:
        """Prepare panels that have been released for their cards.

        Parameters
        ----------
        panels : iterable of MatrixPanel
        metrics : Metrics
            Of the cards.
        """
        for panel in panels:
            if not self.is_picture(panel):
                self._in_cards.pop(panel, None)
                continue
            view = panel.view
            first = self._first[panel] = _first_step(view.cells_at(metrics), _legible(view))
            if panel not in self._in_cards:
                continue
            step = self._in_cards[panel] = max(self._in_cards[panel], first)
            room = panel.room_for_cells(panel.size_at(metrics), metrics)
            view.magnify(_magnified(view, metrics, step, first))
            bar = view.verticalScrollBar().sizeHint().width()
            cells = view.cells_at(metrics)
            width, height = (
                max(_LEAST_CELLS, (length - bar) // size) * size + bar
                for length, size in ((room.width(), cells.width), (room.height(), cells.height))
            )  # whole cells
            view.magnify_within(QSize(width, height))

    def fit_board(
        self, panel: MatrixPanel, columns: Columns, middle: int, *, keeps_digits: bool
    ) -> Metrics:
        """Prepare a panel for the whole board, and return the type around its cells.

        Parameters
        ----------
        panel : MatrixPanel
            The enlarged one.
        columns : Columns
        middle : int
            Width of the board.
        keeps_digits : bool
            What has digits in its card has them here, too, though it has to scroll.
        """
        view = panel.view
        view.magnify(Magnified())
        metrics = columns.fitting_board(middle)
        is_legible = columns.board_fits(middle, metrics)
        if panel.outline.is_picture:
            is_legible &= metrics.unit >= _TYPES[0]
        may_be_picture = panel.outline.is_picture or not keeps_digits
        if not is_legible and may_be_picture and _can_be_picture(panel):
            self._too_wide.add(panel)
            view.magnify(_PICTURE)
            metrics = columns.fitting_board(middle)
        first = _first_step(view.cells_at(metrics), _legible(view))
        if view.shows_digits:
            first = sum(unit <= metrics.unit for unit in _TYPES)
        self._first[panel] = first
        step = self._on_board.get(panel, first - 1)
        if step < first:
            self._on_board = {}
            self.let_scroll([panel], metrics, middle - 2 * metrics.gap)
            return metrics
        magnified = _magnified(view, metrics, step, first)
        metrics = Metrics(magnified.pixels)
        view.magnify(magnified)
        place = room_of_one(QSize(middle, columns.size.height()), metrics)
        view.magnify_within(panel.room_for_cells(place, metrics))
        return metrics


def _can_be_picture(panel: MatrixPanel) -> bool:
    """Return whether a matrix is worth looking at without digits: it has colours, or a mask."""
    outline = panel.outline
    if outline.is_picture or min(outline.shape) <= _FEW:
        return outline.is_picture
    return outline.scale is not ColorScale.PLAIN or panel.sheet.reasons is not None


def _is_at(view: MatrixView, at: QPoint) -> bool:
    """Return whether a matrix, or one of its scroll bars, is what the screen shows at a place."""
    parts = (view.viewport(), view.horizontalScrollBar(), view.verticalScrollBar())
    return any(part.visibleRegion().contains(part.mapFromGlobal(at)) for part in parts)


def _magnified(view: MatrixView, metrics: Metrics, step: int, first: int) -> Magnified:
    """Return what is shown at a step beyond what fits."""
    cells, pixels = view.cells_at(metrics), _TYPES[max(0, step)]
    width, height = view.cell_for(Metrics(pixels))
    share = 1 - step / (first - 1) if step < 0 else 1.0
    cell = (_between(cells.width, width, share), _between(cells.height, height, share))
    return Magnified(cell, has_digits=step >= 0, pixels=pixels)


def _legible(view: MatrixView) -> tuple[int, int]:
    """Return the width and the height of the smallest cell with digits."""
    return view.cell_for(Metrics(_TYPES[0]))


def _first_step(fitting: Cells, legible: tuple[int, int]) -> int:
    """Return the first step beyond a picture that fits: as many below 0 as are needed."""
    ratio = max(legible[0] / fitting.width, legible[1] / fitting.height)
    return min(0, 1 - ceil(log(ratio) / log(_FACTOR)))


def _between(fitting: int, legible: int, share: float) -> int:
    """Return a length between two, in equal factors; what fits is never made smaller."""
    factor: float = (legible / fitting) ** share
    return max(fitting, ceil(round(fitting * factor, 6)))

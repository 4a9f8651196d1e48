"""Where everything on the workspace is, and in which size.

By itself it takes the largest type at which everything fits; a zoom chosen by hand stays. One
panel can be enlarged to the whole board.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QToolTip, QWidget

from attention_gui.gui.arrangement import Arrangement
from attention_gui.gui.empty_board import EmptyBoard
from attention_gui.gui.fitting import Columns
from attention_gui.gui.magnifying import Magnifier
from attention_gui.gui.panels.explanation import ExplanationPanel
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.scroll_area import ScrollArea
from attention_gui.gui.shelves import Shelves
from attention_gui.gui.theme import THEMES, USUAL_PIXELS, Metrics
from attention_gui.gui.token_bar import TokenBar

__all__ = ["Placement"]

_USUAL = QSize(1920, 1080)
"""The largest window whose smallest type is that of a small one."""


class Placement:
    """Places what a workspace shows.

    Parameters
    ----------
    workspace : QWidget
    shelves : Shelves
    areas : sequence of ScrollArea
        Those of the inputs and of the board.
    explanation : ExplanationPanel

    Attributes
    ----------
    theme : Theme
    metrics : Metrics
        Of all but an enlarged panel.
    magnifier : Magnifier
    """

    def __init__(
        self,
        workspace: QWidget,
        shelves: Shelves,
        areas: Sequence[ScrollArea],
        explanation: ExplanationPanel,
    ) -> None:
        self._workspace = workspace
        self._shelves = shelves
        self._areas = areas
        self._explanation = explanation
        self.theme = THEMES["light"]
        self.metrics = Metrics()
        self.magnifier = Magnifier()
        self._fitted = QSize()

    @property
    def zoom(self) -> float:
        """Size of the type as a share of its usual size."""
        return self.metrics.unit / USUAL_PIXELS

    def full_size(self, size: QSize) -> QSize:
        """Return the size, at least `size`, at which nothing would have to scroll."""
        return self.columns().full_size(size, self.metrics)

    def columns(self) -> Columns:
        """Return the three columns in the size that the workspace has."""
        bar = self._areas[0].verticalScrollBar().sizeHint().width()
        inputs, board = self._shelves.inputs, self._shelves.board
        cards = [p for p in self._panels if p.parentWidget() is inputs]
        return Columns(self._workspace.size(), bar, inputs, board, cards, self._growth())

    @property
    def _panels(self) -> Sequence[MatrixPanel]:
        return list(self._shelves.panels.values())

    def _growth(self) -> float:
        """Return by how much the window is larger than a usual one, at least 1."""
        window = self._workspace.window()
        if window is self._workspace:  # a picture is as large as what is in it asks for
            return 1.0
        return max(1.0, min(window.width() / _USUAL.width(), window.height() / _USUAL.height()))

    def _fitting(
        self, columns: Columns, arrangement: Arrangement, enlarged: MatrixPanel | None
    ) -> Metrics:
        """Return the type that the arrangement asks for, or that there is room for."""
        if enlarged is None or arrangement.zoom is not None:
            has_pictures = any(map(self.magnifier.is_picture, self._panels))
            return columns.fitting_for(arrangement, has_pictures=has_pictures)
        if self._workspace.size() == self._fitted:  # the inputs stay as beside the whole board
            return self.metrics
        return columns.fitting_inputs(arrangement.preset)

    def arrange(self, arrangement: Arrangement, enlarged: MatrixPanel | None) -> None:
        """Give everything its place and size.

        Parameters
        ----------
        arrangement : Arrangement
        enlarged : MatrixPanel or None
            The panel that has the whole board.
        """
        held = [(p.view, p.view.hold(None, p.view.marked_place)) for p in self._panels]
        in_cards = [panel for panel in self._panels if panel is not enlarged]
        self.magnifier.release(in_cards, enlarged)
        columns = self.columns()
        metrics = self._fitting(columns, arrangement, enlarged)
        shelves = self._shelves.board, self._shelves.inputs
        board, inputs = ([p for p in in_cards if p.parentWidget() is shelf] for shelf in shelves)
        is_zoomed = arrangement.zoom is not None
        if not is_zoomed:
            room = columns.card_on_board(metrics)
            if enlarged is None and self.magnifier.shrink(board, metrics, room):
                metrics = self._fitting(columns, arrangement, enlarged)
            self.magnifier.let_scroll(board, metrics, columns.card_on_board(metrics))
            self.magnifier.let_scroll(inputs, metrics, columns.card_among_inputs(metrics))
        self.metrics, self._fitted = metrics, self._workspace.size()
        self.magnifier.fit_cards(in_cards, metrics)
        self._explanation.setFixedWidth(columns.right(metrics))
        middle = columns.middle(metrics)
        on_board = metrics
        if enlarged is not None:
            on_board = self.magnifier.fit_board(enlarged, columns, middle, keeps_digits=is_zoomed)
        for part in self._parts():
            part.set_look(self.theme, on_board if part is enlarged else metrics)
        height, left = self._workspace.height(), columns.left(metrics)
        self._areas[0].setFixedWidth(left + columns.left_bar(metrics))
        self._shelves.inputs.arrange(QSize(left, height), self.theme, metrics)
        middle -= columns.board_bar(on_board, middle)
        self._shelves.board.arrange(QSize(middle, height), self.theme, on_board)
        for view, before in held:
            view.let_go(before)
            view.hover_again()
        QToolTip.hideText()

    def _parts(self) -> Iterator[TokenBar | MatrixPanel | EmptyBoard | ExplanationPanel]:
        yield self._shelves.tokens
        yield self._shelves.source_tokens
        yield from self._panels
        yield self._shelves.empty_board
        yield self._explanation

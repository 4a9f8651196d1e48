"""The workspace: inputs at the left, the board in the middle, the explanation at the right.

By itself it takes the largest type at which everything fits; a zoom chosen by hand stays.
"""

from collections.abc import Iterator, Mapping
from math import ceil, floor

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from attention_gui.gui.matrix_model import Commit
from attention_gui.gui.panels.explanation import ExplanationPanel
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.panels.softmax_panel import SoftmaxPanel
from attention_gui.gui.shelf import Section, Shelf
from attention_gui.gui.store import Snapshot
from attention_gui.gui.theme import BASE_PIXELS, THEMES, Metrics, Theme
from attention_gui.gui.token_bar import TokenBar

__all__ = ["BACKWARD", "FORWARD", "INPUTS", "Workspace"]

INPUTS = ("query", "key", "value", "grad_output")
FORWARD = (
    "raw_scores",
    "scaled_scores",
    "masked_scores",
    "exponentials",
    "weights",
    "value_terms",
    "output",
)
BACKWARD = ("grad_value", "grad_weights", "grad_scaled_scores", "grad_query", "grad_key")

_SMALLEST, _LARGEST = 10, 30
"""Type sizes between which the workspace fits itself to its place, in pixels."""

_LEAST_ZOOM, _MOST_ZOOM = 0.5, 3.0


class Workspace(QWidget):
    """Every panel, laid out to fit.

    Attributes
    ----------
    picked : Signal(str, tuple)
        Quantity id and array index of the cell that the user moved to.
    zoomed : Signal(float)
        The zoom that is shown has changed.

    Parameters
    ----------
    commit : callable, optional
        Takes typed text; without it nothing can be edited.
    """

    picked = Signal(str, tuple)
    zoomed = Signal(float)

    def __init__(self, commit: Commit | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("workspace")
        self._theme = THEMES["light"]
        self._metrics = Metrics()
        self._zoom: float | None = None
        self._snapshot: Snapshot | None = None
        self._needs: list[tuple[object, ...]] = []
        self.tokens = TokenBar()
        self.explanation = ExplanationPanel()
        self.panels: Mapping[str, MatrixPanel] = {
            **{i: MatrixPanel(i, commit) for i in INPUTS},
            **{i: MatrixPanel(i) for i in FORWARD if i != "exponentials"},
            "exponentials": SoftmaxPanel(),
            **{i: MatrixPanel(i) for i in BACKWARD},
        }
        for panel in self.panels.values():
            panel.picked.connect(self.picked)
        self._inputs, self._board = Shelf(), Shelf()
        self._inputs.setObjectName("inputs")
        self._board.setObjectName("board")
        self._fill_shelves()
        self._areas = [_scroll_area(shelf) for shelf in (self._inputs, self._board)]
        columns = QHBoxLayout(self)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(0)
        for area, stretch in zip((*self._areas, self.explanation), (0, 1, 0), strict=True):
            columns.addWidget(area, stretch)

    def _fill_shelves(self) -> None:
        inputs = [self.panels[i] for i in INPUTS]
        self._inputs.set_sections(
            [
                Section(self.tr("Tokens (click: padding)"), [self.tokens]),
                Section(self.tr("Inputs"), inputs, is_column=True),
            ]
        )
        forward, backward = ([self.panels[i] for i in ids] for ids in (FORWARD, BACKWARD))
        self._board.set_sections(
            [Section(self.tr("Forward"), forward), Section(self.tr("Backward"), backward)]
        )
        self.tokens.setParent(self._inputs)
        for panel in inputs:
            panel.setParent(self._inputs)
        for panel in (*forward, *backward):
            panel.setParent(self._board)

    @property
    def zoom(self) -> float:
        """Size of the type as a share of its usual size."""
        return self._metrics.unit / BASE_PIXELS

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show a snapshot in every panel, at once."""
        self._snapshot = snapshot
        for part in self._parts():
            part.set_snapshot(snapshot)
        needs = [snapshot.scenario.labels, *(p.layout_key() for p in self.panels.values())]
        if needs != self._needs:
            self._needs = needs
            self._arrange()

    def set_theme(self, theme: Theme) -> None:
        """Show in another theme."""
        self._theme = theme
        self._arrange()

    def set_zoom(self, zoom: float | None) -> None:
        """Set the size of the type as a share of the usual; None fits it to the window."""
        if zoom is not None:
            zoom = _unit(zoom) / BASE_PIXELS
        self._zoom = zoom
        self._arrange()

    def show_charts(self) -> None:
        """Add what is slow to import, once the window is there."""
        softmax = self.panels["exponentials"]
        assert isinstance(softmax, SoftmaxPanel)
        softmax.show_chart()

    def full_size(self, size: QSize) -> QSize:
        """Return the size, at least `size`, at which nothing would have to scroll."""
        left, right = self._side_widths(size, self._metrics)
        inputs = self._inputs.plan(left, self._metrics).size
        board = self._board.plan(size.width() - left - right, self._metrics).size
        width = max(size.width(), left + board.width() + right)
        return QSize(width, max(size.height(), inputs.height(), board.height()))

    # -- layout ------------------------------------------------------------------------------

    def _side_widths(self, size: QSize, metrics: Metrics) -> tuple[int, int]:
        cards = (self.panels[i].size_within(size.width(), metrics).width() for i in INPUTS)
        left = max(max(cards), metrics.unit * 14) + 2 * metrics.gap
        left = min(left, round(size.width() * 0.38))  # wide inputs scroll; the board stays
        return left, max(225, min(380, round(size.width() * 0.18)))

    def _fits(self, metrics: Metrics) -> bool:
        left, right = self._side_widths(self.size(), metrics)
        middle = self.width() - left - right
        board = self._board.plan(middle, metrics).size
        inputs = self._inputs.plan(left, metrics).size
        return board.width() <= middle and max(board.height(), inputs.height()) <= self.height()

    def _fitting(self) -> Metrics:
        for unit in range(_LARGEST, _SMALLEST, -1):
            if self._fits(Metrics(unit)):
                return Metrics(unit)
        return Metrics(_SMALLEST)

    def _arrange(self) -> None:
        if self._snapshot is None:
            return
        if self._zoom is None:
            self._metrics = self._fitting()
        else:
            self._metrics = Metrics(_unit(self._zoom))
        for part in self._parts():
            part.set_look(self._theme, self._metrics)
        left, right = self._side_widths(self.size(), self._metrics)
        bar = self._bar_width(self._inputs.plan(left, self._metrics).size.height())
        self._areas[0].setFixedWidth(left + bar)
        self.explanation.setFixedWidth(right)
        self._inputs.arrange(left, self._theme, self._metrics)
        middle = self.width() - left - bar - right
        board_bar = self._bar_width(self._board.plan(middle, self._metrics).size.height())
        self._board.arrange(middle - board_bar, self._theme, self._metrics)
        self.zoomed.emit(self.zoom)

    def _bar_width(self, height: int) -> int:
        bar = self._areas[0].verticalScrollBar().sizeHint().width()
        return bar if height > self.height() else 0

    def _parts(self) -> Iterator[TokenBar | MatrixPanel | ExplanationPanel]:
        yield self.tokens
        yield from self.panels.values()
        yield self.explanation

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit to the new size."""
        super().resizeEvent(event)
        self._arrange()


def _unit(zoom: float) -> int:
    """Return the size of the type for a zoom, within what is allowed."""
    least, most = ceil(BASE_PIXELS * _LEAST_ZOOM), floor(BASE_PIXELS * _MOST_ZOOM)
    return min(max(round(BASE_PIXELS * zoom), least), most)


class _ScrollArea(QScrollArea):
    """Scrolls by the wheel, but leaves Ctrl and the wheel to the zoom."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll unless Ctrl is held."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        else:
            super().wheelEvent(event)


def _scroll_area(content: QWidget) -> QScrollArea:
    area = _ScrollArea()
    area.setWidget(content)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area

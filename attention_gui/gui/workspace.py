"""The workspace: inputs at the left, the board in the middle, the explanation at the right.

By itself it takes the largest type at which everything fits; a zoom chosen by hand stays.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, floor

from PySide6.QtCore import QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QScrollArea, QWidget

from attention_gui.gui.board import NO_WISHES, Contents, make_panel, panel_ids, quantity_ids
from attention_gui.gui.editing import Editing
from attention_gui.gui.panels.explanation import ExplanationPanel
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.panels.softmax_panel import SoftmaxPanel
from attention_gui.gui.shelf import Section, Shelf
from attention_gui.gui.store import Snapshot
from attention_gui.gui.theme import BASE_PIXELS, THEMES, Metrics, Theme
from attention_gui.gui.token_bar import TokenBar
from attention_gui.scenario.lines import Cell

__all__ = ["Workspace"]

_SMALLEST, _LARGEST = 10, 30
"""Type sizes between which the workspace fits itself to its place, in pixels."""

_LEAST_ZOOM, _MOST_ZOOM = 0.5, 3.0


class Workspace(QWidget):
    """Every panel, laid out to fit.

    Attributes
    ----------
    picked : Signal(str, tuple)
        Quantity id and array index of the cell that the user moved to.
    acted : Signal(str, tuple)
        The same of a cell that the user double-clicked or pressed Space on.
    ranged : Signal()
        Another range of cells is selected, or the keyboard has gone to another matrix.
    zoomed : Signal(float)
        The zoom that is shown has changed.

    Parameters
    ----------
    editing : Editing, optional
        Takes what is typed; without it nothing can be edited.
    wishes : mapping from str to bool
        Parts of the board that are shown or not at first; see `Contents.of`.
    """

    picked = Signal(str, tuple)
    acted = Signal(str, tuple)
    ranged = Signal()
    zoomed = Signal(float)

    def __init__(
        self,
        editing: Editing | None = None,
        parent: QWidget | None = None,
        wishes: Mapping[str, bool] = NO_WISHES,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("workspace")
        self._theme = THEMES["light"]
        self._metrics = Metrics()
        self._zoom: float | None = None
        self._snapshot: Snapshot | None = None
        self._pointed: Cell | None = None
        self._needs: list[object] = []
        self.tokens = TokenBar()
        self.source_tokens = TokenBar(is_source=True)
        self.explanation = ExplanationPanel()
        self.explanation.pointed.connect(self.point_at)
        self.panels: dict[str, MatrixPanel] = {}
        self._editing = editing
        self._known: dict[str, MatrixPanel] = {}
        self._cell_actions: Sequence[QAction] = ()
        self._contents: Contents | None = None
        self._wishes = dict(wishes)
        self._inputs, self._board = Shelf(), Shelf()
        self._inputs.setObjectName("inputs")
        self._board.setObjectName("board")
        for bar in (self.tokens, self.source_tokens):
            bar.setParent(self._inputs)
        self._waiting: set[MatrixPanel] = set()
        self._areas = [_scroll_area(shelf) for shelf in (self._inputs, self._board)]
        for area in self._areas:
            for slider in (area.verticalScrollBar(), area.horizontalScrollBar()):
                slider.valueChanged.connect(self._show_waiting)
        columns = QHBoxLayout(self)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(0)
        for area, stretch in zip((*self._areas, self.explanation), (0, 1, 0), strict=True):
            columns.addWidget(area, stretch)

    def _take_keyboard(self) -> QWidget | None:
        """Take the keyboard from a part of the board, and return which one had it.

        When a widget is hidden or moved, Qt hands the keyboard on to the next one, and a
        matrix would take that for a choice of its first cell.
        """
        focus = QApplication.focusWidget()
        if focus is None or not self.isAncestorOf(focus):
            return None
        focus.clearFocus()
        return focus

    def _fill_shelves(self, contents: Contents) -> None:
        """Put the panels that there are now on the shelves, and take the others off."""
        sections, form = panel_ids(contents), contents.form
        titles = {
            "inputs": self.tr("Inputs"),
            "projections": self.tr("Projections"),
            "forward": self.tr("Forward"),
            "heads": self.tr("Heads"),
            "diagnostics": self.tr("Diagnostics"),
            "backward": self.tr("Backward"),
        }
        ids = [panel_id for section in sections.values() for panel_id in section]
        for panel_id in self.panels.keys() - set(ids):
            self.panels[panel_id].hide()
        self.panels = {panel_id: self._panel(panel_id) for panel_id in ids}
        self.explanation.set_shown(quantity_ids(contents))
        for name, section in sections.items():
            for panel_id in section:
                shelf = self._inputs if name == "inputs" else self._board
                if self.panels[panel_id].parentWidget() is not shelf:  # else it keeps the keyboard
                    self.panels[panel_id].setParent(shelf)
        shelved = {
            name: Section(titles[name], [self.panels[i] for i in section], name == "inputs")
            for name, section in sections.items()
            if section
        }
        self.source_tokens.setVisible(form.is_cross)
        padded = self.tr("Source tokens") if form.is_cross else self.tr("Tokens")
        tokens = [Section(self.tr("{0} (click: padding)").format(padded), [self.tokens])]
        if form.is_cross:
            tokens = [
                Section(self.tr("Query tokens"), [self.tokens]),
                Section(tokens[0].title, [self.source_tokens]),
            ]
        self._inputs.set_sections([*tokens, shelved.pop("inputs")])
        self._board.set_sections(list(shelved.values()))

    def retranslate(self) -> None:
        """Take up the language; what tells of numbers comes with the next snapshot."""
        for part in (self.tokens, self.source_tokens, self.explanation):
            part.retranslate()
        for panel in self._known.values():
            panel.view.delegate.retranslate()
        if self._contents is not None:
            self._fill_shelves(self._contents)
        self._needs = []  # other words need other room

    def _chain_tab_order(self) -> None:
        """Let Tab go through tokens and panels as they stand, not as they were made."""
        views = [panel.view for panel in self.panels.values()]
        for one, other in pairwise([*self.tokens.stops, *self.source_tokens.stops, *views]):
            QWidget.setTabOrder(one, other)

    def _panel(self, panel_id: str) -> MatrixPanel:
        """Return a panel, made when it is first shown."""
        if panel_id not in self._known:
            panel = make_panel(panel_id, self._editing)
            panel.picked.connect(self.picked)
            if panel_id == "mask":  # it stays under the mouse that allows the last blocked cell
                panel.acted.connect(lambda *_: self._wishes.update(mask=True))
            panel.acted.connect(self.acted)
            panel.pointed.connect(self.point_at)
            panel.view.ranged.connect(self.ranged)
            panel.view.set_actions(self._cell_actions)
            self._known[panel_id] = panel
        return self._known[panel_id]

    def set_cell_actions(self, actions: Sequence[QAction]) -> None:
        """Offer actions in the context menu of every matrix, and by their keys in it."""
        self._cell_actions = actions
        for panel in self._known.values():
            panel.view.set_actions(actions)

    @property
    def zoom(self) -> float:
        """Size of the type as a share of its usual size."""
        return self._metrics.unit / BASE_PIXELS

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show a snapshot in every panel, at once.

        Large panels that are scrolled out of sight wait until they are not, if their size stays.
        """
        before, self._snapshot = self._snapshot, snapshot
        may_wait = before is not None and before.scenario.sizes == snapshot.scenario.sizes
        contents = Contents.of(snapshot.scenario, self._wishes)
        keyboard = None
        if contents != self._contents:
            self._contents = contents
            keyboard = self._take_keyboard()
            self._fill_shelves(contents)
            may_wait = False
        panels = self.panels.values() if may_wait else ()
        self._waiting = {panel for panel in panels if _is_large_and_out_of_sight(panel)}
        for part in self._parts():
            if part not in self._waiting:
                part.set_snapshot(snapshot)
        for panel in self.panels.values():
            panel.setVisible(True)  # those of a new form have something to show only now
        if self._pointed is not None:
            if not may_wait:  # the cell may be another one by now, or none
                self._pointed = None
            self._show_preview()
        if keyboard is not None:
            self._give_keyboard(keyboard, snapshot.selection.quantity)
        needs = [
            self._contents,
            snapshot.scenario.labels,
            *(p.layout_key() for p in self.panels.values()),
        ]
        if needs != self._needs:
            self._needs = needs
            self._chain_tab_order()
            self._arrange()

    def _show_waiting(self) -> None:
        """Show what has come into sight."""
        if self._snapshot is None:
            return
        for panel in [p for p in self._waiting if not _is_large_and_out_of_sight(p)]:
            self._waiting.discard(panel)
            panel.set_snapshot(self._snapshot)

    def _give_keyboard(self, widget: QWidget, selected: str) -> None:
        """Give the keyboard back, or to the selected quantity if its widget is gone."""
        if not widget.isVisible():
            widget = self.panels.get(selected, self.panels["weights"]).view
        with QSignalBlocker(widget):  # the keyboard's place is no choice of the user's
            widget.setFocus()

    def point_at(self, cell: Cell | None) -> None:
        """Preview the links of a cell in every panel, until another one is pointed at."""
        self._pointed = cell
        self._show_preview()

    def _show_preview(self) -> None:
        if self._snapshot is None:
            return
        selection = None
        if self._pointed is not None:
            quantity_id, index = self._pointed
            scenario = self._snapshot.scenario
            quantity = scenario.quantities[quantity_id]
            selection = self._snapshot.selection.at(quantity, index, scenario.sizes)
        for panel in self._known.values():  # those that are sent away forget it, too
            panel.view.set_preview(selection)

    def reveal_selection(self) -> None:
        """Bring the selected cell into sight, and the keyboard to it, if a panel shows it."""
        if self._snapshot is None:
            return
        selection = self._snapshot.selection
        own_first = sorted(
            self.panels.values(), key=lambda panel: panel.quantity_id != selection.quantity
        )
        for panel in own_first:
            place = panel.sheet.place(selection)
            if place is None:
                continue
            area = next(area for area in self._areas if area.isAncestorOf(panel))
            area.ensureWidgetVisible(panel, self._metrics.gap, self._metrics.gap)
            center = panel.view.cell_box(*place).center()
            at = panel.view.mapTo(area, center) - area.viewport().pos()
            at += QPoint(area.horizontalScrollBar().value(), area.verticalScrollBar().value())
            area.ensureVisible(at.x(), at.y())
            panel.view.setFocus()
            return

    @property
    def wishes(self) -> Mapping[str, bool]:
        """Which parts of the board were asked for or sent away; see `Contents.of`."""
        return self._wishes

    def is_shown(self, part: str) -> bool:
        """Return whether a part of the board is there; see `board.PARTS`."""
        return self._contents is not None and part in self._contents.parts

    def show_part(self, part: str, wish: bool) -> None:
        """Show a part of the board or not, from now on, whatever the scenario is."""
        self._wishes[part] = wish
        if self._snapshot is not None:
            self.set_snapshot(self._snapshot)

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
        inputs = (p for p in self.panels.values() if p.parentWidget() is self._inputs)
        cards = (panel.size_within(size.width(), metrics).width() for panel in inputs)
        left = max(max(cards) + 2 * metrics.gap, self._inputs.titles_width(metrics))
        left = min(left, round(size.width() * 0.38))  # wide inputs scroll; the board stays
        return left, max(225, min(27 * metrics.unit, round(size.width() * 0.18)))

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
        left, right = self._side_widths(self.size(), self._metrics)
        self.explanation.setFixedWidth(right)
        for part in self._parts():
            part.set_look(self._theme, self._metrics)
        bar = self._bar_width(self._inputs.plan(left, self._metrics).size.height())
        self._areas[0].setFixedWidth(left + bar)
        self._inputs.arrange(left, self._theme, self._metrics)
        middle = self.width() - left - bar - right
        board_bar = self._bar_width(self._board.plan(middle, self._metrics).size.height())
        self._board.arrange(middle - board_bar, self._theme, self._metrics)
        self.zoomed.emit(self.zoom)
        self._show_waiting()

    def _bar_width(self, height: int) -> int:
        bar = self._areas[0].verticalScrollBar().sizeHint().width()
        return bar if height > self.height() else 0

    def _parts(self) -> Iterator[TokenBar | MatrixPanel | ExplanationPanel]:
        yield self.tokens
        yield self.source_tokens
        yield from self.panels.values()
        yield self.explanation

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit to the new size."""
        super().resizeEvent(event)
        self._arrange()


def _is_large_and_out_of_sight(panel: MatrixPanel) -> bool:
    """Return whether a panel is costly to show, and can be seen by nobody."""
    is_large = panel.view.sheet_model.has_sheet and panel.sheet.is_picture
    return is_large and panel.isVisible() and panel.visibleRegion().isEmpty()


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

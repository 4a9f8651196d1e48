"""The workspace: inputs at the left, the board in the middle, the explanation at the right.

By itself it takes the largest type at which everything fits; a zoom chosen by hand stays. One
panel can be enlarged to the whole board.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import QSignalBlocker, QSize, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from attention_gui.gui import words
from attention_gui.gui.arrangement import Arrangement
from attention_gui.gui.board import LARGEST, Contents, every_panel, panel_ids, quantity_ids
from attention_gui.gui.editing import Editing
from attention_gui.gui.fitting import Columns, unit_of
from attention_gui.gui.flow import Item, Section
from attention_gui.gui.panel_stock import PanelStock
from attention_gui.gui.panels.explanation import ExplanationPanel
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.scroll_area import ScrollArea
from attention_gui.gui.shelf import Shelf
from attention_gui.gui.store import Snapshot
from attention_gui.gui.theme import BASE_PIXELS, THEMES, Metrics, Theme
from attention_gui.gui.token_bar import TokenBar
from attention_gui.scenario.names import scaling
from attention_gui.scenario.operations import operation_between
from attention_gui.scenario.scenario import Scenario

__all__ = ["Workspace"]

_INPUTS, _ENLARGED = "inputs", "enlarged"
"""Sections that are not of the board: that at the left, and that of the enlarged panel."""


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
    enlarging : Signal(str)
        The user wants this panel enlarged, or small again.
    placed : Signal(str, int)
        The user has put a panel at another place of its section; see `PanelMover`.
    panels : dict from str to MatrixPanel
        Those that are shown, by id, in the order of the board.

    Parameters
    ----------
    editing : Editing, optional
        Takes what is typed; without it nothing can be edited.
    arrangement : Arrangement, optional
    """

    picked = Signal(str, tuple)
    acted = Signal(str, tuple)
    ranged = Signal()
    zoomed = Signal(float)
    enlarging = Signal(str)
    placed = Signal(str, int)

    def __init__(
        self,
        editing: Editing | None = None,
        parent: QWidget | None = None,
        arrangement: Arrangement | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("workspace")
        self._theme = THEMES["light"]
        self._metrics = Metrics()
        self._fitted = QSize()
        self._snapshot: Snapshot | None = None
        self._needs: list[object] = []
        self.tokens = TokenBar()
        self.source_tokens = TokenBar(is_source=True)
        self.explanation = ExplanationPanel()
        self.panels: dict[str, MatrixPanel] = {}
        self._filled: tuple[Contents, str | None] | None = None
        self._arrangement = arrangement or Arrangement()
        self._enlarged: str | None = None
        self._inputs, self._board = Shelf(), Shelf()
        self._inputs.setObjectName("inputs")
        self._board.setObjectName("board")
        for bar in (self.tokens, self.source_tokens):
            bar.setParent(self._inputs)
        self._stock = PanelStock(editing, self._board)
        self._stock.picked.connect(self.picked)
        self._stock.acted.connect(self._act)
        self._stock.ranged.connect(self.ranged)
        self._stock.enlarged.connect(self.enlarging)
        self._stock.placed.connect(self.placed)
        self._waiting: set[MatrixPanel] = set()
        self._areas = [ScrollArea(shelf) for shelf in (self._inputs, self._board)]
        for area in self._areas:
            for slider in (area.verticalScrollBar(), area.horizontalScrollBar()):
                slider.valueChanged.connect(self._show_waiting)
        columns = QHBoxLayout(self)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(0)
        for part, stretch in zip((*self._areas, self.explanation), (0, 1, 0), strict=True):
            columns.addWidget(part, stretch)

    def _act(self, quantity_id: str, index: tuple[int, ...]) -> None:
        if quantity_id == "masked_scores" and "mask" in self.panels:
            # It stays under the mouse that allows the last blocked cell.
            self._arrangement = self._arrangement.with_parts({"mask": True})
        self.acted.emit(quantity_id, index)

    def set_actions(self, cells: Sequence[QAction], titles: Sequence[QAction]) -> None:
        """Offer actions in context menus; see `PanelStock.set_actions`."""
        self._stock.set_actions(cells, titles)

    def show_charts(self) -> None:
        """Add what is slow to import, once the window is there."""
        self._stock.show_charts()

    # -- what is shown -----------------------------------------------------------------------

    @property
    def arrangement(self) -> Arrangement:
        """Which panels were asked for, in which order and how large."""
        return self._arrangement

    def expect(self, arrangement: Arrangement) -> None:
        """Show the next snapshot in another arrangement, with no panel enlarged."""
        self._arrangement, self._enlarged = arrangement, None

    def arrange(self, arrangement: Arrangement) -> None:
        """Show in another arrangement."""
        self._arrangement = arrangement
        self._show_again()

    @property
    def _contents(self) -> Contents | None:
        """What the shelves were filled for."""
        return None if self._filled is None else self._filled[0]

    @property
    def enlarged(self) -> str | None:
        """The id of the panel that has the whole board, if there is one."""
        return self._enlarged

    def enlarge(self, panel_id: str | None) -> None:
        """Give one panel the whole board; None gives it back to all of them."""
        self._enlarged = panel_id
        self._show_again()

    def _show_again(self) -> None:
        if self._snapshot is not None:
            self.set_snapshot(self._snapshot)

    def is_shown(self, part: str) -> bool:
        """Return whether a part of the board is there; see `arrangement.PARTS`."""
        return self._contents is not None and part in self._contents.parts

    def sections(self) -> Sequence[tuple[str, ...]]:
        """Return the ids of the panels of the board, a tuple for each section."""
        return () if self._contents is None else list(panel_ids(self._contents).values())

    def hidden_panels(self) -> dict[str, str]:
        """Return the titles of the panels that are hidden by hand, by id."""
        contents, snapshot = self._contents, self._snapshot
        if contents is None or snapshot is None:
            return {}
        titles = {}
        for panel_id in (i for section in every_panel(contents).values() for i in section):
            if panel_id in self._arrangement.hidden:
                panel = self._stock[panel_id]
                panel.set_snapshot(snapshot)
                titles[panel_id] = panel.accessibleName()
        return titles

    def selected_panel(self) -> str | None:
        """Return the id of the panel with the keyboard, or with the selected cell."""
        focus = QApplication.focusWidget()
        for panel_id, panel in self.panels.items():
            if focus is not None and panel.isAncestorOf(focus):
                return panel_id
        selected = None if self._snapshot is None else self._snapshot.selection.quantity
        return selected if selected in self.panels else None

    def _shown_sections(self, contents: Contents) -> dict[str, tuple[str, ...]]:
        """Return the ids of the panels that are shown, by section."""
        sections = panel_ids(contents)
        ids = {panel_id for section in sections.values() for panel_id in section}
        if self._enlarged is None or self._enlarged not in ids:
            self._enlarged = None
            return sections
        inputs = tuple(i for i in sections[_INPUTS] if i != self._enlarged)
        return {_INPUTS: inputs, _ENLARGED: (self._enlarged,)}

    def _fill_shelves(self, contents: Contents) -> None:
        """Put the panels that there are now on the shelves, and take the others off."""
        sections, form = self._shown_sections(contents), contents.form
        self._filled = (contents, self._enlarged)
        titles = {
            "inputs": self.tr("Inputs"),
            "projections": self.tr("Projections"),
            "forward": self.tr("Forward"),
            "heads": self.tr("Heads"),
            "diagnostics": self.tr("Diagnostics"),
            "backward": self.tr("Backward"),
            _ENLARGED: "",
        }
        ids = [panel_id for section in sections.values() for panel_id in section]
        for panel_id in self.panels.keys() - set(ids):
            self.panels[panel_id].hide()
        self.panels = {panel_id: self._stock[panel_id] for panel_id in ids}
        self.explanation.set_shown(quantity_ids(contents))
        for name, section in sections.items():
            for panel_id in section:
                shelf = self._inputs if name == _INPUTS else self._board
                if self.panels[panel_id].parentWidget() is not shelf:  # else it keeps the keyboard
                    self.panels[panel_id].setParent(shelf)
        shelved = {
            name: Section(titles[name], [self.panels[i] for i in section], name == _INPUTS)
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
        inputs = shelved.pop(_INPUTS, None)
        self._inputs.set_sections([*tokens, *([inputs] if inputs else [])])
        self._board.set_sections(list(shelved.values()))

    def retranslate(self) -> None:
        """Take up the language; what tells of numbers comes with the next snapshot."""
        for part in (self.tokens, self.source_tokens, self.explanation):
            part.retranslate()
        for panel in self._stock:
            panel.view.delegate.retranslate()
        if self._contents is not None:
            self._fill_shelves(self._contents)
        self._needs = []  # other words need other room

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show a snapshot in every panel, at once.

        Large panels that are scrolled out of sight wait until they are not, if their size stays.
        """
        before, self._snapshot = self._snapshot, snapshot
        may_wait = before is not None and before.scenario.sizes == snapshot.scenario.sizes
        contents = Contents.of(snapshot.scenario, self._arrangement)
        keyboard = None
        places = list(self.panels)
        if (contents, self._enlarged) != self._filled:
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
        if keyboard is not None:
            self._give_keyboard(keyboard, places)
        needs: list[object] = [
            self._filled,
            self._arrangement.zoom,
            snapshot.scenario.labels,
            scaling(snapshot.scenario),
            *(p.layout_key() for p in self.panels.values()),
        ]
        if needs != self._needs:
            self._needs = needs
            self._chain_tab_order()
            self._name_operations(snapshot.scenario)
            self._arrange()

    def _name_operations(self, scenario: Scenario) -> None:
        """Name on the board what leads from one panel to the next."""
        ids = {panel: panel_id for panel_id, panel in self.panels.items()}

        def link(before: Item, after: Item) -> str:
            assert isinstance(before, MatrixPanel)
            assert isinstance(after, MatrixPanel)
            return operation_between(
                ids[before], ids[after], self.panels, scenario, words.translate
            )

        self._board.set_links(link)

    def _show_waiting(self) -> None:
        """Show what has come into sight."""
        if self._snapshot is None:
            return
        for panel in [p for p in self._waiting if not _is_large_and_out_of_sight(p)]:
            self._waiting.discard(panel)
            panel.set_snapshot(self._snapshot)

    # -- keyboard ----------------------------------------------------------------------------

    def _chain_tab_order(self) -> None:
        """Let Tab go through tokens and panels as they stand, not as they were made."""
        views = [panel.view for panel in self.panels.values()]
        for one, other in pairwise([*self.tokens.stops, *self.source_tokens.stops, *views]):
            QWidget.setTabOrder(one, other)

    def take_up_keyboard(self) -> None:
        """Give the keyboard to the weights, or to the first panel that there is."""
        first = self.panels.get("weights", next(iter(self.panels.values()), None))
        (self.explanation if first is None else first.view).setFocus()

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

    def _give_keyboard(self, widget: QWidget, places: Sequence[str]) -> None:
        """Give the keyboard back, or on to another panel if its widget is gone.

        Parameters
        ----------
        widget : QWidget
            What had the keyboard.
        places : sequence of str
            Ids of the panels that were shown then.
        """
        if not widget.isVisibleTo(self):
            widget = self._heir(widget, places)
        with QSignalBlocker(widget):  # the keyboard's place is no choice of the user's
            widget.setFocus()

    def _heir(self, widget: QWidget, places: Sequence[str]) -> QWidget:
        """Return the matrix that the selection is in, else the next one that is still there."""
        gone = [at for at, i in enumerate(places) if self._stock[i].isAncestorOf(widget)]
        at = gone[0] if gone else 0
        selected = "" if self._snapshot is None else self._snapshot.selection.quantity
        order = [selected, *places[at:], *reversed(places[:at]), *self.panels]
        heir = next((self.panels[i] for i in order if i in self.panels), None)
        return self.explanation if heir is None else heir.view

    # -- layout ------------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """Size of the type as a share of its usual size."""
        return self._metrics.unit / BASE_PIXELS

    def set_theme(self, theme: Theme) -> None:
        """Show in another theme."""
        self._theme = theme
        self._arrange()

    def full_size(self, size: QSize) -> QSize:
        """Return the size, at least `size`, at which nothing would have to scroll."""
        return self._columns().full_size(size, self._metrics)

    def _columns(self) -> Columns:
        bar = self._areas[0].verticalScrollBar().sizeHint().width()
        cards = [p for p in self.panels.values() if p.parentWidget() is self._inputs]
        return Columns(self.size(), bar, self._inputs, self._board, cards)

    def _fitting(self, columns: Columns) -> Metrics:
        """Return the type that the arrangement asks for, or that there is room for."""
        preset, zoom = self._arrangement.preset, self._arrangement.zoom
        if zoom is not None:
            return Metrics(unit_of(zoom))
        if self._enlarged is None:
            return columns.fitting(LARGEST[preset], inputs_scroll=preset == "lecture")
        if self.size() == self._fitted:  # the inputs stay as they were beside the whole board
            return self._metrics
        return columns.fitting_inputs(LARGEST[preset])

    def _arrange(self) -> None:
        if self._snapshot is None:
            return
        columns = self._columns()
        metrics = self._metrics = self._fitting(columns)
        self._fitted = self.size()
        self.explanation.setFixedWidth(columns.right(metrics))
        middle = columns.middle(metrics)
        on_board = metrics
        if self._enlarged is not None:
            on_board = columns.fitting_board(middle)
        for part in self._parts():
            is_large = part is self.panels.get(self._enlarged or "")
            part.set_look(self._theme, on_board if is_large else metrics)
        left = columns.left(metrics)
        self._areas[0].setFixedWidth(left + columns.left_bar(metrics))
        self._inputs.arrange(left, self._theme, metrics)
        middle -= columns.board_bar(on_board, middle)
        self._board.arrange(middle, self._theme, on_board)
        self.zoomed.emit(self.zoom)
        self._show_waiting()

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

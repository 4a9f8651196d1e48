"""The workspace: inputs at the left, the board in the middle, the explanation at the right."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from attention_gui.gui.arrangement import Arrangement
from attention_gui.gui.board import Contents, quantity_ids
from attention_gui.gui.editing import Editing
from attention_gui.gui.keyboard import Keyboard
from attention_gui.gui.panels.explanation import ExplanationPanel
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.placement import Placement
from attention_gui.gui.pointing import Pointing
from attention_gui.gui.renewing import Renewal
from attention_gui.gui.scroll_area import ScrollArea
from attention_gui.gui.shelves import Shelves
from attention_gui.gui.store import Snapshot
from attention_gui.gui.theme import Theme
from attention_gui.scenario.names import scaling

__all__ = ["Workspace"]


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
    tokens, source_tokens : TokenBar
    explanation : ExplanationPanel
    keyboard : Keyboard
    pointing : Pointing

    Parameters
    ----------
    editing : Editing, optional
        Takes what is typed; without it nothing can be edited.
    arrangement : Arrangement, optional
    is_picture : bool
        Whether it is never shown, but painted: then no panel waits until it is seen.
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
        *,
        is_picture: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("workspace")
        self._renewal = Renewal(is_picture=is_picture)
        self._snapshot: Snapshot | None = None
        self._needs: list[object] = []
        self.explanation = ExplanationPanel()
        self._arrangement = arrangement or Arrangement()
        self._enlarged: str | None = None
        self._shelves = Shelves(editing, self)
        self.tokens, self.source_tokens = self._shelves.tokens, self._shelves.source_tokens
        stock = self._shelves.stock
        self.keyboard = Keyboard(self, self._shelves)
        self.pointing = Pointing(stock)
        self.explanation.pointed.connect(self.pointing.at)
        stock.pointed.connect(self.pointing.at)
        stock.picked.connect(self.picked)
        stock.masked.connect(self._keep_mask)
        stock.acted.connect(self.acted)
        stock.ranged.connect(self.ranged)
        stock.enlarged.connect(self.enlarging)
        stock.placed.connect(self.placed)
        stock.wanted.connect(self._look_up)
        self._refit = QTimer(self, singleShot=True, interval=0)
        self._refit.timeout.connect(self._fit)
        self._areas = [ScrollArea(shelf) for shelf in (self._shelves.inputs, self._shelves.board)]
        for area in self._areas:
            for slider in (area.verticalScrollBar(), area.horizontalScrollBar()):
                slider.valueChanged.connect(self._show_waiting)
            area.resized.connect(self._show_waiting)
        self._placement = Placement(self, self._shelves, self._areas, self.explanation)
        columns = QHBoxLayout(self)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(0)
        for part, stretch in zip((*self._areas, self.explanation), (0, 1, 0), strict=True):
            columns.addWidget(part, stretch)

    def _keep_mask(self) -> None:
        """Let the mask panel stay under the mouse that allows the last blocked cell."""
        self._arrangement = self._arrangement.with_parts({"mask": True})

    def set_actions(
        self, cells: Sequence[QAction], titles: Sequence[QAction], show_panels: QAction
    ) -> None:
        """Offer actions in context menus; see `PanelStock.set_actions`.

        Parameters
        ----------
        cells, titles : sequence of QAction
        show_panels : QAction
            Shows all panels that are hidden.
        """
        self._shelves.stock.set_actions(cells, titles)
        self._shelves.empty_board.set_action(show_panels)

    def show_charts(self) -> None:
        """Add what is slow to import, once the window is there."""
        self._shelves.stock.show_charts()

    # -- what is shown -----------------------------------------------------------------------

    @property
    def panels(self) -> dict[str, MatrixPanel]:
        """The panels that are shown, by id, in the order of the board."""
        return self._shelves.panels

    @property
    def arrangement(self) -> Arrangement:
        """Which panels were asked for, in which order and how large."""
        return self._arrangement

    def expect(self, arrangement: Arrangement) -> None:
        """Show the next snapshot in another arrangement, with no panel enlarged or magnified."""
        self._arrangement, self._enlarged = arrangement, None
        self._placement.magnifier.fit_all()

    def ids_in(self, arrangement: Arrangement) -> frozenset[str]:
        """Return the ids of the panels that an arrangement would show."""
        if self._snapshot is None:
            return frozenset()
        return self._shelves.ids_in(Contents.of(self._snapshot.scenario, arrangement))

    def arrange(self, arrangement: Arrangement) -> None:
        """Show in another arrangement."""
        self._arrangement = arrangement
        self._show_again()

    @property
    def enlarged(self) -> str | None:
        """The id of the panel that has the whole board, if there is one."""
        return self._enlarged

    def enlarge(self, panel_id: str | None) -> None:
        """Give one panel the whole board; None gives it back to all of them."""
        self._enlarged = panel_id
        self._show_again()

    def magnify(self, steps: int | None, at: QPoint | None = None) -> bool:
        """Make the cells of a picture larger by steps, or smaller.

        Parameters
        ----------
        steps : int or None
            None lets all pictures have cells that fit.
        at : QPoint or None
            A place on the screen: the picture is meant that is there, and its cell there stays.
            Without it, that with the keyboard. Failing that, the enlarged one.

        Returns
        -------
        bool
            Whether there was such a picture.
        """
        if steps is None:
            was_magnified = self._placement.magnifier.fit_all()
            if was_magnified:
                self._arrange()
            return was_magnified
        keyboard = self.panels.get(self.keyboard.panel() or "")
        panel = self._placement.magnifier.meant(self.panels.values(), keyboard, at)
        if panel is None:
            return False
        held = panel.view.hold(at, panel.view.marked_place)
        panel.view.note_zoom(at)
        self._placement.magnifier.by(panel, steps)
        self._arrange()
        panel.view.let_go(held)
        return True

    def _show_again(self) -> None:
        if self._snapshot is not None:
            self.set_snapshot(self._snapshot)

    def is_shown(self, part: str) -> bool:
        """Return whether a part of the board is there; see `arrangement.PARTS`."""
        return self._shelves.is_shown(part)

    @property
    def sections(self) -> Sequence[tuple[str, ...]]:
        """The ids of all panels that the board has, a tuple for each section."""
        return self._shelves.sections

    def hidden_panels(self) -> dict[str, str]:
        """Return the titles of the panels that are hidden by hand, by id."""
        return {} if self._snapshot is None else self._shelves.hidden_panels(self._snapshot)

    def selected_panel(self) -> str | None:
        """Return the id of the panel with the keyboard, or with the selected cell."""
        panel_id = self.keyboard.panel()
        if panel_id is not None:
            return panel_id
        selected = None if self._snapshot is None else self._snapshot.selection.quantity
        return selected if selected in self.panels else None

    def retranslate(self) -> None:
        """Take up the language; what tells of numbers comes with the next snapshot."""
        self._shelves.retranslate()
        self.explanation.retranslate()
        self._needs = []  # other words need other room

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show a snapshot in every panel, at once; large ones out of sight have no numbers yet."""
        before, self._snapshot = self._snapshot, snapshot
        is_renumbered = snapshot.is_renumbered(before)
        has_same_cells = before is not None and before.scenario.sizes == snapshot.scenario.sizes
        contents = Contents.of(snapshot.scenario, self._arrangement)
        taken = None
        if (contents, self._enlarged) != (self._shelves.contents, self._shelves.enlarged):
            taken = self.keyboard.take(self._shelves.disturbed(contents, self._enlarged))
            self._shelves.fill(contents, self._enlarged)
            self._enlarged = self._shelves.enlarged
            self.explanation.set_shown(quantity_ids(self.panels))
            has_same_cells = is_renumbered = False
        panels, may_resize = list(self.panels.values()), True
        if is_renumbered:
            may_resize = self._renewal.renumber(panels, snapshot)
        else:
            self._renewal.show(panels, snapshot)
        for part in (self.tokens, self.source_tokens, self.explanation):
            part.set_snapshot(snapshot)
        self.pointing.set_snapshot(snapshot, has_same_cells=has_same_cells)
        if taken is not None:
            self.keyboard.give(taken, snapshot.selection.quantity)
        if may_resize:
            self._fit()

    def _fit(self) -> None:
        """Arrange everything anew if anything needs another place."""
        snapshot = self._snapshot
        if snapshot is None:
            return
        needs: list[object] = [
            self._shelves.contents,
            self._enlarged,
            self._arrangement.zoom,
            snapshot.scenario.labels,
            scaling(snapshot.scenario, snapshot.numbers),
            *(p.layout_key() for p in self.panels.values()),
        ]
        if needs != self._needs:
            self._needs = needs
            self.keyboard.chain_tab_order()
            self._shelves.name_operations(snapshot)
            self._arrange()

    def _look_up(self, panel: MatrixPanel) -> None:
        """Show the numbers of a panel that has waited, which may need another size."""
        if self._snapshot is not None:
            panel.set_snapshot(self._snapshot)
            self._refit.start()

    def _show_waiting(self) -> None:
        """Show what has come into sight, which may need another size."""
        snapshot, panels = self._snapshot, self.panels.values()
        if snapshot is not None and self._renewal.show_seen(panels, snapshot):
            self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Show numbers where they are seen from now on."""
        super().showEvent(event)
        self._show_waiting()

    def reveal_selection(self) -> None:
        """Bring the selected cell into sight, and the keyboard to it, if a panel shows it."""
        if self._snapshot is None:
            return
        selection = self._snapshot.selection
        own_first = sorted(
            self.panels.values(), key=lambda panel: panel.quantity_id != selection.quantity
        )
        for panel in own_first:
            place = panel.outline.place(selection)
            if place is None:
                continue
            area = next(area for area in self._areas if area.isAncestorOf(panel))
            at = panel.view.mapTo(panel, panel.view.cell_box(*place).center())
            area.reveal(panel, at, self._placement.metrics.gap)
            panel.view.setFocus()
            return

    # -- layout ------------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """Size of the type as a share of its usual size."""
        return self._placement.zoom

    def set_theme(self, theme: Theme) -> None:
        """Show in another theme."""
        self._placement.theme = theme
        self._arrange()

    def full_size(self, size: QSize) -> QSize:
        """Return the size, at least `size`, at which nothing would have to scroll."""
        return self._placement.full_size(size)

    def _arrange(self) -> None:
        # A window's workspace has a size of its own only once it is shown.
        if self._snapshot is None or not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            return
        self._placement.arrange(self._arrangement, self.panels.get(self._enlarged or ""))
        self.zoomed.emit(self.zoom)
        self._show_waiting()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit to the new size."""
        super().resizeEvent(event)
        self._arrange()

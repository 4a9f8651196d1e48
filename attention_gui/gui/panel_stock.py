"""The panels that were made so far: each is made when it is first shown, and kept."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from attention_gui.gui.board import make_panel
from attention_gui.gui.editing import Editing
from attention_gui.gui.panel_mover import PanelMover
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.panels.softmax_panel import SoftmaxPanel

__all__ = ["PanelStock"]


class PanelStock(QObject):
    """Makes panels, and passes on what is done in them.

    Attributes
    ----------
    picked, acted : Signal(str, tuple)
        As those of a `MatrixPanel`.
    masked : Signal()
        A cell of the mask panel is acted on; `acted` follows.
    ranged : Signal()
        As that of its matrix.
    pointed : Signal(Cell or None)
        As that of a `MatrixPanel`.
    enlarged : Signal(str)
        The title of the panel with this id was double-clicked.
    placed : Signal(str, int)
        As that of a `PanelMover`.
    wanted : Signal(MatrixPanel)
        As that of a `MatrixPanel`.

    Parameters
    ----------
    editing : Editing or None
        Takes what is typed; without it nothing can be edited.
    place : QWidget
        What a panel lies on until it is put elsewhere.
    """

    picked = Signal(str, tuple)
    acted = Signal(str, tuple)
    masked = Signal()
    ranged = Signal()
    pointed = Signal(object)
    enlarged = Signal(str)
    placed = Signal(str, int)
    wanted = Signal(object)

    def __init__(self, editing: Editing | None, place: QWidget) -> None:
        super().__init__(place)
        self._editing = editing
        self._place = place
        self._panels: dict[str, MatrixPanel] = {}
        self._cell_actions: Sequence[QAction] = ()
        self._title_actions: Sequence[QAction] = ()
        self._has_charts = False
        self._mover = PanelMover(self)
        self._mover.placed.connect(self.placed)

    def __iter__(self) -> Iterator[MatrixPanel]:
        return iter(self._panels.values())

    def __getitem__(self, panel_id: str) -> MatrixPanel:
        """Return the panel of an id."""
        if panel_id not in self._panels:
            self._panels[panel_id] = self._made(panel_id)
        return self._panels[panel_id]

    def _made(self, panel_id: str) -> MatrixPanel:
        panel = make_panel(panel_id, self._editing)
        panel.setParent(self._place)
        panel.picked.connect(self.picked)
        if panel_id == "mask":
            panel.acted.connect(self.masked)
        panel.acted.connect(self.acted)
        panel.pointed.connect(self.pointed)
        panel.wanted.connect(lambda: self.wanted.emit(panel))
        panel.view.ranged.connect(self.ranged)
        panel.title_double_clicked.connect(lambda: self.enlarged.emit(panel_id))
        self._mover.watch(panel)
        self._offer(panel)
        if self._has_charts and isinstance(panel, SoftmaxPanel):
            panel.show_chart()
        return panel

    def _offer(self, panel: MatrixPanel) -> None:
        panel.view.set_actions([*self._cell_actions, *self._title_actions])
        panel.set_actions(self._title_actions)

    def set_actions(self, cells: Sequence[QAction], titles: Sequence[QAction]) -> None:
        """Offer actions in context menus.

        Parameters
        ----------
        cells : sequence of QAction
            What can be done to a range of cells, by their keys in a matrix as well.
        titles : sequence of QAction
            What can be done to a panel.
        """
        self._cell_actions, self._title_actions = cells, titles
        for panel in self:
            self._offer(panel)

    def show_charts(self) -> None:
        """Add what is slow to import, once the window is there."""
        self._has_charts = True
        for panel in self:
            if isinstance(panel, SoftmaxPanel):
                panel.show_chart()

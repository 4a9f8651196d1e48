"""Panels that are dragged by their titles to another place in their section."""

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QScrollArea, QWidget

from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.shelf import Shelf

__all__ = ["PanelMover"]

_NEAR = 40
"""So near to the edge of what is seen, the shelf scrolls, in pixels."""


class PanelMover(QObject):
    """Shows on the shelf where a dragged panel would go, and tells where it is dropped.

    Attributes
    ----------
    placed : Signal(str, int)
        The panel's id, and how many panels of its section it is to follow.
    """

    placed = Signal(str, int)

    def watch(self, panel: MatrixPanel) -> None:
        """Let a panel be dragged."""
        panel.title_dragged.connect(lambda at: self._drag(panel, at))
        panel.title_released.connect(lambda is_meant: self._drop(panel, is_meant))

    _place: int | None = None

    def _drag(self, panel: MatrixPanel, at: QPoint) -> None:
        shelf = panel.parentWidget()
        if isinstance(shelf, Shelf):
            here = shelf.mapFromGlobal(at)
            self._place = shelf.show_drop(panel, here)
            area = _area_around(shelf)
            if area is not None:
                area.ensureVisible(here.x(), here.y(), _NEAR, _NEAR)

    def _drop(self, panel: MatrixPanel, is_meant: bool) -> None:
        shelf, place = panel.parentWidget(), self._place
        self._place = None
        if isinstance(shelf, Shelf):
            shelf.show_drop(panel, None)
        if is_meant and place is not None:
            self.placed.emit(panel.quantity_id, place)


def _area_around(shelf: QWidget) -> QScrollArea | None:
    viewport = shelf.parentWidget()
    area = None if viewport is None else viewport.parentWidget()
    return area if isinstance(area, QScrollArea) else None

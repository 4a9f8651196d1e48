"""Showing a snapshot in panels: in all at once, but in what nobody sees only when it is seen."""

from collections.abc import Iterable, Sequence

from PySide6.QtGui import QAccessible

from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.store import Snapshot
from attention_gui.quantities import Axis
from attention_gui.scenario.sheet import MOST_LINES

__all__ = ["Renewal"]


class Renewal:
    """Shows snapshots in panels.

    Those of a large problem that are out of sight wait: they have an outline, and the numbers are
    looked up when they come into sight.

    Parameters
    ----------
    is_picture : bool
        Whether the panels are never shown, but painted: then none waits.
    """

    def __init__(self, *, is_picture: bool) -> None:
        self._is_picture = is_picture

    def show(self, panels: Sequence[MatrixPanel], snapshot: Snapshot) -> None:
        """Show a snapshot in panels."""
        is_large = _is_large(snapshot)
        for panel in panels:
            if self._may_wait(panel, is_large or panel.outline_of(snapshot).is_picture):
                panel.wait(snapshot)
            else:
                panel.set_snapshot(snapshot)
            panel.setVisible(True)  # of a new form there is something to show only now

    def renumber(self, panels: Sequence[MatrixPanel], snapshot: Snapshot) -> bool:
        """Show a snapshot that differs from what panels show in numbers alone.

        Returns
        -------
        bool
            Whether any panel may need another size.
        """
        waiting = self._waiting(panels, snapshot)
        for panel in waiting:
            panel.wait_for_numbers()
        anew = [panel for panel in panels if panel.is_waiting and panel not in waiting]
        for panel in anew:
            panel.set_snapshot(snapshot)
        others = [panel for panel in panels if panel not in waiting and panel not in anew]
        return _renumber(others, snapshot) or bool(anew)

    def show_seen(self, panels: Iterable[MatrixPanel], snapshot: Snapshot) -> bool:
        """Show the snapshot in what has waited until it came into sight.

        Returns
        -------
        bool
            Whether there was any, which may need another size.
        """
        asked = [panel for panel in panels if panel.is_waiting]
        waiting = self._waiting(asked, snapshot)
        seen = [panel for panel in asked if panel not in waiting]
        for panel in seen:
            panel.set_snapshot(snapshot)
        return bool(seen)

    def _waiting(self, panels: Sequence[MatrixPanel], snapshot: Snapshot) -> list[MatrixPanel]:
        """Return which panels may wait that have an outline for the snapshot."""
        is_large = _is_large(snapshot)
        return [p for p in panels if self._may_wait(p, is_large or p.outline.is_picture)]

    def _may_wait(self, panel: MatrixPanel, is_large: bool) -> bool:
        """Return whether what a panel shows is large, and can be seen or heard by nobody.

        None may while a screen reader listens, which is told of what is out of sight, too.
        """
        if not is_large or self._is_picture or QAccessible.isActive():
            return False
        return not panel.isVisible() or panel.visibleRegion().isEmpty()


def _is_large(snapshot: Snapshot) -> bool:
    """Return whether there are many tokens: then what has few cells may be costly, too."""
    sizes = snapshot.scenario.sizes
    return max(sizes[Axis.QUERY], sizes[Axis.KEY]) > MOST_LINES


def _renumber(panels: Sequence[MatrixPanel], snapshot: Snapshot) -> bool:
    """Show other numbers, and return whether any panel may need another size.

    One kind of work for all panels after the other takes less time than all the work for one
    panel after the other: the processor has the instructions at hand that it has just run.
    """
    sheets = [panel.renumbered(snapshot) for panel in panels]
    pairs = zip(panels, sheets, strict=True)
    may_resize = [panel.renumber(sheet, snapshot) for panel, sheet in pairs]
    for panel in panels:
        panel.view.prepare()
    return any(may_resize)

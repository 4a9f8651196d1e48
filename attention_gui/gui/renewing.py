"""Showing a snapshot in panels: other numbers in all at once, and which panels may wait."""

from collections.abc import Sequence

from PySide6.QtGui import QAccessible

from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.store import Snapshot

__all__ = ["is_large_and_out_of_sight", "needs_as_much_room", "renumber"]


def renumber(panels: Sequence[MatrixPanel], snapshot: Snapshot) -> bool:
    """Show other numbers, and return whether any panel may need another size.

    One kind of work for all panels after the other takes less time than all the work for one
    panel after the other: the processor has the instructions at hand that it has just run.

    Parameters
    ----------
    panels : sequence of MatrixPanel
    snapshot : Snapshot
        Differs from what they show in numbers alone.
    """
    sheets = [panel.renumbered(snapshot) for panel in panels]
    pairs = zip(panels, sheets, strict=True)
    may_resize = [panel.renumber(sheet, snapshot) for panel, sheet in pairs]
    for panel in panels:
        panel.view.prepare()
    return any(may_resize)


def needs_as_much_room(before: Snapshot | None, snapshot: Snapshot) -> bool:
    """Return whether labels and digits need as much room as before, so that panels may wait.

    None may while a screen reader listens, which is told of what is out of sight, too.
    """
    if before is None or QAccessible.isActive():
        return False
    one, other = before.scenario, snapshot.scenario
    return (
        before.numbers == snapshot.numbers
        and one.sizes == other.sizes
        and one.labels == other.labels
        and one.source_labels == other.source_labels
    )


def is_large_and_out_of_sight(panel: MatrixPanel) -> bool:
    """Return whether a panel is costly to show, and can be seen by nobody."""
    is_large = panel.view.sheet_model.has_sheet and panel.sheet.is_picture
    return is_large and panel.isVisible() and panel.visibleRegion().isEmpty()

"""Where the keyboard is on the board, and where it goes when panels come and go."""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QApplication, QWidget

from attention_gui.gui.shelves import Shelves

__all__ = ["Keyboard"]


@dataclass(frozen=True, slots=True)
class _Taken:
    """Where the keyboard was.

    Attributes
    ----------
    widget : QWidget
        What had it.
    places : sequence of str
        Ids of the panels that were shown then.
    """

    widget: QWidget
    places: Sequence[str]


class Keyboard:
    """Finds, takes and gives the keyboard of a workspace.

    Parameters
    ----------
    workspace : QWidget
    shelves : Shelves
    """

    def __init__(self, workspace: QWidget, shelves: Shelves) -> None:
        self._workspace = workspace
        self._shelves = shelves

    def take_up(self) -> None:
        """Give the keyboard to the weights, or to the first panel that there is."""
        panels = self._shelves.panels
        first = panels.get("weights", next(iter(panels.values()), None))
        (self._shelves.empty_board if first is None else first.view).setFocus()

    def panel(self) -> str | None:
        """Return the id of the panel that has the keyboard, if one has it."""
        focus = QApplication.focusWidget()
        if focus is None:
            return None
        return next((i for i, p in self._shelves.panels.items() if p.isAncestorOf(focus)), None)

    def chain_tab_order(self) -> None:
        """Let Tab go through tokens and panels as they stand, not as they were made."""
        shelves = self._shelves
        views = [panel.view for panel in shelves.panels.values()]
        tokens = *shelves.tokens.stops, *shelves.source_tokens.stops
        stops = [*tokens, *views, shelves.empty_board]
        for one, other in pairwise(stops):
            QWidget.setTabOrder(one, other)

    def take(self, disturbed: Iterable[QWidget]) -> _Taken | None:
        """Take the keyboard from what is about to be hidden or moved.

        Otherwise Qt hands it on to the next widget, and a matrix would take that for a choice of
        its first cell.

        Parameters
        ----------
        disturbed : iterable of QWidget
        """
        focus = QApplication.focusWidget()
        if focus is None or not any(w is focus or w.isAncestorOf(focus) for w in disturbed):
            return None
        with ExitStack() as stack:
            for panel in self._shelves.stock:
                if panel.isAncestorOf(focus):  # it may have an open editor
                    stack.enter_context(panel.view.delegate.held())
            focus.clearFocus()
        return _Taken(focus, list(self._shelves.panels))

    def give(self, taken: _Taken, selected: str) -> None:
        """Give the keyboard back, or on to another panel if its widget is gone.

        Parameters
        ----------
        taken : _Taken
        selected : str
            The id of the selected quantity.
        """
        widget = taken.widget
        if not widget.isVisibleTo(self._workspace):
            widget = self._heir(taken, selected) or self._shelves.empty_board
        with QSignalBlocker(widget):  # the keyboard's place is no choice of the user's
            widget.setFocus()

    def _heir(self, taken: _Taken, selected: str) -> QWidget | None:
        """Return the matrix that gets the keyboard of a panel that is gone.

        It is the one that the selection is in, else the next one, else the one before.
        """
        places, panels, stock = taken.places, self._shelves.panels, self._shelves.stock
        gone = [at for at, i in enumerate(places) if stock[i].isAncestorOf(taken.widget)]
        at = gone[0] if gone else 0
        order = [selected, *places[at:], *reversed(places[:at]), *panels]
        return next((panels[i].view for i in order if i in panels), None)

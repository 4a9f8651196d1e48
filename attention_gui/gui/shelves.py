"""What is shown: tokens and inputs on one shelf, the board's panels on another."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from attention_gui.gui import words
from attention_gui.gui.board import Contents, every_panel, panel_ids
from attention_gui.gui.editing import Editing
from attention_gui.gui.empty_board import EmptyBoard
from attention_gui.gui.flow import Item, Section
from attention_gui.gui.panel_stock import PanelStock
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.shelf import Shelf
from attention_gui.gui.store import Snapshot
from attention_gui.gui.token_bar import TokenBar
from attention_gui.scenario.operations import operation_between

__all__ = ["Shelves"]

_MASK = "mask"
_INPUTS, _ENLARGED = "inputs", "enlarged"
"""Sections that are not of the board: that at the left, and that of the enlarged panel."""


class Shelves(QObject):
    """Puts panels on shelves, and takes them off.

    Attributes
    ----------
    inputs, board : Shelf
    tokens, source_tokens : TokenBar
    empty_board : EmptyBoard
    stock : PanelStock
    panels : dict from str to MatrixPanel
        Those that are shown, by id, in the order of the board.
    contents : Contents or None
        What the shelves are filled for; None while they are empty.
    enlarged : str or None
        The id of the panel that has the board to itself.

    Parameters
    ----------
    editing : Editing or None
        Takes what is typed; without it nothing can be edited.
    """

    def __init__(self, editing: Editing | None, parent: QObject) -> None:
        super().__init__(parent)
        self.inputs, self.board = Shelf(), Shelf()
        self.inputs.setObjectName("inputs")
        self.board.setObjectName("board")
        self.tokens, self.source_tokens = TokenBar(), TokenBar(is_source=True)
        for bar in (self.tokens, self.source_tokens):
            bar.setParent(self.inputs)
        self.stock = PanelStock(editing, self.board)
        self.empty_board = EmptyBoard(self.board)
        self.panels: dict[str, MatrixPanel] = {}
        self.contents: Contents | None = None
        self.enlarged: str | None = None

    @property
    def sections(self) -> Sequence[tuple[str, ...]]:
        """The ids of all panels that the board has, a tuple for each section."""
        return () if self.contents is None else list(panel_ids(self.contents).values())

    def is_shown(self, part: str) -> bool:
        """Return whether a part of the board is there; see `arrangement.PARTS`."""
        return self.contents is not None and part in self.contents.parts

    def hidden_panels(self, snapshot: Snapshot) -> dict[str, str]:
        """Return the titles of the panels that are hidden by hand, by id."""
        titles: dict[str, str] = {}
        if self.contents is None:
            return titles
        hidden = self.contents.arrangement.hidden
        for panel_id in (i for section in every_panel(self.contents).values() for i in section):
            if panel_id in hidden:
                panel = self.stock[panel_id]
                panel.wait(snapshot)
                titles[panel_id] = panel.accessibleName()
        return titles

    # -- filling -----------------------------------------------------------------------------

    def fill(self, contents: Contents, enlarged: str | None) -> None:
        """Put the panels that there are now on the shelves, and take the others off.

        Parameters
        ----------
        contents : Contents
        enlarged : str or None
            The panel that has the board to itself, if it is still there.
        """
        self.contents, form = contents, contents.form
        sections = _shown_sections(contents, enlarged)
        self.enlarged = enlarged if _ENLARGED in sections else None
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
        self.panels = {panel_id: self.stock[panel_id] for panel_id in ids}
        for panel_id, shelf in self._places(sections).items():
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
        self.inputs.set_sections([*tokens, *([inputs] if inputs else [])])
        self.empty_board.setVisible(not shelved)
        self.board.set_sections(list(shelved.values()) or [Section("", [self.empty_board])])

    def disturbed(self, contents: Contents, enlarged: str | None) -> list[QWidget]:
        """Return what `fill` would hide, or put on another shelf."""
        places = self._places(_shown_sections(contents, enlarged))
        widgets: list[QWidget] = [
            panel
            for panel_id, panel in self.panels.items()
            if places.get(panel_id) is not panel.parentWidget()
        ]
        if not contents.form.is_cross:
            widgets.append(self.source_tokens)
        if self.board in places.values():
            widgets.append(self.empty_board)
        return widgets

    def _places(self, sections: Mapping[str, Sequence[str]]) -> dict[str, Shelf]:
        """Return on which shelf each panel of some sections is."""
        return {
            panel_id: self.inputs if name == _INPUTS else self.board
            for name, section in sections.items()
            for panel_id in section
        }

    def ids_in(self, contents: Contents) -> frozenset[str]:
        """Return the ids of the panels that would be shown, one of them enlarged or not."""
        sections = _shown_sections(contents, self.enlarged)
        return frozenset(panel_id for section in sections.values() for panel_id in section)

    def retranslate(self) -> None:
        """Take up the language; what tells of numbers comes with the next snapshot."""
        for bar in (self.tokens, self.source_tokens):
            bar.retranslate()
        self.empty_board.retranslate()
        for panel in self.stock:
            panel.view.delegate.retranslate()
        if self.contents is not None:
            self.fill(self.contents, self.enlarged)

    def name_operations(self, snapshot: Snapshot) -> None:
        """Name on the board what leads from one panel to the next."""
        ids: dict[object, str] = {panel: panel_id for panel_id, panel in self.panels.items()}
        order = list(self.panels)

        def link(before: Item, after: Item) -> str:
            start = ids[before]
            if start == _MASK:  # it is no quantity: what is before it is masked
                start = order[max(0, order.index(_MASK) - 1)]
            return operation_between(
                start,
                ids[after],
                self.panels,
                snapshot.scenario,
                snapshot.numbers,
                words.translate,
            )

        self.board.set_links(link)


def _shown_sections(contents: Contents, enlarged: str | None) -> dict[str, tuple[str, ...]]:
    """Return the ids of the panels that are shown, by section."""
    sections = panel_ids(contents)
    if enlarged is None or not any(enlarged in section for section in sections.values()):
        return sections
    inputs = tuple(i for i in sections[_INPUTS] if i != enlarged)
    return {_INPUTS: inputs, _ENLARGED: (enlarged,)}

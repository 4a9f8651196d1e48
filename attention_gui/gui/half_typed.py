"""Text that is half-typed: it stays open while its cell does, and is committed before that goes."""

from collections.abc import Container

from attention_gui.engine import AttentionError
from attention_gui.gui.arrangement import Arrangement
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.store import Store
from attention_gui.gui.workspace import Workspace
from attention_gui.scenario.edits import Edit, apply
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection
from attention_gui.scenario.staying import cell_stays

__all__ = ["HalfTyped"]


class HalfTyped:
    """Commits what is half-typed on a workspace.

    Parameters
    ----------
    workspace : Workspace
    store : Store
    """

    def __init__(self, workspace: Workspace, store: Store) -> None:
        self._workspace = workspace
        self._store = store

    def commit(self) -> bool:
        """Commit everything, so that what is saved is what is seen; return False if refused."""
        for bar in (self._workspace.tokens, self._workspace.source_tokens):
            bar.commit()
        return self._commit_cells()

    def commit_before(self, edit: Edit) -> bool:
        """Commit what is typed into cells that an edit would move or take away.

        Returns
        -------
        bool
            Whether the edit may be applied: text that is refused stays where it is.
        """
        if not self._is_open:
            return True
        after = self._applied(edit)
        if after is not None and self._commit_names_unless_in(after):
            after = self._applied(edit)  # it has the names now
        return after is None or self._commit_cells_unless_in(after)

    def _applied(self, edit: Edit) -> Scenario | None:
        """Return what an edit leads to, or None where it is refused and nothing moves."""
        try:
            return apply(self._store.snapshot.scenario, edit)
        except AttentionError:
            return None

    def commit_unless_in(self, after: Scenario) -> bool:
        """Commit what is typed into cells that are elsewhere, or gone, in another scenario.

        Returns
        -------
        bool
            Whether that may be shown: text that is refused stays where it is.
        """
        self._commit_names_unless_in(after)
        return self._commit_cells_unless_in(after)

    def commit_unless_at(self, selection: Selection) -> bool:
        """Commit what is typed into a page that gives way to another one at a selection.

        Returns
        -------
        bool
            Whether that may be selected: text that is refused keeps its page.
        """
        if not self._is_open:
            return True
        at = self._store.snapshot.changed(selection=selection)
        return self._commit_cells(
            {
                panel_id
                for panel_id, panel in self._workspace.panels.items()
                if panel.view.delegate.editor is not None
                and panel.outline_of(at).fixed == panel.outline.fixed
            }
        )

    def _commit_names_unless_in(self, after: Scenario) -> bool:
        """Commit names of tokens that are elsewhere, or gone; return whether there were any."""
        before, have_moved = self._store.snapshot.scenario, False
        for bar in (self._workspace.tokens, self._workspace.source_tokens):
            if bar.open_at is not None:
                one, other = (bar.labels_of(of)[: bar.open_at + 1] for of in (before, after))
                if one != other:
                    bar.commit()
                    have_moved = True
        return have_moved

    def _commit_cells_unless_in(self, after: Scenario) -> bool:
        panels = self._workspace.panels.items()
        return self._commit_cells({i for i, panel in panels if self._stays(panel, after)})

    def commit_unless_shown(self, arrangement: Arrangement) -> bool:
        """Commit what is typed into panels that an arrangement hides; return False if refused."""
        return self._commit_cells(self._workspace.ids_in(arrangement))

    @property
    def _is_open(self) -> bool:
        """Whether anything is half-typed; an edit is applied twice if so."""
        workspace = self._workspace
        names = workspace.tokens, workspace.source_tokens
        cells = (panel.view.delegate.editor for panel in workspace.panels.values())
        return any(bar.open_at is not None for bar in names) or any(
            editor is not None for editor in cells
        )

    def _stays(self, panel: MatrixPanel, after: Scenario) -> bool:
        """Return whether a panel has an open cell that is where it was."""
        snapshot, delegate = self._store.snapshot, panel.view.delegate
        if delegate.editor is None:
            return False
        place = delegate.place
        return cell_stays(panel.quantity_id, *place, snapshot.selection, snapshot.scenario, after)

    def _commit_cells(self, staying: Container[str] = ()) -> bool:
        panels = self._workspace.panels.items()
        return all(p.view.delegate.commit() for i, p in panels if i not in staying)

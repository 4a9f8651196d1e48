"""Text that is half-typed: it stays open while its cell does, and is committed before that goes."""

from collections.abc import Container

from attention_gui.engine import AttentionError
from attention_gui.gui.arrangement import Arrangement
from attention_gui.gui.panels.matrix_panel import MatrixPanel
from attention_gui.gui.store import Store
from attention_gui.gui.workspace import Workspace
from attention_gui.scenario.edits import Edit, apply
from attention_gui.scenario.scenario import Scenario
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
        try:
            after = apply(self._store.snapshot.scenario, edit)
        except AttentionError:
            return True  # nothing moves
        return self.commit_unless_in(after)

    def commit_unless_in(self, after: Scenario) -> bool:
        """Commit what is typed into cells that are elsewhere, or gone, in another scenario.

        Returns
        -------
        bool
            Whether that may be shown: text that is refused stays where it is.
        """
        before = self._store.snapshot.scenario
        for bar in (self._workspace.tokens, self._workspace.source_tokens):
            if bar.open_at is not None:
                one, other = (bar.labels_of(of)[: bar.open_at + 1] for of in (before, after))
                if one != other:
                    bar.commit()
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

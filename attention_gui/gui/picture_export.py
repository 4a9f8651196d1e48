"""Saving panels as pictures: what is asked for, and where it goes."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from attention_gui.engine import AttentionError
from attention_gui.gui.document import Document
from attention_gui.gui.file_choice import FileChoice
from attention_gui.gui.picture_files import FILTER, FORMATS, format_of, with_format
from attention_gui.gui.pictures import BOARD, pictures
from attention_gui.gui.store import Store
from attention_gui.gui.words import Say
from attention_gui.gui.workspace import Workspace
from attention_gui.whole_files import write_all

__all__ = ["PictureExport"]

_SCALE = 2.0


class PictureExport(QObject):
    """Asks for files, and writes pictures of what the board shows into them.

    Parameters
    ----------
    store : Store
    workspace : Workspace
    document : Document
        In whose folder the dialogs start.
    theme : callable
        Returns the name of the theme.
    say : callable
        Says what has been done.
    refuse : callable
        Tells of an AttentionError.
    parent : QWidget
        The window that the dialogs belong to.
    """

    def __init__(
        self,
        store: Store,
        workspace: Workspace,
        document: Document,
        theme: Callable[[], str],
        say: Say,
        refuse: Callable[[AttentionError], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._workspace = workspace
        self._document = document
        self._theme = theme
        self._say = say
        self._refuse = refuse
        self._window = parent
        self._choice = FileChoice(parent)

    def panel(self) -> None:
        """Ask for a file and save the selected panel as a picture."""
        panel_id = self._workspace.selected_panel() or BOARD
        start = self._document.folder / f"{panel_id}.png"
        path = self._choice.file(self.tr("Export"), start, FILTER, with_format)
        if path is not None and self._write([panel_id], format_of(path), lambda _: path):
            self._say(lambda: self.tr("exported: {0}").format(path.name))

    def all_panels(self, kind: str) -> None:
        """Ask for a folder and save a picture of every panel and of the board.

        Parameters
        ----------
        kind : str
            A key of `picture_files.FORMATS`.
        """
        name = QFileDialog.getExistingDirectory(
            self._window, self.tr("Export all panels"), str(self._document.folder)
        )
        if not name:
            return
        folder = Path(name)
        n_files = self._write(
            None, kind, lambda panel_id: folder / f"{panel_id}.{kind}", self._choice.may_replace
        )
        if n_files:
            self._say(
                lambda: self.tr("exported to “{0}”, files: {1}").format(
                    folder.name or name, n_files
                )
            )

    def _write(
        self,
        ids: Sequence[str] | None,
        kind: str,
        path: Callable[[str], Path],
        may_write: Callable[[Sequence[Path]], bool] = lambda _: True,
    ) -> int:
        """Write the pictures of panels, of all if `ids` is None; return how many files."""
        try:
            drawn = pictures(
                self._store.snapshot, self._theme(), _SCALE, ids,
                self._workspace.arrangement, draw=FORMATS[kind],
            )  # fmt: skip
            contents = {path(panel_id): content for panel_id, content in drawn.items()}
            if not may_write(list(contents)):
                return 0
            write_all(contents)
        except AttentionError as error:
            self._refuse(error)
            return 0
        return len(contents)

"""Saving panels as pictures: what is asked for, and where it goes."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from attention_gui.engine import AttentionError
from attention_gui.gui.document import Document
from attention_gui.gui.picture_files import FILTER, FORMATS, with_format
from attention_gui.gui.pictures import BOARD, pictures
from attention_gui.gui.store import Store
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
        refuse: Callable[[AttentionError], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._workspace = workspace
        self._document = document
        self._theme = theme
        self._refuse = refuse
        self._window = parent

    def panel(self) -> None:
        """Ask for a file and save the selected panel as a picture."""
        panel_id = self._workspace.selected_panel() or BOARD
        start = self._document.folder / f"{panel_id}.png"
        title = self.tr("Export")
        name, _ = QFileDialog.getSaveFileName(self._window, title, str(start), FILTER)
        if name:
            path = with_format(Path(name))
            self._write([panel_id], path.suffix[1:], lambda _: path)

    def all_panels(self, kind: str) -> None:
        """Ask for a folder and save a picture of every panel and of the board.

        Parameters
        ----------
        kind : str
            A key of `picture_files.FORMATS`.
        """
        folder = QFileDialog.getExistingDirectory(
            self._window, self.tr("Export all panels"), str(self._document.folder)
        )
        if folder:
            self._write(None, kind, lambda panel_id: Path(folder) / f"{panel_id}.{kind}")

    def _write(self, ids: Sequence[str] | None, kind: str, path: Callable[[str], Path]) -> None:
        try:
            drawn = pictures(
                self._store.snapshot, self._theme(), _SCALE, ids,
                self._workspace.arrangement, draw=FORMATS[kind],
            )  # fmt: skip
            write_all({path(panel_id): content for panel_id, content in drawn.items()})
        except AttentionError as error:
            self._refuse(error)

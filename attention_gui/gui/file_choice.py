"""Asking where something is to be saved: nothing is replaced without a question."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from attention_gui.gui.questions import ask

__all__ = ["FileChoice"]

_NAMED = 3
"""Most files that a question names."""


class FileChoice(QObject):
    """Asks for a file to save to, and whether files may be replaced.

    Parameters
    ----------
    window : QWidget
        The window that the dialogs belong to.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def file(
        self, title: str, start: Path, formats: str, completed: Callable[[Path, str], Path]
    ) -> Path | None:
        """Ask for a file to save to; return None when nothing is to be saved.

        Parameters
        ----------
        title : str
        start : Path
            What is offered.
        formats : str
            The filters of the dialog, two semicolons between them.
        completed : callable
            Returns the path that is written to, given the chosen one and the chosen filter: with
            the ending that was not typed.
        """
        while True:
            name, chosen = QFileDialog.getSaveFileName(self._window, title, str(start), formats)
            if not name:
                return None
            path = completed(Path(name), chosen)
            # About the very file that was typed the dialog has asked.
            if path == Path(name) or self.may_replace([path]):
                return path
            start = path

    def may_replace(self, paths: Sequence[Path]) -> bool:
        """Return whether files may be written; ask if any of them exist."""
        existing = [path for path in paths if path.is_file()]
        if not existing:
            return True
        if len(existing) == 1:
            text = self.tr("“{0}” already exists. Replace it?").format(existing[0].name)
        else:
            names = ", ".join(path.name for path in existing[:_NAMED])
            text = self.tr("Files that are already in “{0}”: {1} ({2}). Replace them?").format(
                existing[0].parent.name,
                len(existing),
                f"{names}, …" if len(existing) > _NAMED else names,
            )
        buttons = QMessageBox.StandardButton
        answers = {buttons.Cancel: self.tr("&Cancel"), buttons.Yes: self.tr("&Replace")}
        answer = ask(self._window, "replace", self.tr("Replace files"), text, answers)
        return answer == buttons.Yes

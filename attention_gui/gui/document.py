"""The file that is open: reading, saving, and never losing what is not saved."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from attention_gui.engine import AttentionError
from attention_gui.gui import words
from attention_gui.gui.file_choice import FileChoice
from attention_gui.gui.questions import ask
from attention_gui.gui.store import Store
from attention_gui.scenario import examples, files
from attention_gui.scenario.scenario import Scenario

__all__ = ["Document"]


class Document(QObject):
    """Ties the store's scenario to a file.

    Attributes
    ----------
    changed : Signal()
        The file's name or whether it is saved.
    opened : Signal()
        Another scenario, or the same one saved: an old refusal no longer matters.
    refused : Signal(AttentionError)
    said : Signal(Message)
        What has been done.

    Parameters
    ----------
    store : Store
    path : Path or None
        The file that the scenario was read from and is saved to.
    commit : callable
        Commits half-typed text; returns False when it is refused.
    view : callable
        Returns the view that a scenario is to be saved with.
    window : QWidget
        Parent of the dialogs.
    """

    changed = Signal()
    opened = Signal()
    refused = Signal(AttentionError)
    said = Signal(object)

    def __init__(
        self,
        store: Store,
        path: Path | None,
        commit: Callable[[], bool],
        view: Callable[[], Mapping[str, object]],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._store = store
        self._path = path
        self._commit = commit
        self._view = view
        self._window = window
        self._choice = FileChoice(window)
        store.undo_stack.cleanChanged.connect(self.changed)

    @property
    def name(self) -> str:
        """The file's name, or the scenario's title if there is no file."""
        if self._path is not None:
            return self._path.name
        return words.title(self._store.snapshot.scenario) or self.tr("untitled")

    @property
    def is_saved(self) -> bool:
        """Whether the file holds what is shown."""
        return self._store.undo_stack.isClean()

    @property
    def folder(self) -> Path:
        """Where dialogs start."""
        return self._path.parent if self._path is not None else Path.cwd()

    def open_file(self) -> None:
        """Ask for a file and open it."""
        name, _ = QFileDialog.getOpenFileName(
            self._window, self.tr("Open"), str(self.folder), self._filter()
        )
        if name and self.may_leave():
            self._open(lambda: files.read(name), Path(name))

    def open_example(self, name: str) -> None:
        """Open a built-in scenario."""
        if self.may_leave():
            self._open(lambda: examples.load(name), None)

    def _open(self, read: Callable[[], Scenario], path: Path | None) -> None:
        try:
            self._store.open(read())
        except AttentionError as error:
            self.refused.emit(error)
            return
        self._path = path
        self.opened.emit()
        self.changed.emit()

    def save(self) -> bool:
        """Save to the scenario's file, asking for one if there is none."""
        return self._save_to(self._path) if self._path is not None else self.save_as()

    def save_as(self) -> bool:
        """Ask for a file and save to it."""
        if not self._commit():
            return False
        start = self._path or self.folder / f"untitled{files.SUFFIX}"
        path = self._choice.file(self.tr("Save as"), start, self._filter(), _with_suffix)
        return path is not None and self._save_to(path)

    def _save_to(self, path: Path) -> bool:
        if not self._commit():
            return False
        try:
            files.write(path, replace(self._store.snapshot.scenario, view=self._view()))
        except AttentionError as error:
            self.refused.emit(error)
            return False
        self._path = path
        self._store.undo_stack.setClean()
        self.opened.emit()
        self.changed.emit()
        self.said.emit(lambda: self.tr("saved: {0}").format(path.name))
        return True

    def may_leave(self) -> bool:
        """Offer to save what is not saved; return False when the user stays."""
        if not self._commit():
            return False
        if self.is_saved:
            return True
        buttons = QMessageBox.StandardButton
        answer = ask(
            self._window,
            "changes",
            self.tr("Unsaved changes"),
            self.tr("Save the changes first?"),
            {
                buttons.Save: self.tr("&Save"),
                buttons.Discard: self.tr("&Don't save"),
                buttons.Cancel: self.tr("&Cancel"),
            },
        )
        return self.save() if answer == buttons.Save else answer == buttons.Discard

    def _filter(self) -> str:
        scenarios = self.tr("Scenarios")
        return f"{scenarios} (*{files.SUFFIX})"


def _with_suffix(path: Path, _: str) -> Path:
    """Return the path, with the ending of scenarios added if it has another or none."""
    is_complete = path.name.lower().endswith(files.SUFFIX)
    return path if is_complete else path.with_name(path.name + files.SUFFIX)

"""The main window: it only puts the parts together."""

import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QKeySequence, QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QMainWindow,
    QMenu,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from attention_gui.engine import AttentionError
from attention_gui.gui.controls import Controls
from attention_gui.gui.notice import Notice
from attention_gui.gui.pictures import BOARD, pictures, png
from attention_gui.gui.status import StatusLine
from attention_gui.gui.store import Snapshot, Store
from attention_gui.gui.style import style_sheet
from attention_gui.gui.theme import BASE_PIXELS, THEMES
from attention_gui.gui.workspace import Workspace
from attention_gui.quantities import Axis
from attention_gui.scenario import examples, files
from attention_gui.scenario.edits import (
    AddFeature,
    AddToken,
    Edit,
    RemoveFeature,
    RemoveToken,
    RenameToken,
    SetCausal,
    SetCell,
    SetEmptyRows,
    SetScale,
    TogglePadding,
)
from attention_gui.scenario.explain import scaling
from attention_gui.scenario.numbers import parse
from attention_gui.scenario.scenario import in_language
from attention_gui.scenario.sheets import Sheet
from attention_gui.whole_files import write_all

__all__ = ["MainWindow"]

_PICTURE_SCALE = 2.0
_ZOOM_STEP = 1 / BASE_PIXELS  # a pixel of type


class MainWindow(QMainWindow):
    """The program's window.

    Parameters
    ----------
    store : Store
    path : Path, optional
        The file that the scenario was read from and is saved to.
    """

    def __init__(self, store: Store, path: Path | None = None) -> None:
        super().__init__()
        self._store = store
        store.setParent(self)
        self._path = path
        self._theme_name = "light"
        self.resize(1600, 900)
        self.workspace = Workspace(self._commit)
        self.notice = Notice()
        self._make_actions()
        self.controls = Controls(
            self._causal, self._scale, self._examples_menu, self._export_menu, self
        )
        self.addToolBar(self.controls)
        self._status = StatusLine()
        self.setStatusBar(self._status)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addWidget(self.workspace, 1)
        self.setCentralWidget(content)
        self._connect()
        self.set_theme(self._theme_name)
        self._show(store.snapshot)
        self.workspace.panels["weights"].view.setFocus()
        QTimer.singleShot(0, self, self.workspace.show_charts)

    def _connect(self) -> None:
        self._store.changed.connect(self._show)
        self._store.undo_stack.cleanChanged.connect(self._show_title)
        self.workspace.picked.connect(self._store.select)
        self.workspace.zoomed.connect(self._status.set_zoom)
        self.controls.edited.connect(self._dispatch)
        self.controls.shown.connect(self._store.show_index)
        tokens = self.workspace.tokens
        tokens.padding_toggled.connect(
            lambda token: self._dispatch(TogglePadding(self._context(Axis.BATCH), token))
        )
        tokens.renamed.connect(lambda token, label: self._dispatch(RenameToken(token, label)))
        tokens.added.connect(lambda token: self._dispatch(AddToken(token)))
        tokens.removed.connect(lambda token: self._dispatch(RemoveToken(token)))

    # -- actions -----------------------------------------------------------------------------

    def _make_actions(self) -> None:
        bar = self.menuBar()
        self._make_file_menu(bar.addMenu(self.tr("&File")))
        self._make_edit_menu(bar.addMenu(self.tr("&Edit")))
        self._make_attention_menu(bar.addMenu(self.tr("&Attention")))
        self._make_view_menu(bar.addMenu(self.tr("&View")))

    def _action(
        self,
        menu: QMenu,
        text: str,
        name: str,
        run: Callable[[], object],
        keys: QKeySequence.StandardKey | str | None = None,
    ) -> QAction:
        action = QAction(text, self)
        action.setObjectName(name)
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda: run())
        menu.addAction(action)
        return action

    def _make_file_menu(self, menu: QMenu) -> None:
        keys = QKeySequence.StandardKey
        self._action(menu, self.tr("&Open…"), "open", self.open_file, keys.Open)
        self._examples_menu = menu.addMenu(self.tr("&Examples"))
        for name in examples.names():
            title = in_language(examples.load(name).title, "en")
            self._action(
                self._examples_menu, title, f"example.{name}", partial(self.open_example, name)
            )
        menu.addSeparator()
        self._action(menu, self.tr("&Save"), "save", self.save, keys.Save)
        self._action(menu, self.tr("Save &as…"), "save-as", self.save_as, self.tr("Ctrl+Shift+S"))
        self._export_menu = menu.addMenu(self.tr("Export &PNG"))
        self._action(
            self._export_menu,
            self.tr("Selected panel…"),
            "export-panel",
            self.export_panel,
            self.tr("Ctrl+E"),
        )
        self._action(
            self._export_menu,
            self.tr("All panels…"),
            "export-all",
            self.export_all,
            self.tr("Ctrl+Shift+E"),
        )
        menu.addSeparator()
        self._action(menu, self.tr("&Quit"), "quit", self.close, self.tr("Ctrl+Q"))

    def _make_edit_menu(self, menu: QMenu) -> None:
        undo = self._store.undo_stack.createUndoAction(self, self.tr("&Undo"))
        undo.setShortcut(QKeySequence.StandardKey.Undo)
        redo = self._store.undo_stack.createRedoAction(self, self.tr("&Redo"))
        redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        menu.addActions([undo, redo])
        menu.addSeparator()
        add, remove = self.tr("Add {0}"), self.tr("Remove {0}")
        for axis, what in self._resizable():
            name = axis.value.replace("_", "-")
            self._action(menu, add.format(what), f"add-{name}", partial(self._add, axis))
            self._action(menu, remove.format(what), f"remove-{name}", partial(self._remove, axis))

    def _resizable(self) -> tuple[tuple[Axis, str], ...]:
        return (
            (Axis.KEY, self.tr("a token")),
            (Axis.KEY_FEATURE, self.tr("a column of Q and K")),
            (Axis.VALUE_FEATURE, self.tr("a column of V")),
        )

    def _make_attention_menu(self, menu: QMenu) -> None:
        self._causal = self._action(
            menu,
            self.tr("Causal"),
            "causal",
            lambda: self._dispatch(SetCausal(self._causal.isChecked())),
            self.tr("Ctrl+M"),
        )
        self._scale = self._action(
            menu,
            self.tr("Scale 1/√d_k"),
            "scale",
            lambda: self._dispatch(
                SetScale("inverse_sqrt_dk" if self._scale.isChecked() else "none")
            ),
            self.tr("Ctrl+D"),
        )
        self._causal.setCheckable(True)
        self._scale.setCheckable(True)
        self._causal.setToolTip(self.tr("Block the keys after the query"))
        self._scale.setToolTip(self.tr("Divide the raw scores by the root of a head's width"))
        policies = menu.addMenu(self.tr("A row with no allowed key yields"))
        group = QActionGroup(self)
        self._policies = {}
        for policy, text in (
            ("zero", self.tr("zeros")),
            ("nan", self.tr("NaN (0/0)")),
            ("uniform", self.tr("equal weights")),
        ):
            action = self._action(
                policies, text, f"empty-rows.{policy}", partial(self._set_policy, policy)
            )
            action.setCheckable(True)
            group.addAction(action)
            self._policies[policy] = action

    def _set_policy(self, policy: str) -> None:
        self._dispatch(SetEmptyRows(policy))

    def _make_view_menu(self, menu: QMenu) -> None:
        themes = menu.addMenu(self.tr("&Theme"))
        group = QActionGroup(self)
        names = {"light": self.tr("Light"), "dark": self.tr("Dark"), "print": self.tr("Print")}
        for name, text in names.items():
            action = self._action(themes, text, f"theme.{name}", partial(self.set_theme, name))
            action.setCheckable(True)
            action.setChecked(name == self._theme_name)
            group.addAction(action)
        keys = QKeySequence.StandardKey
        zoom = menu.addAction
        zoom(self._action(menu, self.tr("Larger"), "zoom-in", partial(self._zoom, 1), keys.ZoomIn))
        zoom(
            self._action(
                menu, self.tr("Smaller"), "zoom-out", partial(self._zoom, -1), keys.ZoomOut
            )
        )
        zoom(
            self._action(
                menu,
                self.tr("Fit the window"),
                "zoom-fit",
                partial(self.workspace.set_zoom, None),
                self.tr("Ctrl+0"),
            )
        )
        full = self._action(
            menu, self.tr("Full screen"), "full-screen", self._toggle_full_screen, self.tr("F11")
        )
        full.setCheckable(True)

    def _toggle_full_screen(self) -> None:
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    def _zoom(self, steps: int) -> None:
        self.workspace.set_zoom(self.workspace.zoom + steps * _ZOOM_STEP)

    def set_theme(self, name: str) -> None:
        """Show in another theme, a key of `THEMES`."""
        self._theme_name = name
        self.setStyleSheet(style_sheet(THEMES[name]))
        self.workspace.set_theme(THEMES[name])

    # -- editing -----------------------------------------------------------------------------

    def _context(self, axis: Axis) -> int:
        return self._store.snapshot.selection.context[axis]

    def _commit(self, sheet: Sheet, row: int, column: int, text: str) -> None:
        """Turn what was typed into an edit; raises AttentionError when it is refused."""
        batch = sheet.fixed[Axis.BATCH]
        self._store.dispatch(SetCell(sheet.quantity.id, batch, row, column, parse(text)))

    def _dispatch(self, edit: Edit) -> None:
        """Apply an edit that no cell can speak for; say above the board why it is refused."""
        try:
            self._store.dispatch(edit)
        except AttentionError as error:
            self._refuse(error)

    def _refuse(self, error: AttentionError) -> None:
        self.notice.say(error.message)
        self._show(self._store.snapshot)  # a toggle must not stay where it was refused

    def _add(self, axis: Axis) -> None:
        size = self._store.snapshot.scenario.sizes[axis]
        self._dispatch(AddToken(size) if axis is Axis.KEY else AddFeature(axis, size))

    def _remove(self, axis: Axis) -> None:
        """Remove the selected token or column, or the last one if none is selected."""
        snapshot = self._store.snapshot
        last = snapshot.scenario.sizes[axis] - 1
        selected = snapshot.selection.axes
        if axis is Axis.KEY:
            at = selected.get(Axis.KEY, selected.get(Axis.QUERY, last))
            self._dispatch(RemoveToken(at))
        else:
            self._dispatch(RemoveFeature(axis, selected.get(axis, last)))

    def _commit_open_cells(self) -> bool:
        """Commit half-typed text, so that what is saved is what is seen."""
        return all(p.view.delegate.commit() for p in self.workspace.panels.values())

    # -- showing -----------------------------------------------------------------------------

    def _show(self, snapshot: Snapshot) -> None:
        scenario = snapshot.scenario
        self.workspace.set_snapshot(snapshot)
        self.controls.set_snapshot(snapshot)
        self._status.set_snapshot(snapshot)
        self._causal.setChecked(scenario.causal)
        self._scale.setChecked(scenario.scale != "none")
        factor, _ = scaling(scenario)
        self._scale.setText(self.tr("Scale {0}").format(factor).rstrip())
        self._policies[scenario.empty_rows].setChecked(True)
        self._show_title()

    def _show_title(self) -> None:
        scenario = self._store.snapshot.scenario
        name = self._path.name if self._path else in_language(scenario.title, "en")
        self.setWindowTitle(f"{name or self.tr('untitled')}[*]")
        self.setWindowModified(not self._store.undo_stack.isClean())

    # -- files -------------------------------------------------------------------------------

    _FILTER = "*.attention.json"

    def open_file(self) -> None:
        """Ask for a file and open it."""
        folder = str(self._path.parent if self._path else Path.cwd())
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("Open"), folder, f"{self.tr('Scenarios')} ({self._FILTER})"
        )
        if name and self._may_leave():
            self._open(lambda: files.read(name), Path(name))

    def open_example(self, name: str) -> None:
        """Open a built-in scenario."""
        if self._may_leave():
            self._open(lambda: examples.load(name), None)

    def _open(self, read: Callable[[], object], path: Path | None) -> None:
        try:
            self._store.open(read())  # type: ignore[arg-type]
        except AttentionError as error:
            self._refuse(error)
            return
        self._path = path
        self.notice.hide()
        self._show_title()

    def save(self) -> bool:
        """Save to the scenario's file, asking for one if there is none."""
        return self._save_to(self._path) if self._path else self.save_as()

    def save_as(self) -> bool:
        """Ask for a file and save to it."""
        if not self._commit_open_cells():
            return False
        start = str(self._path or Path.cwd() / "untitled.attention.json")
        name, _ = QFileDialog.getSaveFileName(
            self, self.tr("Save as"), start, f"{self.tr('Scenarios')} ({self._FILTER})"
        )
        return bool(name) and self._save_to(_with_suffix(Path(name), files.SUFFIX))

    def _save_to(self, path: Path) -> bool:
        if not self._commit_open_cells():
            return False
        try:
            files.write(path, self._store.snapshot.scenario)
        except AttentionError as error:
            self._refuse(error)
            return False
        self._path = path
        self._store.undo_stack.setClean()
        self.notice.hide()
        self._show_title()
        return True

    def _may_leave(self) -> bool:
        """Offer to save what is not saved; return False when the user stays."""
        if not self._commit_open_cells():
            return False
        if self._store.undo_stack.isClean():
            return True
        buttons = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self,
            self.tr("Unsaved changes"),
            self.tr("Save the changes first?"),
            buttons.Save | buttons.Discard | buttons.Cancel,
        )
        if answer == buttons.Save:
            return self.save()
        return answer == buttons.Discard

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close unless unsaved changes are to be kept."""
        if self._may_leave():
            event.accept()
        else:
            event.ignore()

    # -- pictures ----------------------------------------------------------------------------

    def export_panel(self) -> None:
        """Ask for a file and save the selected panel as a picture."""
        panel_id = self.selected_panel()
        name, _ = QFileDialog.getSaveFileName(
            self, self.tr("Export PNG"), str(Path.cwd() / f"{panel_id}.png"), "PNG (*.png)"
        )
        if name:
            self._export([panel_id], lambda _: _with_suffix(Path(name), ".png"))

    def export_all(self) -> None:
        """Ask for a folder and save a picture of every panel and of the board."""
        folder = QFileDialog.getExistingDirectory(
            self, self.tr("Export all panels"), str(Path.cwd())
        )
        if folder:
            self._export(None, lambda panel_id: Path(folder) / f"{panel_id}.png")

    def selected_panel(self) -> str:
        """Return the id of the panel with the keyboard, or with the selected cell."""
        focus = QApplication.focusWidget()
        for panel_id, panel in self.workspace.panels.items():
            if focus is not None and panel.isAncestorOf(focus):
                return panel_id
        selected = self._store.snapshot.selection.quantity
        return selected if selected in self.workspace.panels else BOARD

    def _export(self, ids: list[str] | None, path: Callable[[str], Path]) -> None:
        try:
            images = pictures(self._store.snapshot, self._theme_name, _PICTURE_SCALE, ids)
            write_all({path(panel_id): png(image) for panel_id, image in images.items()})
        except AttentionError as error:
            self._refuse(error)

    # -- the rest ----------------------------------------------------------------------------

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl held."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._zoom(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def report_fault(
        self, kind: type[BaseException], fault: BaseException, trace: TracebackType | None
    ) -> None:
        """Tell of a fault of the program in one sentence; the traceback goes to the log."""
        if issubclass(kind, KeyboardInterrupt):
            self.close()
            return
        traceback.print_exception(kind, fault, trace, file=sys.__stderr__)
        self.notice.say(
            self.tr("Something went wrong in the program ({0}); nothing was lost.").format(fault)
        )


def _with_suffix(path: Path, suffix: str) -> Path:
    return path if path.name.endswith(suffix) else path.with_name(path.name + suffix)

"""What is in the window: it only puts the parts together."""

import os
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attention_gui.engine import AttentionError
from attention_gui.gui import languages
from attention_gui.gui.controls import Controls
from attention_gui.gui.digits_box import DigitsBox
from attention_gui.gui.document import Document
from attention_gui.gui.editing import Editing
from attention_gui.gui.half_typed import HalfTyped
from attention_gui.gui.keys import KeySheet
from attention_gui.gui.layouts import Layouts
from attention_gui.gui.main_window import MainWindow
from attention_gui.gui.menus import Menus
from attention_gui.gui.notice import Notice
from attention_gui.gui.number_choice import NumberChoice
from attention_gui.gui.picture_export import PictureExport
from attention_gui.gui.picture_files import FORMATS
from attention_gui.gui.range_commands import RangeCommands
from attention_gui.gui.status import StatusLine
from attention_gui.gui.store import Snapshot, Store
from attention_gui.gui.switches import Switches
from attention_gui.gui.theme import SYSTEM, THEMES, keep_theme, kept_theme, resolved
from attention_gui.gui.token_bar import TokenBar
from attention_gui.gui.tools.toolbox import Toolbox
from attention_gui.gui.workspace import Workspace
from attention_gui.quantities import Axis
from attention_gui.scenario import examples
from attention_gui.scenario.edits import (
    AddToken,
    Edit,
    RemoveToken,
    RenameToken,
    TogglePadding,
)
from attention_gui.scenario.selection import Selection
from attention_gui.wording import LANGUAGES

__all__ = ["Content"]


class Content(QObject):
    """Fills the program's window, which may be shown already, with all parts.

    Parameters
    ----------
    window : MainWindow
    store : Store
    path : Path, optional
        The file that the scenario was read from and is saved to.
    """

    def __init__(self, window: MainWindow, store: Store, path: Path | None = None) -> None:
        super().__init__(window)
        self.window = window
        settings = window.settings
        self._store = store
        store.setParent(self)
        self.editing = Editing(store, self._dispatch, settings)
        self.workspace = Workspace(self.editing)
        self._half_typed = HalfTyped(self.workspace, store)
        commit_hidden = self._half_typed.commit_unless_shown
        self.layouts = Layouts(self.workspace, store, commit_hidden, self._show_layout, settings)
        self.document = Document(store, path, self._half_typed.commit, self.layouts.view, window)
        self.notice = Notice()
        self._settings = settings
        self._numbers = NumberChoice(store, settings)
        self._keys: KeySheet | None = None
        self._snapshot: Snapshot | None = None
        self.tools = Toolbox(window, lambda: self.document.folder)
        self._status = StatusLine()
        self._digits = DigitsBox()
        self._status.addPermanentWidget(self._digits)
        self._switches = Switches(store, self._dispatch, self._refuse, self._status.say, window)
        self._ranges = RangeCommands(
            store, self.editing, self.workspace, self._status.say, self._refuse, window
        )
        self._export = PictureExport(
            store,
            self.workspace,
            self.document,
            lambda: self._theme_name,
            self._status.say,
            self._refuse,
            window,
        )
        self._menus = Menus(window, store, self._commands())
        self.workspace.set_actions(
            self._menus.cell_actions, self._menus.panel_actions, self._menus["show-panels"]
        )
        self.controls = Controls(self._menus, window)
        window.addToolBar(self.controls)
        window.setStatusBar(self._status)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addWidget(self.workspace, 1)
        window.setCentralWidget(content)
        self._connect()
        self.set_theme(kept_theme(settings))
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._show_language()
        self._show(store.snapshot)
        self._status.settle()
        self.workspace.keyboard.take_up()
        window.fill(self)

    def _connect(self) -> None:
        self.window.painted.connect(self.workspace.show_charts)  # slow to import
        self._store.changed.connect(self._show)
        self.document.changed.connect(self._show_title)
        self.document.opened.connect(self.notice.hide)
        self.document.refused.connect(self.notice.refuse)
        self.document.said.connect(self._status.say)
        self.workspace.picked.connect(self._select)
        self.workspace.ranged.connect(self._show_ranges)
        self.workspace.zoomed.connect(self._status.set_zoom)
        self._menus.hidden.aboutToShow.connect(lambda: self.layouts.fill_hidden(self._menus))
        self.controls.edited.connect(self._dispatch)
        self.controls.scale.moved.connect(self._dispatch)
        self.controls.shown.connect(
            lambda axis, index: self._show_selection(self._store.selection_showing(axis, index))
        )
        self._digits.activated.connect(self._numbers.set_digits)
        self.workspace.acted.connect(self._switches.act)
        self.workspace.explanation.chosen.connect(self._go_to)
        for bar in (self.workspace.tokens, self.workspace.source_tokens):
            self._connect_tokens(bar)

    def _connect_tokens(self, bar: TokenBar) -> None:
        source = bar.is_source
        bar.padding_toggled.connect(
            lambda token: self._dispatch(TogglePadding(self._shown(Axis.BATCH), token))
        )
        bar.renamed.connect(lambda token, label: self._dispatch(RenameToken(token, label, source)))
        bar.added.connect(lambda token: self._dispatch(AddToken(token, source)))
        bar.removed.connect(lambda token: self._dispatch(RemoveToken(token, source)))

    def _commands(self) -> dict[str, Callable[[], object]]:
        """Return what every action of the menus does."""
        return {
            "open": self.document.open_file,
            **{f"example.{n}": partial(self.document.open_example, n) for n in examples.names()},
            "save": self.document.save,
            "save-as": self.document.save_as,
            "export-panel": self._export.panel,
            **{f"export-all.{kind}": partial(self._export.all_panels, kind) for kind in FORMATS},
            "quit": self.window.close,
            "undo": partial(self._step, -1),
            "redo": partial(self._step, 1),
            "keys": self.show_keys,
            **self._switches.commands(),
            **self._ranges.commands(),
            **{f"theme.{name}": partial(self._choose_theme, name) for name in (SYSTEM, *THEMES)},
            **{f"language.{code}": partial(self._choose_language, code) for code in LANGUAGES},
            **self._numbers.commands(),
            "full-screen": self.window.toggle_full_screen,
            **self.layouts.commands(),
            **self.tools.commands(),
        }

    # -- editing -----------------------------------------------------------------------------

    def _shown(self, axis: Axis) -> int:
        return self._store.snapshot.selection.context[axis]

    def _dispatch(self, edit: Edit, gesture: int = -1) -> bool:
        """Apply an edit that no cell can speak for; say above the board why it is refused.

        Before its cell moves, half-typed text goes to the cell that it was typed into. Returns
        whether the edit was applied.
        """
        if not self._half_typed.commit_before(edit):
            self._show(self._store.snapshot)  # a toggle must not stay where it was refused
            return False
        try:
            self._store.dispatch(edit, gesture)
        except AttentionError as error:
            self._refuse(error)
            return False
        self.notice.accept()  # also where nothing has changed
        return True

    def _step(self, step: int) -> None:
        """Undo or redo; half-typed text whose cell would be gone becomes a step of its own."""
        after = self._store.scenario_at(step)
        if after is not None and self._half_typed.commit_unless_in(after):
            stack = self._store.undo_stack
            stack.setIndex(stack.index() + step)

    def _go_to(self, quantity_id: str, index: tuple[int, ...]) -> None:
        """Select a cell that is spoken of, and bring it into sight."""
        if self._select(quantity_id, index):
            self.workspace.reveal_selection()

    def _select(self, quantity_id: str, index: tuple[int, ...]) -> bool:
        return self._show_selection(self._store.selection_of(quantity_id, index))

    def _show_selection(self, selection: Selection) -> bool:
        """Select, unless that would take away the page of a cell whose text is refused."""
        may_be = self._half_typed.commit_unless_at(selection)
        if may_be:
            self._store.select(selection)
        else:
            self._show(self._store.snapshot)  # a selector must not stay where it was refused
        return may_be

    def _refuse(self, error: AttentionError) -> None:
        self.notice.refuse(error, of_edit=True)
        self._show(self._store.snapshot)  # a toggle must not stay where it was refused

    # -- showing -----------------------------------------------------------------------------

    def _show(self, snapshot: Snapshot) -> None:
        before, self._snapshot = self._snapshot, snapshot
        is_renumbered = snapshot.is_renumbered(before)
        if before is not None and snapshot.scenario is not before.scenario:
            self.notice.accept()
        self.workspace.set_snapshot(snapshot)
        self._status.set_snapshot(snapshot)
        self.tools.set_snapshot(snapshot)
        self._switches.show_numbers(self._menus)
        if not is_renumbered:  # else the bars, menus and title are as they were
            self.controls.set_snapshot(snapshot)
            self._switches.show(self._menus)
            self._digits.set_snapshot(snapshot)
            self._numbers.show(self._menus)
            self._show_ranges()
            self._show_layout()
            self._show_title()

    def _show_ranges(self) -> None:
        self._ranges.show(self._menus)

    def _show_title(self) -> None:
        self.window.setWindowTitle(f"{self.document.name}[*]")
        self.window.setWindowModified(not self.document.is_saved)

    def set_theme(self, name: str) -> None:
        """Show in another theme: a key of `THEMES`, or `SYSTEM` to follow the system's."""
        self._menus[f"theme.{name}"].setChecked(True)
        name = resolved(name)
        self._theme_name = name
        self.window.set_theme(THEMES[name])
        self.workspace.set_theme(THEMES[name])
        self.tools.set_theme(name)

    def _choose_theme(self, name: str) -> None:
        """Show in another theme, now and from the next start on."""
        self.set_theme(name)
        keep_theme(self._settings, name)

    def _choose_language(self, code: str) -> None:
        """Speak another language, now and from the next start on."""
        languages.set_language(code)
        if self._settings is not None:
            languages.remember(self._settings, code)

    def retranslate(self) -> None:
        """Write everything anew, in the language that the application speaks."""
        self._store.retranslate()
        for part in (
            self._menus,
            self._status,
            self.notice,
            self.controls,
            self.workspace,
            self._digits,
            self.tools,
        ):
            part.retranslate()
        if self._keys is not None:
            self._keys.retranslate()
        self._show_language()
        self._show(self._store.snapshot)

    def _show_language(self) -> None:
        self._menus[f"language.{languages.current()}"].setChecked(True)

    def _follow_system(self) -> None:
        if self._menus[f"theme.{SYSTEM}"].isChecked():
            self.set_theme(SYSTEM)

    def show_keys(self) -> None:
        """Show the sheet of keys beside the board."""
        if self._keys is None:
            self._keys = KeySheet(self._menus.of_the_bar, self.window)
            self._keys.finished.connect(self._forget_keys)
        self._keys.show()
        self._keys.raise_()

    def _forget_keys(self) -> None:
        if self._keys is not None:
            self._keys.deleteLater()
            self._keys = None

    def _show_layout(self) -> None:
        """Show in the menus how the board is arranged, and what can be done where the keys go."""
        self.layouts.show(self._menus)
        self._show_ranges()

    # -- events of the window ----------------------------------------------------------------

    def may_close(self) -> bool:
        """Return whether nothing unsaved is to be kept; the tool windows are closed then."""
        may_leave = self.document.may_leave()
        if may_leave:
            self.tools.close()
        return may_leave

    def fit(self) -> None:
        """Give the tool bar the room that its type needs."""
        self.controls.fit()

    def zoom_by(self, steps: int, at: QPoint) -> None:
        """Zoom the board, or the matrix at a point of the screen."""
        self.layouts.zoom_by(steps, at)

    def give_back(self) -> bool:
        """Give the board back to all panels; return whether one of them had it."""
        return self.layouts.shrink()

    # -- faults ------------------------------------------------------------------------------

    def report_fault(
        self, kind: type[BaseException], fault: BaseException, trace: TracebackType | None
    ) -> None:
        """Tell of a fault of the program in one sentence; the traceback is for who asks for it."""
        if issubclass(kind, KeyboardInterrupt):
            self.window.close()
            return
        if os.environ.get("ATTENTION_GUI_TRACEBACK"):
            traceback.print_exception(kind, fault, trace)
        self.notice.say(
            lambda: self.tr("Something went wrong in the program ({0}); nothing was lost.").format(
                fault
            )
        )

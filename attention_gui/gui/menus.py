"""The menus: every action by its name and keys."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu
from shiboken6 import isValid

from attention_gui.gui.arrangement import PARTS, PRESETS
from attention_gui.gui.menu_texts import MenuTexts
from attention_gui.gui.store import Store
from attention_gui.gui.theme import SYSTEM, THEMES
from attention_gui.scenario import examples
from attention_gui.scenario.numbers import DecimalSign
from attention_gui.wording import LANGUAGES

__all__ = ["ROUNDINGS", "SHOWN_SIGNS", "Menus"]

ROUNDINGS = (0, 1, 2, 3)
"""Decimals that a range can be rounded to."""

SHOWN_SIGNS = (DecimalSign.POINT, DecimalSign.COMMA)
"""Decimal signs that numbers can be displayed with."""

Run = Mapping[str, Callable[[], object]]
"""What every action does, by the action's name."""

_Keys = QKeySequence.StandardKey | str | None

_STANDARD = QKeySequence.StandardKey


@dataclass(frozen=True)
class _Entry:
    """One action of a menu."""

    name: str
    keys: _Keys = None


class Menus(QObject):
    """Fills a window's menu bar.

    Attributes
    ----------
    examples, export : QMenu
        Also shown by the tool bar.
    texts : MenuTexts
    hidden : QMenu
        Empty: who opens it fills it with the panels that are hidden.
    cell_actions : list of QAction
        What can be done to a range of cells; their keys count only in a matrix.
    panel_actions : list of QAction
        What can be done to a panel.

    Parameters
    ----------
    window : QMainWindow
    store : Store
        What is undone and done again.
    run : mapping from str to callable
        The object name of every action, and what it does.
    """

    def __init__(self, window: QMainWindow, store: Store, run: Run) -> None:
        super().__init__(window)
        self._window = window
        self.texts = MenuTexts(self)
        self._store = store
        self._run = run
        self._actions: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}
        self._fill_file(self._bar_menu("file"))
        self._fill_edit(self._bar_menu("edit"))
        self._fill_attention(self._bar_menu("attention"))
        self._fill_view(self._bar_menu("view"))
        self._fill_tools(self._bar_menu("tools"))
        self._add(self._bar_menu("help"), ["keys"])
        self["keys"].setShortcuts([QKeySequence("F1"), QKeySequence("?")])
        self.examples, self.export = self._menus["examples"], self._menus["export"]
        self.hidden = self._menus["hidden"]
        stack = store.undo_stack
        for changed in (stack.undoTextChanged, stack.redoTextChanged):
            changed.connect(self._show_steps)
        self.retranslate()

    @property
    def of_the_bar(self) -> list[QMenu]:
        """The menus of the menu bar."""
        on_the_bar = self._window.menuBar().actions()
        return [menu for menu in self._menus.values() if menu.menuAction() in on_the_bar]

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def set_enabled(self, name: str, is_enabled: bool) -> None:
        """Offer an action, or a menu with all that is in it."""
        action = self._menus[name].menuAction() if name in self._menus else self[name]
        action.setEnabled(is_enabled)

    def retranslate(self) -> None:
        """Write every text in the language that the application speaks."""
        for name, text in self.texts.of_menus().items():
            self._menus[name].setTitle(text)
        for name, text in self.texts.of_actions().items():
            self[name].setText(text)
        for name, hint in self.texts.hints().items():
            self[name].setToolTip(hint)
        self._show_steps()

    def _show_steps(self) -> None:
        """Write what would be undone and done again."""
        stack = self._store.undo_stack
        if isValid(stack):  # it empties itself while it is being deleted with the window
            self["undo"].setText(self.texts.undo(stack.undoText()))
            self["redo"].setText(self.texts.redo(stack.redoText()))

    # -- filling -----------------------------------------------------------------------------

    def _bar_menu(self, name: str) -> QMenu:
        menu = self._menus[name] = self._window.menuBar().addMenu("")
        return menu

    def _submenu(self, menu: QMenu, name: str) -> QMenu:
        submenu = self._menus[name] = menu.addMenu("")
        return submenu

    def _add(self, menu: QMenu, entries: Sequence[_Entry | str | None]) -> None:
        """Add actions to a menu; None is a line between them."""
        for entry in entries:
            if entry is None:
                menu.addSeparator()
                continue
            name, keys = (entry, None) if isinstance(entry, str) else (entry.name, entry.keys)
            action = QAction(self._window)
            action.setObjectName(name)
            if keys is not None:
                action.setShortcut(QKeySequence(keys))
            run = self._run[name]
            action.triggered.connect(lambda _checked=False, run=run: run())
            menu.addAction(action)
            self._actions[name] = action

    def _add_choices(self, menu: QMenu, names: Sequence[_Entry | str]) -> None:
        """Add actions of which one is checked."""
        self._add(menu, names)
        group = QActionGroup(self._window)
        for entry in names:
            action = self[entry if isinstance(entry, str) else entry.name]
            action.setCheckable(True)
            group.addAction(action)

    def _fill_file(self, menu: QMenu) -> None:
        self._add(menu, [_Entry("open", _STANDARD.Open)])
        names = [f"example.{name}" for name in examples.names()]
        self._add(self._submenu(menu, "examples"), names)
        self._add(menu, [None, _Entry("save", _STANDARD.Save), _Entry("save-as", "Ctrl+Shift+S")])
        self._add(
            self._submenu(menu, "export"),
            [
                _Entry("export-panel", "Ctrl+E"),
                _Entry("export-all.png", "Ctrl+Shift+E"),
                "export-all.svg",
                "export-all.pdf",
            ],
        )
        self._add(menu, [None, _Entry("quit", "Ctrl+Q")])

    def _fill_edit(self, menu: QMenu) -> None:
        stack = self._store.undo_stack
        undo, redo = QAction(self._window), QAction(self._window)
        undo.setShortcut(QKeySequence(_STANDARD.Undo))
        redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        stack.canUndoChanged.connect(undo.setEnabled)
        stack.canRedoChanged.connect(redo.setEnabled)
        for name, action in (("undo", undo), ("redo", redo)):
            action.setObjectName(name)
            action.triggered.connect(lambda _checked=False, run=self._run[name]: run())
            self._actions[name] = action
        undo.setEnabled(stack.canUndo())
        redo.setEnabled(stack.canRedo())
        menu.addActions([undo, redo])
        self._fill_ranges(menu)
        features = ("key", "value", "input", "source", "output")
        self._add(
            menu,
            [
                None,
                "add-key",
                "remove-key",
                None,
                *(f"{verb}-{axis}-feature" for axis in features for verb in ("add", "remove")),
            ],
        )

    def _fill_ranges(self, menu: QMenu) -> None:
        """Add what is done to a range of cells, and the decimal sign of what is typed."""
        before = len(menu.actions())
        self._add(
            menu,
            [
                None,
                _Entry("cut", _STANDARD.Cut),
                _Entry("copy", _STANDARD.Copy),
                _Entry("paste", _STANDARD.Paste),
                _Entry("clear", _STANDARD.Delete),
                _Entry("select-all", _STANDARD.SelectAll),
            ],
        )
        actions = menu.actions()[before + 1 :]
        ranges = self._submenu(menu, "range")
        self._add(
            ranges, [_Entry("fill", "Ctrl+Return"), _Entry("random", "Ctrl+R"), "random-seed"]
        )
        self._add(self._submenu(ranges, "round"), [f"round.{digits}" for digits in ROUNDINGS])
        self._add(ranges, [_Entry("transpose", "Ctrl+T"), _Entry("identity", "Ctrl+I")])
        line = QAction(self._window)
        line.setSeparator(True)
        self.cell_actions = [*actions, line, *ranges.actions()]
        for action in self.cell_actions:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._add_choices(
            self._submenu(menu, "decimal"), [f"decimal.{sign}" for sign in DecimalSign]
        )

    def _fill_attention(self, menu: QMenu) -> None:
        self._add_choices(menu, ["inputs.direct", "inputs.projected", "inputs.picked"])
        menu.addSeparator()
        self._add_choices(menu, ["kind.self", "kind.cross"])
        self._add(menu, [None, "bias", "head-bias", "w-output", None, _Entry("causal", "Ctrl+M")])
        self._add_choices(
            self._submenu(menu, "alignment"), ["alignment.top_left", "alignment.bottom_right"]
        )
        self._add(
            menu,
            ["window", "block-alone", "clear-blocked", None, _Entry("scale", "Ctrl+D"), "scale-by"],
        )
        for name in ("causal", "scale", "bias", "w-output", "block-alone"):
            self[name].setCheckable(True)
        self._add_choices(
            self._submenu(menu, "empty-rows"),
            ["empty-rows.zero", "empty-rows.nan", "empty-rows.uniform"],
        )

    def _fill_view(self, menu: QMenu) -> None:
        self._add_choices(
            self._submenu(menu, "theme"), [f"theme.{name}" for name in (SYSTEM, *THEMES)]
        )
        self._add_choices(
            self._submenu(menu, "language"), [f"language.{code}" for code in LANGUAGES]
        )
        numbers = self._submenu(menu, "numbers")
        self._add(
            numbers, [_Entry("digits-more", "Ctrl+."), _Entry("digits-fewer", "Ctrl+,"), None]
        )
        self._add_choices(numbers, [f"shown.{sign}" for sign in SHOWN_SIGNS])
        self._add(
            menu,
            [
                _Entry("zoom-in", _STANDARD.ZoomIn),
                _Entry("zoom-out", _STANDARD.ZoomOut),
                _Entry("zoom-fit", "Ctrl+0"),
                _Entry("full-screen", "F11"),
                None,
            ],
        )
        self._fill_layout(self._submenu(menu, "layout"))
        self._add(
            menu,
            [
                None,
                *(f"part.{part}" for part in PARTS),
            ],
        )
        for name in ("full-screen", *(f"part.{part}" for part in PARTS)):
            self[name].setCheckable(True)

    def _fill_layout(self, menu: QMenu) -> None:
        """Add what the board is arranged for, and what is done to one panel of it."""
        keys = {preset: f"Ctrl+{at}" for at, preset in enumerate(PRESETS, start=1)}
        self._add_choices(menu, [_Entry(f"layout.{preset}", keys[preset]) for preset in PRESETS])
        menu.addSeparator()
        panel = [_Entry("enlarge", "F9"), _Entry("hide-panel", "Ctrl+H")]
        moves = [
            _Entry("panel-earlier", "Ctrl+Shift+Left"), _Entry("panel-later", "Ctrl+Shift+Right")
        ]  # fmt: skip
        self._add(menu, [*panel, *moves, None, "usual-order"])
        self._submenu(menu, "hidden")
        self._add(menu, [_Entry("show-panels", "Ctrl+Shift+H")])
        self["enlarge"].setCheckable(True)
        self.panel_actions = [self[entry.name] for entry in (*panel, *moves)]

    def _fill_tools(self, menu: QMenu) -> None:
        studies = ["study.scaling", "study.two-scores", "study.order", "study.cost"]
        self._add(menu, [_Entry("gradcheck", "Ctrl+G"), None, *studies])

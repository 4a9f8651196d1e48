"""The menus: every action by its name and keys, and every text by the action's name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu
from shiboken6 import isValid

from attention_gui.gui import words
from attention_gui.gui.board import PARTS
from attention_gui.gui.store import Store
from attention_gui.gui.theme import SYSTEM, THEMES
from attention_gui.scenario import examples
from attention_gui.scenario.numbers import DecimalSign
from attention_gui.wording import LANGUAGES

__all__ = ["ROUNDINGS", "Menus"]

ROUNDINGS = (0, 1, 2, 3)
"""Decimals that a range can be rounded to."""

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
    cell_actions : list of QAction
        What can be done to a range of cells; their keys count only in a matrix.

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
        self._store = store
        self._run = run
        self._actions: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}
        self._fill_file(self._bar_menu("file"))
        self._fill_edit(self._bar_menu("edit"))
        self._fill_attention(self._bar_menu("attention"))
        self._fill_view(self._bar_menu("view"))
        self._fill_tools(self._bar_menu("tools"))
        self._add(self._bar_menu("help"), [_Entry("keys", "F1")])
        self.examples, self.export = self._menus["examples"], self._menus["export"]
        stack = store.undo_stack
        for changed in (stack.undoTextChanged, stack.redoTextChanged):
            changed.connect(self._show_steps)
        self.retranslate()

    @property
    def of_the_bar(self) -> list[QMenu]:
        """The menus of the menu bar."""
        return [menu for menu in self._menus.values() if menu.menuAction() in self._bar_actions]

    @property
    def _bar_actions(self) -> list[QAction]:
        return self._window.menuBar().actions()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def retranslate(self) -> None:
        """Write every text in the language that the application speaks."""
        for name, text in self._menu_texts().items():
            self._menus[name].setTitle(text)
        texts = {
            **self._file_texts(),
            **self._edit_texts(),
            **self._range_texts(),
            **self._attention_texts(),
            **self._view_texts(),
            **self._tool_texts(),
        }
        for name, text in texts.items():
            self[name].setText(text)
        self["causal"].setToolTip(self.tr("Block the keys after the query"))
        self["scale"].setToolTip(self.tr("Divide the raw scores by the root of a head's width"))
        self._show_steps()

    def scale_text(self, factor: str) -> str:
        """Return what stands on the toggle of the scale."""
        return self.tr("Scale {0}").format(factor).rstrip()

    def causal_text(self, alignment: str) -> str:
        """Return what stands on the toggle of the causal mask.

        Parameters
        ----------
        alignment : str
            "" where there are as many queries as keys.
        """
        texts = {
            "top_left": self.tr("Causal, from the first key"),
            "bottom_right": self.tr("Causal, to the last key"),
        }
        return texts.get(alignment, self.tr("Causal"))

    def _show_steps(self) -> None:
        """Write what would be undone and done again."""
        stack = self._store.undo_stack
        if not isValid(stack):  # it empties itself while it is being deleted with the window
            return
        undone, redone = _shown(stack.undoText()), _shown(stack.redoText())
        undo, redo = self.tr("&Undo {0}").format(undone), self.tr("&Redo {0}").format(redone)
        self["undo"].setText(undo if undone else self.tr("&Undo"))
        self["redo"].setText(redo if redone else self.tr("&Redo"))

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

    def _add_choices(self, menu: QMenu, names: Sequence[str]) -> None:
        """Add actions of which one is checked."""
        self._add(menu, names)
        group = QActionGroup(self._window)
        for name in names:
            self[name].setCheckable(True)
            group.addAction(self[name])

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
        undo.triggered.connect(stack.undo)
        redo.triggered.connect(stack.redo)
        stack.canUndoChanged.connect(undo.setEnabled)
        stack.canRedoChanged.connect(redo.setEnabled)
        for name, action in (("undo", undo), ("redo", redo)):
            action.setObjectName(name)
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
        self._add(
            menu,
            [
                _Entry("zoom-in", _STANDARD.ZoomIn),
                _Entry("zoom-out", _STANDARD.ZoomOut),
                _Entry("zoom-fit", "Ctrl+0"),
                _Entry("full-screen", "F11"),
                None,
                *(f"part.{part}" for part in PARTS),
            ],
        )
        for name in ("full-screen", *(f"part.{part}" for part in PARTS)):
            self[name].setCheckable(True)

    def _fill_tools(self, menu: QMenu) -> None:
        studies = ["study.scaling", "study.two-scores", "study.order", "study.cost"]
        self._add(menu, [_Entry("gradcheck", "Ctrl+G"), None, *studies])

    # -- texts -------------------------------------------------------------------------------

    def _menu_texts(self) -> dict[str, str]:
        return {
            "file": self.tr("&File"),
            "examples": self.tr("&Examples"),
            "export": self.tr("E&xport"),
            "edit": self.tr("&Edit"),
            "range": self.tr("&Range"),
            "round": self.tr("Round to"),
            "decimal": self.tr("Decimal sign"),
            "attention": self.tr("&Attention"),
            "alignment": self.tr("Causal with m ≠ n starts at"),
            "empty-rows": self.tr("A row with no allowed key yields"),
            "view": self.tr("&View"),
            "theme": self.tr("&Theme"),
            "language": self.tr("&Language"),
            "tools": self.tr("&Tools"),
            "help": self.tr("&Help"),
        }

    def _file_texts(self) -> dict[str, str]:
        titles = {
            f"example.{name}": _shown(words.title(examples.load(name))) for name in examples.names()
        }
        return {
            "open": self.tr("&Open…"),
            **titles,
            "save": self.tr("&Save"),
            "save-as": self.tr("Save &as…"),
            "export-panel": self.tr("Selected panel…"),
            "export-all.png": self.tr("All panels as PNG…"),
            "export-all.svg": self.tr("All panels as SVG…"),
            "export-all.pdf": self.tr("All panels as PDF…"),
            "quit": self.tr("&Quit"),
        }

    def _edit_texts(self) -> dict[str, str]:
        return {
            "add-key": self.tr("Add a token"),
            "remove-key": self.tr("Remove the selected token"),
            "add-key-feature": self.tr("Add a column to Q and K"),
            "remove-key-feature": self.tr("Remove the selected column of Q and K"),
            "add-value-feature": self.tr("Add a column to V"),
            "remove-value-feature": self.tr("Remove the selected column of V"),
            "add-input-feature": self.tr("Add a column to X"),
            "remove-input-feature": self.tr("Remove the selected column of X"),
            "add-source-feature": self.tr("Add a column to the source's X"),
            "remove-source-feature": self.tr("Remove the selected column of the source's X"),
            "add-output-feature": self.tr("Add a column to the output"),
            "remove-output-feature": self.tr("Remove the selected column of the output"),
        }

    def _range_texts(self) -> dict[str, str]:
        return {
            "cut": self.tr("Cu&t"),
            "copy": self.tr("&Copy"),
            "paste": self.tr("&Paste"),
            "clear": self.tr("Set to 0"),
            "select-all": self.tr("Select the whole matrix"),
            "fill": self.tr("Fill with the current number"),
            "random": self.tr("Randomise"),
            "random-seed": self.tr("Randomise with a seed…"),
            "round.0": self.tr("whole numbers"),
            "round.1": self.tr("1 decimal"),
            "round.2": self.tr("2 decimals"),
            "round.3": self.tr("3 decimals, as shown"),
            "transpose": self.tr("Transpose"),
            "identity": self.tr("Identity matrix"),
            f"decimal.{DecimalSign.EITHER}": self.tr("Comma or point"),
            f"decimal.{DecimalSign.POINT}": self.tr("Point only"),
            f"decimal.{DecimalSign.COMMA}": self.tr("Comma only"),
        }

    def _attention_texts(self) -> dict[str, str]:
        return {
            "inputs.direct": self.tr("Type in Q, K and V"),
            "inputs.projected": self.tr("Compute them from X = Q with W = identity"),
            "inputs.picked": self.tr("Compute them from X with the same numbers"),
            "kind.self": self.tr("Self-attention"),
            "kind.cross": self.tr("Cross-attention"),
            "bias": self.tr("Bias on the scores"),
            "head-bias": self.tr("A bias for every head"),
            "w-output": self.tr("Output projection"),
            "causal": self.tr("Causal"),
            "alignment.top_left": self.tr("the first key"),
            "alignment.bottom_right": self.tr("the last key"),
            "window": self.tr("Sliding window…"),
            "block-alone": self.tr("Block single cells in the shown head only"),
            "clear-blocked": self.tr("Allow all single cells"),
            "scale": self.scale_text(""),
            "scale-by": self.tr("Scale by a number…"),
            "empty-rows.zero": self.tr("zeros"),
            "empty-rows.nan": self.tr("NaN (0/0)"),
            "empty-rows.uniform": self.tr("equal weights"),
        }

    def _view_texts(self) -> dict[str, str]:
        return {
            f"theme.{SYSTEM}": self.tr("As the system"),
            "theme.light": self.tr("Light"),
            "theme.dark": self.tr("Dark"),
            "theme.print": self.tr("Print"),
            **{f"language.{code}": name for code, name in LANGUAGES.items()},
            "zoom-in": self.tr("Larger"),
            "zoom-out": self.tr("Smaller"),
            "zoom-fit": self.tr("Fit the window"),
            "full-screen": self.tr("Full screen"),
            "part.heads": self.tr("Heads side by side"),
            "part.mask": self.tr("Mask panel"),
            "part.diagnostics": self.tr("Diagnostics"),
            "part.everything": self.tr("Every quantity"),
        }

    def _tool_texts(self) -> dict[str, str]:
        return {
            "keys": self.tr("&Keys"),
            "gradcheck": self.tr("&Gradient check…"),
            "study.scaling": self.tr("Why divide by √dₖ…"),
            "study.two-scores": self.tr("Two scores, scaled and unscaled…"),
            "study.order": self.tr("Swap two tokens…"),
            "study.cost": self.tr("Cost and memory…"),
        }


def _shown(text: str) -> str:
    """Return a text for a menu, where one ampersand would underline a letter."""
    return text.replace("&", "&&")

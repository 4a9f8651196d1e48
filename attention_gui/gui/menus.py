"""The menus: every action by its name, with its text and keys."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from attention_gui.gui.board import PARTS
from attention_gui.gui.store import Store
from attention_gui.gui.theme import THEMES
from attention_gui.scenario import examples
from attention_gui.scenario.scenario import in_language

__all__ = ["Menus"]

Run = Mapping[str, Callable[[], object]]
"""What every action does, by the action's name."""

_Keys = QKeySequence.StandardKey | str | None


@dataclass(frozen=True)
class _Entry:
    """One action of a menu."""

    name: str
    text: str
    keys: _Keys = None


class Menus:
    """Fills a window's menu bar.

    Attributes
    ----------
    examples, export : QMenu
        Also shown by the tool bar.

    Parameters
    ----------
    window : QMainWindow
    store : Store
        Its undo stack has the actions to undo and redo.
    run : mapping from str to callable
        The object name of every action, and what it does.
    """

    def __init__(self, window: QMainWindow, store: Store, run: Run) -> None:
        self._window = window
        self._run = run
        self._actions: dict[str, QAction] = {}
        bar = window.menuBar()
        self._fill_file(bar.addMenu(window.tr("&File")))
        self._fill_edit(bar.addMenu(window.tr("&Edit")), store)
        self._fill_attention(bar.addMenu(window.tr("&Attention")))
        self._fill_view(bar.addMenu(window.tr("&View")))
        self._fill_tools(bar.addMenu(window.tr("&Tools")))

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def _add(self, menu: QMenu, entries: Sequence[_Entry | None]) -> None:
        """Add actions to a menu; None is a line between them."""
        for entry in entries:
            if entry is None:
                menu.addSeparator()
                continue
            action = QAction(entry.text, self._window)
            action.setObjectName(entry.name)
            if entry.keys is not None:
                action.setShortcut(QKeySequence(entry.keys))
            run = self._run[entry.name]
            action.triggered.connect(lambda _checked=False, run=run: run())
            menu.addAction(action)
            self._actions[entry.name] = action

    def _add_choices(self, menu: QMenu, entries: Sequence[_Entry]) -> None:
        """Add actions of which one is checked."""
        self._add(menu, entries)
        group = QActionGroup(self._window)
        for entry in entries:
            self[entry.name].setCheckable(True)
            group.addAction(self[entry.name])

    def _fill_file(self, menu: QMenu) -> None:
        tr, keys = self._window.tr, QKeySequence.StandardKey
        self._add(menu, [_Entry("open", tr("&Open…"), keys.Open)])
        self.examples = menu.addMenu(tr("&Examples"))
        titles = {name: in_language(examples.load(name).title, "en") for name in examples.names()}
        self._add(self.examples, [_Entry(f"example.{name}", text) for name, text in titles.items()])
        self._add(
            menu,
            [
                None,
                _Entry("save", tr("&Save"), keys.Save),
                _Entry("save-as", tr("Save &as…"), "Ctrl+Shift+S"),
            ],
        )
        self.export = menu.addMenu(tr("E&xport"))
        self._add(
            self.export,
            [
                _Entry("export-panel", tr("Selected panel…"), "Ctrl+E"),
                _Entry("export-all", tr("All panels…"), "Ctrl+Shift+E"),
            ],
        )
        self._add(menu, [None, _Entry("quit", tr("&Quit"), "Ctrl+Q")])

    def _fill_edit(self, menu: QMenu, store: Store) -> None:
        tr = self._window.tr
        undo = store.undo_stack.createUndoAction(self._window, tr("&Undo"))
        undo.setShortcut(QKeySequence.StandardKey.Undo)
        redo = store.undo_stack.createRedoAction(self._window, tr("&Redo"))
        redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        menu.addActions([undo, redo])
        self._add(
            menu,
            [
                None,
                _Entry("add-key", tr("Add a token")),
                _Entry("remove-key", tr("Remove the selected token")),
                None,
                _Entry("add-key-feature", tr("Add a column to Q and K")),
                _Entry("remove-key-feature", tr("Remove the selected column of Q and K")),
                _Entry("add-value-feature", tr("Add a column to V")),
                _Entry("remove-value-feature", tr("Remove the selected column of V")),
                _Entry("add-input-feature", tr("Add a column to X")),
                _Entry("remove-input-feature", tr("Remove the selected column of X")),
                _Entry("add-source-feature", tr("Add a column to the source's X")),
                _Entry("remove-source-feature", tr("Remove the selected column of the source's X")),
                _Entry("add-output-feature", tr("Add a column to the output")),
                _Entry("remove-output-feature", tr("Remove the selected column of the output")),
            ],
        )

    def _fill_attention(self, menu: QMenu) -> None:
        tr = self._window.tr
        self._add_choices(
            menu,
            [
                _Entry("inputs.direct", tr("Type in Q, K and V")),
                _Entry("inputs.projected", tr("Compute Q, K and V from X and W")),
            ],
        )
        menu.addSeparator()
        self._add_choices(
            menu,
            [
                _Entry("kind.self", tr("Self-attention")),
                _Entry("kind.cross", tr("Cross-attention")),
            ],
        )
        self._add(
            menu,
            [
                None,
                _Entry("bias", tr("Bias on the scores")),
                _Entry("w-output", tr("Output projection")),
                None,
                _Entry("causal", tr("Causal"), "Ctrl+M"),
            ],
        )
        self._add_choices(
            menu.addMenu(tr("Causal with m ≠ n starts at")),
            [
                _Entry("alignment.top_left", tr("the first key")),
                _Entry("alignment.bottom_right", tr("the last key")),
            ],
        )
        self._add(
            menu,
            [
                _Entry("window", tr("Sliding window…")),
                _Entry("clear-blocked", tr("Allow all single cells")),
                None,
                _Entry("scale", tr("Scale"), "Ctrl+D"),
                _Entry("scale-by", tr("Scale by a number…")),
            ],
        )
        self["causal"].setToolTip(tr("Block the keys after the query"))
        self["scale"].setToolTip(tr("Divide the raw scores by the root of a head's width"))
        for name in ("causal", "scale", "bias", "w-output"):
            self[name].setCheckable(True)
        self._add_choices(
            menu.addMenu(tr("A row with no allowed key yields")),
            [
                _Entry("empty-rows.zero", tr("zeros")),
                _Entry("empty-rows.nan", tr("NaN (0/0)")),
                _Entry("empty-rows.uniform", tr("equal weights")),
            ],
        )

    def _fill_view(self, menu: QMenu) -> None:
        tr, keys = self._window.tr, QKeySequence.StandardKey
        names = {"light": tr("Light"), "dark": tr("Dark"), "print": tr("Print")}
        self._add_choices(
            menu.addMenu(tr("&Theme")), [_Entry(f"theme.{name}", names[name]) for name in THEMES]
        )
        self._add(
            menu,
            [
                _Entry("zoom-in", tr("Larger"), keys.ZoomIn),
                _Entry("zoom-out", tr("Smaller"), keys.ZoomOut),
                _Entry("zoom-fit", tr("Fit the window"), "Ctrl+0"),
                _Entry("full-screen", tr("Full screen"), "F11"),
                None,
                _Entry("part.heads", tr("Heads side by side")),
                _Entry("part.mask", tr("Mask panel")),
                _Entry("part.diagnostics", tr("Diagnostics")),
                _Entry("part.everything", tr("Every quantity")),
            ],
        )
        for name in ("full-screen", *(f"part.{part}" for part in PARTS)):
            self[name].setCheckable(True)

    def _fill_tools(self, menu: QMenu) -> None:
        tr = self._window.tr
        self._add(
            menu,
            [
                _Entry("gradcheck", tr("&Gradient check…"), "Ctrl+G"),
                None,
                _Entry("study.scaling", tr("Why divide by √dₖ…")),
                _Entry("study.two-scores", tr("Two scores, scaled and unscaled…")),
                _Entry("study.order", tr("Swap two tokens…")),
                _Entry("study.cost", tr("Cost and memory…")),
            ],
        )

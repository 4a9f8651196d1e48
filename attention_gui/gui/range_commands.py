"""The commands on a range of cells: copy, paste, fill, randomise, round and so on."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QInputDialog, QMessageBox, QWidget

from attention_gui.engine import AttentionError
from attention_gui.gui import words
from attention_gui.gui.cells import CellRange
from attention_gui.gui.clipboard import copied_cells, copy
from attention_gui.gui.editing import Editing, page_of
from attention_gui.gui.matrix_view import MatrixView
from attention_gui.gui.menus import ROUNDINGS, Menus
from attention_gui.gui.store import Store
from attention_gui.gui.words import Say
from attention_gui.gui.workspace import Workspace
from attention_gui.phrases import Phrase
from attention_gui.scenario import range_operations as operations
from attention_gui.scenario.edits import Deed, SetBlock, Together
from attention_gui.scenario.growing import Growth, growth
from attention_gui.scenario.numbers import DecimalSign
from attention_gui.scenario.range_operations import Block
from attention_gui.scenario.sheet import Sheet
from attention_gui.scenario.tables import numbers

__all__ = ["RangeCommands"]


_RANDOM_DECIMALS = 1
"""Numbers that one can reckon with by hand."""

_MOST_SEED = 2**31 - 1
"""What Qt's field for whole numbers holds."""


@dataclass(frozen=True, eq=False)
class _Target:
    """What a command is about."""

    view: MatrixView
    cells: CellRange

    @property
    def sheet(self) -> Sheet:
        return self.view.sheet_model.sheet

    @property
    def block(self) -> Block:
        return self.sheet.values[self.cells.slices]

    @property
    def is_editable(self) -> bool:
        return self.view.sheet_model.editing is not None


class RangeCommands(QObject):
    """Runs commands on the range that has the keyboard.

    Parameters
    ----------
    store : Store
    editing : Editing
    workspace : Workspace
    say : callable
        Tells what was done.
    refuse : callable
        Tells of a refusal.
    window : QWidget
        Parent of the dialogs.
    """

    def __init__(
        self,
        store: Store,
        editing: Editing,
        workspace: Workspace,
        say: Say,
        refuse: Callable[[AttentionError], None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._store = store
        self._editing = editing
        self._workspace = workspace
        self._say = say
        self._refuse = refuse
        self._window = window
        self._next_seed = 0

    def commands(self) -> dict[str, Callable[[], object]]:
        """Return what the entries of the menus do, by their names."""
        changes: dict[str, tuple[Deed, Callable[[Block], Block]]] = {
            "clear": (Deed.CLEAR, operations.cleared),
            "transpose": (Deed.TRANSPOSE, operations.transposed),
            "identity": (Deed.IDENTITY, operations.identity),
            **{
                f"round.{digits}": (Deed.ROUND, partial(operations.rounded, decimals=digits))
                for digits in ROUNDINGS
            },
        }
        return {
            **{name: partial(self._change, *change) for name, change in changes.items()},
            **{f"decimal.{sign}": partial(self._set_decimal, sign) for sign in DecimalSign},
            "cut": self._cut,
            "copy": self._copy,
            "paste": self._paste,
            "select-all": self._select_all,
            "fill": self._fill,
            "random": self._randomise,
            "random-seed": self._ask_seed,
        }

    def show(self, menus: Menus) -> None:
        """Offer in the menus what can be done."""
        target = self._target()
        for name in ("copy", "paste", "select-all"):
            menus[name].setEnabled(target is not None)
        is_editable = target is not None and target.is_editable
        for name in ("cut", "clear", "random", "random-seed", *(f"round.{d}" for d in ROUNDINGS)):
            menus[name].setEnabled(is_editable)
        is_many = target is not None and is_editable and not target.cells.is_single
        menus["fill"].setEnabled(is_many)
        for name in ("transpose", "identity"):
            menus[name].setEnabled(target is not None and is_many and target.cells.is_square)
        menus[f"decimal.{self._editing.decimal}"].setChecked(True)

    # -- what the commands are about ---------------------------------------------------------

    def _target(self) -> _Target | None:
        """Return the range in the matrix with the keyboard, or with the selected cell."""
        focus = QApplication.focusWidget()
        panels = self._workspace.panels
        view = next(
            (
                panel.view
                for panel in panels.values()
                if panel.view is focus or (focus is not None and panel.view.isAncestorOf(focus))
            ),
            None,
        )
        selected = self._store.snapshot.selection.quantity
        if view is None and selected in panels:
            view = panels[selected].view
        if view is None or view.range is None:
            return None
        return _Target(view, view.range)

    def _ready(self) -> _Target | None:
        """Return the range after what is half-typed there; None while that is refused."""
        target = self._target()
        return target if target is not None and target.view.delegate.commit() else None

    # -- changes -----------------------------------------------------------------------------

    def _change(self, deed: Deed, change: Callable[[Block], Block]) -> bool:
        """Put other numbers into the range; return whether they were accepted."""
        target = self._ready()
        if target is None or not target.is_editable:
            return False
        try:
            block = change(target.block)
        except AttentionError as error:
            self._refuse(error)
            return False
        cells = target.cells
        return self._editing.put(target.sheet, cells.row, cells.column, block, deed)

    def _fill(self) -> None:
        """Put the current cell's number everywhere."""
        target = self._ready()
        if target is not None:
            index = target.view.currentIndex()
            value = float(target.sheet.values[index.row(), index.column()])
            self._change(Deed.FILL, partial(operations.filled, value=value))

    def _randomise(self, seed: int | None = None) -> None:
        """Put random numbers in, and say their seed: the same one gives the same numbers."""
        seed = self._next_seed if seed is None else seed
        change = partial(operations.randomised, seed=seed, decimals=_RANDOM_DECIMALS)
        if self._change(Deed.RANDOMISE, change):
            self._next_seed = (seed + 1) % _MOST_SEED
            self._say(lambda: self.tr("random numbers, seed {0}").format(seed))

    def _ask_seed(self) -> None:
        """Ask for a seed that was shown before."""
        seed, accepted = QInputDialog.getInt(
            self._window,
            self.tr("Randomise"),
            self.tr("Seed (the same one gives the same numbers again)"),
            max(0, self._next_seed - 1),
            0,
            _MOST_SEED,
        )
        if accepted:
            self._randomise(seed)

    def _set_decimal(self, sign: DecimalSign) -> None:
        self._editing.decimal = sign

    # -- clipboard ---------------------------------------------------------------------------

    def _select_all(self) -> None:
        target = self._ready()
        if target is not None:
            target.view.selectAll()

    def _copy(self) -> bool:
        """Copy the range; return whether there is one."""
        target = self._ready()
        if target is None:
            return False
        copy(target.sheet, target.cells, self._editing.written)
        size = f"{target.cells.n_rows} × {target.cells.n_columns}"
        self._say(lambda: self.tr("copied {0}").format(size))
        return True

    def _cut(self) -> None:
        if self._copy():
            self._change(Deed.CUT, operations.cleared)

    def _paste(self) -> None:
        """Put what was copied where the range begins; one number goes into all of it."""
        target = self._ready()
        if target is None:
            return
        try:
            self._check_editable(target)
            block = numbers(copied_cells(self._editing.decimal), self._editing.decimal)
            if block.size == 1 and not target.cells.is_single:
                value = float(block[0, 0])
                self._change(Deed.PASTE, partial(operations.filled, value=value))
                return
            scenario, cells = self._store.snapshot.scenario, target.cells
            needed = growth(target.sheet, cells.row, cells.column, block.shape, scenario.is_cross)
        except AttentionError as error:
            self._refuse(error)
            return
        if needed.edits:
            self._paste_larger(target, block, needed)
        else:
            self._paste_at(target, cells.row, cells.column, block)

    def _check_editable(self, target: _Target) -> None:
        if not target.is_editable:
            name = target.sheet.quantity.name
            raise AttentionError(
                "read-only",
                "“{0}” is computed; paste into a matrix of the inputs instead.",
                Phrase(name, context=words.CATALOGUE_CONTEXT),
            )

    def _paste_at(self, target: _Target, row: int, column: int, block: Block) -> None:
        if self._editing.put(target.sheet, row, column, block, Deed.PASTE):
            target.view.select_range(CellRange(row, column, *block.shape))

    def _paste_larger(self, target: _Target, block: Block, needed: Growth) -> None:
        """Ask what to do with a block that does not fit, and do it."""
        cells, sheet = target.cells, target.sheet
        room = (sheet.shape[0] - cells.row, sheet.shape[1] - cells.column)
        buttons = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self._window,
            self.tr("Paste"),
            self._question(block.shape, room, needed),
            buttons.Yes | buttons.No | buttons.Cancel,
        )
        if answer == buttons.No:
            self._paste_at(target, cells.row, cells.column, block[: room[0], : room[1]])
        elif answer == buttons.Yes:
            paste = SetBlock(
                sheet.quantity.id, page_of(sheet), needed.row, needed.column, block, Deed.PASTE
            )
            if self._editing.apply(Together((*needed.edits, paste))):
                target.view.select_range(CellRange(needed.row, needed.column, *block.shape))

    def _question(self, shape: tuple[int, ...], room: tuple[int, int], needed: Growth) -> str:
        added = []
        if needed.n_tokens:
            added.append(self.tr("tokens: {0}").format(needed.n_tokens))
        if needed.n_features:
            added.append(self.tr("columns of every head: {0}").format(needed.n_features))
        return self.tr(
            "{0} × {1} numbers were copied, and there is room for {2} × {3}.\n\n"
            "Yes: make room by adding {4}, in every matrix that shares them.\n"
            "No: paste only what fits."
        ).format(*shape, *room, ", ".join(added))

"""Editing numbers: what cells and commands do to the scenario, in one place."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QSettings

from attention_gui.gui.cells import CellRange
from attention_gui.gui.store import Store
from attention_gui.scenario.edits import Deed, Edit, SetBlock, SetCell
from attention_gui.scenario.numbers import DecimalSign, parse
from attention_gui.scenario.sheet import Sheet

__all__ = ["Editing", "page_of"]

_KEY = "editing/decimal-sign"
_ONE_STEP = -1  # no gesture: an undo step of its own


class Editing:
    """Turns what is typed, pasted or dragged in a sheet into edits.

    Parameters
    ----------
    store : Store
    apply : callable
        Takes an edit and the number of its gesture (see `Store.dispatch`); returns False, after
        telling why, when it is refused.
    settings : QSettings, optional
        Where the decimal sign is kept for the next start; without it, it is forgotten.
    """

    def __init__(
        self,
        store: Store,
        apply: Callable[[Edit, int], bool],
        settings: QSettings | None = None,
    ) -> None:
        self._store = store
        self._apply = apply
        self._settings = settings
        self._decimal = DecimalSign.EITHER if settings is None else _kept_sign(settings)

    @property
    def decimal(self) -> DecimalSign:
        """Which decimal signs are read."""
        return self._decimal

    @decimal.setter
    def decimal(self, decimal: DecimalSign) -> None:
        self._decimal = decimal
        if self._settings is not None:
            self._settings.setValue(_KEY, decimal.value)

    @property
    def written(self) -> DecimalSign:
        """The decimal sign of what is offered for editing, or copied: the displayed one.

        Where that one is not read, it is the one that is.
        """
        is_any = self._decimal is DecimalSign.EITHER
        return self._store.snapshot.numbers.decimal if is_any else self._decimal

    def typed(self, sheet: Sheet, row: int, column: int, text: str) -> None:
        """Put typed text into a cell; raises AttentionError when it is refused."""
        value = parse(text, self._decimal)
        self._store.dispatch(SetCell(sheet.quantity.id, page_of(sheet), row, column, value))

    def fill(self, sheet: Sheet, cells: CellRange, text: str) -> None:
        """Put typed text into a range; raises AttentionError when it is refused."""
        block = np.full((cells.n_rows, cells.n_columns), parse(text, self._decimal))
        at = (page_of(sheet), cells.row, cells.column)
        self._store.dispatch(SetBlock(sheet.quantity.id, *at, block, Deed.FILL))

    def put(
        self,
        sheet: Sheet,
        row: int,
        column: int,
        block: npt.ArrayLike,
        deed: Deed,
        gesture: int = _ONE_STEP,
    ) -> bool:
        """Put numbers into a sheet as one undo step, or as a part of a gesture's.

        Returns
        -------
        bool
            Whether they were accepted; if not, the refusal has been told.
        """
        edit = SetBlock(sheet.quantity.id, page_of(sheet), row, column, block, deed)
        return self.apply(edit, gesture)

    def apply(self, edit: Edit, gesture: int = _ONE_STEP) -> bool:
        """Apply an edit; return False, after telling why, when it is refused."""
        return self._apply(edit, gesture)


def page_of(sheet: Sheet) -> int:
    """Return the page of an editable quantity that a sheet shows: of its batch, or its head."""
    return next(iter(sheet.fixed.values()), 0)


def _kept_sign(settings: QSettings) -> DecimalSign:
    kept = settings.value(_KEY)
    return DecimalSign(kept) if kept in list(DecimalSign) else DecimalSign.EITHER

"""The choice of how numbers are displayed: how many decimals, and after which sign."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSettings

from attention_gui.gui.menus import SHOWN_SIGNS, Menus
from attention_gui.gui.store import Store
from attention_gui.scenario.numbers import MOST_DIGITS, USUAL, DecimalSign, NumberFormat

__all__ = ["NumberChoice"]

_DIGITS, _DECIMAL = "numbers/digits", "numbers/decimal-sign"


class NumberChoice:
    """Changes the format of displayed numbers; none of it is an undo step.

    Parameters
    ----------
    store : Store
        Shows the format that was chosen last.
    settings : QSettings or None
        Where the choice is kept for the next start; without it it is forgotten.
    """

    def __init__(self, store: Store, settings: QSettings | None) -> None:
        self._store = store
        self._settings = settings
        if settings is not None:
            store.set_numbers(_remembered(settings))

    def commands(self) -> dict[str, Callable[[], object]]:
        """Return what the entries of the menu do, by their names."""
        return {
            "digits-more": partial(self._step, 1),
            "digits-fewer": partial(self._step, -1),
            **{f"shown.{sign}": partial(self._set_decimal, sign) for sign in SHOWN_SIGNS},
        }

    def set_digits(self, digits: int) -> None:
        """Display so many decimals."""
        self._set(self._shown.with_digits(digits))

    def show(self, menus: Menus) -> None:
        """Show in the menus what is chosen, and offer what can be."""
        menus["digits-more"].setEnabled(self._shown.digits < MOST_DIGITS)
        menus["digits-fewer"].setEnabled(self._shown.digits > 0)
        menus[f"shown.{self._shown.decimal}"].setChecked(True)

    @property
    def _shown(self) -> NumberFormat:
        return self._store.snapshot.numbers

    def _step(self, step: int) -> None:
        self.set_digits(min(max(0, self._shown.digits + step), MOST_DIGITS))

    def _set_decimal(self, sign: DecimalSign) -> None:
        self._set(replace(self._shown, decimal=sign))

    def _set(self, numbers: NumberFormat) -> None:
        self._store.set_numbers(numbers)
        if self._settings is not None:
            self._settings.setValue(_DIGITS, numbers.digits)
            self._settings.setValue(_DECIMAL, numbers.decimal.value)


def _remembered(settings: QSettings) -> NumberFormat:
    """Return the format that was kept; what is no choice counts as none."""
    digits, sign = str(settings.value(_DIGITS)), settings.value(_DECIMAL)
    choices = {str(choice): choice for choice in range(MOST_DIGITS + 1)}
    return NumberFormat(
        choices.get(digits, USUAL.digits),
        DecimalSign(sign) if sign in SHOWN_SIGNS else USUAL.decimal,
    )

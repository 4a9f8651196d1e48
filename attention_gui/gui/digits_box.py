"""The selector of how many decimals are displayed."""

from PySide6.QtWidgets import QWidget

from attention_gui.gui.controls import Selector
from attention_gui.gui.store import Snapshot
from attention_gui.scenario.numbers import MOST_DIGITS

__all__ = ["DigitsBox"]


class DigitsBox(Selector):
    """Offers the counts of decimals; its `activated` is the count that was chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("digits")
        self.addItems([""] * (MOST_DIGITS + 1))
        self.retranslate()

    def retranslate(self) -> None:
        """Take up the language."""
        for digits in range(self.count()):
            self.setItemText(digits, self.tr("Digits {0}").format(digits))
        self.setAccessibleName(self.tr("displayed decimals"))
        self.setToolTip(self.accessibleName())

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show how many decimals are displayed."""
        self.setCurrentIndex(snapshot.numbers.digits)

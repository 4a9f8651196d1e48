"""What an edit is: a pure change of a scenario that can be undone."""

from abc import ABC, abstractmethod

from attention_gui.catalogue import CATALOGUE
from attention_gui.engine import AttentionError
from attention_gui.phrases import Phrase
from attention_gui.scenario.scenario import Scenario
from attention_gui.wording import Translate, as_written

__all__ = ["Edit", "apply", "check_index", "check_there", "listed", "symbol_of"]


class Edit(ABC):
    """One change that can be undone."""

    @abstractmethod
    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Say in a few words what the edit does to `scenario`, for the undo menu.

        Parameters
        ----------
        scenario : Scenario
        translate : callable
            Of the words.
        """

    @abstractmethod
    def changed(self, scenario: Scenario) -> Scenario:
        """Return the scenario after the edit; see `apply`."""


def apply(scenario: Scenario, edit: Edit) -> Scenario:
    """Return the scenario after an edit.

    Raises
    ------
    AttentionError
        With the engine's code when the result would not be valid; ``out-of-range`` when the
        edit names a place or a part that does not exist, adds a part that exists already, or
        removes the last token or feature.
    """
    return edit.changed(scenario)


def check_index(index: int, count: int, what: Phrase) -> None:
    """Raise ``out-of-range`` unless `index` is one of `count` places."""
    if not 0 <= index < count:
        raise AttentionError(
            "out-of-range", "There is no {0} {1}, only 0 to {2}.", what, index, count - 1
        )


def check_there(part: object, what: Phrase) -> None:
    """Raise ``out-of-range`` unless the scenario has a part."""
    if part is None:
        raise AttentionError("out-of-range", "There is no {0}.", what)


def symbol_of(quantity_id: str) -> str:
    """Return the symbol of a quantity in plain text."""
    row = CATALOGUE.get(quantity_id)
    return quantity_id if row is None else row.plain_symbol


def listed(words: list[str], translate: Translate = as_written) -> str:
    """Return words as a list in a sentence: "Q, K and V"."""
    *others, last = words
    if not others:
        return last
    return translate("edit", "{0} and {1}").format(", ".join(others), last)

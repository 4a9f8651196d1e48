"""What an edit is: a pure change of a scenario that can be undone."""

from abc import ABC, abstractmethod

from attention_gui.engine import AttentionError
from attention_gui.scenario.scenario import Scenario

__all__ = ["Edit", "apply", "check_index"]


class Edit(ABC):
    """One change that can be undone."""

    @abstractmethod
    def text(self, scenario: Scenario, /) -> str:
        """Say in a few words what the edit does to `scenario`, for the undo menu."""

    @abstractmethod
    def changed(self, scenario: Scenario) -> Scenario:
        """Return the scenario after the edit; see `apply`."""


def apply(scenario: Scenario, edit: Edit) -> Scenario:
    """Return the scenario after an edit.

    Raises
    ------
    AttentionError
        With the engine's code when the result would not be valid; ``out-of-range`` when the
        edit names a place that does not exist, or removes the last token or feature.
    """
    return edit.changed(scenario)


def check_index(index: int, count: int, what: str) -> None:
    """Raise ``out-of-range`` unless `index` is one of `count` places."""
    if not 0 <= index < count:
        raise AttentionError("out-of-range", f"There is no {what} {index}, only 0 to {count - 1}.")

"""Words that come from modules without Qt, in the language that the application speaks."""

from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QCoreApplication

from attention_gui.engine import AttentionError, BlockReason
from attention_gui.gui import languages
from attention_gui.quantities import Quantity
from attention_gui.scenario.scenario import Scenario, in_language

__all__ = [
    "CATALOGUE_CONTEXT",
    "Message",
    "Say",
    "formula",
    "name",
    "reason",
    "refusal",
    "title",
    "translate",
    "written",
]

CATALOGUE_CONTEXT = "catalogue"
"""Context of the names of quantities and of what blocks a cell."""

Message: TypeAlias = str | Callable[[], str]
"""What is said to the user; what returns it follows the language."""
Say: TypeAlias = Callable[[Message], None]


def written(message: Message) -> str:
    """Return a message in the language that the application speaks."""
    return message if isinstance(message, str) else message()


def translate(context: str, text: str) -> str:
    """Return a text of a context; see `attention_gui.scenario.wording.Translate`."""
    return QCoreApplication.translate(context, text)


def name(quantity: Quantity | str) -> str:
    """Return what a quantity is called; the English name may be given instead of it."""
    english = quantity if isinstance(quantity, str) else quantity.name
    return translate(CATALOGUE_CONTEXT, english)


def reason(flag: BlockReason) -> str:
    """Return what a mask is called that blocks a cell."""
    return translate(CATALOGUE_CONTEXT, str(flag.name).lower())


def refusal(error: AttentionError) -> str:
    """Return why something is refused."""
    return error.phrase.said(translate)


def title(scenario: Scenario) -> str:
    """Return the scenario's title, or an empty text."""
    return in_language(scenario.title, languages.current())


def formula(quantity: Quantity, scaled: str) -> str:
    """Return a quantity's formula as TeX; see `Quantity.typeset`."""
    return quantity.typeset(scaled, translate)

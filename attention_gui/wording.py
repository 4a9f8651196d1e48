"""How texts that are made without Qt find their words in another language."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

__all__ = ["ENGLISH", "LANGUAGES", "Translate", "as_written"]

ENGLISH = "en"
"""The language of the sources."""

LANGUAGES: Mapping[str, str] = MappingProxyType({ENGLISH: "English", "ru": "Русский"})
"""Every language by its code, with its name in itself."""

Translate: TypeAlias = Callable[[str, str], str]
"""Takes the context of a text and the text in English, and returns it in another language."""


def as_written(_context: str, text: str) -> str:
    """Return the text itself: the `Translate` of English."""
    return text

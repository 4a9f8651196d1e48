"""Words of a scenario: texts in several languages, and the names of tokens."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from attention_gui.engine import AttentionError
from attention_gui.phrases import Phrase, Words

__all__ = [
    "Text",
    "checked_labels",
    "checked_text",
    "default_labels",
    "displayed_labels",
    "encodable",
    "in_language",
]

Text = str | Mapping[str, str]
"""One text for every language, or a text by language code."""

_NAMED = {"tokens": Phrase("tokens"), "source_tokens": Phrase("source tokens")}


@lru_cache(maxsize=16)
def default_labels(count: int, letter: str = "q") -> tuple[str, ...]:
    """Return the names of tokens that were given none: q0, q1 and so on."""
    return tuple(f"{letter}{index}" for index in range(count))


@lru_cache(maxsize=16)
def displayed_labels(labels: tuple[str, ...], letter: str = "q") -> tuple[str, ...]:
    """Return names that can be shown on one line: no control characters, none of them blank."""
    plain = ("".join(c if c.isprintable() else " " for c in label).strip() for label in labels)
    return tuple(label or f"{letter}{index}" for index, label in enumerate(plain))


def in_language(text: Text, language: str) -> str:
    """Return a text in a language, in English where that is missing, or in what there is."""
    if isinstance(text, str):
        return text
    return text.get(language) or text.get("en") or next(iter(text.values()), "")


def checked_text(text: Text, place: str) -> Text:
    """Return a text, read-only; raise ``wrong-type`` if it cannot be stored."""
    if isinstance(text, str):
        return encodable(text, place)
    texts = {language: encodable(words, f"{place}.{language}") for language, words in text.items()}
    return MappingProxyType(texts) if texts else ""


def checked_labels(
    labels: tuple[str, ...] | None, count: int, place: str
) -> tuple[str, ...] | None:
    """Return the names of `count` tokens, or None where none were given.

    Raises
    ------
    AttentionError
        ``token-labels`` when they are not as many; ``wrong-type`` if one cannot be stored.
    """
    if labels is None:
        return None
    if len(labels) != count:
        raise AttentionError(
            "token-labels",
            "The number of {0} is {1}, but that of their labels is {2}.",
            _NAMED[place],
            count,
            len(labels),
        )
    return tuple(encodable(label, f"{place} {index}") for index, label in enumerate(labels))


def encodable(text: str, place: Words) -> str:
    """Return a text; raise ``wrong-type`` if it cannot be stored."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise AttentionError(
            "wrong-type", "{0} holds half a character at position {1}.", place, error.start
        ) from error
    return text

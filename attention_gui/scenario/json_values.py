"""Typed values out of decoded JSON; every refusal names the place in the file."""

from collections.abc import Callable, Mapping
from typing import Any

from attention_gui.engine import AttentionError
from attention_gui.phrases import Phrase, Words, one_of

__all__ = [
    "Reader",
    "choice",
    "entry",
    "group",
    "integer",
    "labels",
    "member",
    "refuse_unknown",
    "string",
    "wrong_type",
]

Reader = Callable[[Any, Words], Any]
"""Takes decoded JSON and its place in the file; returns the value or raises AttentionError."""

_KINDS = {
    bool: Phrase("a boolean"),
    dict: Phrase("an object"),
    float: Phrase("a number"),
    int: Phrase("a number"),
    list: Phrase("a list"),
    str: Phrase("text"),
    type(None): "null",
}


def wrong_type(place: Words, expected: Phrase, value: object) -> AttentionError:
    """Return the error for a value of the wrong type."""
    return AttentionError(
        "wrong-type", "{0} must be {1}, but it is {2}.", place, expected, _KINDS[type(value)]
    )


def member(place: Words, key: str) -> Words:
    """Return the place of what an object has under a key."""
    return f"{place}.{key}" if isinstance(place, str) else Phrase("{0}.{1}", place, key)


def entry(place: Words, index: int) -> Phrase:
    """Return the place of what a list has at an index."""
    return Phrase("{0} entry {1}", place, index)


def refuse_unknown(
    document: Mapping[str, Any], known: Mapping[str, Any], place: Words = ""
) -> None:
    """Raise ``unknown-key`` when a document has a key that is not known."""
    for key in document:
        if key not in known:
            raise AttentionError(
                "unknown-key",
                "{0} is not a key of a scenario; known are {1}.",
                member(place, key[:60]) if place else key[:60],
                ", ".join(known),
            )


def string(value: Any, place: Words) -> str:
    """Read a text."""
    if not isinstance(value, str):
        raise wrong_type(place, Phrase("text"), value)
    return value


def integer(value: Any, place: Words) -> int:
    """Read an integer."""
    if type(value) is not int:
        raise wrong_type(place, Phrase("an integer"), value)
    return value


def labels(value: Any, place: Words) -> tuple[str, ...]:
    """Read a list of texts."""
    if not isinstance(value, list):
        raise wrong_type(place, Phrase("a list of texts"), value)
    for index, label in enumerate(value):
        if not isinstance(label, str):
            raise wrong_type(entry(place, index), Phrase("text"), label)
    return tuple(value)


def choice(*choices: str) -> Reader:
    """Return the reader of one text out of several."""

    def read(value: Any, place: Words) -> str:
        if value not in choices:
            raise AttentionError("wrong-type", "{0} must be {1}.", place, one_of(choices))
        return string(value, place)

    return read


def group(readers: Mapping[str, Reader], required: tuple[str, ...] = ()) -> Reader:
    """Return the reader of an object with a reader for every key."""

    def read(value: Any, place: Words) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise wrong_type(place, Phrase("an object"), value)
        refuse_unknown(value, readers, place)
        for key in required:
            if key not in value:
                raise AttentionError("wrong-type", "{0} is missing.", member(place, key))
        return {key: readers[key](content, member(place, key)) for key, content in value.items()}

    return read

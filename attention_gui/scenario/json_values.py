"""Typed values out of decoded JSON; every refusal names the place in the file."""

from collections.abc import Callable, Mapping
from typing import Any

from attention_gui.engine import AttentionError

__all__ = [
    "Reader",
    "choice",
    "group",
    "integer",
    "labels",
    "refuse_unknown",
    "string",
    "wrong_type",
]

Reader = Callable[[Any, str], Any]
"""Takes decoded JSON and its place in the file; returns the value or raises AttentionError."""

_KINDS = {
    bool: "a boolean",
    dict: "an object",
    float: "a number",
    int: "a number",
    list: "a list",
    str: "text",
    type(None): "null",
}


def wrong_type(place: str, expected: str, value: object) -> AttentionError:
    """Return the error for a value of the wrong type."""
    return AttentionError(
        "wrong-type", f"{place} must be {expected}, but it is {_KINDS[type(value)]}."
    )


def refuse_unknown(document: Mapping[str, Any], known: Mapping[str, Any], place: str = "") -> None:
    """Raise ``unknown-key`` when a document has a key that is not known."""
    for key in document:
        if key not in known:
            raise AttentionError(
                "unknown-key",
                f"{place}{key!s:.60} is not a key of a scenario; known are {', '.join(known)}.",
            )


def string(value: Any, place: str) -> str:
    """Read a text."""
    if not isinstance(value, str):
        raise wrong_type(place, "text", value)
    return value


def integer(value: Any, place: str) -> int:
    """Read an integer."""
    if type(value) is not int:
        raise wrong_type(place, "an integer", value)
    return value


def labels(value: Any, place: str) -> tuple[str, ...]:
    """Read a list of texts."""
    if not isinstance(value, list):
        raise wrong_type(place, "a list of texts", value)
    return tuple(string(label, f"{place} entry {index}") for index, label in enumerate(value))


def choice(*choices: str) -> Reader:
    """Return the reader of one text out of several."""

    def read(value: Any, place: str) -> str:
        if value not in choices:
            raise AttentionError("wrong-type", f"{place} must be {' or '.join(choices)}.")
        return string(value, place)

    return read


def group(readers: Mapping[str, Reader], required: tuple[str, ...] = ()) -> Reader:
    """Return the reader of an object with a reader for every key."""

    def read(value: Any, place: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise wrong_type(place, "an object", value)
        refuse_unknown(value, readers, f"{place}.")
        for key in required:
            if key not in value:
                raise AttentionError("wrong-type", f"{place}.{key} is missing.")
        return {key: readers[key](content, f"{place}.{key}") for key, content in value.items()}

    return read

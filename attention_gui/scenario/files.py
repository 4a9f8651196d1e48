"""Scenario files: from a path or text to a scenario, and back."""

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any, BinaryIO

from attention_gui.engine import AttentionError
from attention_gui.phrases import Phrase
from attention_gui.scenario.reading import FORMAT, is_scenario, scenario_from
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.writing import dumps
from attention_gui.whole_files import cause, write_whole

__all__ = ["MAX_BYTES", "SUFFIX", "dumps", "loads", "read", "read_stream", "write"]

MAX_BYTES = 64_000_000
"""The largest file that is read."""

SUFFIX = ".attention.json"

_FAULTS = (
    Phrase("Expecting value"),
    Phrase("Expecting ',' delimiter"),
    Phrase("Expecting ':' delimiter"),
    Phrase("Expecting property name enclosed in double quotes"),
    Phrase("Extra data"),
    Phrase("Illegal trailing comma before end of array"),
    Phrase("Illegal trailing comma before end of object"),
    Phrase("Invalid \\escape"),
    Phrase("Invalid \\uXXXX escape"),
    Phrase("Invalid control character at"),
    Phrase("Unterminated string starting at"),
)
"""What Python says is wrong with JSON."""

_LONGEST_INTEGER = 400  # digits; float64 ends at 309, and Python's int() is slow or refuses


def read(path: str | os.PathLike[str]) -> Scenario:
    """Return the scenario in a file.

    Raises
    ------
    AttentionError
        ``unreadable-file``, naming the path and the cause, or what `loads` refuses.
    """
    name = repr(os.fspath(path))
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # a path with a null character is a ValueError
        raise AttentionError(
            "unreadable-file", "Cannot read {0}: {1}.", name, cause(error)
        ) from error
    return _loads(content, name)


def read_stream(stream: BinaryIO, name: str) -> Scenario:
    """Return the scenario in a binary stream; `name` is for the messages.

    Raises
    ------
    AttentionError
        ``unreadable-file``, or what `loads` refuses.
    """
    try:
        content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise AttentionError("unreadable-file", "Cannot read {0}: {1}.", name, error) from error
    return _loads(content, name)


def write(path: str | os.PathLike[str], scenario: Scenario) -> None:
    """Write a scenario file, whole or not at all.

    Raises
    ------
    AttentionError
        ``unwritable-file``; see `write_whole`.
    """
    write_whole(path, dumps(scenario).encode())


def loads(content: str | bytes) -> Scenario:
    """Return the scenario in the content of a file; a byte order mark is skipped.

    Raises
    ------
    AttentionError
        With one of the codes of the file (``not-json``, ``not-a-scenario``,
        ``unsupported-version``, ``unknown-key``, ``wrong-type``, ``too-large``,
        ``non-finite-input``), or what `Scenario` refuses.
    """
    return _loads(content, "the text")


def _loads(content: str | bytes, name: str) -> Scenario:
    if len(content) > MAX_BYTES:
        raise AttentionError("too-large", "More than {0} bytes are in {1}.", f"{MAX_BYTES:,}", name)
    document, repeated = _decoded(content)
    if not is_scenario(document):
        raise AttentionError(
            "not-a-scenario", 'This is JSON, but not an object with "format": "{0}".', FORMAT
        )
    if repeated:
        raise AttentionError(
            "wrong-type", "The key {0} is given more than once.", repr(repeated[0])
        )
    return scenario_from(document)


def _decoded(content: str | bytes) -> tuple[Any, list[str]]:
    """Return the JSON, and the keys that an object in it has more than once."""
    repeated: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        document = dict(pairs)
        if len(document) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            repeated.extend(key for key, count in counts.items() if count > 1)
        return document

    try:
        text = content if isinstance(content, str) else content.decode("utf-8")
        document = json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=unique, parse_int=_integer
        )
    except UnicodeDecodeError as error:
        raise AttentionError("not-json", "Byte {0} is not UTF-8.", error.start) from error
    except json.JSONDecodeError as error:
        raise AttentionError("not-json", "This is not JSON: {0}.", _fault(error)) from error
    except RecursionError as error:
        raise AttentionError("not-json", "The JSON is nested too deep to read.") from error
    return document, repeated


def _fault(error: json.JSONDecodeError) -> Phrase:
    known = {str(phrase): phrase for phrase in _FAULTS}
    return Phrase(
        "{0}: line {1} column {2} (char {3})",
        known.get(error.msg, error.msg),
        error.lineno,
        error.colno,
        error.pos,
    )


def _integer(digits: str) -> int | float:
    if digits == "-0" or len(digits) > _LONGEST_INTEGER:
        return float(digits)
    return int(digits)

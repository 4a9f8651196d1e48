"""Scenario files: from a path or text to a scenario, and back."""

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any, BinaryIO

from attention_gui.engine import AttentionError
from attention_gui.scenario.reading import FORMAT, is_scenario, scenario_from
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.writing import dumps
from attention_gui.whole_files import write_whole

__all__ = ["MAX_BYTES", "SUFFIX", "dumps", "loads", "read", "read_stream", "write"]

MAX_BYTES = 64_000_000
"""The largest file that is read."""

SUFFIX = ".attention.json"

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
        cause = getattr(error, "strerror", None) or error
        raise AttentionError("unreadable-file", f"Cannot read {name}: {cause}.") from error
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
        raise AttentionError("unreadable-file", f"Cannot read {name}: {error}.") from error
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
        raise AttentionError("too-large", f"More than {MAX_BYTES:,} bytes are in {name}.")
    document, repeated = _decoded(content)
    if not is_scenario(document):
        raise AttentionError(
            "not-a-scenario", f'This is JSON, but not an object with "format": "{FORMAT}".'
        )
    if repeated:
        raise AttentionError("wrong-type", f"The key {repeated[0]!r} is given more than once.")
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
        raise AttentionError("not-json", f"Byte {error.start} is not UTF-8.") from error
    except json.JSONDecodeError as error:
        raise AttentionError("not-json", f"This is not JSON: {error}.") from error
    except RecursionError as error:
        raise AttentionError("not-json", "The JSON is nested too deep to read.") from error
    return document, repeated


def _integer(digits: str) -> int | float:
    if digits == "-0" or len(digits) > _LONGEST_INTEGER:
        return float(digits)
    return int(digits)

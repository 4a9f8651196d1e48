"""The scenario that a decoded scenario file describes."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attention_gui.engine import AttentionError
from attention_gui.phrases import Phrase, Words
from attention_gui.scenario.json_arrays import bias, blocked, matrix, padding, projection
from attention_gui.scenario.json_values import (
    Reader,
    choice,
    entry,
    group,
    integer,
    labels,
    member,
    refuse_unknown,
    string,
    wrong_type,
)
from attention_gui.scenario.parts import DIRECT, MASKS, PROJECTED
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.words import encodable

__all__ = ["FORMAT", "VERSION", "is_scenario", "scenario_from"]

FORMAT = "attention-scenario"
VERSION = 1

_DEEPEST_VIEW = 100


def is_scenario(document: object) -> bool:
    """Say whether decoded JSON claims to be a scenario of any version."""
    return isinstance(document, dict) and document.get("format") == FORMAT


def scenario_from(document: Mapping[str, Any]) -> Scenario:
    """Return the scenario in a decoded file.

    Raises
    ------
    AttentionError
        ``unsupported-version``, ``unknown-key``, ``wrong-type``, ``input-rank``,
        ``bias-shape``, ``mask-shape``, ``non-finite-input``, or what `Scenario` refuses.
    """
    version = document.get("version")
    if type(version) is not int or version != VERSION:
        raise AttentionError(
            "unsupported-version",
            "version is {0}; this program reads {1}.",
            _short(version),
            VERSION,
        )
    refuse_unknown(document, _READERS)
    if ("direct" in document) == ("projected" in document):
        count = Phrase("both") if "direct" in document else Phrase("neither")
        raise AttentionError("wrong-type", "direct and projected: one is needed, not {0}.", count)
    found = {key: _READERS[key](content, key) for key, content in document.items()}
    return _scenario(found)


def _scenario(found: Mapping[str, Any]) -> Scenario:
    fields: dict[str, Any] = {}
    for key, content in found.items():
        if key in _GROUPS:
            fields |= content
        elif key not in _HEADER:
            fields[key] = content
    return Scenario(**fields)


def _short(version: object) -> Words:
    return Phrase("missing") if version is None else repr(version)[:40]


def _text(value: Any, place: Words) -> str | dict[str, str]:
    if isinstance(value, str):
        return value
    if not isinstance(value, dict):
        raise wrong_type(place, Phrase("text, or an object of en and ru"), value)
    texts: dict[str, str] = group({"en": string, "ru": string})(value, place)
    return texts


def _boolean(value: Any, place: Words) -> bool:
    if not isinstance(value, bool):
        raise wrong_type(place, Phrase("true or false"), value)
    return value


def _count(value: Any, place: Words) -> int:
    if integer(value, place) < 1:
        raise AttentionError("wrong-type", "{0} must be at least 1, but it is {1}.", place, value)
    return int(value)


def _scale(value: Any, place: Words) -> str | float:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise wrong_type(place, Phrase("inverse_sqrt_dk, none or a number"), value)
    return value


def _upstream(value: Any, place: Words) -> NDArray[np.float64] | None:
    if isinstance(value, str):
        choice("ones")(value, place)
        return None
    upstream: NDArray[np.float64] = matrix(value, place)
    return upstream


def _view(value: Any, place: Words) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise wrong_type(place, Phrase("an object"), value)
    _check_view(value, place, ())
    return value


def _check_view(value: object, view: Words, path: tuple[str | int, ...]) -> None:
    """Raise where a view holds what cannot be written; its place is put into words only then."""
    if len(path) > _DEEPEST_VIEW:
        raise AttentionError("not-json", "view is nested deeper than {0} levels.", _DEEPEST_VIEW)
    if isinstance(value, str):
        _check_text(value, view, path)
    elif isinstance(value, float) and not math.isfinite(value):
        raise AttentionError("non-finite-input", "{0} is not a finite number.", _at(view, path))
    elif isinstance(value, dict):
        for key, content in value.items():
            _check_text(key, view, path)
            _check_view(content, view, (*path, key))
    elif isinstance(value, list):
        for index, content in enumerate(value):
            _check_view(content, view, (*path, index))


def _check_text(text: str, view: Words, path: tuple[str | int, ...]) -> None:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            encodable(text, _at(view, path))


def _at(view: Words, path: tuple[str | int, ...]) -> Words:
    """Return the place of what a view has at the end of a path."""
    for step in path:
        view = member(view, step) if isinstance(step, str) else entry(view, step)
    return view


_MASK_READERS: tuple[Reader, ...] = (
    _boolean, choice("top_left", "bottom_right"), _count, padding, blocked,
)  # fmt: skip
_PROJECTED_READERS: Mapping[str, Reader] = {
    name: projection if name.startswith("w_") else matrix for name in PROJECTED
}
_READERS: Mapping[str, Reader] = {
    "format": string,
    "version": integer,
    "title": _text,
    "notes": _text,
    "kind": choice("self", "cross"),
    "tokens": labels,
    "source_tokens": labels,
    "heads": integer,
    "key_value_heads": integer,
    "direct": group(dict.fromkeys(DIRECT, matrix), required=DIRECT),
    "projected": group(
        _PROJECTED_READERS, required=tuple(name for name in PROJECTED if name != "source_inputs")
    ),
    "w_output": projection,
    "scale": _scale,
    "bias": bias,
    "mask": group(dict(zip(MASKS, _MASK_READERS, strict=True))),
    "empty_rows": choice("zero", "nan", "uniform"),
    "upstream": _upstream,
    "view": _view,
}
_HEADER = ("format", "version")
_GROUPS = ("direct", "projected", "mask")
"""Keys that hold several fields of a scenario."""

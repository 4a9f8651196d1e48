"""The text of a scenario file: JSON with one row of a matrix a line."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attention_gui.engine import AttentionError
from attention_gui.scenario.numbers import edit_text
from attention_gui.scenario.parts import DIRECT, PROJECTED
from attention_gui.scenario.reading import FORMAT, VERSION
from attention_gui.scenario.scenario import Scenario, Text

__all__ = ["dumps"]


def dumps(scenario: Scenario) -> str:
    """Return the content of a scenario file; what is the default is left out.

    Reading it gives an equal scenario, bit by bit, and the same text again.

    Raises
    ------
    AttentionError
        ``wrong-type`` when the view holds what JSON cannot.
    """
    return _block("{}", [f"{_json(key)}: {text}" for key, text in _entries(scenario)], "") + "\n"


def _entries(scenario: Scenario) -> Iterator[tuple[str, str]]:
    yield "format", _json(FORMAT)
    yield "version", _json(VERSION)
    for key in ("title", "notes"):
        text: Text = getattr(scenario, key)
        if text:
            yield key, _json(text if isinstance(text, str) else dict(text))
    yield from _plain(scenario, kind="self", tokens=None, source_tokens=None)
    yield from _plain(scenario, heads=1, key_value_heads=None)
    yield from _operands(scenario)
    if scenario.w_output is not None:
        yield "w_output", _rows(scenario.w_output.tolist(), "  ")
    yield from _plain(scenario, scale="inverse_sqrt_dk")
    if scenario.bias is not None:
        yield "bias", _rows(scenario.bias.tolist(), "  ")
    yield from _mask(scenario)
    yield from _plain(scenario, empty_rows="zero")
    if scenario.upstream is not None:
        yield "upstream", _array(scenario.upstream, "  ")
    if scenario.view:
        yield "view", _view(scenario)


def _plain(scenario: Scenario, **defaults: object) -> Iterator[tuple[str, str]]:
    """Yield the given fields, but for those that have their default."""
    for name, default in defaults.items():
        value = getattr(scenario, name)
        if value != default:
            yield name, _number(value) if isinstance(value, float) else _json(value)


def _operands(scenario: Scenario) -> Iterator[tuple[str, str]]:
    key, names = ("projected", PROJECTED) if scenario.is_projected else ("direct", DIRECT)
    given = {name: getattr(scenario, name) for name in names}
    arrays = [
        f"{_json(name)}: {_array(array, '    ')}"
        for name, array in given.items()
        if array is not None
    ]
    yield key, _block("{}", arrays, "  ")


def _mask(scenario: Scenario) -> Iterator[tuple[str, str]]:
    entries = list(_plain(scenario, causal=False, alignment="top_left", window=None))
    if scenario.padding is not None:
        entries.append(("padding", _json(_without_single_batch(scenario.padding).tolist())))
    texts = [f"{_json(name)}: {text}" for name, text in entries]
    if scenario.blocked is not None:
        rows = _rows(scenario.blocked.tolist(), "    ", _json)
        yield "mask", _block("{}", [*texts, f'"blocked": {rows}'], "  ")
    elif texts:
        yield "mask", f"{{{', '.join(texts)}}}"


def _view(scenario: Scenario) -> str:
    try:
        return _json(dict(scenario.view))
    except (TypeError, ValueError, RecursionError) as error:
        raise AttentionError("wrong-type", "The view cannot be written: {0}.", error) from error


def _array(array: NDArray[np.float64], indent: str) -> str:
    """Return a matrix, which has a batch first unless it has two dimensions."""
    if not array.size:
        return _json({"shape": array.shape, "data": []})
    page = _without_single_batch(array) if array.ndim == 3 else array
    return _rows(page.tolist(), indent)


def _rows(rows: list[Any], indent: str, entry: Callable[[Any], str] | None = None) -> str:
    if not isinstance(rows[0], list):
        return f"[{', '.join(map(entry or _number, rows))}]"
    return _block("[]", [_rows(row, indent + "  ", entry) for row in rows], indent)


def _block(brackets: str, lines: list[str], indent: str) -> str:
    inner = f",\n{indent}  ".join(lines)
    return f"{brackets[0]}\n{indent}  {inner}\n{indent}{brackets[1]}"


def _number(value: float) -> str:
    text = edit_text(value)
    # As an integer, -0 would lose its sign.
    return "-0.0" if text == "-0" else text


def _without_single_batch(array: NDArray[Any]) -> NDArray[Any]:
    return array[0] if array.shape[0] == 1 else array


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)

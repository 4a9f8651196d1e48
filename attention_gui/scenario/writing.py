"""The text of a scenario file: JSON with one row of a matrix a line."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attention_gui.engine import AttentionError
from attention_gui.scenario.numbers import edit_text
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
    if scenario.tokens is not None:
        yield "tokens", _json(scenario.tokens)
    if scenario.heads != 1:
        yield "heads", _json(scenario.heads)
    yield "direct", _direct(scenario)
    yield from _options(scenario)
    if scenario.upstream is not None:
        yield "upstream", _array(scenario.upstream, "  ")
    if scenario.view:
        yield "view", _view(scenario)


def _direct(scenario: Scenario) -> str:
    names = ("query", "key", "value")
    arrays = [_array(getattr(scenario, name), "    ") for name in names]
    return _block(
        "{}", [f"{_json(name)}: {text}" for name, text in zip(names, arrays, strict=True)], "  "
    )


def _options(scenario: Scenario) -> Iterator[tuple[str, str]]:
    if isinstance(scenario.scale, str):
        if scenario.scale != "inverse_sqrt_dk":
            yield "scale", _json(scenario.scale)
    else:
        yield "scale", _number(scenario.scale)
    if mask := _mask(scenario):
        yield "mask", _json(mask)
    if scenario.empty_rows != "zero":
        yield "empty_rows", _json(scenario.empty_rows)


def _mask(scenario: Scenario) -> dict[str, Any]:
    mask: dict[str, Any] = {}
    if scenario.causal:
        mask["causal"] = True
    if scenario.alignment != "top_left":
        mask["alignment"] = scenario.alignment
    if scenario.padding is not None:
        mask["padding"] = _without_single_batch(scenario.padding).tolist()
    return mask


def _view(scenario: Scenario) -> str:
    try:
        return _json(dict(scenario.view))
    except (TypeError, ValueError, RecursionError) as error:
        raise AttentionError("wrong-type", f"The view cannot be written: {error}.") from error


def _array(array: NDArray[np.float64], indent: str) -> str:
    if not array.size:
        return _json({"shape": array.shape, "data": []})
    return _rows(_without_single_batch(array).tolist(), indent)


def _rows(rows: list[Any], indent: str) -> str:
    if not isinstance(rows[0], list):
        return f"[{', '.join(map(_number, rows))}]"
    return _block("[]", [_rows(row, indent + "  ") for row in rows], indent)


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

"""Result files: the quantities as JSON or NPZ, the gradient check as JSON."""

import io
import json
import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attention_gui.engine import AttentionError, GradientCheck, Result
from attention_gui.whole_files import write_whole

__all__ = [
    "check_quantities",
    "check_suffix",
    "gradcheck_json",
    "result_json",
    "result_npz",
    "write_result",
]


def check_quantities(result: Result, quantity_ids: Sequence[str]) -> None:
    """Raise ``unknown-quantity``, naming the choices, unless `result` has all of them."""
    for quantity_id in quantity_ids:
        if quantity_id not in tuple(result):
            raise AttentionError(
                "unknown-quantity",
                "There is no quantity {0}; choose from {1}.",
                repr(quantity_id),
                ", ".join(result),
            )


def result_json(result: Result, quantity_ids: Sequence[str]) -> str:
    """Return a result file, one quantity a line.

    Numbers read back as the same float64. What JSON has no numbers for is a text: ``"nan"``,
    ``"inf"``, ``"-inf"``. An array with an empty axis is an object of shape and data.

    Raises
    ------
    AttentionError
        ``unknown-quantity``, or ``overflow`` from the engine.
    """
    check_quantities(result, quantity_ids)
    lines = [
        f"{json.dumps(quantity_id)}: {_dumped(_plain(result[quantity_id]))}"
        for quantity_id in dict.fromkeys(quantity_ids)
    ]
    inner = ",\n    ".join(lines)
    quantities = f"{{\n    {inner}\n  }}" if lines else "{}"
    return (
        '{\n  "format": "attention-result",\n  "version": 1,\n'
        f'  "quantities": {quantities},\n  "loss": {_dumped(_number(result.loss))}\n}}\n'
    )


def result_npz(result: Result, quantity_ids: Sequence[str]) -> bytes:
    """Return an NPZ archive with a plain array by the id of every quantity, and the loss.

    Raises
    ------
    AttentionError
        ``unknown-quantity``, or ``overflow`` from the engine.
    """
    check_quantities(result, quantity_ids)
    arrays = {quantity_id: result[quantity_id] for quantity_id in (*quantity_ids, "loss")}
    archive = io.BytesIO()
    np.savez(archive, allow_pickle=False, **arrays)
    return archive.getvalue()


def check_suffix(path: str | os.PathLike[str]) -> None:
    """Raise ``usage`` unless `path` says by its suffix how `write_result` should write it."""
    if Path(path).suffix.lower() not in (".json", ".npz"):
        raise AttentionError(
            "usage", "A result is written to .json or .npz, not to {0}.", repr(os.fspath(path))
        )


def write_result(path: str | os.PathLike[str], result: Result, quantity_ids: Sequence[str]) -> None:
    """Write a result file, JSON or NPZ by the suffix, whole or not at all.

    Raises
    ------
    AttentionError
        ``usage`` for another suffix, ``unknown-quantity``, ``unwritable-file``, or
        ``overflow`` from the engine.
    """
    check_suffix(path)
    if Path(path).suffix.lower() == ".npz":
        write_whole(path, result_npz(result, quantity_ids))
    else:
        write_whole(path, result_json(result, quantity_ids).encode())


def gradcheck_json(check: GradientCheck) -> str:
    """Return the outcome of a gradient check as JSON."""
    inputs = {
        name: {"checked": entry.checked, "max_error": _number(entry.max_error)}
        for name, entry in check.inputs.items()
    }
    document = {
        "format": "attention-gradcheck",
        "version": 1,
        "step": check.step,
        "tolerance": check.tolerance,
        "passed": check.passed,
        "inputs": inputs,
    }
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def _dumped(value: object) -> str:
    return json.dumps(value, allow_nan=False)


def _plain(array: NDArray[Any]) -> Any:
    """Return nested lists that JSON can hold."""
    if not array.size:
        return {"shape": array.shape, "data": []}
    if array.dtype == np.bool_ or np.isfinite(array).all():
        return array.tolist()
    return _with_words(array.tolist())


def _with_words(value: Any) -> Any:
    return [_with_words(entry) for entry in value] if isinstance(value, list) else _number(value)


def _number(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"

"""Arrays out of decoded JSON; every refusal names the place in the file."""

import math
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from attention_gui.engine import AttentionError
from attention_gui.scenario.json_values import Reader, group, integer, wrong_type

__all__ = ["flags", "matrix"]

_AXES = {
    1: ("entry",),
    2: ("row", "column"),
    3: ("batch", "row", "column"),
    4: ("batch", "head", "row", "column"),
}
_LONGEST_AXIS = 64_000_000
"""No file can hold more; a longer axis beside an empty one would only exhaust the memory."""

_Where = Callable[[int], str]
"""Names the place of an entry of a row."""

_RowReader = Callable[[list[Any], _Where], NDArray[Any]]
"""Reads a list without lists in it."""


def matrix(value: Any, place: str) -> NDArray[np.float64]:
    """Read finite numbers of rank 1 to 4: nested lists, or an object of shape and data."""
    return _array(value, place, _numbers)


def flags(value: Any, place: str) -> NDArray[np.bool_]:
    """Read booleans of rank 1 to 4: nested lists, or an object of shape and data."""
    return _array(value, place, _booleans)


def _array(value: Any, place: str, read_row: _RowReader) -> NDArray[Any]:
    if isinstance(value, dict):
        return _shaped(value, place, read_row)
    if not isinstance(value, list):
        raise wrong_type(place, "a matrix (nested lists, or an object of shape and data)", value)
    rank, first = 1, value
    while first and isinstance(first[0], list):
        rank, first = rank + 1, first[0]
    return _nested(value, _Place(place, _axes_of(rank, place)), read_row)


class _Place:
    """A list on some level of nested lists.

    Attributes
    ----------
    name : str
        Such as ``direct.query row 1``.
    axes : tuple of str
        The names of the levels from this list inwards.
    """

    def __init__(self, name: str, axes: tuple[str, ...]) -> None:
        self.name = name
        self.axes = axes

    def entry(self, index: int) -> str:
        return f"{self.name} {self.axes[0]} {index}"

    def inside(self, index: int) -> "_Place":
        return _Place(self.entry(index), self.axes[1:])


def _nested(value: Any, place: _Place, read_row: _RowReader) -> NDArray[Any]:
    if not isinstance(value, list):
        raise wrong_type(place.name, "a list", value)
    if len(place.axes) == 1:
        return read_row(value, place.entry)
    parts = [_nested(part, place.inside(index), read_row) for index, part in enumerate(value)]
    for index, part in enumerate(parts):
        if part.shape != parts[0].shape:
            raise AttentionError(
                "wrong-type",
                f"{place.entry(index)} has {_size(part)}, but {place.entry(0)} has"
                f" {_size(parts[0])}.",
            )
    return np.stack(parts) if parts else np.empty((0,) * len(place.axes))


def _size(array: NDArray[Any]) -> str:
    return "size " + "×".join(map(str, array.shape))


def _numbers(row: list[Any], where: _Where) -> NDArray[np.float64]:
    if not set(map(type, row)) <= {int, float}:
        _refuse_first(row, where, (int, float), "a number")
    numbers = np.array([_float(entry) for entry in row], dtype=np.float64)
    finite = np.isfinite(numbers)
    if not finite.all():
        column = int(np.argmin(finite))
        cause = "NaN" if math.isnan(numbers[column]) else "infinite, or too large for float64"
        raise AttentionError("non-finite-input", f"{where(column)} is {cause}.")
    return numbers


def _float(number: int | float) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf


def _booleans(row: list[Any], where: _Where) -> NDArray[np.bool_]:
    if not set(map(type, row)) <= {bool}:
        _refuse_first(row, where, (bool,), "true or false")
    return np.array(row, dtype=np.bool_)


def _refuse_first(
    row: list[Any], where: _Where, allowed: tuple[type, ...], expected: str
) -> NoReturn:
    column = next(index for index, entry in enumerate(row) if type(entry) not in allowed)
    raise wrong_type(where(column), expected, row[column])


def _shaped(value: dict[str, Any], place: str, read_row: _RowReader) -> NDArray[Any]:
    readers: dict[str, Reader] = {"shape": _shape, "data": _flat(read_row)}
    parts = group(readers, required=("shape", "data"))(value, place)
    shape, data = parts["shape"], parts["data"]
    _axes_of(len(shape), place)
    if math.prod(shape) != data.size:
        raise AttentionError(
            "wrong-type",
            f"{place}.data has {data.size} entries, but its shape {'×'.join(map(str, shape))}"
            f" asks for {math.prod(shape)}.",
        )
    return np.reshape(data, shape)


def _axes_of(rank: int, place: str) -> tuple[str, ...]:
    if rank not in _AXES:
        raise AttentionError("input-rank", f"{place} has rank {rank}; a matrix has rank 2 or 3.")
    return _AXES[rank]


def _shape(value: Any, place: str) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise wrong_type(place, "a list of lengths", value)
    for index, length in enumerate(value):
        if not 0 <= integer(length, f"{place} entry {index}") <= _LONGEST_AXIS:
            raise AttentionError(
                "wrong-type", f"{place} entry {index} must be from 0 to {_LONGEST_AXIS}."
            )
    return tuple(value)


def _flat(read_row: _RowReader) -> Reader:
    def read(value: Any, place: str) -> NDArray[Any]:
        if not isinstance(value, list):
            raise wrong_type(place, "a flat list", value)
        return read_row(value, lambda index: f"{place} entry {index}")

    return read

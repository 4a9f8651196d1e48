"""Arrays out of decoded JSON; every refusal names the place in the file."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from attention_gui.engine import AttentionError
from attention_gui.phrases import Phrase, Words
from attention_gui.scenario.json_values import Reader, entry, group, integer, member, wrong_type

__all__ = ["bias", "blocked", "matrix", "padding", "projection"]

_LONGEST_AXIS = 64_000_000
"""No file can hold more; a longer axis beside an empty one would only exhaust the memory."""

_Where = Callable[[int], Words]
"""Names the place of an entry of a row."""

_RowReader = Callable[[list[Any], _Where], NDArray[Any]]
"""Reads a list without lists in it."""


@dataclass(frozen=True)
class _Kind:
    """What an array of a file may be.

    Attributes
    ----------
    read_row : callable
    axes : mapping from int to tuple of Phrase
        For each rank that is allowed, what an entry is called on each axis.
    code : str
    ranks : Phrase
        The error for other ranks, and what it says.
    """

    read_row: _RowReader
    axes: Mapping[int, tuple[Phrase, ...]]
    code: str
    ranks: Phrase

    def axes_of(self, rank: int, place: Words) -> tuple[Phrase, ...]:
        """Return the names of the axes; refuse a rank that is not allowed."""
        if rank not in self.axes:
            raise AttentionError(self.code, "{0} has rank {1}; {2}.", place, rank, self.ranks)
        return self.axes[rank]

    def __call__(self, value: Any, place: Words) -> NDArray[Any]:
        """Read nested lists, or an object of shape and data."""
        if isinstance(value, dict):
            return _shaped(value, place, self)
        if not isinstance(value, list):
            expected = Phrase("a matrix (nested lists, or an object of shape and data)")
            raise wrong_type(place, expected, value)
        rank, first = 1, value
        while first and isinstance(first[0], list):
            rank, first = rank + 1, first[0]
        return _nested(value, _Place(self.axes_of(rank, place), place), self.read_row)


class _Place:
    """A list on some level of nested lists; it is put into words only when it is refused.

    Attributes
    ----------
    axes : tuple of Phrase
        The names of the levels from this list inwards.

    Parameters
    ----------
    axes : tuple of Phrase
    outer : str, Phrase or _Place
        The name of the outermost list, or the list that this one is in.
    index : int
        Where in it.
    """

    def __init__(self, axes: tuple[Phrase, ...], outer: "Words | _Place", index: int = 0) -> None:
        self.axes = axes
        self._outer = outer
        self._index = index

    @property
    def name(self) -> Words:
        """Such as ``direct.query row 1``."""
        outer = self._outer
        return outer.entry(self._index) if isinstance(outer, _Place) else outer

    def entry(self, index: int) -> Phrase:
        return Phrase("{0} {1} {2}", self.name, self.axes[0], index)

    def inside(self, index: int) -> "_Place":
        return _Place(self.axes[1:], self, index)


def _nested(value: Any, place: _Place, read_row: _RowReader) -> NDArray[Any]:
    if not isinstance(value, list):
        raise wrong_type(place.name, Phrase("a list"), value)
    if len(place.axes) == 1:
        return read_row(value, place.entry)
    parts = [_nested(part, place.inside(index), read_row) for index, part in enumerate(value)]
    for index, part in enumerate(parts):
        if part.shape != parts[0].shape:
            raise AttentionError(
                "wrong-type",
                "{0} has {1}, but {2} has {3}.",
                place.entry(index),
                _size(part),
                place.entry(0),
                _size(parts[0]),
            )
    return np.stack(parts) if parts else np.empty((0,) * len(place.axes))


def _size(array: NDArray[Any]) -> Phrase:
    return Phrase("size {0}", "×".join(map(str, array.shape)))


def _numbers(row: list[Any], where: _Where) -> NDArray[np.float64]:
    if not set(map(type, row)) <= {int, float}:
        _refuse_first(row, where, (int, float), Phrase("a number"))
    numbers = np.array([_float(entry) for entry in row], dtype=np.float64)
    finite = np.isfinite(numbers)
    if not finite.all():
        column = int(np.argmin(finite))
        if math.isnan(numbers[column]):
            raise AttentionError("non-finite-input", "{0} is NaN.", where(column))
        raise AttentionError(
            "non-finite-input", "{0} is infinite, or too large for float64.", where(column)
        )
    return numbers


def _float(number: int | float) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf


def _booleans(row: list[Any], where: _Where) -> NDArray[np.bool_]:
    if not set(map(type, row)) <= {bool}:
        _refuse_first(row, where, (bool,), Phrase("true or false"))
    return np.array(row, dtype=np.bool_)


def _refuse_first(
    row: list[Any], where: _Where, allowed: tuple[type, ...], expected: Phrase
) -> NoReturn:
    column = next(index for index, entry in enumerate(row) if type(entry) not in allowed)
    raise wrong_type(where(column), expected, row[column])


def _shaped(value: dict[str, Any], place: Words, kind: _Kind) -> NDArray[Any]:
    readers: dict[str, Reader] = {"shape": _shape, "data": _flat(kind.read_row)}
    parts = group(readers, required=("shape", "data"))(value, place)
    shape, data = parts["shape"], parts["data"]
    kind.axes_of(len(shape), place)
    if math.prod(shape) != data.size:
        raise AttentionError(
            "wrong-type",
            "{0} has length {1}, but its shape {2} asks for {3}.",
            member(place, "data"),
            data.size,
            "×".join(map(str, shape)),
            math.prod(shape),
        )
    return np.reshape(data, shape)


def _shape(value: Any, place: Words) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise wrong_type(place, Phrase("a list of lengths"), value)
    for index, length in enumerate(value):
        if not 0 <= integer(length, entry(place, index)) <= _LONGEST_AXIS:
            raise AttentionError(
                "wrong-type", "{0} must be from 0 to {1}.", entry(place, index), _LONGEST_AXIS
            )
    return tuple(value)


def _flat(read_row: _RowReader) -> Reader:
    def read(value: Any, place: Words) -> NDArray[Any]:
        if not isinstance(value, list):
            raise wrong_type(place, Phrase("a flat list"), value)
        return read_row(value, lambda index: entry(place, index))

    return read


_ROW_COLUMN = (Phrase("row"), Phrase("column"))
_BATCH, _HEAD, _ENTRY = Phrase("batch"), Phrase("head"), Phrase("entry")

matrix: Reader = _Kind(
    _numbers,
    {2: _ROW_COLUMN, 3: (_BATCH, *_ROW_COLUMN)},
    "input-rank",
    Phrase("a matrix has rank 2 or 3"),
)
"""Reads finite numbers, a row for every token, with or without a batch."""

projection: Reader = _Kind(
    _numbers,
    {2: _ROW_COLUMN},
    "input-rank",
    Phrase("a projection has rank 2, the same for every batch"),
)
"""Reads a W matrix."""

bias: Reader = _Kind(
    _numbers,
    {2: _ROW_COLUMN, 3: (_HEAD, *_ROW_COLUMN)},
    "bias-shape",
    Phrase("a bias has rank 2 or, with a page for every head, 3"),
)
"""Reads what is added to the scaled scores."""

padding: Reader = _Kind(
    _booleans,
    {1: (_ENTRY,), 2: (_BATCH, _ENTRY)},
    "mask-shape",
    Phrase("padding has rank 1 or, with a row for every batch, 2"),
)
"""Reads which keys are excluded."""

blocked: Reader = _Kind(
    _booleans,
    {2: _ROW_COLUMN, 4: (_BATCH, _HEAD, *_ROW_COLUMN)},
    "mask-shape",
    Phrase("blocked has rank 2 or, with a page for every batch and head, 4"),
)
"""Reads which cells are excluded."""

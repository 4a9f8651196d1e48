"""Reading what the caller gives: matrices of numbers, matrices of booleans.

Call it where NumPy's warnings are off.
"""

from numbers import Real
from typing import Any, TypeAlias

import numpy as np

from attention_gui.engine.arrays import Array, BoolArray, FloatArray, all_finite, frozen
from attention_gui.errors import AttentionError, shown
from attention_gui.phrases import Phrase

__all__ = ["Operand", "position", "read_bias", "read_booleans", "read_matrix", "read_projection"]

Operand: TypeAlias = Any
"""Anything that NumPy can read as a matrix of numbers: an array, nested lists, a tensor."""

_BOOLEANS = Phrase("true or false")


def read_matrix(name: str, given: Operand) -> FloatArray:
    """Return a read-only float64 copy of a matrix, with its batch axis.

    Parameters
    ----------
    name : str
        The operand's name, for the messages.
    given : array_like, shape (tokens, width) or (B, tokens, width)

    Returns
    -------
    ndarray, shape (B, tokens, width)
        In C order; B is 1 if a matrix of rank 2 was given.

    Raises
    ------
    AttentionError
        ``wrong-type`` for a ragged matrix, text, booleans or anything else that is no number;
        ``input-rank``; ``non-finite-input`` for NaN, infinity and what exceeds float64.
    """
    numbers = _read_numbers(name, given)
    if numbers.ndim not in (2, 3):
        raise AttentionError(
            "input-rank",
            "{0} has rank {1}, but a matrix has rank 2 (tokens × width) or 3 (batch × "
            "tokens × width).",
            name,
            numbers.ndim,
        )
    return _finite_copy(name, numbers, rank=3)


def read_projection(name: str, given: Operand) -> FloatArray:
    """Return a read-only float64 copy of a W matrix, which is the same for the whole batch.

    Parameters
    ----------
    name : str
    given : array_like, shape (width before, width after)

    Raises
    ------
    AttentionError
        ``wrong-type``, ``input-rank``, ``non-finite-input``, as for `read_matrix`.
    """
    numbers = _read_numbers(name, given)
    if numbers.ndim != 2:
        raise AttentionError(
            "input-rank",
            "{0} has rank {1}, but a W matrix has rank 2 (width before × width after).",
            name,
            numbers.ndim,
        )
    return _finite_copy(name, numbers, rank=2)


def read_bias(given: Operand, shape: tuple[int, int, int]) -> FloatArray:
    """Return a read-only float64 copy of the bias.

    Parameters
    ----------
    given : array_like, shape (m, n) or (h, m, n)
    shape : tuple of int
        (h, m, n).

    Raises
    ------
    AttentionError
        ``bias-shape``, and ``wrong-type`` and ``non-finite-input`` as for `read_matrix`.
    """
    numbers = _read_numbers("bias", given)
    if numbers.shape not in (shape[1:], shape):
        raise AttentionError(
            "bias-shape",
            "bias has shape {0}, but the scores of a batch need {1} or {2}.",
            numbers.shape,
            shape[1:],
            shape,
        )
    return _finite_copy("bias", numbers, rank=2, first_axis="head")


def read_booleans(name: str, given: Operand) -> BoolArray:
    """Return an array of booleans, of any shape.

    Raises
    ------
    AttentionError
        ``wrong-type`` if anything in it is not a boolean: a 0 or 1 could mean either polarity.
    """
    array = _as_array(name, given)
    if array.dtype.kind == "O":
        for index, leaf in np.ndenumerate(array):
            if not isinstance(leaf, bool | np.bool_):
                raise _wrong_leaf(name, leaf, index, array.shape, _BOOLEANS)
        return array.astype(np.bool_)
    if array.dtype.kind != "b":
        raise _wrong_dtype(name, array, _BOOLEANS)
    return np.array(array, dtype=np.bool_)


def position(index: tuple[int, ...], shape: tuple[int, ...], first_axis: str = "batch") -> Phrase:
    """Return where a cell is, counted from 0: "row 1, column 0", with the batch if needed."""
    if not 1 < len(shape) <= 3:
        return Phrase("index {0}", list(index))
    if len(shape) == 2 or shape[0] == 1:
        return Phrase("row {0}, column {1}", *index[-2:])
    if first_axis == "head":
        return Phrase("head {0}, row {1}, column {2}", *index)
    return Phrase("batch {0}, row {1}, column {2}", *index)


def _finite_copy(name: str, numbers: Array, rank: int, first_axis: str = "batch") -> FloatArray:
    if _is_frozen(numbers, rank):  # by a problem before: an edit shares what it leaves as it is
        matrix = numbers
    else:  # a long double beyond float64 becomes an infinity
        matrix = np.array(numbers, dtype=np.float64, order="C", ndmin=rank)
    if not all_finite(matrix):
        index = tuple(np.argwhere(~np.isfinite(matrix))[0].tolist())
        raise AttentionError(
            "non-finite-input",
            "{0} is {1} at {2}; every number must be finite.",
            name,
            matrix[index],
            position(index, matrix.shape, first_axis),
        )
    return frozen(matrix)


def _is_frozen(array: Array, rank: int) -> bool:
    """Return whether an array can be kept as it is: read-only, and so is the memory it is in."""
    owner = array if array.base is None else array.base
    is_read_only = isinstance(owner, np.ndarray) and not owner.flags.writeable
    is_fitting = array.dtype == np.float64 and array.ndim >= rank and array.flags.c_contiguous
    return is_read_only and not array.flags.writeable and is_fitting


def _as_array(name: str, given: Operand) -> Array:
    """Return `given` as an array; lists keep the types of their items (dtype object)."""
    if not isinstance(given, list | tuple):
        return np.asarray(given)
    # NumPy would read [1, True] as [1, 1] and [1, "a"] as text without saying so.
    try:
        array: Array = np.array(given, dtype=object)
    except ValueError:
        raise _ragged(name) from None
    if any(isinstance(leaf, list | tuple | np.ndarray) for leaf in array.flat):
        raise _ragged(name)
    return array


def _read_numbers(name: str, given: Operand) -> Array:
    array = _as_array(name, given)
    if array.dtype.kind in "iuf":
        return array
    if array.dtype.kind != "O":
        raise _wrong_dtype(name, array, Phrase("numbers"))
    numbers = np.empty(array.shape, dtype=np.float64)
    for index, leaf in np.ndenumerate(array):
        numbers[index] = _as_float(name, leaf, index, array.shape)
    return numbers


def _as_float(name: str, leaf: object, index: tuple[int, ...], shape: tuple[int, ...]) -> float:
    if isinstance(leaf, bool) or not isinstance(leaf, Real):  # a bool is an int too
        raise _wrong_leaf(name, leaf, index, shape, Phrase("a number"))
    try:
        return float(leaf)
    except OverflowError:
        raise AttentionError(
            "non-finite-input", "{0} is too large for float64 at {1}.", name, position(index, shape)
        ) from None


def _wrong_leaf(
    name: str, leaf: object, index: tuple[int, ...], shape: tuple[int, ...], wanted: Phrase
) -> AttentionError:
    if not index:
        return AttentionError(
            "wrong-type", "{0} holds {1} instead of {2}.", name, shown(leaf), wanted
        )
    return AttentionError(
        "wrong-type",
        "{0} holds {1} at {2} instead of {3}.",
        name,
        shown(leaf),
        position(index, shape),
        wanted,
    )


def _wrong_dtype(name: str, array: Array, wanted: Phrase) -> AttentionError:
    kinds = {
        "b": Phrase("booleans"),
        "c": Phrase("complex numbers"),
        "U": Phrase("text"),
        "S": Phrase("bytes"),
    }
    held = kinds.get(array.dtype.kind, Phrase("values of type {0}", array.dtype.name))
    return AttentionError("wrong-type", "{0} holds {1} instead of {2}.", name, held, wanted)


def _ragged(name: str) -> AttentionError:
    return AttentionError("wrong-type", "{0} is ragged: its rows differ in length.", name)

"""Reading the options of a problem: counts, choices, scale and mask."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from operator import index
from typing import Any, SupportsFloat

import numpy as np

from attention_gui.engine.arrays import BoolArray, frozen
from attention_gui.engine.errors import AttentionError, shown
from attention_gui.engine.operands import read_booleans

__all__ = [
    "Mask",
    "as_float",
    "read_choice",
    "read_count",
    "read_mask",
    "read_scale",
    "refuse_unsupported",
]


@dataclass(frozen=True, slots=True)
class Mask:
    """What blocks cells; the attributes are those of `Problem`."""

    causal: bool
    alignment: str
    padding: BoolArray | None


def read_choice(name: str, given: object, choices: tuple[str, ...]) -> str:
    """Return `given` if it is one of `choices`, or raise ``wrong-type``."""
    if isinstance(given, str) and given in choices:
        return given
    listed = " or ".join(f'"{choice}"' for choice in choices)
    raise AttentionError("wrong-type", f"{name} is {shown(given)} instead of {listed}.")


def read_count(name: str, given: object) -> int:
    """Return `given` as an int, or raise ``wrong-type`` if it is not a whole number."""
    if not isinstance(given, int | np.integer) or isinstance(given, bool):
        raise AttentionError("wrong-type", f"{name} is {shown(given)} instead of a whole number.")
    return index(given)


def read_scale(given: object) -> str | float:
    """Return ``"inverse_sqrt_dk"``, ``"none"``, or the number that multiplies the raw scores.

    Raises
    ------
    AttentionError
        ``scale`` if it is another text or number, ``wrong-type`` if it is neither.
    """
    if isinstance(given, str) and given in ("inverse_sqrt_dk", "none"):
        return given
    if isinstance(given, bool) or not isinstance(given, Real | str):
        raise AttentionError(
            "wrong-type",
            f'scale is {shown(given)} instead of "inverse_sqrt_dk", "none" or a number.',
        )
    factor = math.nan if isinstance(given, str) else as_float(given)
    if not (math.isfinite(factor) and factor > 0.0):
        raise AttentionError(
            "scale",
            f"scale is {shown(given)}, but must be positive and finite, "
            'or "inverse_sqrt_dk" or "none".',
        )
    return factor


def read_mask(given: Mapping[str, Any] | None, n_batch: int, n_keys: int) -> Mask:
    """Return the masks, checked.

    Parameters
    ----------
    given : mapping, optional
        Keys ``causal``, ``alignment``, ``window``, ``padding`` and ``blocked``, all optional.
        True blocks.
    n_batch, n_keys : int

    Raises
    ------
    AttentionError
        ``unknown-key``, ``wrong-type``, ``mask-shape``, or ``unsupported`` for window and
        blocked.
    """
    if given is None:
        return Mask(causal=False, alignment="top_left", padding=None)
    if not isinstance(given, Mapping):
        raise AttentionError("wrong-type", f"mask is {shown(given)} instead of a mapping.")
    known = ("causal", "alignment", "window", "padding", "blocked")
    for name in given:
        if name not in known:
            raise AttentionError(
                "unknown-key",
                f"mask has the key {shown(name)}, but only {', '.join(known)} are known.",
            )
    refuse_unsupported({f"mask {name}": given.get(name) for name in ("window", "blocked")})
    causal = given.get("causal", False)
    if not isinstance(causal, bool | np.bool_):
        raise AttentionError(
            "wrong-type", f"mask causal is {shown(causal)} instead of true or false."
        )
    alignment = given.get("alignment", "top_left")
    return Mask(
        causal=bool(causal),
        alignment=read_choice("mask alignment", alignment, ("top_left", "bottom_right")),
        padding=_read_padding(given.get("padding"), n_batch, n_keys),
    )


def refuse_unsupported(options: Mapping[str, object]) -> None:
    """Raise ``unsupported`` for the first of `options` that is given, that is, not None."""
    for name, given in options.items():
        if given is not None:
            raise AttentionError("unsupported", f"{name} is not supported in this version.")


def _read_padding(given: object, n_batch: int, n_keys: int) -> BoolArray | None:
    if given is None:
        return None
    padding = read_booleans("mask padding", given)
    if padding.shape not in ((n_keys,), (n_batch, n_keys)):
        raise AttentionError(
            "mask-shape",
            f"mask padding has shape {padding.shape}, but {n_keys} keys in a batch of {n_batch} "
            f"need ({n_keys},) or ({n_batch}, {n_keys}).",
        )
    return frozen(np.broadcast_to(padding, (n_batch, n_keys)).copy())


def as_float(number: SupportsFloat) -> float:
    """Return `number` as a float, infinity if it exceeds float64."""
    try:
        return float(number)
    except OverflowError:  # an integer beyond float64
        return math.inf

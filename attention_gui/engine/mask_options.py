"""Reading the masks of a problem."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from attention_gui.engine.arrays import BoolArray, frozen
from attention_gui.engine.operands import read_booleans
from attention_gui.engine.options import read_choice, read_positive_count
from attention_gui.errors import AttentionError, shown

__all__ = ["Mask", "read_mask"]

_KEYS = ("causal", "alignment", "window", "padding", "blocked")


class Mask(NamedTuple):
    """What blocks cells; the attributes are those of `Problem`."""

    causal: bool = False
    alignment: str = "top_left"
    window: int | None = None
    padding: BoolArray | None = None
    blocked: BoolArray | None = None


_NOTHING_BLOCKED = Mask()


def read_mask(given: Mapping[str, Any] | None, shape: tuple[int, int, int, int]) -> Mask:
    """Return the masks, checked.

    Parameters
    ----------
    given : mapping, optional
        Keys ``causal``, ``alignment``, ``window``, ``padding`` and ``blocked``, all optional.
        True blocks.
    shape : tuple of int
        (B, h, m, n), the shape of the scores.

    Raises
    ------
    AttentionError
        ``unknown-key``, ``wrong-type``, ``mask-shape``.
    """
    if given is None:
        return _NOTHING_BLOCKED
    if not isinstance(given, Mapping):
        raise AttentionError("wrong-type", "mask is {0} instead of a mapping.", shown(given))
    for name in given:
        if name not in _KEYS:
            raise AttentionError(
                "unknown-key",
                "mask has the key {0}, but only {1} are known.",
                shown(name),
                ", ".join(_KEYS),
            )
    alignment, window = given.get("alignment", "top_left"), given.get("window")
    return Mask(
        causal=_read_causal(given.get("causal", False)),
        alignment=read_choice("mask alignment", alignment, ("top_left", "bottom_right")),
        window=None if window is None else read_positive_count("mask window", window),
        padding=_read_padding(given.get("padding"), shape[0], shape[3]),
        blocked=_read_blocked(given.get("blocked"), shape),
    )


def _read_causal(given: object) -> bool:
    if not isinstance(given, bool | np.bool_):
        raise AttentionError(
            "wrong-type", "mask causal is {0} instead of true or false.", shown(given)
        )
    return bool(given)


def _read_padding(given: object, n_batch: int, n_keys: int) -> BoolArray | None:
    if given is None:
        return None
    padding = read_booleans("mask padding", given)
    if padding.shape not in ((n_keys,), (n_batch, n_keys)):
        raise AttentionError(
            "mask-shape",
            "mask padding has shape {0}, but the keys need {1} or {2}.",
            padding.shape,
            (n_keys,),
            (n_batch, n_keys),
        )
    return frozen(np.broadcast_to(padding, (n_batch, n_keys)).copy())


def _read_blocked(given: object, shape: tuple[int, int, int, int]) -> BoolArray | None:
    if given is None:
        return None
    cells = read_booleans("mask blocked", given)
    if cells.shape not in (shape[2:], shape):
        raise AttentionError(
            "mask-shape",
            "mask blocked has shape {0}, but the scores need {1} or {2}.",
            cells.shape,
            shape[2:],
            shape,
        )
    return frozen(cells)

"""Hypothesis strategies that several tests share."""

from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attention_gui.engine import Problem

POLICIES = ("zero", "nan", "uniform")


def matrices(*shape: int, largest: float = 2.0) -> st.SearchStrategy[np.ndarray]:
    """Return arrays of numbers of ordinary size, so rounded that no product underflows."""
    cells = st.floats(-largest, largest).map(lambda cell: round(cell, 6))
    return hnp.arrays(np.float64, shape, elements=cells)


class Numbers:
    """Matrices from one drawn seed: many times faster than to draw every cell.

    Some have few different values, so that rows are equal and scores tie.
    """

    def __init__(self, draw: st.DrawFn) -> None:
        self._random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
        self._digits = draw(st.sampled_from([6, 6, 0]))

    def matrix(self, *shape: int) -> np.ndarray:
        """Return an array of ordinary numbers, so rounded that no product underflows."""
        return self._random.uniform(-2.0, 2.0, shape).round(self._digits)

    def booleans(self, *shape: int) -> np.ndarray:
        """Return an array in which a third is True."""
        return self._random.random(shape) < 1 / 3


@st.composite
def masks(
    draw: st.DrawFn, numbers: Numbers, n_batch: int, n_heads: int, n_queries: int, n_keys: int
) -> dict[str, Any]:
    """Return masks of every kind, together or apart."""
    mask: dict[str, Any] = {
        "causal": draw(st.booleans()),
        "alignment": draw(st.sampled_from(["top_left", "bottom_right"])),
        "window": draw(st.sampled_from([None, None, 1, 2, 3])),
    }
    one_or_all = draw(st.sampled_from([None, (n_keys,), (n_batch, n_keys)]))
    if one_or_all is not None:
        mask["padding"] = numbers.booleans(*one_or_all)
    scores = (n_batch, n_heads, n_queries, n_keys)
    one_or_all = draw(st.sampled_from([None, None, scores[2:], scores]))
    if one_or_all is not None:
        mask["blocked"] = numbers.booleans(*one_or_all)
    return mask


@st.composite
def problems(
    draw: st.DrawFn,
    policies: tuple[str, ...] = POLICIES,
    min_tokens: int = 1,
    mask: dict[str, Any] | None = None,
    is_plain: bool = False,
) -> Problem:
    """Return small problems with all options together.

    A plain one is given by queries, keys and values of one token list, and has no bias.
    """
    numbers = Numbers(draw)
    n_batch, n_groups = draw(st.integers(1, 2)), draw(st.integers(1, 2))
    n_heads = n_groups * draw(st.integers(1, 2))
    n_queries = n_keys = draw(st.integers(min_tokens, 4))
    kind = "self" if is_plain else draw(st.sampled_from(["self", "cross"]))
    if kind == "cross":
        n_keys = draw(st.integers(1, 4))
    d_k, d_v = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    widths = {"query": n_heads * d_k, "key": n_groups * d_k, "value": n_groups * d_v}
    tokens = {"query": n_queries, "key": n_keys, "value": n_keys}
    options: dict[str, Any] = {"kind": kind, "heads": n_heads, "key_value_heads": n_groups}
    if is_plain or draw(st.booleans()):
        options |= {name: numbers.matrix(n_batch, tokens[name], widths[name]) for name in widths}
    else:
        options |= _projected(draw, numbers, (n_batch, n_queries, n_keys), widths, kind)
    d_out = n_heads * d_v
    if draw(st.booleans()):
        d_out = draw(st.integers(1, 3))
        options["w_output"] = numbers.matrix(n_heads * d_v, d_out)
    if not is_plain and draw(st.booleans()):
        shape = (n_heads, n_queries, n_keys)
        options["bias"] = numbers.matrix(*draw(st.sampled_from([shape, shape[1:]])))
    if mask is None:
        mask = draw(masks(numbers, n_batch, *(n_heads, n_queries, n_keys)))
    if draw(st.booleans()):
        options["upstream"] = numbers.matrix(n_batch, n_queries, d_out)
    scales = st.one_of(st.sampled_from(["inverse_sqrt_dk", "none"]), st.floats(0.01, 2.0))
    return Problem(
        **options,
        mask=mask,
        scale=draw(scales),
        empty_rows=draw(st.sampled_from(policies)),
    )


def _projected(
    draw: st.DrawFn,
    numbers: Numbers,
    sizes: tuple[int, int, int],
    widths: dict[str, int],
    kind: str,
) -> dict[str, np.ndarray]:
    n_batch, n_queries, n_keys = sizes
    width = source_width = draw(st.integers(1, 3))
    given = {"inputs": numbers.matrix(n_batch, n_queries, width)}
    if kind == "cross":
        source_width = draw(st.integers(1, 3))
        given["source_inputs"] = numbers.matrix(n_batch, n_keys, source_width)
    for name, columns in widths.items():
        rows = width if name == "query" else source_width
        given[f"w_{name}"] = numbers.matrix(rows, columns)
    return given

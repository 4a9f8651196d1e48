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


@st.composite
def masks(draw: st.DrawFn, n_batch: int, n_keys: int) -> dict[str, Any]:
    """Return causal and padding masks, together or apart."""
    mask: dict[str, Any] = {"causal": draw(st.booleans())}
    if draw(st.booleans()):
        shape = draw(st.sampled_from([(n_keys,), (n_batch, n_keys)]))
        mask["padding"] = draw(hnp.arrays(np.bool_, shape))
    return mask


@st.composite
def problems(
    draw: st.DrawFn,
    policies: tuple[str, ...] = POLICIES,
    min_tokens: int = 1,
    mask: dict[str, Any] | None = None,
) -> Problem:
    """Return small problems of every kind: batches, heads, widths, masks, scales, policies."""
    n_batch, n_heads = draw(st.integers(1, 2)), draw(st.integers(1, 3))
    n_tokens = draw(st.integers(min_tokens, 4))
    d_k, d_v = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    scales = st.one_of(st.sampled_from(["inverse_sqrt_dk", "none"]), st.floats(0.01, 2.0))
    output = (n_batch, n_tokens, n_heads * d_v)
    return Problem(
        query=draw(matrices(n_batch, n_tokens, n_heads * d_k)),
        key=draw(matrices(n_batch, n_tokens, n_heads * d_k)),
        value=draw(matrices(*output)),
        heads=n_heads,
        scale=draw(scales),
        mask=draw(masks(n_batch, n_tokens)) if mask is None else mask,
        empty_rows=draw(st.sampled_from(policies)),
        upstream=draw(st.one_of(st.just("ones"), matrices(*output))),
    )

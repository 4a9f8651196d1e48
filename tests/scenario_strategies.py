"""Hypothesis strategies for numbers as they are typed and for whole scenarios."""

from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from attention_gui.scenario.scenario import Scenario

finite = st.floats(allow_nan=False, allow_infinity=False)

# Half a character (a surrogate on its own) cannot be stored in UTF-8.
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
titles = words | st.dictionaries(st.sampled_from(["en", "ru"]), words, max_size=2)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | finite | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Any valid scenario with small sizes, an empty batch and odd numbers included."""
    n_batch = draw(st.integers(0, 3))
    n_tokens, heads = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    d_k, d_v = draw(st.integers(1, 3)), draw(st.integers(1, 3))

    def matrix(width: int) -> st.SearchStrategy[Any]:
        return arrays(np.float64, (n_batch, n_tokens, heads * width), elements=finite)

    tokens = st.lists(words, min_size=n_tokens, max_size=n_tokens).map(tuple)
    return Scenario(
        query=draw(matrix(d_k)),
        key=draw(matrix(d_k)),
        value=draw(matrix(d_v)),
        title=draw(titles),
        notes=draw(titles),
        tokens=draw(st.none() | tokens),
        heads=heads,
        scale=draw(st.sampled_from(["inverse_sqrt_dk", "none", 1, 0.25, 5e-324, 1e308])),
        causal=draw(st.booleans()),
        alignment=draw(st.sampled_from(["top_left", "bottom_right"])),
        padding=draw(st.none() | arrays(np.bool_, (n_batch, n_tokens))),
        empty_rows=draw(st.sampled_from(["zero", "nan", "uniform"])),
        upstream=draw(st.none() | matrix(d_v)),
        view=draw(st.dictionaries(words, json_values, max_size=3)),
    )

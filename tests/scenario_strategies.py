"""Hypothesis strategies for numbers as they are typed and for whole scenarios."""

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Sizes:
    """The sizes of a scenario, drawn before its arrays."""

    n_batch: int
    heads: int
    groups: int
    n_queries: int
    n_keys: int
    d_k: int
    d_v: int


@st.composite
def sizes(draw: st.DrawFn, kind: str) -> Sizes:
    """Small sizes, an empty batch and shared key/value heads included."""
    groups, n_queries = draw(st.integers(1, 2)), draw(st.integers(1, 4))
    return Sizes(
        n_batch=draw(st.integers(0, 3)),
        heads=groups * draw(st.integers(1, 2)),
        groups=groups,
        n_queries=n_queries,
        n_keys=draw(st.integers(1, 4)) if kind == "cross" else n_queries,
        d_k=draw(st.integers(1, 3)),
        d_v=draw(st.integers(1, 3)),
    )


def numbers(*shape: int, elements: st.SearchStrategy[float] = finite) -> st.SearchStrategy[Any]:
    return arrays(np.float64, shape, elements=elements)


@st.composite
def direct(draw: st.DrawFn, size: Sizes, elements: st.SearchStrategy[float]) -> dict[str, Any]:
    widths = {
        "query": (size.n_queries, size.heads * size.d_k),
        "key": (size.n_keys, size.groups * size.d_k),
        "value": (size.n_keys, size.groups * size.d_v),
    }
    return {
        name: draw(numbers(size.n_batch, *shape, elements=elements))
        for name, shape in widths.items()
    }


@st.composite
def projected(
    draw: st.DrawFn, size: Sizes, kind: str, elements: st.SearchStrategy[float]
) -> dict[str, Any]:
    width = source_width = draw(st.integers(1, 3))
    fields = {"inputs": draw(numbers(size.n_batch, size.n_queries, width, elements=elements))}
    if kind == "cross":
        source_width = draw(st.integers(1, 3))
        shape = (size.n_batch, size.n_keys, source_width)
        fields["source_inputs"] = draw(numbers(*shape, elements=elements))
    shapes = {
        "w_query": (width, size.heads * size.d_k),
        "w_key": (source_width, size.groups * size.d_k),
        "w_value": (source_width, size.groups * size.d_v),
    }
    return fields | {
        name: draw(numbers(*shape, elements=elements)) for name, shape in shapes.items()
    }


@st.composite
def masks(draw: st.DrawFn, size: Sizes) -> dict[str, Any]:
    page = (size.n_queries, size.n_keys)
    blocked = st.sampled_from([page, (size.n_batch, size.heads, *page)])
    return {
        "causal": draw(st.booleans()),
        "alignment": draw(st.sampled_from(["top_left", "bottom_right"])),
        "window": draw(st.none() | st.integers(1, 5)),
        "padding": draw(st.none() | arrays(np.bool_, (size.n_batch, size.n_keys))),
        "blocked": draw(st.none() | blocked.flatmap(lambda shape: arrays(np.bool_, shape))),
    }


@st.composite
def labels(draw: st.DrawFn, size: Sizes, kind: str) -> dict[str, Any]:
    counts = {"tokens": size.n_queries}
    if kind == "cross":
        counts["source_tokens"] = size.n_keys
    return {
        name: draw(st.none() | st.lists(words, min_size=count, max_size=count).map(tuple))
        for name, count in counts.items()
    }


@st.composite
def scenarios(
    draw: st.DrawFn, kind: str | None = None, elements: st.SearchStrategy[float] = finite
) -> Scenario:
    """Any valid scenario with small sizes, with every option, and odd numbers included."""
    kind = draw(st.sampled_from(["self", "cross"])) if kind is None else kind
    size = draw(sizes(kind))
    operands = direct(size, elements) | projected(size, kind, elements)
    width = concatenated = size.heads * size.d_v
    w_output = None
    if draw(st.booleans()):
        width = draw(st.integers(1, 3))
        w_output = draw(numbers(concatenated, width, elements=elements))
    page = (size.n_queries, size.n_keys)
    bias = st.sampled_from([page, (size.heads, *page)])
    return Scenario(
        **draw(operands),
        **draw(masks(size)),
        **draw(labels(size, kind)),
        kind=kind,
        w_output=w_output,
        title=draw(titles),
        notes=draw(titles),
        heads=size.heads,
        key_value_heads=size.groups,
        bias=draw(st.none() | bias.flatmap(lambda shape: numbers(*shape, elements=elements))),
        scale=draw(st.sampled_from(["inverse_sqrt_dk", "none", 1, 0.25, 5e-324, 1e308])),
        empty_rows=draw(st.sampled_from(["zero", "nan", "uniform"])),
        upstream=draw(st.none() | numbers(size.n_batch, size.n_queries, width, elements=elements)),
        view=draw(st.dictionaries(words, json_values, max_size=3)),
    )

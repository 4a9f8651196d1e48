"""A problem: everything that attention is computed from, validated."""

import math
from collections.abc import Mapping
from typing import Any, Never

import numpy as np

from attention_gui.engine.arrays import BoolArray, FloatArray, frozen
from attention_gui.engine.errors import AttentionError
from attention_gui.engine.operands import Operand, read_matrix
from attention_gui.engine.options import (
    read_choice,
    read_count,
    read_mask,
    read_scale,
    refuse_unsupported,
)
from attention_gui.engine.shapes import check_sizes, check_widths

__all__ = ["Problem"]


class Problem:
    """Queries, keys and values with the options of attention; immutable.

    Matrices have rank 2 (tokens × width) or rank 3 (batch first); a matrix of rank 2 is a
    batch of one. They are copied. Nothing is broadcast from one batch size to another. An
    empty batch is valid.

    Parameters
    ----------
    query : array_like, shape (B, m, h·d_k)
        Head r is columns r·d_k … (r+1)·d_k − 1.
    key : array_like, shape (B, n, h·d_k)
        As many tokens as queries (self-attention).
    value : array_like, shape (B, n, h·d_v)
    heads : int, default 1
        h (Vaswani et al. 2017, §3.2.2).
    key_value_heads : int, optional
        Must equal `heads` in this version.
    kind : str, default "self"
        Must be ``"self"`` in this version.
    scale : str or float, default "inverse_sqrt_dk"
        What multiplies the raw scores: 1 / √d_k (Vaswani et al. 2017, §3.2.1; d_k is the width
        of one head), ``"none"`` for 1, or a number above 0.
    mask : mapping, optional
        ``causal``: bool, blocks the keys after each query. ``alignment``: ``"top_left"`` or
        ``"bottom_right"``, alike as long as m = n. ``padding``: booleans of shape (n,) or
        (B, n). True always blocks. A cell is blocked if any of them blocks it.
    empty_rows : {"zero", "nan", "uniform"}
        What a query without any allowed key yields.
    upstream : array_like or "ones"
        Gradient of the loss by the output, shape (B, m, h·d_v).
    bias, w_output, inputs, source_inputs, w_query, w_key, w_value : optional
        Refused in this version.

    Attributes
    ----------
    query, key, value, upstream : ndarray of float64, rank 3, read-only
    scale : str or float
        As given.
    scale_factor : float
        The number that it stands for.
    causal : bool
    alignment, empty_rows : str
    padding : ndarray of bool, shape (B, n), or None
        True where a key is padding.
    n_batch, n_heads, n_queries, n_keys : int
    d_k, d_v : int
        Widths of one head.

    Raises
    ------
    AttentionError
        With one of the codes ``input-rank``, ``batch-mismatch``, ``token-mismatch``,
        ``empty-token-axis``, ``empty-feature-width``, ``query-key-width-mismatch``,
        ``head-divisibility``, ``mask-shape``, ``upstream-shape``, ``scale``,
        ``non-finite-input``, ``unknown-key``, ``wrong-type``, ``unsupported``.
    """

    query: FloatArray
    key: FloatArray
    value: FloatArray
    upstream: FloatArray
    scale: str | float
    scale_factor: float
    causal: bool
    alignment: str
    padding: BoolArray | None
    empty_rows: str
    n_batch: int
    n_heads: int
    n_queries: int
    n_keys: int
    d_k: int
    d_v: int

    def __init__(
        self,
        *,
        query: Operand = None,
        key: Operand = None,
        value: Operand = None,
        heads: int = 1,
        key_value_heads: int | None = None,
        kind: str = "self",
        scale: str | float = "inverse_sqrt_dk",
        mask: Mapping[str, Any] | None = None,
        empty_rows: str = "zero",
        upstream: Operand = "ones",
        bias: Operand = None,
        w_output: Operand = None,
        inputs: Operand = None,
        source_inputs: Operand = None,
        w_query: Operand = None,
        w_key: Operand = None,
        w_value: Operand = None,
    ) -> None:
        is_self = read_choice("kind", kind, ("self", "cross")) == "self"
        refuse_unsupported(
            {
                "inputs": inputs,
                "source_inputs": source_inputs,
                "w_query": w_query,
                "w_key": w_key,
                "w_value": w_value,
                "w_output": w_output,
                "bias": bias,
                'kind "cross"': None if is_self else kind,
            }
        )
        n_heads = _read_heads(heads, key_value_heads)
        operands = _read_operands(query, key, value)
        check_sizes(operands)
        check_widths(operands, n_heads)
        n_batch, n_queries, width = operands["query"].shape
        _, n_keys, value_width = operands["value"].shape
        masks = read_mask(mask, n_batch, n_keys)
        factor = read_scale(scale)
        d_k = width // n_heads
        vars(self).update(
            operands,
            upstream=_read_upstream(upstream, (n_batch, n_queries, value_width)),
            scale=factor,
            scale_factor=_scale_factor(factor, d_k),
            causal=masks.causal,
            alignment=masks.alignment,
            padding=masks.padding,
            empty_rows=read_choice("empty_rows", empty_rows, ("zero", "nan", "uniform")),
            n_batch=n_batch,
            n_heads=n_heads,
            n_queries=n_queries,
            n_keys=n_keys,
            d_k=d_k,
            d_v=value_width // n_heads,
        )

    @property
    def heads(self) -> int:
        """The number of heads, under its name in files."""
        return self.n_heads

    def replace(self, **changes: Any) -> "Problem":
        """Return a new problem that differs in the given parameters of the constructor."""
        options: dict[str, Any] = {
            "query": self.query,
            "key": self.key,
            "value": self.value,
            "heads": self.n_heads,
            "scale": self.scale,
            "mask": {
                "causal": self.causal,
                "alignment": self.alignment,
                "padding": self.padding,
            },
            "empty_rows": self.empty_rows,
            "upstream": self.upstream,
        }
        return Problem(**(options | changes))

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a Problem is immutable: cannot set {name}; use replace()")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"a Problem is immutable: cannot delete {name}")


def _read_heads(heads: object, key_value_heads: object) -> int:
    n_heads = read_count("heads", heads)
    if key_value_heads is not None:
        n_groups = read_count("key_value_heads", key_value_heads)
        if n_groups != n_heads:
            raise AttentionError(
                "unsupported",
                f"key_value_heads {n_groups} beside {n_heads} heads is not supported in this "
                "version; they must be equal.",
            )
    return n_heads


def _read_operands(query: Operand, key: Operand, value: Operand) -> dict[str, FloatArray]:
    given = {"query": query, "key": key, "value": value}
    for name, operand in given.items():
        if operand is None:
            raise AttentionError(
                "wrong-type", f"{name} is missing: query, key and value are all needed."
            )
    return {name: read_matrix(name, operand) for name, operand in given.items()}


def _read_upstream(given: Operand, shape: tuple[int, int, int]) -> FloatArray:
    if isinstance(given, str):
        read_choice("upstream", given, ("ones",))
        return frozen(np.ones(shape))
    upstream = read_matrix("upstream", given)
    if upstream.shape != shape:
        raise AttentionError(
            "upstream-shape",
            f"upstream has shape {upstream.shape}, but the output has shape {shape}.",
        )
    return upstream


def _scale_factor(scale: str | float, d_k: int) -> float:
    if isinstance(scale, str):
        return 1.0 if scale == "none" else 1.0 / math.sqrt(d_k)
    return scale

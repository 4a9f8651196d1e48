"""A problem: everything that attention is computed from, validated."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from attention_gui.engine.arrays import Array, FloatArray, frozen
from attention_gui.engine.attributes import Attributes
from attention_gui.engine.bounds import cannot_overflow
from attention_gui.engine.forward import split_heads
from attention_gui.engine.mask_options import read_mask
from attention_gui.engine.matrices import PROJECTED, read_matrices, read_upstream, sizes_of
from attention_gui.engine.operands import Operand, read_bias
from attention_gui.engine.options import read_choice, read_count, read_scale, scale_factor
from attention_gui.engine.products import checked_product, equal_rows

__all__ = ["Problem"]

_WITHOUT = dict.fromkeys((*PROJECTED, "w_output"))


class Problem(Attributes):
    """What attention is computed from, with its options; immutable.

    Either *direct*: ``query``, ``key`` and ``value``; or *projected*: ``inputs`` X with
    ``w_query``, ``w_key`` and ``w_value``, so that Q = X W_Q and so on. In cross-attention the
    keys and values are projected from ``source_inputs``.

    Matrices have rank 2 (tokens × width) or rank 3 (batch first); a matrix of rank 2 is a
    batch of one. They are copied, unless they are read-only. Nothing is broadcast from one batch
    size to another. An empty batch is valid. W matrices have rank 2 and are the same for the whole
    batch.

    Parameters
    ----------
    query : array_like, shape (B, m, h·d_k)
        Head r is columns r·d_k … (r+1)·d_k − 1.
    key : array_like, shape (B, n, g·d_k)
        As many tokens as queries in self-attention.
    value : array_like, shape (B, n, g·d_v)
    inputs : array_like, shape (B, m, d)
    source_inputs : array_like, shape (B, n, d')
        In cross-attention only.
    w_query : array_like, shape (d, h·d_k)
    w_key : array_like, shape (d, g·d_k), or (d', g·d_k) in cross-attention
    w_value : array_like, shape (d, g·d_v), or (d', g·d_v) in cross-attention
    w_output : array_like, shape (h·d_v, d_out), optional
        Multiplies the heads side by side; without it they are the output.
    heads : int, default 1
        h (Vaswani et al. 2017, §3.2.2).
    key_value_heads : int, optional
        g, which divides h; by default h. Query head r reads key/value head ⌊r·g/h⌋ (Ainslie
        et al. 2023; g = 1 is Shazeer 2019).
    kind : {"self", "cross"}
        Whether queries and keys are of the same tokens.
    scale : str or float, default "inverse_sqrt_dk"
        What multiplies the raw scores: 1 / √d_k (Vaswani et al. 2017, §3.2.1; d_k is the width
        of one head), ``"none"`` for 1, or a number above 0.
    bias : array_like, shape (m, n) or (h, m, n), optional
        Added to the scaled scores, in logits.
    mask : mapping, optional
        ``causal``: bool, blocks the keys j > i′. ``window``: int w of at least 1, blocks the
        keys with |i′ − j| ≥ w. ``alignment``: ``"top_left"``, i′ = i, or ``"bottom_right"``,
        i′ = i + n − m. ``padding``: booleans of shape (n,) or (B, n). ``blocked``: booleans of
        shape (m, n) or (B, h, m, n). True always blocks. A cell is blocked if any of them
        blocks it.
    empty_rows : {"zero", "nan", "uniform"}
        What a query without any allowed key yields.
    upstream : array_like or "ones"
        Gradient of the loss by the output, shape (B, m, d_out).

    Attributes
    ----------
    matrices : mapping of str to ndarray
        What was given and can be edited, by id: the matrices of the direct or of the projected
        way, and ``w_output`` if there is one.
    query, key, value : ndarray of float64, rank 3, read-only
        As given, or projected when first asked for.
    inputs, source_inputs, w_query, w_key, w_value, w_output : ndarray or None
        As given.
    upstream : ndarray of float64, shape (B, m, d_out), read-only
    kind, alignment, empty_rows : str
    is_projected : bool
    source : str
        Id of what keys and values are projected from.
    mask : dict
        The masks as the constructor takes them.
    heads, key_value_heads : int
        h and g, under their names in files.
    scale : str or float
        As given.
    scale_factor : float
        The number that it stands for.
    bias : ndarray, shape (m, n) or (h, m, n), or None
    causal : bool
    window : int or None
    padding : ndarray of bool, shape (B, n), or None
        True where a key is padding.
    blocked : ndarray of bool, shape (m, n) or (B, h, m, n), or None
    n_batch, n_heads, n_groups, n_queries, n_keys : int
        B, h, g, m, n.
    d_k, d_v, d_out : int
        Widths of one head, and of the output.

    Raises
    ------
    AttentionError
        With one of the codes ``input-rank``, ``batch-mismatch``, ``token-mismatch``,
        ``empty-token-axis``, ``empty-feature-width``, ``query-key-width-mismatch``,
        ``projection-shape``, ``head-divisibility``, ``mask-shape``, ``bias-shape``,
        ``upstream-shape``, ``scale``, ``non-finite-input``, ``unknown-key``, ``wrong-type``.
    """

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
        n_heads = read_count("heads", heads)
        n_groups = (
            n_heads if key_value_heads is None else read_count("key_value_heads", key_value_heads)
        )
        given = {
            "query": query,
            "key": key,
            "value": value,
            "inputs": inputs,
            "source_inputs": source_inputs,
            "w_query": w_query,
            "w_key": w_key,
            "w_value": w_value,
            "w_output": w_output,
        }
        with np.errstate(all="ignore"):  # what is not finite is refused
            matrices = read_matrices(given, is_self)
            sizes = sizes_of(matrices, is_self, n_heads, n_groups)
            scores = (sizes.n_batch, n_heads, sizes.n_queries, sizes.n_keys)
            masks = read_mask(mask, scores)
            factor = read_scale(scale)
            vars(self).update(
                _WITHOUT,
                **matrices,
                **sizes._asdict(),
                **masks._asdict(),
                _names=tuple(matrices),
                upstream=read_upstream(upstream, (*scores[::2], sizes.d_out)),
                kind=kind,
                scale=factor,
                scale_factor=scale_factor(factor, sizes.d_k),
                bias=None if bias is None else read_bias(bias, scores[1:]),
                empty_rows=read_choice("empty_rows", empty_rows, ("zero", "nan", "uniform")),
            )

    @cached_property
    def query(self) -> FloatArray:
        """Q, shape (B, m, h·d_k), in a projected problem: X W_Q. May raise ``overflow``."""
        return self._projected("query", "inputs")

    @cached_property
    def key(self) -> FloatArray:
        """K, shape (B, n, g·d_k), in a projected problem: X W_K. May raise ``overflow``."""
        return self._projected("key", self.source)

    @cached_property
    def value(self) -> FloatArray:
        """V, shape (B, n, g·d_v), in a projected problem: X W_V. May raise ``overflow``."""
        return self._projected("value", self.source)

    def heads_of(self, name: str) -> FloatArray:
        """Return Q, K or V for each query head, shape (B, h, tokens, d), a view where it can be.

        A key/value head is repeated for every query head that reads it.

        Parameters
        ----------
        name : {"query", "key", "value"}
        """
        known = self._split.get(name)
        if known is None:
            n_stored = self.n_heads if name == "query" else self.n_groups
            known = split_heads(getattr(self, name), n_stored)
            if n_stored != self.n_heads:
                known = frozen(known.repeat(self.n_heads // n_stored, axis=1))
            self._split[name] = known
        return known

    @cached_property
    def _split(self) -> dict[str, FloatArray]:
        return {}

    @cached_property
    def equal_keys(self) -> dict[tuple[int, ...], Array]:
        """Which keys are identical; see `products.equal_rows`."""
        return equal_rows(self.heads_of("key"))

    @cached_property
    def cannot_overflow(self) -> bool:
        """Whether the sizes of the inputs alone prove that no stage overflows."""
        with np.errstate(all="ignore"):
            return cannot_overflow(self)

    def _projected(self, name: str, read_by: str) -> FloatArray:
        with np.errstate(all="ignore"):
            matrices = self.matrices
            return frozen(checked_product(name, matrices[read_by], matrices[f"w_{name}"]))

    def replace(self, **changes: Any) -> "Problem":
        """Return a new problem that differs in the given parameters of the constructor.

        None takes a matrix away: a projected problem becomes a direct one if ``inputs`` and
        the W matrices are None and ``query``, ``key`` and ``value`` are given.
        """
        options: dict[str, Any] = {
            **self.matrices,
            "heads": self.n_heads,
            "key_value_heads": self.n_groups,
            "kind": self.kind,
            "scale": self.scale,
            "bias": self.bias,
            "mask": self.mask,
            "empty_rows": self.empty_rows,
            "upstream": self.upstream,
        }
        return Problem(**(options | changes))

    def direct(self) -> "Problem":
        """Return the problem with the same numbers whose Q, K and V are given.

        Raises
        ------
        AttentionError
            ``overflow`` if a projection exceeds float64.
        """
        names = ("query", "key", "value")
        return self.replace(
            **dict.fromkeys(PROJECTED), **{name: getattr(self, name) for name in names}
        )

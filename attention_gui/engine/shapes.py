"""Whether the shapes of Q, K and V fit together."""

import math
from collections.abc import Mapping

from attention_gui.engine.arrays import FloatArray
from attention_gui.engine.errors import AttentionError

__all__ = ["check_sizes", "check_widths"]


def check_sizes(operands: Mapping[str, FloatArray]) -> None:
    """Check the batch, token and feature axes against each other, and for emptiness.

    Parameters
    ----------
    operands : mapping of str to ndarray
        ``query``, ``key`` and ``value``, of rank 3.

    Raises
    ------
    AttentionError
        ``batch-mismatch``, ``empty-token-axis``, ``empty-feature-width``, ``token-mismatch``.
    """
    batches = {name: matrix.shape[0] for name, matrix in operands.items()}
    if len(set(batches.values())) > 1:
        raise AttentionError("batch-mismatch", f"The batch sizes differ: {_listed(batches)}.")
    for name, matrix in operands.items():
        if matrix.shape[1] == 0:
            raise AttentionError("empty-token-axis", f"{name} has no tokens.")
        if matrix.shape[2] == 0:
            raise AttentionError("empty-feature-width", f"{name} has no features (width 0).")
    tokens = {name: matrix.shape[1] for name, matrix in operands.items()}
    if tokens["key"] != tokens["value"]:
        raise AttentionError(
            "token-mismatch",
            f"key has {tokens['key']} tokens and value has {tokens['value']}, "
            "but every key needs its value.",
        )
    if tokens["query"] != tokens["key"]:
        raise AttentionError(
            "token-mismatch",
            f"query has {tokens['query']} tokens and key has {tokens['key']}, "
            "but self-attention has one token list.",
        )


def check_widths(operands: Mapping[str, FloatArray], n_heads: int) -> None:
    """Check that queries and keys are equally wide and that the heads divide every width.

    Parameters
    ----------
    operands : mapping of str to ndarray
        ``query``, ``key`` and ``value``, of rank 3.
    n_heads : int

    Raises
    ------
    AttentionError
        ``query-key-width-mismatch``, ``head-divisibility``.
    """
    widths = {name: matrix.shape[2] for name, matrix in operands.items()}
    if widths["query"] != widths["key"]:
        raise AttentionError(
            "query-key-width-mismatch",
            f"query has width {widths['query']} and key has width {widths['key']}, "
            "but d_k must be the same for both.",
        )
    for name, width in widths.items():
        if n_heads < 1 or width % n_heads:
            shared = math.gcd(*widths.values())
            counts = [str(count) for count in range(1, shared + 1) if shared % count == 0]
            raise AttentionError(
                "head-divisibility",
                f"{name} has width {width}, which {n_heads} heads do not divide; "
                f"head counts that would work: {', '.join(counts)}.",
            )


def _listed(sizes: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {size}" for name, size in sizes.items())

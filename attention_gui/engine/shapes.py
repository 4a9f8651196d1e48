"""Whether the shapes of what a problem is given fit together."""

import math
from collections.abc import Mapping

from attention_gui.engine.arrays import FloatArray
from attention_gui.engine.errors import AttentionError

__all__ = [
    "check_division",
    "check_heads",
    "check_one_token_list",
    "check_projection",
    "check_sizes",
]


def check_sizes(operands: Mapping[str, FloatArray]) -> None:
    """Check that the batches are alike and that no axis but the batch is empty.

    Parameters
    ----------
    operands : mapping of str to ndarray
        Of rank 3, with the tokens on the second axis.

    Raises
    ------
    AttentionError
        ``batch-mismatch``, ``empty-token-axis``, ``empty-feature-width``.
    """
    batches = {name: matrix.shape[0] for name, matrix in operands.items()}
    if len(set(batches.values())) > 1:
        listed = ", ".join(f"{name} {size}" for name, size in batches.items())
        raise AttentionError("batch-mismatch", f"The batch sizes differ: {listed}.")
    for name, matrix in operands.items():
        if matrix.shape[1] == 0:
            raise AttentionError("empty-token-axis", f"{name} has no tokens.")
        if matrix.shape[2] == 0:
            raise AttentionError("empty-feature-width", f"{name} has no features (width 0).")


def check_one_token_list(n_queries: int, n_keys: int, n_values: int, is_self: bool) -> None:
    """Check that every key has its value and, in self-attention, every query its key.

    Raises
    ------
    AttentionError
        ``token-mismatch``.
    """
    if n_keys != n_values:
        raise AttentionError(
            "token-mismatch",
            f"key has {n_keys} tokens and value has {n_values}, but every key needs its value.",
        )
    if is_self and n_queries != n_keys:
        raise AttentionError(
            "token-mismatch",
            f"query has {n_queries} tokens and key has {n_keys}, "
            "but self-attention has one token list.",
        )


def check_projection(name: str, matrix: FloatArray, read_by: str, shape: tuple[int, ...]) -> None:
    """Check that a W matrix fits what it multiplies.

    Parameters
    ----------
    name : str
    matrix : ndarray, shape (width before, width after)
    read_by : str
        Id of what is multiplied, for the message.
    shape : tuple of int
        Its shape, (B, tokens, width before).

    Raises
    ------
    AttentionError
        ``projection-shape``, ``empty-feature-width``.
    """
    if matrix.shape[0] != shape[-1]:
        raise AttentionError(
            "projection-shape",
            f"{name} has shape {matrix.shape} and {read_by} has shape {shape}: "
            f"{name} needs {shape[-1]} rows, not {matrix.shape[0]}.",
        )
    if matrix.shape[1] == 0:
        raise AttentionError("empty-feature-width", f"{name} has no columns (width 0).")


def check_heads(widths: Mapping[str, int], n_heads: int, n_groups: int) -> None:
    """Check that the heads divide every width, and that d_k is the same for queries and keys.

    Parameters
    ----------
    widths : mapping of str to int
        Widths of all heads side by side: of the queries, the keys and the values, in this
        order, by the names of the matrices that decide them.
    n_heads, n_groups : int
        h and g.

    Raises
    ------
    AttentionError
        ``query-key-width-mismatch``, ``head-divisibility``.
    """
    (query, query_width), (key, key_width), (_, value_width) = widths.items()
    if n_heads == n_groups:
        _check_width(query, query_width, key, key_width)
        shared = math.gcd(query_width, key_width, value_width)
        for name, width in widths.items():
            check_division(name, width, n_heads, "heads", "head", shared)
        return
    check_division(query, query_width, n_heads, "heads", "head", query_width)
    check_division("heads", n_heads, n_groups, "key/value heads", "key/value head", n_heads)
    shared = math.gcd(key_width, value_width, n_heads)
    for name, width in list(widths.items())[1:]:
        check_division(name, width, n_groups, "key/value heads", "key/value head", shared)
    _check_width(query, query_width // n_heads, key, key_width // n_groups, " a head")


def _check_width(query: str, query_width: int, key: str, key_width: int, of: str = "") -> None:
    if query_width != key_width:
        raise AttentionError(
            "query-key-width-mismatch",
            f"{query} has width {query_width}{of} and {key} has width {key_width}{of}, "
            "but d_k must be the same for both.",
        )


def check_division(
    name: str, size: int, count: int, counted: str, singular: str, shared: int
) -> None:
    """Check that a number of heads divides a size.

    Parameters
    ----------
    name : str
        What has the size: ``"heads"``, or a matrix, whose width it is.
    size, count : int
    counted, singular : str
        What `count` counts, such as "heads" and "head".
    shared : int
        The counts that would work are its divisors.

    Raises
    ------
    AttentionError
        ``head-divisibility``.
    """
    if count >= 1 and size % count == 0:
        return
    counts = [str(other) for other in range(1, shared + 1) if shared % other == 0]
    has = "is" if name == "heads" else "has width"
    raise AttentionError(
        "head-divisibility",
        f"{name} {has} {size}, which {count} {counted} do not divide; "
        f"{singular} counts that would work: {', '.join(counts)}.",
    )

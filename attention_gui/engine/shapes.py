"""Whether the shapes of what a problem is given fit together."""

import math
from collections.abc import Mapping

from attention_gui.engine.arrays import FloatArray
from attention_gui.errors import AttentionError
from attention_gui.phrases import Words

__all__ = [
    "check_heads",
    "check_heads_divide",
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
        raise AttentionError("batch-mismatch", "The batch sizes differ: {0}.", listed)
    for name, matrix in operands.items():
        if matrix.shape[1] == 0:
            raise AttentionError("empty-token-axis", "{0} has no tokens.", name)
        if matrix.shape[2] == 0:
            raise AttentionError("empty-feature-width", "{0} has no features (width 0).", name)


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
            "The numbers of tokens differ: key {0}, value {1}; every key needs its value.",
            n_keys,
            n_values,
        )
    if is_self and n_queries != n_keys:
        raise AttentionError(
            "token-mismatch",
            "The numbers of tokens differ: query {0}, key {1}; self-attention has one list.",
            n_queries,
            n_keys,
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
            "{0} has shape {1} and {2} has shape {3}: {0} must have height {4}, not {5}.",
            name,
            matrix.shape,
            read_by,
            shape,
            shape[-1],
            matrix.shape[0],
        )
    if matrix.shape[1] == 0:
        raise AttentionError("empty-feature-width", "{0} has no columns (width 0).", name)


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
            check_heads_divide(name, width, n_heads, shared)
        return
    check_heads_divide(query, query_width, n_heads, query_width)
    if not _divides(n_groups, n_heads):
        raise AttentionError(
            "head-divisibility",
            "heads is {0}, which {1} key/value heads do not divide; "
            "key/value head counts that would work: {2}.",
            n_heads,
            n_groups,
            _divisors(n_heads),
        )
    shared = math.gcd(key_width, value_width, n_heads)
    for name, width in list(widths.items())[1:]:
        if not _divides(n_groups, width):
            raise AttentionError(
                "head-divisibility",
                "{0} has width {1}, which {2} key/value heads do not divide; "
                "key/value head counts that would work: {3}.",
                name,
                width,
                n_groups,
                _divisors(shared),
            )
    if query_width // n_heads != key_width // n_groups:
        raise AttentionError(
            "query-key-width-mismatch",
            "{0} has width {1} a head and {2} has width {3} a head, "
            "but d_k must be the same for both.",
            query,
            query_width // n_heads,
            key,
            key_width // n_groups,
        )


def _check_width(query: str, query_width: int, key: str, key_width: int) -> None:
    if query_width != key_width:
        raise AttentionError(
            "query-key-width-mismatch",
            "{0} has width {1} and {2} has width {3}, but d_k must be the same for both.",
            query,
            query_width,
            key,
            key_width,
        )


def check_heads_divide(name: Words, width: int, n_heads: int, shared: int) -> None:
    """Check that a number of heads divides the width of a matrix.

    Parameters
    ----------
    name : str or Phrase
        What has the width.
    width, n_heads : int
    shared : int
        The counts that would work are its divisors.

    Raises
    ------
    AttentionError
        ``head-divisibility``.
    """
    if not _divides(n_heads, width):
        raise AttentionError(
            "head-divisibility",
            "{0} has width {1}, which {2} heads do not divide; head counts that would work: {3}.",
            name,
            width,
            n_heads,
            _divisors(shared),
        )


def _divides(count: int, size: int) -> bool:
    return count >= 1 and size % count == 0


def _divisors(number: int) -> str:
    return ", ".join(str(count) for count in range(1, number + 1) if number % count == 0)

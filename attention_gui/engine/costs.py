"""What a layer of attention costs (Vaswani et al. 2017, table 1)."""

from dataclasses import dataclass

from attention_gui.engine.options import read_positive_count
from attention_gui.engine.shapes import check_heads_divide
from attention_gui.phrases import Phrase

__all__ = ["Cost", "cost"]

_BYTES = 8
"""Of a float64."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The outcome of `cost`.

    Attributes
    ----------
    n_tokens, d_model, n_heads : int
        n, d and h, as asked for.
    scores_of_head : int
        n².
    weights_of_layer : int
        h n², attention weights of all heads.
    parameters : int
        4 d², cells of W_Q, W_K, W_V and W_O, for every h.
    attention_multiply_adds : int
        2 n² d: QKᵀ and AV of all heads.
    projection_multiply_adds : int
        4 n d².
    score_bytes : int
        8 h n², the scores of all heads in float64.
    crossover : int
        2 d, the number of tokens from which attention outweighs the projections.
    """

    n_tokens: int
    d_model: int
    n_heads: int
    scores_of_head: int
    weights_of_layer: int
    parameters: int
    attention_multiply_adds: int
    projection_multiply_adds: int
    score_bytes: int
    crossover: int


def cost(n_tokens: int, d_model: int, n_heads: int) -> Cost:
    """Return what one layer of self-attention computes and stores; exact at any size.

    Parameters
    ----------
    n_tokens, d_model, n_heads : int
        n, d and h; every head has width d / h.

    Raises
    ------
    AttentionError
        ``wrong-type`` if a number is not whole or not above 0; ``head-divisibility``.
    """
    n = read_positive_count("n_tokens", n_tokens)
    d = read_positive_count("d_model", d_model)
    h = read_positive_count("n_heads", n_heads)
    check_heads_divide(Phrase("the model"), d, h, d)
    return Cost(
        n_tokens=n,
        d_model=d,
        n_heads=h,
        scores_of_head=n * n,
        weights_of_layer=h * n * n,
        parameters=4 * d * d,
        attention_multiply_adds=2 * n * n * d,
        projection_multiply_adds=4 * n * d * d,
        score_bytes=_BYTES * h * n * n,
        crossover=2 * d,
    )

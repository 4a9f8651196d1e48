"""The result: every quantity of a problem, computed when first asked for."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import numpy as np

from attention_gui.engine import backward, forward, softmax
from attention_gui.engine.arrays import Array, BoolArray, FloatArray, frozen, require_finite
from attention_gui.engine.masks import blocked_per_head
from attention_gui.engine.problem import Problem

__all__ = ["Result", "compute"]


def compute(problem: Problem) -> "Result":
    """Compute attention (Vaswani et al. 2017, §3.2).

    The forward pass is run at once, everything else when it is asked for.

    Parameters
    ----------
    problem : Problem

    Returns
    -------
    Result

    Raises
    ------
    AttentionError
        ``overflow`` if a product or a sum of the forward pass exceeds float64. The gradients
        and the loss raise it when they are asked for.
    """
    result = Result(problem)
    result["output"]
    return result


class Result(Mapping[str, Array]):
    """Maps the id of a quantity to a read-only array.

    Get it from `compute`. Iterating yields the ids in the order of the computation. The same
    problem yields the same bits.

    Parameters
    ----------
    problem : Problem

    Attributes
    ----------
    problem : Problem
    loss : float
        Σ output · upstream.

    Raises
    ------
    KeyError
        For an id that this problem does not have.
    AttentionError
        ``overflow`` if the quantity exceeds float64.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._arrays: dict[str, Array] = {}
        self._blocked = blocked_per_head(problem)
        shape = (problem.n_batch, problem.n_heads, problem.n_queries)
        self._empty: BoolArray = np.broadcast_to(self._blocked.all(axis=-1), shape)

    @property
    def problem(self) -> Problem:
        """What the result was computed from."""
        return self._problem

    @property
    def loss(self) -> float:
        """Σ output · upstream, as a plain number."""
        return float(self["loss"])

    def __getitem__(self, quantity_id: str) -> Array:
        if quantity_id not in self._arrays:
            recipe = _RECIPES[quantity_id]
            with np.errstate(all="ignore"):  # what matters is checked, stage by stage
                self._arrays[quantity_id] = frozen(recipe(self))
        return self._arrays[quantity_id]

    def __iter__(self) -> Iterator[str]:
        return iter(_RECIPES)

    def __contains__(self, quantity_id: object) -> bool:
        return quantity_id in _RECIPES  # without computing it, as a Mapping would

    def __eq__(self, other: object) -> bool:
        return self is other  # arrays have no single truth value to compare by

    def __hash__(self) -> int:
        return id(self)

    def __len__(self) -> int:
        return len(_RECIPES)

    def value_terms_of(self, batch: int, head: int, query: int) -> FloatArray:
        """Return the value terms of one query without computing those of the others.

        Parameters
        ----------
        batch, head, query : int

        Returns
        -------
        ndarray, shape (n, d_v), read-only
        """
        weights = self["weights"][batch, head, query]
        value = self._heads("value")[batch, head]
        with np.errstate(all="ignore"):
            terms = forward.value_terms(weights[None], value)[0]
        return frozen(terms)

    def _heads(self, quantity_id: str) -> FloatArray:
        return forward.split_heads(self[quantity_id], self.problem.n_heads)

    def _buffer(self, quantity_id: str) -> FloatArray:
        """Return a quantity in an array of its own, to be overwritten by the next stage.

        The forward pass thus keeps one array of the shape of the scores, the weights, and not
        five; the others are computed again if they are asked for.
        """
        known = self._arrays.get(quantity_id)
        return _RECIPES[quantity_id](self) if known is None else known.copy()

    def _raw_scores(self) -> FloatArray:
        scores = forward.raw_scores(self._heads("query"), self._heads("key"))
        return require_finite("raw_scores", scores)

    def _scaled_scores(self) -> FloatArray:
        raw = self._buffer("raw_scores")
        scaled = forward.scaled_scores(raw, self.problem.scale_factor, out=raw)
        return require_finite("scaled_scores", scaled)

    def _masked_scores(self) -> FloatArray:
        scaled = self._buffer("scaled_scores")
        return softmax.masked_scores(scaled, self._blocked, self.problem.empty_rows, out=scaled)

    def _exponentials(self) -> FloatArray:
        masked = self._buffer("masked_scores")
        return softmax.exponentials(
            masked, softmax.row_max(masked), self._blocked, self.problem.empty_rows, out=masked
        )

    def _weights(self) -> FloatArray:
        exponentials = self._buffer("exponentials")
        return softmax.weights(exponentials, softmax.row_sums(exponentials), out=exponentials)

    def _head_outputs(self) -> FloatArray:
        outputs = forward.head_outputs(self["weights"], self._heads("value"))
        return require_finite("head_outputs", outputs, self._nan_rows()[..., None])

    def _loss(self) -> FloatArray:
        loss = forward.loss(self["output"], self["grad_output"])
        return require_finite("loss", loss, self._nan_rows().any())

    def _grad_value(self) -> FloatArray:
        heads = backward.grad_value(self["weights"], self["grad_head_outputs"])
        # A NaN row reaches every value of its head: 0 · NaN is NaN.
        excused = self._nan_rows()[..., None].any(axis=-2, keepdims=True)
        return forward.merge_heads(require_finite("grad_value", heads, excused))

    def _grad_weights(self) -> FloatArray:
        gradient = backward.grad_weights(self["grad_head_outputs"], self._heads("value"))
        return require_finite("grad_weights", gradient)

    def _grad_scaled_scores(self) -> FloatArray:
        buffer = self._buffer("grad_weights")
        gradient = backward.grad_scaled_scores(buffer, self["weights"], self._blocked, out=buffer)
        return require_finite("grad_scaled_scores", gradient)

    def _grad_raw_scores(self) -> FloatArray:
        buffer = self._buffer("grad_scaled_scores")
        gradient = backward.grad_raw_scores(buffer, self.problem.scale_factor, out=buffer)
        return require_finite("grad_raw_scores", gradient)

    def _grad_query(self) -> FloatArray:
        heads = backward.grad_query(self["grad_raw_scores"], self._heads("key"))
        return forward.merge_heads(require_finite("grad_query", heads))

    def _grad_key(self) -> FloatArray:
        heads = backward.grad_key(self["grad_raw_scores"], self._heads("query"))
        return forward.merge_heads(require_finite("grad_key", heads))

    def _nan_rows(self) -> BoolArray:
        """Return which rows are NaN because they are empty, shape (B, h, m)."""
        asked_for = self.problem.empty_rows == "nan"
        return self._empty if asked_for else np.zeros_like(self._empty)


_RECIPES: Mapping[str, Callable[[Result], Array]] = MappingProxyType(
    {
        "query": lambda result: result.problem.query,
        "key": lambda result: result.problem.key,
        "value": lambda result: result.problem.value,
        "raw_scores": Result._raw_scores,
        "scaled_scores": Result._scaled_scores,
        "masked_scores": Result._masked_scores,
        "row_max": lambda result: softmax.row_max(result["masked_scores"]),
        "exponentials": Result._exponentials,
        "row_sums": lambda result: softmax.row_sums(result["exponentials"]),
        "weights": Result._weights,
        "value_terms": lambda result: forward.value_terms(
            result["weights"], result._heads("value")
        ),
        "head_outputs": Result._head_outputs,
        "concatenated": lambda result: forward.merge_heads(result["head_outputs"]),
        "output": lambda result: result["concatenated"],
        "loss": Result._loss,
        "grad_output": lambda result: result.problem.upstream,
        "grad_concatenated": lambda result: result["grad_output"],
        "grad_head_outputs": lambda result: result._heads("grad_concatenated"),
        "grad_value": Result._grad_value,
        "grad_weights": Result._grad_weights,
        "grad_scaled_scores": Result._grad_scaled_scores,
        "grad_raw_scores": Result._grad_raw_scores,
        "grad_query": Result._grad_query,
        "grad_key": Result._grad_key,
        "row_entropy": lambda result: softmax.row_entropy(result["weights"]),
        "jacobian_trace": lambda result: softmax.jacobian_trace(result["weights"]),
        "empty_rows": lambda result: result._empty,
    }
)

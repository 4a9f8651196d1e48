"""What the stages of one computation share: the problem, and the arrays that are known."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TypeAlias

import numpy as np

from attention_gui.engine import forward
from attention_gui.engine.arrays import Array, BoolArray, FloatArray, require_finite
from attention_gui.engine.blocks import Block, origin
from attention_gui.engine.masks import blocked_broadcast
from attention_gui.engine.problem import Problem
from attention_gui.engine.products import checked_product, product, require_product

__all__ = ["Recipe", "Workspace"]

_OPERANDS = frozenset({"query", "key", "value"})


class Workspace:
    """The arrays of one problem, each computed when first asked for.

    Make and use it where NumPy's warnings are off.

    Parameters
    ----------
    problem : Problem
    recipes : mapping of str to callable
        What computes each quantity from a workspace.

    Attributes
    ----------
    problem : Problem
    arrays : dict of str to ndarray
        What is known; not read-only yet, so show none of it without `arrays.frozen`.
    blocked : ndarray of bool, broadcastable to `shape`, or None
        None if nothing is blocked.
    is_safe : bool
        Whether nothing can overflow, so that nothing need be checked.
    shape : tuple of int
        (B, h, m, n), the shape of the scores.
    gradients : dict of str to ndarray
        By the queries, keys and values for each query head, unchecked; they are made together.
    """

    def __init__(self, problem: Problem, recipes: Mapping[str, "Recipe"]) -> None:
        self.problem = problem
        self.arrays: dict[str, Array] = {}
        self.blocked = blocked_broadcast(problem)
        self.is_safe = problem.cannot_overflow
        self.shape = (problem.n_batch, problem.n_heads, problem.n_queries, problem.n_keys)
        self.gradients: dict[str, FloatArray] = {}
        self._recipes = recipes
        self._heads: dict[str, FloatArray] = {}

    def get(self, quantity_id: str) -> Array:
        """Return a quantity, computed if it is not known."""
        known = self.arrays.get(quantity_id)
        if known is None:
            known = self.arrays[quantity_id] = self._recipes[quantity_id](self)
        return known

    def heads(self, quantity_id: str) -> FloatArray:
        """Return a quantity for each query head, shape (B, h, tokens, d).

        A key/value head is repeated for every query head that reads it.
        """
        known = self._heads.get(quantity_id)
        if known is None:
            if quantity_id in _OPERANDS:
                known = self.problem.heads_of(quantity_id)
            else:
                known = forward.split_heads(self.get(quantity_id), self.problem.n_heads)
            self._heads[quantity_id] = known
        return known

    def empty_heads(self, n_tokens: int, width: int) -> FloatArray:
        """Return an array to write, shape (B, h, tokens, d), that merges without a copy."""
        n_batch, n_heads = self.shape[:2]
        return np.empty((n_batch, n_tokens, n_heads, width)).swapaxes(1, 2)

    def check(
        self,
        stage: str,
        array: FloatArray,
        excused: BoolArray | np.bool_ | None = None,
        block: Block | None = None,
    ) -> FloatArray:
        """Return `array`, or raise ``overflow``; see `arrays.require_finite`.

        A `block` says where in the quantity the array lies.
        """
        if self.is_safe:
            return array
        return require_finite(stage, array, excused, None if block is None else origin(block))

    def check_product(
        self, stage: str, array: FloatArray, left: FloatArray, right: FloatArray
    ) -> FloatArray:
        """Return `array`, or raise ``overflow``; see `products.require_product`."""
        return array if self.is_safe else require_product(stage, array, left, right)

    def product(self, stage: str, left: FloatArray, right: FloatArray) -> FloatArray:
        """Return ``left @ right``, or raise ``overflow``; see `products.checked_product`."""
        return product(left, right) if self.is_safe else checked_product(stage, left, right)

    @cached_property
    def empty(self) -> BoolArray:
        """Which rows are empty, shape (B, h, m)."""
        empty = np.False_ if self.blocked is None else self.blocked.all(axis=-1)
        return np.broadcast_to(empty, self.shape[:3])

    def blocked_part(self, block: Block) -> BoolArray | None:
        """Return which cells of a part of the scores are blocked, or None."""
        if self.blocked is None:
            return None
        return np.broadcast_to(self.blocked, self.shape)[block]


Recipe: TypeAlias = Callable[[Workspace], Array]

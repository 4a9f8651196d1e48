"""The result: every quantity of a problem, computed when first asked for."""

import math
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import numpy as np

from attention_gui.engine import forward, softmax
from attention_gui.engine.arrays import Array, FloatArray, frozen
from attention_gui.engine.backward_stages import BACKWARD, BACKWARD_STEPS
from attention_gui.engine.forward_stages import FORWARD, FORWARD_STEPS
from attention_gui.engine.problem import Problem
from attention_gui.engine.steps import Steps, head_of, row_by_row, up_to
from attention_gui.engine.workspace import Recipe, Workspace

__all__ = ["Result", "compute"]

_FEW_CELLS = 2**16
"""So many scores are computed as one, even if only one head of them is asked for."""

_MATRICES = ("inputs", "source_inputs", "w_query", "w_key", "w_value", "w_output")
"""What a problem may or may not have; its gradient likewise."""


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
    with np.errstate(all="ignore"):  # what matters is checked, stage by stage
        work = Workspace(problem, _RECIPES)
        work.get("output")
    return Result(work)


class Result(Mapping[str, Array]):
    """Maps the id of a quantity to a read-only array.

    Get it from `compute`. Iterating yields the ids that the problem has, in the order of the
    computation. The same problem yields the same bits.

    Parameters
    ----------
    work : Workspace

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

    def __init__(self, work: Workspace) -> None:
        self._work = work
        self._shown: dict[str, Array] = {}
        self._heads: dict[tuple[str, int, int], FloatArray] = {}

    @property
    def problem(self) -> Problem:
        """What the result was computed from."""
        return self._work.problem

    @property
    def loss(self) -> float:
        """Σ output · upstream, as a plain number."""
        return float(self["loss"])

    def __getitem__(self, quantity_id: str) -> Array:
        array = self._shown.get(quantity_id)
        if array is None:
            array = self._work.arrays.get(quantity_id)
            if array is None:
                if quantity_id not in self:
                    raise KeyError(quantity_id)
                with np.errstate(all="ignore"):
                    array = self._work.get(quantity_id)
            self._shown[quantity_id] = frozen(array)
        return array

    def __iter__(self) -> Iterator[str]:
        return (quantity_id for quantity_id in _RECIPES if quantity_id in self)

    def __contains__(self, quantity_id: object) -> bool:
        # Without computing it, as a Mapping would.
        if not isinstance(quantity_id, str) or quantity_id not in _RECIPES:
            return False
        needed = _NEEDS.get(quantity_id)
        return needed is None or getattr(self.problem, needed) is not None

    def __eq__(self, other: object) -> bool:
        return self is other  # arrays have no single truth value to compare by

    def __hash__(self) -> int:
        return id(self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def head_of(self, quantity_id: str, batch: int, head: int) -> FloatArray:
        """Return one head of a quantity of the shape of the scores.

        That of a large problem is computed without the other heads.

        Parameters
        ----------
        quantity_id : str
            From ``raw_scores`` to ``weights``, or their gradients.
        batch, head : int

        Returns
        -------
        ndarray, shape (m, n), read-only
        """
        steps = _OF_SCORES[quantity_id]
        is_known = quantity_id in self._work.arrays
        if is_known or math.prod(self._work.shape) <= _FEW_CELLS:
            known: FloatArray = self[quantity_id][batch, head]
            return known
        key = (quantity_id, batch, head)
        page = self._heads.get(key)
        if page is None:
            with np.errstate(all="ignore"):
                page = self._heads[key] = frozen(head_of(self._work, steps, batch, head))
        return page

    def cell(self, quantity_id: str, index: tuple[int, ...]) -> float:
        """Return one cell of a quantity, without computing more of it than that needs.

        Parameters
        ----------
        quantity_id : str
        index : tuple of int
            One entry a dimension.
        """
        if quantity_id in _OF_SCORES:
            return float(self.head_of(quantity_id, *index[:2])[index[2:]])
        if quantity_id == "value_terms":
            return float(self.value_terms_of(*index[:3])[index[3:]])
        if quantity_id in _OF_ROWS and math.prod(self._work.shape) > _FEW_CELLS:
            reduce, of = _OF_ROWS[quantity_id]
            return float(reduce(self.head_of(of, *index[:2])[index[2]]))
        return float(self[quantity_id][index])

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
        value = self._work.heads("value")[batch, head]
        with np.errstate(all="ignore"):
            terms = forward.value_terms(weights[None], value)[0]
        return frozen(terms)


def _matrix(name: str) -> Recipe:
    return lambda work: work.problem.matrices[name]


_OF_SCORES: Mapping[str, Steps] = MappingProxyType(
    {name: up_to(steps, name) for steps in (FORWARD_STEPS, BACKWARD_STEPS) for name in steps}
)
_OF_ROWS: Mapping[str, tuple[Callable[[FloatArray], FloatArray], str]] = MappingProxyType(
    {
        "row_max": (softmax.row_max, "masked_scores"),
        "row_sums": (softmax.row_sums, "exponentials"),
    }
)
"""What is told of each row, and of what."""
_RECIPES: Mapping[str, Recipe] = MappingProxyType(
    {
        **{name: _matrix(name) for name in _MATRICES},
        **FORWARD,
        **BACKWARD,
        "row_entropy": row_by_row(FORWARD_STEPS, softmax.row_entropy),
        "jacobian_trace": row_by_row(FORWARD_STEPS, softmax.jacobian_trace),
        "empty_rows": lambda work: work.empty,
    }
)
_NEEDS: Mapping[str, str] = MappingProxyType(
    {name: name for name in _MATRICES} | {f"grad_{name}": name for name in _MATRICES}
)

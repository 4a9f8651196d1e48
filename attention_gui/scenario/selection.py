"""Linked selection: which cell is selected, as indices on named axes.

No panel knows another. A cell of any quantity is linked to the selection when it agrees with
it on every axis that the two share.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import prod
from types import MappingProxyType
from typing import Self

from attention_gui.quantities import Axis, Quantity

__all__ = ["Selection", "coordinates", "group_of", "heads_of", "position"]

_CONTEXT = (Axis.BATCH, Axis.HEAD, Axis.QUERY)
"""Axes that the board always shows one index of, selected or not."""


def coordinates(
    quantity: Quantity, index: tuple[int, ...], sizes: Mapping[Axis, int]
) -> dict[Axis, int]:
    """Return the named coordinates of one cell.

    Parameters
    ----------
    quantity : Quantity
    index : tuple of int
        Index into the quantity's array, one entry a dimension.
    sizes : mapping of Axis to int
        Length of each axis; feature axes count the columns of one head.
    """
    named: dict[Axis, int] = {}
    for axes, flat in zip(quantity.axes, index, strict=True):
        rest = flat
        for axis in reversed(axes[1:]):
            rest, named[axis] = divmod(rest, sizes[axis])
        named[axes[0]] = rest
    return named


def position(
    quantity: Quantity, named: Mapping[Axis, int], sizes: Mapping[Axis, int]
) -> tuple[int, ...]:
    """Return the array index of the cell at the named coordinates; undoes `coordinates`.

    Axes missing from `named` count as 0.
    """
    return tuple(_merged(axes, named, sizes) for axes in quantity.axes)


def _merged(axes: tuple[Axis, ...], named: Mapping[Axis, int], sizes: Mapping[Axis, int]) -> int:
    """Return the index in a dimension that several axes are merged into."""
    flat = 0
    for axis in axes:
        flat = flat * sizes[axis] + named.get(axis, 0)
    return flat


@dataclass(frozen=True, slots=True)
class Selection:
    """The selected cell, and what the board shows beside it.

    Attributes
    ----------
    quantity : str
        Id of the quantity that the cell was selected in.
    axes : mapping of Axis to int
        The selected index of every axis that the quantity has.
    context : mapping of Axis to int
        The batch, head and query that one-row and one-head panels show. They follow the
        selection and stay where they were when the selected quantity lacks the axis.
    """

    quantity: str
    axes: Mapping[Axis, int] = field(default_factory=dict)
    context: Mapping[Axis, int] = field(default_factory=lambda: dict.fromkeys(_CONTEXT, 0))

    def __post_init__(self) -> None:
        object.__setattr__(self, "axes", MappingProxyType(dict(self.axes)))
        object.__setattr__(self, "context", MappingProxyType(dict(self.context)))

    def at(self, quantity: Quantity, index: tuple[int, ...], sizes: Mapping[Axis, int]) -> Self:
        """Return the selection of another cell, keeping the context that the cell leaves open."""
        axes = _with_heads(coordinates(quantity, index, sizes), sizes)
        context = {axis: axes.get(axis, self.context[axis]) for axis in _CONTEXT}
        if Axis.TOKEN in axes:
            context[Axis.QUERY] = axes[Axis.TOKEN]
        if Axis.GROUP in axes and group_of(context[Axis.HEAD], sizes) != axes[Axis.GROUP]:
            context[Axis.HEAD] = heads_of(axes[Axis.GROUP], sizes)[0]
        return replace(self, quantity=quantity.id, axes=axes, context=context)

    def showing(self, axis: Axis, index: int, sizes: Mapping[Axis, int]) -> Self:
        """Return the same selection with another batch, head or query shown."""
        axes = dict(self.axes)
        if axis in axes:
            axes[axis] = index
        if axis is Axis.HEAD and Axis.GROUP in axes:
            axes[Axis.GROUP] = group_of(index, sizes)
        return replace(self, axes=axes, context={**self.context, axis: index})

    def within(
        self,
        catalogue: Mapping[str, Quantity],
        before: Mapping[Axis, int],
        sizes: Mapping[Axis, int],
    ) -> Self:
        """Return the selection moved inside another scenario's quantities and sizes.

        Parameters
        ----------
        catalogue : mapping of str to Quantity
            Of the other scenario.
        before, sizes : mapping of Axis to int
            Lengths of the axes that it was selected in, and of the other scenario's.
        """
        context = {axis: min(i, sizes[axis] - 1) for axis, i in self.context.items()}
        moved = replace(self, context=context)
        if self.quantity not in catalogue:
            return moved.at(catalogue["weights"], (*context.values(), 0), sizes)
        quantity = catalogue[self.quantity]
        index = tuple(self._flat(axes, before, sizes) for axes in quantity.axes)
        return moved.at(quantity, index, sizes)

    def _flat(
        self, axes: tuple[Axis, ...], before: Mapping[Axis, int], sizes: Mapping[Axis, int]
    ) -> int:
        """Return the index in a dimension: the same where heads split the same columns anew."""
        lengths = prod(before.get(axis, 0) for axis in axes)  # 0: it had no such axis
        if lengths == prod(sizes[axis] for axis in axes):
            return _merged(axes, self.axes, before)
        named = {axis: min(self.axes.get(axis, 0), sizes[axis] - 1) for axis in axes}
        return _merged(axes, named, sizes)

    def index(self, quantity: Quantity, sizes: Mapping[Axis, int]) -> tuple[int, ...]:
        """Return the selected cell as an index into its quantity's array."""
        return position(quantity, self.axes, sizes)


def group_of(head: int, sizes: Mapping[Axis, int]) -> int:
    """Return the key/value head that a query head reads."""
    return head * sizes[Axis.GROUP] // sizes[Axis.HEAD]


def heads_of(group: int, sizes: Mapping[Axis, int]) -> range:
    """Return the query heads that read a key/value head."""
    shared_by = sizes[Axis.HEAD] // sizes[Axis.GROUP]
    return range(group * shared_by, (group + 1) * shared_by)


def _with_heads(axes: dict[Axis, int], sizes: Mapping[Axis, int]) -> dict[Axis, int]:
    """Add the key/value head to a head, and the head to a key/value head of its own."""
    if Axis.HEAD in axes:
        axes[Axis.GROUP] = group_of(axes[Axis.HEAD], sizes)
    elif Axis.GROUP in axes and sizes[Axis.GROUP] == sizes[Axis.HEAD]:
        axes[Axis.HEAD] = axes[Axis.GROUP]
    return axes

"""Edits of how the columns are split over heads."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attention_gui.engine import AttentionError
from attention_gui.phrases import Phrase
from attention_gui.scenario.bits import same_bits
from attention_gui.scenario.edit import Edit, listed, symbol_of
from attention_gui.scenario.heads import regrouped
from attention_gui.scenario.scenario import Matrix, Scenario
from attention_gui.wording import Translate, as_written

__all__ = ["SetHeads", "SetKeyValueHeads", "sharing_keeps_numbers"]


@dataclass(frozen=True)
class SetHeads(Edit):
    """Split the same columns over another number of heads; no number changes.

    Key/value heads that several heads share follow, so that as many share one as before. A
    bias or a custom mask with a page for every head is refused when heads that would be one
    have different pages.
    """

    heads: int

    def text(self, _scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Name the count."""
        if self.heads == 1:
            return translate("edit", "Use one head")
        return translate("edit", "Split into {0} heads").format(self.heads)

    def changed(self, scenario: Scenario) -> Scenario:
        """Set the count."""
        groups = scenario.key_value_heads
        return replace(
            scenario,
            heads=self.heads,
            key_value_heads=None if groups is None else self._groups(scenario),
            bias=self._paged(scenario.bias, "bias", Phrase("bias")),
            blocked=self._paged(scenario.blocked, "mask", Phrase("mask")),
        )

    def _groups(self, scenario: Scenario) -> int:
        per_group = scenario.heads // scenario.n_groups
        groups, rest = divmod(self.heads, per_group)
        if rest or groups < 1:
            raise AttentionError(
                "head-divisibility",
                "heads is {0}, which does not split into groups of {1} for a key/value head, as "
                "the widths of Q and K ask for; head counts that would work: {2}.",
                self.heads,
                per_group,
                ", ".join(map(str, scenario.valid_heads)),
            )
        return groups

    def _paged(self, array: NDArray[Any] | None, kind: str, what: Phrase) -> NDArray[Any] | None:
        if array is None or array.ndim == 2 or self.heads < 1:
            return array
        pages = regrouped(array, self.heads)
        if pages is None:
            raise AttentionError(
                f"{kind}-shape",
                "The {0} differs from head to head, of {1}; it cannot be split or merged into {2}.",
                what,
                array.shape[-3],
                self.heads,
            )
        return pages


@dataclass(frozen=True)
class SetKeyValueHeads(Edit):
    """Let the same heads share another number of key/value heads.

    Every new one takes the columns (of K and V, or of their projections) that its first query
    head read before. So dividing a shared one into several changes no result, while merging
    keeps the first of the merged and drops the others; see `sharing_keeps_numbers`.
    """

    count: int

    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Name the counts, and what is dropped."""
        if self.count == scenario.heads:
            text = translate("edit", "Give every head keys and values of its own")
        elif self.count == 1:
            text = translate("edit", "Share one key/value head among all heads")
        else:
            text = translate("edit", "Share {0} key/value heads among {1} heads")
            text = text.format(self.count, scenario.heads)
        if sharing_keeps_numbers(scenario, self.count):
            return text
        symbols = [symbol_of(name) for name in _shared_fields(scenario)]
        dropped = translate("edit", "(drops columns of {0})").format(listed(symbols, translate))
        return f"{text} {dropped}"

    def changed(self, scenario: Scenario) -> Scenario:
        """Copy or drop the columns of K and V."""
        _check_divides(self.count, scenario)
        kept = _read_by_first(scenario, self.count)
        columns: dict[str, Any] = {
            name: _of_groups(array, scenario.n_groups, kept)
            for name, array in _shared_fields(scenario).items()
        }
        return replace(scenario, key_value_heads=self.count, **columns)


def sharing_keeps_numbers(scenario: Scenario, count: int) -> bool:
    """Say whether `SetKeyValueHeads` would leave every head the columns that it reads.

    Raises
    ------
    AttentionError
        ``head-divisibility`` when `count` does not divide the heads.
    """
    _check_divides(count, scenario)
    heads = np.arange(scenario.heads)
    before = heads * scenario.n_groups // scenario.heads
    after = _read_by_first(scenario, count)[heads * count // scenario.heads]
    return all(
        same_bits(
            _of_groups(array, scenario.n_groups, before),
            _of_groups(array, scenario.n_groups, after),
        )
        for array in _shared_fields(scenario).values()
    )


def _check_divides(count: int, scenario: Scenario) -> None:
    if count not in scenario.valid_key_value_heads:
        raise AttentionError(
            "head-divisibility",
            "heads is {0}, which {1} key/value heads do not divide; "
            "key/value head counts that would work: {2}.",
            scenario.heads,
            count,
            ", ".join(map(str, scenario.valid_key_value_heads)),
        )


def _read_by_first(scenario: Scenario, count: int) -> NDArray[np.intp]:
    """Return, for each of `count` groups, the present group that its first head reads."""
    first_heads = np.arange(count) * scenario.heads // count
    return first_heads * scenario.n_groups // scenario.heads


def _shared_fields(scenario: Scenario) -> dict[str, Matrix]:
    names = ("w_key", "w_value") if scenario.is_projected else ("key", "value")
    return {name: getattr(scenario, name) for name in names}


def _of_groups(array: Matrix, n_groups: int, groups: NDArray[np.intp]) -> Matrix:
    """Return the columns of the given groups, side by side."""
    width = array.shape[-1] // n_groups
    parts = array.reshape(*array.shape[:-1], n_groups, width)[..., groups, :]
    return parts.reshape(*array.shape[:-1], len(groups) * width)

"""What leads from one quantity to another: the names of the operations between them."""

from collections.abc import Collection, Mapping

from attention_gui.quantities import Quantity
from attention_gui.scenario.names import scaling
from attention_gui.scenario.numbers import NumberFormat
from attention_gui.scenario.scenario import Scenario
from attention_gui.wording import Translate, as_written

__all__ = ["operation_between"]

_SAME = "="
"""The operation of a quantity that is the one before it."""


def operation_between(
    before: str,
    after: str,
    shown: Collection[str],
    scenario: Scenario,
    numbers: NumberFormat,
    translate: Translate = as_written,
) -> str:
    """Return what is done to one quantity to get another, or "" if nothing leads to it.

    Parameters
    ----------
    before, after : str
        Their ids.
    shown : collection of str
        Ids of what can be seen. A quantity that cannot is passed through, and the operations
        before and after it are named both.
    scenario : Scenario
    numbers : NumberFormat
    translate : callable
        Of the operations.
    """
    rows = scenario.catalogue
    if before not in rows or after not in rows:
        return ""
    path = _path(before, after, frozenset(shown) - {before, after}, rows)
    scaled, _ = scaling(scenario, numbers)
    texts = [row.operation_text(scaled, translate) for row in path]
    if not all(texts):
        return ""
    return ", ".join(text for text in texts if text != _SAME) or (_SAME if texts else "")


def _path(
    before: str, after: str, shown: frozenset[str], rows: Mapping[str, Quantity]
) -> list[Quantity]:
    """Return the shortest way past what is shown, without the quantity that it starts at."""
    ways: list[list[str]] = [[after]]
    passed = set(shown)
    for way in ways:  # grows while it is walked through: shorter ways come first
        row = rows[way[0]]
        named = {word.rstrip("ᵀ,)") for word in row.operation.split()}
        for read in row.reads:
            if read in rows and rows[read].plain_symbol in named:
                continue  # "÷ Z" is not done to Z
            if read == before:
                return [rows[quantity_id] for quantity_id in way]
            if read not in passed:
                passed.add(read)
                ways.append([read, *way])
    return []

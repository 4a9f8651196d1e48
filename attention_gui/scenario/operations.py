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
    """Return the way past what is shown, without the quantity that it starts at."""
    way: list[Quantity] = []
    at: str | None = after
    while at != before:
        if at is None or at in shown:
            return []
        way.insert(0, rows[at])
        at = _operand(rows[at], rows)
    return way


def _operand(row: Quantity, rows: Mapping[str, Quantity]) -> str | None:
    """Return what an operation is done to: the last that its quantity reads and it does not name.

    "÷ Z" is not done to Z, and "softmax backward" not to the weights, but to their gradient.
    """
    named = {word.rstrip("ᵀ,)") for word in row.operation.split()}
    unnamed = [read for read in row.reads if rows[read].plain_symbol not in named]
    return unnamed[-1] if unnamed else None

"""What a quantity is to the selected one: read by it, fed by it, or neither."""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import lru_cache
from types import MappingProxyType

from attention_gui.quantities import Form, Quantity
from attention_gui.summaries import all_quantities

__all__ = ["Relation", "relations"]


class Relation(IntEnum):
    """How a quantity is related to the selected one, by what is computed from what."""

    APART = 0
    """Neither is computed from the other."""
    SAME = 1
    READ = 2
    """The selected one is computed from it, directly or through others."""
    FED = 3
    """It is computed from the selected one, directly or through others."""


@lru_cache(maxsize=256)
def relations(form: Form, selected: str) -> Mapping[str, Relation]:
    """Return what every quantity of a form is to the selected one, by id.

    Parameters
    ----------
    form : Form
        Its catalogue and its summaries say what is computed from what.
    selected : str
        Id of the selected quantity.
    """
    rows = all_quantities(form)
    read = set(_before(selected, rows))
    known = {}
    for quantity_id in rows:
        if quantity_id == selected:
            known[quantity_id] = Relation.SAME
        elif quantity_id in read:
            known[quantity_id] = Relation.READ
        elif selected in _before(quantity_id, rows):
            known[quantity_id] = Relation.FED
        else:
            known[quantity_id] = Relation.APART
    return MappingProxyType(known)


def _before(quantity_id: str, rows: Mapping[str, Quantity]) -> Iterator[str]:
    """Yield what a quantity is computed from, directly or through others."""
    for read in rows[quantity_id].reads:
        yield read
        yield from _before(read, rows)

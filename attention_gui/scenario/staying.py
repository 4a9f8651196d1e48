"""Which cells stay where they are when an edit changes the shape of what they are in."""

from attention_gui.scenario.bits import same_bits
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection
from attention_gui.scenario.sheets import quantity_outline

__all__ = ["cell_stays"]


def cell_stays(
    quantity_id: str, row: int, column: int, selection: Selection, before: Scenario, after: Scenario
) -> bool:
    """Return whether a cell that can be typed into is the same one in another scenario.

    It is if its page is shown and no row or column has come or gone, or if those up to its own
    have the same names and numbers as before.

    Parameters
    ----------
    quantity_id : str
    row, column : int
        Of the sheet that is shown.
    selection : Selection
        Which page that is, before.
    before, after : Scenario
    """
    if quantity_id not in after.editable:
        return False
    then = selection.within(after.quantities, before.sizes, after.sizes)
    one = quantity_outline(quantity_id, before, selection)
    other = quantity_outline(quantity_id, after, then)
    numbers = [of.matrix(quantity_id) for of in (before, after)]
    if one.fixed != other.fixed or numbers[0].shape == numbers[1].shape:
        return one.fixed == other.fixed
    rows, columns = slice(row + 1), slice(column + 1)
    return (
        one.rows.labels[rows] == other.rows.labels[rows]
        and one.columns.labels[columns] == other.columns.labels[columns]
        and same_bits(*(matrix[..., rows, columns] for matrix in numbers))
    )

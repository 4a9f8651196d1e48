"""What cells, tokens and the scale are called in texts."""

from collections.abc import Mapping

from attention_gui.quantities import Axis, Quantity
from attention_gui.scenario.numbers import MINUS, NumberFormat
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import heads_of
from attention_gui.scenario.sheets import head_letter

__all__ = ["cell_name", "divided_by_root", "head_symbol", "index_name", "scaling", "shortened"]

_EVERY = "·"
_LONGEST_LABEL = 20


def scaling(scenario: Scenario, numbers: NumberFormat) -> tuple[str, str]:
    """Return what scaling appends to a product, as plain text and as TeX.

    Division by √d_k, where d_k is the width of one head (Vaswani et al. 2017, §3.2.1);
    nothing without scaling; else the factor.
    """
    if scenario.scale == "inverse_sqrt_dk":
        d_k = scenario.sizes[Axis.KEY_FEATURE]
        return f"/ √{d_k}", divided_by_root(d_k)
    if scenario.scale == "none":
        return "", ""
    factor = numbers.written(f"{scenario.problem.scale_factor:g}")
    typeset = factor.replace(",", "{,}").replace(MINUS, "-")  # else a space follows the comma
    return f"· {factor}", rf"\cdot {typeset}"


def divided_by_root(d_k: int) -> str:
    """Return the TeX of a division by the root of a width."""
    return rf"/ \sqrt{{{d_k}}}"


def head_symbol(quantity: Quantity, head: int) -> str:
    """Return the TeX of what one head has of a quantity."""
    return f"{quantity.symbol}^{{({head})}}"


def cell_name(quantity: Quantity, named: Mapping[Axis, int], scenario: Scenario) -> str:
    """Return a cell's name; an axis missing from `named` stands for all of it.

    A row of A is "A [dogs → ·]", a cell of Q is "Q [dogs, 0]".
    """
    text, before = "", None
    for axes in quantity.axes:
        axis = axes[-1]
        if axis is Axis.BATCH:
            continue
        if axes == (Axis.HEAD,):
            if scenario.sizes[Axis.HEAD] > 1:
                text += f"{_head_name(axis, named, scenario) or f'h{_EVERY}'}: "
            continue
        if before is not None:
            text += " → " if (before, axis) == (Axis.QUERY, Axis.KEY) else ", "
        text += _position_name(axes, named, scenario)
        before = axis
    return f"{quantity.plain_symbol} [{text}]" if text else quantity.plain_symbol


def _position_name(axes: tuple[Axis, ...], named: Mapping[Axis, int], scenario: Scenario) -> str:
    """Return the name of an index of one dimension; "·" stands for all of it."""
    axis = axes[-1]
    at = named.get(axis)
    if axis is Axis.TOKEN and at is None:
        at = named.get(Axis.QUERY, named.get(Axis.KEY))
    label = _EVERY if at is None else index_name(axis, at, scenario)
    head = _head_name(axes[0], named, scenario)
    if not head:
        return label
    return head if at is None else f"{head}{_EVERY}{label}"


def _head_name(axis: Axis, named: Mapping[Axis, int], scenario: Scenario) -> str:
    """Return the name of a head, or of those that share a key/value head; "" for all of them."""
    letter, sizes = head_letter(axis, scenario), scenario.sizes
    if letter and axis in named:
        return f"{letter}{named[axis]}"
    if axis is Axis.HEAD and Axis.GROUP in named and sizes[Axis.GROUP] > 1:
        heads = heads_of(named[Axis.GROUP], sizes)
        return f"{letter}{heads[0]}–{letter}{heads[-1]}"
    return ""


def index_name(axis: Axis, at: int, scenario: Scenario) -> str:
    """Return what an index of an axis is called: the token, or the number itself."""
    if axis in (Axis.KEY, Axis.OTHER_KEY):
        return shortened(scenario.source_labels[at], _LONGEST_LABEL)
    if axis in (Axis.QUERY, Axis.TOKEN):
        return shortened(scenario.labels[at], _LONGEST_LABEL)
    return str(at)


def shortened(label: str, most: int) -> str:
    """Return a label with at most so many characters."""
    return label if len(label) <= most else label[: most - 1] + "…"

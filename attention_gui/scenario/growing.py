"""What a matrix needs to take a block that is larger than the place for it."""

from collections.abc import Sequence
from dataclasses import dataclass

from attention_gui.engine import AttentionError
from attention_gui.quantities import Axis
from attention_gui.scenario.edit import Edit
from attention_gui.scenario.resizing import AddFeature, AddToken
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.sheet import Line, Sheet
from attention_gui.wording import Translate, as_written

__all__ = ["MOST_LINES", "Growth", "Together", "growth"]

MOST_LINES = 1_024
"""So long a row or a column may become by a block: as many tokens as the board is made for."""

_TOKENS = (Axis.QUERY, Axis.KEY, Axis.TOKEN)
_HEADS = (Axis.HEAD, Axis.GROUP)


@dataclass(frozen=True)
class Together(Edit):
    """Several edits, one after the other, that are undone as one and refused as one."""

    edits: tuple[Edit, ...]

    def text(self, scenario: Scenario, translate: Translate = as_written, /) -> str:
        """Name the last of them: the others make room for it."""
        for edit in self.edits[:-1]:
            scenario = edit.changed(scenario)
        last = self.edits[-1].text(scenario, translate)
        return translate("edit", "{0}, making room").format(last)

    def changed(self, scenario: Scenario) -> Scenario:
        """Apply them all."""
        for edit in self.edits:
            scenario = edit.changed(scenario)
        return scenario


@dataclass(frozen=True)
class Growth:
    """The edits after which there is room for a block, and where it then goes.

    Attributes
    ----------
    edits : tuple of Edit
        Empty when there is room already.
    row, column : int
        Further on than before where heads that stand before them become wider.
    n_tokens, n_features : int
        How many are added; features to every head.
    """

    edits: tuple[Edit, ...]
    row: int
    column: int
    n_tokens: int
    n_features: int


@dataclass(frozen=True)
class _LineGrowth:
    axis: Axis
    size: int
    count: int
    at: int


def growth(sheet: Sheet, row: int, column: int, shape: tuple[int, int], is_cross: bool) -> Growth:
    """Return what is missing for a block at a cell.

    Parameters
    ----------
    sheet : Sheet
        Of an editable quantity.
    row, column : int
        Where the block's first cell goes.
    shape : tuple of int
        Rows and columns of the block.
    is_cross : bool
        Whether the scenario has two lists of tokens.

    Raises
    ------
    AttentionError
        ``too-large`` when a row or a column would become longer than `MOST_LINES`.
    """
    rows = _line_growth(sheet.rows, row, shape[0], sheet)
    columns = _line_growth(sheet.columns, column, shape[1], sheet)
    edits: list[Edit] = []
    n_tokens = n_features = 0
    for name, lines in _by_axis([rows, columns], is_cross).items():
        count = max(line.count for line in lines)
        size = lines[0].size
        for at in range(size, size + count):
            token = AddToken(at, source=name == Axis.KEY)
            edits.append(token if name in _TOKENS else AddFeature(name, at))
        if name in _TOKENS:
            n_tokens += count
        else:
            n_features += count
    return Growth(tuple(edits), rows.at, columns.at, n_tokens, n_features)


def _by_axis(lines: Sequence[_LineGrowth], is_cross: bool) -> dict[Axis, list[_LineGrowth]]:
    """Return the lines by what grows; in self-attention queries and keys are one list."""
    grouped: dict[Axis, list[_LineGrowth]] = {}
    for line in lines:
        axis = Axis.TOKEN if line.axis in _TOKENS and not is_cross else line.axis
        grouped.setdefault(axis, []).append(line)
    return grouped


def _line_growth(line: Line, at: int, needed: int, sheet: Sheet) -> _LineGrowth:
    """Return by how much each head must grow, and where the block then begins."""
    axis = next(axis for axis in line.axes if axis not in _HEADS)
    n_heads = next((sheet.sizes[axis] for axis in line.axes if axis in _HEADS), 1)
    size = len(line.labels) // n_heads
    head, place = divmod(at, size)
    # From its cell on, the block has the rest of its own head and all heads after it.
    missing = needed - (n_heads - head) * size + place
    count = max(0, -(-missing // (n_heads - head)))
    if n_heads * (size + count) > max(MOST_LINES, len(line.labels)):
        raise AttentionError(
            "too-large",
            "There is room for at most {0} rows and columns, not for {1}.",
            MOST_LINES,
            n_heads * (size + count),
        )
    return _LineGrowth(axis, size, count, head * (size + count) + place)

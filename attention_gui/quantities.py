"""What the catalogue says of a quantity: its names, axes, formulas, role and colours."""

from dataclasses import dataclass
from enum import StrEnum
from string import Template

from attention_gui.wording import Translate, as_written

__all__ = ["Axis", "ColorScale", "Form", "Quantity", "Role"]


class Axis(StrEnum):
    """A named axis. Cells of two quantities are linked where they agree on shared axes."""

    BATCH = "batch"
    HEAD = "head"
    GROUP = "key_value_head"
    """Key/value heads: as many as heads, or fewer that several query heads read."""
    OUTPUT_HEAD = "output_head"
    """The heads once more, where every head is set against the columns of every head."""
    QUERY = "query"
    KEY = "key"
    OTHER_KEY = "other_key"
    """The keys once more, where every key is set against every key."""
    TOKEN = "token"
    """Rows of the inputs in self-attention: a token is a query and a key at once."""
    KEY_FEATURE = "key_feature"
    VALUE_FEATURE = "value_feature"
    INPUT_FEATURE = "input_feature"
    SOURCE_FEATURE = "source_feature"
    OUTPUT_FEATURE = "output_feature"


class Role(StrEnum):
    """What a quantity is to attention; decides its frame and its colour."""

    INPUT = "input"
    QUERY = "query"
    KEY = "key"
    VALUE = "value"
    SCORE = "score"
    WEIGHT = "weight"
    OUTPUT = "output"
    GRADIENT = "gradient"


class ColorScale(StrEnum):
    """How values become colours."""

    PLAIN = "plain"
    """No colour: what is typed in."""
    SIGNED = "signed"
    """Diverging, white at zero, limits symmetric about zero."""
    UNIT = "unit"
    """Sequential on [0, 1], whatever the data."""


@dataclass(frozen=True, slots=True)
class Form:
    """Which parts a scenario has; rows, axes and formulas of the catalogue depend on it.

    Attributes
    ----------
    is_projected : bool
        Queries, keys and values are computed from inputs.
    is_cross : bool
        Keys and values come from a source of their own.
    has_output_projection : bool
    has_bias : bool
    has_head_bias : bool
        The bias has an axis of heads.
    has_many_heads : bool
    has_shared_heads : bool
        Several heads read the same keys and values.
    blocks_by_lowest : bool
        A blocked score is the lowest float64 instead of −∞.
    """

    is_projected: bool = False
    is_cross: bool = False
    has_output_projection: bool = False
    has_bias: bool = False
    has_head_bias: bool = False
    has_many_heads: bool = False
    has_shared_heads: bool = False
    blocks_by_lowest: bool = False


@dataclass(frozen=True, slots=True)
class Quantity:
    """One row of the catalogue.

    Attributes
    ----------
    id : str
        The name used in the engine, in files, on the command line and in object names.
    symbol : str
        TeX.
    plain_symbol : str
        The same for plain text: accessible names, files without typesetting.
    name : str
        English, lower case; the source text of its translations.
    axes : tuple of tuple of Axis
        One entry a dimension of the array. An entry of two axes is a merged dimension:
        (head, feature) means that the columns of head 0 come first.
    role : Role
    scale : ColorScale
    formula : str
        TeX template of the right-hand side for the whole matrix; "" for what is typed in.
        ``$scaled`` stands for what scaling appends to a product, ``$alternatively`` for "or".
    cell_formula : str
        The same for one cell, with its left-hand side.
    operation : str
        The operation that yields it, in a word or as plain text, said of the last that it reads
        of what the text does not name; ``$scaled`` as in the formula. The source text of its
        translations; "" where the flow begins.
    reads : tuple of str
        Ids that it is computed from.
    sums_over : Axis or None
        The axis that the cell's sum runs over.
    editable : bool
    masked : bool
        Whether a blocked pair (query, key) makes its cells −∞ or exactly 0.
    """

    id: str
    symbol: str
    plain_symbol: str
    name: str
    axes: tuple[tuple[Axis, ...], ...]
    role: Role
    scale: ColorScale
    formula: str = ""
    cell_formula: str = ""
    reads: tuple[str, ...] = ()
    sums_over: Axis | None = None
    editable: bool = False
    masked: bool = False
    operation: str = ""

    def typeset(self, scaled: str, translate: Translate = as_written) -> str:
        r"""Return the TeX formula ``symbol = right-hand side``, or the symbol alone.

        Parameters
        ----------
        scaled : str
            TeX of what scaling appends to a product, such as ``/ \sqrt{2}``.
        translate : callable
            Of the words in the formula.
        """
        right = _filled(self.formula, scaled, translate)
        return f"{self.symbol} = {right}" if right else self.symbol

    def typeset_cell(self, scaled: str, translate: Translate = as_written) -> str:
        """Return the TeX formula of one cell; see `typeset`."""
        return _filled(self.cell_formula, scaled, translate)

    def operation_text(self, scaled: str, translate: Translate = as_written) -> str:
        """Return what is done to what it reads, as plain text.

        Parameters
        ----------
        scaled : str
            What scaling appends to a product, such as ``/ √2``; "" where nothing is scaled.
        translate : callable
            Of the operation.
        """
        operation = translate("catalogue", self.operation) if self.operation else ""
        return Template(operation).substitute(scaled=scaled or "=")


def _filled(formula: str, scaled: str, translate: Translate) -> str:
    return Template(formula).substitute(scaled=scaled, alternatively=translate("formula", "or"))

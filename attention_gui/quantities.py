"""The catalogue: one row for every quantity that the program knows.

No Qt, no arithmetic. Panels, linked highlighting, explanations, captions, exports and the
command line's list of ids all come from this table. Formulas are TeX in the notation of
Vaswani et al. (2017, §3.2.1), with a bar for the gradient of the loss by a quantity.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from string import Template
from types import MappingProxyType

__all__ = ["CATALOGUE", "Axis", "ColorScale", "Quantity", "Role", "feeds"]


class Axis(StrEnum):
    """A named axis. Cells of two quantities are linked where they agree on shared axes."""

    BATCH = "batch"
    HEAD = "head"
    QUERY = "query"
    KEY = "key"
    KEY_FEATURE = "key_feature"
    VALUE_FEATURE = "value_feature"


class Role(StrEnum):
    """What a quantity is to attention; decides its frame and its colour."""

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
        ``$scaled`` stands for what scaling appends to a product.
    cell_formula : str
        The same for one cell, with its left-hand side.
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

    def typeset(self, scaled: str) -> str:
        r"""Return the TeX formula ``symbol = right-hand side``, or the symbol alone.

        Parameters
        ----------
        scaled : str
            TeX of what scaling appends to a product, such as ``/ \sqrt{2}``.
        """
        right = Template(self.formula).substitute(scaled=scaled)
        return f"{self.symbol} = {right}" if right else self.symbol

    def typeset_cell(self, scaled: str) -> str:
        """Return the TeX formula of one cell; see `typeset`."""
        return Template(self.cell_formula).substitute(scaled=scaled)


_B = (Axis.BATCH,)
_H = (Axis.HEAD,)
_I = (Axis.QUERY,)
_J = (Axis.KEY,)
_K_FEATURES = (Axis.HEAD, Axis.KEY_FEATURE)
_V_FEATURES = (Axis.HEAD, Axis.VALUE_FEATURE)
_SCORES = (_B, _H, _I, _J)
_ROWS = (_B, _H, _I)

_ALL = (
    Quantity(
        "query", "Q", "Q", "queries", (_B, _I, _K_FEATURES),
        Role.QUERY, ColorScale.PLAIN, editable=True,
    ),
    Quantity(
        "key", "K", "K", "keys", (_B, _J, _K_FEATURES),
        Role.KEY, ColorScale.PLAIN, editable=True,
    ),
    Quantity(
        "value", "V", "V", "values", (_B, _J, _V_FEATURES),
        Role.VALUE, ColorScale.PLAIN, editable=True,
    ),
    Quantity(
        "raw_scores", r"R", "R", "raw scores", _SCORES,
        Role.SCORE, ColorScale.SIGNED,
        formula=r"Q K^{\mathsf{T}}",
        cell_formula=r"R_{ij} = \sum_c Q_{ic} K_{jc}",
        reads=("query", "key"), sums_over=Axis.KEY_FEATURE,
    ),
    Quantity(
        "scaled_scores", "S", "S", "scaled scores", _SCORES,
        Role.SCORE, ColorScale.SIGNED,
        formula=r"R $scaled",
        cell_formula=r"S_{ij} = R_{ij} $scaled",
        reads=("raw_scores",),
    ),
    Quantity(
        "masked_scores", "M", "M", "masked scores", _SCORES,
        Role.SCORE, ColorScale.SIGNED,
        formula=r"S \;\mathrm{or}\; {-\infty}",
        cell_formula=r"M_{ij} = S_{ij} \;\mathrm{or}\; {-\infty}",
        reads=("scaled_scores",), masked=True,
    ),
    Quantity(
        "row_max", "m", "m", "row maximum", _ROWS,
        Role.SCORE, ColorScale.SIGNED,
        formula=r"\max_j M_{ij}",
        cell_formula=r"m_i = \max_j M_{ij}",
        reads=("masked_scores",), sums_over=Axis.KEY,
    ),
    Quantity(
        "exponentials", "E", "E", "exponentials", _SCORES,
        Role.SCORE, ColorScale.UNIT,
        formula=r"e^{M - m}",
        cell_formula=r"E_{ij} = e^{M_{ij} - m_i}",
        reads=("masked_scores", "row_max"), masked=True,
    ),
    Quantity(
        "row_sums", "Z", "Z", "row sum", _ROWS,
        Role.SCORE, ColorScale.SIGNED,
        formula=r"\sum_j E_{ij}",
        cell_formula=r"Z_i = \sum_j E_{ij}",
        reads=("exponentials",), sums_over=Axis.KEY,
    ),
    Quantity(
        "weights", "A", "A", "weights", _SCORES,
        Role.WEIGHT, ColorScale.UNIT,
        formula=r"E / Z",
        cell_formula=r"A_{ij} = E_{ij} / Z_i",
        reads=("exponentials", "row_sums"), masked=True,
    ),
    Quantity(
        "value_terms", r"T", "T", "value terms", (*_SCORES, (Axis.VALUE_FEATURE,)),
        Role.VALUE, ColorScale.SIGNED,
        formula=r"A_{ij} V_j",
        cell_formula=r"T_{ijc} = A_{ij} V_{jc}",
        reads=("weights", "value"), masked=True,
    ),
    Quantity(
        "head_outputs", "O", "O", "head outputs", (_B, _H, _I, (Axis.VALUE_FEATURE,)),
        Role.OUTPUT, ColorScale.SIGNED,
        formula=r"A V",
        cell_formula=r"O_{ic} = \sum_j A_{ij} V_{jc}",
        reads=("value_terms",), sums_over=Axis.KEY,
    ),
    Quantity(
        "concatenated", "C", "C", "heads side by side", (_B, _I, _V_FEATURES),
        Role.OUTPUT, ColorScale.SIGNED,
        formula=r"[O^{(0)} O^{(1)} \cdots]",
        cell_formula=r"C_{ic} = O_{ic}",
        reads=("head_outputs",),
    ),
    Quantity(
        "output", "Y", "Y", "outputs", (_B, _I, _V_FEATURES),
        Role.OUTPUT, ColorScale.SIGNED,
        formula=r"A V",
        cell_formula=r"Y_{ic} = \sum_j A_{ij} V_{jc}",
        reads=("concatenated",), sums_over=Axis.KEY,
    ),
    Quantity(
        "loss", r"L", "L", "loss", (),
        Role.GRADIENT, ColorScale.SIGNED,
        formula=r"\sum Y \bar{Y}",
        cell_formula=r"L = \sum_{ic} Y_{ic} \bar{Y}_{ic}",
        reads=("output", "grad_output"), sums_over=Axis.QUERY,
    ),
    Quantity(
        "grad_output", r"\bar{Y}", "Ȳ", "upstream gradient", (_B, _I, _V_FEATURES),
        Role.GRADIENT, ColorScale.PLAIN, editable=True,
    ),
    Quantity(
        "grad_concatenated", r"\bar{C}", "C̄", "gradient by heads side by side",
        (_B, _I, _V_FEATURES), Role.GRADIENT, ColorScale.SIGNED,
        formula=r"\bar{Y}",
        cell_formula=r"\bar{C}_{ic} = \bar{Y}_{ic}",
        reads=("grad_output",),
    ),
    Quantity(
        "grad_head_outputs", r"\bar{O}", "Ō", "gradient by head outputs",
        (_B, _H, _I, (Axis.VALUE_FEATURE,)), Role.GRADIENT, ColorScale.SIGNED,
        formula=r"\bar{C}",
        cell_formula=r"\bar{O}_{ic} = \bar{C}_{ic}",
        reads=("grad_concatenated",),
    ),
    Quantity(
        "grad_value", r"\bar{V}", "V̄", "gradient by values", (_B, _J, _V_FEATURES),
        Role.GRADIENT, ColorScale.SIGNED,
        formula=r"A^{\mathsf{T}} \bar{Y}",
        cell_formula=r"\bar{V}_{jc} = \sum_i A_{ij} \bar{Y}_{ic}",
        reads=("weights", "grad_head_outputs"), sums_over=Axis.QUERY,
    ),
    Quantity(
        "grad_weights", r"\bar{A}", "Ā", "gradient by weights", _SCORES,
        Role.GRADIENT, ColorScale.SIGNED,
        formula=r"\bar{Y} V^{\mathsf{T}}",
        cell_formula=r"\bar{A}_{ij} = \sum_c \bar{Y}_{ic} V_{jc}",
        reads=("grad_head_outputs", "value"), sums_over=Axis.VALUE_FEATURE,
    ),
    Quantity(
        "grad_scaled_scores", r"\bar{S}", "S̄", "gradient by scaled scores", _SCORES,
        Role.GRADIENT, ColorScale.SIGNED,
        formula=r"A \circ (\bar{A} - \sum_r A_r \bar{A}_r)",
        cell_formula=r"\bar{S}_{ij} = A_{ij} (\bar{A}_{ij} - \sum_r A_{ir} \bar{A}_{ir})",
        reads=("weights", "grad_weights"), sums_over=Axis.KEY, masked=True,
    ),
    Quantity(
        "grad_raw_scores", r"\bar{R}", "R̄", "gradient by raw scores", _SCORES,
        Role.GRADIENT, ColorScale.SIGNED,
        formula=r"\bar{S} $scaled",
        cell_formula=r"\bar{R}_{ij} = \bar{S}_{ij} $scaled",
        reads=("grad_scaled_scores",), masked=True,
    ),
    Quantity(
        "grad_query", r"\bar{Q}", "Q̄", "gradient by queries", (_B, _I, _K_FEATURES),
        Role.GRADIENT, ColorScale.SIGNED,
        formula=r"\bar{S} K $scaled",
        cell_formula=r"\bar{Q}_{ic} = \sum_j \bar{R}_{ij} K_{jc}",
        reads=("grad_raw_scores", "key"), sums_over=Axis.KEY,
    ),
    Quantity(
        "grad_key", r"\bar{K}", "K̄", "gradient by keys", (_B, _J, _K_FEATURES),
        Role.GRADIENT, ColorScale.SIGNED,
        formula=r"\bar{S}^{\mathsf{T}} Q $scaled",
        cell_formula=r"\bar{K}_{jc} = \sum_i \bar{R}_{ij} Q_{ic}",
        reads=("grad_raw_scores", "query"), sums_over=Axis.QUERY,
    ),
    Quantity(
        "row_entropy", "H", "H", "row entropy in nats", _ROWS,
        Role.WEIGHT, ColorScale.SIGNED,
        formula=r"-\sum_j A_{ij} \ln A_{ij}",
        cell_formula=r"H_i = -\sum_j A_{ij} \ln A_{ij}",
        reads=("weights",), sums_over=Axis.KEY,
    ),
    Quantity(
        "jacobian_trace", r"\mathrm{tr} J", "tr J", "trace of the softmax Jacobian", _ROWS,
        Role.WEIGHT, ColorScale.SIGNED,
        formula=r"\sum_j A_{ij} (1 - A_{ij})",
        cell_formula=r"\mathrm{tr} J_i = \sum_j A_{ij} (1 - A_{ij})",
        reads=("weights",), sums_over=Axis.KEY,
    ),
    Quantity(
        "empty_rows", r"\emptyset", "∅", "rows with no allowed key", _ROWS,
        Role.SCORE, ColorScale.PLAIN,
        reads=("masked_scores",),
    ),
)  # fmt: skip

CATALOGUE: Mapping[str, Quantity] = MappingProxyType({row.id: row for row in _ALL})
"""Every quantity by its id, in the order of the computation."""


def feeds(quantity_id: str) -> tuple[str, ...]:
    """Return the ids of the quantities that are computed from `quantity_id`."""
    return tuple(row.id for row in _ALL if quantity_id in row.reads)

"""The summaries: quantities that only panels show, beside those of the catalogue.

They are made of the engine's result, one function each, and have ids, axes and formulas like
the quantities of the catalogue, so that selection, explanations and pictures work alike.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from attention_gui.catalogue import catalogue
from attention_gui.quantities import Axis, ColorScale, Form, Quantity, Role

__all__ = ["MASK", "all_quantities", "feeds", "summaries"]

_B, _H, _I, _J = (Axis.BATCH,), (Axis.HEAD,), (Axis.QUERY,), (Axis.KEY,)
_SIGNED, _UNIT = ColorScale.SIGNED, ColorScale.UNIT

# A table reads better in columns than the formatter would leave it.
# fmt: off

MASK = Quantity("mask", r"i \to j", "mask", "mask", (_B, _H, _I, _J),
                Role.SCORE, ColorScale.PLAIN)
"""What the mask panel shows. Its cells are those of the masked scores, and selected as such."""


@lru_cache
def all_quantities(form: Form) -> Mapping[str, Quantity]:
    """Return the catalogue of a form with the summaries after it, by id."""
    return MappingProxyType({**catalogue(form), **summaries(form)})


def feeds(form: Form, quantity_id: str) -> tuple[str, ...]:
    """Return the ids of the quantities that are computed from `quantity_id`."""
    return tuple(row.id for row in all_quantities(form).values() if quantity_id in row.reads)


@lru_cache
def summaries(form: Form) -> Mapping[str, Quantity]:
    """Return the summaries that a scenario of this form has, by id."""
    rows = (*_diagnostics(), *(_heads(form) if form.has_many_heads else ()))
    return MappingProxyType({row.id: row for row in rows})


def _diagnostics() -> Iterator[Quantity]:
    """Yield what is said of a row of the weights."""
    yield Quantity(
        "weight_sums", r"\Sigma A", "Σ A", "row sum of the weights", (_B, _H, _I),
        Role.WEIGHT, _SIGNED,
        formula=r"\sum_j A_{ij}",
        cell_formula=r"\Sigma A_i = \sum_j A_{ij}",
        reads=("weights",), sums_over=Axis.KEY)
    yield Quantity(
        "softmax_jacobian", "J", "J", "softmax Jacobian", (_B, _H, _I, _J, (Axis.OTHER_KEY,)),
        Role.GRADIENT, _SIGNED,
        formula=r"\partial A_{ij} / \partial M_{il}",
        cell_formula=r"J_{jl} = A_{ij} (\delta_{jl} - A_{il})",
        reads=("weights",))


def _heads(form: Form) -> Iterator[Quantity]:
    """Yield what sets the heads against each other."""
    yield Quantity(
        "mean_weights", r"\Sigma A / h", "ΣA/h", "average of the weights over heads",
        (_B, _I, _J), Role.WEIGHT, _UNIT,
        formula=r"\frac{1}{h} \sum_h A^{(h)}",
        cell_formula=r"(\Sigma A / h)_{ij} = \frac{1}{h} \sum_h A^{(h)}_{ij}",
        reads=("weights",), sums_over=Axis.HEAD, masked=True)
    projected = form.has_output_projection
    columns = (Axis.OUTPUT_FEATURE,) if projected else (Axis.OUTPUT_HEAD, Axis.VALUE_FEATURE)
    yield Quantity(
        "head_contributions", "Y^{(h)}", "Yₕ", "each head's contribution to the output",
        (_B, _H, _I, columns), Role.OUTPUT, _SIGNED,
        formula=r"O^{(h)} W_O^{(h)}" if projected else "O^{(h)}",
        cell_formula=(r"Y^{(h)}_{ib} = \sum_c O^{(h)}_{ic} (W_O^{(h)})_{cb}" if projected
                      else r"Y^{(h)}_{ic} = O^{(h)}_{ic} \;\mathrm{$alternatively}\; 0"),
        reads=("head_outputs", "w_output") if projected else ("head_outputs",),
        sums_over=Axis.VALUE_FEATURE if projected else None)

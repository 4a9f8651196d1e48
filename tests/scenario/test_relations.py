"""What a quantity is to the selected one, by the catalogue of the scenario's form."""

from dataclasses import replace

import numpy as np
import pytest

from attention_gui.engine import compute
from attention_gui.quantities import Form
from attention_gui.scenario import examples
from attention_gui.scenario.edits import AddBias, AddOutputProjection, apply
from attention_gui.scenario.parts import EDITABLE
from attention_gui.scenario.relations import Relation, relations
from attention_gui.summaries import all_quantities

_FORMS = [
    Form(),
    Form(has_many_heads=True),
    Form(
        is_projected=True, is_cross=True, has_output_projection=True, has_bias=True,
        has_many_heads=True,
    ),
]  # fmt: skip


def _of(form: Form, selected: str, relation: Relation) -> set[str]:
    return {i for i, known in relations(form, selected).items() if known is relation}


def test_what_the_weights_read_and_feed() -> None:
    form = examples.load("dogs-chase-cats").form
    assert _of(form, "weights", Relation.READ) == {
        "query", "key", "raw_scores", "scaled_scores", "masked_scores", "row_max", "exponentials",
        "row_sums",
    }  # fmt: skip
    assert _of(form, "weights", Relation.FED) == {
        "value_terms", "head_outputs", "concatenated", "output", "loss", "grad_value",
        "grad_scaled_scores", "grad_raw_scores", "grad_query", "grad_key", "row_entropy",
        "jacobian_trace", "weight_sums", "softmax_jacobian",
    }  # fmt: skip
    assert _of(form, "weights", Relation.SAME) == {"weights"}
    apart = _of(form, "weights", Relation.APART)
    assert {"value", "grad_output", "grad_weights", "empty_rows"} <= apart


def test_queries_feed_the_gradient_by_keys_and_read_nothing() -> None:
    form = examples.load("dogs-chase-cats").form
    known = relations(form, "query")
    assert known["grad_key"] is Relation.FED
    assert known["key"] is known["grad_weights"] is Relation.APART
    assert not _of(form, "query", Relation.READ)


def test_a_gradient_reads_what_it_is_computed_from() -> None:
    form = examples.load("dogs-chase-cats").form
    known = relations(form, "grad_value")
    assert known["weights"] is known["grad_output"] is known["key"] is Relation.READ
    assert known["value"] is known["output"] is Relation.APART
    assert relations(form, "grad_query")["value"] is Relation.READ, "by way of the weights' one"


def test_it_follows_the_form() -> None:
    scenario = examples.load("two-heads")
    assert "w_output" not in relations(scenario.form, "weights")
    changed = apply(apply(scenario, AddOutputProjection()), AddBias())
    known = relations(changed.form, "weights")
    assert known["bias"] is Relation.READ
    assert known["w_output"] is Relation.APART
    assert relations(changed.form, "w_output")["grad_weights"] is Relation.FED
    assert known["mean_weights"] is known["head_contributions"] is Relation.FED
    assert relations(changed.form, "head_contributions")["w_output"] is Relation.READ


def test_numbers_change_nothing() -> None:
    form = examples.load("two-heads").form
    assert relations(form, "weights") is relations(examples.load("two-heads").form, "weights")


@pytest.mark.parametrize("form", _FORMS)
def test_to_read_is_the_reverse_of_to_feed(form: Form) -> None:
    rows = all_quantities(form)
    reverse = {Relation.READ: Relation.FED, Relation.FED: Relation.READ}
    for one in rows:
        for other, known in relations(form, one).items():
            back = relations(form, other)[one]
            assert back is reverse.get(known, known), (one, other)
        for read in rows[one].reads:
            assert relations(form, one)[read] is Relation.READ


def test_what_only_places_heads_is_on_the_way() -> None:
    """Without a projection the heads side by side are the output, and so are the gradients."""
    form = examples.load("two-heads").form
    assert relations(form, "concatenated")["output"] is Relation.FED
    assert relations(form, "head_outputs")["output"] is Relation.FED
    for quantity_id in ("grad_value", "grad_weights"):
        assert relations(form, "grad_head_outputs")[quantity_id] is Relation.FED
        assert relations(form, quantity_id)["grad_output"] is Relation.READ


@pytest.mark.parametrize("name", examples.names())
def test_what_is_fed_changes_and_nothing_else(name: str) -> None:
    """Compute once more with other numbers in one matrix."""
    scenario, rng = examples.load(name), np.random.default_rng(4)
    before = compute(scenario.problem)
    for quantity_id in scenario.editable:
        noise = rng.normal(size=scenario.matrix(quantity_id).shape)
        field, numbers = EDITABLE[quantity_id], scenario.matrix(quantity_id) + noise
        after = compute(replace(scenario, **{field: numbers}).problem)
        changed = {i for i in before if not np.array_equal(before[i], after[i], equal_nan=True)}
        fed = _of(scenario.form, quantity_id, Relation.FED) & set(before)
        assert changed - {quantity_id} <= fed, quantity_id
        if name == "dogs-chase-cats-projected":  # others have equal keys, or one feature alone
            assert fed - changed <= {"empty_rows"}, "which rows are empty is the mask's business"

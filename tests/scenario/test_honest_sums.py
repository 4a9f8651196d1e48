"""Where displayed numbers do not add up, the sum stands beside them without rounding."""

import re
from decimal import Decimal
from itertools import product

import numpy as np
import pytest

from attention_gui.engine import compute
from attention_gui.scenario import examples
from attention_gui.scenario.explain import Explanation, explain
from attention_gui.scenario.numbers import DecimalSign, NumberFormat
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection

THIRDS = Scenario(query=np.zeros((3, 1)), key=np.zeros((3, 1)), value=[[1], [1], [1]])
"""Every weight is 1/3, and so is every term of an output."""

HALVES = Scenario(query=np.zeros((2, 1)), key=np.zeros((2, 1)), value=[[1], [3]])
"""Every weight is 1/2: one decimal is enough for all there is."""

DIGITS = (0, 1, 3, 8)


def _of(
    scenario: Scenario, quantity_id: str, index: tuple[int, ...], numbers: NumberFormat
) -> Explanation:
    quantity = scenario.quantities[quantity_id]
    selection = Selection(quantity_id).at(quantity, index, scenario.sizes)
    return explain(scenario, compute(scenario.problem), selection, numbers=numbers)


@pytest.mark.parametrize("digits", DIGITS)
def test_thirds_never_add_up_to_one(digits: int) -> None:
    for quantity_id, index in (("weight_sums", (0, 0, 0)), ("output", (0, 0, 0))):
        lines = _of(THIRDS, quantity_id, index, NumberFormat(digits)).lines
        assert len(lines) == 4
        third = f"{1 / 3:.{digits}f}"
        assert all(line.endswith(f" = {third}") for line in lines[:3])
        total = float(compute(THIRDS.problem)["weights"][0, 0, 0].sum())
        assert lines[3] in (f"Σ = 1 (unrounded {total!r})", f"Σ = {total:.{digits}f}"
                            f" (unrounded {total!r})")  # fmt: skip


@pytest.mark.parametrize(("digits", "is_said"), [(0, True), (1, False), (3, False), (8, False)])
def test_halves_do_from_the_first_decimal_on(digits: int, is_said: bool) -> None:
    lines = _of(HALVES, "weight_sums", (0, 0, 0), NumberFormat(digits)).lines
    assert lines[-1] == ("Σ = 1 (unrounded 1.0)" if is_said else "Σ = 1")


@pytest.mark.parametrize("digits", DIGITS)
@pytest.mark.parametrize("name", ["dogs-chase-cats", "two-heads", "left-padding"])
def test_the_sum_is_said_where_the_displayed_terms_miss_it(name: str, digits: int) -> None:
    scenario = examples.load(name)
    numbers = NumberFormat(digits)
    said = []
    for quantity_id in ("output", "row_sums", "grad_query", "grad_weights", "row_entropy"):
        shape = compute(scenario.problem)[quantity_id].shape
        for index in product(*map(range, shape)):
            *terms, last = _of(scenario, quantity_id, index, numbers).lines
            if "∞" in "".join(terms) or "NaN" in "".join(terms) or not last.startswith("Σ"):
                continue
            total = sum(_last(term) for term in terms)
            shown = _last(last.partition(" (")[0])
            assert ("(unrounded " in last) == (total != shown), (terms, last)
            said.append("(unrounded " in last)
    assert False in said
    assert True in said


def _last(line: str) -> Decimal:
    found = re.search(r"(−?[0-9.]+)$", line)
    assert found, line
    return Decimal(found[1].replace("−", "-"))


def test_a_sum_that_is_not_all_displayed_is_not_said_to_miss() -> None:
    wide = Scenario(query=np.full((1, 20), 0.33), key=np.full((1, 20), 0.33), value=[[1]])
    lines = _of(wide, "raw_scores", (0, 0, 0, 0), NumberFormat(1)).lines
    assert lines[-2] == "… more terms: 8"
    assert "unrounded" not in lines[-1]


def test_infinite_sums_are_left_alone() -> None:
    padded = examples.load("left-padding")
    lines = _of(padded, "masked_scores", (0, 0, 1, 2), NumberFormat(0)).lines
    assert lines[-1].endswith("= −∞")


def test_the_unrounded_sum_has_the_decimal_sign_that_was_chosen() -> None:
    numbers = NumberFormat(2, DecimalSign.COMMA)
    lines = _of(examples.load("dogs-chase-cats"), "row_sums", (0, 0, 0), numbers).lines
    assert lines[0] == "E [dogs → dogs] = 0,06"
    for digits in DIGITS:
        comma = NumberFormat(digits, DecimalSign.COMMA)
        shown = _of(THIRDS, "weight_sums", (0, 0, 0), comma).lines
        assert "." not in "".join(shown)

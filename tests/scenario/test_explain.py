"""Explanations: every number is the right one, and every line of arithmetic is true."""

import math
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from reference import attention

from attention_gui.engine import compute
from attention_gui.quantities import CATALOGUE, Axis
from attention_gui.scenario import examples
from attention_gui.scenario.explain import Explanation, explain, scaling
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.selection import Selection

DOGS = examples.load("dogs-chase-cats")
HEADS = examples.load("two-heads")
PADDED = examples.load("left-padding")

SCENARIOS = {
    "dogs": DOGS,
    "unscaled": replace(DOGS, scale="none"),
    "own scale": replace(DOGS, scale=0.25),
    "causal": replace(DOGS, causal=True),
    "two heads": HEADS,
    "four heads": replace(HEADS, heads=4, causal=True),
    "empty zero": PADDED,
    "empty nan": replace(PADDED, empty_rows="nan"),
    "empty uniform": replace(PADDED, empty_rows="uniform"),
}

_NUMBER = r"−?(?:\d+(?:\.\d+)?(?:e[−-]?\d+)?|∞|NaN)"
_SIGNED = rf"\(?({_NUMBER})\)?"


def _read(text: str) -> float:
    value = float(text.replace("−", "-").replace("∞", "inf"))
    if math.isinf(value) and "∞" not in text:  # the largest float64, rounded up
        return math.copysign(sys.float_info.max, value)
    return value


def _of(scenario: Scenario, quantity_id: str, index: tuple[int, ...]) -> Explanation:
    selection = Selection(quantity_id).at(quantity_id, index, scenario.sizes)
    return explain(scenario, compute(scenario.problem), selection)


def _all(scenario: Scenario, quantity_id: str) -> Iterator[tuple[tuple[int, ...], Explanation]]:
    result = compute(scenario.problem)
    for index in product(*map(range, result[quantity_id].shape)):
        selection = Selection(quantity_id).at(quantity_id, index, scenario.sizes)
        yield index, explain(scenario, result, selection)


def _close(shown: float, exact: float, *operands: float) -> bool:
    """Compare numbers that were rounded to six decimals before they were combined."""
    if math.isnan(exact) or math.isinf(exact):
        return shown == exact or (math.isnan(shown) and math.isnan(exact))
    slack = 1e-6 * (1 + sum(abs(x) for x in operands if math.isfinite(x)))
    return abs(shown - exact) <= slack + 5e-4 * abs(exact) * (abs(exact) >= 1e5)


def _exp(x: float) -> float:
    return math.exp(x) if not math.isnan(x) else math.nan


def _assert_true(line: str) -> None:
    """Assert that an equation between numbers holds."""
    if found := re.search(rf"(?:^| = ){_SIGNED} · {_SIGNED} = ({_NUMBER})$", line):
        a, b, c = map(_read, found.groups())
        assert _close(c, a * b, a, b), line
    elif found := re.search(rf"e\^\({_SIGNED} − {_SIGNED}\) = ({_NUMBER})$", line):
        a, b, c = map(_read, found.groups())
        assert _close(c, _exp(a - b), 1), line
    elif found := re.search(rf"^{_SIGNED} · \({_SIGNED} − {_SIGNED}\) = ({_NUMBER})$", line):
        a, b, c, d = map(_read, found.groups())
        assert _close(d, a * (b - c), a, b, c), line
    elif found := re.search(rf"^{_SIGNED} / √(\d+) = ({_NUMBER})$", line):
        a, b, c = map(_read, found.groups())
        assert _close(c, a / math.sqrt(b), a), line
    elif found := re.search(rf"^{_SIGNED} / {_SIGNED} = ({_NUMBER})$", line):
        a, b, c = map(_read, found.groups())
        assert b != 0, line
        assert _close(c, a / b, a / b), line


def _last(line: str) -> float:
    return _read(line.rpartition(" ")[2].rpartition("= ")[2].strip("()"))


@pytest.mark.parametrize("name", list(SCENARIOS))
@pytest.mark.parametrize("quantity_id", list(CATALOGUE))
def test_every_explanation_is_true(name: str, quantity_id: str) -> None:
    scenario = SCENARIOS[name]
    expected = attention(scenario.problem)[quantity_id]
    for index, explanation in _all(scenario, quantity_id):
        value = float(expected[index])
        assert _close(explanation.value, value) or explanation.value == pytest.approx(value, 1e-12)
        for line in explanation.lines:
            _assert_true(line)
        terms = [
            _last(line) for line in explanation.lines if re.search(r" · .* = .* · .* = ", line)
        ]
        sums = [_last(line) for line in explanation.lines if line.startswith("Σ =")]
        if terms and sums:
            assert _close(sums[0], math.fsum(terms), *terms), explanation.lines
        if explanation.lines:
            assert _close(_last(explanation.lines[-1]), value), explanation.lines


def _names(scenario: Scenario) -> dict[str, float]:
    """Return the value of every cell of a scenario with one head by its name."""
    result = attention(scenario.problem)
    labels = scenario.labels
    named = {}
    for quantity_id, symbol in {
        "raw_scores": "R", "scaled_scores": "S", "masked_scores": "M", "weights": "A",
        "grad_weights": "Ā", "grad_scaled_scores": "S̄", "grad_raw_scores": "R̄",
        "exponentials": "E",
    }.items():  # fmt: skip
        for i, j in product(range(len(labels)), repeat=2):
            named[f"{symbol} [{labels[i]} → {labels[j]}]"] = result[quantity_id][0, 0, i, j]
    for quantity_id, symbol in {
        "query": "Q", "key": "K", "value": "V", "output": "Y", "grad_output": "Ȳ",
        "grad_query": "Q̄", "grad_key": "K̄", "grad_value": "V̄",
    }.items():  # fmt: skip
        array = result[quantity_id][0]
        for i, c in product(range(len(labels)), range(array.shape[1])):
            named[f"{symbol} [{labels[i]}, {c}]"] = array[i, c]
    return named


@pytest.mark.parametrize("name", ["dogs", "unscaled", "own scale", "causal"])
def test_every_cell_that_is_named_has_the_number_beside_it(name: str) -> None:
    scenario = SCENARIOS[name]
    named = _names(scenario)
    seen = set()
    for quantity_id in CATALOGUE:
        for _, explanation in _all(scenario, quantity_id):
            if explanation.name in named:
                assert _close(explanation.value, named[explanation.name])
            for line in explanation.lines:
                if "] = " not in line:
                    continue
                cells = re.findall(r"[A-ZĀ-ȳ]\u0304? \[[^\]]*\]", line)
                values = re.findall(_SIGNED, line.rpartition("] = ")[2])
                for cell, value in zip(cells, values, strict=False):
                    assert _close(_read(value), float(named[cell])), line
                    seen.add(cell[0])
    assert {"Q", "K", "V", "A", "S"} <= seen


def test_the_worked_example() -> None:
    explanation = _of(DOGS, "weights", (0, 0, 0, 1))
    m = 4 / math.sqrt(2)
    others = [math.exp(-m), math.exp(2 / math.sqrt(2) - m)]
    total = 1 + sum(others)
    assert explanation.name == "A [dogs → chase]"
    assert explanation.shown == f"{1 / total:.6f}" == "0.767918"
    assert explanation.lines == (
        "m = 2.828427",
        f"dogs: e^(0 − 2.828427) = {others[0]:.6f}",
        "chase: e^(2.828427 − 2.828427) = 1",
        f"cats: e^(1.414214 − 2.828427) = {others[1]:.6f}",
        f"Z = Σ = {total:.6f}",
        f"1 / {total:.6f} = {1 / total:.6f}",
    )
    assert explanation.reads == ("E [dogs → chase]", "Z [dogs]")
    assert "T [dogs → chase, ·]" in explanation.feeds


@pytest.mark.parametrize(
    ("scale", "plain", "tex", "line"),
    [
        ("inverse_sqrt_dk", "/ √2", r"/ \sqrt{2}", "4 / √2 = 2.828427"),
        ("none", "", "", "4 = 4"),
        (0.25, "· 0.25", r"\cdot 0.25", "4 · 0.25 = 1"),
    ],
)
def test_scaling_is_spelled_out(scale: Any, plain: str, tex: str, line: str) -> None:
    scenario = replace(DOGS, scale=scale)
    assert scaling(scenario) == (plain, tex)
    explanation = _of(scenario, "scaled_scores", (0, 0, 0, 1))
    assert explanation.lines == (line,)
    assert explanation.formula == f"S_{{ij}} = R_{{ij}} {tex}"


def test_the_root_is_that_of_one_heads_width() -> None:
    assert scaling(HEADS)[0] == "/ √2"
    assert scaling(replace(HEADS, heads=4))[0] == "/ √1"
    assert scaling(replace(HEADS, heads=1))[0] == "/ √4"


@pytest.mark.parametrize(
    ("policy", "shown"), [("zero", "0"), ("nan", "NaN"), ("uniform", "0.333333")]
)
def test_an_empty_row_says_which_policy_decides(policy: str, shown: str) -> None:
    explanation = _of(replace(PADDED, empty_rows=policy), "weights", (0, 0, 0, 2))
    assert explanation.lines[-1].endswith(f"{policy}: {shown}")
    # Equal weights do come out of the formula, over scores that are all the lowest float64.
    assert any("Z = Σ" in line for line in explanation.lines) == (policy == "uniform")


@pytest.mark.parametrize("policy", ["zero", "nan", "uniform"])
def test_an_empty_row_has_the_sum_that_its_softmax_panel_shows(policy: str) -> None:
    scenario = replace(PADDED, empty_rows=policy)
    row_sum = float(attention(scenario.problem)["row_sums"][0, 0, 0])
    for line in _of(scenario, "weights", (0, 0, 0, 2)).lines:
        if found := re.search(rf"Σ.* = ({_NUMBER})$", line):
            assert _close(_read(found[1]), row_sum), line


def test_a_blocked_cell_is_minus_infinity() -> None:
    explanation = _of(PADDED, "masked_scores", (0, 0, 1, 2))
    assert explanation.shown == "−∞"
    assert explanation.lines[-1].endswith("= −∞")
    assert "inf" not in explanation.unrounded


def test_every_digit_is_told() -> None:
    explanation = _of(DOGS, "weights", (0, 0, 0, 1))
    assert float(explanation.unrounded.replace("−", "-")) == explanation.value
    assert len(explanation.unrounded) > 15


def test_names_tell_the_head_where_there_are_two() -> None:
    assert _of(HEADS, "weights", (0, 1, 2, 3)).name == "A [h1: sat → down]"
    assert _of(HEADS, "query", (0, 1, 3)).name == "Q [cat, h1·1]"
    assert _of(DOGS, "query", (0, 1, 1)).name == "Q [chase, 1]"
    assert _of(DOGS, "row_max", (0, 0, 1)).name == "m [chase]"
    assert _of(DOGS, "loss", ()).name == "L"


def test_what_is_typed_in_is_not_computed() -> None:
    for quantity_id in ("query", "key", "value", "grad_output"):
        explanation = _of(DOGS, quantity_id, (0, 0, 0))
        assert explanation.formula == ""
        assert explanation.lines == explanation.reads == ()
        assert explanation.feeds


def test_long_sums_are_cut_and_say_so() -> None:
    wide = np.arange(40.0).reshape(2, 20) / 10
    scenario = Scenario(query=wide, key=wide, value=wide)
    explanation = _of(scenario, "raw_scores", (0, 0, 0, 1))
    assert explanation.lines[-2] == "… 8 more terms"
    assert len(explanation.lines) == 14
    total = math.fsum((wide[0] * wide[1]).tolist())
    assert explanation.lines[-1] == f"Σ = {total:.6f}".rstrip("0").rstrip(".")


def test_labels_with_arrows_and_colons_do_no_harm() -> None:
    scenario = replace(DOGS, tokens=("a → b", "x: y", ""))
    assert _of(scenario, "weights", (0, 0, 0, 1)).name == "A [a → b → x: y]"


def test_another_batch_is_read_from_its_own_numbers() -> None:
    rng = np.random.default_rng(2)
    query, key, value = (rng.normal(size=(2, 2, 2)) for _ in range(3))
    scenario = Scenario(query=query, key=key, value=value)
    result = attention(scenario.problem)
    for batch in (0, 1):
        explanation = _of(scenario, "output", (batch, 1, 0))
        assert explanation.value == pytest.approx(float(result["output"][batch, 1, 0]), abs=1e-12)
        product_ = float(result["weights"][batch, 0, 1, 0]) * value[batch, 0, 0]
        assert _last(explanation.lines[0]) == pytest.approx(product_, abs=1e-6)


def test_the_axes_of_the_selection_are_enough() -> None:
    selection = Selection("weights", {Axis.QUERY: 0, Axis.KEY: 1})
    assert explain(DOGS, compute(DOGS.problem), selection).name == "A [dogs → chase]"

"""Explanations: every number is the right one, and every line of arithmetic is true."""

import json
import math
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from reference import CASES, attention

from attention_gui.engine import Result, compute
from attention_gui.quantities import Axis
from attention_gui.scenario import examples
from attention_gui.scenario.edits import SetCell, apply
from attention_gui.scenario.explain import Explanation, explain
from attention_gui.scenario.files import loads
from attention_gui.scenario.names import scaling
from attention_gui.scenario.numbers import NumberFormat
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
OF_ALL_FORMS = {
    **SCENARIOS,
    **{name: loads(json.dumps(case["scenario"]).encode()) for name, case in CASES.items()},
}
OF_ALL_FORMS |= {
    "bias for every head": replace(HEADS, bias=np.arange(32.0).reshape(2, 4, 4) / 8 - 2),
    "one group": replace(
        OF_ALL_FORMS["grouped-query"],
        key=[[1, -2], [0.5, 3], [2, 2]],
        value=[[1, 2, 3], [4, -5, 6], [-7, 8, 9]],
        key_value_heads=1,
    ),
    "grouped, projected": Scenario(
        inputs=[[1, -2, 3], [0.5, 4, -1]],
        w_query=[[1, 0, 2, 1], [0, 1, -1, 3], [2, 2, 0, 1]],
        w_key=[[1, 2], [-1, 0.5], [3, 0]],
        w_value=[[2, 0], [1, 1], [0, -2]],
        w_output=[[1, 0], [0, 2], [-1, 1], [3, 1]],
        heads=4,
        key_value_heads=2,
        bias=[[0.5, -1], [2, 0]],
        causal=True,
    ),
}

SIX = NumberFormat(6)
"""So many decimals that what is rounded can be told from what is wrong."""

_NUMBER = r"−?(?:\d+(?:\.\d+)?(?:e[−-]?\d+)?|∞|NaN)"
_SIGNED = rf"\(?({_NUMBER})\)?"


def _read(text: str) -> float:
    value = float(text.replace("−", "-").replace("∞", "inf"))
    if math.isinf(value) and "∞" not in text:  # the largest float64, rounded up
        return math.copysign(sys.float_info.max, value)
    return value


def _of(scenario: Scenario, quantity_id: str, index: tuple[int, ...]) -> Explanation:
    quantity = scenario.catalogue[quantity_id]
    selection = Selection(quantity_id).at(quantity, index, scenario.sizes)
    return explain(scenario, compute(scenario.problem), selection, numbers=SIX)


def _array(scenario: Scenario, result: Result, quantity_id: str) -> np.ndarray:
    return result[quantity_id] if quantity_id in result else scenario.matrix(quantity_id)


def _all(scenario: Scenario, quantity_id: str) -> Iterator[tuple[tuple[int, ...], Explanation]]:
    result = compute(scenario.problem)
    quantity = scenario.catalogue[quantity_id]
    for index in product(*map(range, _array(scenario, result, quantity_id).shape)):
        selection = Selection(quantity_id).at(quantity, index, scenario.sizes)
        yield index, explain(scenario, result, selection, numbers=SIX)


def _close(shown: float, exact: float, *operands: float) -> bool:
    """Compare numbers that were rounded to six decimals before they were combined."""
    if math.isnan(exact) or math.isinf(exact):
        return shown == exact or (math.isnan(shown) and math.isnan(exact))
    slack = 1e-6 * (1 + sum(abs(x) for x in operands if math.isfinite(x)))
    return abs(shown - exact) <= slack + 5e-4 * abs(exact) * (abs(exact) >= 1e5)


def _exp(x: float) -> float:
    return math.exp(x) if not math.isnan(x) else math.nan


_NO_ARITHMETIC = "|".join(
    [
        rf"m = {_NUMBER}",
        rf"Z = {_NUMBER}",
        rf"(?:Z = )?Σ = {_NUMBER}",
        rf"max = {_NUMBER}",
        r"blocked: (?:causal|padding|window|custom)(?:, (?:causal|padding|window|custom))*",
        rf"[^=]+ \[[^=]*\] = {_NUMBER}",  # a cell and its value
        r"[^=]+ \[[^=]*\] · [^=]+ \[[^=]*\]",  # what is multiplied in the next line
        r"e\^\(−∞\) = 0",
        r"… more terms: \d+",
        r"[^=]+ \[[^=]*\]: 0 · ln 0 → 0",
        r"0 / 0 → (?:zero: 0|nan: NaN)",
        rf"no allowed key → uniform: {_NUMBER}",
        r"∂M / ∂S = 0 → (?:0|NaN)",
    ]
)
"""Lines that state a number, and whose truth is the number's."""


def _without_sum(line: str) -> str:
    """Return a line without the unrounded sum that may stand beside it."""
    return re.sub(r" \(unrounded [^)]*\)$", "", line)


def _assert_true(line: str) -> None:
    """Assert that an equation between numbers holds."""
    line = _without_sum(line)
    if found := re.search(rf"(?:^| = ){_SIGNED} · {_SIGNED} = ({_NUMBER})$", line):
        a, b, c = map(_read, found.groups())
        assert _close(c, a * b, a, b), line
    elif found := re.search(rf"e\^\({_SIGNED} − {_SIGNED}\) = ({_NUMBER})$", line):
        a, b, c = map(_read, found.groups())
        assert _close(c, _exp(a - b), 1), line
    elif found := re.search(rf": −({_NUMBER}) · ln ({_NUMBER}) = ({_NUMBER})$", line):
        a, b, c = map(_read, found.groups())
        assert a == b or math.isnan(a), line
        # The logarithm of a small weight that was rounded is only roughly that of the weight.
        assert _close(c, -a * math.log(a) if a > 0 else a, 10), line
    elif found := re.search(rf"(?:^|: ){_SIGNED} · \({_SIGNED} − {_SIGNED}\) = ({_NUMBER})$", line):
        a, b, c, d = map(_read, found.groups())
        assert _close(d, a * (b - c), a, b, c), line
    elif found := re.search(rf"^{_SIGNED} / √(\d+) = ({_NUMBER})$", line):
        a, b, c = map(_read, found.groups())
        assert _close(c, a / math.sqrt(b), a), line
    elif found := re.search(rf"^{_SIGNED} / {_SIGNED} = ({_NUMBER})$", line):
        a, b, c = map(_read, found.groups())
        assert b != 0, line
        assert _close(c, a / b, a / b), line
    elif found := re.search(rf"^{_SIGNED} = ({_NUMBER})$", line):  # not scaled
        assert found[1] == found[2], line
    else:
        assert re.fullmatch(_NO_ARITHMETIC, line), line


def _last(line: str) -> float:
    return _read(_without_sum(line).rpartition(" ")[2].rpartition("= ")[2].strip("()"))


@pytest.mark.parametrize("name", list(OF_ALL_FORMS))
def test_every_explanation_is_true(name: str) -> None:
    scenario = OF_ALL_FORMS[name]
    everything = attention(scenario.problem)
    for quantity_id in scenario.catalogue:
        expected = everything.get(quantity_id)
        if expected is None:
            assert quantity_id in scenario.editable
            expected = scenario.matrix(quantity_id)
        for index, explanation in _all(scenario, quantity_id):
            _assert_explains(explanation, float(expected[index]))
            if explanation.lines:
                assert quantity_id not in scenario.editable


def _assert_explains(explanation: Explanation, value: float) -> None:
    """Assert that an explanation is of this value, that it is true and adds up."""
    assert _close(explanation.value, value) or explanation.value == pytest.approx(value, 1e-12)
    for line in explanation.lines:
        _assert_true(line)
    terms = [_last(line) for line in explanation.lines if re.search(r" · .* = .* · .* = ", line)]
    sums = [_last(line) for line in explanation.lines if line.startswith("Σ =")]
    is_cut = any(line.startswith("…") for line in explanation.lines)
    if terms and sums and not is_cut:
        rounded = 5e-7 * (len(terms) + 1)  # every term and the sum
        assert _close(sums[0], math.fsum(terms), *terms) or (
            abs(sums[0] - math.fsum(terms)) <= rounded
        ), explanation.lines
    if explanation.lines:
        assert _close(_last(explanation.lines[-1]), value), explanation.lines


@pytest.mark.parametrize("name", list(OF_ALL_FORMS))
def test_whatever_is_computed_is_explained(name: str) -> None:
    scenario = OF_ALL_FORMS[name]
    for quantity_id, quantity in scenario.catalogue.items():
        explanation = next(_all(scenario, quantity_id))[1]
        if quantity.editable:
            assert not explanation.lines
            assert explanation.formula == ""
        else:
            assert explanation.lines, quantity_id
            assert explanation.formula or quantity_id == "empty_rows"


_PAIRS = {"raw_scores": "R", "scaled_scores": "S", "masked_scores": "M", "weights": "A",
          "grad_weights": "Ā", "grad_scaled_scores": "S̄", "grad_raw_scores": "R̄",
          "exponentials": "E"}  # fmt: skip
_ROWS = {"inputs": "X", "source_inputs": "Xₛ", "query": "Q", "key": "K", "value": "V",
         "concatenated": "C", "output": "Y", "grad_output": "Ȳ", "grad_concatenated": "C̄",
         "grad_value": "V̄", "grad_query": "Q̄", "grad_key": "K̄", "grad_inputs": "X̄",
         "grad_source_inputs": "X̄ₛ"}  # fmt: skip
_PROJECTIONS = {"w_query": "W_Q", "w_key": "W_K", "w_value": "W_V", "w_output": "W_O",
                "grad_w_query": "W̄_Q", "grad_w_key": "W̄_K", "grad_w_value": "W̄_V",
                "grad_w_output": "W̄_O"}  # fmt: skip
_OF_SOURCE = ("source_inputs", "key", "value", "grad_key", "grad_value", "grad_source_inputs")


def _columns(scenario: Scenario, quantity_id: str, count: int) -> list[str]:
    """Return the names of the columns of a matrix with heads or key/value heads side by side."""
    of_heads = ("query", "grad_query", "w_query", "grad_w_query", "concatenated",
                "grad_concatenated")  # fmt: skip
    if scenario.w_output is None:
        of_heads += ("output", "grad_output")
    letter, blocks = "", 1
    if quantity_id in of_heads:
        letter, blocks = "h", scenario.heads
    elif quantity_id.removeprefix("grad_").removeprefix("w_") in ("key", "value"):
        blocks = scenario.key_value_heads or scenario.heads
        letter = "h" if blocks == scenario.heads else "g"
    if blocks == 1:
        return [str(c) for c in range(count)]
    width = count // blocks
    return [f"{letter}{block}·{c}" for block in range(blocks) for c in range(width)]


def _names(scenario: Scenario) -> dict[str, float]:
    """Return the value of every cell of a scenario with one sequence by its name."""
    result = attention(scenario.problem)
    queries = scenario.labels
    keys = scenario.source_labels if scenario.kind == "cross" else queries
    heads = range(scenario.heads)
    named: dict[str, float] = {}
    for quantity_id, symbol in _PAIRS.items():
        for h, (i, query), (j, key) in product(heads, enumerate(queries), enumerate(keys)):
            head = f"h{h}: " if scenario.heads > 1 else ""
            named[f"{symbol} [{head}{query} → {key}]"] = result[quantity_id][0, h, i, j]
    for quantity_id, symbol in (("head_outputs", "O"), ("grad_head_outputs", "Ō")):
        for (h, i, c), value in np.ndenumerate(result[quantity_id][0]):
            head = f"h{h}: " if scenario.heads > 1 else ""
            named[f"{symbol} [{head}{queries[i]}, {c}]"] = value
    for (h, i), value in np.ndenumerate(result["empty_rows"][0]):
        head = f"h{h}: " if scenario.heads > 1 else ""
        named[f"∅ [{head}{queries[i]}]"] = value
    if scenario.bias is not None:
        for h, (i, query), (j, key) in product(heads, enumerate(queries), enumerate(keys)):
            head = f"h{h}: " if scenario.heads > 1 and scenario.bias.ndim == 3 else ""
            page = scenario.bias[h] if scenario.bias.ndim == 3 else scenario.bias
            named[f"B [{head}{query} → {key}]"] = page[i, j]
    matrices = {**result, "w_output": scenario.w_output}
    for quantity_id, symbol in (_ROWS | _PROJECTIONS).items():
        array = matrices.get(quantity_id)
        if array is None:
            continue
        array = array if quantity_id in _PROJECTIONS else array[0]
        if quantity_id in _PROJECTIONS:
            rows = [str(a) for a in range(array.shape[0])]
        else:
            rows = list(keys if quantity_id in _OF_SOURCE else queries)
        if quantity_id in ("w_output", "grad_w_output"):
            rows = _columns(scenario, "concatenated", array.shape[0])
        columns = _columns(scenario, quantity_id, array.shape[1])
        for (i, row), (c, column) in product(enumerate(rows), enumerate(columns)):
            named[f"{symbol} [{row}, {column}]"] = array[i, c]
    return named


_NAME = r"[A-ZĀ-ȳ∅]\u0304?(?:_[QKVO]|ₛ)? \[[^\]]*\]"
_OF_ONE_SEQUENCE = [name for name, s in OF_ALL_FORMS.items() if s.problem.n_batch == 1]


@pytest.mark.parametrize("name", _OF_ONE_SEQUENCE)
def test_every_cell_that_is_named_has_the_number_beside_it(name: str) -> None:
    scenario = OF_ALL_FORMS[name]
    named = _names(scenario)
    seen = set()
    known = {*_PAIRS, *_ROWS, *_PROJECTIONS, "bias"}
    for quantity_id in scenario.catalogue:
        for _, explanation in _all(scenario, quantity_id):
            if quantity_id in known:
                assert _close(explanation.value, float(named[explanation.name])), explanation.name
            for line in explanation.lines:
                if "] = " not in line:
                    continue
                cells = re.findall(_NAME, line)
                values = re.findall(_SIGNED, _without_sum(line).rpartition("] = ")[2])
                assert len(cells) in (1, 2)
                for cell, value in zip(cells, values, strict=False):
                    assert _close(_read(value), float(named[cell])), line
                    seen.add(cell.partition(" ")[0])
    assert {"Q", "K", "V", "A", "S"} <= seen
    if scenario.is_projected:
        assert {"X", "W_Q", "W_K", "W_V", "Q̄", "K̄", "V̄"} <= seen
    if scenario.is_cross and scenario.is_projected:
        assert "Xₛ" in seen
    if scenario.has_output_projection:
        assert {"C", "W_O", "Ȳ"} <= seen
    if scenario.bias is not None:
        assert "B" in seen


@pytest.mark.parametrize("name", _OF_ONE_SEQUENCE)
def test_what_is_read_and_fed_can_be_looked_up(name: str) -> None:
    """Names of cells are those of the scenario's own cells, rows and columns."""
    scenario = OF_ALL_FORMS[name]
    symbols = {quantity.plain_symbol for quantity in scenario.quantities.values()}
    for quantity_id in scenario.catalogue:
        for _, explanation in _all(scenario, quantity_id):
            for read in (*explanation.reads, *explanation.feeds):
                assert read.partition(" [")[0] in symbols, read
                assert "None" not in read


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
        f"Z = Σ = {total:.6f} (unrounded {total!r})",
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
    assert scaling(scenario, SIX) == (plain, tex)
    explanation = _of(scenario, "scaled_scores", (0, 0, 0, 1))
    assert explanation.lines == (line,)
    assert explanation.formula == f"S_{{ij}} = R_{{ij}} {tex}"


def test_the_root_is_that_of_one_heads_width() -> None:
    assert scaling(HEADS, SIX)[0] == "/ √2"
    assert scaling(replace(HEADS, heads=4), SIX)[0] == "/ √1"
    assert scaling(replace(HEADS, heads=1), SIX)[0] == "/ √4"


@pytest.mark.parametrize(("policy", "shown"), [("zero", "0"), ("nan", "NaN")])
def test_an_empty_row_says_which_policy_decides(policy: str, shown: str) -> None:
    explanation = _of(replace(PADDED, empty_rows=policy), "weights", (0, 0, 0, 2))
    assert explanation.lines[-1].endswith(f"{policy}: {shown}")
    # Equal weights do come out of the formula, over scores that are all the lowest float64.
    assert any("Z = Σ" in line for line in explanation.lines) == (policy == "uniform")


def test_an_empty_row_of_equal_weights_is_computed_as_any_other() -> None:
    """There −∞ is the lowest float64, so that no row is 0/0."""
    explanation = _of(replace(PADDED, empty_rows="uniform"), "weights", (0, 0, 0, 2))
    assert explanation.lines[-3:] == (
        "Z = Σ = 3", "1 / 3 = 0.333333", "no allowed key → uniform: 0.333333"
    )  # fmt: skip
    assert sum(line.endswith(" = 1") for line in explanation.lines) == 3


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
    assert explanation.lines[-2] == "… more terms: 8"
    assert len(explanation.lines) == 14
    total = math.fsum((wide[0] * wide[1]).tolist())
    assert explanation.lines[-1] == f"Σ = {total:.6f}"


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


def test_a_token_of_the_inputs_is_a_query_and_a_key() -> None:
    projected = examples.load("dogs-chase-cats-projected")
    feeds = _of(projected, "inputs", (0, 1, 0)).feeds
    assert feeds[:4] == ("Q [chase, ·]", "K [chase, ·]", "V [chase, ·]", "W̄_Q [0, ·]")
    reads = _of(projected, "grad_inputs", (0, 1, 0)).reads
    assert reads[:4] == ("Q̄ [chase, ·]", "W_Q [0, ·]", "K̄ [chase, ·]", "W_K [0, ·]")


def test_what_is_read_by_way_of_others_is_named_once_and_truly() -> None:
    """The query of a weight reads one row of X; its row sum meets the keys of all rows."""
    projected = examples.load("dogs-chase-cats-projected")
    weights = projected.quantities["weights"]
    at = Selection("weights").at(weights, (0, 0, 0, 1), projected.sizes)
    result = compute(projected.problem)
    reads = explain(projected, result, at, {"raw_scores"}).reads
    assert reads == ("R [dogs → chase]", "R [dogs → ·]")
    reads = explain(projected, result, at, {"inputs"}).reads
    assert reads == ("X [dogs, ·]", "X [chase, ·]", "X [·, ·]")


def _said(explanation: Explanation) -> tuple[object, ...]:
    """Return all that is told; a NaN in it is the same as another."""
    told = explanation
    return (told.name, told.shown, told.unrounded, told.lines, told.reads, told.feeds, told.formula)


@pytest.mark.parametrize("name", ["dogs", "empty nan", "grouped, projected"])
def test_an_explanation_holds_where_it_would_be_the_same(name: str) -> None:
    """After any edit of a number, for a cell of every quantity: told from what it has looked at."""
    scenario = OF_ALL_FORMS[name]
    result, rng = compute(scenario.problem), np.random.default_rng(1)
    held = changed = 0
    for typed in scenario.editable:
        matrix = scenario.matrix(typed)
        page, row, column = (rng.integers(size) for size in (1,) * (3 - matrix.ndim) + matrix.shape)
        after = apply(scenario, SetCell(typed, int(page), int(row), int(column), 7.25))
        result_after = compute(after.problem)
        for quantity in scenario.quantities.values():
            selection = Selection("weights").at(quantity, (0,) * len(quantity.axes), scenario.sizes)
            before = explain(scenario, result, selection)
            holds = before.holds_for(after, result_after)
            told = explain(after, result_after, selection)
            assert not holds or _said(told) == _said(before), quantity.id
            assert before.holds_for(scenario, result), quantity.id
            held, changed = held + holds, changed + (_said(told) != _said(before))
    assert held, "some are about what the edit does not reach"
    assert changed

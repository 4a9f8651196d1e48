import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from reference import CASES
from scenario_strategies import finite

from attention_gui.engine import AttentionError, Problem, check_gradients, compute
from attention_gui.export.results import (
    gradcheck_json,
    result_json,
    result_npz,
    write_result,
)
from attention_gui.scenario import examples, files

WORDS = {"nan": np.nan, "inf": np.inf, "-inf": -np.inf}


def numbers(value: Any) -> Any:
    """Turn the words of a result file back into numbers."""
    if isinstance(value, list):
        return [numbers(entry) for entry in value]
    return WORDS.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("name", CASES)
def test_every_case_gives_the_expected_file(name: str) -> None:
    case = CASES[name]
    scenario = files.loads(json.dumps(case["scenario"]))
    result = compute(scenario.problem)
    content = json.loads(result_json(result, list(result)))
    found = content["quantities"] | {"loss": content["loss"]}
    assert set(found) == set(case["expected"])
    for quantity_id, expected in case["expected"].items():
        np.testing.assert_allclose(
            np.array(numbers(found[quantity_id]), dtype=float),
            np.array(numbers(expected), dtype=float),
            rtol=1e-12,
            atol=1e-12,
        )


@pytest.mark.parametrize("name", ["cross-projected", "grouped-query", "window-bias"])
def test_an_archive_holds_every_quantity_of_its_scenario(name: str) -> None:
    result = compute(files.loads(json.dumps(CASES[name]["scenario"])).problem)
    with np.load(io.BytesIO(result_npz(result, list(result))), allow_pickle=False) as archive:
        assert set(archive) == set(CASES[name]["expected"])
        for quantity_id in archive:
            assert archive[quantity_id].tobytes() == result[quantity_id].tobytes()


def test_a_result_file_has_one_quantity_a_line() -> None:
    result = compute(examples.load("identical-keys").problem)
    assert result_json(result, ["weights", "row_max", "weights", "empty_rows"]) == (
        """\
{
  "format": "attention-result",
  "version": 1,
  "quantities": {
    "weights": [[[[0.5, 0.5], [0.5, 0.5]]]],
    "row_max": [[[3.5355339059327373, 3.5355339059327373]]],
    "empty_rows": [[[false, false]]]
  },
  "loss": 2.0
}
"""
    )
    assert json.loads(result_json(result, []))["quantities"] == {}


def test_what_json_has_no_numbers_for_is_a_word() -> None:
    matrix = [[1.0], [2.0]]
    problem = Problem(
        query=matrix,
        key=matrix,
        value=matrix,
        mask={"causal": True, "padding": [True, False]},
        empty_rows="nan",
    )
    content = json.loads(
        result_json(compute(problem), ["masked_scores", "row_max", "weights"]),
        parse_constant=pytest.fail,
    )
    assert content["quantities"] == {
        "masked_scores": [[[["-inf", "-inf"], ["-inf", 4.0]]]],
        "row_max": [[["-inf", 4.0]]],
        "weights": [[[["nan", "nan"], [0.0, 1.0]]]],
    }
    assert content["loss"] == "nan"


def test_an_empty_batch_is_written_by_shape() -> None:
    empty = np.zeros((0, 2, 3))
    result = compute(Problem(query=empty, key=empty, value=empty))
    content = json.loads(result_json(result, ["weights"]))
    assert content["quantities"] == {"weights": {"shape": [0, 1, 2, 2], "data": []}}
    assert content["loss"] == 0


@given(finite)
def test_numbers_read_back_to_the_bit(number: float) -> None:
    result = compute(Problem(query=[[0.0]], key=[[0.0]], value=[[number]]))
    content = json.loads(result_json(result, ["value"]))
    assert np.array(content["quantities"]["value"]).tobytes() == result["value"].tobytes()


def test_an_archive_holds_plain_arrays_and_the_loss() -> None:
    result = compute(examples.load("two-heads").problem)
    with np.load(io.BytesIO(result_npz(result, list(result))), allow_pickle=False) as archive:
        assert set(archive) == set(result)
        for quantity_id in archive:
            assert archive[quantity_id].tobytes() == result[quantity_id].tobytes()
    with np.load(io.BytesIO(result_npz(result, ["weights"]))) as archive:
        assert set(archive) == {"weights", "loss"}


def test_the_same_result_gives_the_same_bytes() -> None:
    result = compute(examples.load("two-heads").problem)
    again = compute(examples.load("two-heads").problem)
    assert result_json(result, list(result)) == result_json(again, list(again))
    assert result_npz(result, list(result)) == result_npz(again, list(again))


def test_the_suffix_decides_how_a_result_is_written(tmp_path: Path) -> None:
    result = compute(examples.load("two-heads").problem)
    write_result(tmp_path / "a.json", result, ["weights"])
    write_result(tmp_path / "b.NPZ", result, ["weights"])
    assert (tmp_path / "a.json").read_text() == result_json(result, ["weights"])
    assert (tmp_path / "b.NPZ").read_bytes() == result_npz(result, ["weights"])


@pytest.mark.parametrize(
    ("name", "ids", "code", "words"),
    [
        ("a.csv", ["weights"], "usage", "a.csv"),
        ("json", ["weights"], "usage", "json"),
        ("a.json", ["weights", "weihgts"], "unknown-quantity", "'weihgts'.* weights, "),
        ("a.npz", ["weihgts"], "unknown-quantity", "'weihgts'.* weights, "),
        ("none/a.json", ["weights"], "unwritable-file", "No such file"),
    ],
)
def test_a_refused_result_writes_nothing(
    tmp_path: Path, name: str, ids: list[str], code: str, words: str
) -> None:
    result = compute(examples.load("two-heads").problem)
    with pytest.raises(AttentionError, match=words) as refusal:
        write_result(tmp_path / name, result, ids)
    assert refusal.value.code == code
    assert not list(tmp_path.iterdir())


def test_a_gradient_check_is_written_with_its_errors() -> None:
    check = check_gradients(examples.load("one-head-by-hand").problem, step=1e-5, tolerance=1e-4)
    content = json.loads(gradcheck_json(check))
    inputs = content.pop("inputs")
    assert content == {
        "format": "attention-gradcheck",
        "version": 1,
        "step": 1e-5,
        "tolerance": 1e-4,
        "passed": True,
    }
    assert list(inputs) == ["query", "key", "value"]
    for entry in inputs.values():
        assert entry["checked"] == 4
        assert 0 <= entry["max_error"] <= 1e-4

import json
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from reference import CASES, assert_agrees, expected_of
from scenario_strategies import scenarios

from attention_gui.engine import compute
from attention_gui.scenario import files
from attention_gui.scenario.scenario import Scenario


@given(scenarios())
def test_a_round_trip_keeps_every_bit(scenario: Scenario) -> None:
    text = files.dumps(scenario)
    again = files.loads(text)
    assert again == scenario
    assert files.dumps(again) == text
    assert files.loads(text.encode()) == scenario


@pytest.mark.parametrize("name", CASES)
def test_every_case_is_opened_computed_and_kept(name: str) -> None:
    scenario = files.loads(json.dumps(CASES[name]["scenario"]))
    again = files.loads(files.dumps(scenario))
    assert again == scenario
    result, expected = compute(again.problem), expected_of(CASES[name])
    assert set(result) == set(expected)
    for quantity_id in result:
        assert_agrees(result[quantity_id], expected[quantity_id])


def test_odd_numbers_keep_their_bits() -> None:
    odd = [[-0.0, 5e-324, -2.2250738585072014e-308, 1e308, 0.1, 1 / 3, 2**53 + 2, 1e22]]
    again = files.loads(files.dumps(Scenario(query=odd, key=odd, value=odd)))
    assert again.value.tobytes() == np.array([odd]).tobytes()


def test_a_file_is_readable_one_row_a_line() -> None:
    scenario = Scenario(
        title={"en": "Cats", "ru": "Кошки"},
        tokens=("cat", "кот"),
        query=[[0, 3], [2, -1]],
        key=[[3, 0.5], [-1, 2]],
        value=[[3], [-0.0]],
        scale=0.5,
        causal=True,
        padding=[True, False],
        view={"zoom": 150, "covered": ["weights"]},
    )
    assert files.dumps(scenario) == (
        """\
{
  "format": "attention-scenario",
  "version": 1,
  "title": {"en": "Cats", "ru": "Кошки"},
  "tokens": ["cat", "кот"],
  "direct": {
    "query": [
      [0, 3],
      [2, -1]
    ],
    "key": [
      [3, 0.5],
      [-1, 2]
    ],
    "value": [
      [3],
      [-0.0]
    ]
  },
  "scale": 0.5,
  "mask": {"causal": true, "padding": [true, false]},
  "view": {"zoom": 150, "covered": ["weights"]}
}
"""
    )


def test_every_part_has_its_place_in_the_file() -> None:
    scenario = Scenario(
        kind="cross",
        tokens=("le", "chat"),
        source_tokens=("the", "cat", "sat"),
        heads=2,
        key_value_heads=1,
        inputs=[[1, 0], [0, 1]],
        source_inputs=[[1], [2], [3]],
        w_query=[[1, 2], [3, 4]],
        w_key=[[-0.0]],
        w_value=[[0.1]],
        w_output=[[1, 0, 0], [0, 1, 0]],
        bias=[[[0, 0, 1], [0, 0, 0]], [[0, 0, 0], [0, 0, 0.5]]],
        causal=True,
        alignment="bottom_right",
        window=2,
        padding=[False, False, True],
        blocked=[[True, False, False], [False, False, False]],
        upstream=[[1, 1, 1], [0, 0, 0]],
    )
    assert files.dumps(scenario) == (
        """\
{
  "format": "attention-scenario",
  "version": 1,
  "kind": "cross",
  "tokens": ["le", "chat"],
  "source_tokens": ["the", "cat", "sat"],
  "heads": 2,
  "key_value_heads": 1,
  "projected": {
    "inputs": [
      [1, 0],
      [0, 1]
    ],
    "source_inputs": [
      [1],
      [2],
      [3]
    ],
    "w_query": [
      [1, 2],
      [3, 4]
    ],
    "w_key": [
      [-0.0]
    ],
    "w_value": [
      [0.1]
    ]
  },
  "w_output": [
    [1, 0, 0],
    [0, 1, 0]
  ],
  "bias": [
    [
      [0, 0, 1],
      [0, 0, 0]
    ],
    [
      [0, 0, 0],
      [0, 0, 0.5]
    ]
  ],
  "mask": {
    "causal": true,
    "alignment": "bottom_right",
    "window": 2,
    "padding": [false, false, true],
    "blocked": [
      [true, false, false],
      [false, false, false]
    ]
  },
  "upstream": [
    [1, 1, 1],
    [0, 0, 0]
  ]
}
"""
    )
    assert files.loads(files.dumps(scenario)) == scenario


def test_projections_and_bias_keep_their_rank() -> None:
    one = [[1.0]]
    scenario = Scenario(inputs=one, w_query=one, w_key=one, w_value=one, bias=[one])
    content = json.loads(files.dumps(scenario))
    assert content["projected"]["w_query"] == one
    assert content["bias"] == [one]


def test_a_mask_for_some_heads_is_written_with_batch_and_head() -> None:
    pair = [[1.0, 2.0]]
    blocked = [[[[True]], [[False]]]]
    scenario = Scenario(query=pair, key=pair, value=pair, heads=2, blocked=blocked)
    assert json.loads(files.dumps(scenario))["mask"] == {"blocked": blocked}
    assert files.loads(files.dumps(scenario)) == scenario


def test_defaults_are_left_out() -> None:
    keys = json.loads(files.dumps(Scenario(query=[[1]], key=[[1]], value=[[1]])))
    assert list(keys) == ["format", "version", "direct"]


def test_what_is_left_out_is_the_default() -> None:
    opened = files.loads(
        '{"format": "attention-scenario", "version": 1,'
        ' "direct": {"query": [[1]], "key": [[1]], "value": [[1]]}}'
    )
    assert opened == Scenario(query=[[1]], key=[[1]], value=[[1]])
    assert (opened.title, opened.labels, opened.heads) == ("", ("q0",), 1)
    assert (opened.scale, opened.empty_rows, opened.upstream) == ("inverse_sqrt_dk", "zero", None)


def test_defaults_may_be_spelled_out() -> None:
    opened = files.loads(
        '{"format": "attention-scenario", "version": 1, "kind": "self", "heads": 1,'
        ' "key_value_heads": 1, "upstream": "ones", "title": "", "notes": {}, "mask": {'
        '"causal": false, "alignment": "top_left", "padding": [false], "blocked": [[false]]},'
        ' "direct": {"query": [[1]], "key": [[1]], "value": [[1]]}}'
    )
    assert opened == Scenario(query=[[1]], key=[[1]], value=[[1]])


def test_a_batch_is_written_batch_first() -> None:
    batch = [[[1.0, 2.0]], [[3.0, 4.0]]]
    scenario = Scenario(
        query=batch, key=batch, value=batch, padding=[[True], [False]], upstream=batch
    )
    content = json.loads(files.dumps(scenario))
    assert content["direct"]["query"] == batch
    assert content["upstream"] == batch
    assert content["mask"]["padding"] == [[True], [False]]


def test_an_empty_batch_is_written_by_its_shape() -> None:
    empty = np.zeros((0, 2, 3))
    text = files.dumps(Scenario(query=empty, key=empty, value=empty))
    assert json.loads(text)["direct"]["value"] == {"shape": [0, 2, 3], "data": []}
    assert files.loads(text).value.shape == (0, 2, 3)


def test_shape_and_data_are_read_row_by_row() -> None:
    opened = files.loads(
        '{"format": "attention-scenario", "version": 1, "mask": {"padding":'
        ' {"shape": [2, 2], "data": [true, false, false, false]}}, "direct": {'
        '"query": {"shape": [2, 2, 1], "data": [1, 2, 3, 4]},'
        '"key": {"shape": [2, 2, 1], "data": [1, 2, 3, 4]},'
        '"value": [[[1], [2]], [[3], [4]]]}}'
    )
    assert opened.query.tolist() == opened.value.tolist() == [[[1], [2]], [[3], [4]]]
    assert opened.padding is not None
    assert opened.padding.tolist() == [[True, False], [False, False]]


def test_one_padding_holds_for_the_whole_batch() -> None:
    opened = files.loads(
        '{"format": "attention-scenario", "version": 1, "mask": {"padding": [true]},'
        ' "direct": {"query": [[[1]], [[2]]], "key": [[[1]], [[2]]], "value": [[[1]], [[2]]]}}'
    )
    assert opened.padding is not None
    assert opened.padding.tolist() == [[True], [True]]


def test_a_byte_order_mark_is_skipped() -> None:
    text = files.dumps(Scenario(query=[[1]], key=[[1]], value=[[1]]))
    assert files.loads(text.encode("utf-8-sig")) == files.loads("\ufeff" + text)


def test_a_large_view_is_read_about_as_fast_as_json_is_and_kept() -> None:
    ids = [f"panel {at}" for at in range(100_000)]
    view = {"layout": {"hidden": ids, "order": ids[::-1], "future": {"идентификаторы": ids}}}
    scenario = Scenario(query=[[1]], key=[[1]], value=[[1]], view=view)
    text = files.dumps(scenario)

    def quickest(read: Callable[[str], object]) -> float:
        times = []
        for _ in range(3):
            begin = time.process_time()
            read(text)
            times.append(time.process_time() - begin)
        return min(times)

    assert files.loads(text).view == view
    assert quickest(files.loads) < 10 * quickest(json.loads)


def test_an_integer_beyond_float64_in_the_view_is_kept() -> None:
    scenario = Scenario(query=[[1]], key=[[1]], value=[[1]], view={"id": 10**350})
    assert files.loads(files.dumps(scenario)).view == {"id": 10**350}


def test_files_are_written_and_read(tmp_path: Path) -> None:
    scenario = Scenario(title="Кошки", query=[[1]], key=[[1]], value=[[1]])
    path = tmp_path / "кошки.attention.json"
    files.write(path, scenario)
    assert files.read(path) == scenario
    assert files.read(str(path)) == scenario
    assert path.read_text(encoding="utf-8") == files.dumps(scenario)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("number", [float("nan"), {1, 2}])
def test_a_view_that_json_cannot_hold_is_not_written(tmp_path: Path, number: object) -> None:
    scenario = Scenario(query=[[1]], key=[[1]], value=[[1]], view={"zoom": number})
    with pytest.raises(Exception, match="view cannot be written"):
        files.write(tmp_path / "view.attention.json", scenario)
    assert not list(tmp_path.iterdir())

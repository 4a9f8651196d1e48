"""The arrangement as a value: what is read of it, kept of it, and which panels follow from it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention_gui.gui.arrangement import PARTS, PRESETS, Arrangement
from attention_gui.gui.board import Contents, every_panel, panel_ids
from attention_gui.scenario import examples

IDS = ("query", "key", "weights", "output", "no_such_panel", "head_weights_7")
ARRANGEMENTS = st.builds(
    Arrangement,
    preset=st.sampled_from(PRESETS),
    parts=st.dictionaries(st.sampled_from(PARTS), st.booleans()),
    hidden=st.frozensets(st.sampled_from(IDS)),
    order=st.lists(st.sampled_from(IDS), unique=True).map(tuple),
    zoom=st.none() | st.floats(0.5, 3.0),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=7), inner),
    max_leaves=8,
)
KEYS = st.sampled_from(("preset", "parts", "hidden", "order", "zoom", "heads", "mask"))


@given(ARRANGEMENTS)
def test_what_is_kept_comes_back(arrangement: Arrangement) -> None:
    assert Arrangement.loads(arrangement.dumps()) == arrangement
    view = json.loads(json.dumps(arrangement.in_view({})))
    assert Arrangement.of_view(view) == arrangement


@given(st.dictionaries(st.text(max_size=6), JSON, max_size=3), JSON, ARRANGEMENTS)
def test_what_others_keep_in_a_view_stays(
    view: dict[str, object], future: object, arrangement: Arrangement
) -> None:
    view = {**view, "layout": {"future": future, "zoom": 2.0}}
    after = arrangement.in_view(view)
    assert {**after, "layout": None} == {**view, "layout": None}
    layout = after["layout"]
    assert isinstance(layout, dict)
    assert layout["future"] == future
    assert layout.get("zoom") == arrangement.zoom
    assert Arrangement.of_view(after) == arrangement


@given(st.dictionaries(KEYS, JSON | st.dictionaries(KEYS, JSON)))
def test_nonsense_is_taken_for_what_is_usual(layout: dict[str, object]) -> None:
    read = Arrangement.of_view({"layout": layout})
    assert read is not None
    assert read.preset in PRESETS
    assert all(part in PARTS and isinstance(wish, bool) for part, wish in read.parts.items())
    assert all(isinstance(i, str) for i in (*read.hidden, *read.order))
    assert read.zoom is None or 0.5 <= read.zoom <= 3.0
    for name in ("dogs-chase-cats", "grouped-heads"):
        assert panel_ids(Contents.of(examples.load(name), read)).keys() == {
            "inputs", "projections", "forward", "heads", "diagnostics", "backward",
        }  # fmt: skip


@pytest.mark.parametrize(
    "text", [None, 7, b"{}", "", "{", "[]", "null", '{"zoom": NaN}', '{"zoom": 1e999}',
             f'{{"zoom": 1{"0" * 400}}}', '{"preset": ["lecture"]}', '{"order": "weights"}',
             '{"parts": [1], "hidden": {"weights": 1}}', "[" * 100_000],
)  # fmt: skip
def test_broken_settings_are_as_none(text: object) -> None:
    assert Arrangement.loads(text) == Arrangement()


@pytest.mark.parametrize("view", [{}, {"layout": None}, {"layout": "lecture"}, {"zoom": 2}])
def test_a_view_without_a_layout_asks_for_nothing(view: dict[str, object]) -> None:
    assert Arrangement.of_view(view) is None


def test_what_nobody_moved_keeps_its_place() -> None:
    moved = Arrangement().with_order(["d", "b"])
    assert moved.in_order("abcde") == ("a", "d", "c", "b", "e")
    assert moved.in_order("bc") == ("b", "c")
    again = moved.with_order(["e", "d"])
    assert again.in_order("abcde") == ("a", "b", "c", "e", "d")


def test_an_order_of_very_many_unknown_panels_is_kept_and_orders_the_known_ones() -> None:
    unknown = [f"panel {at}" for at in range(300_000)]
    view = {"layout": {"order": [*unknown, "weights", *unknown[::-1], "raw_scores"]}}
    arrangement = Arrangement.of_view(view)
    assert arrangement is not None
    kept = arrangement.in_view(view)["layout"]
    assert kept == {"preset": "usual", "order": [*unknown, "weights", "raw_scores"]}
    ordered = arrangement.in_order(("raw_scores", "scaled_scores", "weights"))
    assert ordered == ("weights", "scaled_scores", "raw_scores")


@given(ARRANGEMENTS, st.sampled_from(examples.names()))
def test_an_order_loses_no_panel_and_doubles_none(arrangement: Arrangement, name: str) -> None:
    scenario = examples.load(name)
    ordered = every_panel(Contents.of(scenario, arrangement))
    unordered = every_panel(
        Contents.of(scenario, Arrangement(arrangement.preset, arrangement.parts))
    )
    assert {s: sorted(ids) for s, ids in ordered.items()} == {
        s: sorted(ids) for s, ids in unordered.items()
    }
    shown = [i for ids in panel_ids(Contents.of(scenario, arrangement)).values() for i in ids]
    assert len(shown) == len(set(shown))
    assert not arrangement.hidden.intersection(shown)

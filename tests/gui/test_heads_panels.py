"""The heads side by side: their weights, their average, and what each adds to the output."""

from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest
from hands import Hands, opened, shown, softmax, split
from PySide6.QtCore import Qt

from attention_gui.gui.pictures import picture
from attention_gui.gui.pictures import pictures as draw_pictures
from attention_gui.scenario import examples
from attention_gui.scenario.scenario import Scenario

pictures = partial(draw_pictures, draw=picture)
RNG = np.random.default_rng(41)


@pytest.fixture
def two(qapp: object) -> Iterator[Hands]:
    with opened("example:two-heads") as hands:
        yield hands


def _arrays(scenario: Scenario, batch: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights and the outputs of every head, computed from the definition."""
    query, key, value = (getattr(scenario, name)[batch] for name in ("query", "key", "value"))
    heads, groups = scenario.heads, scenario.n_groups
    read = [h * groups // heads for h in range(heads)]
    q, k, v = split(query, heads), split(key, groups)[read], split(value, groups)[read]
    weights = softmax(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]))
    return weights, weights @ v


def _grouped() -> Scenario:
    """Return four heads that share two key/value heads, an output projection, a batch of two."""
    sizes = {"query": (2, 3, 8), "key": (2, 3, 4), "value": (2, 3, 6), "w_output": (12, 2)}
    arrays = {name: RNG.normal(size=size).round(2) for name, size in sizes.items()}
    return Scenario(**arrays, heads=4, key_value_heads=2, tokens=("a", "b", "c"))


def test_every_heads_weights_are_shown(two: Hands) -> None:
    weights, _ = _arrays(two.scenario)
    for head in (0, 1):
        assert two.sees(f"head_weights_{head}")
        assert two.texts(f"head_weights_{head}") == shown(weights[head])
        assert two.title(f"head_weights_{head}") == f"weights (head {head})"
        assert two.panel(f"head_weights_{head}").sheet.limits == (0.0, 1.0)
    two.choose("head", 1)
    assert two.texts("head_weights_0") == shown(weights[0]), "whichever head the board shows"


def test_the_average_is_that_of_all_heads_and_says_so(two: Hands) -> None:
    weights, _ = _arrays(two.scenario)
    assert two.texts("mean_weights") == shown(weights.mean(axis=0))
    assert two.title("mean_weights") == "weights (average over heads)"
    assert two.spoken("mean_weights", 1, 2).startswith(
        "average of the weights over heads, cat to sat, 0."
    )


def test_contributions_sum_to_the_output_of_the_query(two: Hands) -> None:
    _, outputs = _arrays(two.scenario)
    assert two.labels("head_contributions") == (["h0", "h1"], ["h0·0", "h0·1", "h1·0", "h1·1"])
    for query, token in enumerate(("the", "cat", "sat", "down")):
        two.click("weights", query, 0)
        expected = np.zeros((2, 4))
        expected[0, :2], expected[1, 2:] = outputs[0, query], outputs[1, query]
        assert two.texts("head_contributions") == shown(expected)
        assert two.title("head_contributions").endswith(f"of “{token}”")
        total = np.array(two.panel("head_contributions").sheet.values).sum(axis=0)
        np.testing.assert_allclose(total, two.store.snapshot.result["output"][0, query])
        assert two.texts("output")[query] == shown(total[np.newaxis])[0]
    assert two.panel("head_contributions").caption == "heads sum to Y ✓ · 2 × 4"
    assert two.panel("head_contributions").note == ""


def test_shared_heads_a_projection_and_a_batch(qapp: object) -> None:
    scenario = _grouped()
    with opened(scenario) as hands:
        for batch in (0, 1):
            hands.choose("batch", batch)
            weights, outputs = _arrays(scenario, batch)
            rows = split(scenario.w_output.T, 4).swapaxes(-1, -2)
            for head in range(4):
                assert hands.texts(f"head_weights_{head}") == shown(weights[head])
            assert hands.texts("mean_weights") == shown(weights.mean(axis=0))
            hands.click("mean_weights", 1, 0)
            contributions = (outputs @ rows)[:, 1]
            assert hands.texts("head_contributions") == shown(contributions)
            assert hands.texts("output")[1] == shown(contributions.sum(axis=0)[np.newaxis])[0]
            assert "heads sum to Y ✓" in hands.panel("head_contributions").caption


def test_a_click_in_a_heads_card_selects_that_head_and_cell(two: Hands) -> None:
    two.click("head_weights_1", 2, 1)
    assert two.box("head").currentIndex() == 1
    assert two.label("explanation.value").startswith("A [h1: sat → cat] = ")
    assert two.view("weights").currentIndex().row() == 2
    assert two.view("weights").currentIndex().column() == 1
    assert two.texts("weights") == two.texts("head_weights_1")
    assert two.marked("head_weights_1") == {(2, 1)}
    assert two.marked("head_weights_0") == set()
    assert two.marked("mean_weights") == {(2, 1)}
    assert two.marked("head_contributions") == {(1, 2), (1, 3)}
    two.key(Qt.Key.Key_Left)
    assert two.label("explanation.value").startswith("A [h1: sat → the] = ")


def test_the_average_is_explained_by_its_heads(two: Hands) -> None:
    weights, _ = _arrays(two.scenario)
    two.click("mean_weights", 1, 1)
    mean = weights[:, 1, 1].mean()
    assert two.label("explanation.value") == f"ΣA/h [cat → cat] = {mean:.3f}"
    lines = two.label("explanation.lines").split("\n")
    assert lines[0].startswith("A [h0: cat → cat] = 0.")
    assert lines[-1].partition(" (")[0].endswith(f" / 2 = {mean:.3f}")
    assert two.marked("query") == {(1, c) for c in range(4)}, "the average is of both heads"


def test_a_contribution_is_linked_to_its_column_of_the_output(two: Hands) -> None:
    two.click("weights", 1, 0)
    two.click("head_contributions", 1, 3)
    assert two.label("explanation.value").startswith("Yₕ [h1: cat, h1·1] = ")
    assert two.marked("output") == {(1, 3)}
    assert two.label("explanation.reads") == "reads T [h1: cat → ·, 1]"
    two.click("head_contributions", 0, 3)
    assert two.label("explanation.lines") == "h1 ≠ h0 → 0"
    assert two.label("explanation.reads") == ""
    assert two.marked("output") == {(1, 3)}


def test_the_cards_come_and_go_with_the_head_count(qapp: object) -> None:
    scenario = Scenario(**{name: RNG.normal(size=(3, 4)) for name in ("query", "key", "value")})
    with opened(scenario) as hands:
        assert not hands.sees("mean_weights")
        assert not hands.action("part.heads").isEnabled()
        hands.choose("heads", 2)  # four heads
        assert [hands.sees(f"head_weights_{head}") for head in range(5)] == [True] * 4 + [False]
        weights, _ = _arrays(hands.scenario)
        assert hands.texts("head_weights_3") == shown(weights[3])
        hands.click("head_contributions", 1, 1)
        hands.choose("heads", 0)
        assert not hands.sees("head_weights_0")
        assert not hands.sees("head_contributions")
        assert hands.label("explanation.value").startswith("A [")


def test_the_view_menu_sends_the_heads_away(two: Hands) -> None:
    assert two.action("part.heads").isChecked()
    two.pick("part.heads")
    assert not two.sees("head_weights_0")
    assert not two.action("part.heads").isChecked()
    two.pick("part.heads")
    assert two.sees("head_weights_0")


def test_an_edit_reaches_every_head(two: Hands) -> None:
    two.click("value", 0, 2)
    for key in (Qt.Key.Key_7, Qt.Key.Key_Return):
        two.key(key)
    _, outputs = _arrays(two.scenario)
    assert two.scenario.value[0, 0, 2] == 7
    assert two.texts("head_contributions")[1][2:] == shown(outputs[1, :1])[0]


def test_the_cards_are_drawn_as_pictures(two: Hands) -> None:
    images = pictures(two.store.snapshot, "light", 1, ["head_weights_1", "mean_weights"])
    assert set(images) == {"head_weights_1", "mean_weights"}
    assert {"head_weights_0", "head_contributions"} <= set(pictures(two.store.snapshot, "light", 1))


def test_the_board_of_one_head_stays_as_it_was(qapp: object) -> None:
    with opened(examples.load("dogs-chase-cats")) as hands:
        ids = set(hands.content.workspace.panels)
        assert not {"mask", "diagnostics", "softmax_jacobian", "mean_weights"} & ids
        assert not any(i.startswith("head_") for i in ids)

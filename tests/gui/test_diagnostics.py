"""Row sums, entropies and the softmax Jacobian."""

from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest
from hands import Hands, opened, shown, softmax
from PySide6.QtCore import Qt

from attention_gui.gui.arrangement import Arrangement
from attention_gui.gui.cells import CellRange
from attention_gui.gui.pictures import picture
from attention_gui.gui.pictures import pictures as draw_pictures
from attention_gui.scenario.scenario import Scenario

pictures = partial(draw_pictures, draw=picture)
IDS = ("diagnostics", "softmax_jacobian")


@pytest.fixture
def dogs(qapp: object) -> Iterator[Hands]:
    with opened("example:dogs-chase-cats") as hands:
        hands.pick("part.diagnostics")
        yield hands


def _weights(scenario: Scenario, batch: int = 0) -> np.ndarray:
    query, key = scenario.query[batch], scenario.key[batch]
    return softmax(query @ key.T / np.sqrt(query.shape[1]))


def _jacobian(row: np.ndarray) -> np.ndarray:
    return np.diag(row) - np.outer(row, row)


def test_it_is_off_until_the_view_menu_asks_for_it(qapp: object) -> None:
    with opened("example:dogs-chase-cats") as hands:
        assert not any(map(hands.sees, IDS))
        assert not hands.action("part.diagnostics").isChecked()
        hands.pick("part.diagnostics")
        assert all(map(hands.sees, IDS))
        assert hands.action("part.diagnostics").isChecked()
        hands.content.document.open_example("two-heads")
        assert all(map(hands.sees, IDS)), "the window remembers"
        hands.pick("part.diagnostics")
        assert not any(map(hands.sees, IDS))


def test_every_row_has_its_sum_entropy_and_trace(dogs: Hands) -> None:
    weights = _weights(dogs.scenario)
    entropy = -(weights * np.log(weights)).sum(axis=1)
    trace = [np.trace(_jacobian(row)) for row in weights]
    assert dogs.texts("diagnostics") == shown(np.stack([weights.sum(axis=1), entropy, trace], 1))
    assert dogs.labels("diagnostics") == (["dogs", "chase", "cats"], ["Σ A", "H", "tr J"])
    assert dogs.panel("diagnostics").caption == "H in nats"
    assert dogs.spoken("diagnostics", 1, 1).startswith("row entropy in nats, chase, H, ")


def test_the_jacobian_is_that_of_the_selected_row(dogs: Hands) -> None:
    weights = _weights(dogs.scenario)
    for query, token in enumerate(dogs.scenario.labels):
        dogs.click("weights", query, 1)
        assert dogs.texts("softmax_jacobian") == shown(_jacobian(weights[query]))
        assert f"of “{token}”" in dogs.title("softmax_jacobian")
    assert dogs.labels("softmax_jacobian") == (["dogs", "chase", "cats"],) * 2


def test_cells_are_selected_linked_and_explained(dogs: Hands) -> None:
    weights = _weights(dogs.scenario)
    dogs.click("diagnostics", 2, 1)
    entropy = -(weights[2] * np.log(weights[2])).sum()
    assert dogs.label("explanation.value") == f"H [cats] = {entropy:.3f}"
    assert f"\nΣ = {entropy:.3f}" in dogs.label("explanation.lines")
    assert dogs.marked("weights") == {(2, 0), (2, 1), (2, 2)}
    assert dogs.view("diagnostics").currentIndex().column() == 1
    dogs.key(Qt.Key.Key_Right)
    assert dogs.label("explanation.value").startswith("tr J [cats] = ")
    dogs.key(Qt.Key.Key_Up)
    assert dogs.label("explanation.value").startswith("tr J [chase] = ")
    dogs.click("softmax_jacobian", 0, 2)
    value = -weights[1, 0] * weights[1, 2]
    text = f"J [chase → dogs, cats] = {value:.3f}".replace("-", "−")
    assert dogs.label("explanation.value") == text
    assert dogs.marked("weights") == {(1, 0), (1, 2)}
    assert dogs.label("explanation.reads") == "reads A [chase → dogs], A [chase → cats]"


def test_the_jacobian_reads_a_weight_as_both_of_its_keys(dogs: Hands) -> None:
    dogs.click("softmax_jacobian", 1, 1)
    assert dogs.label("explanation.reads") == "reads A [dogs → chase]"
    assert dogs.marked("softmax_jacobian") == {(1, 1)}
    assert dogs.marked("key") == {(1, 0), (1, 1)}
    dogs.click("softmax_jacobian", 2, 0)
    assert dogs.label("explanation.reads") == "reads A [dogs → cats], A [dogs → dogs]"
    assert dogs.marked("softmax_jacobian") == {(2, 0)}
    assert dogs.marked("key") == {(row, column) for row in (0, 2) for column in (0, 1)}
    dogs.click("weights", 0, 1)
    assert "J [dogs → chase, ·], J [dogs → ·, chase]" in dogs.label("explanation.feeds")
    assert dogs.marked("softmax_jacobian") == {(1, 0), (1, 1), (1, 2), (0, 1), (2, 1)}


def test_in_a_picture_it_is_a_row_and_a_column_as_well(qapp: object) -> None:
    rng = np.random.default_rng(47)
    given = {name: rng.normal(size=(40, 2)) for name in ("query", "key", "value")}
    with opened(Scenario(**given)) as hands:
        hands.pick("part.diagnostics")
        hands.click("weights", 0, 7)
        view = hands.view("softmax_jacobian")
        assert not view.shows_digits
        cells = view._cells
        boxes = [
            box
            for of in view._part.related_blocks(view._lines, view._related, 1).values()
            for box in of
        ]
        row, column = cells.span(CellRange(7, 0, 1, 40)), cells.span(CellRange(0, 7, 40, 1))
        assert len(boxes) == 2
        for box, lines in zip(boxes, (row, column), strict=True):
            assert box.adjusted(-1, -1, 1, 1).contains(lines)
            assert lines.adjusted(-1, -1, 1, 1).contains(box)


def test_blocked_keys_are_hatched_and_exactly_zero(dogs: Hands) -> None:
    dogs.action("causal").trigger()
    dogs.click("weights", 1, 0)
    row = np.append(softmax(np.log(_weights(dogs.scenario)[1, :2])), 0)
    expected = shown(_jacobian(row))
    expected[2] = ["0"] * 3
    expected[0][2] = expected[1][2] = "0"
    assert dogs.texts("softmax_jacobian") == expected
    assert "blocked: causal" in dogs.spoken("softmax_jacobian", 2, 0)


@pytest.mark.parametrize(("policy", "total"), [("zero", "0.000"), ("nan", "NaN")])
def test_an_empty_row_shows_what_its_policy_yields(
    qapp: object, policy: str, total: str
) -> None:  # fmt: skip
    with opened("example:left-padding") as hands:
        hands.pick("part.diagnostics")
        hands.action(f"empty-rows.{policy}").trigger()
        assert hands.texts("diagnostics")[0][0] == total
        assert hands.texts("diagnostics")[1][0] == "1.000"
        hands.click("diagnostics", 0, 1)
        assert "H [" in hands.label("explanation.value")


def test_another_sequence_of_a_batch(qapp: object) -> None:
    rng = np.random.default_rng(47)
    scenario = Scenario(**{name: rng.normal(size=(2, 3, 2)) for name in ("query", "key", "value")})
    with opened(scenario) as hands:
        hands.pick("part.diagnostics")
        hands.choose("batch", 1)
        weights = _weights(scenario, 1)
        entropies = [row[1] for row in hands.texts("diagnostics")]
        assert entropies == shown(-(weights * np.log(weights)).sum(axis=1)[np.newaxis])[0]
        assert hands.texts("softmax_jacobian") == shown(_jacobian(weights[0]))


def test_panels_that_are_not_shown_can_be_drawn(qapp: object) -> None:
    with opened("example:dogs-chase-cats") as hands:
        snapshot = hands.store.snapshot
        assert set(pictures(snapshot, "print", 1, [*IDS, "mask"])) == {*IDS, "mask"}
        assert not {*IDS, "mask"} & set(pictures(snapshot, "print", 1))
        arrangement = Arrangement(parts={"diagnostics": True})
        assert set(IDS) <= set(pictures(snapshot, "print", 1, None, arrangement))

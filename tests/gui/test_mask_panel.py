"""The mask panel: why a cell is blocked, and blocking single cells by hand."""

from collections.abc import Iterator

import numpy as np
import pytest
from hands import Hands, opened
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from attention_gui.scenario.scenario import Scenario

RNG = np.random.default_rng(43)


def _scenario(n_queries: int = 3, n_keys: int = 3, **options: object) -> Scenario:
    arrays = {
        "query": RNG.normal(size=(n_queries, 2)),
        "key": RNG.normal(size=(n_keys, 2)),
        "value": RNG.normal(size=(n_keys, 2)),
    }
    return Scenario(**arrays, **options)  # type: ignore[arg-type]  # as a caller would write it


@pytest.fixture
def dogs(qapp: object) -> Iterator[Hands]:
    with opened("example:dogs-chase-cats") as hands:
        yield hands


def _letters(scenario: Scenario, batch: int = 0) -> list[list[str]]:
    """Return the letters of every cell, from the definition of each mask."""
    m, n = scenario.query.shape[1], scenario.key.shape[1]
    moved = n - m if scenario.alignment == "bottom_right" else 0
    texts = []
    for i in range(m):
        row = []
        for j in range(n):
            text = "C" if scenario.causal and j > i + moved else ""
            if scenario.padding is not None and scenario.padding[batch, j]:
                text += "P"
            if scenario.window is not None and abs(i + moved - j) >= scenario.window:
                text += "W"
            if scenario.blocked is not None and scenario.blocked[i, j]:
                text += "X"
            row.append(text or "·")
        texts.append(row)
    return texts


def test_it_is_shown_when_more_than_padding_and_causal_is_masked(dogs: Hands) -> None:
    assert not dogs.sees("mask")
    dogs.action("causal").trigger()
    assert not dogs.sees("mask")
    assert not dogs.action("part.mask").isChecked()
    QTest.mouseClick(
        dogs.view("masked_scores").viewport(), Qt.MouseButton.LeftButton,
        pos=dogs.at("masked_scores", 1, 0),
    )  # fmt: skip
    dogs.key(Qt.Key.Key_Space)  # blocks the cell
    assert dogs.sees("mask")
    assert dogs.action("part.mask").isChecked()
    assert dogs.texts("mask") == [["·", "C", "C"], ["X", "·", "C"], ["·", "·", "·"]]
    assert dogs.view("masked_scores").hasFocus(), "a panel that appears takes no keyboard away"
    dogs.undo()
    assert not dogs.sees("mask")


def test_the_view_menu_shows_it(dogs: Hands) -> None:
    dogs.pick("part.mask")
    assert dogs.sees("mask")
    assert dogs.texts("mask") == [["·"] * 3] * 3
    dogs.pick("part.mask")
    assert not dogs.sees("mask")


@pytest.mark.parametrize("alignment", ["top_left", "bottom_right"])
@pytest.mark.parametrize("sizes", [(3, 3), (2, 4), (4, 2)])
def test_every_cell_names_what_blocks_it(
    qapp: object, sizes: tuple[int, int], alignment: str
) -> None:
    m, n = sizes
    scenario = _scenario(
        m, n, kind="cross", causal=True, alignment=alignment, window=2,
        padding=[[True] + [False] * (n - 1)], blocked=RNG.random((m, n)) < 0.4,
    )  # fmt: skip
    with opened(scenario) as hands:
        assert hands.texts("mask") == _letters(scenario)
        expected = {
            "top_left": "causal, from the first key",
            "bottom_right": "causal, to the last key",
        }[alignment]
        assert (expected in hands.title("mask")) == (m != n)


def test_reasons_are_read_in_words(qapp: object) -> None:
    blocked = [[True, False, True], [False] * 3, [False] * 3]
    scenario = _scenario(
        causal=True, window=2, padding=[[True, False, False]], blocked=blocked,
        tokens=("t0", "t1", "t2"),
    )  # fmt: skip
    with opened(scenario) as hands:
        assert hands.spoken("mask", 0, 0) == "mask, t0 to t0, PX, blocked: padding, custom"
        assert (
            hands.spoken("mask", 0, 2)
            == "mask, t0 to t2, CWX, blocked: causal, window, custom"
        )  # fmt: skip
        assert hands.spoken("mask", 1, 1) == "mask, t1 to t1, ·"
        index = hands.view("mask").model().index(0, 2)
        assert "blocked: causal, window, custom" in index.data(Qt.ItemDataRole.ToolTipRole)
        description = hands.panel("mask").accessibleDescription()
        for words in ("C causal", "P padding", "W window", "X single cell", "· allowed"):
            assert words in description


def test_a_click_blocks_a_cell_and_allows_it_again(dogs: Hands) -> None:
    dogs.pick("part.mask")
    steps = dogs.store.undo_stack.count()
    dogs.click("mask", 1, 2)
    assert dogs.scenario.blocked.tolist() == [[False] * 3, [False, False, True], [False] * 3]
    assert dogs.texts("mask")[1] == ["·", "·", "X"]
    assert dogs.texts("weights")[1][2] == "0"
    assert dogs.texts("masked_scores")[1][2] == "−∞"
    assert dogs.store.undo_stack.count() == steps + 1
    assert dogs.label("explanation.value") == "M [chase → cats] = −∞"
    dogs.click("mask", 1, 2)
    assert dogs.scenario.blocked is None
    assert dogs.texts("mask")[1] == ["·", "·", "·"]
    dogs.undo()
    assert dogs.texts("mask")[1] == ["·", "·", "X"]


def test_a_double_click_is_two_clicks(dogs: Hands) -> None:
    dogs.pick("part.mask")
    steps = dogs.store.undo_stack.count()
    at = dogs.at("mask", 0, 1)
    viewport = dogs.view("mask").viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=at)
    assert dogs.scenario.blocked is not None
    QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=at)  # without its release
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=at)
    assert dogs.scenario.blocked is None
    assert dogs.store.undo_stack.count() == steps + 2


def test_moving_the_pressed_mouse_away_blocks_nothing(dogs: Hands) -> None:
    dogs.pick("part.mask")
    viewport = dogs.view("mask").viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=dogs.at("mask", 0, 1))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=dogs.at("mask", 2, 2))
    QTest.mouseClick(viewport, Qt.MouseButton.RightButton, pos=dogs.at("mask", 0, 1))
    assert dogs.scenario.blocked is None


def test_space_blocks_and_arrows_only_move(dogs: Hands) -> None:
    dogs.pick("part.mask")
    dogs.view("mask").setFocus()
    dogs.view("mask").setCurrentIndex(dogs.view("mask").model().index(0, 0))
    dogs.key(Qt.Key.Key_Down)
    dogs.key(Qt.Key.Key_Right)
    assert dogs.scenario.blocked is None
    dogs.key(Qt.Key.Key_Space)
    assert dogs.texts("mask")[1] == ["·", "X", "·"]
    assert dogs.view("mask").hasFocus()
    dogs.key(Qt.Key.Key_Space)
    assert dogs.scenario.blocked is None


def test_it_stays_when_its_last_blocked_cell_is_allowed(qapp: object) -> None:
    blocked = [[False, True, False], [False] * 3, [False] * 3]
    with opened(_scenario(blocked=blocked)) as hands:
        assert hands.sees("mask")
        hands.click("mask", 0, 1)
        assert hands.scenario.blocked is None
        assert hands.sees("mask")


def test_a_click_blocks_the_cell_of_every_head_and_sequence(qapp: object) -> None:
    arrays = {name: RNG.normal(size=(2, 3, 4)) for name in ("query", "key", "value")}
    padding = [[False] * 3, [True, False, False]]
    with opened(Scenario(**arrays, heads=2, window=3, padding=padding)) as hands:
        assert hands.texts("mask") == [["·"] * 3] * 3
        hands.click("mask", 0, 1)
        hands.choose("batch", 1)
        hands.choose("head", 1)
        assert hands.texts("mask") == [["P", "X", "·"], ["P", "·", "·"], ["P", "·", "·"]]
        assert "head 1" in hands.title("mask")


def test_the_letters_fit_and_the_legend_is_not_cut(qapp: object) -> None:
    blocked = [[False, False, True], [False] * 3, [False] * 3]
    scenario = _scenario(causal=True, window=2, padding=[[False, False, True]], blocked=blocked)
    for width, height in ((1280, 720), (1920, 1080)):
        with opened(scenario, width, height) as hands:
            assert hands.texts("mask")[0][2] == "CPWX"
            view, panel = hands.view("mask"), hands.panel("mask")
            assert view.fontMetrics().horizontalAdvance("CPWX") < view.columnWidth(0)
            font = panel.metrics.label_pixels * 0.92
            assert panel.extra_width(panel.metrics) >= 0
            assert panel.width() >= len("C causal P padding") * font * 0.5


def test_the_legend_of_a_picture_names_what_is_in_it(qapp: object) -> None:
    arrays = {name: RNG.normal(size=(40, 2)) for name in ("query", "key", "value")}
    with opened(Scenario(**arrays, causal=True, window=5)) as hands:
        panel = hands.panel("mask")
        assert panel.legend == "hatched: blocked, plain: allowed"
        assert "C causal" in panel.accessibleDescription(), "cells are read as letters"
    with opened(Scenario(**{i: a[:3] for i, a in arrays.items()}, causal=True, window=2)) as hands:
        assert hands.panel("mask").legend.startswith("C causal")


def test_a_mask_of_one_head_is_changed_in_that_head_alone(qapp: object) -> None:
    blocked = np.zeros((1, 2, 3, 3), dtype=bool)
    blocked[0, 0, 0, 1] = True
    arrays = {name: RNG.normal(size=(3, 4)) for name in ("query", "key", "value")}
    with opened(Scenario(**arrays, heads=2, blocked=blocked)) as hands:
        hands.choose("head", 1)
        assert hands.action("block-alone").isChecked()
        hands.click("mask", 0, 1)
        assert np.broadcast_to(hands.scenario.blocked, (1, 2, 3, 3))[0, :, 0, 1].all()
        hands.click("mask", 0, 1)
        assert np.array_equal(hands.scenario.blocked, blocked), "two clicks change nothing"


def test_cells_are_blocked_in_the_shown_head_alone_when_that_is_chosen(qapp: object) -> None:
    with opened("example:two-heads") as hands:
        hands.pick("part.mask")
        hands.pick("block-alone")
        hands.choose("head", 1)
        hands.click("mask", 2, 0)
        assert hands.scenario.blocked[0, :, 2, 0].tolist() == [False, True]
        hands.undo()
        hands.pick("block-alone")
        hands.click("mask", 2, 0)
        assert hands.scenario.problem.blocked[..., 2, 0].all()


def test_with_one_head_there_is_nothing_to_choose(dogs: Hands) -> None:
    assert not dogs.action("block-alone").isEnabled()


@pytest.mark.parametrize(
    ("alignment", "text"),
    [("top_left", "Causal, from the first key"), ("bottom_right", "Causal, to the last key")],
)
def test_the_switch_names_the_alignment_where_it_matters(
    qapp: object, alignment: str, text: str
) -> None:
    scenario = _scenario(4, 2, kind="cross", causal=True, alignment=alignment)
    with opened(scenario) as hands:
        hands.action("part.mask").trigger()
        assert not hands.sees("mask")
        assert hands.action("causal").text() == text
        hands.action("causal").trigger()
        assert hands.action("causal").text() == "Causal"


def test_the_explanation_says_why_a_cell_is_blocked(qapp: object) -> None:
    with opened("example:left-padding") as hands:
        hands.action("causal").setChecked(False)
        hands.click("masked_scores", 0, 1)
        first = hands.label("explanation.lines").split("\n")[0]
        reasons = hands.spoken("masked_scores", 0, 1).partition("blocked: ")[2]
        assert reasons
        assert first == f"blocked: {reasons}"
        hands.click("weights", 1, 1)
        assert "blocked" not in hands.label("explanation.lines")

"""Padding, causal mask, scale, heads, batches and rows with no allowed key."""

import numpy as np
import pytest
from window_driver import INPUTS, Driver, Open, assert_agrees, shown

from attention_gui.scenario.scenario import Scenario

_MASKED = ("masked_scores", "weights", "exponentials", "value_terms", "grad_scaled_scores")


def _column(driver: Driver, quantity_id: str, column: int) -> list[str]:
    return [row[column] for row in driver.texts(quantity_id)]


def test_clicking_a_token_makes_it_padding_and_back(dogs: Driver) -> None:
    before = dogs.texts("weights")
    dogs.press("token.1")
    assert dogs.chip(1).isChecked()
    assert dogs.chip(1).font().strikeOut()
    assert _column(dogs, "masked_scores", 1) == ["−∞"] * 3
    assert _column(dogs, "weights", 1) == ["0"] * 3
    assert dogs.texts("grad_value")[1] == ["0.000", "0.000"]
    assert_agrees(dogs)
    dogs.press("token.1")
    assert not dogs.chip(1).isChecked()
    assert not dogs.chip(1).font().strikeOut()
    assert dogs.texts("weights") == before
    assert_agrees(dogs)


def test_the_causal_mask_blocks_what_stands_after_the_query(dogs: Driver) -> None:
    dogs.toggle("causal")
    texts = dogs.texts("masked_scores")
    blocked = {(r, c) for r in range(3) for c in range(3) if texts[r][c] == "−∞"}
    assert blocked == {(0, 1), (0, 2), (1, 2)}
    assert dogs.texts("weights")[0] == ["1.000", "0", "0"]
    assert_agrees(dogs)
    dogs.press("token.0")
    assert dogs.texts("weights")[0] == ["0", "0", "0"]
    assert_agrees(dogs)
    dogs.toggle("causal")
    assert_agrees(dogs)


def test_scaling_is_switched_off_and_on(dogs: Driver) -> None:
    action = dogs.action("scale")
    assert action.isChecked()
    assert action.text() == "Scale / √2"
    scaled = dogs.texts("scaled_scores")
    dogs.toggle("scale")
    assert not action.isChecked()
    assert dogs.texts("scaled_scores") == dogs.texts("raw_scores")
    assert dogs.texts("scaled_scores") != scaled
    assert_agrees(dogs)
    dogs.toggle("scale")
    assert dogs.texts("scaled_scores") == scaled
    assert_agrees(dogs)


def test_a_scale_of_its_own_is_named(open_window: Open) -> None:
    driver = open_window(Scenario(query=[[2.0]], key=[[3.0]], value=[[1.0]], scale=0.25))
    assert driver.action("scale").isChecked()
    assert driver.action("scale").text() == "Scale · 0.25"
    assert driver.texts("scaled_scores") == [["1.500"]]
    driver.toggle("scale")
    assert driver.texts("scaled_scores") == [["6.000"]]
    driver.undo()
    assert driver.scenario.scale == 0.25


@pytest.mark.parametrize(
    ("d_k", "d_v", "offered"), [(4, 6, [1, 2]), (3, 5, [1]), (4, 4, [1, 2, 4])]
)
def test_only_head_counts_that_divide_are_offered(
    open_window: Open, d_k: int, d_v: int, offered: list[int]
) -> None:
    rng = np.random.default_rng(3)
    driver = open_window(
        Scenario(
            query=rng.normal(size=(2, d_k)),
            key=rng.normal(size=(2, d_k)),
            value=rng.normal(size=(2, d_v)),
        )
    )
    box = driver.box("heads")
    assert [box.itemText(row) for row in range(box.count())] == [f"Heads {n}" for n in offered]
    typed = [driver.texts(quantity_id) for quantity_id in INPUTS]
    assert not driver.box("head").isVisible()
    for row, count in list(enumerate(offered))[1:]:
        driver.choose("heads", row)
        assert driver.scenario.heads == count
        assert [driver.texts(quantity_id) for quantity_id in INPUTS] == typed
        assert driver.action("scale").text() == f"Scale / √{d_k // count}"
        driver.flush()
        assert driver.box("head").isVisible()
        assert driver.box("head").count() == count
        assert_agrees(driver)


def test_the_head_selector_shows_another_head(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    first = driver.texts("weights")
    for _ in range(2):
        driver.choose("head", 1)
        assert driver.texts("weights") != first
        assert_agrees(driver)
        driver.click("weights", 1, 1)
        assert "h1" in driver.label("explanation.value")
        driver.choose("head", 0)
        assert driver.texts("weights") == first
        assert_agrees(driver)
    assert driver.store.undo_stack.count() == 0


def test_the_shown_head_stays_inside_a_smaller_count(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.choose("heads", 2)
    driver.choose("head", 3)
    driver.choose("heads", 1)
    assert driver.box("head").currentIndex() == 1
    assert_agrees(driver)
    driver.choose("heads", 0)
    driver.flush()
    assert not driver.box("head").isVisible()
    assert_agrees(driver)


def test_the_head_follows_a_click_in_the_other_heads_columns(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.click("query", 1, 3)
    assert driver.box("head").currentIndex() == 1
    assert_agrees(driver)


def test_a_column_stays_selected_when_heads_split_it_anew(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.click("query", 1, 2)
    number = driver.label("explanation.value").partition("=")[2]
    for row, column, head in ((0, "2", 0), (2, "h2·0", 2), (1, "h1·0", 1)):
        driver.choose("heads", row)
        driver.flush()
        assert driver.selected_index == (0, 1, 2)
        assert driver.label("explanation.value") == f"Q [cat, {column}] ={number}"
        assert driver.box("head").currentIndex() == head
        assert_agrees(driver)


def test_the_batch_selector_shows_another_sequence(open_window: Open) -> None:
    rng = np.random.default_rng(5)
    query, key, value = (rng.normal(size=(2, 3, 2)).round(2) for _ in range(3))
    driver = open_window(Scenario(query=query, key=key, value=value))
    assert driver.box("batch").isVisible()
    driver.press("token.2")
    assert driver.scenario.padding is not None
    assert driver.scenario.padding.tolist() == [[False, False, True], [False] * 3]
    driver.choose("batch", 1)
    assert not driver.chip(2).isChecked()
    assert driver.texts("query") == [[shown(x) for x in row] for row in query[1].tolist()]
    assert_agrees(driver)
    driver.press("token.0")
    assert driver.scenario.padding.tolist() == [[False, False, True], [True, False, False]]
    assert_agrees(driver)


def test_there_is_no_batch_selector_for_one_sequence(dogs: Driver) -> None:
    assert not dogs.box("batch").isVisible()


@pytest.mark.parametrize(
    ("policy", "weight", "output"),
    [("zero", "0", "0.000"), ("nan", "NaN", "NaN"), ("uniform", "0.333", "4.000")],
)
def test_a_row_with_no_allowed_key_follows_its_policy(
    open_window: Open, policy: str, weight: str, output: str
) -> None:
    driver = open_window("example:left-padding")
    driver.run(f"empty-rows.{policy}")
    assert driver.scenario.empty_rows == policy
    assert driver.action(f"empty-rows.{policy}").isChecked()
    assert driver.texts("weights")[0] == [weight] * 3
    assert driver.text("output", 0, 0) == output
    assert_agrees(driver)
    driver.click("weights", 0, 1)
    assert_agrees(driver)
    last = "1 / 3 = 0.333" if policy == "uniform" else f"0 / 0 → {policy}"
    assert last in driver.label("explanation.lines")
    for quantity_id in ("masked_scores", "weights", "exponentials"):
        assert driver.panel(quantity_id).note == "no allowed key: pad", quantity_id
    driver.click("weights", 1, 1)
    assert driver.panel("exponentials").note == ""
    assert driver.panel("weights").note == "no allowed key: pad"
    assert driver.panel("output").note == ""
    assert_agrees(driver)


def test_when_no_row_has_an_allowed_key_the_status_line_says_so(dogs: Driver) -> None:
    assert dogs.label("status.row-sums") == "rows sum to 1 ✓"
    for token in range(3):
        dogs.press(f"token.{token}")
    assert dogs.label("status.row-sums") == "no row has an allowed key"
    assert dogs.panel("weights").note == "no allowed key: dogs, chase, cats"
    assert dogs.texts("weights") == [["0"] * 3] * 3
    assert_agrees(dogs)
    dogs.press("token.2")
    assert dogs.label("status.row-sums") == "rows sum to 1 ✓"
    assert dogs.panel("weights").note == ""
    assert_agrees(dogs)


def test_the_tool_bar_says_what_is_open(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    assert driver.label("title") == "Two heads, two habits"
    assert driver.label("summary") == "Q, K, V given · dₖ = 2 · dᵥ = 2"
    driver.run("add-value-feature")
    assert driver.label("summary") == "Q, K, V given · dₖ = 2 · dᵥ = 3"

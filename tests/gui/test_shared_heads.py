"""Keys and values that several heads read are linked to those heads, and to no others."""

import numpy as np
import pytest
from PySide6.QtTest import QTest
from window_driver import Open

from attention_gui.scenario import examples
from attention_gui.scenario.edits import SetKeyValueHeads, apply

GROUPED = "example:grouped-heads"
"""Four heads, two key/value heads."""


def test_a_shared_key_is_linked_to_the_heads_that_read_it(open_window: Open) -> None:
    driver = open_window(GROUPED)
    for panel_id in ("key", "value", "grad_key", "grad_value"):
        for group, heads in enumerate(((0, 1), (2, 3))):
            driver.click(panel_id, 1, 2 * group + 1)
            for head in range(4):
                linked = {(row, 1) for row in range(3)} if head in heads else set()
                assert driver.linked(f"head_weights_{head}") == linked, (panel_id, group, head)


def test_a_shared_value_is_linked_to_what_its_heads_add_to_the_output(open_window: Open) -> None:
    driver = open_window(GROUPED)
    driver.click("value", 1, 3)
    assert driver.linked("head_contributions") == {(h, c) for h in (2, 3) for c in (5, 7)}
    driver.click("weights", 1, 1)
    driver.click("head_contributions", 2, 1)  # what head 2 adds to the columns of head 0
    assert driver.linked("head_contributions") == {(2, 1)}


def test_a_shared_key_under_the_mouse_previews_the_heads_that_read_it(open_window: Open) -> None:
    driver = open_window(GROUPED)
    driver.choose("head", 1)
    view = driver.view("key")
    for column, is_read in ((3, False), (1, True)):
        QTest.mouseMove(view.viewport(), driver.center(view, 1, column))
        driver.flush()
        for panel_id in ("raw_scores", "weights", "exponentials", "head_weights_1"):
            preview = driver.view(panel_id)._preview
            marks = any(np.logical_and.outer(*lines).any() for lines in preview)
            assert marks is is_read, (panel_id, column)


@pytest.mark.parametrize(
    ("panel_id", "column", "side", "words"),
    [
        ("key", 3, "feeds", "feeds R [h2–h3: · → cat], Q̄ [·, h2–h3·1]"),
        ("key", 0, "feeds", "feeds R [h0–h1: · → cat], Q̄ [·, h0–h1·0]"),
        ("value", 3, "feeds", "feeds T [h2–h3: · → cat, 1], Ā [h2–h3: · → cat]"),
        ("grad_key", 3, "reads", "reads R̄ [h2–h3: · → cat], Q [·, h2–h3·1]"),
        ("grad_value", 0, "reads", "reads A [h0–h1: · → cat], Ȳ [·, h0–h1·0]"),
    ],
)
def test_the_heads_of_a_group_alone_are_named(
    open_window: Open, panel_id: str, column: int, side: str, words: str
) -> None:
    driver = open_window(GROUPED)
    driver.click(panel_id, 1, column)
    assert driver.label(f"explanation.{side}") == words


def test_one_group_of_all_heads_needs_no_name(open_window: Open) -> None:
    driver = open_window(apply(examples.load("grouped-heads"), SetKeyValueHeads(1)))
    driver.click("key", 1, 1)
    assert driver.label("explanation.feeds") == "feeds R [h·: · → cat], Q̄ [·, 1]"
    assert driver.linked("head_weights_0") == driver.linked("head_weights_3") != set()


def test_a_head_feeds_what_it_adds_to_its_own_columns(open_window: Open) -> None:
    driver = open_window(GROUPED)
    driver.choose("head", 2)
    driver.click("value_terms", 1, 1)
    assert driver.label("explanation.feeds").endswith("Yₕ [h2: the, h2·1]")

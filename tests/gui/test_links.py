"""The arrows between panels: what they name, where they stand, and when there is none."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from window_driver import DOGS, Driver, Open, cell_colors

from attention_gui.catalogue import catalogue
from attention_gui.gui.app import render_pictures
from attention_gui.gui.arrangement import PRESETS, Arrangement
from attention_gui.gui.links import Link
from attention_gui.gui.shelf import Shelf
from attention_gui.gui.theme import THEMES
from attention_gui.quantities import Form
from attention_gui.scenario import examples
from attention_gui.scenario.edits import (
    AddBias,
    AddOutputProjection,
    SetKeyValueHeads,
    SetScale,
    apply,
)
from attention_gui.scenario.numbers import USUAL as NUMBERS
from attention_gui.scenario.operations import operation_between
from attention_gui.scenario.scenario import Scenario

CONTROL = Qt.KeyboardModifier.ControlModifier


def board(driver: Driver) -> Shelf:
    driver.flush()
    shelf = driver.panel("weights").parentWidget()
    assert isinstance(shelf, Shelf)
    return shelf


def texts(driver: Driver) -> list[str]:
    return [link.text for link in board(driver).links]


USUAL = ["/ √2", "mask", "exp(· − m)", "÷ Z", "× V", "Σⱼ", "softmax backward", "/ √2", "× K"]


def test_every_step_of_the_usual_board_is_named(dogs: Driver) -> None:
    assert texts(dogs) == USUAL
    dogs.run("language.ru")
    assert texts(dogs)[1] == "маска"
    dogs.run("language.en")
    assert texts(dogs) == USUAL


def test_the_mask_between_scores_is_no_gap(dogs: Driver) -> None:
    dogs.run("part.mask")
    assert texts(dogs) == USUAL
    (link,) = (link for link in board(dogs).links if link.text == "mask")
    mask, masked = dogs.panel("mask").geometry(), dogs.panel("masked_scores").geometry()
    assert mask.left() < link.box.center().x() <= masked.right()


def test_they_follow_the_scale(dogs: Driver) -> None:
    dogs.toggle("scale")
    assert texts(dogs)[0] == "="
    dogs.store.dispatch(SetScale(0.25))
    assert texts(dogs)[0] == "· 0.25"


def test_what_is_hidden_is_passed_through(dogs: Driver) -> None:
    dogs.click("masked_scores", 0, 0)
    dogs.key(Qt.Key.Key_H, CONTROL)
    assert texts(dogs)[:3] == ["/ √2", "mask, exp(· − m)", "÷ Z"]
    dogs.key(Qt.Key.Key_6, CONTROL)
    assert texts(dogs) == ["mask, exp(· − m)", "÷ Z", "× V, Σⱼ"]


def test_there_is_none_where_nothing_leads_on(dogs: Driver) -> None:
    dogs.click("weights", 0, 0)
    for _ in range(4):
        dogs.key(Qt.Key.Key_Left, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert texts(dogs)[:3] == ["/ √2", "mask", "exp(· − m)"], "A stands before R, V's terms after E"
    assert "÷ Z" not in texts(dogs)


def test_heads_and_projections(open_window: Open) -> None:
    scenario = apply(apply(examples.load("two-heads"), AddOutputProjection()), AddBias())
    driver = open_window(scenario)
    named = texts(driver)
    assert "+ B, mask" in named
    assert "Σⱼ, concatenate" in named
    assert "× W_O" in named
    assert "split, Aᵀ ×" in named


def test_operations_without_a_window() -> None:
    scenario = examples.load("dogs-chase-cats")
    everything = set(scenario.catalogue)
    assert operation_between("query", "raw_scores", everything, scenario, NUMBERS) == "× Kᵀ"
    assert (
        operation_between("raw_scores", "weights", {"query"}, scenario, NUMBERS)
        == "/ √2, mask, exp(· − m), ÷ Z"
    )
    assert operation_between("weights", "raw_scores", set(), scenario, NUMBERS) == ""
    assert operation_between("grad_query", "grad_key", everything, scenario, NUMBERS) == ""
    assert operation_between("mask", "masked_scores", set(), scenario, NUMBERS) == ""
    assert operation_between("grad_output", "grad_concatenated", set(), scenario, NUMBERS) == "="
    assert operation_between("concatenated", "output", everything, scenario, NUMBERS) == "="
    assert operation_between("grad_output", "grad_value", set(), scenario, NUMBERS) == "Aᵀ ×"
    assert (
        operation_between("grad_head_outputs", "grad_weights", set(), scenario, NUMBERS) == "× Vᵀ"
    )


def test_every_computed_quantity_of_the_flow_has_an_operation() -> None:
    forms = [Form(), Form(has_output_projection=True, has_many_heads=True, has_bias=True)]
    for form in forms:
        rows = catalogue(form).values()
        typed = {row.id for row in rows if not row.reads}
        unnamed = {row.id for row in rows if not row.operation} - typed
        assert unnamed == {"row_entropy", "jacobian_trace", "empty_rows"}


# -- where they stand ------------------------------------------------------------------------


def _many() -> Scenario:
    rng = np.random.default_rng(8)
    query, key, value = (rng.normal(0, 2, size=(6, 8)).round(1) for _ in range(3))
    return Scenario(query=query, key=key, value=value, heads=4)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("source", [DOGS, "example:dogs-chase-cats-projected", _many()])
def test_they_cover_no_panel_and_no_title(
    open_window: Open, source: Scenario | str, preset: str
) -> None:
    driver = open_window(source)
    workspace = driver.content.workspace
    for size in ((1280, 720), (1920, 1080)):
        driver.window.resize(*size)
        for zoom in (None, 0.5, 2.0):
            driver.content.layouts.change(Arrangement(preset, zoom=zoom))
            shelf = board(driver)
            boxes = [p.geometry() for p in workspace.panels.values() if p.parent() is shelf]
            links = [link.box for link in shelf.links]
            assert links or preset == "heads"
            for link in links:
                assert not any(link.intersects(box) for box in boxes)
                assert shelf.rect().contains(link)
            for one, other in pairwise(links):
                assert not one.intersects(other)


def _ink(driver: Driver, link: Link) -> int:
    picture = board(driver).grab().toImage()
    return cell_colors(picture, link.box)[driver.theme.muted]


@pytest.mark.parametrize("theme", THEMES)
def test_they_are_painted_in_every_theme(dogs: Driver, theme: str) -> None:
    dogs.run(f"theme.{theme}")
    for link in board(dogs).links:
        assert _ink(dogs, link) > 15, link.text
        colors = cell_colors(board(dogs).grab().toImage(), QRect(link.box))
        assert colors[dogs.theme.ground] > 0.5 * sum(colors.values())


def test_they_point_from_one_panel_to_the_next(dogs: Driver) -> None:
    first = board(dogs).links[0].box
    one, other = dogs.panel("raw_scores").geometry(), dogs.panel("scaled_scores").geometry()
    assert one.center().x() < first.left()
    assert first.right() < other.center().x()
    assert abs(first.center().x() - (one.right() + other.left()) / 2) < 4
    picture = board(dogs).grab().toImage()
    head = QRect(first.right() - 8, first.top(), 8, first.height())
    tail = QRect(first.left(), first.top(), 8, first.height())
    ink = [cell_colors(picture, box)[dogs.theme.muted] for box in (tail, head)]
    assert ink[1] > 2 * ink[0], "the head is at the end"


def test_pictures_of_the_board_have_them(dogs: Driver, tmp_path: Path) -> None:
    folder = tmp_path
    scenario = examples.load("dogs-chase-cats")
    render_pictures(scenario, folder, ["board"], 1.0, "light", "svg")
    svg = (folder / "board.svg").read_text("utf-8")
    for text in ("mask", "÷ Z", "softmax backward"):
        assert f">{text}</text>" in svg.replace("\n", "").replace("> ", ">")


def test_an_operation_does_not_lead_from_what_it_names() -> None:
    scenario = examples.load("dogs-chase-cats-projected")
    everything = set(scenario.catalogue)
    assert operation_between("row_max", "exponentials", everything, scenario, NUMBERS) == ""
    assert operation_between("row_sums", "weights", everything, scenario, NUMBERS) == ""
    assert operation_between("exponentials", "weights", set(), scenario, NUMBERS) == "÷ Z"
    backward = ("weights", "grad_scaled_scores"), ("raw_scores", "grad_query")
    assert not any(operation_between(*pair, set(), scenario, NUMBERS) for pair in backward)
    assert operation_between("output", "loss", set(), scenario, NUMBERS) == "× Ȳ, Σ"


def test_nothing_leads_alone_to_a_sum_over_several_paths() -> None:
    scenario = examples.load("dogs-chase-cats-projected")
    for before in ("grad_query", "grad_key", "grad_raw_scores"):
        assert operation_between(before, "grad_inputs", set(), scenario, NUMBERS) == ""


def test_heads_side_by_side_are_concatenated_once() -> None:
    scenario = examples.load("two-heads")
    leads = operation_between("value_terms", "output", set(), scenario, NUMBERS)
    assert leads == "Σⱼ, concatenate"
    assert operation_between("head_outputs", "output", set(), scenario, NUMBERS) == "concatenate"
    assert operation_between("concatenated", "output", set(), scenario, NUMBERS) == "="


def test_heads_side_by_side_are_the_output_where_nothing_projects_them(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.run("layout.everything")
    assert "=" in texts(driver)
    driver.store.dispatch(AddOutputProjection())
    assert "=" not in texts(driver)
    assert "× W_O" in texts(driver)


def test_shared_keys_get_the_sum_over_their_group(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.run("layout.gradients")
    driver.click("grad_query", 0, 0)
    driver.key(Qt.Key.Key_H, CONTROL)
    assert "transpose, × Q" in texts(driver)
    driver.store.dispatch(SetKeyValueHeads(1))
    assert "transpose, × Q, Σ within group" in texts(driver)
    sums = operation_between("grad_head_outputs", "grad_value", set(), driver.scenario, NUMBERS)
    assert sums == "Aᵀ ×, Σ within group"

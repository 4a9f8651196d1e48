"""What the board is arranged for: presets, hidden panels, and how both are kept."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from window_driver import DOGS, INPUTS, Dialogs, Driver, Open, panels_of
from windows import started

from attention_gui.gui import app
from attention_gui.gui.arrangement import PRESETS, Arrangement
from attention_gui.gui.pictures import picture, pictures
from attention_gui.gui.store import Store
from attention_gui.scenario import examples, files

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
KEYS = dict(zip(PRESETS, "123456", strict=True))
FORWARD = ("raw_scores", "scaled_scores", "masked_scores", "exponentials", "weights",
           "value_terms", "output")  # fmt: skip
BACKWARD = ("grad_value", "grad_weights", "grad_scaled_scores", "grad_raw_scores", "grad_query",
            "grad_key")  # fmt: skip
TYPED = ("query", "key", "value")


def shown(driver: Driver) -> set[str]:
    """Return the ids of the panels that are visible."""
    driver.flush()
    panels = driver.content.workspace.panels
    assert all(panel.isVisible() for panel in panels.values())
    hidden = {
        card.quantity_id for card in driver.content.workspace._shelves.stock if not card.isVisible()
    }
    assert not hidden & set(panels)
    return set(panels)


def press(driver: Driver, preset: str) -> None:
    driver.key(getattr(Qt.Key, f"Key_{KEYS[preset]}"), CONTROL)


@pytest.mark.parametrize(
    ("preset", "panels"),
    [
        ("forward", (*TYPED, *FORWARD)),
        ("gradients", (*TYPED, "grad_output", "weights", "output", *BACKWARD)),
        ("lecture", (*TYPED, "scaled_scores", "exponentials", "weights", "output")),
    ],
)
def test_a_preset_shows_its_panels_and_the_usual_one_all(
    dogs: Driver, preset: str, panels: tuple[str, ...]
) -> None:
    press(dogs, preset)
    assert shown(dogs) == set(panels)
    assert dogs.action(f"layout.{preset}").isChecked()
    assert not dogs.action("layout.usual").isChecked()
    press(dogs, "usual")
    assert shown(dogs) == set(panels_of(dogs.scenario))
    assert dogs.action("layout.usual").isChecked()


def test_heads_and_everything(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    press(driver, "heads")
    heads = {"head_weights_0", "head_weights_1", "mean_weights", "head_contributions"}
    assert shown(driver) == {*TYPED, "weights", "output", *heads}
    press(driver, "everything")
    everything = {*driver.scenario.catalogue, *heads, "mask", "diagnostics", "softmax_jacobian"}
    assert shown(driver) == everything


def test_heads_are_not_offered_for_one_head(dogs: Driver) -> None:
    assert not dogs.action("layout.heads").isEnabled()
    assert dogs.action("layout.forward").isEnabled()


def test_a_part_is_added_to_a_preset_and_a_preset_forgets_it(dogs: Driver) -> None:
    press(dogs, "lecture")
    before = shown(dogs)
    dogs.run("part.mask")
    assert shown(dogs) == {*before, "mask"}
    assert dogs.action("part.mask").isChecked()
    press(dogs, "lecture")
    assert shown(dogs) == before
    assert not dogs.action("part.mask").isChecked()


@pytest.mark.parametrize("source", [DOGS, "example:two-heads", "example:cross-attention"])
def test_a_lecture_has_clearly_larger_type(open_window: Open, source: str) -> None:
    driver = open_window(source)
    usual = driver.view("weights").columnWidth(0), driver.view("weights").font().pixelSize()
    press(driver, "lecture")
    driver.flush()
    view = driver.view("weights")
    assert view.font().pixelSize() >= 1.3 * usual[1]
    assert view.columnWidth(0) >= 1.3 * usual[0]
    driver.enter("query" if driver.scenario.query is not None else "inputs", 0, 0, "3.5")
    assert driver.text("query" if driver.scenario.query is not None else "inputs", 0, 0) == "3.500"


# -- hiding ----------------------------------------------------------------------------------


def test_a_panel_is_hidden_by_keys_and_its_neighbour_gets_the_keyboard(dogs: Driver) -> None:
    dogs.click("value_terms", 1, 1)
    dogs.click("grad_weights", 2, 0)
    selected = dogs.snapshot.selection
    dogs.key(Qt.Key.Key_H, CONTROL)
    assert "grad_weights" not in shown(dogs)
    assert dogs.snapshot.selection is selected
    assert dogs.current[0] == "grad_scaled_scores"
    dogs.key(Qt.Key.Key_H, CONTROL)
    assert dogs.current[0] == "grad_raw_scores"
    assert dogs.snapshot.selection is selected
    assert dogs.label("explanation.quantity") == "gradient by weights"
    dogs.key(Qt.Key.Key_H, CONTROL | SHIFT)
    assert shown(dogs) == set(panels_of(dogs.scenario))
    assert dogs.snapshot.selection is selected


def test_hiding_another_panel_leaves_the_keyboard_at_the_selection(dogs: Driver) -> None:
    dogs.click("weights", 1, 2)
    before = dogs.snapshot.selection
    press(dogs, "forward")
    assert dogs.current == ("weights", 1, 2)
    dogs.key(Qt.Key.Key_Left)
    assert dogs.current == ("weights", 1, 1)
    press(dogs, "gradients")
    assert dogs.current == ("weights", 1, 1)
    assert dogs.snapshot.selection != before


def test_a_panel_is_hidden_by_its_menu_and_brought_back_by_the_list(dogs: Driver) -> None:
    card = dogs.panel("raw_scores")
    selected = dogs.snapshot.selection
    QTest.mouseClick(card, Qt.MouseButton.RightButton, pos=QPoint(30, 8))
    assert dogs.content.workspace.selected_panel() == "raw_scores"
    assert dogs.snapshot.selection is selected
    hide = dogs.action("hide-panel")
    assert hide in card.actions()
    assert hide in dogs.view("raw_scores").actions()
    menu = dogs.content._menus.hidden
    assert not menu.menuAction().isEnabled()
    hide.trigger()
    assert "raw_scores" not in shown(dogs)
    assert menu.menuAction().isEnabled()
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == ["raw scores"]
    menu.actions()[0].trigger()
    assert "raw_scores" in shown(dogs)
    assert not menu.menuAction().isEnabled()


def test_what_is_hidden_costs_nothing(dogs: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    for name in ("raw_scores", "grad_key", "weights"):
        card = dogs.panel(name)
        monkeypatch.setattr(card, "set_snapshot", lambda _, name=name: asked.append(name))
    for name in ("raw_scores", "grad_key"):
        dogs.click(name, 0, 0)
        dogs.key(Qt.Key.Key_H, CONTROL)
    asked.clear()
    dogs.enter("query", 0, 0, "7")
    assert set(asked) == {"weights"}


def test_a_panel_that_comes_back_shows_the_present_numbers(dogs: Driver) -> None:
    dogs.click("raw_scores", 0, 0)
    dogs.key(Qt.Key.Key_H, CONTROL)
    dogs.enter("query", 0, 0, "5")
    dogs.key(Qt.Key.Key_H, CONTROL | SHIFT)
    assert dogs.text("raw_scores", 0, 1) == f"{5 * 2 + 0 * 1:.3f}"


def test_all_panels_can_be_hidden(dogs: Driver) -> None:
    for _ in panels_of(dogs.scenario):
        dogs.key(Qt.Key.Key_H, CONTROL)
        dogs.flush()
    assert shown(dogs) == set()
    assert dogs.focus.objectName() == "empty-board"
    for width, height in ((1280, 720), (1920, 1080)):
        dogs.window.resize(width, height)
        dogs.flush()
    dogs.key(Qt.Key.Key_H, CONTROL | SHIFT)
    assert shown(dogs) == set(panels_of(dogs.scenario))
    assert dogs.focus.objectName() != "empty-board"


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize(("width", "zoom"), [(1280, 0.5), (1280, 3.0), (1920, None)])
def test_an_empty_board_says_how_its_panels_come_back(
    open_window: Open, width: int, zoom: float | None
) -> None:
    driver = open_window(DOGS, width, 720)
    sentence = driver.window.findChild(QLabel, "empty-board")
    assert isinstance(sentence, QLabel)
    assert not sentence.isVisible()
    hidden = frozenset(panels_of(driver.scenario)) - set(INPUTS)
    driver.content.layouts.change(Arrangement(hidden=hidden, zoom=zoom))
    for language, words in (("en", "Every panel"), ("ru", "Все панели")):
        driver.run(f"language.{language}")
        driver.flush()
        assert sentence.isVisible()
        assert sentence.text().startswith(words)
        assert "Ctrl+Shift+H" in sentence.text()
        spoken = QAccessible.queryAccessibleInterface(sentence)
        assert spoken.text(QAccessible.Text.Name) == sentence.text()
        assert sentence.height() >= sentence.heightForWidth(sentence.width())
        assert not sentence.visibleRegion().isEmpty()
    driver.click("query", 0, 0)
    driver.key(Qt.Key.Key_H, CONTROL | SHIFT)
    assert not sentence.isVisible()
    assert shown(driver) == set(panels_of(driver.scenario))


def test_half_typed_text_is_committed_before_its_panel_is_hidden(dogs: Driver) -> None:
    dogs.click("query", 0, 0)
    dogs.keys("42")
    dogs.run("hide-panel")
    assert dogs.scenario.query is not None
    assert dogs.scenario.query[0, 0, 0] == 42
    assert "query" not in shown(dogs)


def test_a_refused_text_keeps_its_panel(dogs: Driver) -> None:
    dogs.click("query", 0, 0)
    dogs.keys("4x")
    dogs.run("hide-panel")
    assert "query" in shown(dogs)
    assert [editor.text() for editor in dogs.editors] == ["4x"]
    assert dogs.refusals
    dogs.run("layout.lecture")
    dogs.flush()
    assert dogs.action("layout.lecture").isChecked()
    assert "query" in shown(dogs), "what is typed in stays in a lecture"
    assert [editor.text() for editor in dogs.editors] == ["4x"]


def told_links(driver: Driver) -> list[str]:
    return [driver.label(f"explanation.{side}") for side in ("reads", "feeds")]


def test_the_explanation_speaks_of_what_is_in_sight(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.click("weights", 0, 1)
    links = told_links(driver)
    assert links[0] == "reads E [h0: the → cat], Z [h0: the]"
    driver.click("exponentials", 0, 0)
    driver.key(Qt.Key.Key_H, CONTROL)
    driver.click("weights", 0, 1)
    links = told_links(driver)
    assert links[0] == "reads M [h0: the → cat], M [h0: the → ·]"
    assert links[1].startswith("feeds T ")
    driver.key(Qt.Key.Key_F9)
    assert told_links(driver) == [
        "reads Q [the, h0], K [cat, h0], K [·, h0]", "feeds L"
    ]  # fmt: skip
    driver.key(Qt.Key.Key_Escape)
    assert told_links(driver) == links


def test_weights_side_by_side_are_in_sight(open_window: Open) -> None:
    driver = open_window("example:two-heads")
    driver.click("value_terms", 0, 1)
    before = told_links(driver)
    assert before[0].startswith("reads A [h0: the → the], V ")
    driver.click("weights", 0, 1)
    driver.key(Qt.Key.Key_H, CONTROL)
    driver.click("value_terms", 0, 1)
    assert told_links(driver) == before


# -- undo ------------------------------------------------------------------------------------


def test_a_step_back_arranges_nothing(dogs: Driver) -> None:
    dogs.enter("query", 0, 0, "5")
    press(dogs, "lecture")
    before = shown(dogs)
    assert dogs.store.undo_stack.count() == 1
    dogs.undo()
    assert dogs.text("query", 0, 0) == "2.000"
    assert shown(dogs) == before
    dogs.redo()
    assert shown(dogs) == before


# -- keeping ---------------------------------------------------------------------------------


def saved(driver: Driver, dialogs: Dialogs, path: Path) -> dict[str, object]:
    dialogs.file = str(path)
    driver.save()
    content: dict[str, object] = json.loads(path.read_text("utf-8"))
    return content


def test_saving_and_opening_brings_the_board_back(
    open_window: Open, dialogs: Dialogs, tmp_path: Path
) -> None:
    driver = open_window(DOGS)
    press(driver, "forward")
    driver.click("raw_scores", 0, 0)
    driver.key(Qt.Key.Key_H, CONTROL)
    driver.key(Qt.Key.Key_Plus, CONTROL)
    panels, zoom = shown(driver), driver.content.workspace.zoom
    assert driver.content.document.is_saved, "looking around changes no file"
    saved(driver, dialogs, tmp_path / "mine.attention.json")
    other = open_window(tmp_path / "mine.attention.json", 1280, 720)
    assert shown(other) == panels
    assert other.content.workspace.zoom == zoom
    assert other.action("layout.forward").isChecked()
    other.content.document.open_example("identical-keys")
    other.flush()
    assert shown(other) == set(panels_of(other.scenario)), "that file's alone"


def test_a_file_that_nobody_arranged_gets_no_view(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path
) -> None:
    dogs.enter("query", 0, 0, "5")
    assert "view" not in saved(dogs, dialogs, tmp_path / "plain.attention.json")


def test_the_usual_board_is_kept_over_another_one(
    open_window: Open, dialogs: Dialogs, tmp_path: Path
) -> None:
    driver = open_window(DOGS)
    press(driver, "lecture")
    press(driver, "usual")
    content = saved(driver, dialogs, tmp_path / "usual.attention.json")
    assert content["view"] == {"layout": {"preset": "usual"}}
    press(driver, "lecture")
    driver.content.document.open_example("identical-keys")
    driver.flush()
    assert "grad_query" not in shown(driver), "the last arrangement, where a file has none"
    driver.store.open(files.read(tmp_path / "usual.attention.json"))
    assert shown(driver) == set(panels_of(driver.scenario))


def test_what_the_program_does_not_know_in_a_view_is_kept_and_does_no_harm(
    open_window: Open, tmp_path: Path
) -> None:
    path = tmp_path / "future.attention.json"
    content = json.loads(files.dumps(examples.load("dogs-chase-cats")))
    layout = {"preset": "cinema", "hidden": ["weights", "nobody", 3], "zoom": "large",
              "parts": {"mask": 1, "heads": True}, "order": {"a": 1}, "future": [1]}  # fmt: skip
    content["view"] = {"covered": {"weights": [[0, 1]]}, "layout": layout}
    path.write_text(json.dumps(content), "utf-8")
    driver = open_window(path)
    assert shown(driver) == {*panels_of(driver.scenario)} - {"weights"}
    driver.key(Qt.Key.Key_H, CONTROL | SHIFT)
    driver.save()
    view = json.loads(path.read_text("utf-8"))["view"]
    assert view == {
        "covered": {"weights": [[0, 1]]},
        "layout": {"future": [1], "preset": "usual", "parts": {"heads": True}},
    }


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def run_again(qapp: QApplication, settings: QSettings) -> Iterator[Open]:
    """Return a function that starts the program's window with what was remembered."""
    drivers: list[Driver] = []

    def start(source: str = "dogs-chase-cats", width: int = 1920, height: int = 1080) -> Driver:
        app.set_fonts()
        window = started(settings, source).window
        drivers.append(Driver(window))
        window.resize(width, height)
        window.show()
        window.activateWindow()
        assert QTest.qWaitForWindowActive(window)
        return drivers[-1]

    yield start
    for driver in drivers:
        driver.store.undo_stack.setClean()
        driver.window.close()
        driver.window.deleteLater()
        vars(driver).clear()
    QApplication.processEvents()


def test_the_board_comes_back_in_the_next_run(run_again: Open) -> None:
    first = run_again()
    press(first, "lecture")
    first.click("output", 0, 0)
    first.key(Qt.Key.Key_H, CONTROL)
    panels = shown(first)
    second = run_again()
    assert shown(second) == panels
    assert second.current[0] == "weights"
    second.key(Qt.Key.Key_H, CONTROL | SHIFT)
    press(second, "usual")
    assert shown(run_again()) == set(panels_of(second.scenario))


@pytest.mark.parametrize("value", ["{", 7, '{"hidden": [1], "zoom": NaN}', ["lecture"]])
def test_broken_settings_do_not_matter(run_again: Open, settings: QSettings, value: object) -> None:
    settings.setValue("layout", value)
    driver = run_again()
    assert shown(driver) == set(panels_of(driver.scenario))


# -- pictures --------------------------------------------------------------------------------


def test_pictures_show_the_board_as_its_file_has_it_and_what_is_asked_for(
    qapp: QApplication,
) -> None:
    app.set_fonts()
    view = {"layout": {"preset": "lecture", "hidden": ["output"], "zoom": 3.0}}
    scenario = replace(examples.load("dogs-chase-cats"), view=view)
    snapshot = Store(scenario).snapshot
    drawn = pictures(snapshot, "light", 1.0, draw=picture)
    assert set(drawn) == {*TYPED, "scaled_scores", "exponentials", "weights", "board"}
    assert drawn["board"].width() == 1920, "a zoom is for the screen it was chosen on"
    for asked in ("output", "grad_key", "mask"):
        assert set(pictures(snapshot, "light", 1.0, [asked], draw=picture)) == {asked}

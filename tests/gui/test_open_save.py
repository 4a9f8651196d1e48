"""Scenarios are opened and saved through the window, and nothing is lost on the way."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from bad_files import BAD_FILES
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from window_driver import (
    ANSWERS,
    DOGS,
    PANELS,
    Dialogs,
    Driver,
    Open,
    RealDialogs,
    assert_agrees,
    pressed,
    typed,
)

from attention_gui.scenario import examples, files
from attention_gui.scenario.scenario import Scenario, in_language

_CONTROL = Qt.KeyboardModifier.ControlModifier


def _open(driver: Driver) -> None:
    driver.key(Qt.Key.Key_O, _CONTROL)


def test_the_menu_opens_every_example(dogs: Driver) -> None:
    assert len(examples.names()) >= 2
    for name in (*examples.names(), "dogs-chase-cats"):
        dogs.run(f"example.{name}")
        scenario = examples.load(name)
        assert dogs.scenario == scenario
        assert dogs.label("title") == in_language(scenario.title, "en")
        assert dogs.window.windowTitle() == f"{dogs.label('title')}[*]"
        assert not dogs.window.isWindowModified()
        assert_agrees(dogs)


def test_the_button_in_the_tool_bar_offers_the_same_examples(dogs: Driver) -> None:
    from PySide6.QtWidgets import QToolButton

    button = dogs.window.findChild(QToolButton, "examples")
    assert button is not None
    menu = button.menu()
    assert {action.objectName() for action in menu.actions()} == {
        f"example.{name}" for name in examples.names()
    }


def test_opening_with_unsaved_changes_asks(dogs: Driver, dialogs: Dialogs) -> None:
    dogs.enter("query", 0, 0, "5")
    dialogs.answer = ANSWERS.Cancel
    dogs.run("example.two-heads")
    assert dialogs.asked == ["changes"]
    assert dogs.text("query", 0, 0) == "5.000"
    assert dogs.window.isWindowModified()
    dialogs.answer = ANSWERS.Discard
    dogs.run("example.two-heads")
    assert dogs.scenario == examples.load("two-heads")


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize(
    ("language", "save", "leave", "stay"),
    [
        ("en", "Save", "Don't save", "Cancel"),
        ("ru", "Сохранить", "Не сохранять", "Отмена"),
    ],
)
def test_the_answers_about_unsaved_changes_say_what_they_do(
    dogs: Driver,
    real_dialogs: RealDialogs,
    tmp_path: Path,
    language: str,
    save: str,
    leave: str,
    stay: str,
) -> None:
    def leave_for_another(*deeds: Callable[[QWidget], None]) -> None:
        dogs.run("example.dogs-chase-cats")
        dogs.enter("query", 0, 0, "5")
        real_dialogs.expect(*deeds)
        dogs.run("example.two-heads")
        dogs.come_back()

    dogs.run(f"language.{language}")
    leave_for_another(pressed(stay))
    assert dogs.text("query", 0, 0) == "5.000"
    dogs.undo()
    leave_for_another(pressed(save), typed("kept"))
    assert files.read(tmp_path / "kept.attention.json").query[0, 0, 0] == 5
    assert dogs.scenario == examples.load("two-heads")
    leave_for_another(pressed(leave))
    assert dogs.scenario == examples.load("two-heads")
    assert [path.name for path in tmp_path.iterdir()] == ["kept.attention.json"]


def test_saving_when_asked_saves_before_opening(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path
) -> None:
    dogs.enter("query", 0, 0, "5")
    dialogs.answer, dialogs.file = ANSWERS.Save, str(tmp_path / "kept")
    dogs.run("example.two-heads")
    assert dialogs.asked == ["changes", "save"]
    assert files.read(tmp_path / "kept.attention.json").query[0, 0, 0] == 5
    assert dogs.scenario == examples.load("two-heads")


def test_a_cancelled_save_dialog_keeps_everything(dogs: Driver, dialogs: Dialogs) -> None:
    dogs.enter("query", 0, 0, "5")
    dialogs.answer, dialogs.file = ANSWERS.Save, ""
    dogs.run("example.two-heads")
    assert dogs.text("query", 0, 0) == "5.000"
    assert dogs.window.isWindowModified()
    dogs.window.close()
    assert dogs.window.isVisible()


def test_closing_with_unsaved_changes_asks(dogs: Driver, dialogs: Dialogs) -> None:
    dogs.enter("query", 0, 0, "5")
    dialogs.answer = ANSWERS.Cancel
    dogs.key(Qt.Key.Key_Q, _CONTROL)
    assert dialogs.asked == ["changes"]
    assert dogs.window.isVisible()
    dogs.undo()
    dogs.window.close()
    assert dialogs.asked == ["changes"], "nothing is unsaved any more"
    assert not dogs.window.isVisible()


def test_half_typed_text_is_a_change_that_is_asked_for(dogs: Driver, dialogs: Dialogs) -> None:
    dogs.click("query", 0, 0)
    dogs.keys("5")
    dialogs.answer = ANSWERS.Cancel
    dogs.window.close()
    assert dialogs.asked == ["changes"]
    assert dogs.window.isVisible()
    assert dogs.text("query", 0, 0) == "5.000"


@pytest.mark.parametrize("name", [name for name in examples.names() if name != "two-heads"])
def test_a_file_is_opened_as_it_is(
    open_window: Open, dialogs: Dialogs, tmp_path: Path, name: str
) -> None:
    path = tmp_path / f"{name}.attention.json"
    files.write(path, examples.load(name))
    driver = open_window("example:two-heads")
    dialogs.file = str(path)
    _open(driver)
    assert driver.scenario == examples.load(name)
    assert driver.window.windowTitle() == f"{name}.attention.json[*]"
    assert_agrees(driver)
    dialogs.file = ""
    _open(driver)
    assert driver.scenario == examples.load(name)
    assert dialogs.asked == ["open", "open"]


def test_broken_files_leave_everything_as_it_was(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path
) -> None:
    path = tmp_path / "broken.attention.json"
    dialogs.file = str(path)
    dogs.enter("query", 0, 0, "5")
    dialogs.answer = ANSWERS.Discard
    scenario = dogs.scenario
    before = {panel: dogs.texts(panel) for panel in PANELS}
    cases: list[bytes | None] = [None, b"", b"{", b"\xff\xfe", b"[1]", b'{"format": "other"}']
    cases += [case[1] if isinstance(case[1], bytes) else str(case[1]).encode()
              for case in BAD_FILES]  # fmt: skip
    for content in cases:
        if content is not None:
            path.write_bytes(content)
        dogs.content.notice.hide()
        _open(dogs)
        said = dogs.content.notice.text
        assert dogs.content.notice.isVisible(), content
        assert said, content
        assert "\n" not in said
        assert "Traceback" not in said
        assert dogs.scenario is scenario, content
        assert dogs.window.isWindowModified(), "the changes are still not saved"
    assert {panel: dogs.texts(panel) for panel in PANELS} == before
    assert dogs.store.undo_stack.canUndo()


def test_a_scenario_that_overflows_is_refused_and_the_old_one_stays(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path
) -> None:
    big = [[1e200]]
    path = tmp_path / "big.attention.json"
    files.write(path, Scenario(query=big, key=big, value=big))
    dialogs.file = str(path)
    _open(dogs)
    assert dogs.content.notice.isVisible()
    assert dogs.scenario == examples.load("dogs-chase-cats")
    assert dogs.window.windowTitle().startswith("Dogs chase cats")


def test_the_notice_goes_when_another_file_is_opened(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path
) -> None:
    dialogs.file = str(tmp_path / "absent.attention.json")
    _open(dogs)
    assert dogs.content.notice.isVisible()
    assert "absent.attention.json" in dogs.content.notice.text
    dogs.run("example.two-heads")
    assert not dogs.content.notice.isVisible()


def test_save_as_adds_the_suffix_and_names_the_window(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path
) -> None:
    dogs.enter("query", 0, 0, "5")
    dialogs.file = str(tmp_path / "lecture 3")
    dogs.save()
    path = tmp_path / "lecture 3.attention.json"
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    assert dogs.window.windowTitle() == "lecture 3.attention.json[*]"
    assert dogs.label("status.said") == "saved: lecture 3.attention.json"
    dogs.enter("query", 0, 0, "6")
    assert dogs.label("status.said") == ""
    dogs.save()
    assert dogs.label("status.said") == "saved: lecture 3.attention.json"
    assert dialogs.asked == ["save"], "the second time the file is known"
    assert files.read(path).query[0, 0, 0] == 6
    dialogs.file = str(tmp_path / "other.attention.json")
    dogs.key(Qt.Key.Key_S, _CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert {p.name for p in tmp_path.iterdir()} == {path.name, "other.attention.json"}
    assert dogs.window.windowTitle() == "other.attention.json[*]"


def test_an_example_is_never_overwritten(dogs: Driver, dialogs: Dialogs, tmp_path: Path) -> None:
    dialogs.file = str(tmp_path / "mine")
    dogs.save()
    assert dialogs.asked == ["save"]
    dogs.run("example.two-heads")
    dialogs.answer = ANSWERS.Yes
    dogs.save()
    assert dialogs.asked == ["save", "save", "replace"], (
        "the example is not in the file of the other one"
    )


def test_a_folder_that_is_missing_is_named_and_the_window_stays_modified(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path
) -> None:
    dogs.enter("query", 0, 0, "5")
    dialogs.file = str(tmp_path / "missing" / "x.attention.json")
    dogs.save()
    assert "missing" in dogs.content.notice.text
    assert dogs.window.isWindowModified()
    assert dogs.window.windowTitle().startswith("Dogs chase cats")
    dogs.enter("query", 0, 1, "6")
    assert "missing" in dogs.content.notice.text, "an edit saves nothing"
    dialogs.file = str(tmp_path / "x.attention.json")
    dogs.save()
    assert not dogs.content.notice.isVisible()
    assert not dogs.window.isWindowModified()


@pytest.mark.skipif(os.name == "nt", reason="folders are protected in another way there")
def test_a_write_protected_file_is_left_untouched(open_window: Open, tmp_path: Path) -> None:
    path = tmp_path / "protected.attention.json"
    files.write(path, examples.load("two-heads"))
    content = path.read_bytes()
    path.chmod(0o444)
    if os.access(path, os.W_OK):
        pytest.skip("this user may write to everything")
    driver = open_window(path)
    driver.enter("query", 0, 0, "5")
    driver.save()
    assert path.read_bytes() == content
    assert "protected" in driver.content.notice.text
    assert driver.window.isWindowModified()


def test_a_folder_in_the_place_of_the_file_is_refused(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path
) -> None:
    (tmp_path / "folder.attention.json").mkdir()
    dogs.enter("query", 0, 0, "5")
    dialogs.file = str(tmp_path / "folder")
    dogs.save()
    assert "folder.attention.json" in dogs.content.notice.text
    assert dogs.window.isWindowModified()


def test_a_round_trip_through_the_window_keeps_every_bit(
    open_window: Open, dialogs: Dialogs, tmp_path: Path
) -> None:
    driver = open_window(DOGS)
    numbers = {"query": "1/3", "key": "-0", "value": "1e-300", "grad_output": "0.1"}
    for quantity_id, number in numbers.items():
        driver.enter(quantity_id, 1, 1, number)
    driver.press("token.2")
    driver.toggle("causal")
    driver.run("empty-rows.nan")
    dialogs.file = str(tmp_path / "round")
    driver.save()
    saved = driver.scenario
    driver.run("example.two-heads")
    dialogs.file = str(tmp_path / "round.attention.json")
    _open(driver)
    assert driver.scenario == saved
    for quantity_id in numbers:
        assert driver.scenario.matrix(quantity_id).tobytes() == saved.matrix(quantity_id).tobytes()
    assert_agrees(driver)

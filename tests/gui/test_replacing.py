"""No file is replaced without a question: real dialogs, names typed with and without ending."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QWidget
from window_driver import PANELS, Driver, RealDialogs, pressed, typed

from attention_gui.gui.pictures import BOARD
from attention_gui.scenario import files

_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier


def _run(dogs: Driver, action: str) -> None:
    """Run a command that opens dialogs."""
    dogs.run(action)
    dogs.come_back()


@pytest.mark.parametrize(
    ("action", "old", "name"),
    [
        ("save-as", "b.attention.json", "b"),
        ("save-as", "b.attention.json", "b.attention.json"),
        ("save-as", "b.json.attention.json", "b.json"),
        ("export-panel", "ex.png", "ex"),
        ("export-panel", "ex.png", "ex.png"),
        ("export-panel", "ex.v2.png", "ex.v2"),
    ],
)
def test_a_file_is_replaced_only_when_the_question_is_answered(
    dogs: Driver, real_dialogs: RealDialogs, tmp_path: Path, action: str, old: str, name: str
) -> None:
    (tmp_path / old).write_text("old")
    no, yes = ("No", "Yes") if name == old else ("Cancel", "Replace")  # Qt's question, or ours
    real_dialogs.expect(typed(name), pressed(no), _cancelled)
    _run(dogs, action)
    assert (tmp_path / old).read_text() == "old"
    assert old in real_dialogs.asked[0]
    assert "exists" in real_dialogs.asked[0]
    real_dialogs.expect(typed(name), pressed(yes))
    _run(dogs, action)
    assert (tmp_path / old).read_bytes() != b"old"
    assert len(real_dialogs.asked) == 2
    assert [path.name for path in tmp_path.iterdir()] == [old]


def _cancelled(dialog: QWidget) -> None:
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_another_name_may_be_typed_after_the_question(
    dogs: Driver, real_dialogs: RealDialogs, tmp_path: Path
) -> None:
    (tmp_path / "b.attention.json").write_text("old")
    real_dialogs.expect(typed("b"), pressed("Cancel"), typed("c"))
    _run(dogs, "save-as")
    assert (tmp_path / "b.attention.json").read_text() == "old"
    assert files.read(tmp_path / "c.attention.json") is not None
    assert dogs.window.windowTitle() == "c.attention.json[*]"


def test_a_new_name_asks_nothing(dogs: Driver, real_dialogs: RealDialogs, tmp_path: Path) -> None:
    real_dialogs.expect(typed("new"))
    _run(dogs, "save-as")
    real_dialogs.expect(typed("new"))
    _run(dogs, "export-panel")
    assert real_dialogs.asked == []
    assert {path.name for path in tmp_path.iterdir()} == {"new.attention.json", "new.png"}


@pytest.mark.parametrize(
    ("action", "name", "start"),
    [
        ("export-panel", "P2.PDF", b"%PDF"),
        ("export-panel", "P2.Svg", b"<?xml"),
        ("export-panel", "P2.PNG", b"\x89PNG"),
        ("save-as", "P2.ATTENTION.JSON", b"{"),
    ],
)
def test_endings_are_known_in_capitals(
    dogs: Driver,
    real_dialogs: RealDialogs,
    tmp_path: Path,
    action: str,
    name: str,
    start: bytes,
) -> None:
    real_dialogs.expect(typed(name))
    _run(dogs, action)
    (path,) = tmp_path.iterdir()
    assert path.name == name
    assert path.read_bytes().startswith(start)


def test_the_format_that_is_chosen_in_the_dialog_is_written(
    dogs: Driver, real_dialogs: RealDialogs, tmp_path: Path
) -> None:
    def choose_svg(dialog: QWidget) -> None:
        formats = dialog.findChild(QComboBox, "fileTypeCombo")
        assert formats is not None
        formats.setFocus()
        QTest.keyClick(formats, Qt.Key.Key_Down)
        typed("ex")(dialog)

    real_dialogs.expect(choose_svg)
    _run(dogs, "export-panel")
    (path,) = tmp_path.iterdir()
    assert path.name == "ex.svg"
    assert path.read_bytes().startswith(b"<?xml")


def test_all_panels_replace_pictures_only_when_the_question_is_answered(
    dogs: Driver, real_dialogs: RealDialogs, tmp_path: Path
) -> None:
    names = {f"{panel}.png" for panel in (*PANELS, BOARD)}
    (tmp_path / "board.png").write_text("old")
    folder = pressed("Choose")  # the one that is offered
    real_dialogs.expect(folder, pressed("Cancel"))
    _run(dogs, "export-all.png")
    assert [path.name for path in tmp_path.iterdir()] == ["board.png"]
    assert (tmp_path / "board.png").read_text() == "old"
    assert "board.png" in real_dialogs.asked[-1]
    real_dialogs.expect(folder, pressed("Replace"))
    _run(dogs, "export-all.png")
    assert {path.name for path in tmp_path.iterdir()} == names
    assert len(real_dialogs.asked) == 2
    real_dialogs.expect(folder, pressed("Cancel"))
    _run(dogs, "export-all.png")
    assert str(len(names)) in real_dialogs.asked[-1]
    assert len([name for name in names if name in real_dialogs.asked[-1]]) == 3
    real_dialogs.expect(folder)
    _run(dogs, "export-all.svg")
    assert len(real_dialogs.asked) == 3

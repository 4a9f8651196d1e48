"""Qt's own widgets can be read in every theme: its dialogs, and what does not fit a tool bar."""

import re
from pathlib import Path

import pytest
from contrast import contrast
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QHeaderView,
    QLabel,
    QPushButton,
    QSpinBox,
    QToolButton,
    QTreeView,
    QWidget,
)
from window_driver import Driver, Open, RealDialogs, cell_colors

from attention_gui.gui.theme import THEMES

_BORDER = 3
_FILE_BUTTONS = (
    "backButton",
    "forwardButton",
    "toParentButton",
    "newFolderButton",
    "listModeButton",
    "detailModeButton",
)


def _best_contrast(picture: QImage, box: QRect | None = None) -> float:
    """Return how much something of a few pixels stands out from what is there most."""
    colors = cell_colors(picture, box)
    ground = colors.most_common(1)[0][0]
    return max(
        (contrast(color, ground) for color, count in colors.items() if count > 3), default=1.0
    )


def _inside(widget: QWidget) -> QRect:
    return widget.rect().adjusted(_BORDER, _BORDER, -_BORDER, -_BORDER)


@pytest.fixture
def narrow_in_russian(open_window: Open, english_again: None) -> Driver:
    """Return a window whose tool bar has not enough room."""
    driver = open_window("example:two-heads", 1000, 720)
    driver.run("language.ru")
    driver.flush()
    return driver


@pytest.mark.parametrize("theme", THEMES)
def test_what_does_not_fit_the_tool_bar_is_behind_a_button_with_an_arrow(
    narrow_in_russian: Driver, theme: str
) -> None:
    narrow_in_russian.run(f"theme.{theme}")
    narrow_in_russian.flush()
    button = narrow_in_russian.content.controls.findChild(QToolButton, "qt_toolbar_ext_button")
    assert button is not None
    assert button.isVisible()
    assert _best_contrast(button.grab().toImage(), _inside(button)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_file_dialogs_can_be_read(
    dogs: Driver, real_dialogs: RealDialogs, tmp_path: Path, theme: str
) -> None:
    found: dict[str, float] = {}

    def look(dialog: QWidget) -> None:
        files = dialog.findChild(QTreeView, "treeView")
        assert files is not None
        while not files.model().rowCount(files.rootIndex()):  # Qt reads the folder in a thread
            QTest.qWait(10)
        picture = dialog.grab().toImage()
        for name in _FILE_BUTTONS:
            button = dialog.findChild(QToolButton, name)
            assert button is not None, name
            place = _inside(button).translated(button.mapTo(dialog, QPoint()))
            if button.isEnabled():
                found[name] = _best_contrast(picture, place)
            else:
                found[name] = 3 if len(cell_colors(picture, place)) > 3 else 1  # paler
        header = files.findChild(QHeaderView)
        assert header is not None
        for name, widget in (("files", files.viewport()), ("header", header.viewport())):
            found[name] = _best_contrast(
                picture, widget.rect().translated(widget.mapTo(dialog, QPoint()))
            )
        dialog.close()

    (tmp_path / "a folder to be seen").mkdir()
    dogs.run(f"theme.{theme}")
    real_dialogs.expect(look)
    dogs.run("export-panel")
    dogs.come_back()
    assert {name: ratio for name, ratio in found.items() if ratio < 3} == {}
    assert len(found) == len(_FILE_BUTTONS) + 2


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_that_are_asked_for_can_be_read(
    dogs: Driver, real_dialogs: RealDialogs, theme: str
) -> None:
    found: list[float] = []

    def look(dialog: QWidget) -> None:
        box = dialog.findChild(QSpinBox)
        assert box is not None
        box.lineEdit().deselect()
        place = box.lineEdit().geometry().adjusted(_BORDER, _BORDER, -_BORDER, -_BORDER)
        found.append(_best_contrast(box.grab().toImage(), place))
        dialog.close()

    dogs.run(f"theme.{theme}")
    dogs.click("query", 0, 0)
    real_dialogs.expect(look)
    dogs.run("random-seed")
    dogs.come_back()
    assert found[0] >= 4.5


@pytest.mark.parametrize("command", ["open", "save-as", "export-panel", "export-all.png"])
def test_file_dialogs_speak_russian(
    open_window: Open, english_again: None, real_dialogs: RealDialogs, command: str
) -> None:
    driver = open_window()
    driver.run("language.ru")
    driver.flush()
    english: list[str] = []

    def look(dialog: QWidget) -> None:
        labels = [label.text() for label in dialog.findChildren(QLabel)]
        buttons = [button.text() for button in dialog.findChildren(QPushButton)]
        hints = [button.toolTip() for button in dialog.findChildren(QToolButton)]
        assert "&Папка:" in labels
        texts = [dialog.windowTitle(), *labels, *buttons, *hints]
        english.extend(text for text in texts if re.search("[A-Za-z]{3}", text))
        dialog.close()

    real_dialogs.expect(look)
    driver.run(command)
    driver.come_back()
    assert english == []

"""The status line: its texts are cut where they are too long, and the window stays as it is."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QLabel, QWidget
from window_driver import Driver, Open, pixels

from attention_gui.scenario.edits import SetCell
from attention_gui.scenario.numbers import USUAL

pytestmark = pytest.mark.usefixtures("english_again")

_LONG = "Everything that a person could want to know of what was done to a range of cells. " * 2


@pytest.fixture
def cross(open_window: Open) -> Iterator[Driver]:
    """Return a window with long texts: two kinds of tokens, a large loss, every digit."""
    driver = open_window("example:cross-attention", 1280, 720)
    for _ in range(8):
        driver.run("digits-more")
    driver.store.dispatch(SetCell("grad_output", 0, 0, 0, -1e300))
    driver.flush()
    yield driver
    driver.store.set_numbers(USUAL)


def _texts(driver: Driver) -> list[QWidget]:
    """Return what stands in the status line, from the left."""
    line = driver.window.statusBar()
    names = ("loss", "row-sums", "said", "sizes", "zoom")
    labels = [line.findChild(QLabel, f"status.{name}") for name in names]
    assert None not in labels
    return [*(label for label in labels if label is not None), driver.box("digits")]


def _assert_apart(driver: Driver) -> None:
    """Assert that nothing in the status line covers anything else, or is outside of it."""
    room = driver.window.statusBar().rect()
    end = 0
    for widget in _texts(driver):
        box = widget.geometry()
        assert room.contains(box), widget.objectName()
        assert box.left() >= end, widget.objectName()
        end = box.right()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_long_text_widens_no_window(cross: Driver, language: str) -> None:
    cross.run(f"language.{language}")
    for token in range(len(cross.scenario.source_labels)):
        cross.chip(token, "source").click()
        cross.flush()
        assert (cross.window.width(), cross.window.height()) == (1280, 720)
        _assert_apart(cross)
    cross.window.statusBar().say(_LONG)  # type: ignore[attr-defined]
    cross.flush()
    assert (cross.window.width(), cross.window.height()) == (1280, 720)
    _assert_apart(cross)


def test_what_is_cut_ends_in_an_ellipsis_and_is_told_under_the_mouse(cross: Driver) -> None:
    said = cross.window.statusBar().findChild(QLabel, "status.said")
    assert said is not None
    cross.window.statusBar().say("All of it")  # type: ignore[attr-defined]
    cross.flush()
    whole = said.sizeHint().width()
    assert said.width() == whole
    assert said.toolTip() == ""
    cross.window.statusBar().say(_LONG)  # type: ignore[attr-defined]
    cross.flush()
    assert said.width() < said.sizeHint().width()
    assert said.toolTip() == _LONG
    margin = (whole - said.fontMetrics().horizontalAdvance("All of it")) // 2
    end = QRect(said.width() - margin, 0, margin, said.height())
    assert len(set(pixels(said.grab().toImage(), end).ravel().tolist())) == 1, "cut in a letter"
    cross.chip(0, "source").click()  # what was said is over
    cross.flush()
    assert said.width() == said.sizeHint().width() < whole
    assert said.toolTip() == ""


def test_a_window_with_long_texts_can_be_made_narrow(cross: Driver) -> None:
    cross.window.statusBar().say(_LONG)  # type: ignore[attr-defined]
    cross.flush()
    cross.window.resize(800, 600)
    cross.flush()
    assert cross.window.width() == 800
    _assert_apart(cross)


def test_the_selector_of_digits_has_room_in_another_language(cross: Driver) -> None:
    box = cross.box("digits")
    for language in ("ru", "en", "ru"):
        cross.run(f"language.{language}")
        cross.window.resize(cross.window.minimumSizeHint())
        cross.flush()
        assert box.width() >= box.sizeHint().width()
        _assert_apart(cross)


def test_what_was_said_follows_the_language(dogs: Driver) -> None:
    dogs.click("query", 0, 0)
    dogs.run("copy")
    assert dogs.label("status.said") == "copied 1 × 1"
    dogs.run("language.ru")
    dogs.flush()
    assert dogs.label("status.said") == "скопировано 1 × 1"
    dogs.run("language.en")
    dogs.flush()
    assert dogs.label("status.said") == "copied 1 × 1"
    dogs.enter("query", 0, 0, "0.625")
    dogs.run("language.ru")
    dogs.flush()
    assert dogs.label("status.said") == ""

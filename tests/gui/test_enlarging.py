"""One panel on the whole board, by one key and back."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from window_driver import Driver, Open, panels_of

from attention_gui.gui.flow import room_of_one
from attention_gui.gui.theme import Metrics
from attention_gui.scenario.scenario import Scenario

CONTROL = Qt.KeyboardModifier.ControlModifier
INPUTS = {"query", "key", "value", "grad_output"}


def enlarge(driver: Driver) -> None:
    driver.key(Qt.Key.Key_F9)
    driver.flush()


@pytest.mark.parametrize("panel", ["weights", "exponentials", "grad_scaled_scores", "query"])
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (3840, 2160)])
def test_a_panel_takes_the_whole_board_and_goes_back(
    open_window: Open, panel: str, width: int, height: int
) -> None:
    driver = open_window(width=width, height=height)
    workspace = driver.content.workspace
    driver.click(panel, 1, 1)
    places = {i: p.geometry() for i, p in workspace.panels.items()}
    zoom, type_size = workspace.zoom, driver.view(panel).font().pixelSize()
    enlarge(driver)
    card, area = driver.panel(panel), workspace._areas[1]
    assert {i for i, p in workspace.panels.items() if p.isVisible()} == INPUTS | {panel}
    assert card.parentWidget() is area.widget()
    assert area.rect().contains(card.geometry())
    assert not area.verticalScrollBar().isVisible()
    assert not area.horizontalScrollBar().isVisible()
    larger = Metrics(card.metrics.unit + 1)
    needed, room = card.size_at(larger), room_of_one(area.size(), larger)
    assert needed.boundedTo(room) != needed, "no larger type would fit"
    assert driver.view(panel).font().pixelSize() > 1.5 * type_size
    assert workspace.zoom == zoom, "the inputs stay as they were"
    assert driver.current == (panel, 1, 1)
    assert workspace.explanation.isVisible()
    assert driver.action("enlarge").isChecked()
    enlarge(driver)
    assert {i: p.geometry() for i, p in workspace.panels.items()} == places
    assert driver.current == (panel, 1, 1)
    assert not driver.action("enlarge").isChecked()


def test_a_double_click_on_the_title_and_esc(dogs: Driver) -> None:
    workspace = dogs.content.workspace
    at = QPoint(20, 6)
    QTest.mouseClick(dogs.panel("output"), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseDClick(dogs.panel("output"), Qt.MouseButton.LeftButton, pos=at)
    assert workspace.enlarged == "output"
    dogs.key(Qt.Key.Key_Escape)
    assert workspace.enlarged is None
    assert set(workspace.panels) == set(panels_of(dogs.scenario))
    QTest.mouseDClick(
        dogs.panel("output"), Qt.MouseButton.LeftButton, pos=dogs.panel("output").rect().center()
    )
    assert workspace.enlarged is None, "only the title"


def test_numbers_are_typed_selected_and_linked_in_it(dogs: Driver) -> None:
    dogs.click("query", 1, 1)
    enlarge(dogs)
    dogs.enter("query", 0, 0, "4.5")
    assert dogs.text("query", 0, 0) == "4.500"
    dogs.keys("7")
    dogs.key(Qt.Key.Key_Escape)
    assert not dogs.editors
    assert dogs.content.workspace.enlarged == "query", "Esc is the cell's first"
    dogs.click("key", 2, 1)
    assert dogs.linked("query") == {(0, 1), (1, 1), (2, 1)}
    dogs.undo()
    assert dogs.text("query", 0, 0) == "2.000"
    assert dogs.content.workspace.enlarged == "query"
    dogs.click("query", 0, 0)
    enlarge(dogs)
    assert dogs.text("raw_scores", 0, 1) == "4.000"


def test_what_was_out_of_sight_meanwhile_is_up_to_date(dogs: Driver) -> None:
    dogs.click("weights", 0, 0)
    enlarge(dogs)
    dogs.enter("query", 0, 0, "5")
    dogs.click("weights", 0, 0)
    enlarge(dogs)
    assert dogs.text("raw_scores", 0, 1) == "10.000"


def test_another_window_size_fits_it_anew(dogs: Driver) -> None:
    dogs.click("weights", 0, 0)
    enlarge(dogs)
    large = dogs.view("weights").font().pixelSize()
    dogs.window.resize(1280, 720)
    dogs.flush()
    area = dogs.content.workspace._areas[1]
    assert dogs.view("weights").font().pixelSize() < large
    assert area.rect().contains(dogs.panel("weights").geometry())
    inputs = dogs.content.workspace._areas[0]
    assert not inputs.verticalScrollBar().isVisible()


def test_cells_of_a_picture_grow(open_window: Open) -> None:
    rng = np.random.default_rng(0)
    query, key, value = (rng.normal(size=(70, 2)) for _ in range(3))
    driver = open_window(Scenario(query=query, key=key, value=value))
    view = driver.view("weights")
    assert driver.panel("weights").sheet.is_picture
    view.setFocus()
    before = view.rowHeight(0), view.columnWidth(0)
    driver.run("enlarge")
    driver.flush()
    assert view.rowHeight(0) >= 2 * before[0]
    assert view.columnWidth(0) >= 2 * before[1]
    driver.run("enlarge")


def test_what_leaves_the_board_or_the_file_is_no_longer_enlarged(open_window: Open) -> None:
    driver = open_window("example:dogs-chase-cats-projected")
    workspace = driver.content.workspace
    driver.click("w_query", 0, 0)
    enlarge(driver)
    assert workspace.enlarged == "w_query"
    driver.run("inputs.direct")
    driver.flush()
    assert workspace.enlarged is None
    assert set(workspace.panels) == set(panels_of(driver.scenario))
    driver.click("weights", 0, 0)
    enlarge(driver)
    driver.key(Qt.Key.Key_H, CONTROL)
    driver.flush()
    assert workspace.enlarged is None
    assert set(workspace.panels) == {*panels_of(driver.scenario)} - {"weights"}
    driver.click("output", 0, 0)
    enlarge(driver)
    driver.key(Qt.Key.Key_2, CONTROL)
    assert workspace.enlarged is None
    enlarge(driver)
    driver.store.undo_stack.setClean()
    driver.content.document.open_example("identical-keys")
    assert workspace.enlarged is None


def test_half_typed_text_goes_along_with_its_panel(dogs: Driver) -> None:
    dogs.click("query", 0, 0)
    dogs.keys("4x")
    dogs.key(Qt.Key.Key_F9)
    dogs.flush()
    assert dogs.content.workspace.enlarged == "query"
    (editor,) = dogs.editors
    view = dogs.view("query")
    assert editor.geometry() == view.visualRect(view.model().index(0, 0))
    assert editor.font() == view.font(), "digits as large as those around it"
    dogs.key(Qt.Key.Key_Return)
    assert dogs.refusals
    dogs.key(Qt.Key.Key_F9)
    dogs.flush()
    assert dogs.content.workspace.enlarged is None
    assert dogs.editors == [editor]
    assert (editor.text(), editor.isVisible()) == ("4x", True)
    refusal = dogs.window.findChild(QLabel, "refusal")
    assert refusal.isVisible()
    below = editor.mapTo(dogs.window, editor.rect().bottomLeft())
    assert 0 < refusal.y() - below.y() < 10, "the reason stands at the cell again"
    assert dogs.focus is editor

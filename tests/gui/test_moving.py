"""Panels moved by hand: dragged by the title, by keys, and back to the usual order."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from window_driver import DOGS, Dialogs, Driver, Open, cell_colors

from attention_gui.gui.shelf import Shelf

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton
FORWARD = ("raw_scores", "scaled_scores", "masked_scores", "exponentials", "weights",
           "value_terms", "output")  # fmt: skip


def order(driver: Driver, *ids: str) -> list[str]:
    """Return panels in the order in which the eye meets them."""
    boxes = {i: driver.panel(i).geometry() for i in ids}
    return sorted(ids, key=lambda i: (boxes[i].top(), boxes[i].left()))


def forward(driver: Driver) -> list[str]:
    driver.flush()
    return order(driver, *FORWARD)


def take(driver: Driver, panel: str) -> QPoint:
    """Press the mouse on a panel's title."""
    at = QPoint(30, 6)
    QTest.mousePress(driver.panel(panel), LEFT, pos=at)
    return at


def drag(driver: Driver, panel: str, over: str, share: float, *, drop: bool = True) -> None:
    """Drag a panel by its title over a share of another one's width."""
    card, target = driver.panel(panel), driver.panel(over)
    start = take(driver, panel)
    place = QPoint(round(target.width() * share), target.height() // 2)
    end = card.mapFromGlobal(target.mapToGlobal(place))
    for at in (start + QPoint(20, 5), (start + end) / 2, end):
        QTest.mouseMove(card, at)
    if drop:
        QTest.mouseRelease(card, LEFT, pos=end)


def marks(driver: Driver, shelf_of: str) -> int:
    """Return how many pixels of the accent's colour the ground between panels has."""
    shelf = driver.panel(shelf_of).parentWidget()
    assert isinstance(shelf, Shelf)
    box = None if shelf._drop is None else shelf._drop.mark
    if box is None:
        return 0
    assert not any(p.geometry().intersects(box) for p in driver.content.workspace.panels.values()
                   if p.parentWidget() is shelf), "the mark lies over a panel"  # fmt: skip
    assert shelf.rect().contains(box)
    return cell_colors(shelf.grab().toImage(), box)[driver.theme.accent]


@pytest.mark.parametrize(
    ("panel", "over", "share", "place"),
    [("weights", "raw_scores", 0.2, 0), ("raw_scores", "weights", 0.8, 4),
     ("output", "scaled_scores", 0.8, 2), ("raw_scores", "output", 0.9, 6)],
)  # fmt: skip
def test_a_panel_is_dragged_to_another_place(
    dogs: Driver, panel: str, over: str, share: float, place: int
) -> None:
    selected = dogs.snapshot.selection
    drag(dogs, panel, over, share)
    others = [i for i in FORWARD if i != panel]
    assert forward(dogs) == [*others[:place], panel, *others[place:]]
    assert dogs.snapshot.selection is selected
    assert dogs.content.workspace.selected_panel() == panel
    assert dogs.store.undo_stack.count() == 0
    dogs.run("usual-order")
    assert forward(dogs) == list(FORWARD)
    assert not dogs.action("usual-order").isEnabled()


def test_a_line_shows_where_it_would_go_and_esc_gives_up(dogs: Driver) -> None:
    assert marks(dogs, "weights") == 0
    drag(dogs, "output", "raw_scores", 0.2, drop=False)
    assert marks(dogs, "weights") > 100
    drag(dogs, "output", "value_terms", 0.8, drop=False)
    assert marks(dogs, "weights") == 0, "there it is already"
    drag(dogs, "output", "raw_scores", 0.2, drop=False)
    dogs.key(Qt.Key.Key_Escape)
    assert marks(dogs, "weights") == 0
    QTest.mouseRelease(dogs.panel("output"), LEFT, pos=QPoint(-400, 0))
    assert forward(dogs) == list(FORWARD)


def test_a_panel_stays_in_its_section(dogs: Driver) -> None:
    drag(dogs, "weights", "grad_query", 0.5)
    assert forward(dogs) == list(FORWARD)


def test_a_click_on_a_title_moves_nothing(dogs: Driver) -> None:
    QTest.mouseClick(dogs.panel("weights"), LEFT, pos=QPoint(30, 6))
    card = dogs.panel("weights")
    QTest.mousePress(card, LEFT, pos=card.rect().center())
    QTest.mouseMove(card, QPoint(-500, 0))
    QTest.mouseRelease(card, LEFT, pos=QPoint(-500, 0))
    assert forward(dogs) == list(FORWARD)


def test_inputs_are_dragged_in_their_column(dogs: Driver) -> None:
    card, target = dogs.panel("value"), dogs.panel("query")
    end = card.mapFromGlobal(target.mapToGlobal(QPoint(40, 10)))
    start = take(dogs, "value")
    QTest.mouseMove(card, start - QPoint(0, 40))
    QTest.mouseMove(card, end)
    assert marks(dogs, "value") > 100
    QTest.mouseRelease(card, LEFT, pos=end)
    dogs.flush()
    assert order(dogs, "query", "key", "value") == ["value", "query", "key"]
    dogs.click("value", 2, 1)
    dogs.key(Qt.Key.Key_Tab)
    assert dogs.current == ("query", 0, 0), "Tab goes as the eye does"


def test_a_panel_is_moved_by_keys(dogs: Driver) -> None:
    dogs.click("weights", 1, 1)
    selected = dogs.snapshot.selection
    for _ in range(2):
        dogs.key(Qt.Key.Key_Left, CONTROL | SHIFT)
    assert forward(dogs)[:4] == ["raw_scores", "scaled_scores", "weights", "masked_scores"]
    assert dogs.current == ("weights", 1, 1)
    assert dogs.snapshot.selection is selected
    for _ in range(9):
        dogs.key(Qt.Key.Key_Right, CONTROL | SHIFT)
    assert forward(dogs)[-1] == "weights"
    for _ in range(9):
        dogs.key(Qt.Key.Key_Left, CONTROL | SHIFT)
    assert forward(dogs)[0] == "weights"


def test_the_order_is_saved_and_comes_back(
    open_window: Open, dialogs: Dialogs, tmp_path: Path
) -> None:
    driver = open_window(DOGS)
    drag(driver, "output", "raw_scores", 0.2)
    expected = forward(driver)
    dialogs.file = str(tmp_path / "mine.attention.json")
    driver.save()
    assert json.loads(Path(dialogs.file).read_text("utf-8"))["view"]["layout"]["order"]
    assert forward(open_window(Path(dialogs.file))) == expected

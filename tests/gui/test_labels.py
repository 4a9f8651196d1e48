"""Labels of pictures: round steps, none cut, each head alike."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from window_driver import Driver, Open

from attention_gui.gui.labels import draw_labels
from attention_gui.gui.panels.card import Card
from attention_gui.gui.theme import THEMES
from attention_gui.scenario.scenario import Scenario


class _Texts(QPainter):
    """A painter that knows what was written, and where."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.columns: list[str] = []
        self.rows: list[str] = []
        self.places: dict[str, float] = {}
        self.left = 0

    # Qt's name, and the one of its forms that is called here.
    def drawText(self, box: QRectF, flags: int, text: str) -> None:  # type: ignore[override]  # noqa: N802
        is_column = box.right() > self.left
        (self.columns if is_column else self.rows).append(text)
        center = box.center()
        self.places[f"{'column' if is_column else 'row'} {text}"] = (
            center.x() if is_column else center.y()
        )
        super().drawText(box, flags, text)


def _written(driver: Driver, panel_id: str) -> _Texts:
    """Return the labels of the rows and those of the columns as they are drawn."""
    card: Card = driver.panel(panel_id)
    image = QImage(card.size(), QImage.Format.Format_RGB32)
    painter = _Texts(image)
    painter.left = card.view.x()
    draw_labels(painter, card.view, THEMES["light"], card.metrics)
    painter.end()
    return painter


def _scenario(count: int, width: int = 4, **options: object) -> Scenario:
    rng = np.random.default_rng(3)
    given = {name: rng.normal(size=(count, width)) for name in ("query", "key", "value")}
    return Scenario(**given, **options)


@pytest.mark.parametrize(
    ("count", "rows", "columns"),
    [(40, 2, 5), (64, 5, 10), (240, 20, 50)],
)
def test_they_come_in_round_steps_and_are_whole(
    open_window: Open, count: int, rows: int, columns: int
) -> None:
    driver = open_window(_scenario(count), 1280, 720)
    written = _written(driver, "weights")
    of_rows, of_columns = written.rows, written.columns
    names = list(driver.scenario.labels)
    assert of_rows == names[::rows][: len(of_rows)]
    assert of_columns == names[::columns][: len(of_columns)]
    assert len(of_rows) >= count // rows - 1
    assert len(of_columns) >= count // columns - 1


def test_heads_are_labelled_alike(open_window: Open) -> None:
    driver = open_window(_scenario(64, 16, heads=4), 1280, 720)
    columns = _written(driver, "query").columns
    assert columns == ["h0·0", "h1·0", "h2·0", "h3·0"][: len(columns)]
    assert len(columns) >= 3


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (3840, 2160)])
@pytest.mark.parametrize("count", [8, 64, 240])
def test_they_are_in_the_middle_of_what_they_label(
    open_window: Open, count: int, width: int, height: int
) -> None:
    driver = open_window(_scenario(count), width, height)
    written, view = _written(driver, "weights"), driver.view("weights")
    names = list(driver.scenario.labels)
    assert len(written.rows) >= 4
    assert len(written.columns) >= 3
    for row in written.rows:
        middle = view.y() + (names.index(row) + 0.5) * view.rowHeight(0)
        assert abs(written.places[f"row {row}"] - middle) <= 1
    for column in written.columns:
        middle = view.x() + (names.index(column) + 0.5) * view.columnWidth(0)
        center = written.places[f"column {column}"]
        if column == names[0]:  # it keeps away from the label of the first row
            unit = driver.panel("weights").metrics.unit
            assert middle - 1 <= center <= middle + 2 * unit
        else:
            assert abs(center - middle) <= 1

"""No panel overlaps another or is clipped, in any preset, at any zoom, from 720p to 4K."""

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QRect
from PySide6.QtWidgets import QApplication, QWidget
from window_driver import Driver, Open

from attention_gui.gui.arrangement import PRESETS, Arrangement
from attention_gui.gui.panels.softmax_panel import SoftmaxPanel
from attention_gui.gui.shelf import Shelf
from attention_gui.scenario import examples
from attention_gui.scenario.scenario import Scenario

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]
ZOOMS = (None, 0.5, 1.0, 2.0, 3.0)


def _many_heads() -> Scenario:
    rng = np.random.default_rng(8)
    query, key, value = (rng.normal(0, 2, size=(8, 8)).round(1) for _ in range(3))
    return Scenario(query=query, key=key, value=value, heads=4, window=3)


SCENARIOS = {
    "2 tokens": examples.load("identical-keys"),
    "8 tokens, 4 heads": _many_heads(),
    "cross": examples.load("cross-attention"),
    "projected": examples.load("dogs-chase-cats-projected"),
}


def _assert_laid_out(driver: Driver) -> None:
    workspace = driver.content.workspace
    shelves = [area.widget() for area in workspace._areas]
    for area, shelf in zip(workspace._areas, shelves, strict=True):
        assert isinstance(shelf, Shelf)
        tokens = (workspace.tokens, workspace.source_tokens)
        widgets: list[QWidget] = [p for p in workspace.panels.values() if p.parent() is shelf]
        widgets += [t for t in tokens if t.parent() is shelf and t.isVisible()]
        for one, other in combinations(widgets, 2):
            assert not one.geometry().intersects(other.geometry()), (
                one.objectName(), other.objectName(),
            )  # fmt: skip
        assert shelf.width() >= shelf.titles_width(workspace._placement.metrics), "a title is cut"
        for widget in widgets:
            assert shelf.rect().contains(widget.geometry()), widget.objectName()
            room = area.viewport().width() - 2 * workspace._placement.metrics.gap
            if area is workspace._areas[1] and widget.width() <= room:
                right = widget.geometry().right()
                assert right < area.viewport().width(), f"{widget.objectName()} is cut"
    for card in workspace.panels.values():
        assert card.isVisible()
        needed = card.size_at(card.metrics)
        assert card.width() >= needed.width(), card.objectName()
        assert card.height() >= needed.height(), card.objectName()
        assert card.rect().contains(card.view.geometry()), card.objectName()
        n_rows, n_columns = card.sheet.shape
        cells = QRect(0, 0, n_columns * card.view.columnWidth(0), n_rows * card.view.rowHeight(0))
        assert card.view.rect().contains(cells), card.objectName()
        if isinstance(card, SoftmaxPanel) and card.chart is not None:
            assert card.rect().contains(card.chart.geometry())
            assert not card.chart.geometry().intersects(card.view.geometry())
    columns = [*workspace._areas, workspace.explanation]
    for one, other in combinations(columns, 2):
        assert not one.geometry().intersects(other.geometry())
    assert all(workspace.rect().contains(column.geometry()) for column in columns)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", SCENARIOS)
def test_nothing_overlaps_and_nothing_is_cut(open_window: Open, name: str, preset: str) -> None:
    driver = open_window(SCENARIOS[name])
    for width, height in SIZES:
        driver.window.resize(width, height)
        QApplication.processEvents()
        for zoom in ZOOMS:
            driver.content.layouts.change(Arrangement(preset, zoom=zoom))
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # painting takes longer
            _assert_laid_out(driver)
            assert driver.window.size().width() == width, "the window's parts ask for more room"
            if zoom is not None:
                assert driver.content.workspace.zoom == zoom


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_panel_can_be_enlarged(open_window: Open, name: str) -> None:
    driver = open_window(SCENARIOS[name])
    workspace = driver.content.workspace
    driver.window.resize(1280, 720)
    QApplication.processEvents()
    driver.content.layouts.change(Arrangement("everything"))
    for panel_id in list(workspace.panels):
        workspace.enlarge(panel_id)
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        _assert_laid_out(driver)
        area = workspace._areas[1]
        assert area.rect().contains(workspace.panels[panel_id].geometry()), panel_id
    workspace.enlarge(None)

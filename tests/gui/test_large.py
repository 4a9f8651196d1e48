"""Matrices with too many cells for digits: pictures with the same selection and the same words."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hands import Hands, opened
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from window_driver import cell_colors, pixels

from attention_gui.engine import Result, compute
from attention_gui.gui.fonts import text_font
from attention_gui.gui.panels.softmax_panel import SoftmaxPanel
from attention_gui.gui.pictures import picture, pictures
from attention_gui.gui.ramps import ramp_of
from attention_gui.gui.theme import THEMES
from attention_gui.quantities import ColorScale
from attention_gui.scenario.edits import SetCell
from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.sheet import MOST_LINES

N = 60
_INPUTS = ("query", "key", "value")


def _scenario(**options: object) -> Scenario:
    rng = np.random.default_rng(4)
    given = {name: rng.normal(size=(N, 4)) for name in ("query", "key", "value")}
    return Scenario(**(given | {"heads": 2} | options))


@pytest.fixture
def large(qapp: object) -> Iterator[Hands]:
    with opened(_scenario(causal=True)) as hands:
        yield hands


def _pixel(hands: Hands, panel_id: str, row: int, column: int) -> str:
    view = hands.view(panel_id)
    image = view.viewport().grab().toImage()
    center = hands.at(panel_id, row, column)
    ratio = image.devicePixelRatio()
    return QColor(image.pixel(QPoint(int(center.x() * ratio), int(center.y() * ratio)))).name()


def _color(value: float, limits: tuple[float, float], scale: ColorScale) -> str:
    ramp = ramp_of(THEMES["light"], scale)
    at = ramp.indices(np.array([[value]]), limits)
    return QColor.fromRgb(int(ramp.colors[at][0, 0])).name()


def test_cells_have_the_colour_of_their_value(large: Hands) -> None:
    result = compute(large.scenario.problem)
    weights, scores = result["weights"][0, 0], result["raw_scores"][0, 0]
    top = float(np.abs(scores).max())
    for row, column in ((40, 3), (40, 20), (59, 30), (20, 1)):
        assert _pixel(large, "weights", row, column) == _color(
            weights[row, column], (0, 1), ColorScale.UNIT
        )
        assert _pixel(large, "raw_scores", row, column) == _color(
            scores[row, column], (-top, top), ColorScale.SIGNED
        )


@pytest.mark.parametrize(("n_queries", "n_keys"), [(N, N), (300, 2), (N, 120)])
def test_what_is_blocked_is_hatched_in_fine_lines(
    qapp: object, n_queries: int, n_keys: int
) -> None:
    """Whatever the shape of a cell is."""
    rng = np.random.default_rng(4)
    query, key, value = (rng.normal(size=(n, 4)) for n in (n_queries, n_keys, n_keys))
    blocked = rng.random((n_queries, n_keys)) < 0.5
    blocked[:, 0] = False
    scenario = Scenario(query=query, key=key, value=value, kind="cross", blocked=blocked)
    with opened(scenario) as hands:
        view = hands.view("weights")
        assert not view.shows_digits
        width, height = view.columnWidth(0), view.rowHeight(0)
        for panel, is_masked in (("weights", True), ("raw_scores", False)):
            picture = pixels(hands.view(panel).viewport().grab().toImage())
            below = height + 5  # the marks of the first cell
            picture = picture[below:]
            rows, columns = np.indices(picture.shape)
            rows += below
            is_blocked = blocked[rows // height, columns // width]
            is_line = is_blocked & ((rows + columns) % 4 == 0)
            hatch = int(THEMES["light"].hatch[1:], 16)
            assert ((picture[is_line] == hatch).all()) == is_masked
            between = np.unique(picture[is_blocked & ~is_line])
            assert (between.size == 1) == is_masked
            assert not {0xFFFFFF, hatch} & set(between.tolist()) or not is_masked
            assert not (picture[~is_blocked] == hatch).any()


def test_the_legend_of_the_softmax_ends_before_the_bars_begin(large: Hands) -> None:
    panel = large.panel("exponentials")
    assert isinstance(panel, SoftmaxPanel)
    assert panel.chart is not None
    room = QFontMetricsF(text_font(round(panel.metrics.label_pixels * 0.92)))
    legend = room.horizontalAdvance("0.000") + room.horizontalAdvance("1.000")
    legend += 4 * panel.metrics.unit  # the bar between them
    assert panel.chart.geometry().left() >= panel.metrics.pad + legend
    assert panel.chart.width() >= 6 * panel.metrics.unit


def test_what_is_typed_in_has_colours_and_a_legend(large: Hands) -> None:
    top = float(np.abs(large.scenario.query).max())
    assert large.panel("query").sheet.limits == (-top, top)
    value = float(large.scenario.query[0, 30, 1])
    assert _pixel(large, "query", 30, 1) == _color(value, (-top, top), ColorScale.SIGNED)


def test_a_click_selects_the_cell_under_it(large: Hands) -> None:
    large.click("weights", 45, 17)
    value = float(compute(large.scenario.problem)["weights"][0, 0, 45, 17])
    assert large.label("explanation.value") == f"A [h0: q45 → q17] = {value:.3f}"
    assert large.marked("raw_scores") == {(45, 17)}
    large.key(Qt.Key.Key_Down)
    assert large.label("explanation.value").startswith("A [h0: q46 → q17] = ")


def test_a_cell_is_read_with_its_value(large: Hands) -> None:
    value = float(compute(large.scenario.problem)["weights"][0, 0, 45, 17])
    assert large.spoken("weights", 45, 17) == f"weights, q45 to q17, {value:.3f}"
    assert large.spoken("weights", 3, 40) == "weights, q3 to q40, 0, blocked: causal"
    hint = large.view("weights").model().index(45, 17).data(Qt.ItemDataRole.ToolTipRole)
    assert f"{value:.12f}" in hint


def test_what_is_typed_over_a_cell_of_one_pixel_can_be_read(qapp: object) -> None:
    rng = np.random.default_rng(4)
    with opened(Scenario(**{i: rng.normal(size=(300, 16)) for i in _INPUTS})) as hands:
        view = hands.view("query")
        for row, column in ((0, 0), (150, 7), (299, 15)):
            view.setFocus()
            view.go_to(view.model().index(row, column))
            QTest.keyClick(view, "7")
            editor = view.delegate.editor
            assert editor is not None
            box, room = editor.geometry(), editor.fontMetrics()
            hands.key(Qt.Key.Key_Return)
            assert hands.scenario.query[0, row, column] == 7
            assert box.height() >= room.height()
            assert box.width() >= room.horizontalAdvance("−12.345")
            assert view.viewport().rect().contains(box)


def test_the_whole_matrix_is_on_the_screen(large: Hands) -> None:
    view = large.view("weights")
    assert view.width() <= 400
    assert view.height() <= 400
    assert view.rowAt(view.height() - 1) == N - 1


def test_a_matrix_of_32_tokens_has_digits(qapp: object) -> None:
    rng = np.random.default_rng(4)
    for count, is_picture in ((MOST_LINES, False), (MOST_LINES + 1, True)):
        scenario = Scenario(**{i: rng.normal(size=(count, 1)) for i in ("query", "key", "value")})
        with opened(scenario) as hands:
            assert hands.panel("weights").sheet.is_picture == is_picture


def test_a_panel_out_of_sight_waits_until_it_is_scrolled_to(large: Hands) -> None:
    large.window.resize(1280, 720)
    large.flush()
    panel = large.panel("grad_key")
    assert panel.visibleRegion().isEmpty()
    large.store.dispatch(SetCell("query", 0, 5, 0, 9.0))
    large.flush()
    wanted = compute(large.scenario.problem)["grad_key"][0]
    assert panel.is_waiting
    np.testing.assert_array_equal(large.panel("query").sheet.values, large.scenario.query[0])
    board = large.window.findChild(QWidget, "board")
    area = board.parentWidget().parentWidget()
    assert isinstance(area, QScrollArea)
    area.ensureWidgetVisible(panel)
    QApplication.processEvents()
    assert not panel.is_waiting
    np.testing.assert_array_equal(panel.sheet.values, wanted)


def _computed(result: Result) -> set[str]:
    """Return what has been computed, all of it or one head."""
    return {*result._work.arrays, *(quantity_id for quantity_id, *_ in result._heads)}


def test_on_opening_only_what_is_seen_is_computed(qapp: object) -> None:
    rng = np.random.default_rng(4)
    given = {name: rng.normal(size=(200, 8)) for name in _INPUTS}
    with opened(Scenario(**given, heads=2), 1280, 720) as hands:
        result, panels = hands.store.snapshot.result, hands.content.workspace.panels
        for panel_id, panel in panels.items():
            assert panel.is_waiting == panel.visibleRegion().isEmpty(), panel_id
        waiting = {panel_id for panel_id, panel in panels.items() if panel.is_waiting}
        assert {"grad_query", "grad_key", "grad_value", "grad_raw_scores"} <= waiting
        assert not {i for i in _computed(result) if i.startswith("grad_") and i in panels}
        assert "raw_scores" not in result._work.arrays, "only the head that is shown"
        bar = hands.content.workspace._areas[1].verticalScrollBar()
        for at in range(0, bar.maximum() + 200, 200):
            bar.setValue(at)
            hands.flush()
        assert {"grad_query", "grad_raw_scores"} <= _computed(result)
        wanted = compute(hands.scenario.problem)
        for panel_id in ("raw_scores", "output", "grad_query", "grad_raw_scores"):
            assert not panels[panel_id].is_waiting
            page = wanted[panel_id].reshape(-1, *panels[panel_id].outline.shape)[0]
            np.testing.assert_array_equal(panels[panel_id].sheet.values, page)


def test_who_asks_for_a_number_out_of_sight_is_told_it(qapp: object) -> None:
    rng = np.random.default_rng(4)
    given = {name: 1e6 * rng.normal(size=(N, 2)) for name in _INPUTS}
    with opened(Scenario(**given), 1280, 720) as hands:
        panel = hands.panel("grad_value")
        assert panel.is_waiting
        value = compute(hands.scenario.problem)["grad_value"][0, 7, 1]
        shown = panel.view.model().index(7, 1).data()
        assert shown == hands.store.snapshot.numbers.text(float(value))
        assert not panel.is_waiting
        hands.flush()
        assert panel.height() == panel.sizeHint().height()
        assert panel.width() >= panel.sizeHint().width()  # more where its name has room


def test_another_scenario_in_the_same_window_waits_alike(large: Hands) -> None:
    rng = np.random.default_rng(5)
    large.store.open(Scenario(**{name: rng.normal(size=(90, 8)) for name in _INPUTS}))
    large.flush()
    for panel_id, panel in large.content.workspace.panels.items():
        assert panel.is_waiting == panel.visibleRegion().isEmpty(), panel_id
        assert panel.outline.shape == panel.sheet.shape


def test_the_name_of_a_hidden_panel_needs_no_number(large: Hands) -> None:
    arrangement = large.content.workspace.arrangement
    large.content.workspace.arrange(replace(arrangement, hidden=frozenset({"grad_key"})))
    large.flush()
    assert large.content.workspace.hidden_panels() == {"grad_key": "gradient by keys"}
    assert large.panel("grad_key").is_waiting


def test_a_picture_shows_what_its_panel_in_the_window_still_waits_for(large: Hands) -> None:
    def drawn() -> QImage:
        (image,) = pictures(large.store.snapshot, "light", 1, ["grad_key"], draw=picture).values()
        return image

    large.window.resize(1280, 720)
    large.flush()
    before = drawn()
    large.store.dispatch(SetCell("query", 0, 5, 0, 9.0))
    after = drawn()
    assert after != before
    values = compute(large.scenario.problem)["grad_key"][0]
    top = float(np.abs(values).max())
    row, column = np.unravel_index(np.abs(values).argmax(), values.shape)
    wanted = _color(float(values[row, column]), (-top, top), ColorScale.SIGNED)
    assert wanted in cell_colors(after)


def test_the_first_tokens_have_chips_and_all_are_counted(large: Hands) -> None:
    bar = large.content.workspace.tokens
    assert len(bar._chips) == 48
    assert bar._more.isVisible()
    assert bar._more.text() == "… 60"
    large.window.findChild(QWidget, "token.add").click()
    assert len(large.scenario.labels) == 61
    assert bar._more.text() == "… 61"

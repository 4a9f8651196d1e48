"""Large matrices get their digits back: enlarged, and zoomed."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from window_driver import Driver, Open, pixels, recomputed, shown

from attention_gui.gui.arrangement import Arrangement
from attention_gui.gui.ramps import ramp_of
from attention_gui.gui.theme import THEMES, USUAL_PIXELS
from attention_gui.quantities import ColorScale
from attention_gui.scenario.numbers import NumberFormat
from attention_gui.scenario.scenario import Scenario

CONTROL = Qt.KeyboardModifier.ControlModifier
N = 64


def scenario(count: int = N, **options: object) -> Scenario:
    rng = np.random.default_rng(3)
    given = {name: rng.normal(size=(count, 4)) for name in ("query", "key", "value")}
    return Scenario(**(given | options))


@pytest.fixture
def large(open_window: Open) -> Driver:
    return open_window(scenario(causal=True))


def enlarge(driver: Driver, panel: str, row: int, column: int) -> None:
    driver.view(panel).go_to(driver.view(panel).model().index(row, column))
    driver.view(panel).setFocus()
    driver.key(Qt.Key.Key_F9)
    driver.flush()
    assert driver.content.workspace.enlarged == panel


def larger(driver: Driver) -> None:
    driver.key(Qt.Key.Key_Plus, CONTROL)
    driver.flush()


def smaller(driver: Driver) -> None:
    driver.key(Qt.Key.Key_Minus, CONTROL)
    driver.flush()


def until_digits(driver: Driver, panel: str) -> int:
    """Zoom in by keys until there are digits, and return how often that was."""
    for count in range(30):
        if driver.view(panel).shows_digits:
            return count
        larger(driver)
    raise AssertionError("no digits")


def cell_pixels(driver: Driver, panel: str, row: int, column: int) -> np.ndarray:
    """Return the colours of one cell that is in sight, without its edges."""
    view = driver.view(panel)
    box = view.visualRect(view.model().index(row, column))
    assert view.viewport().rect().contains(box), (row, column)
    return pixels(driver.picture(panel), box.adjusted(3, 3, -3, -3))


def flat(value: float, limits: tuple[float, float], scale: ColorScale) -> int:
    colors, _ = ramp_of(THEMES["light"], scale).colored(np.array([[value]]), limits)
    return int(colors[0, 0]) & 0xFFFFFF


def has_text(driver: Driver, panel: str, row: int, column: int) -> bool:
    """Return whether a cell of weights is its colour with something written on it."""
    value = float(recomputed(driver.scenario)["weights"][0, 0, row, column])
    colors = cell_pixels(driver, panel, row, column)
    ground = flat(value, (0, 1), ColorScale.UNIT)
    assert (colors == ground).mean() > 0.4, "the cell has its colour"
    return bool((colors != ground).mean() > 0.05)


def in_sight(driver: Driver, panel: str) -> set[tuple[int, int]]:
    """Return the cells that are in sight with all of their pixels."""
    view = driver.view(panel)
    rows, columns = view.model().rowCount(), view.model().columnCount()
    shown_rows = [r for r in range(rows) if _is_whole(driver, panel, r, None)]
    shown_columns = [c for c in range(columns) if _is_whole(driver, panel, None, c)]
    return {(r, c) for r in shown_rows for c in shown_columns}


def _is_whole(driver: Driver, panel: str, row: int | None, column: int | None) -> bool:
    view = driver.view(panel)
    if row is not None:
        top = view.rowViewportPosition(row)
        return top >= 0 and top + view.rowHeight(row) <= view.viewport().height()
    assert column is not None
    left = view.columnViewportPosition(column)
    return left >= 0 and left + view.columnWidth(column) <= view.viewport().width()


def test_zooming_in_brings_digits_and_zooming_out_the_picture(large: Driver) -> None:
    enlarge(large, "weights", 40, 20)
    view = large.view("weights")
    before, size = large.picture("weights"), large.panel("weights").size()
    assert not view.shows_digits
    count = until_digits(large, "weights")
    assert 1 < count < 10
    assert view.font().pixelSize() >= 11
    assert large.current == ("weights", 40, 20)
    assert (40, 20) in in_sight(large, "weights")
    written = [at for at in in_sight(large, "weights") if at[1] < at[0] and at != (40, 20)]
    assert len(written) > 100
    assert all(has_text(large, "weights", *at) for at in written[:40])
    cells = view.columnWidth(0), view.rowHeight(0)
    larger(large)
    assert view.columnWidth(0) > cells[0]
    assert view.rowHeight(0) > cells[1]
    for _ in range(count + 1):
        smaller(large)
    assert large.picture("weights") == before
    assert large.panel("weights").size() == size
    smaller(large)
    assert large.picture("weights") == before, "no smaller than what fits"


def test_the_type_is_bounded_and_what_fits_is_one_key_away(large: Driver) -> None:
    enlarge(large, "weights", 40, 20)
    view, before = large.view("weights"), large.picture("weights")
    for _ in range(40):
        larger(large)
    assert view.font().pixelSize() == 39
    assert (40, 20) in in_sight(large, "weights")
    large.key(Qt.Key.Key_0, CONTROL)
    large.flush()
    assert large.picture("weights") == before


def test_digits_are_those_of_the_same_numbers_in_a_small_matrix(open_window: Open) -> None:
    driver = open_window(scenario(causal=True))
    enlarge(driver, "weights", 0, 0)
    until_digits(driver, "weights")
    view = driver.view("weights")
    cell, unit = (view.columnWidth(0), view.rowHeight(0)), view.font().pixelSize()
    box = view.visualRect(view.model().index(2, 0)).adjusted(3, 3, -3, -3)
    in_large = pixels(driver.picture("weights"), box)
    driver.run("enlarge")
    few = {name: getattr(driver.scenario, name)[0, :5] for name in ("query", "key", "value")}
    driver.start_anew(Scenario(**few, causal=True))
    driver.content.layouts.change(Arrangement(zoom=unit / USUAL_PIXELS))
    driver.flush()
    assert (view.columnWidth(0), view.rowHeight(0)) == cell
    box = view.visualRect(view.model().index(2, 0)).adjusted(3, 3, -3, -3)
    in_small = pixels(driver.picture("weights"), box)
    assert np.array_equal(in_small, in_large)


def test_no_more_cells_are_formatted_than_are_in_sight(
    large: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    enlarge(large, "weights", 40, 20)
    sizes: list[int] = []
    aligned = NumberFormat.aligned

    def counted(numbers: NumberFormat, values: np.ndarray, n_characters: int) -> str:
        sizes.append(values.size)
        return aligned(numbers, values, n_characters)

    monkeypatch.setattr(NumberFormat, "aligned", counted)
    until_digits(large, "weights")
    larger(large)
    view = large.view("weights")
    across = view.viewport().width() // view.columnWidth(0) + 4
    down = view.viewport().height() // view.rowHeight(0) + 4
    large.picture("weights")
    assert sizes
    assert sizes[-1] <= across * down < N * N
    most = max(sizes)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().maximum())
    large.flush()
    assert max(sizes) == most < N * N


def test_scrolling_shows_other_digits_and_their_labels(large: Driver) -> None:
    enlarge(large, "weights", 0, 0)
    until_digits(large, "weights")
    larger(large)
    view, panel = large.view("weights"), large.panel("weights")
    assert (0, 0) in in_sight(large, "weights")
    band = panel.rect().adjusted(0, 0, -(panel.width() - view.x()), 0)
    labels = pixels(panel.grab().toImage(), band)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    large.flush()
    assert (N - 1, 0) in in_sight(large, "weights")
    assert all(has_text(large, "weights", N - 1, column) for column in (1, 2, 5))
    assert not np.array_equal(pixels(panel.grab().toImage(), band), labels)
    large.click("weights", N - 1, 3)
    value = float(recomputed(large.scenario)["weights"][0, 0, N - 1, 3])
    assert large.label("explanation.value") == f"A [q63 → q3] = {shown(value)}"


def test_keys_keep_the_selected_cell_in_sight(large: Driver) -> None:
    enlarge(large, "weights", 0, 0)
    until_digits(large, "weights")
    for _ in range(N - 1):
        large.key(Qt.Key.Key_Down)
    large.key(Qt.Key.Key_End)
    large.flush()
    assert large.current == ("weights", N - 1, N - 1)
    assert (N - 1, N - 1) in in_sight(large, "weights")


def test_numbers_are_typed_into_it(large: Driver) -> None:
    enlarge(large, "query", 50, 2)
    until_digits(large, "query")
    before = cell_pixels(large, "query", 50, 1)
    large.enter("query", 50, 1, "-1.5")
    large.flush()
    assert large.scenario.query[0, 50, 1] == -1.5
    assert large.text("query", 50, 1) == "−1.500"
    large.click("query", 48, 0)
    assert not np.array_equal(cell_pixels(large, "query", 50, 1), before)
    large.click("query", 50, 1)
    large.key(Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert large.text("query", 50, 1) == "−1.400"


def test_a_range_is_drawn_and_shaded_where_it_is(large: Driver) -> None:
    enlarge(large, "weights", 50, 10)
    until_digits(large, "weights")
    before = cell_pixels(large, "weights", 51, 11)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right):
        large.key(key, Qt.KeyboardModifier.ShiftModifier)
    large.flush()
    after = cell_pixels(large, "weights", 51, 11)
    assert not np.array_equal(after, before)
    assert not np.array_equal(cell_pixels(large, "weights", 50, 12), before)


def turn(driver: Driver, at: QPoint, angle: int, keys: Qt.KeyboardModifier) -> None:
    """Turn the wheel over a place in the weights."""
    place = driver.view("weights").viewport().mapTo(driver.window, at).toPointF()
    QTest.wheelEvent(driver.window.windowHandle(), place, QPoint(0, angle), QPoint(), keys)
    driver.flush()


def test_hatching_scrolls_with_its_cells(open_window: Open) -> None:
    driver = open_window(scenario(240, causal=True))
    enlarge(driver, "weights", 0, 0)
    view = driver.view("weights")
    while not view.verticalScrollBar().maximum():
        larger(driver)
    assert not view.shows_digits
    across, down = view.horizontalScrollBar(), view.verticalScrollBar()
    across.setValue(across.maximum())
    down.setValue(0)
    driver.flush()
    before = pixels(driver.picture("weights"))[100:400, -400:]
    assert len(np.unique(before)) == 2
    for dy in range(1, 12, 2):
        down.setValue(dy)
        driver.flush()
        np.testing.assert_array_equal(pixels(driver.picture("weights"))[100 - dy : 400 - dy, -400:],
                                      before)  # fmt: skip


def test_the_wheel_zooms_about_the_mouse_and_scrolls(large: Driver) -> None:
    enlarge(large, "weights", 0, 0)
    view = large.view("weights")
    while not view.shows_digits:
        turn(large, view.viewport().rect().center(), 120, CONTROL)
    at = view.visualRect(view.indexAt(view.viewport().rect().center())).center()
    on_screen, meant = view.viewport().mapToGlobal(at), view.indexAt(at)
    for angle in (120, 120, 120, -120, -120):
        width = view.columnWidth(0)
        turn(large, view.viewport().mapFromGlobal(on_screen), angle, CONTROL)
        assert (view.columnWidth(0) > width) == (angle > 0)
        assert view.indexAt(view.viewport().mapFromGlobal(on_screen)) == meant
    top = view.rowAt(0)
    turn(large, view.viewport().rect().center(), -120, Qt.KeyboardModifier.NoModifier)
    assert view.rowAt(0) > top


def test_a_matrix_whose_digits_fit_has_them_as_soon_as_it_is_enlarged(open_window: Open) -> None:
    driver = open_window(scenario(36))
    assert driver.panel("query").sheet.is_picture
    assert not driver.view("query").shows_digits
    enlarge(driver, "query", 0, 0)
    view = driver.view("query")
    assert view.shows_digits
    assert view.font().pixelSize() >= 11
    assert len(in_sight(driver, "query")) == 36 * 4
    limit = float(np.abs(driver.scenario.query).max())
    colors = cell_pixels(driver, "query", 30, 2)
    ground = flat(float(driver.scenario.query[0, 30, 2]), (-limit, limit), ColorScale.SIGNED)
    assert 0.05 < (colors != ground).mean() < 0.6
    larger(driver)
    assert len(in_sight(driver, "query")) < 36 * 4
    driver.run("enlarge")
    driver.flush()
    assert not view.shows_digits


def test_bars_stay_beside_their_rows(large: Driver) -> None:
    enlarge(large, "exponentials", 0, 0)
    until_digits(large, "exponentials")
    larger(large)
    view, chart = large.view("exponentials"), large.panel("exponentials").chart
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    large.flush()
    (_, (first, end)) = chart.getPlotItem().getViewBox().viewRange()
    assert end == pytest.approx(N, abs=0.01)
    assert first == pytest.approx(N - view.viewport().height() / view.rowHeight(0), abs=0.01)


def test_heads_side_by_side_stay_apart(open_window: Open) -> None:
    driver = open_window(scenario(heads=2))
    enlarge(driver, "query", 0, 0)
    until_digits(driver, "query")
    view = driver.view("query")
    edge = view.visualRect(view.model().index(5, 2)).left()
    muted = int(THEMES["light"].muted.removeprefix("#"), 16)

    def is_border(picture: QImage, x: int) -> bool:
        return bool((pixels(picture)[10:60, x] == muted).mean() > 0.5)

    picture = driver.picture("query")
    assert is_border(picture, edge)
    assert not is_border(picture, view.visualRect(view.model().index(5, 1)).left())


def test_another_theme_window_or_file_keeps_or_forgets_it(large: Driver) -> None:
    enlarge(large, "weights", 40, 20)
    until_digits(large, "weights")
    view = large.view("weights")
    large.run("theme.dark")
    large.flush()
    assert view.shows_digits
    assert (40, 20) in in_sight(large, "weights")
    large.window.resize(1280, 720)
    large.flush()
    assert view.shows_digits
    area = large.content.workspace._areas[1]
    assert area.rect().contains(large.panel("weights").geometry())
    large.key(Qt.Key.Key_Escape)
    large.flush()
    assert not view.shows_digits
    enlarge(large, "weights", 40, 20)
    assert not view.shows_digits, "it starts with the whole matrix"


# -- in their cards --------------------------------------------------------------------------


def go(driver: Driver, panel: str, row: int, column: int) -> None:
    driver.view(panel).go_to(driver.view(panel).model().index(row, column))
    driver.view(panel).setFocus()
    driver.flush()


def turn_over(driver: Driver, panel: str, angle: int) -> None:
    """Turn the wheel with Ctrl over the middle of a matrix."""
    viewport = driver.view(panel).viewport()
    area = driver.content.workspace._areas[0 if panel in ("query", "key", "value") else 1]
    area.ensureWidgetVisible(driver.panel(panel))
    driver.flush()
    place = viewport.mapTo(driver.window, viewport.rect().center()).toPointF()
    QTest.wheelEvent(driver.window.windowHandle(), place, QPoint(0, angle), QPoint(), CONTROL)
    driver.flush()


def test_zooming_brings_the_digits_of_the_picture_with_the_keyboard(large: Driver) -> None:
    go(large, "weights", 40, 20)
    view, zoom = large.view("weights"), large.content.workspace.zoom
    before, others = large.picture("weights"), large.picture("raw_scores")
    size = large.panel("weights").size()
    count = until_digits(large, "weights")
    assert 1 < count < 10
    assert large.content.workspace.enlarged is None
    assert large.content.workspace.zoom == zoom
    assert view.font().pixelSize() == 11
    assert (40, 20) in in_sight(large, "weights")
    assert large.current == ("weights", 40, 20)
    written = [at for at in in_sight(large, "weights") if at[1] < at[0] and at != (40, 20)]
    assert len(written) >= 20
    assert all(has_text(large, "weights", *at) for at in written)
    assert large.panel("weights").width() <= size.width()
    assert large.picture("raw_scores") == others
    larger(large)
    assert view.font().pixelSize() == 13
    for _ in range(count + 1):
        smaller(large)
    assert large.picture("weights") == before
    smaller(large)
    assert large.picture("weights") == before, "no smaller than what fits"
    assert large.content.workspace.zoom == zoom


def test_the_wheel_zooms_the_picture_under_the_mouse_and_else_the_board(large: Driver) -> None:
    go(large, "weights", 40, 20)
    zoom = large.content.workspace.zoom
    for _ in range(12):
        turn_over(large, "masked_scores", 120)
    assert large.view("masked_scores").shows_digits
    assert not large.view("weights").shows_digits
    for _ in range(12):
        turn_over(large, "query", 120)
    assert large.view("query").shows_digits
    assert large.content.workspace.zoom == zoom
    title = large.panel("masked_scores").mapTo(large.window, QPoint(20, 6)).toPointF()
    QTest.wheelEvent(large.window.windowHandle(), title, QPoint(0, 120), QPoint(), CONTROL)
    large.flush()
    assert large.content.workspace.zoom > zoom
    assert large.view("masked_scores").shows_digits


def test_one_key_lets_all_pictures_fit_again_and_the_next_one_the_type(large: Driver) -> None:
    fitting, before = large.content.workspace.zoom, large.picture("query")
    for panel in ("query", "weights"):
        go(large, panel, 30, 1)
        until_digits(large, panel)
    large.content.layouts.change(Arrangement(zoom=2.0))
    large.flush()
    assert large.view("weights").shows_digits
    large.key(Qt.Key.Key_0, CONTROL)
    large.flush()
    assert not large.view("weights").shows_digits
    assert not large.view("query").shows_digits
    assert large.content.workspace.zoom == 2.0
    large.key(Qt.Key.Key_0, CONTROL)
    large.flush()
    assert large.content.workspace.zoom == fitting
    assert large.picture("query").size() == before.size()


def test_a_magnified_matrix_follows_the_selection_of_another(large: Driver) -> None:
    go(large, "weights", 40, 20)
    for panel in ("raw_scores", "query", "key"):
        for _ in range(12):
            turn_over(large, panel, 120)
        assert large.view(panel).shows_digits
    for row, column in ((63, 2), (5, 3), (33, 33)):
        large.click("weights", row, column)
        large.flush()
        assert (row, column) in in_sight(large, "raw_scores")
        assert row in {at[0] for at in in_sight(large, "query")}
        assert column in {at[0] for at in in_sight(large, "key")}
    go(large, "weights", 33, 33)
    across = large.view("query").horizontalScrollBar()
    across.setValue(across.maximum())
    large.click("weights", 8, 8)
    assert across.value() == across.maximum(), "every column of the row is linked"


def test_whole_cells_are_in_sight_in_a_card(large: Driver) -> None:
    for panel in ("query", "weights", "exponentials", "grad_key"):
        go(large, panel, 30, 1)
        until_digits(large, panel)
        view = large.view(panel)
        assert view.columnViewportPosition(view.columnAt(0)) == 0
        assert view.rowViewportPosition(view.rowAt(0)) == 0
        assert view.viewport().width() % view.columnWidth(0) == 0
        assert view.viewport().height() % view.rowHeight(0) == 0
        assert view.viewport().width() >= 2 * view.columnWidth(0)


def test_numbers_are_typed_and_dragged_in_a_card(large: Driver) -> None:
    go(large, "query", 50, 2)
    until_digits(large, "query")
    large.enter("query", 50, 2, "-1.5")
    large.flush()
    assert large.scenario.query[0, 50, 2] == -1.5
    assert large.text("query", 50, 2) == "−1.500"
    assert large.view("query").shows_digits
    large.click("query", 50, 2)
    large.key(Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert large.text("query", 50, 2) == "−1.400"


def test_enlarging_and_going_back_keeps_the_cells_of_the_card(large: Driver) -> None:
    go(large, "weights", 40, 20)
    until_digits(large, "weights")
    view = large.view("weights")
    cell = view.columnWidth(0)
    large.key(Qt.Key.Key_F9)
    large.flush()
    assert not view.shows_digits, "it starts with the whole matrix"
    large.key(Qt.Key.Key_Escape)
    large.flush()
    assert view.shows_digits
    assert view.columnWidth(0) == cell


def test_other_files_and_fewer_tokens_forget_it(large: Driver) -> None:
    go(large, "weights", 40, 20)
    until_digits(large, "weights")
    large.start_anew(scenario(30))
    large.flush()
    assert not large.panel("weights").sheet.is_picture
    assert large.view("weights").viewport().width() == 30 * large.view("weights").columnWidth(0)
    large.start_anew(scenario(40))
    large.flush()
    assert not large.view("weights").shows_digits


def test_pictures_leave_large_screens_large_type(open_window: Open) -> None:
    driver = open_window(scenario())
    driver.window.resize(3840, 2160)
    driver.flush()
    area = driver.content.workspace._areas[1]
    assert driver.content.workspace.zoom >= 1.4
    assert not area.verticalScrollBar().maximum()
    assert not area.horizontalScrollBar().maximum()


@pytest.mark.parametrize("panel", ["exponentials", "value_terms", "weights", "query", "value"])
def test_the_wheel_goes_on_with_what_it_began_with(open_window: Open, panel: str) -> None:
    driver = open_window(scenario(heads=2), 1280, 720)
    zoom, edits = driver.content.workspace.zoom, driver.store.undo_stack.count()
    go(driver, panel, 20, 1)
    area = next(a for a in driver.content.workspace._areas if a.isAncestorOf(driver.panel(panel)))
    area.ensureWidgetVisible(driver.panel(panel))
    driver.flush()
    view = driver.view(panel)
    at = view.viewport().mapTo(driver.window, view.visualRect(view.currentIndex()).center())
    for _ in range(16):
        QTest.wheelEvent(
            driver.window.windowHandle(), at.toPointF(), QPoint(0, 120), QPoint(), CONTROL
        )
        driver.flush()
    shown = [i for i, p in driver.content.workspace.panels.items() if p.sheet.is_picture]
    assert [i for i in shown if driver.view(i).shows_digits] == [panel]
    assert driver.content.workspace.zoom == zoom
    assert driver.store.undo_stack.count() == edits, "no number has moved"


def test_the_wheel_over_a_scroll_bar_of_a_picture_zooms_it(large: Driver) -> None:
    go(large, "weights", 40, 20)
    until_digits(large, "weights")
    view, window = large.view("weights"), large.window
    width = view.columnWidth(0)
    bar = view.verticalScrollBar()
    at = bar.mapTo(window, bar.rect().center()).toPointF()
    QTest.wheelEvent(window.windowHandle(), at, QPoint(0, 120), QPoint(), CONTROL)
    large.flush()
    assert view.columnWidth(0) > width
    assert (40, 20) in in_sight(large, "weights")


@pytest.mark.parametrize("panel", ["weights", "query"])
def test_the_selected_cell_stays_in_sight_when_cells_or_cards_change(
    large: Driver, panel: str
) -> None:
    at = (50, 3)
    go(large, panel, *at)
    until_digits(large, panel)
    assert at in in_sight(large, panel)
    layouts = (f"layout.{name}" for name in ("lecture", "usual", "everything", "usual"))
    for name in ("enlarge", "enlarge", "digits-more", "digits-more", "digits-fewer", *layouts):
        large.run(name)
        large.flush()
        if large.view(panel).isVisible():
            assert at in in_sight(large, panel), name


def test_bars_stay_beside_their_rows_in_a_card(large: Driver) -> None:
    go(large, "exponentials", 40, 2)
    until_digits(large, "exponentials")
    view, chart = large.view("exponentials"), large.panel("exponentials").chart
    assert view.horizontalScrollBar().isVisible()
    box = chart.getPlotItem().getViewBox()
    for row in range(*(int(edge) for edge in view.rows_in_sight())):
        middle = chart.mapFromScene(box.mapViewToScene(QPointF(0, row + 0.5))).y() + chart.y()
        cell = view.visualRect(view.model().index(row, 2)).center()
        assert middle == pytest.approx(view.mapTo(large.panel("exponentials"), cell).y(), abs=2.5)


def test_tab_leaves_a_picture_and_with_ctrl_any_matrix(large: Driver) -> None:
    go(large, "query", 3, 1)
    large.key(Qt.Key.Key_Tab)
    assert large.view("key").hasFocus()
    until_digits(large, "key")
    large.click("key", *min(in_sight(large, "key")))
    row, column = large.current[1:]
    large.key(Qt.Key.Key_Tab)
    assert large.current == ("key", row, column + 1)
    large.key(Qt.Key.Key_Tab, CONTROL)
    assert large.view("value").hasFocus()
    large.key(Qt.Key.Key_Backtab, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert large.view("key").hasFocus()


def test_what_is_linked_is_in_sight_with_its_outline(large: Driver) -> None:
    go(large, "weights", 40, 20)
    for _ in range(12):
        turn_over(large, "raw_scores", 120)
    for row, column in ((5, 50), (60, 4), (30, 30)):
        large.click("weights", row, column)
        large.flush()
        view = large.view("raw_scores")
        box = view.visualRect(view.model().index(row, column))
        assert view.viewport().rect().contains(box), (row, column)

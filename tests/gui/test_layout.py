"""Nothing is cut, nothing overlaps, from a small projector to a large screen."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QScrollArea,
    QTextBrowser,
    QToolButton,
    QWidget,
)
from window_driver import DOGS, Driver, Open, cell_colors, panels_of, pixels

from attention_gui.gui.arrangement import PARTS, Arrangement
from attention_gui.gui.fonts import text_font
from attention_gui.gui.formula import FormulaView
from attention_gui.gui.panels.card import Card
from attention_gui.gui.panels.softmax_panel import SoftmaxPanel
from attention_gui.gui.theme import SMALLEST_PIXELS, THEMES, USUAL_PIXELS, Metrics
from attention_gui.quantities import Role
from attention_gui.scenario import examples
from attention_gui.scenario.edits import SetKeyValueHeads
from attention_gui.scenario.scenario import Scenario
from attention_gui.wording import LANGUAGES


def _random(n_tokens: int, width: int = 2) -> Scenario:
    rng = np.random.default_rng(n_tokens)
    query, key, value, upstream = (
        rng.normal(0, 2, size=(n_tokens, width)).round(1) for _ in range(4)
    )
    labels = ("the", "lecturer", "explains", "attention")[:n_tokens]
    return Scenario(query=query, key=key, value=value, upstream=upstream, tokens=labels)


SCENARIOS = {
    2: examples.load("identical-keys"),
    3: examples.load("dogs-chase-cats"),
    4: _random(4),
}
SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]


def _area(panel: QWidget) -> QWidget:
    """Return the viewport through which a panel is seen."""
    widget = panel.parentWidget()
    while not isinstance(widget, QScrollArea):
        assert widget is not None
        widget = widget.parentWidget()
    return widget.viewport()


def _box(widget: QWidget, within: QWidget) -> QRect:
    return QRect(widget.mapTo(within, QPoint(0, 0)), widget.size())


def _assert_titles_apart(card: Card) -> None:
    """Assert blank paper between the title line's left part and the caption."""
    metrics = card.metrics
    advance = QFontMetricsF(text_font(metrics.label_pixels)).horizontalAdvance(card.caption)
    right = card.width() - metrics.pad - round(advance)
    gap = QRect(right - metrics.unit // 2, 3, metrics.unit // 2 - 2, metrics.title_height - 6)
    assert card.theme is not None
    colors = cell_colors(card.grab().toImage(), gap)
    assert set(colors) == {card.theme.card}, card.objectName()


def _assert_title_has_room(card: Card) -> None:
    """Assert blank paper between the title and the edges above and below it."""
    box, side = card.frame_box(card.metrics), max(8, card.metrics.pad)  # the corners are round
    picture = card.grab().toImage()
    for y in (1, box.top() - 1):
        colors = cell_colors(picture, QRect(side, y, card.width() - 2 * side, 1))
        assert min(QColor(color).lightness() for color in colors) > 240, (card.objectName(), y)


def _assert_texts_fit(driver: Driver) -> None:
    for panel in panels_of(driver.scenario):
        view = driver.view(panel)
        metrics = QFontMetricsF(view.font())
        widest = max(metrics.horizontalAdvance(t) for row in driver.texts(panel) for t in row)
        if view.shows_digits:
            assert widest <= view.columnWidth(0) - 4, panel
            assert metrics.height() <= view.rowHeight(0), panel
        card = driver.panel(panel)
        labels = QFontMetricsF(text_font(card.metrics.label_pixels))
        room = view.x() - card.frame_box(card.metrics).left()
        rows, columns = driver.labels(panel)
        assert max(map(labels.horizontalAdvance, rows)) <= room, panel
        if view.shows_digits:
            assert max(map(labels.horizontalAdvance, columns)) <= view.columnWidth(0), panel
        n_rows, n_columns = card.sheet.shape
        assert view.width() == n_columns * view.columnWidth(0), panel
        assert view.height() == n_rows * view.rowHeight(0), panel
        assert card.rect().contains(view.geometry()), panel
        _assert_titles_apart(card)
        if card.metrics.unit >= 9:  # in smaller type there are no pixels to spare
            _assert_title_has_room(card)


def _assert_apart(driver: Driver) -> None:
    workspace = driver.content.workspace
    widgets = [*workspace.panels.values(), workspace.tokens, workspace.explanation]
    widgets += [workspace.source_tokens] if driver.scenario.is_cross else []
    for one, other in combinations(widgets, 2):
        if one.parentWidget() is other.parentWidget():
            assert not one.geometry().intersects(other.geometry()), (
                one.objectName(), other.objectName()
            )  # fmt: skip
    boxes = [
        _box(_area(driver.panel(panel)), driver.window) for panel in ("grad_output", "weights")
    ]
    boxes.append(_box(workspace.explanation, driver.window))
    for first, second in combinations(boxes, 2):
        assert not first.intersects(second)


def _assert_in_sight(driver: Driver) -> None:
    for panel in panels_of(driver.scenario):
        card = driver.panel(panel)
        area = _area(card)
        assert area.rect().contains(_box(card, area)), panel
        assert _box(card, driver.window).intersected(driver.window.rect()).size() == card.size()


@pytest.mark.parametrize("n_tokens", list(SCENARIOS))
def test_the_board_fits_the_screen(open_window: Open, n_tokens: int) -> None:
    driver = open_window(SCENARIOS[n_tokens])
    for width, height in SIZES:
        driver.window.resize(width, height)
        driver.flush()
        _assert_apart(driver)
        _assert_texts_fit(driver)
        _assert_in_sight(driver)
        assert driver.window.size().width() == width, "the window's parts ask for more room"


@pytest.mark.parametrize("example", examples.names())
def test_every_form_is_laid_out_with_nothing_cut(open_window: Open, example: str) -> None:
    driver = open_window(f"example:{example}")
    for step in ("", "inputs.projected", "kind.cross", "bias", "w-output"):
        if step:
            driver.run(step)
        for width, height in SIZES[:2]:
            driver.window.resize(width, height)
            driver.flush()
            _assert_apart(driver)
            _assert_texts_fit(driver)


def test_it_still_fits_when_numbers_grow_and_notes_appear(open_window: Open) -> None:
    driver = open_window(SCENARIOS[3])
    driver.enter("value", 0, 0, "-12345.678")
    driver.enter("grad_output", 1, 1, "-98765")
    for token in range(3):
        driver.press(f"token.{token}")
    driver.run("empty-rows.nan")
    driver.flush()
    _assert_apart(driver)
    _assert_texts_fit(driver)
    driver.enter("value", 1, 1, "-1.5e300")
    driver.flush()
    _assert_apart(driver)
    _assert_texts_fit(driver)


def test_more_tokens_than_fit_can_be_scrolled_to(open_window: Open) -> None:
    wide = np.ones((16, 8))
    driver = open_window(Scenario(query=wide, key=wide, value=wide), width=1280, height=720)
    _assert_apart(driver)
    _assert_texts_fit(driver)
    for panel in panels_of(driver.scenario):
        card = driver.panel(panel)
        shelf = card.parentWidget()
        assert shelf.rect().contains(card.geometry()), panel
    assert driver.content.workspace.zoom >= 10 / 14


def test_a_larger_window_has_larger_type(open_window: Open) -> None:
    driver = open_window(SCENARIOS[3], width=1280, height=720)
    zooms = []
    for width, height in SIZES:
        driver.window.resize(width, height)
        driver.flush()
        zooms.append(driver.content.workspace.zoom)
        assert driver.label("status.zoom") == f"{zooms[-1]:.0%}"
    assert zooms == sorted(set(zooms))
    assert zooms[1] > 1


def test_zoom_by_keys(dogs: Driver) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    workspace = dogs.content.workspace
    fitted, width = workspace.zoom, dogs.view("weights").columnWidth(0)
    dogs.key(Qt.Key.Key_Plus, control)
    assert workspace.zoom > fitted
    assert dogs.view("weights").columnWidth(0) > width
    assert dogs.label("status.zoom") == f"{workspace.zoom:.0%}"
    larger = workspace.zoom
    dogs.window.resize(1280, 720)
    dogs.flush()
    assert workspace.zoom == larger, "a zoom chosen by hand stays"
    dogs.window.resize(1920, 1080)
    dogs.key(Qt.Key.Key_Minus, control)
    assert workspace.zoom < larger
    dogs.key(Qt.Key.Key_0, control)
    dogs.flush()
    assert workspace.zoom == fitted
    assert dogs.view("weights").columnWidth(0) == width


def test_zoom_has_ends(dogs: Driver) -> None:
    workspace = dogs.content.workspace
    for _ in range(30):
        dogs.run("zoom-in")
    dogs.flush()
    assert workspace.zoom == 3.0
    _assert_apart(dogs)
    _assert_texts_fit(dogs)
    for _ in range(40):
        dogs.run("zoom-out")
    dogs.flush()
    assert workspace.zoom == 0.5
    assert dogs.label("status.zoom") == "50%"
    _assert_apart(dogs)
    _assert_texts_fit(dogs)
    dogs.run("zoom-in")
    assert workspace.zoom > 0.5


@pytest.mark.parametrize("panel", ["value", "weights"])
def test_the_smallest_frames_stand_off_from_labels(open_window: Open, panel: str) -> None:
    driver = open_window("example:two-heads")
    driver.content.layouts.change(Arrangement(zoom=0.5))
    driver.flush()
    card = driver.panel(panel)
    box, picture = card.frame_box(card.metrics), card.grab().toImage()
    inside = box.adjusted(4, 8, -4, -8)
    for x in (inside.left(), inside.right()):
        line = QRect(x, inside.top(), 1, inside.height())
        assert pixels(picture, line).min() > 0xF0F0F0, f"a label touches the frame at {x}"
    color = driver.theme.roles[card.sheet.quantity.role]
    across = QRect(box.left(), box.center().y(), 4, 1)
    assert list(cell_colors(picture, across).items()) == [(color, 2), (driver.theme.card, 2)]


@pytest.mark.parametrize("panel", ["weights", "query"])
def test_ctrl_and_wheel_zoom(dogs: Driver, panel: str) -> None:
    """Also over a matrix, and once the board is larger than its place and could scroll."""
    workspace, view = dogs.content.workspace, dogs.view(panel)
    at = view.viewport().mapTo(dogs.window, view.viewport().rect().center()).toPointF()
    zooms = [workspace.zoom]
    for turn in (120, 120, 120, 120, -120, -120, -120, -120):
        QTest.wheelEvent(
            dogs.window.windowHandle(), at, QPoint(0, turn), QPoint(),
            Qt.KeyboardModifier.ControlModifier,
        )  # fmt: skip
        dogs.flush()
        zooms.append(workspace.zoom)
    assert zooms[:5] == sorted(set(zooms[:5])), "each turn enlarges"
    assert zooms[4:] == sorted(set(zooms[4:]), reverse=True), "each turn back makes smaller"


def test_full_screen(dogs: Driver) -> None:
    dogs.key(Qt.Key.Key_F11)
    dogs.flush()
    assert dogs.window.isFullScreen()
    assert dogs.action("full-screen").isChecked()
    dogs.key(Qt.Key.Key_F11)
    dogs.flush()
    assert not dogs.window.isFullScreen()
    assert not dogs.action("full-screen").isChecked()


def test_charts_bars_stand_beside_their_rows(dogs: Driver) -> None:
    softmax = dogs.panel("exponentials")
    assert isinstance(softmax, SoftmaxPanel)
    chart = softmax.chart
    assert chart is not None
    assert chart.isVisible()
    view = softmax.view.geometry()
    assert chart.geometry().top() == view.top()
    assert chart.geometry().left() >= view.right()
    assert softmax.rect().contains(chart.geometry())
    dogs.click("weights", 0, 0)
    dogs.flush()
    picture = softmax.grab().toImage()
    ends = []
    for row in range(3):
        y = view.top() + row * softmax.view.rowHeight(0) + softmax.view.rowHeight(0) // 2
        line = QRect(chart.x(), y, chart.width(), 1)
        ends.append(cell_colors(picture, line)[dogs.theme.roles[Role.WEIGHT]])
    assert ends[1] > ends[2] > ends[0] > 0  # 0.045, 0.768, 0.187
    assert ends[1] / ends[2] == pytest.approx(0.768 / 0.187, rel=0.1)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_bars_of_rows_of_a_pixel_are_all_seen(open_window: Open, width: int, height: int) -> None:
    rng = np.random.default_rng(3)
    given = {name: rng.normal(size=(512, 2)) for name in ("query", "key", "value")}
    driver = open_window(Scenario(**given), width, height)
    softmax = driver.panel("exponentials")
    assert isinstance(softmax, SoftmaxPanel)
    driver.content.workspace._areas[1].ensureWidgetVisible(softmax)
    driver.flush()
    assert softmax.view.rowHeight(0) == 1
    assert softmax.chart is not None
    assert (softmax.chart.lengths > 0).all()
    picture = pixels(softmax.chart.grab().toImage())[:512]
    assert (picture != int(driver.theme.card.removeprefix("#"), 16)).any(axis=1).all()


@pytest.mark.parametrize(("width", "height", "pixels"), [(1280, 720, 13), (3840, 2160, 27)])
def test_type_around_the_board_grows_with_the_window(
    open_window: Open, width: int, height: int, pixels: int
) -> None:
    driver = open_window("example:two-heads", width, height)
    window = driver.window
    controls, menus = driver.content.controls, driver.content._menus
    button = controls.widgetForAction(menus["causal"])
    loss = window.findChild(QLabel, "status.loss")
    assert isinstance(loss, QLabel)
    for widget in (window.menuBar(), button, loss, menus.examples):
        widget.ensurePolished()
        assert widget.fontInfo().pixelSize() == pixels, widget.objectName()
    lines = window.findChild(QTextBrowser, "explanation.lines")
    assert isinstance(lines, QTextBrowser)
    assert lines.fontInfo().pixelSize() >= 0.7 * pixels
    assert controls.sizeHint().width() <= width
    driver.run("theme.dark")
    assert button.fontInfo().pixelSize() == pixels
    driver.run("theme.light")


def test_a_large_window_becomes_a_small_one(open_window: Open) -> None:
    driver = open_window("example:two-heads", 3840, 2160)
    for name in ("grouped-heads", "cross-attention"):
        driver.window.resize(3840, 2160)
        driver.flush()
        driver.store.open(examples.load(name))
        driver.flush()
        driver.window.resize(1280, 720)
        driver.flush()
        assert (driver.window.width(), driver.window.height()) == (1280, 720), name


def test_type_of_a_tall_window_leaves_room_for_the_tool_bar(open_window: Open) -> None:
    driver = open_window("example:grouped-heads", 1280, 2160)
    controls = driver.content.controls
    shown = [box for box in controls.findChildren(QComboBox) if box.isVisible()]
    assert [box.objectName() for box in shown] == ["heads", "key-value-heads", "head"]
    assert all(controls.rect().contains(box.geometry()) for box in shown)
    more = controls.findChild(QToolButton, "qt_toolbar_ext_button")
    assert more is not None
    assert not more.isVisible(), "a part of the tool bar has no room"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_the_tallest_formulas_touch_nothing(
    size: tuple[int, int], code: str, open_window: Open, english_again: None
) -> None:
    """Sums over the heads of a group have letters above and below them."""
    driver = open_window("example:grouped-heads", *size)
    driver.action(f"language.{code}").trigger()
    driver.content.workspace.arrange(Arrangement().with_parts(dict.fromkeys(PARTS, True)))
    driver.flush()
    cards = [card for card in driver.window.findChildren(Card) if card.isVisible()]
    assert len(cards) > 25
    for card in cards:
        _assert_title_has_room(card)
    panel = driver.window.findChild(QScrollArea, "panel.explanation")
    formula = panel.findChild(FormulaView)
    lines = panel.findChild(QWidget, "explanation.lines")
    for quantity_id in ("grad_value", "grad_key"):
        driver.view(quantity_id).go_to(driver.view(quantity_id).model().index(0, 0))
        driver.flush()
        assert driver.label("explanation.value").startswith(("V̄", "K̄"))
        assert formula.height() >= formula.sizeHint().height()
        assert lines.y() - formula.geometry().bottom() > 5


def test_a_taller_formula_moves_what_is_below_it(open_window: Open) -> None:
    driver = open_window("example:grouped-heads")
    card = driver.panel("grad_key")
    shared = card.frame_box(card.metrics).top()
    driver.store.dispatch(SetKeyValueHeads(4))
    driver.flush()
    assert card.frame_box(card.metrics).top() < shared
    for _ in range(2):
        driver.flush()
        _assert_title_has_room(card)
        driver.undo()
    assert card.frame_box(card.metrics).top() == shared
    assert card.view.y() > shared


def _nameless(driver: Driver) -> set[str]:
    panels = driver.content.workspace.panels
    return {name for name, panel in panels.items() if panel.title.name not in panel.shown_name}


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("source", ["dogs-chase-cats", "grouped-heads", "cross-attention"])
def test_names_have_room(open_window: Open, source: str, width: int, height: int) -> None:
    driver = open_window(f"example:{source}", width, height)
    assert _nameless(driver) == set()
    assert sum(bool(panel.title.name) for panel in driver.content.workspace.panels.values()) > 10


def test_names_take_no_line_and_hardly_any_type(open_window: Open) -> None:
    driver = open_window("example:dogs-chase-cats-projected", 1280, 720)
    workspace = driver.content.workspace
    assert _nameless(driver)  # it would have to scroll further
    columns = workspace._placement.columns()
    unit = workspace._placement.metrics.unit
    named = Metrics(unit, has_names=True)
    assert columns.with_names(Metrics(unit)) == Metrics(unit)
    assert columns._extent(named) > columns._extent(Metrics(unit))


def test_names_have_room_at_a_chosen_zoom(open_window: Open) -> None:
    driver = open_window("example:dogs-chase-cats", 3840, 2160)
    driver.content.layouts.change(Arrangement(zoom=1.0))
    driver.flush()
    assert _nameless(driver) == set()


def test_wide_inputs_are_whole_where_that_takes_little_of_the_type(open_window: Open) -> None:
    """The largest type in which the board fits would let their columns scroll."""
    rng = np.random.default_rng(0)
    query = rng.normal(size=(1, 16))
    key, value = rng.normal(size=(2, 2, 16))
    scenario = Scenario(query=query, key=key, value=value, kind="cross", heads=4)
    driver = open_window(scenario, 3840, 2160)
    for panel in ("query", "key", "value", "grad_output"):
        view = driver.view(panel)
        assert view.width() == 16 * view.columnWidth(0), panel
        assert view.horizontalScrollBar().maximum() == 0
    assert driver.content.workspace.zoom > 1.2


def test_a_board_that_scrolls_has_the_largest_type_that_takes_no_more_lines(
    open_window: Open,
) -> None:
    rng = np.random.default_rng(0)
    driver = open_window(
        Scenario(**{name: rng.normal(size=(300, 8)) for name in ("query", "key", "value")}),
        1280,
        720,
    )
    workspace = driver.content.workspace
    assert workspace._areas[1].verticalScrollBar().maximum()
    assert workspace._areas[1].horizontalScrollBar().maximum() == 0
    unit, extent = workspace._placement.metrics.unit, workspace._placement.columns()._extent
    assert SMALLEST_PIXELS < unit <= USUAL_PIXELS
    assert extent(workspace._placement.metrics) == extent(Metrics(SMALLEST_PIXELS))
    larger = extent(Metrics(unit + 1))
    assert unit == USUAL_PIXELS or larger > extent(workspace._placement.metrics), (
        "more lines, or too wide"
    )


def test_lines_of_a_board_that_scrolls_take_what_fits(
    open_window: Open, english_again: None
) -> None:
    rng = np.random.default_rng(0)
    query, key, value = (rng.normal(size=(n, 4)) for n in (48, 64, 64))
    driver = open_window(Scenario(query=query, key=key, value=value, kind="cross"), 1280, 720)
    workspace = driver.content.workspace
    shelf, gap = workspace._shelves.board, workspace._placement.metrics.gap
    for language in ("language.ru", "language.en"):
        driver.run(language)
        driver.flush()
        assert workspace._areas[1].verticalScrollBar().maximum()
        for section in shelf._plan.sections:
            for line, after in pairwise(section.lines):
                assert line[-1].right() + 1 + gap + after[0].width() > shelf.width() - gap


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (2560, 1440), (3840, 2160)])
def test_the_smallest_type_is_as_large_a_part_of_every_window(
    open_window: Open, width: int, height: int
) -> None:
    """It is read from the same place, however many pixels a projector has."""
    rng = np.random.default_rng(0)
    scenario = Scenario(
        **{name: rng.normal(size=(8, 16)) for name in ("query", "key", "value")}, heads=4
    )
    driver = open_window(scenario, width, height)
    workspace = driver.content.workspace
    assert workspace._areas[1].verticalScrollBar().maximum()
    smallest = max(SMALLEST_PIXELS, SMALLEST_PIXELS * height / 1080)
    assert 0.9 * smallest <= workspace._placement.metrics.unit < 1.5 * smallest
    driver.run("enlarge")
    driver.flush()
    assert workspace._shelves.board._metrics.unit > smallest


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_names_have_room_where_the_type_is_large(
    open_window: Open, english_again: None, language: str, width: int, height: int
) -> None:
    rng = np.random.default_rng(0)
    driver = open_window(
        Scenario(**{name: rng.normal(size=(2, 4)) for name in ("query", "key", "value")}),
        width,
        height,
    )
    driver.run(f"language.{language}")
    driver.flush()
    assert driver.content.workspace._placement.metrics.unit >= USUAL_PIXELS * height / 1080
    assert _nameless(driver) == set()


@pytest.mark.parametrize(("width", "height", "line"), [(1280, 720, 1), (3840, 2160, 2)])
def test_outlines_and_arrows_grow_with_the_type(
    open_window: Open, width: int, height: int, line: int
) -> None:
    rng = np.random.default_rng(0)
    given = {name: rng.normal(size=(64, 4)).round(2) for name in ("query", "key", "value")}
    driver = open_window(Scenario(**given), width, height)
    driver.click("weights", 20, 30)
    driver.flush()
    view = driver.view("query")
    assert not view.shows_digits
    picture = pixels(driver.picture("query")) & 0xFFFFFF
    ink, row = int(THEMES["light"].mark.removeprefix("#"), 16), 20 * view.rowHeight(0)
    edge = picture[row - 4 : row + 1, view.width() // 2] == ink
    assert edge.sum() == line, "what it reads is outlined"
    bar = driver.content.workspace._areas[0].verticalScrollBar()
    assert bar.isVisible()
    assert bar.width() == round(11 * driver.content.window._type_pixels / 13)
    box = driver.window.findChild(QComboBox, "heads")
    shown = pixels(box.grab().toImage()) & 0xFFFFFF
    letters = (shown != shown[shown.shape[0] // 2, 3])[6:-6]
    arrow = letters[:, -box.height() // 2 - 12 : -6].any(axis=0).sum()
    assert arrow >= 0.4 * driver.content.window._type_pixels


def test_a_mask_is_called_one_where_there_is_no_room_for_a_hint(
    open_window: Open, english_again: None
) -> None:
    rng = np.random.default_rng(0)
    query, key, value = (rng.normal(size=(n, 16)) for n in (48, 64, 64))
    scenario = Scenario(query=query, key=key, value=value, kind="cross", heads=4, causal=True)
    driver = open_window(scenario, 1280, 720)
    driver.run("language.ru")
    driver.flush()
    card = driver.panel("mask")
    assert card.isVisible()
    assert card.shown_name.startswith("маска (")
    assert "щёлкните ячейку" in card.accessibleName()
    wide = open_window(DOGS, 3840, 2160)
    wide.run("language.en")
    wide.run("part.mask")
    wide.flush()
    assert wide.panel("mask").shown_name == "mask, click a cell"


@pytest.mark.parametrize(("width", "height"), [(5690, 3210), (7680, 4320), (10240, 4320)])
@pytest.mark.parametrize("preset", ["forward", "lecture"])
def test_larger_windows_than_there_are_screens(
    open_window: Open, width: int, height: int, preset: str
) -> None:
    rng = np.random.default_rng(0)
    given = {name: rng.normal(size=(8, 16)) for name in ("query", "key", "value")}
    driver = open_window(Scenario(**given, heads=4), width, height)
    driver.run(f"layout.{preset}")
    driver.flush()
    assert driver.content.workspace._placement.metrics.unit >= 2 * SMALLEST_PIXELS
    driver.run("enlarge")
    driver.flush()
    driver.run("enlarge")
    driver.flush()


def test_a_title_of_two_lines_is_one_in_the_tool_bar(open_window: Open) -> None:
    one = np.ones((2, 2))
    driver = open_window(Scenario(query=one, key=one, value=one, title="Cats\n and  dogs"))
    assert driver.label("title") == "Cats and dogs"


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", examples.names())
def test_a_name_gives_way_only_where_its_line_is_full(
    open_window: Open, english_again: None, name: str, language: str
) -> None:
    driver = open_window(f"example:{name}", 1280, 720)
    driver.run(f"language.{language}")
    driver.flush()
    shelf = driver.content.workspace._shelves.board
    assert shelf._plan is not None
    right = driver.content.workspace._areas[1].viewport().width() - shelf._metrics.gap
    for section, place in zip(shelf._sections, shelf._plan.sections, strict=True):
        cards = iter(section.items)
        nameless = {
            card.title.name for card in section.items if card.title.full_name not in card.shown_name
        }
        for card in section.items:  # those that are named alike give way together
            assert (card.title.full_name in card.shown_name) == (card.title.name not in nameless)
        for line in place.lines:
            left = right - line[-1].right() - 1
            assert left >= 0
            for card, box in [(next(cards), box) for box in line]:
                assert isinstance(card, Card)
                assert card.geometry() == box
                is_alone = sum(c.title.name == card.title.name for c in section.items) == 1
                if card.title.full_name not in card.shown_name and is_alone:
                    assert card.width_with_name(card.metrics) - box.width() > left

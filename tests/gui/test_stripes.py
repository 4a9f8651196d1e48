"""Large matrices printed in grey: stripes tell negative numbers where both signs are one grey."""

import re
import zlib
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from window_driver import Driver, Open, pixels

from attention_gui.gui.app import render_pictures
from attention_gui.gui.ramps import ramp_of, shaded
from attention_gui.gui.theme import THEMES
from attention_gui.quantities import ColorScale
from attention_gui.scenario.scenario import Scenario

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NEGATIVE, STRIPE, POSITIVE, CARD = 0xB4513A, 0xF0DCD8, 0x2F6FB3, 0xFFFFFF
STEP = 3


def blocks(count: int) -> np.ndarray:
    """Return rows of 2, of −2, and of both zeros, so many of each as a quarter has."""
    return np.repeat([2.0, -2.0, 0.0, -0.0], count // 4)[:, np.newaxis] * np.ones(3)


def scenario(count: int, **options: object) -> Scenario:
    rng = np.random.default_rng(5)
    query, key = rng.normal(size=(2, count, 3))
    return Scenario(**{"query": query, "key": key, "value": blocks(count), **options})


def greys(image: QImage) -> np.ndarray:
    """Return a picture as a greyscale print has it."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
    return rows[:, : grey.width()].astype(int)


def area(driver: Driver, first: int, last: int) -> QRect:
    """Return where some rows of V are, without the marks of their neighbours."""
    view = driver.view("value")
    top, end = (view.visualRect(view.model().index(row, 0)).top() for row in (first, last))
    return QRect(QPoint(4, top + 6), QPoint(view.viewport().width() - 5, end - 6))


def cut(image: np.ndarray, box: QRect) -> np.ndarray:
    return image[box.top() : box.bottom() + 1, box.left() : box.right() + 1]


@pytest.mark.parametrize("count", [48, 64, 400])
def test_both_signs_are_told_apart_in_grey(open_window: Open, count: int) -> None:
    """Whatever the height of a cell is: 5, 3 and 1 pixels."""
    driver = open_window(scenario(count))
    height = {}
    for theme in ("light", "dark", "print"):
        driver.run(f"theme.{theme}")
        driver.flush()
        seen, height[theme] = greys(driver.picture("value")), driver.view("value").rowHeight(0)
        positive, negative, zero = (
            cut(seen, area(driver, at * count // 4, (at + 1) * count // 4)) for at in range(3)
        )
        assert positive.std() == zero.std() == 0, "only what is negative has stripes"
        if theme == "print":
            assert negative.std() > 40
            assert negative.std(axis=1).max() == 0, "they are horizontal"
        else:
            assert negative.std() == 0
            assert abs(positive.mean() - negative.mean()) < 20, "which is why there are stripes"
    assert len(set(height.values())) == 1


@pytest.mark.parametrize("count", [48, 64, 400])
def test_every_third_line_of_pixels_is_a_stripe(open_window: Open, count: int) -> None:
    driver = open_window(scenario(count))
    driver.run("theme.print")
    driver.flush()
    seen, quarter = pixels(driver.picture("value")), count // 4
    for at, colors in enumerate(
        [(POSITIVE, POSITIVE), (NEGATIVE, STRIPE), (CARD, CARD), (CARD, CARD)]
    ):
        box = area(driver, at * quarter, (at + 1) * quarter - (at == 3))
        is_stripe = np.arange(box.top(), box.bottom() + 1) % STEP == 0
        wanted = np.where(is_stripe, colors[1], colors[0])[:, np.newaxis]
        np.testing.assert_array_equal(cut(seen, box), wanted + np.zeros(box.width(), int))


def test_what_is_blocked_has_its_hatching_alone(open_window: Open) -> None:
    count = 64
    ones = np.ones((count, 3))
    driver = open_window(scenario(count, query=ones, key=-ones, causal=True))
    seen = {}
    for theme in ("light", "print"):
        driver.run(f"theme.{theme}")
        driver.flush()
        seen[theme] = pixels(driver.picture("masked_scores"))
    row, column = np.indices(seen["print"].shape)
    view = driver.view("masked_scores")
    row, column = row // view.rowHeight(0), column // view.columnWidth(0)
    is_blocked, is_marked = column > row, (row < 2) | (column < 2)
    lines = {theme: int(THEMES[theme].hatch[1:], 16) for theme in seen}
    ground, _ = shaded(np.array([CARD], np.uint32), THEMES["print"].hatch)
    blocked = {theme: image[is_blocked & ~is_marked] for theme, image in seen.items()}
    assert set(blocked["print"].tolist()) == {lines["print"], int(ground[0]) & 0xFFFFFF}
    is_line = [blocked[theme] == lines[theme] for theme in seen]
    np.testing.assert_array_equal(*is_line)
    assert set(seen["print"][~is_blocked & ~is_marked].tolist()) == {NEGATIVE, STRIPE}


def test_stripes_scroll_with_their_cells(open_window: Open) -> None:
    driver = open_window(scenario(240, query=np.ones((240, 3)), key=-np.ones((240, 3))))
    driver.run("theme.print")
    view = driver.view("raw_scores")
    view.setFocus()
    driver.key(Qt.Key.Key_F9)
    while not view.verticalScrollBar().maximum():
        driver.key(Qt.Key.Key_Plus, CONTROL)
        driver.flush()
    assert not view.shows_digits
    before = pixels(driver.picture("raw_scores"))[100:400, -400:]
    assert set(np.unique(before).tolist()) == {NEGATIVE, STRIPE}
    for dy in range(1, 60, 7):
        view.verticalScrollBar().setValue(dy)
        driver.flush()
        after = pixels(driver.picture("raw_scores"))[100 - dy : 400 - dy, -400:]
        np.testing.assert_array_equal(after, before)


def test_stripes_in_a_range_are_shaded_too(open_window: Open) -> None:
    driver = open_window(scenario(64))
    driver.run("theme.print")
    view = driver.view("value")
    view.setFocus()
    view.go_to(view.model().index(18, 0))
    for key in [Qt.Key.Key_Down] * 10 + [Qt.Key.Key_Right] * 2:
        driver.key(key, SHIFT)
    driver.flush()
    seen = cut(pixels(driver.picture("value")), area(driver, 20, 27))
    wanted, _ = shaded(np.array([NEGATIVE, STRIPE], np.uint32), THEMES["print"].mark)
    assert set(np.unique(seen).tolist()) == {int(color) & 0xFFFFFF for color in wanted}


# -- the legend ------------------------------------------------------------------------------


def legend(driver: Driver, panel: str) -> np.ndarray:
    """Return the colours of a card's legend, within its edge."""
    card = driver.panel(panel)
    seen = cut(pixels(card.grab().toImage()), card.bottom_line().adjusted(0, 0, 0, 1))
    is_edge = seen == int(driver.theme.muted[1:], 16)
    upper, lower = np.sort(np.argsort(is_edge.sum(axis=1))[-2:])
    left, right = np.flatnonzero(is_edge[upper : lower + 1].all(axis=0))[[0, -1]]
    return seen[upper + 1 : lower, left + 1 : right]


def is_plain(bar: np.ndarray) -> bool:
    """Return whether all lines of a legend's colours are the same."""
    return bool(bar.size and (bar == bar[0]).all())


def is_about(color: int, wanted: int) -> bool:
    return all(abs((color >> at & 0xFF) - (wanted >> at & 0xFF)) < 24 for at in (0, 8, 16))


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_legend_has_the_stripes_of_its_picture(
    open_window: Open, size: tuple[int, int]
) -> None:
    driver = open_window(scenario(64), *size)
    driver.run("theme.print")
    driver.flush()
    bar = legend(driver, "value")
    assert len(bar) >= 2 * STEP
    for y, line in enumerate(bar, start=1):
        assert is_about(line[0], NEGATIVE if y % STEP else STRIPE)
        assert is_about(line[-1], POSITIVE)
        np.testing.assert_array_equal(line[-len(line) // 2 + 1 :], bar[0][-len(line) // 2 + 1 :])
    assert is_plain(legend(driver, "weights"))
    driver.run("theme.light")
    driver.flush()
    assert is_plain(legend(driver, "value"))


def test_the_legend_of_digits_has_none(dogs: Driver) -> None:
    dogs.run("theme.print")
    dogs.flush()
    assert is_plain(legend(dogs, "raw_scores"))


def test_stripes_go_where_digits_come(open_window: Open) -> None:
    driver = open_window(scenario(40))
    driver.run("theme.print")
    driver.flush()
    view = driver.view("value")
    assert not is_plain(legend(driver, "value"))
    view.setFocus()
    driver.key(Qt.Key.Key_F9)
    driver.flush()
    assert view.shows_digits
    assert is_plain(legend(driver, "value"))
    assert STRIPE not in pixels(driver.picture("value"))


# -- pictures in files -----------------------------------------------------------------------


@pytest.mark.parametrize("scale", [0.5, 1.0, 1.5, 2.0])
@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_saved_picture_keeps_them(
    qapp: object, tmp_path: Path, scale: float, ending: str
) -> None:
    def saved(theme: str) -> QImage:
        (path,) = render_pictures(scenario(64), tmp_path / theme, ["value"], scale, theme, ending)
        if ending == "png":
            return QImage(str(path))
        renderer = QSvgRenderer(str(path))
        drawn = QImage(renderer.viewBox().size(), QImage.Format.Format_RGB32)
        painter = QPainter(drawn)
        renderer.render(painter)
        painter.end()
        return drawn

    light, printed = saved("light"), saved("print")
    colors = pixels(light)
    for color, has_stripes in ((NEGATIVE, True), (POSITIVE, False)):
        rows, columns = np.nonzero(colors == color)
        (top, bottom), middle = np.quantile(rows, [0.1, 0.9]).astype(int), int(np.median(columns))
        column = greys(printed)[top:bottom, middle]
        assert column.std() > 40 if has_stripes else column.std() == 0


def test_a_pdf_keeps_them(qapp: object, tmp_path: Path) -> None:
    def colors(theme: str) -> set[bytes]:
        (path,) = render_pictures(scenario(64), tmp_path / theme, ["value"], 2.0, theme, "pdf")
        found = set()
        for stream in re.findall(rb"stream\r?\n(.*?)endstream", path.read_bytes(), re.DOTALL):
            try:
                data = zlib.decompressobj().decompress(stream)
            except zlib.error:
                continue
            if len(data) % 3 == 0:
                found |= {data[i : i + 3] for i in range(0, len(data), 3)}
        return found

    negative, stripe = (color.to_bytes(3, "big") for color in (NEGATIVE, STRIPE))
    assert {negative, stripe} <= colors("print")
    assert negative in colors("light")
    assert stripe not in colors("light")


# -- the scale -------------------------------------------------------------------------------


def test_zero_and_what_is_no_number_have_no_stripes() -> None:
    ramp = ramp_of(THEMES["print"], ColorScale.SIGNED)
    between, on_stripes = ramp.layers
    none = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 0.5, 1.0, 2.0, -2.0])
    at = ramp.indices(none, (-1.0, 1.0))
    np.testing.assert_array_equal(between[at], on_stripes[at])
    negative = ramp.indices(np.linspace(-1, -0.01, 50), (-1.0, 1.0))
    assert (between[negative] != on_stripes[negative]).all()
    striped = {(name, scale) for name, theme in THEMES.items()
               for scale, stops in theme.scales.items() if stops.stripes is not None}  # fmt: skip
    assert striped == {("print", ColorScale.SIGNED)}

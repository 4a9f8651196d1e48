"""The studies show the engine's numbers, and can be exported."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from pyqtgraph import TextItem
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLabel, QMainWindow, QWidget
from tool_driver import JOB, Tool, opened, table_texts
from windows import content_of

from attention_gui.engine.studies import cost, scale_study, swap_study, two_scores
from attention_gui.gui.bar_chart import BarChart
from attention_gui.gui.matrix_view import MatrixView
from attention_gui.gui.theme import THEMES
from attention_gui.gui.tools.plot import CurvePlot
from attention_gui.quantities import Role
from attention_gui.scenario.edits import AddToken, SetCausal, SetCell, SetWindow
from attention_gui.scenario.scenario import Scenario

STUDIES = ("study.scaling", "study.two-scores", "study.order", "study.cost")

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def dogs(qapp: QApplication) -> Iterator[QMainWindow]:
    with opened("example:dogs-chase-cats") as window:
        yield window


def number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def plot(tool: Tool, name: str) -> CurvePlot:
    found = tool.window.findChild(QWidget, name)
    assert isinstance(found, CurvePlot)
    return found


def choose(tool: Tool, name: str, row: int) -> None:
    box = tool.window.findChild(QComboBox, name)
    assert box is not None
    box.setFocus()
    while box.currentIndex() != row:
        QTest.keyClick(box, Qt.Key.Key_Down if box.currentIndex() < row else Qt.Key.Key_Up)
    tool.finish()


def matrix(tool: Tool, name: str) -> MatrixView:
    view = tool.window.findChild(QWidget, name)
    assert isinstance(view, MatrixView)
    return view


# -- √d_k -------------------------------------------------------------------------------------


def test_the_scaling_study_shows_the_engines_numbers(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "study.scaling")
    tool.finish()
    study = scale_study()
    expected = [
        [f"{row.d_k}", *(f"{v:.2f}" for v in (
            row.score_std, row.largest_unscaled, row.largest_scaled, row.trace_unscaled,
            row.trace_scaled))]
        for row in study.rows
    ]  # fmt: skip
    assert tool.table("numbers") == expected
    largest, trace = plot(tool, "plot.largest"), plot(tool, "plot.trace")
    assert list(largest.curves[0].y) == [row.largest_unscaled for row in study.rows]
    assert list(largest.curves[1].y) == [row.largest_scaled for row in study.rows]
    assert list(trace.curves[0].y) == [row.trace_unscaled for row in study.rows]
    assert list(trace.curves[1].y) == [row.trace_scaled for row in study.rows]
    for curves in (largest.curves, trace.curves):
        assert [curve.label for curve in curves] == ["unscaled", "divided by √dₖ"]
        assert [curve.is_dashed for curve in curves] == [True, False]
    assert tool.label("figure.subtitle") == "keys n = 16, trials a width: 2,000, seed 0; means"
    assert "Vaswani et al. 2017, §3.2.1" in tool.label("figure.caption")


def test_keys_trials_seed_and_widths_are_editable(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "study.scaling")
    tool.finish()
    for name, text in (("keys", "4"), ("trials", "300"), ("seed", "9")):
        field = tool.field(name)
        field.selectAll()
        QTest.keyClicks(field, text)
    tool.type("widths", "2; 8 8,3")
    tool.finish()
    study = scale_study((2, 3, 8), 4, 300, 9)
    assert [number(row[2]) for row in tool.table("numbers")] == [
        round(row.largest_unscaled, 2) for row in study.rows
    ]
    assert [row[0] for row in tool.table("numbers")] == ["2", "3", "8"]
    assert "keys n = 4, trials a width: 300, seed 9" in tool.label("figure.subtitle")


@pytest.mark.parametrize(
    ("field", "text", "reason"),
    [
        ("keys", "1.5", "n is 1.5 instead of a whole number."),
        ("keys", "2000", "n is 2,000 instead of one of 1 … 1,024."),
        ("trials", "0", "trials is 0 instead of a whole number above 0."),
        ("seed", "-1", "seed is -1 instead of one of 0 … 4,294,967,296."),
        ("widths", "1, x", "'x' is not a number."),
        ("widths", "1 2 3 4 5 6 7 8 9 10 11 12 13", "13 values of dₖ are more than 12."),
    ],
)
def test_a_refused_field_keeps_its_text(
    dogs: QMainWindow, field: str, text: str, reason: str
) -> None:
    tool = Tool(dogs, "study.scaling")
    tool.finish()
    before = tool.table("numbers")
    tool.type(field, text)
    assert tool.refusals == [reason]
    assert tool.field(field).text() == text
    assert not tool.window.job.is_running
    assert tool.table("numbers") == before


def test_a_long_scaling_study_can_be_cancelled(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "study.scaling")
    tool.finish()
    before = tool.table("numbers")
    tool.type("trials", "1000000")
    assert tool.window.job.is_running
    QTest.qWait(200)
    tool.click("cancel")
    start = time.perf_counter()
    tool.finish()
    assert time.perf_counter() - start < 2
    assert tool.window.notice.text.startswith("Cancelled")
    assert tool.table("numbers") == before
    assert JOB not in {thread.name for thread in threading.enumerate()}


# -- two scores -------------------------------------------------------------------------------


def test_two_scores_are_those_of_the_engine(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "study.two-scores")
    assert tool.table("weights") == [
        ["0", "1.000000", "0.731059", "0.669762"],
        ["1", "0.000000", "0.268941", "0.330238"],
    ]
    tool.type("score.0", "3")
    tool.type("score.1", "-1,5")
    tool.type("factor", "1/8")
    study = two_scores((3.0, -1.5), 1 / 8)
    rows = tool.table("weights")
    for column, array in ((1, study.scores), (2, study.unscaled), (3, study.scaled)):
        assert [number(row[column]) for row in rows] == np.round(array, 6).tolist()
    for name, jacobian in (
        ("unscaled", study.jacobian_unscaled),
        ("scaled", study.jacobian_scaled),
    ):
        shown = [[number(cell) for cell in row[1:]] for row in tool.table(f"jacobian.{name}")]
        assert shown == np.round(jacobian, 6).tolist()
        assert tool.label(f"trace.{name}").endswith(f"= {np.trace(jacobian):.6f}")
    for name, weights in (("unscaled", study.unscaled), ("scaled", study.scaled)):
        chart = tool.window.findChild(BarChart, f"bars.{name}")
        assert chart.lengths.tolist() == weights.tolist()
        (left, right), rows_shown = chart.getPlotItem().getViewBox().viewRange()
        assert left < 0 < 1 < right, "a bar of 1 has its place"
        assert rows_shown == pytest.approx([0, 2]), "a row a key"
        ink = chart.grab().toImage()
        bar = QColor(THEMES["light"].roles[Role.WEIGHT])
        lengths = [
            sum(ink.pixelColor(x, round(chart.height() * y)) == bar for x in range(ink.width()))
            for y in (0.2, 0.6)
        ]
        assert lengths[0] / max(1, sum(lengths)) == pytest.approx(weights[0], abs=0.03)
    tool.type("factor", "0")
    assert tool.refusals == ["factor is 0.0 instead of a finite number above 0."]
    assert tool.table("weights") == rows


@pytest.mark.parametrize("score", ["1e308", "-1e308"])
def test_two_scores_that_overflow_are_refused(dogs: QMainWindow, score: str) -> None:
    tool = Tool(dogs, "study.two-scores")
    tables = ("weights", "jacobian.unscaled", "jacobian.scaled")
    tool.type("score.0", score)
    before = [tool.table(name) for name in tables]
    tool.type("factor", "10")
    assert tool.window.notice.text.startswith("Score times factor is too large for float64 at [0]")
    assert [tool.table(name) for name in tables] == before
    tool.type("factor", "1")
    assert tool.window.notice.text == ""
    tool.type("score.1", "-1e308")
    assert not any("NaN" in cell for name in tables for row in tool.table(name) for cell in row)


# -- order ------------------------------------------------------------------------------------


def test_swapped_tokens_are_shown_before_and_after(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "study.order")
    tool.finish()
    before, after = (matrix(tool, f"{time}.output") for time in ("before", "after"))
    assert table_texts(before)[0] == table_texts(after)[2] == ["0.277", "2.536"]
    assert after.sheet_model.sheet.rows.labels == ("↕ cats", "chase", "↕ dogs")
    assert before.sheet_model.sheet.rows.labels == ("↕ dogs", "chase", "↕ cats")
    assert after.sheet_model.sheet.columns.labels == ("0", "1")
    weights = matrix(tool, "after.weights")
    assert weights.sheet_model.sheet.columns.labels == ("↕ cats", "chase", "↕ dogs")
    assert weights._linked.tolist() == [[True] * 3, [True, False, True], [True] * 3]
    assert tool.label("figure.subtitle").startswith("✓ The marked rows and columns have moved")
    choose(tool, "second", 1)
    assert after.sheet_model.sheet.rows.labels == ("↕ chase", "↕ dogs", "cats")


def test_a_causal_mask_breaks_the_symmetry(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "study.order")
    tool.finish()
    content_of(dogs)._store.dispatch(SetCausal(True))
    tool.finish()
    study = swap_study(content_of(dogs)._store.snapshot.scenario.problem, 0, 2)
    text = tool.label("figure.subtitle")
    assert text.startswith(
        "✗ More than places has changed; bound to places, not to tokens: the causal mask ("
    )
    assert f"outputs {study.output_deviation:.3f}" in text
    content_of(dogs)._store.undo_stack.undo()
    tool.finish()
    assert tool.label("figure.subtitle").startswith("✓")


def test_all_that_breaks_the_symmetry_is_named(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "study.order")
    tool.finish()
    content_of(dogs)._store.dispatch(SetCausal(True))
    content_of(dogs)._store.dispatch(SetWindow(1))
    tool.finish()
    both = "the causal mask, the sliding window ("
    assert f"though it could; bound to places: {both}" in tool.label("figure.subtitle")
    content_of(dogs)._store.dispatch(SetWindow(2))
    tool.finish()
    assert f"bound to places, not to tokens: {both}" in tool.label("figure.subtitle")


def test_a_token_does_not_change_places_with_itself(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "study.order")
    tool.finish()
    choose(tool, "second", 0)
    assert tool.label("figure.title") == (
        "Dogs chase cats: “dogs” stays; choose two different tokens"
    )
    assert tool.label("figure.subtitle") == ""


def test_one_token_has_nothing_to_swap() -> None:
    ones = np.ones((1, 1, 2))
    with opened(Scenario(query=ones, key=ones, value=ones, title="alone")) as window:
        tool = Tool(window, "study.order")
        tool.finish()
        assert tool.label("figure.title") == "alone: with one token there is nothing to swap"
        assert tool.label("figure.subtitle") == ""
        for name in ("first", "second"):
            box = tool.window.findChild(QComboBox, name)
            assert box is not None
            assert not box.isEnabled()
        content_of(window)._store.dispatch(AddToken(1))
        tool.finish()
        assert all(box.isEnabled() for box in tool.window.findChildren(QComboBox))


@pytest.mark.parametrize("letter", ["x", "W"])
@pytest.mark.parametrize("length", [100, 3000])
def test_long_texts_leave_the_study_of_order_its_size(letter: str, length: int) -> None:
    random = np.random.default_rng(7)
    scenario = Scenario(
        **{name: random.normal(size=(1, 2, 2)) for name in ("query", "key", "value")},
        tokens=(letter * length, "b"), title=letter * 400,
    )  # fmt: skip
    with opened(scenario) as window:
        tool = Tool(window, "study.order")
        tool.finish()
        QTest.qWait(50)
        assert tool.window.width() == 1000
        assert tool.window.minimumSizeHint().width() <= 1000
        assert tool.window.figure.width() <= 1000
        box = tool.window.findChild(QComboBox, "first")
        assert box is not None
        assert box.currentText() == f"0: {letter * 13}…"


def test_an_edit_shows_in_the_study_of_order(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "study.order")
    tool.finish()
    for value in (1.0, 2.0, 3.0):  # as in a drag: the last one counts
        content_of(dogs)._store.dispatch(SetCell("value", 0, 0, 0, value))
    tool.finish()
    scenario = content_of(dogs)._store.snapshot.scenario
    expected = swap_study(scenario.problem, 0, 2).after["output"][0]
    shown = [[number(cell) for cell in row] for row in table_texts(matrix(tool, "after.output"))]
    assert shown == np.round(expected, 3).tolist()


def test_either_side_of_cross_attention_can_be_swapped() -> None:
    random = np.random.default_rng(5)
    scenario = Scenario(
        kind="cross", query=random.normal(size=(1, 2, 2)), key=random.normal(size=(1, 3, 2)),
        value=random.normal(size=(1, 3, 1)), tokens=("a", "b"), source_tokens=("x", "y", "z"),
    )  # fmt: skip
    with opened(scenario) as window:
        tool = Tool(window, "study.order")
        tool.finish()
        weights = matrix(tool, "after.weights").sheet_model
        assert weights.sheet.rows.labels == ("↕ b", "↕ a")
        assert weights.sheet.columns.labels == ("x", "y", "z")
        choose(tool, "kind", 1)
        assert weights.sheet.rows.labels == ("a", "b")
        assert weights.sheet.columns.labels == ("↕ y", "↕ x", "z")


# -- cost -------------------------------------------------------------------------------------


def test_the_cost_of_a_layer(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "study.cost")
    assert [row[1] for row in tool.table("numbers")] == [
        "16,384", "65,536", "524,288", "4,096", "1,048,576", "524,288", "64",
    ]  # fmt: skip
    tool.type("width", "768")
    tool.type("heads", "12")
    tool.type("tokens", "32000")
    expected = cost(32_000, 768, 12)
    shown = {row[0].split(",")[0]: number(row[1]) for row in tool.table("numbers")}
    assert shown["scores a head"] == expected.scores_of_head
    assert shown["parameters"] == expected.parameters == 2_359_296
    assert shown["attention"] == expected.attention_multiply_adds
    assert "n = 2d = 1,536" in tool.label("figure.title")
    attention, projections = plot(tool, "plot.work").curves
    for n, work, other in zip(attention.x, attention.y, projections.y, strict=True):
        entry = cost(int(n), 768, 12)
        assert (work, other) == (entry.attention_multiply_adds, entry.projection_multiply_adds)
    assert attention.x[0] <= 1536 / 8 < 32_000 * 8 <= attention.x[-1]


def test_heads_that_do_not_divide_the_width_are_refused(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "study.cost")
    before = tool.table("numbers")
    tool.type("heads", "5")
    assert "32" in tool.window.notice.text
    assert "5" in tool.window.notice.text
    assert tool.table("numbers") == before
    tool.type("heads", "8")
    assert tool.window.notice.text == ""


def test_the_largest_sizes_are_plotted(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "study.cost")
    tool.type("heads", "1")
    for name in ("tokens", "width"):
        tool.type(name, "1000000000")
    tool.type("tokens", "1")
    QApplication.processEvents()
    assert plot(tool, "plot.work").curves[0].x[0] == 1


def axis_numbers(shown: CurvePlot, side: str) -> list[tuple[float, float]]:
    """Return the numbers painted beside an axis, and the values of the places beside them."""
    axis = shown.getPlotItem().getAxis(side)
    box = shown.getPlotItem().getViewBox()
    image = QImage(9, 9, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    texts = axis.generateDrawSpecs(painter)[2]
    painter.end()
    found = []
    for rect, _, text in texts:
        place = box.mapSceneToView(axis.mapToScene(rect.center()))
        at = place.x() if side == "bottom" else place.y()
        raised = text[2:].translate(RAISED) if text[2:] and text.startswith("10") else ""
        written = 10.0 ** int(raised) if raised else number(text)
        found.append((written, 10.0**at if axis.logMode else at))
    assert found, "an axis without numbers"
    return found


RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
SIZES = [(128, 768, 12), (32_000, 32, 1), (10**9, 32, 1), (1, 10**9, 1), (10**9, 10**9, 1)]


def type_sizes(tool: Tool, tokens: int, width: int, heads: int) -> None:
    for name, count in (("heads", 1), ("width", width), ("heads", heads), ("tokens", tokens)):
        tool.type(name, str(count))


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_axes_have_the_numbers_of_the_table(dogs: QMainWindow, sizes: tuple[int, int, int]) -> None:
    tool = Tool(dogs, "study.cost")
    type_sizes(tool, *sizes)
    for name in ("plot.work", "plot.memory"):
        for theme in THEMES:  # drawn anew with every theme
            content_of(dogs).set_theme(theme)
            for side in ("bottom", "left"):
                for written, value in axis_numbers(plot(tool, name), side):
                    assert written == pytest.approx(value, rel=0.3)  # the place is a pixel's


def test_axes_of_the_scaling_study_have_its_numbers(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "study.scaling")
    tool.finish()
    for name in ("plot.largest", "plot.trace"):
        for written, value in axis_numbers(plot(tool, name), "left"):
            assert written == pytest.approx(value, abs=0.01)


def cut_labels(shown: CurvePlot) -> list[str]:
    """Return the texts in a plot that its edge cuts."""
    box = shown.getPlotItem().getViewBox()
    room = box.mapRectToScene(box.rect()).adjusted(-0.5, -0.5, 0.5, 0.5)
    texts = [item for item in shown.items() if isinstance(item, TextItem) and item.isVisible()]
    assert texts
    return [
        text.toPlainText()
        for text in texts
        if not room.contains(text.mapRectToScene(text.boundingRect()))
    ]


@pytest.mark.parametrize("width", [900, 1180, 1900])
def test_labels_in_plots_are_whole(dogs: QMainWindow, width: int) -> None:
    tool = Tool(dogs, "study.cost")
    for sizes in SIZES:
        tool.window.resize(width, 660)
        type_sizes(tool, *sizes)
        tool.window.picture("png", THEMES["light"])
        assert cut_labels(plot(tool, "plot.work")) == []
        assert cut_labels(plot(tool, "plot.memory")) == []
    tool = Tool(dogs, "study.scaling")
    tool.window.resize(width, 660)
    tool.finish()
    tool.window.picture("png", THEMES["light"])
    assert cut_labels(plot(tool, "plot.largest")) + cut_labels(plot(tool, "plot.trace")) == []


# -- all --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_can_be_exported(
    dogs: QMainWindow, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = Tool(dogs, name)
    tool.finish()
    for theme in THEMES:
        content_of(dogs).set_theme(theme)
        path = tmp_path / theme
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, p=path: (str(p), ""))
        tool.click("export")
        assert tool.label("said") == f"exported: {theme}.png"
        image = QImage(str(path.with_suffix(".png")))
        figure = tool.window.figure
        assert (image.width(), image.height()) == (2 * figure.width(), 2 * figure.height())
        assert image.pixelColor(image.width() // 2, 16).name() == THEMES[theme].card
        title = image.copy(36, 28, 400, 40)
        inks = {title.pixelColor(x, y).name() for x in range(400) for y in range(40)}
        assert THEMES[theme].ink in inks
    assert {file.name for file in tmp_path.iterdir()} == {f"{theme}.png" for theme in THEMES}


@pytest.mark.parametrize("name", STUDIES)
def test_studies_are_exported_as_lines_and_letters(
    dogs: QMainWindow, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = Tool(dogs, name)
    tool.finish()
    QApplication.processEvents()
    files = [tmp_path / "figure.pdf", tmp_path / "figure.svg"]
    offered: list[str] = []

    def choose_file(*arguments: object) -> tuple[str, str]:
        path = files[len(offered)]
        offered.append(str(arguments[-1]))
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose_file)
    for _ in files:
        tool.click("export")
    assert offered == ["PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"] * 2
    assert (tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF-")
    written = (tmp_path / "figure.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(written)
    figure = tool.window.figure
    assert root.get("viewBox") == f"0 0 {2 * figure.width()} {2 * figure.height()}"
    assert tool.label("figure.title").split()[0] in "".join(root.itertext())
    if tool.window.plots():
        assert "<image" not in written


def test_an_export_that_cannot_be_written_leaves_the_old_file(
    dogs: QMainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = Tool(dogs, "study.cost")
    path = tmp_path / "no such folder" / "figure.png"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    tool.click("export")
    assert str(path) in tool.window.notice.text
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    tool.click("export")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["gradcheck", *STUDIES])
def test_the_keyboard_reaches_everything_and_everything_has_a_name(
    dogs: QMainWindow, name: str
) -> None:
    tool = Tool(dogs, name)
    tool.finish()
    tool.window.activateWindow()
    assert QTest.qWaitForWindowActive(tool.window)
    reached, names = [], []
    for _ in range(30):
        focus = QApplication.focusWidget()
        if focus is not None and focus not in reached:
            reached.append(focus)
            names.append(focus.objectName())
        QTest.keyClick(focus or tool.window, Qt.Key.Key_Tab)
    kinds = ("QLineEdit", "QPushButton", "QComboBox", "QTableView")
    for widget in tool.window.findChildren(QWidget):
        if any(widget.inherits(kind) for kind in kinds) and widget.isVisible():
            if widget.isEnabled():
                assert widget in reached, f"{widget.objectName()} not in {names}"
            text = getattr(widget, "text", str)()
            assert widget.accessibleName() or text, widget.objectName()


@pytest.mark.parametrize("name", ["gradcheck", *STUDIES])
def test_no_text_is_cut(dogs: QMainWindow, name: str) -> None:
    tool = Tool(dogs, name)
    tool.finish()
    for size in ((1280, 720), (1920, 1080)):
        tool.window.resize(*size)
        QApplication.processEvents()
        for label in tool.window.findChildren(QLabel):
            if label.isVisible() and not label.wordWrap():
                assert label.width() >= label.sizeHint().width(), label.text()
            elif label.isVisible():
                assert label.height() >= label.heightForWidth(label.width()), label.text()


def test_a_tool_that_is_opened_again_is_the_same(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "study.cost")
    tool.type("tokens", "77")
    QTest.keyClick(tool.window, Qt.Key.Key_Escape)
    assert not tool.window.isVisible()
    again = Tool(dogs, "study.cost")
    assert again.window is tool.window
    assert again.field("tokens").text() == "77"

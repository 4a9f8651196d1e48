"""The gradient check in the window shows what the engine says, and never stands in the way."""

import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QTableView
from tool_driver import JOB, Tool, opened
from windows import content_of

from attention_gui.engine import check_gradients
from attention_gui.gui.tools.gradcheck_model import CoordinateModel
from attention_gui.quantities import Axis
from attention_gui.scenario import examples
from attention_gui.scenario.edits import RenameToken, SetCausal, SetCell
from attention_gui.scenario.scenario import Scenario

DOGS = "dogs-chase-cats"


def projected() -> Scenario:
    random = np.random.default_rng(3)
    return Scenario(
        inputs=random.normal(size=(2, 3, 4)), w_query=random.normal(size=(4, 4)),
        w_key=random.normal(size=(4, 2)), w_value=random.normal(size=(4, 2)),
        w_output=random.normal(size=(4, 3)), heads=2, key_value_heads=1,
        tokens=("a", "b", "c"),
    )  # fmt: skip


def large() -> Scenario:
    """Return a scenario whose check takes many seconds."""
    random = np.random.default_rng(4)
    return Scenario(**{name: random.normal(size=(1, 96, 64)) for name in ("query", "key", "value")},
                    heads=8)  # fmt: skip


pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def dogs(qapp: QApplication) -> Iterator[QMainWindow]:
    with opened(f"example:{DOGS}") as window:
        yield window


@pytest.fixture
def busy(qapp: QApplication) -> Iterator[tuple[QMainWindow, Tool]]:
    """Return a window with a check that runs and will not be finished soon."""
    with opened(large()) as window:
        tool = Tool(window, "gradcheck")
        tool.click("run")
        assert tool.window.job.is_running
        yield window, tool
        vars(tool).clear()


def is_stale(tool: Tool) -> bool:
    label = tool.window.findChild(QLabel, "stale")
    return label is not None and label.isVisible()


def run(window: QMainWindow) -> Tool:
    tool = Tool(window, "gradcheck")
    tool.click("run")
    tool.finish()
    return tool


def test_every_coordinate_has_a_row(dogs: QMainWindow) -> None:
    tool = run(dogs)
    check = check_gradients(examples.load(DOGS).problem)
    rows = tool.table("coordinates")
    assert len(rows) == sum(part.errors.size for part in check.inputs.values())
    assert rows[0][:3] == ["Q [dogs, 0]", "−0.205950022", "−0.205950022"]
    shown = [(float(row[1].replace("−", "-")), float(row[2].replace("−", "-"))) for row in rows]
    expected = [
        (round(a, 9), round(n, 9))
        for part in check.inputs.values()
        for a, n in zip(part.analytic.flat, part.numeric.flat, strict=True)
    ]
    assert shown == expected
    assert {row[5] for row in rows} == {"✓ passes"}
    assert [row[0] for row in tool.table("summary-table")] == ["Q queries", "K keys", "V values"]
    assert [row[1] for row in tool.table("summary-table")] == ["6", "6", "6"]
    assert "Dogs chase cats: ✓ All gradients pass (step 1e−6, tolerance 2e−6)" in tool.label(
        "heading"
    )


def test_inputs_and_projections_are_checked() -> None:
    scenario = projected()
    with opened(scenario) as window:
        tool = run(window)
        rows = tool.table("coordinates")
        check = check_gradients(scenario.problem)
        assert [row[1] for row in tool.table("summary-table")] == [
            str(part.checked) for part in check.inputs.values()
        ]
        assert rows[0][0] == "batch 0: X [a, 0]"
        assert rows[-1][0] == "W_O [h1·1, 2]"
        assert {row[5] for row in rows} == {"✓ passes"}


def test_nan_on_both_sides_passes_and_says_so() -> None:
    scenario = Scenario(
        query=np.ones((1, 2, 1)), key=np.ones((1, 2, 1)), value=np.ones((1, 2, 1)),
        padding=np.array([[True, True]]), empty_rows="nan",
    )  # fmt: skip
    with opened(scenario) as window:
        rows = run(window).table("coordinates")
        assert rows[-1][1:] == ["NaN", "NaN", "—", "—", "✓ both NaN"]


def test_a_step_that_is_too_large_to_pass(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "gradcheck")
    tool.type("step", "1/2")  # Enter also runs
    tool.finish()
    assert "✗ Some gradients fail" in tool.label("heading")
    verdicts = [row[5] for row in tool.table("coordinates")]
    check = check_gradients(examples.load(DOGS).problem, step=0.5)
    passes = np.concatenate([part.passes.ravel() for part in check.inputs.values()])
    assert verdicts == ["✓ passes" if ok else "✗ fails" for ok in passes]
    tool.click("largest")
    table = tool.window.findChild(QTableView, "coordinates")
    assert table is not None
    errors = np.concatenate([part.errors.ravel() for part in check.inputs.values()])
    assert table.currentIndex().row() == errors.argmax()


@pytest.mark.parametrize("tolerance", ["2e-6", "1e-9", "1e-14"])
def test_the_difference_is_shown_as_it_is(dogs: QMainWindow, tolerance: str) -> None:
    tool = Tool(dogs, "gradcheck")
    tool.type("tolerance", tolerance)
    tool.finish()
    check = check_gradients(examples.load(DOGS).problem, tolerance=float(tolerance))
    parts = check.inputs.values()
    plain = np.concatenate([np.abs(part.analytic - part.numeric).ravel() for part in parts])
    judged = np.concatenate([part.errors.ravel() for part in parts])
    rows = tool.table("coordinates")
    for column, expected in ((3, plain), (4, judged)):
        shown = [float(row[column].replace("−", "-")) for row in rows]
        np.testing.assert_allclose(shown, expected, rtol=0.06)
    largest = [float(row[2].replace("−", "-")) for row in tool.table("summary-table")]
    expected = [np.abs(part.analytic - part.numeric).max() for part in parts]
    np.testing.assert_allclose(largest, expected, rtol=0.06)
    table = tool.window.findChild(QTableView, "coordinates")
    assert table is not None
    header = [
        table.model().headerData(c, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        for c in range(6)
    ]
    assert header[4] == tool.label("rule")
    assert "max(1, |analytic|, |numeric|, ε / tolerance)" in tool.label("rule")


def test_a_tolerance_below_what_rounding_allows_is_told(dogs: QMainWindow) -> None:
    tool = run(dogs)
    label = tool.window.findChild(QLabel, "excused")
    assert label is not None
    assert not label.isVisible()
    tool.type("tolerance", "1e-14")
    tool.finish()
    assert "✓ All gradients pass as far as rounding can tell" in tool.label("heading")
    assert label.isVisible()
    assert label.text().endswith(": 18 of 18.")
    problem = examples.load(DOGS).problem
    check = check_gradients(problem, tolerance=1e-14)
    bound = float(label.text().rpartition(" ")[2].removesuffix(".").replace("−", "-"))
    largest = max(np.abs(part.analytic - part.numeric).max() for part in check.inputs.values())
    assert bound > largest  # or they would not pass
    tool.type("tolerance", f"{bound * 1.1}")
    tool.finish()
    assert not label.isVisible()
    assert "✓ All gradients pass (" in tool.label("heading")


@pytest.mark.parametrize("letter", ["x", "W"])
def test_long_texts_leave_the_window_its_size(letter: str) -> None:
    random = np.random.default_rng(7)
    scenario = Scenario(
        **{name: random.normal(size=(2, 2, 12)) for name in ("query", "key", "value")},
        tokens=(letter * 3000, "b"), title=letter * 400,
    )  # fmt: skip
    with opened(scenario) as window:
        tool = Tool(window, "gradcheck")
        size = tool.window.size()
        tool.click("run")
        tool.finish()
        QTest.qWait(50)
        assert tool.window.size() == size
        assert tool.window.minimumSizeHint().width() <= size.width()
        assert "✓ All gradients pass" in tool.label("heading")
        table = tool.window.findChild(QTableView, "coordinates")
        assert table is not None
        for row, texts in enumerate(tool.table("coordinates")[:12]):
            assert texts[0] == f"batch 0: Q [{letter * 19}…, {row}]"
            assert table.sizeHintForIndex(table.model().index(row, 0)).width() <= (
                table.columnWidth(0)
            )


def test_after_a_refusal_the_heading_says_what_is_shown(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "gradcheck")
    before = tool.label("heading")
    tool.type("step", "1e-300")
    tool.finish()
    assert tool.label("heading") == before
    tool.type("step", "1e-6")
    tool.finish()
    before, rows = tool.label("heading"), tool.table("coordinates")
    assert "✓ All gradients pass" in before
    tool.type("step", "1e-300")
    tool.finish()
    assert tool.window.notice.text
    assert tool.label("heading") == before
    assert tool.table("coordinates") == rows


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("abc", "'abc' is not a number."),
        ("0", "step is 0.0 instead of a finite number above 0."),
        ("", "There is no number."),
        ("inf", "'inf' is not a finite number."),
    ],
)
def test_a_step_that_is_refused_stays_with_its_reason(
    dogs: QMainWindow, text: str, reason: str
) -> None:
    tool = Tool(dogs, "gradcheck")
    field = tool.field("step")
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert tool.field("step").text() == text
    assert tool.refusals == [reason]
    assert not tool.window.job.is_running
    QTest.keyClicks(field, "1")
    QApplication.sendPostedEvents()
    assert tool.refusals == []


def test_a_step_too_small_is_refused_by_the_engine(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "gradcheck")
    tool.type("step", "1e-30")
    tool.finish()
    assert tool.window.notice.text == "step is 1e-30, too small to move every input."


def test_a_check_says_that_the_numbers_have_changed_since(dogs: QMainWindow) -> None:
    tool = run(dogs)
    assert not is_stale(tool)
    content_of(dogs)._store.dispatch(RenameToken(0, "cows"))
    content_of(dogs)._store.select(content_of(dogs)._store.selection_showing(Axis.QUERY, 1))
    assert not is_stale(tool)
    content_of(dogs)._store.dispatch(SetCell("query", 0, 0, 0, 7.0))
    assert is_stale(tool)
    content_of(dogs)._store.undo_stack.undo()
    assert not is_stale(tool)
    content_of(dogs)._store.dispatch(SetCausal(True))
    assert is_stale(tool)
    tool.click("run")
    tool.finish()
    assert not is_stale(tool)


def test_the_window_stays_responsive_while_a_check_runs(busy: tuple[QMainWindow, Tool]) -> None:
    window, tool = busy
    ticks: list[float] = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(time.perf_counter()))
    timer.start(10)
    QTest.qWait(600)
    content_of(window)._store.dispatch(SetCell("query", 0, 0, 0, 7.0))
    QTest.qWait(200)
    timer.stop()
    assert tool.window.job.is_running
    assert len(ticks) > 15
    assert tool.window.findChild(QLabel, "heading").text() == "Checking …"


def test_cancel_stops_the_check(busy: tuple[QMainWindow, Tool]) -> None:
    _, tool = busy
    QTest.qWait(100)
    tool.click("cancel")
    start = time.perf_counter()
    tool.finish()
    assert time.perf_counter() - start < 2
    assert "Cancelled" in tool.label("heading")
    assert JOB not in {thread.name for thread in threading.enumerate()}
    assert tool.window.findChild(QTableView, "coordinates").model().rowCount() == 0


def test_a_check_of_numbers_that_change_meanwhile_is_marked(dogs: QMainWindow) -> None:
    tool = Tool(dogs, "gradcheck")
    tool.click("run")
    content_of(dogs)._store.dispatch(SetCell("query", 0, 0, 0, 7.0))
    tool.finish()
    assert is_stale(tool)
    assert tool.table("coordinates")[0][1] == "−0.205950022"


def test_closing_the_tool_stops_the_check(busy: tuple[QMainWindow, Tool]) -> None:
    _, tool = busy
    QTest.keyClick(tool.window, Qt.Key.Key_Escape)
    assert not tool.window.isVisible()
    assert JOB not in {thread.name for thread in threading.enumerate()}


def test_closing_the_program_stops_the_check(busy: tuple[QMainWindow, Tool]) -> None:
    window, tool = busy
    window.close()
    assert not tool.window.isVisible()
    assert JOB not in {thread.name for thread in threading.enumerate()}


def test_a_table_of_many_coordinates_makes_only_the_texts_that_show() -> None:
    scenario = Scenario(
        **{n: np.ones((1, 90, 1)) for n in ("query", "key", "value")},
    )
    check = check_gradients(scenario.problem)
    model = CoordinateModel()
    start = time.perf_counter()
    model.set_check(scenario, check)
    assert time.perf_counter() - start < 0.1
    assert model.rowCount() == 270
    assert model.index(269, 0).data() == f"V [{scenario.labels[89]}, 0]"


def test_the_table_is_read_aloud(dogs: QMainWindow) -> None:
    table = run(dogs).window.findChild(QTableView, "coordinates")
    assert table is not None
    spoken = table.model().index(0, 4).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("coordinate Q [dogs, 0], analytic −0.205950022, numeric")
    assert spoken.endswith("verdict ✓ passes")

"""How numbers are displayed is chosen once, and shows in every text and every cell at once."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from hands import Hands, opened
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from window_driver import DOGS, Driver, Open, assert_agrees, pixels, recomputed, shown
from windows import started

from attention_gui.gui import languages
from attention_gui.gui.arrangement import Arrangement
from attention_gui.gui.color_scale import limit_texts
from attention_gui.gui.pictures import pictures
from attention_gui.gui.tools.two_scores import TwoScoresStudy
from attention_gui.scenario import examples
from attention_gui.scenario.numbers import USUAL, DecimalSign, NumberFormat
from attention_gui.scenario.scenario import Scenario

pytestmark = pytest.mark.usefixtures("qapp")

COMMA = NumberFormat(3, DecimalSign.COMMA)


@pytest.fixture
def dogs(open_window: Open) -> Iterator[Driver]:
    driver = open_window(DOGS)
    yield driver
    driver.store.set_numbers(USUAL)


@pytest.mark.parametrize("digits", range(9))
def test_every_cell_has_the_digits_that_were_chosen(digits: int) -> None:
    with opened(DOGS) as hands:
        weights = hands.store.snapshot.result["weights"][0, 0]
        loss = float(hands.store.snapshot.result.loss)
        before = hands.store.snapshot.scenario
        hands.choose("digits", digits)
        expected = [[shown(value, digits) for value in row] for row in weights.tolist()]
        assert hands.texts("weights") == expected
        chase = shown(weights[0, 1], digits)
        assert hands.spoken("weights", 0, 1) == f"weights, dogs to chase, {chase}"
        hands.click("weights", 0, 1)
        assert hands.label("explanation.value") == f"A [dogs → chase] = {chase}"
        assert hands.label("status.loss").endswith(f" = {shown(loss, digits)}")
        assert hands.store.snapshot.scenario is before
        assert not hands.store.undo_stack.canUndo(), "it is no edit"


def test_no_digits_are_written_without_a_sign(dogs: Driver) -> None:
    dogs.box("digits").setFocus()
    for _ in range(3):
        dogs.key(Qt.Key.Key_Up)
    assert dogs.box("digits").currentText() == "Digits 0"
    assert dogs.texts("raw_scores") == [["0", "4", "2"], ["1", "1", "2"], ["0", "2", "1"]]
    dogs.enter("query", 0, 0, "2.25")
    assert dogs.text("query", 0, 0) == "2"
    dogs.double_click("query", 0, 0)
    assert dogs.editors[0].text() == "2.25", "what is edited is the number itself"
    dogs.give_up()


def _first_weight(driver: Driver, digits: int) -> str:
    return shown(float(driver.snapshot.result["weights"][0, 0, 0, 0]), digits)


def test_keys_step_through_the_digits_and_stop_at_the_ends(dogs: Driver) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    for digits in (4, 5, 6, 7, 8, 8):
        dogs.key(Qt.Key.Key_Period, control)
        assert dogs.text("weights", 0, 0) == _first_weight(dogs, digits)
    assert not dogs.action("digits-more").isEnabled()
    for digits in (7, 6, 5, 4, 3, 2, 1, 0, 0):
        dogs.key(Qt.Key.Key_Comma, control)
        assert dogs.text("weights", 0, 0) == _first_weight(dogs, digits)
    assert not dogs.action("digits-fewer").isEnabled()
    assert dogs.action("digits-more").isEnabled()


@pytest.mark.parametrize("digits", [0, 1, 8])
@pytest.mark.parametrize("sign", ["point", "comma"])
def test_what_is_painted_is_the_text_of_the_cell(digits: int, sign: str) -> None:
    """Glyph by glyph: a cell looks as another one in which Qt itself writes the text."""
    matrix = [[1.25, -0.5], [-3.75, 2.0]]
    with opened(Scenario(query=matrix, key=matrix, value=matrix)) as hands:
        hands.pick(f"shown.{sign}")
        hands.choose("digits", digits)
        picture = hands.view("value").viewport().grab().toImage()
        other = NumberFormat(digits, DecimalSign(sign))
        assert hands.texts("value") == [[other.text(number) for number in row] for row in matrix]
        hands.pick("shown.comma" if sign == "point" else "shown.point")
        changed = hands.view("value").viewport().grab().toImage()
        same = np.array_equal(pixels(picture), pixels(changed))
        assert same == (digits == 0), "only a number without decimals has no sign to change"


def test_cells_are_as_wide_as_their_numbers(dogs: Driver) -> None:
    widths = []
    for digits in (3, 8):
        dogs.store.set_numbers(NumberFormat(digits))
        dogs.content.workspace.arrange(Arrangement(zoom=1.0))
        dogs.flush()
        widths.append(dogs.view("weights").columnWidth(0))
        view = dogs.view("grad_scaled_scores")
        text = dogs.text("grad_scaled_scores", 0, 1)
        assert view.fontMetrics().horizontalAdvance(text) < view.columnWidth(1), text
    assert widths[1] > 1.5 * widths[0]


def test_the_least_window_loses_nothing_at_eight_digits(open_window: Open) -> None:
    driver = open_window("example:two-heads", 1280, 720)
    driver.store.set_numbers(NumberFormat(8, DecimalSign.COMMA))
    driver.flush()
    for panel_id, panel in driver.content.workspace.panels.items():
        assert panel.width() >= panel.size_at(panel.metrics).width(), panel_id
        assert panel.parentWidget().rect().contains(panel.geometry()), panel_id
    driver.store.set_numbers(USUAL)


def test_a_decimal_comma_is_displayed_everywhere(dogs: Driver) -> None:
    dogs.click("weights", 0, 1)
    dogs.run("shown.comma")
    assert dogs.text("weights", 0, 1) == "0,768"
    assert dogs.view("weights").sheet_model.spoken(0, 1) == "weights, dogs to chase, 0,768"
    weight = float(dogs.snapshot.result["weights"][0, 0, 0, 1])
    hint = str(dogs.view("weights").model().index(0, 1).data(Qt.ItemDataRole.ToolTipRole))
    assert hint.endswith(f"\n{weight:.12f}".replace(".", ","))
    assert dogs.label("explanation.value") == "A [dogs → chase] = 0,768"
    assert dogs.label("explanation.unrounded") == f"unrounded: {weight!r}".replace(".", ",")
    assert "1 / 1,302 = 0,768" in dogs.label("explanation.lines")
    assert dogs.label("status.loss").endswith(" = 4,490")
    assert dogs.panel("exponentials").caption == "m = 2,828, Z = 1,302"
    weights = dogs.panel("weights").sheet
    assert limit_texts(weights.limits, dogs.snapshot.numbers) == ("0,000", "1,000")
    softmax = dogs.panel("exponentials")
    ticks = softmax.chart.getPlotItem().getAxis("bottom")._tickLevels
    assert [text for _, text in ticks[0]] == ["0", "0,5", "1"]
    assert dogs.action("shown.comma").isChecked()
    dogs.run("shown.point")
    assert dogs.text("weights", 0, 1) == "0.768"
    assert_agrees(dogs)


def test_the_legends_on_the_screen_have_the_displayed_sign(dogs: Driver) -> None:
    screen, window = dogs.window.screen(), dogs.window
    dogs.run("layout.gradients")  # no title has a number in it, so no panel moves
    dogs.flush()
    for sign in ("comma", "point"):
        dogs.run(f"shown.{sign}")
        dogs.flush()
        shown_now = pixels(screen.grabWindow(window.winId()).toImage()).copy()
        for panel in dogs.content.workspace.panels.values():
            panel.update()
        dogs.flush()
        painted_anew = pixels(screen.grabWindow(window.winId()).toImage())
        np.testing.assert_array_equal(shown_now, painted_anew)


def test_a_scale_of_its_own_is_written_with_the_comma(dogs: Driver) -> None:
    dogs.content._switches._dispatch_scale("0.25")
    dogs.run("shown.comma")
    dogs.flush()
    assert dogs.action("scale").text().endswith("· 0,25")
    assert dogs.content.workspace.panels["scaled_scores"].title.formula.endswith("0{,}25")


def test_what_is_offered_for_editing_and_copied_has_the_displayed_sign(dogs: Driver) -> None:
    dogs.run("decimal.either")
    dogs.run("shown.comma")
    dogs.enter("query", 0, 0, "1.5")
    dogs.double_click("query", 0, 0)
    assert dogs.editors[0].text() == "1,5"
    dogs.key(Qt.Key.Key_Return)
    assert not dogs.refusals
    dogs.click("query", 0, 0)
    dogs.run("copy")
    assert QApplication.clipboard().text().strip() == "1,5"


def test_a_displayed_sign_that_is_not_read_is_not_offered(dogs: Driver) -> None:
    dogs.run("decimal.point")
    dogs.run("shown.comma")
    dogs.enter("query", 0, 0, "1.5")
    assert dogs.text("query", 0, 0) == "1,500"
    dogs.double_click("query", 0, 0)
    assert dogs.editors[0].text() == "1.5"
    dogs.key(Qt.Key.Key_Return)
    assert not dogs.refusals
    dogs.run("decimal.either")


def test_half_typed_text_survives_other_digits(dogs: Driver) -> None:
    dogs.double_click("query", 0, 0)
    dogs.keys("7.")
    dogs.run("digits-more")
    assert dogs.editors[0].text() == "7."
    dogs.give_up()


@pytest.mark.parametrize(
    ("value", "digits", "typed"), [(0.25, 0, 1.0), (0.25, 1, 0.3), (0.25, 8, 0.26), (2.0, 0, 3.0)]
)
def test_a_number_moves_by_a_digit_that_is_displayed(
    dogs: Driver, value: float, digits: int, typed: float
) -> None:
    dogs.enter("query", 0, 0, str(value))
    dogs.store.set_numbers(NumberFormat(digits))
    dogs.click("query", 0, 0)
    dogs.key(Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert dogs.scenario.query[0, 0, 0] == pytest.approx(typed, abs=1e-12)


def test_another_scenario_and_undo_keep_the_choice(dogs: Driver) -> None:
    dogs.store.set_numbers(COMMA)
    dogs.enter("query", 0, 0, "3")
    dogs.store.undo_stack.undo()
    assert dogs.text("weights", 0, 1) == "0,768"
    dogs.store.open(examples.load("two-heads"))
    assert "," in dogs.text("weights", 0, 0)


def test_the_language_has_no_say_in_it(dogs: Driver) -> None:
    languages.set_language("ru")
    dogs.flush()
    try:
        assert dogs.text("weights", 0, 1) == "0.768"
        assert dogs.box("digits").currentText() == "Знаков: 3"
        dogs.run("shown.comma")
        spoken = dogs.view("weights").sheet_model.spoken(0, 1)
        assert spoken == "веса внимания, от dogs к chase, 0,768"
    finally:
        languages.set_language("en")
        dogs.flush()
    assert dogs.text("weights", 0, 1) == "0,768"


def _settings(folder: Path) -> QSettings:
    return QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)


def test_the_choice_is_kept_for_the_next_start(qtbot: object, tmp_path: Path) -> None:
    first = started(_settings(tmp_path))
    first._digits.activated.emit(5)
    first._menus["shown.comma"].trigger()
    first.window.settings.sync()  # type: ignore[union-attr]  # it was given
    second = started(_settings(tmp_path))
    assert second._store.snapshot.numbers == NumberFormat(5, DecimalSign.COMMA)
    assert second._digits.currentText() == "Digits 5"
    assert second._menus["shown.comma"].isChecked()
    for content in (first, second):
        content.window.deleteLater()


def test_the_decimal_sign_that_is_typed_is_kept_for_the_next_start(
    qtbot: object, tmp_path: Path
) -> None:
    first = started(_settings(tmp_path))
    assert first.editing.decimal is DecimalSign.EITHER
    first._menus["decimal.comma"].trigger()
    first.window.settings.sync()  # type: ignore[union-attr]  # it was given
    second = started(_settings(tmp_path))
    assert second.editing.decimal is DecimalSign.COMMA
    assert second._menus["decimal.comma"].isChecked()
    for content in (first, second):
        content.window.deleteLater()


@pytest.mark.parametrize("broken", ["9", "-1", "three", "", "3.5"])
def test_a_broken_choice_is_none(qtbot: object, tmp_path: Path, broken: str) -> None:
    settings = _settings(tmp_path)
    settings.setValue("numbers/digits", broken)
    settings.setValue("numbers/decimal-sign", "semicolon")
    settings.setValue("editing/decimal-sign", "semicolon")
    content = started(settings)
    assert content._store.snapshot.numbers == USUAL
    assert content.editing.decimal is DecimalSign.EITHER
    content.window.deleteLater()


def test_pictures_of_the_window_have_its_numbers(dogs: Driver) -> None:
    seen = []

    def draw(widget: object, *_: object) -> None:
        model = widget.view.sheet_model  # type: ignore[attr-defined]  # a panel
        seen.append([model.text(0, column) for column in range(model.columnCount())])

    dogs.store.set_numbers(NumberFormat(1, DecimalSign.COMMA))
    pictures(dogs.snapshot, "light", 1.0, ["weights"], draw=draw)
    assert seen == [["0,0", "0,8", "0,2"]]


def test_tools_write_the_decimal_sign(hands: Hands) -> None:
    hands.pick("study.two-scores")
    tool = hands.content.tools._windows["study.two-scores"]
    assert "," not in tool._traces["scaled"].text()
    hands.pick("shown.comma")
    assert "," in tool._traces["scaled"].text()
    assert "." not in tool._traces["scaled"].text()


def test_the_fields_of_tools_have_the_decimal_sign_and_read_either(hands: Hands) -> None:
    hands.pick("study.two-scores")
    tool = hands.content.tools._windows["study.two-scores"]
    assert isinstance(tool, TwoScoresStudy)
    factor, score = (tool.findChild(QLineEdit, name) for name in ("factor", "score.0"))
    assert factor is not None
    assert score is not None
    assert factor.text() == repr(1 / 2**0.5)
    _retype(score, "1.5")
    hands.pick("shown.comma")
    assert factor.text() == repr(1 / 2**0.5).replace(".", ",")
    assert score.text() == "1,5"
    assert tool.outcome.factor == 1 / 2**0.5
    for typed in ("0,25", "0.25"):
        _retype(factor, "3")
        assert tool.outcome.factor == 3
        _retype(factor, typed)
        assert tool.outcome.factor == 0.25
    _retype(factor, "1.2.3")
    hands.pick("shown.point")
    assert factor.text() == "1.2.3", "what is refused stays"
    assert score.text() == "1.5"


def _retype(field: QLineEdit, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


@pytest.fixture
def hands() -> Iterator[Hands]:
    with opened(DOGS) as hands:
        yield hands


def test_the_unrounded_sum_stands_beside_what_does_not_add_up(dogs: Driver) -> None:
    dogs.click("grad_query", 2, 1)
    exact = repr(float(dogs.snapshot.result["grad_query"][0, 2, 1])).replace("-", "−")
    for digits in (0, 1, 3, 8):
        dogs.store.set_numbers(NumberFormat(digits))
        *terms, total = dogs.label("explanation.lines").split("\n")
        last = [Decimal(term.rpartition(" ")[2].replace("−", "-")) for term in terms]
        shown_total = Decimal(total.split(" ")[2].replace("−", "-"))
        assert total.endswith(f"(unrounded {exact})") == (sum(last) != shown_total), digits
    dogs.store.set_numbers(NumberFormat(1))
    assert "unrounded" in dogs.label("explanation.lines")
    languages.set_language("ru")
    dogs.flush()
    try:
        assert f"(без округления {exact})" in dogs.label("explanation.lines")
    finally:
        languages.set_language("en")
        dogs.flush()


@pytest.mark.parametrize("digits", range(5))
def test_a_sum_that_its_terms_do_not_make_is_said_to_be_near(dogs: Driver, digits: int) -> None:
    dogs.store.set_numbers(NumberFormat(digits, DecimalSign.POINT))
    for row, token in enumerate(("dogs", "chase", "cats")):
        dogs.click("weights", row, 0)
        card = dogs.panel("exponentials")
        terms = [Decimal(texts[1]) for texts in dogs.texts("exponentials")]
        total = float(recomputed(dogs.scenario)["row_sums"][0, 0, row])
        shown_total = f"{total:.{digits}f}"
        is_sum = Decimal(shown_total) in (sum(terms), Decimal(total))
        assert card.caption.endswith(f"Z {'=' if is_sum else '≈'} {shown_total}"), token
        assert (f"Z = {total!r}" in card.toolTip()) != is_sum


def test_a_sum_that_is_exact_is_not_said_to_be_near(open_window: Open) -> None:
    halves = Scenario(query=np.zeros((2, 1)), key=np.zeros((2, 1)), value=[[1], [3]])
    driver = open_window(halves)
    driver.store.set_numbers(NumberFormat(0, DecimalSign.POINT))
    assert [texts[1] for texts in driver.texts("exponentials")] == ["1", "1"]
    assert driver.panel("exponentials").caption == "m = 0, Z = 2"

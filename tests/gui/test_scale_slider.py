"""The scale as a temperature, and the rest of the tool bar."""

from collections.abc import Iterator

import numpy as np
import pytest
from hands import Hands, opened, shown
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSlider, QStyle, QStyleOptionSlider, QToolButton

from attention_gui.scenario.scenario import Scenario
from attention_gui.scenario.typed_numbers import DecimalSign

RNG = np.random.default_rng(53)
LEFT = Qt.MouseButton.LeftButton
ROOT = 1 / np.sqrt(2)  # dogs-chase-cats has d_k = 2


@pytest.fixture
def dogs(qapp: object) -> Iterator[Hands]:
    with opened("example:dogs-chase-cats") as hands:
        yield hands


def _slider(hands: Hands) -> QSlider:
    slider = hands.window.findChild(QSlider, "scale-slider")
    assert slider is not None
    return slider


def _number(hands: Hands) -> QToolButton:
    button = hands.window.findChild(QToolButton, "scale-factor")
    assert button is not None
    return button


def _handle(slider: QSlider) -> QPoint:
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    box = slider.style().subControlRect(
        QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, slider
    )
    return box.center()


def _drag(slider: QSlider, *steps: int) -> None:
    """Press the handle, move it by so many pixels one after the other, release it."""
    at = _handle(slider)
    QTest.mousePress(slider, LEFT, pos=at)
    for step in steps:
        at += QPoint(step, 0)
        QTest.mouseMove(slider, at)
        QApplication.processEvents()
    QTest.mouseRelease(slider, LEFT, pos=at)


def test_it_starts_in_the_middle_of_its_scale(dogs: Hands) -> None:
    assert _slider(dogs).value() == 0
    assert _number(dogs).text() == "× 0.707"
    assert 10 ** (_slider(dogs).minimum() / 100) == pytest.approx(0.05, rel=0.01)
    assert 10 ** (_slider(dogs).maximum() / 100) == pytest.approx(5, rel=0.01)


def test_a_drag_scales_and_is_one_undo_step(dogs: Hands) -> None:
    raw = dogs.store.snapshot.result["raw_scores"][0, 0]
    _drag(_slider(dogs), 5, 5, 5)
    factor = dogs.scenario.scale
    assert isinstance(factor, float)
    assert factor > ROOT
    assert _number(dogs).text() == f"× {factor:.3g}"
    assert dogs.texts("scaled_scores") == shown(raw * factor)
    assert dogs.store.undo_stack.count() == 1
    _drag(_slider(dogs), -10, -20)
    assert dogs.scenario.scale < factor
    assert dogs.store.undo_stack.count() == 2
    dogs.undo()
    assert dogs.scenario.scale == factor
    dogs.undo()
    assert dogs.scenario.scale == "inverse_sqrt_dk"
    assert _slider(dogs).value() == 0


def test_a_drag_back_to_where_it_was_is_no_undo_step(dogs: Hands) -> None:
    _drag(_slider(dogs), 12, -12)
    assert dogs.scenario.scale == "inverse_sqrt_dk"
    assert dogs.store.undo_stack.count() == 0


def test_the_ends_are_a_twentieth_and_five_times(dogs: Hands) -> None:
    _slider(dogs).setFocus()
    dogs.key(Qt.Key.Key_Home)
    assert dogs.scenario.scale == float(f"{0.05 * ROOT:.3g}")
    dogs.key(Qt.Key.Key_End)
    assert dogs.scenario.scale == float(f"{5 * ROOT:.3g}")
    assert dogs.store.undo_stack.count() == 2


def test_the_middle_is_exactly_the_root(dogs: Hands) -> None:
    _slider(dogs).setFocus()
    dogs.key(Qt.Key.Key_Right)
    assert dogs.scenario.scale == float(f"{10**0.01 * ROOT:.3g}")
    dogs.key(Qt.Key.Key_Left)
    assert dogs.scenario.scale == "inverse_sqrt_dk"


def test_a_double_click_and_the_number_reset_it(dogs: Hands) -> None:
    slider = _slider(dogs)
    slider.setFocus()
    dogs.key(Qt.Key.Key_End)
    QTest.mouseDClick(slider, LEFT, pos=_handle(slider))
    assert dogs.scenario.scale == "inverse_sqrt_dk"
    dogs.key(Qt.Key.Key_Home)
    QTest.mouseClick(_number(dogs), LEFT)
    assert dogs.scenario.scale == "inverse_sqrt_dk"
    assert slider.value() == 0


def test_it_shows_a_scale_set_elsewhere(dogs: Hands) -> None:
    dogs.action("scale").trigger()
    assert dogs.scenario.scale == "none"
    assert _number(dogs).text() == "× 1"
    assert _slider(dogs).value() == round(100 * np.log10(1 / ROOT))
    assert dogs.store.undo_stack.count() == 1


def test_it_does_not_move_away_under_the_mouse(dogs: Hands) -> None:
    slider = _slider(dogs)
    before = slider.mapTo(dogs.window, QPoint())
    slider.setFocus()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageDown):
        dogs.key(key)
        dogs.flush()
        assert slider.mapTo(dogs.window, QPoint()) == before
        button = _number(dogs)
        assert button.fontMetrics().horizontalAdvance(button.text()) < button.width()


def test_key_value_heads_are_offered_with_several_heads(qapp: object) -> None:
    arrays = {name: RNG.normal(size=(3, 12)) for name in ("query", "key", "value")}
    with opened(Scenario(**arrays, heads=6)) as hands:
        box = hands.box("key-value-heads")
        assert box.isVisible()
        assert [box.itemText(i) for i in range(box.count())] == ["K/V 1", "K/V 2", "K/V 3", "K/V 6"]
        hint = box.itemData(1, Qt.ItemDataRole.ToolTipRole)
        assert hint == "Share 2 key/value heads among 6 heads (drops columns of K and V)"
        hands.choose("key-value-heads", 2)
        assert hands.scenario.n_groups == 3
        assert hands.scenario.key.shape == (1, 3, 6)
        hands.undo()
        assert hands.scenario.n_groups == 6


def test_one_head_has_no_key_value_heads_to_choose(dogs: Hands) -> None:
    assert not dogs.box("key-value-heads").isVisible()


@pytest.mark.parametrize("width", [1280, 1920])
def test_nothing_of_the_tool_bar_is_cut(qapp: object, width: int) -> None:
    arrays = {name: RNG.normal(size=(2, 3, 16)) for name in ("query", "key", "value")}
    scenario = Scenario(**arrays, heads=16, scale=0.0354, title="A title that is rather long")
    with opened(scenario, width, 720) as hands:
        controls = hands.content.controls
        extension = controls.findChild(QToolButton, "qt_toolbar_ext_button")
        assert extension is None or not extension.isVisible()
        names = ["heads", "key-value-heads", "head", "batch"]
        parts = [hands.box(name) for name in names]
        parts += [hands.window.findChild(QToolButton, i) for i in ("examples", "export")]
        parts += [_slider(hands), _number(hands)]
        parts += [controls.widgetForAction(hands.action(i)) for i in ("causal", "scale")]
        for part in parts:
            assert part.isVisible(), part.objectName()
            assert part.width() >= part.sizeHint().width() or part is _slider(hands)
            right = part.mapTo(controls, part.rect().topRight()).x()
            assert right < controls.width(), part.objectName()
        assert hands.window.width() == width


def test_its_ends_are_told_with_the_decimal_sign_that_is_displayed(dogs: Hands) -> None:
    slider = dogs.window.findChild(QSlider, "scale-slider")
    assert slider is not None
    assert slider.accessibleName() == "scale, from 0.05 to 5 times 1/√dₖ"
    dogs.pick(f"shown.{DecimalSign.COMMA}")
    assert slider.accessibleName() == "scale, from 0,05 to 5 times 1/√dₖ"
    assert slider.accessibleName() in slider.toolTip()


def test_a_screen_reader_hears_the_scale_not_where_the_slider_stands(dogs: Hands) -> None:
    interface = QAccessible.queryAccessibleInterface(_slider(dogs))
    assert interface.role() == QAccessible.Role.Slider
    assert interface.text(QAccessible.Text.Value) == "× 0.707"
    assert interface.text(QAccessible.Text.Name) == "scale, from 0.05 to 5 times 1/√dₖ"
    assert interface.state().focusable
    QTest.keyClick(_slider(dogs), Qt.Key.Key_Right)
    assert interface.text(QAccessible.Text.Value) == f"× {dogs.scenario.scale:.3g}"
    assert dogs.scenario.scale != "inverse_sqrt_dk"

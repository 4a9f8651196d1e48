"""The scale as a temperature: a slider around 1/√d_k, and the number that it stands at."""

from math import log10, sqrt

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontInfo, QFontMetrics, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QToolButton, QWidget

from attention_gui.gui.fonts import BASE_PIXELS
from attention_gui.gui.store import Snapshot, new_gesture
from attention_gui.quantities import Axis
from attention_gui.scenario.edits import SetScale

__all__ = ["ScaleSlider"]

_LEAST, _MOST = 0.05, 5.0
"""Ends of the slider, as multiples of 1/√d_k."""

_STEPS = 100  # a factor of ten
_DIGITS = 3
_CATCH = 2
"""Steps from the middle within which a drag stops at it."""

_WIDTH = 78
_PADDING = 5
_ONE_STEP = -1  # no gesture: an undo step of its own


class _Slider(QSlider):
    """A slider that a double click resets."""

    reset = Signal()

    accessible_value = ""
    """What screen readers say it stands at."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Reset."""
        self.reset.emit()


class ScaleSlider(QWidget):
    """Sets what multiplies the raw scores; a drag is one gesture.

    Attributes
    ----------
    moved : Signal(Edit, int)
        The scale to be set, and the number of the gesture.
    """

    moved = Signal(object, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._gesture = _ONE_STEP
        self._base = 1.0
        self._slider = _Slider(Qt.Orientation.Horizontal)
        self._slider.setObjectName("scale-slider")
        self._slider.setRange(_step(_LEAST), _step(_MOST))
        self._number = QToolButton()
        self._number.setObjectName("scale-factor")
        self._number.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._slider)
        row.addWidget(self._number)
        self._slider.sliderPressed.connect(self._begin)
        self._slider.sliderReleased.connect(self._end)
        self._slider.valueChanged.connect(self._move)
        self._slider.reset.connect(self._reset)
        self._number.clicked.connect(self._reset)
        self.retranslate()

    def retranslate(self) -> None:
        """Take up the language; what names a number comes with the next snapshot."""
        self._number.setToolTip(self.tr("Back to 1/√dₖ"))

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the scale of the scenario."""
        factor = snapshot.scenario.problem.scale_factor
        self._base = 1 / sqrt(snapshot.scenario.sizes[Axis.KEY_FEATURE])
        with QSignalBlocker(self._slider):
            self._slider.setValue(_step(factor / self._base))
        text = f"× {snapshot.numbers.written(f'{factor:.{_DIGITS}g}')}"
        self._number.setText(text)
        self._number.setAccessibleName(self.tr("scale {0}, back to 1/√dₖ").format(text))
        self._slider.accessible_value = text
        ends = (snapshot.numbers.written(f"{end:g}") for end in (_LEAST, _MOST))
        spoken = self.tr("scale, from {0} to {1} times 1/√dₖ").format(*ends)
        hint = self.tr("double click: back to 1/√dₖ")
        self._slider.setAccessibleName(spoken)
        self._slider.setToolTip(f"{spoken}\n{hint}")
        self.fit()

    def fit(self) -> None:
        """Keep room for any number: the slider must not slide away under the mouse."""
        # Two blanks are what Qt adds to the text of a button.
        widest = QFontMetrics(self._number.font()).horizontalAdvance("× 0.0000  ")
        pixels = QFontInfo(self._number.font()).pixelSize()
        self._slider.setFixedWidth(_WIDTH * max(pixels, BASE_PIXELS) // BASE_PIXELS)
        self._number.setFixedWidth(widest + 2 * _PADDING)

    def _begin(self) -> None:
        self._gesture = new_gesture()

    def _end(self) -> None:
        self._gesture = _ONE_STEP

    def _move(self, step: int) -> None:
        """Set the scale that the slider stands at; its middle is exactly 1/√d_k."""
        is_dragged = self._gesture != _ONE_STEP  # by pixels, which are coarser than steps
        if abs(step) <= (_CATCH if is_dragged else 0):
            self.moved.emit(SetScale("inverse_sqrt_dk"), self._gesture)
            return
        multiple = min(max(10 ** (step / _STEPS), _LEAST), _MOST)
        number = float(f"{multiple * self._base:.{_DIGITS}g}")
        self.moved.emit(SetScale(number), self._gesture)

    def _reset(self) -> None:
        self.moved.emit(SetScale("inverse_sqrt_dk"), _ONE_STEP)


def _step(multiple: float) -> int:
    """Return where on the slider a multiple of 1/√d_k is, as near as its ends allow."""
    return round(_STEPS * log10(min(max(multiple, _LEAST), _MOST)))

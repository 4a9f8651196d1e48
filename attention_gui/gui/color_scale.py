"""The colour scale of a matrix, between the numbers at its ends, as a card's legend shows it."""

from functools import lru_cache

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter

from attention_gui.gui.fonts import SAME_WIDTH, advance
from attention_gui.gui.ramps import STRIPE_STEP, Ramp
from attention_gui.gui.theme import Metrics, Theme
from attention_gui.scenario.numbers import NumberFormat

__all__ = [
    "Limits",
    "draw_scale",
    "limit_characters",
    "limit_texts",
    "scale_pixels",
    "scale_width",
]

Limits = tuple[float, float]
"""The values at the ends of a scale."""

_LEAST_DIGITS = 3
_LENGTH, _BETWEEN = 3.2, 0.4
"""Of the colours, and between them and a number, in sizes of the type."""
_STRIPED = 3 * STRIPE_STEP
"""Height of colours with stripes in pixels, where the line has room for it: it shows two."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def scale_pixels(metrics: Metrics) -> int:
    """Return the size of the type."""
    return round(metrics.label_pixels * 0.92)


def limit_characters(limits: Limits | None, numbers: NumberFormat) -> int:
    """Return how many characters a limit has; at least some, so that cards keep their width."""
    least = len("−00.") + _format(numbers).digits
    return least if limits is None else max([least, *map(len, limit_texts(limits, numbers))])


def scale_width(n_characters: int, metrics: Metrics) -> float:
    """Return the width of a scale whose limits have so many characters."""
    limit = advance(scale_pixels(metrics), "−" + "0" * (n_characters - 2) + ".")
    return 2 * limit + (_LENGTH + 2.5 * _BETWEEN) * metrics.unit


def draw_scale(
    painter: QPainter,
    ramp: Ramp,
    limits: Limits,
    numbers: NumberFormat,
    theme: Theme,
    metrics: Metrics,
    line: QRect,
    *,
    is_picture: bool,
) -> float:
    """Draw a scale at the left of a line, in the painter's font, and return its width.

    Parameters
    ----------
    painter : QPainter
    ramp : Ramp
    limits : tuple of float
    numbers : NumberFormat
    theme : Theme
    metrics : Metrics
    line : QRect
    is_picture : bool
        Whether the cells are without digits, and so have the ramp's stripes.
    """
    first, last = limit_texts(limits, numbers)
    before, after = (
        advance(scale_pixels(metrics), text.translate(SAME_WIDTH)) for text in (first, last)
    )
    unit, height = metrics.unit, metrics.unit * 0.44
    is_striped = is_picture and ramp.stripes is not None
    if is_striped:
        height = min(max(height, _STRIPED), line.height() - STRIPE_STEP)
    bar = QRect(
        round(line.left() + before + unit * _BETWEEN), round(line.center().y() - height / 2 + 1),
        round(unit * _LENGTH), round(height),
    )  # fmt: skip
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # its edges are those of pixels
    painter.fillRect(bar, _colors(ramp, bar.left(), bar.right()))
    if is_striped:
        on_stripes = _colors(ramp, bar.left(), bar.right(), is_stripe=True)
        for y in range(bar.top() + STRIPE_STEP, bar.bottom() + 1, STRIPE_STEP):
            painter.fillRect(bar.left(), y, bar.width(), 1, on_stripes)
    painter.setPen(QColor(theme.muted))
    painter.drawRect(bar)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawText(line, _LEFT, first)
    end = line.adjusted(round(bar.right() + unit * _BETWEEN) - line.left(), 0, 0, 0)
    painter.drawText(end, _LEFT, last)
    return before + after + (_LENGTH + 2 * _BETWEEN) * unit


@lru_cache(maxsize=64)
def _colors(ramp: Ramp, left: float, right: float, *, is_stripe: bool = False) -> QBrush:
    """Return the colours of a scale, or those on its stripes, from one place to another."""
    colors = ramp.layers[is_stripe]
    gradient, last = QLinearGradient(left, 0, right, 0), len(colors) - 1
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        gradient.setColorAt(share, QColor.fromRgb(int(colors[round(share * last)])))
    return QBrush(gradient)


@lru_cache(maxsize=256)
def limit_texts(limits: Limits, numbers: NumberFormat) -> tuple[str, str]:
    """Return the numbers at the ends of a scale as they are displayed."""
    least, most = limits
    return _format(numbers).text(least), _format(numbers).text(most)


@lru_cache(maxsize=64)
def _format(numbers: NumberFormat) -> NumberFormat:
    """Return how limits are displayed: rounded to 0 they say nothing."""
    return numbers.with_digits(max(_LEAST_DIGITS, numbers.digits))

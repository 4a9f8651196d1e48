"""The program's font, which comes with it: text measures the same on every machine."""

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF
from PySide6.QtWidgets import QApplication

from attention_gui import assets

__all__ = ["BASE_PIXELS", "SAME_WIDTH", "advance", "set_fonts", "text_font"]

FAMILY = "Inter"
BASE_PIXELS = 13
"""Type size around the board in a small window."""

SAME_WIDTH = str.maketrans("123456789≈", "000000000=")
"""Tabular digits are equally wide, and so are = and ≈: such texts need the same room."""


def set_fonts() -> None:
    """Give the application the bundled font, so that text measures the same on every machine.

    Raises
    ------
    RuntimeError
        When Qt refuses a font that the program ships.
    """
    _load_fonts()
    QApplication.setFont(text_font(BASE_PIXELS))


@cache
def _load_fonts() -> None:
    for name in ("Inter-Regular.otf", "Inter-SemiBold.otf"):
        if QFontDatabase.addApplicationFontFromData(assets.read_bytes("fonts", name)) < 0:
            raise RuntimeError(f"Qt cannot read the bundled font {name}")


def text_font(pixels: float, *, bold: bool = False) -> QFont:
    """Return the program's font with digits of one width.

    Parameters
    ----------
    pixels : float
        Size of the type; rounded, at least 1.
    bold : bool
    """
    return QFont(_font(max(1, round(pixels)), bold=bold))


@cache
def _font(pixels: int, *, bold: bool) -> QFont:
    font = QFont(FAMILY)
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    font.setFeature(QFont.Tag.fromString("tnum"), 1)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@cache
def advance(pixels: int, text: str) -> float:
    """Return the width of a text in the program's font."""
    return QFontMetricsF(text_font(pixels)).horizontalAdvance(text)

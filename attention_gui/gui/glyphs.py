"""Writing many short texts at once.

`QPainter.drawText` shapes every text anew, which costs more than everything else in a panel.
Numbers are made of a few characters, so each is shaped once a font, and a whole panel is drawn
as one run of glyphs.
"""

from collections.abc import Iterable
from functools import lru_cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QGlyphRun, QRawFont, QTextLayout

from attention_gui.gui.theme import text_font

__all__ = ["SAME_WIDTH", "GlyphWriter", "writer"]


class GlyphWriter:
    """Knows the glyphs of one font.

    Texts whose characters it cannot set one by one (marks that combine, characters of other
    fonts) have no `width`, and are left to Qt.
    """

    def __init__(self, font: QFont) -> None:
        self._font = font
        self._raw: QRawFont | None = None
        self._glyphs: dict[str, int] = {}
        self._advances: dict[str, float] = {}
        self._widths: dict[str, float | None] = {}
        self._points: dict[tuple[float, float, str], list[QPointF]] = {}
        for character in "0123456789−.e·,h∞":
            self._learn(character)

    def _learn(self, character: str) -> None:
        layout = QTextLayout(character, self._font)
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        runs = layout.glyphRuns()
        indexes = runs[0].glyphIndexes() if len(runs) == 1 else []
        if len(indexes) != 1:
            return
        if self._raw is None:
            self._raw = runs[0].rawFont()
        if runs[0].rawFont().familyName() == self._raw.familyName():
            self._glyphs[character] = indexes[0]
            self._advances[character] = line.naturalTextWidth()

    def width(self, shape: str) -> float | None:
        """Return the length of a text in pixels, or None if it cannot be set by characters.

        Parameters
        ----------
        shape : str
            The text with every digit replaced by 0; see `SAME_WIDTH`.
        """
        if shape not in self._widths:
            known = all(character in self._glyphs for character in shape)
            self._widths[shape] = sum(self._advances[c] for c in shape) if known else None
        return self._widths[shape]

    def run(self, texts: Iterable[tuple[float, float, str, str]]) -> QGlyphRun:
        """Return the glyphs of many texts.

        Parameters
        ----------
        texts : iterable of (right end, baseline, text, shape)
        """
        indexes: list[int] = []
        positions: list[QPointF] = []
        glyph = self._glyphs.__getitem__
        for right, y, text, shape in texts:
            indexes += map(glyph, text)
            positions += self._place(right, y, shape)
        run = QGlyphRun()
        if self._raw is not None:
            run.setRawFont(self._raw)
        run.setGlyphIndexes(indexes)
        run.setPositions(positions)
        return run

    def _place(self, right: float, y: float, shape: str) -> list[QPointF]:
        """Return the places of a text's characters, made once: cells stay where they are."""
        key = (right, y, shape)
        points = self._points.get(key)
        if points is None:
            if len(self._points) >= _MOST_PLACES:
                self._points.clear()
            x = right - (self.width(shape) or 0.0)
            points = []
            for character in shape:
                points.append(QPointF(x, y))
                x += self._advances[character]
            self._points[key] = points
        return points


_MOST_PLACES = 20_000
"""Texts whose places are remembered."""

SAME_WIDTH = str.maketrans("123456789", "000000000")
"""Tabular digits are equally wide: texts of one shape need one measurement."""


@lru_cache(maxsize=32)
def writer(pixels: int) -> GlyphWriter:
    """Return the writer of the program's font in a size."""
    return GlyphWriter(text_font(pixels))

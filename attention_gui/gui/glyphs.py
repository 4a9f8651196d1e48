"""Writing a matrix of numbers at once.

`QPainter.drawText` shapes every text anew, which costs more than everything else in a panel.
Numbers are made of a few characters, so each is shaped once a font, and all numbers of a panel
are drawn as one run of glyphs. Digits of one width make the places of the glyphs the same
whatever the numbers are: an edit changes glyphs, not places.
"""

from functools import lru_cache
from itertools import chain, compress

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QGlyphRun, QRawFont, QTextLayout

from attention_gui.gui.cells import Cells
from attention_gui.gui.fonts import text_font
from attention_gui.scenario.numbers import NumberFormat

__all__ = ["Glyphs", "NumberGrid", "glyphs_of"]

_BLANK = " "
_CHARACTERS = "0123456789−.," + _BLANK
_MOST_RUNS = 16


class Glyphs:
    """The glyphs of the characters of numbers in one font.

    Attributes
    ----------
    raw : QRawFont
    advances : dict of str to float
        In pixels.
    """

    def __init__(self, font: QFont) -> None:
        self._by_code = np.zeros(1 + max(map(ord, _CHARACTERS)), dtype=np.intp)
        self.advances: dict[str, float] = {}
        for character in _CHARACTERS:
            layout = QTextLayout(character, font)
            layout.beginLayout()
            line = layout.createLine()
            layout.endLayout()
            self.advances[character] = line.naturalTextWidth()
            run = layout.glyphRuns()[0]
            (self._by_code[ord(character)],) = run.glyphIndexes()
            self.raw: QRawFont = run.rawFont()

    def indices(self, text: str) -> npt.NDArray[np.intp]:
        """Return the glyph of every character of a text that is made of those of numbers."""
        codes = np.frombuffer(text.encode("utf-16-le"), dtype="<u2")
        glyphs: npt.NDArray[np.intp] = self._by_code[codes]
        return glyphs


@lru_cache(maxsize=32)
def glyphs_of(pixels: int) -> Glyphs:
    """Return the glyphs of the program's font in a size."""
    return Glyphs(text_font(pixels))


class NumberGrid:
    """Numbers with the same count of decimals, right-aligned in cells of one size.

    Parameters
    ----------
    glyphs : Glyphs
    cells : Cells
    baseline : float
        Below the top of a cell.
    n_characters : int
        Room for every number, both signs included.
    numbers : NumberFormat
    """

    def __init__(
        self,
        glyphs: Glyphs,
        cells: Cells,
        baseline: float,
        n_characters: int,
        numbers: NumberFormat,
    ) -> None:
        self._glyphs = glyphs
        self._n_characters = n_characters
        offsets = self._offsets(numbers)
        right = (cells.width + self.width) / 2
        self._places = [
            [
                QPointF(c * cells.width + right - offset, r * cells.height + baseline)
                for offset in offsets
            ]
            for r in range(cells.n_rows)
            for c in range(cells.n_columns)
        ]
        self._runs: dict[bytes, QGlyphRun] = {}

    def _offsets(self, numbers: NumberFormat) -> list[float]:
        """Return how far left of the right end every character starts."""
        advances = [self._glyphs.advances["0"]] * self._n_characters
        if numbers.digits:
            advances[-1 - numbers.digits] = self._glyphs.advances[numbers.decimal.character]
        ends = np.cumsum(advances[::-1])[::-1]
        self.width = float(ends[0])
        return [float(end) for end in ends]

    def run(self, glyphs: npt.NDArray[np.intp], shown: npt.NDArray[np.bool_]) -> QGlyphRun:
        """Return the glyphs of the numbers of some cells, at their places.

        Parameters
        ----------
        glyphs : ndarray of int, shape (n_numbers, n_characters)
            Of each of the numbers, from `Glyphs.indices`.
        shown : ndarray of bool, shape (n_rows, n_columns)
            Which cells they are in.
        """
        key = shown.tobytes()
        run = self._runs.get(key)
        if run is None:
            run = QGlyphRun()
            run.setRawFont(self._glyphs.raw)
            run.setPositions(
                list(chain.from_iterable(compress(self._places, shown.ravel().tolist())))
            )
            if len(self._runs) >= _MOST_RUNS:  # masks of a few cells hardly ever come back
                self._runs.clear()
            self._runs[key] = run
        run.setGlyphIndexes(glyphs.ravel().tolist())
        return run

"""Writing a matrix of numbers at once.

`QPainter.drawText` shapes every text anew, which costs more than everything else in a panel.
Numbers are made of a few characters, so each is shaped once a font, and all numbers of a panel
are drawn as one run of glyphs. Digits of one width make the places of the glyphs the same
whatever the numbers are: an edit changes glyphs, not places.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, compress

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QGlyphRun, QRawFont, QTextLayout

from attention_gui.gui.cells import Cells
from attention_gui.gui.theme import text_font
from attention_gui.scenario.numbers import NumberFormat

__all__ = ["Glyphs", "NumberGrid", "glyphs_of"]

_BLANK = " "
_CHARACTERS = "0123456789−.," + _BLANK


class Glyphs:
    """The glyphs of the characters of numbers in one font.

    Attributes
    ----------
    raw : QRawFont
    index : dict of str to int
    advances : dict of str to float
        In pixels.
    """

    def __init__(self, font: QFont) -> None:
        self.index: dict[str, int] = {}
        self.advances: dict[str, float] = {}
        for character in _CHARACTERS:
            layout = QTextLayout(character, font)
            layout.beginLayout()
            line = layout.createLine()
            layout.endLayout()
            self.advances[character] = line.naturalTextWidth()
            run = layout.glyphRuns()[0]
            (self.index[character],) = run.glyphIndexes()
            self.raw: QRawFont = run.rawFont()


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

    def run(self, texts: Sequence[str], shown: npt.NDArray[np.bool_]) -> QGlyphRun:
        """Return the glyphs of some of the numbers.

        Parameters
        ----------
        texts : sequence of str
            Of every cell, in rows; no longer than there is room for.
        shown : ndarray of bool, shape (n_cells,)
            Which of them are written.
        """
        key = shown.tobytes()
        run = self._runs.get(key)
        if run is None:
            run = QGlyphRun()
            run.setRawFont(self._glyphs.raw)
            run.setPositions(list(chain.from_iterable(compress(self._places, shown.tolist()))))
            self._runs.clear()  # masks hardly ever come back
            self._runs[key] = run
        padded = "".join([text.rjust(self._n_characters) for text in compress(texts, shown)])
        run.setGlyphIndexes(list(map(self._glyphs.index.__getitem__, padded)))
        return run

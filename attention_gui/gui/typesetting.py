"""TeX to SVG.

ziamath typesets in pure Python: its import takes as long as that of Qt, and a formula some tens
of milliseconds. So the formulas of the catalogue are typeset once for all (by
``tests/formulas.py``) and installed with the program; ziamath is imported for the others, such as
those with a scale of one's own.
"""

import gzip
import json
from collections.abc import Mapping
from functools import cache

from attention_gui import assets

__all__ = ["COLOR", "PIXELS", "STORE", "svg", "typeset"]

COLOR = "#000000"
"""What formulas are typeset in."""

PIXELS = 48.0
"""Size of the letters: typeset large once, scaled to the size that is wanted."""

STORE = ("formulas", "catalogue.json.gz")
"""Where the typeset formulas of the catalogue are: a mapping from TeX to SVG."""


def svg(tex: str) -> str:
    """Return a formula as SVG 1.1."""
    return _stored().get(tex) or typeset(tex)


def typeset(tex: str) -> str:
    """Return a formula as SVG 1.1, typeset now."""
    from ziamath import zmath
    from ziamath.config import config

    config.svg2 = False  # QtSvg draws SVG 1.1
    drawn: str = zmath.Latex(tex, size=PIXELS, color=COLOR, inline=True).svg()
    for tag in ("<path ", "<rect "):  # else letters in a vector picture would get black edges
        drawn = drawn.replace(tag, f'{tag}stroke-width="0" ')
    return drawn


@cache
def _stored() -> Mapping[str, str]:
    stored: dict[str, str] = json.loads(gzip.decompress(assets.read_bytes(*STORE)))
    return stored

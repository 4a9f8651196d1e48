"""Colours and sizes: what decides, with the font, how the window looks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication

from attention_gui.gui.fonts import advance
from attention_gui.quantities import ColorScale, Role

__all__ = [
    "STRIPE_STEP",
    "SYSTEM",
    "THEMES",
    "Frame",
    "Metrics",
    "Ramp",
    "Theme",
    "keep_theme",
    "kept_theme",
    "shaded",
    "theme_of_the_system",
]

USUAL_PIXELS = 14
"""Type size of the board at zoom 100 %: type has whole pixels, and 50 % is to be some, too."""

SMALLEST_PIXELS = 10
"""Type size below which the board scrolls instead, unless the user chooses another."""

_STEPS = 255  # odd: the middle entry of a diverging ramp is exactly zero's colour

STRIPE_STEP = 3
"""Pixels from one stripe of a picture to the next. Odd: a picture of half the size is made of
every second pixel, and keeps some of them."""


class Frame(StrEnum):
    """How a panel's matrix is framed, so that its role survives a greyscale print."""

    SOLID = "solid"
    DASHED = "dashed"
    DOTTED = "dotted"
    DOUBLE = "double"
    DOUBLE_ROUNDED = "double rounded"
    THICK_LEFT = "thick left"
    DASH_DOTTED = "dash-dotted"


FRAMES: Mapping[Role, Frame] = {
    Role.INPUT: Frame.DASH_DOTTED,
    Role.QUERY: Frame.SOLID,
    Role.KEY: Frame.DASHED,
    Role.VALUE: Frame.DOUBLE,
    Role.SCORE: Frame.DOTTED,
    Role.WEIGHT: Frame.DOUBLE_ROUNDED,
    Role.OUTPUT: Frame.SOLID,
    Role.GRADIENT: Frame.THICK_LEFT,
}


@dataclass(frozen=True, eq=False)
class Ramp:
    """A colour scale as a table.

    Attributes
    ----------
    colors : ndarray of uint32, shape (255,)
        0xffRRGGBB from the lower limit to the upper.
    light_text : ndarray of bool, shape (255,)
        Where white text has the better contrast (black has it elsewhere).
    stripes : ndarray of uint32, shape (255,), or None
        The colours on thin lines across a picture; None without such lines. Those of negative
        numbers are paler, so that they are told from positive ones where both are one grey.
    """

    colors: npt.NDArray[np.uint32]
    light_text: npt.NDArray[np.bool_]
    stripes: npt.NDArray[np.uint32] | None = None

    @property
    def layers(self) -> list[npt.NDArray[np.uint32]]:
        """The colours of a picture, and those on its stripes if it has some."""
        return [self.colors] if self.stripes is None else [self.colors, self.stripes]

    def indices(
        self, values: npt.NDArray[np.float64], limits: tuple[float, float]
    ) -> npt.NDArray[np.intp]:
        """Return the table index of every value.

        What is not a number within the limits, as a blocked score, has the index of zero.
        """
        low, high = limits
        at = self._nearest(values, limits)
        within = values >= low
        within &= values <= high  # neither −∞ nor NaN
        if not within.all():
            at[~within] = self._nearest(np.zeros(1), limits)[0]
        return at

    def _nearest(
        self, values: npt.NDArray[np.float64], limits: tuple[float, float]
    ) -> npt.NDArray[np.intp]:
        """Return the table index of every value; what is not finite gets the lower end's.

        The span is halved before it is taken, so that limits near the largest float64 do not
        overflow.
        """
        low, high = limits
        with np.errstate(all="ignore"):
            steps = values / 2
            steps -= low / 2
            steps /= high / 2 - low / 2
            # fmax and fmin take the number where the other is NaN.
            np.fmin(np.fmax(steps, 0.0, out=steps), 1.0, out=steps)
            steps *= _STEPS - 1
            np.rint(steps, out=steps)
        return steps.astype(np.intp)

    def colored(
        self, values: npt.NDArray[np.float64], limits: tuple[float, float]
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.bool_]]:
        """Return the colour of every value, and where white text has the better contrast."""
        at = self.indices(values, limits)
        return self.colors.take(at), self.light_text.take(at)


def _ramp(*stops: str, stripes: str | None = None) -> Ramp:
    """Return the ramp through evenly spaced colours, with stripes of a colour over the first."""
    colors, light_text = _table(*stops)
    return Ramp(colors, light_text, None if stripes is None else _table(stripes, *stops[1:])[0])


def _table(*stops: str) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.bool_]]:
    """Return colours between evenly spaced ones, and where white text has the better contrast."""
    points = np.array([[int(s[i : i + 2], 16) / 255 for i in (1, 3, 5)] for s in stops])
    at = np.linspace(0, 1, _STEPS)
    mixed = [np.interp(at, np.linspace(0, 1, len(stops)), points[:, i]) for i in range(3)]
    rgb = np.rint(np.stack(mixed, axis=1) * 255).astype(np.uint32)
    colors = (0xFF << 24) | (rgb[:, 0] << 16) | (rgb[:, 1] << 8) | rgb[:, 2]
    return colors.astype(np.uint32), luminance(rgb / 255) < _EVEN_LUMINANCE


_EVEN_LUMINANCE = 0.05 * (21**0.5 - 1)
"""Relative luminance on which black and white text have the same contrast (WCAG 2.2)."""

_SHADE = 0.22
"""How much of the mark's colour is in the ground of a range of cells."""


def shaded(
    colors: npt.NDArray[np.uint32], mark: str
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.bool_]]:
    """Return colours as they are in a range, and where white text has the better contrast.

    Parameters
    ----------
    colors : ndarray of uint32
        0xffRRGGBB.
    mark : str
        What they are mixed with, "#rrggbb".
    """
    channels = np.stack([(colors >> shift) & 0xFF for shift in (16, 8, 0)], axis=-1)
    over = np.array([int(mark[i : i + 2], 16) for i in (1, 3, 5)])
    rgb = np.rint(channels * (1 - _SHADE) + over * _SHADE).astype(np.uint32)
    mixed = np.uint32(0xFF << 24) | (rgb[..., 0] << 16) | (rgb[..., 1] << 8) | rgb[..., 2]
    return mixed.astype(np.uint32), luminance(rgb / 255) < _EVEN_LUMINANCE


def luminance(rgb: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the relative luminance of sRGB colours, shape (n, 3) in [0, 1] (WCAG 2.2)."""
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


@dataclass(frozen=True, eq=False)
class Theme:
    """One palette. Colours are "#rrggbb".

    Attributes
    ----------
    ground, card, line, ink, muted : str
        Behind the cards, on the cards, their hairlines, text, secondary text.
    accent, on_accent : str
        Pressed toggles and the text on them.
    warning : str
        Refusals.
    mark : str
        Outline of linked and selected cells.
    hatch : str
        Lines over blocked cells.
    bar : str
        Bars of the chart.
    roles : mapping of Role to str
    ramps : mapping of ColorScale to Ramp
    """

    ground: str
    card: str
    line: str
    ink: str
    muted: str
    accent: str
    on_accent: str
    warning: str
    mark: str
    hatch: str
    bar: str
    roles: Mapping[Role, str]
    ramps: Mapping[ColorScale, Ramp] = field(repr=False)


_LIGHT_ROLES = {
    Role.INPUT: "#57606a",
    Role.QUERY: "#0072b2",
    Role.KEY: "#d55e00",
    Role.VALUE: "#00805d",
    Role.SCORE: "#57606a",
    Role.WEIGHT: "#8a2f7a",
    Role.OUTPUT: "#1b1f24",
    Role.GRADIENT: "#b3261e",
}

THEMES: Mapping[str, Theme] = {
    "light": Theme(
        ground="#f5f6f2", card="#ffffff", line="#d5d8d2", ink="#1b1f24", muted="#57606a",
        accent="#1b1f24", on_accent="#ffffff", warning="#a3281f", mark="#1b1f24",
        hatch="#8b8f88", bar="#8a2f7a", roles=_LIGHT_ROLES,
        ramps={
            ColorScale.SIGNED: _ramp("#b4513a", "#ffffff", "#2f6fb3"),
            ColorScale.UNIT: _ramp("#ffffff", "#8a2f7a"),
        },
    ),
    "dark": Theme(
        ground="#15181c", card="#1f2329", line="#3a4048", ink="#eceff1", muted="#a9b1ba",
        accent="#eceff1", on_accent="#15181c", warning="#ff9d8f", mark="#ffffff",
        hatch="#7d858e", bar="#d58ac8",
        roles={
            Role.INPUT: "#a9b1ba",
            Role.QUERY: "#56b4e9",
            Role.KEY: "#f0914a",
            Role.VALUE: "#3fc79a",
            Role.SCORE: "#a9b1ba",
            Role.WEIGHT: "#d58ac8",
            Role.OUTPUT: "#eceff1",
            Role.GRADIENT: "#ff8a7a",
        },
        ramps={
            ColorScale.SIGNED: _ramp("#d9765b", "#1f2329", "#5b9bd9"),
            ColorScale.UNIT: _ramp("#1f2329", "#c77ab9"),
        },
    ),
    "print": Theme(
        ground="#ffffff", card="#ffffff", line="#8a8a8a", ink="#000000", muted="#333333",
        accent="#000000", on_accent="#ffffff", warning="#8b1a12", mark="#000000",
        hatch="#555555", bar="#555555", roles={**_LIGHT_ROLES, Role.OUTPUT: "#000000"},
        ramps={
            # Stripes are not quite the card's colour: they may be all that is seen of a row.
            ColorScale.SIGNED: _ramp("#b4513a", "#ffffff", "#2f6fb3", stripes="#f0dcd8"),
            ColorScale.UNIT: _ramp("#ffffff", "#8a2f7a"),
        },
    ),
}  # fmt: skip
"""Every theme by its name on the command line."""

SYSTEM = "system"
"""Stands for the theme, light or dark, that the system has."""


_SETTING = "theme"


def kept_theme(settings: QSettings | None) -> str:
    """Return the theme that was chosen last, or `SYSTEM`; without settings nothing was."""
    kept = None if settings is None else settings.value(_SETTING)
    return str(kept) if kept in THEMES else SYSTEM


def keep_theme(settings: QSettings | None, name: str) -> None:
    """Note a theme for `kept_theme`."""
    if settings is not None:
        settings.setValue(_SETTING, name)


def theme_of_the_system() -> str:
    """Return the name of the theme that fits what the system shows."""
    is_dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return "dark" if is_dark else "light"


@dataclass(frozen=True)
class Metrics:
    """Sizes on the board, all from one type size, so that zoom scales type and cells alike.

    Attributes
    ----------
    unit : int
        Type size of the cells, in pixels.
    has_names : bool
        Whether cards are as wide as their titles with the name of the quantity.
    """

    unit: int = USUAL_PIXELS
    has_names: bool = False

    @property
    def _space(self) -> float:
        """Space around and between things: less where the smallest type says that room lacks."""
        usual = self.unit * 0.7
        return min(usual, 0.5 * SMALLEST_PIXELS) if self.is_smallest else usual

    @property
    def is_smallest(self) -> bool:
        """Whether the type is so small that there are no pixels to spare around it."""
        return self.unit <= SMALLEST_PIXELS

    @property
    def pad(self) -> int:
        """Space inside a card."""
        return round(self._space)

    @property
    def gap(self) -> int:
        """Space between cards."""
        return round(self._space)

    @property
    def cell_height(self) -> int:
        """Height of a row of cells."""
        return round(self.unit * 1.75)

    @property
    def label_height(self) -> int:
        """Height of the line of column labels."""
        return round(self.unit * 1.45)

    @property
    def title_height(self) -> int:
        """Height of a card's title."""
        return round(self.unit * 2.0)

    @property
    def section_height(self) -> int:
        """Height of the title of a section."""
        return round(self.unit * 1.7)

    @property
    def link_height(self) -> int:
        """Height between two lines of cards where arrows are."""
        return round(self.unit * 1.35)

    @property
    def legend_height(self) -> int:
        """Height of a card's bottom line."""
        return round(self.unit * 1.35)

    @property
    def frame(self) -> int:
        """Space between a matrix and the frame around it, frame included."""
        return round(self.unit * 0.5)

    def cell_width(self, n_characters: int) -> int:
        """Width of a cell for numbers of up to so many characters, sign and point included."""
        sample = "−" + "0" * (n_characters - 2) + "."
        return round(advance(self.unit, sample) + self._space)

    def widest(self, labels: tuple[str, ...]) -> float:
        """Width of the longest label."""
        return _widest(self.label_pixels, labels)

    def label_width(self, labels: tuple[str, ...]) -> int:
        """Width of the column of row labels; long labels are cut at ten units."""
        return round(min(self.widest(labels), self.unit * 10) + self.unit * 0.6)

    @property
    def label_pixels(self) -> int:
        """Type size of labels and legends: smaller than the cells' as long as it is legible."""
        return max(min(9, self.unit), round(self.unit * 0.85))


@lru_cache(maxsize=256)
def _widest(pixels: int, labels: tuple[str, ...]) -> float:
    return max((advance(pixels, label) for label in labels), default=0.0)

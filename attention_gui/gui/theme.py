"""Colours and sizes: what decides, with the font, how the window looks.

The window has its colours before NumPy is imported; so `ramps` makes tables of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication

from attention_gui.gui.fonts import advance
from attention_gui.quantities import ColorScale, Role

__all__ = [
    "SYSTEM",
    "THEMES",
    "Frame",
    "Metrics",
    "Stops",
    "Theme",
    "keep_theme",
    "kept_theme",
    "resolved",
]

USUAL_PIXELS = 14
"""Type size of the board at zoom 100 %: type has whole pixels, and 50 % is to be some, too."""

SMALLEST_PIXELS = 10
"""Type size below which the board scrolls instead, unless the user chooses another."""


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


@dataclass(frozen=True)
class Stops:
    """Evenly spaced colours of a scale, "#rrggbb", that others lie between.

    Attributes
    ----------
    colors : tuple of str
        From the lower limit to the upper.
    stripes : str or None
        Stands in place of the first on thin lines across a picture; None without such lines.
    """

    colors: tuple[str, ...]
    stripes: str | None = None


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
    handle : str
        What scroll bars are taken by.
    roles : mapping of Role to str
    scales : mapping of ColorScale to Stops
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
    handle: str
    roles: Mapping[Role, str]
    scales: Mapping[ColorScale, Stops] = field(repr=False)


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
        hatch="#8b8f88", handle="#858a84", roles=_LIGHT_ROLES,
        scales={
            ColorScale.SIGNED: Stops(("#b4513a", "#ffffff", "#2f6fb3")),
            ColorScale.UNIT: Stops(("#ffffff", "#8a2f7a")),
        },
    ),
    "dark": Theme(
        ground="#15181c", card="#1f2329", line="#3a4048", ink="#eceff1", muted="#a9b1ba",
        accent="#eceff1", on_accent="#15181c", warning="#ff9d8f", mark="#ffffff",
        hatch="#7d858e", handle="#7d858e",
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
        scales={
            ColorScale.SIGNED: Stops(("#d9765b", "#1f2329", "#5b9bd9")),
            ColorScale.UNIT: Stops(("#1f2329", "#c77ab9")),
        },
    ),
    "print": Theme(
        ground="#ffffff", card="#ffffff", line="#8a8a8a", ink="#000000", muted="#333333",
        accent="#000000", on_accent="#ffffff", warning="#8b1a12", mark="#000000",
        hatch="#555555", handle="#6e6e6e",
        roles={**_LIGHT_ROLES, Role.OUTPUT: "#000000"},
        scales={
            # Stripes are not quite the card's colour: they may be all that is seen of a row.
            ColorScale.SIGNED: Stops(("#b4513a", "#ffffff", "#2f6fb3"), stripes="#f0dcd8"),
            ColorScale.UNIT: Stops(("#ffffff", "#8a2f7a")),
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
    return kept if isinstance(kept, str) and kept in THEMES else SYSTEM


def keep_theme(settings: QSettings | None, name: str) -> None:
    """Note a theme for `kept_theme`."""
    if settings is not None:
        settings.setValue(_SETTING, name)


def resolved(name: str) -> str:
    """Return a theme's name; for `SYSTEM`, that of the theme that fits what the system shows."""
    if name != SYSTEM:
        return name
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

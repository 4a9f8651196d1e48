"""The colours of numbers: between the limits of a scale, and in a range of cells."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from attention_gui.gui.theme import Theme
from attention_gui.quantities import ColorScale

__all__ = ["STRIPE_STEP", "Ramp", "luminance", "ramp_of", "shaded"]

_STEPS = 255  # odd: the middle entry of a diverging ramp is exactly zero's colour

STRIPE_STEP = 3
"""Pixels from one stripe of a picture to the next. Odd: a picture of half the size is made of
every second pixel, and keeps some of them."""


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


@cache
def ramp_of(theme: Theme, scale: ColorScale) -> Ramp:
    """Return the colours of a scale in a theme."""
    stops = theme.scales[scale]
    colors, light_text = _table(*stops.colors)
    if stops.stripes is None:
        return Ramp(colors, light_text)
    return Ramp(colors, light_text, _table(stops.stripes, *stops.colors[1:])[0])


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

"""How the board is arranged: which panels stand on it, in which order and how large.

An `Arrangement` is kept in a scenario's ``view``, which the mathematics ignores, and between
runs in the settings. Both are written by hand or by another version as well, so reading takes
what it understands and leaves the rest: a panel that this program does not know hides nothing.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

__all__ = ["LEAST_ZOOM", "MOST_ZOOM", "PARTS", "PRESETS", "USUAL", "Arrangement"]

PARTS = ("heads", "mask", "diagnostics", "everything")
"""Parts of the board that can be shown or not."""

USUAL = "usual"
"""The preset that shows what the scenario asks for."""

PRESETS = (USUAL, "forward", "gradients", "heads", "everything", "lecture")
"""What the board can be arranged for."""

LEAST_ZOOM, MOST_ZOOM = 0.5, 3.0

_LAYOUT = "layout"
"""The key of a scenario's view that holds an arrangement."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What the window shows, whatever the scenario is.

    Attributes
    ----------
    preset : str
        One of `PRESETS`.
    parts : mapping from str to bool
        Those of `PARTS` that were asked for or sent away; the preset decides on the others.
    hidden : frozenset of str
        Ids of panels that were hidden by hand.
    order : tuple of str
        Ids of panels that were moved by hand, and of their neighbours; see `in_order`.
    zoom : float or None
        Size of the type as a share of its usual size; None fits it to the window.
    """

    preset: str = USUAL
    parts: Mapping[str, bool] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()
    zoom: float | None = None

    # -- changing ----------------------------------------------------------------------------

    def with_preset(self, preset: str) -> "Arrangement":
        """Return the arrangement of a preset; only the order chosen by hand stays."""
        return Arrangement(preset, order=self.order)

    def with_parts(self, parts: Mapping[str, bool]) -> "Arrangement":
        """Return the arrangement with parts asked for (True) or sent away (False)."""
        return replace(self, parts={**self.parts, **parts})

    def with_hidden(self, ids: Iterable[str]) -> "Arrangement":
        """Return the arrangement with exactly these panels hidden by hand."""
        return replace(self, hidden=frozenset(ids))

    def with_order(self, neighbours: Iterable[str]) -> "Arrangement":
        """Return the arrangement with panels in this order among themselves."""
        placed = tuple(neighbours)
        return replace(self, order=(*(i for i in self.order if i not in placed), *placed))

    def in_order(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Return panels in the order chosen by hand.

        Panels that nobody moved keep their places; those that were moved share out the others.
        """
        given = tuple(ids)
        there = set(given)
        in_order = [panel_id for panel_id in self.order if panel_id in there]
        moved, placed = iter(in_order), set(in_order)
        return tuple(next(moved) if i in placed else i for i in given)

    # -- keeping -----------------------------------------------------------------------------

    @classmethod
    def of_view(cls, view: Mapping[str, object]) -> "Arrangement | None":
        """Return what a scenario's view asks for, or None if it asks for nothing."""
        layout = view.get(_LAYOUT)
        return cls._of(layout) if isinstance(layout, Mapping) else None

    def in_view(self, view: Mapping[str, object]) -> dict[str, object]:
        """Return a scenario's view with this arrangement in it; unknown keys stay."""
        before = view.get(_LAYOUT)
        others = dict(before) if isinstance(before, Mapping) else {}
        for key in self.__slots__:
            others.pop(key, None)
        return {**view, _LAYOUT: {**others, **self._content()}}

    @classmethod
    def loads(cls, text: object) -> "Arrangement":
        """Return what `dumps` wrote, as far as it can be understood."""
        try:
            content = json.loads(text) if isinstance(text, str) else None
        except (ValueError, RecursionError):
            content = None
        return cls._of(content) if isinstance(content, Mapping) else cls()

    def dumps(self) -> str:
        """Return a text to be kept in the settings."""
        return json.dumps(self._content())

    @classmethod
    def _of(cls, content: Mapping[str, object]) -> "Arrangement":
        preset, parts, zoom = (content.get(key) for key in ("preset", "parts", "zoom"))
        return cls(
            preset if isinstance(preset, str) and preset in PRESETS else USUAL,
            {part: wish for part in PARTS if isinstance(wish := parts.get(part), bool)}
            if isinstance(parts, Mapping)
            else {},
            frozenset(_texts(content.get("hidden"))),
            tuple(dict.fromkeys(_texts(content.get("order")))),
            _zoom(zoom),
        )

    def _content(self) -> dict[str, object]:
        """Return the arrangement as JSON has it; what is as usual is left out, but the preset."""
        content = {
            "parts": dict(self.parts),
            "hidden": sorted(self.hidden),
            "order": list(self.order),
            "zoom": self.zoom,
        }
        return {"preset": self.preset, **{key: value for key, value in content.items() if value}}


def _texts(content: object) -> list[str]:
    return (
        [entry for entry in content if isinstance(entry, str)]
        if isinstance(content, list | tuple)
        else []
    )


def _zoom(content: object) -> float | None:
    """Return a zoom that the board can have, or None."""
    if isinstance(content, bool) or not isinstance(content, int | float):
        return None
    return float(content) if LEAST_ZOOM <= content <= MOST_ZOOM else None

"""Pictures of panels, drawn off the screen.

A picture is made from a workspace of its own, so it is complete whether or not a window was
ever shown, and the same on every screen.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QColor, QImage, QPaintDevice, QPainter, QRegion
from PySide6.QtWidgets import QApplication, QWidget

from attention_gui.engine import AttentionError
from attention_gui.gui.arrangement import PARTS, Arrangement
from attention_gui.gui.board import Contents, panel_ids, revealing
from attention_gui.gui.store import Snapshot
from attention_gui.gui.style import style_sheet
from attention_gui.gui.theme import THEMES, Theme
from attention_gui.gui.workspace import Workspace

__all__ = ["BOARD", "BOARD_SIZE", "paint", "picture", "pictures", "size_at"]

_Picture = TypeVar("_Picture")

BOARD = "board"
"""Id of the picture of everything."""

BOARD_SIZE = QSize(1920, 1080)
"""Size of the board's picture at scale 1; larger where the scenario needs it."""

_MOST_PIXELS = 30_000
"""Qt's painter cannot draw on pictures that are longer than 32,767 pixels."""


def pictures(
    snapshot: Snapshot,
    theme_name: str,
    scale: float,
    ids: Sequence[str] | None = None,
    arrangement: Arrangement | None = None,
    *,
    draw: Callable[[QWidget, Theme, float], _Picture],
) -> Mapping[str, _Picture]:
    """Return a picture of every panel, or of those asked for.

    Parameters
    ----------
    snapshot : Snapshot
    theme_name : str
        A key of `THEMES`.
    scale : float
        Pixels a length unit.
    ids : sequence of str, optional
        Ids of panels, and `BOARD`; all that stand on the board by default. A panel that is
        asked for is drawn wherever it is hidden, and the part of the board that it belongs to.
    arrangement : Arrangement, optional
        The board's; by default that of the scenario. Its zoom is for screens alone.
    draw : callable
        Makes a picture of a widget: `picture`, or one of `picture_files.FORMATS`.

    Raises
    ------
    AttentionError
        ``unknown-panel``, naming the choices; ``too-large`` when a picture would exceed what
        Qt can draw.
    """
    theme = THEMES[theme_name]
    kept = arrangement or Arrangement.of_view(snapshot.scenario.view) or Arrangement()
    shown = revealing(replace(kept, zoom=None), [i for i in ids or () if i != BOARD])
    with _workspace(snapshot, theme, shown) as workspace:
        parts: dict[str, QWidget] = {**workspace.panels, BOARD: workspace}
        wanted = list(parts) if ids is None else list(dict.fromkeys(ids))
        for panel_id in wanted:
            if panel_id not in parts:
                raise AttentionError(
                    "unknown-panel",
                    "There is no panel {0}; choose from {1}.",
                    repr(panel_id),
                    ", ".join(_all_ids(snapshot)),
                )
        return {panel_id: draw(parts[panel_id], theme, scale) for panel_id in wanted}


def _all_ids(snapshot: Snapshot) -> list[str]:
    """Return the ids of all panels that could be drawn, and of the board."""
    everything = Arrangement(parts=dict.fromkeys(PARTS, True))
    contents = Contents.of(snapshot.scenario, everything)
    return [*(i for section in panel_ids(contents).values() for i in section), BOARD]


@contextmanager
def _workspace(snapshot: Snapshot, theme: Theme, arrangement: Arrangement) -> Iterator[Workspace]:
    workspace = Workspace(arrangement=arrangement, is_picture=True)
    try:
        workspace.setStyleSheet(style_sheet(theme))
        workspace.resize(BOARD_SIZE)
        workspace.set_snapshot(snapshot)
        workspace.set_theme(theme)
        workspace.show_charts()
        workspace.resize(workspace.full_size(BOARD_SIZE))
        QApplication.sendPostedEvents()
        yield workspace
    finally:
        workspace.deleteLater()


def picture(widget: QWidget, theme: Theme, scale: float) -> QImage:
    """Return a picture of a widget in pixels; raises ``too-large`` as `pictures` does."""
    image = QImage(size_at(widget, scale), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    paint(widget, theme, image)
    return image


def size_at(widget: QWidget, scale: float) -> QSize:
    """Return the size of a picture of a widget, in pixels.

    Raises
    ------
    AttentionError
        ``scale`` when it would have no pixels; ``too-large`` when it would have too many.
    """
    size = (widget.size().toSizeF() * scale).toSize()
    if min(size.width(), size.height()) < 1:
        raise AttentionError(
            "scale", "At scale {0} a picture has no pixels; choose a larger one.", f"{scale:g}"
        )
    if max(size.width(), size.height()) > _MOST_PIXELS:
        raise AttentionError(
            "too-large",
            "A picture of {0} × {1} pixels is larger than {2} a side; choose a smaller "
            "scale than {3}.",
            size.width(),
            size.height(),
            _MOST_PIXELS,
            f"{scale:g}",
        )
    return size


def paint(widget: QWidget, theme: Theme, device: QPaintDevice, scale: float = 1.0) -> None:
    """Paint a widget on the theme's ground, larger by `scale`."""
    painter = QPainter(device)
    painter.scale(scale, scale)
    painter.fillRect(widget.rect(), QColor(theme.ground))
    # Without the window's own background, which is of no theme.
    widget.render(painter, QPoint(0, 0), QRegion(), QWidget.RenderFlag.DrawChildren)
    painter.end()

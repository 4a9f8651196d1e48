"""Pictures of panels, drawn off the screen.

A picture is made from a workspace of its own, so it is complete whether or not a window was
ever shown, and the same on every screen.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QSize
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from attention_gui.engine import AttentionError
from attention_gui.gui.store import Snapshot
from attention_gui.gui.style import style_sheet
from attention_gui.gui.theme import THEMES, Theme
from attention_gui.gui.workspace import Workspace

__all__ = ["BOARD", "BOARD_SIZE", "pictures"]

BOARD = "board"
"""Id of the picture of everything."""

BOARD_SIZE = QSize(1920, 1080)
"""Size of the board's picture at scale 1; larger where the scenario needs it."""

_MOST_PIXELS = 30_000
"""Qt's painter cannot draw on pictures that are longer than 32,767 pixels."""


def pictures(
    snapshot: Snapshot, theme_name: str, scale: float, ids: Sequence[str] | None = None
) -> Mapping[str, QImage]:
    """Return a picture of every panel, or of those asked for.

    Parameters
    ----------
    snapshot : Snapshot
    theme_name : str
        A key of `THEMES`.
    scale : float
        Pixels a length unit.
    ids : sequence of str, optional
        Quantity ids, and `BOARD`; all by default.

    Raises
    ------
    AttentionError
        ``unknown-panel``, naming the choices; ``too-large`` when a picture would exceed what
        Qt can draw.
    """
    theme = THEMES[theme_name]
    with _workspace(snapshot, theme) as workspace:
        parts: dict[str, QWidget] = {**workspace.panels, BOARD: workspace}
        wanted = list(parts) if ids is None else list(dict.fromkeys(ids))
        for panel_id in wanted:
            if panel_id not in parts:
                raise AttentionError(
                    "unknown-panel",
                    f"There is no panel {panel_id!r}; choose from {', '.join(parts)}.",
                )
        return {panel_id: _picture(parts[panel_id], theme, scale) for panel_id in wanted}


def png(image: QImage) -> bytes:
    """Return a picture as a PNG file's bytes."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"png"))
    if not writer.write(image):
        raise RuntimeError(f"Qt cannot write a PNG: {writer.errorString()}")
    return bytes(content.data())


@contextmanager
def _workspace(snapshot: Snapshot, theme: Theme) -> Iterator[Workspace]:
    workspace = Workspace()
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


def _picture(widget: QWidget, theme: Theme, scale: float) -> QImage:
    size = (widget.size().toSizeF() * scale).toSize()
    if min(size.width(), size.height()) < 1:
        raise AttentionError(
            "scale", f"At scale {scale:g} a picture has no pixels; choose a larger one."
        )
    if max(size.width(), size.height()) > _MOST_PIXELS:
        raise AttentionError(
            "too-large",
            f"A picture of {size.width()} × {size.height()} pixels is larger than"
            f" {_MOST_PIXELS} a side; choose a smaller scale than {scale:g}.",
        )
    image = QImage(size, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    image.fill(QColor(theme.ground))
    painter = QPainter(image)
    widget.render(painter, QPoint(0, 0))
    painter.end()
    return image

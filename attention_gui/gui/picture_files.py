"""Pictures as files: PNG in pixels, SVG and PDF in lines and letters that can be enlarged."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRect, QSizeF
from PySide6.QtGui import QImage, QImageWriter, QPageSize, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from attention_gui.gui.pictures import paint, picture, size_at
from attention_gui.gui.theme import Theme

__all__ = ["FILTER", "FORMATS", "format_of", "png", "with_format"]

_PIXELS_PER_INCH = 96
"""As in style sheets: what is one pixel at scale 1."""
_POINTS_PER_INCH = 72

Draw: TypeAlias = Callable[[QWidget, Theme, float], bytes]


def png(image: QImage) -> bytes:
    """Return a picture as a PNG file's bytes."""
    buffer = _buffer()
    writer = QImageWriter(buffer, QByteArray(b"png"))
    if not writer.write(image):
        raise RuntimeError(f"Qt cannot write a PNG: {writer.errorString()}")
    return _content(buffer)


def _png_of(widget: QWidget, theme: Theme, scale: float) -> bytes:
    return png(picture(widget, theme, scale))


def _svg_of(widget: QWidget, theme: Theme, scale: float) -> bytes:
    """Return a widget as an SVG 1.1 file's bytes; its letters ask for the font Inter."""
    size, buffer = size_at(widget, scale), _buffer()
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setResolution(_PIXELS_PER_INCH)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setTitle(widget.objectName())
    generator.setDescription("attention-gui")
    paint(widget, theme, generator, scale)
    return _content(buffer)


def _pdf_of(widget: QWidget, theme: Theme, scale: float) -> bytes:
    """Return a widget as a PDF file's bytes, one page of its size; the fonts are in it."""
    size, buffer = size_at(widget, scale), _buffer()
    writer = QPdfWriter(buffer)
    writer.setResolution(_PIXELS_PER_INCH)
    points = QSizeF(size) * (_POINTS_PER_INCH / _PIXELS_PER_INCH)
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF())
    writer.setTitle(widget.objectName())
    writer.setCreator("attention-gui")
    paint(widget, theme, writer, scale)
    return _content(buffer)


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def _content(buffer: QBuffer) -> bytes:
    buffer.close()
    return bytes(buffer.data().data())


FORMATS: Mapping[str, Draw] = MappingProxyType({"png": _png_of, "svg": _svg_of, "pdf": _pdf_of})
"""By the ending of the file: what makes its bytes."""


def _filter(ending: str) -> str:
    return f"{ending.upper()} (*.{ending})"


FILTER = ";;".join(map(_filter, FORMATS))
"""What a file dialog offers."""


def with_format(path: Path, chosen: str = "") -> Path:
    """Return the path, with an ending added if its own is that of no format.

    Parameters
    ----------
    path : Path
    chosen : str
        The part of `FILTER` whose ending is added; without one ".png" is.
    """
    if format_of(path) in FORMATS:
        return path
    ending = next((ending for ending in FORMATS if chosen == _filter(ending)), "png")
    return path.with_name(f"{path.name}.{ending}")


def format_of(path: Path) -> str:
    """Return the key of `FORMATS` that a path with such an ending stands for."""
    return path.suffix[1:].lower()

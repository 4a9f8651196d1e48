"""A matrix of colours as pyqtgraph draws it. Imports pyqtgraph."""

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter

__all__ = ["ColorPicture"]


class ColorPicture:
    """Draws an image item by itself: the table around it has the selection and the mouse."""

    def __init__(self) -> None:
        self._item = pg.ImageItem(axisOrder="row-major")

    def set_colors(self, indices: npt.NDArray[np.uint16], table: npt.NDArray[np.uint32]) -> None:
        """Take other colours.

        Parameters
        ----------
        indices : ndarray of uint16, shape (n_rows, n_columns)
            Into the table.
        table : ndarray of uint32
            0xffRRGGBB.
        """
        channels = [(table >> shift) & 0xFF for shift in (16, 8, 0, 24)]
        rgba = np.stack(channels, axis=1).astype(np.uint8).view(np.uint32)[:, 0]
        # Drawing an item with a lookup table of its own takes three times as long.
        pixels = rgba.take(indices).view(np.uint8).reshape(*indices.shape, 4)
        self._item.setImage(pixels, autoLevels=False)

    def paint(self, painter: QPainter, place: QRect) -> None:
        """Draw it on a place."""
        n_rows, n_columns = self._item.image.shape[:2]
        if not n_rows or not n_columns:
            return
        painter.save()
        painter.translate(place.topLeft())
        painter.scale(place.width() / n_columns, place.height() / n_rows)
        self._item.paint(painter)
        painter.restore()

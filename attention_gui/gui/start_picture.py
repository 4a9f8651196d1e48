"""What is on the screen while the rest of the program is being loaded.

It is shown before NumPy, the engine and the window are imported, so this module, and what it
imports, reaches none of them.
"""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QLabel

from attention_gui.gui.application import NAME, application
from attention_gui.gui.fonts import set_fonts, text_font

__all__ = ["show_start_picture"]

_SIZE = QSize(440, 190)
_NAME_PIXELS = 34
_CELL, _GAP, _LEAST = 14, 3, 0.06
_WEIGHTS = (
    (1.0, 0.0, 0.0, 0.0, 0.0),
    (0.4, 0.6, 0.0, 0.0, 0.0),
    (0.1, 0.2, 0.7, 0.0, 0.0),
    (0.3, 0.1, 0.2, 0.4, 0.0),
    (0.1, 0.3, 0.1, 0.2, 0.3),
)
"""An ornament: what weights under a causal mask look like, a row a query."""


def show_start_picture() -> QLabel:
    """Show the program's name, in the colours of the system; it has been painted on return.

    A `QApplication` is made if there is none. No `QSplashScreen` is: where Qt draws without a
    screen, it waits a second to be shown.
    """
    app = application()
    set_fonts()
    picture = QLabel()
    picture.setWindowFlags(Qt.WindowType.SplashScreen | Qt.WindowType.FramelessWindowHint)
    picture.setPixmap(_drawn(app.devicePixelRatio()))
    picture.setAccessibleName(NAME)
    box = QRect(QPoint(), _SIZE)
    box.moveCenter(app.primaryScreen().availableGeometry().center())
    picture.setGeometry(box)
    picture.show()
    app.processEvents()
    return picture


def _drawn(ratio: float) -> QPixmap:
    pixmap = QPixmap(_SIZE * ratio)
    pixmap.setDevicePixelRatio(ratio)
    palette = QGuiApplication.palette()
    ground, ink = palette.color(QPalette.ColorRole.Base), palette.color(QPalette.ColorRole.Text)
    pixmap.fill(ground)
    painter = QPainter(pixmap)
    box = QRect(0, 0, _SIZE.width(), _SIZE.height())
    painter.setPen(ink)
    painter.setOpacity(0.25)
    painter.drawRect(box.adjusted(0, 0, -1, -1))
    side = len(_WEIGHTS) * (_CELL + _GAP) - _GAP
    left, top = (box.height() - side) // 2, (box.height() - side) // 2
    for row, weights in enumerate(_WEIGHTS):
        for column, weight in enumerate(weights):
            cell = QRectF(left + column * (_CELL + _GAP), top + row * (_CELL + _GAP), _CELL, _CELL)
            painter.setOpacity(_LEAST + (1 - _LEAST) * weight)
            painter.fillRect(cell, ink)
    painter.setOpacity(1.0)
    painter.setFont(text_font(_NAME_PIXELS, bold=True))
    room = box.adjusted(left + side + left // 2, 0, 0, 0)
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, NAME)
    painter.end()
    return pixmap

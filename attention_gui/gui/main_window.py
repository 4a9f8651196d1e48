"""The program's window, as the desktop sees it.

It is shown before NumPy, the engine and the parts of the program are imported, so this module, and
what it imports, reaches none of them. `content` fills it.
"""

from typing import Protocol

from PySide6.QtCore import (
    QByteArray,
    QCoreApplication,
    QEvent,
    QPoint,
    QSettings,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QMainWindow

from attention_gui.gui.application import NAME
from attention_gui.gui.fonts import BASE_PIXELS
from attention_gui.gui.start_picture import StartPicture
from attention_gui.gui.style import style_sheet, type_pixels
from attention_gui.gui.theme import THEMES, Theme, kept_theme, resolved

__all__ = ["MainWindow", "Occupant"]

_USUAL = QSize(1600, 900)
_LEAST = QSize(800, 450)
"""What the type of a large window asks for would keep it from becoming a small one."""

_GEOMETRY, _MAXIMIZED = "window/geometry", "window/maximized"


class Occupant(Protocol):
    """What fills a window, and is asked what becomes of the window's events."""

    def may_close(self) -> bool:
        """Return whether the window may close, after asking what is unsaved."""

    def retranslate(self) -> None:
        """Write everything anew: the application speaks another language."""

    def fit(self) -> None:
        """Make room: the type of menus, tool bar and status line has another size."""

    def zoom_by(self, steps: int, at: QPoint) -> None:
        """Zoom by so many steps about a point of the screen."""

    def give_back(self) -> bool:
        """Take back, for Esc, what is there for the moment; return whether anything was."""


class MainWindow(QMainWindow):
    """The program's window: it has the program's name in it until it is filled.

    Parameters
    ----------
    settings : QSettings, optional
        Where choices are kept for the next start; without it they are forgotten.

    Signals
    -------
    painted()
        The first frame has been; once more, when the window is filled.

    Attributes
    ----------
    settings : QSettings or None
    """

    painted = Signal()

    def __init__(self, settings: QSettings | None = None) -> None:
        super().__init__()
        self.settings = settings
        self._occupant: Occupant | None = None
        self._is_new = True
        self._type_pixels = BASE_PIXELS
        self.resize(_USUAL)
        self.setMinimumSize(_LEAST)
        self.setWindowTitle(NAME)
        self.set_theme(THEMES[resolved(kept_theme(settings))])
        self.setCentralWidget(StartPicture())

    def place(self) -> None:
        """Be, before it is shown, where the last window was; the first fits its screen."""
        kept = None if self.settings is None else self.settings.value(_GEOMETRY)
        if isinstance(kept, QByteArray) and self.restoreGeometry(kept):
            self.setWindowState(self.windowState() & ~Qt.WindowState.WindowFullScreen)
            return
        # Qt takes no place from a screen of another size, but a maximized window fits any.
        was_maximized = self.settings is not None and self.settings.value(_MAXIMIZED) == "true"
        most = _USUAL.boundedTo(self.screen().availableSize())
        if most != _USUAL:
            self.resize(most)  # where nobody maximizes windows
        if most != _USUAL or was_maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)

    @property
    def is_filled(self) -> bool:
        """Whether it is more than empty."""
        return self._occupant is not None

    def fill(self, occupant: Occupant) -> None:
        """Hand the window, whose bars and central widget have been set, to what is in it."""
        self._occupant = occupant
        self._is_new = True
        # Parts that come into a window that is shown are shown, and get their places, by events:
        # these go before those that paint.
        for kind in (QEvent.Type.MetaCall, QEvent.Type.LayoutRequest):
            QCoreApplication.sendPostedEvents(None, kind)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Show Qt's own widgets in a theme."""
        self._theme = theme
        self._set_style()

    def _set_style(self) -> None:
        self.setStyleSheet(style_sheet(self._theme, self._type_pixels))

    def toggle_full_screen(self) -> None:
        """Fill the screen, or be a window again."""
        # What is maximized stays so behind it.
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tell of the first frame."""
        super().paintEvent(event)
        if self._is_new:
            self._is_new = False
            QTimer.singleShot(0, self, self.painted.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the type of menus, tool bar and status line grow with the window."""
        super().resizeEvent(event)
        pixels = type_pixels(self.size())
        if pixels != self._type_pixels:
            self._type_pixels = pixels
            self._set_style()
            if self._occupant is not None:
                self._occupant.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Have everything written anew when the application speaks another language."""
        if event.type() == QEvent.Type.LanguageChange and self._occupant is not None:
            self._occupant.retranslate()
        super().changeEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl held."""
        is_zoom = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if is_zoom and self._occupant is not None:
            steps = 1 if event.angleDelta().y() > 0 else -1
            self._occupant.zoom_by(steps, event.globalPosition().toPoint())
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the board back to all panels with Esc."""
        is_escape = event.key() == Qt.Key.Key_Escape
        if not is_escape or self._occupant is None or not self._occupant.give_back():
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close unless unsaved changes are to be kept."""
        event.setAccepted(self._occupant is None or self._occupant.may_close())
        if event.isAccepted() and self.settings is not None:
            self.settings.setValue(_GEOMETRY, self.saveGeometry())
            self.settings.setValue(_MAXIMIZED, str(self.isMaximized()).lower())

"""Showing the window, before what is slow to import is."""

from PySide6.QtCore import QEvent, QEventLoop, QObject, QSettings, QTimer

from attention_gui.gui import languages
from attention_gui.gui.application import NAME, application
from attention_gui.gui.fonts import set_fonts
from attention_gui.gui.main_window import MainWindow

__all__ = ["Patience", "show_window"]

_MOST_WAIT = 200
"""How long a desktop may take to put a window on the screen, in milliseconds; after that the
program is loaded all the same."""
_GLANCE = 100
"""How long nobody can have aimed at what has just been painted, in milliseconds."""

_AIMED = {
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.Wheel,
    QEvent.Type.KeyPress,
    QEvent.Type.KeyRelease,
    QEvent.Type.ShortcutOverride,
    QEvent.Type.TouchBegin,
    QEvent.Type.ContextMenu,
}


class Patience(QObject):
    """Lets clicks and keys be nothing that were meant for a window that was still empty.

    They wait while the program is being loaded, and would hit what nobody has seen yet.

    Parameters
    ----------
    window : MainWindow
        It is shown: what the desktop sends comes to its `QWindow` first.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.painted.connect(self._end_soon)
        window.windowHandle().installEventFilter(self)

    def _end_soon(self) -> None:
        if self._window.is_filled:
            QTimer.singleShot(_GLANCE, self, self._end)

    def _end(self) -> None:
        self._window.windowHandle().removeEventFilter(self)
        self.deleteLater()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Drop what somebody has aimed at the window."""
        is_aimed = event.type() in _AIMED
        if is_aimed:
            event.accept()  # a key that is taken is no shortcut
        return is_aimed


def show_window() -> MainWindow:
    """Show a window that is yet to be filled; it has been painted on return.

    A `QApplication` is made if there is none. It speaks the language that was chosen last. Clicks
    and keys do nothing until the window has been filled and seen.
    """
    application()
    set_fonts()
    settings = QSettings(NAME, NAME)
    languages.set_language(languages.first_language(settings))
    window = MainWindow(settings)
    window.place()
    loop = QEventLoop()
    window.painted.connect(loop.quit)
    QTimer.singleShot(_MOST_WAIT, loop, loop.quit)
    window.show()
    Patience(window)
    loop.exec()
    return window

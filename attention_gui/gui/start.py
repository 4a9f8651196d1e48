"""Showing the window, before what is slow to import is."""

from PySide6.QtCore import QEventLoop, QSettings, QTimer

from attention_gui.gui import languages
from attention_gui.gui.application import NAME, application
from attention_gui.gui.fonts import set_fonts
from attention_gui.gui.main_window import MainWindow

__all__ = ["show_window"]

_PATIENCE = 200
"""How long a desktop may take to put a window on the screen, in milliseconds; after that the
program is loaded all the same."""


def show_window() -> MainWindow:
    """Show a window that is yet to be filled; it has been painted on return.

    A `QApplication` is made if there is none. It speaks the language that was chosen last.
    """
    application()
    set_fonts()
    settings = QSettings(NAME, NAME)
    languages.set_language(languages.first_language(settings))
    window = MainWindow(settings)
    window.place()
    loop = QEventLoop()
    window.painted.connect(loop.quit)
    QTimer.singleShot(_PATIENCE, loop, loop.quit)
    window.show()
    loop.exec()
    return window

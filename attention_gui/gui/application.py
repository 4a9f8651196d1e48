"""The one application that Qt needs before it shows or draws anything."""

import sys

from PySide6.QtWidgets import QApplication

__all__ = ["NAME", "application"]

NAME = "attention-gui"


def application() -> QApplication:
    """Return the application, made if there is none yet."""
    app = QApplication.instance()
    if isinstance(app, QApplication):
        return app
    app = QApplication([sys.argv[0]])
    app.setApplicationName(NAME)
    app.setApplicationDisplayName(NAME)
    return app

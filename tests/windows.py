"""A window and what is in it."""

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from attention_gui.gui.content import Content
from attention_gui.gui.main_window import MainWindow
from attention_gui.gui.store import Store
from attention_gui.scenario import examples

__all__ = ["content_of", "started"]


def content_of(window: QWidget) -> Content:
    """Return what fills a window."""
    content = window.findChild(Content)
    assert content is not None, "the window is empty"
    return content


def started(settings: QSettings, example: str = "dogs-chase-cats") -> Content:
    """Return what is in a window that starts with these settings, not yet shown."""
    return Content(MainWindow(settings), Store(examples.load(example)))

"""All tool windows: opened when first asked for, told of every change."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

from PySide6.QtWidgets import QWidget

from attention_gui.gui.store import Snapshot
from attention_gui.gui.theme import THEMES
from attention_gui.gui.tools.tool_window import ToolWindow

__all__ = ["Toolbox"]

Folder = Callable[[], Path]


# Each is imported when its window is first opened: the main window is not to wait for them.


def _gradcheck(_: Folder, window: QWidget) -> ToolWindow:
    from attention_gui.gui.tools.gradcheck import GradientWindow

    return GradientWindow(window)


def _scaling(folder: Folder, window: QWidget) -> ToolWindow:
    from attention_gui.gui.tools.scaling import ScalingStudy

    return ScalingStudy(folder, window)


def _two_scores(folder: Folder, window: QWidget) -> ToolWindow:
    from attention_gui.gui.tools.two_scores import TwoScoresStudy

    return TwoScoresStudy(folder, window)


def _order(folder: Folder, window: QWidget) -> ToolWindow:
    from attention_gui.gui.tools.order import OrderStudy

    return OrderStudy(folder, window)


def _cost(folder: Folder, window: QWidget) -> ToolWindow:
    from attention_gui.gui.tools.cost import CostStudy

    return CostStudy(folder, window)


_MAKERS: Mapping[str, Callable[[Folder, QWidget], ToolWindow]] = MappingProxyType(
    {
        "gradcheck": _gradcheck,
        "study.scaling": _scaling,
        "study.two-scores": _two_scores,
        "study.order": _order,
        "study.cost": _cost,
    }
)


class Toolbox:
    """Opens tool windows and keeps them up to date.

    Parameters
    ----------
    window : QWidget
        The main window.
    folder : callable
        Returns where dialogs start.
    """

    def __init__(self, window: QWidget, folder: Folder) -> None:
        self._window = window
        self._folder = folder
        self._windows: dict[str, ToolWindow] = {}
        self._snapshot: Snapshot | None = None
        self._theme_name = "light"

    def commands(self) -> dict[str, Callable[[], object]]:
        """Return what the entries of the menu do, by their names."""
        return {name: partial(self.open, name) for name in _MAKERS}

    def open(self, name: str) -> ToolWindow:
        """Show a tool window, in front."""
        if name not in self._windows:
            window = self._windows[name] = _MAKERS[name](self._folder, self._window)
            window.set_theme(THEMES[self._theme_name])
        window = self._windows[name]
        if self._snapshot is not None:
            _tell(window, self._snapshot)
        window.show()
        window.raise_()
        window.activateWindow()
        return window

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Tell the windows that are open what the main window shows."""
        self._snapshot = snapshot
        for window in self._windows.values():
            if window.isVisible():
                _tell(window, snapshot)

    def set_theme(self, name: str) -> None:
        """Show in another theme, a key of `THEMES`."""
        self._theme_name = name
        for window in self._windows.values():
            window.set_theme(THEMES[name])

    def retranslate(self) -> None:
        """Take up the language in all windows, the closed ones too."""
        for window in self._windows.values():
            window.retranslate()

    def close(self) -> None:
        """Close all, and stop what they run."""
        for window in self._windows.values():
            window.close()
            window.stop()


def _tell(window: ToolWindow, snapshot: Snapshot) -> None:
    window.set_numbers(snapshot.numbers)
    window.set_snapshot(snapshot)

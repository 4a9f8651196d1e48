"""What all tool windows have: a row of fields, a notice, work beside the window."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from attention_gui.engine import AttentionError
from attention_gui.gui.fonts import BASE_PIXELS, text_font
from attention_gui.gui.notice import Notice
from attention_gui.gui.store import Snapshot
from attention_gui.gui.theme import Theme
from attention_gui.gui.tools.job import Job
from attention_gui.gui.tools.look import tool_style
from attention_gui.scenario.numbers import USUAL, NumberFormat

__all__ = ["LABEL", "TITLE", "Progress", "ToolWindow"]

LABEL, TITLE = 20, 40
"""Most letters of a token's label and of a scenario's title in the windows' sentences."""

_UNIT = round(BASE_PIXELS * 1.25)
_USUAL_WIDTH, _USUAL_HEIGHT = 1600, 900
"""Size of the main window up to which tool windows have their smallest type."""


class ToolWindow(QDialog):
    """A window beside the board that does not keep it from being used.

    Attributes
    ----------
    job : Job
        What runs; it is stopped when the window is closed.
    notice : Notice
    numbers : NumberFormat
        How numbers are displayed.
    unit : int
        Type size in pixels; larger where the main window is large.
    fields : QHBoxLayout
        The row at the top.
    column : QVBoxLayout
        Everything, from top to bottom.

    Parameters
    ----------
    name : str
        Object name.
    parent : QWidget
        The main window.
    """

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName(name)
        growth = min(parent.width() / _USUAL_WIDTH, parent.height() / _USUAL_HEIGHT)
        self.unit = max(_UNIT, round(_UNIT * growth))
        self.setFont(text_font(self.unit))
        self.theme: Theme | None = None
        self.numbers = USUAL
        self.job = Job(self)
        self.notice = Notice()
        self.fields = QHBoxLayout()
        self.fields.setSpacing(8)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(14, 12, 14, 14)
        self.column.setSpacing(10)
        self.column.addLayout(self.fields)
        self.column.addWidget(self.notice)
        self.job.refused.connect(self._refuse)

    def set_theme(self, theme: Theme) -> None:
        """Show in another theme."""
        self.theme = theme
        self.setStyleSheet(tool_style(theme))

    def retranslate(self) -> None:
        """Take up the language; called by every window once it has its parts."""
        self.notice.retranslate()

    def set_numbers(self, numbers: NumberFormat) -> None:
        """Display numbers in another format; how many digits a study needs it knows itself."""
        if numbers != self.numbers:
            self.numbers = numbers
            self.retranslate()

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Take note of what the main window shows."""

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop what runs when the window is closed, and not when it is put aside."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.stop()

    def stop(self) -> None:
        """Stop what runs, and wait until it has."""
        if self.job.is_running:
            self.job.stop()
            self.show_running(is_running=False)

    def show_running(self, *, is_running: bool) -> None:
        """Show whether work is going on."""

    def add_button(self, name: str) -> QPushButton:
        """Add a button, without a text yet, to the row of fields."""
        button = QPushButton()
        button.setObjectName(name)
        button.setAutoDefault(False)
        button.setFont(text_font(self.unit))
        self.fields.addWidget(button)
        return button

    def add_progress(self) -> "Progress":
        """Add a progress bar to the row of fields, hidden until something runs."""
        progress = Progress()
        progress.setFixedWidth(self.unit * 7)
        self.fields.addWidget(progress)
        return progress

    def set_size(self, width: int, height: int) -> None:
        """Resize to a size that is given for the smallest type."""
        self.resize(width * self.unit // _UNIT, height * self.unit // _UNIT)

    def _refuse(self, error: AttentionError) -> None:
        self.show_running(is_running=False)
        self.notice.refuse(error)


class Progress(QProgressBar):
    """How much of the work is done; keeps its room when there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("progress")
        self.setTextVisible(False)
        self.setFixedHeight(14)
        self.setRange(0, 1000)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        self.hide()

    def advance(self, done: int, total: int) -> None:
        """Show a share of the total."""
        self.setValue(self.maximum() * done // total)

"""What all studies have: a figure, its export, and a plot that is made when first shown."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from attention_gui.engine import AttentionError
from attention_gui.gui.file_choice import FileChoice
from attention_gui.gui.fonts import text_font
from attention_gui.gui.picture_files import FILTER, FORMATS, format_of, with_format
from attention_gui.gui.theme import Theme
from attention_gui.gui.tools.tool_window import ToolWindow
from attention_gui.whole_files import write_whole

if TYPE_CHECKING:
    from attention_gui.gui.tools.plot import CurvePlot

__all__ = ["Figure", "Study"]

_SCALE = 2.0


class Figure(QFrame):
    """What a study shows, and what goes into its picture.

    Attributes
    ----------
    body : QHBoxLayout
        Tables and plots.

    Parameters
    ----------
    unit : int
        Type size in pixels.
    """

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.setObjectName("figure")
        self._title = _line("figure.title", text_font(unit * 1.2, bold=True))
        self._subtitle = _line("figure.subtitle", text_font(unit))
        self._caption = _line("figure.caption", text_font(unit))
        self._caption.setProperty("kind", "muted")
        self.body = QHBoxLayout()
        self.body.setSpacing(20)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 16)
        column.setSpacing(8)
        column.addWidget(self._title)
        column.addWidget(self._subtitle)
        column.addLayout(self.body, 1)
        column.addWidget(self._caption)

    def set_texts(self, title: str, subtitle: str, caption: str) -> None:
        """Set what stands above and below the tables and plots."""
        self._title.setText(title)
        self._subtitle.setText(subtitle)
        self._caption.setText(caption)


class Study(ToolWindow):
    """A study with a figure that can be exported.

    Parameters
    ----------
    name : str
        Object name.
    folder : callable
        Returns where dialogs start.
    parent : QWidget
    """

    def __init__(self, name: str, folder: Callable[[], Path], parent: QWidget) -> None:
        super().__init__(name, parent)
        self._folder = folder
        self._choice = FileChoice(self)
        self.figure = Figure(self.unit)
        self._scroll = QScrollArea()
        self._scroll.setObjectName("scroll")
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(self.figure)
        self.column.addWidget(self._scroll, 1)
        self.set_size(1180, 660)

    def add_export(self) -> None:
        """Add the button that exports the figure, at the end of the row."""
        self._said = QLabel()
        self._said.setObjectName("said")
        self._said.setProperty("kind", "muted")
        self._said.setFont(text_font(self.unit))
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self._said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        # A long name is cut: it must not widen the window.
        self._said.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.fields.addWidget(self._said, 1)
        self._export_button = self.add_button("export")
        self._export_button.clicked.connect(self.export)

    def retranslate(self) -> None:
        """Take up the language, in the figure too."""
        super().retranslate()
        self._said.setText("")
        self._export_button.setText(self.tr("&Export…"))
        self._export_button.setToolTip(self.tr("Save the figure as PNG, SVG or PDF"))
        self.draw()

    def export(self) -> None:
        """Ask for a file and save the figure as it is shown."""
        start = self._folder() / f"{self.objectName().removeprefix('study.')}.png"
        self._said.setText("")
        path = self._choice.file(self.tr("Export"), start, FILTER, with_format)
        if path is None or self.theme is None:
            return
        try:
            write_whole(path, self.picture(format_of(path), self.theme))
        except AttentionError as error:
            self.notice.refuse(error)
        else:
            self._said.setText(self.tr("exported: {0}").format(path.name))

    def picture(self, kind: str, theme: Theme) -> bytes:
        """Return the figure as a file of one of `FORMATS`."""
        plots = self.plots()
        QApplication.sendPostedEvents()  # what has just been computed has its place
        try:
            for plot in plots:
                plot.set_scale(_SCALE)
            return FORMATS[kind](self.figure, theme, _SCALE)
        finally:
            for plot in plots:
                plot.set_scale(1.0)

    def plots(self) -> Sequence["CurvePlot"]:
        """Return the plots that there are by now."""
        return ()

    def showEvent(self, event: QShowEvent) -> None:
        """Add what is slow to import with the first showing."""
        super().showEvent(event)
        self.show_plots()

    def show_plots(self) -> None:
        """Add the plots if they are not there yet; pyqtgraph is imported here."""

    def set_theme(self, theme: Theme) -> None:
        """Show in another theme, plots included."""
        super().set_theme(theme)
        self.draw()

    def draw(self) -> None:
        """Show the results anew, as far as there are any."""


def _line(name: str, font: QFont) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(font)
    return label

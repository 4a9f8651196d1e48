"""The status line: the loss, checks of the result, the sizes, the zoom."""

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from attention_gui.catalogue import CATALOGUE
from attention_gui.gui import words
from attention_gui.gui.fonts import SAME_WIDTH
from attention_gui.gui.store import Snapshot
from attention_gui.gui.words import Message
from attention_gui.quantities import Axis
from attention_gui.scenario.scenario import Scenario

__all__ = ["StatusLine"]


_LEAST_CHARACTERS = 8
"""So much of a text stands there in the narrowest window."""


class StatusLine(QStatusBar):
    """What holds for the whole result.

    The window is never widened for a text: where they are too long, those at the left are cut.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._loss = self._field("loss")
        self._rows = self._field("row-sums")
        self._said = self._field("said")
        self._message: Message = ""
        self._scenario: Scenario | None = None
        self._sizes = self._field("sizes", right=True)
        self._zoom = self._field("zoom", right=True)
        self._cut_first = (self._rows, self._said, self._loss)
        for field in (*self._cut_first, self._sizes, self._zoom):
            field.refitted.connect(self._share_out)

    def minimumSizeHint(self) -> QSize:
        """Return the size at which every text that can be cut is."""
        spared = sum(field.width() - field.least_width() for field in self._cut_first)
        return super().minimumSizeHint() - QSize(spared, 0)

    def settle(self) -> None:
        """Take the height that the style gives to the fields, before the window is laid out."""
        for field in self.findChildren(QWidget):
            field.ensurePolished()
        QCoreApplication.sendPostedEvents(self, QEvent.Type.LayoutRequest)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut texts to the new width."""
        super().resizeEvent(event)
        self._share_out()

    def event(self, event: QEvent) -> bool:
        """Cut texts when what stands beside them has another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._share_out()
        return super().event(event)

    def _share_out(self) -> None:
        """Let every text have the width that it needs, as far as there is room."""
        for field in (self._sizes, self._zoom):
            field.setFixedSize(field.full_size())
        taken = super().minimumSizeHint().width() - sum(f.width() for f in self._cut_first)
        too_wide = taken + sum(f.full_size().width() for f in self._cut_first) - self.width()
        for field in self._cut_first:
            full = field.full_size()
            width = max(min(full.width(), field.least_width()), full.width() - max(0, too_wide))
            too_wide -= full.width() - width
            field.setFixedSize(width, full.height())

    def _field(self, name: str, *, right: bool = False) -> "_Field":
        label = _Field()
        label.setObjectName(f"status.{name}")
        if right:
            self.addPermanentWidget(label)
        else:
            self.addWidget(label)
        return label

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the loss, whether rows sum to 1, and the sizes."""
        if snapshot.scenario is not self._scenario:  # what was said is over
            self._scenario = snapshot.scenario
            self.say("")
        result, sizes = snapshot.result, snapshot.scenario.sizes
        output, upstream = (CATALOGUE[i].plain_symbol for i in ("output", "grad_output"))
        loss = snapshot.numbers.text(result.loss)
        self._loss.setText(self.tr("loss Σ {0} {1} = {2}").format(output, upstream, loss))
        self._rows.setText(self._row_sums(snapshot))
        m, n = sizes[Axis.QUERY], sizes[Axis.KEY]
        tokens = self.tr("tokens: {0}").format(m)
        if snapshot.scenario.is_cross:
            tokens = self.tr("query tokens: {0}, source tokens: {1}").format(m, n)
        self._sizes.setText(self.tr("{0} · scores {1} × {2}").format(tokens, m, n))

    def _row_sums(self, snapshot: Snapshot) -> str:
        """Return how far the rows of the weights are from 1, empty rows apart."""
        result = snapshot.result
        sums = result["weights"].sum(axis=-1)[~result["empty_rows"]]
        if not sums.size:
            return self.tr("no row has an allowed key")
        off = float(np.abs(sums - 1).max())
        text = self.tr("rows sum to 1 ✓")
        if off > 1e-12:
            text = self.tr("rows miss 1 by up to {0}").format(
                snapshot.numbers.written(f"{off:.1e}")
            )
        if n_empty := int(result["empty_rows"].sum()):
            text += self.tr(" · rows with no allowed key: {0}").format(n_empty)
        return text

    def say(self, message: Message) -> None:
        """Show what was done, until the scenario changes."""
        self._message = message
        self._said.setText(words.written(message))

    def retranslate(self) -> None:
        """Take up the language in what was said; the rest comes with the next snapshot."""
        self._said.setText(words.written(self._message))

    def set_zoom(self, zoom: float) -> None:
        """Show the size of the type as a share of the usual."""
        self._zoom.setText(f"{zoom:.0%}")


class _Field(QLabel):
    """A text that keeps its size while only its digits change.

    A label of no fixed size has the whole window laid out anew at every other text.

    Attributes
    ----------
    refitted : Signal()
        The text needs another size.
    """

    refitted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._full = QSize(0, 0)

    def full_size(self) -> QSize:
        """Return the size at which the text is not cut."""
        return self._full

    def least_width(self) -> int:
        """Return the width that is left of the text where there is little room."""
        return min(self._full.width(), _LEAST_CHARACTERS * self.fontMetrics().averageCharWidth())

    def setText(self, text: str) -> None:
        """Show another text."""
        is_alike = text.translate(SAME_WIDTH) == self.text().translate(SAME_WIDTH)
        super().setText(text)
        if not is_alike:
            self._fit()
        self._tell_what_is_cut()

    def changeEvent(self, event: QEvent) -> None:
        """Take the size that another font needs."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show what is cut under the mouse."""
        super().resizeEvent(event)
        self._tell_what_is_cut()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as much of the text as fits."""
        missing = self._full.width() - self.width()
        if missing <= 0:
            super().paintEvent(event)
            return
        text, place = self.fontMetrics(), self.contentsRect()
        room = text.horizontalAdvance(self.text()) - missing
        cut = text.elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        place.setLeft(place.left() + (place.width() - room) // 2)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, cut)

    def _tell_what_is_cut(self) -> None:
        hidden = self.text() if self.width() < self._full.width() else ""
        if hidden != self.toolTip():
            self.setToolTip(hidden)

    def _fit(self) -> None:
        self.setMinimumSize(0, 0)  # which the hint would be no less than
        self._full = self.sizeHint()
        self.setFixedHeight(self._full.height())
        self.refitted.emit()

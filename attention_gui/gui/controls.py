"""The tool bar: what is open, and the toggles of the computation."""

from PySide6.QtCore import QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox, QLabel, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from attention_gui.gui.menus import Menus
from attention_gui.gui.store import Snapshot
from attention_gui.gui.theme import BASE_PIXELS, text_font
from attention_gui.quantities import Axis
from attention_gui.scenario.edits import SetHeads
from attention_gui.scenario.scenario import Scenario, in_language

__all__ = ["Controls"]


class _Elided(QLabel):
    """A line of text that gives way where there is little room."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Return a width of a few letters."""
        return QSize(40, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as much of the text as fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        cut = QFontMetrics(self.font()).elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.width()
        )
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, cut)


class _Selector(QComboBox):
    """A combo box whose arrow survives the style sheet."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, then the arrow."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().windowText().color(), 1.4))
        x, y = self.width() - 13, self.height() // 2
        painter.drawPolyline([QPoint(x - 3, y - 1), QPoint(x, y + 2), QPoint(x + 3, y - 1)])


class Controls(QToolBar):
    """Toggles for masks, heads and scale, and selectors for head and batch.

    Attributes
    ----------
    edited : Signal(Edit)
    shown : Signal(Axis, int)
        Another head or batch is to be shown.

    Parameters
    ----------
    menus : Menus
        Whose toggles and submenus the bar shows too.
    """

    edited = Signal(object)
    shown = Signal(object, int)

    def __init__(self, menus: Menus, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("controls")
        self.setMovable(False)
        self.setWindowTitle(self.tr("Controls"))
        self._title = _Elided("title")
        self._title.setFont(text_font(BASE_PIXELS * 1.15, bold=True))
        self._summary = _Elided("summary")
        self.addWidget(self._title)
        self.addWidget(self._summary)
        self.addSeparator()
        for name in ("causal", "scale"):
            self.addAction(menus[name])
            self.widgetForAction(menus[name]).setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._heads = self._selector("heads", self.tr("number of heads"))
        self._head = self._selector("head", self.tr("shown head"))
        self._batch = self._selector("batch", self.tr("shown sequence of the batch"))
        self._optional = {
            Axis.HEAD: (self._head, self.addWidget(self._head)),
            Axis.BATCH: (self._batch, self.addWidget(self._batch)),
        }
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(spacer)
        self._add_menu(self.tr("Examples"), "examples", menus.examples)
        self._add_menu(self.tr("Export PNG"), "export", menus.export)
        self._heads.activated.connect(
            lambda row: self.edited.emit(SetHeads(self._heads.itemData(row)))
        )
        self._head.activated.connect(lambda row: self.shown.emit(Axis.HEAD, row))
        self._batch.activated.connect(lambda row: self.shown.emit(Axis.BATCH, row))

    def _selector(self, name: str, spoken: str) -> QComboBox:
        box = _Selector()
        box.setObjectName(name)
        box.setAccessibleName(spoken)
        box.setToolTip(spoken)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        if name == "heads":
            self.addWidget(box)
        return box

    def _add_menu(self, text: str, name: str, menu: QMenu) -> None:
        button = QToolButton()
        button.setObjectName(name)
        button.setText(text)
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.addWidget(button)

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the scenario's title, sizes and options."""
        scenario = snapshot.scenario
        title = in_language(scenario.title, "en") or self.tr("untitled")
        self._title.setText(title)
        self._title.setToolTip(title)
        self._summary.setText(self._summarise(scenario))
        counts = scenario.valid_heads
        labels = [self.tr("Heads {0}").format(count) for count in counts]
        _fill(self._heads, labels, counts.index(scenario.heads))
        for row, count in enumerate(counts):
            self._heads.setItemData(row, count)
        for axis, text in ((Axis.HEAD, self.tr("head {0}")), (Axis.BATCH, self.tr("batch {0}"))):
            box, action = self._optional[axis]
            size = scenario.sizes[axis]
            _fill(box, [text.format(i) for i in range(size)], snapshot.selection.context[axis])
            action.setVisible(size > 1)

    def _summarise(self, scenario: Scenario) -> str:
        sizes = scenario.sizes
        return self.tr("Q, K, V given · dₖ = {0} · dᵥ = {1}").format(
            sizes[Axis.KEY_FEATURE], sizes[Axis.VALUE_FEATURE]
        )


def _fill(box: QComboBox, labels: list[str], current: int) -> None:
    with QSignalBlocker(box):
        if [box.itemText(row) for row in range(box.count())] != labels:
            box.clear()
            box.addItems(labels)
        box.setCurrentIndex(current)

"""The tool bar: what is open, and the toggles of the computation."""

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontInfo, QFontMetrics, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QToolBar,
    QToolButton,
    QWidget,
)

from attention_gui.gui import words
from attention_gui.gui.chevron import draw_chevron
from attention_gui.gui.heading import Heading
from attention_gui.gui.menus import Menus
from attention_gui.gui.scale_slider import ScaleSlider
from attention_gui.gui.store import Snapshot
from attention_gui.quantities import Axis
from attention_gui.scenario.edits import SetHeads, SetKeyValueHeads
from attention_gui.scenario.scenario import Scenario

__all__ = ["Controls", "Selector"]


class Selector(QComboBox):
    """A combo box as wide as its texts, whose arrow survives the style sheet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    def minimumSizeHint(self) -> QSize:
        """Return the room for the longest text, where Qt would remember that of former texts."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, then the arrow."""
        super().paintEvent(event)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        box, arrow = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxArrow
        draw_chevron(self, self.style().subControlRect(box, option, arrow, self))


class MenuButton(QToolButton):
    """A button that opens a menu."""

    def __init__(self, menu: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMenu(menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button, then the arrow."""
        super().paintEvent(event)
        width = 2 * QFontInfo(self.font()).pixelSize()
        draw_chevron(self, QRect(self.width() - width, 0, width, self.height()))


class Controls(QToolBar):
    """Toggles for masks, heads and scale, and selectors for head and batch.

    Attributes
    ----------
    scale : ScaleSlider
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
        self._heading = Heading()
        self.addWidget(self._heading)
        self.addSeparator()
        for name in ("causal", "scale"):
            self.addAction(menus[name])
            self.widgetForAction(menus[name]).setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.scale = ScaleSlider()
        self.addWidget(self.scale)
        self._heads = self._selector("heads")
        self._groups = self._selector("key-value-heads")
        self._head = self._selector("head")
        self._batch = self._selector("batch")
        self._optional = {
            Axis.GROUP: (self._groups, self.addWidget(self._groups)),
            Axis.HEAD: (self._head, self.addWidget(self._head)),
            Axis.BATCH: (self._batch, self.addWidget(self._batch)),
        }
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(spacer)
        self._examples = self._menu_button("examples", menus.examples)
        self._export = self._menu_button("export", menus.export)
        self._menus = menus
        (self._more,) = self.findChildren(QToolButton, "qt_toolbar_ext_button")
        self._more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._more.setText("»")  # Qt's own arrow is a picture for a light ground
        self.retranslate()
        self._heads.activated.connect(
            lambda row: self.edited.emit(SetHeads(self._heads.itemData(row)))
        )
        self._groups.activated.connect(
            lambda row: self.edited.emit(SetKeyValueHeads(self._groups.itemData(row)))
        )
        self._head.activated.connect(lambda row: self.shown.emit(Axis.HEAD, row))
        self._batch.activated.connect(lambda row: self.shown.emit(Axis.BATCH, row))

    def fit(self) -> None:
        """Take up the size of the type."""
        self._keep_scale_width()
        self.scale.fit()

    def retranslate(self) -> None:
        """Take up the language; what tells of the scenario comes with the next snapshot."""
        self.setWindowTitle(self.tr("Controls"))
        for box, spoken in (
            (self._heads, self.tr("number of heads")),
            (self._groups, self.tr("number of key/value heads")),
            (self._head, self.tr("shown head")),
            (self._batch, self.tr("shown sequence of the batch")),
        ):
            box.setAccessibleName(spoken)
            box.setToolTip(spoken)
        self._examples.setText(self.tr("Examples"))
        self._export.setText(self.tr("Export"))
        self._more.setAccessibleName(self.tr("more of the tool bar"))
        self._more.setToolTip(self._more.accessibleName())
        self._keep_scale_width()
        self.scale.retranslate()

    def _selector(self, name: str) -> QComboBox:
        box = Selector()
        box.setObjectName(name)
        if name == "heads":
            self.addWidget(box)
        return box

    def _keep_scale_width(self) -> None:
        """Give the scale room for a number: what stands after it must not move in a drag."""
        button = self.widgetForAction(self._menus["scale"])
        widest = f"{self._menus.texts.scale('· 0.0000')}  "
        wider = QFontMetrics(button.font()).horizontalAdvance(widest)
        button.setMinimumWidth(wider + 2 * QFontMetrics(button.font()).height())

    def _menu_button(self, name: str, menu: QMenu) -> QToolButton:
        button = MenuButton(menu)
        button.setObjectName(name)
        self.addWidget(button)
        return button

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the scenario's title, sizes and options."""
        scenario = snapshot.scenario
        title = " ".join(words.title(scenario).split()) or self.tr("untitled")
        self._heading.set_texts(title, self._summarise(scenario))
        counts = scenario.valid_heads
        labels = [self.tr("Heads {0}").format(count) for count in counts]
        _fill(self._heads, labels, counts.index(scenario.heads))
        for row, count in enumerate(counts):
            self._heads.setItemData(row, count)
        self.scale.set_snapshot(snapshot)
        self._show_groups(scenario)
        for axis, text in ((Axis.HEAD, self.tr("head {0}")), (Axis.BATCH, self.tr("batch {0}"))):
            box, action = self._optional[axis]
            size = scenario.sizes[axis]
            _fill(box, [text.format(i) for i in range(size)], snapshot.selection.context[axis])
            action.setVisible(size > 1)

    def _show_groups(self, scenario: Scenario) -> None:
        """Offer the counts of key/value heads, each with what it would do as a hint."""
        box, action = self._optional[Axis.GROUP]
        counts = scenario.valid_key_value_heads
        labels = [self.tr("K/V {0}").format(count) for count in counts]
        _fill(box, labels, counts.index(scenario.n_groups))
        for row, count in enumerate(counts):
            box.setItemData(row, count)
            hint = SetKeyValueHeads(count).text(scenario, words.translate)
            box.setItemData(row, hint, Qt.ItemDataRole.ToolTipRole)
        action.setVisible(scenario.heads > 1)

    def _summarise(self, scenario: Scenario) -> str:
        sizes = scenario.sizes
        given = self.tr("X, W given") if scenario.is_projected else self.tr("Q, K, V given")
        return self.tr("{0} · dₖ = {1} · dᵥ = {2}").format(
            given, sizes[Axis.KEY_FEATURE], sizes[Axis.VALUE_FEATURE]
        )


def _fill(box: QComboBox, labels: list[str], current: int) -> None:
    with QSignalBlocker(box):
        if [box.itemText(row) for row in range(box.count())] != labels:
            box.clear()
            box.addItems(labels)
        box.setCurrentIndex(current)

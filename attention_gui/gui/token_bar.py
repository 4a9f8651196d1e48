"""The tokens as chips: click for padding, menu and keys for the rest."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QFontMetricsF, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QToolButton, QWidget

from attention_gui.gui.cell_editor import comes_back
from attention_gui.gui.flow import flow
from attention_gui.gui.fonts import text_font
from attention_gui.gui.store import Snapshot
from attention_gui.gui.theme import Metrics, Theme
from attention_gui.quantities import Axis
from attention_gui.scenario.scenario import Scenario

__all__ = ["TokenBar"]

_MOST_CHIPS = 48
"""So many tokens have a chip: more would leave no room for anything else."""


class _Chip(QToolButton):
    """One token; checked while it is padding."""

    rename_asked = Signal()
    remove_asked = Signal()
    insert_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("chip", True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F2 renames and Delete removes, as in a file list."""
        if event.key() == Qt.Key.Key_F2:
            self.rename_asked.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.remove_asked.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer everything that can be done with a token."""
        menu = QMenu(self)
        for text, signal in (
            (self.tr("Rename…\tF2"), self.rename_asked),
            (self.tr("Insert a token before"), self.insert_asked),
            (self.tr("Remove\tDel"), self.remove_asked),
        ):
            action = QAction(text, menu)
            action.triggered.connect(signal)
            menu.addAction(action)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(event.globalPos())


class TokenBar(QWidget):
    """A token list of the scenario: that of the queries, or that of the source.

    A click makes a token padding where the list is read as keys: always in self-attention, in
    cross-attention the source only.

    Attributes
    ----------
    padding_toggled : Signal(int)
    renamed : Signal(int, str)
    added : Signal(int)
        A token is wanted before this position.
    removed : Signal(int)

    Parameters
    ----------
    is_source : bool
    """

    padding_toggled = Signal(int)
    renamed = Signal(int, str)
    added = Signal(int)
    removed = Signal(int)

    def __init__(self, *, is_source: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_source = is_source
        self._prefix = "source" if is_source else "token"
        self.setObjectName("source-tokens" if is_source else "tokens")
        self._can_pad = True
        self._labels: Sequence[str] = ()
        self._count = 0  # of tokens; not all of them may have a chip
        self._excluded: list[bool] = []
        self._chips: list[_Chip] = []
        self._metrics = Metrics()
        self._field: QLineEdit | None = None
        self._add = QToolButton(self)
        self._add.setText("+")
        self._add.setObjectName(f"{self._prefix}.add")
        self._add.setProperty("chip", True)
        self._add.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._add.clicked.connect(lambda: self.added.emit(self._count))
        self._more = QLabel(self)  # how many tokens there are, where not all have a chip
        self._more.setObjectName(f"{self._prefix}.more")
        self.retranslate()

    def retranslate(self) -> None:
        """Take up the language."""
        self._add.setToolTip(self.tr("Add a token"))
        self._add.setAccessibleName(self.tr("Add a token"))
        for chip, label, is_padding in zip(self._chips, self._labels, self._excluded, strict=True):
            self._show(chip, label, is_padding)
        if self._field is not None:
            self._name_field(self._field)

    @property
    def stops(self) -> list[QWidget]:
        """What Tab stops at, in order."""
        return [*self._chips, self._add]

    def labels_of(self, scenario: Scenario) -> tuple[str, ...]:
        """Return the tokens that the bar is for: none of a source that the scenario has not."""
        if self.is_source:
            return scenario.source_labels if scenario.is_cross else ()
        return scenario.labels

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the scenario's tokens and their padding."""
        scenario, batch = snapshot.scenario, snapshot.selection.context[Axis.BATCH]
        labels = self.labels_of(scenario)
        can_pad = self.is_source or not scenario.is_cross
        padding = scenario.padding if can_pad and labels else None
        excluded = [False] * len(labels) if padding is None else padding[batch].tolist()
        if self._count != len(labels):
            self._count = len(labels)
            self._more.setText(f"… {self._count}")
        labels, excluded = labels[:_MOST_CHIPS], excluded[:_MOST_CHIPS]
        if (labels, excluded, can_pad) == (self._labels, self._excluded, self._can_pad):
            return
        self._labels, self._excluded, self._can_pad = labels, excluded, can_pad
        while len(self._chips) > len(self._labels):
            chip = self._chips.pop()
            chip.hide()  # it is deleted only after the next frame
            chip.deleteLater()
        while len(self._chips) < len(self._labels):
            self._chips.append(self._new_chip(len(self._chips)))
        for chip, label, is_padding in zip(self._chips, self._labels, excluded, strict=True):
            self._show(chip, label, is_padding)
        self._place()

    def _show(self, chip: _Chip, label: str, is_padding: bool) -> None:
        font = chip.font()
        font.setStrikeOut(is_padding)
        chip.setFont(font)
        chip.setText(label.replace("&", "&&") or " ")
        chip.setCheckable(self._can_pad)
        chip.setChecked(is_padding)
        if not self._can_pad:
            chip.setAccessibleName(self.tr("token {0}").format(label))
            chip.setToolTip(self.tr("{0}: right click to rename or remove").format(label))
            return
        state = self.tr("padding") if is_padding else self.tr("not padding")
        chip.setAccessibleName(self.tr("token {0}, {1}").format(label, state))
        chip.setToolTip(
            self.tr("{0}: {1}. Click to change; right click for more.").format(label, state)
        )

    def _new_chip(self, i: int) -> _Chip:
        chip = _Chip(self)
        chip.setObjectName(f"{self._prefix}.{i}")
        chip.setFont(self._add.font())
        chip.clicked.connect(lambda: self._click(i))
        chip.rename_asked.connect(lambda: self.rename(i))
        chip.remove_asked.connect(lambda: self.removed.emit(i))
        chip.insert_asked.connect(lambda: self.added.emit(i))
        chip.show()
        QWidget.setTabOrder(self._chips[-1] if self._chips else self, chip)
        QWidget.setTabOrder(chip, self._add)
        return chip

    def _click(self, i: int) -> None:
        if self._can_pad:
            self.padding_toggled.emit(i)

    # -- renaming ----------------------------------------------------------------------------

    def rename(self, i: int) -> None:
        """Open a field over a chip; Enter or leaving it renames, Escape does not."""
        if self._field is not None:
            self._finish(accept=True)
        field = QLineEdit(self._labels[i], self)
        field.setObjectName("token-editor")
        field.selectAll()
        field.setProperty("token", i)
        self._name_field(field)
        self._cover(field)
        field.installEventFilter(self)
        self._field = field
        field.show()
        field.setFocus()

    def _cover(self, field: QLineEdit) -> None:
        """Put the field over the chip of its token, which may be elsewhere now."""
        chip = self._chips[int(field.property("token"))]
        field.setFont(text_font(self._metrics.unit))
        field.setGeometry(chip.geometry().adjusted(0, 0, self._metrics.unit * 3, 0))
        field.raise_()

    def _name_field(self, field: QLineEdit) -> None:
        label = self._labels[int(field.property("token"))]
        field.setAccessibleName(self.tr("new name of {0}").format(label))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the field by Enter, Escape or leaving."""
        if watched is self._field and self._field is not None:
            if event.type() == QEvent.Type.FocusOut:
                if not comes_back(event):
                    self._finish(accept=True)
            elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
                if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                    self._finish(accept=True)
                    return True
                if event.key() == Qt.Key.Key_Escape:
                    self._finish(accept=False)
                    return True
        return super().eventFilter(watched, event)

    @property
    def open_at(self) -> int | None:
        """The token whose name is being typed, if there is one."""
        return None if self._field is None else int(self._field.property("token"))

    def commit(self) -> None:
        """Take over a half-typed name."""
        self._finish(accept=True)

    def _finish(self, *, accept: bool) -> None:
        field, self._field = self._field, None
        if field is None:
            return
        i = int(field.property("token"))
        field.deleteLater()
        self._chips[i].setFocus()
        if accept and field.text() != self._labels[i]:
            self.renamed.emit(i, field.text())

    # -- size --------------------------------------------------------------------------------

    def set_look(self, theme: Theme, metrics: Metrics) -> None:
        """Show in another theme or size; the colours come from the style sheet."""
        self._metrics = metrics
        self._more.setFont(text_font(metrics.unit))
        for chip in (*self._chips, self._add):
            font = text_font(metrics.unit)
            font.setStrikeOut(chip.isChecked())
            chip.setFont(font)
        self._place()

    @property
    def kind(self) -> str:
        """No other item is like it."""
        return self.objectName()

    def width_with_name(self, _metrics: Metrics) -> int:
        """Return 0: it has no name that gives way."""
        return 0

    def size_within(self, width: int, metrics: Metrics) -> QSize:
        """Return the size of the chips, in as many lines as they need."""
        boxes = self._boxes(width, metrics)
        return QSize(
            max(box.x() + box.width() for box in boxes),
            max(box.y() + box.height() for box in boxes),
        )

    def _boxes(self, width: int, metrics: Metrics) -> list[QRect]:
        text = QFontMetricsF(text_font(metrics.unit))
        chip, bare = 1.5, 0.3  # what is around a text, in sizes of the type
        texts = [(label, chip) for label in self._labels]
        texts += [*((more, bare) for more in self._more_texts()), ("+", chip)]
        sizes = [
            QSize(
                round(min(text.horizontalAdvance(label), width - 3 * metrics.unit))
                + round(metrics.unit * around),
                round(metrics.unit * 1.9),
            )
            for label, around in texts
        ]
        lines = flow(sizes, width, round(metrics.unit * 0.4), QPoint(0, 0))
        return [box for line in lines for box in line]

    def _more_texts(self) -> list[str]:
        return [self._more.text()] if self._count > _MOST_CHIPS else []

    def _place(self) -> None:
        boxes = self._boxes(max(self.width(), 1), self._metrics)
        more = [self._more] if self._more_texts() else []
        self._more.setVisible(bool(more))
        for chip, box in zip((*self._chips, *more, self._add), boxes, strict=True):
            chip.setGeometry(box)
        if self._field is not None:
            self._cover(self._field)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Flow anew."""
        super().resizeEvent(event)
        self._place()

"""What screen readers are told that Qt does not tell: roles of widgets, values of cells."""

from functools import cache
from typing import Any, Protocol, Self, runtime_checkable

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QSlider, QTableView, QWidget
from shiboken6 import Shiboken, isValid

__all__ = ["tell_roles"]

_NOTHING = Shiboken.VoidPtr(0)
"""What Qt takes for nothing where it expects an address; None it takes for one."""


@cache
def tell_roles() -> None:
    """Let screen readers have the ``accessible_role`` of every widget that has one.

    The cells of a table with a method ``accessible_value``, from row and column to text, have
    that as their value, which those of Qt's tables have not. A slider with a text
    ``accessible_value`` has that as its value, not where it stands.
    """
    QAccessible.installFactory(_interface)


@runtime_checkable
class _HasValues(Protocol):
    """A table whose cells have values."""

    def accessible_value(self, row: int, column: int) -> str:
        """Return the value of a cell."""
        ...


def _interface(_class_name: str, thing: QObject) -> QAccessibleInterface | None:
    """Return what speaks for a widget, or None where Qt knows better."""
    if isinstance(thing, QTableView) and isinstance(thing, _HasValues):
        return _Table.of(thing)
    if isinstance(thing, QSlider) and hasattr(thing, "accessible_value"):
        return _Slider.of(thing)
    role = getattr(thing, "accessible_role", None)
    if role is None or not isinstance(thing, QWidget):
        return None
    return QAccessibleWidget(thing, role)


class _Speaker(QAccessibleWidget):
    """Speaks for a widget: says what Qt would, until a subclass says it better.

    Methods that Qt calls return Any where it takes None for nothing, as its types do not say.

    Parameters
    ----------
    widget : QWidget
    of_qt : QAccessibleInterface
        What Qt makes for it.
    """

    _asking: QWidget | None = None

    @classmethod
    def of(cls, widget: QWidget) -> Self | None:
        """Return what speaks for a widget, or None while that asks for what Qt makes."""
        if cls._asking is widget:
            return None
        cls._asking = widget
        try:
            of_qt = QAccessible.queryAccessibleInterface(widget)
        finally:
            cls._asking = None
        return cls(widget, of_qt)

    def __init__(self, widget: QWidget, of_qt: QAccessibleInterface) -> None:
        super().__init__(widget, of_qt.role())
        self._name = QAccessible.uniqueId(of_qt)

    @property
    def _of_qt(self) -> QAccessibleInterface:
        # Not kept: Qt deletes it unseen, and what comes to lie at its place would be taken for it.
        return QAccessible.accessibleInterface(self._name)

    def state(self) -> QAccessible.State:
        return self._of_qt.state()

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        return _address(self._of_qt, kind)


class _Slider(_Speaker):
    """Speaks for a slider, whose value is what it says, not where it stands."""

    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Value:
            return str(getattr(self.object(), "accessible_value", ""))
        return super().text(kind)


class _Table(_Speaker):
    """Speaks for a table: what Qt's own table says, but that its cells have values."""

    def __init__(self, view: QWidget, of_qt: QAccessibleInterface) -> None:
        super().__init__(view, of_qt)
        self._cells: dict[tuple[int, int], _Cell] = {}
        view.destroyed.connect(self._forget)

    def _forget(self) -> None:
        """Let go of the cells, which would outlive their table."""
        for cell in self._cells.values():
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(cell))
        self._cells = {}

    @property
    def view(self) -> QTableView | None:
        """The table; None once it is gone."""
        view = self.object() if isValid(self) else None
        return view if isinstance(view, QTableView) else None

    def cell_of_qt(self, row: int, column: int) -> QAccessibleInterface | None:
        """Return what Qt has at a place, or None where no cell is any more."""
        view = self.view
        if view is None:
            return None
        n_rows, n_columns = view.model().rowCount(), view.model().columnCount()
        if row >= n_rows or column >= n_columns:
            return None
        return self._of_qt.child(self._index(row, column, n_rows, n_columns))

    def value(self, row: int, column: int) -> str:
        """Return the value of a cell that is there."""
        table: QObject = self.object()
        return table.accessible_value(row, column) if isinstance(table, _HasValues) else ""

    def _index(self, row: int, column: int, n_rows: int, n_columns: int) -> int:
        """Return the number of a cell among all children; headers come first, if they count."""
        first = int(self._of_qt.childCount() != n_rows * n_columns)
        return (row + first) * (n_columns + first) + column + first

    def _own(self, child: QAccessibleInterface | None) -> QAccessibleInterface | None:
        """Return the cell that stands for one of Qt's; anything else as it is."""
        place = None if child is None else child.tableCellInterface()
        if child is None or place is None or child.role() != QAccessible.Role.Cell:
            return child
        at = (place.rowIndex(), place.columnIndex())
        if at not in self._cells:
            self._cells[at] = _Cell(self, *at)
        return self._cells[at]

    def child(self, index: int) -> Any:
        return self._own(self._of_qt.child(index))

    def childAt(self, x: int, y: int) -> Any:
        return self._own(self._of_qt.childAt(x, y))

    def focusChild(self) -> Any:
        return self._own(self._of_qt.focusChild())

    def childCount(self) -> int:
        return self._of_qt.childCount()

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        place, view = child.tableCellInterface(), self.view
        if place is None or view is None or child.role() != QAccessible.Role.Cell:
            return self._of_qt.indexOfChild(child)
        size = (view.model().rowCount(), view.model().columnCount())
        return self._index(place.rowIndex(), place.columnIndex(), *size)


class _Cell(QAccessibleInterface):
    """Speaks for one cell of a table: as Qt's own does, and has a value."""

    def __init__(self, table: _Table, row: int, column: int) -> None:
        super().__init__()
        self._table = table
        self._place = (row, column)

    @property
    def _of_qt(self) -> QAccessibleInterface | None:
        return self._table.cell_of_qt(*self._place)

    def isValid(self) -> bool:
        return self._of_qt is not None

    def object(self) -> Any:
        return None

    def parent(self) -> Any:
        view = self._table.view
        return None if view is None else QAccessible.queryAccessibleInterface(view)

    def child(self, index: int) -> Any:
        return None

    def childAt(self, x: int, y: int) -> Any:
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Cell

    def text(self, kind: QAccessible.Text) -> str:
        of_qt = self._of_qt
        if of_qt is None:
            return ""
        if kind == QAccessible.Text.Value:
            return self._table.value(*self._place)
        return of_qt.text(kind)

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        of_qt = self._of_qt
        if of_qt is not None:
            of_qt.setText(kind, text)

    def rect(self) -> QRect:
        of_qt = self._of_qt
        return QRect() if of_qt is None else of_qt.rect()

    def state(self) -> QAccessible.State:
        of_qt = self._of_qt
        return QAccessible.State() if of_qt is None else of_qt.state()

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        return _address(self._of_qt, kind)


def _address(of_qt: QAccessibleInterface | None, kind: QAccessible.InterfaceType) -> Any:
    """Return where Qt has what it can do in some way, or what it takes for nothing."""
    address = None if of_qt is None else of_qt.interface_cast(kind)
    return _NOTHING if address is None else address  # one without a size counts as false

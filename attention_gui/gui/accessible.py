"""What widgets of the program's own are to screen readers, to which Qt takes them for nothing."""

from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

__all__ = ["tell_roles"]


@cache
def tell_roles() -> None:
    """Let screen readers have the ``accessible_role`` of every widget that has one."""
    QAccessible.installFactory(_interface)


def _interface(_class_name: str, thing: QObject) -> QAccessibleInterface | None:
    """Return what speaks for a widget, or None where Qt knows better."""
    role = getattr(thing, "accessible_role", None)
    if role is None or not isinstance(thing, QWidget):
        return None
    return QAccessibleWidget(thing, role)

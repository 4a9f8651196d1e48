"""The clipboard: numbers as spreadsheets copy and paste them."""

import atexit
from functools import cache

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from attention_gui.gui.cells import CellRange
from attention_gui.scenario.numbers import DecimalSign, edit_text
from attention_gui.scenario.sheet import Sheet
from attention_gui.scenario.tables import from_html, from_text, to_html, to_text

__all__ = ["copied_cells", "copy"]

_OURS = "application/x-attention-gui"
"""Marks what was copied here."""


def copy(sheet: Sheet, cells: CellRange, decimal: DecimalSign) -> None:
    """Put a range on the clipboard, every number with all its digits.

    Parameters
    ----------
    sheet : Sheet
    cells : CellRange
    decimal : DecimalSign
        What separates decimals in the copy.
    """
    rows, columns = cells.slices
    if sheet.texts is not None:
        texts = [list(row[columns]) for row in sheet.texts[rows]]
    else:
        block = sheet.values[rows, columns].tolist()
        texts = [[edit_text(value, decimal) for value in row] for row in block]
    content = QMimeData()
    content.setText(to_text(texts))
    content.setHtml(to_html(texts))
    content.setData(_OURS, b"")
    QGuiApplication.clipboard().setMimeData(content)
    _let_go_at_exit()


@cache
def _let_go_at_exit() -> None:
    """See to it that the clipboard holds no object of Python's when the interpreter has ended.

    Qt deletes what the clipboard holds after that, and an object made in Python would then
    call into an interpreter that is no more.
    """
    atexit.register(_let_go)


def _let_go() -> None:
    """Leave the plain text on the clipboard, in an object of Qt's own."""
    if QGuiApplication.instance() is None:
        return
    clipboard, content = QGuiApplication.clipboard(), _content()
    if content is not None and content.hasFormat(_OURS):  # not all platforms know who owns it
        clipboard.setText(clipboard.text())


def copied_cells(decimal: DecimalSign) -> list[list[str]]:
    """Return the cells that are on the clipboard; a table is preferred, as it is more exact."""
    content = _content()
    if content is None:
        return from_text("")
    cells = from_html(content.html(), decimal) if content.hasHtml() else []
    return cells or from_text(content.text())


def _content() -> QMimeData | None:
    """Return what is on the clipboard; None where nothing is."""
    return QGuiApplication.clipboard().mimeData()

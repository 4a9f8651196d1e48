"""The clipboard: numbers as spreadsheets copy and paste them."""

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from attention_gui.gui.cells import CellRange
from attention_gui.scenario.numbers import DecimalSign, edit_text
from attention_gui.scenario.sheet import Sheet
from attention_gui.scenario.tables import from_html, from_text, to_html, to_text

__all__ = ["copied_cells", "copy"]


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
    QGuiApplication.clipboard().setMimeData(content)


def copied_cells(decimal: DecimalSign) -> list[list[str]]:
    """Return the cells that are on the clipboard; a table is preferred, as it is more exact."""
    content = QGuiApplication.clipboard().mimeData()
    cells = from_html(content.html(), decimal) if content.hasHtml() else []
    return cells or from_text(content.text())

"""Numbers as tables that spreadsheets copy and paste: tabs between cells, or HTML.

Spreadsheets put both on the clipboard. The text holds what they show, the HTML of some of them
also the number behind it, so a number survives in full where they offer it.
"""

import csv
import html
import io
import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser

import numpy as np
from numpy.typing import NDArray

from attention_gui.engine import AttentionError
from attention_gui.phrases import Phrase, Words
from attention_gui.scenario.numbers import DecimalSign, edit_text, parse

__all__ = ["from_html", "from_text", "numbers", "to_html", "to_text"]

Cells = Sequence[Sequence[str]]
"""Texts in rows and columns."""

_LONGEST_CELL = 1_000_000


def to_text(cells: Cells) -> str:
    """Return texts with a tab between cells and a line for each row."""
    return "".join("\t".join(row) + "\n" for row in cells)


def to_html(cells: Cells) -> str:
    """Return texts as an HTML table."""
    rows = ("".join(f"<td>{html.escape(text)}</td>" for text in row) for row in cells)
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def from_text(text: str) -> list[list[str]]:
    """Return the cells of a text with tabs between them.

    Lines end with any line ending, and the last one may have none. A cell in quotes may hold
    tabs, line ends and doubled quotes.

    Raises
    ------
    AttentionError
        ``wrong-type`` when a cell holds more than a spreadsheet's can.
    """
    csv.field_size_limit(_LONGEST_CELL)
    # Some programs end the text as C does.
    lines = io.StringIO(text.rstrip("\0"), newline="")
    try:
        return [row or [""] for row in csv.reader(lines, delimiter="\t")]
    except csv.Error as error:
        raise AttentionError(
            "wrong-type", "What was copied is no table: {0}.", _cause(error)
        ) from error


def _cause(error: csv.Error) -> Words:
    known = Phrase("field larger than field limit ({0})", _LONGEST_CELL)
    return known if str(error) == str(known) else str(error)


def from_html(text: str, decimal: DecimalSign = DecimalSign.EITHER) -> list[list[str]]:
    """Return the cells of the first table of an HTML text; none when there is no table.

    A cell that says which number it shows rounded is that number, with the decimal sign of the
    setting; what is merged over several columns is followed by empty cells.
    """
    reader = _TableReader(decimal)
    reader.feed(text)
    reader.close()
    return reader.rows


def numbers(cells: Cells, decimal: DecimalSign) -> NDArray[np.float64]:
    """Return the numbers in cells, shape (rows, columns).

    Raises
    ------
    AttentionError
        Naming the row and the column, counted from 1, of the first cell that is refused.
    """
    width = len(cells[0]) if cells else 0
    if not width:
        raise AttentionError("wrong-type", "There is no number to paste.")
    for r, row in enumerate(cells, 1):
        if len(row) != width:
            raise AttentionError(
                "wrong-type",
                "The rows of what was copied differ in width: {0} in row 1 and {1} in row {2}.",
                width,
                len(row),
                r,
            )
    return np.array(
        [[_number(text, r, c, decimal) for c, text in enumerate(row, 1)]
         for r, row in enumerate(cells, 1)]
    )  # fmt: skip


def _number(text: str, row: int, column: int, decimal: DecimalSign) -> float:
    try:
        return parse(text, decimal)
    except AttentionError as error:
        raise AttentionError(
            error.code, "Row {0}, column {1} of what was copied: {2}", row, column, error.phrase
        ) from error


class _TableReader(HTMLParser):
    """Collects the cells of the outermost table that comes first."""

    def __init__(self, decimal: DecimalSign) -> None:
        super().__init__(convert_charrefs=True)
        self._decimal = decimal
        self.rows: list[list[str]] = []
        self._depth = 0
        self._is_done = False
        self._text: list[str] | None = None  # of the cell that is being read
        self._exact: str | None = None
        self._span = 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._is_done:
            return
        if tag == "table":
            self._depth += 1
        elif self._depth == 1 and tag == "tr":
            self._end_cell()
            self.rows.append([])
        elif self._depth == 1 and tag in ("td", "th"):
            self._end_cell()
            if not self.rows:
                self.rows.append([])
            self._text = []
            found = dict(attrs)
            exact = _number_behind(found)
            self._exact = exact and exact.replace(".", self._decimal.character)
            self._span = _span(found.get("colspan"))
        elif tag == "br" and self._text is not None:
            self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if self._is_done or not self._depth:
            return
        if self._depth == 1 and tag in ("td", "th", "tr", "table"):
            self._end_cell()
        if tag == "table":
            self._depth -= 1
            self._is_done = not self._depth

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def close(self) -> None:
        super().close()
        self._end_cell()
        self.rows = [row for row in self.rows if row]

    def _end_cell(self) -> None:
        if self._text is not None:
            text = " ".join("".join(self._text).split())
            self.rows[-1] += [self._exact or text] + [""] * (self._span - 1)
            self._text = None


def _number_behind(attributes: dict[str, str | None]) -> str | None:
    """Return the number that a spreadsheet wrote into a cell's attributes, as text."""
    for name in ("sdval", "x:num"):  # of LibreOffice, and of Excel; empty: it is the text
        if attributes.get(name):
            return attributes[name]
    try:
        # Of Google Sheets, which keeps numbers under "3".
        value = json.loads(attributes.get("data-sheets-value") or "{}", parse_int=float)
    except (ValueError, RecursionError):
        return None
    number = value.get("3") if isinstance(value, dict) else None
    return edit_text(number) if isinstance(number, float) else None


def _span(text: str | None) -> int:
    return max(1, int(text)) if text is not None and re.fullmatch("[0-9]{1,3}", text) else 1

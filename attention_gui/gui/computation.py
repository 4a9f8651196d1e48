"""The computation of a cell as text, in which every number leads to the cell that it stands in."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QFocusEvent, QTextCharFormat, QTextCursor, QTextDocument, QWheelEvent
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from attention_gui.scenario.lines import Cell, Line

__all__ = ["Computation"]


class Computation(QTextBrowser):
    """Lines whose numbers are links, for the mouse and for Tab and Enter.

    Attributes
    ----------
    chosen : Signal(str, tuple)
        Quantity id and index of the cell whose number was chosen.
    pointed : Signal(object)
        The cell whose number the mouse or the keyboard is at, or None.

    Parameters
    ----------
    name_of : callable
        What a cell is called; asked when its number is pointed at.
    """

    chosen = Signal(str, tuple)
    pointed = Signal(object)

    def __init__(self, name_of: Callable[[Cell], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name_of = name_of
        self._cells: list[Cell] = []
        self._cell: Cell | None = None  # that is pointed at
        self._lines: Sequence[Line] = ()
        self._ruler = QTextDocument(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        for set_policy in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setUndoRedoEnabled(False)
        self.anchorClicked.connect(self._choose)
        self.highlighted.connect(self._point)

    @property
    def cells(self) -> Sequence[Cell]:
        """The cells that the numbers lead to, in the order of the numbers."""
        return self._cells

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Show other lines."""
        if lines == self._lines:
            return
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()  # so that all is laid out once
        if _frame(lines) == _frame(self._lines):
            self._replace(lines, cursor)
        else:
            self._write(lines, cursor)
        cursor.endEditBlock()
        self._lines = lines
        self._point(QUrl())

    def _write(self, lines: Sequence[Line], cursor: QTextCursor) -> None:
        self._cells, usual = [], QTextCharFormat()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.removeSelectedText()
        for at, pieces in enumerate(lines):
            if at:
                cursor.insertText("\n", usual)
            for piece in pieces:
                form = usual if piece.cell is None else self._link_to(piece.cell)
                cursor.insertText(_unbroken(piece.text), form)

    def _replace(self, lines: Sequence[Line], cursor: QTextCursor) -> None:
        """Write other texts into the same links: an edit of a number changes few of them."""
        cursor.movePosition(QTextCursor.MoveOperation.End)
        end = cursor.position()
        for pieces, before in zip(reversed(lines), reversed(self._lines), strict=True):
            for piece, old in zip(reversed(pieces), reversed(before), strict=True):
                start = end - _length(old.text)
                if piece.text != old.text:
                    cursor.setPosition(start)
                    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                    cursor.insertText(_unbroken(piece.text), cursor.charFormat())
                end = start
            end -= 1  # the end of the line before

    def _link_to(self, cell: Cell) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setAnchor(True)
        form.setAnchorHref(str(len(self._cells)))
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        self._cells.append(cell)
        return form

    def heightForWidth(self, width: int) -> int:
        """Return the height that the lines need."""
        sides = self.contentsMargins().left() + self.contentsMargins().right()
        width -= sides
        document = self.document()
        if not document.textWidth() == width == self.viewport().width():
            # It takes no width but that of its view, so another one is asked.
            document = self._ruler
            document.setDefaultFont(self.document().defaultFont())
            document.setDefaultTextOption(self.document().defaultTextOption())
            document.setDocumentMargin(self.document().documentMargin())
            # The plain text would lose what keeps lines from breaking.
            document.setPlainText(self.document().toRawText().replace("\u2029", "\n"))
            document.setTextWidth(width)
        return round(document.size().height()) + sides

    def _choose(self, link: QUrl) -> None:
        self.chosen.emit(*self._cells[int(link.toString())])

    def _point(self, link: QUrl) -> None:
        """Tell which cell is pointed at, and say its name."""
        cell = None if link.isEmpty() else self._cells[int(link.toString())]
        if cell == self._cell:  # what else is pointed at is not ended by what happens here
            return
        self._cell = cell
        name = "" if cell is None else self._name_of(cell)
        self.viewport().setToolTip(name)
        self.setAccessibleDescription(name)
        self.pointed.emit(cell)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go to the next number, or leave after the last."""
        stays = super().focusNextPrevChild(forward)
        at = self.textCursor()
        self._point(QUrl(at.charFormat().anchorHref() if stays and at.hasSelection() else ""))
        return stays

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Point at nothing."""
        super().focusOutEvent(event)
        self._point(QUrl())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what scrolls or zooms: all lines are in sight."""
        event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        super().leaveEvent(event)
        self._point(QUrl())


def _unbroken(text: str) -> str:
    """Return a text in which a line may end before an equals sign, but not after it."""
    return text.replace("= ", "=\N{NO-BREAK SPACE}")


def _frame(lines: Sequence[Line]) -> list[list[tuple[bool, Cell | None]]]:
    """Return what stays where only numbers change: which pieces there are, and what they link."""
    return [[(bool(piece.text), piece.cell) for piece in pieces] for pieces in lines]


def _length(text: str) -> int:
    """Return how many characters a text has to Qt, which counts in UTF-16."""
    return len(text.encode("utf-16-le")) // 2

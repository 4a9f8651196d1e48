"""Small tables of text, shown whole."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QTableView, QWidget

from attention_gui.gui.fonts import advance, text_font
from attention_gui.gui.matrix_model import AnyIndex

__all__ = ["TextModel", "TextTable"]

_NO_INDEX = QModelIndex()
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class TextModel(QAbstractTableModel):
    """Rows of texts under headers.

    Attributes
    ----------
    headers : tuple of str
    rows : sequence of sequence of str
    words : frozenset of int
        Columns that hold words, not numbers.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.headers: tuple[str, ...] = ()
        self.rows: Sequence[Sequence[str]] = ()
        self.words = frozenset({0})

    def set_rows(self, headers: tuple[str, ...], rows: Sequence[Sequence[str]]) -> None:
        """Show other texts."""
        self.beginResetModel()
        self.headers, self.rows = headers, rows
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = _NO_INDEX) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex = _NO_INDEX) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.headers)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a text, or how it is aligned, or what a screen reader says."""
        if not index.isValid():
            return None
        text = self.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{' '.join(self.headers[index.column()].split())}: {text}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT if index.column() in self.words else _RIGHT
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's header."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.headers[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT if section in self.words else _RIGHT
        return None


class TextTable(QTableView):
    """A table that is as large as its texts.

    Parameters
    ----------
    name : str
        Object name.
    pixels : int
        Type size.
    """

    def __init__(self, name: str, pixels: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._pixels = pixels
        self._size = QSize(0, 0)
        self.text_model = TextModel(self)
        self.setModel(self.text_model)
        self.setFont(text_font(pixels))
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._set_up_headers()

    def _set_up_headers(self) -> None:
        header = self.horizontalHeader()
        header.setFont(text_font(self._pixels * 0.9, bold=True))
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(round(self._pixels * 1.75))

    def set_rows(self, headers: tuple[str, ...], rows: Sequence[Sequence[str]]) -> None:
        """Show other texts, as large as they are."""
        self.text_model.set_rows(headers, rows)
        widths = [self._width(c) for c in range(len(headers))]
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)
        n_lines = max(header.count("\n") + 1 for header in headers)
        height = round(self._pixels * (0.9 + 1.15 * n_lines))
        self.horizontalHeader().setFixedHeight(height)
        height += len(rows) * self.verticalHeader().defaultSectionSize()
        self._size = QSize(sum(widths) + 2, height + 4)
        self.setFixedSize(self._size)

    def _width(self, column: int) -> int:
        texts = [row[column] for row in self.text_model.rows]
        widest = max((advance(self._pixels, text) for text in texts), default=0.0)
        lines = self.text_model.headers[column].split("\n")
        header = max(advance(self._pixels, line) for line in lines)
        return round(max(widest, header) + self._pixels * 1.5)

    def sizeHint(self) -> QSize:
        """Return the size of the texts."""
        return self._size

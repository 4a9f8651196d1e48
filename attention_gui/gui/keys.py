"""The sheet of keys: every shortcut of the menus, and what keys do inside a matrix."""

from collections.abc import Sequence
from html import escape

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QMenu, QTextBrowser, QVBoxLayout, QWidget

__all__ = ["KeySheet"]

_SIZE = (520, 620)


class KeySheet(QDialog):
    """Lists keys in a window of its own; the main window stays in use.

    Parameters
    ----------
    menus : sequence of QMenu
        Whose shortcuts are listed.
    parent : QWidget
    """

    def __init__(self, menus: Sequence[QMenu], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("keys")
        self._menus = menus
        self._text = QTextBrowser()
        self._text.setObjectName("keys.text")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._text)
        self.resize(*_SIZE)
        self.retranslate()

    def retranslate(self) -> None:
        """Take up the language."""
        self.setWindowTitle(self.tr("Keys"))
        self._text.setAccessibleName(self.tr("Keys"))
        sections = [
            (self.tr("In a matrix"), self._in_a_matrix()),
            (self.tr("In the explanation"), self._in_the_explanation()),
            (self.tr("On a token"), self._on_a_token()),
            (self.tr("On the board"), self._on_the_board()),
        ]
        sections += [(_plain(menu.title()), _shortcuts(menu)) for menu in self._menus]
        self._text.setHtml("".join(_section(title, rows) for title, rows in sections if rows))

    def _in_a_matrix(self) -> list[tuple[str, str]]:
        return [
            (self.tr("Arrow keys"), self.tr("go to another cell")),
            (self.tr("Enter, Tab"), self.tr("go down, go right; with Shift back")),
            (self.tr("Ctrl+Tab"), self.tr("go to the next matrix; with Shift back")),
            (self.tr("Ctrl+Home, Ctrl+End"), self.tr("go to the first cell, to the last")),
            (self.tr("Digits, F2"), self.tr("type a new number, change the old one")),
            (self.tr("Esc"), self.tr("take back what is half-typed or dragged")),
            (self.tr("Shift+arrow keys"), self.tr("select a range")),
            (self.tr("Alt+Up, Alt+Down"), self.tr("change the number; with Shift finely")),
            (
                self.tr("Ctrl+wheel"),
                self.tr("change the number with the keyboard; else zoom what is under the mouse"),
            ),
            (self.tr("Space"), self.tr("block a masked score, or allow it again")),
        ]

    def _in_the_explanation(self) -> list[tuple[str, str]]:
        return [
            (self.tr("Tab"), self.tr("go to the next number, and preview its links")),
            (self.tr("Enter"), self.tr("go to the cell of the number")),
        ]

    def _on_a_token(self) -> list[tuple[str, str]]:
        return [
            (self.tr("Space"), self.tr("make it padding, or a token again")),
            (self.tr("F2"), self.tr("rename it")),
            (self.tr("Del"), self.tr("remove it")),
        ]

    def _on_the_board(self) -> list[tuple[str, str]]:
        return [
            (self.tr("Drag a title"), self.tr("move the panel within its section")),
            (self.tr("Double-click a title"), self.tr("enlarge the panel, or go back")),
            (self.tr("Right-click a panel"), self.tr("hide, enlarge or move it")),
            (self.tr("Esc"), self.tr("go back from the enlarged panel")),
            (self.tr("Zoom in a picture"), self.tr("bring its digits back")),
        ]


def _shortcuts(menu: QMenu) -> list[tuple[str, str]]:
    """Return the keys and the texts of a menu and the menus in it."""
    rows: list[tuple[str, str]] = []
    for action in menu.actions():
        submenu = action.menu()
        if isinstance(submenu, QMenu):
            rows += _shortcuts(submenu)
        elif keys := action.shortcuts():
            shown = [key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys]
            rows.append((", ".join(shown), _plain(action.text())))
    return rows


def _plain(text: str) -> str:
    """Return the text of a menu without the marks of its mnemonic."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


def _section(title: str, rows: Sequence[tuple[str, str]]) -> str:
    cells = "".join(
        f"<tr><td width='170'><b>{escape(keys)}</b>&nbsp;&nbsp;</td><td>{escape(text)}</td></tr>"
        for keys, text in rows
    )
    return f"<h3>{escape(title)}</h3><table cellpadding='2'>{cells}</table>"

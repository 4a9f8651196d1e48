"""Questions with answers in the program's own words."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

__all__ = ["ask"]


def ask(
    parent: QWidget,
    name: str,
    title: str,
    text: str,
    answers: Mapping[QMessageBox.StandardButton, str],
) -> QMessageBox.StandardButton:
    """Ask a question and return the answer.

    Parameters
    ----------
    parent : QWidget
        The window that the question belongs to.
    name : str
        Object name of the dialog.
    title, text : str
    answers : mapping from StandardButton to str
        What each button says, "&" before its key; the first one is chosen by Enter. Esc and
        closing the dialog are ``Cancel``.
    """
    box = QMessageBox(QMessageBox.Icon.Question, title, "", parent=parent)
    box.setObjectName(name)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    for answer, words in answers.items():
        box.addButton(answer).setText(words)
    box.setDefaultButton(next(iter(answers)))
    try:
        return QMessageBox.StandardButton(box.exec())
    finally:
        box.deleteLater()

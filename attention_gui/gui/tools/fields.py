"""Fields for numbers: what is refused stays, with the reason beside it."""

import re
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from attention_gui.engine import AttentionError
from attention_gui.engine.options import read_count, read_positive, read_positive_count
from attention_gui.gui.fonts import advance, text_font
from attention_gui.gui.refusal import Refusal
from attention_gui.scenario.numbers import DecimalSign, parse

__all__ = ["Field", "number", "positive", "whole", "wholes"]

_T = TypeVar("_T")
_LEAST_DIGITS = 6


class Field(Generic[_T]):
    """A line edit with its label.

    Attributes
    ----------
    edit : QLineEdit

    Parameters
    ----------
    name : str
        Object name of the line edit.
    text : str
        What it holds at first.
    read : callable
        Returns the value of a text, or raises AttentionError.
    """

    def __init__(self, name: str, text: str, read: Callable[[str], _T]) -> None:
        self._read = read
        self._refusal: Refusal | None = None
        self.edit = QLineEdit(text)
        self.edit.setObjectName(name)
        self.edit.textEdited.connect(self._forget)
        self.edit.editingFinished.connect(self._check)
        self._label = QLabel()
        self._label.setBuddy(self.edit)

    def set_texts(self, label: str, spoken: str) -> None:
        """Set what stands before the line edit, and what it is in words, in a language."""
        self._label.setText(label)
        self.edit.setAccessibleName(spoken)
        self.edit.setToolTip(spoken)
        if self._refusal is not None:
            self._refusal.retranslate()

    def set_decimal(self, sign: DecimalSign) -> None:
        """Write the number with a decimal sign; what is no number stays as it was typed."""
        text = self.edit.text()
        try:
            self._read(text)
        except AttentionError:
            return
        written = re.sub("[.,]", sign.character, text)
        if written != text:
            self.edit.setText(written)

    def add_to(self, row: QHBoxLayout, pixels: int) -> None:
        """Put the label and the line edit at the end of a row, in a type size."""
        self._label.setFont(text_font(pixels))
        self.edit.setFont(text_font(pixels))
        sample = "0" * max(_LEAST_DIGITS, len(self.edit.text()) + 1)
        self.edit.setFixedWidth(round(advance(pixels, sample) + pixels * 1.2))
        row.addWidget(self._label)
        row.addWidget(self.edit)

    def value(self) -> _T | None:
        """Return what was typed, or say beside the field why not and return None."""
        try:
            value = self._read(self.edit.text())
        except AttentionError as error:
            self._refuse(error)
            return None
        self._forget()
        return value

    @property
    def refusal(self) -> str:
        """Why the text is refused, or an empty text."""
        return "" if self._refusal is None else self._refusal.text()

    def _check(self) -> None:
        if self.edit.isVisible():  # leaving a window that closes is no mistake
            self.value()

    def _refuse(self, error: AttentionError) -> None:
        if self._refusal is None:
            self._refusal = Refusal(self.edit)
        self._refusal.say(error)
        self._polish(is_refused=True)

    def _forget(self) -> None:
        if self._refusal is not None:
            self._refusal.forget()
            self._refusal = None
            self._polish(is_refused=False)

    def _polish(self, *, is_refused: bool) -> None:
        self.edit.setProperty("refused", is_refused)
        widget: QWidget = self.edit
        widget.style().polish(widget)


def number(text: str) -> float:
    """Return a finite number."""
    return parse(text)


def positive(name: str) -> Callable[[str], float]:
    """Return a reader of numbers above 0."""
    return lambda text: read_positive(name, parse(text))


def whole(name: str, most: int, least: int = 1) -> Callable[[str], int]:
    """Return a reader of whole numbers from 0 or 1 up to `most`."""

    def read(text: str) -> int:
        typed = parse(text)
        given = int(typed) if typed.is_integer() else typed
        count = read_positive_count(name, given) if least else read_count(name, given)
        if not least <= count <= most:
            raise AttentionError(
                "wrong-type",
                "{0} is {1} instead of one of {2} … {3}.",
                name,
                f"{count:,}",
                least,
                f"{most:,}",
            )
        return count

    return read


def wholes(name: str, most: int, longest: int) -> Callable[[str], tuple[int, ...]]:
    """Return a reader of lists of whole numbers, apart by blanks, commas or semicolons."""
    read_one = whole(name, most)

    def read(text: str) -> tuple[int, ...]:
        parts = re.split(r"[\s,;]+", text.strip(" \t,;"))
        counts = sorted({read_one(part) for part in parts})
        if len(counts) > longest:
            raise AttentionError(
                "wrong-type", "{0} values of {1} are more than {2}.", len(counts), name, longest
            )
        return tuple(counts)

    return read

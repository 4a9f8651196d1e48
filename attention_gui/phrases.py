"""Phrases with values in them, which know how to be said in another language."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

__all__ = ["REFUSAL", "Phrase", "Words", "one_of"]

REFUSAL = "refusal"
"""The context of the words of refusals, for those who translate them."""


class Phrase:
    """A phrase in English, as a template and what is put into it; ``str(phrase)`` is the English.

    The template is a literal where a phrase is made, as the tool that collects texts for
    translation sees nothing else.

    Parameters
    ----------
    template : str
        For `str.format`, such as ``"row {0}, column {1}"``.
    *values : object
        What is put into it: phrases, which are translated too, and anything else, as its text.
    context : str, default `REFUSAL`
        Where the template's translation is looked up; another one's templates need not be
        literals here.

    Attributes
    ----------
    template, context : str
    values : tuple of str and Phrase
    """

    __slots__ = ("context", "template", "values")

    def __init__(self, template: str, *values: object, context: str = REFUSAL) -> None:
        self.template = template
        self.values = tuple(v if isinstance(v, Phrase) else str(v) for v in values)
        self.context = context

    def __str__(self) -> str:
        return self.said(lambda _context, text: text)

    def said(self, translate: Callable[[str, str], str]) -> str:
        """Return the phrase in another language.

        Parameters
        ----------
        translate : callable
            Takes a context and a text in English, and returns the text in the other language.
        """
        values = (v.said(translate) if isinstance(v, Phrase) else v for v in self.values)
        return translate(self.context, self.template).format(*values)


Words: TypeAlias = str | Phrase
"""A text that is the same in every language, or a phrase."""


def one_of(choices: Sequence[str]) -> Words:
    """Return choices as a list in a sentence: "zero or nan or uniform"."""
    listed: Words = choices[0]
    for choice in choices[1:]:
        listed = Phrase("{0} or {1}", listed, choice)
    return listed

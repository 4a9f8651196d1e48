"""The one exception of the engine, and how its messages show what was given."""

from numbers import Real

from attention_gui.phrases import Phrase, Words

__all__ = ["AttentionError", "shown"]

_LONGEST = 40


class AttentionError(Exception):
    """A refusal: what is wrong with a problem, in one sentence with the numbers in it.

    Parameters
    ----------
    code : str
        The kind of the error for programs, such as ``"head-divisibility"``; never translated.
    template : str
        The sentence for people, in English, with a place for every value; see `Phrase`.
    *values : object
        What is put into the sentence.

    Attributes
    ----------
    code : str
    message : str
        The sentence in English; also ``str(error)``.
    phrase : Phrase
        The sentence in any language.
    """

    def __init__(self, code: str, template: str, *values: object) -> None:
        self.code = code
        self.phrase = Phrase(template, *values)
        self.message = str(self.phrase)
        super().__init__(self.message)

    def __reduce__(self) -> tuple[type["AttentionError"], tuple[object, ...]]:
        # The default would call the constructor with the message alone.
        return (AttentionError, (self.code, self.phrase.template, *self.phrase.values))


def shown(given: object) -> Words:
    """Return what was given as one short line for a message."""
    try:
        # A NumPy number's repr names its type.
        text = str(given) if isinstance(given, Real) else repr(given)
    except ValueError:  # Python refuses to print integers of more than 4,300 digits
        return Phrase("a very large {0}", type(given).__name__)
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"

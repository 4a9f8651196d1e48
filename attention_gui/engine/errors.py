"""The one exception of the engine, and how its messages show what was given."""

from numbers import Real

__all__ = ["AttentionError", "shown"]

_LONGEST = 40


class AttentionError(Exception):
    """A refusal: what is wrong with a problem, in one sentence with the numbers in it.

    Parameters
    ----------
    code : str
        The kind of the error for programs, such as ``"head-divisibility"``; never translated.
    message : str
        The sentence for people; also ``str(error)``.

    Attributes
    ----------
    code, message : str
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type["AttentionError"], tuple[str, str]]:
        # The default would call the constructor with the message alone.
        return (AttentionError, (self.code, self.message))


def shown(given: object) -> str:
    """Return what was given as one short line for a message."""
    try:
        # A NumPy number's repr names its type.
        text = str(given) if isinstance(given, Real) else repr(given)
    except ValueError:  # Python refuses to print integers of more than 4,300 digits
        text = f"a very large {type(given).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"

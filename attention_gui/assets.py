"""The only gateway to the data files that are installed with the program."""

from importlib.resources import files
from importlib.resources.abc import Traversable

__all__ = ["EXAMPLE", "names", "read_bytes", "read_text"]

EXAMPLE = "example:"
"""What the name of a scenario begins with that is among the data files."""

_PACKAGE = "attention_gui.resources"


def read_bytes(*parts: str) -> bytes:
    """Return the content of one data file.

    Parameters
    ----------
    *parts : str
        Folder and file names, such as ``"fonts", "Inter-Regular.otf"``.

    Raises
    ------
    ValueError
        When a part is not a plain name: absolute and parent paths lead out of the package.
    FileNotFoundError
        When there is no such file.
    """
    return _find(parts).read_bytes()


def read_text(*parts: str) -> str:
    """Return the content of one UTF-8 data file; see `read_bytes`."""
    return _find(parts).read_text(encoding="utf-8")


def names(*folder: str) -> tuple[str, ...]:
    """Return the sorted names of the files in a folder; see `read_bytes`."""
    return tuple(sorted(entry.name for entry in _find(folder).iterdir() if entry.is_file()))


def _find(parts: tuple[str, ...]) -> Traversable:
    for part in parts:
        if part in {"", ".", ".."} or any(sign in part for sign in "/\\:\0"):
            raise ValueError(f"{part!r} is not the plain name of a data file or folder")
    return files(_PACKAGE).joinpath(*parts)

"""Write files whole or not at all."""

import os
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from attention_gui.engine import AttentionError
from attention_gui.phrases import Phrase, Words

__all__ = ["cause", "write_all", "write_whole"]

_PROTECTED = Phrase("the file is write-protected")
_CAUSES = (
    _PROTECTED,
    Phrase("File name too long"),
    Phrase("Input/output error"),
    Phrase("Is a directory"),
    Phrase("No space left on device"),
    Phrase("No such file or directory"),
    Phrase("Not a directory"),
    Phrase("Operation not permitted"),
    Phrase("Permission denied"),
    Phrase("Read-only file system"),
    Phrase("embedded null byte"),
)
"""What systems say most often when a file cannot be read or written."""


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace a file by `data` in one step.

    At every moment, even if the process is killed, the path holds the old content or the new
    content, never a part. Symbolic links are followed, the mode of an existing file is kept.
    What is not a regular file (a pipe, a terminal) is written to directly.

    Parameters
    ----------
    path : path-like
    data : bytes

    Raises
    ------
    AttentionError
        ``unwritable-file``, naming the path and the cause; an existing file is untouched then.
    """
    write_all({Path(path): data})


def write_all(contents: Mapping[Path, bytes]) -> None:
    """Replace several files, each in one step, and none before all are on the disk.

    A full disk or a protected file thus leaves every file as it was; see `write_whole`.

    Parameters
    ----------
    contents : mapping from path to bytes

    Raises
    ------
    AttentionError
        ``unwritable-file``, naming the path and the cause.
    """
    staged: dict[Path, Path] = {}
    try:
        for path, data in contents.items():
            with _refusal(path):
                _stage(path, data, staged)
        for path in contents:
            with _refusal(path):
                if path in staged:
                    staged[path].replace(os.path.realpath(path))
                    del staged[path]
    finally:
        for temporary in staged.values():
            temporary.unlink(missing_ok=True)


def cause(error: OSError | ValueError) -> Words:
    """Return why a file could not be read or written, without its path."""
    text = str(getattr(error, "strerror", None) or error)
    return next((known for known in _CAUSES if str(known) == text), text)


@contextmanager
def _refusal(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise AttentionError(
            "unwritable-file", "Cannot write {0}: {1}.", repr(os.fspath(path)), cause(error)
        ) from error


def _stage(path: Path, data: bytes, staged: dict[Path, Path]) -> None:
    """Write the data beside the target, or to the target itself where it is no regular file."""
    mode = _mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        path.write_bytes(data)
        return
    target = Path(os.path.realpath(path))
    if mode is not None and not os.access(target, os.W_OK):
        # A rename would succeed in spite of the write protection that somebody asked for.
        raise PermissionError(0, str(_PROTECTED))
    # A short name of its own: the target's may already be as long as the system allows.
    temporary = target.with_name(f".{secrets.token_hex(8)}.tmp")
    with temporary.open("xb") as file:
        staged[path] = temporary
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        temporary.chmod(stat.S_IMODE(mode))


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None

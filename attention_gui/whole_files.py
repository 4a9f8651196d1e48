"""Write files whole or not at all."""

import os
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from attention_gui.engine import AttentionError

__all__ = ["write_all", "write_whole"]


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


@contextmanager
def _refusal(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        cause = getattr(error, "strerror", None) or error
        raise AttentionError(
            "unwritable-file", f"Cannot write {os.fspath(path)!r}: {cause}."
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
        raise PermissionError(0, "the file is write-protected")
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

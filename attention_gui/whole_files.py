"""Write files whole or not at all."""

import os
import secrets
import stat
from pathlib import Path

from attention_gui.engine import AttentionError

__all__ = ["write_whole"]


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
    try:
        mode = _mode(path)
        if mode is None or stat.S_ISREG(mode):
            _replace(Path(os.path.realpath(path)), data, mode)
        else:
            Path(path).write_bytes(data)
    except (OSError, ValueError) as error:
        cause = getattr(error, "strerror", None) or error
        raise AttentionError(
            "unwritable-file", f"Cannot write {os.fspath(path)!r}: {cause}."
        ) from error


def _mode(path: str | os.PathLike[str]) -> int | None:
    try:
        return Path(path).stat().st_mode
    except FileNotFoundError:
        return None


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    if mode is not None and not os.access(target, os.W_OK):
        # A rename would succeed in spite of the write protection that somebody asked for.
        raise PermissionError(0, "the file is write-protected")
    # A short name of its own: the target's may already be as long as the system allows.
    temporary = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temporary.chmod(stat.S_IMODE(mode))
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise

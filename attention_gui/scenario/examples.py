"""The scenarios that are installed with the program."""

import os

from attention_gui import assets
from attention_gui.engine import AttentionError
from attention_gui.scenario import files
from attention_gui.scenario.scenario import Scenario

__all__ = ["find", "load", "names"]

_FOLDER = "scenarios"


def names() -> tuple[str, ...]:
    """Return the names of the examples, sorted."""
    all_files = assets.names(_FOLDER)
    return tuple(
        sorted(name.removesuffix(files.SUFFIX) for name in all_files if name.endswith(files.SUFFIX))
    )


def load(name: str) -> Scenario:
    """Return an example.

    Raises
    ------
    AttentionError
        ``unknown-example``, naming the choices.
    """
    if name not in names():
        raise AttentionError(
            "unknown-example",
            "There is no example {0}; choose from {1}.",
            repr(name),
            ", ".join(names()),
        )
    return files.loads(assets.read_bytes(_FOLDER, name + files.SUFFIX))


def find(source: str | os.PathLike[str]) -> Scenario:
    """Return ``example:NAME`` or the scenario in a file; raises what `load` and `read` raise."""
    if isinstance(source, str) and source.startswith(assets.EXAMPLE):
        return load(source.removeprefix(assets.EXAMPLE))
    return files.read(source)

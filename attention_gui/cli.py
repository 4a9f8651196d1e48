"""The command line.

A verb imports what it needs. Qt is needed by those that draw, and looked for only after the
scenario has been read: a file that is refused is refused alike everywhere, also where Qt is not
installed. The window is shown before NumPy and all that is slow to import, and filled after.
"""

import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from attention_gui import assets
from attention_gui.arguments import parse_arguments
from attention_gui.errors import AttentionError

if TYPE_CHECKING:
    from attention_gui.engine import Problem
    from attention_gui.gui.main_window import MainWindow
    from attention_gui.scenario.scenario import Scenario

__all__ = ["main"]

_FAILED, _REFUSED, _FAULT, _INTERRUPTED, _BROKEN_PIPE = 1, 2, 70, 130, 141
_STANDARD_INPUT = "-"
_FIRST = f"{assets.EXAMPLE}dogs-chase-cats"
"""What is opened when nothing is asked for."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit status.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments without the program's name; by default those of the process.

    Returns
    -------
    int
        0; 1 when a gradient check did not pass; 2 after a refusal, which is one line on
        standard error; 70 after a fault of the program; 130 after an interrupt; 141
        when nobody reads the output any more.
    """
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except AttentionError as error:
        return _refuse(error)
    except BrokenPipeError:
        _give_up_output()
        return _BROKEN_PIPE
    except MemoryError:
        return _refuse(AttentionError("too-large", "The scenario does not fit into the memory."))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception as fault:
        return _admit(fault)


def _run(argv: Sequence[str]) -> int:
    try:
        arguments = parse_arguments(argv)
    except SystemExit:  # the help is in the buffer of standard output
        _print("")
        return 0
    return _VERBS[arguments.verb](arguments)


def _open(arguments: Namespace) -> int:
    # Qt's loop would not let Python see Ctrl+C; and while Qt is imported, the interrupt would be
    # lost, or be taken for a fault.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    source = _FIRST if arguments.file is None else arguments.file
    is_example = source.startswith(assets.EXAMPLE)
    # Standard input may take its time, and what is not there is refused without a window.
    is_there = is_example or os.path.exists(source)  # noqa: PTH110  # Path raises for a long name
    window = _window() if is_there else None
    scenario = _scenario(source)
    window = window or _window()
    if isinstance(window, AttentionError):
        raise window
    from attention_gui.gui import app

    is_path = source != _STANDARD_INPUT and not is_example
    return app.run(scenario, Path(source) if is_path else None, window)


def _window() -> "MainWindow | AttentionError":
    """Show the window, or return why there is none: what is wrong with the file is said first."""
    from attention_gui.gui import preflight

    try:
        preflight.check_qt()
        preflight.check_display()
    except AttentionError as error:
        return error
    from attention_gui.gui import start

    return start.show_window()


def _compute(arguments: Namespace) -> int:
    from attention_gui.engine import compute
    from attention_gui.export import results

    if arguments.out is not None:
        results.check_suffix(arguments.out)
    result = compute(_problem(arguments))
    quantity_ids = arguments.quantity or list(result)
    if arguments.out is None:
        _print(results.result_json(result, quantity_ids))
    else:
        results.write_result(arguments.out, result, quantity_ids)
    return 0


def _gradcheck(arguments: Namespace) -> int:
    from attention_gui.engine import check_gradients
    from attention_gui.export import results

    problem = _problem(arguments)
    with _progress() as progress:
        check = check_gradients(
            problem, step=arguments.step, tolerance=arguments.tolerance, progress=progress
        )
    _print(results.gradcheck_json(check))
    return 0 if check.passed else _FAILED


def _render(arguments: Namespace) -> int:
    if not arguments.out:
        raise AttentionError("unwritable-file", "Cannot write '': the path is empty.")
    scenario = _scenario(arguments.file)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # whatever a desktop has set: no display is used
    from attention_gui.gui import preflight

    preflight.check_qt()
    from attention_gui.gui import app

    written = app.render_pictures(
        scenario,
        Path(arguments.out),
        arguments.panel,
        arguments.scale,
        arguments.theme,
        arguments.format,
        arguments.lang,
    )
    _print("".join(f"{path}\n" for path in written))
    return 0


def _examples(_arguments: Namespace) -> int:
    from attention_gui.scenario import examples
    from attention_gui.scenario.scenario import in_language

    names = examples.names()
    width = max(map(len, names))
    titles = [in_language(examples.load(name).title, "en") for name in names]
    _print("".join(f"{name:{width}}  {title}\n" for name, title in zip(names, titles, strict=True)))
    return 0


def _version(_arguments: Namespace) -> int:
    from importlib.metadata import version  # slow to import, and needed here alone

    _print(f"attention-gui {version('attention-gui')}\n")
    return 0


_VERBS = {
    "open": _open,
    "compute": _compute,
    "gradcheck": _gradcheck,
    "render": _render,
    "examples": _examples,
    "version": _version,
}


def _problem(arguments: Namespace) -> "Problem":
    return _scenario(arguments.file).problem


def _scenario(source: str) -> "Scenario":
    from attention_gui.scenario import examples, files

    if source != _STANDARD_INPUT:
        return examples.find(source)
    if sys.stdin is None:  # as under a process that closed it
        raise AttentionError("unreadable-file", "Cannot read standard input: it is closed.")
    return files.read_stream(sys.stdin.buffer, "standard input")


def _print(text: str) -> None:
    if sys.stdout is None:
        raise AttentionError("unwritable-file", "Cannot write standard output: it is closed.")
    # Titles and paths may hold signs that the terminal's encoding lacks.
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _give_up_output()
        raise AttentionError(
            "unwritable-file", "Cannot write standard output: {0}.", error.strerror
        ) from error


@contextmanager
def _progress() -> Iterator[Callable[[int, int], bool] | None]:
    """Give what shows progress in one line of a terminal, or None; the line is gone afterwards."""
    terminal = sys.stderr
    if terminal is None or not terminal.isatty():
        yield None
        return

    def show(done: int, total: int) -> bool:
        with suppress(OSError):
            terminal.write(f"\r{done:,} of {total:,} coordinates")
            terminal.flush()
        return True

    try:
        yield show
    finally:
        with suppress(OSError):
            terminal.write("\r\x1b[K")
            terminal.flush()


def _give_up_output() -> None:
    """Let the interpreter flush what is left into the void, not into another error."""
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _admit(fault: Exception) -> int:
    """Tell of a fault of the program in one line; the traceback is there for who asks for it."""
    if os.environ.get("ATTENTION_GUI_TRACEBACK"):
        raise fault
    refusal = AttentionError(
        "fault",
        "The program failed ({0}: {1}). This is a fault of the program;"
        " set ATTENTION_GUI_TRACEBACK=1 to see where.",
        type(fault).__name__,
        fault,
    )
    _refuse(refusal)
    return _FAULT


def _refuse(error: AttentionError) -> int:
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"error[{error.code}]: {' '.join(error.message.split())}\n")
    return _REFUSED

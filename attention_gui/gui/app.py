"""Starting the window, and drawing pictures without one."""

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QMainWindow

from attention_gui import assets
from attention_gui.engine import AttentionError
from attention_gui.gui import languages
from attention_gui.gui.accessible import tell_roles
from attention_gui.gui.application import application
from attention_gui.gui.content import Content
from attention_gui.gui.fonts import set_fonts
from attention_gui.gui.main_window import MainWindow
from attention_gui.gui.picture_files import FORMATS
from attention_gui.gui.pictures import pictures
from attention_gui.gui.store import Store
from attention_gui.scenario import examples, files
from attention_gui.scenario.scenario import Scenario
from attention_gui.whole_files import cause, write_all
from attention_gui.wording import ENGLISH

__all__ = ["create_window", "render_pictures", "run"]


def create_window(source: Scenario | Path | str, *, language: str = ENGLISH) -> QMainWindow:
    """Return the window, not yet shown, in the QApplication that exists.

    Parameters
    ----------
    source : Scenario, path, or "example:NAME"
    language : str
        A key of `wording.LANGUAGES`; the whole application speaks it from now on. A choice
        in the window's menu is not remembered.

    Raises
    ------
    AttentionError
        When the source cannot be read or computed.
    """
    set_fonts()
    tell_roles()
    languages.set_language(language)
    path = None
    if isinstance(source, str) and source.startswith(assets.EXAMPLE):
        source = examples.load(source.removeprefix(assets.EXAMPLE))
    elif not isinstance(source, Scenario):
        path = Path(source)
        source = files.read(path)
    window = MainWindow()
    Content(window, Store(source), path)
    return window


def run(source: Scenario, path: Path | None, window: MainWindow) -> int:
    """Fill a window that is shown, and return the exit status when it is closed.

    Parameters
    ----------
    source : Scenario
    path : Path or None
        The file that it was read from and is saved to.
    window : MainWindow
        As `start.show_window` returns it.
    """
    if not window.isVisible():  # somebody was quick
        return 0
    tell_roles()
    content = Content(window, Store(source), path)
    sys.excepthook = content.report_fault
    return application().exec()


def render_pictures(
    scenario: Scenario,
    out_dir: Path,
    panels: Sequence[str] | None,
    scale: float,
    theme: str,
    kind: str = "png",
    language: str = ENGLISH,
) -> list[Path]:
    """Write one picture a panel and return the paths; needs no display.

    Parameters
    ----------
    scenario : Scenario
    out_dir : Path
        Made if it is not there.
    panels : sequence of str or None
        Ids of panels, or ``"board"``; None for all.
    scale : float
        Pixels a length unit; in SVG and PDF, 1/96 inch.
    theme : str
        A key of `theme.THEMES`.
    kind : str
        A key of `picture_files.FORMATS`.
    language : str
        A key of `wording.LANGUAGES`.

    Everything is drawn before the first file is written, so a refusal leaves none behind.

    Raises
    ------
    AttentionError
        ``unknown-panel``, ``too-large``, ``overflow`` or ``unwritable-file``.
    """
    app = application()
    set_fonts()
    before = languages.current()
    languages.set_language(language)
    try:
        drawn = pictures(Store(scenario).snapshot, theme, scale, panels, draw=FORMATS[kind])
    finally:
        languages.set_language(before)
    contents = {out_dir / f"{name}.{kind}": content for name, content in drawn.items()}
    app.processEvents()
    try:
        out_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise AttentionError(
            "unwritable-file", "Cannot make the folder {0}: {1}.", out_dir, cause(error)
        ) from error
    write_all(contents)
    return list(contents)

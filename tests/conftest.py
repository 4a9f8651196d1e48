"""What holds for every test: no screen, no traces in the user's folders, no leaked windows."""

import atexit
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

# Qt reads its environment when it is imported: this must stand before any import of it.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_folders = Path(tempfile.mkdtemp(prefix="attention-gui-tests-"))
atexit.register(shutil.rmtree, _folders, ignore_errors=True)
for _variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
    os.environ[_variable] = str(_folders / _variable.lower())

settings.register_profile(
    "project",
    deadline=None,  # a shared machine is slow now and then; that is not a failure
    database=None,
    derandomize="CI" in os.environ,
    print_blob=True,
)
settings.load_profile("project")


def _top_level_widgets() -> set["QWidget"]:
    """Return the windows there are, without importing Qt for a test that does not."""
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return set()
    return {
        widget
        for widget in widgets.QApplication.topLevelWidgets()
        # The one tool tip that Qt keeps and reuses.
        if widget.metaObject().className() != "QTipLabel"
    }


def _delete_closed_widgets() -> None:
    core = sys.modules.get("PySide6.QtCore")
    if core is not None and core.QCoreApplication.instance() is not None:
        core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True)
def no_leaked_windows() -> Iterator[None]:
    """Fail a test that leaves a window behind: it would weigh on all that follow."""
    before = _top_level_widgets()
    yield
    _delete_closed_widgets()
    leaked = _top_level_widgets() - before
    if leaked:
        leaked.clear()
        gc.collect()  # a widget in a reference cycle is not leaked, only not collected yet
        _delete_closed_widgets()
        leaked = _top_level_widgets() - before
    names = sorted(f"{type(widget).__name__}({widget.objectName()!r})" for widget in leaked)
    assert not names, f"left behind by this test: {', '.join(names)}"

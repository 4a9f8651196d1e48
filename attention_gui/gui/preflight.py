"""What Qt needs from the system, checked before Qt is used.

Qt aborts the process when a display or one of its libraries is missing. What is checked here
becomes one sentence instead, which says what to do.
"""

import ctypes
import importlib
import os
import re
import socket
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from attention_gui.errors import AttentionError

__all__ = ["check_display", "check_qt"]

_QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libGLdispatch.so.0": "libglvnd0",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libstdc++.so.6": "libstdc++6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
_XCB_LIBRARIES = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
_WAYLAND_LIBRARIES = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
_PACKAGES = _QT_LIBRARIES | _XCB_LIBRARIES | _WAYLAND_LIBRARIES

_NOT_FOUND = re.compile(r"^(?P<library>\S+\.so[.\d]*): cannot open shared object file")
_WITHOUT_DISPLAY = "`attention-gui render FILE --out DIR` writes the pictures without a display."


def check_qt() -> None:
    """Import the parts of Qt that the program uses.

    Raises
    ------
    AttentionError
        ``missing-library`` if PySide6 or a system library below it is not there.
    """
    try:
        for module in ("PySide6.QtWidgets", "PySide6.QtSvg"):
            importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise AttentionError(
            "missing-library",
            "The Python package {0} is not installed for {1}; install PySide6-Essentials with pip.",
            (error.name or "PySide6").partition(".")[0],
            sys.executable,
        ) from error
    except ImportError as error:
        raise _missing_library(error, _QT_LIBRARIES) from error


def check_display() -> None:
    """Make sure that Qt will find a display to open a window on.

    Qt tries its platforms one after the other and aborts the process when none works, so each
    is tried here in the same order. Only Linux has displays that may be absent.

    Raises
    ------
    AttentionError
        ``no-display`` if no X server or Wayland compositor answers, or if Qt has none of the
        platforms that QT_QPA_PLATFORM names; ``missing-library`` if one answers but Qt's plugin
        for it lacks a system library.
    """
    chosen = os.environ.get("QT_QPA_PLATFORM")
    platforms = _chosen(chosen) if chosen else _usual(os.environ)
    if sys.platform != "linux":
        return
    refusals = []
    for platform in platforms:
        check = _check_of(platform)
        if check is None:
            return
        try:
            check()
        except AttentionError as refusal:
            refusals.append(refusal)
        else:
            return
    # A display that answers is what the user means to work on: the library comes first.
    raise min(refusals, key=lambda refusal: refusal.code == "no-display")


def _chosen(platforms: str) -> list[str]:
    """Return the names in QT_QPA_PLATFORM that Qt will try, in its order; it skips unknown ones."""
    # Options of a platform follow its name behind a colon.
    named = [entry.lstrip(":").partition(":")[0].lower() for entry in platforms.split(";")]
    there = _platforms_there()
    if not there:  # a build of Qt that is laid out otherwise: Qt itself will tell
        return named
    known = [name for name in named if name in there]
    if not known:
        names = ", ".join(sorted(there))
        raise _no_display(f"QT_QPA_PLATFORM={platforms} names no platform of Qt; there are {names}")
    return known


def _platforms_there() -> set[str]:
    """Return the names of the platforms that Qt has plugins for, as these say without loading."""
    from PySide6.QtCore import QCoreApplication, QPluginLoader

    folders = [Path(path, "platforms") for path in QCoreApplication.libraryPaths()]
    own = os.environ.get("QT_QPA_PLATFORM_PLUGIN_PATH")
    if own:
        folders += [Path(own), Path(own, "platforms")]
    files = [file for folder in folders if folder.is_dir() for file in folder.iterdir()]
    described: list[dict[str, Any]] = [QPluginLoader(str(file)).metaData() for file in files]
    return {
        name.lower()
        for about in described
        if "QPlatformIntegrationFactory" in about.get("IID", "")
        for name in about["MetaData"].get("Keys", ())
    }


def _usual(environ: Mapping[str, str]) -> list[str]:
    """Return the names of the platforms that Qt will try where none is chosen, in its order."""
    if "WAYLAND_DISPLAY" in environ or environ.get("XDG_SESSION_TYPE") == "wayland":
        return ["wayland", "xcb"]
    return ["xcb"]


def _check_of(platform: str) -> Callable[[], None] | None:
    """Return the check of a platform, None for one that needs no display."""
    if platform == "xcb":
        return _check_xcb
    if platform.startswith("wayland"):
        return _check_wayland
    return None


def _check_xcb() -> None:
    display = os.environ.get("DISPLAY", "")
    if not display:
        wayland = "WAYLAND_DISPLAY" in os.environ
        raise _no_display(
            "DISPLAY is not set" if wayland else "neither DISPLAY nor WAYLAND_DISPLAY is set"
        )
    if not _x_server_answers(display):
        raise _no_display(f"no X server answers at DISPLAY={display}")
    _load_plugin("libqxcb.so", _XCB_LIBRARIES)


def _x_server_answers(display: str) -> bool:
    """Connect as Qt does: libxcb knows every form of address and the authority file."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        raise _missing_library(error, _XCB_LIBRARIES) from error
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(os.fsencode(display), None)
    try:
        return not xcb.xcb_connection_has_error(connection)
    finally:
        xcb.xcb_disconnect(connection)


def _check_wayland() -> None:
    # A compositor may hand over an open connection instead of an address.
    if not os.environ.get("WAYLAND_SOCKET"):
        name = os.environ.get("WAYLAND_DISPLAY") or "wayland-0"
        address = Path(os.environ.get("XDG_RUNTIME_DIR", "/"), name)
        if not _listens(address):
            raise _no_display(f"no Wayland compositor answers at {address}")
    _load_plugin("libqwayland.so", _WAYLAND_LIBRARIES)


def _listens(address: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(os.fsencode(address))
        except OSError:
            return False
    return True


def _load_plugin(file_name: str, libraries: Iterable[str]) -> None:
    """Load a platform plugin of Qt, which Qt does next in any case."""
    from PySide6.QtCore import QLibraryInfo

    plugins = QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)
    plugin = Path(plugins, "platforms", file_name)
    if not plugin.exists():  # a build of Qt that is laid out otherwise: Qt itself will tell
        return
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        raise _missing_library(error, libraries) from error


def _no_display(reason: str) -> AttentionError:
    return AttentionError(
        "no-display", "No window can be opened: {0}; {1}", reason, _WITHOUT_DISPLAY
    )


def _missing_library(error: Exception, libraries: Iterable[str]) -> AttentionError:
    """Name the library in a loader's message, and the others that would be missed after it."""
    reason = str(error).partition("\n")[0]
    match = _NOT_FOUND.match(reason)
    if match is None:
        return AttentionError("missing-library", "Qt cannot be loaded: {0}.", reason)
    first = match["library"]
    missing = [first, *(name for name in libraries if name != first and not _loads(name))]
    packages = list(dict.fromkeys(_PACKAGES[name] for name in missing if name in _PACKAGES))
    noun, verb = ("library", "is") if len(missing) == 1 else ("libraries", "are")
    remedy = f"; Debian and Ubuntu: `apt install {' '.join(packages)}`" if packages else ""
    return AttentionError(
        "missing-library",
        "The system {0} {1} that Qt needs {2} missing{3}.",
        noun,
        ", ".join(missing),
        verb,
        remedy,
    )


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True

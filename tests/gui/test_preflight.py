"""A missing display or system library is one sentence, not an abort of the process.

Each case runs in a process of its own: what is loaded once stays loaded.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import PySide6
import pytest

from attention_gui.gui import preflight

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lacks displays")

_CHECK = """
from attention_gui.engine import AttentionError
from attention_gui.gui.preflight import check_display, check_qt
try:
    check_qt()
    check_display()
except AttentionError as error:
    print(f"{error.code}: {error}")
else:
    from PySide6.QtWidgets import QApplication
    print("opens on", QApplication([]).platformName())
"""
_ABOUT_THE_DISPLAY = (
    "DISPLAY",
    "QT_QPA_PLATFORM",
    "WAYLAND_DISPLAY",
    "WAYLAND_SOCKET",
    "XDG_SESSION_TYPE",
)


def _without_display() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if key not in _ABOUT_THE_DISPLAY}


def _run(arguments: list[str], **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env=_without_display() | variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _check(**variables: str) -> str:
    run = _run(["-c", _CHECK], **variables)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    return run.stdout.strip()


@pytest.fixture(scope="module")
def x_server() -> Iterator[str]:
    """Start an X server and return its display."""
    program = shutil.which("Xvfb")
    if program is None:
        pytest.skip("Xvfb is not installed")
    reading, writing = os.pipe()
    arguments = [program, "-displayfd", str(writing), "-screen", "0", "640x480x24"]
    with subprocess.Popen(
        [*arguments, "-nolisten", "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL
    ) as server:
        os.close(writing)
        with os.fdopen(reading, encoding="ascii") as announcement:
            number = announcement.readline().strip()
        yield f":{number}"
        server.terminate()


@pytest.mark.parametrize("variables", [{}, {"DISPLAY": ""}, {"QT_QPA_PLATFORM": "xcb"}])
def test_no_display(variables: dict[str, str]) -> None:
    told = _check(**variables)
    assert told.startswith("no-display: No window can be opened: neither DISPLAY nor")
    assert "attention-gui render" in told
    assert "\n" not in told


def test_the_command_line_refuses_in_one_line() -> None:
    run = _run(["-m", "attention_gui"])
    assert run.returncode == 2
    assert run.stdout == ""
    assert re.fullmatch(r"error\[no-display\]: No window .*attention-gui render .*\n", run.stderr)


def test_the_command_line_names_a_missing_library(tmp_path: Path) -> None:
    _write_a_pyside_that_lacks("libEGL.so.1", tmp_path)
    for arguments in ([], ["render", "example:dogs-chase-cats", "--out", str(tmp_path / "out")]):
        run = _run(["-m", "attention_gui", *arguments], PYTHONPATH=str(tmp_path))
        assert run.returncode == 2
        assert re.fullmatch(r"error\[missing-library\]: .*libEGL\.so\.1.* libegl1.*\n", run.stderr)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("platform", ["", "xcb", "XCB", "wayland;xcb"])
def test_a_display_where_nobody_answers(platform: str) -> None:
    told = _check(DISPLAY=":987", QT_QPA_PLATFORM=platform)
    assert told.startswith("no-display: ")
    if platform != "wayland;xcb":
        assert "no X server answers at DISPLAY=:987" in told
    assert "attention-gui render" in told


def test_a_compositor_that_is_gone(tmp_path: Path) -> None:
    """Its socket may still lie there."""
    with socket.socket(socket.AF_UNIX) as gone:
        gone.bind(str(tmp_path / "wayland-7"))
    for name in ("wayland-7", "wayland-8"):
        told = _check(WAYLAND_DISPLAY=name, XDG_RUNTIME_DIR=str(tmp_path))
        assert told.startswith("no-display: ")
        assert f"no Wayland compositor answers at {tmp_path / name}" in told


@pytest.mark.parametrize(
    ("variable", "platform"),
    [
        ("offscreen", "offscreen"),
        ("minimal", "minimal"),
        ("OffScreen", "offscreen"),
        ("offscreen:anything", "offscreen"),
        (":offscreen", "offscreen"),
        (";offscreen", "offscreen"),
        ("vnc:port=0", "vnc"),
    ],
)
def test_platforms_that_need_no_display(variable: str, platform: str) -> None:
    assert _check(QT_QPA_PLATFORM=variable) == f"opens on {platform}"


def test_qt_may_fall_back_on_a_platform_without_display() -> None:
    run = _run(["-c", _CHECK], QT_QPA_PLATFORM="wayland;xcb;offscreen")
    assert run.stdout.strip() == "opens on offscreen"


def test_qt_skips_platforms_that_there_are_not() -> None:
    run = _run(["-c", _CHECK], QT_QPA_PLATFORM="nonsense;offscreen")
    assert run.stdout.strip() == "opens on offscreen"


@pytest.mark.parametrize(
    "chosen", ["nonsense", "nonsense:size=5", "waylandish", "nonsense;odd", " offscreen", ";", ":"]
)
def test_a_platform_that_there_is_not(chosen: str) -> None:
    told = _check(QT_QPA_PLATFORM=chosen)
    assert told.startswith(
        f"no-display: No window can be opened: QT_QPA_PLATFORM={chosen} names no platform of Qt; "
        "there are eglfs, "
    )
    for platform in ("minimal, ", "offscreen, ", "vnc, ", "wayland, wayland-brcm, ", "xcb; "):
        assert f" {platform}" in told
    assert told.endswith(" writes the pictures without a display.")


def test_the_command_line_names_a_platform_that_there_is_not() -> None:
    run = _run(["-m", "attention_gui", "open"], QT_QPA_PLATFORM="nonsense")
    assert run.returncode == 2
    assert run.stdout == ""
    assert re.fullmatch(r"error\[no-display\]: .*=nonsense names .* offscreen, .*\n", run.stderr)


@pytest.mark.parametrize("variable", ["QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH"])
def test_a_platform_that_lies_elsewhere(variable: str, tmp_path: Path) -> None:
    """Qt finds its plugins in folders of the user's, too."""
    plugin = Path(PySide6.__file__).parent / "Qt" / "plugins" / "platforms" / "libqminimal.so"
    if not plugin.exists():
        pytest.skip("this PySide6 is laid out otherwise than the wheels")
    folder = tmp_path if variable == "QT_QPA_PLATFORM_PLUGIN_PATH" else tmp_path / "platforms"
    folder.mkdir(exist_ok=True)
    # Its name is in its data: another one of as many letters.
    changed = plugin.read_bytes().replace(b"gminimal", b"gtest-it").replace(
        b"\0minimal\0", b"\0test-it\0"
    )  # fmt: skip
    (folder / "libqtest.so").write_bytes(changed)
    assert _check(QT_QPA_PLATFORM="test-it", **{variable: str(tmp_path)}) == "opens on test-it"
    assert " test-it, " in _check(QT_QPA_PLATFORM="nonsense", **{variable: str(tmp_path)})


def test_an_x_server(x_server: str) -> None:
    assert _check(DISPLAY=x_server) == "opens on xcb"


def test_an_x_server_beside_a_compositor_that_is_gone(x_server: str, tmp_path: Path) -> None:
    run = _run(
        ["-c", _CHECK],
        DISPLAY=x_server,
        WAYLAND_DISPLAY="wayland-7",
        XDG_RUNTIME_DIR=str(tmp_path),
    )
    assert run.stdout.strip() == "opens on xcb"


def test_a_library_that_the_x_plugin_lacks(x_server: str, tmp_path: Path) -> None:
    """Qt's own library, asking for one that does not exist."""
    library = Path(PySide6.__file__).parent / "Qt" / "lib" / "libQt6XcbQpa.so.6"
    if not library.exists():
        pytest.skip("this PySide6 is laid out otherwise than the wheels")
    changed = library.read_bytes().replace(b"libxcb-cursor.so.0\0", b"libxcb-absent.so.0\0")
    (tmp_path / library.name).write_bytes(changed)
    told = _check(DISPLAY=x_server, LD_LIBRARY_PATH=str(tmp_path))
    assert told == (
        "missing-library: The system library libxcb-absent.so.0 that Qt needs is missing."
    )


def _write_a_pyside_that_raises(statement: str, folder: Path) -> None:
    package = folder / "PySide6"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "QtWidgets.py").write_text(statement, encoding="utf-8")


def _write_a_pyside_that_lacks(library: str, folder: Path) -> None:
    message = f"{library}: cannot open shared object file: No such file or directory"
    _write_a_pyside_that_raises(f"raise ImportError({message!r})", folder)


@pytest.mark.parametrize(
    ("library", "package"), [("libEGL.so.1", "libegl1"), ("libdbus-1.so.3", "libdbus-1-3")]
)
def test_a_library_that_qt_lacks(library: str, package: str, tmp_path: Path) -> None:
    _write_a_pyside_that_lacks(library, tmp_path)
    assert _check(PYTHONPATH=str(tmp_path)) == (
        f"missing-library: The system library {library} that Qt needs is missing; "
        f"Debian and Ubuntu: `apt install {package}`."
    )


def test_another_reason_why_qt_does_not_load(tmp_path: Path) -> None:
    statement = "raise ImportError('undefined symbol: qt_version\\nand more')"
    _write_a_pyside_that_raises(statement, tmp_path)
    told = _check(PYTHONPATH=str(tmp_path))
    assert told == "missing-library: Qt cannot be loaded: undefined symbol: qt_version."


def test_no_pyside(tmp_path: Path) -> None:
    statement = "raise ModuleNotFoundError('No module named PySide6', name='PySide6')"
    _write_a_pyside_that_raises(statement, tmp_path)
    told = _check(PYTHONPATH=str(tmp_path))
    assert told.startswith("missing-library: The Python package PySide6 is not installed for ")
    assert "PySide6-Essentials" in told


def test_all_that_is_missing_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fresh machine lacks several: nobody should install them one by one."""
    absent = {"libxcb-cursor.so.0": "libxcb-absent0", "libxcb-gone.so.1": "libxcb-gone1"}
    monkeypatch.setattr(preflight, "_PACKAGES", absent)
    error = preflight._missing_library(
        OSError("libxcb-cursor.so.0: cannot open shared object file: No such file"),
        ["libxcb-gone.so.1", "libxcb-unheard-of.so.2"],
    )
    assert str(error).endswith(
        "The system libraries libxcb-cursor.so.0, libxcb-gone.so.1, libxcb-unheard-of.so.2 that "
        "Qt needs are missing; Debian and Ubuntu: `apt install libxcb-absent0 libxcb-gone1`."
    )


def test_the_packages_are_those_that_hold_the_libraries() -> None:
    dpkg = shutil.which("dpkg")
    if dpkg is None:
        pytest.skip("not a Debian system")
    checked = 0
    for library, package in preflight._PACKAGES.items():
        run = subprocess.run(
            [dpkg, "-S", f"*/{library}"], capture_output=True, text=True, check=False
        )
        # "libegl1:amd64: /usr/lib/x86_64-linux-gnu/libEGL.so.1"; some names ended in t64 once.
        holders = re.findall(r"^([^:\s]+?)(?:t64)?(?::\w+)?: ", run.stdout, flags=re.MULTILINE)
        if holders:
            assert package in holders
            checked += 1
    if checked == 0:
        pytest.skip("none of the libraries was installed by dpkg")


def test_every_library_that_qt_names_has_its_package() -> None:
    """What the loader would ask the system for, as `ldd` tells it."""
    ldd = shutil.which("ldd")
    plugins = Path(PySide6.__file__).parent / "Qt" / "plugins" / "platforms"
    if ldd is None or not plugins.exists():
        pytest.skip("no ldd, or a PySide6 laid out otherwise than the wheels")
    named: set[str] = set()
    for plugin in ("libqxcb.so", "libqoffscreen.so", "libqwayland.so"):
        run = subprocess.run(
            [ldd, str(plugins / plugin)], capture_output=True, text=True, check=True
        )
        named |= set(re.findall(r"^\s*(libxcb-\S+|libwayland-\S+) =>", run.stdout, re.MULTILINE))
    assert named <= set(preflight._PACKAGES)
    assert named

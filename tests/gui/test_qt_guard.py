"""The guards around Qt: a sound version of PySide6, and warnings and leaks that fail tests."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from PySide6.QtCore import QObject

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="None is immortal since Python 3.12: no count can fall"
)
def test_void_calls_keep_their_reference_to_none() -> None:
    """PySide6 6.12.0 loses one at every void call on Python 3.11, until the process aborts."""
    target = QObject()
    before = sys.getrefcount(None)
    for _ in range(1000):
        target.setObjectName("a void call")
    assert abs(sys.getrefcount(None) - before) <= 10


@pytest.mark.parametrize(("python", "allowed"), [("3.11", False), ("3.12", True), ("3.13", True)])
def test_the_project_asks_for_a_sound_pyside(python: str, allowed: bool) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    applying = [
        requirement
        for requirement in map(Requirement, project["dependencies"])
        if requirement.name == "PySide6-Essentials"
        and requirement.marker is not None
        and requirement.marker.evaluate({"python_version": python})
    ]
    assert len(applying) == 1
    assert applying[0].specifier.contains("6.11.3")
    assert applying[0].specifier.contains("6.12.0") is allowed


_TEST_OF_A_GUARD = """
import warnings

from PySide6.QtCore import qWarning
from PySide6.QtWidgets import QWidget

kept = []


def test_clean(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()


def test_qt_warning():
    qWarning("a warning of Qt")


def test_python_warning():
    warnings.warn("a warning of Python", stacklevel=1)


def test_leak(qapp):
    kept.append(QWidget(objectName="forgotten"))
"""


def test_warnings_and_leaked_windows_fail_a_test(tmp_path: Path) -> None:
    test_file = tmp_path / "test_of_a_guard.py"
    test_file.write_text(_TEST_OF_A_GUARD, encoding="utf-8")
    options = ["-p", "conftest", "-p", "no:cacheprovider", "-rA", f"--rootdir={tmp_path}"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-c", ROOT / "pyproject.toml", test_file],
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    summary = [line.partition(" - ")[0] for line in run.stdout.splitlines()]
    assert "PASSED test_of_a_guard.py::test_clean" in summary, run.stdout + run.stderr
    assert "FAILED test_of_a_guard.py::test_qt_warning" in summary
    assert "FAILED test_of_a_guard.py::test_python_warning" in summary
    assert "ERROR test_of_a_guard.py::test_leak" in summary
    assert "left behind by this test: QWidget('forgotten')" in run.stdout

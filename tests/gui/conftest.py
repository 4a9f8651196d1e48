"""Windows that are shown, driven by hand, and closed at the end of the test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMainWindow, QMessageBox
from window_driver import ANSWERS, DOGS, Dialogs, Driver, Open, RealDialogs

from attention_gui.gui import languages
from attention_gui.gui.app import create_window
from attention_gui.scenario.scenario import Scenario
from attention_gui.wording import ENGLISH


@pytest.fixture(autouse=True)
def mouse_elsewhere(qapp: QApplication) -> None:
    """Take the mouse from where the last test left it: a window opened there would preview."""
    QCursor.setPos(30_000, 30_000)
    QApplication.processEvents()


@pytest.fixture
def english_again(qapp: QApplication) -> Iterator[None]:
    """Let the application speak English after a test that lets it speak another language."""
    yield
    languages.set_language(ENGLISH)
    QApplication.processEvents()


@pytest.fixture
def dialogs(monkeypatch: pytest.MonkeyPatch) -> Dialogs:
    """Answer the dialogs that would wait for a person."""
    answers = Dialogs()
    monkeypatch.setattr(QMessageBox, "question", answers.question)
    monkeypatch.setattr(QMessageBox, "exec", lambda box: answers.ask(box.objectName()))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", answers.open_name)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answers.save_name)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", answers.existing_folder)
    return answers


@pytest.fixture
def real_dialogs(
    dialogs: Dialogs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[RealDialogs]:
    """Show Qt's own dialogs in place of `dialogs`, and use them as a person does."""
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)  # where they start
    driven = RealDialogs()
    yield driven
    driven.finish()


@pytest.fixture(scope="session")
def spare_window(qapp: QApplication) -> Iterator[QMainWindow]:
    """Return one window for many tests: making one takes longer than most tests do."""
    window = create_window(DOGS)
    window.show()
    QApplication.processEvents()
    QApplication.processEvents()  # the charts come after the first frame
    yield window
    window.deleteLater()


@pytest.fixture
def open_window(spare_window: QMainWindow, dialogs: Dialogs) -> Iterator[Open]:
    """Return a function that opens a window; all are closed and their changes discarded."""
    drivers: list[Driver] = []

    def show(source: Scenario | Path | str = DOGS, width: int = 1920, height: int = 1080) -> Driver:
        if not drivers and not isinstance(source, Path):
            window = spare_window
        else:
            window = create_window(source)
        driver = Driver(window)
        drivers.append(driver)
        if window is spare_window:
            driver.start_anew(source)
        window.resize(width, height)
        window.show()
        window.activateWindow()
        assert QTest.qWaitForWindowActive(window)
        driver.flush()
        return driver

    yield show
    dialogs.answer = ANSWERS.Discard
    for driver in drivers:
        driver.give_up()
        if driver.window is not spare_window:
            driver.window.close()
            driver.window.deleteLater()
        vars(driver).clear()  # what a fixture returned lives longer than its test
    QApplication.processEvents()


@pytest.fixture
def dogs(open_window: Open) -> Driver:
    """Return a window with the example of three tokens."""
    return open_window(DOGS)

"""The window in two languages: switching loses nothing, leaves no old text, and all texts fit."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import translations
from PySide6.QtCore import QLibraryInfo, QLocale, QSettings, QTranslator
from PySide6.QtGui import QAction, QFontMetricsF
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QWidget,
)
from pytestqt.qtbot import QtBot
from tool_driver import wait_until
from window_driver import DOGS, Driver, Open
from windows import started

from attention_gui.engine import BlockReason
from attention_gui.gui import app, languages, start, words
from attention_gui.gui.app import create_window
from attention_gui.gui.arrangement import PARTS
from attention_gui.gui.fonts import advance
from attention_gui.gui.panels.card import Card
from attention_gui.gui.tools.gradcheck import GradientWindow
from attention_gui.gui.tools.tool_window import ToolWindow
from attention_gui.scenario import examples
from attention_gui.scenario.edits import SetCell, TogglePadding
from attention_gui.scenario.scenario import Scenario
from attention_gui.wording import ENGLISH, LANGUAGES

TOOLS = ("gradcheck", "study.scaling", "study.two-scores", "study.order", "study.cost")


pytestmark = pytest.mark.usefixtures("english_again")


@pytest.fixture
def own_window(qapp: QApplication) -> Iterator[Open]:
    """Return a function that opens a window of its own, which takes its tools along."""
    drivers: list[Driver] = []

    def show(source: Scenario | Path | str = DOGS, width: int = 1920, height: int = 1080) -> Driver:
        window = create_window(source)
        driver = Driver(window)
        drivers.append(driver)
        window.resize(width, height)
        window.show()
        driver.flush()
        return driver

    yield show
    for driver in drivers:
        driver.window.close()
        driver.window.deleteLater()
        vars(driver).clear()
    QApplication.processEvents()


def open_tools(driver: Driver) -> list[ToolWindow]:
    """Open every tool, and wait until it shows its results."""
    tools = [driver.content.tools.open(name) for name in TOOLS]
    wait_until(lambda: not any(tool.job.is_running for tool in tools))
    driver.flush()
    return tools


def choose(driver: Driver, code: str) -> None:
    """Choose a language in the menu."""
    driver.action(f"language.{code}").trigger()
    driver.flush()


def texts(window: QWidget) -> list[str]:
    """Return every text of a window that is shown, offered or read aloud."""
    found = [window.windowTitle()]
    for action in window.findChildren(QAction):
        if not action.associatedObjects():  # pyqtgraph has menus that are never shown
            continue
        found += [action.text(), action.toolTip(), action.iconText()]
    found += [menu.title() for menu in window.findChildren(QMenu)]
    for widget in (window, *window.findChildren(QWidget)):
        found += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
        found.append(widget.windowTitle())
        if isinstance(widget, QLabel | QAbstractButton):
            found.append(widget.text())
        if isinstance(widget, QComboBox):
            found += [widget.itemText(row) for row in range(widget.count())]
        if isinstance(widget, Card):
            found += [widget.caption, widget.note]
    return [text for text in found if text]


def bare(text: str) -> str:
    """Return a text without what a menu entry has and its tool tip has not."""
    return text.replace("&", "").rstrip("….")


def english_only() -> list[re.Pattern[str]]:
    """Return what matches the texts in English that are other ones in Russian."""
    return [
        re.compile(".*".join(map(re.escape, re.split(r"\{\d\}", bare(source)))), re.DOTALL)
        for _, source, russian, _ in translations.messages(translations.ts_file("ru"))
        if source != russian and re.search("[A-Za-z]{3}", source)
    ]


def untranslated(found: list[str]) -> list[str]:
    patterns = english_only()
    return sorted({text for text in found if any(p.fullmatch(bare(text)) for p in patterns)})


def test_switching_leaves_no_english_text_in_the_window_and_its_tools(
    own_window: Open,
) -> None:
    driver = own_window("example:grouped-heads")
    for part in PARTS:
        if not driver.content.workspace.is_shown(part):
            driver.action(f"part.{part}").trigger()
    open_tools(driver)
    assert len(untranslated(texts(driver.window))) > 100
    choose(driver, "ru")
    assert untranslated(texts(driver.window)) == []


def test_switching_back_restores_every_text(own_window: Open) -> None:
    driver = own_window("example:left-padding")
    open_tools(driver)
    before = texts(driver.window)
    choose(driver, "ru")
    assert texts(driver.window) != before
    choose(driver, "en")
    assert texts(driver.window) == before


def test_menus_tool_bar_and_panels_change_with_the_language(dogs: Driver) -> None:
    window = dogs.window
    panel = dogs.content.workspace.panels["weights"]
    assert (dogs.action("causal").text(), panel.accessibleName()) == ("Causal", "weights")
    choose(dogs, "ru")
    assert dogs.action("causal").text() == "Причинная маска"
    assert dogs.action("scale").text() == "Масштаб / √2"
    assert panel.accessibleName() == "веса внимания"
    assert [menu.text().replace("&", "") for menu in window.menuBar().actions()] == [
        "Файл", "Правка", "Внимание", "Вид", "Инструменты", "Справка"
    ]  # fmt: skip
    assert dogs.action("language.ru").isChecked()
    assert (dogs.action("language.en").text(), dogs.action("language.ru").text()) == (
        "English", "Русский"
    )  # fmt: skip
    assert window.windowTitle().startswith("Собаки гонятся за кошками")
    spoken = panel.view.sheet_model.spoken(0, 1)
    assert spoken == "веса внимания, от dogs к chase, 0.768"
    choose(dogs, "en")
    assert (dogs.action("causal").text(), panel.accessibleName()) == ("Causal", "weights")
    assert panel.view.sheet_model.spoken(0, 1) == "weights, dogs to chase, 0.768"


def test_switching_keeps_scenario_selection_and_undo_steps(dogs: Driver) -> None:
    dogs.store.dispatch(SetCell("query", 0, 0, 0, 5.0))
    dogs.store.dispatch(TogglePadding(0, 2))
    dogs.store.select(dogs.store.selection_of("scaled_scores", (0, 0, 1, 2)))
    before = dogs.store.snapshot
    assert dogs.action("undo").text() == "&Undo Pad cats"
    choose(dogs, "ru")
    after = dogs.store.snapshot
    assert (after.scenario, after.selection) == (before.scenario, before.selection)
    assert dogs.action("undo").text() == "&Отменить: заполнение: cats"
    dogs.action("undo").trigger()
    assert dogs.action("undo").text() == "&Отменить: изменение Q[dogs, 0]"
    assert dogs.action("redo").text() == "&Повторить: заполнение: cats"
    dogs.action("undo").trigger()
    assert dogs.scenario == examples.load("dogs-chase-cats")
    choose(dogs, "en")
    assert dogs.action("undo").text() == "&Undo"
    assert dogs.action("redo").text() == "&Redo Set Q[dogs, 0]"


def test_half_typed_text_survives_the_switch(dogs: Driver) -> None:
    view = dogs.content.workspace.panels["query"].view
    view.setFocus()
    view.edit(view.model().index(1, 0))
    editor = view.delegate.editor
    assert editor is not None
    editor.setText("7.")
    choose(dogs, "ru")
    assert view.delegate.editor is editor
    assert editor.text() == "7."
    assert editor.accessibleName() == "запросы, chase, 0, 0.000"
    assert dogs.text("query", 1, 0) == "0.000"
    assert dogs.content.document.is_saved


def test_what_is_typed_into_a_tool_survives_the_switch(own_window: Open) -> None:
    driver = own_window()
    study = driver.content.tools.open("study.cost")
    field = study.findChild(QLineEdit, "tokens")
    assert field is not None
    field.setText("77")
    choose(driver, "ru")
    assert field.text() == "77"
    assert study.windowTitle() == "Вычисления и память"
    study.close()


def test_a_finished_gradient_check_is_written_anew(own_window: Open, qtbot: QtBot) -> None:
    driver = own_window()
    window = driver.content.tools.open("gradcheck")
    assert isinstance(window, GradientWindow)
    window.run()
    qtbot.waitUntil(lambda: not window.job.is_running)
    heading = window.findChild(QLabel, "heading")
    assert heading is not None
    assert heading.text().startswith("Dogs chase cats: ✓ All gradients pass")
    choose(driver, "ru")
    assert heading.text().startswith("Собаки гонятся за кошками: ✓ Все градиенты сходятся")
    window.close()


def test_a_notice_follows_the_language(dogs: Driver) -> None:
    fault = ValueError("odd")
    dogs.content.report_fault(ValueError, fault, None)
    assert "Something went wrong" in dogs.content.notice.text
    choose(dogs, "ru")
    assert dogs.content.notice.text == "В программе произошла ошибка (odd); ничего не потеряно."
    dogs.content.notice.hide()


def test_explanations_are_in_the_language(dogs: Driver) -> None:
    explanation = dogs.content.workspace.explanation
    choose(dogs, "ru")
    names = [label.objectName() for label in explanation.findChildren(QLabel)]
    shown = {name: dogs.label(name) for name in names}
    assert shown["explanation.section"] == "ОБЪЯСНЕНИЕ"
    assert shown["explanation.quantity"] == "веса внимания"
    assert shown["explanation.unrounded"].startswith("без округления: ")
    assert shown["explanation.reads"].startswith("вычисляется из E [dogs → dogs]")


def test_qt_speaks_russian_too(dogs: Driver) -> None:
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    assert Path(folder, "qtbase_ru.qm").exists()
    choose(dogs, "ru")
    box = QMessageBox(dogs.window)
    box.setStandardButtons(QMessageBox.StandardButton.Cancel)
    assert box.button(QMessageBox.StandardButton.Cancel).text().replace("&", "") == "Отмена"
    box.deleteLater()


def test_every_name_and_every_reason_has_a_russian_text(qapp: QApplication) -> None:
    languages.set_language("ru")
    for name in translations.names_shown():
        assert re.search("[а-яё]", words.name(name)), name
    for operation in translations.operations_shown():
        if re.search("[a-z]{4}", operation) and operation not in ("$scaled", "softmax"):
            assert re.search("[а-яё]", words.name(operation)), operation
    assert words.reason(BlockReason.PADDING) == "заполнение"


def test_create_window_speaks_what_it_is_told(qtbot: QtBot, qapp: QApplication) -> None:
    window = create_window(DOGS, language="ru")
    qtbot.addWidget(window)
    assert languages.current() == "ru"
    assert window.windowTitle().startswith("Собаки")
    other = create_window(DOGS)
    qtbot.addWidget(other)
    assert other.windowTitle().startswith("Dogs")
    QApplication.processEvents()
    assert window.windowTitle().startswith("Dogs"), "one application speaks one language"


def test_translators_are_taken_off_again(qapp: QApplication) -> None:
    for _ in range(3):
        languages.set_language("ru")
        languages.set_language(ENGLISH)
    QApplication.sendPostedEvents(None, 52)  # deferred deletions
    assert not qapp.findChildren(QTranslator)


# -- what is remembered ----------------------------------------------------------------------


def settings_in(folder: Path) -> QSettings:
    return QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)


def test_the_choice_is_remembered_where_there_are_settings(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    settings = settings_in(tmp_path)
    content = started(settings)
    qtbot.addWidget(content.window)
    content._menus["language.ru"].trigger()
    settings.sync()
    assert languages.first_language(settings_in(tmp_path)) == "ru"
    content._menus["language.en"].trigger()
    settings.sync()
    assert languages.first_language(settings_in(tmp_path)) == "en"


@pytest.mark.parametrize(
    ("system", "expected"), [("ru-RU", "ru"), ("ru", "ru"), ("de-DE", "en"), ("en-GB", "en")]
)
def test_the_first_start_takes_the_language_of_the_system(
    system: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class System:
        def uiLanguages(self) -> list[str]:  # noqa: N802  # Qt's name
            return [system, "en-US"]

    monkeypatch.setattr(QLocale, "system", lambda: System())
    assert languages.first_language(settings_in(tmp_path)) == expected


def test_a_start_speaks_the_language_that_was_chosen_last(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_in(tmp_path)
    languages.remember(settings, "ru")
    monkeypatch.setattr(start, "QSettings", lambda *_: settings)
    monkeypatch.setattr(QApplication, "exec", lambda *_: 0)
    monkeypatch.setattr("sys.excepthook", None)
    window = start.show_window()
    assert app.run(examples.load("identical-keys"), None, window) == 0
    assert window.windowTitle() == "Одинаковые ключи[*]"
    window.close()
    window.deleteLater()


def test_a_remembered_language_that_is_gone_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_in(tmp_path)
    settings.setValue("language", "tlh")
    monkeypatch.setattr(QLocale, "system", QLocale.c)
    assert languages.first_language(settings) == "en"


# -- pictures --------------------------------------------------------------------------------


def test_pictures_are_drawn_in_the_language_that_is_asked_for(
    qapp: QApplication, tmp_path: Path
) -> None:
    scenario = examples.load("left-padding")
    ids = ["weights", "board"]
    for code in LANGUAGES:
        app.render_pictures(scenario, tmp_path / code, ids, 1.0, "light", "svg", code)
    english = (tmp_path / "en" / "board.svg").read_text(encoding="utf-8")
    russian = (tmp_path / "ru" / "board.svg").read_text(encoding="utf-8")
    for text in ("FORWARD", "queries", "upstream gradient", "no allowed key: pad"):
        assert text in english
        assert text not in russian
    for text in ("ПРЯМОЙ ПРОХОД", "запросы", "входящий градиент", "всё закрыто: "):
        assert text in russian
    assert "веса внимания" in (tmp_path / "ru" / "weights.svg").read_text(encoding="utf-8")
    assert languages.current() == ENGLISH


# -- room ------------------------------------------------------------------------------------


def cut(widget: QWidget) -> str:
    """Return the text of a label or button that does not fit its place, or an empty text."""
    if isinstance(widget, QLabel):
        if not widget.text() or widget.objectName() == "summary":  # made to give way
            return ""
        width, height = widget.width(), widget.height()
        if widget.wordWrap():
            return widget.text() if widget.heightForWidth(width) > height else ""
        needed = widget.sizeHint()
        return widget.text() if needed.width() > width or needed.height() > height else ""
    if isinstance(widget, QAbstractButton) and widget.text():
        needed_width = QFontMetricsF(widget.font()).horizontalAdvance(widget.text())
        return widget.text() if needed_width > widget.width() - 4 else ""
    if isinstance(widget, QComboBox):
        needed = widget.sizeHint()
        return widget.currentText() if needed.width() > widget.width() else ""
    return ""


def cut_titles(card: Card) -> list[str]:
    """Return what overlaps in the title of a card, or is cut in its bottom line."""
    metrics, found = card.metrics, []
    if card.title.width(metrics) > card.width() - 2 * metrics.pad:
        found.append(f"{card.objectName()}: {card.title.place} {card.caption}")
    pixels = round(metrics.label_pixels * 0.92)
    words_needed = min(advance(pixels, card.note), 9.0 * metrics.unit)
    if card.note and words_needed < advance(pixels, card.note):
        found.append(f"{card.objectName()}: {card.note}")
    return found


def selectors(driver: Driver) -> dict[str, tuple[int, int]]:
    """Return the sizes of the boxes to choose from."""
    driver.flush()
    boxes = driver.window.findChildren(QComboBox)
    return {box.objectName(): box.size().toTuple() for box in boxes if box.isVisible()}


@pytest.mark.parametrize("width", [1280, 1920])
@pytest.mark.parametrize("meanwhile", [(), ("theme.dark", "theme.light"), ("causal",)])
def test_boxes_have_their_size_again_after_switching_back(
    width: int, meanwhile: tuple[str, ...], open_window: Open
) -> None:
    """Qt keeps the least width that a box had when its style was set."""
    driver = open_window("example:grouped-heads", width, 720)
    english = selectors(driver)
    choose(driver, "ru")
    russian = selectors(driver)
    assert english.keys() == russian.keys() == {"heads", "key-value-heads", "head", "digits"}
    assert english["head"] < russian["head"]
    for name in meanwhile[:1]:
        driver.run(name)
    assert selectors(driver) == russian
    choose(driver, "en")
    assert selectors(driver) == english
    for name in meanwhile[1:]:
        driver.run(name)
    assert selectors(driver) == english
    choose(driver, "ru")
    assert selectors(driver) == russian


@pytest.mark.parametrize("code", LANGUAGES)
def test_texts_fit_their_place_in_a_small_window(code: str, open_window: Open) -> None:
    driver = open_window(DOGS, 1280, 720)
    choose(driver, code)
    for name in examples.names():
        driver.store.open(examples.load(name))
        driver.flush()
        window = driver.window
        assert window.width() == 1280
        shown = [w for w in window.findChildren(QWidget) if w.isVisibleTo(window)]
        assert [text for text in map(cut, shown) if text] == [], name
        summary = driver.content.controls._heading._summary
        assert f"{summary.text()} · ".startswith(f"{summary.shown()} · ") or not summary.shown()
        assert QFontMetricsF(summary.font()).horizontalAdvance(summary.shown()) <= summary.width()
        cards = [w for w in shown if isinstance(w, Card)]
        assert [text for card in cards for text in cut_titles(card)] == [], name


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_short_title_is_whole_before_the_sizes_are(code: str, open_window: Open) -> None:
    rng = np.random.default_rng(4)
    given = {name: rng.normal(size=(4, 8)) for name in ("key", "value")}
    given["query"] = rng.normal(size=(3, 8))
    driver = open_window(Scenario(**given, kind="cross", heads=4, causal=True), 1280, 720)
    choose(driver, code)
    title = driver.content.controls._heading._title
    assert title.text() in ("untitled", "без названия")
    assert title.shown() == title.text()


@pytest.mark.parametrize("code", LANGUAGES)
def test_tool_windows_fit_a_small_screen(code: str, own_window: Open) -> None:
    driver = own_window(DOGS, 1280, 720)
    choose(driver, code)
    for tool in open_tools(driver):
        assert tool.width() <= 1280, tool.objectName()
        assert [text for text in map(cut, tool.findChildren(QWidget)) if text] == []

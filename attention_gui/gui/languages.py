"""The languages of the program, and which one it speaks.

English is what the sources say. Any other language is a translator of the program's own texts
and one of Qt's, installed in the application; Qt then tells every window of the change.
"""

from functools import cache

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QSettings, QTranslator

from attention_gui import assets
from attention_gui.wording import ENGLISH, LANGUAGES

__all__ = ["current", "first_language", "remember", "set_language"]

_PROPERTY = "language"
_NAME = "attention-gui.translator"
_SETTING = "language"


def current() -> str:
    """Return the code of the language that the application speaks."""
    app = QCoreApplication.instance()
    return ENGLISH if app is None else app.property(_PROPERTY) or ENGLISH


def set_language(code: str) -> None:
    """Let the application speak another language, a key of `LANGUAGES`.

    Raises
    ------
    RuntimeError
        When Qt refuses a translation that the program ships.
    """
    app = QCoreApplication.instance()
    if app is None or code == current():
        return
    for translator in app.findChildren(QTranslator, _NAME):
        app.removeTranslator(translator)
        translator.deleteLater()
    app.setProperty(_PROPERTY, code)
    if code == ENGLISH:
        return
    for translator in (_of_qt(code, app), _of_the_program(code, app)):
        translator.setObjectName(_NAME)
        app.installTranslator(translator)


def _of_qt(code: str, app: QCoreApplication) -> QTranslator:
    """Return the translator of Qt's own texts; empty where Qt was installed without any."""
    translator = QTranslator(app)
    translator.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    return translator


def _of_the_program(code: str, app: QCoreApplication) -> QTranslator:
    translator = QTranslator(app)
    if not translator.load(_texts(code)):
        raise RuntimeError(f"Qt cannot read the translation into {LANGUAGES[code]}")
    return translator


@cache
def _texts(code: str) -> bytes:
    """Return the translations into a language; kept, because a translator only points at them."""
    return assets.read_bytes("translations", f"attention_gui_{code}.qm")


def first_language(settings: QSettings) -> str:
    """Return the language to start in: that chosen last, else the system's, else English."""
    chosen = settings.value(_SETTING)
    if isinstance(chosen, str) and chosen in LANGUAGES:
        return chosen
    wanted = next(iter(QLocale.system().uiLanguages()), ENGLISH)
    code = wanted.replace("_", "-").partition("-")[0]
    return code if code in LANGUAGES else ENGLISH


def remember(settings: QSettings, code: str) -> None:
    """Note a language for `first_language`."""
    settings.setValue(_SETTING, code)

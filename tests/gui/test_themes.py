"""Every theme can be read (WCAG 2.2: 4.5:1 for text, 3:1 for what carries meaning)."""

from pathlib import Path

import pytest
from contrast import contrast
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication, QStyleHints
from pytestqt.qtbot import QtBot
from window_driver import PANELS, Driver, cell_colors
from windows import started

from attention_gui.gui.content import Content
from attention_gui.gui.ramps import ramp_of
from attention_gui.gui.theme import THEMES, Theme
from attention_gui.quantities import ColorScale, Role


def test_the_ratio_is_the_known_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.fixture(params=list(THEMES))
def theme(request: pytest.FixtureRequest) -> Theme:
    return THEMES[request.param]


def test_numbers_can_be_read_on_every_colour(theme: Theme) -> None:
    for scale in (ColorScale.SIGNED, ColorScale.UNIT):
        ramp = ramp_of(theme, scale)
        for color, light in zip(ramp.colors.tolist(), ramp.light_text.tolist(), strict=True):
            ground = f"#{color & 0xFFFFFF:06x}"
            assert contrast("#ffffff" if light else "#000000", ground) >= 4.5, ground


@pytest.mark.parametrize("ink", ["ink", "muted", "warning"])
@pytest.mark.parametrize("paper", ["card", "ground"])
def test_texts_can_be_read(theme: Theme, ink: str, paper: str) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, paper)) >= 4.5


def test_pressed_toggles_can_be_read(theme: Theme) -> None:
    assert contrast(theme.on_accent, theme.accent) >= 4.5


def test_frames_marks_and_bars_stand_out(theme: Theme) -> None:
    assert set(theme.roles) == set(Role)
    for role, color in theme.roles.items():
        assert contrast(color, theme.card) >= 3, role
    assert contrast(theme.mark, theme.card) >= 3
    assert contrast(theme.handle, theme.ground) >= 3, "scroll bars"


def test_roles_differ_in_colour_or_in_frame(theme: Theme) -> None:
    from attention_gui.gui.theme import FRAMES

    looks = {(theme.roles[role], FRAMES[role]) for role in Role}
    assert len(looks) == len(Role)
    assert len({FRAMES[role] for role in Role if role is not Role.OUTPUT}) == len(Role) - 1


def test_zero_has_the_cards_colour_and_scales_are_ordered(theme: Theme) -> None:
    signed, unit = (ramp_of(theme, scale).colors.tolist() for scale in
                    (ColorScale.SIGNED, ColorScale.UNIT))  # fmt: skip
    names = [f"#{color & 0xFFFFFF:06x}" for color in signed]
    assert names[len(names) // 2] == theme.card
    assert f"#{unit[0] & 0xFFFFFF:06x}" == theme.card
    distances = [contrast(f"#{color & 0xFFFFFF:06x}", theme.card) for color in unit]
    assert distances == sorted(distances), "a larger weight never looks smaller"
    for half in (names[127::-1], names[127:]):
        away = [contrast(name, theme.card) for name in half]
        assert away == sorted(away)


def test_stripes_stand_out_and_are_no_zeros(theme: Theme) -> None:
    for scale in theme.scales:
        ramp = ramp_of(theme, scale)
        if ramp.stripes is not None:
            color, stripe = (f"#{int(layer[0]) & 0xFFFFFF:06x}" for layer in ramp.layers)
            assert contrast(color, stripe) >= 3
            assert contrast(stripe, theme.card) > 1.2


def test_the_window_takes_each_theme(dogs: Driver) -> None:
    for name in ("dark", "print", "light"):
        dogs.run(f"theme.{name}")
        dogs.flush()
        theme = THEMES[name]
        colors = cell_colors(dogs.window.grab().toImage())
        total = dogs.window.width() * dogs.window.height()
        assert colors[theme.ground] + colors[theme.card] * (theme.ground != theme.card) > total / 2
        for other in THEMES.values():
            if other.ground not in (theme.ground, theme.card, theme.mark):
                assert colors[other.ground] < total / 200, f"a part of {name} has another ground"
        assert dogs.action(f"theme.{name}").isChecked()
        for panel in PANELS:
            card = cell_colors(dogs.panel(panel).grab().toImage())
            role = theme.roles[dogs.scenario.catalogue[panel].role]
            assert card[role] > 0, panel


def test_the_theme_follows_the_system_until_another_is_chosen(
    dogs: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def system_turns(name: str) -> None:
        scheme = Qt.ColorScheme.Dark if name == "dark" else Qt.ColorScheme.Light
        monkeypatch.setattr(QStyleHints, "colorScheme", lambda _: scheme)
        QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Unknown)

    dogs.run("theme.system")
    assert dogs.content._theme_name == "light"
    system_turns("dark")
    assert dogs.content._theme_name == "dark"
    assert dogs.action("theme.system").isChecked()
    dogs.run("theme.print")
    system_turns("light")
    assert dogs.content._theme_name == "print"
    dogs.run("theme.system")
    assert dogs.content._theme_name == "light"


def test_a_chosen_theme_is_kept_for_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    def start() -> Content:
        settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
        content = started(settings)
        qtbot.addWidget(content.window)
        return content

    assert start()._menus["theme.system"].isChecked()
    start()._menus["theme.dark"].trigger()
    content = start()
    assert content._theme_name == "dark"
    assert content._menus["theme.dark"].isChecked()
    content._menus["theme.system"].trigger()
    content = start()
    assert content._theme_name == "light"
    assert content._menus["theme.system"].isChecked()

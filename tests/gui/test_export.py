"""Pictures of panels: complete, the same whatever the window, and in the panel's colours."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication
from window_driver import PANELS, Dialogs, Driver, Open, cell_colors, pixels, recomputed

from attention_gui.engine import AttentionError
from attention_gui.gui.app import render_pictures
from attention_gui.gui.pictures import BOARD, BOARD_SIZE, picture
from attention_gui.gui.pictures import pictures as draw_pictures
from attention_gui.gui.ramps import ramp_of
from attention_gui.gui.store import Store
from attention_gui.gui.theme import THEMES
from attention_gui.quantities import ColorScale, Role
from attention_gui.scenario import examples
from attention_gui.scenario.scenario import Scenario

pictures = partial(draw_pictures, draw=picture)
DOGS = examples.load("dogs-chase-cats")


@pytest.fixture(autouse=True)
def _pictures_leave_nothing(qapp: QApplication) -> Iterator[None]:
    yield
    QApplication.processEvents()


def _read(path: Path) -> QImage:
    image = QImage(str(path))
    assert not image.isNull(), path
    return image.convertToFormat(QImage.Format.Format_RGB32)


def _colors(image: QImage) -> dict[str, int]:
    return cell_colors(image)


def _ramp_color(theme: str, panel: str, share: float) -> str:
    colors = ramp_of(THEMES[theme], DOGS.catalogue[panel].scale).colors
    return f"#{int(colors[round(share * (len(colors) - 1))]) & 0xFFFFFF:06x}"


def test_the_selected_panel_is_exported(dogs: Driver, dialogs: Dialogs, tmp_path: Path) -> None:
    dogs.click("weights", 0, 1)
    dialogs.file = str(tmp_path / "my weights")
    dogs.key(Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    image = _read(tmp_path / "my weights.png")
    assert image.width() == 2 * (image.width() // 2)
    colors = _colors(image)
    for weight in (0.768, 0.503, 0.140):
        value = min(w for w in _weights() if abs(w - weight) < 5e-4)
        assert colors.get(_ramp_color("light", "weights", value), 0) > 500, weight
    dogs.click("grad_key", 0, 0)
    dialogs.file = str(tmp_path / "gradient.png")
    dogs.run("export-panel")
    assert _read(tmp_path / "gradient.png") != image
    assert {path.name for path in tmp_path.iterdir()} == {"my weights.png", "gradient.png"}


def _weights() -> list[float]:
    return [float(w) for w in Store(DOGS).snapshot.result["weights"].ravel()]


def test_all_panels_are_exported_in_the_windows_theme(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path
) -> None:
    dogs.run("theme.dark")
    dialogs.folder = str(tmp_path)
    dogs.key(Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert {path.name for path in tmp_path.iterdir()} == {f"{i}.png" for i in (*PANELS, BOARD)}
    for panel in PANELS:
        colors = _colors(_read(tmp_path / f"{panel}.png"))
        assert colors.get(THEMES["dark"].card, 0) > 200, panel
        assert colors.get(THEMES["dark"].roles[DOGS.catalogue[panel].role], 0) > 10, panel
        assert len(colors) > 20, panel
    board = _read(tmp_path / "board.png")
    assert board.size() == BOARD_SIZE * 2
    assert dialogs.asked == ["folder"]


def test_a_cancelled_dialog_exports_nothing(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    dialogs.file = dialogs.folder = ""
    dogs.run("export-panel")
    dogs.run("export-all.png")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_missing_is_named(dogs: Driver, dialogs: Dialogs, tmp_path: Path) -> None:
    dialogs.file = str(tmp_path / "missing" / "x.png")
    dogs.run("export-panel")
    assert "missing" in dogs.content.notice.text


def test_pictures_do_not_depend_on_the_window(
    open_window: Open, dialogs: Dialogs, tmp_path: Path
) -> None:
    """Small, large, zoomed or never shown: the same picture to the last pixel."""
    found = []
    for number, (width, height) in enumerate([(1280, 720), (1920, 1080)]):
        driver = open_window(width=width, height=height)
        if number:
            driver.run("zoom-in")
        dialogs.file = str(tmp_path / f"{number}.png")
        driver.click("weights", 0, 0)
        driver.run("export-panel")
        found.append(_read(tmp_path / f"{number}.png"))
    (never_shown,) = render_pictures(DOGS, tmp_path, ["weights"], 2.0, "light")
    assert found[0] == found[1] == _read(never_shown)


def test_exporting_changes_nothing_in_the_window(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path
) -> None:
    dogs.click("weights", 1, 1)
    dogs.flush()
    before, snapshot = dogs.window.grab().toImage(), dogs.snapshot
    zoom, size, focus = dogs.content.workspace.zoom, dogs.window.size(), dogs.focus
    widgets = len(QApplication.topLevelWidgets())
    dialogs.folder = str(tmp_path)
    dogs.run("export-all.png")
    dogs.flush()
    assert dogs.snapshot is snapshot
    assert (dogs.content.workspace.zoom, dogs.window.size()) == (zoom, size)
    assert dogs.focus is focus
    dogs.window.statusBar().say("")  # type: ignore[attr-defined]  # where alone it is told of
    dogs.flush()
    assert dogs.window.grab().toImage() == before
    assert not dogs.window.isWindowModified()
    assert len([w for w in QApplication.topLevelWidgets() if w.isVisible()]) == 1
    assert widgets


def test_sizes_follow_the_scale(qapp: QApplication) -> None:
    snapshot = Store(DOGS).snapshot
    once = pictures(snapshot, "light", 1.0)
    assert set(once) == {*PANELS, BOARD}
    assert once[BOARD].size() == BOARD_SIZE
    for scale in (2, 4):
        larger = pictures(snapshot, "light", float(scale))
        assert {i: image.size() for i, image in larger.items()} == {
            i: image.size() * scale for i, image in once.items()
        }


def test_each_scale_writes_its_size(tmp_path: Path) -> None:
    (one,) = render_pictures(DOGS, tmp_path / "1", ["output"], 1.0, "light")
    (half,) = render_pictures(DOGS, tmp_path / "1.5", ["output"], 1.5, "light")
    assert abs(_read(half).width() - 1.5 * _read(one).width()) <= 1


def test_an_enlarged_picture_shows_the_same_in_more_detail(tmp_path: Path) -> None:
    (small,) = render_pictures(DOGS, tmp_path / "1", ["weights"], 1.0, "light")
    (large,) = render_pictures(DOGS, tmp_path / "4", ["weights"], 4.0, "light")
    one = _read(small)
    four = _read(large).scaled(
        one.size(),
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    assert np.mean(np.abs(_lightness(one) - _lightness(four)) > 110) < 0.01, "something has moved"


def _lightness(image: QImage) -> np.ndarray:
    colors = pixels(image).astype(np.int64)
    return (colors >> 16) // 3 + (colors >> 8 & 0xFF) // 3 + (colors & 0xFF) // 3


def test_an_unknown_panel_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(AttentionError, match=r"'wieghts'.*weights") as caught:
        render_pictures(DOGS, tmp_path / "new", ["query", "wieghts"], 1.0, "light")
    assert caught.value.code == "unknown-panel"
    assert not (tmp_path / "new").exists()


def test_a_picture_that_qt_cannot_draw_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AttentionError) as caught:
        render_pictures(DOGS, tmp_path / "new", [BOARD], 100.0, "light")
    assert caught.value.code == "too-large"
    assert not (tmp_path / "new").exists()


def test_the_bars_of_an_exported_softmax_are_beside_its_rows(dogs: Driver, tmp_path: Path) -> None:
    (path,) = render_pictures(dogs.scenario, tmp_path, ["exponentials"], 1, "light")
    bar = QColor(THEMES["light"].roles[Role.WEIGHT]).rgb() & 0xFFFFFF
    is_bar = pixels(QImage(str(path))) == bar
    lengths = is_bar.sum(axis=1)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], lengths > 0, [0])).astype(int)))
    runs = edges.reshape(-1, 2)
    weights = [float(recomputed(dogs.scenario)["weights"][0, 0, 0, key]) for key in range(3)]
    longest = [int(lengths[start:end].max()) for start, end in runs]
    assert len(longest) == 3, "a bar a row"
    assert longest == pytest.approx([longest[1] * w / weights[1] for w in weights], abs=2)
    middles = runs.mean(axis=1)
    assert np.diff(middles) == pytest.approx([(middles[2] - middles[0]) / 2] * 2, abs=1)
    # The outlines of the three cells of the selected query say where the first row is.
    ink = int(THEMES["light"].mark.removeprefix("#"), 16)
    edges = np.flatnonzero((pixels(QImage(str(path))) == ink).sum(axis=1) > 100)
    assert (edges.min() + edges.max()) / 2 == pytest.approx(middles[0], abs=2)


def test_repeated_panels_are_drawn_once(tmp_path: Path) -> None:
    paths = render_pictures(DOGS, tmp_path, ["key", "query", "key"], 1.0, "print")
    assert [path.name for path in paths] == ["key.png", "query.png"]


def test_a_board_of_many_tokens_is_larger_and_complete(qapp: QApplication) -> None:
    wide = [[0.5] * 4] * 24
    drawn = pictures(
        Store(Scenario(query=wide, key=wide, value=wide)).snapshot, "light", 1.0, [BOARD, "weights"]
    )
    assert drawn[BOARD].height() > BOARD_SIZE.height() or drawn[BOARD].width() > BOARD_SIZE.width()
    share = 1 / 24
    color = _ramp_color("light", "weights", share)
    assert _colors(drawn["weights"]).get(color, 0) > 24 * 24 * 50
    assert DOGS.catalogue["weights"].scale is ColorScale.UNIT


@pytest.mark.parametrize("theme", THEMES)
def test_the_corners_of_a_picture_have_the_ground_of_the_theme(
    qapp: QApplication, theme: str
) -> None:
    for image in pictures(Store(DOGS).snapshot, theme, 1.0, ["weights", BOARD]).values():
        assert QColor(image.pixel(0, 0)).name() == THEMES[theme].ground


def test_an_svg_holds_the_labels_as_text(tmp_path: Path) -> None:
    (path,) = render_pictures(DOGS, tmp_path, ["weights"], 2.0, "light", "svg")
    (image,) = pictures(Store(DOGS).snapshot, "light", 2.0, ["weights"]).values()
    root = ElementTree.fromstring(path.read_text("utf-8"))
    assert root.get("viewBox") == f"0 0 {image.width()} {image.height()}"
    assert root.get("width") == f"{image.width() * 25.4 / 96:g}mm"
    assert root.findtext("{*}title") == "panel.weights"
    texts = {text.text.strip() for text in root.iterfind(".//{*}text") if text.text}
    assert {"dogs", "chase", "cats", "weights", "3 × 3"} < texts
    assert 'stroke="#000000" stroke-opacity="1" stroke-width="1" stroke-linecap="butt"' not in (
        path.read_text("utf-8")
    ), "the letters of the formula have edges"


def test_an_svg_looks_like_the_png(tmp_path: Path) -> None:
    for panel in ("weights", "exponentials", "query", BOARD):
        (path,) = render_pictures(DOGS, tmp_path, [panel], 1.0, "dark", "svg")
        (image,) = pictures(Store(DOGS).snapshot, "dark", 1.0, [panel]).values()
        drawn = QImage(image.size(), QImage.Format.Format_RGB32)
        painter = QPainter(drawn)
        QSvgRenderer(str(path)).render(painter)
        painter.end()
        assert np.mean(np.abs(_lightness(image) - _lightness(drawn)) > 110) < 0.02, panel


def test_a_pdf_is_one_page_of_the_pictures_size_with_its_fonts(tmp_path: Path) -> None:
    (path,) = render_pictures(DOGS, tmp_path, ["weights"], 2.0, "print", "pdf")
    (image,) = pictures(Store(DOGS).snapshot, "print", 2.0, ["weights"]).values()
    content = path.read_bytes()
    assert content.startswith(b"%PDF-")
    assert content.rstrip().endswith(b"%%EOF")
    (box,) = re.findall(rb"/MediaBox *\[([^]]*)\]", content)
    size = [0, 0, image.width() * 0.75, image.height() * 0.75]
    assert [float(n) for n in box.split()] == pytest.approx(size, abs=0.5)
    assert b"/FontName /" in content
    assert b"Inter" in content
    assert b"/FontFile" in content
    assert b"/DCTDecode" not in content, "a JPEG has other colours than the scale"


def test_the_selected_panel_is_exported_in_the_format_of_its_name(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path
) -> None:
    dogs.click("weights", 0, 1)
    starts = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG"}
    for ending, start in starts.items():
        dialogs.file = str(tmp_path / f"weights.{ending}")
        dogs.run("export-panel")
        assert (tmp_path / f"weights.{ending}").read_bytes().startswith(start)
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize(
    ("language", "one", "all_of_them"),
    [
        ("en", "exported: {0}", "exported to “{0}”, files: {1}"),
        ("ru", "экспортировано: {0}", "экспортировано в «{0}», файлов: {1}"),
    ],
)
@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_the_status_line_says_what_has_been_exported(
    dogs: Driver,
    dialogs: Dialogs,
    tmp_path: Path,
    kind: str,
    language: str,
    one: str,
    all_of_them: str,
) -> None:
    dogs.run(f"language.{language}")
    dialogs.file, dialogs.folder = str(tmp_path / f"one.{kind}"), str(tmp_path)
    dogs.run("export-panel")
    assert dogs.label("status.said") == one.format(f"one.{kind}")
    dogs.run(f"export-all.{kind}")
    n_files = len(list(tmp_path.iterdir())) - 1
    assert dogs.label("status.said") == all_of_them.format(tmp_path.name, n_files)


def test_nothing_is_said_of_an_export_that_is_refused(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path
) -> None:
    dialogs.file = str(tmp_path / "missing" / "x.png")
    dogs.run("export-panel")
    assert dogs.label("status.said") == ""


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_all_panels_are_exported_in_every_format(
    dogs: Driver, dialogs: Dialogs, tmp_path: Path, kind: str
) -> None:
    dialogs.folder = str(tmp_path)
    dogs.run(f"export-all.{kind}")
    assert {path.name for path in tmp_path.iterdir()} == {f"{i}.{kind}" for i in (*PANELS, BOARD)}

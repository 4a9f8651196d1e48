import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bad_files import BAD_FILES, content
from PySide6.QtWidgets import QApplication, QMainWindow
from reference import CASES, assert_agrees, expected_of

from attention_gui import cli, engine
from attention_gui.engine import AttentionError
from attention_gui.gui import preflight
from attention_gui.scenario import examples, files
from attention_gui.scenario.scenario import Scenario

DOGS = "example:dogs-chase-cats"
CROSS = "example:cross-attention"
EMBEDDED = "example:dogs-chase-cats-projected"


def refusal(capsys: pytest.CaptureFixture[str], argv: Sequence[str], code: str) -> str:
    """Run a command line that must be refused, and return its message."""
    assert cli.main(argv) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"error[{code}]: ")
    assert printed.err.count("\n") == 1
    assert printed.err.endswith("\n")
    return printed.err


def program(*argv: str, stdin: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "attention_gui", *argv],
        input=stdin,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_compute_prints_every_quantity(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["compute", DOGS]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    result = json.loads(printed.out)
    assert result["format"] == "attention-result"
    assert set(result["quantities"]) >= {"query", "weights", "output", "grad_key", "row_entropy"}
    assert result["quantities"]["raw_scores"] == [[[[0, 4, 2], [1, 1, 2], [0, 2, 1]]]]
    assert result["loss"] == pytest.approx(4.489985, abs=1e-6)


def test_quantities_are_chosen_by_one_flag_or_several(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["compute", DOGS, "--quantity", "weights", "output", "--quantity", "loss"]
    assert cli.main(argv) == 0
    result = json.loads(capsys.readouterr().out)
    assert list(result["quantities"]) == ["weights", "output", "loss"]


def test_results_are_written_by_suffix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("dogs.json", "dogs.npz"):
        out = str(tmp_path / name)
        assert cli.main(["compute", DOGS, "--quantity", "weights", "--out", out]) == 0
    assert capsys.readouterr().out == ""
    from_json = json.loads((tmp_path / "dogs.json").read_text())["quantities"]["weights"]
    with np.load(tmp_path / "dogs.npz") as archive:
        assert archive["weights"].tolist() == from_json


@pytest.mark.parametrize("name", CASES)
def test_every_case_is_computed_and_checked(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, expected = tmp_path / "case.json", expected_of(CASES[name])
    path.write_text(json.dumps(CASES[name]["scenario"]))
    assert cli.main(["compute", str(path), "--out", str(tmp_path / "result.npz")]) == 0
    with np.load(tmp_path / "result.npz") as archive:
        assert set(archive) == set(expected)
        for quantity_id in archive:
            assert_agrees(archive[quantity_id], expected[quantity_id])
    assert cli.main(["compute", str(path)]) == 0
    assert set(json.loads(capsys.readouterr().out)["quantities"]) == set(expected)
    assert cli.main(["gradcheck", str(path)]) == 0
    editable = files.read(path).editable
    checked = json.loads(capsys.readouterr().out)["inputs"]
    assert set(checked) == set(editable) - {"grad_output", "bias"}


def test_a_file_may_be_a_path_or_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "dogs.attention.json"
    files.write(path, examples.load("dogs-chase-cats"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    printed = []
    for source in (str(path), "-", DOGS):
        assert cli.main(["compute", source]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] == printed[2]


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [case[1:] for case in BAD_FILES],
    ids=[case[0] for case in BAD_FILES],
)
def test_every_bad_file_is_one_line_and_writes_nothing(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    text: str | bytes,
    code: str,
    words: str,
) -> None:
    path, out = tmp_path / "bad.attention.json", tmp_path / "out.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    out.write_text("old")
    for argv in (["compute", str(path), "--out", str(out)], ["gradcheck", str(path)]):
        refusal(capsys, argv, code)
    assert out.read_text() == "old"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["bad.attention.json", "out.json"]


@pytest.mark.parametrize("verb", [["compute"], ["gradcheck"], ["render", "--out", "x"], []])
def test_a_bad_file_is_refused_alike_by_every_verb(
    verb: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise AttentionError("missing-library", "Qt is not there, which is not the file's fault.")

    monkeypatch.setattr(preflight, "check_qt", refuse)
    monkeypatch.setattr(preflight, "check_display", refuse)
    assert "No such file" in refusal(capsys, [*verb, "none.json"], "unreadable-file")
    assert "two-heads" in refusal(capsys, [*verb, "example:none"], "unknown-example")


def test_an_overflow_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "large.json", tmp_path / "out.npz"
    large = {"query": [[1e308, 1e308]], "key": [[10, 10]], "value": [[1]]}
    path.write_text(content(direct=large))
    message = refusal(capsys, ["compute", str(path), "--out", str(out)], "overflow")
    assert "raw_scores" in message
    assert not out.exists()


@pytest.mark.parametrize(
    ("stage", "changes"),
    [
        ("query", {"inputs": [[1e308, 1e308]]}),
        ("scaled_scores", {"inputs": [[1e100, 1]], "scale": 1e300}),
        ("masked_scores", {"inputs": [[1e10, 1]], "scale": 1.79e288, "bias": [[1e308]]}),
        ("output", {"inputs": [[1e100, 1]], "w_output": [[1e300]]}),
    ],
)
def test_every_stage_that_overflows_is_named(
    stage: str, changes: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    projections = {name: [[1], [1]] for name in ("w_query", "w_key", "w_value")}
    inputs = {"inputs": changes.pop("inputs")}
    path, out = tmp_path / "large.json", tmp_path / "out.json"
    path.write_text(content(direct=..., projected=inputs | projections, **changes))
    message = refusal(capsys, ["compute", str(path), "--out", str(out)], "overflow")
    assert f"{stage} is too large" in message
    assert not out.exists()


def test_a_file_beyond_64_megabytes_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "large.json", tmp_path / "out.json"
    with path.open("wb") as file:
        file.truncate(64_000_001)
    assert "64,000,000" in refusal(capsys, ["compute", str(path), "--out", str(out)], "too-large")
    assert not out.exists()


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (["compute"], "usage", "FILE"),
        (["compute", DOGS, "more"], "usage", "more"),
        (["compute", DOGS, "--out", "x.csv"], "usage", "x.csv"),
        (["compute", "none.json", "--out", "x.csv"], "usage", "x.csv"),
        (["compute", DOGS, "--quantity"], "usage", "--quantity"),
        (["compute", DOGS, "--quantity", "weihgts"], "unknown-quantity", "weights, value_terms"),
        (["compute", DOGS, "--quantity", "inputs"], "unknown-quantity", "from query, key, value, "),
        (["compute", CROSS, "--quantity", "w_query"], "unknown-quantity", "from query, key, "),
        (["compute", EMBEDDED, "--quantity", "w_output"], "unknown-quantity", "from inputs, w_q"),
        (["compute", DOGS, "--out", "none/x.json"], "unwritable-file", "none/x.json"),
        (["compute", DOGS, "--quan", "weights"], "usage", "--quan"),
        (["gradcheck", DOGS, "--step", "0"], "usage", "0 is not above 0"),
        (["gradcheck", DOGS, "--step", "nan"], "usage", "not a finite number"),
        (["gradcheck", DOGS, "--tolerance", "-1"], "usage", "-1 is not above 0"),
        (["gradcheck", DOGS, "--tolerance", "small"], "usage", "not a number"),
        (["gradcheck", DOGS, "--step", "1e-300"], "wrong-type", "step"),
        (["render", DOGS], "usage", "--out"),
        (["render", DOGS, "--out", "x", "--format", "gif"], "usage", "png"),
        (["render", DOGS, "--out", "x", "--lang", "tlh"], "usage", "en"),
        (["render", DOGS, "--out", "x", "--theme", "pink"], "usage", "print"),
        (["render", DOGS, "--out", "x", "--scale", "0"], "usage", "0 is not above 0"),
        (["examples", "more"], "usage", "more"),
        (["--colour"], "usage", "--colour"),
        (["one", "two"], "usage", "two"),
        ([""], "unreadable-file", "''"),
    ],
)
def test_a_wrong_command_line_is_refused(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    argv: list[str],
    code: str,
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in refusal(capsys, argv, code)
    assert not list(tmp_path.iterdir())


def test_a_message_is_one_line_whatever_the_path(capsys: pytest.CaptureFixture[str]) -> None:
    refusal(capsys, ["compute", "two\nlines.json"], "unreadable-file")


def test_gradcheck_passes_or_fails_by_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["gradcheck", DOGS]) == 0
    passed = json.loads(capsys.readouterr().out)
    assert (passed["passed"], passed["step"], passed["tolerance"]) == (True, 1e-6, 2e-6)
    assert passed["inputs"]["query"]["checked"] == 6
    assert cli.main(["gradcheck", DOGS, "--step", "1", "--tolerance", "1e-9"]) == 1
    failed = json.loads(capsys.readouterr().out)
    assert (failed["passed"], failed["step"], failed["tolerance"]) == (False, 1, 1e-9)
    assert failed["inputs"]["query"]["max_error"] > 1e-9


class Terminal(io.StringIO):
    """Standard error of someone who looks on."""

    def isatty(self) -> bool:
        return True


def test_gradcheck_tells_a_terminal_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(["gradcheck", DOGS]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert cli.main(["gradcheck", DOGS]) == 0
    assert capsys.readouterr().out == printed.out
    written = sys.stderr.getvalue()
    assert written.startswith("\r0 of 18 coordinates\r")
    assert written.endswith("\r18 of 18 coordinates\r\x1b[K")
    assert "\n" not in written
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert cli.main(["gradcheck", DOGS, "--step", "1e-300"]) == 2
    line = sys.stderr.getvalue().rpartition("\x1b[K")[2]
    assert line == "error[wrong-type]: step is 1e-300, too small to move every input.\n"


def test_examples_are_listed_name_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["examples"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(examples.names())
    titles = dict(line.split(maxsplit=1) for line in lines)
    assert titles["dogs-chase-cats"] == "Dogs chase cats"
    assert len({line.index(titles[line.split()[0]]) for line in lines}) == 1


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"attention-gui {version('attention-gui')}\n"
    for argv in (["--help"], ["compute", "--help"]):
        assert cli.main(argv) == 0
        assert capsys.readouterr().out.startswith("usage: attention-gui")


@pytest.fixture
def opened(
    monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> list[tuple[Scenario, Path | None]]:
    """Return what the window is asked to open, with the order of the checks before it."""
    from attention_gui.gui import app

    calls: list[tuple[Scenario, Path | None]] = []

    def run(scenario: Scenario, path: Path | None, window: QMainWindow) -> int:
        assert window.isVisible(), "the window is there before the scenario is"
        window.close()
        window.deleteLater()
        calls.append((scenario, path))
        return 7

    monkeypatch.setattr(app, "run", run)
    monkeypatch.setattr(preflight, "check_display", lambda: None)
    return calls


@pytest.mark.parametrize("argv", [[], [DOGS], ["open"], ["open", DOGS]])
def test_the_window_opens_a_worked_example(
    argv: list[str], opened: list[tuple[Scenario, Path | None]]
) -> None:
    assert cli.main(argv) == 7
    assert opened == [(examples.load("dogs-chase-cats"), None)]


def test_the_window_opens_a_file_also_one_called_like_a_verb(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    opened: list[tuple[Scenario, Path | None]],
) -> None:
    monkeypatch.chdir(tmp_path)
    scenario = examples.load("two-heads")
    files.write("compute", scenario)
    assert cli.main(["./compute"]) == 7
    assert opened == [(scenario, Path("compute"))]


def test_without_a_display_the_window_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise AttentionError("no-display", "There is no display.")

    monkeypatch.setattr(preflight, "check_display", refuse)
    assert "no display" in refusal(capsys, [DOGS], "no-display")


def test_render_passes_its_options_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from attention_gui.gui import app

    asked: list[object] = []

    def render(scenario: Scenario, out_dir: Path, *options: object) -> list[Path]:
        asked.extend([scenario.title, out_dir, *options])
        return [out_dir / "weights.png", out_dir / "board.png"]

    monkeypatch.setattr(app, "render_pictures", render)
    argv = ["render", "example:two-heads", "--out", str(tmp_path), "--theme", "print"]
    more = ["--scale", "1.5", "--format", "svg", "--lang", "ru", "--panel", "weights", "board"]
    assert cli.main([*argv, *more]) == 0
    title = examples.load("two-heads").title
    assert asked == [title, tmp_path, ["weights", "board"], 1.5, "print", "svg", "ru"]
    printed = capsys.readouterr().out
    assert printed == f"{tmp_path / 'weights.png'}\n{tmp_path / 'board.png'}\n"
    asked.clear()
    assert cli.main(argv) == 0
    assert asked[2:] == [None, 2.0, "print", "png", "en"]


def test_an_interrupt_ends_without_a_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(engine, "compute", interrupt)
    assert cli.main(["compute", DOGS]) == 130
    assert capsys.readouterr() == ("", "")


_INTERRUPTED_AT = """
import os, signal, sys
from attention_gui import cli

def interrupt(event, arguments):
    if event == "import" and arguments[0] == sys.argv[1]:
        os.kill(os.getpid(), signal.SIGINT)

sys.addaudithook(interrupt)
sys.exit(cli.main([]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
@pytest.mark.parametrize(
    "module", ["shiboken6", "PySide6.QtWidgets", "numpy", "attention_gui.gui.main_window"]
)
def test_ctrl_c_ends_the_start_whatever_is_being_imported(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED_AT, module],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == -signal.SIGINT
    assert done.stderr == ""


def test_a_scenario_beyond_the_memory_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def exhaust(_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(engine, "compute", exhaust)
    assert "memory" in refusal(capsys, ["compute", DOGS], "too-large")


_WITHOUT_QT = """
import sys
from attention_gui.cli import main
for argv in (["compute", "example:two-heads", "--out", sys.argv[1]],
             ["gradcheck", "example:two-heads"], ["examples"], ["compute", "none.json"]):
    main(argv)
loaded = {name.partition(".")[0] for name in sys.modules}
assert not loaded & {"PySide6", "shiboken6", "pyqtgraph", "ziamath"}, loaded
assert not any(name.startswith("attention_gui.gui") for name in sys.modules)
"""


def test_computing_never_imports_qt(tmp_path: Path) -> None:
    argv = [sys.executable, "-c", _WITHOUT_QT, str(tmp_path / "out.json")]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("error[unreadable-file]")


def test_the_module_is_the_same_program() -> None:
    done = program("compute", "-", "--quantity", "weights", stdin=content())
    assert (done.returncode, done.stderr) == (0, "")
    assert "weights" in json.loads(done.stdout)["quantities"]
    assert program("compute", "none.json").returncode == 2


def test_a_terminal_that_lacks_signs_gets_escapes() -> None:
    done = program("compute", "кошки.json", PYTHONIOENCODING="ascii")
    assert done.returncode == 2
    assert done.stderr.startswith("error[unreadable-file]")
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_under_standard_output_is_refused() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "attention_gui", "compute", DOGS],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == (
        "error[unwritable-file]: Cannot write standard output: No space left on device.\n"
    )


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
def test_a_reader_that_leaves_is_no_error() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(
        [sys.executable, "-m", "attention_gui", "compute", DOGS],
        stdout=write_end,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(write_end)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(os.name == "nt", reason="a shell closes the streams")
@pytest.mark.parametrize(("closing", "words"), [("<&-", "input"), (">&-", "output")])
def test_a_closed_stream_is_refused(closing: str, words: str) -> None:
    command = f'exec "$0" -m attention_gui compute {"-" if words == "input" else DOGS} {closing}'
    done = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert f"standard {words}: it is closed" in done.stderr
    assert done.stderr.count("\n") == 1

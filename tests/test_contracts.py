"""What scripts and users' files rely on: every error code, and what a refusal leaves behind."""

import ast
from collections.abc import Sequence
from pathlib import Path

import pytest
from bad_files import BAD_FILES, content

from attention_gui import cli

DOGS = "example:dogs-chase-cats"
CODES = (
    "input-rank", "batch-mismatch", "token-mismatch", "empty-token-axis", "empty-feature-width",
    "query-key-width-mismatch", "projection-shape", "head-divisibility", "mask-shape",
    "bias-shape", "upstream-shape", "token-labels", "scale", "non-finite-input", "overflow",
    "not-json", "not-a-scenario", "unsupported-version", "unknown-key", "wrong-type", "too-large",
    "unreadable-file", "unwritable-file", "unknown-example", "unknown-quantity", "unknown-panel",
)  # fmt: skip
_OF_A_FILE = {code for _, _, code, _ in BAD_FILES}
_HUGE = '{"shape": [1, 1], "data": [1e200]}'
_OVERFLOW = content(direct="HERE").replace(
    '"HERE"', f'{{"query": {_HUGE}, "key": {_HUGE}, "value": {_HUGE}}}'
)
_OTHERS: dict[str, tuple[str, Sequence[str], str]] = {
    "overflow": (_OVERFLOW, ["compute", "FILE", "--out", "OUT.json"], "raw_scores"),
    "too-large": (" " * (2**26 + 1), ["compute", "FILE", "--out", "OUT.json"], "64,000,000"),
    "unreadable-file": ("", ["compute", "MISSING", "--out", "OUT.json"], "No such file"),
    "unwritable-file": ("", ["render", DOGS, "--out", "FILE/within"], "Not a directory"),
    "unknown-example": ("", ["compute", "example:cats", "--out", "OUT.json"], "left-padding"),
    "unknown-quantity": (
        "", ["compute", DOGS, "--quantity", "weihgts", "--out", "OUT.json"], "weights",
    ),
    "unknown-panel": ("", ["render", DOGS, "--out", "OUT", "--panel", "wieghts"], "softmax_jac"),
}  # fmt: skip
"""What a file alone does not bring about: its content, the command line, words of the message."""


def test_every_code_is_brought_about_by_a_test() -> None:
    assert set(CODES) == _OF_A_FILE | set(_OTHERS)


@pytest.mark.parametrize("code", _OTHERS)
def test_a_refusal_is_one_line_and_leaves_nothing(
    code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, argv, words = _OTHERS[code]
    (tmp_path / "FILE").write_text(text, "utf-8")
    names = {"FILE", "OUT", "MISSING", "OUT.json", "FILE/within"}
    assert cli.main([str(tmp_path / word) if word in names else word for word in argv]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"error[{code}]: ")
    assert words in printed.err
    assert printed.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["FILE"]


@pytest.mark.parametrize("suffix", ["json", "npz"])
def test_a_refusal_leaves_the_output_that_is_there(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.json").write_text(_OVERFLOW, "utf-8")
    out = tmp_path / f"out.{suffix}"
    assert cli.main(["compute", DOGS, "--out", str(out)]) == 0
    before = out.read_bytes()
    assert cli.main(["compute", str(tmp_path / "bad.json"), "--out", str(out)]) == 2
    assert out.read_bytes() == before
    assert capsys.readouterr().err.startswith("error[overflow]: ")


def test_no_code_is_raised_that_nobody_has_heard_of() -> None:
    own = {
        "usage",
        "fault",
        "no-display",
        "missing-library",
        "out-of-range",
        "read-only",
        "not-square",
        "unsupported",
    }
    root = Path(cli.__file__).parent
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "AttentionError":
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    assert code.value in {*CODES, *own}, f"{path.name}: {code.value}"

import contextlib
import os
import threading
from pathlib import Path

import pytest
from bad_files import BAD_FILES, content
from hypothesis import given
from hypothesis import strategies as st

from attention_gui.engine import AttentionError
from attention_gui.scenario import files


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [case[1:] for case in BAD_FILES],
    ids=[case[0] for case in BAD_FILES],
)
def test_a_bad_file_is_refused_by_code_and_place(text: str | bytes, code: str, words: str) -> None:
    with pytest.raises(AttentionError, match=words) as refusal:
        files.loads(text)
    assert refusal.value.code == code


def test_the_file_that_the_bad_ones_derive_from_is_good() -> None:
    assert files.loads(content()).labels == ("q0", "q1")


@given(st.data())
def test_a_broken_file_never_escapes_as_another_error(data: st.DataObject) -> None:
    text = content(mask={"padding": [True, False]}, view={"a": [1]}, title={"en": "x"}, scale=2)
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, len(text)))
    filling = data.draw(st.text(st.sampled_from('[]{}",:01eE.-tfn '), max_size=8))
    with contextlib.suppress(AttentionError):
        files.loads(text[:start] + filling + text[stop:])


def test_more_than_64_megabytes_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.attention.json"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(AttentionError, match="64,000,000 bytes") as refusal:
        files.read(path)
    assert refusal.value.code == "too-large"


@pytest.mark.parametrize(
    ("name", "cause"),
    [("none.json", "No such file"), (".", "Is a directory"), ("nul\0", "null")],
)
def test_what_cannot_be_read_is_named_with_the_cause(tmp_path: Path, name: str, cause: str) -> None:
    path = tmp_path / name
    with pytest.raises(AttentionError, match=cause) as refusal:
        files.read(path)
    assert refusal.value.code == "unreadable-file"
    assert repr(str(path)) in refusal.value.message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(content(title="piped"),))
    writer.start()
    try:
        assert files.read(pipe).title == "piped"
    finally:
        writer.join()

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from attention_gui.engine import AttentionError
from attention_gui.whole_files import write_all, write_whole


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    write_whole(path, b"old")
    write_whole(str(path), b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_has_the_mode_that_the_user_asks_for(tmp_path: Path) -> None:
    ordinary, ours = tmp_path / "ordinary", tmp_path / "ours"
    ordinary.write_bytes(b"")
    write_whole(ours, b"")
    assert stat.S_IMODE(ours.stat().st_mode) == stat.S_IMODE(ordinary.stat().st_mode)


def test_the_mode_of_an_existing_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "private"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_whole(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_links_are_followed(tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    target, link, dangling = folder / "target", tmp_path / "link", tmp_path / "dangling"
    target.write_bytes(b"old")
    link.symlink_to(target)
    dangling.symlink_to(folder / "later")
    write_whole(link, b"new")
    write_whole(dangling, b"first")
    assert link.is_symlink()
    assert dangling.is_symlink()
    assert target.read_bytes() == b"new"
    assert (folder / "later").read_bytes() == b"first"
    assert sorted(entry.name for entry in folder.iterdir()) == ["later", "target"]


def test_a_name_as_long_as_the_system_allows_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    write_whole(path, b"whole")
    assert path.read_bytes() == b"whole"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_written_to_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"through")
    reader.join()
    assert received == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("name", ["no/such/folder.json", "folder", "nul\0"])
def test_what_cannot_be_written_is_named_with_the_cause(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    path = tmp_path / name
    with pytest.raises(AttentionError, match=r": .+\.$") as refusal:
        write_whole(path, b"x")
    assert refusal.value.code == "unwritable-file"
    assert repr(str(path)) in refusal.value.message
    assert [entry.name for entry in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "result.json"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os if step == "fsync" else Path, step, fail)
    with pytest.raises(AttentionError, match="No space left on device"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_protected_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "protected"
    path.write_bytes(b"old")
    # The superuser may write anything, so the system's answer is given here.
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(AttentionError, match="write-protected"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"


_SAVE_FOREVER = """
import sys
from attention_gui.whole_files import write_all, write_whole
contents = [sign * 3_000_000 for sign in (b"a", b"b")]
write_whole(sys.argv[1], contents[0])
print("ready", flush=True)
while True:
    for content in reversed(contents):
        write_whole(sys.argv[1], content)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no way to kill at once")
def test_a_kill_in_mid_save_leaves_the_old_or_the_new_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "saved"
    path.write_bytes(b"a" * 3_000_000)
    for attempt in range(8):
        process = subprocess.Popen(
            [sys.executable, "-c", _SAVE_FOREVER, str(path)], stdout=subprocess.PIPE
        )
        with process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(0.02 + 0.007 * attempt)
            process.kill()
        content = path.read_bytes()
        assert content in (b"a" * 3_000_000, b"b" * 3_000_000)


def test_several_files_are_replaced_together(tmp_path: Path) -> None:
    old, new = tmp_path / "old.png", tmp_path / "new.png"
    old.write_bytes(b"before")
    write_all({old: b"after", new: b"first"})
    assert (old.read_bytes(), new.read_bytes()) == (b"after", b"first")
    assert sorted(tmp_path.iterdir()) == [new, old]


def test_no_file_is_replaced_when_one_cannot_be_written(tmp_path: Path) -> None:
    old = tmp_path / "old.png"
    old.write_bytes(b"before")
    with pytest.raises(AttentionError, match=r"Cannot write .*absent") as refusal:
        write_all({old: b"after", tmp_path / "absent" / "new.png": b"first"})
    assert refusal.value.code == "unwritable-file"
    assert old.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [old]

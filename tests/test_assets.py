import pytest

from attention_gui import assets


def test_data_files_are_found_and_read() -> None:
    names = assets.names("scenarios")
    assert "dogs-chase-cats.attention.json" in names
    assert list(names) == sorted(names)
    content = assets.read_bytes("scenarios", "dogs-chase-cats.attention.json")
    assert content.decode() == assets.read_text("scenarios", "dogs-chase-cats.attention.json")
    assert assets.read_bytes("fonts", "Inter-Regular.otf")[:4] == b"OTTO"


def test_folders_are_no_files() -> None:
    assert "scenarios" not in assets.names()


@pytest.mark.parametrize(
    "part", ["", ".", "..", "/etc", "../engine", "fonts/x", "a\\b", "C:", "nul\0"]
)
def test_paths_that_lead_elsewhere_are_refused(part: str) -> None:
    for read in (assets.read_bytes, assets.read_text, assets.names):
        with pytest.raises(ValueError, match="plain name"):
            read("scenarios", part)


def test_a_file_that_is_not_there_is_not_found() -> None:
    with pytest.raises(FileNotFoundError):
        assets.read_bytes("scenarios", "nothing.json")

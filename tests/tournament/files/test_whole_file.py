"""Small files are there whole or not at all, for their owner alone where files have modes."""

import os
import stat
from pathlib import Path

import pytest

from tournament.files import whole_file
from tournament.files.whole_file import set_aside, write_new, write_whole


def test_a_file_is_written_with_its_folder_and_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "settings.json"
    for text in ("first\n", "zweitens: élan\r\n"):
        write_whole(path, text)
        assert path.read_bytes() == text.encode()
    assert list(path.parent.iterdir()) == [path]


def test_what_a_crash_left_is_in_nobodys_way(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.with_name("settings.json.part").write_text("half")
    write_whole(path, "whole")
    assert path.read_text() == "whole"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_replaced_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_source: Path, _target: Path) -> None:
        raise OSError(28, "full")

    path = tmp_path / "settings.json"
    path.write_text("before")
    monkeypatch.setattr(whole_file, "replace", full)
    with pytest.raises(OSError, match="full"):
        write_whole(path, "after")
    assert path.read_text() == "before"


@pytest.mark.skipif(os.name != "posix", reason="modes mean this on POSIX only")
def test_both_kinds_are_for_their_owner_alone(tmp_path: Path) -> None:
    write_whole(tmp_path / "small" / "a", "a")
    write_new(tmp_path / "small" / "b", b"b")
    modes = [
        stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "small", *sorted((tmp_path / "small").iterdir()))
    ]
    assert modes == [0o700, 0o600, 0o600]


def test_a_new_file_is_written_byte_for_byte_and_takes_no_place(tmp_path: Path) -> None:
    path = tmp_path / "copy"
    write_new(path, b"one\ntwo\r\n\x1a")
    assert path.read_bytes() == b"one\ntwo\r\n\x1a"
    with pytest.raises(FileExistsError):
        write_new(path, b"other")
    assert path.read_bytes() == b"one\ntwo\r\n\x1a"


def test_both_open_files_as_they_are_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without O_BINARY a descriptor there writes CR LF for LF and ends at the first 0x1A."""
    asked: list[int] = []
    opened = os.open

    def noted(path: Path, flags: int, mode: int) -> int:
        asked.append(flags)
        return opened(path, flags, mode)

    binary = getattr(os, "O_BINARY", 0) or os.O_CLOEXEC  # a flag that does no harm stands for it elsewhere
    monkeypatch.setattr(whole_file, "_BINARY", binary)
    monkeypatch.setattr(os, "open", noted)
    write_whole(tmp_path / "a", "a")
    write_new(tmp_path / "b", b"b")
    assert [flags & binary for flags in asked] == [binary, binary]


def test_each_damaged_file_gets_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "hall.json"
    kept = []
    for text in ("first", "second"):
        path.write_text(text)
        kept.append(set_aside(path))
    assert [aside.name for aside in kept] == ["hall.damaged", "hall.damaged-2"]
    assert [aside.read_text() for aside in kept] == ["first", "second"]
    assert not path.exists()

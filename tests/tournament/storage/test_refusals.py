"""What an answer of the disk means: the sentence names what to do about it."""

import errno
import os
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from tournament.files import writing
from tournament.storage import open_for_reading, refusals
from tournament.storage.refusals import refusal_of
from tournament.use_cases.ports import StoreMissing


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that is there."""
    (tmp_path / "cup.qv").write_bytes(b"")
    return tmp_path / "cup.qv"


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are read as those of Windows."""
    monkeypatch.setattr(refusals, "ON_WINDOWS", True)


def cannot_open() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorname = "SQLITE_CANTOPEN"
    return error


@pytest.mark.usefixtures("on_windows")
def test_windows_denies_an_event_that_another_program_has_open(path: Path) -> None:
    assert refusal_of(PermissionError(errno.EACCES, "Permission denied"), path).text == refusals.held(path)


@pytest.mark.usefixtures("on_windows")
def test_windows_keeps_sqlite_from_opening_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal_of(cannot_open(), path).text == refusals.folder_read_only(path)

    def deny(_path: Path, _mode: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", deny)
    assert refusal_of(cannot_open(), path).text == refusals.held(path)


@pytest.mark.parametrize("error", [PermissionError(errno.EACCES, "Permission denied"), cannot_open()])
@pytest.mark.skipif(os.name == "nt", reason="elsewhere is not here")
def test_elsewhere_nobody_else_is_suspected(error: OSError | sqlite3.Error, path: Path) -> None:
    assert refusal_of(error, path).text != refusals.held(path)


@pytest.mark.parametrize("name", ["what?.qv", "bell\a.qv"])
def test_on_windows_there_is_no_file_of_an_impossible_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "is_impossible", partial(writing.is_impossible, windows=True))
    with pytest.raises(StoreMissing):
        open_for_reading(tmp_path / name)

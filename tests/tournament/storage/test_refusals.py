"""What an answer of the disk means: the sentence names what to do about it."""

import errno
import os
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.systems import DENIED
from tournament.files import writing
from tournament.language import ENGLISH, Text
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


def error_of_sqlite(name: str) -> sqlite3.Error:
    error = sqlite3.OperationalError("an answer of SQLite")
    error.sqlite_errorname = name
    return error


@pytest.mark.parametrize(("name", "text"), [
    ("SQLITE_CORRUPT", refusals.damaged),
    ("SQLITE_CORRUPT_INDEX", refusals.damaged),
    ("SQLITE_NOTADB", refusals.damaged),
    ("SQLITE_ERROR", refusals.damaged),
    ("SQLITE_READONLY_DBMOVED", refusals.moved),
    ("SQLITE_READONLY", refusals.read_only),
    ("SQLITE_READONLY_DIRECTORY", refusals.read_only),
    ("SQLITE_IOERR_LOCK", refusals.no_locks),
    ("SQLITE_IOERR_RDLOCK", refusals.no_locks),
    ("SQLITE_NOLFS", refusals.no_locks),
    ("SQLITE_BUSY", refusals.in_use),
    ("SQLITE_BUSY_SNAPSHOT", refusals.in_use),
    ("SQLITE_LOCKED", refusals.in_use),
    ("SQLITE_CANTOPEN", refusals.folder_read_only),
])  # fmt: skip
def test_each_code_of_sqlite_has_its_text(path: Path, name: str, text: Callable[[Path], Text]) -> None:
    assert refusal_of(error_of_sqlite(name), path).text == text(path)


def test_a_file_that_sqlite_cannot_open_because_it_is_gone_is_missing(path: Path) -> None:
    gone = path.with_name("gone.qv")
    assert refusal_of(error_of_sqlite("SQLITE_CANTOPEN"), gone).text == refusals.missing(gone)


@pytest.mark.parametrize("name", ["SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_CONSTRAINT_UNIQUE"])
def test_a_full_disk_is_named_and_other_answers_are_repeated(path: Path, name: str) -> None:
    said = ENGLISH.render(refusal_of(error_of_sqlite(name), path).text)
    assert ("is full" in said) == (name == "SQLITE_FULL")
    assert ("the disk reported “an answer of SQLite”" in said) == (name != "SQLITE_FULL")


@pytest.mark.parametrize(("number", "said"), [
    (errno.ENOSPC, "is full"), (errno.EDQUOT, "is full"), (errno.EROFS, "is read-only"),
    (errno.ENOLCK, "cannot be locked"), (errno.ENOSYS, "cannot be locked"), (errno.ENOTSUP, "cannot be locked"),
    (errno.EACCES, DENIED), (errno.EPERM, DENIED), (errno.ENOENT, "There is no folder"),
    (errno.EIO, "the disk reported “in words”"),
])  # fmt: skip
def test_each_error_of_the_system_has_its_text(path: Path, number: int, said: str) -> None:
    assert said in ENGLISH.render(refusal_of(OSError(number, "in words"), path).text)

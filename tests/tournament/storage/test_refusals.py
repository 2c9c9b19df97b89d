"""What an answer of the disk means: the sentence names what to do about it."""

import errno
import sqlite3
from pathlib import Path

import pytest

from tournament.language import ENGLISH
from tournament.storage import refusals
from tournament.storage.refusals import refusal_of

HELD = "another program has it open"


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are read as those of Windows."""
    monkeypatch.setattr(refusals, "ON_WINDOWS", True)


def cannot_open() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorname = "SQLITE_CANTOPEN"
    return error


@pytest.mark.usefixtures("on_windows")
def test_windows_denies_an_event_that_another_program_has_open(tmp_path: Path) -> None:
    path = tmp_path / "cup.qv"
    path.write_bytes(b"")
    said = ENGLISH.render(refusal_of(PermissionError(errno.EACCES, "Permission denied", str(path)), path).text)
    assert HELD in said
    assert str(path) in said


@pytest.mark.usefixtures("on_windows")
@pytest.mark.parametrize(("answer", "said"), [(PermissionError, HELD), (None, "may not be written")])
def test_windows_keeps_sqlite_from_opening_it(
    answer: type[OSError] | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cup.qv"
    path.write_bytes(b"")
    if answer is not None:

        def deny(_path: Path, _mode: str) -> None:
            raise answer(errno.EACCES, "Permission denied")

        monkeypatch.setattr(Path, "open", deny)
    assert said in ENGLISH.render(refusal_of(cannot_open(), path).text)


@pytest.mark.parametrize("error", [PermissionError(errno.EACCES, "Permission denied"), cannot_open()])
def test_elsewhere_nobody_else_is_suspected(error: OSError | sqlite3.Error, tmp_path: Path) -> None:
    path = tmp_path / "cup.qv"
    path.write_bytes(b"")
    assert HELD not in ENGLISH.render(refusal_of(error, path).text)

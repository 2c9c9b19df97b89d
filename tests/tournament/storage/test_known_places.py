"""The places that rankings remember of files: those of the file as it is, and nothing that may be out of date."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from tournament.files.user_folders import VARIABLE
from tournament.files.writing import ON_WINDOWS
from tournament.members.member import DirectoryMember
from tournament.rankings import EventPlace, EventPlaces, RankedPerson
from tournament.storage.known_places import forget_known_places, known_places, known_places_path
from tournament.storage.members import member_directory
from tournament.use_cases.ports import StoreUnavailable

ADA = RankedPerson("09990001", "Ada Bamboo", "SE", "09990001")
PLACES = EventPlaces("cup", "Harbour Cup", "mcr", date(2026, 5, 9), 2, 40, 6, (EventPlace(ADA, 1),), championship=True)


@pytest.fixture(autouse=True)
def settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is known yet, and files are old enough as soon as they are written."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    monkeypatch.setattr("tournament.storage.known_places._SETTLED", 0.0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cup.csv"
    path.write_text("a list", encoding="utf-8")
    return path


def kept(path: Path, program: str = "1.0") -> None:
    with known_places(program) as known:
        known.keep(path, known.stamp(path), PLACES)


def found(path: Path, program: str = "1.0") -> EventPlaces | None:
    with known_places(program) as known:
        return known.places(path, known.stamp(path))


def test_what_was_kept_is_there_the_next_time(file: Path) -> None:
    assert found(file) is None
    kept(file)
    assert found(file) == PLACES


def test_a_changed_file_is_unknown(file: Path) -> None:
    kept(file)
    file.write_text("a longer list", encoding="utf-8")
    assert found(file) is None


def test_a_file_of_the_same_size_and_time_is_unknown_if_it_was_replaced(file: Path) -> None:
    kept(file)
    before = file.stat()
    other = file.with_name("other.csv")
    other.write_text("b list", encoding="utf-8")
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    other.replace(file)
    assert file.stat().st_mtime_ns == before.st_mtime_ns
    assert found(file) is None


def test_another_version_of_the_program_reads_again(file: Path) -> None:
    kept(file)
    assert found(file, "1.1") is None


def test_a_file_that_changes_while_it_is_read_is_not_kept(file: Path) -> None:
    with known_places("1.0") as known:
        stamp = known.stamp(file)
        file.write_text("a longer list", encoding="utf-8")
        known.keep(file, stamp, PLACES)
    assert found(file) is None


def test_a_file_that_may_change_again_within_its_time_is_not_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.storage.known_places._SETTLED", 3600.0)
    assert time.time() - file.stat().st_mtime < 3600
    kept(file)
    monkeypatch.setattr("tournament.storage.known_places._SETTLED", 0.0)
    assert found(file) is None


def test_files_that_are_gone_are_forgotten(file: Path) -> None:
    kept(file)
    other = file.with_name("other.csv")
    other.write_text("b", encoding="utf-8")
    file.unlink()
    kept(other)
    with closing(sqlite3.connect(known_places_path())) as connection:
        assert connection.execute("SELECT path FROM places").fetchall() == [(os.fsencode(other),)]


def test_what_was_read_before_an_error_is_kept(file: Path) -> None:
    with pytest.raises(KeyError), known_places("1.0") as known:  # noqa: PT012
        known.keep(file, known.stamp(file), PLACES)
        raise KeyError
    assert found(file) == PLACES


def test_a_damaged_file_is_replaced(file: Path) -> None:
    kept(file)
    known_places_path().write_bytes(b"no database at all, but longer than a header would be" * 40)
    assert found(file) is None
    kept(file)
    assert found(file) == PLACES


def test_a_row_that_cannot_be_read_is_unknown(file: Path) -> None:
    kept(file)
    with closing(sqlite3.connect(known_places_path())) as connection, connection:
        connection.execute("UPDATE places SET content = ?", (b'{"id": 3}',))
    assert found(file) is None


def test_nothing_fails_where_nothing_can_be_stored(file: Path) -> None:
    known_places_path().parent.mkdir(parents=True, exist_ok=True)
    known_places_path().mkdir()
    kept(file)
    assert found(file) is None


@pytest.fixture
def in_use(file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("tournament.storage.known_places._WAIT", 0.0)
    kept(file)
    with closing(sqlite3.connect(known_places_path(), isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.execute("ROLLBACK")


@pytest.mark.usefixtures("in_use")
def test_nothing_fails_while_another_program_uses_it(file: Path) -> None:
    kept(file)
    assert found(file) is None


def test_it_is_private(file: Path) -> None:
    kept(file)
    assert ON_WINDOWS or known_places_path().stat().st_mode & 0o077 == 0


def test_a_fixed_weight_is_not_kept(file: Path) -> None:
    with known_places("1.0") as known:
        known.keep(file, known.stamp(file), replace(PLACES, weight=Fraction(5, 2)))
    assert found(file) is None


def test_erasing_somebody_forgets_it(file: Path) -> None:
    kept(file)
    with member_directory() as directory:
        (ada,) = directory.write([DirectoryMember(0, "Ada", "Bamboo")])
        directory.erase(ada.number)
    assert not known_places_path().exists()


def test_what_cannot_be_forgotten_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(file)

    def refused(_self: Path, *, missing_ok: bool = False) -> None:
        raise PermissionError(13, "in use")

    monkeypatch.setattr(Path, "unlink", refused)
    with pytest.raises(StoreUnavailable, match="cannot be deleted"):
        forget_known_places()

"""What is done with a journal or a log beside an event file, and what the user is told when nothing can be done."""

import errno
import os
import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.systems import IS_WINDOWS
from tests.tournament.storage.crashing import left_beside, read, write_on, written_event
from tournament.language import ENGLISH
from tournament.storage import crash_journal, open_for_reading, open_for_writing
from tournament.storage.crash_journal import is_left, journal_of, settle
from tournament.storage.lock import WriteLock
from tournament.storage.salvage import salvage
from tournament.storage.sqlite import whole_records
from tournament.use_cases import Book, StoreUnavailable

FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)
OPENINGS = (open_for_reading, open_for_writing)


def journal_with(database: bytes) -> bytes:
    """A journal with all pages of ``database`` (SQLite, “Database File Format”, 3): written back, it is that file."""
    size = int.from_bytes(database[16:18], "big")
    count = len(database) // size
    numbers = (count, 0, count, 512, size)  # pages here, what checksums begin with, pages before, sector, page size
    head = bytes.fromhex("d9d505f920a163d7") + b"".join(number.to_bytes(4, "big") for number in numbers)
    pages = []
    for number in range(count):
        page = database[number * size : (number + 1) * size]
        checksum = sum(page[place] for place in range(size - 200, 0, -200))
        pages.append((number + 1).to_bytes(4, "big") + page + checksum.to_bytes(4, "big"))
    return head.ljust(512, b"\0") + b"".join(pages)


@pytest.fixture(scope="module")
def ages(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes, bytes]:
    """An event of five entries, the same with three more, and the first with three others."""
    folder = tmp_path_factory.mktemp("ages")
    path, other = folder / "event.qv", folder / "other.qv"
    written_event(path, 5)
    older = path.read_bytes()
    other.write_bytes(older)
    for each, author in ((path, "Ada"), (other, "Ben")):
        book = Book(open_for_writing(each))
        write_on(book, 3, author)
        book.close()
    return older, path.read_bytes(), other.read_bytes()


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_journal_that_would_only_remove_entries_is_not_needed(tmp_path: Path, ages, opening):
    """Writing had ended, and only the deletion of the journal did not reach the disk."""
    older, newer, _ = ages
    path = left_beside(tmp_path / "event", newer, journal_with(older))
    store = opening(path)
    assert (len(list(store.read())), store.notices) == (8, ())
    store.close()
    assert list(path.parent.iterdir()) == [path]
    assert path.read_bytes() == newer


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize(("file", "journal", "entries"), [(0, 1, 5), (2, 1, 8)], ids=["newer", "other entries"])
def test_a_whole_journal_of_another_state_changes_no_file(tmp_path: Path, ages, opening, file, journal, entries):
    path = left_beside(tmp_path / "event", ages[file], journal_with(ages[journal]))
    store = opening(path)
    assert (len(list(store.read())), len(store.notices)) == (entries, 1)
    store.close()
    assert path.read_bytes() == ages[file]
    aside = sorted(each.read_bytes() for each in path.parent.iterdir() if each != path)
    assert aside == sorted((ages[file], journal_with(ages[journal])))


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_log_beside_a_file_that_uses_none_is_set_aside_with_its_content(tmp_path: Path, ages, opening):
    path = tmp_path / "event.qv"
    path.write_bytes(ages[0])
    log = tmp_path / "event.qv-wal"
    log.write_bytes(b"a log of something else")
    store = opening(path)
    (notice,) = store.notices
    assert len(list(store.read())) == 5
    store.close()
    moved, copy = sorted(each for each in tmp_path.iterdir() if each != path)
    assert (copy.read_bytes(), moved.read_bytes()) == (ages[0], b"a log of something else")
    said = ENGLISH.render(notice)
    assert all(part in said for part in (str(copy), str(moved), "event.qv-wal"))


class Noon(datetime):
    """A clock that stands."""

    @classmethod
    def now(cls, tz: Any = None) -> "Noon":
        return cls(2026, 6, 14, 12, tzinfo=tz)


@pytest.mark.parametrize("taken", ["event.qv.{}", "event.qv-journal.{}"])
def test_what_was_set_aside_in_the_same_second_is_kept(tmp_path: Path, ages, monkeypatch, taken):
    monkeypatch.setattr(crash_journal, "datetime", Noon)
    path = left_beside(tmp_path / "event", ages[0], journal_with(ages[1]))
    for name in ("aside-20260614-120000", "aside-20260614-120000-2"):
        path.with_name(taken.format(name)).write_bytes(b"of before")
    store = open_for_reading(path)
    store.close()
    assert path.with_name("event.qv.aside-20260614-120000-3").read_bytes() == ages[0]
    assert path.with_name("event.qv-journal.aside-20260614-120000-3").read_bytes() == journal_with(ages[1])
    assert sum(each.read_bytes() == b"of before" for each in path.parent.iterdir()) == 2


def test_the_first_that_is_set_aside_has_no_number(tmp_path: Path, ages, monkeypatch):
    monkeypatch.setattr(crash_journal, "datetime", Noon)
    path = left_beside(tmp_path / "event", ages[0], journal_with(ages[1]))
    open_for_reading(path).close()
    assert {each.name for each in path.parent.iterdir() if each != path} == {
        "event.qv.aside-20260614-120000", "event.qv-journal.aside-20260614-120000",
    }  # fmt: skip


def test_a_journal_belongs_to_the_process_that_has_the_lock(tmp_path: Path, ages):
    path = left_beside(tmp_path / "event", ages[1], journal_with(ages[0]))
    held = WriteLock(path)
    assert settle(path, whole_records) == ()
    assert journal_of(path).exists()
    assert settle(path, whole_records, held) == ()
    assert not journal_of(path).exists(), "who has the lock handles what is left"
    assert held.is_held
    held.release()


def failing(number: int) -> Callable[..., None]:
    def fail(*_arguments: object, **_more: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def refused(path: Path, opening: Callable[[Path], object]) -> str:
    """What is said when ``path`` is opened; nothing has changed, and the lock is free again."""
    before = {each.name: each.read_bytes() for each in path.parent.iterdir()}
    with pytest.raises(StoreUnavailable) as unavailable:
        opening(path)
    after = {each.name: each.read_bytes() for each in path.parent.iterdir()}
    assert {name: after[name] for name in before} == before
    WriteLock(path).release()
    return ENGLISH.render(unavailable.value.text)


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("number", [*FORBIDDEN, errno.ENOSPC, errno.EIO])
def test_a_foreign_journal_that_cannot_be_moved_is_reported(tmp_path: Path, ages, monkeypatch, opening, number):
    path = left_beside(tmp_path / "event", ages[0], journal_with(ages[1]))
    monkeypatch.setattr(crash_journal, "write_new", failing(number))
    said = refused(path, opening)
    assert ("does not belong to it and cannot be moved away" in said) == (number in FORBIDDEN)
    assert ("is full" in said) == (number == errno.ENOSPC)
    assert str(path) in said


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("number", [*FORBIDDEN, errno.EIO])
def test_a_journal_that_cannot_be_deleted_is_reported(tmp_path: Path, ages, monkeypatch, opening, number):
    path = left_beside(tmp_path / "event", ages[1], journal_with(ages[0]))
    monkeypatch.setattr(crash_journal, "_sync", failing(number))
    said = refused(path, opening)
    assert ("its folder does not allow writing: copy it together with “event.qv-journal”" in said) == (
        number in FORBIDDEN
    )


def test_a_journal_that_cannot_be_written_back_is_reported(tmp_path: Path, ages, monkeypatch):
    torn = ages[1][:4096] + bytes(4096) + ages[1][8192:]
    path = left_beside(tmp_path / "event", torn, journal_with(ages[1]))
    monkeypatch.setattr(crash_journal, "sqlite3", SimpleNamespace(connect=_read_only, Error=sqlite3.Error))
    assert "its folder does not allow writing" in refused(path, open_for_reading)
    monkeypatch.undo()
    assert len(read(path)) == 8


def _read_only(*_arguments: object, **_more: object) -> None:
    raise sqlite3.OperationalError("attempt to write a readonly database")


@pytest.mark.parametrize("ending", ["-journal", "-wal"])
@pytest.mark.parametrize("number", [*FORBIDDEN, errno.EIO])
def test_what_cannot_be_looked_at_is_reported(tmp_path: Path, ages, monkeypatch, ending, number):
    """A journal that another account left may be unreadable where the event itself can be read."""
    path = tmp_path / "event.qv"
    path.write_bytes(ages[0])
    path.with_name(f"event.qv{ending}").write_bytes(journal_with(ages[0]))
    ours, looks = Path.open, Path.stat

    def guarded(call: Callable[..., Any]) -> Callable[..., Any]:
        def guard(self: Path, *arguments: Any, **more: Any) -> Any:
            if self.name.endswith(ending):
                failing(number)()
            return call(self, *arguments, **more)

        return guard

    monkeypatch.setattr(Path, "open", guarded(ours))
    monkeypatch.setattr(Path, "stat", guarded(looks))
    with pytest.raises(StoreUnavailable) as unavailable:
        open_for_reading(path)
    assert ("its folder does not allow writing" in ENGLISH.render(unavailable.value.text)) == (number in FORBIDDEN)


@pytest.mark.parametrize("number", [errno.ENAMETOOLONG, errno.EINVAL])
def test_what_cannot_be_a_name_is_not_left(tmp_path: Path, ages, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Linux says that the name of the journal would be too long, Windows that it is invalid."""
    path = tmp_path / "cup.qv"
    path.write_bytes(ages[1])
    look = Path.stat

    def refuse(which: Path, *args: Any, **options: Any) -> os.stat_result:
        if which != path and which.parent == tmp_path:
            raise OSError(number, "no such name")
        return look(which, *args, **options)

    monkeypatch.setattr(Path, "stat", refuse)
    monkeypatch.setattr(Path, "open", lambda which, *_args, **_options: refuse(which))
    assert not is_left(path)


@pytest.mark.skipif(IS_WINDOWS, reason="a path has 259 characters there, and Wine 8 resolves no longer one")
def test_beside_a_file_with_the_longest_name_nothing_is_left(tmp_path: Path, ages):
    """A file whose name would be too long cannot exist."""
    path = tmp_path / f"{'x' * 252}.qv"
    path.write_bytes(ages[0])
    assert not is_left(path)


def test_entries_are_salvaged_from_a_file_and_the_journal_that_makes_it_whole(tmp_path: Path, ages):
    torn = ages[1][:4096] + bytes(4096) + ages[1][8192:]
    path = left_beside(tmp_path / "event", torn, journal_with(ages[1]))
    found = salvage(path)
    assert (len(found.records), found.whole) == (8, True)
    assert found.end is not None
    assert (found.end.entries, found.end.hash) == (8, found.records[-1].hash)
    assert (path.read_bytes(), journal_of(path).read_bytes()) == (torn, journal_with(ages[1]))
    journal_of(path).unlink()
    assert not salvage(path).whole

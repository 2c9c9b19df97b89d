"""Going back to a copy: the file that is replaced is kept, whatever happens on the way."""

import errno
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.examples.pins import cheap_pin
from tests.tournament.storage.events import damage_an_index, entries_of, grow, make_event
from tests.tournament.use_cases.events import NO_ORDER
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.files.writing import write_new
from tournament.language import ENGLISH, verbatim
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import EventRestored, RolePinSet
from tournament.storage import open_for_reading, open_for_writing
from tournament.storage import restore as module
from tournament.storage.copies import examine
from tournament.storage.lock import is_held_here
from tournament.storage.restore import restore
from tournament.use_cases import Book
from tournament.use_cases.changes import By
from tournament.use_cases.copies import Examined
from tournament.use_cases.ports import StoreDamaged, StoreUnavailable

BY = By("Ada", "desk")
NOW = datetime(2026, 6, 14, 18, 0, tzinfo=timezone(timedelta(hours=2)))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return make_event(tmp_path / "copy.qv", 5)


@pytest.fixture
def event(tmp_path: Path, copy: Path) -> Path:
    """The event as it went on after the copy."""
    path = tmp_path / "cup.qv"
    shutil.copyfile(copy, path)
    grow(path, 3)
    return path


def refusal(error: StoreDamaged | StoreUnavailable) -> str:
    return ENGLISH.render(error.text)


def restored_entries_of(path: Path) -> list[str]:
    """The entries of a copy that was put in the place of an event: the last one says so, and no other does."""
    store = open_for_reading(path)
    *records, last = store.read()
    store.close()
    assert [record.kind for record in (*records, last)].count(EventRestored.kind) == 1
    assert last.kind == EventRestored.kind
    return [record.hash for record in records]


@contextmanager
def closing_book(path: Path) -> Iterator[Book]:
    """The event at ``path``, for reading."""
    book = Book(open_for_reading(path))
    yield book
    book.close()


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_replaced_file_is_kept_and_what_is_lost_is_counted(copy, event):
    before, copied = entries_of(event), entries_of(copy)
    done = restore(copy, event, by=BY, now=NOW)
    assert restored_entries_of(event) == copied
    assert done.kept is not None
    assert done.kept == event.with_name("cup replaced 2026-06-14 18-00-00.qv")
    assert entries_of(done.kept) == before
    assert done.lost == 3
    assert done.restored.content is not None
    assert done.replaced is not None
    assert done.replaced.content is not None
    assert (done.restored.content.entries, done.replaced.content.entries) == (6, 8)
    with closing_book(event) as book:
        last = book.view.journal[-1]
    assert last.fact == EventRestored("copy.qv", 8, done.replaced.content.fingerprint, 3)
    assert (last.author, last.record.desk, last.role, last.time) == ("Ada", "desk", EventRole.ORGANISER, NOW)
    assert names_in(event.parent) == {"copy.qv", "cup.qv", done.kept.name}


def test_a_new_name_needs_nothing_to_replace(copy, tmp_path):
    done = restore(copy, tmp_path / "again.qv", by=BY, now=NOW)
    assert (done.kept, done.replaced, done.lost) == (None, None, 0)
    assert entries_of(tmp_path / "again.qv") == entries_of(copy)
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "again.qv").stat().st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="Windows gives a file the rights of its folder")
def test_whoever_could_open_the_replaced_file_can_open_the_restored_one(copy, event):
    event.chmod(0o660)
    others = [group for group in (*os.getgroups(), 4) if group != event.stat().st_gid and os.geteuid() == 0]
    if others:  # only root may give a file to any group
        os.chown(event, -1, others[0])
    before = event.stat()
    done = restore(copy, event, by=BY, now=NOW)
    after = event.stat()
    assert (stat.S_IMODE(after.st_mode), after.st_gid) == (0o660, before.st_gid)
    assert done.kept is not None
    assert stat.S_IMODE(done.kept.stat().st_mode) == 0o660


@pytest.mark.skipif(os.name != "posix", reason="Windows gives a file the rights of its folder")
def test_rights_of_a_group_that_cannot_be_kept_go_to_no_other_group(copy, event, monkeypatch):
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    event.chmod(0o664)
    monkeypatch.setattr("tournament.storage.restore.os.chown", refuse)
    monkeypatch.setattr("tournament.storage.restore._same_group", lambda *_: False)
    restore(copy, event, by=BY, now=NOW)
    assert stat.S_IMODE(event.stat().st_mode) == 0o604


@pytest.mark.skipif(os.name != "posix", reason="Windows gives a file the rights of its folder")
def test_only_the_group_is_changed_and_not_the_owner(copy, event, monkeypatch):
    changed = []
    monkeypatch.setattr("tournament.storage.restore._same_group", lambda *_: False)
    monkeypatch.setattr("tournament.storage.restore.os.chown", lambda _path, user, group: changed.append((user, group)))
    group = event.stat().st_gid
    restore(copy, event, by=BY, now=NOW)
    assert changed == [(-1, group)]


@pytest.mark.parametrize("wrong", ["other entries", "a problem"])
def test_what_does_not_arrive_whole_replaces_nothing(copy, event, monkeypatch, wrong):
    def altered(path: Path, *, thorough: bool = False) -> Examined:
        found = examine(path, thorough=thorough)
        if path == copy:
            return found
        assert found.content is not None
        if wrong == "a problem":
            return replace(found, problem=verbatim("It is damaged."))
        return replace(found, content=replace(found.content, entries=found.content.entries - 1))

    monkeypatch.setattr("tournament.storage.restore.examine", altered)
    before = event.read_bytes()
    with pytest.raises(StoreDamaged, match=r"It is damaged\." if wrong == "a problem" else "damaged"):
        restore(copy, event, by=BY, now=NOW)
    assert event.read_bytes() == before
    assert names_in(event.parent) == {"copy.qv", "cup.qv"}


def test_beside_means_never_over(copy, event):
    before = event.read_bytes()
    with pytest.raises(StoreDamaged) as refused:
        restore(copy, event, by=None, now=NOW)
    assert "already exists" in refusal(refused.value)
    assert event.read_bytes() == before


def test_a_damaged_copy_is_refused_with_its_reason(copy, event):
    data, before = bytearray(copy.read_bytes()), event.read_bytes()
    place = data.rfind(b"Hall 4")
    data[place : place + 6] = b"Hall 9"
    copy.write_bytes(data)
    with pytest.raises(StoreDamaged) as refused:
        restore(copy, event, by=BY, now=NOW)
    assert "was not restored: event: entry 5 was altered" in refusal(refused.value)
    assert event.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"my notes", b"SQLite format 3\0" + bytes(200)])
def test_a_file_that_is_no_event_is_never_replaced(copy, tmp_path, content):
    notes = tmp_path / "notes.qv"
    notes.write_bytes(content)
    with pytest.raises(StoreDamaged) as refused:
        restore(copy, notes, by=BY, now=NOW)
    assert "is not a Quatre Vents event" in refusal(refused.value)
    assert notes.read_bytes() == content


def protect(path: Path) -> None:
    """Give the organiser the PIN 3333 and the referees 1111."""
    book = Book(open_for_writing(path))
    draft = book.draft(BY)
    for role, pin in ((EventRole.ORGANISER, "3333"), (EventRole.REFEREE, "1111")):
        held = cheap_pin(pin)
        draft.add(EVENT_STREAM, RolePinSet(role, held.salt, held.hash, held.cost))
    book.commit(draft, NO_ORDER)
    book.close()


@pytest.mark.parametrize("state", ["whole", "altered", "crashed"])
def test_a_protected_event_is_replaced_by_its_organiser_alone(copy, event, state):
    """What is left of a damaged one still says whose PIN is asked for."""
    protect(event)
    if state == "altered":
        event.write_bytes(event.read_bytes().replace(b"Hall 1", b"Hall 9"))
    elif state == "crashed":
        crash_in(event)
    damaged = event.with_name("damaged.qv")
    damaged.write_bytes(b"my notes")
    before = {path: path.read_bytes() for path in event.parent.iterdir()}
    for pin, code in (("", "role-may-not"), ("9999", "pin-wrong"), ("1111", "role-may-not")):
        for source in (copy, damaged):  # the right comes before what is wrong with the copy
            with pytest.raises(Refused, match=code):
                restore(source, event, by=replace(BY, pin=pin), now=NOW)
    assert {path: path.read_bytes() for path in event.parent.iterdir()} == before
    restore(copy, event, by=replace(BY, pin="3333"), now=NOW)
    assert restored_entries_of(event) == entries_of(copy)


def test_a_folder_and_the_copy_itself_are_refused(copy, tmp_path):
    (tmp_path / "folder").mkdir()
    for target in (tmp_path / "folder", copy):
        with pytest.raises(StoreDamaged):
            restore(copy, target, by=BY, now=NOW)
    assert len(entries_of(copy)) == 5


@pytest.mark.parametrize("name", ["nothing.qv", "x" * 300])
def test_a_missing_copy_is_reported_and_changes_nothing(tmp_path, event, name):
    before, copy = event.read_bytes(), tmp_path / name
    with pytest.raises(StoreDamaged) as refused:
        restore(copy, event, by=BY, now=NOW)
    assert f"“{copy}”" in refusal(refused.value)
    assert "Errno" not in refusal(refused.value)
    assert event.read_bytes() == before


def test_an_event_that_is_open_elsewhere_is_refused(copy, event):
    store = open_for_writing(event)
    before = event.read_bytes()
    try:
        with pytest.raises(StoreUnavailable) as refused:
            restore(copy, event, by=BY, now=NOW)
    finally:
        store.close()
    assert "open for writing in another window" in refusal(refused.value)
    assert event.read_bytes() == before
    assert names_in(event.parent) == {"copy.qv", "cup.qv"}


def test_a_damaged_event_can_be_replaced_and_is_kept_as_it_was(copy, event):
    event.write_bytes(event.read_bytes()[:5000])
    cut = event.read_bytes()
    done = restore(copy, event, by=BY, now=NOW)
    assert restored_entries_of(event) == entries_of(copy)
    with closing_book(event) as book:
        assert book.view.journal[-1].fact == EventRestored("copy.qv", None, "", None)
    assert done.kept is not None
    assert done.kept.read_bytes() == cut
    assert done.replaced is not None
    assert (done.lost, done.replaced.content, done.replaced.problem is not None) == (None, None, True)


def crash_in(path: Path) -> bytes:
    """Leave the journal of a crash beside ``path``, in the middle of a commit; returns that journal."""
    aside = path.with_name("aside")
    shutil.copyfile(path, aside)
    connection = sqlite3.connect(aside, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("PRAGMA cache_spill = ON")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("CREATE TABLE filler (text)")
    connection.executemany("INSERT INTO filler VALUES (?)", [("x" * 3000,)] * 50)
    journal = aside.with_name("aside-journal").read_bytes()
    shutil.copyfile(aside, path)
    path.with_name(path.name + "-journal").write_bytes(journal)
    connection.execute("ROLLBACK")
    connection.close()
    aside.unlink()
    return journal


def test_a_crash_journal_goes_with_the_file_it_belongs_to(copy, event):
    before = entries_of(event)
    journal = crash_in(event)
    torn = event.read_bytes()
    done = restore(copy, event, by=BY, now=NOW)
    assert done.kept is not None
    assert restored_entries_of(event) == entries_of(copy)
    assert not event.with_name("cup.qv-journal").exists()
    assert done.kept.read_bytes() == torn
    assert done.kept.with_name(done.kept.name + "-journal").read_bytes() == journal
    store = open_for_writing(done.kept)
    store.close()
    assert entries_of(done.kept) == before


def test_a_journal_beside_a_file_that_is_gone_never_meets_the_copy(copy, event):
    crash_in(event)
    event.unlink()
    restore(copy, event, by=BY, now=NOW)
    assert entries_of(event) == entries_of(copy)
    assert "cup.qv-journal" not in names_in(event.parent)


class Killed(BaseException):
    """The program ends here."""


@pytest.mark.parametrize("crashed", [False, True])
@pytest.mark.parametrize("after", range(14))
def test_ended_anywhere_each_file_is_whole(copy, event, monkeypatch, after, crashed):
    """Whatever call of the system it stops at: the event or the copy is at its place, or the kept one beside it."""
    before, copied = entries_of(event), entries_of(copy)
    if crashed:
        crash_in(event)
    calls = 0

    def counting(ours):
        def call(*arguments, **more):
            nonlocal calls
            calls += 1
            if calls > after:
                raise Killed
            return ours(*arguments, **more)

        return call

    with monkeypatch.context() as patch:
        for name in ("link", "fsync", "rename", "replace", "unlink"):
            patch.setattr(os, name, counting(getattr(os, name)))
        with suppress(Killed):
            restore(copy, event, by=BY, now=NOW)
    whole = []
    for path in sorted(event.parent.glob("cup*.qv")):
        store = open_for_writing(path)
        records = [record for record in store.read() if record.kind != EventRestored.kind]
        whole.append(tuple(record.hash for record in records))
        store.close()
    assert tuple(before) in whole
    assert set(whole) <= {tuple(before), tuple(copied)}
    assert entries_of(copy) == copied


def test_on_a_disk_without_second_names_it_works_too(copy, event, monkeypatch):
    def refuse(*_arguments, **_more):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    before = entries_of(event)
    done = restore(copy, event, by=BY, now=NOW)
    assert done.kept is not None
    assert (restored_entries_of(event), entries_of(done.kept)) == (entries_of(copy), before)


def test_files_that_are_replaced_in_the_same_second_are_all_kept(copy, event):
    """A name is not free either while a journal of that name would be written into the file."""
    numbers, journal = ("", " 2", " 4"), event.with_name("cup replaced 2026-06-14 18-00-00 3.qv-journal")
    journal.write_bytes(b"of another file")
    kept = [restore(copy, event, by=BY, now=NOW).kept for _ in numbers]
    assert kept == [event.with_name(f"cup replaced 2026-06-14 18-00-00{number}.qv") for number in numbers]
    assert [len(entries_of(path)) for path in kept if path is not None] == [8, 6, 6]
    assert journal.read_bytes() == b"of another file"


def test_a_copy_of_which_an_index_is_damaged_is_not_restored(copy, event):
    """Whoever continued it would find entries missing."""
    damage_an_index(copy)
    before = event.read_bytes()
    with pytest.raises(StoreDamaged) as refused:
        restore(copy, event, by=BY, now=NOW)
    assert "was not restored: " in refusal(refused.value)
    assert event.read_bytes() == before


def test_an_event_that_cannot_be_read_again_after_the_note_replaces_nothing(copy, event, monkeypatch):
    looks = []

    def altered(path: Path, *, thorough: bool = False) -> Examined:
        found = examine(path, thorough=thorough)
        looks.append(path.name.endswith(".part"))
        return replace(found, problem=verbatim("It is damaged.")) if sum(looks) == 2 else found

    monkeypatch.setattr("tournament.storage.restore.examine", altered)
    before = event.read_bytes()
    with pytest.raises(StoreDamaged, match=r"It is damaged\."):
        restore(copy, event, by=BY, now=NOW)
    assert sum(looks) == 2
    assert event.read_bytes() == before
    assert names_in(event.parent) == {"copy.qv", "cup.qv"}


def test_on_a_full_disk_nothing_is_replaced(copy, event, monkeypatch):
    def fail(path: Path, data: bytes) -> None:
        path.write_bytes(data[:5000])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tournament.storage.restore.write_new", fail)
    before = event.read_bytes()
    with pytest.raises(StoreUnavailable) as refused:
        restore(copy, event, by=BY, now=NOW)
    assert "is full" in refusal(refused.value)
    assert event.read_bytes() == before
    assert names_in(event.parent) == {"copy.qv", "cup.qv"}


@pytest.mark.skipif(os.name == "nt", reason="Windows does not move an open file, so the lock is released before")
@pytest.mark.parametrize("links", [True, False])
def test_nobody_else_writes_until_the_copy_is_in_its_place(copy, event, monkeypatch, links):
    held = []

    def watching(ours):
        def move(one: Path, other: Path) -> None:
            held.append(is_held_here(kept if kept.exists() else event))
            ours(one, other)

        return move

    kept = event.with_name("cup replaced 2026-06-14 18-00-00.qv")
    for name in ("rename", "replace_file"):
        monkeypatch.setattr(f"tournament.storage.restore.{name}", watching(getattr(module, name)))
    if not links:
        monkeypatch.setattr(os, "link", refuse_links)
    restore(copy, event, by=BY, now=NOW)
    assert held == [True] * (1 if links else 2)
    assert not is_held_here(kept)


def refuse_links(*_arguments: object, **_more: object) -> None:
    raise PermissionError(errno.EPERM, "Operation not permitted")


@pytest.mark.parametrize("links", [True, False])
def test_a_new_name_that_somebody_takes_meanwhile_is_not_replaced(copy, tmp_path, monkeypatch, links):
    target = tmp_path / "again.qv"
    if links:

        def meanwhile(path: Path, data: bytes) -> None:
            write_new(path, data)
            target.write_bytes(b"of another program")

        monkeypatch.setattr("tournament.storage.restore.write_new", meanwhile)
        with pytest.raises(StoreDamaged, match="already exists"):
            restore(copy, target, by=BY, now=NOW)
        assert target.read_bytes() == b"of another program"
    else:
        monkeypatch.setattr(os, "link", refuse_links)
        restore(copy, target, by=BY, now=NOW)
        assert entries_of(target) == entries_of(copy)
    assert names_in(tmp_path) == {"copy.qv", "again.qv"}


def test_only_the_number_of_the_program_makes_a_file_an_event(copy, event, tmp_path):
    """Bytes 68 to 71 of the head; what is beside them says nothing of it."""
    content = event.read_bytes()
    for place in range(66, 74):
        other = tmp_path / f"{place}.qv"
        other.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        if 68 <= place < 72:
            with pytest.raises(StoreDamaged, match="is not a Quatre Vents event"):
                restore(copy, other, by=BY, now=NOW)
        else:
            assert restore(copy, other, by=BY, now=NOW).kept is not None

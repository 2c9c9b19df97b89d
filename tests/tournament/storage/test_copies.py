"""Copies of an event file: whole, checked, for their owner alone; a failure is reported and changes nothing else."""

import errno
import os
import shutil
import sqlite3
import stat
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from re import fullmatch
from threading import Timer

import pytest

from tests.tournament.storage.events import damage_an_index, entries_of, grow, make_event
from tournament.event.problem import Problem, Refused
from tournament.files.user_folders import data_folder
from tournament.files.writing import write_new
from tournament.language import ENGLISH, verbatim
from tournament.storage import copies
from tournament.storage.copies import copies_of, examine, folder_name, keep_second_place, second_place, take_copies
from tournament.storage.sqlite import event_image
from tournament.use_cases.copies import CopyName, CopyOutcome, copy_name, safe_name
from tournament.use_cases.ports import StoreUnavailable

NOW = datetime(2026, 6, 14, 18, 0, tzinfo=timezone(timedelta(hours=2)))


@pytest.fixture
def event(tmp_path: Path) -> Path:
    return make_event(tmp_path / "cup.qv", 5)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def take(event: Path, home: Path, **more) -> tuple[CopyOutcome, ...]:
    hashes = entries_of(event) if "last" not in more else []
    known = {"entries": len(hashes), "last": hashes[-1] if hashes else ""}
    return take_copies(event, **{"event": "id-1", "name": "Spring Cup", "home": home, "now": NOW, **known, **more})


def alter(path: Path) -> None:
    """Change what the last entry says."""
    data = bytearray(path.read_bytes())
    place = data.rfind(b"Hall 4")
    data[place : place + 6] = b"Hall 9"
    path.write_bytes(data)


def text_of(outcome: CopyOutcome) -> str:
    assert outcome.problem is not None
    return ENGLISH.render(outcome.problem)


def test_a_copy_holds_every_entry_and_is_named_after_it(event, home):
    (outcome,) = take(event, home)
    assert outcome.copy is not None
    assert outcome.copy.path.name == "Spring Cup 2026-06-14 18-00-00+0200 S0 5.qv"
    assert entries_of(outcome.copy.path) == entries_of(event)
    assert outcome.copy.content is not None
    assert (outcome.copy.content.entries, outcome.copy.content.sessions, outcome.copy.content.verified) == (5, 0, 0)
    assert examine(outcome.copy.path) == outcome.copy


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_copies_are_for_their_owner_alone(event, home):
    (outcome,) = take(event, home)
    assert outcome.copy is not None
    assert stat.S_IMODE(outcome.copy.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(outcome.copy.path.parent.stat().st_mode) == 0o700


def test_a_copy_taken_while_an_entry_is_written_is_whole_and_without_it(event, home):
    before = entries_of(event)
    writer = sqlite3.connect(event, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    try:
        writer.execute("CREATE TABLE unfinished (text)")
        (outcome,) = take(event, home, entries=5, last=before[-1])
    finally:
        writer.execute("ROLLBACK")
        writer.close()
    assert outcome.copy is not None
    assert entries_of(outcome.copy.path) == before


def test_who_writes_does_not_wait_for_the_disk_of_a_copy(event, home, monkeypatch):
    """While the copy is written to its disk, nothing holds the event."""
    written = []

    def slow(path: Path, data: bytes) -> None:
        grow(event, 1)
        written.append(path)
        write_new(path, data)

    monkeypatch.setattr(copies, "write_new", slow)
    (outcome,) = take(event, home)
    assert outcome.copy is not None
    assert (len(written), len(entries_of(outcome.copy.path)), len(entries_of(event))) == (1, 5, 6)


def test_a_copy_does_not_wait_for_a_writer_that_never_ends(event, home, monkeypatch):
    monkeypatch.setattr(copies, "PATIENCE", 0.1)
    writer = sqlite3.connect(event, isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    try:
        (outcome,) = take(event, home, entries=0, last="")
    finally:
        writer.close()
    assert outcome.copy is None
    assert "open for writing in another window" in text_of(outcome)


def test_without_a_new_entry_there_is_no_second_copy(event, home):
    first = take(event, home)
    assert take(event, home, now=NOW + timedelta(minutes=10)) == first
    grow(event, 1)
    (later,) = take(event, home, now=NOW + timedelta(minutes=20))
    assert later.copy is not None
    assert len(copies_of(event, home)) == 2
    assert copies_of(event, home)[0] == later.copy.path


def test_two_copies_of_one_second_are_both_kept(event, home):
    take(event, home)
    shutil.copyfile(event, event.with_name("other.qv"))
    event.unlink()
    make_event(event, 5)
    take(event, home)
    found = copies_of(event, home)
    assert len(found) == 2
    assert entries_of(found[0]) != entries_of(found[1])
    assert {path.name.count("~") for path in found} == {0, 1}
    (second,) = (path for path in found if "~" in path.name)
    assert "~2" in second.name, "the second copy is number 2"


def test_a_damaged_copy_is_not_taken_for_the_newest_good_one(event, home):
    (outcome,) = take(event, home)
    assert outcome.copy is not None
    alter(outcome.copy.path)
    assert not examine(outcome.copy.path).good
    (again,) = take(event, home, now=NOW + timedelta(seconds=1))
    assert again.copy is not None
    assert examine(again.copy.path).good
    assert len(copies_of(event, home)) == 2


def test_a_damaged_event_gives_no_copy_and_says_so(event, home):
    alter(event)
    (outcome,) = take(event, home, entries=0, last="")
    assert outcome.copy is None
    assert "altered" in text_of(outcome)
    assert not copies_of(event, home)
    assert not list((home / outcome.folder.name).iterdir())


def test_an_older_file_put_underneath_is_noticed(event, home, tmp_path):
    shutil.copyfile(event, tmp_path / "older.qv")
    grow(event, 2)
    hashes = entries_of(event)
    shutil.copyfile(tmp_path / "older.qv", event)
    (outcome,) = take(event, home, entries=7, last=hashes[-1])
    assert outcome.copy is None
    assert "does not contain what was entered here" in text_of(outcome)


def test_a_missing_event_is_reported(event, home):
    hashes = entries_of(event)
    event.unlink()
    (outcome,) = take(event, home, entries=5, last=hashes[-1])
    assert str(event) in text_of(outcome)


def test_a_second_place_gets_the_same_copy_and_may_be_away(event, home, tmp_path):
    stick = tmp_path / "stick"
    first, second = take(event, home, second=stick)
    assert first.copy is not None
    assert second == CopyOutcome(stick / first.folder.name, absent=True)
    assert not stick.exists()
    stick.mkdir()
    first, second = take(event, home, second=stick)
    assert first.copy is not None
    assert second.copy is not None
    assert second.copy.path.read_bytes() == first.copy.path.read_bytes()


@pytest.mark.parametrize("call", ["open", "fsync", "fdopen"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES])
def test_a_failing_disk_is_reported_and_leaves_no_partial_copy(event, home, monkeypatch, call, code):
    hashes = entries_of(event)
    ours = getattr(os, call)

    def fail(*arguments, **more):
        if call == "open" and ".part" not in str(arguments[0]):
            return ours(*arguments, **more)
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, call, fail)
    (outcome,) = take(event, home, entries=5, last=hashes[-1])
    monkeypatch.undo()
    assert outcome.copy is None
    assert str(outcome.folder) in text_of(outcome)
    assert not copies_of(event, home)


def test_one_place_that_fails_does_not_keep_the_other_from_its_copy(event, home, tmp_path):
    home.write_text("a file where the folder should be")
    first, second = take(event, home, second=tmp_path)
    assert first.copy is None
    assert second.copy is not None


def test_what_a_killed_program_left_goes_with_the_next_copy(event, home):
    (outcome,) = take(event, home)
    left = outcome.folder / ".123.part"
    left.write_bytes(b"half")
    grow(event, 1)
    take(event, home)
    assert not left.exists()


def test_days_pass_and_the_copies_grow_thin(event, home):
    for hour in range(6):
        take(event, home, now=NOW - timedelta(days=2, hours=hour))
        grow(event, 1)
    assert len(copies_of(event, home)) == 6
    (outcome,) = take(event, home)
    assert [len(entries_of(path)) for path in copies_of(event, home)] == [11, 5]
    assert outcome.removed == 0


def test_on_a_full_disk_the_oldest_copies_of_today_are_deleted_with_a_note(event, home):
    for minute in range(3):
        take(event, home, now=NOW + timedelta(minutes=minute))
        grow(event, 1)
    room = event.stat().st_size + sum(path.stat().st_size for path in copies_of(event, home)[:2])
    (outcome,) = take(event, home, now=NOW + timedelta(minutes=3), most_bytes=room)
    assert outcome.removed == 1
    assert [len(entries_of(path)) for path in copies_of(event, home)] == [8, 7, 6]


def test_copies_are_found_when_the_event_is_gone_or_has_moved(event, home, tmp_path):
    (outcome,) = take(event, home)
    assert outcome.copy is not None
    moved = event.rename(tmp_path / "moved.qv")
    assert copies_of(event, home) == (outcome.copy.path,)
    assert copies_of(moved, home) == ()
    assert copies_of(moved, home, event="id-1") == (outcome.copy.path,)
    assert copies_of(moved, home, event="id-2") == ()


def test_the_second_place_is_remembered_beside_the_copies_and_listed(event, home, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    first = take(event, home)[0]
    assert second_place(first.folder) is None
    keep_second_place(first.folder, stick)
    assert second_place(first.folder) == stick
    _, second = take(event, home, second=stick)
    assert first.copy is not None
    assert second.copy is not None
    assert set(copies_of(event, home)) == {first.copy.path, second.copy.path}
    keep_second_place(first.folder, None)
    assert second_place(first.folder) is None


def test_an_event_with_a_damaged_index_is_copied_and_only_a_full_check_says_so(event, home):
    damage_an_index(event)
    (outcome,) = take(event, home, entries=0, last="")
    assert outcome.copy is not None
    assert examine(outcome.copy.path).good
    found = examine(outcome.copy.path, thorough=True)
    assert found.problem is not None
    assert "is damaged" in ENGLISH.render(found.problem)
    assert found.content is not None, "its entries can be read"


@pytest.mark.parametrize(("entries", "holds"), [(0, True), (1, True), (3, True), (5, True), (6, False)])
def test_a_copy_contains_the_entry_that_was_last_entered_here(event, entries, holds):
    hashes = [*entries_of(event), "f" * 64]
    assert examine(event, entries=entries, last=hashes[entries - 1]).good == holds
    assert examine(event, entries=entries, last="e" * 64).good == (not entries)


def test_a_writer_that_ends_in_time_is_waited_for(event, home, monkeypatch):
    """SQLite reports that the event is locked before each further attempt."""
    writer = sqlite3.connect(event, isolation_level=None, check_same_thread=False)
    writer.execute("BEGIN EXCLUSIVE")
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda name, **how: connect(name, **how | {"timeout": 0}))
    end = Timer(0.3, writer.execute, ["ROLLBACK"])
    end.start()
    try:
        (outcome,) = take(event, home, entries=0, last="")
    finally:
        end.join()
        writer.close()
    assert outcome.copy is not None
    assert len(entries_of(outcome.copy.path)) == 5


def test_what_was_read_in_time_is_a_copy_however_late_it_is(event, home, monkeypatch):
    monkeypatch.setattr(copies, "PATIENCE", -1.0)
    (outcome,) = take(event, home)
    assert outcome.copy is not None


def test_of_two_equal_copies_only_the_first_is_examined_and_the_other_is_compared(event, home, tmp_path, monkeypatch):
    examined, ours = [], copies.examine

    def counting(path: Path, **how):
        examined.append(path)
        return ours(path, **how)

    monkeypatch.setattr(copies, "examine", counting)
    stick = tmp_path / "stick"
    stick.mkdir()
    first, second = take(event, home, second=stick)
    assert [path.parent for path in examined] == [first.folder]
    assert first.copy is not None
    assert second.copy is not None
    assert (second.copy.content, second.copy.good) == (first.copy.content, True)


def test_a_stick_that_stores_other_bytes_gives_no_copy(event, home, tmp_path, monkeypatch):
    stick = tmp_path / "stick"
    stick.mkdir()

    def write(path: Path, data: bytes) -> None:
        write_new(path, data.replace(b"Hall 4", b"Hall 9") if stick in path.parents else data)

    monkeypatch.setattr(copies, "write_new", write)
    first, second = take(event, home, second=stick)
    assert first.copy is not None
    assert second.copy is None
    assert "The copy was incomplete when read back: " in text_of(second)
    assert "altered" in text_of(second)
    assert list(second.folder.iterdir()) == []


@pytest.mark.parametrize(("name", "before", "most_bytes"), [
    ("superfluous", timedelta(days=-2), copies.MOST_BYTES),
    ("oldest_of_today", timedelta(0), 0),
])  # fmt: skip
def test_copies_that_somebody_deletes_meanwhile_are_not_missed(event, home, monkeypatch, name, before, most_bytes):
    """Another computer may use the same second place."""
    for minute in range(3):
        take(event, home, now=NOW + before + timedelta(minutes=minute))
        grow(event, 1)
    deleted, ours = list[Path](), getattr(copies, name)

    def deleting(named, **how):
        found = tuple(ours(named, **how))
        for each in found:
            deleted.append(named[each])
            named[each].unlink()
        return found

    thin = copies._thin

    def thinning(*arguments):
        monkeypatch.setattr(copies, name, deleting)
        return thin(*arguments)

    monkeypatch.setattr(copies, "_thin", thinning)
    there = copies_of(event, home)
    (outcome,) = take(event, home, now=NOW + timedelta(minutes=5), most_bytes=most_bytes)
    assert outcome.copy is not None
    assert deleted
    assert set(deleted) <= set(there)


def test_nothing_is_deleted_while_there_is_room(event, home):
    """Copies of today are only counted up to the limit, to the byte."""
    for minute in range(3):
        take(event, home, now=NOW + timedelta(minutes=minute))
        grow(event, 1)
    whole = event.stat().st_size + sum(path.stat().st_size for path in copies_of(event, home))
    for most_bytes, removed in ((whole, 0), (0, 3)):
        (outcome,) = take(event, home, now=NOW + timedelta(minutes=3), most_bytes=most_bytes)
        assert (outcome.removed, len(copies_of(event, home))) == (removed, 4 - removed)


def test_the_folders_of_copies(home, tmp_path):
    assert copies.copies_home() == data_folder() / "copies"
    here, there = tmp_path / "cup.qv", tmp_path / "other" / "cup.qv"
    names = {copies.folder_name(event, place) for event in ("id-1", "id-2") for place in (here, there)}
    assert len(names) == 4
    assert all(fullmatch("cup-[0-9a-f]{8}-[0-9a-f]{8}", name) for name in names)
    assert copies_of(here, home) == ()
    home.write_text("no folder")
    with pytest.raises(StoreUnavailable):
        copies_of(here, home)


def test_a_second_place_that_cannot_be_read_or_stored_is_reported(tmp_path):
    (tmp_path / "second-place.txt").mkdir()
    with pytest.raises(StoreUnavailable):
        second_place(tmp_path)
    with pytest.raises(StoreUnavailable):
        keep_second_place(tmp_path, tmp_path)


def test_the_newest_copy_is_the_last_by_time_and_then_by_entries(event, home, tmp_path):
    (outcome,) = take(event, home, now=NOW + timedelta(hours=1))
    assert copies.newest_in(outcome.folder) == copy_name("Spring Cup 2026-06-14 19-00-00+0200 S0 5.qv")
    grow(event, 1)
    take(event, home, now=NOW)
    assert copies.newest_in(outcome.folder) == copy_name("Spring Cup 2026-06-14 19-00-00+0200 S0 5.qv")
    take(event, home, now=NOW + timedelta(hours=1))
    assert copies.newest_in(outcome.folder) == copy_name("Spring Cup 2026-06-14 19-00-00+0200 S0 6.qv")
    assert copies.newest_in(tmp_path / "nowhere") is None


def test_a_third_copy_of_one_second_is_kept_too(event, home):
    for _ in range(3):
        event.unlink()
        make_event(event, 5)
        take(event, home)
    names = [path.name for path in copies_of(event, home)]
    assert names[::-1] == [f"Spring Cup{number} 2026-06-14 18-00-00+0200 S0 5.qv" for number in ("", "~2", "~3")]


def test_the_time_of_a_copy_is_in_its_name_and_that_of_another_file_is_its_last_change(event, tmp_path):
    os.utime(event, (1_700_000_000, 1_700_000_000))
    assert examine(event).time == datetime.fromtimestamp(1_700_000_000, UTC)
    copy = tmp_path / "Spring Cup 2026-06-14 18-00-00+0200 S0 5.qv"
    shutil.copyfile(event, copy)
    assert examine(copy).time == NOW
    missing = examine(tmp_path / "nowhere.qv")
    assert missing.time == datetime.fromtimestamp(0, UTC)
    assert missing.content is None
    assert missing.problem is not None
    assert "There is no file" in ENGLISH.render(missing.problem)


def test_a_file_without_entries_is_no_copy(event):
    event.write_bytes(event_image(()))
    found = examine(event)
    assert found.content is not None
    assert found.content.entries == 0
    assert found.problem is not None
    assert "contains no event" in ENGLISH.render(found.problem)


FIRST_PROBLEM, SECOND_PROBLEM = (Problem(code, verbatim(code), "event") for code in ("first", "second"))


@pytest.mark.parametrize("name", ["Book", "content_of"])
def test_what_is_refused_is_reported_with_its_first_reason(event, monkeypatch, name):
    def refuse(_: object) -> None:
        raise Refused(FIRST_PROBLEM, SECOND_PROBLEM)

    monkeypatch.setattr(copies, name, refuse)
    found = examine(event)
    assert (found.content, found.problem) == (None, FIRST_PROBLEM.text)


@pytest.mark.parametrize("damaged", [False, True])
@pytest.mark.parametrize("contradicts", [False, True])
def test_entries_that_contradict_each_other_are_reported_after_damage(event, monkeypatch, damaged, contradicts):
    """If there is neither, it is a fault of the program, which must not be taken for one of the file."""
    if damaged:
        alter(event)

    def fail(_: object) -> None:
        raise LookupError

    monkeypatch.setattr(copies, "content_of", fail)
    monkeypatch.setattr(copies, "contradiction", lambda _: FIRST_PROBLEM if contradicts else None)
    if not damaged and not contradicts:
        with pytest.raises(LookupError):
            examine(event)
        return
    found = examine(event)
    assert found.content is None
    assert found.problem is not None
    assert (found.problem == FIRST_PROBLEM.text) == (not damaged)
    assert ("altered" in ENGLISH.render(found.problem)) == damaged


@pytest.mark.parametrize("letter", ["a", "é", "麻", "🀄", "."])
def test_the_path_of_a_copy_fits_into_windows_whatever_the_event_is_called(letter: str) -> None:
    """Its folder of copies has up to 60 characters; beside the copy an erasure writes ``.NAME.erasing.part``."""
    name = CopyName(safe_name(letter * 300), NOW, 9999, 999_999_999).file_name
    place = f"\\{folder_name('id', Path(f'{letter * 80}.qv'))}\\.{name}.erasing.part"
    assert 60 + len(place.encode("utf-16-le")) // 2 <= 259
    assert copy_name(name) is not None

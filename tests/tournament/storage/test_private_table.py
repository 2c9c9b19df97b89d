"""Data of people in an event file: changed, erased without a byte left, and no part of the journal."""

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.tournament.storage.events import entries_of, grow, make_event
from tests.tournament.use_cases.events import BY
from tournament.storage import open_for_reading, open_for_writing, sqlite
from tournament.storage.copies import copies_home, examine, keep_second_place, take_copies
from tournament.storage.erasing import erase_in_copies
from tournament.storage.lock import WriteLock
from tournament.storage.private_table import readable_rows
from tournament.storage.recovery import recover_file
from tournament.storage.restore import restore
from tournament.use_cases.ports import CopyFate, PrivateConflict, PrivateRow, StoreUnavailable

NOW = datetime(2026, 6, 14, 18, 0, tzinfo=UTC)
SECRET = "ada.bamboo@example.org"
FILES = Path(__file__).with_name("files")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))


@pytest.fixture
def event(tmp_path: Path) -> Path:
    (tmp_path / "here").mkdir()
    path = make_event(tmp_path / "here" / "cup.qv", 4)
    note(path, PrivateRow("ada", 1, f'{{"email":"{SECRET}"}}'), PrivateRow("ben", 1, '{"email":"ben@example.org"}'))
    return path


def note(path: Path, *rows: PrivateRow) -> None:
    with closing(open_for_writing(path)) as store:
        store.write_private(rows)


def noted(path: Path) -> dict[str, PrivateRow]:
    with closing(open_for_reading(path)) as store:
        return {row.id: row for row in store.private_rows()}


def first_entry(path: Path) -> str:
    with closing(open_for_reading(path)) as store:
        return next(iter(store.read())).id


def copy_now(path: Path, second: Path | None = None) -> list[Path]:
    hashes = entries_of(path)
    outcomes = take_copies(path, event=first_entry(path), name="Cup", entries=len(hashes), last=hashes[-1],
                           home=copies_home(), second=second, now=NOW)  # fmt: skip
    assert all(outcome.problem is None for outcome in outcomes)
    return [outcome.copy.path for outcome in outcomes if outcome.copy is not None]


def test_a_file_is_what_it_always_was_until_something_is_noted(tmp_path: Path) -> None:
    path = make_event(tmp_path / "plain.qv", 2)
    assert int.from_bytes(path.read_bytes()[60:64], "big") == 3
    assert noted(path) == {}
    assert int.from_bytes(path.read_bytes()[60:64], "big") == 3


def test_the_journal_and_its_hashes_stay_the_same(tmp_path: Path) -> None:
    path = make_event(tmp_path / "plain.qv", 5)
    before = entries_of(path)
    note(path, PrivateRow("ada", 1, SECRET))
    grow(path, 1)
    assert entries_of(path)[:5] == before
    assert examine(path, thorough=True).good
    assert noted(path)["ada"].content == SECRET


@pytest.mark.parametrize("name", ["first.qv", "every-fact.qv"])
def test_something_is_noted_in_files_of_earlier_versions(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    shutil.copyfile(FILES / name, path)
    before = entries_of(path)
    note(path, PrivateRow("ada", 1, SECRET))
    assert (entries_of(path), noted(path)["ada"].content) == (before, SECRET)


def test_who_writes_upon_another_version_sees_what_is_there_and_writes_nothing(event: Path) -> None:
    note(event, PrivateRow("ada", 2, "theirs"))
    with closing(open_for_writing(event)) as store:
        with pytest.raises(PrivateConflict) as conflict:
            store.write_private([PrivateRow("ben", 2, "mine"), PrivateRow("ada", 2, "mine"), PrivateRow("new", 2, "x")])
        assert conflict.value.rows == (PrivateRow("ada", 2, "theirs"), PrivateRow("new", 0, ""))
        assert store.private_rows() == (
            PrivateRow("ada", 2, "theirs"),
            PrivateRow("ben", 1, noted(event)["ben"].content),
        )


def test_rows_are_read_from_the_file_again_only_after_another_program_wrote(event: Path) -> None:
    """A registration desk reads everybody at every key."""
    with closing(open_for_writing(event)) as store:
        first = store.private_rows()
        assert store.private_rows() is first
        store.write_private([PrivateRow("ada", 2, "mine"), PrivateRow("abe", 1, "new")])
        mine = store.private_rows()
        assert [(row.id, row.version) for row in mine] == [("abe", 1), ("ada", 2), ("ben", 1)]
        assert mine[2] is first[1]
        with closing(sqlite3.connect(event)) as other, other:
            other.execute("UPDATE private_data SET version = 2, content = 'theirs' WHERE id = 'ben'")
        assert store.private_rows() == (*mine[:2], PrivateRow("ben", 2, "theirs"))


def test_what_another_program_and_this_one_wrote_are_both_read(event: Path) -> None:
    with closing(open_for_writing(event)) as store:
        store.private_rows()
        with closing(sqlite3.connect(event)) as other, other:
            other.execute("UPDATE private_data SET version = 2, content = 'theirs' WHERE id = 'ben'")
        store.write_private([PrivateRow("ada", 2, "")])
        assert store.private_rows() == (PrivateRow("ada", 2, ""), PrivateRow("ben", 2, "theirs"))
        store.replace_private([PrivateRow("carl", 1, "only")])
        assert store.private_rows() == (PrivateRow("carl", 1, "only"),)


def test_after_a_failure_the_file_says_what_was_written(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk may fail after the commit."""
    with closing(open_for_writing(event)) as store:
        store.private_rows()
        transaction = sqlite._transaction

        @contextmanager
        def fail_after_the_commit(connection: sqlite3.Connection, *, writing: bool) -> Iterator[None]:
            with transaction(connection, writing=writing):
                yield
            raise sqlite3.OperationalError("disk I/O error")

        with monkeypatch.context() as broken:
            broken.setattr(sqlite, "_transaction", fail_after_the_commit)
            with pytest.raises(StoreUnavailable):
                store.write_private([PrivateRow("ada", 2, "mine")])
        assert store.private_rows() == tuple(noted(event).values())
        assert store.private_rows()[0].content == "mine"


def test_a_reader_writes_nothing(event: Path) -> None:
    with closing(open_for_reading(event)) as store, pytest.raises(StoreUnavailable):
        store.write_private([PrivateRow("ada", 2, "")])
    assert noted(event)["ada"].content


def test_no_byte_is_left_after_many_changes_and_erasures(tmp_path: Path) -> None:
    """Rows that grow and shrink move between pages, which leaves what SQLite does not clear without writing it all."""
    path = make_event(tmp_path / "cup.qv", 3)
    chance = random.Random(4)
    versions = dict.fromkeys((f"person-{number}" for number in range(60)), 0)
    with closing(open_for_writing(path)) as store:
        for turn in range(400):
            id = chance.choice(sorted(versions))
            versions[id] += 1
            store.write_private(
                [PrivateRow(id, versions[id], f"secret of {id} " * chance.randrange(1, 120) + str(turn))]
            )
        erased = sorted(versions)[::2]
        store.write_private([PrivateRow(id, versions[id] + 1, "") for id in erased])
    content = path.read_bytes()
    assert [id for id in versions if f"secret of {id} ".encode() in content] == [
        id for id in versions if id not in erased and versions[id]
    ]


def test_an_erasure_reaches_every_file_of_the_event_and_no_other(event: Path, tmp_path: Path) -> None:
    second = tmp_path / "stick"
    second.mkdir()
    keep_second_place(copies_home() / copy_now(event)[0].parent.name, second)
    copies = copy_now(event, second)
    grow(event, 1)
    copies += copy_now(event, second)
    beside = event.with_name("cup replaced 2026-06-14 10-00-00.qv")
    shutil.copyfile(event, beside)
    other = make_event(event.with_name("other.qv"), 2)
    note(other, PrivateRow("ada", 1, SECRET))
    kept = other.read_bytes()
    left = copies[0].with_name(".123.part")
    left.write_bytes(event.read_bytes())
    before = {path: entries_of(path) for path in (*copies, beside)}

    note(event, PrivateRow("ada", 2, ""))
    done = {each.path: each for each in erase_in_copies(event, first_entry(event), ["ada"])}

    assert {path: each.fate for path, each in done.items()} == {
        **dict.fromkeys((*copies, beside), CopyFate.REWRITTEN), left: CopyFate.DELETED,
    }  # fmt: skip
    assert {path: entries_of(path) for path in before} == before
    for path in (event, *before):
        assert SECRET.encode() not in path.read_bytes()
        assert noted(path)["ada"].is_erased
        assert noted(path)["ben"].content
    assert other.read_bytes() == kept
    assert not left.exists()
    assert [path for path in tmp_path.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()] == [other]


def test_a_stick_that_is_away_a_file_in_use_and_a_journal_set_aside_are_named(event: Path, tmp_path: Path) -> None:
    folder = copy_now(event)[0].parent
    keep_second_place(folder, tmp_path / "gone")
    beside = event.with_name("cup (1).qv")
    shutil.copyfile(event, beside)
    aside = event.with_name("cup.qv-journal.aside-20260614-100000")
    aside.write_bytes(b"pages")
    lock = WriteLock(beside)
    try:
        done = {each.path: each.fate for each in erase_in_copies(event, first_entry(event), ["ada"])}
    finally:
        lock.release()
    assert done[tmp_path / "gone" / folder.name] is CopyFate.ABSENT
    assert done[beside] is CopyFate.LEFT
    assert done[aside] is CopyFate.LEFT
    done = {each.path: each.fate for each in erase_in_copies(event, first_entry(event), ["ada"])}
    assert done[beside] is CopyFate.REWRITTEN, "a repeat does what was left"


def test_a_damaged_copy_is_deleted_and_another_damaged_file_is_left(event: Path) -> None:
    (copy,) = copy_now(event)
    beside = event.with_name("cup (1).qv")
    for path in (copy, beside):
        content = bytearray(event.read_bytes())
        content[4096 : len(content)] = b"\xff" * (len(content) - 4096)
        path.write_bytes(bytes(content))
    kept = beside.read_bytes()
    done = {each.path: each.fate for each in erase_in_copies(event, first_entry(event), ["ada"])}
    assert done == {copy: CopyFate.DELETED}
    assert beside.read_bytes() == kept, "nobody knows of which event it was"


def test_a_restored_copy_has_its_data_without_those_who_were_erased_since(event: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.qv"
    shutil.copyfile(event, copy)  # on a stick that was away
    note(event, PrivateRow("ada", 2, ""), PrivateRow("ben", 2, "later"))
    restore(copy, event, by=BY, now=NOW)
    assert noted(event)["ada"].is_erased
    assert noted(event)["ben"].content == '{"email":"ben@example.org"}'
    assert SECRET.encode() not in event.read_bytes()


def test_what_can_be_read_of_a_damaged_file_is_recovered_and_the_rest_taken_from_copies(event: Path) -> None:
    note(event, *(PrivateRow(f"x{number:03}", 1, f"remark {number} " * 30) for number in range(200)))
    copy_now(event)
    note(event, PrivateRow("ben", 2, "newer"))
    whole = noted(event)
    content = bytearray(event.read_bytes())
    at = content.index(b"remark 100 ")
    content[at // 4096 * 4096 : at // 4096 * 4096 + 300] = b"\xff" * 300
    event.write_bytes(bytes(content))
    assert 50 < len(readable_rows(event)) < len(whole)
    new = event.with_name("new.qv")
    recovery, _ = recover_file(event, new, by=BY, now=NOW)
    assert noted(new) == whole
    assert len(recovery.remarks) >= 2


def test_a_broken_off_erasure_leaves_a_file_that_opens(event: Path) -> None:
    with closing(sqlite3.connect(event)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE private_data SET content = '' WHERE id = 'ada'")
    assert noted(event)["ada"].content
    note(event, PrivateRow("ada", 2, ""))
    note(event, PrivateRow("ada", 3, ""))
    assert noted(event)["ada"].version == 3

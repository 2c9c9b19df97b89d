"""A file that another program changes, moves or deletes while it is open for writing."""

import os
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from tests.systems import moves_open_files
from tests.tournament.storage.crashing import read, write_on, written_event
from tournament.language import ENGLISH
from tournament.storage import open_for_writing, sqlite
from tournament.storage.lock import WriteLock
from tournament.use_cases import Book, StoreChanged, StoreUnavailable


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "event.qv"
    written_event(path, 5)
    shutil.copyfile(path, tmp_path / "older.qv")
    book = Book(open_for_writing(path))
    write_on(book, 3)
    book.close()
    shutil.copyfile(path, tmp_path / "same.qv")
    shutil.copyfile(tmp_path / "older.qv", tmp_path / "other.qv")
    book = Book(open_for_writing(tmp_path / "other.qv"))
    write_on(book, 3, "Ben")
    book.close()
    return path


def overwrite_with_older(path: Path) -> None:
    shutil.copyfile(path.with_name("older.qv"), path)


def overwrite_with_other_of_the_same_age(path: Path) -> None:
    shutil.copyfile(path.with_name("other.qv"), path)


def replace_with_older(path: Path) -> None:
    path.with_name("older.qv").replace(path)


def replace_with_the_same(path: Path) -> None:
    path.with_name("same.qv").replace(path)


def delete(path: Path) -> None:
    path.unlink()


def move(path: Path) -> None:
    path.rename(path.with_name("moved.qv"))


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def empty(path: Path) -> None:
    os.truncate(path, 0)


def write_text(path: Path) -> None:
    path.write_text("something else " * 1000)


CHANGES = (
    overwrite_with_older,
    overwrite_with_other_of_the_same_age,
    pytest.param(replace_with_older, marks=moves_open_files),
    pytest.param(replace_with_the_same, marks=moves_open_files),
    pytest.param(delete, marks=moves_open_files),
    pytest.param(move, marks=moves_open_files),
    cut,
    empty,
    write_text,
)


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_written_on_wrong_ground(path: Path, change: Callable[[Path], None]):
    book = Book(open_for_writing(path))
    change(path)
    there = path.read_bytes() if path.exists() else b""
    for _ in range(2):
        with pytest.raises(StoreChanged) as noticed:
            write_on(book, 1)
        said = ENGLISH.render(noticed.value.text)
        assert said.startswith("Another program ")
        assert said.endswith(" while it was open here: nothing was written.")
        assert str(path) in said
    assert len(book.view.journal) == 8
    assert (path.read_bytes() if path.exists() else b"") == there
    book.close()
    assert (path.read_bytes() if path.exists() else b"") == there


@pytest.mark.parametrize("change", CHANGES)
def test_while_it_is_written(path: Path, change: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch):
    """Between the begin and the commit, where the locks of SQLite keep no other program out."""
    book = Book(open_for_writing(path))
    write_on(book, 1)
    begun = sqlite.SqliteStore._stated_end
    changed: list[bool] = []

    def change_meanwhile(store: sqlite.SqliteStore) -> object:
        end = begun(store)
        if not changed:
            changed.append(True)
            change(path)
        return end

    monkeypatch.setattr(sqlite.SqliteStore, "_stated_end", change_meanwhile)
    before = len(book.view.journal)
    with pytest.raises(StoreChanged):
        write_on(book, 1)
    assert len(book.view.journal) == before
    book.close()


def bytes_of(path: Path, place: int, count: int) -> bytes:
    with path.open("rb") as file:
        file.seek(place)
        return file.read(count)


def put_bytes(path: Path, place: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        file.write(content)


def test_another_writer_at_the_moment_of_the_commit_is_noticed(path: Path, monkeypatch: pytest.MonkeyPatch):
    """Every program that writes with SQLite counts its transactions in the head of the file."""
    book = Book(open_for_writing(path))
    write_on(book, 1)
    now, seen = sqlite.SqliteStore._now, list[int]()

    def write_meanwhile(store: sqlite.SqliteStore) -> object:
        count = store._writings()
        assert count is not None
        if store._connection.in_transaction and not seen:
            assert count == int.from_bytes(bytes_of(path, 24, 4), "big")
            seen.append(count)
            monkeypatch.setattr(store, "_writings", lambda: count + 2)  # once by this process, once by another
        return now(store)

    monkeypatch.setattr(sqlite.SqliteStore, "_now", write_meanwhile)
    before = len(book.view.journal)
    with pytest.raises(StoreChanged):
        write_on(book, 1)
    assert seen, "it was looked at while it was written"
    assert len(book.view.journal) == before
    book.close()


@moves_open_files
def test_a_file_that_is_moved_at_the_moment_of_the_commit(path: Path, monkeypatch: pytest.MonkeyPatch):
    """After the last look at its place: what was committed is in a file that is elsewhere by now."""
    book = Book(open_for_writing(path))
    write_on(book, 1)
    now, looks = sqlite.SqliteStore._now, list[bool]()

    def move_at_last(store: sqlite.SqliteStore) -> object:
        stamp = now(store)
        if store._connection.in_transaction:
            looks.append(True)
            if len(looks) == 2:  # the last thing that is asked before the commit
                move(path)
        return stamp

    monkeypatch.setattr(sqlite.SqliteStore, "_now", move_at_last)
    before = len(book.view.journal)
    with pytest.raises(StoreChanged):
        write_on(book, 1)
    assert len(looks) == 2
    assert len(book.view.journal) == before
    book.close()


@pytest.mark.parametrize(
    "trigger",
    [
        "BEFORE INSERT ON journal BEGIN SELECT RAISE(IGNORE); END",
        "BEFORE UPDATE ON journal_end BEGIN SELECT RAISE(IGNORE); END",
    ],
)
def test_what_a_trigger_swallows_is_not_saved(path: Path, trigger: str):
    """Only what is read back counts, an entry as well as the end. A temporary trigger leaves the file whole."""
    store = open_for_writing(path)
    book = Book(store)
    store._connection.execute(f"CREATE TEMP TRIGGER swallow {trigger}")
    entries = read(path)
    with pytest.raises(StoreUnavailable) as refused:
        write_on(book, 1)
    assert "did not keep what was written" in ENGLISH.render(refused.value.text)
    assert len(book.view.journal) == 8
    store._connection.execute("DROP TRIGGER swallow")
    assert read(path) == entries
    write_on(book, 1)
    book.close()
    assert len(read(path)) == 9


def test_a_file_of_which_a_page_was_overwritten_gets_no_more_entries(path: Path):
    """It ends as before, so only a look at all of its pages shows that it is another one."""
    book = Book(open_for_writing(path))
    write_on(book, 60)
    size = int.from_bytes(bytes_of(path, 16, 2), "big")
    leaves = [place for place in range(size, path.stat().st_size, size) if bytes_of(path, place, 1) == b"\x0d"]
    early = next(place for place in leaves if b"Cup 9" in bytes_of(path, place, size))
    put_bytes(path, early + 8, b"\xff" * 40)  # where its cells are
    there = path.read_bytes()
    with pytest.raises(StoreChanged):
        write_on(book, 1)
    assert path.read_bytes() == there
    assert len(book.view.journal) == 68
    book.close()


def test_a_touched_file_is_the_same(path: Path):
    book = Book(open_for_writing(path))
    for change in (path.touch, lambda: path.chmod(0o640), lambda: overwrite_with_the_same(path)):
        change()
        write_on(book, 1)
        shutil.copyfile(path, path.with_name("same.qv"))
    book.close()
    assert len(read(path)) == 11


def overwrite_with_the_same(path: Path) -> None:
    shutil.copyfile(path.with_name("same.qv"), path)


def test_a_system_that_is_late_to_say_when_it_was_written(path: Path, monkeypatch: pytest.MonkeyPatch):
    """Times that change by themselves, also in the middle of writing, are no other file."""
    times = count()
    monkeypatch.setattr(WriteLock, "stamp", lambda _lock: (0, next(times), 0))
    book = Book(open_for_writing(path))
    write_on(book, 3)
    book.close()
    assert len(read(path)) == 11


@moves_open_files
def test_what_comes_back_is_gone_on_with(path: Path):
    """A sync tool that moves a file away and back."""
    book = Book(open_for_writing(path))
    move(path)
    with pytest.raises(StoreChanged):
        write_on(book, 1)
    path.with_name("moved.qv").rename(path)
    write_on(book, 1)
    book.close()
    assert len(read(path)) == 9


def test_reading_again_notices_it_too(path: Path):
    store = open_for_writing(path)
    list(store.read())
    overwrite_with_older(path)
    with pytest.raises(StoreChanged):
        list(store.read())
    store.close()

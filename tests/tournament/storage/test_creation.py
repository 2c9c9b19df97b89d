"""A new event is there whole or not at all, and for its owner alone."""

import errno
import os
import signal
import stat
import time
from functools import partial
from pathlib import Path

import pytest

from tests.systems import DENIED
from tests.tournament.ledger.writing import follow
from tests.tournament.storage.crashing import SETTINGS, read, write_on, written_event
from tests.tournament.use_cases.store_contract import record
from tournament.files import writing
from tournament.language import ENGLISH
from tournament.ledger.fingerprint import NO_ENTRIES
from tournament.storage import create, creation, make_whole, open_for_writing, refusals, write_event
from tournament.use_cases import Book, By, Store, StoreDamaged, StoreUnavailable, carry_out
from tournament.use_cases.chain import fingerprint_of
from tournament.use_cases.commands import CreateEvent

BY = By("Ada", "hall")


@pytest.fixture(params=["without a name", "beside"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways of writing a file before it has its name."""
    if request.param == "beside":
        monkeypatch.setattr(writing, "_written_without_name", lambda _path, _content: False)


@pytest.mark.usefixtures("way")
def test_nothing_is_there_before_the_first_entry(tmp_path: Path):
    book = Book(create(tmp_path / "cup.qv"))
    assert list(tmp_path.iterdir()) == []
    carry_out(book, CreateEvent(SETTINGS), by=BY)
    assert [path.name for path in tmp_path.iterdir()] == ["cup.qv"]
    write_on(book, 2)
    book.close()
    assert len(read(tmp_path / "cup.qv")) == 3


@pytest.mark.skipif(os.name != "posix", reason="modes mean this on POSIX only")
@pytest.mark.usefixtures("way")
def test_it_is_for_its_owner_alone_and_so_is_its_journal(tmp_path: Path):
    path = tmp_path / "cup.qv"
    written_event(path, 2)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    store = open_for_writing(path)
    with store._connection:
        store._connection.execute("BEGIN IMMEDIATE")
        store._connection.execute("CREATE TABLE other (name TEXT)")
        modes = {stat.S_IMODE(other.stat().st_mode) for other in tmp_path.iterdir()}
    store.close()
    assert modes == {0o600}


@pytest.mark.usefixtures("way")
def test_who_comes_second_replaces_nothing(tmp_path: Path):
    path = tmp_path / "cup.qv"
    book = Book(create(path))
    path.write_text("somebody else's")
    with pytest.raises(StoreDamaged, match="already exists"):
        carry_out(book, CreateEvent(SETTINGS), by=BY)
    assert [(other.name, other.read_text()) for other in tmp_path.iterdir()] == [("cup.qv", "somebody else's")]


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("failing", ["write", "fsync"])
def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str):
    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    book = Book(create(tmp_path / "cup.qv"))
    with monkeypatch.context() as patch:
        patch.setattr(os, failing, full)
        with pytest.raises(StoreUnavailable, match="is full"):
            carry_out(book, CreateEvent(SETTINGS), by=BY)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("way")
def test_a_drive_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def none(*_arguments: object, **_options: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    written_event(tmp_path / "cup.qv", 2)
    assert [path.name for path in tmp_path.iterdir()] == ["cup.qv"]
    with pytest.raises(StoreDamaged, match="already exists"):
        write_event(tmp_path / "cup.qv", read(tmp_path / "cup.qv"))


@pytest.mark.parametrize("name", ["", ":memory:", "file:cup.qv", "file:cup.qv?mode=memory", "cup.qv-journal"])
def test_names_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreDamaged) as refused:
        create(Path(name))
    assert "cannot be the name of an event file" in ENGLISH.render(refused.value.text)
    assert list(tmp_path.iterdir()) == []


def kill_while_creating(path: Path, moment: float) -> None:
    """Kill a process that makes the event ``path``, ``moment`` seconds after it began."""
    child = os.fork()
    if not child:
        try:
            written_event(path, 1)
        finally:
            os._exit(0)
    time.sleep(moment)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills are tried where processes can be forked")
def test_who_is_killed_leaves_a_whole_event_or_nothing(tmp_path: Path):
    found = set()
    for number in range(30):
        path = tmp_path / str(number) / "cup.qv"
        path.parent.mkdir()
        kill_while_creating(path, number * 0.001)
        left = list(path.parent.iterdir())
        assert left in ([], [path])
        found.add(len(left))
        if left:
            assert len(read(path)) == 1
    assert 0 in found


def _begun(store: Store) -> Book:
    book = Book(store)
    carry_out(book, CreateEvent(SETTINGS), by=BY)
    return book


@pytest.mark.usefixtures("way")
def test_what_is_made_whole_is_seen_by_nobody_before(tmp_path: Path) -> None:
    path = tmp_path / "sample.qv"

    def play(store: Store) -> None:
        carry_out(Book(store), CreateEvent(SETTINGS), by=BY)
        assert list(tmp_path.iterdir()) == [], "whoever is killed here leaves nothing"

    make_whole(path, play)
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(StoreDamaged):
        make_whole(path, play)

    first = path.read_bytes()

    def fail(store: Store) -> None:
        write_on(_begun(store), 1)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_whole(path, fail, replacing=True)
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == first, "the earlier one stays until the new one is whole"

    def play_other(store: Store) -> None:
        write_on(_begun(store), 1)

    make_whole(path, play_other, replacing=True)
    assert list(tmp_path.iterdir()) == [path]
    assert len(read(path)) == 2


@pytest.mark.parametrize("name", ["a:b.qv", "what?.qv"])
def test_on_windows_a_name_that_no_file_can_have_is_named(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(creation, "is_impossible", partial(writing.is_impossible, windows=True))
    with pytest.raises(StoreDamaged) as refused:
        create(tmp_path / name)
    assert refused.value.text == refusals.bad_name(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("way")
def test_a_name_that_is_too_long_is_named(tmp_path: Path):
    path = tmp_path / f"{'x' * 300}.qv"
    with pytest.raises(StoreDamaged) as refused:
        written_event(path, 1)
    assert refused.value.text == refusals.bad_name(path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows renames nothing to a name that is taken")
def test_a_file_that_comes_meanwhile_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, write = tmp_path / "event.qv", writing._write_all

    def meanwhile(handle: int, content: bytes) -> None:
        path.write_bytes(b"of another program")
        write(handle, content)

    monkeypatch.setattr(writing, "_write_all", meanwhile)
    with pytest.raises(FileExistsError):
        writing._written_beside(path, b"an event")
    assert path.read_bytes() == b"of another program"
    assert [each.name for each in tmp_path.iterdir()] == ["event.qv"]


def test_a_new_file_that_could_not_be_opened_at_first_is_opened_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program, such as an antivirus, may have opened it at once."""
    path = tmp_path / "cup.qv"
    written_event(tmp_path / "other.qv", 3)
    first, second, third = read(tmp_path / "other.qv")

    def in_use(_path: Path) -> None:
        raise StoreUnavailable(refusals.in_use(path))

    store = create(path)
    assert (store.end, store.notices, tuple(store.read())) == (NO_ENTRIES, (), ())
    with monkeypatch.context() as patch:
        patch.setattr(creation, "open_for_writing", in_use)
        store.append([first])
        with pytest.raises(StoreUnavailable):
            store.append([second])
    store.append([second])
    store.append([third])
    assert list(store.read()) == [first, second, third]
    assert store.end == fingerprint_of([first, second, third])
    store.close()
    open_for_writing(path).close()


def test_a_store_in_memory_knows_its_end() -> None:
    store = creation.MemoryStore("nowhere")
    records = follow([record(1), record(2), record(3)])
    assert store.end == NO_ENTRIES
    for count in (1, 2, 3):
        store.append(records[count - 1 : count])
        assert store.end == fingerprint_of(records[:count])
    assert list(store.read()) == records


def test_a_sample_that_cannot_replace_an_earlier_one_leaves_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sample.qv"
    make_whole(path, lambda store: _begun(store).close(), replacing=True)
    first = path.read_bytes()

    def fail(_made: Path, _path: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(creation, "replace", fail)
    with pytest.raises(StoreUnavailable, match=DENIED):
        make_whole(path, lambda store: _begun(store).close(), replacing=True)
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [first]


@pytest.mark.parametrize("name", ["cup.qv-wal", "cup.qv-shm"])
def test_names_of_sqlite_are_no_names_of_events(tmp_path: Path, name: str) -> None:
    with pytest.raises(StoreDamaged, match="cannot be the name"):
        create(tmp_path / name)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("number", [errno.EEXIST, errno.ENAMETOOLONG, errno.ENOSPC])
def test_what_the_system_refuses_at_last_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def fail(path: Path, _content: bytes) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(creation, "write_new_whole", fail)
    texts = {errno.EEXIST: "already exists", errno.ENAMETOOLONG: "cannot be the name", errno.ENOSPC: "is full"}
    with pytest.raises(StoreUnavailable if number == errno.ENOSPC else StoreDamaged, match=texts[number]):
        write_event(tmp_path / "cup.qv", follow([record(1)]))

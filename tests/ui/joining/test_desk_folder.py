"""What a desk keeps: its replica is whole or not there, and nothing is ever lost of it."""

from pathlib import Path
from uuid import UUID, uuid4

import pytest

from tests.systems import needs_modes
from tests.tournament.use_cases.events import drawn, win
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.joining.fakes import FakeServer
from tournament.event.problem import Refused
from tournament.language import ENGLISH
from tournament.sharing.host import Host, size_of
from tournament.use_cases import Book, StoreDamaged, StoreUnavailable
from ui.joining.desk_folder import DeskFolder, Kept, SetAside
from ui.joining.failures import ServerAway


def folder(server: FakeServer, home: Path, name: str = "north") -> DeskFolder:
    return DeskFolder(UUID(server.host.book.view.journal[0].id), name, home)


def opened(found: DeskFolder, server: FakeServer) -> tuple[int, SetAside | None]:
    """The entries of the replica once it is open."""
    with found.held():
        store, aside = found.open(server.joined(), "en")
        try:
            book = Book(store)
            assert not book.damage
            return len(book.view.journal), aside
        finally:
            store.close()


@pytest.fixture
def server() -> FakeServer:
    return FakeServer()


def test_a_replica_is_fetched_once_and_then_continued(server: FakeServer, tmp_path: Path) -> None:
    found = folder(server, tmp_path)
    entries = server.host.end.entries
    assert opened(found, server) == (entries, None)
    asked = len(server.asked)
    win(server.host.book, 1, 0, 1, 8)
    assert opened(found, server) == (entries, None)  # what is new comes with the first question
    assert server.asked[asked:] == ["/join", "/sync"]


def test_a_host_cannot_fill_the_memory_with_entries(
    server: FakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = size_of(entry.record for entry in server.host.book.view.journal)
    monkeypatch.setattr("ui.joining.desk_folder._MOST_FETCHED", size - 1)
    with pytest.raises(StoreDamaged):
        opened(folder(server, tmp_path), server)
    monkeypatch.setattr("ui.joining.desk_folder._MOST_FETCHED", size)
    assert opened(folder(server, tmp_path), server) == (server.host.end.entries, None)


def test_a_forked_replica_is_set_aside_with_what_only_it_has(server: FakeServer, tmp_path: Path) -> None:
    found = folder(server, tmp_path)
    before = [entry.record for entry in server.host.book.view.journal]
    win(server.host.book, 1, 0, 1, 8)
    entries, _ = opened(found, server)
    server.host = Host(Book(FakeStore(before)))
    win(server.host.book, 1, 2, 1, 24)
    count, aside = opened(found, server)
    assert count == entries
    assert aside is not None
    assert not aside.damaged
    assert [record.position for record in aside.records] == list(range(len(before) + 1, entries + 1))
    assert aside.path.exists()
    assert opened(found, server) == (entries, None)


@pytest.mark.parametrize("how", ["cut", "altered", "empty"])
def test_a_damaged_replica_is_set_aside_and_fetched_again(server: FakeServer, tmp_path: Path, how: str) -> None:
    found = folder(server, tmp_path)
    opened(found, server)
    content = found.replica.read_bytes()
    middle = content.rindex(b"First7")
    damaged = {"cut": content[:9000], "altered": content[:middle] + b"X" + content[middle + 1 :], "empty": b""}[how]
    found.replica.write_bytes(damaged)
    count, aside = opened(found, server)
    assert count == server.host.end.entries
    assert aside is not None
    assert aside.damaged
    assert aside.path.read_bytes() == damaged
    assert str(aside.path) in ENGLISH.render(aside.text)


def test_while_the_host_is_away_a_damaged_replica_stays(server: FakeServer, tmp_path: Path) -> None:
    found = folder(server, tmp_path)
    opened(found, server)
    found.replica.write_bytes(b"")
    connection = server.joined()
    server.away = True
    with pytest.raises(ServerAway):
        found.open(connection, "en")
    assert found.replica.read_bytes() == b""
    assert {each.name for each in found.path.iterdir()} == {"lock", "replica.qv"}


def test_a_server_of_another_event_is_refused_and_leaves_the_replica(server: FakeServer, tmp_path: Path) -> None:
    found = folder(server, tmp_path)
    opened(found, server)
    before = found.replica.read_bytes()
    with pytest.raises(Refused):
        opened(found, FakeServer(Host(drawn())))
    assert found.replica.read_bytes() == before
    with pytest.raises(Refused):
        opened(DeskFolder(uuid4(), "north", tmp_path), server)


def test_a_host_that_takes_over_is_offered_what_it_lacks(server: FakeServer, tmp_path: Path) -> None:
    found = folder(server, tmp_path)
    records = [entry.record for entry in server.host.book.view.journal]
    opened(found, server)
    server.host = Host(Book(FakeStore(records[:2])), gathering=True)
    assert opened(found, server) == (len(records), None)
    assert server.host.end.entries == len(records)


@needs_modes
def test_what_is_kept_is_for_its_user_alone(server: FakeServer, tmp_path: Path) -> None:
    found = folder(server, tmp_path)
    with found.held():
        found.keep(Kept("north"))
        found.key()
    assert (found.path / "desk.json").stat().st_mode & 0o077 == 0
    assert (found.path / "key.pem").stat().st_mode & 0o077 == 0


def test_a_desk_is_kept_and_one_process_is_in_the_folder(server: FakeServer, tmp_path: Path) -> None:
    found = folder(server, tmp_path, "a/../b: the desk")
    with found.held():
        assert found.kept() is None
        found.keep(Kept("north"))
        assert found.kept() is None, "a desk of version 1, which had no key, has to join again"
        key = found.key().key
        assert (found.kept(), found.key().key) == (Kept("north"), key)
        assert found.path.parent.parent == tmp_path
        with pytest.raises(StoreUnavailable), found.held(0.1):
            pass
    with found.held():
        (found.path / "desk.json").write_text("{")
        assert found.kept() is None
        assert (found.path / "desk.damaged").exists()

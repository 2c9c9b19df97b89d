"""What the host of an event keeps: a ticket for a month, where it served last, and which desks it should end."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from tests.examples.keys import key_of
from tournament.event.role import EventRole
from tournament.sharing.statements import Signed
from ui.joining.desk_folder import HOSTED, Kept
from ui.joining.key_file import kept_key
from ui.server.host_folder import HostDecision, HostFolder, new_ticket

NOW = datetime(2026, 6, 13, 12, tzinfo=UTC)
MONTH = timedelta(days=30)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostFolder:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    return HostFolder("an-event")


def test_a_ticket_is_valid_for_a_month_after_the_event_was_shared_last(folder: HostFolder) -> None:
    first = folder.ticket(NOW, new=False)
    assert (first.expires, first.port) == (NOW + MONTH, 0)
    folder.keep_ticket(replace(first, port=4711, invitation="qv2-x", confirm_on_two=True, public=("here:80",)))
    again = folder.ticket(NOW + MONTH - timedelta(seconds=1), new=False)
    assert again.ticket == first.ticket
    assert again.expires == NOW + 2 * MONTH - timedelta(seconds=1)
    assert again.port == 4711
    assert (folder.invitation, folder.confirms_on_two, folder.public) == ("qv2-x", True, ("here:80",))
    assert folder.expires == NOW + MONTH


@pytest.mark.parametrize(("later", "new"), [(MONTH, False), (timedelta(), True)])
def test_a_new_ticket_is_served_where_the_old_one_was(folder: HostFolder, later: timedelta, new: bool) -> None:
    first = replace(folder.ticket(NOW, new=False), port=4711)
    folder.keep_ticket(first)
    fresh = folder.ticket(NOW + later, new=new)
    assert fresh.ticket != first.ticket
    assert (fresh.port, fresh.expires, fresh.invitation) == (4711, NOW + later + MONTH, "")


@pytest.mark.parametrize("content", [b"", b"{}", b'{"ticket": "00", "expires": "2026-07-13T12:00:00Z"}', b"\xff"])
def test_a_ticket_that_cannot_be_used_is_replaced(folder: HostFolder, content: bytes) -> None:
    folder.keep_ticket(folder.ticket(NOW, new=False))
    (folder.path / "ticket.json").write_bytes(content)
    assert folder.ticket(NOW, new=False).port == 0
    assert (folder.invitation, folder.confirms_on_two, folder.public) == ("", False, ())


def test_desks_are_kept_beside_the_ticket(folder: HostFolder) -> None:
    folder.admitted().admit(
        "north", "Ada Sample", None, "", NOW, key=EventRole.ORGANISER, certificate=key_of("north").certificate
    )
    assert (folder.path / "desks.json").is_file()
    assert [desk.name for desk in folder.admitted().all(NOW)] == ["north"]


def test_desks_are_ended_by_their_id(folder: HostFolder) -> None:
    assert folder.asked_to_end() == frozenset()
    folder.ask_to_end("a" * 64)
    folder.ask_to_end("b" * 64)
    (folder.path / "ended" / "other").write_text("")
    assert folder.asked_to_end() == {"a" * 64, "b" * 64}
    folder.forget_ended("a" * 64)
    folder.forget_ended("a" * 64)
    assert folder.asked_to_end() == {"b" * 64}


def test_a_server_is_asked_to_stop_once(folder: HostFolder) -> None:
    assert not folder.asked_to_stop()
    folder.ask_to_stop()
    assert folder.asked_to_stop()
    assert not folder.asked_to_stop()


def test_a_request_to_stop_that_comes_while_the_host_looks_for_one_is_found_the_next_time(
    folder: HostFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request comes directly after whatever the host asks of the file system first."""
    requests = [folder.ask_to_stop]

    def followed_by_a_request(name: str) -> None:
        call = getattr(Path, name)

        def called(path: Path, *args: object, **options: object) -> object:
            try:
                return call(path, *args, **options)
            finally:
                while requests and path.name == "stop":
                    requests.pop()()

        monkeypatch.setattr(Path, name, called)

    for name in ("exists", "replace", "unlink"):
        followed_by_a_request(name)
    assert not folder.asked_to_stop()
    assert not requests
    assert folder.asked_to_stop()


def test_no_id_of_an_event_leads_out_of_the_folder(folder: HostFolder) -> None:
    outside = HostFolder("../../x")
    assert outside.path.parent == folder.path.parent
    assert HostFolder("").path.parent == folder.path.parent


def test_the_first_ticket_is_as_if_the_event_had_never_been_shared(folder: HostFolder) -> None:
    assert (folder.invitation, folder.expires, folder.confirms_on_two, folder.public) == ("", None, False, ())
    folder.keep_ticket(folder.ticket(NOW, new=False))
    assert (folder.invitation, folder.expires, folder.confirms_on_two, folder.public) == ("", NOW + MONTH, False, ())
    assert folder.ticket(NOW, new=False).public_port == 0
    fresh = new_ticket(NOW)
    assert (fresh.port, fresh.public_port, fresh.public, fresh.invitation) == (0, 0, (), "")
    assert fresh.ticket != new_ticket(NOW).ticket


@pytest.mark.parametrize("deputy", ["", "ab" * 32])
@pytest.mark.parametrize("decision", HostDecision)
def test_what_somebody_decides_is_found_once(folder: HostFolder, decision: HostDecision, deputy: str) -> None:
    assert folder.decided() is None
    folder.ask_to_decide(decision, deputy)
    assert folder.decided() == (decision, deputy)
    assert folder.decided() is None
    (folder.path / "decision").write_text("garbage")
    assert folder.decided() is None
    assert not (folder.path / "decision").exists(), "it is not looked at again"


def test_a_new_ticket_is_asked_for_until_it_was_made(folder: HostFolder) -> None:
    assert not folder.asked_for_new_ticket()
    folder.ask_for_new_ticket()
    assert folder.asked_for_new_ticket()
    assert folder.asked_for_new_ticket(), "who looks does not take the request away"
    folder.forget_new_ticket()
    folder.forget_new_ticket()
    assert not folder.asked_for_new_ticket()


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff", b"[" * 9999, b'{"a": 7}'])
def test_deputies_are_those_that_somebody_chose_and_what_is_damaged_counts_for_nothing(
    folder: HostFolder, damage: bytes
) -> None:
    assert (folder.deputies(), folder.reached(), folder.statements()) == (None, {}, ())
    folder.keep_deputies(())
    assert folder.deputies() == (), "somebody chose that there are none"
    folder.keep_deputies(("b", "a"))
    folder.keep_reached({"a": True, "b": False})
    statements = (Signed(b"one", b"1"), Signed(b"two", b"2"))
    folder.keep_statements(statements)
    assert (folder.deputies(), folder.reached()) == (("b", "a"), {"a": True, "b": False})
    assert folder.statements() == statements
    for name in ("deputies", "reached", "statements"):
        (folder.path / f"{name}.json").write_bytes(damage)
    assert (folder.deputies(), folder.reached(), folder.statements()) == (None, {}, ())
    assert (folder.path / "statements.damaged").read_bytes() == damage, "it is set aside"
    assert not (folder.path / "statements.json").exists()


def test_a_desk_that_took_over_keeps_its_folder(folder: HostFolder, tmp_path: Path) -> None:
    """It serves the replica that lies there."""
    event, desk = folder.path.name, tmp_path / "desk"
    desk.mkdir()
    for name in (HOSTED, "cup.qv"):
        assert HostFolder(event, desk / name).path == folder.path, "no desk has joined there"
    kept_key(desk, NOW)
    (desk / "desk.json").write_bytes(encode(Kept("north")))
    assert HostFolder(event, desk / HOSTED).path == desk
    assert HostFolder(event, desk / "cup.qv").path == folder.path, "another file of the same event"


def test_a_request_to_end_a_desk_is_found_only_by_a_whole_id(folder: HostFolder) -> None:
    folder.ask_to_end("c" * 64)
    for other in ("c" * 63, "c" * 65, "C" * 64, "g" * 64, "c" * 64 + ".part"):
        (folder.path / "ended" / other).write_text("")
    assert folder.asked_to_end() == {"c" * 64}

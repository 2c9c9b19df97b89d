"""What a desk that knows no host sees at an address: hosts, other programs, and those who answer without end."""

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from msgspec.json import encode

from tests.examples.keys import key_of
from tests.tournament.use_cases.events import drawn
from tests.ui.joining.servers import plain, serving, silent, tls
from tests.ui.server.running import running
from tournament.event.problem import Refused
from tournament.language import ENGLISH
from tournament.sharing.messages import PROTOCOL
from ui.joining import hosts, looking
from ui.joining.failures import CertificateChanged, ServerAway
from ui.joining.looking import SeveralEvents, seen_host
from ui.joining.places import typed_places
from ui.server.serving import ServedFile, Sharing

EVENT = UUID("5f0c6d3e-0000-4000-8000-000000000001")
NOT_OURS = "What answers at {address} is not a server of Quatre Vents. Check the address."


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))


@pytest.fixture
def stranger(tmp_path: Path) -> Path:
    """The file with the key of a computer that nobody knows."""
    file = tmp_path / "stranger.pem"
    file.write_text(key_of("stranger").pem)
    return file


def answer(**changes: Any) -> bytes:
    """A host that describes itself, with ``changes``."""
    said = {"protocol": PROTOCOL, "event": str(EVENT), "name": "Cup", "entries": 1, "gathering": False, "host": "hall"}
    content = encode({**said, **changes})
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(content) + content


def refusal(address: str, *others: str) -> str:
    with pytest.raises((Refused, ServerAway, CertificateChanged)) as raised:
        seen_host((address, *others))
    error = raised.value
    if isinstance(error, Refused):
        return ENGLISH.render(error.problems[0].text)
    assert isinstance(error, (ServerAway, CertificateChanged))
    return ENGLISH.render(error.message)


def test_a_host_is_seen_with_its_event_and_its_certificate() -> None:
    with running(lambda fault, remark: ServedFile(drawn(), Sharing(), fault=fault, remark=remark)) as server:
        (address,) = server.invitation.addresses
        found = seen_host(("127.0.0.1:1", address))
        assert (found.address, found.event, found.name) == (address, server.invitation.event, "Cup")
        assert found.id == server.invitation.first_host
        assert found.computer
        assert seen_host((address,), found.event) == found
        with pytest.raises(Refused):
            seen_host((address,), EVENT)


def test_names_of_a_stranger_are_harmless_and_short(stranger: Path) -> None:
    said = answer(name="\x1b[2J" + "x" * 500, host="\u202e" + "y" * 500)
    with serving(tls(stranger, said)) as address:
        found = seen_host((address,))
    assert found.name == "�[2J" + "x" * 96
    assert found.computer == "�" + "y" * 99


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>",
        b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n",
        answer(event="no event"),
    ],
    ids=["page", "nothing", "elsewhere", "no event"],
)
def test_what_answers_like_another_program_is_no_host(said: bytes, stranger: Path) -> None:
    with serving(tls(stranger, said)) as address:
        assert refusal(address) == NOT_OURS.format(address=address)


def test_a_page_without_encryption_is_no_host() -> None:
    with serving(plain(b"HTTP/1.1 400 Bad Request\r\n\r\n")) as address:
        assert refusal(address) == NOT_OURS.format(address=address)


@pytest.mark.parametrize(
    ("protocol", "words"),
    [
        (1, "The program of this desk is newer than that of the host: update the host to join."),
        (PROTOCOL + 1, "The program of this desk is older than that of the host: update it to join."),
    ],
)
def test_a_host_of_another_version_is_told_apart(protocol: int, words: str, stranger: Path) -> None:
    with serving(tls(stranger, answer(protocol=protocol))) as address:
        assert refusal(address) == words


def test_who_does_not_host_now_says_so(stranger: Path) -> None:
    with serving(tls(stranger, answer(hosting=False))) as address:
        assert refusal(address) == f"The computer at {address} does not host “Cup” now."


def test_of_two_hosts_one_must_be_chosen(stranger: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.pem"
    other.write_text(key_of("other stranger").pem)
    with ExitStack() as stack:
        first = stack.enter_context(serving(tls(stranger, answer())))
        second = stack.enter_context(serving(tls(other, answer(name="Open"))))
        with pytest.raises(SeveralEvents) as raised:
            seen_host((first, second))
    assert [(each.address, each.name) for each in raised.value.hosts] == [(first, "Cup"), (second, "Open")]


def test_of_the_events_of_one_server_one_must_be_chosen(stranger: Path) -> None:
    named = [{"event": str(UUID(int=number)), "name": f"\x1bCup {number}"} for number in range(1, 300)]
    with serving(tls(stranger, answer(events=named))) as address:
        with pytest.raises(SeveralEvents) as raised:
            seen_host((address,))
        assert seen_host((address,), EVENT).event == EVENT, "who names one need not choose"
    assert len(raised.value.hosts) == 200
    assert {(each.address, each.id) for each in raised.value.hosts} == {(address, key_of("stranger").id)}
    assert (raised.value.hosts[1].event, raised.value.hosts[1].name) == (UUID(int=2), "�Cup 2")
    with serving(tls(stranger, answer(events=[named[0], {"event": "none", "name": ""}]))) as address:
        assert refusal(address) == NOT_OURS.format(address=address)


def test_where_nobody_is_the_reason_says_so() -> None:
    assert refusal("127.0.0.1:1") == "There is no server at 127.0.0.1:1. Is the event still shared there?"
    assert refusal("no-such-computer.invalid:8470").startswith("No computer named no-such-computer.invalid was found.")


def test_whoever_is_silent_or_never_ends_has_little_time(stranger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "REACHED_WITHIN", 0.2)
    monkeypatch.setattr(hosts, "_DESCRIBED_WITHIN", 0.3)
    began = time.monotonic()
    with serving(silent) as address:
        assert refusal(address) == f"The server at {address} does not respond. Is this computer in the same network?"
    with serving(tls(stranger, answer()[:-5])) as address:
        assert address in refusal(address)
    assert time.monotonic() - began < 10


def test_a_host_is_asked_at_the_usual_ports_unless_one_is_typed() -> None:
    ports = range(8470, 8474)
    assert typed_places("hall.local", ports) == tuple(f"hall.local:{port}" for port in ports)
    for wrong in ("hall:99999", "hall:0", "hall:", "https://hall:8470", "a b"):
        with pytest.raises(Refused):
            typed_places(wrong, ports)

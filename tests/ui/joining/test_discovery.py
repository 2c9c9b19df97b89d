"""A shared event is found in the local network; what fails there is a remark. Only loopback is used."""

import socket
import subprocess
import sys
from queue import Queue
from threading import enumerate as threads
from uuid import UUID

import pytest

from tests.waiting import PATIENCE
from tournament.event.problem import Gravity, Problem
from tournament.language import LANGUAGES
from ui.joining.discovery import SERVICE, FoundEvent, announce, browse, read_service

EVENT = UUID("0198c0de-1111-7222-8333-444455556666")
LOOPBACK = ("127.0.0.1",)


def refuse(problem: Problem) -> None:
    raise AssertionError(problem)


@pytest.mark.thorough
def test_an_announced_event_is_found_until_it_ends() -> None:
    seen = Queue[tuple[FoundEvent, ...]]()
    before = set(threads())
    browsing = browse(seen.put, refuse, LOOPBACK)
    announcing = announce(
        EVENT,
        "Coupe 中 " * 30,
        8470,
        b"\x9f\x3a\x7c\x21" + bytes(28),
        LOOPBACK,
        refuse,
        LOOPBACK,
        computer="ada",
    )
    try:
        (found,) = seen.get(timeout=PATIENCE)
        announcing.close()
        assert seen.get(timeout=PATIENCE) == ()
    finally:
        announcing.close()
        browsing.close()
    assert (found.event, found.addresses, found.fingerprint_begin) == (EVENT, ("127.0.0.1:8470",), "9f3a7c21")
    assert found.name.startswith("Coupe 中 Coupe")
    assert found.computer == "ada"
    assert set(threads()) <= before, "none is left behind"


@pytest.mark.parametrize("start", ["browse", "announce"])
@pytest.mark.parametrize("error", [OSError(98, "Address already in use"), RuntimeError("No adapter found")])
def test_a_network_that_fails_is_a_remark(start: str, error: Exception, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("zeroconf.Zeroconf", fail)
    told = list[Problem]()
    if start == "browse":
        browse(lambda _: None, told.append).close()
    else:
        announce(EVENT, "Hall", 8470, bytes(32), (), told.append).close()
    (problem,) = told
    assert problem.gravity is Gravity.REMARK
    reason = getattr(error, "strerror", None) or str(error)
    assert all(reason in language.render(problem.text) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("port", "said"),
    [
        (8470, {}),
        (8470, {"event": "x", "fp": "9f3a7c21"}),
        (8470, {"event": str(EVENT), "fp": "9f3a"}),
        (8470, {"event": str(EVENT), "fp": b"\xff\xfe"}),
        (0, {"event": str(EVENT), "fp": "9f3a7c21"}),
        (8470, {"event": str(EVENT), "fp": None}),
    ],
)
def test_what_others_announce_is_no_event(port: int, said: dict) -> None:
    from zeroconf import ServiceInfo

    addresses = [socket.inet_aton("127.0.0.1")]
    info = ServiceInfo(SERVICE, f"x.{SERVICE}", port, properties=said, addresses=addresses)
    assert read_service(info) is None


def test_a_name_that_steers_the_screen_is_harmless() -> None:
    from zeroconf import ServiceInfo

    said = {"event": str(EVENT), "fp": "9F3A7C21", "name": "\u202e\x1b[2J" + "x" * 200, "host": "\x1b" + "y" * 200}
    info = ServiceInfo(SERVICE, f"x.{SERVICE}", 1, properties=said, parsed_addresses=["fe80::1", "::1"])
    found = read_service(info)
    assert found is not None
    assert found.name == "��[2J" + "x" * 95
    assert found.computer == "�" + "y" * 99
    assert found.addresses == ("[::1]:1",)
    assert found.fingerprint_begin == "9f3a7c21"


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    modules = "ui.joining.discovery, ui.joining.pinned, ui.joining.discovery, ui.server.admitted, ui.joining.key_file"
    code = (
        f"import sys, {modules}; sys.exit(bool({{'zeroconf', 'httpx', 'cryptography', 'asyncio'}} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

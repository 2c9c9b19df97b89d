"""A desk that sends a hundred wrong orders in each request, on many connections: the others are answered as before."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.client import HTTPSConnection
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.examples.keys import key_of, tls_of
from tests.tournament.sharing.fakes import FakeWaitingOrders
from tests.tournament.use_cases.events import drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.server.running import running
from tournament.event.role import EventRole
from tournament.rules.payment import Outcome
from tournament.sharing.invitation import split_address
from tournament.sharing.messages import MOST_ORDERS, Sync, encode, sent
from tournament.sharing.shared_book import SharedBook
from tournament.use_cases import CorrectHand
from tournament.use_cases.changes import Order, new_id
from ui.server.serving import ServedFile, Sharing

pytestmark = pytest.mark.thorough
_REQUESTS = 200


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServedFile]:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    with running(lambda fault, remark: ServedFile(drawn(), Sharing(), fault=fault, remark=remark)) as server:
        for name in ("north", "south"):
            certificate = key_of(name).certificate
            server._admitted.admit(
                name, "Ada", None, "127.0.0.1", datetime.now(UTC), key=EventRole.ORGANISER, certificate=certificate
            )
            server._tls.know([certificate])
        yield server


def question(server: ServedFile, orders: int) -> Sync:
    """One that brings no entries, with this many orders, each for a hand that does not exist."""
    records = [entry.record for entry in server._event.hosting._host.book.view.journal]
    asked = SharedBook(FakeStore(records), FakeWaitingOrders(), "north").question(None, "en")
    wrong = CorrectHand(1, 1, 99, Outcome(0, None, 8), "wrong")
    made = (Order((new_id(),), (wrong,), False, True, None, "Ada") for _ in range(orders))
    return replace(asked, orders=tuple(sent(each) for each in made))


def p99(server: ServedFile, content: bytes) -> float:
    """The slowest answer but one in a hundred, in seconds, at a desk that asks 50 times a second."""
    connection, times = HTTPSConnection(*split_address(server.invitation.addresses[0]), context=tls_of("south")), []
    for _ in range(_REQUESTS):
        began = time.perf_counter()
        connection.request("POST", "/sync", content)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
        times.append(time.perf_counter() - began)
        time.sleep(0.02)
    connection.close()
    return sorted(times)[_REQUESTS * 99 // 100]


@contextmanager
def flooded(server: ServedFile, folder: Path, content: bytes, connections: int) -> Iterator[None]:
    key, body = folder / "north.pem", folder / "north.json"
    key.write_text(key_of("north").pem)
    body.write_bytes(content)
    host, port = split_address(server.invitation.addresses[0])
    command = [sys.executable, "-m", "tests.ui.server.flood", host, str(port), str(key), str(body), str(connections)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline()
            yield
        finally:
            process.kill()


@pytest.mark.parametrize("connections", [1, 8])
def test_a_hundred_refused_orders_a_request_slow_nobody(server: ServedFile, tmp_path: Path, connections: int) -> None:
    south = encode(question(server, 0))
    before = p99(server, south)
    with flooded(server, tmp_path, encode(question(server, MOST_ORDERS)), connections):
        time.sleep(2)  # what a desk may ask for at once is used up
        flooded_p99 = min(p99(server, south) for _ in range(3))  # what else this machine does counts least
    print(f"p99 {before * 1000:.1f} ms, beside refused orders {flooded_p99 * 1000:.1f} ms")
    assert flooded_p99 <= 2 * before + 0.01  # a busy machine delays an answer by as much

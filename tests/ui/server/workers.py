"""Workers of one database, a proxy before them, and desks that ask through it."""

import json
import select
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from itertools import count

import httpx

from tests.examples.joining import request_to_join
from tests.examples.keys import key_of, tls_of
from tests.postgres_server import PostgresServer
from tests.tournament.sharing.fakes import FakeWaitingOrders
from tests.tournament.use_cases.events import drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.server.running import running
from tests.waiting import PATIENCE
from tournament.event.role import EventRole
from tournament.rules.payment import Outcome
from tournament.sharing.invitation import Invitation
from tournament.sharing.messages import News, decode_reply, encode
from tournament.sharing.shared_book import SharedBook
from tournament.storage.postgres import create_tables, put
from tournament.storage.postgres_desks import SharedDatabase
from tournament.storage.postgres_tables import grants
from tournament.use_cases import By, RecordHand, carry_out
from ui.server.database import DatabaseSharing, ServedDatabase


def new_database(postgres: PostgresServer, events: int = 1) -> str:
    """The URL of a database with ``events``, for an account that has only the rights of `grants`."""
    url = postgres.new_database()
    create_tables(url)
    role = f"hall_of_{url.rpartition('/')[2]}"
    postgres.run(f"CREATE ROLE {role} LOGIN", *grants(role), url=url)
    limited = postgres.url(url.rpartition("/")[2], role)
    for _ in range(events):
        put(limited, [entry.record for entry in drawn(FakeStore()).view.journal])
    return limited


def worker(url: str, sharing: DatabaseSharing | None = None) -> AbstractContextManager[ServedDatabase]:
    """A worker on a thread of its own."""
    how = sharing or DatabaseSharing()
    return running(lambda fault, remark: ServedDatabase(SharedDatabase(url), how, fault=fault, remark=remark))


_NOTHING_KEPT = httpx.Limits(max_keepalive_connections=0)
"""Each request has a connection of its own, which another worker may get."""


_WORKERS = 2
"""The most behind a proxy."""


class Desk:
    """A desk with a replica in memory, and a key for the event with this ``invitation``."""

    def __init__(self, address: str, name: str, invitation: Invitation, computer: str = "") -> None:
        self.book = SharedBook(FakeStore(), FakeWaitingOrders(), name)
        self.name, self.computer, self._invitation = name, computer or name, invitation
        self.client = httpx.Client(base_url=address, verify=tls_of(self.computer), timeout=30, limits=_NOTHING_KEPT)

    def join(self, ticket: bytes) -> httpx.Response:
        key, to = key_of(self.computer), self._invitation
        content = request_to_join(to.event, key, to.first_host, ticket, self.name)
        return httpx.post(self.client.base_url.join("/join"), verify=False, content=content, timeout=30)

    def record(self, hand: int, table: int = 1, winner: int = 0) -> str:
        """The id of the order."""
        by = By("Ada Sample", self.name, EventRole.ORGANISER)
        changes = carry_out(self.book, RecordHand(1, table, hand, Outcome(winner, 3, 8)), by=by, confirmed=True)
        return changes.entries[0].record.id

    def send(self) -> httpx.Response:
        return self.client.post("/sync", content=encode(self.book.question(None, "en")))

    def ask(self) -> News:
        answer = self.send()
        assert answer.status_code == 200, answer.text
        news = decode_reply(answer.content)
        assert isinstance(news, News), news
        self.book.take(news)
        return news

    def stream(self) -> Iterator[int]:
        """How many entries the journal has, whenever there is news."""
        with self.client.stream("GET", "/stream") as found:
            assert found.status_code == 200
            for line in found.iter_lines():
                if line.startswith("data: "):
                    yield json.loads(line.removeprefix("data: "))["entries"]


@contextmanager
def desk(address: str, name: str, invitation: Invitation, computer: str = "") -> Iterator[Desk]:
    """One that has joined, and has all that there is."""
    found = Desk(address, name, invitation, computer)
    with closing(found.client):
        answer = found.join(invitation.ticket)
        assert answer.status_code == 200, answer.text
        _ask_until_known(found)
        yield found


def _ask_until_known(desk: Desk) -> None:
    """Ask until every worker has heard that the desk joined: others end the connection until then."""
    until, answered = time.monotonic() + PATIENCE, 0
    while answered < _WORKERS:
        assert time.monotonic() < until
        try:
            desk.ask()
            answered += 1
        except httpx.TransportError:
            answered = 0
            time.sleep(0.02)


@contextmanager
def proxy(ports: Sequence[int]) -> Iterator[str]:
    """The address of a proxy that passes one connection after the other to workers on ``ports``, as they are.

    Where a worker cannot be reached, it asks the next one.
    """
    turns, ended = count(), threading.Event()

    def reached() -> socket.socket | None:
        for _ in ports:
            with suppress(OSError):
                return socket.create_connection(("127.0.0.1", ports[next(turns) % len(ports)]), 5)
        return None

    def pass_on(client: socket.socket) -> None:
        worker = reached()
        with client, worker or nullcontext():
            while worker is not None and not ended.is_set():
                ready, _, _ = select.select([client, worker], [], [], 0.1)
                for each in ready:
                    with suppress(OSError):
                        data = each.recv(65536)
                        (worker if each is client else client).sendall(data)
                        if data:
                            continue
                    return

    def accept() -> None:
        with suppress(OSError):
            while True:
                client, _ = listener.accept()
                threading.Thread(target=pass_on, args=(client,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=accept)
        thread.start()
        try:
            yield f"https://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            ended.set()
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
    thread.join()

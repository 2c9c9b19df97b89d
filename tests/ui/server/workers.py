"""Workers of one database, a proxy before them in the place of Caddy, and desks that ask through it."""

import json
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path

import httpx

from tests.postgres_server import PostgresServer
from tests.tournament.sharing.fakes import FakeWaitingOrders
from tests.tournament.use_cases.events import drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.server.running import running
from tournament.event.role import EventRole
from tournament.rules.payment import Outcome
from tournament.sharing.messages import PROTOCOL, News, decode_reply, encode
from tournament.sharing.shared_book import SharedBook
from tournament.storage.postgres import create_tables, put
from tournament.storage.postgres_desks import SharedDatabase
from tournament.storage.postgres_tables import grants
from tournament.use_cases import By, RecordHand, carry_out
from ui.server.database import DatabaseServer, DatabaseSharing


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


def worker(url: str, sharing: DatabaseSharing | None = None) -> AbstractContextManager[DatabaseServer]:
    """A worker on a thread of its own."""
    how = sharing or DatabaseSharing()
    return running(lambda fault, remark: DatabaseServer(SharedDatabase(url), how, fault=fault, remark=remark))


class Desk:
    """A desk with a replica in memory."""

    def __init__(self, address: str, name: str) -> None:
        self.book = SharedBook(FakeStore(), FakeWaitingOrders(), name)
        self.name = name
        self.client = httpx.Client(base_url=address, verify=False, timeout=30)

    def join(self, ticket: bytes, id: str = "") -> httpx.Response:
        body = {"protocol": PROTOCOL, "ticket": ticket.hex(), "desk": self.name, "author": "Ada Sample", "id": id}
        answer = self.client.post("/join", json=body)
        if answer.status_code == 200:
            self.client.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        return answer

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
def desk(address: str, name: str, ticket: bytes) -> Iterator[Desk]:
    """One that has joined, and has all that there is."""
    found = Desk(address, name)
    with closing(found.client):
        answer = found.join(ticket)
        assert answer.status_code == 200, answer.text
        found.ask()
        yield found


@contextmanager
def proxy(certificate: Path, ports: Sequence[int]) -> Iterator[str]:
    """The address of a proxy with TLS that gives one request after the other to workers on ``ports``.

    As Caddy does, it asks the next one where a worker cannot be reached, and answers 502 where it went away meanwhile.
    """
    turns = count()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {
                name: self.headers[name] for name in ("Authorization", "Accept-Language") if name in self.headers
            }
            headers["X-Forwarded-For"] = "192.0.2.7"
            for _ in ports:
                address = f"http://127.0.0.1:{ports[next(turns) % len(ports)]}{self.path}"
                try:
                    with httpx.stream(
                        self.command, address, content=content, headers=headers, timeout=30, trust_env=False
                    ) as found:
                        self._pass_on(found)
                except httpx.ConnectError:
                    continue
                except httpx.HTTPError:
                    self.send_error(502)
                return
            self.send_error(502)

        do_POST = do_GET  # noqa: N815  # as http.server calls it

        def _pass_on(self, found: httpx.Response) -> None:
            self.close_connection = True
            self.send_response(found.status_code)
            self.send_header("Connection", "close")
            self.end_headers()
            for piece in found.iter_raw():
                self.wfile.write(piece)

        def log_message(self, *_: object) -> None: ...

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None: ...

    server = Quiet(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"https://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        with suppress(OSError):
            server.server_close()
        thread.join()

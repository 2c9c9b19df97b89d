"""Phones at the tables, over HTTP: each code opens one sheet, and what is sent is written once or not at all."""

import asyncio
import re
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from urllib.parse import urlencode
from uuid import uuid4

import httpx
import pytest

from tests.tournament.use_cases.events import BY, SEATING, drawn, noon, players
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.server.running import running
from tournament.event.player import Player
from tournament.ledger.facts import HandProposed, ProposalConfirmed, RefereeCalled
from tournament.ledger.table_phones import ProposalState
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, Changes, CloseSheet, Command, RecordHand, StoreUnavailable, carry_out
from tournament.use_cases.commands import (
    AllowTableEntry,
    ChangePlayer,
    CloseSession,
    EndTableEntry,
    PublishResults,
    RedrawSessions,
    ReplacePlayer,
    RevokeTableLink,
    SwapPlayers,
)
from tournament.use_cases.table_entry import acceptances
from tournament.use_cases.table_links import table_token
from ui.public import app
from ui.public.app import PublicServer
from ui.server.serving import EventServer, Sharing

ALLOWED = AllowTableEntry("http://192.168.1.20:8080", bytes(range(32)))
WON = {"winner": "0", "source": "1", "points": "12"}
"""Hand 1 is won by A from B with 12 points."""


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(app, "_LOOK", 0.02)


class Hall:
    """A shared event in which players may type at the tables."""

    def __init__(self, server: EventServer, book: Book, client: httpx.Client) -> None:
        self.server, self.book, self.client = server, book, client

    def do(self, *commands: Command) -> None:
        """Do this at the desk of the host, in its thread as everything is there."""
        for command in commands:
            work = self.server._desks.hosting._thread.submit(
                lambda c=command: carry_out(self.book, c, by=BY, confirmed=True)
            )
            work.result(10)

    def code(self, session: int = 1, table: int = 1) -> str:
        return "/t/" + table_token(self.book.view, session, table)

    def post(self, code: str, action: str, fields: dict[str, str], **more: str) -> httpx.Response:
        sent = {"id": str(uuid4()), **fields}
        return self.client.post(f"{code}/{action}", data=sent, headers=more)

    def propose(self, code: str, seat: int, hand: int = 1, **fields: str) -> httpx.Response:
        return self.post(code, "propose", {"seat": str(seat), "hand": str(hand), **WON, **fields})


@contextmanager
def hall(book: Book | None = None, sharing: Sharing | None = None) -> Iterator[Hall]:
    book = drawn() if book is None else book
    if book.view.state.table_entry is None:
        carry_out(book, ALLOWED, by=BY)
    with (
        running(
            lambda fault, remark: EventServer(
                book,
                sharing or Sharing(public_port=0),
                public=lambda view, hosting: PublicServer(view, noon, fault, hosting),
                fault=fault,
                remark=remark,
            )
        ) as server,
        httpx.Client(base_url=f"http://{server.public_addresses[0]}") as client,
    ):
        yield Hall(server, book, client)


def test_a_hand_is_proposed_confirmed_accepted_and_seen_by_all_four() -> None:
    with hall() as here:
        code = here.code()
        assert here.propose(code, 0).headers["location"] == f"{code}?seat=0"
        (proposal,) = here.book.view.phones(1, 1).open
        assert (proposal.outcome, proposal.said_by) == (Outcome(0, 1, 12), (0,))
        entry = proposal.entry
        assert (entry.author, entry.record.desk) == (here.book.view.players[1].name, "phone of table 1")
        found = here.post(code, "confirm", {"seat": "2", "holder": "0", "proposal": proposal.id})
        assert (found.status_code, found.headers["location"]) == (303, f"{code}?seat=0")
        pages = [here.client.get(f"{code}?seat={seat}").text for seat in range(4)]
        assert all("+36" in page for page in pages)
        here.do(*acceptances(here.book.view, 1, 1))
        assert here.book.view.phones(1, 1).of(proposal.id).state is ProposalState.ACCEPTED  # type: ignore[union-attr]
        assert here.book.view.sheet(1, 1).scores == (44, -20, -12, -12) or here.book.view.sheet(1, 1).played == 1


def test_debug() -> None:
    with hall() as here:
        code = here.code()
        found = here.client.get(code)
        print(found.status_code, found.headers, found.text[:3000])
        found = here.propose(code, 0)
        print(found.status_code, found.text[-4000:])

"""Phones at the tables, over HTTP: each code opens one sheet, and what is sent is written once or not at all."""

import asyncio
import re
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from queue import Empty, Queue
from typing import TypeVar
from uuid import uuid4

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from tests.tournament.use_cases.events import BY, SEATING, A, B, C, D, drawn, noon, win
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.server.running import plain_client, running
from tests.waiting import PATIENCE
from tournament.event.player import Player, PublicName
from tournament.event.problem import Problem
from tournament.language import LANGUAGES
from tournament.ledger.facts import HandProposed
from tournament.ledger.table_phones import Proposal
from tournament.rules.payment import Outcome
from tournament.sharing.host import Host
from tournament.use_cases import Book, CloseSheet, Command, RecordHand, View, carry_out
from tournament.use_cases.commands import (
    AllowTableEntry,
    AnswerCall,
    CallReferee,
    CancelSessions,
    ChangePlayer,
    CloseSession,
    EndTableEntry,
    FreeSeats,
    RedrawSessions,
    RestoreSession,
    RevokeTableLink,
    SwapPlayers,
)
from tournament.use_cases.table_entry import acceptances, open_calls, table_token, table_tokens, waiting_tables
from ui.public import pages_mount, table_entry
from ui.public.event import PublicEvent
from ui.public.mounts import Answers
from ui.public.pages import PublicPages
from ui.public.table_entry import PhonesMount
from ui.server.hosting import Hosting
from ui.server.public_hosts import HeldPhone, PublicHosts
from ui.server.serving import ServedFile, Sharing
from ui.server.two_ports import ServedToAll

ALLOWED = AllowTableEntry("http://192.168.1.20:8080", bytes(range(32)))
WON = {"winner": "0", "source": "1", "points": "12"}
"""A wins from B with 12 points."""
NUMBERS = re.compile(r"(?<![\w-])(?:77|88)(?![\w-])")
"""Points of two tables, as they are shown; not as a part of an id."""
Found = TypeVar("Found")


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    for module in (pages_mount, table_entry):
        monkeypatch.setattr(module, "_LOOK", 0.02)


def cookie_of(phone: object) -> dict[str, str]:
    """The header by which a phone with this name is known; without a name, one without cookies."""
    return {"Cookie": f"quatre-vents-phone={phone!s:_>22}"} if phone != "" else {}


class Hall:
    """A shared event in which players may type at the tables."""

    def __init__(self, book: Book, client: httpx.Client) -> None:
        self.book, self.client = book, client

    def do(self, *commands: Command) -> None:
        """Do this at the desk of the host, which does nothing else meanwhile."""
        for command in commands:
            carry_out(self.book, command, by=BY, confirmed=True)

    def code(self, session: int = 1, table: int = 1) -> str:
        return "/t/" + table_token(self.book.view, session, table)

    def post(self, code: str, action: str, fields: dict[str, str], phone: str = "", **headers: str) -> httpx.Response:
        """Send a form from ``phone``; by default from that of the seat in it."""
        sent = {"id": str(uuid4()), **fields}
        cookie = cookie_of(phone or fields.get("seat", "0"))
        return self.client.post(f"{code}/{action}", data=sent, headers=cookie | headers)

    def page(self, code: str, phone: object) -> str:
        """The page of a sheet as this phone shows it."""
        return self.client.get(code, headers=cookie_of(phone)).text

    def propose(self, code: str, seat: int, hand: int = 1, phone: str = "", **fields: str) -> httpx.Response:
        return self.post(code, "propose", {"seat": str(seat), "hand": str(hand), **WON, **fields}, phone)

    @property
    def open(self) -> tuple[Proposal, ...]:
        return self.book.view.phones(1, 1).open


@contextmanager
def hall(book: Book | None = None, *, confirm_on_two: bool = False) -> Iterator[Hall]:
    book = drawn() if book is None else book
    if book.view.state.table_entry is None:
        carry_out(book, ALLOWED, by=BY)

    def made(fault: Callable[[Exception], None], remark: Callable[[Problem], None]) -> ServedFile:
        def public(view: Callable[[], View], hosting: Hosting) -> ServedToAll:
            return PublicEvent(view, noon, fault, hosting, hosts=lambda: PublicHosts(bytes(range(32))))

        sharing = Sharing(public_port=0, confirm_on_two=confirm_on_two)
        return ServedFile(book, sharing, public=public, fault=fault, remark=remark)

    with running(made) as server, plain_client(server.public_addresses[0]) as client:
        yield Hall(book, client)


@pytest.mark.parametrize("path", ["", "/calculate"])
def test_the_page_of_a_sheet_offers_every_language(path: str) -> None:
    with hall() as here:
        code = here.code()
        for language in LANGUAGES:
            assert f'<a href="{code}{path}?lang={language.code}"' in here.client.get(code + path).text
        found = here.client.get(f"{code}{path}?lang=fr")
        assert (found.status_code, found.headers["location"]) == (303, code + path)
        assert '<html lang="fr">' in here.client.get(code + path, headers={"Accept-Language": "zh"}).text
        assert here.client.get("/", headers={"Accept-Language": "zh"}).text.count('<html lang="fr"') == 1
        here.do(RevokeTableLink(1, 1))
        gone = here.client.get(code)
        assert (gone.status_code, f'<a href="{code}?lang=zh"' in gone.text) == (410, True)
        assert here.client.get(f"{code}?lang=zh").status_code == 303
        assert '<html lang="zh">' in here.client.get(code).text


def test_a_phone_with_a_proof_of_an_earlier_host_has_its_seat_and_its_name() -> None:
    """Though its cookie belongs to another address; its seat may have been freed, since the codes lead here now."""
    with hall() as here:
        code = here.code()
        table = f"{here.book.view.journal[0].id} 1 1"
        here.post(code, "seat", {"seat": "2"}, phone="before")
        proof = re.search('data-proof="([^"]+)"', here.page(code, "before"))
        assert proof is not None
        assert 'data-proof=""' in here.page(code, "another")
        device = here.book.view.phones(1, 1).seats[C]
        for freed in (False, True):
            if freed:
                here.do(FreeSeats(1, 1))
            before = len(here.book.view.journal)
            found = here.post(code, "moved", {"phone": proof[1]}, phone="a new cookie")
            assert (found.status_code, found.headers["location"]) == (303, code)
            assert f"Path={code};" in found.headers["set-cookie"]
            assert len(here.book.view.journal) == before + freed
            assert here.book.view.phones(1, 1).seats == ("", "", device, "")
        moved = {"Cookie": f"{cookie_of('a new cookie')['Cookie']}; quatre-vents-moved={proof[1]}"}
        fields = {"id": str(uuid4()), "seat": "2", "hand": "1", **WON}
        assert here.client.post(f"{code}/propose", data=fields, headers=moved).status_code == 303
        assert [each.fact.device for each in here.open] == [device]
        other = here.post(here.code(1, 2), "moved", {"phone": proof[1]}, phone="a new cookie")
        assert (other.status_code, "is not recognised here" in other.text) == (422, True)
        forged = PublicHosts(bytes(32)).held_phone(table, HeldPhone(device, 1))
        assert here.post(code, "moved", {"phone": forged}, phone="thief").status_code == 422
        assert 'data-proof=""' in here.client.get(code, headers={"Cookie": f"quatre-vents-moved={forged}"}).text


def test_a_seat_that_another_phone_took_meanwhile_stays_with_it() -> None:
    with hall() as here:
        code = here.code()
        here.post(code, "seat", {"seat": "2"}, phone="before")
        proof = re.search('data-proof="([^"]+)"', here.page(code, "before"))
        assert proof is not None
        here.do(FreeSeats(1, 1))
        here.post(code, "seat", {"seat": "2"}, phone="quicker")
        seats = here.book.view.phones(1, 1).seats
        assert here.post(code, "moved", {"phone": proof[1]}, phone="before").status_code == 303
        assert here.book.view.phones(1, 1).seats == seats


def test_a_call_of_a_phone_without_a_seat_is_one_of_somebody_at_the_table() -> None:
    with hall() as here:
        code, id = here.code(), str(uuid4())
        for _ in range(2):
            assert here.post(code, "call", {"seat": "2", "id": id}, phone="other").status_code == 303
        (call,) = here.book.view.phones(1, 1).calls
        assert (call.seat, call.entry.author, call.entry.record.desk) == (None,) + ("phone of table 1",) * 2
        assert "Somebody at this table called a referee." in here.page(code, "other")
        here.do(AnswerCall(1, 1, call.id))
        here.post(code, "seat", {"seat": "2"}, phone="other")
        assert here.post(code, "call", {"seat": "2", "id": id}, phone="other").status_code == 303, "sent again"
        assert here.post(code, "call", {"seat": "2"}, phone="other").status_code == 303
        second = here.book.view.phones(1, 1).calls[-1]
        assert (second.seat, second.entry.author) == (C, here.book.view.players[3].name)


def test_a_hand_is_proposed_confirmed_accepted_and_seen_by_all_four() -> None:
    with hall() as here:
        code = here.code()
        assert here.propose(code, A).headers["location"] == code
        (proposal,) = here.open
        assert (proposal.outcome, proposal.supporters) == (Outcome(A, B, 12), (A,))
        record = proposal.entry.record
        assert (record.author, record.desk) == (here.book.view.players[1].name, "phone of table 1")
        found = here.post(code, "confirm", {"seat": "2", "proposal": proposal.id})
        assert (found.status_code, found.headers["location"]) == (303, code)
        pages = [here.page(code, seat) for seat in range(4)]
        assert all("+36" in page and "−20" in page for page in pages)
        here.do(*acceptances(here.book.view, 1, 1))
        assert here.open == ()
        assert here.book.view.sheet(1, 1).hands[0].outcome == Outcome(A, B, 12)
        assert here.post(code, "call", {"seat": "3"}).status_code == 303
        assert here.book.view.phones(1, 1).open_call is not None


def test_every_page_in_every_language_says_what_a_browser_may_do() -> None:
    with hall() as here:
        code, known = here.code(), here.client.get("/").headers
        for path in (code, code.upper(), f"{code}?seat=1&hand=1", f"{code}/calculate"):
            for language in LANGUAGES:
                found = here.client.get(path, headers={"Accept-Language": language.code})
                assert found.status_code == 200, path
                assert f'<html lang="{language.code}">' in found.text
                assert found.headers["cache-control"] == "no-store"
                assert found.headers["referrer-policy"] == "same-origin"
                assert "form-action 'self'" in found.headers["content-security-policy"]
        assert "form-action 'none'" in known["content-security-policy"]
        worth = here.post(code, "calculate", WON | {"page": "calculate"})
        assert worth.status_code == 200
        assert "+36" in worth.text
        assert here.book.view.phones(1, 1).proposals == ()


def test_missing_or_improbable_values_are_reported_with_the_typed_form() -> None:
    with hall() as here:
        code = here.code()
        missing = here.propose(code, A, source="")
        assert missing.status_code == 422
        assert 'id="problems"' in missing.text
        assert 'value="12"' in missing.text, "what was typed is still there"
        assert here.post(code, "propose", WON | {"hand": "1"}).status_code == 422, "nobody says who holds the phone"
        assert here.propose(code, A, points="250").status_code == 422
        assert here.propose(code, A, points="7", sure="yes").status_code == 422
        assert here.propose(code, A, hand=2).status_code == 422
        assert here.post(code, "confirm", {"seat": "1", "proposal": "nothing"}).status_code == 422
        assert here.post(code, "call", {"id": "no uuid"}).status_code == 422
        assert here.book.view.phones(1, 1) == drawn().view.phones(1, 1)
        assert here.propose(code, A, points="250", sure="yes").status_code == 303


def test_what_is_sent_twice_is_written_once() -> None:
    with hall() as here:
        code, id = here.code(), str(uuid4())
        here.post(code, "seat", {"seat": "0"})
        before = len(here.book.view.journal)
        with ThreadPoolExecutor(4) as phones:
            found = list(phones.map(lambda _: here.propose(code, A, id=id).status_code, range(4)))
        assert set(found) == {303}
        assert len(here.book.view.journal) == before + 1
        here.do(RecordHand(1, 1, 1, Outcome(None)))
        assert here.propose(code, A, id=id).status_code == 303, "it was sent, and the answer was lost"
        assert len(here.book.view.phones(1, 1).proposals) == 1


def test_a_form_that_carries_the_id_of_another_entry_is_refused() -> None:
    with hall() as here:
        code, other = here.code(), here.code(1, 2)
        here.do(RecordHand(1, 2, 1, Outcome(None)))
        ids = {"an entry of a desk": here.book.view.journal[-1].id, "of another table": str(uuid4()),
               "another hand": str(uuid4()), "another result": str(uuid4()), "another phone": str(uuid4())}  # fmt: skip
        assert here.propose(other, A, hand=2, id=ids["of another table"]).status_code == 303
        assert here.propose(code, A, id=ids["another result"]).status_code == 303
        assert here.propose(code, A, hand=2, points="14", id=ids["another hand"]).status_code == 303
        assert here.post(code, "call", {"seat": "1", "id": ids["another phone"]}).status_code == 303
        before = here.book.view.fingerprint
        for why, sent in {
            "an entry of a desk": lambda given: here.propose(code, B, hand=3, points="15", id=given),
            "of another table": lambda given: here.propose(code, A, hand=3, points="15", id=given),
            "another hand": lambda given: here.propose(code, A, hand=3, points="15", id=given),
            "another result": lambda given: here.propose(code, A, id=given, points="13"),
            "another phone": lambda given: here.post(code, "call", {"seat": "2", "id": given}),
        }.items():
            found = sent(ids[why])
            assert found.status_code == 422, why
            assert "Something else was written with this id" in found.text, why
        assert here.book.view.fingerprint == before


def test_a_seat_belongs_to_the_phone_that_took_it() -> None:
    with hall() as here:
        code = here.code()
        assert "has another phone" not in here.page(code, "b")
        assert here.post(code, "seat", {"seat": "0"}, "a").headers["location"] == code
        assert "holds this phone" in here.page(code, "a")
        assert re.search(r'<button name="seat" value="0" disabled>.*?has another phone', here.page(code, "b"))
        (proposed,) = (here.propose(code, A, phone="a"), here.open)[1]
        for found in (
            here.post(code, "seat", {"seat": "0"}, "b"),
            here.propose(code, A, phone="b", points="13"),
            here.post(code, "confirm", {"seat": "0", "proposal": proposed.id}, "b"),
        ):
            assert found.status_code == 422
        assert "has another phone at this table" in here.propose(code, A, phone="b", points="13").text
        assert [each.supporters for each in here.open] == [(A,)]
        assert here.post(code, "seat", {"seat": "1"}, "a").status_code == 303, "who moves gives the first seat up"
        assert here.post(code, "seat", {"seat": "0"}, "b").status_code == 303
        here.do(FreeSeats(1, 1))
        assert 'class="mine"' not in here.page(code, "a")
        assert here.post(code, "seat", {"seat": "0"}, "c").status_code == 303
        assert here.propose(code, A, phone="c", hand=2, points="14").status_code == 303


def test_one_phone_in_two_seats_confirms_nothing_and_is_shown_as_one() -> None:
    with hall() as here:
        code = here.code()
        here.propose(code, A, phone="a")
        assert here.propose(code, C, phone="a").status_code == 303, "it moves to another seat, and says the same"
        (proposal,) = here.open
        assert here.post(code, "confirm", {"seat": "3", "proposal": proposal.id}, "a").status_code == 303
        (proposal,) = here.open
        assert (proposal.supporters, proposal.confirmed, proposal.same_phone) == ((A, C, D), (), (C, D))
        assert acceptances(here.book.view, 1, 1) == ()
        assert "on the same phone" in here.page(code, "b")
        assert here.post(code, "confirm", {"seat": "3", "proposal": proposal.id}, "d").status_code == 303
        (proposal,) = here.open
        assert (proposal.confirmed, proposal.same_phone) == ((D,), (C,))
        assert acceptances(here.book.view, 1, 1) == (RecordHand(1, 1, 1, Outcome(A, B, 12)),)


def test_a_phone_is_known_by_a_random_secret_that_is_nowhere_in_the_event() -> None:
    with hall() as here:
        code = here.code()
        cookie = here.client.get(code).headers["set-cookie"]
        secret = re.match(r"quatre-vents-phone=([\w-]{22}); HttpOnly; Max-Age=\d+; Path=/; SameSite=lax", cookie)
        assert secret is not None, cookie
        here.client.cookies.clear()
        assert here.client.get(code).headers["set-cookie"][:42] != cookie[:42]
        here.client.cookies.clear()
        for action, fields in (("propose", {"seat": "0", "hand": "1", **WON}), ("seat", {"seat": "0"})):
            found = here.client.post(f"{code}/{action}", data={"id": str(uuid4()), **fields})
            assert (found.status_code, "keeps no cookie" in found.text, "set-cookie" in found.headers) == (
                422,
                True,
                True,
            )
            here.client.cookies.clear()
        called = here.client.post(f"{code}/call", data={"id": str(uuid4()), "seat": "2"})
        assert called.status_code == 303, "a referee comes to whoever calls"
        for place in ((1, 1), (1, 2), (2, 1)):
            assert here.propose(here.code(*place), A, phone=secret[1]).status_code == 303
        written = [entry for entry in here.book.view.journal if isinstance(entry.fact, HandProposed)]
        names = [entry.fact.device for entry in written if isinstance(entry.fact, HandProposed)]
        assert len({*names}) == 3, "nobody can follow a phone from table to table"
        assert all(re.fullmatch(r"[0-9a-z]{8}", name) for name in names)
        assert not any(secret[1] in entry.record.content for entry in here.book.view.journal)


def test_two_phones_say_different_things_at_once_and_neither_is_lost() -> None:
    with hall() as here:
        code = here.code()
        with ThreadPoolExecutor(2) as phones:
            found = list(phones.map(lambda seat: here.propose(code, seat, points=str(10 + seat)).status_code, (A, B)))
        assert found == [303, 303]
        assert {each.outcome.points for each in here.open} == {10, 11}
        one, other = here.open
        for proposal in (one, other):
            here.post(code, "confirm", {"seat": "3", "proposal": proposal.id})
        assert [each.confirmed for each in here.open] == [(), (3,)]


def test_a_hand_that_the_desk_records_meanwhile_is_not_proposed_any_more() -> None:
    with hall() as here:
        code = here.code()
        win(here.book, 1, None)
        found = here.propose(code, A)
        assert found.status_code == 422
        assert here.book.view.phones(1, 1).proposals == ()


GONE: dict[str, tuple[Command, ...]] = {
    "the sheet is verified": (RecordHand(1, 1, 1, Outcome(None)), CloseSheet(1, 1)),
    "the session was yesterday": (CloseSession(1, "a power cut"),),
    "the table was drawn again": (RedrawSessions(replace(SEATING, sessions=SEATING.sessions[::-1]), 1),),
    "somebody else sits there": (SwapPlayers(1, 5, (1,)),),
    "a new code": (RevokeTableLink(1, 1),),
    "a new key": (AllowTableEntry(ALLOWED.address, bytes(32)),),
    "typing ended": (EndTableEntry(),),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("why", GONE)
def test_a_code_of_before_says_so_and_shows_nothing(why: str) -> None:
    with hall() as here:
        code = here.code()
        here.propose(code, A)
        here.do(*GONE[why])
        names = [player.last_name for player in here.book.view.players.values()]
        for found in (here.client.get(code), here.client.get(f"{code}/events"), here.propose(code, B)):
            assert found.status_code == 410
            assert not any(name in found.text for name in names)
        assert len(here.book.view.phones(1, 1).proposals) <= 1


def test_a_link_shows_only_its_own_sheet_which_is_not_public() -> None:
    with hall() as here:
        here.propose(here.code(), A, points="77")
        here.propose(here.code(1, 2), A, points="88")
        one, two = here.client.get(here.code()).text, here.client.get(here.code(1, 2)).text
        assert set(NUMBERS.findall(one)) == {"77"}
        assert set(NUMBERS.findall(two)) == {"88"}
        assert not any(f"Sample{number}" in one for number in (5, 6, 7, 8))
        token = here.code()[3:]
        for path in PublicPages(here.book.view, noon()).addresses:
            text = here.client.get(path).text
            assert not NUMBERS.findall(text), path
            assert token not in text, path
        for path in (f"/t/{token[:-1]}", "/t/", "/t/1-1-", f"/t/{token}/x", f"/t/{token.replace('1-1', '1-2', 1)}"):
            found = here.client.get(path)
            assert (found.status_code, found.text) == (404, here.client.get("/nothing").text), path


class Direct:
    """A host that is asked in the same thread."""

    def __init__(self, book: Book) -> None:
        self.host, self.asked = Host(book), 0

    async def do(self, work: Callable[[Host], Found]) -> Found:
        self.asked += 1
        return work(self.host)


async def nothing(_request: Request) -> Response:
    """What answers for a code that opens nothing."""
    return Response(status_code=404)


def test_thousands_of_wrong_codes_slow_nobody_who_has_a_right_one() -> None:
    book, faults = drawn(), list[Exception]()
    carry_out(book, ALLOWED, by=BY)
    host = Direct(book)

    async def guess() -> list[Response]:
        tables = PhonesMount(host, lambda: book.view, Answers(faults.append), nothing, "")
        await tables.look()
        mount = tables.routes[0]
        assert isinstance(mount, Mount)
        show = mount.routes[0]
        assert isinstance(show, Route)

        async def get(token: str) -> Response:
            scope = {"type": "http", "method": "GET", "path": f"/t/{token}", "query_string": b"", "headers": []}
            hall = {"client": ("192.168.1.77", 1)}  # one address has all phones of a hall
            found: Response = await show.endpoint(Request({**scope, **hall, "path_params": {"token": token}}))
            return found

        assert (await get(table_token(book.view, 1, 1))).status_code == 200
        before = host.asked
        answers = [await get(f"1-1-{number:016d}") for number in range(5000)]
        assert host.asked - before == sum(each.status_code == 404 for each in answers) < 10
        assert (await get(table_token(book.view, 1, 1))).status_code == 200
        assert (await get(table_token(book.view, 1, 2))).status_code == 200, "also one that was never used before"
        tables.close()
        return answers

    answers = asyncio.run(guess())
    assert {each.status_code for each in answers} == {404, 429}
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert faults == []


@pytest.mark.parametrize("why", GONE)
def test_a_code_that_ends_while_a_form_is_on_its_way_says_so(why: str) -> None:
    book, faults = drawn(), list[Exception]()
    carry_out(book, ALLOWED, by=BY)

    class Late(Direct):
        async def do(self, work: Callable[[Host], Found]) -> Found:
            if self.asked == 1:
                for command in GONE[why]:
                    carry_out(book, command, by=BY, confirmed=True)
            return await super().do(work)

    async def send() -> httpx.Response:
        tables = PhonesMount(Late(book), lambda: book.view, Answers(faults.append), nothing, "")
        async with httpx.AsyncClient(transport=httpx.ASGITransport(Starlette(routes=tables.routes))) as client:
            code = f"http://hall/t/{table_token(book.view, 1, 1)}/propose"
            form = {"id": str(uuid4()), "seat": "0", "hand": "1", **WON}
            answer = await client.post(code, data=form, headers=cookie_of(A))
        tables.close()
        return answer

    assert asyncio.run(send()).status_code == 410
    assert faults == []
    assert book.view.journal.number("session-1/table-1/phones") == (why == "a new code")


def test_a_table_that_sends_too_much_waits_and_others_do_not() -> None:
    with hall() as here:
        code = here.code()
        found = [here.post(code, "calculate", WON).status_code for _ in range(30)]
        assert found[:20] == [200] * 20
        assert 429 in found
        assert here.propose(here.code(1, 2), A).status_code == 303


@pytest.mark.parametrize("head", ["Content-Length: 1073741824", "Transfer-Encoding: chunked", "Content-Length: x"])
def test_a_large_request_is_refused_early(head: str) -> None:
    with hall() as here:
        url = here.client.base_url
        with socket.create_connection((url.host, url.port or 80), timeout=10) as connection:
            connection.sendall(f"POST {here.code()}/propose HTTP/1.1\r\nHost: hall\r\n{head}\r\n\r\n".encode())
            try:
                while head.startswith("Transfer"):
                    connection.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")
            except OSError:
                return  # it was cut off
            answer = connection.recv(4096)
            assert answer.startswith((b"HTTP/1.1 413", b"HTTP/1.1 400"))
        assert here.client.get(here.code()).status_code == 200


def test_a_form_of_another_site_is_refused() -> None:
    with hall() as here:
        code, own = here.code(), str(here.client.base_url).rstrip("/")
        for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
            assert here.post(code, "call", {"seat": "0"}, **headers).status_code == 403
        assert here.client.post(f"{code}/call", json={"seat": 0}).status_code == 415
        assert here.client.post(f"{code}/call", data={f"x{number}": "1" for number in range(300)}).status_code == 400
        assert here.book.view.phones(1, 1).calls == ()
        same = {"Origin": own, "Sec-Fetch-Site": "same-origin"}
        assert here.post(code, "call", {"seat": "0"}, **same).status_code == 303


def test_names_are_text() -> None:
    with hall() as here:
        here.do(ChangePlayer(Player(1, "<script>alert(1)</script>", "A&B", "FR")))
        here.propose(here.code(), A)
        text = here.client.get(f"{here.code()}?seat=0").text
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
        for fields in ({"tiles": "<b>x"}, {"points": "<b>9"}, {"winner": "<b>"}, {"proposal": "<b>"}):
            assert "<b>x" not in here.post(here.code(), "calculate", WON | fields).text


def test_nothing_is_saved_while_the_disk_is_full() -> None:
    store = FakeStore()
    with hall(drawn(store)) as here:
        code, id = here.code(), str(uuid4())
        store.failing = True
        found = here.propose(code, A, id=id)
        assert found.status_code == 503
        assert 'value="12"' in found.text
        assert here.book.view.phones(1, 1).proposals == ()
        store.failing = False
        assert here.propose(code, A, id=id).status_code == 303


def test_with_confirm_on_two_a_phone_hears_saved_only_after_the_second_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_entry, "_PATIENCE", 0.2)
    with hall(confirm_on_two=True) as here:
        code, id = here.code(), str(uuid4())
        assert [here.propose(code, A, id=id).status_code for _ in range(2)] == [503, 503]
        assert len(here.book.view.phones(1, 1).proposals) == 1


def test_only_phones_of_the_same_table_are_notified() -> None:
    book = drawn()
    win(book, 1, None)
    with hall(book) as here:
        told: dict[int, Queue[str]] = {1: Queue(), 2: Queue()}

        def listen(table: int) -> None:
            try:
                with here.client.stream("GET", f"{here.code(1, table)}/events", timeout=PATIENCE) as stream:
                    for line in stream.iter_lines():
                        if line.startswith("data: "):
                            told[table].put(line)
            except httpx.HTTPError:
                pass  # the server has ended

        threads = [threading.Thread(target=listen, args=(table,)) for table in told]
        for thread in threads:
            thread.start()
        for queue in told.values():
            queue.get(timeout=PATIENCE)
        here.propose(here.code(), A, hand=2)
        told[1].get(timeout=PATIENCE)
        win(here.book, 2, None)
        told[1].get(timeout=PATIENCE)
        with pytest.raises(Empty):
            told[2].get(timeout=0.2)
        here.do(CloseSession(1, "a power cut"))
        told[2].get(timeout=PATIENCE)
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_the_phones_of_a_cancelled_session_say_so_and_those_of_others_go_on() -> None:
    with hall() as here:
        code, later = here.code(1, 1), here.code(2, 1)
        assert here.propose(code, A).status_code == 303
        here.do(CallReferee(1, 1, 0), CancelSessions((1,), "a power cut"))
        for found in (here.client.get(code), here.propose(code, A), here.post(code, "call", {"seat": "1"})):
            assert found.status_code == 410
            assert "This session is cancelled." in found.text
        view = here.book.view
        assert not {token for token in table_tokens(view) if token.startswith("1-")}
        assert table_tokens(view)
        assert (waiting_tables(view), open_calls(view)) == ((), ())
        assert here.propose(later, A).status_code == 303
        here.do(RestoreSession(1))
        assert here.client.get(code).status_code == 200
        assert here.book.view.phones(1, 1).open_call is not None


def test_without_a_host_there_are_no_tables() -> None:
    book = drawn()
    carry_out(book, ALLOWED, by=BY)
    with running(
        lambda fault, remark: ServedFile(
            book,
            Sharing(public_port=0),
            public=lambda view, _hosting: PublicEvent(view, noon, fault),
            fault=fault,
            remark=remark,
        )
    ) as server:
        found = httpx.get(f"http://{server.public_addresses[0]}/t/{table_token(book.view, 1, 1)}")
        assert found.status_code == 404


def test_the_players_of_a_table_read_public_names() -> None:
    book = drawn()
    shy = Player(1, "Quillona", "Wexlarch", public=PublicName.NICKNAME, nickname="Tiger")
    carry_out(book, ChangePlayer(shy), by=BY)
    carry_out(book, ChangePlayer(replace(book.view.players[2], public=PublicName.HIDDEN)), by=BY)
    with hall(book) as own:
        code = own.code()
        before = own.page(code, "")
        taken = own.post(code, "seat", {"seat": "0"})
        own.propose(code, 0)
        seen = "".join((before, taken.text, *(own.page(code, seat) for seat in range(4))))
    assert "Tiger" in seen
    assert "#2" in seen
    assert not any(secret in seen for secret in ("Quillona", "Wexlarch", "First2", "Sample2"))
    assert "First3" in seen

"""Whole sessions of browsers, request by request, compared with reviewed transcripts.

In a transcript a line that begins with ``$`` is a request, or the name of what is done at the desk in between; what
follows is the answer with its headers and its body, where a long line is written once. After the address a request has
its headers as ``Name:value`` and the fields of its form as ``name=value``. ``--update-golden`` writes them again.
"""

import asyncio
import json
import re
import shlex
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import httpx
import pytest

from tests.browser.sites import cup, nobody, season
from tests.examples.events import PRINTED
from tests.examples.logos import plain
from tests.tournament.use_cases.events import BY, drawn, noon, punish
from tests.tournament.use_cases.streams import streamed, win_with_tiles
from tournament.event.format import EventFormat
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.sharing.host import Host
from tournament.use_cases import Book, CloseSheet, GivePenalty, RecordHand, RecordTotals, View, carry_out
from tournament.use_cases.commands import (
    AllowTableEntry,
    CancelSessions,
    ChangeLogo,
    ChangeSettings,
    CorrectHand,
    PublishResults,
    StartClock,
)
from tournament.use_cases.table_entry import table_token
from ui.hall.ceremony import begin_ceremony, forward
from ui.hall.hall_state import CeremonyPlan, HallScreen, HallState, Scheme, ScreenContent
from ui.hall.hall_store import save_hall
from ui.public import screens
from ui.public.event import PublicEvent
from ui.public.events import PublicEvents

TRANSCRIPTS = Path(__file__).parent / "transcripts"
Found = TypeVar("Found")
_ALIKE = (
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b"), "ID"),
    (re.compile(r"(/[tT]/\d+-\d+)-[0-9A-Za-z_-]{16}\b"), r"\1-CODE"),
    (re.compile(r"(?<=etag: )\"[0-9a-f]{32}\""), "TAG"),
    (re.compile(r"(\.(?:css|js|png|svg)\?(?:v=)?)[0-9a-f]{8}\b"), r"\1STAMP"),
    (re.compile(r'(data-version=")\d+'), r"\1NUMBER"),
    (re.compile(r'(data-program=")[0-9a-f]{8}'), r"\1STAMP"),
    (re.compile(r"(?<=content-length: )\d+"), "LENGTH"),
    (re.compile(r"(?<=quatre-vents-phone=)[\w-]{22}"), "SECRET"),
    (re.compile(r"<svg .*?</svg>", re.DOTALL), "<svg/>"),
    (re.compile(r"(data:[a-z/+;0-9]+,)[^\"' ]+"), r"\1DATA"),
)
"""Parts of an answer that are others each time or with each drawing, and what is written for them."""
_LONG = 600
"""Characters of a line from which it is written once in a transcript; then only its beginning."""


class Desk(Host):
    """A host that does in the same thread what phones ask for."""

    async def do(self, work: Callable[[Host], Found]) -> Found:
        return work(self)


class ViewedOnly:
    """A book that nobody writes."""

    def __init__(self, view: View) -> None:
        self.view = view


def _with_logo() -> Book:
    book = streamed()
    carry_out(book, ChangeLogo(plain(256, 256)), by=BY)
    settings = replace(book.view.settings, city="Exempleville", starts=date(2026, 6, 13), ends=date(2026, 6, 14))
    carry_out(book, ChangeSettings(settings), by=BY)
    win_with_tiles(book)
    return book


def _phones(rules: str = "mcr") -> Book:
    book = drawn(rules=rules)
    carry_out(book, AllowTableEntry("http://192.168.1.20:8080", bytes(range(32))), by=BY)
    return book


def _screens() -> Book:
    """One screen of each content, and one of them all in French, light and with a message of its own."""
    book = drawn()
    for session in (1, 2):
        for table in (1, 2):
            carry_out(book, RecordTotals(session, table, (40, 10, -10, -40)), by=BY)
    carry_out(book, PublishResults(1), by=BY)
    ceremony = forward(book.view, forward(book.view, begin_ceremony(book.view, CeremonyPlan())))
    each = tuple(HallScreen(content.value, (content,)) for content in ScreenContent)
    all_of_them = HallScreen("Salle 1/2", tuple(ScreenContent), scheme=Scheme.LIGHT, language="fr", message="Table <3>")
    save_hall(HallState(book.view.journal[0].id, (*each, all_of_them), message="Lunch\nat noon", ceremony=ceremony))
    return book


def _clock() -> Book:
    book = drawn()
    save_hall(HallState(book.view.journal[0].id, (HallScreen("Hall", (ScreenContent.CLOCK,)),)))
    return book


def _hong_kong() -> Book:
    book = streamed("hong-kong")
    win_with_tiles(book)
    return book


EVENTS: Mapping[str, Callable[[], Book | ViewedOnly]] = {
    "clock": _clock,
    "cup": lambda: ViewedOnly(cup()),
    "events": streamed,
    "club": lambda: ViewedOnly(season(EventFormat.CLUB)),
    "hong-kong": _hong_kong,
    "league": lambda: ViewedOnly(season(EventFormat.LEAGUE)),
    "nobody": lambda: ViewedOnly(nobody()),
    "phones": _phones,
    "phones-riichi": lambda: _phones("riichi-ema-2025"),
    "phones-values": lambda: _phones("french-classical-advanced"),
    "screens": _screens,
    "streamed": _with_logo,
}
"""What the first line of a transcript names."""


def _corrected(book: Book) -> None:
    carry_out(book, CorrectHand(1, 1, 1, Outcome(0, 3, 24), "read again"), by=BY)
    carry_out(book, GivePenalty(1, 1, Charge(2, points=10, reason="spoke")), by=BY)


DESK: Mapping[str, Callable[[Book], object]] = {
    "records hand 1": lambda book: carry_out(book, RecordHand(1, 1, 1, Outcome(0, 2, 24)), by=BY),
    "records a drawn hand": lambda book: carry_out(book, RecordHand(1, 1, 2, Outcome(None)), by=BY, confirmed=True),
    "corrects hand 1": _corrected,
    "punishes player 2": lambda book: punish(book, 1, "late", minutes=12),
    "starts the clock": lambda book: carry_out(book, StartClock(1), by=BY),
    "plays hand 1 of the streamed table": win_with_tiles,
    "publishes all": lambda book: carry_out(book, PublishResults(2), by=BY, confirmed=True),
    "verifies the sheet": lambda book: carry_out(book, CloseSheet(1, 1), by=BY, confirmed=True),
    "cancels the session": lambda book: carry_out(book, CancelSessions((1,), "a power cut"), by=BY, confirmed=True),
}


class At:
    """The clock of the hall, which stands still."""

    ahead = timedelta(0)

    def __init__(self, *_words: object, **_named: object) -> None:
        pass

    def __call__(self) -> datetime:
        return noon() + timedelta(minutes=30)


@dataclass
class Session:
    """Browsers of one event; each request is answered by a server that begins with what there is now."""

    book: Book | ViewedOnly
    many: bool
    themes: Mapping[str, Path]
    faults: list[Exception]
    _codes: dict[tuple[int, int], str] = field(default_factory=dict)
    """The code of each table that was asked for."""

    @asynccontextmanager
    async def client(self) -> AsyncIterator[httpx.AsyncClient]:
        server: PublicEvent | PublicEvents
        phones = Desk(self.book) if isinstance(self.book, Book) else None
        if self.many:
            server = PublicEvents(lambda: PRINTED, self.faults.append)
            for event, view in (("one", self.book.view), ("two", nobody())):
                assert phones is not None
                server.add(event, lambda view=view: view, phones)  # type: ignore[misc] # bound now
        else:
            server = PublicEvent(
                lambda: self.book.view, lambda: PRINTED, self.faults.append, phones, themes=self.themes
            )
        transport = httpx.ASGITransport(server.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://hall") as client:
            yield client
        server.close()

    async def answer(self, words: list[str]) -> list[str]:
        """The lines of the answer to one request."""
        method, path, *rest = words
        headers = dict(each.split(":", 1) for each in rest if re.match(r"[A-Z][A-Za-z-]*:", each))
        fields: dict[str, list[str]] = {}
        for name, _, value in (each.partition("=") for each in rest if not re.match(r"[A-Z][A-Za-z-]*:", each)):
            fields.setdefault(name, []).append(self._expanded(value))
        async with self.client() as client:
            if headers.get("If-None-Match") == "TAG":
                headers["If-None-Match"] = (await client.get(path, headers=headers)).headers["etag"]
            address = re.sub(r"(?<=/[tT]/)(\d)-(\d)(?=[/?]|$)", self._code, path)
            headers = {"User-Agent": "none", "Accept-Encoding": "identity", **_phone(path, fields), **headers}
            found = await client.request(method, address, data=fields, headers=headers)
        if "allow" in found.headers:  # a set of the framework
            found.headers["allow"] = ", ".join(sorted(found.headers["allow"].split(", ")))
        head = [f"{name}: {value}" for name, value in found.headers.items()]
        return [f"{found.status_code} {found.reason_phrase}", *head, *_body(found)]

    def _code(self, found: re.Match[str]) -> str:
        place = int(found[1]), int(found[2])
        if place not in self._codes:
            self._codes[place] = table_token(self.book.view, *place)
        return self._codes[place]

    def _expanded(self, value: str) -> str:
        return self.book.view.phones(1, 1).open[0].id if value == "PROPOSAL" else value


def _phone(path: str, fields: Mapping[str, list[str]]) -> dict[str, str]:
    """The cookie of the phone whose player a request names; nothing for a phone that comes for the first time."""
    seat = re.search(r"[?&]seat=([0-3])", path)
    named = [seat[1]] if seat is not None else fields.get("seat", [])
    return {"Cookie": f"quatre-vents-phone={named[0]:_>22}"} if named else {}


def _body(found: httpx.Response) -> Iterator[str]:
    kind = found.headers.get("content-type", "")
    if "json" in kind:
        yield from json.dumps(found.json(), indent=1, ensure_ascii=False).splitlines()
    elif kind.startswith(("text/html", "text/plain")):
        yield from (line.rstrip() for line in found.text.splitlines() if line.strip())
    elif found.content:
        yield f"({kind})"


def _requests(lines: Iterable[str]) -> Iterator[str]:
    yield from (line.removeprefix("$ ") for line in lines if line.startswith("$ "))


async def _played(session: Session, requests: Iterable[str]) -> list[str]:
    found: list[str] = []
    long: set[str] = set()
    for request in requests:
        found += ["", f"$ {request}"]
        if request.startswith("desk "):
            assert isinstance(session.book, Book)
            DESK[request.removeprefix("desk ")](session.book)
            continue
        text = "\n".join(f" {line}" for line in await session.answer(shlex.split(request)))
        for pattern, instead in _ALIKE:
            text = pattern.sub(instead, text)
        for line in text.split("\n"):
            found.append(f"{line[:80]}… as above" if line in long else line)
            if len(line) > _LONG:
                long.add(line)
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", sorted(TRANSCRIPTS.glob("*.txt")), ids=lambda path: path.stem)
def test_browsers_are_answered_as_reviewed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(screens, "EventTime", At)
    monkeypatch.setenv("TZ", "UTC")
    if hasattr(time, "tzset"):
        time.tzset()
    style = tmp_path / "club.css"
    style.write_text(":root { --accent: #f0f }", encoding="utf-8")
    faults: list[Exception] = []
    session = Session(EVENTS[path.stem](), path.stem == "events", {"club": style}, faults)
    reviewed = path.read_text(encoding="utf-8").split("\n")
    text = "\n".join([reviewed[0], *asyncio.run(_played(session, _requests(reviewed)))]) + "\n"
    if request.config.getoption("--update-golden"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
    assert not faults

"""Streams of news beyond the limits are refused, each kind by itself; and what a stream says."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp, Scope

from tests.tournament.use_cases.events import BY, noon
from tests.tournament.use_cases.streams import streamed
from tests.ui.public.test_transcripts import Desk
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, RecordHand, carry_out
from tournament.use_cases.commands import AllowTableEntry
from tournament.use_cases.table_entry import table_token
from ui.public import overlays, pages_mount, screens, table_entry
from ui.public.event import PublicEvent
from ui.public.overlays import Overlays, streamed_overlays
from ui.public.pages import PublicPages
from ui.public.table_entry import PhonesMount


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    for module in (pages_mount, overlays, screens, table_entry):
        monkeypatch.setattr(module, "_MOST_STREAMS", 2)
    book = streamed()
    carry_out(book, AllowTableEntry("http://192.168.1.20:8080", bytes(range(32))), by=BY)
    return book


class Browser:
    """Who listens at an address until they leave."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.status, self.headers, self.said = 0, dict[str, str](), b""
        self._leaving = asyncio.Event()
        self._answered = asyncio.Event()
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
        self.task = asyncio.create_task(self._run(app, scope))

    async def _run(self, app: ASGIApp, scope: Scope) -> None:
        await app(scope, self._receive, self._send)

    async def _receive(self) -> dict[str, Any]:
        await self._leaving.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            self.said += message["body"]
            self._answered.set()

    async def answered(self) -> "Browser":
        """This browser, once something has arrived."""
        async with asyncio.timeout(10):
            await self._answered.wait()
        return self

    async def leave(self) -> None:
        self._leaving.set()
        async with asyncio.timeout(10):
            await self.task


def opened(book: Book, path: str, work: Callable[[PublicEvent, Callable[[], Browser]], Any]) -> None:
    faults: list[Exception] = []

    async def run() -> None:
        server = PublicEvent(lambda: book.view, noon, faults.append, Desk(book))
        browsers: list[Browser] = []

        def come() -> Browser:
            browsers.append(Browser(server.app, path))
            return browsers[-1]

        await work(server, come)
        server.finish_streams()
        for each in browsers:
            with suppress(asyncio.CancelledError):
                await each.leave()
        server.close()

    asyncio.run(run())
    assert not faults


@pytest.mark.parametrize("path", ["/events", "/overlay/events", "/screen-events", "/t/2-1/events"])
def test_a_further_stream_waits_until_one_ends(book: Book, path: str) -> None:
    path = path.replace("2-1", table_token(book.view, 2, 1))
    full = 429 if path.startswith("/t/") else 503

    async def work(_server: PublicEvent, come: Callable[[], Browser]) -> None:
        first, second = await come().answered(), await come().answered()
        assert [each.status for each in (first, second)] == [200, 200]
        assert first.headers["content-type"].startswith("text/event-stream")
        for _ in range(2):
            refused = await come().answered()
            assert (refused.status, refused.headers["retry-after"]) == (full, "30")
        await first.leave()
        assert (await come().answered()).status == 200
        assert (await come().answered()).status == full

    opened(book, path, work)


def test_a_table_counts_its_news_from_0(book: Book) -> None:
    async def work(server: PublicEvent, come: Callable[[], Browser]) -> None:
        phones = next(each for each in server._mounts if isinstance(each, PhonesMount))

        async def hears(version: int) -> None:
            phone = await come().answered()
            assert phone.said == f"event: version\ndata: {version}\n\n".encode()
            await phone.leave()

        listening = await come().answered()
        assert listening.said == b"event: version\ndata: 0\n\n"
        for version in (1, 2):
            carry_out(book, RecordHand(2, 1, version, Outcome(None)), by=BY)
            await phones.look()
            await hears(version)
        await phones.look()
        await hears(2)

    opened(book, f"/t/{table_token(book.view, 2, 1)}/events", work)


def test_browsers_ask_for_a_page_over_a_time_that_grows_with_their_number(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages_mount, "_MOST_STREAMS", 9)
    monkeypatch.setattr(pages_mount, "_MOST_SPREAD", 5)

    async def work(server: PublicEvent, come: Callable[[], Browser]) -> None:
        for spread in (2, 4, 5, 5):
            said = (await come().answered()).said.decode()
            version = f"event: version\ndata: {server.pages.version}\n\n"
            assert said == f"event: spread\ndata: {spread}\n\n{version}"

    opened(book, "/events", work)


def test_an_overlay_is_made_once_and_so_many_are_kept(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlays, "_MOST_KEPT", 3)
    found = Overlays(streamed_overlays(book.view), PublicPages(book.view, noon()), {})

    def page(places: int) -> object:
        return found.answer("1", {"places": str(places)}, "en")

    pages = [page(places) for places in (1, 2, 3)]
    assert all(page(places) is kept for places, kept in enumerate(pages, start=1))
    fourth = page(4)
    assert page(4) is fourth
    assert page(3) is not pages[2], "all were given up"

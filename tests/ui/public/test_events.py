"""Several events at one public address: a list of them, and each under a path of its own."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import httpx
import pytest

from tests.tournament.use_cases.events import BY, drawn, noon
from tests.waiting import PATIENCE
from tournament.language import LANGUAGES
from tournament.sharing.host import Host
from tournament.use_cases import Book, RecordTotals, carry_out
from tournament.use_cases.commands import ChangeSettings, PublishResults
from ui.public import events, pages_mount
from ui.public.events import PublicEvents

Found = TypeVar("Found")
"""Seconds after which a test gives up."""


class Phones:
    """Carries out at once what the phones of an event ask for."""

    def __init__(self, book: Book) -> None:
        self._host = Host(book)

    async def do(self, work: Callable[[Host], Found]) -> Found:
        return work(self._host)


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(pages_mount, "_LOOK", 0.02)
    monkeypatch.setattr(events, "_LOOK", 0.02)


def named(name: str) -> Book:
    book = drawn()
    carry_out(book, ChangeSettings(replace(book.view.settings, name=name)), by=BY)
    return book


def publish(book: Book) -> None:
    for table in (1, 2):
        carry_out(book, RecordTotals(1, table, (40, 10, -10, -40)), by=BY)
    carry_out(book, PublishResults(1), by=BY)


def add(server: PublicEvents, **books: Book) -> None:
    for event, book in books.items():
        server.add(event, lambda book=book: book.view, Phones(book))  # type: ignore[misc] # bound now


@pytest.fixture
def faults() -> Iterator[list[Exception]]:
    """What the program did wrong: nothing."""
    found = list[Exception]()
    yield found
    assert not found


@asynccontextmanager
async def browser(server: PublicEvents):
    """A browser of all events, which are followed meanwhile."""
    following = asyncio.create_task(server.follow())
    transport = httpx.ASGITransport(server.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://hall") as client:
        yield client
    server.finish_streams()
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following
    server.close()


def ask(server: PublicEvents, work: Callable[[httpx.AsyncClient], Awaitable[None]]) -> None:
    async def run() -> None:
        async with browser(server) as client:
            await work(client)

    asyncio.run(run())


async def shows_points(client: httpx.AsyncClient, event: str) -> bool:
    """Whether the first page of an event has results, with some patience."""
    for _ in range(50 * int(PATIENCE)):
        if "Table points" in (await client.get(f"/e/{event}/")).text:
            return True
        await asyncio.sleep(0.02)
    return False


def test_the_list_names_every_event_in_every_language_and_links_to_it(faults: list[Exception]) -> None:
    server = PublicEvents(noon, faults.append)
    add(server, two=named("Winter & Cup"), one=named("Autumn Cup"))

    async def look(client: httpx.AsyncClient) -> None:
        for language in LANGUAGES:
            found = await client.get("/", headers={"Accept-Language": language.code})
            assert found.status_code == 200
            assert f'<html lang="{language.code}">' in found.text
            assert found.text.index("Autumn Cup") < found.text.index("Winter &amp; Cup")
            for event in ("one", "two"):
                assert f'href="/e/{event}/"' in found.text
        assert "There is no such page" not in (await client.get("/")).text
        same = await client.get("/", headers={"If-None-Match": (await client.get("/")).headers["etag"]})
        assert same.status_code == 304

    ask(server, look)


def test_each_event_has_its_own_pages_and_no_page_leads_to_another_event(faults: list[Exception]) -> None:
    server = PublicEvents(noon, faults.append)
    add(server, one=named("Autumn Cup"), two=named("Winter Cup"))

    async def look(client: httpx.AsyncClient) -> None:
        for event, own, other in (("one", "Autumn Cup", "Winter Cup"), ("two", "Winter Cup", "Autumn Cup")):
            bare = await client.get(f"/e/{event}")
            assert (bare.is_redirect, bare.headers["location"]) == (True, f"/e/{event}/")
            found = await client.get(f"/e/{event}/")
            assert found.status_code == 200
            assert own in found.text
            assert other not in found.text
            links = {each.split('"')[0] for each in found.text.split('href="')[1:]}
            assert all(each.startswith((f"/e/{event}/", "data:", "?lang=")) for each in links), links
            assert (await client.get(f"/e/{event}/standings.json")).json()[0]["rank"] == 1

    ask(server, look)


def test_an_address_without_a_page_says_so_and_changes_nothing(faults: list[Exception]) -> None:
    server = PublicEvents(noon, faults.append)
    add(server, one=drawn(), two=drawn())

    async def look(client: httpx.AsyncClient) -> None:
        for path in ("/e/", "/e/three", "/e/three/", "/x", "/standings.json", "/x/one/", "/x/one/standings.json"):
            found = await client.get(path)
            assert (found.status_code, "There is no such page" in found.text) == (404, True), path
        below = (
            "player/99",
            "%0a",
            "player/1%0a",
            "overlay/1%0a",
            "screen/1%0a",
            "screenx",
            "t/x/y",
            "t/",
            "sponsors/x",
        )
        for path in below:
            assert (await client.get(f"/e/one/{path}")).status_code == 404, path
        assert (await client.get("/page.css")).headers["content-type"].startswith("text/css")
        assert (await client.head("/")).status_code == 200
        for path in ("/", "/page.css", "/e/one", "/e/one/"):
            assert (await client.post(path)).status_code == 405, path

    ask(server, look)


def test_the_only_event_needs_no_list(faults: list[Exception]) -> None:
    server = PublicEvents(noon, faults.append)
    add(server, one=drawn())

    async def look(client: httpx.AsyncClient) -> None:
        for path in ("/", "/standings.json", "/player/1"):
            found = await client.get(path)
            assert (found.is_redirect, found.headers["location"]) == (True, f"/e/one{path}")
        assert (await client.get("/e/two/")).status_code == 404

    ask(server, look)


def test_events_that_are_added_while_others_are_shown_are_followed_as_well(faults: list[Exception]) -> None:
    server, first, later = PublicEvents(noon, faults.append), drawn(), drawn()
    add(server, first=first)

    async def look(client: httpx.AsyncClient) -> None:
        for event, book in (("first", first), ("later", later)):
            if event == "later":
                add(server, later=later)
            assert "Table points" not in (await client.get(f"/e/{event}/")).text
            await asyncio.sleep(0.1)  # it is followed by now
            publish(book)
            assert await shows_points(client, event)

    ask(server, look)


def test_the_streams_of_all_events_end_with_the_server_and_so_do_its_threads(faults: list[Exception]) -> None:
    before = set(threading.enumerate())
    server = PublicEvents(noon, faults.append)
    add(server, one=drawn(), two=drawn())

    async def look(client: httpx.AsyncClient) -> None:
        pages = [await client.get(f"/e/{event}/") for event in ("one", "two")]
        assert [each.status_code for each in pages] == [200, 200]
        streams = [asyncio.create_task(client.get(f"/e/{event}/events")) for event in ("one", "two")]
        await asyncio.sleep(0.1)
        assert not any(each.done() for each in streams)
        server.finish_streams()
        async with asyncio.timeout(PATIENCE):
            ended = await asyncio.gather(*streams)
        assert [each.text.startswith("event: spread") for each in ended] == [True, True]

    ask(server, look)
    assert set(threading.enumerate()) <= before

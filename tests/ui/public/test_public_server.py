"""What browsers get from a server of the public: every address, in every language, and no more than changed."""

import gzip
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue

import httpx
import pytest
from msgspec import to_builtins

from tests.examples.logos import plain
from tests.tournament.use_cases.events import BY, drawn, noon
from tests.ui.server.running import plain_client, running
from tests.waiting import PATIENCE
from tournament.event.logo import logo_picture
from tournament.event.player import Player
from tournament.language import LANGUAGES
from tournament.use_cases import Book, RecordTotals, carry_out
from tournament.use_cases.commands import ChangeLogo, ChangePlayer, PublishResults
from tournament.use_cases.public_view import PublicView
from ui.json_lines.rankings import standings_json
from ui.public import mounts, pages_mount
from ui.public.event import NO_THEMES, PublicEvent
from ui.public.pages import PublicPages
from ui.server.serving import ServedFile, Sharing


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(pages_mount, "_LOOK", 0.02)
    monkeypatch.setattr(mounts, "_BURST", 1000)


@contextmanager
def served(book: Book, themes: Mapping[str, Path] = NO_THEMES) -> Iterator[httpx.Client]:
    """A client of the public pages of ``book``."""
    with (
        running(
            lambda fault, remark: ServedFile(
                book,
                Sharing(public_port=0),
                public=lambda view, hosting: PublicEvent(view, noon, fault, hosting, themes=themes),
                fault=fault,
                remark=remark,
            )
        ) as server,
        plain_client(server.public_addresses[0], timeout=30, limits=httpx.Limits(keepalive_expiry=1)) as client,
    ):
        yield client


def play(book: Book, session: int) -> None:
    for table in (1, 2):
        carry_out(book, RecordTotals(session, table, (40, 10, -10, -40)), by=BY)


def played() -> Book:
    """Two sessions, of which the first is public."""
    book = drawn()
    play(book, 1)
    play(book, 2)
    carry_out(book, PublishResults(1), by=BY)
    return book


def test_every_address_answers_in_every_language_and_nothing_else_does() -> None:
    book = played()
    addresses = PublicPages(book.view, noon()).addresses
    with served(book) as client:
        for path in (*addresses, "/page.css", "/live.css", "/page.js", "/live.js", "/offline.js"):
            for language in LANGUAGES:
                found = client.get(path, headers={"Accept-Language": f"{language.code}-XX, en;q=0.5"})
                assert found.status_code == 200, path
                assert "default-src 'none'" in found.headers["content-security-policy"]
                assert found.headers["x-content-type-options"] == "nosniff"
                same = client.get(path, headers={"If-None-Match": found.headers["etag"]} | {
                    "Accept-Language": language.code})  # fmt: skip
                assert (same.status_code, same.content) == (304, b"")
                if found.headers["content-type"].startswith("text/html"):
                    assert f'<html lang="{language.code}">' in found.text
        for path in (
            "/player/99",
            "/session/9",
            "/hello",
            "/sync",
            "/join",
            "/desks.json",
            "/..%2f",
            "/player/1/",
            "/x?y",
            "/%0a",
            "/player/1%0a",
            "/overlay",
            "/overlay/1/",
            "/screenx",
            "/sponsors/",
            "/t/",
            "/t/1-1/x",
        ):
            assert client.get(path).status_code == 404, path
        assert client.post("/").status_code == 405
        assert client.head("/").status_code == 200


def test_without_a_logo_the_app_has_the_icon_of_the_program() -> None:
    with served(played()) as client:
        icons = client.get("/manifest.webmanifest").json()["icons"]
        assert [each["sizes"] for each in icons] == ["192x192", "512x512"]
        for each in icons:
            found = client.get(each["src"])
            assert found.headers["content-type"] == each["type"]
            picture = logo_picture(found.content)
            assert picture is not None
            assert f"{picture.wide}x{picture.high}" == each["sizes"]


def test_json_is_what_the_command_line_prints_of_the_public() -> None:
    book = played()
    with served(book) as client:
        public = PublicView(book.view).standings()
        assert client.get("/standings.json").json() == to_builtins(standings_json(public))
        sessions = client.get("/sessions.json").json()
        assert [each["results"] for each in sessions] == [True, False]
        assert sessions[0]["tables"][0]["seats"][0]["score"] == 40
        assert {seat["score"] for each in sessions[1:] for table in each["tables"] for seat in table["seats"]} == {None}


def test_a_page_is_compressed_for_who_takes_it() -> None:
    with served(played()) as client:
        plain = client.get("/", headers={"Accept-Encoding": "identity"})
        with client.stream("GET", "/", headers={"Accept-Encoding": "gzip"}) as small:
            raw = b"".join(small.iter_raw())
            assert small.headers["content-encoding"] == "gzip"
        assert gzip.decompress(raw) == plain.content
        assert plain.headers["vary"] == "Accept-Encoding, Accept-Language, Cookie"


def test_names_are_text() -> None:
    book = played()
    carry_out(book, ChangePlayer(Player(1, "<script>alert(1)</script>", "A&B", "FR")), by=BY)
    with served(book) as client:
        for path in ("/", "/player/1", "/session/1"):
            text = client.get(path).text
            assert "<script>alert" not in text
            assert "&lt;script&gt;alert(1)&lt;/script&gt; A&amp;B" in text


def test_phones_are_notified_only_when_something_public_changes() -> None:
    book = drawn()
    play(book, 1)
    carry_out(book, PublishResults(1), by=BY)
    with served(book) as client:
        told = Queue[int]()

        def listen() -> None:
            try:
                with client.stream("GET", "/events", timeout=PATIENCE) as stream:
                    for line in stream.iter_lines():
                        if line.startswith("data: ") and len(line) > 12:
                            told.put(int(line.removeprefix("data: ")))
            except httpx.HTTPError:
                pass  # the server has ended

        thread = threading.Thread(target=listen)
        thread.start()
        first, before = told.get(timeout=PATIENCE), client.get("/").headers["etag"]
        play(book, 2)
        with pytest.raises(Empty):
            told.get(timeout=0.3)
        assert client.get("/").headers["etag"] == before
        carry_out(book, PublishResults(2), by=BY)
        assert told.get(timeout=PATIENCE) != first
        assert client.get("/").headers["etag"] != before
        carry_out(book, ChangeLogo(plain()), by=BY)
        told.get(timeout=PATIENCE)
        assert client.get("/logo").content == plain()
        carry_out(book, ChangeLogo(plain(32, 32)), by=BY)
        told.get(timeout=PATIENCE)
        assert client.get("/logo").content == plain(32, 32)
    thread.join(PATIENCE)
    assert not thread.is_alive()

"""The pages of an event at one moment: they are other pages as soon as anything public is another, and only then."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.browser.sites import large, page_of
from tests.examples.logos import plain
from tests.tournament.use_cases.events import BY, drawn, noon
from tournament.event.player import Player
from tournament.language import ENGLISH
from tournament.use_cases import Book, RecordTotals, carry_out
from tournament.use_cases.commands import (
    ChangeLogo,
    ChangePlayer,
    ChangeSettings,
    Command,
    PauseClock,
    PublishResults,
    ResumeClock,
    StartClock,
)
from ui.public.pages import PublicPages
from ui.public.resources import Resource
from ui.web_host.publishing import public_state


@pytest.fixture
def book() -> Book:
    """Two sessions, of which the first is public; with a logo."""
    book = drawn()
    for session in (1, 2):
        for table in (1, 2):
            carry_out(book, RecordTotals(session, table, (40, 10, -10, -40)), by=BY)
    carry_out(book, PublishResults(1), by=BY)
    carry_out(book, ChangeLogo(plain(64, 32)), by=BY)
    return book


def settings(**changes: object) -> Callable[[Book], Command]:
    return lambda book: ChangeSettings(replace(book.view.settings, **changes))  # type: ignore[arg-type] # by name


CHANGES: dict[str, tuple[Callable[[Book], Command], str]] = {
    "another logo": (lambda _: ChangeLogo(plain(32, 32)), "/logo"),
    "a logo of the same size": (lambda _: ChangeLogo(plain(64, 32).replace(b"\x30" * 64, b"\x31" * 64)), "/logo"),
    "no logo": (lambda _: ChangeLogo(b""), "/logo"),
    "the name": (settings(name="Other Cup"), "/"),
    "the place": (settings(place="Lyon"), "/"),
    "the day": (settings(starts=date(2026, 6, 13)), "/"),
    "the organiser": (settings(organiser="Club Sample"), "/"),
    "a player": (lambda _: ChangePlayer(Player(1, "Other", "Name", "FR")), "/player/1"),
    "more results": (lambda _: PublishResults(2), "/session/2"),
}
"""What changes something public, and an address at which it is seen."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CHANGES)
def test_pages_change_with_all_that_is_public(book: Book, name: str) -> None:
    change, address = CHANGES[name]
    before, site = PublicPages(book.view, noon()), public_state(book.view)
    was = before.answer(address, "en")
    carry_out(book, change(book), by=BY, confirmed=True)
    now = PublicPages(book.view, noon())
    found = now.answer(address, "en")
    assert was is not None
    assert found is None or found.content != was.content
    assert now.state != before.state
    assert now.version != before.version
    assert public_state(book.view) != site


def test_pages_do_not_change_with_what_is_not_public_or_with_the_time_of_day() -> None:
    book = drawn()
    before, site = PublicPages(book.view, noon()), public_state(book.view)
    carry_out(book, RecordTotals(1, 1, (40, 10, -10, -40)), by=BY)
    now = PublicPages(book.view, noon() + timedelta(minutes=5))
    assert (now.state, now.version) == (before.state, before.version)
    assert public_state(book.view) == site


def shown(pages: PublicPages, address: str = "/", code: str = "en") -> str:
    found = pages.answer(address, code)
    assert isinstance(found, Resource)
    return found.content.decode()


@pytest.mark.parametrize(("code", "said"), [("en", "Paused"), ("fr", "En pause"), ("zh", "暂停")])
def test_a_paused_clock_says_so_with_the_time_that_is_left(code: str, said: str) -> None:
    time = [noon()]
    book = drawn()
    book.follow_clock(lambda: time[0])
    carry_out(book, StartClock(1), by=BY)
    running = PublicPages(book.view, time[0])
    assert "data-gong=" in shown(running, code=code)
    assert said not in shown(running, code=code)
    time[0] += timedelta(minutes=11, seconds=49)
    carry_out(book, PauseClock(1), by=BY)
    paused = PublicPages(book.view, time[0])
    head = shown(paused, code=code).partition("<header>")[2].partition("</header>")[0]
    assert f'<b class="paused">{said}</b>' in head
    assert "<b>1:48:11</b>" in head
    assert "data-gong" not in head
    assert paused.version != running.version
    assert PublicPages(book.view, time[0] + timedelta(minutes=3)).version == paused.version, "a pause changes nothing"
    carry_out(book, ResumeClock(1), by=BY)
    assert said not in shown(PublicPages(book.view, time[0]), code=code)


def test_a_session_of_many_tables_has_links_to_each_of_them() -> None:
    assert 'class="jump"' not in shown(PublicPages(drawn().view, noon()), "/session/1"), "two tables"
    view = large(168, 1)
    text = shown(PublicPages(view, noon()), "/session/1")
    links = text.partition('<details class="jump">')[2].partition("</details>")[0]
    assert [f'href="#s1t{table}" aria-label="Table {table}"' in links for table in range(1, 43)] == [True] * 42
    assert all(f'<table id="s1t{table}">' in text for table in range(1, 43))


def test_a_page_says_what_not_secure_means_and_the_published_file_does_not(book: Book, tmp_path: Path) -> None:
    assert 'class="plain">“Not secure” in your browser' in shown(PublicPages(book.view, noon()))
    assert "Not secure" not in page_of(book.view, tmp_path / "a.html", ENGLISH).read_text(encoding="utf-8")

"""The pages of an event at one moment: they are other pages as soon as anything public is another, and only then."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest

from tests.examples.logos import plain
from tests.tournament.use_cases.events import BY, drawn, noon
from tournament.event.player import Player
from tournament.use_cases import Book, RecordTotals, carry_out
from tournament.use_cases.commands import ChangeLogo, ChangePlayer, ChangeSettings, Command, PublishResults
from ui.public.pages import PublicPages
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

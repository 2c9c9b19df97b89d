"""Some orders of publishing, by each of which nothing withheld is seen; and a leak that is."""

from dataclasses import replace

import pytest

from tests.proof.proof_public import order
from tests.public_surfaces import public_surfaces
from tests.tournament.use_cases.events import BY, noon
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.streams import streamed, win_with_tiles
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.use_cases import Book, RecordTotals, View, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw, PublishResults, WithdrawResults
from tournament.use_cases.public_view import PublicView

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("seed", range(1, 7))
def test_no_surface_depends_on_what_is_withheld(seed: int) -> None:
    assert order(seed, rounds=1).failures == []


def test_a_surface_that_asks_the_whole_event_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PublicView, "_written", View._written)
    assert any("depends on what is withheld" in failure for failure in order(2, rounds=3).failures)


def test_a_report_that_looks_beside_the_view_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.sheets.placards.results_view", lambda view, *_options, **_named: view)
    assert any("posters" in failure for failure in order(2, rounds=3).failures)


def scores(session: int, table: int) -> tuple[int, int, int, int]:
    """Four that no other sheet has, nor any sum of others."""
    big = (1000, 3000, 7000)[session - 1] + 10 * table
    return big, 7, -7, -big


def sheets(*sessions: int) -> set[str]:
    """The numbers of the sheets of ``sessions``, as they are written."""
    return {str(scores(session, table)[0]) for session in sessions for table in (1, 2)}


def test_the_numbers_of_a_withheld_session_are_nowhere() -> None:
    book = Book(FakeStore(), clock=noon)
    carry_out(book, CreateEvent(replace(Settings("Cup"), sessions=3)), by=BY)
    carry_out(
        book, AddPlayers(tuple(Player(0, f"N{n}", "Sample", "FR", team=f"Team {n % 2}") for n in range(8))), by=BY
    )
    seats = ((1, 2, 3, 4), (5, 6, 7, 8)), ((5, 2, 7, 4), (1, 6, 3, 8)), ((8, 7, 6, 5), (4, 3, 2, 1))
    carry_out(book, PublishDraw(Seating(seats, "by hand", 0)), by=BY)
    for session in (1, 2, 3):
        for table in (1, 2):
            carry_out(book, RecordTotals(session, table, scores(session, table)), by=BY)

    def seen() -> set[str]:
        whole = "\n".join(public_surfaces(book.view).values()).replace("\N{NARROW NO-BREAK SPACE}", "")
        return {number for number in sheets(1, 2, 3) if number in whole}

    assert seen() == set()
    carry_out(book, PublishResults(3, hold_last=True), by=BY)
    assert seen() == sheets(1, 2)
    carry_out(book, PublishResults(3), by=BY)
    assert seen() == sheets(1, 2, 3)
    carry_out(book, WithdrawResults(2), by=BY)
    assert seen() == sheets(1)


def test_an_overlay_that_shows_another_table_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PublicView, "streamed_sheet", lambda view, _table: View(view.journal).sheet(1, 3))
    failures = (failure for seed in (2, 3, 5) for failure in order(seed, rounds=2).failures)
    assert any("the overlay of table" in failure for failure in failures)


def test_what_a_stream_shows_is_nowhere_else() -> None:
    book = streamed()
    before = public_surfaces(book.view)
    for table in (1, 2):
        win_with_tiles(book, table)
    after = public_surfaces(book.view)
    assert {name for name in before if before[name] != after[name]} == {"the overlay of table 1"}
    assert "+144" in after["the overlay of table 1"]

"""Papers that were noted are out of date when they would show something else now, and only then."""

from datetime import UTC, datetime, timedelta

import pytest

from reports.catalogue import ReportOptions, build, report_called
from reports.papers import old_seats_texts, outdated_papers, papers_of_old_seats
from tests.tournament.use_cases.events import BY, SEATING, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.ledger.facts import PaperNoted
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    RecordHand,
    RecordTotals,
    ReopenSheet,
    carry_out,
)
from tournament.use_cases.commands import (
    AddPlayers,
    CancelSessions,
    ChangePlayer,
    CloseSession,
    CreateEvent,
    NoteAttendance,
    NotePaper,
    PublishDraw,
    PublishResults,
    ReopenSession,
    RestoreSession,
    SwapPlayers,
    Undo,
)
from tournament.use_cases.papers import noted_papers

START = datetime(2026, 6, 13, 10, tzinfo=UTC)


class Minutes:
    """A minute later at each entry."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


@pytest.fixture
def book() -> Book:
    """Session 1 is played; session 2 has one hand."""
    made = Book(FakeStore(), clock=Minutes())
    carry_out(made, CreateEvent(Settings("Cup", sessions=2)), by=BY)
    carry_out(made, AddPlayers(tuple(players(8))), by=BY)
    carry_out(made, PublishDraw(SEATING), by=BY)
    for table in (1, 2):
        carry_out(made, RecordTotals(1, table, (60, 20, -20, -60)), by=BY)
    carry_out(made, RecordHand(2, 1, 1, Outcome(0, 1, 12)), by=BY)
    return made


def note(book: Book, report: str, session: int | None = None, table: int | None = None) -> None:
    paper = PaperNoted(report, report, "pdf", len(book.view.journal), session, table)
    carry_out(book, NotePaper(paper), by=BY)


def out_of_date(book: Book) -> list[tuple[str, int | None]]:
    return [(each.paper.fact.report, each.paper.fact.session) for each in outdated_papers(book.view)]


def note_all(book: Book) -> None:
    for session in (1, 2):
        note(book, "standings", session)
        note(book, "sessions", session)
        note(book, "seating-by-table", session)
        note(book, "score-sheets", session)
    note(book, "rules")


def test_nothing_is_out_of_date_at_once(book: Book) -> None:
    note_all(book)
    assert out_of_date(book) == []
    assert len(noted_papers(book.view)) == 9


def test_a_hand_of_session_2_leaves_session_1_alone(book: Book) -> None:
    note_all(book)
    carry_out(book, RecordHand(2, 1, 2, Outcome(0, None, 20)), by=BY)
    assert out_of_date(book) == [("standings", 2), ("sessions", 2)]
    (first, _) = outdated_papers(book.view)
    assert first.since.fact == book.view.journal[len(book.view.journal) - 1].fact
    carry_out(book, Undo(), by=BY)
    assert out_of_date(book) == [], "it shows again what was printed"


def test_a_correction_in_session_1_reaches_every_later_standing(book: Book) -> None:
    note_all(book)
    carry_out(book, ReopenSheet(1, 1, "misread"), by=BY)
    carry_out(book, RecordTotals(1, 1, (20, 60, -20, -60)), by=BY)
    assert out_of_date(book) == [("standings", 1), ("sessions", 1), ("standings", 2)]


def test_reopening_is_printed_and_closing_is_not(book: Book) -> None:
    note_all(book)
    carry_out(book, CloseSession(1), by=BY)
    assert out_of_date(book) == []
    carry_out(book, ReopenSession(1, "look again"), by=BY)
    assert out_of_date(book) == [("standings", 1), ("sessions", 1), ("standings", 2)]


def test_a_swap_reaches_the_papers_of_its_seats(book: Book) -> None:
    note_all(book)
    carry_out(book, SwapPlayers(6, 8, (2,)), by=BY)
    assert ("seating-by-table", 2) in out_of_date(book)
    assert ("score-sheets", 2) in out_of_date(book)
    assert ("seating-by-table", 1) not in out_of_date(book)
    assert ("rules", None) not in out_of_date(book)


def test_papers_of_old_seats_are_those_of_the_session_until_it_is_as_it_was(book: Book) -> None:
    note_all(book)
    assert papers_of_old_seats(book.view, 2) == ()
    carry_out(book, SwapPlayers(6, 8, (2,)), by=BY)
    assert papers_of_old_seats(book.view, 1) == ()
    found = [(paper.fact.report, paper.fact.session) for paper in papers_of_old_seats(book.view, 2)]
    assert found == [("seating-by-table", 2), ("score-sheets", 2)]
    carry_out(book, SwapPlayers(6, 8, (2,)), by=BY)
    assert papers_of_old_seats(book.view, 2) == (), "they sit as it was printed"


def test_a_poster_of_old_seats_is_named_beside_its_heading(book: Book) -> None:
    report = report_called("posters")
    assert report is not None
    made = build(report, book.view, ReportOptions(START, 2))
    carry_out(
        book, NotePaper(PaperNoted("posters", ENGLISH.render(made.title), "pdf", len(book.view.journal), 2)), by=BY
    )
    carry_out(book, SwapPlayers(6, 8, (2,)), by=BY)
    named = [ENGLISH.render(text).split(" (")[0] for text in old_seats_texts(book.view, 2)]
    assert named == ["Out of date: Wall posters: Session 2"]


def test_check_in_is_on_no_paper(book: Book) -> None:
    note_all(book)
    carry_out(book, NoteAttendance((1, 2)), by=BY)
    assert out_of_date(book) == []


def test_printing_again_makes_it_good(book: Book) -> None:
    note(book, "standings", 2)
    player = book.view.players[1]
    carry_out(book, ChangePlayer(type(player)(1, "Changed", "Name")), by=BY)
    assert out_of_date(book) == [("standings", 2)]
    note(book, "standings", 2)
    assert out_of_date(book) == []
    assert len(noted_papers(book.view)) == 1


def test_no_undo_takes_a_note_back(book: Book) -> None:
    note(book, "standings", 2)
    carry_out(book, Undo(), by=BY)
    assert len(noted_papers(book.view)) == 1
    assert not book.view.touched(2)


def test_a_poster_shows_the_standings_so_far(book: Book) -> None:
    note(book, "posters", 2)
    carry_out(book, ReopenSheet(1, 1, "misread"), by=BY)
    carry_out(book, RecordTotals(1, 1, (20, 60, -20, -60)), by=BY)
    assert out_of_date(book) == [("posters", 2)]


def test_a_paper_for_the_public_is_out_of_date_when_more_is_public(book: Book) -> None:
    carry_out(book, PublishResults(1), by=BY)
    paper = PaperNoted("standings", "Standings", "pdf", len(book.view.journal), public=True)
    carry_out(book, NotePaper(paper), by=BY)
    note(book, "standings")
    carry_out(book, RecordHand(2, 1, 2, Outcome(0, None, 20)), by=BY)
    assert [each.paper.fact.public for each in outdated_papers(book.view)] == [False], "the other shows no hand of it"
    carry_out(book, PublishResults(2), by=BY)
    assert [each.paper.fact.public for each in outdated_papers(book.view)] == [True, False]


def test_papers_of_a_cancelled_session_are_out_of_date_until_it_is_restored(book: Book) -> None:
    note_all(book)
    carry_out(book, CancelSessions((2,), "the hall closes"), by=BY)
    found = out_of_date(book)
    assert {("standings", 2), ("sessions", 2), ("seating-by-table", 2), ("score-sheets", 2)} <= set(found)
    assert ("standings", 1) in found, "it says “1 of 2 sessions”"
    assert ("sessions", 1) not in found
    assert ("rules", None) not in found
    carry_out(book, RestoreSession(2), by=BY)
    assert out_of_date(book) == []

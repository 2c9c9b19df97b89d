"""Corrections after closing are noted on the papers of that session and of every later one, and on no earlier paper."""

from datetime import UTC, datetime, timedelta

import pytest

from reports.catalogue import ReportOptions, build, report_called
from tests.tournament.use_cases.events import BY, SEATING, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.settings import Settings
from tournament.language import ENGLISH, LANGUAGES
from tournament.use_cases import (
    Book,
    RecordTotals,
    ReopenSheet,
    carry_out,
)
from tournament.use_cases.commands import AddPlayers, CloseSession, CreateEvent, PublishDraw, ReopenSession

NOON = datetime(2026, 6, 13, 12, tzinfo=UTC)


class Clock:
    """Stands at noon until it is turned."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def book(clock: Clock) -> Book:
    made = Book(FakeStore(), clock=clock)
    carry_out(made, CreateEvent(Settings("Cup", sessions=2)), by=BY)
    carry_out(made, AddPlayers(tuple(players(8))), by=BY)
    carry_out(made, PublishDraw(SEATING), by=BY)
    for session in (1, 2):
        for table in (1, 2):
            carry_out(made, RecordTotals(session, table, (60, 20, -20, -60)), by=BY)
        carry_out(made, CloseSession(session), by=BY)
    return made


def note(book: Book, name: str, session: int | None = None, printed: datetime = NOON, language=ENGLISH) -> str:
    report = report_called(name)
    assert report is not None
    document = build(report, book.view, ReportOptions(printed=printed, session=session))
    return language.render(document.note) if document.note is not None else ""


def corrected(book: Book, clock: Clock) -> None:
    clock.now = NOON + timedelta(hours=2, minutes=32)
    carry_out(book, ReopenSheet(1, 2, "misread", with_session=True), by=BY)
    carry_out(book, RecordTotals(1, 2, (50, 30, -20, -60)), by=BY)
    carry_out(book, CloseSession(1), by=BY)


def test_a_note_appears_only_once_a_session_is_reopened(book: Book) -> None:
    assert note(book, "standings") == "Table points, then score. An arrow shows the places won or lost since session 1."
    carry_out(book, ReopenSession(2, "look again"), by=BY)
    assert note(book, "standings", 2).startswith("Reopened 12:00 (session 2). ")
    assert note(book, "standings", 1) == "Table points, then score."


@pytest.mark.parametrize(("name", "session"), [("standings", 1), ("standings", 2), ("standings", None), ("sessions", 1),
                                               ("sessions", None), ("filled-sheets", 1)])  # fmt: skip
def test_results_of_that_session_and_later_ones_say_so(
    book: Book, clock: Clock, name: str, session: int | None
) -> None:
    corrected(book, clock)
    assert note(book, name, session).startswith("Corrected 14:32 (session 1, table 2).")


@pytest.mark.parametrize(("name", "session"), [("sessions", 2), ("seating-by-table", 1), ("score-sheets", 1)])
def test_papers_without_it_say_nothing(book: Book, clock: Clock, name: str, session: int) -> None:
    corrected(book, clock)
    assert "orrected" not in note(book, name, session)


def test_a_paper_of_another_day_shows_the_date_of_a_correction(book: Book, clock: Clock) -> None:
    corrected(book, clock)
    assert note(book, "standings", 1, NOON + timedelta(days=1)).startswith("Corrected 2026-06-13 14:32 (session 1")


def test_in_every_language(book: Book, clock: Clock) -> None:
    corrected(book, clock)
    told = [note(book, "standings", 1, language=language) for language in LANGUAGES]
    assert len(set(told)) == len(told)
    assert all("14:32" in text for text in told)

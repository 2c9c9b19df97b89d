"""Which sheet of a streamed table everybody may follow, and what else stays withheld."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, SEATING, created, drawn, players, seating_of
from tournament.language import ENGLISH
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, Command, RecordHand, RecordTotals, Refused, carry_out
from tournament.use_cases.commands import (
    AddPlayers,
    CancelSessions,
    ChangeSettings,
    LeaveTableOut,
    PublishDraw,
    PublishResults,
    StartClock,
)
from tournament.use_cases.public_view import PublicView

TOTALS = (60, 20, -20, -60)


def streamed(*commands: Command) -> Book:
    """Four sessions of two tables, of which table 1 is streamed, after ``commands``."""
    book = created()
    carry_out(book, ChangeSettings(replace(book.view.settings, sessions=4, streamed=(1,))), by=BY)
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    carry_out(book, PublishDraw(replace(SEATING, sessions=SEATING.sessions * 2)), by=BY)
    for command in commands:
        carry_out(book, command, by=BY, confirmed=True)
    return book


def followed(book: Book, table: int = 1) -> Sheet | None:
    """The sheet of ``table`` that everybody may see."""
    return PublicView(book.view).streamed_sheet(table)


def hand(session: int, table: int = 1) -> Command:
    return RecordHand(session, table, 1, Outcome(0, 1, 8))


def both(session: int) -> tuple[Command, ...]:
    return RecordTotals(session, 1, TOTALS), RecordTotals(session, 2, TOTALS)


@pytest.mark.parametrize(
    ("commands", "session", "played"),
    [
        ((), 1, 0),
        ((hand(1),), 1, 1),
        ((hand(1, 2),), 1, 0),
        ((hand(1), StartClock(2)), 2, 0),
        ((hand(1), hand(2)), 2, 1),
        ((hand(1), hand(2, 2)), 1, 1),
        ((*both(1), PublishResults(1)), 2, 0),
        ((*both(1), PublishResults(1), hand(2)), 2, 1),
        ((*both(1), PublishResults(1), hand(3)), 3, 1),
        ((*both(1), CancelSessions((2,), "rain"), PublishResults(1)), 3, 0),
        ((*both(1), CancelSessions((1,), "rain")), 2, 0),
        ((LeaveTableOut(1, 1),), 2, 0),
        ((LeaveTableOut(1, 2),), 1, 0),
    ],
)
def test_the_table_is_followed_in_the_last_session_that_has_begun(
    commands: tuple[Command, ...], session: int, played: int
):
    sheet = followed(streamed(*commands))
    assert sheet is not None
    assert (sheet.session, sheet.table, sheet.played) == (session, 1, played)


def test_when_every_result_is_public_the_last_session_is_shown():
    book = streamed(*(each for session in range(1, 5) for each in both(session)), PublishResults(4))
    sheet = followed(book)
    assert sheet is not None
    assert (sheet.session, sheet.scores) == (4, TOTALS)


def test_a_result_that_is_held_for_the_ceremony_is_blank_though_its_table_is_streamed():
    book = streamed(*both(1), *both(2), PublishResults(2, hold_last=True), StartClock(2))
    assert book.view.state.publication.held == 2
    sheet = followed(book)
    assert sheet is not None
    assert (sheet.session, sheet.scores, sheet.played) == (2, (0, 0, 0, 0), 0)
    silent = streamed(*both(1), *both(2), PublishResults(2, hold_last=True))
    next_one = followed(silent)
    assert next_one is not None
    assert next_one.scores == (0, 0, 0, 0), "entries on the sheet that is held do not start its session"


def test_a_table_that_is_not_streamed_or_not_there_cannot_be_followed():
    book = streamed(hand(1), hand(1, 2))
    assert followed(book, 2) is None
    carry_out(book, ChangeSettings(replace(book.view.settings, streamed=(1, 2, 3))), by=BY)
    second = followed(book, 2)
    assert second is not None
    assert second.played == 1
    assert followed(book, 3) is None
    empty = created()
    carry_out(empty, ChangeSettings(replace(empty.view.settings, streamed=(1,))), by=BY)
    assert followed(empty) is None


def test_only_public_sessions_have_sheets_standings_and_touched_tables():
    book = streamed(*both(1), *both(2), PublishResults(1))
    view = PublicView(book.view)
    assert [sheet.scores for session in (1, 2) for sheet in view.sheets(session)] == [TOTALS] * 2 + [(0, 0, 0, 0)] * 2
    assert [view.touched(session) for session in (1, 2)] == [{1, 2}, set()]
    assert view.standings(1).rows == view.standings().rows
    for session in (2, 3):
        with pytest.raises(Refused) as refused:
            view.standings(session)
        assert [problem.code for problem in refused.value.problems] == ["results-withheld"]
        assert "are not public: publish them first" in ENGLISH.render(refused.value.problems[0].text)
    held = streamed(*both(1), *both(2), PublishResults(2, hold_last=True))
    with pytest.raises(Refused) as refused:
        PublicView(held.view).standings(2)
    assert "are held for the ceremony" in ENGLISH.render(refused.value.problems[0].text)


def test_what_was_public_before_is_asked_by_the_number_of_entries():
    book = streamed(*both(1))
    before = len(book.view.journal)
    carry_out(book, PublishResults(1), by=BY)
    view = PublicView(book.view)
    assert (view.public_session, view.at(before).public_session) == (1, 0)
    copied = view.copy()
    assert (copied.public_session, copied.sheets(1)) == (1, view.sheets(1))


def test_seats_are_public_with_the_draw():
    book = drawn()
    assert [PublicView(book.view).seats_are_public(session) for session in (0, 1, 2, 3)] == [False, True, True, False]
    assert seating_of(book).tables(1)
    assert not PublicView(created().view).seats_are_public(1)

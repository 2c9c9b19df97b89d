"""A table of a session that is not played: who has a seat, what counts, what is refused, and what brings it back."""

from dataclasses import replace

import pytest

from reports.catalogue import ReportOptions, build, reports_under
from reports.sheets.seating import seating_by_table, unused_tables_text
from tests.tournament.use_cases.events import BY, drawn, noon, players
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.test_session_plan import TOTALS, codes, do, play
from tournament.event.player import PlayerState
from tournament.language import ENGLISH
from tournament.ledger.session import SessionState
from tournament.ledger.state import participants
from tournament.use_cases import Book, RecordTotals, carry_out, plan_by_ranking, plan_rest
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    AddTable,
    CancelSessions,
    ChangePlayerState,
    CloseSession,
    LeaveTableOut,
    PublishDraw,
    Redo,
    RedrawSessions,
    RestoreSession,
    SwapPlayers,
    Undo,
)


@pytest.fixture
def store() -> FakeStore:
    return FakeStore()


@pytest.fixture
def book(store: FakeStore) -> Book:
    """Eight players at two tables in two sessions."""
    return drawn(store)


def tables(book: Book, session: int) -> list[int]:
    """The numbers of the tables that have a sheet."""
    return [sheet.table for sheet in book.view.sheets(session)]


def seats(book: Book, session: int, table: int) -> tuple[int, ...]:
    """Who the draw seats at a table."""
    assert book.view.seating is not None
    return book.view.seating.tables(session)[table - 1]


def faults(store: FakeStore) -> list[str]:
    """What the check of all entries finds, by the second count too."""
    return [problem.code for problem in check_records(store.records, store.end).problems]


def test_the_other_tables_keep_their_numbers_and_results(book: Book, store: FakeStore) -> None:
    left, others = seats(book, 1, 1), seats(book, 1, 2)
    do(book, ChangePlayerState(left[0], PlayerState.WITHDRAWN, 1))
    changes = carry_out(book, LeaveTableOut(1, 1), by=BY)
    assert len(changes.entries) == 1
    names = ", ".join(book.view.players[number].name for number in left[1:])
    assert [ENGLISH.render(remark.text) for remark in changes.remarks] == [f"No seat in session 1: {names}."]
    assert tables(book, 1) == [2]
    assert book.view.session_state(1) is SessionState.PUBLISHED
    assert book.view.seating is not None
    assert book.view.seating.seated(1) == set(others)
    assert book.view.seating.tables(1) == (left, others)
    do(book, RecordTotals(1, 2, TOTALS), CloseSession(1))
    assert {row.player.number: row.score for row in book.view.standings().rows} == {
        **dict.fromkeys(left[1:], 0),
        **dict(zip(others, TOTALS, strict=True)),
    }
    assert book.view.standings().provisional is False
    assert book.view.session_state(1) is SessionState.CLOSED
    assert faults(store) == []


def test_its_players_take_part_in_the_next_session_and_in_a_new_draw_of_it(book: Book, store: FakeStore) -> None:
    do(book, LeaveTableOut(1, 2), RecordTotals(1, 1, TOTALS))
    assert participants(book.view.state, 1) == set(range(1, 9))
    assert tables(book, 2) == [1, 2]
    do(book, RedrawSessions(plan_rest(book.view, 2, seed=1), 2))
    assert book.view.seating is not None
    assert book.view.seating.seated(2) == set(range(1, 9))
    assert tables(book, 1) == [1]
    assert faults(store) == []


def test_it_is_undone_and_redone_in_one_step(book: Book, store: FakeStore) -> None:
    do(book, LeaveTableOut(2, 1), Undo())
    assert (tables(book, 2), book.view.state.taken_back) == ([1, 2], frozenset())
    do(book, Redo())
    assert tables(book, 2) == [2]
    assert faults(store) == []


def test_what_cannot_be_left_out(book: Book) -> None:
    do(book, RecordTotals(1, 1, TOTALS))
    assert codes(book, LeaveTableOut(1, 1)) == ["table-begun"]
    assert codes(book, LeaveTableOut(1, 3)) == ["table-unknown"]
    assert codes(book, LeaveTableOut(1, 0)) == ["table-unknown"]
    assert codes(book, LeaveTableOut(3, 1)) == ["session-unknown"]
    do(book, LeaveTableOut(1, 2))
    assert codes(book, LeaveTableOut(1, 2)) == ["table-left-out"]
    assert codes(book, RecordTotals(1, 2, TOTALS)) == ["table-left-out"]
    do(book, LeaveTableOut(2, 2))
    assert codes(book, LeaveTableOut(2, 1)) == ["table-only"]
    do(book, CancelSessions((2,), "the hall closes"))
    assert codes(book, LeaveTableOut(2, 1)) == ["session-cancelled"]


def test_a_closed_session_loses_no_table(book: Book) -> None:
    do(book, RecordTotals(1, 1, TOTALS), CloseSession(1, "they went home"))
    assert codes(book, LeaveTableOut(1, 2)) == ["session-closed"]


@pytest.mark.parametrize("again", ["redraw", "ranking", "draw"])
def test_another_draw_of_the_session_plays_all_tables(book: Book, store: FakeStore, again: str) -> None:
    if again == "draw":
        do(book, LeaveTableOut(1, 1), LeaveTableOut(2, 1))
        assert book.view.seating is not None
        do(book, PublishDraw(book.view.seating.as_drawn))
    else:
        play(book, 1)
        do(book, LeaveTableOut(2, 1))
        view = book.view
        ranked = plan_by_ranking(view, 2).command
        do(book, ranked if again == "ranking" else RedrawSessions(plan_rest(view, 2, seed=1), 2))
    assert (tables(book, 2), book.view.state.taken_back) == ([1, 2], frozenset())
    play(book, 2)
    assert faults(store) == []


def test_it_stays_left_out_of_a_session_that_is_restored(book: Book, store: FakeStore) -> None:
    do(book, LeaveTableOut(2, 1), CancelSessions((2,), "the hall closes"))
    assert (tables(book, 2), book.view.state.taken_back) == ([], frozenset())
    do(book, RestoreSession(2, "it stays open"))
    assert tables(book, 2) == [2]
    assert faults(store) == []


def test_its_players_have_no_seat_to_exchange_and_may_take_one_at_another_table(book: Book, store: FakeStore) -> None:
    play(book, 1)
    free, others = seats(book, 2, 1), seats(book, 2, 2)
    do(book, LeaveTableOut(2, 1))
    assert codes(book, SwapPlayers(free[0], others[0], (2,))) == ["not-seated"]
    do(
        book,
        AddPlayers((replace(players(1)[0], first_name="Late"),), "", 2),
        AddTable(2, (9, free[0], free[1], free[2])),
    )
    assert tables(book, 2) == [2, 3]
    assert book.view.seating is not None
    assert book.view.seating.place_of(free[0], 2) == (3, 1)
    do(book, RecordTotals(2, 2, TOTALS), RecordTotals(2, 3, TOTALS), CloseSession(2))
    assert faults(store) == []


def test_every_paper_does_without_it(book: Book) -> None:
    do(book, LeaveTableOut(1, 1))
    view = book.view
    for report in reports_under(view.rules):
        if report.name != "table-rotation":  # these rules change no seats
            for session in (None, 1):
                options = ReportOptions(printed=noon(), session=session)
                assert build(report, view, options).event == view.settings.name
    note = unused_tables_text(view, (1, 2))
    assert note is not None
    assert ENGLISH.render(note) == "Table 1 is not used in session 1."
    document = seating_by_table(view, ReportOptions(printed=noon(), session=1))
    assert [len(section.table.rows) for section in document.sections] == [2, 4]  # one table, and who sits out

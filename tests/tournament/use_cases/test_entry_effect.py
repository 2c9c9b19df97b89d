"""What one entry changed: four scores, the table points with them, and the ranks and points in the standings."""

from fractions import Fraction

import pytest

from tests.tournament.use_cases.events import BY, drawn, win
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, CloseSheet, CorrectHand, RecordHand, RecordTotals, carry_out
from tournament.use_cases.carrying_out import effect_of_undo
from tournament.use_cases.commands import AllowTableEntry, ChangeSettings, ProposeHand, StartClock
from tournament.use_cases.entry_effect import EntryEffect, effect_of
from tournament.use_cases.table_entry import phone_of

TOTALS = (60, 20, -20, -60)


def effect(book: Book) -> EntryEffect | None:
    """What the last entry changed, apart from the one that chains the heads of streams at the end of a session."""
    count = len(book.view.journal)
    return effect_of(book.view, count - (book.view.journal[count - 1].record.kind == "heads-chained"))


def of_last(book: Book) -> EntryEffect:
    found = effect(book)
    assert found is not None
    return found


def test_a_hand_changes_four_scores_and_no_points_before_the_sheet_counts():
    book = drawn()
    win(book, 1, 0, 1, 8)
    found = of_last(book)
    assert (found.session, found.table, found.after, found.sessions, found.players) == (1, 1, 1, frozenset({1}), 8)
    assert [each.number for each in found.sheet] == [(0, 32), (0, -16), (0, -8), (0, -8)]
    assert [each.column for each in found.sheet] == [0, 1, 2, 3]
    assert [each.player.number for each in found.sheet] == [1, 2, 3, 4]
    assert all(each.moved for each in found.sheet)


def test_totals_change_points_and_ranks_and_who_is_not_moved_is_not_counted():
    book = drawn()
    carry_out(book, RecordTotals(1, 2, TOTALS), by=BY)
    carry_out(book, RecordTotals(1, 1, (50, 30, -30, -50)), by=BY)
    found = of_last(book)
    assert [each.points for each in found.sheet] == [(Fraction(0), Fraction(points)) for points in (4, 2, 1, 0)]
    ranks = {row.player.number: row.rank for row in book.view.standings(1).rows}
    assert all(each.number[1] == ranks[each.player.number] for each in found.standings)
    assert found.moved == sum(each.number[0] != each.number[1] for each in found.standings)
    assert {each.player.number: each.points for each in found.standings}[1] == (Fraction(0), Fraction(4))
    assert 5 not in {each.player.number for each in found.standings}, "the first stays the first, with the same points"


def test_a_correction_that_moves_no_points_moves_nobody():
    book = drawn()
    win(book, 1, 0, 1, 8)
    carry_out(book, CorrectHand(1, 1, 1, Outcome(0, 2, 8), "another discarder"), by=BY)
    found = of_last(book)
    assert [each.number for each in found.sheet] == [(32, 32), (-16, -8), (-8, -16), (-8, -8)]
    assert [each.moved for each in found.sheet] == [False, True, True, False]


def test_a_signature_makes_points_count_and_its_undo_takes_them_back():
    book = drawn()
    win(book, 1, 0, None, 8)
    carry_out(book, CloseSheet(1, 1), by=BY)
    signed = of_last(book)
    assert [each.points for each in signed.sheet] == [(each.points[1], each.points[1]) for each in signed.sheet]
    hand = next(entry for entry in reversed(book.view.journal) if entry.record.kind == "sheet-closed")
    undone = effect_of_undo(book.view, hand)
    assert undone is not None
    assert [each.number for each in undone.sheet] == [(each.number[1], each.number[1]) for each in signed.sheet]


def test_what_belongs_to_no_table_changes_no_sheet():
    book = drawn()
    assert effect(book) is None
    carry_out(book, StartClock(1), by=BY)
    assert effect(book) is None
    carry_out(book, ChangeSettings(book.view.settings), by=BY)
    assert effect_of(book.view, 1) is None
    carry_out(book, AllowTableEntry("http://192.168.1.20:8080", bytes(range(32))), by=BY)
    proposing = ProposeHand(1, 1, 1, Outcome(0, 1, 8), 0)
    carry_out(book, proposing, by=phone_of(book.view, 1, 1, 0))
    assert effect(book) is None, "what a phone proposes is on no sheet yet"


@pytest.mark.parametrize("session", [1, 2])
def test_the_standings_compared_are_those_after_the_session_of_the_entry(session: int):
    book = drawn()
    carry_out(book, RecordHand(session, 2, 1, Outcome(0, 1, 8)), by=BY)
    found = of_last(book)
    assert (found.session, found.table, found.after, found.sessions) == (session, 2, session, frozenset({session}))

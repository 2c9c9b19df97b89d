"""Totals and the end of a sheet."""

from fractions import Fraction

import pytest

from tests.tournament.use_cases.events import BY, A, B, codes, drawn, punish, win
from tournament.event.seating import ColumnPlayer
from tournament.ledger.entry import table_stream
from tournament.ledger.facts import HeadsChained
from tournament.ledger.sheet import SheetState
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    CloseSheet,
    CorrectHand,
    RecordHand,
    RecordTotals,
    Refused,
    ReopenSheet,
    TypeTotals,
    carry_out,
)


def test_unplayed_hands_stay_void_when_a_sheet_is_closed():
    book = drawn()
    win(book, 1, A, B, 8)
    carry_out(book, CloseSheet(1, 1, (32, -16, -8, -8)), by=BY)
    sheet = book.view.sheet(1, 1)
    assert sheet.state is SheetState.VERIFIED
    assert [line.hand for line in sheet.hands if line.outcome is None] == list(range(2, 17))
    assert sheet.table_points == (Fraction(4), Fraction(0), Fraction(3, 2), Fraction(3, 2))


def test_totals_that_differ_are_refused_with_the_players_named():
    book = drawn()
    win(book, 1, A, B, 8)
    with pytest.raises(Refused) as error:
        carry_out(book, CloseSheet(1, 1, (32, -8, -16, -8)), by=BY)
    assert codes(error) == ["totals-differ", "totals-differ"]
    assert [problem.field for problem in error.value.problems] == ["totals.B", "totals.C"]
    assert dict(error.value.problems[0].text.values) == {"player": ColumnPlayer(1), "typed": -8, "computed": -16}


def test_a_difference_is_accepted_with_a_reason():
    book = drawn()
    win(book, 1, A, B, 8)
    carry_out(book, CloseSheet(1, 1, (32, -8, -16, -8), "signed so, players left"), by=BY)
    sheet = book.view.sheet(1, 1)
    assert sheet.state is SheetState.VERIFIED
    assert sheet.scores == (32, -16, -8, -8)
    assert sheet.accepted == "signed so, players left"


def test_typed_totals_are_compared():
    book = drawn()
    win(book, 1, A, B, 8)
    carry_out(book, TypeTotals(1, 1, (32, -8, -16, -8)), by=BY)
    assert book.view.sheet(1, 1).state is SheetState.TOTALS_DIFFER
    assert book.view.sheet(1, 1).difference == (0, 8, -8, 0)
    with pytest.raises(Refused):
        carry_out(book, CloseSheet(1, 1), by=BY)
    carry_out(book, TypeTotals(1, 1, (32, -16, -8, -8)), by=BY)
    assert book.view.sheet(1, 1).state is SheetState.TO_VERIFY
    carry_out(book, CloseSheet(1, 1), by=BY)
    assert book.view.sheet(1, 1).state is SheetState.VERIFIED


def test_an_empty_sheet_is_not_closed_and_a_closed_one_not_twice():
    book = drawn()
    with pytest.raises(Refused) as error:
        carry_out(book, CloseSheet(1, 1), by=BY)
    assert codes(error) == ["sheet-empty"]
    win(book, 1, A, B, 8)
    carry_out(book, CloseSheet(1, 1), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, CloseSheet(1, 1), by=BY)
    assert codes(error) == ["sheet-closed"]


def test_four_totals_must_sum_to_what_penalties_took():
    """The four scores sum to minus the points taken and given to nobody."""
    book = drawn()
    punish(book, B, points=10, reason="rude")
    with pytest.raises(Refused) as error:
        carry_out(book, RecordTotals(1, 1, (30, -10, -20, 0)), by=BY)
    assert codes(error) == ["totals-unbalanced"]
    assert dict(error.value.problems[0].text.values) == {"sum": 0, "expected": -10}
    carry_out(book, RecordTotals(1, 1, (30, -20, -20, 0)), by=BY)
    sheet = book.view.sheet(1, 1)
    assert sheet.scores == (30, -20, -20, 0)
    assert sheet.state is SheetState.VERIFIED
    assert sheet.totals_only


def test_totals_that_do_not_balance_are_accepted_with_a_reason():
    book = drawn()
    carry_out(book, RecordTotals(1, 1, (30, -10, -20, 5), "the sheet is lost"), by=BY)
    assert book.view.sheet(1, 1).scores == (30, -10, -20, 5)


def test_totals_and_hands_do_not_mix():
    book = drawn()
    win(book, 1, A, B, 8)
    with pytest.raises(Refused) as error:
        carry_out(book, RecordTotals(1, 1, (0, 0, 0, 0)), by=BY)
    assert codes(error) == ["hands-recorded"]
    carry_out(book, RecordTotals(1, 2, (0, 0, 0, 0)), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, RecordHand(1, 2, 1, Outcome(A, B, 8)), by=BY)
    assert codes(error) == ["totals-only"]


def test_a_reopened_sheet_takes_hands_again():
    book = drawn()
    win(book, 1, A, B, 8)
    with pytest.raises(Refused) as error:
        carry_out(book, ReopenSheet(1, 1, "why"), by=BY)
    assert codes(error) == ["sheet-open"]
    carry_out(book, CloseSheet(1, 1), by=BY)
    for blank in ("", " \t"):
        with pytest.raises(Refused) as error:
            carry_out(book, ReopenSheet(1, 1, blank), by=BY)
        assert codes(error) == ["reason-missing"]
    carry_out(book, ReopenSheet(1, 1, "closed too early"), by=BY)
    win(book, 2, B, A, 8)
    assert book.view.sheet(1, 1).played == 2


def test_an_accepted_difference_must_be_accepted_again_after_reopening():
    book = drawn()
    win(book, 1, A, B, 8)
    carry_out(book, CloseSheet(1, 1, (32, -8, -16, -8), "signed so, players left"), by=BY)
    carry_out(book, ReopenSheet(1, 1, "the players are back"), by=BY)
    sheet = book.view.sheet(1, 1)
    assert (sheet.accepted, sheet.state) == ("", SheetState.TOTALS_DIFFER)
    with pytest.raises(Refused) as error:
        carry_out(book, CloseSheet(1, 1), by=BY)
    assert codes(error) == ["totals-differ", "totals-differ"]


def test_the_totals_of_a_reopened_table_are_gone():
    book = drawn()
    carry_out(book, RecordTotals(1, 1, (30, -10, -20, 0)), by=BY)
    carry_out(book, ReopenSheet(1, 1, "the sheet was found"), by=BY)
    assert not book.view.sheet(1, 1).counts
    win(book, 1, A, B, 8)
    assert book.view.sheet(1, 1).scores == (32, -16, -8, -8)


def test_a_correction_after_the_end_shows_a_difference():
    book = drawn()
    win(book, 1, A, B, 8)
    carry_out(book, CloseSheet(1, 1, (32, -16, -8, -8)), by=BY)
    carry_out(book, CorrectHand(1, 1, 1, Outcome(A, B, 9), "misread"), by=BY)
    assert book.view.sheet(1, 1).state is SheetState.TOTALS_DIFFER
    assert book.view.standings().provisional


def test_the_heads_are_chained_when_the_last_sheet_of_a_session_is_verified():
    book = drawn()
    win(book, 1, A, B, 8)
    first = carry_out(book, CloseSheet(1, 1), by=BY)
    last = carry_out(book, RecordTotals(1, 2, (0, 0, 0, 0)), by=BY)
    assert [entry.record.kind for entry in first.entries] == ["sheet-closed"]
    assert [entry.record.kind for entry in last.entries] == ["totals-recorded", "heads-chained"]
    assert book.view.state.ended == {1}


def test_only_heads_that_changed_since_the_last_chain_are_chained():
    book = drawn()

    def chained(changes):
        (fact,) = (entry.fact for entry in changes.entries if isinstance(entry.fact, HeadsChained))
        return fact

    begun = chained(win(book, 1, A, B, 8))
    assert [(head.stream, head.number) for head in begun.heads] == [("event", 3)]
    carry_out(book, CloseSheet(1, 1), by=BY)
    ended = chained(carry_out(book, RecordTotals(1, 2, (0, 0, 0, 0)), by=BY))
    assert [(head.stream, head.number) for head in ended.heads] == [
        ("event", 4), (table_stream(1, 1), 2), (table_stream(1, 2), 1),
    ]  # fmt: skip
    later = chained(carry_out(book, RecordHand(2, 1, 1, Outcome(A, B, 8)), by=BY))
    assert [(head.stream, head.number) for head in later.heads] == [("event", 5)]
    assert later.heads[0].hash == book.view.journal.everything("event")[4].record.hash


def test_standings_rank_by_table_points_then_score_and_share_ties():
    book = drawn()
    carry_out(book, RecordTotals(1, 1, (50, 20, 20, -90)), by=BY)
    assert book.view.standings().provisional
    carry_out(book, RecordTotals(1, 2, (10, -10, 0, 0)), by=BY)
    standings = book.view.standings()
    assert not standings.provisional
    assert [(row.rank, row.player.number, str(row.table_points), row.score) for row in standings.rows] == [
        (1, 1, "4", 50),
        (2, 5, "4", 10),
        (3, 2, "3/2", 20),
        (3, 3, "3/2", 20),
        (5, 7, "3/2", 0),
        (5, 8, "3/2", 0),
        (7, 6, "0", -10),
        (8, 4, "0", -90),
    ]

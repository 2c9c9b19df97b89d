"""The sheet of one table, computed from its entries."""

from fractions import Fraction

import pytest

from tests.tournament.ledger.writing import Writing
from tournament.ledger.facts import (
    HandCorrected,
    HandRecorded,
    PenaltyCancelled,
    PenaltyGiven,
    SheetClosed,
    SheetReopened,
    TotalsRecorded,
    TotalsTyped,
    Undone,
)
from tournament.ledger.sheet import SheetState
from tournament.rules.payment import Outcome

# Four hands worked out on paper from FFMJ, "Païement": winner, discarder, points, what each of A–D gets.
PLAYED = [
    (0, 1, 12, (36, -20, -8, -8)),
    (2, None, 20, (-28, -28, 84, -28)),
    (None, None, 0, (0, 0, 0, 0)),
    (3, 2, 8, (-8, -8, -16, 32)),
]


@pytest.fixture
def writing() -> Writing:
    return Writing()


def play(writing: Writing, hands: int = 4, start: int = 1) -> None:
    for hand in range(start, start + hands):
        winner, discarder, points, _net = PLAYED[(hand - 1) % 4]
        writing.write(HandRecorded(hand, winner, discarder, points))


def test_an_empty_sheet(writing):
    sheet = writing.sheet()
    assert (sheet.state, sheet.played, sheet.next_hand, sheet.scores) == (SheetState.NOT_STARTED, 0, 1, (0, 0, 0, 0))
    assert not sheet.counts


def test_running_totals(writing):
    play(writing)
    sheet = writing.sheet()
    assert [line.settlement for line in sheet.hands[:4]] == [net for *_, net in PLAYED]
    assert [line.totals for line in sheet.hands[:5]] == [
        (36, -20, -8, -8),
        (8, -48, 76, -36),
        (8, -48, 76, -36),
        (0, -56, 60, -4),
        (0, -56, 60, -4),
    ]
    assert sheet.scores == (0, -56, 60, -4)
    assert sheet.table_points == (2, 0, 4, 1)
    assert (sheet.state, sheet.played, sheet.next_hand) == (SheetState.IN_PLAY, 4, 5)


def test_hands_in_any_order_leave_gaps_void(writing):
    writing.write(HandRecorded(7, 0, 1, 12))
    writing.write(HandRecorded(2, 3, 2, 8))
    sheet = writing.sheet()
    assert sheet.next_hand == 1
    assert sheet.hands[6].totals == (28, -28, -24, 24)
    assert sheet.hands[2].outcome is None


def test_a_penalty_to_nobody_leaves_the_table_short(writing):
    play(writing)
    writing.write(PenaltyGiven(1, 2, "late", 10))
    sheet = writing.sheet()
    assert sheet.hands[1].settlement == (-28, -28, 84, -28)
    assert sheet.hands[1].net == (-28, -38, 84, -28)
    assert sheet.hands[1].totals == (8, -58, 76, -36)
    assert sheet.scores == (0, -66, 60, -4)
    assert (sum(sheet.scores), sheet.lost) == (-10, 10)


@pytest.mark.parametrize(
    ("points", "to", "net"),
    [(10, (0, 2, 3), (10, -30, 10, 10)), (20, (0, 2, 3), (20, -60, 20, 20)), (30, (0, 2, 3), (30, -90, 30, 30)),
     (15, (3,), (0, -15, 0, 15)), (10, (0, 2), (10, -20, 10, 0)), (0, (), (0, 0, 0, 0))],
)  # fmt: skip
def test_who_gets_the_points_of_a_penalty(writing, points, to, net):
    writing.write(PenaltyGiven(1, 5, "x", points, to))
    assert writing.sheet().hands[4].net == net
    assert writing.sheet().scores == net


def test_several_penalties_in_one_hand_beside_its_result(writing):
    writing.write(PenaltyGiven(1, 1, "false-hu-short", 10, (0, 2, 3), no_hu=True))
    writing.write(PenaltyGiven(3, 1, "claim-changed", 5))
    writing.write(HandRecorded(1, 0, 1, 12))
    sheet = writing.sheet()
    assert len(sheet.hands[0].penalties) == 2
    assert sheet.scores == (46, -50, 2, -3)
    assert sheet.no_hu(1, 1) is not None
    assert sheet.no_hu(3, 1) is None
    assert sheet.no_hu(1, 2) is None


def test_a_penalty_of_the_session_counts_at_the_end(writing):
    play(writing)
    writing.write(PenaltyGiven(0, None, "late", 20))
    sheet = writing.sheet()
    assert sheet.hands[-1].totals == (0, -56, 60, -4)
    assert sheet.scores == (-20, -56, 60, -4)
    assert len(sheet.session_penalties) == 1


def test_a_cancelled_penalty_counts_no_more_and_is_kept(writing):
    given = writing.write(PenaltyGiven(1, 1, "late", 10))
    writing.write(PenaltyCancelled(given.id, "read again"))
    sheet = writing.sheet()
    assert (sheet.scores, sheet.penalties, len(sheet.cancelled)) == ((0, 0, 0, 0), (), 1)


def test_a_correction_keeps_the_old_value(writing):
    play(writing)
    writing.write(HandCorrected(1, 0, 1, 21, "digits turned"))
    line = writing.sheet().hands[0]
    assert line.outcome == Outcome(0, 1, 21)
    assert [entry.fact.points for entry in line.entries] == [12, 21]
    assert writing.sheet().scores == (9, -65, 60, -4)


def test_an_undone_correction_gives_the_old_value_back(writing):
    play(writing)
    entry = writing.write(HandCorrected(1, 0, 1, 21, "digits turned"))
    writing.write(Undone(entry.id))
    assert writing.sheet().hands[0].outcome == Outcome(0, 1, 12)


def test_states_of_a_sheet(writing):
    play(writing, 16)
    assert writing.sheet().state is SheetState.TO_VERIFY
    writing.write(TotalsTyped((1, 2, 3, 4)))
    assert writing.sheet().state is SheetState.TOTALS_DIFFER
    assert writing.sheet().difference == (1, 226, -237, 20)
    writing.write(TotalsTyped((0, -224, 240, -16)))
    assert writing.sheet().state is SheetState.TO_VERIFY
    writing.write(SheetClosed((0, -224, 240, -16)))
    assert writing.sheet().state is SheetState.VERIFIED
    writing.write(HandCorrected(1, 0, 1, 13, "read again"))
    assert writing.sheet().state is SheetState.TOTALS_DIFFER
    writing.write(SheetReopened("corrected"))
    assert writing.sheet().closed is None


def test_a_table_stopped_by_time(writing):
    play(writing, 3)
    writing.write(SheetClosed())
    sheet = writing.sheet()
    assert (sheet.state, sheet.played, sheet.counts) == (SheetState.VERIFIED, 3, True)
    assert all(line.outcome is None for line in sheet.hands[3:])
    assert sheet.table_points == (2, 0, 4, 1)


def test_a_table_by_its_totals_alone(writing):
    writing.write(TotalsRecorded((50, 20, 20, -90)))
    sheet = writing.sheet()
    assert (sheet.scores, sheet.state, sheet.totals_only) == ((50, 20, 20, -90), SheetState.VERIFIED, True)
    assert sheet.table_points == (4, Fraction(3, 2), Fraction(3, 2), 0)
    writing.write(SheetReopened("wrong table"))
    assert (writing.sheet().scores, writing.sheet().state) == ((0, 0, 0, 0), SheetState.NOT_STARTED)


def test_the_tiles_and_the_overruling_are_those_written_last(writing):
    writing.write(HandRecorded(1, 0, 1, 12, "111m", "seen by the referee"))
    writing.write(HandRecorded(2, 0, 1, 12))
    writing.write(HandCorrected(2, 0, 1, 12, "the tiles were kept", "222m", "two flowers"))
    writing.write(HandCorrected(2, 0, 1, 13, "misread", "333m"))
    writing.write(HandRecorded(3, 0, 1, 12, "444m", "why"))
    writing.write(HandCorrected(3, 0, 1, 12, "nobody knows the tiles"))
    lines = writing.sheet().hands[:4]
    assert [line.tiles for line in lines] == ["111m", "333m", "", ""]
    assert [line.overrule for line in lines] == ["seen by the referee", "", "", ""]
    assert [len(line.entries) for line in lines] == [1, 3, 2, 0]

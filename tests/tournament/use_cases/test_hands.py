"""Recording and correcting hands."""

import pytest

from tests.tournament.use_cases.events import BY, A, B, C, D, codes, drawn, punish, win
from tournament.language import ENGLISH
from tournament.ledger.description import name_of
from tournament.rules.payment import Outcome
from tournament.use_cases import CloseSheet, CorrectHand, RecordHand, Refused, carry_out, problems_of


@pytest.mark.parametrize(
    ("winner", "discarder", "points", "net"),
    [
        (B, None, 8, (-16, 48, -16, -16)),
        (B, A, 8, (-16, 32, -8, -8)),
        (A, B, 63, (87, -71, -8, -8)),
        (A, None, 63, (213, -71, -71, -71)),
        (None, None, 0, (0, 0, 0, 0)),
    ],
)
def test_what_a_hand_moves(winner, discarder, points, net):
    """FFMJ, "Païement"."""
    book = drawn()
    win(book, 1, winner, discarder, points)
    sheet = book.view.sheet(1, 1)
    assert sheet.hands[0].settlement == net
    assert sheet.scores == net


def test_hands_come_in_any_order_and_in_any_session():
    book = drawn()
    win(book, 9, A, B, 8)
    win(book, 2, C, None, 10)
    carry_out(book, RecordHand(2, 2, 16, Outcome(D, A, 8)), by=BY)
    sheet = book.view.sheet(1, 1)
    assert [line.hand for line in sheet.hands if line.outcome] == [2, 9]
    assert sheet.hands[1].totals == (-18, -18, 54, -18)
    assert sheet.scores == (-18 + 32, -18 - 16, 54 - 8, -18 - 8)
    assert book.view.sheet(2, 2).scores == (-16, -8, -8, 32)


def test_the_first_hand_starts_the_session_once():
    book = drawn()
    first = [entry.record.kind for entry in win(book, 1, A, B, 8).entries]
    second = [entry.record.kind for entry in win(book, 2, A, B, 9).entries]
    assert first == ["heads-chained", "hand-recorded"]
    assert second == ["hand-recorded"]


@pytest.mark.parametrize(
    ("hand", "outcome", "expected"),
    [
        (1, Outcome(A, B, 7), ["points-below-minimum"]),
        (1, Outcome(A, B, 0), ["points-below-minimum"]),
        (1, Outcome(A, B, -8), ["points-below-minimum"]),
        (1, Outcome(A, B, 501), ["points-above-most"]),
        (1, Outcome(A, A, 8), ["winner-is-discarder"]),
        (1, Outcome(A, A, 7), ["winner-is-discarder", "points-below-minimum"]),
        (1, Outcome(None, B, 0), ["drawn-with-discarder"]),
        (1, Outcome(None, B, 8), ["drawn-with-discarder", "drawn-with-points"]),
        (0, Outcome(A, B, 8), ["hand-unknown"]),
        (17, Outcome(A, B, 8), ["hand-unknown"]),
        (1, Outcome(A, B, 89), ["points-improbable"]),
    ],
)
def test_bad_hands_are_refused_with_all_that_is_wrong(hand, outcome, expected):
    book = drawn()
    with pytest.raises(Refused) as error:
        carry_out(book, RecordHand(1, 1, hand, outcome), by=BY)
    assert codes(error) == expected
    assert len(book.view.journal) == 3
    assert [problem.code for problem in problems_of(book.view, RecordHand(1, 1, hand, outcome))] == expected


@pytest.mark.parametrize("points", [8, 88, 500])
def test_points_from_eight_to_five_hundred_are_accepted(points):
    book = drawn()
    win(book, 1, A, None, points)
    assert book.view.sheet(1, 1).scores == (3 * points + 24, -points - 8, -points - 8, -points - 8)


def test_eighty_eight_points_ask_nothing_and_eighty_nine_once():
    book = drawn()
    assert carry_out(book, RecordHand(1, 1, 1, Outcome(A, B, 88)), by=BY).remarks == ()
    above = RecordHand(1, 1, 2, Outcome(A, C, 89))
    with pytest.raises(Refused) as error:
        carry_out(book, above, by=BY)
    assert codes(error) == ["points-improbable"]
    changes = carry_out(book, above, by=BY, confirmed=True)
    assert [remark.code for remark in changes.remarks] == ["points-improbable"]
    assert book.view.sheet(1, 1).hands[1].outcome == Outcome(A, C, 89)


def test_the_same_line_twice_asks_once():
    book = drawn()
    win(book, 1, A, B, 12)
    again = RecordHand(1, 1, 2, Outcome(A, B, 12))
    with pytest.raises(Refused) as error:
        carry_out(book, again, by=BY)
    assert codes(error) == ["same-as-before"]
    changes = carry_out(book, again, by=BY, confirmed=True)
    assert [remark.code for remark in changes.remarks] == ["same-as-before"]


def test_a_drawn_hand_after_a_drawn_hand_asks_nothing():
    book = drawn()
    for hand in (1, 2):
        carry_out(book, RecordHand(1, 1, hand, Outcome(None)), by=BY)
    assert book.view.sheet(1, 1).played == 2


def test_a_recorded_hand_offers_correction():
    book = drawn()
    win(book, 1, A, B, 12)
    with pytest.raises(Refused) as error:
        carry_out(book, RecordHand(1, 1, 1, Outcome(A, B, 14)), by=BY)
    assert codes(error) == ["hand-recorded"]
    assert "correct it" in ENGLISH.render(error.value.problems[0].text)


@pytest.mark.parametrize(
    ("session", "table", "code"),
    [(3, 1, "session-unknown"), (0, 1, "session-unknown"), (1, 3, "table-unknown"), (1, 0, "table-unknown")],
)
def test_places_that_do_not_exist(session, table, code):
    book = drawn()
    with pytest.raises(Refused) as error:
        carry_out(book, RecordHand(session, table, 1, Outcome(A, B, 8)), by=BY)
    assert codes(error) == [code]


def test_a_correction_replaces_the_value_and_keeps_the_old_one():
    book = drawn()
    recorded = win(book, 1, A, B, 12).entries[-1]
    corrected = carry_out(book, CorrectHand(1, 1, 1, Outcome(C, B, 12), "wrong column"), by=BY).entries[0]
    line = book.view.sheet(1, 1).hands[0]
    assert line.settlement == (-8, -20, 36, -8)
    assert line.entries == (recorded, corrected)
    assert '"winner":0' in recorded.record.content
    assert '"reason":"wrong column"' in corrected.record.content
    assert line.outcome == Outcome(C, B, 12)
    assert ENGLISH.render(name_of(book.view.journal, corrected)) == "Correction: session 1, table 1, hand 1"


@pytest.mark.parametrize(
    ("outcome", "reason", "expected"),
    [
        (Outcome(C, B, 12), "", ["reason-missing"]),
        (Outcome(C, B, 12), "  ", ["reason-missing"]),
        (Outcome(A, B, 12), "again", ["nothing-changes"]),
        (Outcome(A, B, 7), "less", ["points-below-minimum"]),
    ],
)
def test_corrections_that_are_refused(outcome, reason, expected):
    book = drawn()
    win(book, 1, A, B, 12)
    with pytest.raises(Refused) as error:
        carry_out(book, CorrectHand(1, 1, 1, outcome, reason), by=BY)
    assert codes(error) == expected


def test_a_hand_that_is_not_recorded_cannot_be_corrected():
    book = drawn()
    with pytest.raises(Refused) as error:
        carry_out(book, CorrectHand(1, 1, 1, Outcome(A, B, 12), "why"), by=BY)
    assert codes(error) == ["hand-not-recorded"]


def test_a_verified_sheet_takes_corrections_and_no_new_hand():
    book = drawn()
    win(book, 1, A, B, 12)
    carry_out(book, CloseSheet(1, 1), by=BY)
    with pytest.raises(Refused) as error:
        win(book, 2, A, B, 13)
    assert codes(error) == ["sheet-closed"]
    carry_out(book, CorrectHand(1, 1, 1, Outcome(A, None, 12), "it was drawn from the wall"), by=BY)
    assert book.view.sheet(1, 1).scores == (60, -20, -20, -20)


def test_who_lost_the_right_to_win_is_refused_as_winner_of_that_hand_only():
    book = drawn()
    punish(book, B, "false-hu-short", hand=5)
    with pytest.raises(Refused) as error:
        win(book, 5, B, A, 12)
    assert codes(error) == ["no-hu"]
    win(book, 5, A, B, 12)
    win(book, 6, B, A, 12)
    assert book.view.sheet(1, 1).hands[4].net == (36 + 10, -20 - 30, -8 + 10, -8 + 10)


def test_a_broken_wall_leaves_only_a_drawn_hand():
    book = drawn()
    punish(book, D, "wall-broken", hand=3)
    with pytest.raises(Refused) as error:
        win(book, 3, A, B, 12)
    assert codes(error) == ["hand-closed"]
    win(book, 3, None)
    assert book.view.sheet(1, 1).scores == (30, 30, 30, -90)

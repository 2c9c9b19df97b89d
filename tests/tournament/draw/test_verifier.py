"""The verifier finds each kind of fault planted in a seating, and nothing in a clean one."""

import pytest

from tournament.draw.verifier import Severity, verify
from tournament.language import ENGLISH

# The affine plane of order 4 without one direction would do; this is the draw of 16 players in two sessions by hand.
CLEAN = [
    [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)],
    [(13, 5, 9, 2), (14, 1, 10, 6), (15, 3, 7, 11), (16, 4, 8, 12)],
]


def said(findings):
    return [ENGLISH.render(finding.message) for finding in findings]


def test_a_clean_session_gives_no_findings():
    assert verify(16, CLEAN[:1]) == ()


def test_missing_and_doubled_players_are_faults():
    broken = [[(1, 2, 3, 4), (5, 6, 7, 7)]]
    findings = verify(8, broken)
    assert said(findings) == ["Player 7 sits 2 times in session 1.", "Player 8 has no seat in session 1."]
    assert all(finding.severity is Severity.FAULT for finding in findings)


def test_a_table_of_three_is_a_fault():
    findings = verify(8, [[(1, 2, 3, 4), (5, 6, 7)]])
    assert said(findings)[0] == "Session 1, table 2 seats 3 players instead of four."


def test_a_stranger_is_a_fault():
    assert "Session 1 seats player 9; the players are 1 to 8." in said(verify(8, [[(1, 2, 3, 4), (5, 6, 7, 9)]]))


def test_repeats_are_counted():
    findings = verify(8, [[(1, 2, 3, 4), (5, 6, 7, 8)], [(6, 5, 2, 1), (8, 7, 4, 3)]])
    assert said(findings)[:2] == ["Players 1 and 2 meet 2 times.", "Players 3 and 4 meet 2 times."]
    assert not any(finding.severity is Severity.FAULT for finding in findings)


def test_tables_visited_again_are_named():
    assert "Player 1 sits 2 times at table 1." in said(verify(4, [[(1, 2, 3, 4)], [(2, 3, 4, 1)]]))


def test_uneven_winds_are_named():
    findings = verify(4, [[(1, 2, 3, 4)], [(1, 3, 4, 2)]])
    assert "Player 1 starts as East 2, South 0, West 0, North 0 times." in said(findings)


def test_club_mates_are_named():
    findings = verify(8, [[(1, 2, 3, 4), (5, 6, 7, 8)]], {"Les Quatre Vents": [1, 4, 5]})
    assert said(findings) == ["Session 1, table 1 seats 2 players of Les Quatre Vents."]
    assert findings[0].players == (1, 4)


@pytest.mark.parametrize("change", [(0, 0, 0), (1, 2, 3)])
def test_any_single_change_of_a_player_is_found(change):
    session, table, seat = change
    altered = [[list(block) for block in tables] for tables in CLEAN]
    altered[session][table][seat] = altered[session][(table + 1) % 4][seat]
    assert any(finding.severity is Severity.FAULT for finding in verify(16, altered))


def test_finalists_who_sit_with_others_or_out_are_faults() -> None:
    session = ((1, 2, 3, 4), (5, 6, 7, 8))
    assert verify(8, [session], finalists=[(1, 2, 3, 4)]) == verify(8, [session])
    mixed = verify(8, [session], finalists=[(1, 2, 3, 5)])
    assert [(each.severity, each.players) for each in mixed] == [
        (Severity.FAULT, (1, 2, 3, 4)), (Severity.FAULT, (5, 6, 7, 8)),
    ]  # fmt: skip
    (out,) = verify(9, [session], sit_out=[(9,)], finalists=[(1, 2, 3, 4, 9)])
    assert (out.severity, out.players) == (Severity.FAULT, (9,))


def test_whose_turn_it_is_to_sit_out_is_counted_without_finalists() -> None:
    sessions = [((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 2, 3, 4), (5, 6, 7, 9)), ((1, 2, 3, 4), (6, 7, 8, 9))]
    out = [(9,), (8,), (5,)]
    early = "sits out in session"
    assert not [each for each in verify(9, sessions, sit_out=out) if early in each.message.message]
    again = [*sessions, ((1, 2, 3, 4), (5, 6, 7, 8))]
    turns = [*out, (9,)]
    assert [each.players for each in verify(9, again, sit_out=turns) if early in each.message.message] == [(9, 1)]
    final = [(), (), (), (1, 2, 3, 4)]
    assert [each.players for each in verify(9, again, sit_out=turns, finalists=final)
            if early in each.message.message] == [(9, 6)]  # fmt: skip

"""Points for sessions that somebody could not play: examples by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.second_count.sitting_out import Game, Played, Rule, granted, granted_sessions, total
from tests.tournament.use_cases.events import BY, created, players
from tests.tournament.use_cases.granted_again import differences, played
from tournament.event.seating import Seating, SeatingWishes
from tournament.event.settings import FixedPoints, GrantedPoints
from tournament.use_cases import Book, RecordTotals, carry_out
from tournament.use_cases.commands import AddPlayers, CancelSessions, ChangeSettings, PublishDraw

AVERAGE, FIXED, NOTHING = Rule("average"), Rule("fixed", Fraction(3, 2), -20), Rule("nothing")
OWN = [Game(1, Fraction(4), 50, 0), Game(2, Fraction(1), -11, -10)]


def test_an_average_is_exact_in_points_and_rounded_away_from_zero_in_scores() -> None:
    assert granted(AVERAGE, OWN) == (Fraction(5, 2), 25), "50 and -1 without the penalty: 24.5"
    assert granted(AVERAGE, [Game(1, Fraction(0), -3, 0), Game(2, Fraction(1), -2, 0)]) == (Fraction(1, 2), -3)
    assert granted(AVERAGE, []) == (Fraction(0), 0)
    assert granted(FIXED, OWN) == (Fraction(3, 2), -20)
    assert granted(NOTHING, OWN) == (Fraction(0), 0)


def test_late_sessions_and_turns_are_granted_by_their_own_rules() -> None:
    event = Played({1: OWN}, late=FIXED, sit_out=AVERAGE, joined={1: 4}, out={5: frozenset((1,)), 6: frozenset((2,))},
                   cancelled=frozenset((2,)))  # fmt: skip
    assert granted_sessions(event, 1) == {1: "late", 3: "late", 5: "out"}
    assert total(event, 1) == (5 + 3 + Fraction(5, 2), 39 - 40 + 25)
    assert granted_sessions(replace(event, from_zero={1: 3}), 1) == {3: "late", 5: "out"}


def six(rule: GrantedPoints) -> Book:
    """Six players at one table; in each of three sessions two others sit out."""
    book = created()
    fixed = FixedPoints("3/2", -20)
    carry_out(book, ChangeSettings(replace(book.view.settings, sessions=3, sit_out_points=rule, sit_out_fixed=fixed)),
              by=BY)  # fmt: skip
    carry_out(book, AddPlayers(tuple(players(6))), by=BY)
    seating = Seating(
        (((1, 2, 3, 4),), ((5, 6, 1, 2),), ((3, 4, 5, 6),)), "by hand", 0, SeatingWishes(sit_out=True),
        ((5, 6), (3, 4), (1, 2)),
    )  # fmt: skip
    carry_out(book, PublishDraw(seating), by=BY)
    for session in (1, 2, 3):
        carry_out(book, RecordTotals(session, 1, (60, 20, -21, -59)), by=BY)
    return book


@pytest.mark.parametrize(
    ("rule", "first"),
    [
        (GrantedPoints.NOTHING, (Fraction(5), 39)),
        (GrantedPoints.AVERAGE, (Fraction(15, 2), 39 + 20)),
        (GrantedPoints.FIXED, (Fraction(13, 2), 39 - 20)),
    ],
)
def test_two_of_six_sit_out_in_each_session(rule: GrantedPoints, first: tuple[Fraction, int]) -> None:
    """Player 1 is first with 60 in session 1 and third with -21 in session 2: 39 in all, on average 19.5."""
    book = six(rule)
    assert total(played(book.view), 1) == first
    assert differences(book.view) == []
    carry_out(book, CancelSessions((3,), "no time"), by=BY)
    assert granted_sessions(played(book.view), 1) == {}
    assert differences(book.view) == []


def test_other_points_in_the_standings_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    book = six(GrantedPoints.FIXED)
    assert differences(book.view) == []
    other = replace(book.view.settings, sit_out_fixed=FixedPoints("1", -20))
    event = played(book.view)
    carry_out(book, ChangeSettings(other), by=BY)
    monkeypatch.setattr("tests.tournament.use_cases.granted_again.played", lambda _view: event)
    assert len(differences(book.view)) == 6

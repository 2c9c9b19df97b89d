"""The way of one player: tables, opponents, and the place after each session. Source: FFMJ, "Points de table"."""

from fractions import Fraction

import pytest

from tests.tournament.standings.test_ranking import FIRST, PLAYERS, totals
from tournament.event.seating import Seating
from tournament.standings import tally
from tournament.standings.journey import RunningTotals, journey

BY_NUMBER = {player.number: player for player in PLAYERS}
SEATING = Seating((((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)), ((8, 6, 4, 2), (7, 5, 3, 1))))
SECOND = [totals(2, 1, (1, 5, 2, 6), (-40, 10, 60, -30)), totals(2, 2, (3, 7, 4, 8), (5, 4, 3, -12))]
TALLIES = [tally(1, FIRST), tally(2, SECOND), tally(3, [])]


def follow(number, after=2, running=None):
    return journey(number, players=BY_NUMBER, seating=SEATING, tallies=TALLIES, after=after, running=running)


def test_tables_and_opponents_in_the_order_of_seats() -> None:
    steps = follow(2).steps
    assert [(step.session, step.table) for step in steps] == [(1, 1), (2, 1), (3, 1)]
    assert [[player.number for player in step.opponents] for step in steps] == [[3, 4, 1], [6, 1, 5], [8, 6, 4]]


def test_places_after_each_session() -> None:
    # Session 1: 5 has 4 and +100, 1 has 4 and +50, 6 has 2, 2 and 3 share 1½ with +20.
    # Session 2 gives 2 four points, 5 two, 6 one, 1 none; 3 four, 7 two, 4 one, 8 none. Totals: 5 has 6;
    # 2 has 5½ and +80, 3 has 5½ and +25; 1 has 4.
    assert follow(2).ranks == ((1, 4), (2, 2))
    assert follow(3).ranks == ((1, 4), (2, 3))
    assert follow(5).ranks == ((1, 1), (2, 1))
    assert follow(1).ranks == ((1, 2), (2, 4))
    assert follow(2).scores == ((1, 20), (2, 60))


def test_later_sessions_have_no_place_but_what_is_recorded() -> None:
    way = follow(2, after=1)
    assert way.ranks == ((1, 4),)
    assert way.steps[1].result is not None
    assert way.steps[1].result.table_points == Fraction(4)
    assert way.steps[2].result is None
    assert way.players == 8


def test_remembered_totals_change_nothing() -> None:
    running = RunningTotals()
    assert follow(6, after=1, running=running) == follow(6, after=1)
    assert follow(6, running=running) == follow(6)
    assert follow(6, after=1, running=running) == follow(6, after=1)


def test_totals_are_added_up_again_only_from_the_session_that_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    added: list[int] = []

    def add_up(before, session):
        added.append(session.session)
        return {**before, session.session: (1, 1)}

    monkeypatch.setattr("tournament.standings.journey.add_up", add_up)
    running = RunningTotals()
    assert running.of(TALLIES) == [{}, {1: (1, 1)}, {1: (1, 1), 2: (1, 1)}, dict.fromkeys((1, 2, 3), (1, 1))]
    assert running.of(TALLIES) == running.of(TALLIES)
    assert running.of(TALLIES[:1]) == [{}, {1: (1, 1)}]
    assert added == [1, 2, 3]
    running.of([TALLIES[0], tally(2, SECOND), TALLIES[2]])
    assert added == [1, 2, 3, 2, 3]


def test_a_session_without_a_seat_is_left_out_and_the_last_one_is_told() -> None:
    seating = Seating((SEATING.sessions[0], ((1, 5, 2, 6),), SEATING.sessions[2]))
    last = tally(3, [totals(3, 1, (8, 6, 4, 2), (30, 10, -10, -30)), totals(3, 2, (7, 5, 3, 1), (30, 10, -10, -30))])
    way = journey(4, players=BY_NUMBER, seating=seating, tallies=[*TALLIES[:2], last], after=3)
    assert [(step.session, step.table) for step in way.steps] == [(1, 1), (3, 1)]
    assert way.steps[1].result is not None
    assert (way.steps[1].result.session, way.steps[1].result.score) == (3, -10)
    assert way.steps[1].rank is not None


def test_an_unknown_player() -> None:
    with pytest.raises(KeyError):
        follow(99)

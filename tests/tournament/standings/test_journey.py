"""The way of one player: tables, opponents, and the place after each session. Source: FFMJ, "Points de table"."""

from fractions import Fraction

import pytest

from tests.tournament.standings.test_ranking import FIRST, PLAYERS, totals
from tournament.event.seating import Seating
from tournament.standings import tally
from tournament.standings.journey import journey

BY_NUMBER = {player.number: player for player in PLAYERS}
SEATING = Seating((((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)), ((8, 6, 4, 2), (7, 5, 3, 1))))
SECOND = [totals(2, 1, (1, 5, 2, 6), (-40, 10, 60, -30)), totals(2, 2, (3, 7, 4, 8), (5, 4, 3, -12))]
TALLIES = [tally(1, FIRST), tally(2, SECOND), tally(3, [])]


PLACES = {1: 4, 2: 2}
"""Of player 2."""


def follow(number, places=PLACES):
    return journey(number, players=BY_NUMBER, seating=SEATING, tallies=TALLIES, places=places, ranked=8)


def test_tables_and_opponents_in_the_order_of_seats() -> None:
    steps = follow(2).steps
    assert [(step.session, step.table) for step in steps] == [(1, 1), (2, 1), (3, 1)]
    assert [[player.number for player in step.opponents] for step in steps] == [[3, 4, 1], [6, 1, 5], [8, 6, 4]]


def test_places_and_scores_after_each_session() -> None:
    assert follow(2).ranks == ((1, 4), (2, 2))
    assert follow(2).scores == ((1, 20), (2, 60))


def test_later_sessions_have_no_place_but_what_is_recorded() -> None:
    way = follow(2, {1: 4})
    assert way.ranks == ((1, 4),)
    assert way.steps[1].result is not None
    assert way.steps[1].result.table_points == Fraction(4)
    assert way.steps[2].result is None
    assert way.players == 8


def test_a_session_without_a_seat_is_left_out_and_the_last_one_is_told() -> None:
    seating = Seating((SEATING.sessions[0], ((1, 5, 2, 6),), SEATING.sessions[2]))
    last = tally(3, [totals(3, 1, (8, 6, 4, 2), (30, 10, -10, -30)), totals(3, 2, (7, 5, 3, 1), (30, 10, -10, -30))])
    way = journey(4, players=BY_NUMBER, seating=seating, tallies=[*TALLIES[:2], last],
                  places={3: 5}, ranked=8)  # fmt: skip
    assert [(step.session, step.table) for step in way.steps] == [(1, 1), (3, 1)]
    assert way.steps[1].result is not None
    assert (way.steps[1].result.session, way.steps[1].result.score) == (3, -10)
    assert way.steps[1].rank == 5


def test_an_unknown_player() -> None:
    with pytest.raises(KeyError):
        follow(99)

"""Euler splits give start winds exactly."""

import pytest

from tests.tournament.draw import recount
from tournament.draw.seating import four
from tournament.draw.seeded_random import SeededRandom
from tournament.draw.winds import with_winds


@pytest.mark.parametrize("sessions", [1, 2, 3, 4, 5, 6, 7, 8, 9, 13])
@pytest.mark.parametrize("players", [4, 16, 60])
def test_any_seating_gets_even_winds_and_keeps_its_tables(players, sessions):
    chance = SeededRandom(players * 100 + sessions)
    design = []
    for _ in range(sessions):
        order = chance.shuffled(range(players))
        design.append(tuple(four(order[start : start + 4]) for start in range(0, players, 4)))
    seated = with_winds(tuple(design))
    assert [[set(table) for table in tables] for tables in seated] == [
        [set(block) for block in tables] for tables in design
    ]
    numbered = [[tuple(player + 1 for player in table) for table in tables] for tables in seated]
    assert recount.winds_even(players, numbered)

"""Hands by chance are legal, reach the minimum, and come again from the same seed."""

from random import Random

from tests.second_counter.text import read
from tournament.hand.notation import format_hand, parse
from tournament.rulesets.mcr.dealing import random_win
from tournament.rulesets.mcr.scoring import score


def test_hands_by_chance_win() -> None:
    chance = Random(1)
    points = []
    for _ in range(60):
        hand = random_win(chance)
        assert parse(format_hand(hand)) == hand
        assert read(format_hand(hand)) is not None
        found = score(hand)
        assert found.minimum_met
        points.append(found.points)
    assert min(points) < 16
    assert max(points) > 40


def test_the_same_chance_gives_the_same_hand() -> None:
    assert [random_win(Random(7)) for _ in range(2)] == [random_win(Random(7))] * 2

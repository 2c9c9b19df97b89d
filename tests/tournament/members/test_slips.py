"""How well people are found again whose names lists write otherwise; all 5,000 slips are a part of the proof."""

from random import Random

from tests.member_slips import answers, directory, planted
from tournament.members.matching import MemberIndex


def test_hardly_anybody_is_joined_wrongly_and_few_are_asked_about():
    chance = Random(1)
    people = directory(1000, chance)
    found = answers(MemberIndex(people), planted(people, 600, chance))
    joined = sum(count for (_slip, answer), count in found.items() if answer == "joined")
    wrong = sum(count for (_slip, answer), count in found.items() if answer == "joined wrongly")
    asked = sum(count for (_slip, answer), count in found.items() if answer.startswith("asked"))
    assert wrong <= 0.005 * (joined + wrong), found
    assert joined >= 400
    assert asked <= 150

"""French classical counts as the second count does, which shares no code with it.

``python -m tests.tournament.rulesets.proof_systems --system french-classical`` compares as many as one likes.
"""

from tests.tournament.rulesets.french_classical.engine import compared, counted_again, difficult_lines, random_lines


def test_agrees_on_hands_by_chance() -> None:
    for line in random_lines(1, 100):
        assert compared(line) == counted_again(line), line


def test_agrees_on_hands_near_the_gold() -> None:
    for line in difficult_lines(1, 100):
        assert compared(line) == counted_again(line), line

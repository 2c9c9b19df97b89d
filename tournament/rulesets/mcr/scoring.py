"""What a hand is worth in MCR."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from tournament.hand.hand import Hand
from tournament.rules.score import NotComplete, Score
from tournament.rulesets.mcr.counting import Counting, countings, dearest
from tournament.rulesets.mcr.fan_table import FanTable
from tournament.rulesets.mcr.profiles import PROFILES, Profile


@lru_cache(16)
def fan_table_of(profile: Profile | str) -> FanTable:
    """The fan table of a profile or of its id; KeyError for an unknown id."""
    return FanTable(PROFILES[profile] if isinstance(profile, str) else profile)


def score(hand: Hand, *, profile: Profile | str = "mcr") -> Score:
    """Count a hand as its dearest reading; :class:`NotComplete` when it has none.

    A hand below the minimum is counted all the same (``minimum_met`` says so).
    """
    fan_table = fan_table_of(profile)
    best = dearest(fan_table, countings(fan_table, hand))
    if best is None:
        raise NotComplete
    return score_of(fan_table, best)


def scores(hands: Iterable[Hand], *, profile: Profile | str = "mcr") -> Iterator[Score]:
    """Count many hands, one after the other."""
    for hand in hands:
        yield score(hand, profile=profile)


def score_of(fan_table: FanTable, counting: Counting) -> Score:
    """The list and the points of one counted reading."""
    basic, marks, left = counting.points, counting.marks, counting.kept
    counted, each, fans = fan_table.counted, fan_table.each, []
    while left:
        bit = left & -left
        left ^= bit
        place = bit.bit_length() - 1
        fans.append(counted(place, marks[place].bit_count() if each[place] else 1))
    bonus = marks[fan_table.bonus]
    if bonus:
        fans.append(counted(fan_table.bonus, bonus))
    points = basic + bonus * fan_table.points[fan_table.bonus]
    return Score(points, basic, basic >= fan_table.profile.minimum, tuple(fans), fan_table.profile.id)

"""Which fan were made, from the hands whose tiles were entered."""

from tests.examples.events import begun
from tournament.hand.notation import parse
from tournament.ledger.entry import table_stream
from tournament.ledger.facts import HandCorrected, HandRecorded
from tournament.rules.pattern import Pattern
from tournament.rules.score import CountedPattern, Score
from tournament.rulesets.mcr.scoring import score
from tournament.standings.fan_statistics import FanStatistics, HandPlace, fan_statistics

CHOWS = "[234p,1]234m23456s88p7s|ES0000|1"
"""41, 63, 68, 71, 81."""
PUNGS = "111222333s456pEE|SS0000"
"""Counted in the rule text: 24, 33, 62, 73, 75, 79."""


def counted(tiles: str) -> Score:
    return score(parse(tiles))


def made() -> FanStatistics:
    ledger = begun(4, 1)
    stream = table_stream(1, 1)
    ledger.write(stream, HandRecorded(1, 1, 3, 14, CHOWS))
    ledger.write(stream, HandRecorded(2, 1, 3, 45, PUNGS))
    ledger.write(stream, HandRecorded(3, 2, None, 20))
    ledger.write(stream, HandRecorded(4, None))
    ledger.write(stream, HandRecorded(5, 3, None, 45, PUNGS))
    ledger.write(stream, HandCorrected(5, 0, 1, 14, "wrong hand", CHOWS))
    return fan_statistics([ledger.view.sheet(1, 1)], counted)


def test_hands_with_tiles_are_counted_beside_all_won() -> None:
    assert (made().won, made().counted) == (4, 3)


def test_fan_of_the_event() -> None:
    found = {each.pattern.slug: (each.hands, each.times, each.points) for each in made().made}
    assert found["mixed-triple-chow"] == (2, 2, 16)
    assert found["flower-tiles"] == (2, 2, 2)
    assert found["pure-shifted-pungs"] == (1, 1, 24)
    assert made().made[0].hands == 2


def test_fan_of_each_player_after_the_correction() -> None:
    assert {each.pattern.number for each in made().of(1)} == {41, 63, 68, 71, 81}
    assert {each.pattern.slug: each.hands for each in made().of(2)}["mixed-triple-chow"] == 1
    assert made().of(3) == ()


def test_how_many_hands_of_each_player_are_known() -> None:
    assert {number: len(hands) for number, hands in made().hands_by_winner.items()} == {1: 1, 2: 2}


def test_who_made_a_fan_first_and_who_most_often() -> None:
    found = {each.pattern.slug: each for each in made().made}
    chows = found["mixed-triple-chow"]
    assert (chows.first, chows.first_winner) == (HandPlace(session=1, hand=1, table=1), 2)
    assert (chows.most, chows.most_hands) == ((1, 2), 1)
    assert found["pure-shifted-pungs"].most == (2,)
    own = {each.pattern.slug: each for each in made().of(1)}
    assert own["mixed-triple-chow"].first == HandPlace(session=1, hand=5, table=1)


def test_fan_stand_by_hands_then_times_then_value_then_name() -> None:
    def pattern(slug: str, points: int) -> Pattern:
        return counted(CHOWS).fans[0].pattern._replace(slug=slug, points=points)

    fans = {
        "a": [
            CountedPattern(pattern("dear", 24), 1),
            CountedPattern(pattern("twice", 2), 2),
            CountedPattern(pattern("b-cheap", 1), 1),
        ],
        "b": [CountedPattern(pattern("a-cheap", 1), 1), CountedPattern(pattern("both", 1), 1)],
        "c": [CountedPattern(pattern("both", 1), 1)],
    }
    ledger = begun(4, 1)
    for hand, tiles in enumerate(fans, start=1):
        ledger.write(table_stream(1, 1), HandRecorded(hand, 0, None, 14, tiles))
    found = fan_statistics([ledger.view.sheet(1, 1)], lambda tiles: counted(CHOWS)._replace(fans=tuple(fans[tiles])))
    assert [each.pattern.slug for each in found.made] == ["both", "twice", "dear", "a-cheap", "b-cheap"]


def test_hands_are_ordered_as_they_are_played() -> None:
    assert sorted([HandPlace(2, 1, 1), HandPlace(1, 2, 1), HandPlace(1, 1, 9)]) == [(1, 1, 9), (1, 2, 1), (2, 1, 1)]


def test_tiles_that_are_no_win_count_nowhere() -> None:
    ledger = begun(4, 1)
    ledger.write(table_stream(1, 1), HandRecorded(1, 1, 3, 14, CHOWS))
    assert fan_statistics([ledger.view.sheet(1, 1)], lambda _tiles: None) == FanStatistics(won=1)

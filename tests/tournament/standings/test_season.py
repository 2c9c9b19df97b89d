"""The ranking of a season against a brute-force count, its courses, and what is said of a place."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.event.format import PLACE_POINTS, SeasonCount, SeasonRules, SeasonUnit
from tournament.event.player import Player
from tournament.language import ENGLISH
from tournament.standings import Result, Tally
from tournament.standings.course import courses
from tournament.standings.season import rank_season
from tournament.standings.season_explanation import season_explanation
from tournament.standings.tally import GameResult

PLAYERS = {number: Player(number, name, "Sample") for number, name in enumerate(("Ada", "Ben", "Cleo", "Dora"), 1)}
SCORES = st.lists(st.none() | st.integers(-60, 60), min_size=4, max_size=4)
"""Of one evening, by player; None for who is away. Few values, so that they meet."""
RULES = st.builds(SeasonRules, st.none() | st.integers(1, 4),
                  st.sampled_from((SeasonCount.SUM, SeasonCount.AVERAGE)), st.integers(1, 4),
                  st.integers(0, 4), st.sampled_from(SeasonUnit))  # fmt: skip


def tallies(evenings: list[list[int | None]]) -> list[Tally]:
    """Evenings on which each player played one game."""
    return [
        Tally(
            session,
            {
                number: Result(session, 1, 0, Fraction(0), 0, score, final=True)
                for number, score in enumerate(scores, start=1)
                if score is not None
            },
            sheets=1,
            expected=1,
            hands=16,
            final=True,
        )
        for session, scores in enumerate(evenings, start=1)
    ]


def dearest(scores: list[int], rules: SeasonRules) -> Fraction:
    """The best choice of evenings there is, tried one by one."""
    size = len(scores) if rules.best is None else min(rules.best, len(scores))
    shares = 1 if rules.count is SeasonCount.SUM else size
    return max(Fraction(sum(chosen), shares) for chosen in combinations(scores, size))


GAMES = st.lists(st.tuples(*(st.integers(-3, 3),) * 4), min_size=1, max_size=3)
"""The scores of the games of one evening, of all four players."""


@given(
    st.lists(GAMES, min_size=1, max_size=4),
    st.none() | st.integers(1, 4),
    st.sampled_from(SeasonCount),
    st.sampled_from(SeasonUnit),
    st.integers(-2, 2),
)
def test_the_best_evenings_or_games_of_several_games(
    evenings: list[list[tuple[int, ...]]], best: int | None, count: SeasonCount, per: SeasonUnit, handicap: int
) -> None:
    """Counted by choosing among all evenings or games; the first player has a handicap."""
    rules = SeasonRules(best, count, per=per, handicaps=((1, handicap),))
    season = rank_season(PLAYERS, [evening(session, games) for session, games in enumerate(evenings, 1)], rules)
    for number in PLAYERS:
        values = [[game_value(game, number - 1, count, handicap if number == 1 else 0) for game in games]
                  for games in evenings]  # fmt: skip
        units = (
            [sum(games) for games in values] if per is SeasonUnit.EVENING else [each for own in values for each in own]
        )
        size = len(units) if best is None else min(best, len(units))
        most = max(sum(chosen) for chosen in combinations(units, size))
        row = season.row(number)
        assert row is not None
        assert row.worth == (Fraction(most, size) if count is SeasonCount.AVERAGE else most)
        assert len(row.counted_games) >= size
        if best is None:
            assert len(row.counted_games) == row.games == sum(map(len, evenings))
            assert row.counted_score == row.score


def evening(session: int, games: list[tuple[int, ...]]) -> Tally:
    found: dict[int, Result] = {}
    for scores in games:
        for number, score in enumerate(scores, 1):
            game = GameResult(score, game_value(scores, number - 1, SeasonCount.PLACES, 0), score, Fraction(0))
            result = Result(session, 1, 0, Fraction(0), 0, score, final=True, each=(game,))
            found[number] = result.with_earlier(found[number]) if number in found else result
    return Tally(session, found, sheets=len(games), expected=len(games), hands=16, final=True)


def game_value(scores: tuple[int, ...], column: int, count: SeasonCount, handicap: int) -> Fraction:
    """What a game adds: 4, 2, 1 or 0 for the place, or the score; equal ones in every order in which they may stand."""
    if count is not SeasonCount.PLACES:
        return Fraction(scores[column] + handicap)
    falling = sorted(scores, reverse=True)
    orders = [order for order in permutations(range(4)) if [scores[each] for each in order] == falling]
    return Fraction(sum(PLACE_POINTS[order.index(column)] for order in orders), len(orders))


def brute_force(evenings: list[list[int | None]], rules: SeasonRules) -> dict[int, tuple[int | None, Fraction]]:
    """Place and worth of everybody who played."""
    worth: dict[int, Fraction] = {}
    ranked: set[int] = set()
    for number in PLAYERS:
        own = [score for scores in evenings if (score := scores[number - 1]) is not None]
        if own:
            worth[number] = dearest(own, rules)
        if len(own) >= max(rules.least, rules.least_games):  # a game an evening
            ranked.add(number)
    return {
        number: (1 + sum(worth[other] > own for other in ranked) if number in ranked else None, own)
        for number, own in worth.items()
    }


@given(st.lists(SCORES, max_size=6), RULES)
def test_the_ranking_is_that_of_a_count_by_brute_force(evenings: list[list[int | None]], rules: SeasonRules) -> None:
    season = rank_season(PLAYERS, tallies(evenings), rules)
    expected = brute_force(evenings, rules)
    assert {row.player.number: (row.rank, row.worth) for row in (*season.rows, *season.waiting)} == expected
    before = brute_force(evenings[:-1], rules)
    for row in season.rows:
        earlier = before.get(row.player.number, (None, Fraction(0)))[0]
        assert row.moved == (earlier - row.rank if earlier is not None and row.rank is not None else None)
        assert sum(row.evenings[session].score for session in row.counted) == row.counted_score
    for row in season.waiting:
        assert row.rank is row.moved is None
        assert row.missing == max(rules.least - len(row.evenings), 0)
        assert row.missing_games == max(rules.least_games - row.games, 0)
        assert row.missing or row.missing_games


@given(st.lists(SCORES, min_size=1, max_size=6), RULES)
def test_a_course_has_the_place_after_every_evening(evenings: list[list[int | None]], rules: SeasonRules) -> None:
    found = courses(tallies(evenings), rules)
    season = rank_season(PLAYERS, tallies(evenings), rules)
    assert found.keys() == {row.player.number for row in (*season.rows, *season.waiting)}
    for number, steps in found.items():
        row = season.row(number)
        assert row is not None
        assert [step.session for step in steps] == sorted(row.evenings)
        assert {step.session for step in steps if step.counted} == row.counted
        for step in steps:
            assert (step.rank, step.worth) == brute_force(evenings[: step.session], rules)[number]


@given(st.lists(SCORES, min_size=1, max_size=6), RULES)
def test_every_place_has_an_explanation(evenings: list[list[int | None]], rules: SeasonRules) -> None:
    season = rank_season(PLAYERS, tallies(evenings), rules)
    for row in (*season.rows, *season.waiting):
        said = [ENGLISH.render(text) for text in season_explanation(season, row.player.number)]
        assert any("count" in sentence for sentence in said)
        assert all(sentence.endswith(".") and "{" not in sentence for sentence in said)


EVENINGS: list[list[int | None]] = [[40, 30, -10, -60], [-20, 10, 10, None], [30, None, 10, None], [10, 0, 0, None]]


def said(number: int, rules: SeasonRules) -> list[str]:
    season = rank_season(PLAYERS, tallies(EVENINGS), rules)
    return [ENGLISH.render(text) for text in season_explanation(season, number)]


def test_of_equal_evenings_the_earlier_counts() -> None:
    season = rank_season(PLAYERS, tallies(EVENINGS), SeasonRules(best=1))
    row = season.row(3)
    assert row is not None
    assert row.counted == {2}


def test_the_explanation_of_a_place() -> None:
    best_two = SeasonRules(best=2, least=2)
    assert said(1, best_two) == [
        "30 ahead of Ben Sample, 2nd.",
        "Evenings 1, 3 count: +40, +30, total +70.",
        "Evenings 2, 4 do not count: −20, +10.",
    ]
    assert said(2, best_two) == [
        "30 behind Ada Sample, 1st.",
        "Evenings 1, 2 count: +30, +10, total +40.",
        "Evening 4 does not count: 0.",
    ]
    assert said(4, best_two) == [
        "Not ranked yet: 1 evening played, 2 needed.",
        "Evening 1 counts: −60.",
    ]
    assert said(3, SeasonRules(count=SeasonCount.AVERAGE)) == [
        "10.8 behind Ben Sample, 2nd.",
        "Evenings 1, 2, 3, 4 count: −10, +10, +10, 0, average 2.5.",
    ]


def test_a_shared_place_is_named_first() -> None:
    season = rank_season(PLAYERS, tallies([[10, 10, 10, -30]]), SeasonRules())
    assert ENGLISH.render(season_explanation(season, 2)[0]) == "Shares the place with Ada Sample and 1 other: +10 each."


def test_a_player_without_a_game_has_no_explanation() -> None:
    with pytest.raises(KeyError):
        season_explanation(rank_season(PLAYERS, tallies([[10, -10, None, None]]), SeasonRules()), 3)


def test_a_season_is_provisional_while_any_evening_is_not_just_the_last() -> None:
    first, second = tallies([[30, -10, -10, -10], [10, 10, -10, -10]])
    everything = SeasonRules()
    assert rank_season(PLAYERS, [first, second], everything).provisional is False
    assert rank_season(PLAYERS, [replace(first, final=False), second], everything).provisional is True
    assert rank_season(PLAYERS, [first, replace(second, final=False)], everything).provisional is True
    assert rank_season(PLAYERS, [], everything).provisional is False

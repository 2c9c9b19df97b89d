"""The formats, and what is said of the rules of a season. Expected texts follow from the fields of the rules."""

import pytest

from tournament.event.format import (
    MOST_EVENINGS,
    MOST_GAMES,
    EventFormat,
    SeasonCount,
    SeasonRules,
    season_problems,
    season_text,
    spoken_in,
)
from tournament.language import ENGLISH

SUM = "The scores of the evenings that count add up."


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (SeasonRules(), f"All evenings count. {SUM}"),
        (SeasonRules(least_games=1), f"All evenings count. {SUM}"),
        (SeasonRules(best=1), f"The best evening of each player counts. {SUM}"),
        (
            SeasonRules(best=3, count=SeasonCount.AVERAGE, least=2),
            "The best 3 evenings of each player count. The average of the evenings that count. "
            "Players are ranked after 2 evenings.",
        ),
        (SeasonRules(least_games=2), f"All evenings count. {SUM} Players are ranked after 2 games."),
        (
            SeasonRules(least=3, least_games=5),
            f"All evenings count. {SUM} Players are ranked after 3 evenings and 5 games.",
        ),
    ],
)
def test_the_rules_of_a_season_in_words(rules: SeasonRules, said: str) -> None:
    assert ENGLISH.render(season_text(rules)) == said


def test_only_a_tournament_is_drawn_and_a_club_speaks_its_own_words() -> None:
    assert [each for each in EventFormat if each.is_drawn] == [EventFormat.TOURNAMENT]
    assert spoken_in(EventFormat.TOURNAMENT, ("classical",)) == ("classical",)
    for each in (EventFormat.CLUB, EventFormat.LEAGUE):
        assert spoken_in(each, ("classical",)) == ("club-classical", "club", "classical")
    assert len({ENGLISH.render(each.text) for each in EventFormat}) == len(EventFormat)


@pytest.mark.parametrize(
    "rules",
    [
        SeasonRules(),
        SeasonRules(best=1),
        SeasonRules(best=MOST_EVENINGS, least=MOST_EVENINGS, least_games=MOST_GAMES),
        SeasonRules(least_games=0),
    ],
)
def test_rules_within_their_limits_are_taken(rules: SeasonRules) -> None:
    assert season_problems(rules) == ()


@pytest.mark.parametrize(
    ("rules", "fields"),
    [
        (SeasonRules(best=0), ["best"]),
        (SeasonRules(best=MOST_EVENINGS + 1), ["best"]),
        (SeasonRules(least=0), ["least"]),
        (SeasonRules(least=MOST_EVENINGS + 1), ["least"]),
        (SeasonRules(least_games=-1), ["least_games"]),
        (SeasonRules(least_games=MOST_GAMES + 1), ["least_games"]),
        (SeasonRules(best=0, least=0, least_games=-1), ["best", "least", "least_games"]),
    ],
)
def test_rules_beyond_their_limits_are_refused(rules: SeasonRules, fields: list[str]) -> None:
    assert [each.field for each in season_problems(rules)] == [f"season.{field}" for field in fields]

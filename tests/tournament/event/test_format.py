"""What is said of the rules of a season. Expected texts follow from the fields of the rules."""

import pytest

from tournament.event.format import SeasonCount, SeasonRules, season_text
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

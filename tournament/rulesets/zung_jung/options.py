"""The options of Zung Jung, which an event chooses."""

from dataclasses import dataclass

from tournament.language import mark
from tournament.rules.question import Option, QuestionKind, RuleQuestion
from tournament.rules.table_points import TablePointsKind, table_points_options

LISTED, NONE = 5, 1
"""The two possible minimums. A hand without a pattern reaches only the second."""


@dataclass(frozen=True, slots=True)
class ZungJungOptions:
    """The options of an event; the defaults are those of the World Series v1.03."""

    minimum: int = LISTED
    threshold: int = 25
    every_opponent_pays: bool = False
    table_points: str = TablePointsKind.MATCH.value
    place_points: str = "4-2-1-0"
    false_win: int = 25


OPTIONS = (
    Option(
        RuleQuestion(
            "minimum",
            mark("Minimum value of a winning hand"),
            QuestionKind.NUMBER,
            LISTED,
            least=NONE,
            most=LISTED,
            step=LISTED - NONE,
        ),
        mark("World Series 2007 and 2008: 5, so a hand without a pattern does not win. Zung Jung and later years: 1."),
    ),
    Option(
        RuleQuestion(
            "threshold", mark("Value up to which all three pay equally"), QuestionKind.NUMBER, 25, least=1, most=320
        ),
        mark("Zung Jung: 25; above it, the responsible player pays the rest."),
    ),
    Option(
        RuleQuestion("every_opponent_pays", mark("Every opponent always pays the value")),
        mark("Zung Jung: off. The uniform payment that its author proposes for club evenings."),
    ),
    *table_points_options(TablePointsKind.MATCH, mark("World Series since 2010: match points. Before: the score.")),
    Option(
        RuleQuestion("false_win", mark("False win, to each opponent"), QuestionKind.NUMBER, 25, least=0, most=480),
        mark("Our proposal: the texts give no amount; 25 is what all three pay equally."),
    ),
)

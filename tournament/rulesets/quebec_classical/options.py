"""The options: what the document leaves to the players, each with its default and the source of the default."""

from dataclasses import dataclass

from tournament.language import Text, mark
from tournament.rules.named_hands import read_hands
from tournament.rules.own_hands import own_hands_option
from tournament.rules.question import Choice, Option, QuestionKind, RuleQuestion
from tournament.rules.table_points import OPEN_TABLE_POINTS, TablePointsKind
from tournament.rulesets.quebec_classical.items import SPECIALS

NO_CHOW_AT_ALL, NONE_EXPOSED, WINNER_ONLY = "none", "none-exposed", "winner-only"
SOUTH, NORTH = "south", "north"


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of an event. :data:`OPTIONS` describes each of them."""

    limit: int | None = 500
    """The limit; None for no limit. Special hands are then only played if ``special_value`` is set."""
    special_value: int | None = None
    no_chow: str = NO_CHOW_AT_ALL
    traditional_doubles: bool = False
    round_wind_pair: bool = False
    claimed_pair_exposed: bool = False
    losers_capped: bool = True
    losers_receive_limit: bool = True
    east_doubles_limit: bool = True
    east_fines_doubled: bool = True
    next_east: str = SOUTH
    rounds: int = 4
    table_points: str = TablePointsKind.PLACES.value
    place_points: str = "4-2-1-0"
    winds_and_dragons: bool = True
    four_winds: bool = True
    ones_and_nines: bool = True
    three_scholars: bool = True
    hidden_hand: bool = True
    thirteen_lanterns: bool = True
    full_house_of_nine: bool = True
    small_serpent: bool = True
    great_serpent: bool = True
    earthly_blessing: bool = True
    own_hands: str = ""

    @property
    def own_worth(self) -> dict[str, int]:
        """The value of each special hand that the event adds, by name: always the limit."""
        worth = self.special_worth
        return {} if worth is None else {hand.name: worth for hand in read_hands(self.own_hands)}

    @property
    def special_worth(self) -> int | None:
        """The value of a special hand, which is the limit; None if there are no special hands."""
        return self.special_value if self.limit is None else self.limit

    def plays(self, slug: str) -> bool:
        """Return whether the special hand with this slug is played."""
        return self.special_worth is not None and bool(getattr(self, slug.replace("-", "_")))


BY_DOCUMENT = Options()
"""The rules of the document without changes."""

_DOCUMENT = mark("Stated by the document")
_SECOND = mark("The document, taken literally")


def _special(name: str, text: Text) -> Option:
    return Option(RuleQuestion(name, text, default=True), mark("The document: the ten special hands must be agreed on"))


OPTIONS = (
    Option(
        RuleQuestion(
            "limit",
            mark("Limit of a hand; empty: none"),
            QuestionKind.NUMBER,
            500,
            least=20,
            most=1_000_000,
            optional=True,
        ),
        mark("Suggested by the document"),
    ),
    Option(
        RuleQuestion(
            "special_value",
            mark("Value of a special hand when there is no limit; empty: no special hands"),
            QuestionKind.NUMBER,
            None,
            least=20,
            most=1_000_000,
        ),
        mark("The document: a special hand is worth the limit"),
    ),
    Option(
        RuleQuestion(
            "no_chow",
            mark("“No chow” doubles"),
            QuestionKind.CHOICE,
            NO_CHOW_AT_ALL,
            (
                Choice(NO_CHOW_AT_ALL, mark("every hand without any chow, shown or concealed")),
                Choice(NONE_EXPOSED, mark("every hand that shows no chow")),
                Choice(WINNER_ONLY, mark("only the winner's hand")),
            ),
        ),
        mark("The document: “for all hands”; in classical practice only the winner's hand is doubled"),
    ),
    Option(
        RuleQuestion("traditional_doubles", mark("Pungs of dragons and of own wind double too")),
        mark("The document's list does not include them; its “more than a hundred thousand points” needs them"),
    ),
    Option(RuleQuestion("round_wind_pair", mark("A pair of the round wind counts 2")), _SECOND),
    Option(
        RuleQuestion("claimed_pair_exposed", mark("A pair completed by a discard is exposed, and counts nothing")),
        mark("The document prints “–” for an exposed pair: no such pair exists, or it counts nothing"),
    ),
    Option(
        RuleQuestion("losers_capped", mark("The limit also applies to losing hands"), default=True),
        mark("The document: the limit is the maximum of a hand"),
    ),
    Option(
        RuleQuestion(
            "losers_receive_limit",
            mark("The other losers pay the limit to a loser with the Four Winds or the Three Scholars"),
            default=True,
        ),
        _DOCUMENT,
    ),
    Option(RuleQuestion("east_doubles_limit", mark("East receives and pays the limit twice"), default=True), _DOCUMENT),
    Option(RuleQuestion("east_fines_doubled", mark("East pays and receives fines twice"), default=True), _DOCUMENT),
    Option(
        RuleQuestion(
            "next_east",
            mark("Who is East after East"),
            QuestionKind.CHOICE,
            SOUTH,
            (Choice(SOUTH, mark("South, whose turn comes next")), Choice(NORTH, mark("North, the player before East"))),
        ),
        mark(
            "The document says both “to the right” and “clockwise”; in all other rules the deal "
            "passes to the next player in turn"
        ),
    ),
    Option(
        RuleQuestion("rounds", mark("Rounds of a game"), QuestionKind.NUMBER, 4, least=1, most=4),
        _DOCUMENT,
    ),
    *OPEN_TABLE_POINTS,
    _special("winds_and_dragons", mark("Special hand: Winds and Dragons")),
    _special("four_winds", mark("Special hand: the Four Winds")),
    _special("ones_and_nines", mark("Special hand: Ones and Nines")),
    _special("three_scholars", mark("Special hand: the Three Scholars")),
    _special("hidden_hand", mark("Special hand: Hidden Hand")),
    _special("thirteen_lanterns", mark("Special hand: Thirteen Wonderful Lanterns")),
    _special("full_house_of_nine", mark("Special hand: Full House of Nine Pieces")),
    _special("small_serpent", mark("Special hand: Small Serpent")),
    _special("great_serpent", mark("Special hand: Great Serpent")),
    _special("earthly_blessing", mark("Special hand: Earthly Blessing")),
    own_hands_option(
        ((item.slug.replace("-", "_"), item.name) for item in SPECIALS),
        0,
        mark("The document: ten special hands are listed, and many others are possible"),
    ),
)

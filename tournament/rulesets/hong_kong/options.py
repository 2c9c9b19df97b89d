"""The options of the memo, each with its default and the source of the default."""

from dataclasses import dataclass

from tournament.language import mark
from tournament.rules.question import Choice, Option, QuestionKind, RuleQuestion
from tournament.rules.table_points import OPEN_TABLE_POINTS, TablePointsKind

STARTING_POINTS = 300
MOST_STARTING_POINTS = 10_000


@dataclass(frozen=True, slots=True)
class Options:
    """The options of an event. The defaults are the rules of the memo."""

    minimum: int = 0
    """The fewest fan that win."""
    bonus_in_minimum: bool = True
    """Whether the fan of flowers and seasons count towards the minimum."""
    bonus_tiles: bool = True
    """Whether flowers and seasons are played with."""
    small_dragons_add: bool = False
    """Whether the two dragon pungs of Small Dragons count beside it."""
    small_whirlwind_pair: bool = True
    """Whether Small Whirlwind needs the pair of the fourth wind."""
    own_beside_all_four: bool = False
    """Whether the player's own flower counts in addition to all four flowers, and likewise for seasons."""
    dead_wall: str = "refilled"
    """What happens to the dead wall. It determines when a hand is drawn, and affects no points."""
    nine_and_twelve_pieces: bool = True
    """Whether the call of nine and of twelve pieces makes a player liable."""
    last_five: bool = True
    """Whether a new tile among the last five makes its discarder liable."""
    starting_points: int | None = STARTING_POINTS
    """The points of each player at the start; None if players start from nothing."""
    bankruptcy: bool = True
    """Whether the game ends when a player has nothing left."""
    table_points: str = TablePointsKind.PLACES.value
    place_points: str = "4-2-1-0"


_MEMO = mark("Memo of the French federation")
_MEMO_OPTION = mark("Memo of the French federation, game options")
_OURS = mark("Our proposal: the memo is silent")
_NAMED = mark("Memo of the French federation, game options; changes nothing until a player is named liable")

DEFAULTS = Options()
OPTIONS: tuple[Option, ...] = (
    Option(RuleQuestion("minimum", mark("Minimum fan to win"), QuestionKind.NUMBER, DEFAULTS.minimum, most=3),
           _MEMO_OPTION),
    Option(RuleQuestion("bonus_in_minimum", mark("Flowers and seasons count towards the minimum"),
                    default=DEFAULTS.bonus_in_minimum), _MEMO_OPTION),
    Option(RuleQuestion("bonus_tiles", mark("Play with flowers and seasons"), default=DEFAULTS.bonus_tiles), _MEMO),
    Option(RuleQuestion("small_dragons_add", mark("Dragon pungs count in addition to Small Dragons"),
                    default=DEFAULTS.small_dragons_add), _OURS),
    Option(RuleQuestion("small_whirlwind_pair", mark("Small Whirlwind needs a pair of the fourth wind"),
                    default=DEFAULTS.small_whirlwind_pair),
           mark("Our proposal: the memo only names three pungs or kongs of winds")),
    Option(RuleQuestion("own_beside_all_four", mark("The own flower or season also counts with all four"),
                    default=DEFAULTS.own_beside_all_four), _OURS),
    Option(RuleQuestion("dead_wall", mark("Dead wall (moves no points)"), QuestionKind.CHOICE, DEFAULTS.dead_wall, (
        Choice("refilled", mark("Refilled from the end of the wall")),
        Choice("intact", mark("Left as it is: replacements come from the end of the wall")),
        Choice("none", mark("None: the wall is played to the end")),
    )), _MEMO),
    Option(RuleQuestion("nine_and_twelve_pieces", mark("Calls of nine and twelve pieces"),
                    default=DEFAULTS.nine_and_twelve_pieces), _NAMED),
    Option(RuleQuestion("last_five", mark("A new tile among the last five: the discarder pays for all"),
                    default=DEFAULTS.last_five), _NAMED),
    Option(RuleQuestion("starting_points", mark("Starting points"), QuestionKind.NUMBER, DEFAULTS.starting_points,
                    least=1, most=MOST_STARTING_POINTS, optional=True),
           mark("Memo of the French federation: 200 or 300")),
    Option(RuleQuestion("bankruptcy", mark("The game ends when a player has no points left"),
                    default=DEFAULTS.bankruptcy), _MEMO),
    *OPEN_TABLE_POINTS,
)  # fmt: skip
"""The options in the order in which an organiser answers them."""

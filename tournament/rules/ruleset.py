"""The record of everything that an event needs to know about its rules."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournament.language import Text, integer_text, mark_in, verbatim
from tournament.rules.fault import Fault
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.payment import NO_NET, Net, Outcome, Stakes, Transfer, WrittenWin
from tournament.rules.question import Answers, Option, OutcomeProblem, RuleQuestion
from tournament.rules.reference import Reference, ReferenceTable
from tournament.rules.rotation import Rotation, TableRule
from tournament.rules.table_points import BY_PLACE, TablePoints
from tournament.rules.table_state import TableState

if TYPE_CHECKING:
    from tournament.rules.player_counter import PlayerCounter

POINTS = mark_in("hand", "Points")
"""Of a hand that is worth fan, in the words of the Mahjong Competition Rules."""
COUNTED_POINTS = mark_in("value of a hand", "Points")
"""Of a hand whose points are counted set by set, or pattern by pattern."""
Settle = Callable[[Outcome, Stakes], tuple[Transfer, ...]]
"""Who pays whom for one hand, given the dealer and what lies on the table."""


def _nothing_more(_outcome: Outcome, _dealer: int) -> tuple[OutcomeProblem, ...]:
    return ()


def _nothing_remains(_totals: Net, _state: TableState) -> Net:
    return NO_NET


def _nothing_before(_outcome: Outcome, _state: TableState, _totals: Net) -> tuple[OutcomeProblem, ...]:
    return ()


def _points_won(outcome: Outcome) -> tuple[WrittenWin, ...]:
    worth = integer_text(outcome.worth)
    return tuple(WrittenWin(winner, verbatim(worth), worth) for winner in outcome.winners)


def _as_written(outcome: Outcome) -> Outcome:
    return outcome


def _no_examples() -> tuple[tuple[Text, Outcome], ...]:
    return ()


def _no_tables() -> tuple[ReferenceTable, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One rule system."""

    id: str
    """Its name in files and on the command line."""
    name: Text
    minimum: int
    """The least points that win a hand, flowers included (their own minimum is the scorer's affair)."""
    improbable: int
    """Points above this have to be confirmed: they are more likely a slip than a hand."""
    most: int
    """Points above this are refused."""
    value_bands: tuple[int, ...]
    """Values of hands that statistics count together: the least of each band, the last one has no end."""
    table: TableRule
    """How a table goes from hand to hand: who deals, which wind prevails, when the game is over."""
    settle: Settle
    payment_text: Callable[[Outcome, str], Text]
    """Who pays what for a hand that was won, in two short lines at most; the second argument is the name of who is
    liable, else of the discarder, empty on a self-draw."""
    at_end: Callable[[Net, TableState], Net] = _nothing_remains
    """What the end of the game moves, given the totals and the table then: the riichi sticks left on it."""
    on_table: bool = False
    """Riichi sticks and counters lie on the table from hand to hand, and several players may win one hand."""
    unit: int = 1
    """Every pattern is worth a multiple of this. Other points must be confirmed, except 1: a hand without pattern."""
    words: tuple[str, ...] = ()
    """The vocabularies of its texts (`Language.with_words`), the first one first; none for those of the Mahjong
    Competition Rules."""
    own_values: frozenset[int] = frozenset()
    """The values of the special hands that the event added: they need no confirmation, however large they are."""
    table_points: TablePoints = BY_PLACE
    """What the scores of a session are worth in the standings."""
    flowers: bool = False
    """Flowers are part of the points of a hand."""
    ladder: tuple[int, ...] = ()
    """Points of a progressive sanction, first time first; the first 0 is a warning."""
    faults: tuple[Fault, ...] = ()
    scorer: HandScorer | None = None
    """Counts the tiles of a hand; None when this program cannot count them by these rules."""
    counter: "PlayerCounter | None" = None
    """Counts the tiles of any player, where more is counted than the winner's fan."""
    questions: tuple[RuleQuestion, ...] = ()
    """What is asked about a hand besides winner, discarder and points."""
    value_name: Text = POINTS
    """What the value of a hand is called."""
    ordered: Callable[[Outcome], Outcome] = _as_written
    """Return the outcome with its winners in a fixed order, so that equal hands are stored equally."""
    written_wins: Callable[[Outcome], tuple[WrittenWin, ...]] = _points_won
    """Each winner with what the hand is worth as players write it, where more than ``value_name`` says it."""
    written_name: Text | None = None
    """The heading of ``written_wins``; None: ``value_name`` is enough."""
    four_values: bool = False
    """The hands of all four players are paid: a hand has four values, and no points."""
    draws_paid: bool = False
    """They are paid after a drawn hand too: its values are asked then."""
    player_cards: bool = False
    """Each player keeps a card with the results of all four, which the three others sign."""
    liable: RuleQuestion | None = None
    """Asks who has to pay for others; None where nobody ever has."""
    contradictions: Callable[[Outcome, int], tuple[OutcomeProblem, ...]] = _nothing_more
    """What is impossible in an outcome, besides what every game forbids; the second argument is the dealer's column."""
    contradictions_before: Callable[[Outcome, TableState, Net], tuple[OutcomeProblem, ...]] = _nothing_before
    """What is impossible in an outcome after the hands before it: given the table and the totals then."""
    example_wins: Callable[[], tuple[tuple[Text, Outcome], ...]] = _no_examples
    """Values whose payments are printed for players, in words and as hands that the first player won by self-draw;
    none: those of ``value_bands``, where East pays and receives as everybody does."""
    in_short: tuple[tuple[Text, Text], ...] = ()
    """What else players look up: pairs of subject and text."""
    after_gong: str = ""
    """What becomes of the hand in play at the gong, by its name in files, where an option of the rules says so; empty:
    the setting of the event does."""
    payment_rule: Text | None = None
    """Who pays whom, in two or three sentences for players."""
    reference: Reference = _no_tables
    """What counts, as tables to look it up in."""
    sheet_problems: Callable[[Outcome, int], tuple[OutcomeProblem, ...]] = _nothing_more
    """What nobody writes on a sheet, although it could be settled: a value that no tiles have."""
    options: tuple[Option, ...] = ()
    """What an event may choose."""
    with_options: Callable[[Answers], "RuleSet"] | None = None
    """The same rules with these options, checked before; None where there is nothing to choose."""

    @property
    def asks_more(self) -> bool:
        """Whether more is asked about a hand than winner, discarder and points, or the tiles of any player count."""
        return self.four_values or bool(self.questions) or self.liable is not None or self.counter is not None

    @property
    def shared_questions(self) -> tuple[RuleQuestion, ...]:
        """What is asked of the tiles of a player and of the hand as a whole: one answer serves both."""
        asked = self.counter.questions if self.counter is not None else ()
        kinds = {question.name: question.kind for question in self.questions}
        return tuple(question for question in asked if kinds.get(question.name) is question.kind)

    @property
    def questions_of_tiles(self) -> tuple[RuleQuestion, ...]:
        """What a line may answer once for the tiles of all players: not where the sheet asks something else so."""
        asked = self.counter.questions if self.counter is not None else ()
        kinds = {question.name: question.kind for question in self.questions}
        return tuple(question for question in asked if kinds.get(question.name, question.kind) is question.kind)

    @property
    def rotation(self) -> Rotation:
        """The seats of a session of a fixed number of hands; LookupError where winds follow from results."""
        if self.table.rotation is None:
            raise LookupError(f"“{self.id}” has no fixed seats")
        return self.table.rotation

    def fault(self, slug: str) -> Fault | None:
        """The fault called ``slug``, or None."""
        return next((fault for fault in self.faults if fault.slug == slug), None)

    def after_places(self, slug: str) -> bool:
        """Whether the penalty for the fault called ``slug`` is taken from the table points, not from the score."""
        fault = self.fault(slug)
        return fault is not None and fault.after_places

    def ladder_step(self, earlier: int) -> int:
        """Points of a progressive fault committed ``earlier`` times before; it stays at the last step."""
        return self.ladder[min(earlier, len(self.ladder) - 1)] if self.ladder else 0

"""A rule set as a record of everything that the rest of the program needs to know about the rules."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

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
"""The name of the value of a hand counted in fan, as the Mahjong Competition Rules call it."""
COUNTED_POINTS = mark_in("value of a hand", "Points")
"""The name of the value of a hand that is counted set by set or pattern by pattern."""
MOST_STICKS = 4
"""The most riichi sticks that are assumed to be left on the table. A larger difference of totals is a mistake."""
Settle = Callable[[Outcome, Stakes], tuple[Transfer, ...]]
"""Return who pays whom for one hand, given the dealer and the counters and sticks on the table."""


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


class TotalsScale(NamedTuple):
    """In what players of a game may write their totals."""

    unit: int = 1
    """Totals may be written in this unit; if it is not 1, also in ten times this unit, with one decimal."""
    start: int = 0
    """The starting points, which a total may include."""
    stick: int = 0
    """The points of a riichi stick; 0 in games without sticks."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything that the program knows about one system of rules."""

    id: str
    """Its name in files and on the command line."""
    name: Text
    minimum: int
    """The least points of a won hand, flowers included. The scorer checks the minimum without flowers."""
    improbable: int
    """Points above this must be confirmed, because they are more often a typing error than a hand."""
    most: int
    """Points above this are refused."""
    value_bands: tuple[int, ...]
    """The bands of values in statistics, each by its lowest value. The last band has no upper end."""
    table: TableRule
    """How a table goes from hand to hand: who deals, which wind prevails, when the game is over."""
    settle: Settle
    payment_text: Callable[[Outcome, str], Text]
    """Return who pays what for a won hand, in at most two short lines.

    The second argument is the name of the liable player, otherwise of the discarder; empty for a self-draw.
    """
    at_end: Callable[[Net, TableState], Net] = _nothing_remains
    """Return the payments at the end of the game, such as for the riichi sticks left on the table.

    The arguments are the totals and the state of the table at the end.
    """
    for_wins: Callable[[Collection[int]], Net] | None = None
    """Return what is added to the final points, by the columns of those who won a hand of the game; None if nothing
    is."""
    on_table: bool = False
    """Whether riichi sticks and counters stay on the table between hands, and several players may win one hand."""
    winners_beyond: tuple[int, Text] | None = None
    """How many players may win on one discard, and what to say of more; None if the questions allow all who can."""
    stick: int = 0
    """The points of a riichi stick; 0 in games without sticks."""
    totals_suffice: bool = False
    """Whether games are usually entered by their four totals alone, so that such a sheet needs no question and no
    mark."""
    unit: int = 1
    """The unit of values: other points must be confirmed, except 1, which means that a hand has no pattern."""
    words: tuple[str, ...] = ()
    """The vocabularies of its texts (`Language.with_words`), in order of precedence; empty for that of the Mahjong
    Competition Rules."""
    own_values: frozenset[int] = frozenset()
    """The values of the event's own special hands, which need no confirmation, however large they are."""
    table_points: TablePoints = BY_PLACE
    """How the scores of a session become table points in the standings."""
    flowers: bool = False
    """Whether flowers are part of the points of a hand."""
    ladder: tuple[int, ...] = ()
    """The points of a progressive sanction, for the first time, the second time, …; 0 is a warning."""
    faults: tuple[Fault, ...] = ()
    scorer: HandScorer | None = None
    """Counts the tiles of the winner's hand; None if the program cannot count them under these rules."""
    counter: "PlayerCounter | None" = None
    """Counts the tiles of any player, in rules that count more than the winner's fan; otherwise None."""
    questions: tuple[RuleQuestion, ...] = ()
    """The questions about a hand besides winner, discarder and points."""
    value_name: Text = POINTS
    """The name of the value of a hand."""
    ordered: Callable[[Outcome], Outcome] = _as_written
    """Return the outcome with its winners in a fixed order, so that equal hands are stored equally."""
    written_wins: Callable[[Outcome], tuple[WrittenWin, ...]] = _points_won
    """Return each winner with the value of the hand as players write it on a sheet."""
    written_name: Text | None = None
    """The heading of ``written_wins``; None if ``value_name`` is enough."""
    four_values: bool = False
    """Whether the hands of all four players are paid, so that a hand has four values instead of points."""
    draws_paid: bool = False
    """Whether the four hands are paid after a drawn hand too, so that their values must be entered."""
    player_cards: bool = False
    """Whether each player keeps a card with the results of all four, which the three others sign."""
    liable: RuleQuestion | None = None
    """The question who must pay for the others; None in rules without such a liability."""
    contradictions: Callable[[Outcome, int], tuple[OutcomeProblem, ...]] = _nothing_more
    """Return what is impossible in an outcome under these rules. The second argument is the dealer's column."""
    contradictions_before: Callable[[Outcome, TableState, Net], tuple[OutcomeProblem, ...]] = _nothing_before
    """Return what is impossible in an outcome because of the earlier hands.

    The other arguments are the state of the table and the totals before the hand.
    """
    example_wins: Callable[[], tuple[tuple[Text, Outcome], ...]] = _no_examples
    """Return examples whose payments are printed for players, each in words and as a self-draw of the first player.

    Without examples, the values of ``value_bands`` are printed, which suits rules in which East pays like the others.
    """
    in_short: tuple[tuple[Text, Text], ...] = ()
    """More information for players about the rules, as pairs of a subject and a text."""
    after_gong: str = ""
    """What happens to the hand in play at the gong, by its name in files, if an option of the rules determines it;
    empty if the setting of the event does."""
    payment_rule: Text | None = None
    """How hands are paid, in two or three sentences for players; None if it is not described."""
    reference: Reference = _no_tables
    """Return the tables of what counts, for players to look things up."""
    sheet_problems: Callable[[Outcome, int], tuple[OutcomeProblem, ...]] = _nothing_more
    """Return what a sheet cannot contain although it could be paid, such as a value that no tiles have."""
    options: tuple[Option, ...] = ()
    """The options of the rules, which an event chooses."""
    with_options: Callable[[Answers], "RuleSet"] | None = None
    """Return the same rules with these options, which were checked before. None if there are no options."""

    @property
    def asks_more(self) -> bool:
        """Whether the rules ask for more than winner, discarder and points, or count the tiles of any player."""
        return self.four_values or bool(self.questions) or self.liable is not None or self.counter is not None

    @property
    def totals_scale(self) -> TotalsScale:
        """The units and the starting points in which players may write their totals."""
        return TotalsScale(self.table.sheet_unit, self.table.starting_points or 0, self.stick)

    @property
    def shared_questions(self) -> tuple[RuleQuestion, ...]:
        """The questions that are asked both about a player's tiles and about the whole hand. They have one answer."""
        asked = self.counter.questions if self.counter is not None else ()
        kinds = {question.name: question.kind for question in self.questions}
        return tuple(question for question in asked if kinds.get(question.name) is question.kind)

    @property
    def questions_of_tiles(self) -> tuple[RuleQuestion, ...]:
        """The questions about tiles that a JSON line may answer once for all players.

        A question is left out if the sheet asks another question under the same name.
        """
        asked = self.counter.questions if self.counter is not None else ()
        kinds = {question.name: question.kind for question in self.questions}
        return tuple(question for question in asked if kinds.get(question.name, question.kind) is question.kind)

    @property
    def rotation(self) -> Rotation:
        """The seats of a session with a fixed number of hands. Raise LookupError if winds depend on results."""
        if self.table.rotation is None:
            raise LookupError(f"“{self.id}” has no fixed seats")
        return self.table.rotation

    def fault(self, slug: str) -> Fault | None:
        """Return the fault called ``slug``, or None."""
        return next((fault for fault in self.faults if fault.slug == slug), None)

    def after_places(self, slug: str) -> bool:
        """Return whether the penalty for the fault called ``slug`` reduces the table points instead of the score."""
        fault = self.fault(slug)
        return fault is not None and fault.after_places

    def ladder_step(self, earlier: int) -> int:
        """Return the points of a progressive fault after ``earlier`` ones. The last step is repeated."""
        return self.ladder[min(earlier, len(self.ladder) - 1)] if self.ladder else 0

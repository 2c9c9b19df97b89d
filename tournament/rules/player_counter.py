"""Counting the tiles of any player, under rules that count more than the winner's hand or something else than fan."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import TypeVar

from tournament.hand.player_hand import PlayerHand
from tournament.hand.problem import HandProblem
from tournament.hand.table_problems import shared_problems
from tournament.language import Text
from tournament.rules.item import CountedWait, HandCount, sum_text
from tournament.rules.payment import Outcome
from tournament.rules.question import Answers, Chosen, OutcomeProblem, RuleQuestion, answered
from tournament.rules.quiz import Figure, RandomWin, points_alone

Situation = TypeVar("Situation")
Options = TypeVar("Options")
Count = Callable[[PlayerHand, Answers], HandCount]
Members = Callable[[HandCount, Answers], dict[str, object]]
Waits = Callable[[PlayerHand, Answers], tuple[CountedWait, ...]]
Counting = tuple[
    Callable[[PlayerHand, Situation, Options], HandCount],
    Callable[[HandCount, Situation, Options], dict[str, object]],
    Callable[[PlayerHand, Situation, Options], tuple[CountedWait, ...]],
]
"""The functions with which a rule set counts a hand, returns its members for JSON, and finds its waits."""


TableHand = tuple[PlayerHand, Chosen]
"""The tiles of one player, with the answers about them."""


class Circumstance(Enum):
    """Something special about how the hand was won, besides self-draw or discard."""

    REPLACEMENT = "replacement"
    """The winning tile was a replacement tile."""
    ROBBED_KONG = "robbed-kong"
    LAST_OF_WALL = "last-of-wall"
    LAST_OF_KIND = "last-of-kind"


def _nothing(_counts: Sequence[HandCount], _winner: int | None) -> Chosen:
    return ()


def _none_named(_answers: Answers) -> HandCount | None:
    return None


def _agreed(_hands: Sequence[TableHand]) -> Iterator[tuple[int, HandProblem]]:
    return iter(())


def _as_written(_outcome: Outcome, _column: int, _answers: Chosen) -> tuple[OutcomeProblem, ...]:
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class PlayerCounter:
    """The functions with which one rule set counts one player's tiles, under the options of an event."""

    questions: tuple[RuleQuestion, ...]
    """The questions about a hand besides its tiles, in the order in which they are answered."""
    count: Count
    """Return the count of the best reading, given an answer to every question.

    Raise NotComplete if a winner's tiles do not form a winning hand, and HandProblems for impossible tiles.
    """
    members: Members
    """Return a count as members of a JSON line: plain numbers, texts and lists."""
    waits: Waits
    """Return every tile that completes thirteen tiles, in tile order, with its value; empty if they are not ready."""
    circumstances: frozenset[Circumstance] = frozenset(
        {Circumstance.REPLACEMENT, Circumstance.ROBBED_KONG, Circumstance.LAST_OF_WALL}
    )
    """The circumstances that count under these rules."""
    bonus_tiles: bool = False
    """Whether the game is played with flowers and seasons."""
    losers: bool = False
    """Whether hands that did not win are counted too."""
    any_size: bool = False
    """Whether a hand that did not win may have too many tiles or too few."""
    answers: Callable[[Sequence[HandCount], int | None], Chosen] = _nothing
    """Return the answers of the four hands to the questions about the hand as a whole.

    The arguments are the counts by seat, from East, and the winner's seat, or None. Players in the answers are also
    given by seat.
    """
    winner_only: frozenset[str] = frozenset()
    """The names of the questions that are asked about the winner's hand only."""
    losers_only: frozenset[str] = frozenset()
    """The names of the questions that are asked only about hands that did not win."""
    nobody_won: str = ""
    """The name of the question whether nobody won; empty if there is none. It is left out where a sheet says how the
    hand ended."""
    named: Callable[[Answers], HandCount | None] = _none_named
    """Return the value of the winner's hand without its tiles if an answer names the hand; otherwise None."""
    sum_text: Callable[[HandCount], Text] = sum_text
    """Return how the value is calculated, in one line."""
    random_win: Callable[[Random], RandomWin] | None = None
    """Return a winning hand for the quiz. The same state of the generator gives the same hand. None: no quiz."""
    figures: Callable[[PlayerHand, HandCount], tuple[Figure, ...]] = points_alone
    """Return the numbers that the quiz asks for, with the correct answers."""

    disagreements: Callable[[Sequence[TableHand]], Iterator[tuple[int, HandProblem]]] = _agreed
    """Yield contradictions between the answers about the hands of a table, each with the index of the later hand."""
    written_otherwise: Callable[[Outcome, int, Chosen], tuple[OutcomeProblem, ...]] = _as_written
    """Return contradictions between the outcome on the sheet and the answers about the tiles of a column."""

    def table_problems(self, hands: Sequence[TableHand]) -> Iterator[tuple[int, HandProblem]]:
        """Yield contradictions between the hands of one table, each with the index of the later hand."""
        yield from shared_problems([hand for hand, _ in hands])
        yield from self.disagreements(hands)

    def asked_of(self, *, won: bool) -> tuple[RuleQuestion, ...]:
        """Return the questions about the hand of a player who ``won``, or did not."""
        others = self.losers_only if won else self.winner_only
        return tuple(question for question in self.questions if question.name not in others)


def under_options(
    load: Callable[[], Counting[Situation, Options]], situation: Callable[..., Situation], options: Options
) -> tuple[Count, Members, Waits]:
    """Return the functions of a rule set with the ``options`` of an event filled in, as functions of answers.

    ``load`` imports the functions. It is called only when there is a hand to count.
    """

    def count(hand: PlayerHand, answers: Answers) -> HandCount:
        return load()[0](hand, answered(situation, answers), options)

    def members(counted: HandCount, answers: Answers) -> dict[str, object]:
        return load()[1](counted, answered(situation, answers), options)

    def waits(hand: PlayerHand, answers: Answers) -> tuple[CountedWait, ...]:
        return load()[2](hand, answered(situation, answers), options)

    return count, members, waits

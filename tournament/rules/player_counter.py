"""Counting the tiles of any player, for rules that count more than the winner's hand or do not count fan."""

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
"""The functions with which a rule set counts a hand, gives its members to scripts, and finds its waits."""


TableHand = tuple[PlayerHand, Chosen]
"""The tiles of one player, with what was answered about them."""


class Circumstance(Enum):
    """How the winning tile was won, besides drawn or discarded."""

    REPLACEMENT = "replacement"
    """On a replacement tile."""
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
    """Counts one player's tiles as one rule set does, under the options of an event."""

    questions: tuple[RuleQuestion, ...]
    """What is asked of a hand beyond its tiles, in the order in which a referee answers."""
    count: Count
    """The dearest reading, with an answer to every question; NotComplete when a winner's tiles make nothing,
    HandProblems for what cannot be."""
    members: Members
    """The same for scripts: plain numbers, texts and lists."""
    waits: Waits
    """Every tile that completes thirteen, in tile order, with its worth; nothing when they are not ready."""
    circumstances: frozenset[Circumstance] = frozenset(
        {Circumstance.REPLACEMENT, Circumstance.ROBBED_KONG, Circumstance.LAST_OF_WALL}
    )
    """The circumstances that are worth something under these rules."""
    bonus_tiles: bool = False
    """Flowers and seasons are played with."""
    losers: bool = False
    """Hands that did not win are counted too."""
    any_size: bool = False
    """Such a hand may have too many tiles or too few."""
    answers: Callable[[Sequence[HandCount], int | None], Chosen] = _nothing
    """What the four hands of a table, by seat from East on, answer of the questions about the hand as a whole; the
    second argument is the winner's seat. Players are named by their seats, here as in the answers."""
    winner_only: frozenset[str] = frozenset()
    """Names of the questions that nobody asks of a hand that did not win."""
    losers_only: frozenset[str] = frozenset()
    """Names of those that nobody asks of the winner's."""
    nobody_won: str = ""
    """The name of the one that asks whether nobody won: who knows how the hand ended does not ask it."""
    named: Callable[[Answers], HandCount | None] = _none_named
    """What the winner's hand is worth without its tiles, where the answers name it."""
    sum_text: Callable[[HandCount], Text] = sum_text
    """How the value is calculated, in one line."""
    random_win: Callable[[Random], RandomWin] | None = None
    """A winning hand to practise counting with; the same state of chance gives the same hand. None: no quiz."""
    figures: Callable[[PlayerHand, HandCount], tuple[Figure, ...]] = points_alone
    """What the quiz asks of such a hand, with the right answers."""

    disagreements: Callable[[Sequence[TableHand]], Iterator[tuple[int, HandProblem]]] = _agreed
    """Contradictions between the answers about the hands of one table, each with the place of the later hand."""
    written_otherwise: Callable[[Outcome, int, Chosen], tuple[OutcomeProblem, ...]] = _as_written
    """Contradictions between the sheet and the answers about the tiles of a column."""

    def table_problems(self, hands: Sequence[TableHand]) -> Iterator[tuple[int, HandProblem]]:
        """Contradictions between the hands of one table, each with the place of the later hand."""
        yield from shared_problems([hand for hand, _ in hands])
        yield from self.disagreements(hands)

    def asked_of(self, *, won: bool) -> tuple[RuleQuestion, ...]:
        """The questions about the hand of a player who ``won``, or did not."""
        others = self.losers_only if won else self.winner_only
        return tuple(question for question in self.questions if question.name not in others)


def under_options(
    load: Callable[[], Counting[Situation, Options]], situation: Callable[..., Situation], options: Options
) -> tuple[Count, Members, Waits]:
    """The same of answers, with the ``options`` of an event; ``load`` is called when there is a hand to count."""

    def count(hand: PlayerHand, answers: Answers) -> HandCount:
        return load()[0](hand, answered(situation, answers), options)

    def members(counted: HandCount, answers: Answers) -> dict[str, object]:
        return load()[1](counted, answered(situation, answers), options)

    def waits(hand: PlayerHand, answers: Answers) -> tuple[CountedWait, ...]:
        return load()[2](hand, answered(situation, answers), options)

    return count, members, waits

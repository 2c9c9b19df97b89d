"""How a hand was won, as far as the record of its tiles does not say it."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournament.hand.game_problems import dealt_problems, first_discard_problems
from tournament.hand.player_hand import PlayerHand
from tournament.hand.problem import HandPart, HandProblem
from tournament.language import mark
from tournament.rules.question import Choice, QuestionKind, RuleQuestion
from tournament.tiles.wind import Wind

DEAL, DISCARD, DRAW = "deal", "discard", "draw"


@dataclass(frozen=True, slots=True)
class Situation:
    """How a hand was won, as far as the tiles do not show it."""

    first: str | None = None
    """A win at once: with the tiles dealt (``deal``), on East's first discard (``discard``), or in the player's first
    turn (``draw``); None for any other win."""


SITUATION: tuple[RuleQuestion, ...] = (
    RuleQuestion("first", mark("Won at once"), QuestionKind.CHOICE, None, (
        Choice(DEAL, mark("By East, with the tiles dealt")),
        Choice(DISCARD, mark("On East's first discard")),
        Choice(DRAW, mark("By self-draw in the first go-round")),
    )),
)  # fmt: skip


def first_problems(hand: PlayerHand, first: str) -> Iterator[HandProblem]:
    """Yield the reasons why a hand cannot have been won at once in this way."""
    if first == DEAL:
        yield from dealt_problems(hand)
    elif first == DISCARD:
        yield from first_discard_problems(hand)
    elif first == DRAW:
        yield from _drawn_problems(hand)
    else:
        message = mark("“{answer}” is not one of deal, discard and draw.", answer=first)
        yield HandProblem("first-unknown", message, HandPart.SITUATION, 2)


def _drawn_problems(hand: PlayerHand) -> Iterator[HandProblem]:
    """Yield what is wrong with a win in the player's first turn by a draw.

    East draws in their first turn only after a kong.
    """
    if hand.exposed:
        message = mark("A player who has claimed a set has already had a turn.")
        yield HandProblem("first-draw-claimed", message, HandPart.MELD)
    if not hand.self_drawn:
        message = mark("In the first go-round, the hand is won by self-draw.")
        yield HandProblem("first-draw-discard", message, HandPart.SITUATION, 2)
    if hand.last_of_wall:
        message = mark("In the first go-round, the wall cannot be at its end.")
        yield HandProblem("first-draw-last-of-wall", message, HandPart.SITUATION, 4)
    if hand.own is Wind.EAST and not any(meld.kong for meld in hand.melds):
        message = mark("In the first turn East draws only after a kong; without one, the winning hand was dealt.")
        yield HandProblem("first-draw-of-east", message, HandPart.SITUATION, 1)

"""Faults of hands in some games only: impossible wins before play began, and bonus tiles in games without them."""

from collections.abc import Iterator

from tournament.hand.player_hand import PlayerHand
from tournament.hand.problem import HandPart, HandProblem
from tournament.language import mark
from tournament.tiles.wind import Wind


def dealt_problems(hand: PlayerHand) -> Iterator[HandProblem]:
    """Yield the faults of a win by East with the fourteen tiles dealt."""
    if hand.own is not Wind.EAST:
        message = mark("Only East wins with the tiles dealt.")
        yield HandProblem("dealt-not-east", message, HandPart.SITUATION, 1)
    if not hand.self_drawn:
        message = mark("The tiles dealt are not a discard.")
        yield HandProblem("dealt-by-discard", message, HandPart.SITUATION, 2)
    yield from begun_problems(hand)


def first_discard_problems(hand: PlayerHand) -> Iterator[HandProblem]:
    """Yield the faults of a win on East's very first discard."""
    if hand.own is Wind.EAST:
        message = mark("East cannot win on their own discard.")
        yield HandProblem("first-discard-of-east", message, HandPart.SITUATION, 1)
    if hand.self_drawn:
        message = mark("A tile that was drawn is not East's discard.")
        yield HandProblem("first-discard-drawn", message, HandPart.SITUATION, 2)
    yield from begun_problems(hand)


def begun_problems(hand: PlayerHand) -> Iterator[HandProblem]:
    """Yield everything that shows that play had begun before the win. Replacement tiles for flowers do not show it."""
    if hand.melds:
        message = mark("No set is exposed before the first discard.")
        yield HandProblem("first-win-declared", message, HandPart.MELD)
    if hand.last_of_wall:
        message = mark("The wall cannot be exhausted before the first discard.")
        yield HandProblem("first-win-last-of-wall", message, HandPart.SITUATION, 4)
    if hand.robbed:
        message = mark("No kong can be robbed before the first discard.")
        yield HandProblem("first-win-robbed", message, HandPart.SITUATION, 5)


def no_bonus_problems(hand: PlayerHand) -> Iterator[HandProblem]:
    """Yield a fault if there are flowers or seasons in a game that is played without them."""
    if hand.bonus:
        message = mark("This game is played without flowers and seasons.")
        yield HandProblem("no-bonus-tiles", message, HandPart.FLOWERS)

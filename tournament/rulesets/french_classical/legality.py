"""What tiles, situation and options say of a hand that cannot be."""

from collections.abc import Iterator

from tournament.hand.game_problems import dealt_problems, first_discard_problems, no_bonus_problems
from tournament.hand.player_hand import PlayerHand
from tournament.hand.problem import HandPart, HandProblem
from tournament.language import Text, mark
from tournament.rulesets.french_classical.options import FrenchOptions
from tournament.rulesets.french_classical.situation import DEAL, DISCARD, SERVED, FrenchSituation
from tournament.tiles.tile import FIRST_DRAGON, FIRST_WIND, TILES

WINDS = TILES[FIRST_WIND:FIRST_DRAGON]


def hand_problems(hand: PlayerHand, situation: FrenchSituation, options: FrenchOptions) -> tuple[HandProblem, ...]:
    """Every fault that the tiles alone do not show."""
    found = [*_general(hand, situation, options)]
    found += _of_winner(hand, situation) if hand.won else _of_loser(situation)
    return tuple(found)


def _problem(code: str, text: Text) -> HandProblem:
    return HandProblem(code, text, HandPart.ANSWERS)


def dominant_problems(situation: FrenchSituation) -> Iterator[HandProblem]:
    """The wind that pairs and pungs of winds are counted by; other tiles are worth the same in any."""
    if situation.dominant_wind is None:
        yield _problem("dominant-missing", mark("The dominant wind is missing: East's dice choose it."))


def _general(hand: PlayerHand, situation: FrenchSituation, options: FrenchOptions) -> Iterator[HandProblem]:
    if any(hand.tiles.count(wind) > 1 for wind in WINDS):
        yield from dominant_problems(situation)
    if situation.ready == SERVED and hand.exposed:
        yield _problem("served-exposed", mark("A served hand has claimed no set."))
    if not options.bonus_tiles:
        yield from no_bonus_problems(hand)


def _of_loser(situation: FrenchSituation) -> Iterator[HandProblem]:
    if situation.first is not None:
        yield _problem("first-without-win", mark("Only the winner can have won at once."))


def _of_winner(hand: PlayerHand, situation: FrenchSituation) -> Iterator[HandProblem]:
    if situation.void:
        yield _problem("void-wins", mark("A void hand cannot win."))
    if situation.drawn:
        yield _problem("drawn-wins", mark("Someone won: the hand is not drawn."))
    if situation.first == DEAL:
        yield from dealt_problems(hand)
    elif situation.first == DISCARD:
        yield from first_discard_problems(hand)

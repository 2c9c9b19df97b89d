"""Faults that are only found when the hands of all players at a table are compared."""

from collections.abc import Iterator, Sequence

from tournament.hand.player_hand import PlayerHand
from tournament.hand.problem import HandPart, HandProblem
from tournament.language import mark
from tournament.tiles.bonus import BonusTile
from tournament.tiles.tile import Tile


def shared_problems(hands: Sequence[PlayerHand]) -> Iterator[tuple[int, HandProblem]]:
    """Yield the contradictions between hands, each with the index of the later hand.

    These are more than four of a tile, a bonus tile owned twice, two players with one wind, and winners with different
    winning tiles. If several players won, the winning tile is in the hands of all of them and counts once.
    """
    copies: dict[Tile, int] = {}
    owned: set[BonusTile] = set()
    won: tuple[Tile, bool, bool] | None = None
    for place, hand in enumerate(hands):
        for tile in sorted(set(hand.tiles)):
            before = copies.get(tile, 0)
            counted = won is not None and won[0] == hand.winning == tile
            copies[tile] = before + hand.tiles.count(tile) - counted
            if before <= 4 < copies[tile]:
                message = mark("The hands at this table hold more than four {tile}.", tile=tile.key)
                yield place, HandProblem("fifth-copy-at-table", message, HandPart.CONCEALED)
        for bonus in sorted(owned & hand.bonus):
            message = mark("Another hand at this table also holds {tile}.", tile=bonus.label)
            yield place, HandProblem("bonus-owned-twice", message, HandPart.FLOWERS)
        owned |= hand.bonus
        if hand.own in [other.own for other in hands[:place]]:
            message = mark("Another player at this table is also {wind}.", wind=hand.own.label)
            yield place, HandProblem("wind-twice", message, HandPart.SITUATION, 1)
        if hand.winning is not None:
            ending = hand.winning, hand.last_of_wall, hand.kong
            if won is not None and won != ending:
                message = mark(
                    "All winners have the same winning tile, which came in the same way: {tile}.", tile=won[0].key
                )
                yield place, HandProblem("winning-tiles-differ", message, HandPart.CONCEALED, len(hand.concealed))
            won = won or ending

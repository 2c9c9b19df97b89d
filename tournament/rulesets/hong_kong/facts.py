"""The facts that the predicates use, of a hand and of one reading of it."""

from typing import NamedTuple

from tournament.hand.elements import CHOW, tiles_of
from tournament.hand.player_hand import PlayerHand
from tournament.hand.readings import Shape
from tournament.rules.explanation import Group
from tournament.rulesets.hong_kong.options import Options
from tournament.rulesets.hong_kong.situation import Situation
from tournament.tiles.packed import HONOURS, SUITS, pack, present
from tournament.tiles.tile import FIRST_WIND, TILES


class HongKongHand(NamedTuple):
    """Facts of a hand that are the same in every reading."""

    hand: PlayerHand
    situation: Situation
    options: Options
    kinds: int
    """The mask of the kinds in the hand."""
    suits: int
    """The number of suits in the hand."""
    honours: int
    """The mask of the honours in the hand."""
    own_wind: int
    """The kind of the player's wind."""
    round_wind: int


class HongKongReading(NamedTuple):
    """Facts of one reading of a hand."""

    of: HongKongHand
    shape: Shape
    sets: tuple[int, ...] = ()
    """The sets as elements, declared ones first; empty in a special shape."""
    pair: int = -1
    """The kind of the pair; -1 in a special shape."""

    @property
    def pungs(self) -> tuple[int, ...]:
        """The indices of the pungs and kongs among the sets."""
        return tuple([place for place, element in enumerate(self.sets) if element < CHOW])

    @property
    def groups(self) -> tuple[Group, ...]:
        """The tiles in the groups into which they are read."""
        if not self.sets:
            held = self.of.hand.tiles
            return tuple((tile, tile) for tile in held[::2]) if self.shape is Shape.SEVEN_PAIRS else (held,)
        declared = tuple(meld.tiles for meld in self.of.hand.melds)
        concealed = tuple(tiles_of(element) for element in self.sets[len(declared) :])
        return (*declared, *concealed, (TILES[self.pair],) * 2)


def facts_of(hand: PlayerHand, situation: Situation, options: Options) -> HongKongHand:
    """Return the facts of a hand."""
    kinds = present(pack(hand.tiles))
    return HongKongHand(
        hand,
        situation,
        options,
        kinds,
        sum(1 for suit in SUITS if kinds & suit),
        kinds & HONOURS,
        FIRST_WIND + hand.own,
        -1 if hand.prevalent is None else FIRST_WIND + hand.prevalent,
    )

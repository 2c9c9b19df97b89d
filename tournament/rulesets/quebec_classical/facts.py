"""The ways to divide tiles into sets and pairs: all of them for the winner, one for each other player."""

from collections.abc import Iterator
from typing import NamedTuple

from tournament.hand.elements import CHOW, MASKS, tile_order, tiles_of
from tournament.hand.player_hand import PlayerHand
from tournament.hand.readings import divisions, element_of
from tournament.rules.explanation import Group
from tournament.tiles.packed import DRAGONS, ORPHANS, SUITS, UNITS, WINDS, pack, present
from tournament.tiles.tile import TILES


class HeldSet(NamedTuple):
    """A chow, a pung or a quong."""

    element: int
    kong: bool
    exposed: bool

    @property
    def chow(self) -> bool:
        """Whether it is a chow."""
        return self.element >= CHOW

    @property
    def major(self) -> bool:
        """Whether it contains a 1, a 9, a wind or a dragon."""
        return bool(MASKS[self.element] & ORPHANS)

    @property
    def group(self) -> Group:
        """Its tiles; of a quong all four."""
        return (TILES[self.element],) * 4 if self.kong else tiles_of(self.element)


class Holding(NamedTuple):
    """One way to divide a hand into sets and pairs."""

    sets: tuple[HeldSet, ...]
    """The declared sets first."""
    pairs: tuple[int, ...]
    """The kinds of the pairs. The winner has one pair."""
    row_of_three: bool = False
    """Whether a losing hand has three concealed consecutive tiles of a suit outside its pungs."""
    pair_claimed: bool = False
    """Whether the winning discard completed the pair and could not have completed a chow instead."""

    @property
    def chows(self) -> bool:
        """Whether one of its sets is a chow."""
        return any(held.chow for held in self.sets)

    @property
    def pungs(self) -> int:
        """The mask of the kinds of its pungs and quongs."""
        return sum(UNITS[held.element] for held in self.sets if not held.chow)

    @property
    def paired(self) -> int:
        """The mask of the kinds of its pairs."""
        return sum(UNITS[kind] for kind in self.pairs)

    @property
    def groups(self) -> tuple[Group, ...]:
        """Its sets, then its pairs."""
        return (*(held.group for held in self.sets), *((TILES[kind],) * 2 for kind in self.pairs))

    @property
    def four_winds(self) -> bool:
        """Pungs of three winds and a pair of the fourth, or pungs of all four."""
        missing = WINDS & ~self.pungs
        return not missing or missing == missing & -missing == missing & self.paired

    @property
    def three_scholars(self) -> bool:
        """Pungs of all three dragons."""
        return not DRAGONS & ~self.pungs


def won_holdings(hand: PlayerHand) -> Iterator[Holding]:
    """Yield every way to divide the tiles into four sets and a pair.

    A winning discard completes a chow if it can, so that a pung or the pair of the same tile stays concealed.
    """
    declared = _declared(hand)
    concealed = pack(hand.held)
    winning = UNITS[hand.held[-1]]
    for elements, pair in divisions(concealed):
        in_chow = any(element >= CHOW and MASKS[element] & winning for element in elements)
        claimed = not hand.self_drawn and not in_chow
        in_pair = bool(winning & UNITS[pair])
        sets = (HeldSet(element, False, claimed and MASKS[element] == winning) for element in elements)
        yield Holding((*declared, *sorted(sets, key=_order)), (pair,), pair_claimed=claimed and in_pair)


def lost_holding(hand: PlayerHand) -> Holding:
    """Return the one way in which a loser's hand is divided.

    Three equal concealed tiles are a pung (a fourth is left over), two are a pair.
    """
    counts = [0] * len(TILES)
    for tile in hand.concealed:
        counts[tile] += 1
    pungs = [HeldSet(kind, False, False) for kind, count in enumerate(counts) if count >= 3]
    outside = pack(tile for tile, count in enumerate(counts) for _ in range(count % 3))
    return Holding(
        (*_declared(hand), *pungs), tuple(kind for kind, count in enumerate(counts) if count == 2), _row(outside)
    )


def _order(held: HeldSet) -> int:
    return tile_order(held.element)


def _declared(hand: PlayerHand) -> tuple[HeldSet, ...]:
    return tuple(HeldSet(element_of(meld), meld.kong, meld.claimed) for meld in hand.melds)


def _row(packed: int) -> bool:
    """Return whether the tiles contain three in a row in one suit."""
    return any(mask & mask >> 4 & mask >> 8 for mask in (present(packed) & suit for suit in SUITS))

"""The facts that patterns use: of a won hand, the same in every reading, and of one reading."""

from collections.abc import Iterator
from typing import NamedTuple

from tournament.hand.elements import CHOW, MASKS, tiles_of
from tournament.hand.groups import Sets
from tournament.hand.player_hand import COMPLETE, PlayerHand
from tournament.hand.readings import PAIR, WHOLE, Shape, divisions, element_of
from tournament.rules.explanation import Group
from tournament.rulesets.zung_jung.situation import ZungJungSituation
from tournament.tiles.packed import EVERY, HONOURS, ORPHANS, SUITS, UNITS, pack, present
from tournament.tiles.tile import TILES, Tile


class ZungJungHand(NamedTuple):
    """Facts of a hand that are the same in every reading."""

    hand: PlayerHand
    situation: ZungJungSituation
    winning: Tile
    kinds: int
    """The mask of the kinds in the hand."""
    suits: int
    """The number of suits in the hand."""
    before: int
    """The concealed tiles before the win, packed."""
    kongs: tuple[int, ...]
    """The indices of the kongs among the sets."""

    @property
    def honours(self) -> bool:
        """Whether the hand contains winds or dragons."""
        return bool(self.kinds & HONOURS)


class ZungJungReading(NamedTuple):
    """Facts of one reading of a hand."""

    of: ZungJungHand
    shape: Shape
    sets: Sets = ()
    """Elements: declared sets first."""
    pair: int = -1
    """The kind of the pair, or -1."""
    pungs: tuple[int, ...] = ()
    """The indices of the triplets and kongs."""
    hidden: tuple[int, ...] = ()
    """The indices of the concealed triplets and kongs. A triplet that a discard completed is not one of them."""

    @property
    def groups(self) -> tuple[Group, ...]:
        """The tiles of each set and of the pair; in another shape the pairs, or all tiles as one group."""
        hand = self.of.hand
        if self.shape is Shape.SETS:
            declared = [meld.tiles for meld in hand.melds]
            concealed = [tiles_of(element) for element in self.sets[len(declared) :]]
            return (*declared, *concealed, (TILES[self.pair],) * 2)
        if self.shape is Shape.SEVEN_PAIRS:
            return tuple(hand.tiles[place : place + 2] for place in range(0, COMPLETE, 2))
        return (hand.tiles,)


def look(hand: PlayerHand, winning: Tile, situation: ZungJungSituation) -> ZungJungHand:
    """Return the facts of a hand that are the same in every reading."""
    kinds = present(pack(hand.tiles))
    kongs = tuple([place for place, meld in enumerate(hand.melds) if meld.kong])
    suits = sum(bool(kinds & mask) for mask in SUITS)
    return ZungJungHand(hand, situation, winning, kinds, suits, pack(hand.concealed), kongs)


def readings(of: ZungJungHand) -> Iterator[ZungJungReading]:
    """Yield every reading: four sets and a pair, seven pairs, thirteen terminals.

    None if the hand does not win.
    """
    hand, unit = of.hand, UNITS[of.winning]
    if hand.size != COMPLETE:
        return
    melds = tuple([element_of(meld) for meld in hand.melds])
    packed = of.before + unit
    for concealed, pair in divisions(packed):
        sets = melds + concealed
        places = [place for place in range(len(melds), PAIR) if MASKS[sets[place]] & unit]
        for exposed in _exposed(of, sets, places, pair):
            yield _regular(of, sets, pair, exposed)
    if not melds:
        yield from (ZungJungReading(of, shape) for shape in _other_shapes(packed))


def complete(packed: int, *, melds: bool) -> bool:
    """Return whether concealed tiles complete a hand, alone or with declared sets. Their number is not checked."""
    return any(True for _ in divisions(packed)) or (not melds and bool(_other_shapes(packed)))


def _other_shapes(packed: int) -> tuple[Shape, ...]:
    """Return the shapes without sets that fourteen concealed tiles form."""
    if not packed & EVERY:
        return (Shape.SEVEN_PAIRS,)
    return (Shape.ORPHANS,) if present(packed) == ORPHANS else ()


def _exposed(of: ZungJungHand, sets: Sets, places: list[int], pair: int) -> list[int]:
    """Return the triplets that the winning discard may have exposed, one for each reading.

    ``WHOLE`` stands for none: the tile was drawn, or may have completed the pair or a sequence instead.
    """
    if of.hand.self_drawn:
        return [WHOLE]
    triplets = [place for place in places if sets[place] < CHOW]
    elsewhere = pair == of.winning or len(triplets) < len(places)
    return [WHOLE] if elsewhere else triplets


def _regular(of: ZungJungHand, sets: Sets, pair: int, exposed: int) -> ZungJungReading:
    melds = of.hand.melds
    pungs = tuple([place for place, element in enumerate(sets) if element < CHOW])
    hidden = [place for place in pungs if (not melds[place].claimed if place < len(melds) else place != exposed)]
    return ZungJungReading(of, Shape.SETS, sets, pair, pungs, tuple(hidden))

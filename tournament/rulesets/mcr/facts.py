"""The facts that predicates use: of a hand, of one reading of it, and of some sets of a reading.

They are computed once for all predicates, since counting must be fast.
"""

from typing import NamedTuple

from tournament.hand.completing import completing
from tournament.hand.elements import CHOW, ELEMENTS, first_tile, tiles_of
from tournament.hand.hand import Hand
from tournament.hand.meld import MeldKind
from tournament.hand.readings import PAIR, WHOLE, Reading, Shape
from tournament.tiles.packed import HONOURS, ORPHANS, SUITS, UNITS, fours, present, ranks
from tournament.tiles.tile import FIRST_DRAGON, FIRST_WIND, KINDS

IS_CHOW, IS_PUNG, IS_OUTSIDE, HAS_FIVE, IS_EVEN = 1, 2, 4, 8, 16
"""Traits of a set or a pair, one bit each. ``IS_OUTSIDE``: it contains a 1, a 9 or an honour."""
_FIVES, _EVENS = ranks(5), ranks(2, 4, 6, 8)


def _traits(element: int) -> int:
    if element not in ELEMENTS:
        return 0
    tiles = [UNITS[tile] for tile in tiles_of(element)]
    traits = IS_CHOW if element >= CHOW else IS_PUNG
    traits |= IS_OUTSIDE if any(tile & ORPHANS for tile in tiles) else 0
    traits |= HAS_FIVE if any(tile & _FIVES for tile in tiles) else 0
    return traits | (IS_EVEN if all(tile & _EVENS for tile in tiles) and element < CHOW else 0)


TRAITS = tuple(_traits(element) for element in range(CHOW + FIRST_WIND))
"""The traits of each element. A pair has those of the pung of its tile, apart from ``IS_PUNG``."""


class WaitKind:
    """How the winning tile completed its set or pair."""

    OPEN, EDGE, CLOSED, SINGLE = range(4)


class HandTrait:
    """Traits of a hand, one bit each. A fan that needs one is not searched for in hands without it."""

    NO_HONOURS, HONOURS, ONE_SUIT, OUTER_ONLY, KONGS, CONCEALED, FOURS, FLAGGED = (1 << bit for bit in range(8))
    """``ONE_SUIT``: at most one suit; ``FOURS``: four equal tiles that are no kong; ``FLAGGED``: won on the last tile
    of the wall, or with a kong."""


class ReadingTrait:
    """Traits of a reading, one bit each. A fan that needs one is not searched for in readings without it."""

    WINDS, DRAGONS, OUTER_PUNGS, HIDDEN, UNIFORM, WAIT, OTHER_SHAPE = (1 << bit for bit in range(7))
    """``UNIFORM``: all sets have a trait in common; ``OTHER_SHAPE``: not four sets and a pair."""


class HandFacts:
    """Facts of a hand that are the same in every reading."""

    __slots__ = (
        "all_exposed", "claimed", "concealed_kongs", "exhausted_waits_count", "exposed_kongs", "flowers", "fours",
        "hand", "held", "honours", "knitted_straight_waits", "last_tile", "situation", "sole", "suits",
        "traits",
    )  # fmt: skip

    def __init__(self, hand: Hand, *, exhausted_waits_count: bool, knitted_straight_waits: bool) -> None:
        self.hand = hand
        self.situation = hand.situation
        self.exhausted_waits_count = exhausted_waits_count
        self.knitted_straight_waits = knitted_straight_waits
        held = self.held = present(hand.packed)
        """The mask of the kinds in the hand."""
        self.suits = (held & SUITS[0] > 0) + (held & SUITS[1] > 0) + (held & SUITS[2] > 0)
        """The number of suits in the hand."""
        self.honours = held & HONOURS
        self.claimed = 0
        """The number of claimed sets."""
        self.exposed_kongs = self.concealed_kongs = 0
        """The places of exposed and of concealed kongs among the sets, one bit each."""
        self.fours = fours(hand.packed)
        """The kinds of which the hand has four tiles that are no kong."""
        self.flowers = hand.flowers
        self._look_at_melds(hand)
        self.all_exposed = self.claimed == 4 and not hand.situation.self_drawn
        """Whether all four sets were claimed and a discard completed the pair."""
        self.last_tile = self._is_last_tile(hand)
        # Finding the tiles that complete a hand is slow, and needed only for the three fan of waits.
        self.sole: bool | None = None
        """The result of :meth:`sole_wait`; None until it is needed, since few fan do."""
        self.traits = self._traits()

    def _traits(self) -> int:
        situation = self.situation
        traits = HandTrait.HONOURS if self.honours else HandTrait.NO_HONOURS
        if self.suits < 2:
            traits |= HandTrait.ONE_SUIT
        if not self.held & ~ORPHANS:
            traits |= HandTrait.OUTER_ONLY
        if self.exposed_kongs or self.concealed_kongs:
            traits |= HandTrait.KONGS
        if not self.claimed:
            traits |= HandTrait.CONCEALED
        if self.fours:
            traits |= HandTrait.FOURS
        return traits | HandTrait.FLAGGED if situation.last_of_wall or situation.kong else traits

    def _look_at_melds(self, hand: Hand) -> None:
        for place, meld in enumerate(hand.melds):
            if meld.kind != MeldKind.CONCEALED_KONG:
                self.claimed += 1
            if meld.kind >= MeldKind.KONG:
                self.fours &= ~UNITS[meld.tile]
                if meld.kind == MeldKind.KONG:
                    self.exposed_kongs |= 1 << place
                else:
                    self.concealed_kongs |= 1 << place

    @staticmethod
    def _is_last_tile(hand: Hand) -> bool:
        """Return whether the winning tile was the last of its kind, and everybody could see that (docs/rules.md, C25).

        No other copy may be concealed in the hand, and the three others must be exposed.
        """
        winning = hand.winning
        if hand.packed_concealed >> 4 * winning & 7:
            return False
        return hand.situation.last_of_kind or hand.packed >> 4 * winning & 7 == 4

    def sole_wait(self) -> bool:
        """Return whether exactly one kind of tile could complete the hand before the win (docs/rules.md, C9)."""
        if self.sole is None:
            waits = self.completing_tiles
            self.sole = not waits & (waits - 1)
        return self.sole

    @property
    def completing_tiles(self) -> int:
        """The mask of the kinds that could complete the hand before the win."""
        hand = self.hand
        waits = completing(hand.packed_concealed, len(hand.melds))
        return waits if self.exhausted_waits_count else waits & ~fours(hand.packed - UNITS[hand.winning])


class ReadingFacts:
    """Facts of one reading of a hand."""

    __slots__ = (
        "common", "dragons", "hand", "hidden", "pair", "reading", "sets", "shape", "terminals", "traits",
        "wait", "winds",
    )  # fmt: skip

    def __init__(self, hand: HandFacts, reading: Reading) -> None:
        self.hand = hand
        self.reading = reading
        self.shape = reading.shape
        sets = self.sets = reading.sets
        self.pair = reading.pair
        """The kind of the pair; -1 if the shape has none."""
        common = -1 if sets else 0
        triplets = winds = dragons = terminals = 0
        for place, element in enumerate(sets):
            common &= TRAITS[element]
            if element < CHOW:
                bit = 1 << place
                triplets |= bit
                if element >= FIRST_DRAGON:
                    dragons |= bit
                elif element >= FIRST_WIND:
                    winds |= bit
                elif element % 9 in (0, 8):
                    terminals |= bit
        self.common = common
        """The traits that all sets have in common; 0 without sets."""
        self.winds, self.dragons, self.terminals = winds, dragons, terminals
        """The places of pungs and kongs of these tiles among the sets, one bit each."""
        self.hidden = self._hidden(triplets) if triplets else 0
        """The places of concealed pungs and kongs among the sets, one bit each."""
        self.wait = self._wait()
        self.traits = self._traits()

    def _traits(self) -> int:
        traits = ReadingTrait.UNIFORM if self.common else 0
        if self.winds:
            traits |= ReadingTrait.WINDS | ReadingTrait.OUTER_PUNGS
        if self.dragons:
            traits |= ReadingTrait.DRAGONS
        if self.terminals:
            traits |= ReadingTrait.OUTER_PUNGS
        if self.hidden:
            traits |= ReadingTrait.HIDDEN
        if self.wait:
            traits |= ReadingTrait.WAIT
        return traits | ReadingTrait.OTHER_SHAPE if self.shape else traits

    def _hidden(self, triplets: int) -> int:
        """Return the places of the concealed pungs and kongs among ``triplets``.

        A pung that the winning discard completed is not concealed (FFMJ, "Quatre pungs cachés").
        """
        reading = self.reading
        hidden = triplets >> reading.declared << reading.declared
        if not self.hand.situation.self_drawn:
            hidden &= ~(1 << reading.completes)
        return hidden | self.hand.concealed_kongs

    def _wait(self) -> int:
        """Return the kind of wait, ``OPEN`` if another tile could have completed the hand too (FFMJ 77 to 79)."""
        place = self.reading.completes
        if place == WHOLE:
            return WaitKind.OPEN
        winning = self.hand.hand.winning
        wait = WaitKind.SINGLE if place == PAIR else CHOW_WAITS.get((self.sets[place], winning), WaitKind.OPEN)
        if wait == WaitKind.OPEN or (self.shape == Shape.KNITTED_STRAIGHT and not self.hand.knitted_straight_waits):
            return WaitKind.OPEN
        return wait if self.hand.sole_wait() else WaitKind.OPEN

    def apparent_waits(self) -> dict[int, int]:
        """Return the place of each wait that the winning tile makes if no other tile completes the hand."""
        winning = self.hand.hand.winning
        if self.shape == Shape.KNITTED_STRAIGHT and not self.hand.knitted_straight_waits:
            return {}
        concealed = list(enumerate(self.sets))[self.reading.declared :]
        found = {CHOW_WAITS.get((element, winning), WaitKind.OPEN): place for place, element in concealed}
        found.pop(WaitKind.OPEN, None)
        return {**found, WaitKind.SINGLE: PAIR} if self.pair == winning else found


def _chow_waits() -> dict[tuple[int, int], int]:
    waits = {}
    for element in ELEMENTS[KINDS:]:
        low = first_tile(element)
        waits[element, low + 1] = WaitKind.CLOSED
        if low % 9 == 0:
            waits[element, low + 2] = WaitKind.EDGE
        elif low % 9 == 6:
            waits[element, low] = WaitKind.EDGE
    return waits


CHOW_WAITS = _chow_waits()
"""The wait by the element of a chow and the tile that completed it. Open waits are missing."""


class JoinFacts(NamedTuple):
    """Some of the chows, or some of the pungs, of a reading, as elements in ascending order."""

    sets: tuple[int, ...]
    pair: int
    """The kind of the pair if all four sets of the hand are here; otherwise -1, since no join of fewer sets needs
    it."""

"""Fan that depend only on which tiles are in the hand, however they are read."""

from collections.abc import Callable

from tournament.rulesets.mcr.facts import HandFacts
from tournament.tiles.packed import DRAGONS, HONOURS, ORPHANS, SUITED, SUITS, TERMINALS, UNITS, WINDS, mask_of, ranks
from tournament.tiles.tile import Suit, Tile, suited

GREEN = mask_of([*(suited(Suit.BAMBOOS, rank) for rank in (2, 3, 4, 6, 8)), Tile.GREEN])
REVERSIBLE = mask_of(
    [
        *(suited(Suit.DOTS, rank) for rank in (1, 2, 3, 4, 5, 8, 9)),
        *(suited(Suit.BAMBOOS, rank) for rank in (2, 4, 5, 6, 8, 9)),
        Tile.WHITE,
    ]
)
GATES = tuple(
    sum(UNITS[9 * suit + rank] * (3 if rank in (0, 8) else 1) for rank in range(9)) for suit in range(len(SUITS))
)
"""The tiles 1112345678999 of each suit, packed."""
UPPER, MIDDLE, LOWER = ranks(7, 8, 9), ranks(4, 5, 6), ranks(1, 2, 3)
UPPER_FOUR, LOWER_FOUR = ranks(6, 7, 8, 9), ranks(1, 2, 3, 4)


def only(tiles: int) -> Callable[[HandFacts], int]:
    """Return the predicate that all tiles are of the kinds ``tiles``."""
    return lambda facts: not facts.held & ~tiles


all_green = only(GREEN)


def nine_gates(facts: HandFacts) -> int:
    """The thirteen concealed tiles before the win are 1112345678999, so that any tile of the suit completes them."""
    return facts.hand.packed_concealed in GATES


all_terminals = only(TERMINALS)
all_honors = only(HONOURS)
terminals_and_honors = only(ORPHANS)


def full_flush(facts: HandFacts) -> int:
    return facts.suits == 1 and not facts.honours


def half_flush(facts: HandFacts) -> int:
    return facts.suits == 1 and facts.honours > 0


upper_tiles = only(UPPER)
middle_tiles = only(MIDDLE)
lower_tiles = only(LOWER)
upper_four = only(UPPER_FOUR)
lower_four = only(LOWER_FOUR)
reversible = only(REVERSIBLE)


def all_types(facts: HandFacts) -> int:
    return facts.suits == 3 and facts.honours & WINDS > 0 and facts.honours & DRAGONS > 0


def tile_hog(facts: HandFacts) -> int:
    """Four equal tiles that are no kong, of a suit (FFMJ: "une tuile d'une famille")."""
    return facts.fours & SUITED


def tile_hog_with_honors(facts: HandFacts) -> int:
    return facts.fours


def all_simples(facts: HandFacts) -> int:
    return not facts.held & ORPHANS


def one_voided_suit(facts: HandFacts) -> int:
    """Exactly two suits (docs/rules.md, C18)."""
    return facts.suits == 2


def no_honors(facts: HandFacts) -> int:
    return not facts.honours

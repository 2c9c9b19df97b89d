"""A complete hand as it was won, and thirteen tiles that wait for one more."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tournament.hand.legality import flower_problems, situation_problems, surely_legal, tile_problems
from tournament.hand.meld import Meld, MeldKind
from tournament.hand.problem import HandProblems
from tournament.hand.situation import EAST_BY_DISCARD, Situation
from tournament.tiles.packed import UNITS
from tournament.tiles.tile import TILES, Tile

_MELDED = tuple(
    tuple(
        (UNITS[tile] + UNITS[tile + 1] + UNITS[tile + 2] if tile + 2 < len(TILES) else 0)
        if kind is MeldKind.CHOW
        else UNITS[tile] * (3 if kind is MeldKind.PUNG else 4)
        for tile in range(len(TILES))
    )
    for kind in MeldKind
)


@dataclass(frozen=True, slots=True)
class Hand:
    """A won hand of 14 tiles (a kong counted as three). Raise :class:`HandProblems` for an impossible hand.

    Melds and concealed tiles are kept in tile order, so that hands of the same tiles are equal whatever the order in
    which they were written.
    """

    melds: tuple[Meld, ...]
    concealed: tuple[Tile, ...]
    """The concealed tiles before the win."""
    winning: Tile
    situation: Situation = EAST_BY_DISCARD
    flowers: int = 0
    """The number of flowers and seasons, 0 to 8. They score, but belong to no set."""
    packed_concealed: int = field(init=False, repr=False, compare=False)
    """The concealed tiles before the win, packed."""
    packed: int = field(init=False, repr=False, compare=False)
    """All its tiles, packed."""

    def __post_init__(self) -> None:
        packed_concealed = packed = sum([UNITS[tile] for tile in self.concealed])
        for meld in self.melds:
            packed += _MELDED[meld.kind][meld.tile]
        packed += UNITS[self.winning]
        if not surely_legal(self.melds, (*self.concealed, self.winning), packed, self.situation, self.flowers):
            self._refuse_faults()
        keep = object.__setattr__
        keep(self, "melds", tuple(sorted(self.melds)))
        keep(self, "concealed", tuple(sorted(self.concealed)))
        keep(self, "packed_concealed", packed_concealed)
        keep(self, "packed", packed)

    def _refuse_faults(self) -> None:
        problems = (
            *tile_problems(self.melds, (*self.concealed, self.winning), 14),
            *situation_problems(self.melds, self.concealed, self.winning, self.situation),
            *flower_problems(self.flowers),
        )
        if problems:
            raise HandProblems(problems)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Thirteen tiles (a kong counted as three) that wait for one more. Raise :class:`HandProblems` if impossible."""

    melds: tuple[Meld, ...]
    concealed: tuple[Tile, ...]
    situation: Situation = EAST_BY_DISCARD
    flowers: int = 0
    packed_concealed: int = field(init=False, repr=False, compare=False)
    packed: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        problems = (*tile_problems(self.melds, self.concealed, 13), *flower_problems(self.flowers))
        if problems:
            raise HandProblems(problems)
        keep = object.__setattr__
        keep(self, "melds", tuple(sorted(self.melds)))
        keep(self, "concealed", tuple(sorted(self.concealed)))
        packed = sum(UNITS[tile] for tile in self.concealed)
        keep(self, "packed_concealed", packed)
        keep(self, "packed", packed + melded(self.melds))


def melded(melds: Iterable[Meld]) -> int:
    """Return the packed tiles of declared sets. An impossible chow counts as no tiles."""
    return sum(_MELDED[meld.kind][meld.tile] for meld in melds)

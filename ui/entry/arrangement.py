"""The tiles of a hand as they are arranged so far; every change gives the next arrangement."""

from dataclasses import dataclass, replace

from tournament.hand.meld import Meld, MeldKind
from tournament.hand.situation import EAST_BY_DISCARD, Situation
from tournament.rules.payment import Answer
from tournament.rules.question import Chosen
from tournament.tiles.tile import FIRST_WIND, TILES, Tile

FLOWERS = "abcdefgh"
HAND_SIZE = 14
"""Tiles of a won hand, a kong counted as three."""
_MOST_OVER = 4
"""Tiles over its number that a hand may have where any number is counted."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What is on the rack; not yet, or not at all, a legal hand."""

    melds: tuple[Meld, ...] = ()
    tiles: tuple[Tile, ...] = ()
    """Concealed tiles but for the winning one, in the order in which they came."""
    winning: Tile | None = None
    situation: Situation = EAST_BY_DISCARD
    flowers: str = ""
    """Letters a to h, as many as there are flowers."""
    won: bool = True
    """The last tile is the winning one; otherwise it is the hand of a player who did not win."""
    any_size: bool = False
    """It is counted with too many tiles, or too few."""
    round_wind: bool = True
    """A wind prevails in this round."""
    answers: Chosen = ()
    """What else the rules ask of it; defaults are left out."""
    elsewhere: tuple[Tile, ...] = ()
    """Tiles of the other hands of its table, as far as they are known."""
    flowers_elsewhere: str = ""
    """Letters of the flowers there."""

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """Every tile of it, those of kongs too."""
        winning = () if self.winning is None else (self.winning,)
        return (*self.tiles, *winning, *(tile for meld in self.melds for tile in meld.tiles))

    @property
    def count(self) -> int:
        """Tiles, a kong counted as three."""
        return len(self.tiles) + 3 * len(self.melds) + (self.winning is not None)

    @property
    def whole(self) -> int:
        """Tiles that it needs."""
        return HAND_SIZE if self.won else HAND_SIZE - 1

    @property
    def complete(self) -> bool:
        """No tile is missing and none is too many."""
        return self.count == self.whole

    def left(self, tile: Tile) -> int:
        """How many of four are still to be had; less than nothing for a fifth one."""
        return 4 - self.all_tiles.count(tile) - self.elsewhere.count(tile)

    def with_tile(self, tile: Tile) -> "Arrangement":
        """Add a tile, the last one as the winning tile; the same when there is no room or none is left."""
        if self.count >= self.whole + _MOST_OVER * self.any_size or self.left(tile) < 1:
            return self
        if self.won and self.count == HAND_SIZE - 1 and self.winning is None:
            return replace(self, winning=tile)
        return replace(self, tiles=(*self.tiles, tile))

    def without_last(self) -> "Arrangement":
        """Take the last tile back, after the tiles the last set."""
        if self.winning is not None and (self.complete or not self.tiles):
            return replace(self, winning=None)
        if self.tiles:
            return replace(self, tiles=self.tiles[:-1])
        return replace(self, melds=self.melds[:-1])

    def without(self, index: int) -> "Arrangement":
        """Take a concealed tile back."""
        return replace(self, tiles=self.tiles[:index] + self.tiles[index + 1 :])

    def without_meld(self, index: int) -> "Arrangement":
        """Take a declared set back."""
        return replace(self, melds=self.melds[:index] + self.melds[index + 1 :])

    def with_winning(self, index: int) -> "Arrangement":
        """Make a concealed tile the winning one; what was the winning one joins the others."""
        before = () if self.winning is None else (self.winning,)
        return replace(self, tiles=self.without(index).tiles + before, winning=self.tiles[index])

    def sets_with(self, tile: Tile) -> tuple[Meld, ...]:
        """The sets that concealed tiles make with ``tile`` as the claimed one, kong before pung before chow."""
        same = self.tiles.count(tile)
        found = [Meld(kind, tile) for kind, least in ((MeldKind.KONG, 4), (MeldKind.PUNG, 3)) if same >= least]
        if tile < FIRST_WIND:
            for place in (1, 2, 3):
                if 0 <= tile % 9 - place + 1 <= 6:
                    chow = Meld(MeldKind.CHOW, TILES[tile - place + 1], place)
                    if all(each in self.tiles for each in chow.tiles):
                        found.append(chow)
        return tuple(found)

    def with_claimed(self, meld: Meld) -> "Arrangement":
        """Set concealed tiles aside as a declared set."""
        kept = list(self.tiles)
        for tile in meld.tiles:
            kept.remove(tile)
        return replace(self, tiles=tuple(kept), melds=(*self.melds, meld))

    def with_meld(self, index: int, meld: Meld) -> "Arrangement":
        """Change where a declared set comes from, or what it is."""
        return replace(self, melds=(*self.melds[:index], meld, *self.melds[index + 1 :]))

    def with_flower(self, letter: str) -> "Arrangement":
        """Add a flower, or take it back; the same when another hand of the table holds it."""
        if letter in self.flowers_elsewhere:
            return self
        return replace(self, flowers="".join(sorted(set(self.flowers) ^ {letter})))

    def with_answer(self, name: str, answer: Answer, default: Answer) -> "Arrangement":
        """Answer a question."""
        others = [each for each in self.answers if each[0] != name]
        return replace(self, answers=tuple(sorted(others + [(name, answer)] * (answer != default))))

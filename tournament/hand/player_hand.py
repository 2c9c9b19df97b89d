"""The tiles of one player at the end of a hand, the winner's or another's.

It is for games that count more than the winning hand, have no prevalent wind, or in which flowers belong to players.
MCR has its own record, :class:`tournament.hand.hand.Hand`, which is made for speed.
"""

from dataclasses import dataclass

from tournament.hand.legality import situation_problems, tile_problems
from tournament.hand.meld import Meld
from tournament.hand.problem import HandProblem, HandProblems
from tournament.hand.situation import Situation
from tournament.tiles.bonus import BonusTile
from tournament.tiles.tile import Tile
from tournament.tiles.wind import Wind

COMPLETE, WAITING = 14, 13
"""The number of tiles of the winner and of the other players, a kong counted as three."""


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """The tiles of one player. Raise :class:`HandProblems` for impossible tiles.

    The number of tiles is not checked: some games count a hand with too few.
    """

    melds: tuple[Meld, ...]
    concealed: tuple[Tile, ...]
    """The concealed tiles in tile order; the winner's without the winning tile."""
    winning: Tile | None
    """The tile that completed it; None in the hand of a player who did not win."""
    own: Wind
    """The player's wind in this hand."""
    prevalent: Wind | None = None
    """The wind of the round; None in games without one."""
    self_drawn: bool = False
    last_of_kind: bool = False
    last_of_wall: bool = False
    """Whether it was won on the last tile of the wall, or on the discard that follows it."""
    kong: bool = False
    """If self-drawn, whether it was won on a replacement tile (for a kong or a flower); otherwise whether by robbing a
    kong."""
    bonus: frozenset[BonusTile] = frozenset()

    def __post_init__(self) -> None:
        problems = tuple(self._problems())
        if problems:
            raise HandProblems(problems)
        object.__setattr__(self, "melds", tuple(sorted(self.melds)))
        object.__setattr__(self, "concealed", tuple(sorted(self.concealed)))

    def _problems(self) -> list[HandProblem]:
        found = list(tile_problems(self.melds, self.held))
        if self.winning is not None:
            situation = Situation(Wind.EAST, self.own, self.self_drawn, self.last_of_kind, self.last_of_wall, self.kong)
            faults = situation_problems(self.melds, self.concealed, self.winning, situation)
            found += (each for each in faults if not (self.bonus and each.code == "replacement-without-kong"))
        return found

    @property
    def won(self) -> bool:
        """Whether it is the winner's."""
        return self.winning is not None

    @property
    def held(self) -> tuple[Tile, ...]:
        """The concealed tiles, the winning tile last."""
        return self.concealed if self.winning is None else (*self.concealed, self.winning)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All its tiles but flowers and seasons, in tile order; a kong has four."""
        return tuple(sorted([*self.held, *(tile for meld in self.melds for tile in meld.tiles)]))

    @property
    def size(self) -> int:
        """The number of its tiles, a kong counted as three."""
        return len(self.held) + 3 * len(self.melds)

    @property
    def exposed(self) -> bool:
        """Whether a set was claimed from another player; a concealed kong was not."""
        return any(meld.claimed for meld in self.melds)

    @property
    def robbed(self) -> bool:
        """Whether it was won on the tile with which another player promoted a pung."""
        return self.won and self.kong and not self.self_drawn

    @property
    def replacement(self) -> bool:
        """Whether it was won on a replacement tile."""
        return self.won and self.kong and self.self_drawn

"""What the four second counts share: a hand read from its notation, and every way to make sets of tiles."""

from typing import NamedTuple

from tests.second_counter.text import DRAGONS, WINDS, Declared, tiles_in
from tests.second_counter.ways import ALL, HONOURS, OUTER, Group, regular, sets_of

__all__ = ["ALL", "DRAGONS", "HONOURS", "OUTER", "WINDS", "Declared", "Group", "HandRead", "read", "regular", "sets_of"]


class HandRead(NamedTuple):
    """A hand as its line writes it; a tile is ``5m`` or ``E``."""

    declared: tuple[Declared, ...]
    concealed: tuple[str, ...]
    """Without the winning tile."""
    winning: str
    """Empty for a hand that lost."""
    round_wind: str
    """``-`` where there is none."""
    seat: str
    self_drawn: bool
    last_of_kind: bool
    last_of_wall: bool
    kong: bool
    flowers: str
    """Letters: ``a`` to ``d`` flowers 1 to 4, ``e`` to ``h`` seasons 1 to 4."""

    @property
    def tiles(self) -> list[str]:
        """All tiles, kongs with four."""
        won = [self.winning] if self.winning else []
        return [tile for declared in self.declared for tile in declared.tiles] + list(self.concealed) + won


def read(text: str, *, lost: bool = False) -> HandRead:
    """Read a hand that is known to be well written."""
    body, situation, flowers = (*text.split("|"), "", "")[:3]
    declared = []
    while "[" in body:
        before, _, rest = body.partition("[")
        inner, _, after = rest.partition("]")
        tiles, _, source = inner.partition(",")
        found = tuple(tiles_in(tiles))
        declared.append(Declared(found, int(source or ("0" if len(found) == 4 else "1"))))
        body = before + after
    concealed = tiles_in(body)
    winning = "" if lost else concealed.pop()
    situation = situation or "EE0000"
    drawn, last_of_kind, last_of_wall, kong = (flag == "1" for flag in situation[2:6])
    return HandRead(
        declared=tuple(declared),
        concealed=tuple(concealed),
        winning=winning,
        round_wind=situation[0],
        seat=situation[1],
        self_drawn=drawn,
        last_of_kind=last_of_kind,
        last_of_wall=last_of_wall,
        kong=kong,
        flowers=flowers,
    )

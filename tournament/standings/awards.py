"""The awards: which entrants of a category win its prizes, and how tied entrants share them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournament.event.prizes import Prize, PrizeLot, Prizes, PrizeTies


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player, team or country in the ranking of a category."""

    rank: int
    """1 is best; tied entrants share the place."""
    key: str
    """The number of a player, the name of a team, or the code of a country."""
    name: str
    """The display name; for a country, its code."""
    worth: Fraction | int
    """The value by which it was ranked."""
    group: str = ""
    """The country or club within which this entrant is ranked."""
    granted: bool = False
    """Whether granted points count for this player's rank."""


@dataclass(frozen=True, slots=True)
class Award:
    """What one entrant wins."""

    entrant: Entrant
    place: int
    """The place; for a tie the first place, unless lots gave each its own."""
    level: int = 1
    """How many entrants share the place and its prizes, including this one."""
    prizes: tuple[Prize, ...] = ()
    """The prize of the place; for a tie, those of all the tied places."""
    amount: int | None = None
    """The amount paid, in hundredths; None if there is none or it is not known yet."""
    rest: int = 0
    """The part of the amounts of a tie that cannot be paid, since it is less than the smallest coin for each."""
    undecided: bool = False
    """Whether lots must still decide which prize of the tie this entrant wins."""
    by_lot: bool = False

    @property
    def last(self) -> int:
        """The last of the places that are shared."""
        return self.place + self.level - 1


def awards(ranked: Sequence[Entrant], lines: Sequence[Prize], prizes: Prizes) -> tuple[Award, ...]:
    """Return what the ``ranked`` entrants win of the prizes ``lines`` of one category.

    The entrants are listed best first, each group separately; those who win nothing are left out. Ties and lots are
    those of all ``prizes``.
    """
    found: list[Award] = []
    for _group, of_group in groupby(ranked, key=lambda entrant: entrant.group):
        for rank, level in groupby(of_group, key=lambda entrant: entrant.rank):
            found.extend(_of_place(rank, list(level), lines, prizes))
    return tuple(found)


def _of_place(rank: int, level: Sequence[Entrant], lines: Sequence[Prize], prizes: Prizes) -> list[Award]:
    """Return the awards of the entrants who share one place."""
    taken = [prize_of(place, lines) for place in range(rank, rank + len(level))]
    won = tuple(dict.fromkeys(prize for prize in taken if prize is not None))
    if not won:
        return []
    if len(won) == 1 and None not in taken:  # one prize each, so there is nothing to share
        many = max(1, len(level))
        return [Award(entrant, rank, many, won, won[0].amount) for entrant in level]
    if prizes.ties is PrizeTies.SPLIT:
        return _split(rank, level, taken, won, prizes.lots)
    amounts = [prize.amount for prize in taken if prize is not None and prize.amount is not None]
    if not amounts:
        return [Award(entrant, rank, len(level), won) for entrant in level]
    each = sum(amounts) // (len(level) * prizes.unit) * prizes.unit
    rest = sum(amounts) - each * len(level)
    return [Award(entrant, rank, len(level), won, each, rest) for entrant in level]


def _split(
    rank: int, level: Sequence[Entrant], taken: Sequence[Prize | None], won: tuple[Prize, ...], lots: Sequence[PrizeLot]
) -> list[Award]:
    category = won[0].category
    keys = {entrant.key for entrant in level}
    lot = next((each for each in reversed(lots) if each.category == category and keys <= set(each.order)), None)
    if lot is None:
        return [Award(entrant, rank, len(level), won, undecided=True) for entrant in level]
    drawn = sorted(level, key=lambda entrant: lot.order.index(entrant.key))
    return [
        Award(entrant, place, 1, (prize,), prize.amount, by_lot=True)
        for place, (entrant, prize) in enumerate(zip(drawn, taken, strict=True), start=rank)
        if prize is not None
    ]


def prize_of(place: int, lines: Sequence[Prize]) -> Prize | None:
    """Return the prize for ``place`` among those of one category; None if there is none."""
    return next((line for line in lines if line.place <= place <= line.last), None)


def unclaimed(ranked: Sequence[Entrant], lines: Sequence[Prize]) -> tuple[range, ...]:
    """Return, for each prize, the places that no group of ``ranked`` is large enough to fill."""
    sizes = [len(list(group)) for _name, group in groupby(ranked, key=lambda entrant: entrant.group)]
    most = max(sizes, default=0)
    beyond = (range(max(line.place, most + 1), line.last + 1) for line in lines)
    return tuple(places for places in beyond if places)

"""Who wins which prize: the places of a category, its prizes, and what a tie does to them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournament.event.prizes import Prize, PrizeLot, Prizes, PrizeTies


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody, a team or a country in the ranking of a category."""

    rank: int
    """1 is best; who is level shares the place."""
    key: str
    """Number of a player, name of a team, code of a country."""
    name: str
    """Of a country its code."""
    worth: Fraction | int
    """What ranked it."""
    group: str = ""
    """The country or club among whose players this one is ranked."""


@dataclass(frozen=True, slots=True)
class Award:
    """What one entrant wins."""

    entrant: Entrant
    place: int
    """Its place; of a tie the first, unless lots gave each its own."""
    level: int = 1
    """How many share the place and its prizes, this one too."""
    prizes: tuple[Prize, ...] = ()
    """Its own prize; of a tie those of all places that it takes up."""
    amount: int | None = None
    """What this one is paid, in hundredths; None: nothing, or it is not known yet."""
    rest: int = 0
    """What is left of the amounts of a tie, since nobody can be paid less than the smallest coin."""
    undecided: bool = False
    """Lots have to say which prize of the tie it is."""
    by_lot: bool = False

    @property
    def last(self) -> int:
        """The last of the places that are shared."""
        return self.place + self.level - 1


def awards(ranked: Sequence[Entrant], lines: Sequence[Prize], prizes: Prizes) -> tuple[Award, ...]:
    """What the prizes ``lines`` of one category bring those who are ``ranked`` in it, best first, each group apart.

    Who wins nothing is left out. Ties and lots are those of all ``prizes``.
    """
    found: list[Award] = []
    for _group, of_group in groupby(ranked, key=lambda entrant: entrant.group):
        for rank, level in groupby(of_group, key=lambda entrant: entrant.rank):
            found.extend(_of_place(rank, list(level), lines, prizes))
    return tuple(found)


def _of_place(rank: int, level: Sequence[Entrant], lines: Sequence[Prize], prizes: Prizes) -> list[Award]:
    """What those on one place win."""
    taken = [prize_of(place, lines) for place in range(rank, rank + len(level))]
    won = tuple(dict.fromkeys(prize for prize in taken if prize is not None))
    if not won:
        return []
    if len(won) == 1 and None not in taken:  # one to each, so there is nothing to share
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
    """The prize of ``place`` among those of one category."""
    return next((line for line in lines if line.place <= place <= line.last), None)


def unclaimed(ranked: Sequence[Entrant], lines: Sequence[Prize]) -> tuple[range, ...]:
    """The places with a prize that nobody ``ranked`` can reach, line by line, as the largest group has them."""
    sizes = [len(list(group)) for _name, group in groupby(ranked, key=lambda entrant: entrant.group)]
    most = max(sizes, default=0)
    beyond = (range(max(line.place, most + 1), line.last + 1) for line in lines)
    return tuple(places for places in beyond if places)

"""The ranks of players in an event with finals, counted a second time by the text of docs/rules.md alone.

Section "Decisions: a final beside other tables" (N2 to N5). Nothing here knows the program;
``tests/tournament/use_cases/granted_again.py`` reads its events.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

Result = tuple[Fraction, int]
"""Table points, then score: what ranks players (G2)."""


class Cut(NamedTuple):
    """A final that has begun."""

    session: int
    finalists: frozenset[int]
    beside: bool
    """Whether the others play on."""


def ranks(results: Mapping[int, Result], cuts: Iterable[Cut], *, by_points: bool) -> dict[int, int]:
    """The rank of each player in ``results``, which is what counts for them; equal players share one."""
    found: dict[int, int] = {}
    left = set(results)
    for cut in sorted(cuts, reverse=True):  # N5: the players of the last final first
        if by_points and cut.beside:  # N3: the final is one of the tables
            continue
        finalists = left & cut.finalists  # N2, N4
        found |= _places(finalists, results, ahead=len(found))
        left -= finalists
    return found | _places(left, results, ahead=len(found))


def _places(players: Iterable[int], results: Mapping[int, Result], *, ahead: int) -> dict[int, int]:
    """The places of ``players`` among themselves, behind so many others."""
    ordered = sorted(players, key=lambda player: results[player], reverse=True)
    places: dict[int, int] = {}
    for place, player in enumerate(ordered, start=ahead + 1):
        above = ordered[place - ahead - 2] if place > ahead + 1 else None
        tied = above is not None and results[above] == results[player]
        places[player] = places[above] if tied and above is not None else place
    return places

"""The wishes that organisers can have for a draw, besides that nobody meets twice."""

from dataclasses import dataclass

from tournament.draw.problems import DrawProblem
from tournament.language import mark


@dataclass(frozen=True, slots=True)
class ApartGroup:
    """Players who should meet one another as little as possible: a club, a country, a team."""

    name: str
    """The name that the organisers use."""
    members: tuple[int, ...]
    """Player numbers, 1 …"""
    weight: int = 1
    """The weight of a meeting inside this group compared with other groups, from 1."""


@dataclass(frozen=True, slots=True)
class AvoidedPair:
    """Two players who should not meet."""

    one: int
    other: int
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Wishes:
    """All wishes; none by default."""

    groups: tuple[ApartGroup, ...] = ()
    pairs: tuple[AvoidedPair, ...] = ()
    no_repeats: bool = False
    """Whether to refuse a draw in which two players meet twice."""
    fixed: tuple[tuple[int, int], ...] = ()
    """Players who sit at one table in every session, each with the table (from 1)."""


def check_wishes(wishes: Wishes, *, players: int) -> None:
    """Raise DrawProblem if the wishes name an unknown player, name a player twice, or have a weight below 1."""
    for group in wishes.groups:
        _check_members(group, players)
        if group.weight < 1:
            raise DrawProblem(mark("The weight of {group} must be 1 or more.", group=group.name))
    for pair in wishes.pairs:
        for number in (pair.one, pair.other):
            if not 1 <= number <= players:
                raise DrawProblem(
                    mark(
                        "A pair to keep apart names player {number}; the players are 1 to {players}.",
                        number=number,
                        players=players,
                    )
                )
        if pair.one == pair.other:
            raise DrawProblem(mark("Player {number} cannot be kept apart from themselves.", number=pair.one))
        if pair.weight < 1:
            raise DrawProblem(
                mark("The weight of the pair {one} and {other} must be 1 or more.", one=pair.one, other=pair.other)
            )
    for number, table in wishes.fixed:
        if not 1 <= number <= players or not 1 <= table <= players // 4:
            text = mark("Player {number} cannot keep table {table}: there are {players} players at {tables} tables.",
                        number=number, table=table, players=players, tables=players // 4)  # fmt: skip
            raise DrawProblem(text)
        if sum(other == table for _, other in wishes.fixed) > 4:
            raise DrawProblem(mark("More than four players keep table {table}.", table=table))


def _check_members(group: ApartGroup, players: int) -> None:
    seen: set[int] = set()
    for number in group.members:
        if not 1 <= number <= players:
            raise DrawProblem(
                mark(
                    "{group} names player {number}; the players are 1 to {players}.",
                    group=group.name,
                    number=number,
                    players=players,
                )
            )
        if number in seen:
            raise DrawProblem(mark("{group} names player {number} twice.", group=group.name, number=number))
        seen.add(number)

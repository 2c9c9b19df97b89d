"""A person in the directory, and what two records of one person make together."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from tournament.event.ema import NO_MEMBER, read_ema_number
from tournament.event.player import Player, PublicName, whole_name
from tournament.event.problem import Problem
from tournament.event.roster import player_problems
from tournament.language import folded, mark

EMA = "EMA"
"""The federation whose number a player of an event has."""


@dataclass(frozen=True, slots=True)
class FederationNumber:
    """The number of a person in a federation."""

    federation: str
    """Its short name, such as ``EMA``."""
    number: str


@dataclass(frozen=True, slots=True)
class DirectoryMember:
    """A person in the directory."""

    number: int
    """In the directory, from 1; never used twice. 0 if they are not in it yet."""
    first_name: str
    last_name: str
    latin_first_name: str = ""
    """The name in Latin letters, if theirs is in another script."""
    latin_last_name: str = ""
    country: str = ""
    """ISO 3166 alpha-2, or the text as written; empty if it is not known."""
    club: str = ""
    numbers: tuple[FederationNumber, ...] = ()
    former_names: tuple[str, ...] = ()
    """Whole names under which they were entered before."""
    nickname: str = ""
    public: PublicName = PublicName.NAME
    """How they may be named in public."""
    notes: str = ""

    @property
    def name(self) -> str:
        """First and last name, in the usual order of their script."""
        return whole_name(self.first_name, self.last_name)

    @property
    def ema_number(self) -> str:
        """Their number of the EMA; ``-`` if they have none, empty if none is known."""
        return next((each.number for each in self.numbers if each.federation == EMA), "")

    @property
    def names(self) -> tuple[str, ...]:
        """Every whole name of theirs: as it is, in Latin letters, and their former ones."""
        latin = f"{self.latin_first_name} {self.latin_last_name}".strip()
        return tuple(filter(None, dict.fromkeys((self.name, latin, *self.former_names))))

    @property
    def player(self) -> Player:
        """The same person as a player of an event, without a number in it."""
        return Player(
            0, self.first_name, self.last_name, self.country, self.ema_number, self.club, public=self.public,
            nickname=self.nickname, latin_first_name=self.latin_first_name, latin_last_name=self.latin_last_name,
        )  # fmt: skip


def member_of(player: Player) -> DirectoryMember:
    """Return a player of an event as a person who is not in the directory yet."""
    numbers = (FederationNumber(EMA, player.ema_number),) if player.ema_number else ()
    return DirectoryMember(
        0, player.first_name, player.last_name, player.latin_first_name, player.latin_last_name, player.country,
        player.club, numbers, nickname=player.nickname, public=player.public,
    )  # fmt: skip


def member_problems(member: DirectoryMember) -> tuple[Problem, ...]:
    """Return why a person cannot be in the directory: no name, or a field that no player may have."""
    if not member.name:
        return (Problem("members-name", mark("A person needs a name."), "last_name"),)
    return player_problems([replace(member.player, number=1)])


def numbers_with(
    numbers: Iterable[FederationNumber], federation: str, number: str
) -> tuple[FederationNumber, ...] | None:
    """Return ``numbers`` with the one of a federation changed, or without it if it is empty.

    Return None if federation or number is not a short text.
    """
    federation, number = federation.strip(), number.strip()
    if not federation or not f"{federation}{number}".isprintable() or len(federation) + len(number) > _LONGEST:
        return None
    if federation.upper() == EMA:
        federation, number = EMA, read_ema_number(number).text
    found = {each.federation: each for each in numbers}
    found.pop(federation, None)
    if number:
        found[federation] = FederationNumber(federation, number)
    return tuple(found.values())


_LONGEST = 60
"""Characters of a federation and a number together."""
_COMPLETED = ("latin_first_name", "latin_last_name", "country", "club", "nickname")


def completed(member: DirectoryMember, other: DirectoryMember) -> DirectoryMember:
    """Return ``member`` with what only ``other`` has, who is the same person.

    What both have stays as it is in ``member``; another name becomes a former one, so that it is found again. The more
    private of the two public names counts.
    """
    changed: dict[str, Any] = {field: getattr(member, field) or getattr(other, field) for field in _COMPLETED}
    known = {folded(name) for name in _spellings(member)}
    former = [name for name in other.names if folded(name) not in known]
    notes = "\n".join(dict.fromkeys(filter(None, (member.notes, other.notes))))
    return replace(
        member,
        **changed,
        numbers=_numbers((*member.numbers, *other.numbers)),
        former_names=(*member.former_names, *former),
        public=max(member.public, other.public, key=list(PublicName).index),
        notes=notes,
    )


def _spellings(member: DirectoryMember) -> Iterable[str]:
    """Each name in both orders."""
    yield from member.names
    yield f"{member.last_name} {member.first_name}"
    yield f"{member.latin_last_name} {member.latin_first_name}"


def _numbers(numbers: Iterable[FederationNumber]) -> tuple[FederationNumber, ...]:
    """The first number of each federation; “none” only counts if there is no other."""
    found: dict[str, FederationNumber] = {}
    for each in numbers:
        if each.federation not in found or found[each.federation].number == NO_MEMBER:
            found[each.federation] = each
    return tuple(found.values())


class Directory(Protocol):
    """An open directory; ``tournament.storage.members`` has them. Every change is stored whole, or not made."""

    def members(self) -> tuple[DirectoryMember, ...]:
        """Return everybody, by number."""

    def member(self, number: int) -> DirectoryMember:
        """Return the member with this number. Raise Refused if there is none."""

    def write(
        self, members: Iterable[DirectoryMember], seen: Iterable[DirectoryMember] = ()
    ) -> tuple[DirectoryMember, ...]:
        """Write all or none of ``members``; those with the number 0 are new. Return them with their numbers.

        Raise Refused if one of them is no longer as it was ``seen``.
        """

    def merge(self, kept: int, gone: int) -> DirectoryMember:
        """Make one member of two: ``kept`` gets what only ``gone`` has. Raise Refused if it is one, or not there."""

    def undo_merge(self) -> tuple[DirectoryMember, DirectoryMember]:
        """Undo the last merge, and return both as they were. Raise Refused if the member was changed since."""

    def erase(self, number: int) -> DirectoryMember:
        """Erase a member and everything that merges keep of them. Raise Refused if there is none."""

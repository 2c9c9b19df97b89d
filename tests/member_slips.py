"""A directory of invented people, and how lists write them: with one planted slip each, and strangers among them."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from tournament.event.player_import.first_names import FIRST_NAMES
from tournament.members.matching import MemberIndex
from tournament.members.member import EMA, DirectoryMember, FederationNumber

_FIRST = sorted(FIRST_NAMES)
_BEGINNINGS = ("Bam", "Drag", "Win", "Lind", "Hol", "Kar", "Mor", "Sen", "Gar", "Pet", "Sch", "Ost", "Vel", "Rou")
_MIDDLES = ("boo", "on", "ter", "qvi", "län", "sel", "ré", "ö", "ta", "man", "ni", "è", "ber", "ri", "da")
_ENDINGS = ("st", "sen", "er", "ski", "ini", "ard", "feld", "ová", "os", "ström", "", "ez", "ot", "wood")
_COUNTRIES = {"FR": "04", "DE": "05", "SE": "09", "NL": "08", "IT": "07", "DK": "03"}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_PLAIN = str.maketrans("äöéèáëïüñ", "aoeeaeiun")
_DIGRAPHS = {"ä": "ae", "ö": "oe", "ü": "ue"}


def _person(number: int, chance: Random) -> DirectoryMember:
    country = chance.choice(list(_COUNTRIES))
    last = chance.choice(_BEGINNINGS) + chance.choice(_MIDDLES) + chance.choice(_ENDINGS)
    if chance.random() < 0.05:
        last += f"-{chance.choice(_BEGINNINGS)}{chance.choice(_ENDINGS)}"
    first = chance.choice(_FIRST).title()
    if chance.random() < 0.1:
        first += " " + chance.choice(_FIRST).title()
    numbers = (FederationNumber(EMA, f"{_COUNTRIES[country]}{number:06}"),) if chance.random() < 0.7 else ()
    return DirectoryMember(number, first, last, country=country, club=f"Club {chance.randrange(12)}", numbers=numbers)


def directory(size: int, chance: Random) -> tuple[DirectoryMember, ...]:
    """People, of whom a fifth has a relative in the same club, who is often called nearly the same."""
    people: list[DirectoryMember] = []
    while len(people) < size:
        number = len(people) + 1
        member = _person(number, chance)
        if people and chance.random() < 0.2:
            member = _of_family(chance.choice(people), member, chance)
        people.append(member)
    return tuple(people)


def _of_family(relative: DirectoryMember, member: DirectoryMember, chance: Random) -> DirectoryMember:
    country, club = relative.country, relative.club
    numbers = tuple(replace(each, number=_COUNTRIES[country] + each.number[2:]) for each in member.numbers)
    alike = [name.title() for name in _FIRST if name[:3] == relative.first_name[:3].lower()]
    first = chance.choice(alike) if alike and chance.random() < 0.3 else member.first_name
    return replace(member, first_name=first, last_name=relative.last_name, country=country, club=club, numbers=numbers)


Slip = Callable[[DirectoryMember, Random], DirectoryMember]


def _in_name(member: DirectoryMember, chance: Random, change: Callable[[str, int], str]) -> DirectoryMember:
    field = chance.choice(("first_name", "last_name"))
    name = getattr(member, field)
    if len(name) < 3:
        return member
    changed = change(name, chance.randrange(len(name) - 1))
    return replace(member, first_name=changed) if field == "first_name" else replace(member, last_name=changed)


def _without_number(member: DirectoryMember) -> DirectoryMember:
    return replace(member, numbers=())


def _digraphs(name: str) -> str:
    return "".join(_DIGRAPHS.get(letter, letter) for letter in name)


SLIPS: dict[str, Slip] = {
    "accents": lambda each, _: replace(each, first_name=each.first_name.translate(_PLAIN),
                                       last_name=each.last_name.translate(_PLAIN)),
    "order of names": lambda each, _: replace(each, first_name=each.last_name, last_name=each.first_name),
    "capitals": lambda each, _: replace(each, last_name=each.last_name.upper()),
    "letter left out": lambda each, chance: _in_name(each, chance, lambda name, at: name[:at] + name[at + 1 :]),
    "letter twice": lambda each, chance: _in_name(each, chance, lambda name, at: name[: at + 1] + name[at:]),
    "other letter": lambda each, chance: _in_name(
        each, chance, lambda name, at: name[:at] + chance.choice(_LETTERS) + name[at + 1 :]
    ),
    "letters exchanged": lambda each, chance: _in_name(
        each, chance, lambda name, at: name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    ),
    "initial": lambda each, _: replace(each, first_name=each.first_name[0] + "."),
    "one first name": lambda each, _: replace(each, first_name=each.first_name.split()[0]),
    "letters for an umlaut": lambda each, _: replace(each, last_name=_digraphs(each.last_name)),
    "hyphen": lambda each, _: replace(each, last_name=each.last_name.replace("-", " ")),
    "other last name": lambda each, chance: replace(each, last_name=_person(1, chance).last_name),
    "other country": lambda each, chance: replace(each, country=chance.choice(list(_COUNTRIES))),
    "other club": lambda each, chance: replace(each, club=f"Club {chance.randrange(12)}"),
    "no club": lambda each, _: replace(each, club=""),
    "digit of the number": lambda each, chance: replace(each, numbers=tuple(
        replace(number, number=number.number[:-1] + str(chance.randrange(10))) for number in each.numbers
    )),
}  # fmt: skip


@dataclass(frozen=True)
class Planted:
    """Somebody as a list has them, and who it is: 0 for a stranger."""

    slip: str
    person: DirectoryMember
    number: int


def planted(people: tuple[DirectoryMember, ...], count: int, chance: Random) -> Iterator[Planted]:
    """Return ``count`` people with one slip each, half of them without a number, and a quarter as many strangers."""
    names = {frozenset(name.casefold().split()) for member in people for name in member.names}
    for _ in range(count):
        member, slip = chance.choice(people), chance.choice(list(SLIPS))
        person = SLIPS[slip](replace(member, number=0), chance)
        if chance.random() < 0.5:
            person = _without_number(person)
        yield Planted(slip, person, member.number)
    for _ in range(count // 4):
        stranger = replace(_person(900_000 + chance.randrange(99_999), chance), number=0)
        if chance.random() < 0.5:
            stranger = _of_family(chance.choice(people), stranger, chance)
        if chance.random() < 0.5:
            stranger = _without_number(stranger)
        if frozenset(stranger.name.casefold().split()) not in names:  # who is called the same is nobody's mistake
            yield Planted("stranger", stranger, 0)


def answers(index: MemberIndex, slips: Iterator[Planted]) -> Counter[tuple[str, str]]:
    """How often each slip was joined rightly or wrongly, asked with or without the right person, or taken as new."""
    found = Counter[tuple[str, str]]()
    for each in slips:
        match = index.find(each.person)
        if match.sure is not None:
            answer = "joined" if match.sure.member.number == each.number else "joined wrongly"
        elif match.asked:
            named = each.number in {candidate.member.number for candidate in match.asked}
            answer = "asked" if named or not each.number else "asked about others"
        else:
            answer = "new"
        found[each.slip, answer] += 1
    return found

"""Who is the same person in a directory: surely, or so likely that somebody should be asked.

Names are compared without accents, case, punctuation and the order of their parts, then by how many letters differ
(restricted Damerau–Levenshtein distance, by rapidfuzz). Wrongly joined people are worse than a question, so a name that
is written otherwise is joined only with a second reason: the same number, or the same club and country.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from tournament.event.country import country_code
from tournament.event.player_import.first_names import FIRST_NAMES
from tournament.event.roster import is_ema_number
from tournament.language import Text, folded, mark
from tournament.members.member import DirectoryMember

_LEAST_LETTERS = 8
"""Shorter names are too often those of somebody else when one letter differs."""
_SIMILAR = 0.80
"""Names that are less similar are not asked about; 1 is the same name."""
_MOST_CANDIDATES = 5
_SAME_NUMBER = 0.75
"""With the same number, names that are this similar are those of one person."""


class MatchReason(Enum):
    """Why somebody in the directory may be the same person; the value is its name in JSON."""

    NUMBER = "number"
    NAME = "name"
    FORMER_NAME = "former-name"
    SLIP = "slip"
    """The name differs by a letter or two."""
    PART = "part"
    """One name has a part that the other lacks, or only its first letter."""
    SIMILAR = "similar"
    OTHER_NAME = "other-name"
    """The number is the same, and the name is not."""
    OTHER_NUMBER = "other-number"
    OTHER_COUNTRY = "other-country"
    NAMESAKES = "namesakes"
    """Several people have this name."""

    @property
    def text(self) -> Text:
        """For a reader."""
        return _TEXTS[self]


_TEXTS = {
    MatchReason.NUMBER: mark("the same number"),
    MatchReason.NAME: mark("the same name"),
    MatchReason.FORMER_NAME: mark("a former name"),
    MatchReason.SLIP: mark("a slip in the name"),
    MatchReason.PART: mark("a part of the name"),
    MatchReason.SIMILAR: mark("a similar name"),
    MatchReason.OTHER_NAME: mark("the same number, another name"),
    MatchReason.OTHER_NUMBER: mark("the same name, another number"),
    MatchReason.OTHER_COUNTRY: mark("the same name, another country"),
    MatchReason.NAMESAKES: mark("several people have this name"),
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody in the directory who may be the person."""

    member: DirectoryMember
    reason: MatchReason

    @property
    def text(self) -> Text:
        """Who it is and why, for a reader."""
        return mark("{number} {name} ({reason})", number=self.member.number, name=self.member.name,
                    reason=self.reason.text)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Match:
    """What the directory knows of a person."""

    sure: Candidate | None = None
    """Who it is without a doubt."""
    asked: tuple[Candidate, ...] = ()
    """Who it may be, the likeliest first; empty if it is sure, or if they are not in the directory."""


class MemberIndex:
    """The people of a directory, found by number and by name."""

    def __init__(self, members: Iterable[DirectoryMember]) -> None:
        self._members = tuple(members)
        self._by_number: defaultdict[str, list[DirectoryMember]] = defaultdict(list)
        self._by_name: defaultdict[str, dict[int, DirectoryMember]] = defaultdict(dict)
        self._keys_with: defaultdict[str, set[str]] = defaultdict(set)
        """The names by each of their parts, without initials."""
        self._names: list[str] = []
        """Every name as it is compared letter by letter, and in the same place whose it is."""
        self._whose: list[DirectoryMember] = []
        for member in self._members:
            if is_ema_number(member.ema_number):
                self._by_number[member.ema_number].append(member)
            for name in member.names:
                key = _key(name)
                self._by_name[key].setdefault(member.number, member)
                for part in key.split():
                    if len(part) > 1:
                        self._keys_with[part].add(key)
                self._names.append(folded(name))
                self._whose.append(member)

    def find(self, person: DirectoryMember) -> Match:
        """Return who ``person`` is; a person of the directory is not compared with themselves."""
        numbered = [each for each in self._by_number.get(person.ema_number, ()) if each.number != person.number]
        if is_ema_number(person.ema_number) and numbered:
            return self._by_same_number(person, numbered)
        named = self._named(person)
        fitting = [each for each in named if _agree(person, each)]
        if len(fitting) == 1 and (len(named) == 1 or _same_country(person, fitting[0])):
            return Match(sure=Candidate(fitting[0], _how_named(person, fitting[0])))
        if named:
            return Match(asked=tuple(Candidate(each, _doubt(person, each)) for each in named[:_MOST_CANDIDATES]))
        return self._by_similar_name(person)

    def _by_same_number(self, person: DirectoryMember, numbered: Sequence[DirectoryMember]) -> Match:
        alike = [each for each in numbered if _may_be_called(person, each)]
        if len(numbered) == 1 and alike:
            return Match(sure=Candidate(alike[0], MatchReason.NUMBER))
        doubts = [
            Candidate(each, MatchReason.NAMESAKES if each in alike else MatchReason.OTHER_NAME) for each in numbered
        ]
        others = [Candidate(each, MatchReason.OTHER_NUMBER) for each in self._named(person) if each not in numbered]
        return Match(asked=(*doubts, *others)[:_MOST_CANDIDATES])

    def _named(self, person: DirectoryMember) -> list[DirectoryMember]:
        """Everybody with one of their names, in any order of its parts."""
        found = {
            number: member for name in person.names for number, member in self._by_name.get(_key(name), {}).items()
        }
        return [member for number, member in found.items() if number != person.number]

    def _by_similar_name(self, person: DirectoryMember) -> Match:
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        best: dict[int, tuple[float, DirectoryMember, str, str]] = {}
        for name in _orders(person):
            found = process.extract(
                name, self._names, scorer=OSA.normalized_similarity, score_cutoff=_SIMILAR, limit=4 * _MOST_CANDIDATES
            )
            for other, score, place in found:
                member = self._whose[place]
                if member.number != person.number and score > best.get(member.number, (0.0,))[0]:
                    best[member.number] = float(score), member, name, other
        ranked = sorted(best.values(), key=lambda each: (-each[0], each[1].number))[:_MOST_CANDIDATES]
        slips = [(member, name, other) for _score, member, name, other in ranked if _is_slip(name, other)]
        if len(slips) == 1:
            ((member, own, theirs),) = slips
            reasons = _agree(person, member) and _same_country(person, member) and _same_club(person, member)
            if reasons and not _is_other_first_name(own, theirs):
                return Match(sure=Candidate(member, MatchReason.SLIP))
        candidates = [
            Candidate(member, MatchReason.SLIP if _is_slip(name, other) else MatchReason.SIMILAR)
            for _score, member, name, other in ranked
        ]
        return Match(asked=tuple(candidates) or self._with_part_of_name(person))

    def _with_part_of_name(self, person: DirectoryMember) -> tuple[Candidate, ...]:
        """Those whose name has the same last part, and whose other parts begin as theirs do: ``A. Bamboo``."""
        found: dict[int, Candidate] = {}
        for own in {frozenset(_key(name).split()) for name in person.names}:
            for key in sorted(set().union(*(self._keys_with.get(part, ()) for part in own))):
                if _is_part(own, frozenset(key.split())):
                    found |= {
                        number: Candidate(member, MatchReason.PART)
                        for number, member in self._by_name[key].items()
                        if number != person.number
                    }
        return tuple(found.values())[:_MOST_CANDIDATES]

    def duplicates(self) -> tuple[tuple[DirectoryMember, Candidate], ...]:
        """Return each pair that may be one person, with the reason; each pair once, the later person first."""
        pairs: dict[frozenset[int], tuple[DirectoryMember, Candidate]] = {}
        for member in self._members:
            match = self.find(member)
            for each in filter(None, (match.sure, *match.asked)):
                if each.member.number < member.number:
                    pairs.setdefault(frozenset((member.number, each.member.number)), (member, each))
                else:
                    pairs.setdefault(
                        frozenset((member.number, each.member.number)), (each.member, Candidate(member, each.reason))
                    )
        return tuple(pairs.values())


def _key(name: str) -> str:
    """A name without the order of its parts."""
    return " ".join(sorted(folded(name).split()))


def _orders(person: DirectoryMember) -> tuple[str, ...]:
    """Their names as they are compared letter by letter, in both orders."""
    turned = f"{person.last_name} {person.first_name}"
    return tuple(filter(None, dict.fromkeys(map(folded, (*person.names, turned)))))


def _may_be_called(one: DirectoryMember, other: DirectoryMember) -> bool:
    """Whether two people with one number may be one by their names: they are similar, or only the last name differs.

    A relative with a slip in the number has the same last name, and another first name.
    """
    from rapidfuzz.distance import OSA

    keys = {_key(name) for name in one.names}, {_key(name) for name in other.names}
    if keys[0] & keys[1]:
        return True
    if any(_is_part(frozenset(own.split()), frozenset(theirs.split())) for own in keys[0] for theirs in keys[1]):
        return True
    parts = [{part for key in each for part in key.split()} for each in keys]
    first_names = {*folded(one.first_name).split(), *folded(other.first_name).split()}
    if parts[0] & parts[1] & first_names:
        return True
    return any(
        OSA.normalized_similarity(own, theirs) >= _SAME_NUMBER for own in _orders(one) for theirs in _orders(other)
    )


def _agree(one: DirectoryMember, other: DirectoryMember) -> bool:
    """Whether neither number nor country says that they are two people."""
    numbers = one.ema_number, other.ema_number
    if all(map(is_ema_number, numbers)) and numbers[0] != numbers[1]:
        return False
    countries = country_code(one.country), country_code(other.country)
    return not all(countries) or countries[0] == countries[1]


def _same_country(one: DirectoryMember, other: DirectoryMember) -> bool:
    return country_code(one.country) == country_code(other.country) != ""


def _same_club(one: DirectoryMember, other: DirectoryMember) -> bool:
    return folded(one.club) == folded(other.club) != ""


def _how_named(person: DirectoryMember, member: DirectoryMember) -> MatchReason:
    former = {_key(name) for name in member.former_names}
    return MatchReason.FORMER_NAME if {_key(name) for name in person.names} <= former else MatchReason.NAME


def _doubt(person: DirectoryMember, member: DirectoryMember) -> MatchReason:
    numbers = person.ema_number, member.ema_number
    if all(map(is_ema_number, numbers)) and numbers[0] != numbers[1]:
        return MatchReason.OTHER_NUMBER
    return MatchReason.NAMESAKES if _agree(person, member) else MatchReason.OTHER_COUNTRY


def _is_slip(name: str, other: str) -> bool:
    """Whether a slip of the keyboard makes one of the other: one letter, or two neighbours in the wrong order."""
    from rapidfuzz.distance import OSA

    letters = min(len(name), len(other)) - 1  # without the space
    return letters >= _LEAST_LETTERS and OSA.distance(name, other, score_cutoff=1) <= 1


def _is_other_first_name(name: str, other: str) -> bool:
    """Whether the letter makes one usual first name of another: Jan and Jana may be brother and sister."""
    own, theirs = set(name.split()), set(other.split())
    return own ^ theirs <= FIRST_NAMES


def _is_part(own: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether one name has all whole parts of the other, or initials in their place, and they share a whole one."""
    shared = own & theirs
    if not any(len(part) > 1 for part in shared):
        return False
    fewer, more = sorted((own - shared, theirs - shared), key=len)
    return all(any(_begins(part, other) for other in more) for part in fewer)


def _begins(part: str, other: str) -> bool:
    return (len(part) == 1 or len(other) == 1) and part[:1] == other[:1]

"""The people in the results of a season, found in the directory and compared with one another."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tournament.event.country import country_code
from tournament.event.ema import GUEST
from tournament.event.roster import is_ema_number
from tournament.members.matching import Candidate, Match, MemberIndex
from tournament.members.member import EMA, DirectoryMember, FederationNumber
from tournament.rankings import EventPlaces, RankedPerson


@dataclass(frozen=True, slots=True)
class SeasonPerson:
    """Somebody in the results, and who it is."""

    person: RankedPerson
    """As the results name them."""
    events: int
    """In how many of them."""
    match: Match
    """In the directory."""
    others: tuple[tuple[RankedPerson, Candidate], ...] = ()
    """Other people in the results who may be the same, the likeliest first; only of people who are not certain."""


def with_members(
    events: Sequence[EventPlaces], members: Sequence[DirectoryMember]
) -> tuple[tuple[EventPlaces, ...], tuple[SeasonPerson, ...]]:
    """Return ``events`` with everybody who is certainly in the directory as it names them, and who is who.

    Two people of one event who would be one member stay as they are, and are asked about.
    """
    index = MemberIndex(members)
    counted = Counter(placed.person for event in events for placed in event.places)
    matches = {person: index.find(_as_member(person)) for person in counted}
    for person in _twice(events, matches):
        matches[person] = Match(asked=tuple(filter(None, (matches[person].sure,))))
    sure = {person: match.sure.member for person, match in matches.items() if match.sure is not None}
    numbers = {member.number: person.number for person, member in sure.items() if person.number}
    known = {person: _known(member, numbers.get(member.number, "")) for person, member in sure.items()}
    replaced = tuple(
        replace(
            event,
            places=tuple(replace(placed, person=known.get(placed.person, placed.person)) for placed in event.places),
        )
        for event in events
    )
    return replaced, tuple(_people(counted, matches))


def _as_member(person: RankedPerson, number: int = 0) -> DirectoryMember:
    """A person of the results as the directory compares them; the last part of the name is taken as the last name."""
    first, _, last = person.name.rpartition(" ")
    numbers = (FederationNumber(EMA, person.number),) if person.number else ()
    return DirectoryMember(number, first, last, country=person.country, numbers=numbers)


def _known(member: DirectoryMember, number: str) -> RankedPerson:
    """A person of the results as the directory names them; ``number`` is theirs in the results, if they have one."""
    stored = member.ema_number
    if is_ema_number(stored) and not stored.startswith(GUEST):
        number = stored
    return RankedPerson(f"member/{member.number}", member.name, country_code(member.country), number)


def _twice(events: Iterable[EventPlaces], matches: dict[RankedPerson, Match]) -> set[RankedPerson]:
    """Everybody who is the same member as somebody else in one event."""
    found: set[RankedPerson] = set()
    for event in events:
        by_member: defaultdict[int, list[RankedPerson]] = defaultdict(list)
        for placed in event.places:
            found_member = matches[placed.person].sure
            if found_member is not None:
                by_member[found_member.member.number].append(placed.person)
        found.update(person for people in by_member.values() if len(people) > 1 for person in people)
    return found


def _people(counted: Counter[RankedPerson], matches: dict[RankedPerson, Match]) -> Iterable[SeasonPerson]:
    everybody = tuple(counted)
    index = MemberIndex(_as_member(person, number) for number, person in enumerate(everybody, 1))
    for number, person in enumerate(everybody, 1):
        match = matches[person]
        if match.sure is not None:
            yield SeasonPerson(person, counted[person], match)
            continue
        found = index.find(_as_member(person, number))
        others = [(everybody[each.member.number - 1], each) for each in (found.sure, *found.asked) if each is not None]
        yield SeasonPerson(person, counted[person], match, tuple(each for each in others if each[0].id != person.id))

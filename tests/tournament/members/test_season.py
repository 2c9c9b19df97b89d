"""Who is who in the results of a season."""

from datetime import date

from tournament.members.matching import MatchReason
from tournament.members.member import EMA, DirectoryMember, FederationNumber
from tournament.members.season import with_members
from tournament.rankings import EventPlace, EventPlaces, RankedPerson

ADA = DirectoryMember(
    1, "Ada", "Bamboo", country="SE", numbers=(FederationNumber(EMA, "09990001"),), former_names=("Ada Winter",)
)


def person(name: str, country: str = "", number: str = "") -> RankedPerson:
    return RankedPerson(number or f"{name.casefold()}/{country}", name, country, number)


def event(number: int, *people: RankedPerson) -> EventPlaces:
    places = tuple(EventPlace(each, place) for place, each in enumerate(people, 1))
    return EventPlaces(str(number), f"Open {number}", "mcr", date(2026, number, 1), 1, len(people), 1, places)


def test_a_member_who_changed_name_and_country_is_one_person():
    people = (person("Ada Winter", "FR", "09990001"), person("BAMBOO Ada", "SE"), person("Ada Winter"))
    events, season = with_members([event(number, each) for number, each in enumerate(people, 1)], (ADA,))
    known = RankedPerson("member/1", "Ada Bamboo", "SE", "09990001")
    assert [placed.person for each in events for placed in each.places] == [known, known, known]
    assert [each.match.sure and each.match.sure.reason for each in season] == [
        MatchReason.NUMBER, MatchReason.NAME, MatchReason.FORMER_NAME,
    ]  # fmt: skip


def test_a_number_that_only_the_results_have_counts_in_all_of_them():
    ben = DirectoryMember(2, "Ben", "Circle", country="FR")
    events, _season = with_members(
        [event(1, person("Ben Circle", "FR")), event(2, person("Ben Circle", "FR", "04990002"))], (ben,)
    )
    assert {each.places[0].person for each in events} == {RankedPerson("member/2", "Ben Circle", "FR", "04990002")}


def test_who_is_not_certain_stays_and_is_asked_about():
    bo, other = person("Bo Dragon", "DK"), person("Bob Dragon", "DK")
    events, season = with_members([event(1, person("Adda Bamboo", "SE"), bo), event(2, other)], (ADA,))
    assert events[0].places[0].person.id == "adda bamboo/SE"
    assert [(each.member, each.reason) for each in season[0].match.asked] == [(ADA, MatchReason.SLIP)]
    assert [(each, why.reason) for each, why in season[1].others] == [(other, MatchReason.SLIP)]
    assert [each.person for each in season] == [person("Adda Bamboo", "SE"), bo, other]


def test_two_people_of_one_event_are_not_one_member():
    events, season = with_members([event(1, person("Ada Bamboo", "SE"), person("Ada Winter", "SE"))], (ADA,))
    assert [placed.person.name for placed in events[0].places] == ["Ada Bamboo", "Ada Winter"]
    assert [(each.match.sure, [found.member for found in each.match.asked]) for each in season] == [
        (None, [ADA]), (None, [ADA]),
    ]  # fmt: skip

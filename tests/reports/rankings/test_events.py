"""Events as a ranking counts them: lists of results, and who is who in them."""

from datetime import date

import pytest

from reports.rankings.events import places_of_list, same_people
from tournament.event.problem import Refused
from tournament.language import ENGLISH
from tournament.rankings import EventPlace, EventPlaces, RankedPerson

HEAD = "Tournament name,Number of participants,Place,Player's first name,Player's last name,EMA number,Country,Date,rules,NbDays"  # noqa: E501
ROWS = (
    "Harbour Open,3,1,Ada,BAMBOO,9990001,SWE,9/5/2026,MCR,2",
    "Harbour Open,3,2,Ben,CIRCLE,09990002,FRA,9/5/2026,MCR,2",
    "Harbour Open,3,3,Guest,DRAGON,-,,9/5/2026,MCR,2",
)


@pytest.fixture
def listed(tmp_path):
    def read(*lines, name="open.csv"):
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return places_of_list(path)

    return read


def problems(read, *lines):
    with pytest.raises(Refused) as refused:
        read(*lines)
    return [ENGLISH.render(problem.text) for problem in refused.value.problems]


def test_a_list_of_results_is_an_event(listed):
    event = listed(HEAD, *ROWS)
    assert (event.name, event.game, event.ended, event.days) == ("Harbour Open", "mcr", date(2026, 5, 10), 2)
    assert (event.players, event.countries) == (3, 2)
    assert [(placed.place, placed.person.name, placed.person.number) for placed in event.places] == [
        (1, "Ada BAMBOO", "09990001"),
        (2, "Ben CIRCLE", "09990002"),
        (3, "Guest DRAGON", ""),
    ]


def test_riichi_is_named_by_its_rules(listed):
    assert listed(HEAD, *(row.replace("MCR", "EMA riichi") for row in ROWS)).game == "riichi"


@pytest.mark.parametrize("written", ["2026-05-09", "09.05.2026", "9-5-2026"])
def test_a_day_is_read_day_first_or_in_the_order_of_iso(listed, written):
    assert listed(HEAD, *(row.replace("9/5/2026", written) for row in ROWS)).ended == date(2026, 5, 10)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("9/5/2026", "5/30/2026", "open.csv, line 2: “5/30/2026” is not a day"),
        ("9/5/2026", "9/5/9999", "open.csv, line 2: “9/5/9999” is not a day"),
        ("9/5/2026", "", "open.csv, line 2: “” is not a day"),
        (",2,Ben", ",second,Ben", "open.csv, line 3: “second” is not a whole number from 1 to 100000."),
        ("MCR,2", "MCR,0", "open.csv, line 2: “0” is not a whole number from 1 to 30."),
        ("Ada,BAMBOO", ",", "open.csv, line 2: the name is missing."),
        ("Open,3,", "Open,2,", "open.csv, line 2: 3 players are listed, of 2."),
    ],
)
def test_what_is_wrong_is_named_with_its_line(listed, before, after, said):
    found = problems(listed, HEAD, *(row.replace(before, after) for row in ROWS))
    assert found[0].startswith(said)


def test_missing_columns_are_named(listed):
    assert problems(listed, "Place,Last name", "1,BAMBOO") == [
        "open.csv: these columns are missing: date, nbdays, days."
    ]


def test_a_list_without_players_is_refused(listed):
    assert problems(listed, HEAD) == ["open.csv: there are no players."]


def test_whoever_has_a_number_in_one_event_has_it_in_all():
    ada, other = RankedPerson("09990001", "Ada Bamboo", "SE", "09990001"), RankedPerson("ada bamboo/", "Ada BAMBOO")
    french = RankedPerson("ada bamboo/FR", "Ada Bamboo", "FR")
    events = [
        EventPlaces(str(number), "Open", "mcr", date(2026, 5, number), 1, 1, 1, (EventPlace(person, 1),))
        for number, person in enumerate((ada, other, french), 1)
    ]
    assert [event.places[0].person for event in same_people(events)] == [ada, ada, french]


def test_of_two_numbers_with_one_name_none_is_guessed():
    people = [RankedPerson(number, "Ada Bamboo", "SE", number) for number in ("09990001", "09990002")]
    nobody = RankedPerson("ada bamboo/SE", "Ada Bamboo", "SE")
    event = EventPlaces("1", "Open", "mcr", date(2026, 5, 1), 1, 3, 1, tuple(
        EventPlace(person, place) for place, person in enumerate((*people, nobody), 1)
    ))  # fmt: skip
    assert same_people([event]) == (event,)

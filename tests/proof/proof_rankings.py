"""Seasons ranked and seats of championships divided against second counts, and people found again in a directory."""

from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache
from random import Random

from reports.ranking_rules import rules_called
from tests.member_slips import answers, directory, planted
from tests.proof.part import Outcome, Part
from tests.second_count import mers, quotas
from tournament.members.matching import MemberIndex
from tournament.members.member import DirectoryMember
from tournament.rankings import CountryRow, EventPlace, EventPlaces, RankedPerson, Ranking, RankingRow, rank_events
from tournament.rankings.quotas import quotas as divided

_MERS = rules_called("mers")
_DAY = date(2026, 11, 30)
_CODES = ("AT", "BE", "CH", "DE", "DK", "ES", "FR", "IT", "NL", "SE")
_PEOPLE = tuple(RankedPerson(str(number), f"Player {number:03}", "SE", f"0900{number:04}") for number in range(60))
_GUESTS = tuple(RankedPerson(f"guest {number}/", f"Guest {number}") for number in range(10))
_SLIPS = 5
"""Of a case."""
_DIRECTORIES = 10
_PRECISION = Fraction(995, 1000)
"""Of those who are joined unasked."""


def run(seed: int) -> Outcome:
    """One season, one championship, and a few people on lists."""
    outcome, chance = Outcome(), Random(seed)
    _season(chance, outcome, seed)
    _championship(chance, outcome, seed)
    people, index = _directory(seed % _DIRECTORIES)
    for (slip, answer), count in answers(index, planted(people, _SLIPS, chance)).items():
        outcome.count(f"people {answer}", count)
        outcome.count("strangers" if slip == "stranger" else "planted slips", count)
    return outcome


@lru_cache
def _directory(number: int) -> tuple[tuple[DirectoryMember, ...], MemberIndex]:
    people = directory(2000, Random(number))
    return people, MemberIndex(people)


def _season(chance: Random, outcome: Outcome, seed: int) -> None:
    season = [_event(chance, number) for number in range(chance.randrange(1, 40))]
    shown = rank_events(season, _MERS, _DAY)
    counted = mers.ranking(
        [
            (each.ended, each.days, each.players, each.countries, each.championship,
             [(placed.person.number, placed.place) for placed in each.places])
            for each in season
        ],
        _DAY,
    )  # fmt: skip
    ranked = {row.person.number: row for row in shown.rows if row.rank is not None}
    outcome.expect({number: row.value for number, row in ranked.items()} == counted, f"season {seed}: other values")
    for number, row in ranked.items():
        better = sum(value > row.value for value in counted.values())
        outcome.expect(row.rank == better + 1, f"season {seed}: {number} is {row.rank}, not {better + 1}")
    outcome.count("seasons")
    outcome.count("ranked players", len(counted))


def _event(chance: Random, number: int) -> EventPlaces:
    people = chance.sample([*_PEOPLE, *_GUESTS], chance.randrange(2, 49))
    places = sorted(chance.randrange(1, len(people) + 1) for _ in people)
    return EventPlaces(
        id=str(number),
        name=f"Event {number}",
        game="mcr",
        ended=_DAY - timedelta(days=chance.randrange(-40, 800)),
        days=chance.randrange(1, 6),
        players=chance.choice((len(people), 16, 40, 41, 80, 81, 200)),
        countries=chance.choice((1, 5, 6, 9, 10, 20)),
        places=tuple(EventPlace(person, place) for person, place in zip(people, places, strict=True)),
        championship=chance.random() < 0.2,
    )


def _championship(chance: Random, outcome: Outcome, seed: int) -> None:
    usual = (0, 500, 699, 700, 701, 1000)
    players = [
        (chance.choice(_CODES),
         Fraction(chance.choice(usual)) if chance.random() < 0.5 else Fraction(chance.randrange(60_000), 60))
        for _ in range(chance.randrange(150))
    ]  # fmt: skip
    total = chance.randrange(1, 161)
    rules = _MERS.quotas
    assert rules is not None
    found = divided(_ranking(players), rules, total)
    seats = {row.country: row.seats for row in found.rows}
    outcome.expect((seats, found.left) == quotas.seats(players, total), f"championship {seed}: other seats")
    outcome.count("championships")
    outcome.count("seats", total)


def _ranking(players: list[tuple[str, Fraction]]) -> Ranking:
    """A ranking of members with these countries and values."""
    people = [
        (RankedPerson(str(number), f"Player {number}", country, str(number)), value)
        for number, (country, value) in enumerate(players)
    ]
    people.sort(key=lambda each: -each[1])
    best: dict[str, list[Fraction]] = {}
    for person, value in people:
        best.setdefault(person.country, []).append(value)
    return Ranking(
        _DAY,
        _MERS,
        tuple(RankingRow(number, person, value, (), ()) for number, (person, value) in enumerate(people, 1)),
        tuple(CountryRow(1, country, sum(values[:3], Fraction(0)) / 3, ()) for country, values in best.items()),
    )


def _enough(whole: Outcome, cases: int) -> tuple[str, ...]:
    """Hardly anybody was joined with somebody else; of few cases nothing can be said."""
    joined, wrong = whole.counts["people joined"], whole.counts["people joined wrongly"]
    if cases < PART.short or wrong <= (1 - _PRECISION) * (joined + wrong):
        return ()
    return (f"{wrong} of {joined + wrong} people were joined with somebody else",)


PART = Part(
    name="rankings",
    title="Rankings over many events",
    brief="Rankings over many events and seats of championships are what the rules say, and people are not mixed up.",
    covers=("tournament/members", "tournament/rankings"),
    promise="Random seasons give every player the value and rank, and random championships every country the seats, "
    "that a second count gives, which was written from the text of the rules. People whom lists write otherwise than a "
    "directory are joined with somebody else in hardly any case; who is not known for certain is asked about.",
    cases=1000,
    run=run,
    short=20,
    counted="seasons",
    shown="ranked players",
    enough=_enough,
)

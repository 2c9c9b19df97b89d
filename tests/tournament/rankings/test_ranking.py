"""The ranking over many events, against a second count by its own reading of the rules."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.ranking_rules import rules_called
from tests.second_count import mers
from tournament.language import ENGLISH
from tournament.rankings import EventPlace, EventPlaces, RankedPerson, RankedSeason, rank_events
from tournament.rankings.explanation import ranking_explanation
from tournament.rankings.rules import BaseRank, PlacePoints, Rounding, anniversary

MERS = rules_called("mers")
LEAGUE = rules_called("league")
DAY = date(2026, 11, 30)
PEOPLE = [RankedPerson(str(number), f"Player {number:03}", "SE", f"0900{number:04}") for number in range(1, 60)]
GUEST = RankedPerson("guest/", "Guest Guest")


def event(ended, people, *, days=1, players=0, countries=1, championship=False, weight=None, places=None, name=""):
    placed = places or range(1, len(people) + 1)
    return EventPlaces(
        id=f"{ended}/{name}",
        name=name or f"Event of {ended}",
        game="mcr",
        ended=ended,
        days=days,
        players=players or len(people),
        countries=countries,
        places=tuple(EventPlace(person, place) for person, place in zip(people, placed, strict=True)),
        championship=championship,
        weight=weight,
    )


@st.composite
def seasons(draw):
    found = []
    for number in range(draw(st.integers(1, 14))):
        ended = DAY - timedelta(days=draw(st.integers(-40, 800)))
        people = draw(st.lists(st.sampled_from([*PEOPLE[:12], GUEST]), min_size=2, max_size=12, unique=True))
        places = sorted(draw(st.lists(st.integers(1, len(people)), min_size=len(people), max_size=len(people))))
        found.append(
            event(
                ended,
                people,
                days=draw(st.integers(1, 5)),
                players=draw(st.sampled_from((16, 40, 41, 80, 81, 200))),
                countries=draw(st.sampled_from((1, 5, 6, 9, 10, 20))),
                championship=draw(st.booleans()),
                places=places,
                name=str(number),
            )
        )
    return found


@given(seasons())
@settings(max_examples=150, deadline=None)
def test_a_second_count_gives_the_same_values(season):
    shown = rank_events(season, MERS, DAY)
    counted = mers.ranking(
        [
            (each.ended, each.days, each.players, each.countries, each.championship,
             [(placed.person.number, placed.place) for placed in each.places])
            for each in season
        ],
        DAY,
    )  # fmt: skip
    ranked = [row for row in shown.rows if row.rank is not None]
    assert {row.person.number: row.value for row in ranked} == counted
    for row in ranked:
        assert row.rank == 1 + sum(value > row.value for value in counted.values())
    ranks = [row.rank or 0 for row in ranked]
    assert ranks == sorted(ranks)


@pytest.mark.thorough
@given(seasons(), st.randoms(use_true_random=False))
@settings(max_examples=50, deadline=None)
def test_the_order_of_the_files_changes_nothing(season, chance):
    shuffled = list(season)
    chance.shuffle(shuffled)
    assert rank_events(shuffled, MERS, DAY) == rank_events(season, MERS, DAY)


def test_a_worked_example():
    ada, ben, cleo = PEOPLE[:3]
    season = [
        event(date(2026, 5, 1), [ada, ben, cleo], days=2),
        event(date(2025, 5, 1), [ben, ada, cleo], days=1),
        event(date(2024, 5, 1), [ada, ben, cleo], days=3),
    ]
    rows = {row.person: row for row in rank_events(season, MERS, DAY).rows}
    # Ada: 1000 with weight 2, 500 with weight 1 × ½; then 3 or 2 zeros of weight 1. The event of 2024 is too old.
    assert rows[ada].value == (Fraction(2250, 2) / Fraction(11, 4) * 1 + Fraction(2250, 1) / Fraction(9, 2)) / 2
    assert [(part.filled, part.weight) for part in rows[ada].parts] == [(3, Fraction(11, 2)), (2, Fraction(9, 2))]
    assert rows[cleo].value == 0
    assert rows[cleo].rank == 3


def test_one_result_does_not_rank_anybody_in_mers():
    shown = rank_events([event(date(2026, 5, 1), PEOPLE[:2])], MERS, DAY)
    assert [row.rank for row in shown.rows] == [None, None]
    assert shown.countries == ()


def test_whoever_is_no_member_keeps_the_place_and_is_not_ranked():
    season = [event(date(2026, day, 1), [GUEST, *PEOPLE[:2]]) for day in (5, 6)]
    shown = rank_events(season, MERS, DAY)
    assert [(row.rank, row.person) for row in shown.rows] == [(1, PEOPLE[0]), (2, PEOPLE[1])]
    assert [each.value for each in shown.rows[0].results] == [500, 500]


def test_points_by_place_are_shared():
    season = [event(date(2026, 5, 1), PEOPLE[:4], places=(1, 2, 2, 4))]
    rows = rank_events(season, LEAGUE, DAY).rows
    assert [row.value for row in rows] == [25, Fraction(33, 2), Fraction(33, 2), 12]
    assert [row.rank for row in rows] == [1, 2, 2, 4]


def test_the_best_four_events_of_a_league_count():
    season = [
        event(date(2026, month, 1), PEOPLE[:2][:: 1 if month > 2 else -1], name=str(month)) for month in range(1, 8)
    ]
    rows = rank_events(season, LEAGUE, DAY).rows
    assert [row.value for row in rows] == [100, 2 * 25 + 2 * 18]


def test_an_event_after_the_day_does_not_count_yet():
    season = [event(DAY, PEOPLE[:2]), event(DAY + timedelta(days=1), PEOPLE[:2], name="next")]
    assert {len(row.results) for row in rank_events(season, LEAGUE, DAY).rows} == {1}


def test_countries_have_the_mean_of_their_three_best_and_nothing_for_whoever_is_missing():
    people = [RankedPerson("1", "A", "SE", "1"), RankedPerson("2", "B", "FR", "2"), RankedPerson("3", "C", "FR", "3")]
    shown = rank_events([event(DAY, people)], LEAGUE, DAY)
    assert [(row.rank, row.country, row.value) for row in shown.countries] == [
        (1, "FR", 11),
        (2, "SE", Fraction(25, 3)),
    ]


def test_a_given_weight_counts_instead_of_that_of_the_rules():
    season = [event(date(2026, month, 1), PEOPLE[:2], weight=Fraction(7)) for month in (5, 6)]
    assert {each.weight for row in rank_events(season, MERS, DAY).rows for each in row.results} == {7}


@pytest.mark.parametrize(
    ("rounding", "value"), [(Rounding.HALF_UP, 667), (Rounding.DOWN, 666), (Rounding.EXACT, Fraction(2000, 3))]
)
def test_base_ranks_are_rounded_as_the_rules_say(rounding, value):
    assert BaseRank(1000, rounding).of(2, 4, 1) == value


def test_one_player_alone_has_the_highest_base_rank():
    assert BaseRank(1000).of(1, 1, 1) == 1000


def test_places_beyond_the_list_have_the_points_of_the_others():
    points = PlacePoints((Fraction(5), Fraction(3)), Fraction(1))
    assert [points.of(place, 9, 1) for place in (1, 2, 3, 9)] == [5, 3, 1, 1]
    assert points.of(2, 9, 3) == Fraction(5, 3)


def test_a_year_ends_on_its_anniversary():
    assert anniversary(date(2024, 2, 29), 1) == date(2025, 2, 28)
    assert MERS.factor(date(2024, 2, 29), date(2025, 2, 28)) == 1
    assert MERS.factor(date(2024, 2, 29), date(2025, 3, 1)) == Fraction(1, 2)
    assert MERS.factor(date(2024, 5, 1), date(2026, 5, 1)) == Fraction(1, 2)
    assert MERS.factor(date(2024, 5, 1), date(2026, 5, 2)) == 0


def explained(season, rules, person):
    shown = ranking_explanation(rank_events(season, rules, DAY), person.id)
    return [ENGLISH.render(text) for text in shown]


def test_a_value_is_explained_result_by_result():
    ada, ben = PEOPLE[:2]
    season = [
        event(date(2026, 5, 1), [ada, ben, PEOPLE[2]], days=2, name="Harbour"),
        event(date(2025, 5, 1), [ben, ada, PEOPLE[2]], name="Bridge"),
    ]
    assert explained(season, MERS, ada) == [
        "Player 001, rank 1: 454.55",
        "1/2 × 409.09: the best 2 of 2 results, and 3 more as 0 with weight 1: 2250 ÷ 11/2",
        "1/2 × 500.00: the best 2 of 2 results, and 2 more as 0 with weight 1: 2250 ÷ 9/2",
        "Harbour (1 May 2026): place 1 of 3: 1000 × 2 × 1 = 2000",
        "Bridge (1 May 2025): place 2 of 3: 500 × 1 × 1/2 = 250",
    ]
    assert explained(season, LEAGUE, ada)[:2] == [
        "Player 001, rank 1: 43.00",
        "1 × 43.00: the best 2 of 2 results together",
    ]
    assert explained(season[:1], MERS, ada)[0] == (
        "Player 001 has 1 result that counts and is not ranked: 2 are needed."
    )


@pytest.mark.thorough
@given(seasons())
@settings(max_examples=50, deadline=None)
def test_what_is_explained_adds_up(season):
    for row in rank_events(season, MERS, DAY).rows:
        assert row.value == sum(part.part.share * part.sum / part.weight for part in row.parts)
        for part in row.parts:
            assert part.sum == sum(each.value * each.weight * each.factor for each in part.results)
            assert part.weight == sum(each.weight * each.factor for each in part.results) + part.filled


def test_nobody_is_explained_who_is_not_there():
    with pytest.raises(KeyError):
        ranking_explanation(rank_events([], MERS, DAY), "09990001")


@given(seasons(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_season_that_changes_is_ranked_as_if_it_were_read_again(season, data):
    kept = RankedSeason(season, MERS, DAY)
    assert kept.ranking() == rank_events(season, MERS, DAY)
    place = data.draw(st.integers(0, len(season) - 1))
    (other,) = data.draw(seasons().filter(bool).map(lambda found: found[:1]))
    changed = replace(other, id=season[place].id)
    kept.add(changed)
    now = [*season[:place], changed, *season[place + 1 :]]
    assert kept.ranking() == rank_events(now, MERS, DAY)
    kept.remove(changed.id)
    assert kept.ranking() == rank_events([*season[:place], *season[place + 1 :]], MERS, DAY)
    kept.remove("none")

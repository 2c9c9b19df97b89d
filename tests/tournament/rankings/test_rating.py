"""Ratings over the games of many events: Elo against a second count, and Plackett–Luce against what must hold."""

import random
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce as Model

from reports.ranking_rules import RATINGS
from reports.rankings.games import same_players
from tests.second_count import elo as second
from tournament.language import ENGLISH
from tournament.rankings import RankedPerson
from tournament.rankings.explanation import rating_explanation
from tournament.rankings.rating import EventGames, PairResult, RatedGame, Skill, expectation, rate_games, rounded

ELO, SKILL = RATINGS.called("elo"), RATINGS.called("plackett-luce")
BOTH = pytest.mark.parametrize("rules", [ELO, SKILL], ids=lambda rules: rules.id)
DAY = date(2026, 5, 9)
PEOPLE = [RankedPerson(f"player {number:02}", f"Player {number:02}") for number in range(1, 13)]
ADA, BEN, CLEO, DAN = PEOPLE[:4]


def game(people, scores, *, day=DAY, session=1, table=1):
    return RatedGame(day, session, table, tuple(people), tuple(scores))


def event(*games, name="Harbour Open"):
    return EventGames(name, name, "mcr", games)


@st.composite
def seasons(draw):
    found = []
    for number in range(draw(st.integers(1, 4))):
        games = [
            game(
                draw(st.permutations(PEOPLE))[:4],
                draw(st.lists(st.integers(-3, 3), min_size=4, max_size=4)),
                day=DAY + timedelta(days=draw(st.integers(0, 3))),
                session=session,
            )
            for session in range(1, draw(st.integers(1, 6)) + 1)
        ]
        found.append(event(*games, name=f"Event {number}"))
    return found


def in_order(events):
    games = [(each.day, event.name, each.session, each) for event in events for each in event.games]
    return [each for *_, each in sorted(games, key=lambda found: found[:3])]


def pairs_of(step):
    assert isinstance(step.working, tuple)
    return step.working


@given(events=seasons())
def test_elo_is_what_a_second_count_finds(events):
    games = [
        [(person.id, score) for person, score in zip(each.people, each.scores, strict=True)]
        for each in in_order(events)
    ]
    expected = {id: Fraction(value) for id, value in second.ratings_after(games).items()}
    assert {row.person.id: row.value for row in rate_games(events, ELO).rows} == expected


@given(events=seasons())
def test_what_one_gains_the_others_lose(events):
    rating = rate_games(events, ELO)
    assert sum(row.value - 1500 for row in rating.rows) == 0
    for row in rating.rows:
        assert all(step.after - step.before == sum(pair.change for pair in pairs_of(step)) for step in row.steps)
        assert row.steps[0].before == 1500
        assert [step.before for step in row.steps[1:]] == [step.after for step in row.steps[:-1]]
        assert all(abs(step.after - step.before) <= 20 for step in row.steps)


@BOTH
@given(events=seasons(), data=st.data())
def test_the_order_of_events_changes_nothing(rules, events, data):
    shuffled = data.draw(st.permutations(events))
    shuffled = [replace(each, games=tuple(data.draw(st.permutations(each.games)))) for each in shuffled]
    found, expected = rate_games(shuffled, rules).rows, rate_games(events, rules).rows
    assert [(row.rank, row.person, row.value) for row in found] == [
        (row.rank, row.person, row.value) for row in expected
    ]


@BOTH
@given(events=seasons())
def test_equal_rounded_values_share_a_rank(rules, events):
    rows = rate_games(events, rules).rows
    ranked = [row for row in rows if row.rank is not None]
    assert {row.person.id for row in ranked} == {row.person.id for row in rows if len(row.steps) >= rules.least_games}
    assert all(row.rank == 1 + sum(other.value > row.value for other in ranked) for row in ranked)
    assert all((row.value * 100).denominator == 1 for row in rows)


def test_a_game_between_equals_is_worth_thirds_of_a_half():
    rating = rate_games([event(game((ADA, BEN, CLEO, DAN), (30, 10, 10, -50)))], ELO)
    # Each won pair is worth 20 ÷ 3 × ½ = 3.33.
    expected = {ADA: "1509.99", BEN: "1500", CLEO: "1500", DAN: "1490.01"}
    assert {row.person: row.value for row in rating.rows} == {who: Fraction(value) for who, value in expected.items()}
    assert {row.rank for row in rating.rows} == {None}
    (step,) = rating.rows[1].steps
    assert [pair.result for pair in pairs_of(step)] == [PairResult.BEHIND, PairResult.EQUAL, PairResult.AHEAD]


def test_the_expectation_is_the_published_curve():
    # FIDE Handbook B.02, 8.1.2: differences and expectations, to two decimals.
    for difference, expected in ((0, "0.50"), (100, "0.64"), (200, "0.76"), (400, "0.91")):
        assert rounded(expectation(Fraction(difference), 400), 2) == Fraction(expected)
        assert expectation(Fraction(-difference), 400) == 1 - expectation(Fraction(difference), 400)


@given(value=st.fractions(), decimals=st.integers(0, 6))
def test_a_half_is_rounded_away_from_zero(value, decimals):
    found = rounded(value, decimals)
    assert abs(found - value) <= Fraction(1, 2 * 10**decimals)
    assert rounded(-value, decimals) == -found
    assert rounded(Fraction(1, 2), 0) == 1


def test_skills_are_those_of_openskill_game_after_game():
    """The library called plainly: each game in its order, with the ratings of the one before."""
    rng = random.Random(4)
    games = [game(rng.sample(PEOPLE, 4), rng.sample(range(-40, 40), 4), session=number) for number in range(1, 60)]
    model = Model()
    known = {person.id: model.rating() for person in PEOPLE}
    for each in games:
        ranks = [1.0 + sum(other > own for other in each.scores) for own in each.scores]
        rated = model.rate([[known[person.id]] for person in each.people], ranks=ranks)
        known.update({person.id: rating for person, (rating,) in zip(each.people, rated, strict=True)})
    for row in rate_games([event(*games)], SKILL).rows:
        skill = row.steps[-1].working
        assert isinstance(skill, Skill)
        assert (skill.skill, skill.uncertainty) == (known[row.person.id].mu, known[row.person.id].sigma)
        assert abs(float(row.value) - known[row.person.id].ordinal()) < 0.005001


@BOTH
def test_whoever_wins_more_is_rated_higher(rules):
    order = [PEOPLE[:4], PEOPLE[:4][::-1]]
    games = []
    for number in range(1, 21):
        people = order[number % 2]
        games.append(game(people, [-PEOPLE.index(person) for person in people], session=number))
    rows = rate_games([event(*games)], rules).rows
    assert [(row.rank, row.person) for row in rows] == [(1, ADA), (2, BEN), (3, CLEO), (4, DAN)]


def lines(rating, person):
    return [ENGLISH.render(line) for line in rating_explanation(rating, person.id)]


def test_a_rating_is_explained_game_by_game():
    games = [game((ADA, BEN, CLEO, DAN), (30, 10, 10, -50), session=number) for number in (1, 2, 3, 4)]
    rating = rate_games([event(*games)], ELO)
    first, second_game, *pairs = lines(rating, ADA)[:1] + lines(rating, ADA)[5:9]
    assert first == f"Player 01, rank 1: {float(rating.rows[0].value):.2f}"
    assert second_game.startswith("Harbour Open (9 May 2026), session 2, table 1: place 1, from 1509.99 to 15")
    assert pairs[0] == "against Player 02, rated 1500.00: 20/3 × (1 − 0.5144) = 3.24"
    with pytest.raises(KeyError):
        rating_explanation(rating, "nobody")


def test_a_skill_is_explained_game_by_game():
    rating = rate_games([event(game((ADA, BEN, CLEO, DAN), (30, 10, 10, -50)))], SKILL)
    head, line = lines(rating, ADA)
    assert head == "Player 01 has 1 game that counts and is not ranked: 4 are needed."
    assert line.startswith("Harbour Open (9 May 2026), session 1, table 1: place 1, from 0.00 to 27.")
    assert line.endswith(f" = {float(rating.rows[0].value):.2f}")


def test_a_player_without_a_number_is_the_one_with_it_but_never_two_at_a_table():
    numbered = RankedPerson("09000001", "Player 01", "SE", "09000001")
    here = event(game((numbered, BEN, CLEO, DAN), (3, 2, 1, 0)))
    there = event(game((ADA, BEN, CLEO, DAN), (3, 2, 1, 0)), name="Bridge Open")
    both = event(game((ADA, BEN, CLEO, numbered), (3, 2, 1, 0)), name="Hill Open")
    found = same_players([here, there, both])
    assert [each.games[0].people[0] for each in found] == [numbered, numbered, ADA]


PLACES = RATINGS.called("average-place")


@given(events=seasons())
def test_the_average_place_is_the_mean_of_the_places_at_the_tables(events):
    played = in_order(events)
    rating = rate_games(events, replace(PLACES, least_games=1))
    for row in rating.rows:
        places = []
        for each in played:
            for column, person in enumerate(each.people):
                if person.id == row.person.id:
                    above = sum(score > each.scores[column] for score in each.scores)
                    level = sum(score == each.scores[column] for score in each.scores)
                    places.append(Fraction(sum(range(above + 1, above + level + 1)), level))
        assert row.value == rounded(sum(places, Fraction(0)) / len(places), PLACES.decimals)
        assert row.steps[-1].after == row.value
        assert len(row.steps) == len(places)
    values = [row.value for row in rating.rows]
    assert values == sorted(values), "the lowest is the best"


def test_an_average_place_is_explained_game_by_game():
    games = [game(PEOPLE[:4], (30, 10, 10, -50), session=each) for each in range(1, 9)]
    rating = rate_games([event(*games)], PLACES)
    assert [(row.rank, row.value) for row in rating.rows] == [(1, 1), (2, Fraction(5, 2)), (2, Fraction(5, 2)), (4, 4)]
    said = [ENGLISH.render(text) for text in rating_explanation(rating, BEN.id)]
    assert said[0] == "Player 02, rank 2: 2.500"
    assert said[2] == "Harbour Open (9 May 2026), session 2, table 1: place 5/2; 5 ÷ 2 = 2.500"


def test_pairs_are_what_the_exchange_was_made_of():
    """They are made when they are asked for, not with the rating."""
    games = [game(PEOPLE[each % 3 :][:4], (30, 10 * each, -10, -20), session=each + 1) for each in range(9)]
    for row in rate_games([event(*games)], ELO).rows:
        for step in row.steps:
            assert step.before + sum(pair.change for pair in pairs_of(step)) == step.after

"""The table of quality beside what can be counted by hand."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, SEATING, created, drawn, players
from tournament.event.player import PlayerState
from tournament.event.seating import Final, Seating, SeatingWishes
from tournament.language import ENGLISH
from tournament.use_cases import Book, carry_out, measure_seating
from tournament.use_cases.commands import AddPlayers, ChangePlayerState, ChangeSettings
from tournament.use_cases.seating_quality import QualityMeasure, quality_measures, seating_findings

FIRST = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
ROUND = ((1, 2, 3, 4), (2, 3, 4, 1), (3, 4, 1, 2), (4, 1, 2, 3))
"""Four players who sit on each wind once."""


def listed(count: int, sessions: int, **each) -> Book:
    """An event with so many players, not drawn."""
    book = created()
    carry_out(book, ChangeSettings(replace(book.view.settings, sessions=sessions)), by=BY)
    carry_out(book, AddPlayers(tuple(replace(player, **each) for player in players(count))), by=BY)
    return book


def measures(book: Book, *sessions, wishes: SeatingWishes | None = None) -> dict[str, QualityMeasure]:
    """What is said of these tables, by its name."""
    seating = Seating(tuple(sessions), "by hand", 0)
    if wishes is not None:
        seating = replace(seating, wishes=wishes)
    found = quality_measures(book.view, measure_seating(book.view, seating))
    return {ENGLISH.render(each.name): each for each in found}


def told(measure: QualityMeasure) -> tuple[str, str, str, bool | None]:
    assert measure.target is not None
    texts = (ENGLISH.render(each) for each in (measure.detail, measure.found, measure.target))
    detail, found, target = texts
    return detail, found, target, measure.reached


def test_meetings_that_cannot_be_avoided_are_the_target():
    """Of the eight at two tables, two and two of each table must meet again: 1-3, 2-4, 5-7 and 6-8 do."""
    found = measures(drawn(), *SEATING.sessions)
    assert told(found["Meetings repeated"]) == ("4 pairs meet more than once", "4", "4", True)


def test_the_same_tables_again_miss_the_target():
    found = measures(drawn(), SEATING.sessions[0], SEATING.sessions[0])
    assert told(found["Meetings repeated"]) == ("12 pairs meet more than once", "12", "4", False)
    assert told(found["Returns to a table"])[:2] == ("at most 2 times at the same table", "8")


@pytest.mark.parametrize(
    ("sessions", "expected"),
    [(1, ("0–1", "0–1")), (2, ("0–1", "0–1")), (3, ("0–1", "0–1")), (4, ("1", "1")), (5, ("1–2", "1–2"))],
)
def test_who_sits_on_each_wind_in_turn_reaches_the_target(sessions: int, expected: tuple[str, str]):
    book = listed(4, sessions)
    found = measures(book, *(((ROUND[number % 4]),) for number in range(sessions)))
    assert told(found["Start winds"]) == ("fewest and most of one wind", *expected, True)
    assert found["Start winds"].cost == 0


def test_who_sits_on_one_wind_alone_does_not():
    found = measures(listed(4, 4), *(((ROUND[0]),) for _ in range(4)))
    assert told(found["Start winds"]) == ("fewest and most of one wind", "0–4", "1", False)
    assert found["Start winds"].cost > 0


def test_strangers_have_no_opponent_in_common():
    """After one session of 16 players, 96 pairs sat at different tables; nobody can have met more."""
    book = listed(16, 2)
    assert told(measures(book, FIRST)["Strangers"]) == ("pairs with no common opponent", "96", "96", True)
    again = told(measures(book, FIRST, FIRST)["Strangers"])
    assert again == ("pairs with no common opponent", "96", "≥ 0", None)


def test_team_mates_at_a_table_are_counted():
    """All eight are of one team: six pairs at each table, and not one fewer is possible."""
    wishes = SeatingWishes(apart=(("team", 1),))
    found = measures(listed(8, 1, team="Lyon"), SEATING.sessions[0], wishes=wishes)
    assert told(found["Team-mates at a table"]) == ("1 group, largest 8", "12", "12", True)


def test_pairs_to_keep_apart_are_named_when_they_meet():
    book = drawn()
    pairs = SeatingWishes(pairs=((1, 5, 1), (3, 8, 1)))
    apart = measures(book, SEATING.sessions[0], wishes=pairs)["Pairs to keep apart"]
    assert told(apart) == ("2 pairs, none of which meets", "0", "0", True)
    met = measures(book, *SEATING.sessions, wishes=pairs)["Pairs to keep apart"]
    assert told(met) == ("First3 Sample3 and First8 Sample8 meet", "1", "0", False)


def test_of_several_pairs_that_meet_the_first_is_named_and_all_are_counted():
    """1 and 2 sit together in the first session, 6 and 8 in both."""
    wishes = SeatingWishes(pairs=((1, 2, 1), (3, 5, 1), (6, 8, 1)))
    met = measures(drawn(), *SEATING.sessions, wishes=wishes)["Pairs to keep apart"]
    assert told(met) == ("First1 Sample1 and First2 Sample2 meet", "2", "0", False)
    assert met.cost == 2
    alone = measures(drawn(), SEATING.sessions[0], wishes=SeatingWishes(pairs=((1, 8, 1),)))["Pairs to keep apart"]
    assert told(alone) == ("1 pair, which does not meet", "0", "0", True)


def test_groups_of_one_player_are_none_and_each_wish_has_its_own_measure():
    """Two teams of two at each table; of the countries only FR has more than one player, all at the second table."""
    book = created()
    countries = ("AT", "BE", "CH", "DE", "FR", "FR", "FR", "FR")
    people = [
        replace(player, team=f"Team {number // 2}", country=country)
        for number, (player, country) in enumerate(zip(players(8), countries, strict=True))
    ]
    carry_out(book, AddPlayers(tuple(people)), by=BY, confirmed=True)
    wishes = SeatingWishes(apart=(("team", 1), ("country", 1)))
    found = measures(book, SEATING.sessions[0], wishes=wishes)
    assert told(found["Team-mates at a table"]) == ("4 groups, largest 2", "4", "0", False)
    assert told(found["Compatriots at a table"]) == ("1 group, largest 4", "6", "2", False)


def faults(book: Book, seating: Seating) -> list[str]:
    """What is wrong with a seating besides who meets whom."""
    found = [ENGLISH.render(each.message) for each in seating_findings(book.view, seating)]
    return [text for text in found if "has no seat" in text or "the previous one" in text]


def test_everybody_has_a_seat_in_some_session_unless_there_is_a_reason() -> None:
    book = created()
    carry_out(book, AddPlayers(tuple(players(9))), by=BY)
    first, second = (1, 2, 3, 4), (5, 6, 7, 8)
    whole = Seating(((first, second), (first, second)))
    assert faults(book, whole) == ["Player 9 (First9 Sample9) has no seat."]
    assert faults(book, replace(whole, wishes=SeatingWishes(reserves=(9,)))) == []
    assert faults(book, Seating(((first,), (second,)))) == ["Player 9 (First9 Sample9) has no seat."]
    assert faults(book, Seating(((first,), (first,)))) == [
        f"Player {number} (First{number} Sample{number}) has no seat." for number in (5, 6, 7, 8, 9)
    ]
    carry_out(book, ChangePlayerState(9, PlayerState.WITHDRAWN), by=BY)
    assert faults(book, whole) == []
    carry_out(book, ChangePlayerState(1, PlayerState.DISQUALIFIED), by=BY)
    assert faults(book, Seating((((9, 2, 3, 4), second),) * 2)) == []


def test_only_a_final_has_fewer_tables_than_the_session_before() -> None:
    book = drawn()
    first, second = SEATING.sessions[0]
    told = "Session 2 has {} tables; the previous one has {}."
    assert faults(book, SEATING) == []
    assert faults(book, Seating(((first, second), (first,)))) == [told.format(1, 2)]
    assert faults(book, Seating(((first,), (first, second)))) == [told.format(2, 1)]
    final = seating_findings(book.view, Seating(((first, second), (first,))), final=Final(2, first))
    assert [each for each in final if "the previous one" in ENGLISH.render(each.message)] == []
    for number in (5, 6, 7, 8):
        carry_out(book, ChangePlayerState(number, PlayerState.WITHDRAWN, 2), by=BY)
    assert faults(book, Seating(((first, second), (first,)))) == [], "who is missing has left"

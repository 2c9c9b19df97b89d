"""The draw before play: wishes from the players' data, lots drawn by hand."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, codes, created, drawn, seating_of, win
from tournament.event.player import Player
from tournament.event.problem import Gravity
from tournament.event.seating import Seating, SeatingWishes
from tournament.language import ENGLISH
from tournament.use_cases import (
    Book,
    Refused,
    carry_out,
    free_lots,
    measure_seating,
    members_by,
    plan_seating,
    seating_by_lots,
    wish_problems,
)
from tournament.use_cases.commands import AddPlayers, ChangeSettings, DrawLot, PublishDraw, RemovePlayer, Undo

COUNTRIES = ("FR", "FR", "FR", "FR", "FR", "DE", "de ", "", "", "IT", "NL", "NL", "CH", "AT", "DK", "SE")


def sixteen(countries=COUNTRIES) -> Book:
    book = created()
    people = [
        Player(0, f"First{number}", f"Sample{number}", country=country)
        for number, country in enumerate(countries, start=1)
    ]
    carry_out(book, AddPlayers(tuple(people)), by=BY)
    return book


def meetings(seating: Seating, one: int, other: int) -> int:
    """Counted at the tables themselves."""
    return sum(one in seats and other in seats for tables in seating.sessions for seats in tables)


def test_who_writes_the_same_belongs_together_and_blanks_belong_to_nobody():
    book = sixteen()
    assert dict(members_by(book.view, tuple(range(1, 17)), "country")) == {
        "FR": (1, 2, 3, 4, 5), "DE": (6, 7), "IT": (10,), "NL": (11, 12), "CH": (13,), "AT": (14,), "DK": (15,),
        "SE": (16,),
    }  # fmt: skip


def test_wishes_keep_pairs_apart_and_stay_with_the_draw():
    book = sixteen()
    wishes = SeatingWishes(apart=(("country", 1),), pairs=((1, 16, 5), (8, 9, 5)))
    seating = plan_seating(book.view, seed=3, wishes=wishes)
    assert meetings(seating, 1, 16) == meetings(seating, 8, 9) == 0
    carry_out(book, PublishDraw(seating), by=BY)
    assert book.view.seating == seating
    assert seating_of(book).wishes == wishes


def test_a_wish_that_is_not_met_names_the_two_and_their_table():
    book = drawn()
    seating = Seating(seating_of(book).sessions, "by hand", 0, SeatingWishes(pairs=((7, 5, 1), (1, 8, 1), (1, 5, 1))))
    unmet = [(each.session, each.table, each.players) for each in measure_seating(book.view, seating).unmet]
    assert unmet == [(1, 2, (5, 7)), (2, 1, (5, 7)), (2, 2, (1, 8))]


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        (SeatingWishes(apart=(("age", 1),)), "wish-unknown"),
        (SeatingWishes(apart=(("club", 0),)), "wish-weight"),
        (SeatingWishes(apart=(("club", 1), ("club", 2))), "wish-twice"),
        (SeatingWishes(pairs=((1, 17, 1),)), "pair-unknown"),
        (SeatingWishes(pairs=((4, 4, 1),)), "pair-alone"),
        (SeatingWishes(pairs=((4, 5, 1), (5, 4, 1))), "pair-twice"),
        (SeatingWishes(pairs=((4, 5, 0),)), "wish-weight"),
    ],
)
def test_wishes_that_say_nothing_are_refused(wishes, expected):
    book = sixteen()
    with pytest.raises(Refused) as error:
        plan_seating(book.view, wishes=wishes)
    assert codes(error) == [expected]


def test_nobody_twice_and_somebody_never_cannot_be_when_all_must_meet():
    """16 players have 15 others to meet: five sessions without repeats are all of them."""
    book = created()
    carry_out(book, ChangeSettings(replace(book.view.settings, sessions=5)), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, f"First{n}", f"Sample{n}") for n in range(1, 17))), by=BY)
    wishes = SeatingWishes(pairs=((1, 2, 1),), no_repeats=True)
    with pytest.raises(Refused) as error:
        plan_seating(book.view, wishes=wishes)
    assert codes(error) == ["wishes-contradict"]
    assert "Play 4 sessions" in ENGLISH.render(error.value.problems[0].text)
    seating = plan_seating(book.view, seed=1, wishes=SeatingWishes(pairs=((1, 2, 1),)))
    assert meetings(seating, 1, 2) == 1


def test_a_group_larger_than_the_tables_is_told_and_stops_nothing():
    """Five of one country at four tables: two of them share a table in each of the two sessions."""
    book = sixteen()
    (problem,) = wish_problems(book.view, SeatingWishes(apart=(("country", 1),)))
    assert (problem.code, problem.gravity) == ("group-large", Gravity.REMARK)
    said = ENGLISH.render(problem.text)
    assert "FR has 5 players for 4 tables: 2 meetings among them cannot be avoided." in said
    seating = plan_seating(book.view, seed=1, wishes=SeatingWishes(apart=(("country", 1),)))
    found = sum(meetings(seating, one, other) for one in range(1, 6) for other in range(1, one))
    assert found == 2


def test_lots_are_drawn_given_back_and_undone_one_by_one():
    book = sixteen()
    assert free_lots(book.view) == tuple(range(1, 17))
    carry_out(book, DrawLot(5, 1), by=BY)
    carry_out(book, DrawLot(6, 2), by=BY)
    carry_out(book, DrawLot(5, 16), by=BY)
    assert dict(book.view.state.lots) == {6: 2, 5: 16}
    assert free_lots(book.view) == (1, *range(3, 16))
    carry_out(book, Undo(), by=BY)
    assert dict(book.view.state.lots) == {5: 1, 6: 2}
    carry_out(book, DrawLot(6, 0), by=BY)
    assert dict(book.view.state.lots) == {5: 1}


@pytest.mark.parametrize(
    ("player", "lot", "expected"),
    [(2, 7, "lot-taken"), (2, 17, "lot-range"), (2, -1, "lot-range"), (99, 1, "player-unknown")],
)
def test_lots_that_cannot_be(player, lot, expected):
    book = sixteen()
    carry_out(book, DrawLot(1, 7), by=BY)
    with pytest.raises(Refused) as error:
        carry_out(book, DrawLot(player, lot), by=BY)
    assert codes(error) == [expected]


def test_the_number_of_a_player_who_is_removed_is_free_again():
    book = sixteen()
    carry_out(book, DrawLot(2, 7), by=BY)
    carry_out(book, RemovePlayer(2), by=BY)
    assert dict(book.view.state.lots) == {}
    assert free_lots(book.view) == tuple(range(1, 16))
    carry_out(book, DrawLot(1, 7), by=BY)
    assert dict(book.view.state.lots) == {1: 7}


def test_numbers_drawn_fill_the_plan():
    book = sixteen()
    plan = plan_seating(book.view, seed=2)
    for player in range(1, 16):
        carry_out(book, DrawLot(player, 17 - player), by=BY)
    with pytest.raises(Refused) as error:
        seating_by_lots(book.view, plan)
    assert codes(error) == ["lots-missing"]
    assert "First16 Sample16" in ENGLISH.render(error.value.problems[0].text)
    carry_out(book, DrawLot(16, 1), by=BY)
    seating = seating_by_lots(book.view, plan)
    mirrored = tuple(tuple(tuple(17 - place for place in seats) for seats in tables) for tables in plan.sessions)
    assert (seating.sessions, seating.method) == (mirrored, "lots")


def test_no_lot_is_drawn_once_play_has_begun():
    book = drawn()
    win(book, 1, None)
    with pytest.raises(Refused) as error:
        carry_out(book, DrawLot(1, 1), by=BY)
    assert codes(error) == ["play-begun"]

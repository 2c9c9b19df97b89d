"""Somebody takes a player's seats: chosen from the list or written anew, with what it does told first."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, SEATING, A, B, codes, created, drawn, players, seating_of, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.draw import DrawProblem
from tournament.event.player import Player
from tournament.event.seating import Seating, SeatingWishes
from tournament.language import ENGLISH
from tournament.ledger.description import describe
from tournament.use_cases import (
    Book,
    Refused,
    carry_out,
    free_lots,
    free_sessions,
    measure_seating,
    named_player,
    plan_replacement,
    plan_seating,
    seating_by_lots,
    unseated,
    wish_problems,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayer,
    ChangeSettings,
    DrawLot,
    PublishDraw,
    ReplacePlayer,
    Undo,
)

NOVA = Player(0, "Nova", "Newcomer")


RESERVE = SeatingWishes(reserves=(9,))


def with_reserve(store: FakeStore | None = None, wishes: SeatingWishes = RESERVE) -> Book:
    """Eight seated by hand in two sessions, 9 is left out."""
    book = created(store)
    carry_out(book, AddPlayers(tuple(players(9))), by=BY)
    carry_out(book, PublishDraw(replace(SEATING, wishes=wishes)), by=BY)
    return book


def test_reserves_have_no_seat_and_no_place_and_nothing_is_wrong_with_that():
    store = FakeStore()
    book = with_reserve(store)
    assert [player.number for player in unseated(book.view, (1, 2))] == [9]
    assert measure_seating(book.view, seating_of(book)).faults == ()
    win(book, 1, A, B, 8)
    assert [row.player.number for row in book.view.standings().rows] == [1, 3, 4, 5, 6, 7, 8, 2]
    assert check_records(store.records).problems == ()


def test_a_reserve_takes_a_seat_for_one_session():
    store = FakeStore()
    book = with_reserve(store)
    changes = carry_out(book, ReplacePlayer(5, 9, 2, 2), by=BY)
    assert seating_of(book).sessions == (SEATING.sessions[0], ((9, 2, 7, 4), (1, 6, 3, 8)))
    story = describe(book.view.journal, changes.entries[0])
    assert [ENGLISH.render(text) for text in (story.what, story.old, story.new)] == [
        "Player replaced", "First5 Sample5", "First9 Sample9, session 2",
    ]  # fmt: skip
    assert story.reason == ""
    assert check_records(store.records).problems == ()
    carry_out(book, Undo(), by=BY)
    assert seating_of(book).sessions == SEATING.sessions


def test_who_never_sat_down_stands_nowhere():
    """1 does not come and 9 plays for him: the standings know nothing of 1, so he is above nobody."""
    store = FakeStore()
    book = drawn(store)
    carry_out(book, ReplacePlayer(1, NOVA, 1), by=BY)
    win(book, 1, A, B, 8)
    rows = [(row.rank, row.player.number, row.score) for row in book.view.standings().rows]
    assert rows == [(1, 9, 32), (2, 3, -8), (2, 4, -8), (4, 5, 0), (4, 6, 0), (4, 7, 0), (4, 8, 0), (8, 2, -16)]
    assert check_records(store.records).problems == ()


def test_only_seats_on_which_nothing_stands_are_free():
    book = drawn()
    win(book, 1, A, B, 8)
    assert free_sessions(book.view, 1) == (2,)
    assert free_sessions(book.view, 5) == (1, 2)
    assert free_sessions(book.view, 99) == ()


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("3", 3),
        ("3 Whoever Wrote-This", 3),
        ("first3 SAMPLE3", 3),
        ("Sample3, First3", 3),
        ("Sample3  First3", 3),
        ("Nova Newcomer", NOVA),
        ("Maria Anna Newcomer", Player(0, "Maria Anna", "Newcomer")),
        ("van Nowhere, Jan", Player(0, "Jan", "van Nowhere")),
        ("Nova", Player(0, "", "Nova")),
        ("", Player(0, "", "")),
    ],
)
def test_whom_a_name_means(written, expected):
    assert named_player(drawn().view.players, written) == expected


def test_namesakes_are_told_by_their_numbers():
    book = with_reserve()
    carry_out(book, ChangePlayer(replace(book.view.players[1], ema_number="04010001")), by=BY)
    carry_out(book, ChangePlayer(Player(9, "First1", "Sample1", ema_number="04010002")), by=BY)
    with pytest.raises(Refused) as error:
        named_player(book.view.players, "First1 Sample1")
    assert "one of 1, 9" in ENGLISH.render(error.value.problems[0].text)


def said(book: Book, number: int, substitute: Player | int, *, first: int, last: int | None = None) -> list[str]:
    planned = plan_replacement(book.view, number, substitute, first=first, last=last)
    return [ENGLISH.render(remark.text) for remark in planned.remarks]


def test_the_plan_tells_the_seats_and_writes_nothing():
    book = drawn()
    before = len(book.view.journal)
    planned = plan_replacement(book.view, 5, NOVA, first=1)
    assert (planned.coming, planned.is_new, planned.sessions) == (replace(NOVA, number=9), True, (1, 2))
    assert planned.seating == seating_of(book).renamed({5: 9}, (1, 2))
    assert planned.remarks == ()
    assert len(book.view.journal) == before


def test_whom_he_would_meet_again_is_told():
    """9 plays for 1 in session 1, with 2, 3 and 4, and would meet 2 and 4 again in the seat of 5."""
    book = with_reserve()
    carry_out(book, ReplacePlayer(1, 9, 1, 1), by=BY)
    assert said(book, 5, 9, first=2) == [
        "First9 Sample9 would meet 2 players again, starting with First2 Sample2 (sessions 1, 2)."
    ]


def test_wishes_that_a_replacement_breaks_are_told():
    book = with_reserve(wishes=SeatingWishes(apart=(("club", 1),), pairs=((4, 9, 1),), reserves=(9,)))
    for number in (8, 9):
        carry_out(book, ChangePlayer(replace(book.view.players[number], club="Club of Nowhere")), by=BY)
    assert said(book, 5, 9, first=1) == [
        "Contrary to the wishes, First9 Sample9 would meet 2 players, starting with First8 Sample8 "
        "(session 1, table 2)."
    ]
    assert said(book, 5, 9, first=2) == [
        "Contrary to the wishes, First9 Sample9 would meet First4 Sample4 (session 2, table 1)."
    ]


def test_a_new_name_much_like_one_on_the_list_is_asked_about():
    book = with_reserve()
    assert said(book, 5, Player(0, "Frist9", "Sample9"), first=1) == [
        "Frist9 Sample9 is new. Or do you mean 9 First9 Sample9, who is on the list?"
    ]


def test_who_sits_elsewhere_is_refused_with_who_is_free():
    book = with_reserve()
    with pytest.raises(Refused) as error:
        plan_replacement(book.view, 5, 1, first=2)
    text = ENGLISH.render(error.value.problems[0].text)
    assert text == "First1 Sample1 already has a seat in session 2. Not seated: 9 First9 Sample9."
    with pytest.raises(Refused) as error:
        plan_replacement(book.view, 5, NOVA, first=2, last=1)
    assert codes(error) == ["not-seated"]


def test_reserves_are_left_out_of_the_draw_and_wrong_ones_refused():
    book = created()
    carry_out(book, AddPlayers(tuple(players(18))), by=BY)
    with pytest.raises(DrawProblem) as problem:
        plan_seating(book.view, seed=1)
    assert str(problem.value) == ("18 players: 2 substitutes are needed to fill the last table, or keep 2 in reserve.")
    wishes = SeatingWishes(pairs=((1, 18, 1),), reserves=(2, 17))
    seating = plan_seating(book.view, seed=1, wishes=wishes)
    assert seating.seated(1) == seating.seated(2) == {*range(1, 19)} - {2, 17}
    carry_out(book, PublishDraw(seating), by=BY)
    assert seating_of(book).wishes.reserves == (2, 17)
    other = plan_seating(book.view, seed=1, wishes=SeatingWishes(reserves=(1, 3)))
    assert other.seated(1) == {*range(1, 19)} - {1, 3}
    wrong = wish_problems(book.view, SeatingWishes(pairs=((1, 18, 1),), reserves=(18, 99)))
    assert [problem.code for problem in wrong] == ["reserve-paired", "reserve-unknown"]


def test_reserves_draw_no_lots():
    book = created()
    carry_out(book, ChangeSettings(replace(book.view.settings, sessions=1)), by=BY)
    carry_out(book, AddPlayers(tuple(players(17))), by=BY)
    wishes = SeatingWishes(reserves=(3,))
    assert free_lots(book.view, (3,)) == tuple(range(1, 17))
    with pytest.raises(Refused) as error:
        carry_out(book, DrawLot(1, 17, (3,)), by=BY)
    assert codes(error) == ["lot-range"]
    for lot, number in enumerate((n for n in range(17, 0, -1) if n != 3), start=1):
        carry_out(book, DrawLot(number, lot, (3,)), by=BY)
    plan = plan_seating(book.view, seed=1, wishes=wishes)
    assert seating_by_lots(book.view, plan).seated(1) == {*range(1, 18)} - {3}


def test_a_seating_without_a_wish_for_it_misses_nobody_silently():
    book = created()
    carry_out(book, AddPlayers(tuple(players(9))), by=BY)
    faults = measure_seating(book.view, Seating(SEATING.sessions)).faults
    assert [fault.players for fault in faults] == [(9,)]

"""What is refused and remarked about players who sit out, and how it is counted: by hand, and by the second count."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournament.use_cases.events import BY, codes, created, players
from tournament.event.player import PlayerState, SubstituteCase
from tournament.event.seating import Seating, SeatingWishes
from tournament.event.settings import FixedPoints, GrantedPoints
from tournament.language import ENGLISH
from tournament.ledger.state import sitting_out
from tournament.use_cases import Book, RecordTotals, Refused, carry_out, plan_rest, plan_seating
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    CancelSessions,
    ChangePlayer,
    ChangePlayerState,
    ChangeSettings,
    LeaveTableOut,
    MergePlayers,
    PublishDraw,
    RedrawSessions,
    ReplacePlayer,
    SwapPlayers,
    Undo,
)
from tournament.use_cases.people import merge_effect, plan_merge
from tournament.use_cases.typed_wishes import EVERY_SESSION

FIVE = Seating((((1, 2, 3, 4),), ((5, 2, 3, 4),), ((1, 5, 3, 4),)), "by hand", 0, sit_out=((5,), (1,), (2,)))


def club(count: int, sessions: int, rule: GrantedPoints | None, fixed: tuple[str, int] = ("0", 0)) -> Book:
    book = created()
    settings = replace(book.view.settings, sessions=sessions, sit_out_points=rule, sit_out_fixed=FixedPoints(*fixed))
    carry_out(book, ChangeSettings(settings), by=BY)
    carry_out(book, AddPlayers(tuple(players(count))), by=BY)
    return book


def standings(book: Book, after: int | None = None) -> dict[int, tuple[Fraction, int]]:
    assert not check_records(tuple(entry.record for entry in book.view.journal)).problems
    rows = book.view.standings(after).rows
    return {row.player.number: (row.table_points, row.score) for row in rows}


def test_the_rule_must_be_chosen_before_somebody_sits_out() -> None:
    book = club(5, 3, None)
    with pytest.raises(Refused) as refused:
        carry_out(book, PublishDraw(FIVE), by=BY)
    assert codes(refused) == ["sit-out-rule"]


@pytest.mark.parametrize("sit_out", [((1, 2, 3, 4, 5),), ((5,), (1, 2, 3, 4, 5))])
def test_more_than_three_do_not_sit_out(sit_out: tuple[tuple[int, ...], ...]) -> None:
    book = club(5, 3, GrantedPoints.NOTHING)
    tables = tuple(() if len(out) > 3 else ((1, 2, 3, 4),) for out in (*sit_out, (), ())[:3])
    with pytest.raises(Refused) as refused:
        carry_out(book, PublishDraw(Seating(tables, "by hand", 0, sit_out=sit_out)), by=BY)
    assert codes(refused) == ["turns-many"]


@pytest.mark.parametrize("rule", list(GrantedPoints))
def test_a_session_counts_by_the_rule_once_it_has_begun(rule: GrantedPoints) -> None:
    book = club(5, 3, rule, ("3/2", -20))
    carry_out(book, PublishDraw(FIVE), by=BY)
    carry_out(book, RecordTotals(1, 1, (60, 20, -20, -60)), by=BY)
    granted = {GrantedPoints.FIXED: (Fraction(3, 2), -20)}.get(rule, (Fraction(0), 0))
    assert standings(book)[5] == granted
    carry_out(book, RecordTotals(2, 1, (31, 0, -11, -20)), by=BY)
    # 5 won 4 and 31 in session 2, and 1 won 4 and 60 in session 1.
    mean = {GrantedPoints.AVERAGE: ((Fraction(4), 31), (Fraction(4), 60))}.get(rule, (granted, granted))
    found = standings(book)
    assert found[5] == (4 + mean[0][0], 31 + mean[0][1])
    assert found[1] == (4 + mean[1][0], 60 + mean[1][1])
    carry_out(book, CancelSessions((2,), "a power cut"), by=BY)
    assert standings(book)[1] == (Fraction(4), 60)
    carry_out(book, Undo(), by=BY)
    assert standings(book) == found


def test_who_sits_out_can_swap_and_keeps_nothing_after_leaving() -> None:
    book = club(5, 3, GrantedPoints.AVERAGE)
    carry_out(book, PublishDraw(FIVE), by=BY)
    carry_out(book, SwapPlayers(2, 5, (1,)), by=BY)
    assert book.view.seating is not None
    assert book.view.seating.tables(1) == ((1, 5, 3, 4),)
    assert book.view.seating.sitting_out(1) == frozenset((2,))
    with pytest.raises(Refused) as refused:
        carry_out(book, ReplacePlayer(3, 2, 1, 1), by=BY)
    assert codes(refused) == ["sits-out"]
    carry_out(book, ChangePlayerState(2, PlayerState.WITHDRAWN, 1), by=BY)
    assert sitting_out(book.view.state, 1) == frozenset()
    assert not check_records(tuple(entry.record for entry in book.view.journal)).problems


def test_a_wish_for_a_session_that_does_not_exist_is_a_remark() -> None:
    book = club(5, 3, GrantedPoints.NOTHING)
    carry_out(book, ChangePlayer(replace(book.view.players[2], sit_out=(2, 9))), by=BY)
    carry_out(book, ChangePlayer(replace(book.view.players[3], sit_out=EVERY_SESSION)), by=BY)
    done = carry_out(book, PublishDraw(FIVE), by=BY)
    assert [ENGLISH.render(each.text) for each in done.remarks if each.code == "turn-unknown"] == [
        "First2 Sample2 wishes to sit out in session 9, and the last session is 3."
    ]


def test_many_like_remarks_are_one() -> None:
    """Everybody wishes to sit out everywhere, also in a session that does not exist."""
    book = club(5, 3, GrantedPoints.NOTHING)
    for number in range(1, 6):
        carry_out(book, ChangePlayer(replace(book.view.players[number], sit_out=(1, 2, 9))), by=BY)
    done = carry_out(book, PublishDraw(FIVE), by=BY)
    assert [ENGLISH.render(each.text) for each in done.remarks] == [
        "Sessions 1, 2: only 1 player sits out in each, and more wish to. Who sat out least came first.",
        "First1 Sample1, First2 Sample2, First3 Sample3, First4 Sample4 and 1 more wish to sit out in session 9, and "
        "the last session is 3.",
    ]


def turns(book: Book) -> tuple[tuple[int, ...], ...]:
    assert book.view.seating is not None
    return book.view.seating.sit_out


def test_one_person_entered_twice_plays_where_only_one_entry_sits_out() -> None:
    """Ann was entered as 5, then as 6 again, and drawn once in each name: 6 sits out while 5 plays."""
    book = club(6, 2, GrantedPoints.AVERAGE)
    drawn = Seating((((1, 2, 3, 5),), ((6, 2, 3, 4),)), "by hand", 0, sit_out=((4, 6), (1, 5)))
    carry_out(book, PublishDraw(drawn), by=BY)
    carry_out(book, RecordTotals(1, 1, (60, 20, -20, -60)), by=BY)
    carry_out(book, RecordTotals(2, 1, (31, 0, -11, -20)), by=BY)
    said = list(map(ENGLISH.render, merge_effect(book.view, plan_merge(book.view, 5, 6))))
    assert "First5 Sample5 does not sit out in session 1: they have a seat." in said
    assert "First5 Sample5 does not sit out in session 2: they have a seat." in said
    carry_out(book, MergePlayers(5, 6), by=BY)
    assert turns(book) == ((4,), (1,))
    found = standings(book)
    assert found[5] == (Fraction(4), -29)
    carry_out(book, Undo(), by=BY)
    assert turns(book) == ((4, 6), (1, 5))
    assert not check_records(tuple(entry.record for entry in book.view.journal)).problems


def test_one_person_who_sits_out_twice_sits_out_once() -> None:
    book = club(6, 1, GrantedPoints.AVERAGE)
    carry_out(book, PublishDraw(Seating((((1, 2, 3, 4),),), "by hand", 0, sit_out=((5, 6),))), by=BY)
    carry_out(book, MergePlayers(6, 5), by=BY)
    assert turns(book) == ((6,),)
    assert not check_records(tuple(entry.record for entry in book.view.journal)).problems


def test_a_merge_keeps_the_table_and_the_wishes_of_who_goes() -> None:
    book = club(8, 2, GrantedPoints.AVERAGE)
    carry_out(book, ChangePlayer(replace(book.view.players[8], table=2, sit_out=(1,))), by=BY)
    carry_out(book, MergePlayers(5, 8), by=BY)
    assert (book.view.players[5].table, book.view.players[5].sit_out) == (2, (1,))


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [(5, 7, "where First7 Sample7 is a substitute"), (5, 2, "where First2 Sample2 has a substitute")],
)
def test_who_sits_out_is_no_substitute_and_has_none(one: int, other: int, why: str) -> None:
    book = club(7, 1, GrantedPoints.AVERAGE)
    carry_out(book, PublishDraw(Seating((((1, 2, 3, 4),),), "by hand", 0, sit_out=((5, 6),))), by=BY)
    carry_out(book, ReplacePlayer(2, 7, 1, 1, case=SubstituteCase.ABSENT), by=BY)
    for kept, gone in ((one, other), (other, one)):
        with pytest.raises(Refused) as refused:
            carry_out(book, MergePlayers(kept, gone), by=BY)
        assert codes(refused) == ["sits-out"]
        assert why in ENGLISH.render(refused.value.problems[0].text)


@pytest.mark.thorough
def test_a_redraw_goes_on_with_the_turns_of_the_day() -> None:
    book = club(10, 4, GrantedPoints.AVERAGE)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=1, wishes=SeatingWishes(sit_out=True))), by=BY)
    for table in (1, 2):
        carry_out(book, RecordTotals(1, table, (60, 20, -20, -60)), by=BY)
    drawn = plan_rest(book.view, 2, seed=5)
    carry_out(book, RedrawSessions(drawn, 2), by=BY)
    assert book.view.seating is not None
    turns = [number for session in range(1, 5) for number in book.view.seating.sitting_out(session)]
    assert len(turns) == len(set(turns)) == 8


def test_the_players_of_a_table_left_out_sit_out() -> None:
    book = club(8, 2, GrantedPoints.FIXED, ("1", 5))
    carry_out(book, PublishDraw(Seating((((1, 2, 3, 4), (5, 6, 7, 8)),) * 2, "by hand", 0)), by=BY)
    carry_out(book, LeaveTableOut(1, 2), by=BY)
    carry_out(book, RecordTotals(1, 1, (60, 20, -20, -60)), by=BY)
    found = standings(book)
    assert [found[number] for number in (5, 6, 7, 8)] == [(Fraction(1), 5)] * 4


@pytest.mark.parametrize(
    ("tables", "sessions", "code"),
    [
        ({1: 9}, 3, "table-missing"),
        (dict.fromkeys((1, 2, 3, 4, 5), 2), 3, "table-full"),
    ],
)
def test_a_fixed_table_that_cannot_be_is_refused(tables: dict[int, int], sessions: int, code: str) -> None:
    book = club(12, sessions, None)
    for number, table in tables.items():
        carry_out(book, ChangePlayer(replace(book.view.players[number], table=table)), by=BY, confirmed=True)
    with pytest.raises(Refused) as refused:
        plan_seating(book.view, seed=1)
    assert codes(refused) == [code]


def test_a_table_that_a_later_session_lacks_is_named_with_its_session() -> None:
    book = club(12, 4, GrantedPoints.NOTHING)
    carry_out(book, ChangePlayer(replace(book.view.players[1], table=3)), by=BY)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=1)), by=BY)
    for number in (9, 10, 11, 12):
        carry_out(book, ChangePlayerState(number, PlayerState.WITHDRAWN, 3), by=BY)
    with pytest.raises(Refused) as refused:
        plan_rest(book.view, 2, seed=1)
    assert codes(refused) == ["table-missing", "table-missing"]
    assert "session 3 has only 2 tables" in ENGLISH.render(refused.value.problems[0].text)


def test_a_new_draw_seats_the_players_of_a_table_left_out() -> None:
    book = club(8, 1, GrantedPoints.NOTHING)
    carry_out(book, PublishDraw(Seating((((1, 2, 3, 4), (5, 6, 7, 8)),), "by hand", 0)), by=BY)
    carry_out(book, LeaveTableOut(1, 2), by=BY)
    assert plan_seating(book.view, seed=1).seated(1) == frozenset(range(1, 9))

"""A rehearsal fills tables without entries with hands that were played, under each rule set."""

from itertools import pairwise

import pytest

from tests.tournament.use_cases.events import BY, created, drawn, players, win
from tournament.catalogue import IDS
from tournament.event.seating import Seating
from tournament.ledger.sheet import SheetState
from tournament.use_cases import Book, carry_out, carry_out_all
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import AddPlayers, PublishDraw
from ui.rehearsal import free_tables, table_filled


def filled(rules: str) -> Book:
    book = drawn(rules=rules)
    for table in free_tables(book.view, 1):
        carry_out_all(book, table_filled(book.view, 1, table), by=BY)
    return book


@pytest.mark.sampled(3)
@pytest.mark.parametrize("rules", IDS)
def test_every_table_is_played_and_signed(rules: str) -> None:
    book = filled(rules)
    assert free_tables(book.view, 1) == ()
    assert free_tables(book.view, 2) == (1, 2)
    for sheet in book.view.sheets(1):
        assert sheet.state is SheetState.VERIFIED
        assert sheet.totals_only == (rules == "blank"), rules
    assert not check_records([entry.record for entry in book.view.journal]).problems


def test_a_table_with_entries_is_not_free() -> None:
    book = drawn()
    win(book, 1, 0, points=20)
    assert free_tables(book.view, 1) == (2,)


def test_the_same_hands_come_again() -> None:
    one, other = filled("mcr").view, filled("mcr").view
    assert [sheet.computed for sheet in one.sheets(1)] == [sheet.computed for sheet in other.sheets(1)]


def test_tables_are_not_all_alike() -> None:
    book = created()
    carry_out(book, AddPlayers(tuple(players(40))), by=BY)
    tables = tuple((n, n + 1, n + 2, n + 3) for n in range(1, 41, 4))
    carry_out(book, PublishDraw(Seating((tables, tables), "by hand", 0)), by=BY)
    for table in free_tables(book.view, 1):
        carry_out_all(book, table_filled(book.view, 1, table), by=BY)
    computed = [sheet.computed for sheet in book.view.sheets(1)]
    assert len(set(computed)) > 4
    assert any(one != other for one, other in pairwise(computed))

"""A situation is set up at a table, and the advice for it solves it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.tournament.use_cases.events import BY, SEATING, created, drawn, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.catalogue import IDS
from tournament.event.problem import Refused
from tournament.language import ENGLISH
from tournament.ledger.sheet import SheetState
from tournament.use_cases import (
    Book,
    Changes,
    CloseSheet,
    CorrectHand,
    ExchangeColumns,
    carry_out,
    carry_out_all,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from tournament.use_cases.session_clock import clock_of
from ui.rehearsal import RehearsalSituation, WaitingSituation, set_up, waiting, way_out

AT_TABLES = [each for each in RehearsalSituation if each is not RehearsalSituation.PULLED]
HAVE_HANDS = [rules for rules in IDS if rules != "blank"]


def solve(book: Book, each: WaitingSituation) -> None:
    """Do what the way out says."""
    sheet = book.view.sheet(each.session, each.table)
    session, table = each.session, each.table
    if each.situation is RehearsalSituation.LATE:
        carry_out(book, CloseSheet(session, table, sheet.computed, "gong"), by=BY, confirmed=True)
        return
    if each.situation is RehearsalSituation.SWAPPED:
        assert sheet.state is SheetState.TO_VERIFY
        carry_out(book, ExchangeColumns(session, table, (0, 1), None, "sat so"), by=BY, confirmed=True)
    else:
        assert sheet.state is SheetState.TOTALS_DIFFER
        said = ENGLISH.render(way_out(book.view, each))
        _, _, told = said.partition("On the paper ")
        name, _, rest = told.partition(" discarded in hand ")
        hand = int(rest.partition(".")[0])
        column = next(at for at in range(4) if book.view.players[sheet.players[at]].name == name)
        line = next(line for line in sheet.hands if line.hand == hand)
        assert line.outcome is not None
        correction = CorrectHand(session, table, hand, replace(line.outcome, discarder=column), "misread", line.tiles)
        carry_out(book, correction, by=BY, confirmed=True)
    right = book.view.sheet(session, table)
    assert right.computed == right.paper
    carry_out(book, CloseSheet(session, table), by=BY, confirmed=True)


def arrange(book: Book, situation: RehearsalSituation, session: int) -> Changes:
    """Set a situation up."""
    found = set_up(book.view, situation, session)
    return carry_out_all(book, found.commands, by=replace(BY, author=found.author))


@pytest.mark.parametrize("situation", AT_TABLES)
def test_the_way_out_leads_out(situation: RehearsalSituation) -> None:
    book = drawn()
    entries = len(book.view.journal)
    changes = arrange(book, situation, 1)
    assert changes.entries == tuple(book.view.journal[index] for index in range(entries, len(book.view.journal)))
    (each,) = waiting(book.view)
    assert each == WaitingSituation(situation, 1, 1, solved=False)
    assert ENGLISH.render(way_out(book.view, each))
    solve(book, each)
    assert waiting(book.view) == (replace(each, solved=True),)
    assert not check_records([entry.record for entry in book.view.journal]).problems


@pytest.mark.parametrize("rules", HAVE_HANDS)
def test_each_set_of_rules_has_a_table_that_is_late(rules: str) -> None:
    book = drawn(rules=rules)
    arrange(book, RehearsalSituation.LATE, 1)
    sheet = book.view.sheet(1, 1)
    assert sheet.state is SheetState.IN_PLAY
    assert clock_of(book.view, 1).remaining(book.now) == timedelta(minutes=1)


@pytest.mark.thorough
@pytest.mark.parametrize("rules", IDS)
@pytest.mark.parametrize("situation", [RehearsalSituation.DIFFERS, RehearsalSituation.SWAPPED])
def test_where_the_rules_have_none_it_is_refused_and_nothing_written(rules: str, situation: RehearsalSituation) -> None:
    book = drawn(rules=rules)
    entries = len(book.view.journal)
    if rules == "blank":
        with pytest.raises(Refused, match="no-situation"):
            arrange(book, situation, 1)
        assert len(book.view.journal) == entries
    else:
        arrange(book, situation, 1)
        (each,) = waiting(book.view)
        assert ENGLISH.render(way_out(book.view, each))


def test_signing_does_not_correct_the_wrong_seats() -> None:
    book = drawn()
    arrange(book, RehearsalSituation.SWAPPED, 1)
    carry_out(book, CloseSheet(1, 1), by=BY, confirmed=True)
    assert [each.solved for each in waiting(book.view)] == [False]


def test_a_situation_needs_a_table_without_entries() -> None:
    book = drawn()
    for each in AT_TABLES[:2]:
        arrange(book, each, 1)
    assert [each.table for each in waiting(book.view)] == [2, 1]
    with pytest.raises(Refused, match="no-free-table"):
        arrange(book, RehearsalSituation.SWAPPED, 1)
    arrange(book, RehearsalSituation.SWAPPED, 2)
    assert waiting(book.view)[0].session == 2
    undrawn = created()
    with pytest.raises(Refused, match="no-free-table"):
        arrange(undrawn, RehearsalSituation.LATE, 1)
    assert waiting(undrawn.view) == ()


def test_two_sessions_of_300_minutes_are_short_too() -> None:
    settings = replace(created().view.settings, minutes=300)
    book = Book(FakeStore(), clock=drawn().view.journal[0].time.replace)
    carry_out(book, CreateEvent(settings), by=BY)
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    arrange(book, RehearsalSituation.LATE, 1)
    assert clock_of(book.view, 1).remaining(book.now) == timedelta(minutes=1)

"""Several actions at once, several writers, failing stores."""

import pytest

from tests.tournament.use_cases.events import BY, NO_ORDER, A, B, C, created, drawn, noon, players, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    By,
    CloseSheet,
    Conflict,
    GivePenalty,
    LinesRefused,
    RecordHand,
    StoreUnavailable,
    carry_out,
    carry_out_all,
)
from tournament.use_cases.commands import AddPlayers, Undo


def hand(number: int, winner: int | None = A, discarder: int | None = B, points: int = 8) -> RecordHand:
    return RecordHand(1, 1, number, Outcome(winner, discarder, points))


def test_all_are_carried_out_in_one_writing():
    store = FakeStore()
    book = drawn(store)
    before = len(store.records)
    changes = carry_out_all(book, [hand(1), hand(2, B, C), CloseSheet(1, 1, (24, 16, -24, -16))], by=BY)
    kinds = [record.kind for record in store.records[before:]]
    assert kinds == ["heads-chained", "hand-recorded", "hand-recorded", "sheet-closed"]
    assert len(changes.entries) == 4


def test_one_refusal_stops_all_commands_and_all_refusals_are_reported():
    store = FakeStore()
    book = drawn(store)
    before = list(store.records)
    lines = [hand(1), hand(2, A, A), hand(3), hand(17), hand(4, A, B, 7), hand(3, C, B)]
    with pytest.raises(LinesRefused) as error:
        carry_out_all(book, lines, by=BY)
    told = {index: [problem.code for problem in problems] for index, problems in error.value.refusals}
    assert told == {
        1: ["winner-is-discarder"],
        3: ["hand-unknown"],
        4: ["points-below-minimum"],
        5: ["hand-recorded"],
    }
    assert store.records == before
    assert book.view.sheet(1, 1).played == 0


def test_a_dry_run_checks_and_writes_nothing():
    store = FakeStore()
    book = drawn(store)
    before = list(store.records)
    changes = carry_out_all(book, [hand(1), hand(2, B, C)], by=BY, dry_run=True)
    assert [entry.record.kind for entry in changes.entries] == ["heads-chained", "hand-recorded", "hand-recorded"]
    assert store.records == before
    assert book.view.sheet(1, 1).played == 0
    with pytest.raises(LinesRefused):
        carry_out_all(book, [hand(0)], by=BY, dry_run=True)


def test_later_actions_see_the_earlier_ones():
    book = drawn()
    no_hu = GivePenalty(1, 1, Charge(B, "false-hu-short", hand=1))
    with pytest.raises(LinesRefused) as error:
        carry_out_all(book, [no_hu, hand(1, B, A)], by=BY)
    assert [(index, problems[0].code) for index, problems in error.value.refusals] == [(1, "no-hu")]


def test_improbable_values_are_remarks_that_name_their_action():
    book = drawn()
    changes = carry_out_all(book, [hand(1), hand(2), hand(3, A, B, 96)], by=BY)
    assert [remark.code for remark in changes.remarks] == ["same-as-before", "points-improbable"]
    assert changes.remarked == (1, 2)


def test_two_writers_on_one_sheet_get_a_conflict_to_look_at():
    store = FakeStore()
    first = drawn(store)
    second = Book(store, clock=noon)
    win(first, 1, A, B, 8)
    with pytest.raises(Conflict):
        win(second, 1, C, B, 8)
    assert second.view.sheet(1, 1).played == 0
    assert Book(store).view.sheet(1, 1).scores == (32, -16, -8, -8)


def test_a_writer_who_looked_at_an_older_sheet_gets_a_conflict():
    book = drawn()
    seen = book.view.sheet(1, 1).number
    carry_out(book, hand(1), by=BY, seen=seen)
    with pytest.raises(Conflict) as conflict:
        carry_out(book, hand(2), by=BY, confirmed=True, seen=seen)
    assert (conflict.value.stream, conflict.value.number) == ("session-1/table-1", seen + 1)
    carry_out(book, hand(2), by=BY, confirmed=True, seen=seen + 1)


def test_a_draft_on_an_older_journal_is_a_conflict():
    book = drawn()
    draft = book.draft(BY)
    carry_out(book, Undo(), by=BY)
    draft.add("event", book.view.journal[0].fact)
    with pytest.raises(Conflict):
        book.commit(draft, NO_ORDER)


def test_a_full_disk_leaves_everything_as_it_was():
    store = FakeStore()
    book = drawn(store)
    before = list(store.records)
    store.failing = True
    with pytest.raises(StoreUnavailable):
        win(book, 1, A, B, 8)
    assert store.records == before
    assert book.view.sheet(1, 1).played == 0
    store.failing = False
    win(book, 1, A, B, 8)
    assert book.view.sheet(1, 1).played == 1


def test_the_author_and_the_desk_are_written():
    book = created()
    entry = carry_out(book, AddPlayers(tuple(players(4))), by=By("Ada Sample", "desk 7")).entries[0]
    assert (entry.author, entry.record.desk, entry.record.time) == (
        "Ada Sample",
        "desk 7",
        "2026-06-13T12:00:00.000+00:00",
    )


def test_a_book_opened_again_says_the_same():
    store = FakeStore()
    book = drawn(store)
    win(book, 1, A, B, 8)
    again = Book(store).view
    assert again.sheet(1, 1) == book.view.sheet(1, 1)
    assert again.standings() == book.view.standings()
    assert again.settings == book.view.settings

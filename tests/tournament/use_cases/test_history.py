"""Undo, redo, and the event as it stood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.use_cases.events import BY, A, B, C, codes, created, drawn, players, punish, win
from tournament.language import ENGLISH
from tournament.ledger.description import name_of
from tournament.ledger.entry import table_stream
from tournament.rules.payment import Outcome
from tournament.use_cases import By, CloseSheet, CorrectHand, RecordHand, Refused, carry_out, history
from tournament.use_cases.commands import AddPlayers, CloseSession, NoteAttendance, Redo, Undo


def next_undo(book) -> str:
    entry = book.view.journal.undo_order.to_undo
    return ENGLISH.render(name_of(book.view.journal, entry)) if entry else ""


def test_undo_names_and_takes_back_the_last_entry_first():
    book = drawn()
    win(book, 1, A, B, 8)
    punish(book, B, "false-hu-short", hand=2)
    carry_out(book, CorrectHand(1, 1, 1, Outcome(C, B, 8), "wrong column"), by=BY)
    carry_out(book, CloseSheet(1, 1), by=BY)
    named = []
    scores = []
    for _ in range(4):
        named.append(next_undo(book))
        carry_out(book, Undo(), by=BY)
        scores.append(book.view.sheet(1, 1).scores)
    assert named == [
        "Sheet verified: session 1, table 1",
        "Correction: session 1, table 1, hand 1",
        "Penalty: session 1, table 1, hand 2",
        "Hand: session 1, table 1, hand 1",
    ]
    assert scores == [(2, -46, 42, 2), (42, -46, 2, 2), (32, -16, -8, -8), (0, 0, 0, 0)]
    assert next_undo(book) == "Draw published"


def test_redo_brings_back_in_the_opposite_order():
    book = drawn()
    win(book, 1, A, B, 8)
    win(book, 2, C, None, 8)
    carry_out(book, Undo(), by=BY)
    carry_out(book, Undo(), by=BY)
    carry_out(book, Redo(), by=BY)
    assert book.view.sheet(1, 1).scores == (32, -16, -8, -8)
    carry_out(book, Redo(), by=BY)
    assert book.view.sheet(1, 1).scores == (16, -32, 40, -24)
    with pytest.raises(Refused) as error:
        carry_out(book, Redo(), by=BY)
    assert codes(error) == ["nothing-to-redo"]


def test_a_new_entry_ends_what_can_be_redone():
    book = drawn()
    win(book, 1, A, B, 8)
    carry_out(book, Undo(), by=BY)
    win(book, 1, B, A, 8)
    with pytest.raises(Refused) as error:
        carry_out(book, Redo(), by=BY)
    assert codes(error) == ["nothing-to-redo"]


def test_the_creation_of_the_event_is_never_undone():
    book = created()
    with pytest.raises(Refused) as error:
        carry_out(book, Undo(), by=BY)
    assert codes(error) == ["nothing-to-undo"]
    carry_out(book, AddPlayers(tuple(players(4))), by=BY)
    carry_out(book, Undo(), by=BY)
    assert not book.view.players


def test_undo_is_an_entry_and_the_old_ones_stay():
    book = drawn()
    hand = win(book, 1, A, B, 8).entries[-1]
    undone = carry_out(book, Undo(), by=BY).entries[0]
    assert undone.stream == hand.stream
    assert undone.number == hand.number + 1
    assert [entry.id for entry in book.view.journal][-2:] == [hand.id, undone.id]
    assert not book.view.journal.counts(hand)


def test_an_undone_hand_can_be_recorded_again():
    book = drawn()
    win(book, 1, A, B, 8)
    carry_out(book, Undo(), by=BY)
    win(book, 1, C, B, 10)
    assert book.view.sheet(1, 1).scores == (-8, -18, 34, -8)


def test_the_event_as_it_stood_at_any_moment():
    book = drawn()
    win(book, 1, A, B, 8)
    position = len(book.view.journal)
    win(book, 2, A, B, 9)
    carry_out(book, Undo(), by=BY)
    assert book.view.at(position).sheet(1, 1).scores == (32, -16, -8, -8)
    assert book.view.at(position + 1).sheet(1, 1).scores == (65, -33, -16, -16)
    assert book.view.at(2).seating is None


NORTH, SOUTH, EAST = (By("Ada Sample", desk) for desk in ("north", "south", "east"))
SHEETS = (None, (1, 1), (1, 2))


def chosen(book, by, sheet=None, *, shared=True):
    choice = history.next_undo(book.view, by, sheet, shared=shared)
    return choice and (choice.entry.record.desk, choice.entry.fact.kind, choice.entry.stream, choice.asks)


def test_undo_at_a_desk_of_a_shared_event_takes_back_its_own_entries_first():
    book = drawn()
    for by, table, hand in ((NORTH, 1, 1), (NORTH, 2, 1), (SOUTH, 2, 2)):
        carry_out(book, RecordHand(1, table, hand, Outcome(A, B, 8 + hand)), by=by)
    at = {table: f"session-1/table-{table}" for table in (1, 2)}
    south = ("south", "hand-recorded", at[2])
    assert chosen(book, NORTH) == ("north", "hand-recorded", at[1], False)
    assert chosen(book, NORTH, (1, 2)) == ("north", "hand-recorded", at[1], True)
    assert chosen(book, SOUTH, (1, 1)) == (*south, True)
    assert chosen(book, EAST) == chosen(book, EAST, (1, 2)) == (*south, True)
    assert chosen(book, NORTH, shared=False) == (*south, True)
    assert chosen(book, NORTH, (1, 1), shared=False) == ("north", "hand-recorded", at[1], False)
    carry_out(book, CloseSession(1, "a power cut"), by=BY)
    assert all(chosen(book, by, sheet) is None for by in (NORTH, SOUTH, EAST) for sheet in SHEETS)


@given(st.lists(st.tuples(st.sampled_from((NORTH, SOUTH)), st.sampled_from((0, 1, 2, "undo"))), max_size=8))
def test_it_never_proposes_what_cannot_go_nor_without_asking_what_is_of_another_desk(steps):
    book = drawn()
    for number, (by, what) in enumerate(steps):
        if what == "undo":
            choice = history.next_undo(book.view, by, shared=True)
            assert choice is not None
            if choice.entry.record.desk != BY.desk:  # the draw stays
                carry_out(book, Undo(choice.entry.id), by=by)
        elif what:
            last = book.view.sheet(1, what).last_played
            carry_out(book, RecordHand(1, what, last + 1, Outcome(A, B, 9 + last)), by=by)
        else:
            carry_out(book, NoteAttendance((number + 1,)), by=by)
        journal = book.view.journal
        own = [each for each in journal if each.record.desk == by.desk and journal.can_be_undone(each)]
        for sheet in SHEETS:
            choice = history.next_undo(book.view, by, sheet, shared=True)
            assert choice is not None
            is_own, elsewhere = choice.entry in own, sheet and choice.entry.stream != table_stream(*sheet)
            assert journal.written_since(choice.entry) is None
            assert is_own is any(journal.written_since(each) is None for each in own)
            assert choice.asks is bool(elsewhere or not is_own)

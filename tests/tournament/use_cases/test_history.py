"""Undo, redo, and the event as it stood."""

import pytest

from tests.tournament.use_cases.events import BY, A, B, C, codes, created, drawn, players, punish, win
from tournament.language import ENGLISH
from tournament.ledger.description import name_of
from tournament.rules.payment import Outcome
from tournament.use_cases import CloseSheet, CorrectHand, Refused, carry_out
from tournament.use_cases.commands import AddPlayers, Redo, Undo


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

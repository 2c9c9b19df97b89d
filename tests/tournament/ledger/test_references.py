"""What entries refer to, looked up where they were written."""

import pytest

from tests.examples.events import LedgerWriter, begun
from tournament.event.player import Player, PlayerState
from tournament.event.role import EventRole
from tournament.language import ENGLISH
from tournament.ledger.entry import EVENT_STREAM, phones_stream, table_stream
from tournament.ledger.facts import (
    Fact,
    HandCorrected,
    HandDeleted,
    HandMoved,
    HandProposed,
    HandRecorded,
    PenaltyCancelled,
    PenaltyGiven,
    PlayersAdded,
    PlayerStateChanged,
    ProposalConfirmed,
    Redone,
    RolePinRemoved,
    SheetMoved,
    SigningKeyRemoved,
    SigningKeySet,
    TableEntryAllowed,
    TableEntryEnded,
    Undone,
)
from tournament.ledger.references import missing_references

TABLE = table_stream(1, 1)
PHONES, OTHER_PHONES = phones_stream(1, 1), phones_stream(1, 2)


@pytest.fixture
def ledger() -> LedgerWriter:
    """A sheet with a hand in row 1, a penalty in row 3 and a cancelled penalty in row 5."""
    ledger = begun(8, 1)
    ledger.write(TABLE, HandRecorded(1, 0, 1, 8))
    ledger.write(TABLE, PenaltyGiven(0, 3, "late", 10))
    cancelled = ledger.write(TABLE, PenaltyGiven(0, 5, "late", 10))
    ledger.write(TABLE, PenaltyCancelled(cancelled.id, "another table"))
    assert missing(ledger) == []
    return ledger


def missing(ledger: LedgerWriter) -> list[str]:
    return [ENGLISH.render(text) for _entry, text in missing_references(ledger.view.journal)]


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (HandCorrected(1, None, None, 0, "it was drawn"), []),
        (HandCorrected(3, None, None, 0, "it was drawn"), ["hand 3"]),
        (HandMoved(1, 2, "a row too high"), []),
        (HandMoved(3, 4, "a row too high"), []),
        (HandMoved(5, 4, "a row too low"), ["hand 5"]),
        (HandDeleted(2, "left blank"), []),
        (HandDeleted(3, "typed twice"), []),
        (HandDeleted(4, "left blank"), ["hand 4"]),
        (SheetMoved(1, 2, "wrong table"), []),
        (SheetMoved(1, 3, "wrong table"), ["table 3 of session 1"]),
    ],
)
def test_a_row_or_table(ledger: LedgerWriter, fact: Fact, expected: list[str]) -> None:
    ledger.write(TABLE, fact)
    assert missing(ledger) == expected


def test_an_entry_at_a_table_that_the_draw_does_not_have(ledger: LedgerWriter) -> None:
    ledger.write(table_stream(1, 3), HandRecorded(1, None))
    assert missing(ledger) == ["table 3 of session 1"]


def test_a_proposal_is_confirmed_at_the_same_table_after_it(ledger: LedgerWriter) -> None:
    hand = ledger.write(TABLE, HandRecorded(2, None))
    proposal = ledger.write(PHONES, HandProposed(3, 0, 0, (1, 2, 3, 4), 1, 8))
    ledger.write(PHONES, ProposalConfirmed(proposal.id, 1))
    assert missing(ledger) == []
    ledger.write(OTHER_PHONES, ProposalConfirmed(proposal.id, 1))
    ledger.write(PHONES, ProposalConfirmed(hand.id, 1))
    ledger.write(PHONES, ProposalConfirmed("nothing", 1))
    assert missing(ledger) == [f"hand-proposed {id}" for id in (proposal.id, hand.id, "nothing")]


def test_what_was_undone_does_not_exist(ledger: LedgerWriter) -> None:
    added = ledger.write(EVENT_STREAM, PlayersAdded((Player(9, "Ida", "Sample"),), "by hand"))
    ledger.write(EVENT_STREAM, Undone(added.id))
    ledger.write(EVENT_STREAM, PlayerStateChanged(9, PlayerState.WITHDRAWN))
    assert missing(ledger) == ["player 9"]


def test_the_undo_of_a_hand_leaves_the_event_as_it_is(ledger: LedgerWriter) -> None:
    ledger.write(EVENT_STREAM, SigningKeySet(bytes(32), "Ada Sample"))
    hand = ledger.write(TABLE, HandRecorded(2, None))
    ledger.write(TABLE, Undone(hand.id))
    ledger.write(EVENT_STREAM, SigningKeyRemoved())
    assert missing(ledger) == []


def test_what_was_redone_exists_again(ledger: LedgerWriter) -> None:
    added = ledger.write(EVENT_STREAM, PlayersAdded((Player(9, "Ida", "Sample"),), "by hand"))
    ledger.write(EVENT_STREAM, Undone(added.id))
    ledger.write(EVENT_STREAM, Redone(added.id))
    ledger.write(EVENT_STREAM, PlayerStateChanged(9, PlayerState.WITHDRAWN))
    assert missing(ledger) == []


def test_what_ends_must_have_begun(ledger: LedgerWriter) -> None:
    ends: tuple[Fact, ...] = (RolePinRemoved(EventRole.REFEREE), SigningKeyRemoved(), TableEntryEnded())
    for fact in ends:
        ledger.write(EVENT_STREAM, fact)
    assert missing(ledger) == ["PIN of the role referee", "signing key", "typing at the table"]
    ledger.write(EVENT_STREAM, SigningKeySet(bytes(32), "Ada Sample"))
    ledger.write(EVENT_STREAM, TableEntryAllowed("http://192.168.1.20:8080", bytes(32)))
    for fact in ends[1:]:
        ledger.write(EVENT_STREAM, fact)
    assert len(missing(ledger)) == 3

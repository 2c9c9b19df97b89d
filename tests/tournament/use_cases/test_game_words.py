"""In a club or a league, entries are described by evening and game."""

from tests.examples.events import sample_league
from tests.tournament.use_cases.events import BY, noon, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.ledger.description import describe, name_of
from tournament.ledger.entry import table_stream
from tournament.ledger.facts import HandRecorded, LastingFact
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    CloseSheet,
    RecordHand,
    SeatGame,
    carry_out,
)
from tournament.use_cases.commands import AddPlayers, CloseSession, CreateEvent, ReopenSession


def test_a_hand_is_described_by_evening_and_game() -> None:
    league = sample_league()
    journal, spoken = league.journal, ENGLISH.with_words(league.words)
    hand = next(entry for entry in journal.everything(table_stream(1, 3)) if isinstance(entry.fact, HandRecorded))
    assert spoken.render(name_of(journal, hand)) == "Hand: evening 1, game 3, hand 1"
    closed = journal.everything(table_stream(1, 3))[-1]
    assert spoken.render(describe(journal, closed).where) == "evening 1, game 3"


def test_an_evening_begins_and_is_verified() -> None:
    book = Book(FakeStore(), clock=noon)
    carry_out(book, CreateEvent(Settings("Club", format=EventFormat.CLUB)), by=BY)
    carry_out(book, AddPlayers(tuple(players(4))), by=BY)
    carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=BY)
    carry_out(book, RecordHand(1, 1, 1, Outcome(0, None, 8)), by=BY)
    carry_out(book, CloseSheet(1, 1), by=BY)
    carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=BY)
    carry_out(book, CloseSession(1, "they went home"), by=BY)
    carry_out(book, ReopenSession(1, "they came back"), by=BY)
    journal, spoken = book.view.journal, ENGLISH.with_words(book.view.words)
    entries = [entry for entry in journal if isinstance(entry.fact, LastingFact)]
    assert [spoken.render(name_of(journal, entry)) for entry in entries] == [
        "Evening 1 started", "Evening 1 verified", "Evening 1 closed", "Evening 1 reopened",
    ]  # fmt: skip
    assert [spoken.render(describe(journal, entry).new) for entry in entries] == ["", "", "games not verified: 2", ""]

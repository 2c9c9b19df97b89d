"""Events to test on: eight players, two tables, two sessions, seated by hand."""

from datetime import UTC, datetime

from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.rules.question import Chosen
from tournament.use_cases import (
    Book,
    By,
    Changes,
    GivePenalty,
    RecordHand,
    carry_out,
)
from tournament.use_cases.changes import Order
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw

BY = By("Referee Sample", "desk")
NO_ORDER = Order((), (), together=True, confirmed=True, seen=None, author="")
"""Of entries that a test wrote into a draft by itself."""
A, B, C, D = range(4)
SEATING = Seating((((1, 2, 3, 4), (5, 6, 7, 8)), ((5, 2, 7, 4), (1, 6, 3, 8))), "by hand", 0)


def noon() -> datetime:
    return datetime(2026, 6, 13, 12, tzinfo=UTC)


def created(store: FakeStore | None = None, *, rules: str = "mcr", options: Chosen = ()) -> Book:
    book = Book(store or FakeStore(), clock=noon)
    carry_out(book, CreateEvent(Settings("Cup", rules=rules, sessions=2, options=options)), by=BY)
    return book


def players(count: int, first: int = 1) -> list[Player]:
    return [Player(0, f"First{number}", f"Sample{number}") for number in range(first, first + count)]


def drawn(store: FakeStore | None = None, *, rules: str = "mcr", options: Chosen = ()) -> Book:
    book = created(store, rules=rules, options=options)
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    return book


def win(book: Book, hand: int, winner: int | None, discarder: int | None = None, points: int = 0) -> Changes:
    """Record a hand of session 1, table 1."""
    return carry_out(book, RecordHand(1, 1, hand, Outcome(winner, discarder, points)), by=BY, confirmed=True)


def punish(book: Book, player: int, fault: str = "", **charge) -> Changes:
    """Give a penalty in session 1, table 1."""
    return carry_out(book, GivePenalty(1, 1, Charge(player, fault, **charge)), by=BY)


def codes(error) -> list[str]:
    """The codes of what was refused."""
    return [problem.code for problem in error.value.problems]


def seating_of(book: Book) -> Seating:
    """The published draw."""
    assert book.view.seating is not None
    return book.view.seating

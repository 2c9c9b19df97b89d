"""An event with the entries that earlier versions wrote about people: each with a private reason."""

from datetime import UTC, datetime

from tests.tournament.use_cases.events import BY, drawn, noon
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.role import EventRole
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import Fact, Leaving, PlayerReplaced, PlayerStateChanged
from tournament.use_cases import Book, RecordTotals, Store, carry_out
from tournament.use_cases.changes import Acting
from tournament.use_cases.commands import PublishResults, Undo
from tournament.use_cases.draft import next_entry

REASON = "quillwort fever"
"""The private reason of every entry."""
PRINTED = datetime(2026, 6, 13, 18, tzinfo=UTC)


def append_as_before(store: Store, *facts: Fact) -> Book:
    """Append ``facts`` to the event in ``store`` as an earlier version did, without the checks of a draft."""
    book = Book(store, clock=noon)
    for fact in facts:
        acting = Acting(BY.author, BY.desk, EventRole.ORGANISER, signed_in=False)
        store.append([next_entry(book.view.journal, EVENT_STREAM, fact, acting, noon()).record])
        book = Book(store, clock=noon)
    return book


def earlier_event(store: FakeStore | None = None) -> Book:
    """Two sessions of eight players: one became ill, others left, were disqualified or replaced."""
    kept = store or FakeStore()
    drawn(kept)
    for state in (PlayerState.SUBSTITUTE, PlayerState.WITHDRAWN):
        book = append_as_before(kept, PlayerStateChanged(7, state, 1, REASON))
        carry_out(book, Undo(), by=BY)
    book = append_as_before(
        kept,
        PlayerReplaced(1, Player(9, "Nova", "Newcomer"), (1,), REASON, SubstituteCase.ILL),
        PlayerReplaced(6, Player(10, "Owen", "Own"), (1, 2), REASON),
    )
    for table in (1, 2):
        carry_out(book, RecordTotals(1, table, (40, 10, -10, -40)), by=BY)
    carry_out(book, PublishResults(1), by=BY)
    leaving = Leaving(PlayerState.WITHDRAWN, 2, REASON)
    book = append_as_before(
        kept,
        PlayerReplaced(2, Player(11, "Rita", "Reserve"), (2,), REASON, SubstituteCase.ABSENT, leaving),
        PlayerStateChanged(3, PlayerState.DISQUALIFIED, 2, REASON),
        PlayerStateChanged(8, PlayerState.WITHDRAWN, 2, REASON),
    )
    carry_out(book, RecordTotals(2, 1, (40, 10, -10, -40)), by=BY)
    return book

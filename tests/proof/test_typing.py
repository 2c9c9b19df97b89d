"""Typing at the tables among everything else that happens in an event, in random orders by every rule set."""

from collections import Counter

import pytest

from tests.proof.random_event import RandomEvent
from tests.proof.random_phones import type_at_the_table
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.ledger.entry import is_phones_stream
from tournament.ledger.journal import Journal
from tournament.ledger.table_phones import MOST_OPEN
from tournament.use_cases import View
from tournament.use_cases.check import check_records
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.table_entry import LinkState, open_calls, read_token, table_token, waiting_tables


def sheets(view: View) -> list[object]:
    return [sheet for session in view.drawn_sessions for sheet in view.sheets(session)]


def look(event: RandomEvent, codes: dict[str, tuple[int, int]]) -> None:
    """What is always true."""
    view = event.book.view
    anew = View(Journal(view.journal))
    for session, table in [(s.session, s.table) for k in view.drawn_sessions for s in view.sheets(k)]:
        sheet, phones = view.sheet(session, table), view.phones(session, table)
        assert phones == anew.phones(session, table)
        words = Counter((each.hand, seat) for each in phones.open for seat in each.supporters)
        assert set(words.values()) <= {1}, "each seat says one thing of a hand"
        assert len(phones.open) <= MOST_OPEN + 4  # what a referee takes back opens proposals again
        recorded = {line.hand for line in sheet.hands if line.outcome is not None}
        assert not recorded & {each.hand for each in phones.open}
        assert sheet.closed is None or not phones.open
        proposed = view.sheet_as_proposed(session, table)
        if not sheet.totals_only:
            assert sum(proposed.computed) == -proposed.lost
        assert proposed.played == sheet.played + len(list(phones.next_ones(sheet)))
        assert PublicView(view).phones(session, table).proposals == ()
        if view.state.table_entry is not None:
            codes[table_token(view, session, table)] = session, table
    for code, place in codes.items():
        link = read_token(view, code.upper())
        assert link is not None, "what was right once is known"
        assert (link.session, link.table) == place
        if link.state is LinkState.OPEN:
            assert table_token(view, *place) == code
            assert view.sheet(*place).closed is None
            assert place[0] not in view.state.closed
    assert all(call.answered is None and call.session not in view.state.closed for call in open_calls(view))
    for session, table, waiting in waiting_tables(view):
        assert waiting == view.phones(session, table).open
    without = View(Journal(e for e in view.journal if not is_phones_stream(e.stream)))
    assert sheets(without) == sheets(view), "phones change no sheet"


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(1, 12))
def test_typing_fits_with_everything_else(seed: int) -> None:
    store = FakeStore()
    event = RandomEvent(f"typing/{seed}", store, players=(8, 8, 12)[seed % 3])
    codes: dict[str, tuple[int, int]] = {}
    for _ in range(12):
        event.play(4)
        if event.book.view.drawn_sessions:
            type_at_the_table(event)
            look(event, codes)
    assert event.failures == []
    assert check_records(store.records).problems == ()

"""What is kept of an event with a gap: as many entries as make sense, renumbered, and everything else is named."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from msgspec import structs

from tests.tournament.use_cases.events import BY, drawn, noon
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.test_coherence import with_fact
from tournament.language import ENGLISH
from tournament.ledger.codec import decode
from tournament.ledger.entry import EVENT_STREAM, Record, table_stream
from tournament.ledger.facts import (
    EventRecovered,
    Fact,
    HandRecorded,
    HeadsChained,
    PaperNoted,
    SessionsRedrawn,
    SessionStarted,
)
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand, Refused, carry_out
from tournament.use_cases.chain import fingerprint_of
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import ChangeSettings, NotePaper, StartSession
from tournament.use_cases.recovery import Recovery, recover, with_note

TABLES = tuple(table_stream(session, table) for session in (1, 2) for table in (1, 2))
FIRST_TABLE = TABLES[0]
IMPOSSIBLE = SessionsRedrawn(2, (((5, 2, 99, 4), (1, 6, 3, 8)),), "by hand", 0)
"""There is no player 99."""


@pytest.fixture
def records() -> list[Record]:
    """Each table has three hands, entered in turn; between them the place of the event is changed five times."""
    store = FakeStore()
    book = drawn(store)
    for hand in (1, 2, 3):
        for session in (1, 2):
            for table in (1, 2):
                carry_out(book, RecordHand(session, table, hand, Outcome(0, 1, 7 + hand)), by=BY, confirmed=True)
            if (hand, session) != (3, 2):
                place = f"Hall {hand}.{session}"
                carry_out(book, ChangeSettings(replace(book.view.settings, place=place)), by=BY)
    return store.records


def kinds(records: Sequence[Record], stream: str) -> list[str]:
    return [record.kind for record in records if record.stream == stream]


def ids(records: Sequence[Record]) -> list[str]:
    return [record.id for record in records]


def without(records: Sequence[Record], *lost: Record) -> Recovery:
    """What is recovered when these records are lost and the end of the journal is known."""
    return recover([record for record in records if record not in lost], fingerprint_of(records))


def said(result: Recovery) -> list[str]:
    return [ENGLISH.render(text) for text in result.missing]


def last_of(records: Sequence[Record], stream: str) -> Record:
    return [record for record in records if record.stream == stream][-1]


def place_of(records: Sequence[Record], kind: str, count: int) -> int:
    """Where the entry number ``count`` (from 0) of this kind is."""
    return [place for place, record in enumerate(records) if record.kind == kind][count]


@pytest.mark.parametrize("hand", [0, 1, 2])
@pytest.mark.parametrize("stream", TABLES)
def test_what_follows_a_lost_hand_is_kept(records: list[Record], stream: str, hand: int):
    lost = [record for record in records if record.stream == stream][hand]
    result = without(records, lost)
    assert set(ids(result.records)) == set(ids(records)) - {lost.id}
    assert (result.left_out, result.rebuilt) == ((), 0)
    assert check_records(result.records).problems == ()
    assert said(result)[0] == f"Entry {lost.position} is missing."
    told = f"Session {stream[8]}, table {stream[-1]}: 1 entry of the sheet is missing: compare it with the paper."
    assert (told in said(result)) == (hand < 2), "that the last entry of a stream is lost, its numbers do not show"


@pytest.mark.parametrize("count", range(5))
def test_of_the_event_itself_only_an_impossible_entry_is_left_out(records: list[Record], count: int):
    """The first hand is lost, and the event is impossible after some changes of place."""
    changes = [record for record in records if record.kind == "settings-changed"]
    assert len(changes) == 5
    at = place_of(records, "settings-changed", count)
    forged = with_fact(records, IMPOSSIBLE, EVENT_STREAM, at)
    lost = next(record for record in forged if record.stream == FIRST_TABLE)
    result = without(forged, lost)
    assert [record.kind for record in result.left_out] == ["sessions-redrawn"]
    assert [record.id for record in result.records if record.kind == "settings-changed"] == ids(changes)
    for stream in TABLES[1:]:
        assert kinds(result.records, stream) == kinds(forged, stream)


@pytest.mark.parametrize("stream", TABLES[1:])
def test_a_table_with_an_impossible_entry_is_left_out_and_every_other_is_kept(records: list[Record], stream: str):
    forged = with_fact(records, HandRecorded(99, 0, 1, 8), stream)
    lost = next(record for record in forged if record.stream == FIRST_TABLE)
    result = without(forged, lost)
    assert check_records(result.records).problems == ()
    places = [record.id for record in records if record.kind == "settings-changed"]
    assert [record.id for record in result.records if record.kind == "settings-changed"] == places
    for other in TABLES[1:]:
        assert ids([record for record in result.records if record.stream == other]) == (
            [] if other == stream else ids([record for record in records if record.stream == other])
        )


def test_what_is_whole_is_the_same_and_what_is_not_timely_is_named(records: list[Record]):
    end = fingerprint_of(records)
    assert recover(records, end) == Recovery(tuple(records))
    assert recover(records, None, whole=True) == Recovery(tuple(records))
    assert recover(reversed(records), end) == Recovery(tuple(records))
    forged = with_fact(records, SessionStarted(1), EVENT_STREAM)
    result = recover(forged, fingerprint_of(forged), whole=True)
    assert result.records == tuple(forged)
    (text,) = said(result)
    assert "could not be made when it was written" in text


def test_gaps_are_named_by_their_first_and_last_entry(records: list[Record]):
    end = fingerprint_of(records)
    few = [record for record in records if record.position not in (10, 12, 13, len(records))]
    assert said(recover(few, end))[:3] == [
        "Entry 10 is missing.",
        "Entries 12 to 13 are missing.",
        f"Entry {len(records)} is missing.",
    ]
    shortened = recover(records[:-2], end)
    assert said(shortened) == [f"Entries {len(records) - 1} to {len(records)} are missing."]
    assert shortened.records == tuple(records[:-2])


def test_without_any_entry_nothing_is_recovered(records: list[Record]):
    with pytest.raises(Refused) as refused:
        recover([], fingerprint_of(records))
    assert [problem.code for problem in refused.value.problems] == ["nothing-left"]


@pytest.mark.parametrize(("more", "lost"), [(0, 1), (4, 5), (-1, 0), (-9, 0)])
def test_a_recovery_is_noted_with_what_is_kept_and_lost(records: list[Record], more: int, lost: int):
    result = without(records, last_of(records, TABLES[-1]))
    count = len(records) + more
    noted = with_note(result, count, by=BY, now=noon())
    assert noted.records[:-1] == result.records
    assert decode(noted.records[-1]).fact == EventRecovered(len(result.records), lost)
    whole = recover(records, fingerprint_of(records))
    assert with_note(whole, count, by=BY, now=noon()) == whole


def noting(*facts: Fact) -> list[Record]:
    """An event in which papers are noted and a recovery was recorded after two hands."""
    store = FakeStore()
    book = drawn(store)
    carry_out(book, RecordHand(1, 1, 1, Outcome(0, 1, 8)), by=BY)
    carry_out(book, RecordHand(1, 2, 1, Outcome(0, 1, 8)), by=BY)
    carry_out(book, StartSession(2), by=BY)
    for fact in facts:
        assert isinstance(fact, PaperNoted)
        carry_out(book, NotePaper(fact), by=BY)
    return store.records


def test_counts_of_entries_are_those_that_are_kept():
    """A paper that was made of so many entries is now made of one fewer, if the lost one was among them."""
    plain = noting()
    lost = next(record for record in plain if record.stream == FIRST_TABLE)
    counts = (0, lost.position - 1, lost.position, lost.position + 1, len(plain))
    notes = [PaperNoted("ranking", "Ranking", "print", count) for count in counts]
    records = noting(*notes)
    lost = next(record for record in records if record.stream == FIRST_TABLE)
    result = without(records, lost)
    facts = [decode(record).fact for record in result.records]
    found = [fact.entries for fact in facts if isinstance(fact, PaperNoted)]
    assert found == [0, lost.position - 1, lost.position - 1, lost.position, len(plain) - 1]


def test_an_earlier_recovery_has_lost_the_more_the_less_is_left_of_what_it_kept(records: list[Record]):
    before = len(records)
    forged = with_fact(records, EventRecovered(before, 7), EVENT_STREAM)
    lost = last_of(forged, TABLES[-1])
    assert lost.position == before
    result = without(forged, lost)
    (fact,) = (fact for fact in (decode(each).fact for each in result.records) if isinstance(fact, EventRecovered))
    assert fact == EventRecovered(before - 1, 8)


def test_heads_name_what_is_kept_and_nothing_else(records: list[Record]):
    lost = next(record for record in records if record.stream == FIRST_TABLE)
    result = without(records, lost)
    there: dict[str, list[str]] = {}
    found = 0
    for record in result.records:
        fact = decode(record).fact
        if isinstance(fact, HeadsChained):
            found += 1
            for head in fact.heads:
                assert there[head.stream][head.number - 1] == head.hash
        there.setdefault(record.stream, []).append(record.hash)
    assert found


def test_progress_is_told_by_settled_streams_of_all(records: list[Record]):
    told: list[tuple[int, int]] = []
    lost = next(record for record in records if record.stream == FIRST_TABLE)
    forged = with_fact(records, HandRecorded(99, 0, 1, 8), TABLES[1])
    left = [record for record in forged if record.id != lost.id]
    recover(left, fingerprint_of(forged), progress=lambda done, every: told.append((done, every)))
    later = {record.stream for record in left if record.position > lost.position}
    assert {every for _, every in told} == {len(later)}
    settled = [done for done, _ in told]
    assert settled == sorted(settled)
    assert settled[0] == 0
    assert max(settled) < len(later)
    assert len(set(settled)) > 2


def test_an_entry_that_claims_the_place_of_another_does_not_displace_it(records: list[Record]):
    other = structs.replace(records[9], position=7)
    for found in ([other, *records], [*records, other]):
        assert recover(found, fingerprint_of(records)) == Recovery(tuple(records))

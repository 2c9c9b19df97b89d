"""The journal: what counts, what can be undone, and the chain."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from tests.tournament.ledger.writing import TABLE, Writing, entry_of
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.event.settings import CountedTotals, PaperTotals, SecondReading, Settings
from tournament.language.harmless import harmless
from tournament.ledger import facts
from tournament.ledger.codec import decode, decode_fact, encode
from tournament.ledger.entry import CHAIN_START, EVENT_STREAM, Record, UnreadableEntry, hash_of, table_of, table_stream
from tournament.ledger.fact import HallDraw
from tournament.ledger.journal import Journal


@pytest.fixture
def writing() -> Writing:
    writing = Writing()
    writing.write(facts.EventCreated(Settings("Sample Open")), EVENT_STREAM)
    return writing


def test_undo_takes_the_last_entry_that_counts_whatever_its_stream(writing):
    first = writing.write(facts.HandRecorded(1, 0, 1, 8))
    second = writing.write(facts.HandRecorded(1, 0, 1, 9), table_stream(1, 2))
    journal = writing.journal
    assert journal.undo_order.to_undo is second
    writing.write(facts.Undone(second.id), second.stream)
    assert journal.undo_order.to_undo is first
    assert journal.undo_order.to_redo is second
    writing.write(facts.Undone(first.id))
    assert journal.undo_order.to_undo is None
    assert journal.standing(TABLE) == ()
    writing.write(facts.Redone(first.id))
    assert (journal.undo_order.to_undo, journal.undo_order.to_redo) == (first, second)


def test_the_event_itself_is_never_undone(writing):
    assert writing.journal.undo_order.to_undo is None


def test_a_new_fact_ends_what_can_be_redone(writing):
    first = writing.write(facts.HandRecorded(1, 0, 1, 8))
    writing.write(facts.Undone(first.id))
    second = writing.write(facts.HandRecorded(1, 2, 1, 8))
    assert writing.journal.undo_order.to_redo is None
    assert writing.journal.standing(TABLE) == (second,)
    assert len(writing.journal.everything(TABLE)) == 3


def test_chained_heads_are_not_undone(writing):
    hand = writing.write(facts.HandRecorded(1, 0, 1, 8))
    writing.write(facts.HeadsChained(1, "start", ()), EVENT_STREAM)
    assert writing.journal.undo_order.to_undo is hand


def test_an_undo_out_of_turn_is_refused(writing):
    with pytest.raises(UnreadableEntry):
        writing.write(facts.Undone("nobody"))


def test_what_was_written_last_on_a_sheet_is_taken_back_though_another_sheet_grew_since(writing):
    first = writing.write(facts.HandRecorded(1, 0, 1, 8))
    second = writing.write(facts.HandRecorded(2, 0, 1, 8))
    other = writing.write(facts.HandRecorded(1, 0, 1, 9), table_stream(1, 2))
    journal = writing.journal
    assert (journal.written_since(second), journal.written_since(first)) == (None, second)
    writing.write(facts.Undone(second.id))
    assert (journal.undo_order.to_undo, journal.undo_order.to_redo) == (other, second)
    assert (journal.standing(TABLE), journal.standing(table_stream(1, 2))) == ((first,), (other,))
    writing.write(facts.Redone(second.id))
    assert (journal.undo_order.to_undo, journal.standing(TABLE)) == (second, (first, second))


def test_an_undo_before_the_end_of_its_sheet_is_refused(writing):
    first = writing.write(facts.HandRecorded(1, 0, 1, 8))
    writing.write(facts.HandRecorded(2, 0, 1, 8))
    with pytest.raises(UnreadableEntry):
        writing.write(facts.Undone(first.id))


def test_a_change_to_the_event_is_only_undone_when_nothing_was_written_since(writing):
    players = writing.write(facts.PlayersAdded((Player(1, "A", "B"),)), EVENT_STREAM)
    writing.write(facts.HandRecorded(1, 0, 1, 8))
    with pytest.raises(UnreadableEntry):
        writing.write(facts.Undone(players.id), EVENT_STREAM)


def test_a_sheet_that_was_moved_stands_on_the_other_stream(writing):
    there = table_stream(2, 4)
    hand = writing.write(facts.HandRecorded(1, 0, 1, 8))
    marks = writing.journal.sheet_mark(TABLE), writing.journal.sheet_mark(there), writing.journal.session_mark(2)
    moved = writing.write(facts.SheetMoved(2, 4, "wrong table"))
    journal = writing.journal
    assert (journal.standing(TABLE), journal.standing(there)) == ((), (hand, moved))
    assert (journal.sheet_number(TABLE), journal.sheet_number(there), journal.number(there)) == (2, 1, 0)
    after = journal.sheet_mark(TABLE), journal.sheet_mark(there), journal.session_mark(2)
    assert all(old != new for old, new in zip(marks, after, strict=True))
    assert journal.stream_showing(hand) == there
    assert journal.last_of_sheet(TABLE) is journal.last_of_sheet(there) is moved
    second = writing.write(facts.HandRecorded(2, 0, 1, 8), there)
    assert journal.standing(there) == (hand, moved, second)
    assert journal.standing(there, before=second) == (hand, moved)
    assert journal.written_since(moved) is second
    with pytest.raises(UnreadableEntry):
        writing.write(facts.Undone(moved.id))


def test_a_sheet_is_moved_back_only_to_the_same_players(writing):
    writing.write(facts.HandRecorded(1, 0, 1, 8))
    moved = writing.write(facts.SheetMoved(2, 4, "wrong table"))
    swap = writing.write(facts.PlayersSwapped(1, 2, (1,)), EVENT_STREAM)
    assert writing.journal.written_since(moved) is swap


def test_a_sheet_that_was_moved_twice(writing):
    there, further = table_stream(1, 2), table_stream(1, 3)
    hand = writing.write(facts.HandRecorded(1, 0, 1, 8))
    first = writing.write(facts.SheetMoved(1, 2, "wrong table"))
    second = writing.write(facts.SheetMoved(1, 3, "wrong again"), there)
    journal = writing.journal
    assert [journal.standing(stream) for stream in (TABLE, there)] == [(), ()]
    assert journal.standing(further) == (hand, first, second)
    assert journal.stream_showing(hand) == further
    new = writing.write(facts.HandRecorded(1, 1, 2, 8))
    assert journal.standing(TABLE) == (new,)
    assert journal.standing(further) == (hand, first, second)
    writing.write(facts.Undone(second.id), there)
    assert (journal.standing(there), journal.standing(further)) == ((hand, first), ())


def test_what_stands_in_the_way_is_found_on_a_sheet_that_was_moved_onto_what_was_taken_back(writing):
    there = table_stream(1, 2)
    taken_back = writing.write(facts.HandRecorded(1, 3, None, 9), there)
    writing.write(facts.Undone(taken_back.id), there)
    writing.write(facts.HandRecorded(1, 0, 1, 8))
    moved = writing.write(facts.SheetMoved(1, 2, "wrong table"))
    journal = writing.journal
    assert journal.last_of_sheet(there) is journal.last_of_sheet(TABLE) is moved
    assert journal.written_since(moved) is None
    here = writing.write(facts.HandRecorded(1, 2, 1, 8))
    assert (journal.last_of_sheet(TABLE), journal.last_of_sheet(there)) == (here, moved)
    assert journal.written_since(moved) is here


def test_a_fork_grows_alone(writing):
    writing.write(facts.HandRecorded(1, 0, 1, 8))
    fork = writing.journal.fork()
    fork.append(
        entry_of(facts.HandRecorded(2, 0, 1, 8), id="f", stream=TABLE, number=2, previous=fork.last_hash(TABLE))
    )
    assert (len(fork), len(writing.journal)) == (3, 2)
    assert writing.journal.number(TABLE) == 1


def test_the_event_as_it_stood(writing):
    writing.write(facts.HandRecorded(1, 0, 1, 8))
    writing.write(facts.HandRecorded(2, 0, 1, 8))
    assert writing.journal.until(2).number(TABLE) == 1


def test_each_entry_is_chained_to_the_one_before(writing):
    first = writing.write(facts.HandRecorded(1, 0, 1, 8))
    second = writing.write(facts.HandRecorded(2, 0, 1, 8))
    assert first.record.previous == CHAIN_START
    assert second.record.previous == first.record.hash


@pytest.mark.parametrize("field", [name for name in Record.__struct_fields__ if name != "hash"])
def test_the_hash_covers_every_member(field):
    record = entry_of(facts.Undone("x"), id="i", stream="s", number=1, previous="p").record
    other: dict[str, Any] = {field: 99 if isinstance(getattr(record, field), int) else "other"}
    changed = structs.replace(record, **other)
    assert hash_of(changed) != hash_of(record)


def test_streams_name_their_table():
    assert table_of(EVENT_STREAM) is None
    assert table_of(table_stream(12, 103)) == (12, 103)


text = st.text(max_size=20).map(harmless)  # what steers a screen is replaced when it is read
columns = st.integers(0, 3)
nets = st.tuples(*[st.integers(-900, 900)] * 4)
readings = st.builds(facts.PaperReading, st.none() | nets, st.lists(st.none() | st.integers(0, 500)).map(tuple))
EVERY_FACT = st.one_of(
    st.builds(facts.EventCreated, st.builds(Settings, name=text, starts=st.none() | st.dates(), place=text)),
    st.builds(facts.SettingsChanged, st.builds(
        Settings, name=text, ends=st.none() | st.dates(), counted_totals=st.sampled_from(CountedTotals),
        paper_totals=st.sampled_from(PaperTotals), second_reading=st.sampled_from(SecondReading))),
    st.builds(facts.PlayersAdded, st.lists(st.builds(Player, st.integers(1, 400), text, text), max_size=3).map(tuple),
              text),
    st.builds(facts.PlayerChanged, st.builds(Player, st.integers(1, 400), text, text, text, text)),
    st.builds(facts.LotDrawn, st.integers(1, 400), st.integers(0, 400),
              st.lists(st.tuples(st.integers(1, 400), st.integers(0, 400)), max_size=3).map(tuple),
              st.none() | st.builds(HallDraw, st.integers(0, 2**31), st.integers(1, 9))),
    st.builds(facts.PlayerRemoved, st.integers(1, 400)),
    st.builds(facts.AttendanceNoted, st.lists(st.integers(1, 400), max_size=3).map(tuple), st.booleans()),
    st.just(facts.DrawPublished(Seating((((1, 2, 3, 4), (5, 6, 7, 8)),), "starter", 7))),
    st.builds(facts.HeadsChained, st.integers(1, 20), st.sampled_from(["start", "end"]),
              st.lists(st.builds(facts.Head, text, st.integers(1, 9), text), max_size=2).map(tuple)),
    st.builds(facts.HandRecorded, st.integers(1, 16), st.none() | columns, st.none() | columns, st.integers(0, 500)),
    st.builds(facts.HandCorrected, st.integers(1, 16), columns, columns, st.integers(8, 500), text),
    st.builds(facts.HandInserted, st.integers(1, 16), columns, columns, st.integers(8, 500), text,
              restated=st.lists(st.builds(facts.RowTiles, st.integers(1, 16), text), max_size=2).map(tuple)),
    st.builds(facts.HandDeleted, st.integers(1, 16), text),
    st.builds(facts.HandMoved, st.integers(1, 16), st.integers(1, 16), text),
    st.builds(facts.ColumnsExchanged, columns, columns, st.none() | st.tuples(columns, columns), text),
    st.builds(facts.SheetMoved, st.integers(1, 20), st.integers(1, 100), text),
    st.builds(facts.PenaltyGiven, columns, st.none() | st.integers(1, 16), text, st.integers(0, 60),
              st.lists(columns, max_size=3).map(tuple), st.booleans(), st.booleans(), text),
    st.builds(facts.PenaltyCancelled, text, text),
    st.builds(facts.TotalsTyped, nets),
    st.builds(facts.TotalsRecorded, nets, text),
    st.builds(facts.SheetClosed, st.none() | nets, text),
    st.builds(facts.SheetReopened, text),
    st.builds(facts.SheetConfirmed, text, readings),
    st.builds(facts.SheetRejected, text, readings, text),
    st.builds(facts.Undone, text),
    st.builds(facts.Redone, text),
)  # fmt: skip


@given(EVERY_FACT)
def test_every_fact_is_read_back_as_it_was(fact):
    record = entry_of(fact, id="i", stream="s", number=1, previous="p").record
    assert decode_fact(record.kind, record.content) == fact
    assert encode(fact) == record.content


@pytest.mark.parametrize(
    ("kind", "version", "content"),
    [
        ("unheard-of", 1, "{}"),
        ("hand-recorded", 2, "{}"),
        ("hand-recorded", 1, "{}"),
        ("hand-recorded", 1, "not json"),
        ("hand-recorded", 1, "[]"),
        ("hand-recorded", 1, '{"hand":1,"winner":0,"more":1}'),
        ("draw-published", 1, '{"seating":null}'),
        ("totals-typed", 1, '{"totals":[1,2,3]}'),
    ],
)
def test_what_cannot_be_understood_is_named(kind, version, content):
    record = entry_of(facts.Undone("x"), id="i", stream="s", number=4, previous="p").record
    with pytest.raises(UnreadableEntry, match="s 4"):
        decode(structs.replace(record, kind=kind, version=version, content=content))


def test_a_journal_is_what_its_entries_say(writing):
    writing.write(facts.HandRecorded(1, 0, 1, 8))
    again = Journal(writing.journal)
    assert list(again) == list(writing.journal)


def test_what_the_first_entry_of_a_stream_is_chained_to_in_every_file() -> None:
    assert CHAIN_START == "0" * 64


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), max_size=40))
def test_forks_that_share_their_entries_grow_as_if_they_shared_none(steps):
    """Each step writes to one of the journals or forks it. Each journal must always be what its own entries make."""
    start = entry_of(
        facts.EventCreated(Settings("Sample Open")), id="0", stream=EVENT_STREAM, number=1, previous=CHAIN_START
    )
    journals = [Journal([start])]
    written = [[start]]
    for count, (chosen, forks) in enumerate(steps, 1):
        index = chosen % len(journals)
        if forks:
            journals.append(journals[index].fork())
            written.append(list(written[index]))
            continue
        journal = journals[index]
        entry = entry_of(
            facts.HandRecorded(1, 0, 1, 8),
            id=f"{count % 7}" if count % 5 == 0 and journal.find(f"{count % 7}") is None else f"n{count}",
            stream=TABLE,
            number=journal.number(TABLE) + 1,
            previous=journal.last_hash(TABLE),
        )
        journal.append(entry)
        written[index].append(entry)
    everything = {entry.id for entries in written for entry in entries}
    for journal, entries in zip(journals, written, strict=True):
        assert list(journal) == entries
        assert [journal[position] for position in range(-len(journal), len(journal))] == entries * 2
        own = {entry.id: entry for entry in entries}
        assert {id: journal.find(id) for id in everything} == {id: own.get(id) for id in everything}
        assert journal.standing(TABLE) == tuple(entries[1:])
        with pytest.raises(IndexError):
            journal[len(journal)]


@given(st.lists(st.tuples(st.sampled_from(("record", "move", "undo", "redo", "fork")), st.integers(1, 3)), max_size=30))
def test_the_entries_that_count_are_the_same_however_often_they_are_read(steps):
    """What counts, read after each step from a journal that grows, and from one that is read again."""
    writing = Writing()
    writing.write(facts.EventCreated(Settings("Sample Open")), EVENT_STREAM)
    streams = [EVENT_STREAM, *(table_stream(1, table) for table in (1, 2, 3))]
    for hand, (step, table) in enumerate(steps, 1):
        journal, stream = writing.journal, streams[table]
        last = journal.last_of_sheet(stream)
        match step:
            case "record":
                writing.write(facts.HandRecorded(hand, 0, 1, 8), stream)
            case "move" if journal.has_standing(stream):
                writing.write(facts.SheetMoved(1, table % 3 + 1, "wrong table"), stream)
            case "undo" if last is not None and journal.can_be_undone(last) and journal.written_since(last) is None:
                writing.write(facts.Undone(last.id), last.stream)
            case "redo" if journal.undo_order.to_redo is not None:
                writing.write(facts.Redone(journal.undo_order.to_redo.id), journal.undo_order.to_redo.stream)
            case "fork":
                writing.journal = journal.fork()
            case _:
                continue
        now, anew = writing.journal, Journal(writing.journal)
        assert [now.standing(each) for each in streams] == [anew.standing(each) for each in streams]

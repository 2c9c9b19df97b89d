"""What counts in a journal, compared with a model that reads all its entries anew at every question."""

from random import Random

import pytest

from tests.tournament.ledger.writing import Writing
from tournament.event.settings import Settings
from tournament.ledger import facts
from tournament.ledger.entry import CHAIN_START, EVENT_STREAM, Entry, UnreadableEntry, table_of, table_stream
from tournament.ledger.journal import Journal

TABLES = (table_stream(1, 1), table_stream(1, 2), table_stream(2, 1))
PLACES = ((1, 1), (1, 2), (2, 1))
STREAMS = (EVENT_STREAM, *TABLES)
STEPS = ("record", "record", "move", "undo", "redo", "fork", "swap")


class Model:
    """The entries of a journal up to a moment, which are read one by one."""

    def __init__(self, entries: list[Entry], moment: int | None = None) -> None:
        self.entries = entries[:moment]
        undone: set[str] = set()
        for entry in self.entries:
            if isinstance(entry.fact, facts.Undone):
                undone.add(entry.fact.entry)
            elif isinstance(entry.fact, facts.Redone):
                undone.discard(entry.fact.entry)
        self.counting = [
            entry
            for entry in self.entries
            if entry.id not in undone and not isinstance(entry.fact, facts.Undone | facts.Redone)
        ]
        self.sheets: dict[str, list[Entry]] = {stream: [] for stream in STREAMS}
        for entry in self.counting:
            if isinstance(entry.fact, facts.SheetMoved):
                moved, self.sheets[entry.stream] = self.sheets[entry.stream], []
                self.sheets[target(entry.fact)] += [*moved, entry]
            else:
                self.sheets[entry.stream].append(entry)

    def last_of(self, stream: str) -> Entry | None:
        """The last entry that counts and is about this sheet."""
        return next((entry for entry in reversed(self.counting) if stream in about(entry)), None)

    def changes(self, stream: str) -> list[Entry]:
        """Every entry that changed this sheet, also by moving another one to it or back."""
        known = {entry.id: entry for entry in self.entries}

        def changed(entry: Entry) -> set[str]:
            if isinstance(entry.fact, facts.Undone | facts.Redone):
                return {entry.stream, *about(known[entry.fact.entry])}
            return about(entry)

        return [entry for entry in self.entries if stream in changed(entry)]


def target(fact: facts.SheetMoved) -> str:
    return table_stream(fact.to_session, fact.to_table)


def about(entry: Entry) -> set[str]:
    return {entry.stream, target(entry.fact)} if isinstance(entry.fact, facts.SheetMoved) else {entry.stream}


def step(writing: Writing, chance: Random, hand: int) -> None:
    journal, place = writing.journal, chance.choice(PLACES)
    stream = table_stream(*place)
    match chance.choice(STEPS):
        case "record":
            writing.write(facts.HandRecorded(hand, 0, 1, 8), stream)
        case "move" if journal.has_standing(stream):
            session, table = chance.choice([each for each in PLACES if each != place])
            writing.write(facts.SheetMoved(session, table, "wrong table"), stream)
        case "undo":
            last = journal.last_of_sheet(stream)
            if last is not None and journal.can_be_undone(last) and journal.written_since(last) is None:
                writing.write(facts.Undone(last.id), last.stream)
        case "redo" if journal.undo_order.to_redo is not None:
            writing.write(facts.Redone(journal.undo_order.to_redo.id), journal.undo_order.to_redo.stream)
        case "fork":
            writing.journal = journal.fork()
        case "swap":
            writing.write(facts.AttendanceNoted((hand,)), EVENT_STREAM)


@pytest.mark.parametrize("seed", range(12))
def test_a_journal_says_what_its_entries_make(seed: int) -> None:
    chance, writing = Random(seed), Writing()
    writing.write(facts.EventCreated(Settings("Open")), EVENT_STREAM)
    for hand in range(1, 25):
        step(writing, chance, hand)
        assert_as(Model(list(writing.journal)), writing.journal)
    entries = list(writing.journal)
    for moment in range(len(entries) + 1):
        model = Model(entries, moment)
        for stream in STREAMS:
            assert writing.journal.standing_at(stream, moment) == tuple(model.sheets[stream])
        until = writing.journal.until(moment)
        assert list(until) == entries[:moment]
        if moment:
            assert_as(model, until)


def assert_as(model: Model, journal: Journal) -> None:
    order = list(journal)
    for stream in STREAMS:
        own = [entry for entry in order if entry.stream == stream]
        assert journal.standing(stream) == tuple(model.sheets[stream])
        assert journal.has_standing(stream) == bool(model.sheets[stream])
        assert journal.everything(stream) == tuple(own)
        assert journal.number(stream) == len(own)
        assert journal.last_hash(stream) == (own[-1].record.hash if own else CHAIN_START)
    for stream in TABLES:
        assert journal.last_of_sheet(stream) == model.last_of(stream)
        assert journal.sheet_number(stream) == len(model.changes(stream))
        for entry in model.sheets[stream]:
            if not isinstance(entry.fact, facts.SheetMoved):
                assert journal.stream_showing(entry) == stream
            if entry.stream == stream:
                before = Model(order, journal.position_of(entry))
                assert journal.standing(stream, before=entry) == tuple(before.sheets[stream])
    for session, tables in ((1, 2), (2, 1)):
        begun = {table for table in range(1, tables + 1) if model.sheets[table_stream(session, table)]}
        assert journal.begun_tables(session, tables) == begun
        changed = [entry for table in range(1, tables + 1) for entry in model.changes(table_stream(session, table))]
        latest = max(changed, key=order.index, default=None)
        assert journal.session_mark(session) == (CHAIN_START if latest is None else latest.record.hash)
        marks = tuple(journal.sheet_mark(table_stream(session, table)) for table in range(1, tables + 1))
        assert journal.sheet_marks(session, tables) == marks
    for position, entry in enumerate(order):
        assert journal.position_of(entry) == position
        assert journal.find(entry.id) is entry
        assert journal.counts(entry) == (entry in model.counting or isinstance(entry.fact, facts.Undone | facts.Redone))
        undoable = position > 0 and entry in model.counting
        if undoable and entry.stream == EVENT_STREAM:
            last = journal.undo_order.to_undo
            assert journal.written_since(entry) is (None if last is entry else last)
        assert journal.can_be_undone(entry) == undoable
        if undoable and table_of(entry.stream) is not None:
            later = [other for other in model.counting if order.index(other) > position and about(other) & about(entry)]
            assert (journal.written_since(entry) is None) == (not later)
            assert journal.sheets_of(entry) == about(entry)


def test_the_mark_of_a_sheet_changes_with_it_and_with_nothing_else() -> None:
    chance, writing = Random(3), Writing()
    writing.write(facts.EventCreated(Settings("Open")), EVENT_STREAM)
    seen: dict[str, dict[str, int]] = {stream: {} for stream in TABLES}
    for hand in range(1, 60):
        step(writing, chance, hand)
        model = Model(list(writing.journal))
        for stream in TABLES:
            changes = len(model.changes(stream))
            assert seen[stream].setdefault(writing.journal.sheet_mark(stream), changes) == changes
    assert all(len(marks) > 5 for marks in seen.values())


def test_the_entry_that_undo_concerns_is_the_last_that_was_written_or_redone() -> None:
    writing = Writing()
    writing.write(facts.EventCreated(Settings("Open")), EVENT_STREAM)
    first, second = (writing.write(facts.HandRecorded(1, 0, 1, 8), stream) for stream in TABLES[:2])
    noted = writing.write(facts.AttendanceNoted((1,)), EVENT_STREAM)
    assert writing.journal.undo_order.to_undo is noted
    assert writing.journal.written_since(noted) is None
    for entry in (noted, first):
        writing.write(facts.Undone(entry.id), entry.stream)
    assert writing.journal.undo_order.to_undo is second
    writing.write(facts.Redone(first.id), first.stream)
    writing.write(facts.Redone(noted.id), EVENT_STREAM)
    assert writing.journal.undo_order.to_undo is noted
    other = writing.write(facts.HandRecorded(2, 0, 1, 8), TABLES[1])
    assert writing.journal.written_since(noted) is other


def test_redo_with_nothing_undone_is_refused() -> None:
    writing = Writing()
    writing.write(facts.EventCreated(Settings("Open")), EVENT_STREAM)
    hand = writing.write(facts.HandRecorded(1, 0, 1, 8))
    with pytest.raises(UnreadableEntry):
        writing.write(facts.Redone(hand.id))
    with pytest.raises(UnreadableEntry):
        writing.write(facts.Undone("nothing"))

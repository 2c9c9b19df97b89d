"""The journal in memory: all entries of an event in the order of writing, which of them count, and undo and redo."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import lru_cache
from itertools import islice, takewhile
from typing import Self, get_args, overload

from tournament.language import mark
from tournament.ledger.entry import (
    CHAIN_START,
    EVENT_STREAM,
    Entry,
    UnreadableEntry,
    is_phones_stream,
    journal_hash,
    table_of,
    table_stream,
)
from tournament.ledger.facts import (
    EventFact,
    GameReseated,
    GameTakenBack,
    PeopleFact,
    Redone,
    SeatingFact,
    SheetMoved,
    TableFact,
    Undone,
)
from tournament.ledger.fingerprint import Fingerprint

_SEATS_CHANGED = (*get_args(SeatingFact), *get_args(PeopleFact), GameReseated, GameTakenBack)


_OfAnother = (Undone, Redone)
"""Facts about another entry."""
_OUT_OF_ORDER = frozenset((Undone, Redone, SheetMoved))
"""The types of facts after which it is not only the last entry that counts."""
_UNDOABLE = frozenset((*get_args(EventFact), *get_args(TableFact)))
"""The types of facts that can be undone. Every entry is looked up in it, which is faster than a test of a union."""


class Journal:
    """All entries of an event. Entries are only appended; :meth:`fork` makes a copy to try further entries on.

    Undo follows the order of writing on each sheet: an entry can be undone unless a later entry that counts is about
    the same sheet. A change to the event can be undone only if it is the last entry of all.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries = _IndexedEntries()
        self._hash = CHAIN_START
        """The hash over all entries."""
        self._streams: dict[str, tuple[Entry, ...]] = {}
        self.event_mark = CHAIN_START
        """The hash of the last entry of the event's own stream. It changes with every entry there."""
        self.session_marks: dict[int, str] = {}
        """By session: the hash of the last entry of any of its sheets. It changes whenever one of them does."""
        self.phone_tables: frozenset[tuple[int, int]] = frozenset()
        """Session and table of each table whose phones have written an entry."""
        self.undo_order = UndoOrder()
        self._arrivals: dict[str, tuple[tuple[int, Entry], ...]] = {}
        """By stream: the entries that moved another sheet to this one, each with the number of entries that this stream
        had then."""
        self._from_elsewhere: dict[str, tuple[Entry, ...]] = {}
        """By stream: the entries of other streams that changed this sheet."""
        self._standing_now: dict[str, tuple[Entry, ...]] = {}
        """By stream: the cached result of :meth:`standing`."""
        self._written_now: dict[str, bool] = {}
        """By stream: the cached result of :meth:`has_standing`."""
        for entry in entries:
            self.append(entry)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __getitem__(self, position: int) -> Entry:
        return self._entries[position]

    def append(self, entry: Entry) -> None:
        """Append ``entry``, which is already sealed. Raise UnreadableEntry for an undo or redo out of turn."""
        record, fact = entry.record, entry.fact
        stream = record.stream
        self._entries.append(entry)
        self._hash = record.hash if record.before else journal_hash(self._hash, record)
        self._streams[stream] = (*self._streams.get(stream, ()), entry)
        self._mark(stream, record.hash)
        if type(fact) in _OUT_OF_ORDER:
            self._follow_others(entry)
        if self._standing_now or self._written_now:  # not yet while an event is opened
            self._follow_standing(entry)
        if type(fact) in _UNDOABLE:
            self.undo_order.write(entry)
            return
        if isinstance(fact, Undone):
            target = self.find(fact.entry)
            if target is None or not self.can_be_undone(target) or self.written_since(target) is not None:
                raise _out_of_turn(entry, fact.entry)
            self.undo_order.undo(target, len(self._entries) - 1)
        elif isinstance(fact, Redone):
            if self.undo_order.to_redo is None or self.undo_order.to_redo.id != fact.entry:
                raise _out_of_turn(entry, fact.entry)
            self.undo_order.redo(len(self._entries) - 1)

    def _follow_others(self, entry: Entry) -> None:
        """Note the other sheet that ``entry`` changed, if it moved one, or undid or redid a move."""
        fact = entry.fact
        if isinstance(fact, SheetMoved):
            to = table_stream(fact.to_session, fact.to_table)
            self._arrivals[to] = (*self._arrivals.get(to, ()), (self.number(to), entry))
        other = self._other_sheet(entry)
        if other is not None:
            self._from_elsewhere[other] = (*self._from_elsewhere.get(other, ()), entry)
            self._mark(other, entry.record.hash)

    def _mark(self, stream: str, last: str) -> None:
        """Update the marks of everything that depends on ``stream``, which the entry with the hash ``last`` changed."""
        if stream == EVENT_STREAM:
            self.event_mark = last
            return
        place, of_phones = _place_of(stream)
        if not of_phones:
            self.session_marks[place[0]] = last
        elif place not in self.phone_tables:
            self.phone_tables |= {place}

    def fork(self) -> "Journal":
        """Return a copy that can grow without changing this one."""
        other = Journal()
        other._entries = self._entries.fork()
        other._hash = self._hash
        other._streams = self._streams.copy()
        other.event_mark = self.event_mark
        other.session_marks = self.session_marks.copy()
        other.phone_tables = self.phone_tables
        other.undo_order = self.undo_order.fork()
        other._arrivals = self._arrivals.copy()
        other._from_elsewhere = self._from_elsewhere.copy()
        other._standing_now = self._standing_now.copy()
        other._written_now = self._written_now.copy()
        return other

    def until(self, position: int) -> "Journal":
        """The journal as it stood when it had ``position`` entries."""
        return Journal(self._entries[:position])

    @property
    def fingerprint(self) -> Fingerprint:
        """The number of entries and the hash over all of them, to which the next one is chained."""
        return Fingerprint(len(self._entries), self._hash)

    def number(self, stream: str) -> int:
        """The number of the last entry of ``stream``; 0 if it has none."""
        return len(self._streams.get(stream, ()))

    def last_hash(self, stream: str) -> str:
        """The hash of the last entry of ``stream``, to which the next one is chained."""
        entries = self._streams.get(stream)
        return entries[-1].record.hash if entries else CHAIN_START

    def session_mark(self, session: int) -> str:
        """The hash of the last entry of any sheet of ``session``. It changes whenever one of the sheets does."""
        return self.session_marks.get(session, CHAIN_START)

    def everything(self, stream: str) -> tuple[Entry, ...]:
        """All entries of ``stream``, undone ones included."""
        return self._streams.get(stream, ())

    def sheet_number(self, stream: str) -> int:
        """How many entries changed the sheet of ``stream``: its own, and those that moved another one here or back."""
        return self.number(stream) + len(self._from_elsewhere.get(stream, ()))

    def sheet_mark(self, stream: str) -> str:
        """A text that changes whenever the sheet of ``stream`` does."""
        elsewhere = self._from_elsewhere.get(stream)
        own = self.last_hash(stream)
        return own if elsewhere is None else f"{own} {len(elsewhere)} {elsewhere[-1].record.hash}"

    def sheet_marks(self, session: int, tables: int) -> tuple[str, ...]:
        """The :meth:`sheet_mark` of each of ``tables`` in ``session``, from 1."""
        names = _table_streams(session, tables)
        if not self._from_elsewhere:  # of most events: one look-up each
            streams, none = self._streams, (None,)
            last = [streams.get(name, none)[-1] for name in names]
            return tuple(CHAIN_START if entry is None else entry.record.hash for entry in last)
        return tuple(map(self.sheet_mark, names))

    def sheets_of(self, entry: Entry) -> frozenset[str]:
        """The streams whose sheets ``entry`` changed: its own, and the one to which it moved a sheet, or back."""
        other = self._other_sheet(entry)
        return frozenset((entry.record.stream,) if other is None else (entry.record.stream, other))

    def _other_sheet(self, entry: Entry) -> str | None:
        fact = entry.fact
        if isinstance(fact, SheetMoved):
            return table_stream(fact.to_session, fact.to_table)
        if isinstance(fact, _OfAnother):
            target = self.find(fact.entry)
            return None if target is None else self._other_sheet(target)
        return None

    def stream_showing(self, entry: Entry) -> str:
        """The stream whose sheet shows what ``entry`` wrote: its own, or the one to which that sheet was moved."""
        stream, number = entry.record.stream, entry.record.number
        while True:
            later = self.everything(stream)[number:]
            moved = next((each for each in later if isinstance(each.fact, SheetMoved) and self._stands(each)), None)
            if moved is None or not isinstance(moved.fact, SheetMoved):
                return stream
            stream = table_stream(moved.fact.to_session, moved.fact.to_table)
            # Only a later move of that sheet takes the entry further.
            number = next(there for there, arrival in self._arrivals[stream] if arrival is moved)

    def standing(self, stream: str, before: Entry | None = None) -> tuple[Entry, ...]:
        """The entries of ``stream`` that count: not those that were undone, and not undo and redo themselves.

        Given ``before``, one of them: those that counted just before it was written. For a sheet, entries that were
        moved to it are included, and those that were moved away are not.
        """
        if before is None:
            if stream not in self._standing_now:
                self._standing_now[stream] = self.standing_at(stream, None)
            return self._standing_now[stream]
        return self.standing_at(stream, self._entries.position(before.id))

    def standing_at(self, stream: str, moment: int | None, last: int | None = None) -> tuple[Entry, ...]:
        """The entries of ``stream`` up to number ``last`` that counted when the journal had ``moment`` entries.

        Without ``last`` they are all entries of the stream; without ``moment`` they are those that count now.
        """
        own = self._streams.get(stream, ())[:last]
        if moment is None and not self._arrivals and self.undo_order.untouched:
            return own  # nothing in the whole journal was undone or moved
        arrivals = self._arrivals.get(stream, ())
        if not arrivals and not any(isinstance(entry.fact, SheetMoved) for entry in own):
            return tuple(entry for entry in own if self._stands(entry, moment))
        found: list[Entry] = []
        for number in range(len(own) + 1):
            if number:
                entry = own[number - 1]
                if isinstance(entry.fact, SheetMoved) and self._stands(entry, moment):
                    found.clear()
                elif self._stands(entry, moment):
                    found.append(entry)
            # Entries that came from another sheet count from the moment of the move, so they are placed among this
            # sheet's own entries by the number that those had reached.
            for there, arrival in arrivals:
                if there == number and self._stands(arrival, moment):
                    found.extend((*self.standing_at(arrival.stream, moment, arrival.number - 1), arrival))
        return tuple(found)

    def _follow_standing(self, entry: Entry) -> None:
        """Keep the cached results for streams up to date with the new ``entry``.

        After an undo or redo, and once a sheet was moved, they are dropped and computed again when they are needed.
        """
        if type(entry.fact) in _OUT_OF_ORDER or self._arrivals:
            self._standing_now.clear()
            self._written_now.clear()
            return
        if self._written_now:
            self._written_now[entry.record.stream] = True
        if entry.record.stream in self._standing_now:
            self._standing_now[entry.record.stream] += (entry,)

    def begun_tables(self, session: int, tables: int) -> frozenset[int]:
        """Those of ``tables`` in ``session``, from 1, whose sheets have an entry that counts."""
        streams = enumerate(_table_streams(session, tables), start=1)
        return frozenset(table for table, stream in streams if self.has_standing(stream))

    def has_standing(self, stream: str) -> bool:
        """Whether :meth:`standing` has any entry. It looks at the end only, as it is called for every table."""
        known = self._written_now.get(stream)
        if known is None and stream in self._arrivals:
            known = bool(self.standing(stream))
        elif known is None:
            last = next((entry for entry in reversed(self._streams.get(stream, ())) if self._stands(entry)), None)
            known = last is not None and not isinstance(last.fact, SheetMoved)
        self._written_now[stream] = known
        return known

    def _stands(self, entry: Entry, moment: int | None = None) -> bool:
        return self.counts(entry, moment) and not isinstance(entry.fact, _OfAnother)

    def can_be_undone(self, entry: Entry) -> bool:
        """Whether ``entry`` counts and is of a kind that can be undone; never the event's first."""
        known = self.find(entry.record.id) is entry and entry is not self._entries[0]
        return known and self.counts(entry) and type(entry.fact) in _UNDOABLE

    def written_since(self, entry: Entry) -> Entry | None:
        """The last entry that prevents ``entry`` from being undone; None if it can be undone.

        It is a later entry that counts and is about the same sheet. For a change to the event it is any later entry
        that counts. For a sheet that was moved it may also be a change of seats, since the sheet would return to other
        players.
        """
        if isinstance(entry.fact, EventFact):
            return None if self.undo_order.done[-1] is entry else self.undo_order.done[-1]
        last = (self.last_of_sheet(sheet) for sheet in sorted(self.sheets_of(entry)))
        since = next((other for other in last if other is not None and other is not entry), None)
        if since is None and isinstance(entry.fact, SheetMoved):
            later = takewhile(lambda other: other is not entry, reversed(self.undo_order.done))
            return next((other for other in later if isinstance(other.fact, _SEATS_CHANGED)), None)
        return since

    def last_of_sheet(self, stream: str) -> Entry | None:
        """The last entry that counts on the sheet of ``stream``, or that moved the sheet away."""
        own = next((entry for entry in reversed(self._streams.get(stream, ())) if self._stands(entry)), None)
        came = next((each for each in reversed(self._arrivals.get(stream, ())) if self._stands(each[1])), None)
        if came is None or (own is not None and own.number > came[0]):
            return own
        return came[1]

    def counts(self, entry: Entry, moment: int | None = None) -> bool:
        """Whether ``entry`` counts, or counted when the journal had ``moment`` entries: it was not undone."""
        if moment is not None:
            position = self._entries.position(entry.record.id)
            if position is None or position >= moment:
                return False
        return self.undo_order.counts(entry.record.id, moment)

    def position_of(self, entry: Entry) -> int:
        """The position of ``entry`` in the whole journal, from 0."""
        position = self._entries.position(entry.record.id)
        assert position is not None, "an entry of this journal"
        return position

    def find(self, id: str) -> Entry | None:
        """The entry with this id, or None."""
        position = self._entries.position(id)
        return None if position is None else self._entries[position]


@lru_cache(maxsize=64)
def _table_streams(session: int, tables: int) -> tuple[str, ...]:
    return tuple(table_stream(session, table) for table in range(1, tables + 1))


@lru_cache(maxsize=8192)
def _place_of(stream: str) -> tuple[tuple[int, int], bool]:
    """Session and table of ``stream``, which is not the event's own, and whether it is that of the phones there."""
    place = table_of(stream)
    assert place is not None, "only the event's own stream has none"
    return place, is_phones_stream(stream)


def _out_of_turn(by: Entry, id: str) -> UnreadableEntry:
    return UnreadableEntry(by.record, mark("{id} is not an entry whose turn it is", id=id))


class UndoOrder:
    """Which entry undo and redo concern next, and which entries were undone. A new entry clears what can be redone."""

    __slots__ = ("_turns", "_undone", "done")

    def __init__(self) -> None:
        self.done = _SharedEntries()
        """The entries that can be undone and count, in the order of writing."""
        self._undone: list[Entry] = []
        self._turns: dict[str, tuple[int, ...]] = {}
        """By id of an entry: the positions of the entries that undid it, redid it, undid it again …"""

    def fork(self) -> "UndoOrder":
        """Return a copy that can grow without changing this one."""
        other = UndoOrder()
        other.done, other._undone, other._turns = self.done.fork(), self._undone.copy(), self._turns.copy()
        return other

    @property
    def to_undo(self) -> Entry | None:
        """The entry that undo would concern; never the event's first."""
        return self.done[-1] if len(self.done) > 1 else None

    @property
    def to_redo(self) -> Entry | None:
        """The entry that redo would concern."""
        return self._undone[-1] if self._undone else None

    @property
    def begun(self) -> bool:
        """Whether an entry of a table counts."""
        return any(isinstance(entry.fact, TableFact) for entry in reversed(self.done))

    @property
    def untouched(self) -> bool:
        """Whether nothing was ever undone."""
        return not self._turns

    def write(self, entry: Entry) -> None:
        """Note a new ``entry`` that can be undone."""
        self.done.append(entry)
        if self._undone:
            self._undone.clear()

    def undo(self, entry: Entry, position: int) -> None:
        """Note that the journal's entry at ``position`` undid ``entry``."""
        self.done.take_out(entry)
        self._undone.append(entry)
        self._turn(entry, position)

    def redo(self, position: int) -> None:
        """Note that the journal's entry at ``position`` redid what was undone last."""
        self.done.append(self._undone.pop())
        self._turn(self.done[-1], position)

    def counts(self, id: str, moment: int | None) -> bool:
        """Whether the entry with this id counts, or did when the journal had ``moment`` entries."""
        turns = self._turns.get(id)
        if turns is None:
            return True
        # Undo and redo alternate, so after an even number of them the entry counts.
        return (len(turns) if moment is None else sum(turn < moment for turn in turns)) % 2 == 0

    def _turn(self, entry: Entry, position: int) -> None:
        self._turns[entry.record.id] = (*self._turns.get(entry.record.id, ()), position)


class _SharedEntries(Sequence[Entry]):
    """Entries of a journal and its forks, which share one list.

    Each fork sees the first ``len`` entries of the list, so that making a fork copies nothing. A fork gets a list of
    its own when it appends where another fork has already appended, or when it removes an entry.
    """

    __slots__ = ("_all", "_count")

    def __init__(self) -> None:
        self._all: list[Entry] = []
        self._count = 0

    def fork(self) -> Self:
        """Return the same entries, to continue separately."""
        return copy(self)

    def append(self, entry: Entry) -> None:
        """Append ``entry``."""
        if len(self._all) != self._count:  # another fork has appended to the shared list
            self._part()
        self._all.append(entry)
        self._count += 1

    def take_out(self, entry: Entry) -> None:
        """Remove ``entry`` where it occurs last."""
        self._part()
        del self._all[next(n for n in reversed(range(self._count)) if self._all[n] is entry)]
        self._count -= 1

    def _part(self) -> None:
        """Stop sharing the list: continue with a copy of it."""
        self._all = self._all[: self._count]

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Entry]:
        return islice(self._all, self._count)

    @overload
    def __getitem__(self, index: int) -> Entry: ...

    @overload
    def __getitem__(self, index: slice) -> list[Entry]: ...

    def __getitem__(self, index: int | slice) -> Entry | list[Entry]:
        if isinstance(index, slice):
            return self._all[: self._count][index]
        return self._all[range(self._count)[index]]


class _IndexedEntries(_SharedEntries):
    """Shared entries that know the position of each entry by its id."""

    __slots__ = ("_positions",)

    def __init__(self) -> None:
        super().__init__()
        self._positions: dict[str, int] = {}

    def append(self, entry: Entry) -> None:
        """Append ``entry``."""
        id = entry.record.id
        if id in self._positions or len(self._all) != self._count:
            self._part()
        self._all.append(entry)
        self._positions[id] = self._count
        self._count += 1

    def position(self, id: str) -> int | None:
        """The position of the entry with this id, from 0; None if it is not there."""
        position = self._positions.get(id)
        return position if position is not None and position < self._count else None

    def _part(self) -> None:
        super()._part()
        self._positions = {id: position for id, position in self._positions.items() if position < self._count}

"""All entries of an event in the order of writing, and which of them count."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import takewhile
from typing import get_args

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
    DrawPublished,
    EventFact,
    GameReseated,
    GameSeated,
    GameTakenBack,
    PeopleFact,
    Redone,
    SeatingFact,
    SheetMoved,
    TableFact,
    Undone,
)
from tournament.ledger.fingerprint import Fingerprint
from tournament.ledger.shared_entries import IndexedEntries
from tournament.ledger.undo_order import UndoOrder

_SEATS_CHANGED = (*get_args(SeatingFact), *get_args(PeopleFact), GameReseated, GameTakenBack)


_CanBeUndone = EventFact | TableFact
_OfAnother = Undone | Redone
"""About another entry. Made once: each entry of an event is asked what it is."""


class Journal:
    """The ledger in memory: append-only; :meth:`fork` makes a copy to try entries on.

    Undoing follows the order of writing on each sheet: an entry can be taken back when nothing that was written
    after it and still counts is about the same sheet; a change to the event only when it is the last of all. A
    new fact empties the list of what can be redone.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries = IndexedEntries()
        self._hash = CHAIN_START
        """What all entries amount to."""
        self._streams: dict[str, tuple[Entry, ...]] = {}
        self.event_mark = CHAIN_START
        """Changes whenever the event's own stream gets an entry: the hash of the last one."""
        self.session_marks: dict[int, str] = {}
        """By session: changes whenever one of its sheets does. It is the hash of the last entry of any of them."""
        self.phone_tables: frozenset[tuple[int, int]] = frozenset()
        """Session and table of each table at whose phones something was said."""
        self.undo_order = UndoOrder()
        self.opens_games = False
        """Whether players were last seated by opening a game: a stream is then a game of an evening, in words too."""
        self._arrivals: dict[str, tuple[tuple[int, Entry], ...]] = {}
        """By stream: the entries that moved another sheet to this one, each with the number of the stream then."""
        self._from_elsewhere: dict[str, tuple[Entry, ...]] = {}
        """By stream: the entries of other streams that changed this sheet."""
        self._standing_now: dict[str, tuple[Entry, ...]] = {}
        """By stream, once asked for: what counts of it now."""
        self._written_now: dict[str, bool] = {}
        """By stream, once asked for: whether anything counts of it now."""
        for entry in entries:
            self.append(entry)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __getitem__(self, position: int) -> Entry:
        return self._entries[position]

    def append(self, entry: Entry) -> None:
        """Add ``entry``, already written, at the end."""
        position, fact, stream = len(self._entries), entry.fact, entry.record.stream
        self._entries.append(entry)
        self._hash = journal_hash(self._hash, entry.record)
        self._streams[stream] = (*self._streams.get(stream, ()), entry)
        self._mark(stream, entry)
        if isinstance(fact, SheetMoved):
            to = table_stream(fact.to_session, fact.to_table)
            self._arrivals[to] = (*self._arrivals.get(to, ()), (self.number(to), entry))
        other = self._other_sheet(entry)
        if other is not None:
            self._from_elsewhere[other] = (*self._from_elsewhere.get(other, ()), entry)
            self._mark(other, entry)
        self._follow_standing(entry)
        if isinstance(fact, _CanBeUndone):
            self.undo_order.write(entry)
            if stream == EVENT_STREAM and isinstance(fact, GameSeated | DrawPublished):
                self.opens_games = isinstance(fact, GameSeated)
            return
        if isinstance(fact, Undone):
            target = self.find(fact.entry)
            if target is None or not self.can_be_undone(target) or self.written_since(target) is not None:
                raise _out_of_turn(entry, fact.entry)
            self.undo_order.undo(target, position)
        elif isinstance(fact, Redone):
            if self.undo_order.to_redo is None or self.undo_order.to_redo.id != fact.entry:
                raise _out_of_turn(entry, fact.entry)
            self.undo_order.redo(position)

    def _mark(self, stream: str, entry: Entry) -> None:
        """Note that ``entry`` changed what follows from ``stream``."""
        if stream == EVENT_STREAM:
            self.event_mark = entry.record.hash
            return
        place, of_phones = _place_of(stream)
        if not of_phones:
            self.session_marks[place[0]] = entry.record.hash
        elif place not in self.phone_tables:
            self.phone_tables |= {place}

    def fork(self) -> "Journal":
        """A copy that can grow without touching this one."""
        other = Journal()
        other._entries = self._entries.fork()
        other._hash = self._hash
        other._streams = self._streams.copy()
        other.event_mark = self.event_mark
        other.session_marks = self.session_marks.copy()
        other.phone_tables = self.phone_tables
        other.undo_order = self.undo_order.fork()
        other.opens_games = self.opens_games
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
        """How many entries there are, and what they amount to: what the next one is chained to."""
        return Fingerprint(len(self._entries), self._hash)

    def number(self, stream: str) -> int:
        """Number of the last entry of ``stream``; 0 when it has none."""
        return len(self._streams.get(stream, ()))

    def last_hash(self, stream: str) -> str:
        """Hash of the last entry of ``stream``, to chain the next one to."""
        entries = self._streams.get(stream)
        return entries[-1].record.hash if entries else CHAIN_START

    def session_mark(self, session: int) -> str:
        """Changes whenever a sheet of ``session`` does: the hash of the last entry of any of them."""
        return self.session_marks.get(session, CHAIN_START)

    def everything(self, stream: str) -> tuple[Entry, ...]:
        """All entries of ``stream``, those taken back too."""
        return self._streams.get(stream, ())

    def sheet_number(self, stream: str) -> int:
        """How many entries changed the sheet of ``stream``: its own, and those of another sheet that moved here."""
        return self.number(stream) + len(self._from_elsewhere.get(stream, ()))

    def sheet_mark(self, stream: str) -> str:
        """Changes whenever the sheet of ``stream`` does."""
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
        return frozenset((entry.stream,) if other is None else (entry.stream, other))

    def _other_sheet(self, entry: Entry) -> str | None:
        fact = entry.fact
        if isinstance(fact, SheetMoved):
            return table_stream(fact.to_session, fact.to_table)
        if isinstance(fact, _OfAnother):
            target = self.find(fact.entry)
            return None if target is None else self._other_sheet(target)
        return None

    def stands_on(self, entry: Entry) -> str:
        """The stream on whose sheet stands what ``entry`` wrote: its own, unless the sheet was moved since."""
        stream, number = entry.stream, entry.number
        while True:
            later = self.everything(stream)[number:]
            moved = next((each for each in later if isinstance(each.fact, SheetMoved) and self._stands(each)), None)
            if moved is None or not isinstance(moved.fact, SheetMoved):
                return stream
            stream = table_stream(moved.fact.to_session, moved.fact.to_table)
            number = next(there for there, arrival in self._arrivals[stream] if arrival is moved)

    def standing(self, stream: str, before: Entry | None = None) -> tuple[Entry, ...]:
        """The entries of ``stream`` that count, or those that counted just ``before`` one of them was written:
        without what was undone, and without undo and redo. For a sheet: what was moved there is among them, what was
        moved away is not.
        """
        if before is None:
            if stream not in self._standing_now:
                self._standing_now[stream] = self.standing_at(stream, None)
            return self._standing_now[stream]
        return self.standing_at(stream, self._entries.position(before.id), before.number - 1)

    def standing_at(self, stream: str, moment: int | None, last: int | None = None) -> tuple[Entry, ...]:
        """The entries of ``stream`` up to number ``last`` that counted when the journal had ``moment`` entries; None:
        all of them, and now."""
        own = self._streams.get(stream, ())[:last]
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
            for there, arrival in arrivals:
                if there == number and self._stands(arrival, moment):
                    found.extend((*self.standing_at(arrival.stream, moment, arrival.number - 1), arrival))
        return tuple(found)

    def _follow_standing(self, entry: Entry) -> None:
        """What counts of a stream grows by ``entry``; behind an undo, or where a sheet is moved, it is asked anew."""
        if isinstance(entry.fact, Undone | Redone | SheetMoved) or self._arrivals:
            self._standing_now.clear()
            self._written_now.clear()
            return
        if self._written_now:
            self._written_now[entry.stream] = True
        if entry.stream in self._standing_now:
            self._standing_now[entry.stream] += (entry,)

    def begun_tables(self, session: int, tables: int) -> frozenset[int]:
        """Those of ``tables`` in ``session``, from 1, on whose sheets something stands."""
        streams = enumerate(_table_streams(session, tables), start=1)
        return frozenset(table for table, stream in streams if self.has_standing(stream))

    def has_standing(self, stream: str) -> bool:
        """Whether :meth:`standing` has anything; asked of every table at once, so it looks at the end alone."""
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
        """Whether ``entry`` counts, and is of a kind that can be taken back; never the event's first."""
        known = self.find(entry.id) is entry and entry is not self._entries[0]
        return known and self.counts(entry) and isinstance(entry.fact, _CanBeUndone)

    def written_since(self, entry: Entry) -> Entry | None:
        """The last entry that stands in the way of taking ``entry`` back; None when nothing does.

        That is what counts and was written after it about the same sheet; for a change to the event whatever was; and
        for a sheet that was moved also a change of seats, since it would come back to other players.
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
        """The last entry that counts on the sheet of ``stream``, or moved what stood there away."""
        own = next((entry for entry in reversed(self._streams.get(stream, ())) if self._stands(entry)), None)
        came = next((each for each in reversed(self._arrivals.get(stream, ())) if self._stands(each[1])), None)
        if came is None or (own is not None and own.number > came[0]):
            return own
        return came[1]

    def counts(self, entry: Entry, moment: int | None = None) -> bool:
        """Whether ``entry`` counts, or counted when the journal had ``moment`` entries: nothing took it back."""
        if moment is not None:
            position = self._entries.position(entry.id)
            if position is None or position >= moment:
                return False
        return self.undo_order.counts(entry.id, moment)

    def position_of(self, entry: Entry) -> int:
        """Where ``entry`` stands in the whole journal, from 0."""
        position = self._entries.position(entry.id)
        assert position is not None, "an entry of this journal"
        return position

    def find(self, id: str) -> Entry | None:
        """The entry of this id, or None."""
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
    return UnreadableEntry(by.record, f"{id} is not an entry whose turn it is")

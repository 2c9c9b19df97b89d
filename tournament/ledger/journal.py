"""All entries of an event in the order of writing, and which of them count."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from tournament.ledger.entry import CHAIN_START, Entry, UnreadableEntry, table_stream
from tournament.ledger.facts import EventFact, HeadsChained, Redone, TableFact, Undone


class Journal:
    """The ledger in memory: append-only; :meth:`fork` makes a copy to try entries on.

    Undoing follows the order of writing: the last entry that counts is the one that undo takes
    back, and a new fact empties the list of what can be redone.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries: list[Entry] = []
        self._by_id: dict[str, Entry] = {}
        self._streams: dict[str, tuple[Entry, ...]] = {}
        self._marks: dict[str, str] = {}
        self._done: list[Entry] = []
        self._undone: list[Entry] = []
        self._void: set[str] = set()
        for entry in entries:
            self.append(entry)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __getitem__(self, position: int) -> Entry:
        return self._entries[position]

    @property
    def streams(self) -> tuple[str, ...]:
        """The streams that have entries, oldest first."""
        return tuple(self._streams)

    def append(self, entry: Entry) -> None:
        """Add ``entry``, already written, at the end."""
        self._entries.append(entry)
        self._by_id[entry.id] = entry
        self._streams[entry.stream] = (*self._streams.get(entry.stream, ()), entry)
        self._marks[_group(entry.stream)] = entry.record.hash
        fact = entry.fact
        if isinstance(fact, EventFact | TableFact):
            self._done.append(entry)
            self._undone.clear()
            return
        match fact:
            case Undone():
                self._undone.append(_take(self._done, fact.entry, entry))
                self._void.add(fact.entry)
            case Redone():
                self._done.append(_take(self._undone, fact.entry, entry))
                self._void.discard(fact.entry)
            case HeadsChained():
                pass
            case _:
                assert_never(fact)

    def fork(self) -> "Journal":
        """A copy that can grow without touching this one."""
        copy = Journal()
        copy._entries = self._entries.copy()
        copy._by_id = self._by_id.copy()
        copy._streams = self._streams.copy()
        copy._marks = self._marks.copy()
        copy._done = self._done.copy()
        copy._undone = self._undone.copy()
        copy._void = self._void.copy()
        return copy

    def until(self, position: int) -> "Journal":
        """The journal as it stood when it had ``position`` entries."""
        return Journal(self._entries[:position])

    def number(self, stream: str) -> int:
        """Number of the last entry of ``stream``; 0 when it has none."""
        return len(self._streams.get(stream, ()))

    def last_hash(self, stream: str) -> str:
        """Hash of the last entry of ``stream``, to chain the next one to."""
        entries = self._streams.get(stream)
        return entries[-1].record.hash if entries else CHAIN_START

    def session_mark(self, session: int) -> str:
        """Changes whenever a table of ``session`` gets an entry: the hash of the last one."""
        return self._marks.get(_group(table_stream(session, 1)), CHAIN_START)

    def everything(self, stream: str) -> tuple[Entry, ...]:
        """All entries of ``stream``, those taken back too."""
        return self._streams.get(stream, ())

    def standing(self, stream: str) -> tuple[Entry, ...]:
        """The entries of ``stream`` that count: without what was undone, and without undo and redo."""
        return tuple(
            entry
            for entry in self._streams.get(stream, ())
            if entry.id not in self._void and not isinstance(entry.fact, Undone | Redone)
        )

    def counts(self, entry: Entry) -> bool:
        """False when ``entry`` was taken back."""
        return entry.id not in self._void

    def find(self, id: str) -> Entry | None:
        """The entry of this id, or None."""
        return self._by_id.get(id)

    @property
    def to_undo(self) -> Entry | None:
        """The entry that undo would take back; never the event's first."""
        return self._done[-1] if len(self._done) > 1 else None

    @property
    def to_redo(self) -> Entry | None:
        """The entry that redo would bring back."""
        return self._undone[-1] if self._undone else None


def _group(stream: str) -> str:
    return stream.partition("/")[0]


def _take(pile: list[Entry], id: str, by: Entry) -> Entry:
    if not pile or pile[-1].id != id:
        raise UnreadableEntry(by.record, f"{id} is not the entry whose turn it is")
    return pile.pop()

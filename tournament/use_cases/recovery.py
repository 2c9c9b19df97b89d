"""Make a whole event from the entries found in a damaged file.

Entries before the first gap are taken as they are, so that their fingerprints stay valid. Those after it are taken too,
with new hashes, unless they depend on something that is lost and cannot be rebuilt
(:mod:`tournament.use_cases.assembly`). :func:`check_records` finds nothing wrong with the result, and every whole entry
is either in it or in the list of those that were left out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count as count_from
from itertools import pairwise
from typing import get_args

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole, PinHash
from tournament.language import Text, mark, mark_count
from tournament.ledger.codec import decode
from tournament.ledger.entry import CHAIN_START, EVENT_STREAM, Entry, Record, UnreadableEntry, is_table_stream, table_of
from tournament.ledger.facts import DrawPublished, EventRecovered, Fact
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.ledger.journal import Journal
from tournament.use_cases.assembly import Assembly
from tournament.use_cases.changes import By
from tournament.use_cases.check import check_records
from tournament.use_cases.coherence import CONTRADICTIONS, reason_of
from tournament.use_cases.draft import next_entry
from tournament.use_cases.rebuilding import drawn_again
from tournament.use_cases.rights import acting_with, pins_in

Progress = Callable[[int, int], None]
"""Called with the number of streams that are settled, and the number of all."""


@dataclass(frozen=True, slots=True)
class Recovery:
    """The entries for the new file, and what is missing."""

    records: tuple[Record, ...]
    missing: tuple[Text, ...] = ()
    """What is missing, what was rebuilt for it, and what was left out; empty if the event is whole."""
    left_out: tuple[Record, ...] = ()
    """The entries that are whole, and that the event cannot have without those that are lost."""
    remarks: tuple[Text, ...] = ()
    """How entries were found that would be lost otherwise."""
    damaged: tuple[Record, ...] = ()
    """The entries that can be read in part; nothing proves what they say."""
    rebuilt: int = 0
    """How many of :attr:`records` the recovery itself made, for what is lost."""

    @property
    def kept(self) -> int:
        """How many entries of the old file are in the event."""
        return len(self.records) - self.rebuilt

    @property
    def intact(self) -> int:
        """How many entries of the old file are whole: those that are kept, and those that are left out."""
        return self.kept + len(self.left_out)


def no_progress(_done: int, _all: int) -> None:
    """Report no progress."""


def recover(
    found: Iterable[Record],
    end: Fingerprint | None,
    *,
    whole: bool = False,
    damaged: Sequence[Record] = (),
    by: By | None = None,
    now: datetime | None = None,
    progress: Progress = no_progress,
) -> Recovery:
    """Return an event made from the records ``found``, each of which agrees with its own hash.

    ``end`` is the end of the journal that the file states, or None. ``whole`` says that nothing is wrong with the file.
    ``damaged`` are entries that do not agree with their hash: what they say about settings, players and seats is used
    to rebuild what others depend on, by entries of ``by`` at the time ``now``. Raise Refused if there is no entry, or
    if the PIN of ``by`` opens no role of the event.
    """
    records = _in_order(found)
    continuous = whole or (_is_continuous(records) and end is not None and _end_of(records) == end)
    if continuous and not _problems(records, incomplete=False):
        return Recovery(tuple(records))
    if not records:
        raise Refused(Problem("nothing-left", mark("No entry of the event is left: look for a copy.")))
    damaged = _among(damaged, records)
    again = _drawn_again(records, damaged, end)
    if again is not None:
        remark = mark("Entry {position}, the draw, was damaged: drawn again with its seed, it agrees with its hash.",
                      position=again.position)  # fmt: skip
        result = recover([*records, again], end, damaged=damaged, by=by, now=now, progress=progress)
        return replace(result, remarks=(remark, *result.remarks))
    count = _count_before_gap(records)
    acting = acting_with(_pins_in(records), by or By("–"))
    assembly = Assembly(records[:count], records[count:], damaged, acting, now or datetime.now(UTC))
    kept = _Kept(assembly, progress)
    kept.try_everything()
    taken = {record.id for record in kept.built.records}
    left_out = tuple(record for record in records if record.id not in taken)
    remaining = (problem.text for problem in _problems(kept.built.records, incomplete=not continuous))
    missing = (*_gap_texts(records, end, damaged), *kept.built.texts, *_left_out_texts(left_out), *remaining)
    own = len(kept.built.records) - (len(records) - len(left_out))
    return Recovery(kept.built.records, missing, left_out, (), damaged, own)


def with_note(recovery: Recovery, count: int, *, by: By, now: datetime) -> Recovery:
    """Return ``recovery``, followed by an entry that records the recovery if anything is missing of ``count`` entries.

    Raise Refused if the PIN of ``by`` opens no role of the event.
    """
    journal = Journal(decode(record) for record in recovery.records)
    acting = acting_with(pins_in(journal), by)
    if not recovery.missing:
        return recovery
    fact = EventRecovered(len(journal), max(count - recovery.kept, 0))
    entry = next_entry(journal, EVENT_STREAM, fact, acting, now)
    return replace(recovery, records=(*recovery.records, entry.record), rebuilt=recovery.rebuilt + 1)


def _pins_in(records: Iterable[Record]) -> Mapping[EventRole, PinHash]:
    """The PINs of the roles, by those of ``records`` that can be read."""
    entries: list[Entry] = []
    for record in records:
        with suppress(UnreadableEntry):
            entries.append(decode(record))
    return pins_in(entries)


def _among(damaged: Sequence[Record], whole: Sequence[Record]) -> tuple[Record, ...]:
    """The ``damaged`` entries in whose places no whole one is."""
    places = {record.position for record in whole}
    return tuple(record for record in damaged if record.position not in places)


def _drawn_again(records: Sequence[Record], damaged: Sequence[Record], end: Fingerprint | None) -> Record | None:
    """Return the entry of the draw if it is damaged, everything before it is whole, and drawing again gives it."""
    count = _count_before_gap(records)
    lost = next((record for record in damaged if record.position == count + 1), None)
    if lost is None or lost.kind != DrawPublished.kind:
        return None
    known = {each for record in records for each in (record.previous, record.before)} - {"", CHAIN_START}
    known |= {end.hash} if end is not None else set()
    return drawn_again(lost, (decode(record) for record in records[:count]), known)


class _Kept:
    """The entries kept so far, which have no fault that the undamaged beginning does not have."""

    def __init__(self, assembly: Assembly, progress: Progress) -> None:
        self._assembly = assembly
        self._progress = progress
        self._streams = sorted(assembly.streams, key=lambda stream: (stream != EVENT_STREAM, stream))
        self._faults = _faults(assembly.before)
        self._settled = 0
        """Number of streams for which it is decided whether they are kept."""
        self.built = assembly.built(frozenset(self._streams))

    def try_everything(self) -> None:
        """Keep every entry, except those at which a fault is found, and those that depend on them."""
        self._progress(0, len(self._streams))
        for turn in count_from(1):
            blamed = self._assembly.blamed(self.built, all_of_a_stream=turn > _TURNS)
            if not blamed:
                break
            self._assembly.leave_out(blamed)
            self.built = self._assembly.built(frozenset(self._streams))
            self._progress(0, len(self._streams))
        if _faults(self.built.records) - self._faults:
            self.built = self._assembly.built(frozenset())
            self._try_streams(self._streams, frozenset())

    def _try_streams(self, streams: Sequence[str], kept: frozenset[str]) -> frozenset[str]:
        """Keep the entries of ``streams`` besides those ``kept``, or as many of them as cause no fault.

        A set of streams that causes a fault is halved, and each half is tried separately. Return all that are kept.
        """
        if not streams:
            return kept
        self._progress(self._settled, len(self._streams))
        built = self._assembly.built(kept.union(streams))
        if _faults(built.records) <= self._faults:
            self.built = built
            self._settled += len(streams)
            return kept.union(streams)
        if len(streams) == 1:
            self._settled += 1
            if streams[0] == EVENT_STREAM:
                return self._with_beginning(kept)
            return kept
        half = len(streams) // 2
        return self._try_streams(streams[half:], self._try_streams(streams[:half], kept))

    def _with_beginning(self, kept: frozenset[str]) -> frozenset[str]:
        """Keep as many of the first entries of the event's own stream as cause no fault, and leave out the others.

        The other streams depend on this one, so a part of it is better than nothing.
        """
        own = self._assembly.own_entries()
        good, bad = 0, len(own)
        while bad - good > 1:
            middle = (good + bad) // 2
            built = self._assembly.built(kept | {EVENT_STREAM}, without=own[middle:])
            if _faults(built.records) <= self._faults:
                good = middle
            else:
                bad = middle
        self._assembly.leave_out(own[good:])
        self.built = self._assembly.built(kept | {EVENT_STREAM})
        return kept | {EVENT_STREAM}


_TURNS = 12
"""How often only the first entry at fault of each stream is left out; then all of them are."""


def _faults(records: Sequence[Record]) -> frozenset[str]:
    return frozenset(problem.code for problem in _problems(records, incomplete=True))


def _problems(records: Sequence[Record], *, incomplete: bool) -> tuple[Problem, ...]:
    """Return the problems that :func:`check_records` finds.

    If it fails because entries contradict each other, that is the only problem.
    """
    try:
        return check_records(records, incomplete=incomplete).problems
    except CONTRADICTIONS as error:
        text = mark("The entries contradict each other: {what}.", what=reason_of(error))
        return (Problem("contradiction", text, "event"),)


def _in_order(found: Iterable[Record]) -> list[Record]:
    """Return the records by position. If several have one position, take the one that continues the others."""
    places: dict[int, list[Record]] = {}
    for record in found:
        places.setdefault(record.position, []).append(record)
    records: list[Record] = []
    end = NO_ENTRIES
    streams: dict[str, Record] = {}
    ids: set[str] = set()
    for position in sorted(places):
        record = next((each for each in places[position] if _continues(each, streams, end)), places[position][0])
        if record.id not in ids:
            ids.add(record.id)
            records.append(record)
            streams[record.stream] = record
            end = end.with_entry(record)
    return records


def _continues(record: Record, streams: Mapping[str, Record], end: Fingerprint) -> bool:
    """Whether ``record`` follows the last one of its stream and, if it names the entries before it, follows ``end``."""
    last = streams.get(record.stream)
    place = (1, CHAIN_START) if last is None else (last.number + 1, last.hash)
    return (record.number, record.previous) == place and record.before in ("", end.hash)


def _count_before_gap(records: Sequence[Record]) -> int:
    """Return how many records from the beginning each continue the one before, and can be read."""
    count, end = 0, NO_ENTRIES
    streams: dict[str, Record] = {}
    for record in records:
        if record.position != count + 1 or not _continues(record, streams, end):
            break
        try:
            decode(record)
        except UnreadableEntry:
            break
        streams[record.stream] = record
        end = end.with_entry(record)
        count += 1
    return count


def _is_continuous(records: Sequence[Record]) -> bool:
    return bool(records) and _count_before_gap(records) == len(records)


def _end_of(records: Sequence[Record]) -> Fingerprint:
    end = NO_ENTRIES
    for record in records:
        end = end.with_entry(record)
    return end


def _gap_texts(records: Sequence[Record], end: Fingerprint | None, damaged: Sequence[Record] = ()) -> Iterator[Text]:
    readable = {record.position: record for record in damaged}
    positions = [0, *(record.position for record in records)]
    last = positions[-1]
    ranges = [(one + 1, other - 1) for one, other in pairwise(positions) if other - one > 1]
    if end is not None and end.entries > last:
        ranges.append((last + 1, end.entries))
    for first, until in ranges:
        if first == until:
            yield _lost_text(first, readable.get(first))
        else:
            yield mark("Entries {first} to {last} are missing.", first=first, last=until)
    yield from _lost_on_sheets(records)
    if end is None:
        yield mark(
            "The file no longer records how many entries were written: some may be missing after entry {position}.",
            position=last,
        )


def _lost_text(position: int, damaged: Record | None) -> Text:
    """That the entry at ``position`` is lost and, if its kind can be read, what it was."""
    what = next((each.what for each in get_args(Fact) if damaged is not None and each.kind == damaged.kind), None)
    if not isinstance(what, Text):  # Of some kinds it depends on the content.
        return mark("Entry {position} is missing.", position=position)
    return mark("Entry {position} is missing: {what}.", position=position, what=what)


def _lost_on_sheets(records: Sequence[Record]) -> Iterator[Text]:
    """Yield the sheets of which entries are lost, as the numbers of their other entries show."""
    found: dict[str, int] = {}
    last: dict[str, int] = {}
    for record in records:
        found[record.stream] = found.get(record.stream, 0) + 1
        last[record.stream] = max(last.get(record.stream, 0), record.number)
    for stream, count in found.items():
        if is_table_stream(stream) and last[stream] > count:
            yield mark_count(
                "{where}: {count} entry of the sheet is missing: compare it with the paper.",
                "{where}: {count} entries of the sheet are missing: compare it with the paper.",
                last[stream] - count,
                where=_where(stream),
            )


def _left_out_texts(left_out: Sequence[Record]) -> Iterator[Text]:
    streams: dict[str, list[Record]] = {}
    for record in left_out:
        streams.setdefault(record.stream, []).append(record)
    for stream, records in streams.items():
        positions = ", ".join(str(record.position) for record in records)
        yield mark_count(
            "{where}: {count} entry is left out because what it depends on is missing or unreadable: {positions}.",
            "{where}: {count} entries are left out because what they depend on is missing or unreadable: {positions}.",
            len(records),
            where=_where(stream),
            positions=positions,
        )


def _where(stream: str) -> Text | str:
    if stream == EVENT_STREAM:
        return mark("The event")
    try:
        place = table_of(stream)
    except ValueError:
        return stream
    return mark("Session {session}, table {table}", session=place[0], table=place[1]) if place else stream

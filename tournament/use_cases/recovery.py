"""Make a whole event from the entries found in a damaged file.

Entries before the first gap are taken as they are, so that their fingerprints stay valid. After it, each stream is
continued until its first entry that is missing, or that depends on a missing one. These entries keep their ids, authors
and times, and get new hashes. :func:`check_records` finds nothing wrong with the result.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

from msgspec import structs

from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark, mark_count
from tournament.ledger.codec import decode, encode
from tournament.ledger.entry import CHAIN_START, EVENT_STREAM, Entry, Record, UnreadableEntry, hash_of, table_of
from tournament.ledger.facts import (
    EventRecovered,
    Fact,
    FingerprintSigned,
    Head,
    HeadsChained,
    HostTakenOver,
    PaperNoted,
)
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.ledger.journal import Journal
from tournament.use_cases.changes import By
from tournament.use_cases.check import check_records
from tournament.use_cases.coherence import CONTRADICTIONS, reason_of
from tournament.use_cases.draft import next_entry
from tournament.use_cases.rights import acting_with, pins_in

Progress = Callable[[int, int], None]
"""Called with the number of streams that are settled, and the number of all."""


@dataclass(frozen=True, slots=True)
class Recovery:
    """The entries for the new file, and what is missing."""

    records: tuple[Record, ...]
    missing: tuple[Text, ...] = ()
    """What is missing, and what was left out because it depends on that; empty if the event is whole."""


def no_progress(_done: int, _all: int) -> None:
    """Report no progress."""


def recover(
    found: Iterable[Record], end: Fingerprint | None, *, whole: bool = False, progress: Progress = no_progress
) -> Recovery:
    """Return an event made from the records ``found``, each of which agrees with its own hash.

    ``end`` is the end of the journal that the file states, or None. ``whole`` says that nothing is wrong with the file.
    Raise Refused if the first entry, which begins the event, is missing.
    """
    records = _in_order(found)
    continuous = whole or (_is_continuous(records) and end is not None and _end_of(records) == end)
    if continuous and not _problems(records, incomplete=False):
        return Recovery(tuple(records))
    count = _count_before_gap(records)
    if not count:
        text = mark("The entry that begins the event is lost, and everything else depends on it: look for a copy.")
        raise Refused(Problem("beginning-lost", text))
    before, later = records[:count], records[count:]
    streams = sorted({record.stream for record in later}, key=lambda stream: (stream != EVENT_STREAM, stream))
    kept = _Kept(tuple(before), lambda settled: progress(settled, len(streams)))
    kept.try_streams(later, streams)
    taken = {record.id for record in kept.records}
    left_out = [record for record in later if record.id not in taken]
    remaining = (problem.text for problem in _problems(kept.records, incomplete=not continuous))
    return Recovery(kept.records, (*_gap_texts(records, end), *_left_out_texts(left_out), *remaining))


def with_note(recovery: Recovery, count: int, *, by: By, now: datetime) -> Recovery:
    """Return ``recovery``, followed by an entry that records the recovery if anything is missing of ``count`` entries.

    Raise Refused if the PIN of ``by`` opens no role of the event.
    """
    journal = Journal(decode(record) for record in recovery.records)
    acting = acting_with(pins_in(journal), by)
    if not recovery.missing:
        return recovery
    kept = len(journal)
    fact = EventRecovered(kept, max(count - kept, 0))
    entry = next_entry(journal, EVENT_STREAM, fact, acting, now)
    return replace(recovery, records=(*recovery.records, entry.record))


class _Kept:
    """The entries kept so far, which have no fault that the undamaged beginning does not have."""

    def __init__(self, before: tuple[Record, ...], report: Callable[[int], None]) -> None:
        self.records = before
        self._report = report
        self._settled = 0
        """Number of streams for which it is decided whether they are kept."""
        self._before = before
        self._streams: set[str] = set()
        self._faults = _faults(before)

    def try_streams(self, later: Sequence[Record], streams: Sequence[str]) -> None:
        """Keep the entries of ``streams`` from ``later``, or as many of these streams as cause no fault.

        A set of streams that causes a fault is halved, and each half is tried separately.
        """
        if not streams:
            return
        self._report(self._settled)
        wanted = self._streams.union(streams)
        chained = _chained(self._before, [record for record in later if record.stream in wanted])
        if _faults(chained) <= self._faults:
            self.records, self._streams = chained, wanted
            self._settled += len(streams)
        elif len(streams) > 1:
            half = len(streams) // 2
            self.try_streams(later, streams[:half])
            self.try_streams(later, streams[half:])
        else:
            if streams[0] == EVENT_STREAM:
                self._try_beginning(later)
            self._settled += 1

    def _try_beginning(self, later: Sequence[Record]) -> None:
        """Keep as many of the first entries of the event's own stream as cause no fault.

        The other streams depend on this one, so a part of it is better than nothing.
        """
        own = [record for record in later if record.stream == EVENT_STREAM]
        good, bad = 0, len(own)
        while bad - good > 1:
            self._report(self._settled)
            middle = (good + bad) // 2
            if _faults(_chained(self._before, own[:middle])) <= self._faults:
                good = middle
            else:
                bad = middle
        self._before = self.records = _chained(self._before, own[:good])


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


def _chained(before: Sequence[Record], later: Sequence[Record]) -> tuple[Record, ...]:
    """Return ``before``, followed by each of ``later`` that can be read and continues its stream without a gap."""
    journal = Journal(decode(record) for record in before)
    original = {record.stream: record for record in before}
    renewed = {record.hash: record for record in before}
    positions = [record.position for record in before]
    """The positions that the kept entries had in the damaged file."""
    broken: set[str] = set()
    for record in later:
        last = original.get(record.stream)
        continues = (record.number, record.previous) == (
            (1, CHAIN_START) if last is None else (last.number + 1, last.hash)
        )
        # Everything in a stream after a gap is left out, since it may depend on what is missing.
        if record.stream in broken or not continues:
            broken.add(record.stream)
            continue
        original[record.stream] = record
        try:
            entry = _sealed(decode(record), journal, renewed, positions)
            if _is_signature_of_another(entry.fact, journal):
                continue
            journal.append(entry)
        except UnreadableEntry:
            broken.add(record.stream)
            continue
        positions.append(record.position)
        renewed[record.hash] = entry.record
    return tuple(entry.record for entry in journal)


def _is_signature_of_another(fact: Fact, journal: Journal) -> bool:
    """Whether ``fact`` signs other entries than ``journal`` has, as after a gap: the signature would not hold."""
    return isinstance(fact, FingerprintSigned) and Fingerprint(fact.entries, fact.hash) != journal.fingerprint


def _sealed(entry: Entry, journal: Journal, renewed: dict[str, Record], positions: Sequence[int]) -> Entry:
    """Return ``entry`` as the next one of ``journal``: with new hashes, and with references to entries corrected."""
    fact = _with_kept_entries(entry.fact, renewed, positions)
    content = entry.record.content if fact is entry.fact else encode(fact)
    record = replace(
        entry.record,
        position=len(journal) + 1,
        number=journal.number(entry.stream) + 1,
        content=content,
        previous=journal.last_hash(entry.stream),
        before=journal.fingerprint.hash,
        hash="",
    )
    return Entry(replace(record, hash=hash_of(record)), fact)


def _with_kept_entries(fact: Fact, renewed: dict[str, Record], positions: Sequence[int]) -> Fact:
    """Return ``fact`` with hashes and counts of entries that refer to the kept entries."""
    match fact:
        case HeadsChained():
            there = (renewed[head.hash] for head in fact.heads if head.hash in renewed)
            heads = tuple(Head(record.stream, record.number, record.hash) for record in there)
            return structs.replace(fact, heads=heads)
        case PaperNoted() | HostTakenOver():
            return structs.replace(fact, entries=bisect_right(positions, fact.entries))
        case EventRecovered():
            kept = bisect_right(positions, fact.kept)
            return structs.replace(fact, kept=kept, lost=fact.lost + fact.kept - kept)
        case _:
            return fact


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


def _gap_texts(records: Sequence[Record], end: Fingerprint | None) -> Iterator[Text]:
    positions = [0, *(record.position for record in records)]
    last = positions[-1]
    ranges = [(one + 1, other - 1) for one, other in pairwise(positions) if other - one > 1]
    if end is not None and end.entries > last:
        ranges.append((last + 1, end.entries))
    for first, until in ranges:
        if first == until:
            yield mark("Entry {position} is missing.", position=first)
        else:
            yield mark("Entries {first} to {last} are missing.", first=first, last=until)
    if end is None:
        yield mark(
            "The file no longer records how many entries were written: some may be missing after entry {position}.",
            position=last,
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

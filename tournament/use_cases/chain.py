"""The chain of the journal: numbers without gaps, hashes that fit, heads that exist, and an end that was not cut."""

import json
from collections.abc import Iterator, Sequence

from tournament.event.problem import Problem
from tournament.language import mark
from tournament.ledger.entry import CHAIN_START, Record, UnreadableEntry, hash_of, journal_hash
from tournament.ledger.fingerprint import Fingerprint
from tournament.ledger.journal import Journal


def chain_problems(records: Sequence[Record], end: Fingerprint | None = None) -> tuple[Problem, ...]:
    """Return all breaks in the journal ``records``, which are in the order of writing.

    ``end`` is the end that their store states, or None if it states none. If no entry agrees with its hash although
    each names the hash of the one before it, nothing was altered: another version wrote them.
    """
    if _has_unknown_hashes(records):
        text = mark(
            "Another version of Quatre Vents wrote this event: its hashes have a form that this version does not know "
            "and cannot verify. Open it with the version that wrote it."
        )
        return (Problem("hash-form-unknown", text, "version"),)
    problems: list[Problem] = []
    hashes: dict[str, list[str]] = {}
    before = CHAIN_START
    chained = False
    for position, record in enumerate(records, start=1):
        chain = hashes.get(record.stream)
        if chain is None:
            chain = hashes[record.stream] = []
        previous = chain[-1] if chain else CHAIN_START
        chained = chained or bool(record.before)
        here = (position, len(chain) + 1, previous, before if chained else record.before)
        if (record.position, record.number, record.previous, record.before) != here or record.hash != hash_of(record):
            problems.extend(_link_problems(record, position, len(chain) + 1, previous, before if chained else None))
        chain.append(record.hash)
        before = record.hash if record.before else journal_hash(before, record)
        if record.kind == "heads-chained":
            problems.extend(_head_problems(record, hashes))
    if end is not None:
        problems.extend(_end_problems(Fingerprint(len(records), before), end))
    return tuple(problems)


def next_problems(journal: Journal, record: Record) -> tuple[Problem, ...]:
    """Return why ``record`` cannot follow ``journal``, which is whole; empty if it can."""
    before = journal.fingerprint
    chained = bool(record.before) or (before.entries > 0 and bool(journal[-1].record.before))
    problems = _link_problems(
        record,
        before.entries + 1,
        journal.number(record.stream) + 1,
        journal.last_hash(record.stream),
        before.hash if chained else None,
    )
    if record.kind != "heads-chained":
        return tuple(problems)
    hashes: dict[str, list[str]] = {}
    for entry in journal:
        hashes.setdefault(entry.stream, []).append(entry.record.hash)
    return (*problems, *_head_problems(record, hashes))


def _link_problems(record: Record, position: int, number: int, previous: str, before: str | None) -> Iterator[Problem]:
    """Yield what is wrong with ``record`` at its place.

    ``before`` is the hash of everything before it; None for records of the first version, which do not name it.
    """
    if record.position != position:
        text = mark("The journal: entry {expected} is missing; {found} is in its place.",
                    expected=position, found=record.position)  # fmt: skip
        yield Problem("entry-missing", text, "journal")
    if record.number != number:
        text = mark("{stream}: entry {expected} is missing; {found} is in its place.", stream=record.stream,
                    expected=number, found=record.number)  # fmt: skip
        yield Problem("entry-missing", text, record.stream)
    if record.previous != previous or record.hash != hash_of(record):
        text = mark("{stream}: entry {number} was altered after it was written.", stream=record.stream,
                    number=record.number)  # fmt: skip
        yield Problem("entry-altered", text, record.stream)
    elif before is not None and record.before != before:
        text = mark(
            "{stream}: entry {number} does not continue the journal before it: something "
            "there was altered, swapped or removed.",
            stream=record.stream,
            number=record.number,
        )
        yield Problem("order-altered", text, record.stream)


def _has_unknown_hashes(records: Sequence[Record]) -> bool:
    if not records or records[0].hash == hash_of(records[0]):
        return False
    last: dict[str, str] = {}
    for record in records:
        if record.previous != last.get(record.stream, CHAIN_START) or record.hash == hash_of(record):
            return False
        last[record.stream] = record.hash
    return True


def unreadable_entry(error: UnreadableEntry, chain: Sequence[Problem] = ()) -> Problem:
    """Return which entry cannot be read, and why.

    ``chain`` are the breaks in its journal. What is not known here in an entry that was altered after it was written is
    damage: no newer version has to be found for it.
    """
    altered = error.record.hash != hash_of(error.record) and any(each.code == "entry-altered" for each in chain)
    values = {"number": error.record.position, "kind": error.record.kind, "stream": error.record.stream}
    if error.newer and not altered:
        text = mark(
            "A newer version of Quatre Vents wrote entry {number} ({stream}, “{kind}”): "
            "update the program to open this event.",
            **values,
        )
        return Problem("made-by-newer", text, error.record.stream)
    text = mark(
        "Entry {number} ({stream}, “{kind}”) is impossible: {what}. Restore a copy of this "
        "event, or recover its valid entries.",
        what=error.reason,
        **values,
    )
    return Problem("entry-unreadable", text, error.record.stream)


def fingerprint_of(records: Sequence[Record]) -> Fingerprint:
    """Return the fingerprint of the journal ``records``, even if they are damaged."""
    journal = CHAIN_START
    for record in records:
        journal = journal_hash(journal, record)
    return Fingerprint(len(records), journal)


def continuation_problems(records: Sequence[Record], since: Fingerprint) -> tuple[Problem, ...]:
    """Return why the journal ``records`` does not continue the one with the fingerprint ``since``; empty if it does."""
    if len(records) < since.entries:
        text = mark(
            "This event has {count} entries, but {since} had {expected}: it is an older copy, or its end was cut off.",
            count=len(records),
            since=str(since),
            expected=since.entries,
        )
        return (Problem("not-continued", text, "since"),)
    if not fingerprint_of(records[: since.entries]).agrees(since):
        text = mark("The first {count} entries of this event are not those of {since}: it is another event, or "
                    "something was altered.", count=since.entries, since=str(since))  # fmt: skip
        return (Problem("not-continued", text, "since"),)
    return ()


def _end_problems(journal: Fingerprint, end: Fingerprint) -> Iterator[Problem]:
    """Yield the problem that the end that the file states is not the end that was read."""
    if journal.entries < end.entries:
        text = mark("The journal was cut off: it has {count} of the {expected} entries that were written.",
                    count=journal.entries, expected=end.entries)  # fmt: skip
        yield Problem("journal-cut", text, "journal")
    elif journal != end:
        text = mark(
            "Something other than this program wrote to the journal: it is {found}, but the file records {expected}.",
            found=str(journal),
            expected=str(end),
        )
        yield Problem("journal-altered", text, "journal")


def _head_problems(record: Record, hashes: dict[str, list[str]]) -> tuple[Problem, ...]:
    try:
        heads = [(head["stream"], head["number"], head["hash"]) for head in json.loads(record.content)["heads"]]
        if not all(isinstance(stream, str) and isinstance(number, int) and number > 0 for stream, number, _ in heads):
            raise ValueError("heads")
    except (ValueError, KeyError, TypeError, RecursionError):
        text = mark("{stream}: entry {number} cannot be read: it names no heads of streams.", stream=record.stream,
                    number=record.number)  # fmt: skip
        return (Problem("entry-unreadable", text, record.stream),)
    problems: list[Problem] = []
    for stream, number, last in heads:
        chain = hashes.get(stream, [])
        if len(chain) < number or chain[number - 1] != last:
            text = mark(
                "{stream}: it had reached entry {number} and was cut off or altered afterwards.",
                stream=stream,
                number=number,
            )
            problems.append(Problem("stream-cut", text, stream))
    return tuple(problems)

"""Recovering what is left of a damaged event file into a new file, with what its copies have of the rest."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from tournament.event.problem import Refused
from tournament.language import Text, listed, mark_count
from tournament.ledger.entry import CHAIN_START, Record
from tournament.ledger.fingerprint import Fingerprint
from tournament.storage.copies import copies_home, copies_of
from tournament.storage.creation import create, write_event
from tournament.storage.private_table import readable_rows
from tournament.storage.salvage import Salvage, salvage
from tournament.storage.sqlite import open_for_reading
from tournament.use_cases.book import Book
from tournament.use_cases.changes import By
from tournament.use_cases.ports import PrivateRow, StoreDamaged, StoreUnavailable
from tournament.use_cases.recovery import Progress, Recovery, no_progress, recover, with_note

_MOST_BESIDE = 20
"""How many event files in the folder of the damaged one are searched for its entries, the newest first."""


def recover_file(
    path: Path,
    new: Path,
    *,
    by: By,
    now: datetime,
    progress: Progress = no_progress,
    written: Callable[[], None] = lambda: None,
) -> tuple[Recovery, Fingerprint]:
    """Write all valid entries of the event file ``path`` to the event file ``new``, which must not exist yet.

    Entries that are lost are looked for in the copies of the event. ``path`` is only read. ``written`` is called when
    ``new`` exists; ``progress`` is not called after that, so a caller who cancels by raising an exception there leaves
    no file behind. Raise StoreDamaged, StoreUnavailable, Refused or OSError.
    """
    create(new).close()  # Refuses a bad name before anything is read.
    progress(0, 0)
    found = salvage(path, correct=True, beat=lambda: progress(0, 0))
    progress(0, 0)
    remarks = list(_corrected_texts(found))
    if not found.whole:
        found, texts = _with_copies(found, path, new, lambda: progress(0, 0))
        remarks += texts
    recovery = recover(
        found.records, found.end, whole=found.whole, damaged=found.damaged, by=by, now=now, progress=progress
    )
    stated = found.end.entries if found.end is not None else 0
    count = max(stated, *(record.position for record in found.records))
    recovery = with_note(recovery, count, by=by, now=now)
    progress(1, 1)
    private, texts = _private_of(path, new, found.records[0].id)
    remarks += texts
    write_event(new, recovery.records, private)
    written()
    store = open_for_reading(new)
    try:
        book = Book(store)
    finally:
        store.close()
    if book.damage:
        raise Refused(*book.damage)
    return replace(recovery, remarks=(*remarks, *recovery.remarks)), book.view.fingerprint


def _corrected_texts(found: Salvage) -> Iterator[Text]:
    if found.corrected:
        yield mark_count(
            "{count} damaged entry was corrected by one bit or byte, and agrees with its hash again: {positions}.",
            "{count} damaged entries were each corrected by one bit or byte, and agree with their hashes again: "
            "{positions}.",
            len(found.corrected),
            positions=listed(map(str, found.corrected)),
        )


def _with_copies(found: Salvage, path: Path, new: Path, beat: Callable[[], None]) -> tuple[Salvage, list[Text]]:
    """Return ``found`` with those lost entries that copies of the event have, and what was taken from which copy.

    An entry is taken if an entry that is left, or the end that the file states, names its hash.
    """
    there = {record.position: record for record in found.records}
    last = max(found.end.entries if found.end is not None else 0, *there)
    lost = set(range(1, last + 1)) - there.keys()
    known = {each for record in there.values() for each in (record.previous, record.before)}
    known |= {found.end.hash} if found.end is not None else set()
    known -= {"", CHAIN_START}
    texts: list[Text] = []
    records = list(found.records)
    first = there.get(1)
    for copy in _copies(path, new, first.id if first is not None else "") if lost else ():
        beat()
        taken = list(_taken(copy, lost, known))
        if not taken:
            continue
        records += taken
        lost -= {record.position for record in taken}
        positions = listed(str(record.position) for record in reversed(taken))
        texts.append(
            mark_count(
                "{count} lost entry is taken from “{path}”, since other entries name its hash: {positions}.",
                "{count} lost entries are taken from “{path}”, since other entries name their hashes: {positions}.",
                len(taken),
                path=str(copy),
                positions=positions,
            )
        )
        if not lost:
            break
    return replace(found, records=tuple(sorted(records, key=lambda record: record.position))), texts


def _private_of(path: Path, new: Path, event: str) -> tuple[tuple[PrivateRow, ...], list[Text]]:
    """Return the data of people that can be read in ``path``, and otherwise in its copies, the newest first."""
    own = {row.id: row for row in readable_rows(path)}
    rows = dict(own)
    for copy in _copies(path, new, event):
        with suppress(StoreDamaged, StoreUnavailable):
            store = open_for_reading(copy)
            try:
                if next(iter(store.read())).id == event:
                    rows = {row.id: row for row in store.private_rows()} | rows
            except StopIteration:  # It has no entry.
                pass
            finally:
                store.close()
    texts = []
    if own:
        texts.append(mark_count("The data of {count} person beside the journal were read.",
                                "The data of {count} people beside the journal were read.", len(own)))  # fmt: skip
    if len(rows) > len(own):
        texts.append(
            mark_count(
                "The data of {count} person are taken from a copy, and can be older.",
                "The data of {count} people are taken from copies, and can be older.",
                len(rows) - len(own),
            )
        )
    return tuple(rows[id] for id in sorted(rows)), texts


def _copies(path: Path, new: Path, event: str) -> Iterator[Path]:
    """Yield the files that may have entries of the event at ``path``: its copies, then events in the same folder."""
    with suppress(StoreUnavailable):
        yield from copies_of(path, copies_home(), event)
    beside = (each for each in path.parent.glob(f"*{path.suffix}") if each.name not in (path.name, new.name))
    yield from sorted(filter(Path.is_file, beside), key=lambda each: each.stat().st_mtime, reverse=True)[:_MOST_BESIDE]


def _taken(copy: Path, lost: set[int], known: set[str]) -> Iterator[Record]:
    """Yield the ``lost`` entries in ``copy`` whose hashes are ``known``, the last first; each makes others known."""
    try:
        records = salvage(copy).records
    except (StoreDamaged, StoreUnavailable, OSError):
        return
    for record in sorted(records, key=lambda record: record.position, reverse=True):
        if record.position in lost and record.hash in known:
            known |= {record.previous, record.before} - {"", CHAIN_START}
            yield record

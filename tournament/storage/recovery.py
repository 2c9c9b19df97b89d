"""Recovering a damaged event file into a new one."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from tournament.event.problem import Refused
from tournament.ledger.fingerprint import Fingerprint
from tournament.storage.creation import create, write_event
from tournament.storage.salvage import salvage
from tournament.storage.sqlite import open_for_reading
from tournament.use_cases.book import Book
from tournament.use_cases.changes import By
from tournament.use_cases.recovery import Progress, Recovery, noted, recover, untold


def recover_file(
    path: Path,
    new: Path,
    *,
    by: By,
    now: datetime,
    progress: Progress = untold,
    written: Callable[[], None] = lambda: None,
) -> tuple[Recovery, Fingerprint]:
    """Write everything that is valid in the event file ``path`` to the event file ``new``, which is not there yet.

    ``path`` is only read. ``written`` is called when ``new`` is there; ``progress`` is not called any more then, so
    that whoever ends the work by raising there leaves nothing behind. Raises StoreDamaged, StoreUnavailable, Refused
    or OSError.
    """
    create(new).close()  # refuses a bad name before anything is read
    progress(0, 0)
    found = salvage(path)
    progress(0, 0)
    recovery = recover(found.records, found.end, whole=found.whole, progress=progress)
    stated = found.end.entries if found.end is not None else 0
    count = max(stated, *(record.position for record in found.records))
    recovery = noted(recovery, count, by=by, now=now)
    progress(1, 1)
    write_event(new, recovery.records)
    written()
    store = open_for_reading(new)
    try:
        book = Book(store)
    finally:
        store.close()
    if book.damage:
        raise Refused(*book.damage)
    return recovery, book.view.fingerprint

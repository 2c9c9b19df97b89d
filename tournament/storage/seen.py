"""What this computer remembers of an event file: the last fingerprint that it saw at the file's path.

If an old copy replaced the file, or somebody cut its end and made the rest fit, that is reported the next time it is
opened here. This is a help, not a proof: it is part of the user's own state, and nothing fails if it cannot be stored
or read. Another path is another file: a copy opened elsewhere is older without being wrong.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from tournament.files.user_folders import state_folder
from tournament.files.writing import write_whole
from tournament.language import Text, mark
from tournament.ledger.entry import CHAIN_START, Record, journal_hash
from tournament.ledger.fingerprint import Fingerprint


@dataclass(frozen=True, slots=True)
class Seen:
    """The state of an event that was last seen at a path."""

    event: str
    """The id of its first entry."""
    fingerprint: Fingerprint
    time: datetime
    """When it was seen, in UTC."""


def seen_home() -> Path:
    """Return the folder in which it is stored, in the user's state."""
    return state_folder() / "seen"


def memory_of(place: Path) -> Path:
    """Return the file in which is remembered what was seen at ``place``."""
    return seen_home() / f"{sha256(str(place.resolve()).encode('utf-8', 'surrogateescape')).hexdigest()[:32]}.json"


def remember(place: Path, event: str, fingerprint: Fingerprint, *, now: datetime | None = None) -> None:
    """Remember that the file at ``place`` contains the event whose first entry is ``event``, up to ``fingerprint``."""
    remember_in(memory_of(place), event, fingerprint, now=now)


def remember_in(path: Path, event: str, fingerprint: Fingerprint, *, now: datetime | None = None) -> None:
    """Remember the same in the file ``path``, which `memory_of` gave."""
    text = json.dumps(
        {
            "event": event,
            "entries": fingerprint.entries,
            "hash": fingerprint.hash,
            "time": (now or datetime.now(UTC)).isoformat(timespec="seconds"),
        }
    )
    with suppress(OSError):  # The event is saved; only a later warning is lost.
        write_whole(path, text)


def forget(place: Path) -> None:
    """Forget what was seen at ``place``, because the user accepts the event that is there now."""
    with suppress(OSError):
        memory_of(place).unlink()


def last_seen(place: Path) -> Seen | None:
    """Return what is remembered of the file at ``place``; None if there is nothing that can be read."""
    try:
        kept = json.loads(memory_of(place).read_text(encoding="utf-8"))
        fingerprint = Fingerprint(int(kept["entries"]), str(kept["hash"]))
        return Seen(str(kept["event"]), fingerprint, datetime.fromisoformat(kept["time"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def went_back(place: Path, records: Sequence[Record]) -> Text | None:
    """Return why the journal ``records`` at ``place`` does not continue what was seen there; None if it does."""
    seen = last_seen(place)
    if seen is None or not records or records[0].id != seen.event:
        return None
    before = seen.fingerprint
    if len(records) < before.entries:
        return mark(
            "On this computer this event had {expected} entries at {moment}; now it has {count}. It "
            "was replaced by an older copy, or its end was cut off. If you did this, go on: this "
            "message stays until something is entered.",
            expected=before.entries,
            moment=seen.time.astimezone(),
            count=len(records),
        )
    if not _up_to(records, before.entries).agrees(before):
        return mark(
            "On this computer the first {expected} entries of this event were different at {moment}: "
            "it was replaced by an older copy and continued from there, or something was altered.",
            expected=before.entries,
            moment=seen.time.astimezone(),
        )
    return None


def _up_to(records: Sequence[Record], count: int) -> Fingerprint:
    last = records[count - 1]
    if last.before:  # This hash covers everything before it.
        return Fingerprint(count, last.hash)
    journal = CHAIN_START
    for record in records[:count]:
        journal = journal_hash(journal, record)
    return Fingerprint(count, journal)

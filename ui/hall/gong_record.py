"""The record of what was sounded of an event on this computer, so that after a crash nothing is sounded twice."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tournament.files.whole_file import write_whole
from tournament.ledger.session_clock import ClockSignal
from ui.hall.hall_folder import hall_folder


@dataclass(frozen=True, slots=True)
class GongRecord:
    """Signals of an event that are settled: heard to at least half, or told in words."""

    event: str
    settled: tuple[ClockSignal, ...] = ()


def record_file(event: str) -> Path:
    """Where the record of the event of this id lies."""
    return hall_folder(event) / "gongs.json"


def kept_record(event: str) -> GongRecord:
    """The record of the event of this id. One that cannot be read is empty: a gong twice is better than none."""
    from msgspec import DecodeError
    from msgspec.json import decode

    try:
        record = decode(record_file(event).read_bytes(), type=GongRecord)
    except (OSError, DecodeError, RecursionError):
        return GongRecord(event)
    return record if record.event == event else GongRecord(event)


def keep_record(event: str, settled: Iterable[ClockSignal]) -> None:
    """Write the record, whole or not at all. Raises OSError."""
    from msgspec import json

    order = sorted(settled, key=lambda signal: (signal.time, signal.session, signal.kind, signal.table or 0))
    text = json.format(json.encode(GongRecord(event, tuple(order))), indent=1).decode()
    write_whole(record_file(event), text)

"""The gongs: what is to be sounded now, what was sounded on this computer before, and what is said of it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import assert_never

from tournament.files.writing import write_whole
from tournament.language import Text, listed, mark
from tournament.ledger.session_clock import WARNING, ClockSignal, SessionClock, SignalKind
from tournament.use_cases import View
from tournament.use_cases.session_clock import gong_text
from ui.hall.hall_folder import hall_folder
from ui.hall.hall_state import SoundKind

_SOUNDED_UNTIL = timedelta(minutes=2)
"""So late a signal is still sounded: the program was not running, or no device was there."""
_TOLD_UNTIL = timedelta(hours=1)
"""So late it is still told in words that a signal was not sounded."""


_GRAVEST = tuple(SoundKind)
"""Of what is due at once, the first of these is heard."""


def sound_kind(signal: ClockSignal) -> SoundKind | None:
    """How ``signal`` sounds; None: it is told in words alone, as the warning of a single table."""
    match signal.kind:
        case SignalKind.GONG:
            return SoundKind.GONG if signal.table is None else SoundKind.TABLE_GONG
        case SignalKind.WARNING:
            return SoundKind.WARNING if signal.table is None else None
        case _:
            assert_never(signal.kind)


@dataclass(frozen=True, slots=True)
class DueSignals:
    """What is due and not settled yet."""

    now: tuple[ClockSignal, ...] = ()
    """To be sounded and told."""
    missed: tuple[ClockSignal, ...] = ()
    """Too late to be sounded: to be told in words."""

    @property
    def sound(self) -> SoundKind | None:
        """What is heard of all that is due now; None: nothing."""
        kinds = {sound_kind(signal) for signal in self.now}
        return next((kind for kind in _GRAVEST if kind in kinds), None)


def due_signals(clocks: Iterable[SessionClock], now: datetime, settled: Collection[ClockSignal]) -> DueSignals:
    """What is due at ``now`` and was not ``settled``: sounded to at least half, or told that it was not."""
    due = sorted(
        (signal for clock in clocks for signal in clock.signals_until(now)
         if now - _TOLD_UNTIL < signal.time <= now and signal not in settled),
        key=lambda signal: (signal.time, signal.session, signal.table or 0),
    )  # fmt: skip
    fresh = tuple(signal for signal in due if now - signal.time < _SOUNDED_UNTIL)
    return DueSignals(fresh, tuple(signal for signal in due if signal not in fresh))


def next_signal(clocks: Iterable[SessionClock], now: datetime) -> datetime | None:
    """When the next signal is due if nothing is done to any clock."""
    coming = (clock.next_signal(now) for clock in clocks)
    return min((signal.time for signal in coming if signal is not None), default=None)


def audible_signals(clocks: Iterable[SessionClock], now: datetime) -> tuple[tuple[datetime, SoundKind], ...]:
    """What is still sounded of what is due, and what will be if nothing is done to any clock; the gravest first."""
    coming = (signal for clock in clocks for signal in clock.signals_until(now + _TOLD_UNTIL * 24))
    kinds = ((signal.time, sound_kind(signal)) for signal in coming if now - signal.time < _SOUNDED_UNTIL)
    found = [(time, kind) for time, kind in kinds if kind is not None]
    return tuple(sorted(found, key=lambda each: (_GRAVEST.index(each[1]), each[0])))


def still_settled(settled: Iterable[ClockSignal], now: datetime) -> tuple[ClockSignal, ...]:
    """Of what was settled what still has to be known; what lies ahead again, as the organiser set time back, is due."""
    return tuple(signal for signal in settled if now - _TOLD_UNTIL < signal.time <= now)


def signals_text(view: View, signals: Collection[ClockSignal]) -> Text | None:
    """What is said of signals that are due now, the gravest of them: one gong, or the tables that have theirs."""
    gongs = [signal for signal in signals if signal.kind is SignalKind.GONG]
    said = [signal for signal in gongs if signal.table is None] or gongs or list(signals)
    if not said:
        return None
    signal, tables = said[-1], sorted({signal.table for signal in said if signal.table is not None})
    if len(tables) > 1:
        several, minutes = listed(map(str, tables)), _warned()
        if signal.kind is SignalKind.GONG:
            return mark("Gong at tables {tables}: their extra minutes are up.", tables=several)
        return mark("{minutes} minutes are left at tables {tables}.", minutes=minutes, tables=several)
    if signal.kind is SignalKind.GONG:
        clock = view.state.clocks[signal.session]
        return gong_text(view, clock, signal.table)
    if signal.table is not None:
        return mark("{minutes} minutes are left at table {table}.", minutes=_warned(), table=signal.table)
    return mark("{minutes} minutes are left.", minutes=_warned())


def missed_text(signal: ClockSignal, hour: str) -> Text:
    """What is said of a signal that was due at ``hour`` and was not sounded in time."""
    match signal.kind:
        case SignalKind.GONG if signal.table is not None:
            return mark("The gong of table {table} was due at {time} and was not sounded here.", table=signal.table,
                        time=hour)  # fmt: skip
        case SignalKind.GONG:
            return mark(
                "The gong of session {session} was due at {time} and was not sounded here: inform the tables.",
                session=signal.session,
                time=hour,
            )
        case SignalKind.WARNING:
            return mark("The warning of session {session} was due at {time} and was not sounded here.",
                        session=signal.session, time=hour)  # fmt: skip
        case _:
            assert_never(signal.kind)


def _warned() -> int:
    return WARNING // timedelta(minutes=1)


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

"""The gongs: which signals are due now, which were sounded on this computer before, and the messages about them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import assert_never

from tournament.files.typed_json import decode
from tournament.files.writing import write_whole
from tournament.language import Text, listed, mark
from tournament.ledger.session_clock import WARNING, ClockSignal, SessionClock, SignalKind
from tournament.use_cases import View
from tournament.use_cases.session_clock import gong_text
from ui.hall.hall_folder import hall_folder
from ui.hall.hall_state import SoundKind

_SOUNDED_UNTIL = timedelta(minutes=2)
"""How late a signal is still sounded, for example if the program did not run or had no sound device."""
_TOLD_UNTIL = timedelta(hours=1)
"""How late a message still reports that a signal was not sounded."""


_GRAVEST = tuple(SoundKind)
"""In order of importance: if several signals are due at once, the first of these is heard."""


def sound_kind(signal: ClockSignal) -> SoundKind | None:
    """The sound of ``signal``; None for the warning of a single table, which is only shown as a message."""
    match signal.kind:
        case SignalKind.GONG:
            return SoundKind.GONG if signal.table is None else SoundKind.TABLE_GONG
        case SignalKind.WARNING:
            return SoundKind.WARNING if signal.table is None else None
        case _:
            assert_never(signal.kind)


@dataclass(frozen=True, slots=True)
class DueSignals:
    """The signals that are due and not settled yet."""

    now: tuple[ClockSignal, ...] = ()
    """Due in the last two minutes: to be sounded and reported."""
    missed: tuple[ClockSignal, ...] = ()
    """Due earlier, too late to be sounded: to be reported only."""

    @property
    def sound(self) -> SoundKind | None:
        """The sound of all signals that are due now; None for silence."""
        kinds = {sound_kind(signal) for signal in self.now}
        return next((kind for kind in _GRAVEST if kind in kinds), None)


def due_signals(clocks: Iterable[SessionClock], now: datetime, settled: Collection[ClockSignal]) -> DueSignals:
    """The signals due at ``now`` that are not ``settled``: neither sounded to at least half nor reported as missed."""
    due = sorted(
        (signal for clock in clocks for signal in clock.signals_until(now)
         if now - _TOLD_UNTIL < signal.time <= now and signal not in settled),
        key=lambda signal: (signal.time, signal.session, signal.table or 0),
    )  # fmt: skip
    fresh = tuple(signal for signal in due if now - signal.time < _SOUNDED_UNTIL)
    return DueSignals(fresh, tuple(signal for signal in due if signal not in fresh))


def next_signal(clocks: Iterable[SessionClock], now: datetime) -> datetime | None:
    """When the next signal is due if no clock changes; None if none is."""
    coming = (clock.next_signal(now) for clock in clocks)
    return min((signal.time for signal in coming if signal is not None), default=None)


def audible_signals(clocks: Iterable[SessionClock], now: datetime) -> tuple[tuple[datetime, SoundKind], ...]:
    """The sounds that are due or will be if no clock changes, with their times; the most important first."""
    # A day ahead is enough: a session is shorter, and the list is computed again whenever a clock changes.
    coming = (signal for clock in clocks for signal in clock.signals_until(now + _TOLD_UNTIL * 24))
    kinds = ((signal.time, sound_kind(signal)) for signal in coming if now - signal.time < _SOUNDED_UNTIL)
    found = [(time, kind) for time, kind in kinds if kind is not None]
    return tuple(sorted(found, key=lambda each: (_GRAVEST.index(each[1]), each[0])))


def still_settled(settled: Iterable[ClockSignal], now: datetime) -> tuple[ClockSignal, ...]:
    """The settled signals that can still be due. If time was set back, a signal that lies ahead again is due again."""
    return tuple(signal for signal in settled if now - _TOLD_UNTIL < signal.time <= now)


def signals_text(view: View, signals: Collection[ClockSignal]) -> Text | None:
    """The message about the most important signals that are due now: one gong for all, or the tables."""
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
    """The message about a signal that was due at ``hour`` and was not sounded in time."""
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
    """The signals of an event that are settled: sounded to at least half, or reported as missed."""

    event: str
    settled: tuple[ClockSignal, ...] = ()


def record_file(event: str) -> Path:
    """The path of the record of the event with this id."""
    return hall_folder(event) / "gongs.json"


def kept_record(event: str) -> GongRecord:
    """Read the record of the event with this id; empty if it is unreadable, since a second gong is better than none."""
    from msgspec import DecodeError

    try:
        record = decode(record_file(event).read_bytes(), GongRecord)
    except (OSError, DecodeError, RecursionError):
        return GongRecord(event)
    return record if record.event == event else GongRecord(event)


def keep_record(event: str, settled: Iterable[ClockSignal]) -> None:
    """Write the record, completely or not at all. Raises OSError."""
    from msgspec import json

    order = sorted(settled, key=lambda signal: (signal.time, signal.session, signal.kind, signal.table or 0))
    text = json.format(json.encode(GongRecord(event, tuple(order))), indent=1).decode()
    write_whole(record_file(event), text)

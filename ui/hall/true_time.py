"""The true time of an event: a count of this computer that nothing sets, anchored to its clock.

The clock of a computer is set by hand, by the network, by another system on the same disk. A countdown that followed it
would jump in the middle of a session. So while a session's clock runs, time goes on by what the system counts since it
was started, which goes on while the computer sleeps; the clock of the computer only says where that count begins, and
what hour is shown.

An hour after the last countdown the clock of the computer is believed. Here is what follows from readings; where they
come from and where an anchor is kept stands in :mod:`ui.hall.event_time`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from tournament.ledger.session_clock import SessionClock

JUMP = timedelta(seconds=2)
"""A change of the computer's clock beyond this, between two looks, is a jump; below it, it is set to rights slowly."""
_NOTHING = timedelta()
_LATELY = timedelta(hours=1)
"""So long after the end of a countdown its gong is sounded or told, and minutes may be given on top."""


@dataclass(frozen=True, slots=True)
class ComputerTime:
    """What a computer says at a moment."""

    boot: str
    """Names this run of the computer, from when it was switched on; empty where it has no name for it."""
    count: int
    """Nanoseconds counted in it, sleep included."""
    wall: datetime
    """Its clock, in UTC."""


@dataclass(frozen=True, slots=True)
class TimeAnchor:
    """Where the count of a run of a computer began to tell the time of an event."""

    boot: str
    count: int
    time: datetime
    """The true time at ``count``."""
    ahead: timedelta = _NOTHING
    """By how much the clock of the computer was ahead of the true time when it was last looked at."""

    def now(self, reading: ComputerTime) -> datetime:
        """The true time at ``reading``, of the same run."""
        return self.time + timedelta(microseconds=(reading.count - self.count) // 1000)

    def is_of(self, reading: ComputerTime) -> bool:
        """Whether ``reading`` is of the same run of the computer."""
        return bool(self.boot) and self.boot == reading.boot and self.count <= reading.count


@dataclass(frozen=True, slots=True)
class ClockJump:
    """The clock of the computer was set while a countdown went on."""

    by: timedelta
    """Forward; less than nothing: back."""


def moves(clocks: Iterable[SessionClock], one: datetime, other: datetime) -> bool:
    """Whether any countdown shows something else at one time than at the other."""
    return any(
        clock.remaining(one, table) != clock.remaining(other, table)
        for clock in clocks
        if clock.running_since is not None
        for table in _places(clock)
    )


def goes_on(clocks: Iterable[SessionClock], now: datetime) -> bool:
    """Whether a countdown goes on, or was ended or touched so lately that its gong may still be due."""
    return any(
        (clock.running_since is not None and clock.remaining(now, table)) or _lately(clock, table, now)
        for clock in clocks
        for table in _places(clock)
    )


def believed(reading: ComputerTime) -> TimeAnchor:
    """The clock of the computer, from now on."""
    return TimeAnchor(reading.boot, reading.count, reading.wall)


def begun(reading: ComputerTime, kept: TimeAnchor | None, clocks: Collection[SessionClock]) -> TimeAnchor:
    """The anchor of an event that is opened: the one that was kept in this run of the computer, if a countdown goes on.

    Started anew, the computer counts from nothing: its clock is believed, as far ahead as it was; but while a countdown
    goes on, never a time before the last that was done to it.
    """
    anchor = believed(reading)
    if kept is not None:
        anchor = kept if kept.is_of(reading) else replace(anchor, time=reading.wall - kept.ahead, ahead=kept.ahead)
    last = max((clock.changed for clock in clocks if clock.changed is not None), default=reading.wall)
    now = anchor.now(reading)
    if last > now and moves(clocks, now, last):
        anchor, now = TimeAnchor(reading.boot, reading.count, last, reading.wall - last), last
    return believed(reading) if _may_be_believed(reading, now, clocks) else anchor


def looked(
    anchor: TimeAnchor, reading: ComputerTime, clocks: Collection[SessionClock]
) -> tuple[TimeAnchor, ClockJump | None]:
    """The anchor after a look at the computer, and what its clock did since the last; a countdown goes on as it was."""
    now = anchor.now(reading)
    if _may_be_believed(reading, now, clocks):
        return believed(reading), None
    ahead = reading.wall - now
    jump = ahead - anchor.ahead
    told = abs(jump) > JUMP and moves(clocks, now, now + JUMP)
    return replace(anchor, ahead=ahead), ClockJump(jump) if told else None


def _may_be_believed(reading: ComputerTime, now: datetime, clocks: Collection[SessionClock]) -> bool:
    """Whether the clock of the computer changes nothing that anybody waits for, nor brings back what is over."""
    return not goes_on(clocks, now) and not moves(clocks, now, reading.wall)


def _places(clock: SessionClock) -> tuple[int | None, ...]:
    return (None, *(table for table, _ in clock.table_minutes))


def _lately(clock: SessionClock, table: int | None, now: datetime) -> bool:
    return any(moment is not None and abs(now - moment) < _LATELY for moment in (clock.changed, clock.gong(table)))

"""The clock of a session: the time that is left, and when gongs are due, computed from entries and the present time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import assert_never

from tournament.ledger import facts

NO_TIME = timedelta()
WARNING = timedelta(minutes=15)
"""How long before the end players are warned."""


class ClockState(StrEnum):
    """The state of a clock; the value is its name in files."""

    NOT_STARTED = "not-started"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"
    """The gong was struck."""


class SignalKind(StrEnum):
    """A signal that is sounded; the value is its name in files."""

    WARNING = "warning"
    """The last minutes begin."""
    GONG = "gong"


@dataclass(frozen=True, slots=True)
class ClockSignal:
    """A warning or gong of a session, for everybody or for one table with extra minutes of its own."""

    session: int
    kind: SignalKind
    table: int | None
    time: datetime
    """When it is due. Once it is past, that never changes."""


@dataclass(frozen=True, slots=True)
class SessionClock:
    """The time of one session according to its entries. How much is left also depends on the present time.

    Somebody may set the clock of the computer back or forward. So a negative interval counts as zero, and the time that
    is left is between zero and the length of the session with its extra minutes.
    """

    session: int
    minutes: int = 0
    """How long the session is without extra minutes."""
    started: datetime | None = None
    running_since: datetime | None = None
    """When it last began to run; None while it is stopped."""
    played: timedelta = NO_TIME
    """The time that was played before it last began to run."""
    added: int = 0
    """The extra minutes for every table."""
    table_minutes: tuple[tuple[int, int], ...] = ()
    """The extra minutes of single tables, by table."""
    stopped: datetime | None = None
    """When somebody stopped it for good."""
    late: timedelta = NO_TIME
    """The time during which nobody played: from a gong until minutes were added for everybody."""
    table_late: tuple[tuple[int, timedelta], ...] = ()
    """The same for single tables. It is negative for a table whose own extra minutes ran during :attr:`late`."""
    changed: datetime | None = None
    """When it was last changed."""
    signals: tuple[ClockSignal, ...] = ()
    """The signals that were due between its start and its last change."""

    def added_to(self, table: int) -> int:
        """The extra minutes that only ``table`` has."""
        return dict(self.table_minutes).get(table, 0)

    def length(self, table: int | None = None) -> timedelta:
        """How long the session is with its extra minutes, for everybody or at ``table``."""
        added = self.added + (0 if table is None else self.added_to(table))
        return max(timedelta(minutes=self.minutes + added), NO_TIME)

    def elapsed(self, now: datetime) -> timedelta:
        """How long the clock had run at ``now``, without pauses."""
        running = NO_TIME if self.running_since is None else max(now - self.running_since, NO_TIME)
        return self.played + running

    def remaining(self, now: datetime, table: int | None = None) -> timedelta:
        """The time that is left at ``now``, for everybody or at ``table``."""
        if self.started is None or self.stopped is not None:
            return NO_TIME
        return min(max(self.end(table) - self.elapsed(now), NO_TIME), self.length(table))

    def state(self, now: datetime, table: int | None = None) -> ClockState:
        """Its state at ``now``, for everybody or at ``table``."""
        if self.started is None:
            return ClockState.NOT_STARTED
        if not self.remaining(now, table):
            return ClockState.OVER
        return ClockState.PAUSED if self.running_since is None else ClockState.RUNNING

    def gong(self, table: int | None = None) -> datetime | None:
        """When the gong is or was due; None while the clock is stopped."""
        if self.stopped is not None or self.running_since is None:
            return self.stopped
        return self.running_since + max(self.end(table) - self.played, NO_TIME)

    def is_warning(self, now: datetime, table: int | None = None) -> bool:
        """Whether the last minutes have begun."""
        return self.state(now, table) is ClockState.RUNNING and self.remaining(now, table) <= WARNING

    def end(self, table: int | None = None) -> timedelta:
        """How long the clock can run until the gong, without pauses.

        That is the length of the session, and the time lost after an earlier gong.
        """
        late = self.late if table is None else self.late + dict(self.table_late).get(table, NO_TIME)
        return self.length(table) + late

    def signals_until(self, now: datetime) -> tuple[ClockSignal, ...]:
        """Every warning and gong that was due since it was started, in order.

        A gong is due when the time runs out, when the clock is stopped for good, and when so many minutes are taken
        away that the time is over. Minutes that are added later bring another one. A table with extra minutes of its
        own has gongs of its own, unless they coincide with those of everybody.
        """
        return (*self.signals, *(signal for signal in self._since_changed() if signal.time <= now))

    def next_signal(self, now: datetime) -> ClockSignal | None:
        """The next signal if nothing changes the clock; None while it is stopped or over."""
        return next((signal for signal in self._since_changed() if signal.time > now), None)

    def _since_changed(self) -> tuple[ClockSignal, ...]:
        """The signals that are due after the last change if nothing else changes the clock, in order."""
        if self.running_since is None or self.changed is None:
            return ()
        due: list[ClockSignal] = []
        for table in (None, *(table for table, _ in self.table_minutes)):
            gong = self.running_since + self.end(table) - self.played
            for kind, time in ((SignalKind.WARNING, gong - WARNING), (SignalKind.GONG, gong)):
                if self.changed < time:
                    due.append(ClockSignal(self.session, kind, table, time))
        return _without_same(sorted(due, key=lambda signal: signal.time))


def clock_after(clocks: Mapping[int, SessionClock], fact: facts.ClockFact, time: datetime) -> SessionClock:
    """Return the clock of the session of ``fact`` after it, which was written at ``time``."""
    before = clocks.get(fact.session, SessionClock(fact.session))
    after = replace(_clock_after(before, fact, time), changed=time)
    if isinstance(fact, facts.ClockStarted):
        return after
    return replace(after, signals=_without_same((*before.signals_until(time), *_ended_by(before, after, time))))


def _without_same(signals: Sequence[ClockSignal]) -> tuple[ClockSignal, ...]:
    """Leave out signals of tables that coincide with one for everybody."""
    of_all = {(signal.kind, signal.time) for signal in signals if signal.table is None}
    return tuple(each for each in signals if each.table is None or (each.kind, each.time) not in of_all)


def _ended_by(before: SessionClock, after: SessionClock, time: datetime) -> tuple[ClockSignal, ...]:
    """The gongs that a change at ``time`` itself causes: for everybody, or for the tables whose time it ended."""

    def ended(table: int | None) -> bool:
        was, became = (clock.state(time, table) for clock in (before, after))
        return became is ClockState.OVER and was not in {ClockState.OVER, ClockState.NOT_STARTED}

    if ended(None):
        return (ClockSignal(after.session, SignalKind.GONG, None, time),)
    tables = sorted({table for clock in (before, after) for table, _ in clock.table_minutes})
    return tuple(ClockSignal(after.session, SignalKind.GONG, table, time) for table in tables if ended(table))


def _clock_after(clock: SessionClock, fact: facts.ClockFact, time: datetime) -> SessionClock:
    match fact:
        case facts.ClockStarted():
            return SessionClock(fact.session, fact.minutes, started=time, running_since=time)
        case facts.ClockPaused():
            return replace(clock, played=clock.elapsed(time), running_since=None)
        case facts.ClockResumed():
            return replace(clock, running_since=time)
        case facts.MinutesAdded():
            return _longer(clock, fact, time)
        case facts.ClockStopped():
            return replace(clock, played=clock.elapsed(time), running_since=None, stopped=time)
        case _:
            assert_never(fact)


def _longer(clock: SessionClock, fact: facts.MinutesAdded, time: datetime) -> SessionClock:
    """The clock with extra minutes. Minutes that are added after the gong begin when they are added."""
    if fact.tables:
        for table in fact.tables:
            clock = _longer_at(clock, table, fact.minutes, _overtime(clock, time, table, fact.minutes))
        return clock
    overtime = _overtime(clock, time, None, fact.minutes)
    late = dict(clock.table_late)
    # A table with minutes of its own played on after the gong of the others, so less time was lost there.
    for table, _ in clock.table_minutes:
        used = min(overtime, clock.end(table) - clock.end())
        late[table] = late.get(table, NO_TIME) - max(used, NO_TIME)
    return replace(clock, added=clock.added + fact.minutes, late=clock.late + overtime, table_late=_sorted(late))


def _longer_at(clock: SessionClock, table: int, minutes: int, overtime: timedelta) -> SessionClock:
    added, late = dict(clock.table_minutes), dict(clock.table_late)
    added[table] = added.get(table, 0) + minutes
    late[table] = late.get(table, NO_TIME) + overtime
    return replace(clock, table_minutes=tuple(sorted(added.items())), table_late=_sorted(late))


def _overtime(clock: SessionClock, time: datetime, table: int | None, minutes: int) -> timedelta:
    """The time since the gong; zero if minutes are taken away."""
    return max(clock.elapsed(time) - clock.end(table), NO_TIME) if minutes > 0 else NO_TIME


def _sorted(late: Mapping[int, timedelta]) -> tuple[tuple[int, timedelta], ...]:
    return tuple(sorted((table, time) for table, time in late.items() if time))

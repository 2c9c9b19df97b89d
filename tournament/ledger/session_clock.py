"""The clock of a session: from what was done to it, and now, the time that is left for everybody and for each table."""

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
    """What a clock does; the value is its name in files."""

    NOT_STARTED = "not-started"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"
    """The gong was struck."""


class SignalKind(StrEnum):
    """What is sounded; the value is its name in files."""

    WARNING = "warning"
    """The last minutes begin."""
    GONG = "gong"


@dataclass(frozen=True, slots=True)
class ClockSignal:
    """A warning or gong of a session, for everybody or for a table whose minutes are its own."""

    session: int
    kind: SignalKind
    table: int | None
    time: datetime
    """When it is due; of one that is past it never changes."""


@dataclass(frozen=True, slots=True)
class SessionClock:
    """What the entries say of the time of one session; what is left of it depends on now besides.

    The clock of a computer may be set back or forward: an interval that would be negative counts nothing, and what is
    left is never less than nothing nor more than the session with its extra minutes.
    """

    session: int
    minutes: int = 0
    """How long the session is without extra minutes."""
    started: datetime | None = None
    running_since: datetime | None = None
    """None: it stands still."""
    played: timedelta = NO_TIME
    """What was played before it last began to run."""
    added: int = 0
    """Extra minutes of every table."""
    table_minutes: tuple[tuple[int, int], ...] = ()
    """Extra minutes of single tables, by table."""
    stopped: datetime | None = None
    """When somebody ended it."""
    late: timedelta = NO_TIME
    """What had passed beyond the end when minutes were added to everybody after the gong."""
    table_late: tuple[tuple[int, timedelta], ...] = ()
    """The same of single tables; less than nothing where extra minutes of a table were over before those of all."""
    changed: datetime | None = None
    """When something was last done to it."""
    signals: tuple[ClockSignal, ...] = ()
    """What was due since it was started, until something was last done to it."""

    def added_to(self, table: int) -> int:
        """The extra minutes that ``table`` has for itself."""
        return dict(self.table_minutes).get(table, 0)

    def length(self, table: int | None = None) -> timedelta:
        """How long the session is, or is at ``table``."""
        added = self.added + (0 if table is None else self.added_to(table))
        return max(timedelta(minutes=self.minutes + added), NO_TIME)

    def elapsed(self, now: datetime) -> timedelta:
        """How long it ran."""
        running = NO_TIME if self.running_since is None else max(now - self.running_since, NO_TIME)
        return self.played + running

    def remaining(self, now: datetime, table: int | None = None) -> timedelta:
        """What is left of the session, or at ``table``."""
        if self.started is None or self.stopped is not None:
            return NO_TIME
        return min(max(self.end(table) - self.elapsed(now), NO_TIME), self.length(table))

    def state(self, now: datetime, table: int | None = None) -> ClockState:
        """What it does, or does for ``table``."""
        if self.started is None:
            return ClockState.NOT_STARTED
        if not self.remaining(now, table):
            return ClockState.OVER
        return ClockState.PAUSED if self.running_since is None else ClockState.RUNNING

    def gong(self, table: int | None = None) -> datetime | None:
        """When the gong is or was struck; None while the clock stands still."""
        if self.stopped is not None or self.running_since is None:
            return self.stopped
        return self.running_since + max(self.end(table) - self.played, NO_TIME)

    def is_warning(self, now: datetime, table: int | None = None) -> bool:
        """Whether the last minutes run."""
        return self.state(now, table) is ClockState.RUNNING and self.remaining(now, table) <= WARNING

    def end(self, table: int | None = None) -> timedelta:
        """How long it may run, pauses apart."""
        late = self.late if table is None else self.late + dict(self.table_late).get(table, NO_TIME)
        return self.length(table) + late

    def signals_until(self, now: datetime) -> tuple[ClockSignal, ...]:
        """Every warning and gong that was due since it was started, in order.

        A gong is due when the time runs out, and when it is ended by hand or so many minutes are taken back; minutes
        that are given after it bring another. A table with minutes of its own has its own, unless all have it then.
        """
        return (*self.signals, *(signal for signal in self._since_changed() if signal.time <= now))

    def next_signal(self, now: datetime) -> ClockSignal | None:
        """What is due next if nothing is done to it; None while it stands still or is over."""
        return next((signal for signal in self._since_changed() if signal.time > now), None)

    def _since_changed(self) -> tuple[ClockSignal, ...]:
        """What is due after what was last done to it, in order."""
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
    """The clock of the session of ``fact``, which was written at ``time``."""
    before = clocks.get(fact.session, SessionClock(fact.session))
    after = replace(_clock_after(before, fact, time), changed=time)
    if isinstance(fact, facts.ClockStarted):
        return after
    return replace(after, signals=_without_same((*before.signals_until(time), *_ended_by(before, after, time))))


def _without_same(signals: Sequence[ClockSignal]) -> tuple[ClockSignal, ...]:
    """Without those of tables that fall together with one of all."""
    of_all = {(signal.kind, signal.time) for signal in signals if signal.table is None}
    return tuple(each for each in signals if each.table is None or (each.kind, each.time) not in of_all)


def _ended_by(before: SessionClock, after: SessionClock, time: datetime) -> tuple[ClockSignal, ...]:
    """The gongs of what was done at ``time``: for all, or for the tables whose time it ended."""

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
    """With extra minutes; those given after the gong begin when they are given."""
    if fact.tables:
        for table in fact.tables:
            clock = _longer_at(clock, table, fact.minutes, _overtime(clock, time, table, fact.minutes))
        return clock
    overtime = _overtime(clock, time, None, fact.minutes)
    late = dict(clock.table_late)
    for table, _ in clock.table_minutes:  # its own minutes ran while those of all were over
        used = min(overtime, clock.end(table) - clock.end())
        late[table] = late.get(table, NO_TIME) - max(used, NO_TIME)
    return replace(clock, added=clock.added + fact.minutes, late=clock.late + overtime, table_late=_sorted(late))


def _longer_at(clock: SessionClock, table: int, minutes: int, overtime: timedelta) -> SessionClock:
    added, late = dict(clock.table_minutes), dict(clock.table_late)
    added[table] = added.get(table, 0) + minutes
    late[table] = late.get(table, NO_TIME) + overtime
    return replace(clock, table_minutes=tuple(sorted(added.items())), table_late=_sorted(late))


def _overtime(clock: SessionClock, time: datetime, table: int | None, minutes: int) -> timedelta:
    """What passed since the gong; nothing where minutes are taken back."""
    return max(clock.elapsed(time) - clock.end(table), NO_TIME) if minutes > 0 else NO_TIME


def _sorted(late: Mapping[int, timedelta]) -> tuple[tuple[int, timedelta], ...]:
    return tuple(sorted((table, time) for table, time in late.items() if time))

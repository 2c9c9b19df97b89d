"""The time of an event: a counter of this computer that nobody can set, anchored to its clock.

The clock of a computer may be set by hand, by the network, or by another system on the same disk. A countdown that
followed it would jump in the middle of a session. While a session's clock runs, time therefore follows the counter of
the system since its start, which also runs while the computer sleeps. The computer's clock only anchors that counter,
and gives the time of day that is shown.

An hour after the last countdown the computer's clock is trusted again. The functions of anchors are pure;
:class:`EventTime` reads the computer and stores the anchor.
"""

import sys
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path

from tournament.files.typed_json import decode
from tournament.files.writing import write_whole
from tournament.language import Text, mark
from tournament.ledger.session_clock import SessionClock
from tournament.use_cases import Book, View
from ui.hall.hall_folder import hall_folder

_ANCHOR = "time.json"
_JUMP = timedelta(seconds=2)
"""A larger change of the computer's clock between two readings counts as a jump, a smaller one as a slow correction."""
_NOTHING = timedelta()
_LATELY = timedelta(hours=1)
"""After a countdown, its gong may be sounded or reported, and minutes may be added, for this long."""


@dataclass(frozen=True, slots=True)
class ComputerTime:
    """The counter and the clock of a computer at one moment."""

    boot: str
    """Identifies this run of the computer since it was started; empty if the system has no identifier."""
    count: int
    """Nanoseconds since that start, including sleep."""
    wall: datetime
    """The computer's clock, in UTC."""


@dataclass(frozen=True, slots=True)
class TimeAnchor:
    """The point at which the counter of a run of a computer was tied to the time of an event."""

    boot: str
    count: int
    time: datetime
    """The true time at ``count``."""
    ahead: timedelta = _NOTHING
    """How far the computer's clock was ahead of the true time at the last reading."""

    def now(self, reading: ComputerTime) -> datetime:
        """The true time at ``reading``, which must be of the same run."""
        return self.time + timedelta(microseconds=(reading.count - self.count) // 1000)

    def is_of(self, reading: ComputerTime) -> bool:
        """Whether ``reading`` is of the same run of the computer."""
        return bool(self.boot) and self.boot == reading.boot and self.count <= reading.count


@dataclass(frozen=True, slots=True)
class ClockJump:
    """The clock of the computer was set while a countdown went on."""

    by: timedelta
    """How far it was set forward; negative if it was set back."""


def _moves(clocks: Iterable[SessionClock], one: datetime, other: datetime) -> bool:
    """Whether any countdown differs between the two times."""
    return any(
        clock.remaining(one, table) != clock.remaining(other, table)
        for clock in clocks
        if clock.running_since is not None
        for table in _places(clock)
    )


def _goes_on(clocks: Iterable[SessionClock], now: datetime) -> bool:
    """Whether a countdown runs, or ended or changed so recently that its gong may still be due."""
    return any(
        (clock.running_since is not None and clock.remaining(now, table)) or _lately(clock, table, now)
        for clock in clocks
        for table in _places(clock)
    )


def _believed(reading: ComputerTime) -> TimeAnchor:
    """An anchor that takes the computer's clock as the true time from now on."""
    return TimeAnchor(reading.boot, reading.count, reading.wall)


def _begun(reading: ComputerTime, kept: TimeAnchor | None, clocks: Collection[SessionClock]) -> TimeAnchor:
    """The first anchor after an event is opened: the stored one if a countdown runs and the computer was not restarted.

    After a restart the counter begins at zero, so the computer's clock is trusted, less the amount by which it was
    ahead. While a countdown runs, the time is never before the last change of that countdown.
    """
    anchor = _believed(reading)
    if kept is not None:
        anchor = kept if kept.is_of(reading) else replace(anchor, time=reading.wall - kept.ahead, ahead=kept.ahead)
    last = max((clock.changed for clock in clocks if clock.changed is not None), default=reading.wall)
    now = anchor.now(reading)
    if last > now and _moves(clocks, now, last):
        anchor, now = TimeAnchor(reading.boot, reading.count, last, reading.wall - last), last
    return _believed(reading) if _may_be_believed(reading, now, clocks) else anchor


def _looked(
    anchor: TimeAnchor, reading: ComputerTime, clocks: Collection[SessionClock]
) -> tuple[TimeAnchor, ClockJump | None]:
    """The anchor after a reading, and the jump of the clock since the last one; a countdown continues unchanged."""
    now = anchor.now(reading)
    if _may_be_believed(reading, now, clocks):
        return _believed(reading), None
    ahead = reading.wall - now
    jump = ahead - anchor.ahead
    reported = abs(jump) > _JUMP and _moves(clocks, now, now + _JUMP)
    return replace(anchor, ahead=ahead), ClockJump(jump) if reported else None


def _may_be_believed(reading: ComputerTime, now: datetime, clocks: Collection[SessionClock]) -> bool:
    """Whether the computer's clock can be trusted without changing a countdown or bringing back one that is over."""
    return not _goes_on(clocks, now) and not _moves(clocks, now, reading.wall)


def _places(clock: SessionClock) -> tuple[int | None, ...]:
    return (None, *(table for table, _ in clock.table_minutes))


def _lately(clock: SessionClock, table: int | None, now: datetime) -> bool:
    return any(moment is not None and abs(now - moment) < _LATELY for moment in (clock.changed, clock.gong(table)))


_AT_ONCE = 20_000_000
"""Nanoseconds: if reading the counter and the clock takes longer, both are read again, since the process was paused."""
_NEVER = -1


class EventTime:
    """The time of an event in UTC: that of its entries and its countdowns.

    The program that writes an event stores the anchor; programs that only read follow the stored one.
    """

    def __init__(
        self, view: Callable[[], View], *, writes: bool, read: "Callable[[], ComputerTime] | None" = None
    ) -> None:
        self._view, self._writes, self._read = view, writes, read or computer_time
        self._anchor: TimeAnchor | None = None
        self._kept: TimeAnchor | None = None
        """The anchor as it was last read from the file or written to it."""
        self._file_time = _NEVER
        self.jump: ClockJump | None = None
        self.notice: Text | None = None
        """What to report about the computer's clock when the event is opened; None if there is nothing to report."""

    def __call__(self) -> datetime:
        """The true time now."""
        reading, view = self._read(), self._view()
        if not len(view.journal):
            return reading.wall
        clocks = tuple(view.state.clocks.values())
        if self._anchor is None or (not self._writes and self._changed(view)):
            self._begin(view, reading, clocks)
        assert self._anchor is not None, "it was begun"
        self._anchor, jump = _looked(self._anchor, reading, clocks)
        now = self._anchor.now(reading)
        if self._writes and _goes_on(clocks, now):
            self._keep(view, jump)
        self.jump = jump or self.jump
        return now

    def taken_jump(self) -> ClockJump | None:
        """The jump of the computer's clock during a countdown, returned once so that it is reported once."""
        jump, self.jump = self.jump, None
        return jump

    @property
    def ahead(self) -> timedelta:
        """How far the computer's clock is ahead of the true time; zero for slow corrections."""
        ahead = timedelta() if self._anchor is None else self._anchor.ahead
        return ahead if abs(ahead) > _JUMP else timedelta()

    def take_computer_time(self) -> None:
        """Trust the computer's clock from now on; countdowns move with it."""
        self._anchor = _believed(self._read())
        if self._writes:
            self._keep(self._view(), None)

    def _begin(self, view: View, reading: ComputerTime, clocks: Collection[SessionClock]) -> None:
        self._kept, self._file_time = _read_anchor(_file(view))
        self._anchor = _begun(reading, self._kept, clocks)
        now = self._anchor.now(reading)
        if now - reading.wall > _JUMP and (self._kept is None or not self._kept.is_of(reading)):
            self.notice = mark(
                "The clock of this computer shows {wall}, which is before the last action on the "
                "clock of a session. The countdown goes on from that action. Correct the computer’s "
                "clock and check the time left.",
                wall=reading.wall.astimezone(),
            )

    def _keep(self, view: View, jump: ClockJump | None) -> None:
        """Store the anchor, unless the file has the same one."""
        anchor, kept = self._anchor, self._kept
        assert anchor is not None, "it was begun"
        same = kept is not None and (kept.boot, kept.count, kept.time) == (anchor.boot, anchor.count, anchor.time)
        if same and jump is None and kept is not None and abs(kept.ahead - anchor.ahead) <= _JUMP:
            return
        self._kept = anchor
        try:
            _write_anchor(_file(view), anchor)
        except OSError:
            self._kept = None  # tried again at the next look; until then a restart believes the computer

    def _changed(self, view: View) -> bool:
        try:
            return _file(view).stat().st_mtime_ns != self._file_time
        except OSError:
            return self._file_time != _NEVER


def follow_true_time(book: Book, *, writes: bool) -> None:
    """Let ``book`` follow the true time, and add to its notices what to report about the computer's clock."""
    clock = EventTime(lambda: book.view, writes=writes)
    book.follow_clock(clock)
    clock()
    if clock.notice is not None:
        book.notices = (*book.notices, clock.notice)


def follow_time_of_host(event: str, ahead: timedelta) -> None:
    """Let the event go on in the time of its lost host, which was ``ahead`` of the clock of this computer.

    So a countdown goes on with the time that was left on the screens, whatever the clock of this computer shows. A
    difference that can come from the network alone is none. Raises OSError.
    """
    if abs(ahead) > _JUMP:
        reading = computer_time()
        anchor = TimeAnchor(reading.boot, reading.count, reading.wall + ahead, -ahead)
        _write_anchor(hall_folder(event) / _ANCHOR, anchor)


def ahead_of(book: Book) -> timedelta:
    """What to add to a time of ``book`` to get the time of day on the computer's clock."""
    return book.clock.ahead if isinstance(book.clock, EventTime) else timedelta()


def take_computer_time(book: Book) -> None:
    """Let ``book`` trust the computer's clock from now on: its countdowns move with it."""
    if isinstance(book.clock, EventTime):
        book.clock.take_computer_time()


def taken_jump(book: Book) -> ClockJump | None:
    """The jump of the computer's clock during a countdown of ``book``, returned once."""
    return book.clock.taken_jump() if isinstance(book.clock, EventTime) else None


def jump_text(jump: ClockJump) -> Text:
    """The message about a jump of the computer’s clock."""
    seconds = round(abs(jump.by).total_seconds())
    time = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    if jump.by < timedelta():
        return mark(
            "The clock of this computer was set back by {time}. The countdown is not "
            "affected; times of day follow the new clock.",
            time=time,
        )
    return mark(
        "The clock of this computer was set forward by {time}. The countdown is not "
        "affected; times of day follow the new clock.",
        time=time,
    )


def computer_time() -> ComputerTime:
    """Read counter and clock of this computer at one moment."""
    while True:
        before = _count()
        wall = datetime.now(UTC)
        if _count() - before < _AT_ONCE:
            return ComputerTime(_boot(), before, wall)


if sys.platform == "linux":

    def _count() -> int:
        # CLOCK_MONOTONIC would stop while the computer sleeps; CLOCK_BOOTTIME does not.
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)

    def _name_of_run() -> str:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()

elif sys.platform == "darwin":

    def _count() -> int:
        # On macOS this clock continues during sleep; time.monotonic_ns() does not.
        return time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW)

    def _name_of_run() -> str:
        import ctypes

        size, text = ctypes.c_size_t(64), ctypes.create_string_buffer(64)
        found = ctypes.CDLL(None).sysctlbyname(b"kern.bootsessionuuid", text, ctypes.byref(size), None, 0)
        return text.value.decode("ascii") if found == 0 else ""

elif sys.platform == "win32":

    def _count() -> int:
        import ctypes

        count = ctypes.windll.kernel32.GetTickCount64
        count.restype = ctypes.c_uint64
        return int(count()) * 1_000_000

    def _name_of_run() -> str:
        import winreg

        place = r"SYSTEM\CurrentControlSet\Control\Session Manager\Memory Management\PrefetchParameters"
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, place) as key:
            return str(winreg.QueryValueEx(key, "BootId")[0])

else:

    def _count() -> int:
        return time.monotonic_ns()

    def _name_of_run() -> str:
        return ""


@lru_cache(maxsize=1)
def _boot() -> str:
    """An identifier of this run of the computer; empty if there is none; then every start trusts its clock."""
    try:
        return _name_of_run()
    except (OSError, ValueError):
        return ""


def _file(view: View) -> Path:
    return hall_folder(view.journal[0].id) / _ANCHOR


def _read_anchor(path: Path) -> tuple[TimeAnchor | None, int]:
    """The stored anchor and the time of its file in nanoseconds; None if it cannot be read."""
    from msgspec import DecodeError

    try:
        written = path.stat().st_mtime_ns
        return decode(path.read_bytes(), TimeAnchor), written
    except (OSError, DecodeError, RecursionError):
        return None, _NEVER


def _write_anchor(path: Path, anchor: TimeAnchor) -> None:
    from msgspec import json

    write_whole(path, json.format(json.encode(anchor), indent=1).decode())

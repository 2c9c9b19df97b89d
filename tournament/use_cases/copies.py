"""Copies of an event: what their names tell, what one contains, and which of them go. Nothing here touches a disk."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tournament.language import Text
from tournament.ledger.sheet import SheetState
from tournament.use_cases.view import View

ENDING = ".qv"
MOST_NAME = 150
"""Bytes of the event's name that stand in the name of a copy."""
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_TIME = "%Y-%m-%d %H-%M-%S%z"
_NAME = re.compile(
    r"(?P<event>.+) (?P<time>\d{4}-\d\d-\d\d \d\d-\d\d-\d\d[+-]\d{4}) S(?P<sessions>\d{1,4}) (?P<entries>\d{1,9})\.qv"
)


@dataclass(frozen=True, slots=True)
class CopyName:
    """What the name of a copy tells: ``Spring Cup 2026-06-13 14-02-33+0200 S3 312.qv``."""

    event: str
    time: datetime
    """When it was made, with the offset of that computer."""
    sessions: int
    """Sessions begun."""
    entries: int

    @property
    def file_name(self) -> str:
        """The name, fit for every usual disk."""
        return f"{safe_name(self.event)} {self.time.strftime(_TIME)} S{self.sessions} {self.entries}{ENDING}"


def safe_name(text: str) -> str:
    """``text`` as a part of a file name on every usual disk."""
    kept = "".join(letter if letter.isprintable() else "_" for letter in _FORBIDDEN.sub("_", text))
    short = kept.encode("utf-8", "replace")[:MOST_NAME].decode("utf-8", "ignore")
    return short.strip(" .") or "event"


def copy_name(file_name: str) -> CopyName | None:
    """What ``file_name`` tells; None when it is not the name of a copy."""
    found = _NAME.fullmatch(file_name)
    if found is None:
        return None
    try:
        time = datetime.strptime(found["time"], _TIME)  # noqa: DTZ007 – the format has %z
    except ValueError:  # digits that are no moment
        return None
    return CopyName(found["event"], time, int(found["sessions"]), int(found["entries"]))


@dataclass(frozen=True, slots=True)
class CopyContent:
    """What an event contains, as a list of copies tells it."""

    entries: int
    sessions: int
    """Sessions begun."""
    verified: int
    """Tables whose sheet is verified."""
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Examined:
    """A copy that was read from first to last."""

    path: Path
    time: datetime
    """When it was made; of a file that is no copy by its name, when it was last written."""
    content: CopyContent | None
    """None when it cannot be read."""
    problem: Text | None = None
    """Why it is not good."""

    @property
    def good(self) -> bool:
        """Whether it may be restored."""
        return self.problem is None


@dataclass(frozen=True, slots=True)
class CopyOutcome:
    """What came of copying to one place."""

    folder: Path
    copy: Examined | None = None
    """The copy; an earlier one, where nothing was entered since."""
    problem: Text | None = None
    """Why there is none."""
    absent: bool = False
    """The place is not there: a stick that is pulled out."""
    removed: int = 0
    """Earlier ones that went for want of room, though they are of today."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What going back to a copy did."""

    restored: Examined
    """The event as it is now."""
    kept: Path | None
    """Where the file lies that was replaced; None when there was none."""
    replaced: Examined | None
    """What that contains."""
    lost: int | None
    """Entries of it that are not in the copy; None when it cannot be read."""


def content_of(view: View) -> CopyContent:
    """What ``view`` contains."""
    sheets = [sheet for session in view.drawn_sessions for sheet in view.sheets(session)]
    verified = sum(sheet.state is SheetState.VERIFIED for sheet in sheets)
    return CopyContent(len(view.journal), len(view.state.started), verified, str(view.fingerprint))


def superfluous(names: Iterable[CopyName], *, now: datetime, newest: CopyName) -> frozenset[CopyName]:
    """Those that may go: of the days before ``now`` all but the last of each session; ``newest`` always stays."""
    today = now.date()
    earlier = [name for name in names if name != newest and name.time.astimezone(now.tzinfo).date() < today]
    last: dict[int, CopyName] = {}
    for name in sorted(earlier, key=lambda name: (name.time, name.entries)):
        last[name.sessions] = name
    return frozenset(earlier) - frozenset(last.values())


def oldest_of_today(names: Iterable[CopyName], *, newest: CopyName) -> list[CopyName]:
    """Those that go where there is no room, the first to go first: all but ``newest`` and the last of each session."""
    ordered = sorted(names, key=lambda name: (name.time, name.entries))
    last = {name.sessions: name for name in ordered}
    return [name for name in ordered if name != newest and last[name.sessions] != name]

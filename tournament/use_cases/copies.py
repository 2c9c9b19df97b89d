"""Copies of an event: their names, their contents, and which of them to delete. Nothing here touches a disk."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from tournament.language import Text
from tournament.ledger.journal import Journal
from tournament.ledger.sheet import SheetState
from tournament.use_cases.view import View

ENDING = ".qv"
MOST_NAME = 150
"""Maximum number of bytes of the event's name in the name of a copy."""
MOST_LETTERS = 48
"""Maximum number of its characters as Windows counts them, whose paths have 259: folder and file have the name."""
EVERY = timedelta(minutes=10)
"""How old an entry may be before it is copied."""
_SESSION_FACTS = ("heads-chained", "session-", "clock-started")
"""Prefixes of the kinds of facts that are written when a session changes its state."""
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_TIME = "%Y-%m-%d %H-%M-%S%z"
_NAME = re.compile(
    r"(?P<event>.+) (?P<time>\d{4}-\d\d-\d\d \d\d-\d\d-\d\d[+-]\d{4}) S(?P<sessions>\d{1,4}) (?P<entries>\d{1,9})\.qv"
)


@dataclass(frozen=True, slots=True)
class CopyName:
    """The parts of the name of a copy, such as ``Spring Cup 2026-06-13 14-02-33+0200 S3 312.qv``."""

    event: str
    time: datetime
    """When it was made, with the UTC offset of that computer."""
    sessions: int
    """Number of sessions that had begun."""
    entries: int

    @property
    def file_name(self) -> str:
        """The file name, valid on every usual disk."""
        return f"{safe_name(self.event)} {self.time.strftime(_TIME)} S{self.sessions} {self.entries}{ENDING}"


def safe_name(text: str) -> str:
    """Return ``text`` as a part of a file name that is valid on every usual disk."""
    kept = "".join(letter if letter.isprintable() else "_" for letter in _FORBIDDEN.sub("_", text))
    kept = kept.encode("utf-16-le", "replace")[: 2 * MOST_LETTERS].decode("utf-16-le", "ignore")
    short = kept.encode("utf-8", "replace")[:MOST_NAME].decode("utf-8", "ignore")
    return short.strip(" .") or "event"


def copy_name(file_name: str) -> CopyName | None:
    """Return the parts of ``file_name``; None if it is not the name of a copy."""
    found = _NAME.fullmatch(file_name)
    if found is None:
        return None
    try:
        time = datetime.strptime(found["time"], _TIME)  # noqa: DTZ007 – the format has %z
    except ValueError:  # Digits that are not a date and time.
        return None
    return CopyName(found["event"], time, int(found["sessions"]), int(found["entries"]))


@dataclass(frozen=True, slots=True)
class CopyContent:
    """What an event contains, as a list of copies shows it."""

    entries: int
    sessions: int
    """Number of sessions that have begun."""
    verified: int
    """Number of tables whose sheet is verified."""
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Examined:
    """A copy that was read completely."""

    path: Path
    time: datetime
    """When it was made; for a file that is not named like a copy, when it was last written."""
    content: CopyContent | None
    """None if it cannot be read."""
    problem: Text | None = None
    """What is wrong with it; None if nothing is."""

    @property
    def good(self) -> bool:
        """Whether it can be restored."""
        return self.problem is None


@dataclass(frozen=True, slots=True)
class CopyOutcome:
    """The result of copying to one place."""

    folder: Path
    copy: Examined | None = None
    """The copy, which may be an earlier one if nothing was entered since; None if there is none."""
    problem: Text | None = None
    """Why there is no copy; None if there is one or the place is absent."""
    absent: bool = False
    """Whether the place is not available, such as a USB stick that was removed."""
    removed: int = 0
    """Number of copies of today that were deleted for lack of space."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of restoring a copy."""

    restored: Examined
    """The event as it is now."""
    kept: Path | None
    """The path to which the replaced file was renamed; None if there was none."""
    replaced: Examined | None
    """What the replaced file contains."""
    lost: int | None
    """Number of entries of the replaced file that the copy lacks; None if that is unknown."""


@dataclass(frozen=True, slots=True)
class FilesToDelete:
    """The files of one event on this computer, as they are deleted with it."""

    place: Path
    """The event file itself, which may be missing."""
    copies: tuple[Path, ...]
    """Its copies on this computer and at second places that are connected."""
    left: tuple[Path, ...]
    """What restored copies and crashes left beside it, and other files and folders that the program made for it."""
    absent: tuple[Path, ...]
    """Folders of copies at second places that are not connected."""
    others: tuple[Path, ...]
    """Other files with the same event, which are not deleted: somebody copied them, or another computer hosts it."""


@dataclass(frozen=True, slots=True)
class Deletion:
    """The result of deleting an event with its copies."""

    files: FilesToDelete
    """What was to be deleted."""
    failed: tuple[tuple[Path, Text], ...]
    """The files and folders that could not be deleted, each with the reason."""


def content_of(view: View) -> CopyContent:
    """Return what ``view`` contains."""
    sheets = [sheet for session in view.drawn_sessions for sheet in view.sheets(session)]
    verified = sum(sheet.state is SheetState.VERIFIED for sheet in sheets)
    return CopyContent(len(view.journal), len(view.state.started), verified, str(view.fingerprint))


def changes_a_session(kinds: Iterable[str]) -> bool:
    """Whether entries of these kinds change the state of a session, which is copied at once."""
    return any(kind.startswith(_SESSION_FACTS) for kind in kinds)


def is_copy_due(journal: Journal, *, seen: int, copied: int, now: datetime) -> bool:
    """Whether to copy the event of ``journal``.

    So it is if an entry after the first ``seen`` ones changes the state of a session, or if the first entry that the
    newest copy, of ``copied`` entries, does not contain is older than :data:`EVERY`.
    """
    if changes_a_session(journal[position].record.kind for position in range(seen, len(journal))):
        return True
    return copied < len(journal) and now - journal[copied].time >= EVERY


def superfluous(names: Iterable[CopyName], *, now: datetime, newest: CopyName) -> frozenset[CopyName]:
    """Return the copies to delete: on days before ``now``, all but the last of each session. ``newest`` is kept."""
    today = now.date()
    earlier = [name for name in names if name != newest and name.time.astimezone(now.tzinfo).date() < today]
    last: dict[int, CopyName] = {}
    for name in sorted(earlier, key=lambda name: (name.time, name.entries)):
        last[name.sessions] = name
    return frozenset(earlier) - frozenset(last.values())


def oldest_of_today(names: Iterable[CopyName], *, newest: CopyName) -> list[CopyName]:
    """Return the copies of today to delete if space is short, the first to go first.

    ``newest`` and the last copy of each session are kept.
    """
    ordered = sorted(names, key=lambda name: (name.time, name.entries))
    last = {name.sessions: name for name in ordered}
    return [name for name in ordered if name != newest and last[name.sessions] != name]

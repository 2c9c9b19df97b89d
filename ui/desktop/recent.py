"""The list of recently opened event files, with what the start page shows of each file without opening it.

It also contains where the window was left in each file, and which file was open when the program ended.
"""

import json
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ui.desktop import preferences
from ui.desktop.controller import EventController

if TYPE_CHECKING:
    from tournament.use_cases import View

MOST = 8
"""Maximum number of files in the list."""


@dataclass(frozen=True, slots=True)
class RecentFile:
    """An event file, as it was when last open on this computer."""

    path: str
    when: datetime
    """When it was last open, in UTC."""
    name: str = ""
    starts: date | None = None
    ends: date | None = None
    sessions: int = 0
    """Number of sessions."""
    played: int = 0
    """Number of sessions of which every sheet was verified at some time."""
    players: int = 0
    drawn: bool = False
    states: tuple[str, ...] = ()
    """The state of each session: values of :class:`~tournament.ledger.session.SessionState`."""
    evenings: bool = False
    """Whether its sessions are evenings."""
    page: str = ""
    """The page that was last shown; empty if none was noted."""
    session: int = 0
    """The session that was last shown."""
    table: int = 0
    """The table of that session whose sheet was last shown; 0 if none was."""

    @property
    def finished(self) -> bool:
        """Whether all sessions were played."""
        return self.drawn and self.played >= self.sessions


def recent_files() -> list[RecentFile]:
    """The remembered files, the newest first, including files that no longer exist."""
    text = preferences.value("recent")
    try:
        return [_read(each) for each in json.loads(text)] if text else []
    except (ValueError, TypeError, KeyError):
        return []  # written by another version: start a new list; no event is changed


def remember(view: "View", path: Path, *, now: datetime | None = None) -> None:
    """Put the event ``view`` with the file ``path`` first in the list. ``now`` defaults to the current time."""
    whole, settings = str(path.resolve()), view.settings
    numbers = sorted((*view.session_numbers, *view.state.cancelled))
    newest = RecentFile(
        path=whole,
        when=now or datetime.now(UTC),
        name=settings.name,
        starts=settings.first_day,
        ends=settings.last_day,
        sessions=len(view.session_numbers) if settings.format.is_drawn else settings.sessions,
        played=len(view.state.ended),
        players=len(view.players),
        drawn=view.seating is not None,
        states=tuple(view.session_state(session).value for session in numbers),
        evenings=not settings.format.is_drawn,
    )
    before = recent_file(path)
    if before is not None:
        newest = replace(newest, page=before.page, session=before.session, table=before.table)
    _keep([newest, *(file for file in recent_files() if file.path != whole)])


def recent_file(path: Path) -> RecentFile | None:
    """What is remembered of the file ``path``; None if nothing is."""
    whole = str(path.resolve())
    return next((file for file in recent_files() if file.path == whole), None)


def forget(path: Path) -> None:
    """Remove the file ``path`` from the list, because it was deleted."""
    whole = str(path.resolve())
    _keep([file for file in recent_files() if file.path != whole])
    if preferences.value("open") == whole:
        keep_open(None)


def keep_left(path: Path, page: str, session: int, table: int) -> None:
    """Remember where the window is in the file ``path``, if the file is in the list. Table 0 keeps the last one."""
    before = recent_file(path)
    if before is None:
        return
    kept = before.table if session == before.session else 0
    left = replace(before, page=page, session=session, table=table or kept)
    if left != before:
        _keep([left if file.path == before.path else file for file in recent_files()])


def _keep(files: list[RecentFile]) -> None:
    preferences.keep_value("recent", json.dumps([asdict(each) for each in files[:MOST]], default=_plain))


def left_open() -> Path | None:
    """The event file that was open when the program ended, if it is still there; None if none was."""
    kept = preferences.value("open")
    return Path(kept) if kept and Path(kept).is_file() else None


def keep_open(path: Path | None) -> None:
    """Remember that the event file ``path`` is open in the window; None if none is."""
    whole = "" if path is None else str(path.resolve())
    if whole != preferences.value("open"):
        preferences.keep_value("open", whole)


class RecentFilesUpdater(QObject):
    """Updates the open event in the list when it is opened and when it is closed."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self._controller = controller
        controller.opened.connect(self.note)
        controller.leaving.connect(self.note)

    def note(self) -> None:
        """Remember the open event as it is now."""
        if self._controller.view is None or self._controller.book.shared:
            keep_open(None)
            return  # `follow_joined` remembers a shared event
        view = self._controller.book.view  # as it is now, even while the user looks at the past
        place = Path(self._controller.book.place)
        if len(view.journal) and not (self._controller.read_only and _is_copy(place)):
            remember(view, place)
            keep_open(None if self._controller.read_only else place)


def _is_copy(place: Path) -> bool:
    from tournament.use_cases.copies import copy_name

    return copy_name(place.name) is not None


def _read(kept: dict[str, object]) -> RecentFile:
    days = {name: date.fromisoformat(str(kept[name])) if kept[name] else None for name in ("starts", "ends")}
    states = tuple(map(str, kept.get("states", ())))  # type: ignore[call-overload]
    return RecentFile(**{**kept, **days, "states": states, "when": datetime.fromisoformat(str(kept["when"]))})  # type: ignore[arg-type]


def _plain(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"no JSON for {type(value).__name__}")

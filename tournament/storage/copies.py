"""Copies of an event file: made by SQLite's backup, written under another name, read back, then renamed.

The pages of the event are read into memory in one step, so that nobody who enters results waits until the disk of a
copy has written. A copy gets its name only after it was read back completely, so every file with the name of a copy was
whole when it was made.
"""

import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from pathlib import Path
from threading import Lock
from time import monotonic

from tournament.event.problem import Refused
from tournament.files.user_folders import data_folder
from tournament.files.writing import make_private_folder, replace, sync_folder, write_new, write_whole
from tournament.language import Text, mark
from tournament.ledger.journal import Journal
from tournament.storage import refusals
from tournament.storage.sqlite import file_address, open_for_reading
from tournament.use_cases.book import Book
from tournament.use_cases.coherence import CONTRADICTIONS, contradiction
from tournament.use_cases.copies import (
    EVERY,
    CopyName,
    CopyOutcome,
    Examined,
    content_of,
    copy_name,
    is_copy_due,
    oldest_of_today,
    safe_name,
    superfluous,
)
from tournament.use_cases.ports import StoreDamaged, StoreUnavailable
from tournament.use_cases.view import View

MOST_BYTES = 500_000_000
"""The most bytes of the copies of one event in one place. Above it the oldest copies of today are deleted."""
PATIENCE = 10.0
"""How many seconds a copy waits for a program that is writing the event."""
WRITING = Lock()
"""Held while copies are written, so that none is written from before an erasure after it was erased everywhere."""
_UNFINISHED = ".part"
_SECOND_PLACE = "second-place.txt"


def copies_home() -> Path:
    """Return the folder for the copies of all events of this computer.

    It is among the user's data, so that losing the folder or the disk of an event does not lose its copies too. Copies
    of an event that is missing are found there by its path.
    """
    return data_folder() / "copies"


def folder_name(event: str, place: Path) -> str:
    """Return the folder for the copies of the event whose first entry is ``event``, at ``place``."""
    return f"{safe_name(place.stem)}-{_short(event)}-{_short(str(place.resolve()))}"


def second_place(folder: Path) -> Path | None:
    """Return the second place for copies that was chosen for the event whose copies are in ``folder``."""
    try:
        text = (folder / _SECOND_PLACE).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise refusals.refusal_of(error, folder / _SECOND_PLACE) from error
    return Path(text) if text else None


def keep_second_place(folder: Path, second: Path | None) -> None:
    """Set the second place for copies, or remove it (None). Raise StoreUnavailable if that cannot be stored."""
    try:
        write_whole(folder / _SECOND_PLACE, str(second) if second is not None else "")
    except OSError as error:
        raise refusals.refusal_of(error, folder) from error


def copies_of(place: Path, home: Path, event: str = "") -> tuple[Path, ...]:
    """Return the copies of the event at ``place``, newest first, even if the event itself is missing.

    If the id of its first entry is known, copies made before it was moved here are included. So are those at second
    places that are connected.
    """
    paths: set[Path] = set()
    for folder in event_folders(place, home, event):
        paths |= set(_named(folder).values())
        second = second_place(folder)
        if second is not None:
            paths |= set(_named(second / folder.name).values())
    return tuple(sorted(paths, key=_age, reverse=True))


def event_folders(place: Path, home: Path, event: str) -> list[Path]:
    """Return the folders in ``home`` with copies of the event at ``place``, or of the one that begins with ``event``.

    Raise StoreUnavailable if ``home`` cannot be read.
    """
    here, same = f"-{_short(str(place.resolve()))}", f"-{_short(event)}-"
    try:
        folders = sorted(home.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise refusals.refusal_of(error, home) from error
    return [each for each in folders if each.name.endswith(here) or (event and same in each.name)]


def unfinished_copies(folder: Path) -> list[Path]:
    """Return what programs that were killed left of copies in ``folder``."""
    return list(folder.glob(f".*{_UNFINISHED}"))


def newest_in(folder: Path) -> CopyName | None:
    """Return the parsed name of the newest copy in ``folder``; None if there is no copy."""
    return max(_named(folder), key=lambda name: (name.time, name.entries), default=None)


def image_of(place: Path) -> bytes:
    """Return the event file ``place`` as it is between two entries. Raise StoreUnavailable or StoreDamaged.

    Only SQLite opens the file: closing it in any other way would release SQLite's locks of the whole process.
    """
    deadline = monotonic() + PATIENCE

    def give_up(status: int, _remaining: int, _total: int) -> None:
        if status != sqlite3.SQLITE_DONE and monotonic() > deadline:
            raise StoreUnavailable(refusals.in_use(place))

    try:
        with (
            closing(sqlite3.connect(f"{file_address(place)}?mode=ro", uri=True, timeout=1)) as event,
            closing(sqlite3.connect(":memory:")) as image,
        ):
            event.backup(image, progress=give_up, sleep=0.05)
            return image.serialize()
    except sqlite3.Error as error:
        raise refusals.refusal_of(error, place) from error


def examine(path: Path, *, entries: int = 0, last: str = "", thorough: bool = False) -> Examined:
    """Read ``path`` completely: pages, chain and content.

    With ``entries`` and ``last`` it must also contain the entry with that hash at that position. With ``thorough`` its
    indexes are checked too; an event with a damaged index is copied nevertheless, since its entries are whole.
    """
    time = _time_of(path)
    try:
        store = open_for_reading(path, examining=thorough, indexes=thorough)
        try:
            book = Book(store)
        finally:
            store.close()
    except (StoreDamaged, StoreUnavailable) as error:
        return Examined(path, time, None, error.text)
    except Refused as refused:
        return Examined(path, time, None, refused.problems[0].text)
    damage = next(iter((*store.findings, *(problem.text for problem in book.damage))), None)
    try:
        content = content_of(book.view)
    except Refused as refused:
        return Examined(path, time, None, refused.problems[0].text)
    except CONTRADICTIONS:
        found = contradiction(book.view)
        if found is None and damage is None:  # a fault of the program
            raise
        return Examined(path, time, None, damage or (found.text if found is not None else None))
    if damage is not None:
        return Examined(path, time, content, damage)
    if not content.entries:
        return Examined(path, time, content, mark("This file contains no event: its creation was interrupted."))
    if not _holds(book.view.journal, entries, last):
        text = mark(
            "“{path}” does not contain what was entered here: it is another event, or an older state of this one.",
            path=str(path),
        )
        return Examined(path, time, content, text)
    return Examined(path, time, content)


def take_copies(
    place: Path, *, event: str, name: str, entries: int, last: str, home: Path, second: Path | None = None,
    now: datetime, most_bytes: int = MOST_BYTES,
) -> tuple[CopyOutcome, ...]:  # fmt: skip
    """Copy the event at ``place`` to its folder in ``home`` and to ``second``, and return the results.

    Failures are among the results; nothing is raised. ``event`` is the id of its first entry, ``name`` the event's
    name. Each copy must contain the entry number ``entries``, whose hash is ``last``.
    """
    with WRITING:
        return _take_copies(place, home / folder_name(event, place), name, entries, last, second, now, most_bytes)


def _take_copies(
    place: Path, home: Path, name: str, entries: int, last: str, second: Path | None, now: datetime, most_bytes: int
) -> tuple[CopyOutcome, ...]:
    folders = [home]
    if second is not None:
        folders.append(second / folders[0].name)
    try:
        image = image_of(place)
    except (StoreUnavailable, StoreDamaged) as error:
        return tuple(CopyOutcome(folder, problem=error.text) for folder in folders)
    outcomes = []
    for folder in folders:
        if folder.parent == second and not second.is_dir():
            outcomes.append(CopyOutcome(folder, absent=True))
            continue
        try:
            good = next((outcome.copy for outcome in outcomes if outcome.copy is not None), None)
            copy = _write_copy(image, folder, name, entries, last, now, good)
            outcomes.append(CopyOutcome(folder, copy, removed=_thin(folder, copy.path, now, most_bytes)))
        except OSError as error:
            outcomes.append(CopyOutcome(folder, problem=refusals.refusal_of(error, folder).text))
        except (StoreUnavailable, StoreDamaged) as error:
            outcomes.append(CopyOutcome(folder, problem=error.text))
    return tuple(outcomes)


class DueCopies:
    """Copies of an event file that this process writes without a window: when a session changes its state, and every
    ten minutes if something was entered."""

    def __init__(self, place: Path, entries: int) -> None:
        """``entries`` is their number when the file was opened."""
        self._place, self._seen = place, entries
        self._failed: datetime | None = None
        self._looked: datetime | None = None
        """When a copy was made, or tried, because the file had changed without a new entry."""

    def take(self, view: View, now: datetime) -> tuple[Text, ...]:
        """Copy ``view``, the event as it is in its file, if a copy is due at ``now``, in UTC.

        Return why a copy could not be made. That is tried again after ten minutes.
        """
        journal, seen = view.journal, self._seen
        self._seen = len(journal)
        if not len(journal):
            return ()
        event, last = journal[0].id, journal[len(journal) - 1].record.hash
        folder = copies_home() / folder_name(event, self._place)
        newest = newest_in(folder)
        copied = newest.entries if newest is not None else 0
        waits = self._failed is not None and now - self._failed < EVERY
        due = is_copy_due(journal, seen=seen, copied=len(journal) if waits else copied, now=now)
        if not due and (waits or not self._has_other_changes(newest, now)):
            return ()
        try:
            second = second_place(folder)
        except StoreUnavailable:  # whatever is wrong with the folder is the outcome of the copy, too
            second = None
        outcomes = take_copies(
            self._place, event=event, name=view.settings.name, entries=len(journal), last=last, home=copies_home(),
            second=second, now=datetime.now().astimezone(),
        )  # fmt: skip
        problems = tuple(outcome.problem for outcome in outcomes if outcome.problem is not None)
        self._failed = now if problems else None
        return tuple(mark("No copy was made: {reason}", reason=problem) for problem in problems)

    def _has_other_changes(self, newest: CopyName | None, now: datetime) -> bool:
        """Whether the file was written since the newest copy, ten minutes ago or more: data of people are no entries.

        The answer is yes once in ten minutes at most, since the file may have the same content all the same.
        """
        last = max((each for each in (newest.time if newest is not None else None, self._looked) if each is not None),
                   default=None)  # fmt: skip
        if newest is None or last is None or now - last < EVERY:
            return False
        try:
            written = datetime.fromtimestamp(self._place.stat().st_mtime, UTC)
        except OSError:  # whatever is wrong with the file is the outcome of the next copy
            return False
        if written <= newest.time:
            return False
        self._looked = now
        return True


def _write_copy(
    image: bytes, folder: Path, event: str, entries: int, last: str, now: datetime, good: Examined | None
) -> Examined:
    """Write ``image`` into ``folder``, unless the newest copy there is the same; then that one is verified.

    ``good`` is the result of examining the same bytes before; then they only need to be read back.
    """

    def examined(path: Path) -> Examined:
        if good is not None and path.read_bytes() == image:
            return Examined(path, _time_of(path), good.content)
        return examine(path, entries=entries, last=last)

    make_private_folder(folder)
    for left in unfinished_copies(folder):
        left.unlink(missing_ok=True)
    newest = max(_named(folder).values(), key=_age, default=None)
    if newest is not None and newest.read_bytes() == image:
        same = examined(newest)
        if same.good:
            return same
    unfinished = folder / f".{os.getpid()}{_UNFINISHED}"
    try:
        write_new(unfinished, image)
        read = examined(unfinished)
        if read.content is None or read.problem is not None:
            reason = read.problem or refusals.damaged(unfinished)
            raise StoreDamaged(mark("The copy was incomplete when read back: {reason}", reason=reason))
        name = CopyName(safe_name(event), now.replace(microsecond=0), read.content.sessions, read.content.entries)
        path = _free(folder / name.file_name)
        replace(unfinished, path)
        sync_folder(folder)
    finally:
        with suppress(OSError):
            unfinished.unlink()
    return Examined(path, name.time, read.content)


def _free(path: Path) -> Path:
    """Return ``path``, or a free name like it if two copies were made within one second."""
    names = (path.with_name(f"{path.name[: -len(_rest(path))]}~{number}{_rest(path)}") for number in count(2))
    return path if not path.exists() else next(name for name in names if not name.exists())


def _rest(path: Path) -> str:
    found = copy_name(path.name)
    assert found is not None, path
    return path.name.removeprefix(found.event)


def _thin(folder: Path, newest: Path, now: datetime, most_bytes: int) -> int:
    """Delete superfluous copies, and return how many copies of today were deleted for lack of space."""
    named = _named(folder)
    kept = copy_name(newest.name)
    assert kept is not None, newest
    for name in superfluous(named, now=now, newest=kept):
        named.pop(name).unlink(missing_ok=True)
    sizes = {name: path.stat().st_size for name, path in named.items()}
    total, removed = sum(sizes.values()), 0
    for name in oldest_of_today(named, newest=kept):
        if total <= most_bytes:
            break
        named[name].unlink(missing_ok=True)
        total -= sizes[name]
        removed += 1
    return removed


def _named(folder: Path) -> dict[CopyName, Path]:
    """Return the copies in ``folder`` by their parsed names.

    There are none if the folder does not exist or cannot be read.
    """
    try:
        paths = list(folder.iterdir())
    except OSError:  # A folder on a disk that is not connected has no copies to list.
        return {}
    return {name: path for path in paths if (name := copy_name(path.name)) is not None}


def _age(path: Path) -> tuple[datetime, int, str]:
    name = copy_name(path.name)
    assert name is not None, path
    return name.time, name.entries, path.name


def _time_of(path: Path) -> datetime:
    name = copy_name(path.name)
    if name is not None:
        return name.time
    try:
        return datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    except OSError:  # Opening it reports what is wrong.
        return datetime.fromtimestamp(0, UTC).astimezone()


def _holds(journal: Journal, entries: int, last: str) -> bool:
    return not entries or (len(journal) >= entries and journal[entries - 1].record.hash == last)


def _short(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]

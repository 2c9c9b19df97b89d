"""Deleting an event with its copies, so that no names of its players stay in files that the program made."""

import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tournament.files.writing import delete
from tournament.language import Text
from tournament.storage import refusals
from tournament.storage.copies import WRITING, copies_home, copies_of, event_folders, second_place
from tournament.storage.crash_journal import journal_of
from tournament.storage.erasing import first_entry, journals_aside, other_files
from tournament.storage.lock import Locked, WriteLock
from tournament.storage.restore import is_replaced_name
from tournament.storage.seen import forget
from tournament.use_cases.copies import Deletion, FilesToDelete
from tournament.use_cases.ports import StoreUnavailable


def files_of_event(place: Path, event: str, own: Sequence[Path] = ()) -> FilesToDelete:
    """Return the files of the event at ``place``, whose first entry is ``event``.

    ``event`` is empty if that is not known: then only what is named after ``place`` is found. ``own`` are other files
    and folders in which the program keeps something about the event. Raise StoreUnavailable if the folder of copies
    cannot be read.
    """
    copies = copies_of(place, copies_home(), event)
    same = [path for path in sorted(other_files(place) - set(copies)) if event and _first_entry_in(path) == event]
    replaced = [path for path in same if is_replaced_name(place, path)]
    left = (*replaced, *map(journal_of, replaced), *journals_aside(place), *own)
    absent = [place for folder in event_folders(place, copies_home(), event) for place in _absent(folder)]
    return FilesToDelete(
        place, copies, tuple(path for path in left if path.exists()), tuple(absent),
        tuple(path for path in same if path not in replaced),
    )  # fmt: skip


def delete_event(place: Path, event: str, own: Sequence[Path] = ()) -> Deletion:
    """Delete the event at ``place`` with its copies; the parameters are those of :func:`files_of_event`.

    Raise StoreUnavailable if a program has the event open, or its copies or the file cannot be reached; then nothing
    was deleted. The event itself is deleted last, and only if everything else was. What could not be deleted is part of
    the result. The name of a second place that is not connected is kept, so that a repeat finds the copies there.
    """
    with WRITING:
        lock = _locked(place)
        try:
            files = files_of_event(place, event, own)
            folders = event_folders(place, copies_home(), event)
            failed = [*map(_deleted, (*files.copies, *files.left)), *map(_folder_deleted, folders)]
        finally:
            if lock is not None:
                lock.release()
        if not any(failed):
            failed = [_deleted(path) for path in (journal_of(place), place)]
            forget(place)
    return Deletion(files, tuple(each for each in failed if each is not None))


def _absent(folder: Path) -> list[Path]:
    """Return the folder at the second place that is named in ``folder``, if that place is not connected."""
    second = second_place(folder)
    return [second / folder.name] if second is not None and not second.is_dir() else []


def _locked(place: Path) -> WriteLock | None:
    try:
        return WriteLock(place)
    except FileNotFoundError:
        return None
    except Locked as error:
        raise StoreUnavailable(refusals.in_use(place)) from error
    except OSError as error:
        raise refusals.refusal_of(error, place) from error


def _first_entry_in(path: Path) -> str | None:
    try:
        return first_entry(path.read_bytes())
    except OSError:  # What cannot be read is not known to be the same event.
        return None


def _deleted(path: Path) -> tuple[Path, Text] | None:
    """Delete the file or folder ``path``. Return None, or the path and why it could not be deleted."""
    try:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            delete(path)
    except OSError as error:
        return path, refusals.refusal_of(error, path).text
    return None


def _folder_deleted(folder: Path) -> tuple[Path, Text] | None:
    """Delete ``folder``, which contained copies, and its twin at the second place.

    It stays if that place is not connected: it names the place.
    """
    if _absent(folder):
        return None
    second = second_place(folder)
    if second is not None:
        with suppress(OSError):  # It contains files that are not copies, or copies that could not be deleted.
            (second / folder.name).rmdir()
    return _deleted(folder)

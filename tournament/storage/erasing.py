"""Erasing people from the copies of an event: every file on this computer that is the same event is written again.

These are its copies, those at a second place, what was replaced by a restored copy or set aside after a crash in the
folder of the event, and events that this computer hosted or joined. Only files with private data
(:data:`~tournament.storage.schema.PRIVATE_VERSION`) are looked at.
"""

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, suppress
from pathlib import Path

from tournament.files.user_folders import data_folder
from tournament.files.writing import replace, sync_folder, write_new
from tournament.language import mark
from tournament.storage import refusals
from tournament.storage.copies import WRITING, copies_home, copies_of, event_folders, second_place, unfinished_copies
from tournament.storage.crash_journal import journal_of
from tournament.storage.lock import Locked, WriteLock
from tournament.storage.private_table import erased_image
from tournament.storage.schema import APPLICATION_ID, PRIVATE_VERSION
from tournament.storage.sqlite import open_for_reading
from tournament.use_cases.ports import CopyErasure, CopyFate, StoreDamaged, StoreUnavailable

_MAGIC = b"SQLite format 3\0"
_FIRST = "SELECT id FROM journal WHERE position = 1"


def erase_in_copies(place: Path, event: str, ids: Collection[str]) -> tuple[CopyErasure, ...]:
    """Erase the private rows ``ids`` in every other file of the event whose first entry is ``event``.

    ``place`` is the file of the event itself, which is left as it is. Failures are among the results; nothing is
    raised.
    """
    with WRITING:
        return tuple(each for each in _erased(place, event, ids) if each is not None)


def _erased(place: Path, event: str, ids: Collection[str]) -> list[CopyErasure | None]:
    done: list[CopyErasure | None] = []
    copies = set(copies_of(place, copies_home(), event))
    for folder in event_folders(place, copies_home(), event):
        done.extend(map(_deleted, unfinished_copies(folder)))
        with suppress(StoreUnavailable):  # Then nobody knows where a second place is.
            second = second_place(folder)
            if second is not None and not second.is_dir():
                done.append(CopyErasure(second / folder.name, CopyFate.ABSENT))
    done += [
        _erased_in(path, event, ids, is_copy=path in copies)
        for path in sorted(copies | other_files(place))
        if _has_private(path)
    ]
    done.extend(CopyErasure(path, CopyFate.LEFT, _AFTER_A_CRASH) for path in journals_aside(place))
    return done


_AFTER_A_CRASH = mark("It was set aside after a crash, and is no event that can be opened: delete it.")


def other_files(place: Path) -> set[Path]:
    """Return the files in the folder of the event and among the data of the user, apart from ``place``."""
    found = {*_files(place.resolve().parent, deep=False), *_files(data_folder(), deep=True)}
    return {path for path in found if not _is_same(path, place)}


def _files(folder: Path, *, deep: bool) -> Iterator[Path]:
    try:
        paths = list(folder.rglob("*.qv*") if deep else folder.glob("*.qv*"))
    except OSError:  # A folder that cannot be read is not written either.
        return
    yield from (path for path in paths if path.is_file() and not path.name.endswith("-journal"))


def _is_same(path: Path, place: Path) -> bool:
    try:
        return path.samefile(place)
    except OSError:
        return path == place


def _has_private(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except OSError:
        return False
    ours = head.startswith(_MAGIC) and int.from_bytes(head[68:72], "big") == APPLICATION_ID
    return ours and int.from_bytes(head[60:64], "big") == PRIVATE_VERSION


def _erased_in(path: Path, event: str, ids: Collection[str], *, is_copy: bool) -> CopyErasure | None:
    """Write ``path`` again without the rows; None if it is another event.

    A damaged file that ``is_copy`` of the event is deleted, since nobody could restore it; any other file that cannot
    be written again is left, with the reason.
    """
    try:
        lock = WriteLock(path)
    except Locked:
        return CopyErasure(path, CopyFate.LEFT, refusals.in_use(path))
    except OSError as error:
        return CopyErasure(path, CopyFate.LEFT, refusals.refusal_of(error, path).text)
    try:
        if journal_of(path).exists():
            text = mark("A crash interrupted the writing of this file: open it, close it, and erase the person again.")
            return CopyErasure(path, CopyFate.LEFT, text)
        image = path.read_bytes()
        first = first_entry(image)
        if first != event and not (first is None and is_copy):
            return None
        erased = erased_image(image, ids)
        if erased is None or erased == image:
            return CopyErasure(path, CopyFate.REWRITTEN)
        _write_again(path, erased, lock)
    except (sqlite3.Error, StoreDamaged) as error:
        lock.release()
        if is_copy:
            return _deleted(path)
        refusal = refusals.refusal_of(error, path) if isinstance(error, sqlite3.Error) else error
        return CopyErasure(path, CopyFate.LEFT, refusal.text)
    except OSError as error:
        return CopyErasure(path, CopyFate.LEFT, refusals.refusal_of(error, path).text)
    except StoreUnavailable as error:
        return CopyErasure(path, CopyFate.LEFT, error.text)
    else:
        return CopyErasure(path, CopyFate.REWRITTEN)
    finally:
        lock.release()


def _write_again(path: Path, image: bytes, lock: WriteLock) -> None:
    """Replace ``path`` by ``image``, after reading back that it has the same entries. The time of the file stays."""
    unfinished = path.with_name(f".{path.name}.erasing.part")
    try:
        unfinished.unlink(missing_ok=True)
        write_new(unfinished, image)
        if _records(unfinished) != _records(path):
            raise StoreUnavailable(refusals.not_kept(path))
        unfinished.chmod(path.stat().st_mode & 0o777)
        lock.release()
        replace(unfinished, path)
        sync_folder(path.parent)
    finally:
        with suppress(OSError):
            unfinished.unlink()


def _records(path: Path) -> list[object]:
    store = open_for_reading(path)
    try:
        return list(store.read())
    finally:
        store.close()


def first_entry(image: bytes) -> str | None:
    """Return the id of the first entry of an event file; None if it has none or cannot be read."""
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.deserialize(image)
            found = connection.execute(_FIRST).fetchone()
        except (sqlite3.Error, UnicodeDecodeError):
            return None
    return found[0] if found is not None else None


def _deleted(path: Path) -> CopyErasure:
    try:
        path.unlink()
    except OSError as error:
        return CopyErasure(path, CopyFate.LEFT, refusals.refusal_of(error, path).text)
    return CopyErasure(path, CopyFate.DELETED)


def journals_aside(place: Path) -> Iterator[Path]:
    """Yield the crash journals of ``place`` that were set aside: they contain pages of the event as it was before."""
    try:
        yield from sorted(place.resolve().parent.glob(f"{place.name}-*.aside-*"))
    except OSError:
        return

"""Files that a crash left beside an event file. They are handled before SQLite opens the file and rolls it back.

A journal of SQLite (``event.qv-journal``) contains pages as they were before the write that was interrupted. Written
back into the file to which it belongs, they make that file whole. Written into another file that has the same name by
now, such as a restored copy, they destroy it. So both results are first examined on copies: the file alone, and the
file with the journal written back.

* The file alone is whole and has every entry that it would have with the journal: the journal is not needed, and
  deleted.
* The file alone is whole, and the journal would change its entries: it belongs to another file. It is moved aside with
  a copy of the file, and the file stays as it is.
* The file is whole only with the journal, and the two fit: the write was interrupted, and is rolled back.
* Neither is whole: nothing is changed, and the file is refused.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime
from enum import Enum, auto
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from tournament.files.writing import rename, sync_folder, write_new
from tournament.language import Text, mark
from tournament.ledger.entry import Record
from tournament.storage import refusals
from tournament.storage.lock import Locked, WriteLock
from tournament.use_cases.ports import StoreBroken, StoreUnavailable

Reading = Callable[[Path], Sequence[Record] | None]
"""Returns the entries of a file; None if it is not whole. It opens the file as SQLite does, with its journal."""

_MAGIC = bytes.fromhex("d9d505f920a163d7")
_NOT_THERE = (errno.ENOENT, errno.ENAMETOOLONG, errno.EINVAL)
"""Errors for a file that does not exist, or that cannot exist because its name would be too long. Windows calls such a
name invalid."""
_WAL_MODE = 2


class _Verdict(Enum):
    SPENT = auto()
    FOREIGN = auto()
    CUT_OFF = auto()
    LOST = auto()


def journal_of(path: Path) -> Path:
    """Return where SQLite keeps the journal of ``path``: beside the file itself, not beside a link to it."""
    return _beside(path, "-journal")


def is_left(path: Path) -> bool:
    """Return whether SQLite would use something beside ``path`` as its own: a journal with a head, or a log."""
    return _is_hot(journal_of(path)) or _has_foreign_log(path)


def settle(path: Path, reading: Reading, lock: WriteLock | None = None) -> tuple[Text, ...]:
    """Handle what a crash left beside ``path``, so that SQLite may open it. Return what the user must know.

    Without ``lock``, the lock is taken meanwhile. If another process has it, that process is writing, and the journal
    belongs to its write. Raise StoreDamaged if neither the file nor the file with its journal is whole,
    StoreUnavailable if files cannot be moved here.
    """
    held = lock
    try:
        if not is_left(path):
            return ()
        if held is None:
            held = WriteLock(path, reading=True)
        return _settled(path, reading)
    except Locked:
        return ()
    except sqlite3.Error as error:
        raise StoreUnavailable(_must_be_written(path)) from error
    except OSError as error:
        raise StoreUnavailable(_must_be_written(path) if _is_forbidden(error) else _refused(error, path)) from error
    finally:
        if lock is None and held is not None:
            held.release()


def _settled(path: Path, reading: Reading) -> tuple[Text, ...]:
    notices: list[Text] = []
    log, journal = _beside(path, "-wal"), journal_of(path)
    if _has_foreign_log(path):
        notices.append(_put_aside(path, log))
    if not _is_hot(journal):  # Another process may have finished writing meanwhile.
        return tuple(notices)
    match _judged(path, journal, reading):
        case _Verdict.SPENT:
            _sync(path)
            journal.unlink()
            sync_folder(journal.parent)
        case _Verdict.FOREIGN:
            notices.append(_put_aside(path, journal))
        case _Verdict.CUT_OFF:
            # Any reading makes SQLite write the journal back. With EXTRA the deletion of the journal is on the disk
            # too.
            with closing(sqlite3.connect(path.absolute(), isolation_level=None)) as connection:
                connection.execute("PRAGMA synchronous = EXTRA")
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        case _Verdict.LOST:
            raise StoreBroken(refusals.damaged(path))
    return tuple(notices)


def _judged(path: Path, journal: Path, reading: Reading) -> _Verdict:
    with TemporaryDirectory(prefix="quatre-vents-") as folder:
        alone, rolled_back = Path(folder) / "alone.qv", Path(folder) / "rolled-back.qv"
        shutil.copyfile(path, alone)
        shutil.copyfile(path, rolled_back)
        shutil.copyfile(journal, journal_of(rolled_back))
        own, earlier = reading(alone), reading(rolled_back)
        fits = _fits(path, journal)
    if own is not None:
        is_spent = earlier is not None and list(own[: len(earlier)]) == list(earlier)
        return _Verdict.SPENT if is_spent else _Verdict.FOREIGN
    return _Verdict.CUT_OFF if earlier is not None and fits else _Verdict.LOST


def _fits(path: Path, journal: Path) -> bool:
    """Whether the first page in ``journal`` is the one before that of the file.

    Each write increases a counter in that page, so the two may differ by at most 1.
    """
    with path.open("rb") as file:
        head = file.read(100)
    before = _first_page(journal)
    if before is None:  # Nothing had been written to the file yet.
        return True
    # In the header of a database, bytes 16–17 are the size of a page, 24–27 the counter of writes, and 68–71 the id of
    # the application.
    ahead = int.from_bytes(head[24:28], "big") - int.from_bytes(before[24:28], "big")
    return head[16:18] == before[16:18] and head[68:72] == before[68:72] and ahead in (0, 1)


def _first_page(journal: Path) -> bytes | None:
    """Return the first page of the database in ``journal``; None if the journal does not contain it."""
    with journal.open("rb") as file:
        head = file.read(28)
        sector, size = int.from_bytes(head[20:24], "big"), int.from_bytes(head[24:28], "big")
        if not 512 <= size <= 65536 or not 32 <= sector <= 65536:  # SQLite does not write such a journal back either.
            return None
        file.seek(sector)
        while len(number := file.read(4)) == 4:
            page = file.read(size + 4)[:size]
            if int.from_bytes(number, "big") == 1:
                return page if len(page) == size else None
    return None


def _is_hot(journal: Path) -> bool:
    """Whether SQLite would write ``journal`` back. It would not if the header of the journal was never written."""
    try:
        with journal.open("rb") as file:
            return file.read(1) not in (b"", b"\0")
    except OSError as error:
        if error.errno in _NOT_THERE:
            return False
        raise


def _has_foreign_log(path: Path) -> bool:
    """Whether a write-ahead log is beside a file that does not use one. SQLite would apply it nevertheless."""
    try:
        if not _beside(path, "-wal").stat().st_size:
            return False
        with path.open("rb") as file:
            return file.read(20)[18:20] != bytes((_WAL_MODE, _WAL_MODE))
    except OSError as error:
        if error.errno in _NOT_THERE:
            return False
        raise


def _put_aside(path: Path, left: Path) -> Text:
    try:
        return _set_aside(path, left)
    except OSError as error:
        if not _is_forbidden(error):
            raise
        text = mark(
            "“{left}” beside “{path}” does not belong to it and cannot be moved away: copy the event "
            "file alone to another folder, and open it there.",
            left=left.name,
            path=str(path),
        )
        raise StoreUnavailable(text) from error


def _set_aside(path: Path, left: Path) -> Text:
    """Move ``left`` aside, together with a copy of the file as it is, and return the message that says where."""
    stamp = f"aside-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    names = (stamp if number == 1 else f"{stamp}-{number}" for number in count(1))
    pairs = ((_beside(path, f".{name}"), left.with_name(f"{left.name}.{name}")) for name in names)
    copy, moved = next(pair for pair in pairs if not any(map(os.path.lexists, pair)))
    write_new(copy, path.read_bytes())
    rename(left, moved)
    sync_folder(moved.parent)
    return mark(
        "A crash left “{left}” behind. It does not belong to the “{path}” that is there now. The "
        "file stays as it is, and both are kept as “{moved}” and “{copy}”.",
        left=left.name,
        path=str(path),
        moved=str(moved),
        copy=str(copy),
    )


def _must_be_written(path: Path) -> Text:
    return mark(
        "A crash interrupted the writing of “{path}”, and its folder does not allow writing: copy it "
        "together with “{left}” to a folder that does, and open it there.",
        path=str(path),
        left=journal_of(path).name,
    )


def _is_forbidden(error: OSError) -> bool:
    return error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)


def _refused(error: OSError, path: Path) -> Text:
    return refusals.refusal_of(error, path).text


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _beside(path: Path, ending: str) -> Path:
    real = path.resolve()
    return real.with_name(real.name + ending)

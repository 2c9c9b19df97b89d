"""Create event files: complete with their first entries, or not at all."""

import errno
import glob
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from tournament.files.writing import is_impossible, is_refused, is_too_long, rename, replace, sync_folder
from tournament.language import Text
from tournament.ledger.entry import Record
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.storage import refusals
from tournament.storage.sqlite import SqliteStore, event_image, open_for_writing
from tournament.use_cases.ports import Store, StoreDamaged, StoreUnavailable

_FOR_OWNER = 0o600
_AN_HOUR = 3600
_NO_LINKS = (errno.EPERM, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL, errno.EMLINK, errno.EXDEV)
"""The errors of file systems that cannot give a file a second name."""
_BINARY = getattr(os, "O_BINARY", 0)


def write_new_file(path: Path, content: bytes) -> None:
    """Create the file ``path``, readable by its owner only, and return when it is safe on the disk.

    It is written without a name, or beside ``path`` under another name, and gets its own name when it is complete: if
    the program is killed, no part of it is left. Raise FileExistsError if it exists, OSError if it cannot be created.
    """
    if not _written_without_name(path, content):
        _written_beside(path, content)
    try:
        sync_folder(path.parent)
    except OSError:  # The caller reports a failure, so there must be no file.
        path.unlink()
        raise


if sys.platform == "linux":

    def _written_without_name(path: Path, content: bytes) -> bool:
        """Return False if this system or folder does not support files without a name."""
        try:
            handle = os.open(path.parent, os.O_TMPFILE | os.O_RDWR, _FOR_OWNER)
        except OSError:
            return False
        try:
            _write_all(handle, content)
            # With `src_dir_fd`, which an absolute path does not need, Python makes the system follow the symbolic link.
            os.link(f"/proc/self/fd/{handle}", path, src_dir_fd=handle, follow_symlinks=True)
        except FileExistsError:
            raise
        except OSError as error:
            # ENOENT means that /proc is not mounted.
            if error.errno in (*_NO_LINKS, errno.ENOENT):
                return False
            raise
        finally:
            os.close(handle)
        return True

else:

    def _written_without_name(_path: Path, _content: bytes) -> bool:
        return False


def _written_beside(path: Path, content: bytes) -> None:
    """Write the file under another name beside ``path``, then rename it.

    A file that a crash left of an earlier attempt is deleted first if it is an hour old, because no write takes that
    long.
    """
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.new"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _AN_HOUR:
                left.unlink()
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    handle = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, _FOR_OWNER)
    try:
        try:
            _write_all(handle, content)
        finally:
            os.close(handle)
        _name(beside, path)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()


def _name(beside: Path, path: Path) -> None:
    if os.name == "nt":  # Renaming does not replace an existing file on Windows.
        rename(beside, path)
        return
    try:
        # A second name cannot replace a file that somebody created meanwhile; renaming would.
        path.hardlink_to(beside)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from error
        rename(beside, path)


def _write_all(handle: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(handle, rest) :]
    os.fsync(handle)


_OF_SQLITE = ("-journal", "-wal", "-shm")
"""The endings of the names of files that SQLite puts beside a database."""
_LONGEST_BESIDE = ".migration-journal"
"""The longest ending of a file that is looked for beside an event, so that names which would become too long are
refused."""


class NewEventFile:
    """A store whose file is created with its first entries. Until then no file exists."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._store: SqliteStore | None = None
        self._made = False

    @property
    def place(self) -> str:
        """The path of the file."""
        return str(self._path)

    @property
    def end(self) -> Fingerprint | None:
        """The end of the journal, at first that of an empty one."""
        return NO_ENTRIES if self._store is None else self._store.end

    @property
    def notices(self) -> tuple[Text, ...]:
        """What happened when it was opened and the user must know."""
        return () if self._store is None else self._store.notices

    def read(self) -> Iterable[Record]:
        """Return all records, oldest first."""
        return () if self._store is None else self._store.read()

    def append(self, records: Sequence[Record]) -> None:
        """Write all ``records`` or none; the first call also creates the file."""
        if self._store is not None:
            self._store.append(records)
            return
        if self._made:
            self._store = open_for_writing(self._path)
            self._store.append(records)
            return
        write_event(self._path, records)
        self._made = True
        with suppress(StoreUnavailable):  # The file exists: the next call tries to open it again.
            self._store = open_for_writing(self._path)

    def close(self) -> None:
        """Close the file, if there is one. May be repeated."""
        if self._store is not None:
            self._store.close()


class MemoryStore:
    """A store in memory, for an event whose file is created when it is complete."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.records: list[Record] = []
        self.notices: tuple[Text, ...] = ()

    @property
    def end(self) -> Fingerprint:
        """The end of the journal."""
        last = self.records[-1] if self.records else None
        return NO_ENTRIES if last is None else Fingerprint(last.position, last.hash)

    def read(self) -> Iterable[Record]:
        """Return all records, oldest first."""
        return tuple(self.records)

    def append(self, records: Sequence[Record]) -> None:
        """Add ``records``."""
        self.records += records

    def close(self) -> None:
        """Do nothing: there is no file."""


def create(path: Path) -> NewEventFile:
    """Begin an event file, which is created with its first entries.

    Raise StoreDamaged if ``path`` exists or cannot be a name, StoreUnavailable if its folder does not exist.
    """
    _refuse_place(path)
    return NewEventFile(path)


def make_whole(path: Path, write: Callable[[Store], None], *, replacing: bool = False) -> None:
    """Create the event file ``path`` with everything that ``write`` writes, complete or not at all.

    With ``replacing``, an existing event is replaced in one step once the new one is complete. Raise the errors of
    :func:`create` and :func:`write_event`.
    """
    replaced = replacing and os.path.lexists(path)
    made = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new") if replaced else path
    create(made).close()  # refuses a bad name before anything is done
    store = MemoryStore(str(path))
    write(store)
    write_event(made, store.records)
    if replaced:
        try:
            replace(made, path)
        except OSError as error:
            made.unlink()
            raise refusals.refusal_of(error, path) from error


def _refuse_place(path: Path) -> None:
    bad = not path.name or path.name.startswith((":", "file:")) or path.name.endswith(_OF_SQLITE)
    if bad or is_impossible(path) or is_too_long(path.with_name(f".{path.name}{_LONGEST_BESIDE}")):
        raise StoreDamaged(refusals.bad_name(path))
    if os.path.lexists(path):
        raise StoreDamaged(refusals.exists(path))
    if not path.parent.is_dir():
        raise StoreUnavailable(refusals.no_folder(path))


def write_event(path: Path, records: Sequence[Record]) -> None:
    """Create an event file with ``records``. Raise StoreDamaged if ``path`` exists, StoreUnavailable if that fails."""
    _refuse_place(path)
    try:
        write_new_file(path, event_image(records))
    except FileExistsError as error:
        raise StoreDamaged(refusals.exists(path)) from error
    except OSError as error:
        if is_refused(error, path):
            raise StoreDamaged(refusals.bad_name(path)) from error
        raise refusals.refusal_of(error, path) from error

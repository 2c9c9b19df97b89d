"""Create event files: complete with their first entries, or not at all."""

import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from tournament.files.writing import is_impossible, is_refused, is_too_long, replace, write_new_whole
from tournament.language import Text
from tournament.ledger.entry import Record
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.storage import refusals
from tournament.storage.sqlite import SqliteStore, event_image, open_for_writing
from tournament.use_cases.ports import PrivateRow, Store, StoreDamaged, StoreUnavailable

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
        if self._store is None and self._made:
            self._store = open_for_writing(self._path)
        if self._store is not None:
            self._store.append(records)
            return
        write_event(self._path, records)
        self._made = True
        with suppress(StoreUnavailable):  # The file exists: the next call tries to open it again.
            self._store = open_for_writing(self._path)

    def private_rows(self) -> tuple[PrivateRow, ...]:
        """Return the data of people beside the journal."""
        return () if self._store is None else self._store.private_rows()

    def write_private(self, rows: Sequence[PrivateRow]) -> None:
        """Write data of people, once the event has its first entries."""
        if self._store is None:
            if not self._made:
                raise StoreUnavailable(refusals.missing(self._path))
            self._store = open_for_writing(self._path)
        self._store.write_private(rows)

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


def write_event(path: Path, records: Sequence[Record], private: Sequence[PrivateRow] = ()) -> None:
    """Create an event file with ``records``, and the ``private`` data of people beside them.

    Raise StoreDamaged if ``path`` exists, StoreUnavailable if that fails.
    """
    _refuse_place(path)
    try:
        write_new_whole(path, event_image(records, private))
    except FileExistsError as error:
        raise StoreDamaged(refusals.exists(path)) from error
    except OSError as error:
        if is_refused(error, path):
            raise StoreDamaged(refusals.bad_name(path)) from error
        raise refusals.refusal_of(error, path) from error

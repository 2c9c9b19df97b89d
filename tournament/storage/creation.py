"""Making event files: whole, with their first entries, or not at all."""

import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from tournament.files import names
from tournament.files.replacing import replace
from tournament.language import Text
from tournament.ledger.entry import Record
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.storage import refusals
from tournament.storage.new_file import write_new_file
from tournament.storage.sqlite import SqliteStore, event_image, open_for_writing
from tournament.use_cases.ports import Store, StoreDamaged, StoreUnavailable

_OF_SQLITE = ("-journal", "-wal", "-shm")
_LONGEST_BESIDE = ".migration-journal"
"""The longest ending of a file that is looked for beside an event before it is written."""
"""What SQLite appends to the names of its own files."""


class NewEventFile:
    """A store whose file is there with its first entries; until they are written nobody sees anything of it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._store: SqliteStore | None = None
        self._made = False

    @property
    def place(self) -> str:
        """The path that the file gets."""
        return str(self._path)

    @property
    def end(self) -> Fingerprint | None:
        """The end of the journal; of none at first."""
        return NO_ENTRIES if self._store is None else self._store.end

    @property
    def notices(self) -> tuple[Text, ...]:
        """What happened when it was opened that a user has to know."""
        return () if self._store is None else self._store.notices

    def read(self) -> Iterable[Record]:
        """All records, oldest first."""
        return () if self._store is None else self._store.read()

    def append(self, records: Sequence[Record]) -> None:
        """Write ``records``, all or none: the first of them with the file itself."""
        if self._store is not None:
            self._store.append(records)
            return
        if self._made:
            self._store = open_for_writing(self._path)
            self._store.append(records)
            return
        write_event(self._path, records)
        self._made = True
        with suppress(StoreUnavailable):  # it is made all the same: what is written next asks again
            self._store = open_for_writing(self._path)

    def close(self) -> None:
        """Close the file, if there is one. May be repeated."""
        if self._store is not None:
            self._store.close()


class MemoryStore:
    """A store that keeps its records in memory: for an event whose file is made when all of it is there."""

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
        """All records, oldest first."""
        return tuple(self.records)

    def append(self, records: Sequence[Record]) -> None:
        """Keep ``records``."""
        self.records += records

    def close(self) -> None:
        """Nothing is held."""


def create(path: Path) -> NewEventFile:
    """Begin an event file; it is there with the first entries.

    Raises StoreDamaged when ``path`` exists or is no name for one, StoreUnavailable when its folder is not there.
    """
    _refuse_place(path)
    return NewEventFile(path)


def make_whole(path: Path, write: Callable[[Store], None], *, replacing: bool = False) -> None:
    """Make the event file ``path`` with all that ``write`` writes; whoever is killed meanwhile leaves no half of it.

    With ``replacing`` an event that is there goes in the moment in which the new one is whole. Raises what
    :func:`create` and :func:`write_event` raise.
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
    if bad or names.is_impossible(path) or names.is_too_long(path.with_name(f".{path.name}{_LONGEST_BESIDE}")):
        raise StoreDamaged(refusals.bad_name(path))
    if os.path.lexists(path):
        raise StoreDamaged(refusals.exists(path))
    if not path.parent.is_dir():
        raise StoreUnavailable(refusals.no_folder(path))


def write_event(path: Path, records: Sequence[Record]) -> None:
    """Make an event file with ``records``. Raises StoreDamaged when ``path`` exists, StoreUnavailable when it fails."""
    _refuse_place(path)
    try:
        write_new_file(path, event_image(records))
    except FileExistsError as error:
        raise StoreDamaged(refusals.exists(path)) from error
    except OSError as error:
        if names.is_refused(error, path):
            raise StoreDamaged(refusals.bad_name(path)) from error
        raise refusals.refusal_of(error, path) from error

"""The places that were read from the files of seasons: a file of this user, so that they are not read again every time.

Reading 600 workbooks takes half a minute; what was read of them is there in a second. A file is known by its path, and
as long as its size and its times are the same. Places of another version of the program are not used, since that may
read them in another way. Nothing is lost with this file: if it cannot be used, all is read again.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from tournament.files.typed_json import decode
from tournament.files.user_folders import state_folder
from tournament.files.writing import make_private_file
from tournament.language import mark
from tournament.rankings import EventPlaces
from tournament.use_cases.ports import StoreUnavailable

_FORMAT = 1
"""Increase it whenever places of unchanged files are read in another way, or stored in another form."""
_SETTLED = 3.0
"""Seconds. A file can change twice within the smallest step of its time, so a younger one is not remembered."""
_WAIT = 1.0
"""Seconds for which another program may use the file."""


def known_places_path() -> Path:
    """Return where they are stored."""
    return state_folder() / "known-places.db"


class KnownPlacesFile:
    """What is known of files, for one thread; with :func:`known_places`."""

    def __init__(self, connection: sqlite3.Connection | None, program: str) -> None:
        """``connection``: None if nothing can be stored. ``program`` is its version."""
        self._connection, self._program = connection, program
        self._new: list[tuple[bytes, str, bytes]] = []

    def stamp(self, path: Path) -> str:
        """Return what changes whenever the file at ``path`` does; empty if that is not certain. Raise OSError."""
        found = path.stat()
        if time.time() - max(found.st_mtime, found.st_ctime) < _SETTLED:
            return ""
        times = found.st_mtime_ns, found.st_ctime_ns
        return "/".join(map(str, (_FORMAT, self._program, found.st_dev, found.st_ino, found.st_size, *times)))

    def places(self, path: Path, stamp: str) -> EventPlaces | None:
        """Return the places that were kept for ``path`` at this ``stamp``; None if there are none."""
        if self._connection is None or not stamp:
            return None
        try:
            query = "SELECT content FROM places WHERE path = ? AND stamp = ?"
            row = self._connection.execute(query, (_key(path), stamp)).fetchone()
            return decode(row[0], EventPlaces) if row is not None else None
        except (sqlite3.Error, msgspec.MsgspecError):
            return None

    def keep(self, path: Path, stamp: str, places: EventPlaces) -> None:
        """Keep the ``places`` that were read from ``path``, unless it has changed since ``stamp``."""
        with suppress(OSError):  # the file is gone again
            if stamp and places.weight is None and self.stamp(path) == stamp:
                self._new.append((_key(path), stamp, msgspec.json.encode(places)))

    def save(self) -> None:
        """Store what is new, and drop what belongs to files that are no longer there."""
        if self._connection is None or not self._new:
            return
        with suppress(sqlite3.Error), self._connection as connection:  # they are read again the next time
            connection.executemany("INSERT OR REPLACE INTO places VALUES (?, ?, ?)", self._new)
            rows = connection.execute("SELECT path FROM places").fetchall()
            gone = [row for row in rows if not Path(os.fsdecode(row[0])).exists()]
            connection.executemany("DELETE FROM places WHERE path = ?", gone)
        self._new.clear()


def _key(path: Path) -> bytes:
    return os.fsencode(path.absolute())


@contextmanager
def known_places(program: str) -> Iterator[KnownPlacesFile]:
    """Open what this user's ``program``, of this version, knows. What is new is stored at the end, also after an error.

    If the file cannot be used, nothing is known and nothing is stored.
    """
    connection = _connected(known_places_path())
    known = KnownPlacesFile(connection, program)
    try:
        yield known
    finally:
        known.save()
        if connection is not None:
            connection.close()


def forget_known_places() -> None:
    """Delete what is known, with the names in it. Raise StoreUnavailable if another program is using it."""
    path = known_places_path()
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        text = mark("“{path}” cannot be deleted: {reason}.", path=str(path), reason=error.strerror or str(error))
        raise StoreUnavailable(text) from error


def _connected(path: Path) -> sqlite3.Connection | None:
    for _attempt in range(2):
        try:
            make_private_file(path)
            connection = sqlite3.connect(path, timeout=_WAIT)
        except (OSError, sqlite3.Error):
            return None
        try:
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("CREATE TABLE IF NOT EXISTS places (path BLOB PRIMARY KEY, stamp TEXT, content BLOB)")
        except sqlite3.OperationalError:  # another program is using it
            connection.close()
            return None
        except sqlite3.DatabaseError:  # it is damaged: begin with an empty one
            connection.close()
            with suppress(OSError):
                path.unlink()
        else:
            return connection
    return None

"""Errors of the disk and of SQLite as texts for the user, which say what to do."""

import errno
import re
import sqlite3
from pathlib import Path

from tournament.files.writing import ON_WINDOWS
from tournament.language import Text, mark
from tournament.use_cases.ports import StoreBroken, StoreDamaged, StoreUnavailable

_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")
"""Codes of SQLite for a damaged file. The last one means that the file lacks the tables of an event."""
NOT_DECODED = "Could not decode to UTF-8"
"""The driver's message for text that is not UTF-8. It has no code for that error."""
_ROW_NOT_IN_INDEX = re.compile(r"row(?:id)? .*?(\d+) (?:missing from|values differ from|of) index")
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)


def refusal_of(error: sqlite3.Error | OSError, path: Path) -> StoreDamaged | StoreUnavailable:
    """Return the refusal for ``error``, which occurred on ``path``."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith(_DAMAGED) or str(error).startswith(NOT_DECODED):
        return StoreBroken(damaged(path))
    return StoreUnavailable(_surroundings(name, error, path))


def damaged(path: Path) -> Text:
    """Return the text for a file that begins like an event and is damaged after that."""
    return mark("“{path}” is truncated or damaged: restore a copy, or recover its valid entries.", path=str(path))


def no_event(path: Path) -> Text:
    """Return the text for a file that is not an event."""
    return mark("“{path}” is not a Quatre Vents event: choose a file made by this program (.qv).", path=str(path))


def folder(path: Path) -> Text:
    """Return the text for a folder in place of a file."""
    return mark("“{name}” is a folder: choose a file.", name=str(path))


def newer(path: Path) -> Text:
    """Return the text for a file of a later version of the program."""
    return mark("A newer version of Quatre Vents wrote “{path}”: update the program to open it.", path=str(path))


def missing(path: Path) -> Text:
    """Return the text for a file that does not exist."""
    return mark("There is no file “{path}”: check the name.", path=str(path))


def exists(path: Path) -> Text:
    """Return the text for a file that already exists."""
    return mark("“{path}” already exists: choose another name. Nothing was changed.", path=str(path))


def in_use(path: Path) -> Text:
    """Return the text for a file that another process has open for writing."""
    return mark("“{path}” is open for writing in another window or program: close it there first.", path=str(path))


def not_purged(path: Path) -> Text:
    """Return the text for data that were erased while the file could not be written as a whole."""
    return mark(
        "The data were erased, but “{path}” could not be written as a whole, so parts of them may be left in its free "
        "space: erase the person again.",
        path=str(path),
    )


def held(path: Path) -> Text:
    """Return the text for a file that Windows refuses to open.

    The reason is nearly always that another program has opened it exclusively.
    """
    return mark(
        "“{path}” cannot be opened: it is protected, or another program has it open (an antivirus, a backup, a "
        "synchronised folder?). Close it there, or wait a moment and try again.",
        path=str(path),
    )


def read_only(path: Path) -> Text:
    """Return the text for a file that may not be written."""
    return mark("“{path}” is read-only, so nothing was written: copy it elsewhere, or allow writing.", path=str(path))


def other_layout(path: Path, what: str) -> Text:
    """Return the text for tables and triggers that are not those of an event, because another program changed them."""
    return mark(
        "Another program changed “{path}”: its {what} is not that of an event file. Restore "
        "a copy, or recover its valid entries.",
        path=str(path),
        what=what,
    )


def inconsistent(path: Path, answer: str) -> Text:
    """Return the text for one ``answer`` of SQLite's own check, which is in English and about tables and rows."""
    row = _ROW_NOT_IN_INDEX.match(answer)
    if row is not None:
        what = mark("an index does not agree with entry {number}", number=row[1])
    elif "index" in answer:
        what = mark("an index does not agree with the entries")
    elif " value in " in answer or answer.startswith("CHECK constraint failed"):
        what = mark("an entry has an impossible value")
    else:
        what = mark("its pages do not belong together")
    return mark("“{path}” is damaged: {what}. Restore a copy, or recover its valid entries.", path=str(path),
                what=what)  # fmt: skip


def odd_entry(path: Path, position: object, column: str) -> Text:
    """Return the text for a value that does not have the type of its column."""
    return mark(
        "“{path}” is damaged: entry {position} has an impossible value in “{column}”. "
        "Restore a copy, or recover its valid entries.",
        path=str(path),
        position=str(position),
        column=column,
    )


def not_kept(path: Path) -> Text:
    """Return the text for entries that cannot be read back, so that nothing was committed."""
    return mark("“{path}” did not keep what was written, so nothing was saved: open a copy of it.", path=str(path))


def nothing_left(path: Path) -> Text:
    """Return the text for a file in which no entry can be read."""
    return mark("No entry in “{path}” can be read: look for a copy.", path=str(path))


def no_locks(path: Path) -> Text:
    """Return the text for a drive that cannot tell other programs that the file is in use."""
    return mark(
        "“{path}” is on a drive where files cannot be locked (a network drive?): copy it to a disk of this computer.",
        path=str(path),
    )


def folder_read_only(path: Path) -> Text:
    """Return the text for a folder in which no file can be written.

    SQLite needs its journal beside the event to write an entry safely.
    """
    return mark(
        "You cannot write to the folder “{folder}”, and therefore not to “{path}”: copy the event elsewhere.",
        folder=str(path.parent),
        path=path.name,
    )


def no_folder(path: Path) -> Text:
    """Return the text for a file whose folder does not exist."""
    return mark("There is no folder “{path}”: create it first.", path=str(path.parent))


def bad_name(path: Path) -> Text:
    """Return the text for a name that no event can have."""
    return mark("“{path}” cannot be the name of an event file: choose another, such as cup.qv.", path=str(path))


def moved(path: Path) -> Text:
    """Return the text for an open file that was moved, deleted or replaced by another one."""
    return mark(
        "Another program moved, deleted or replaced “{path}” while it was open here: nothing was written.",
        path=str(path),
    )


def changed(path: Path) -> Text:
    """Return the text for an open file with other content than this program has read and written."""
    return mark("Another program changed “{path}” while it was open here: nothing was written.", path=str(path))


def _surroundings(name: str, error: Exception, path: Path) -> Text:
    number = getattr(error, "errno", None)
    if name == "SQLITE_FULL" or number in (errno.ENOSPC, errno.EDQUOT):
        return mark("The disk of “{path}” is full: nothing was written. Free some space and try again.", path=str(path))
    if name == "SQLITE_READONLY_DBMOVED":
        return moved(path)
    if name.startswith("SQLITE_CANTOPEN"):
        if not path.exists():
            return missing(path)
        return held(path) if _is_kept_from_reading(path) else folder_read_only(path)
    if number in _NO_LOCKS or name in ("SQLITE_IOERR_LOCK", "SQLITE_IOERR_RDLOCK", "SQLITE_NOLFS"):
        return no_locks(path)
    if name.startswith("SQLITE_READONLY") or number == errno.EROFS:
        return read_only(path)
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return in_use(path)
    if isinstance(error, PermissionError) and ON_WINDOWS and path.is_file():
        return held(path)
    if isinstance(error, PermissionError):
        return mark("Access to “{path}” was denied: choose another folder.", path=str(path))
    if isinstance(error, FileNotFoundError):
        return no_folder(path)
    said = getattr(error, "strerror", None) or str(error)
    return mark("Nothing was written to “{path}”: the disk reported “{error}”.", path=str(path), error=said)


def _is_kept_from_reading(path: Path) -> bool:
    """Whether another program prevents this one from reading the file.

    It is only tried on Windows. On other systems, closing the file here would release SQLite's locks.
    """
    if not ON_WINDOWS:
        return False
    try:
        path.open("rb").close()
    except PermissionError:
        return True
    except OSError:
        return False
    return False

"""Writing a file beside its place and moving it there when it is whole."""

import errno
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tournament.language import Text, mark

Progress = Callable[[int, int], None]
"""Told the steps done and all steps; whatever it raises cancels the export and comes back to the caller."""


class ExportFailed(Exception):
    """A report could not be written; nothing of it is left behind."""

    def __init__(self, message: Text, path: Path) -> None:
        super().__init__(message.message, str(path))
        self.message = message
        """What failed, where, and what to do."""
        self.path = path
        """The file that was asked for."""


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Lend the path of a new empty file in the folder of ``path``; move it to ``path`` on a clean exit.

    Raises ExportFailed if the place may not be written; removes the file whatever goes wrong.
    """
    try:
        target = path.resolve()
        _refuse_bad_target(target, path)
        unfinished = target.with_name(f".quatre-vents-{secrets.token_hex(6)}.part")
        unfinished.open("xb").close()
    except OSError as error:
        raise ExportFailed(_reason(error, path), path) from error
    try:
        yield unfinished
        _flush(unfinished)
        unfinished.replace(target)
    except OSError as error:
        raise ExportFailed(_reason(error, path), path) from error
    finally:
        with suppress(FileNotFoundError):
            unfinished.unlink()


def _refuse_bad_target(target: Path, path: Path) -> None:
    """Refuse what a rename would destroy or what its owner protects."""
    if not target.name:
        raise ExportFailed(mark("No file is named. Give the report a file name."), path)
    try:
        found = target.stat()
    except FileNotFoundError:
        folder = target.parent
        if not folder.exists():
            raise FileNotFoundError(errno.ENOENT, "no such folder", str(folder)) from None
        if os.name == "posix" and not folder.stat().st_mode & 0o222:
            raise PermissionError(errno.EACCES, "read-only folder", str(folder)) from None
        return
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "folder", str(target))
    if not stat.S_ISREG(found.st_mode):
        raise ExportFailed(mark("{path} is not an ordinary file. Choose another file name.", path=str(path)), path)
    if not found.st_mode & stat.S_IWRITE and not found.st_mode & 0o022:
        raise ExportFailed(
            mark("{path} is write-protected. Remove the protection or choose another file name.", path=str(path)), path
        )


def _flush(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _reason(error: OSError, path: Path) -> Text:
    """Say in words what the system refused, and the way out."""
    where = str(path)
    if isinstance(error, IsADirectoryError):
        return mark("{path} is a folder. Add a file name.", path=where)
    if isinstance(error, NotADirectoryError | FileNotFoundError):
        return mark(
            "{path} cannot be written: its folder does not exist. Make the folder or choose another.", path=where
        )
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return mark(
            "{path} may not be written. Close it if another program has it open, or choose another folder.", path=where
        )
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return mark("{path} cannot be written: the disk is full. Free some space or choose another disk.", path=where)
    if error.errno == errno.ENAMETOOLONG:
        return mark("{path} cannot be written: the name is too long. Choose a shorter one.", path=where)
    return mark(
        "{path} cannot be written: {reason}. Choose another place.", path=where, reason=error.strerror or str(error)
    )

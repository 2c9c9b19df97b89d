"""The lock that lets one process at a time write an event. The operating system releases it when the process ends."""

import errno
import os
import sys
from pathlib import Path

LOCKED_BYTE = 0x7FFF_FFFE
"""The byte that is locked on Windows, where no other program can read a locked byte.

So it lies beyond the end of any event: a file of two gigabytes would have some three million entries. It is below 2
GiB, so that every system and file system can seek to it, and away from SQLite's own locks, which begin at 0x4000_0000.
"""


class Locked(Exception):
    """Raised if another process has the lock."""


_HELD = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
"""The errors by which systems report that another process has the lock. Other errors do not say whether one has."""


_HELD_HERE: set[tuple[int, int]] = set()
"""The files that this process has locked, by device and inode."""


class WriteLock:
    """The lock on one file, from construction until :meth:`release`.

    Raise Locked if another process has it, and OSError if the file cannot be locked because it is read-only or on a
    drive without locks. With ``reading``, a read-only file is locked too if the system allows it.
    """

    def __init__(self, path: Path, *, reading: bool = False) -> None:
        self._handle = _opened(path, reading=reading)
        try:
            _take(self._handle)
        except OSError as error:
            os.close(self._handle)
            if error.errno in _HELD:
                raise Locked(str(path)) from error
            raise
        if not self.is_of(path):  # The process that had the lock may have put another file in its place.
            os.close(self._handle)
            raise Locked(str(path))
        self._file = _file(os.fstat(self._handle))
        _HELD_HERE.add(self._file)

    @property
    def is_held(self) -> bool:
        """Whether it has not been released."""
        return self._handle >= 0

    def is_of(self, path: Path) -> bool:
        """Whether ``path`` still names the locked file, rather than a file put in its place or none."""
        try:
            there = path.stat()
        except FileNotFoundError:
            return False
        locked = os.fstat(self._handle)
        if not (locked.st_ino and there.st_ino):  # A system without inode numbers; no open file is replaced there.
            return True
        return os.path.samestat(locked, there)

    def head(self) -> bytes:
        """Return the first hundred bytes of the file as it is now, whatever SQLite has in its cache."""
        os.lseek(self._handle, 0, os.SEEK_SET)
        return os.read(self._handle, 100)

    def stamp(self) -> tuple[int, int, int]:
        """Return a value that changes when the file does: its size, and the times of its last change."""
        found = os.fstat(self._handle)
        return found.st_size, found.st_mtime_ns, found.st_ctime_ns

    def release(self) -> None:
        """Release the lock. May be called again."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
            _HELD_HERE.discard(self._file)


def is_held_here(path: Path) -> bool:
    """Whether this process has the lock on ``path``.

    If so, only SQLite may open and close the file: its locks belong to the whole process, and the system releases them
    as soon as any part of the process closes that file.
    """
    try:
        return _file(path.stat()) in _HELD_HERE
    except OSError:
        return False


def _file(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _opened(path: Path, *, reading: bool) -> int:
    plain = getattr(os, "O_BINARY", 0)
    try:
        return os.open(path, os.O_RDWR | plain)
    except OSError as error:
        if reading and error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            return os.open(path, os.O_RDONLY | plain)
        raise


if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

"""One writing process an event: an operating-system lock that dies with its process."""

import errno
import os
import sys
from pathlib import Path

LOCKED_BYTE = 0x7FFF_FFFE
"""The byte that is locked on Windows, which keeps everybody else from reading what is locked.

So it lies beyond any event: one of two gigabytes would have some three million entries. Every system and every file
system can seek to it, as it is below 2 GiB. SQLite's own locks, from 0x4000_0000 on, lie elsewhere.
"""


class Locked(Exception):
    """Another process holds the lock."""


_HELD = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
"""What systems answer when another process holds the lock; anything else is no answer to that."""


_HELD_HERE: set[tuple[int, int]] = set()
"""The files that this process holds, by device and number."""


class WriteLock:
    """The lock on one file, held from construction to :meth:`release`.

    Raises Locked when another process holds it, OSError when the file cannot be locked: it may not be written, or lies
    on a drive that knows no locks. With ``reading`` a file that may not be written is locked too, where
    that is possible.
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
        if not self.is_of(path):  # who held it put another file in its place
            os.close(self._handle)
            raise Locked(str(path))
        self._file = _file(os.fstat(self._handle))
        _HELD_HERE.add(self._file)

    @property
    def is_held(self) -> bool:
        """Whether it was not released yet."""
        return self._handle >= 0

    def is_of(self, path: Path) -> bool:
        """Whether ``path`` still names the locked file: not another one that was put there, and not nothing."""
        try:
            there = path.stat()
        except FileNotFoundError:
            return False
        locked = os.fstat(self._handle)
        if not (locked.st_ino and there.st_ino):  # a system that numbers no files; an open one is not replaced there
            return True
        return os.path.samestat(locked, there)

    def head(self) -> bytes:
        """The first hundred bytes of the locked file as it is now, whatever SQLite remembers of it."""
        os.lseek(self._handle, 0, os.SEEK_SET)
        return os.read(self._handle, 100)

    def stamp(self) -> tuple[int, int, int]:
        """Changes whenever the locked file does: size, and when content and state were changed."""
        found = os.fstat(self._handle)
        return found.st_size, found.st_mtime_ns, found.st_ctime_ns

    def release(self) -> None:
        """Let go; may be repeated."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
            _HELD_HERE.discard(self._file)


def is_held_here(path: Path) -> bool:
    """Whether this very process holds the lock: then it leaves the file to SQLite, whose locks on a file are those of
    the whole process, and gone when any part of it closes that file.
    """
    try:
        return _file(path.stat()) in _HELD_HERE
    except OSError:
        return False


def _file(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _opened(path: Path, *, reading: bool) -> int:
    plain = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
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

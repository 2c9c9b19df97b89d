"""One writing process an event: an operating-system lock that dies with its process."""

import os
import sys
from pathlib import Path

_FAR = 0x7FFF_FFFF_0000
"""A byte beyond any event, for systems that lock ranges: it keeps nobody from reading."""


class Locked(Exception):
    """Another process holds the lock."""


class WriteLock:
    """The lock on one file, held from construction to :meth:`release`."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_RDWR)
        try:
            _take(self._handle)
        except OSError as error:
            os.close(self._handle)
            raise Locked(str(path)) from error
        if not os.path.samestat(os.fstat(self._handle), path.stat()):  # who held it put another file in its place
            os.close(self._handle)
            raise Locked(str(path))

    def release(self) -> None:
        """Let go; may be repeated."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

"""Temporary files of the window: one folder for each running window, deleted when it ends.

A window that is killed cannot delete its folder. So each folder has a lock that only the end of its process releases,
and every start deletes the folders that no process holds.
"""

import atexit
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir, mkdtemp

from PySide6.QtCore import QLockFile

_PREFIX, _LOCK = "quatre-vents-window-", "window.lock"


def temporary_folder() -> TemporaryDirectory[str]:
    """Create a folder in that of this window. It is deleted with the object that is returned, or with the window."""
    try:
        return TemporaryDirectory(dir=_own_folder(), ignore_cleanup_errors=True)
    except FileNotFoundError:  # the system deleted old temporary files while the window was open
        _own_folder.cache_clear()
        return TemporaryDirectory(dir=_own_folder(), ignore_cleanup_errors=True)


@cache
def _own_folder() -> Path:
    folder = Path(mkdtemp(prefix=_PREFIX))
    lock = _lock_of(folder)
    lock.tryLock(0)
    atexit.register(_delete, folder, lock)
    return folder


def delete_left_folders() -> None:
    """Delete the folders of windows that ended without doing so."""
    for folder in Path(gettempdir()).glob(f"{_PREFIX}*"):
        lock = _lock_of(folder)
        if (folder / _LOCK).exists() and lock.tryLock(0):
            _delete(folder, lock)


def _lock_of(folder: Path) -> QLockFile:
    lock = QLockFile(str(folder / _LOCK))
    lock.setStaleLockTime(0)  # however old it is, only the end of its process releases it
    return lock


def _delete(folder: Path, lock: QLockFile) -> None:
    """Delete what is in ``folder`` before its lock, so that an interrupted deletion is finished by another start."""
    for each in folder.glob("*"):
        if each.name != _LOCK:
            shutil.rmtree(each, ignore_errors=True)
    lock.unlock()
    shutil.rmtree(folder, ignore_errors=True)

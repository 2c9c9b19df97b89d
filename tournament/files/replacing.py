"""Give a finished file its name, in one step. Every file that the program writes beside its place comes through here.

Windows refuses to replace a file that any program has open, and an antivirus, a backup or a synchronised folder opens
each new file for a moment. So a refusal of that kind is tried again for two seconds. The wait blocks the calling
thread. Reports, copies and event files are written in threads of their own; the small files that the GUI thread writes
wait only in this rare case, only on Windows, and only once for as long as the same file stays in use.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path

_HELD = frozenset({5, 32, 33})
"""ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION: what Windows answers for a file in use."""
_PATIENCE = 2.0
"""Seconds until a refusal is final."""
_PAUSE = 0.05
_IN_USE_FOR_LONG: set[Path] = set()
"""Files that stayed in use for all of that time: nobody waits for them again until they could be replaced."""


def is_held(error: OSError) -> bool:
    """Whether Windows refuses because another program has the file open, as far as its answer says."""
    return getattr(error, "winerror", None) in _HELD


def replace(source: Path, target: Path) -> None:
    """Rename ``source`` to ``target``, in the place of a file that is there. Raises OSError."""
    _patiently(lambda: source.replace(target), target)


def rename(source: Path, target: Path) -> None:
    """Rename ``source`` to ``target``, a name that is free. Raises OSError."""
    _patiently(lambda: source.rename(target), target)


def sync_folder(folder: Path) -> None:
    """Return once the names in ``folder`` are safe on the disk, where the system can say so. Raises OSError."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _patiently(rename: Callable[[], object], target: Path) -> None:
    until = time.monotonic() + (0 if target in _IN_USE_FOR_LONG else _PATIENCE)
    while True:
        try:
            rename()
        except OSError as error:
            if not is_held(error):
                raise
            if time.monotonic() >= until:
                _IN_USE_FOR_LONG.add(target)
                raise
            time.sleep(_PAUSE)
        else:
            _IN_USE_FOR_LONG.discard(target)
            return

"""Writing files: checking their names, writing them completely, replacing them in one step, and deleting them.

Everything that writes a file under another name and then renames it uses this module.

Windows refuses to replace or delete a file that any program has open, and antivirus programs, backups and synchronised
folders open each new file for a moment. So a refused replacement or deletion is tried again for two seconds.

The wait blocks the calling thread. Reports, copies and event files are written in threads of their own. The small files
that the GUI thread writes wait only in this rare case, only on Windows, and only once while the same file stays in use.
"""

import errno
import glob
import os
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from io import BufferedWriter
from itertools import count
from pathlib import Path, PureWindowsPath

_HELD = frozenset({5, 32, 33})
"""The errors by which Windows reports a file in use: ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION and
ERROR_LOCK_VIOLATION."""
_PATIENCE = 2.0
"""For how many seconds a refused replacement is tried again."""
_PAUSE = 0.05
_IN_USE_FOR_LONG: set[Path] = set()
"""Files that stayed in use for all that time. They are not waited for again until they could be replaced."""


def is_held(error: OSError) -> bool:
    """Whether ``error`` shows that Windows refused because another program has the file open."""
    return getattr(error, "winerror", None) in _HELD


def replace(source: Path, target: Path) -> None:
    """Rename ``source`` to ``target``, replacing a file there. Raise OSError if that fails."""
    _patiently(lambda: source.replace(target), target)


def rename(source: Path, target: Path) -> None:
    """Rename ``source`` to ``target``, which must not exist. Raise OSError if that fails."""
    _patiently(lambda: source.rename(target), target)


def delete(path: Path) -> None:
    """Delete the file ``path`` if there is one, also if another thread or program reads it now. Raise OSError."""
    _patiently(lambda: path.unlink(missing_ok=True), path)


def sync_folder(folder: Path) -> None:
    """Return once the names in ``folder`` are safe on the disk, if the system supports that. Raise OSError."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _patiently(change: Callable[[], object], target: Path) -> None:
    until = time.monotonic() + (0 if target in _IN_USE_FOR_LONG else _PATIENCE)
    while True:
        try:
            change()
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


_BEFORE_IT_IS_WHOLE = ".part"
_FOR_OWNER = 0o600
_FOLDER_FOR_OWNER = 0o700
_AN_HOUR = 3600
_NO_LINKS = (errno.EPERM, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL, errno.EMLINK, errno.EXDEV)
"""The errors of file systems that cannot give a file a second name."""
_BINARY = getattr(os, "O_BINARY", 0)


def make_private_folder(folder: Path) -> None:
    """Create ``folder`` and the folders above it, as far as they are missing, for their owner only. Raise OSError."""
    for each in reversed((folder, *folder.parents)):  # with `parents`, Python gives them the usual rights
        if not each.is_dir():
            each.mkdir(_FOLDER_FOR_OWNER, exist_ok=True)


def make_private_file(path: Path) -> None:
    """Create ``path`` for its owner only if it is missing, so that a library that opens it does not choose its rights.

    A file that an earlier version made with other rights gets these. Raise OSError.
    """
    make_private_folder(path.parent)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | _BINARY, _FOR_OWNER))
    if not ON_WINDOWS and path.stat().st_mode & 0o077:
        path.chmod(_FOR_OWNER)


def write_whole(path: Path, text: str) -> None:
    """Write ``text`` completely or not at all, even if the program is killed. Raise OSError if that fails.

    On systems with file modes only its owner can read it; on Windows the access rights of its folder count.
    """
    make_private_folder(path.parent)
    beside = path.with_name(f"{path.name}{_BEFORE_IT_IS_WHOLE}")
    beside.unlink(missing_ok=True)
    with _opened(beside) as file:
        file.write(text.encode())
    replace(beside, path)


def write_new(path: Path, data: bytes) -> None:
    """Create ``path`` with the same rights, and return once ``data`` is safe on the disk. Raise OSError if that fails.

    Raise FileExistsError if it exists. If the program is killed, a part of the file may be left.
    """
    with _opened(path) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def write_new_whole(path: Path, content: bytes) -> None:
    """Create the file ``path``, readable by its owner only, and return when it is safe on the disk.

    It is written without a name, or beside ``path`` under another name, and gets its own name when it is complete: if
    the program is killed, no part of it is left. Raise FileExistsError if it exists, OSError if it cannot be created.
    """
    if not _written_without_name(path, content):
        _written_beside(path, content)
    try:
        sync_folder(path.parent)
    except OSError:  # The caller reports a failure, so there must be no file.
        path.unlink()
        raise


if sys.platform == "linux":

    def _written_without_name(path: Path, content: bytes) -> bool:
        """Return False if this system or folder does not support files without a name."""
        try:
            handle = os.open(path.parent, os.O_TMPFILE | os.O_RDWR, _FOR_OWNER)
        except OSError:
            return False
        try:
            _write_all(handle, content)
            # With `src_dir_fd`, which an absolute path does not need, Python makes the system follow the symbolic link.
            os.link(f"/proc/self/fd/{handle}", path, src_dir_fd=handle, follow_symlinks=True)
        except FileExistsError:
            raise
        except OSError as error:
            # ENOENT means that /proc is not mounted.
            if error.errno in (*_NO_LINKS, errno.ENOENT):
                return False
            raise
        finally:
            os.close(handle)
        return True

else:

    def _written_without_name(_path: Path, _content: bytes) -> bool:
        return False


def _written_beside(path: Path, content: bytes) -> None:
    """Write the file under another name beside ``path``, then rename it.

    A file that a crash left of an earlier attempt is deleted first if it is an hour old, because no write takes that
    long.
    """
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.new"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _AN_HOUR:
                left.unlink()
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    handle = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, _FOR_OWNER)
    try:
        try:
            _write_all(handle, content)
        finally:
            os.close(handle)
        _name(beside, path)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()


def _name(beside: Path, path: Path) -> None:
    if os.name == "nt":  # Renaming does not replace an existing file on Windows.
        rename(beside, path)
        return
    try:
        # A second name cannot replace a file that somebody created meanwhile; renaming would.
        path.hardlink_to(beside)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from error
        rename(beside, path)


def _write_all(handle: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(handle, rest) :]
    os.fsync(handle)


def set_aside(path: Path) -> Path:
    """Rename a damaged file to a free name, and return that. Raise OSError if that fails."""
    names = (path.with_suffix(f".damaged-{number}" if number > 1 else ".damaged") for number in count(1))
    aside = next(name for name in names if not name.exists())
    rename(path, aside)
    return aside


def _opened(path: Path) -> BufferedWriter:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, _FOR_OWNER), "wb")


ON_WINDOWS = os.name == "nt"
_NEVER_IN_A_NAME = frozenset('<>:"|?*') | {chr(code) for code in range(32)}
_WINDOWS_REFUSES = frozenset({123, 206})
"""The errors by which Windows refuses a name: ERROR_INVALID_NAME and ERROR_FILENAME_EXCED_RANGE."""
_PATH_NOT_FOUND = 3


def is_impossible(path: Path, *, windows: bool = ON_WINDOWS) -> bool:
    """Whether no file can have the name of ``path``.

    On Windows ``a:b.csv`` is such a name, since ``a:`` is a drive.
    """
    if not windows:
        return "\0" in path.name
    found = PureWindowsPath(str(path))
    return bool(found.drive and not found.root) or not _NEVER_IN_A_NAME.isdisjoint(found.name)


def is_too_long(path: Path) -> bool:
    """Whether no file can have the name of ``path`` because it is too long."""
    try:
        path.lstat()
    except OSError as error:
        # Windows does not find the folder of a path that is longer than it takes.
        code = getattr(error, "winerror", None)
        too_long = error.errno == errno.ENAMETOOLONG or code in _WINDOWS_REFUSES
        return too_long or (code == _PATH_NOT_FOUND and path.parent.is_dir())
    return False


def is_refused(error: OSError, path: Path) -> bool:
    """Whether ``error``, raised when ``path`` was created, is about its name. Usually the name is too long."""
    if error.errno == errno.ENAMETOOLONG or getattr(error, "winerror", None) in _WINDOWS_REFUSES:
        return True
    return isinstance(error, FileNotFoundError) and path.parent.is_dir()

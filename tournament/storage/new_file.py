"""A file that is there whole or not at all, and never takes the place of another."""

import errno
import glob
import os
import secrets
import sys
import time
from contextlib import suppress
from pathlib import Path

from tournament.files.replacing import rename, sync_folder

_FOR_OWNER = 0o600
_AN_HOUR = 3600
_NO_LINKS = (errno.EPERM, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL, errno.EMLINK, errno.EXDEV)
"""What drives answer that cannot give a file a second name."""
_BINARY = getattr(os, "O_BINARY", 0)


def write_new_file(path: Path, content: bytes) -> None:
    """Make the file ``path``, for its owner alone, safe on the disk when this returns.

    It is written where it has no name, or beside under another one, and gets its own when it is whole: whoever is
    killed meanwhile leaves no half of it. Raises FileExistsError when there is one, OSError when it cannot be made.
    """
    if not _written_without_name(path, content):
        _written_beside(path, content)
    try:
        sync_folder(path.parent)
    except OSError:  # who is told that it failed finds no file
        path.unlink()
        raise


if sys.platform == "linux":

    def _written_without_name(path: Path, content: bytes) -> bool:
        """False where this folder or system cannot keep a file without a name."""
        try:
            handle = os.open(path.parent, os.O_TMPFILE | os.O_RDWR, _FOR_OWNER)
        except OSError:
            return False
        try:
            _write_all(handle, content)
            # with a descriptor, which an absolute path has no need of, Python asks the system to follow the link
            os.link(f"/proc/self/fd/{handle}", path, src_dir_fd=handle, follow_symlinks=True)
        except FileExistsError:
            raise
        except OSError as error:
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
    """What a crash left of an earlier one goes when it is an hour old: nobody writes that long."""
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
    if os.name == "nt":  # does not replace there
        rename(beside, path)
        return
    try:
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

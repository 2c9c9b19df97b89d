"""Small files of the user's own: written whole or not at all; one that is damaged gets another name."""

import os
from io import BufferedWriter
from itertools import count
from pathlib import Path

from tournament.files.replacing import rename, replace

_BEFORE_IT_IS_WHOLE = ".part"
_BINARY = getattr(os, "O_BINARY", 0)


def write_whole(path: Path, text: str) -> None:
    """Write ``text``, whole or not at all, whenever the program is killed. Raises OSError.

    Where files have modes, it is for its owner alone; on Windows the access rights of its folder count.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = path.with_name(f"{path.name}{_BEFORE_IT_IS_WHOLE}")
    beside.unlink(missing_ok=True)
    with _opened(beside) as file:
        file.write(text.encode())
    replace(beside, path)


def write_new(path: Path, data: bytes) -> None:
    """Make ``path``, which must not exist, with the same rights, and return once ``data`` is safe. Raises OSError."""
    with _opened(path) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def set_aside(path: Path) -> Path:
    """Give the file a name that no other has, and return it. Raises OSError."""
    names = (path.with_suffix(f".damaged-{number}" if number > 1 else ".damaged") for number in count(1))
    aside = next(name for name in names if not name.exists())
    rename(path, aside)
    return aside


def _opened(path: Path) -> BufferedWriter:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600), "wb")

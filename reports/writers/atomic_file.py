"""Write a file beside its place and move it there when it is complete; an event is never replaced."""

import errno
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tournament.files import writing
from tournament.files.writing import replace
from tournament.language import Text, mark

Progress = Callable[[int, int], None]
"""Called with the steps done and the total; an exception it raises cancels the export and is passed on."""


_OF_FILES = frozenset((
    ".pdf", ".xlsx", ".html", ".csv", ".parquet", ".json", ".svg", ".png", ".zip", ".txt", ".docx", ".odt", ".ods",
))  # fmt: skip
"""Endings of files that a folder is hardly meant to have."""


class Steps:
    """Progress as a writer reports it; between two steps it reports that the work continues, so that it can be
    cancelled."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._last = (0, 0)

    def __call__(self, done: int, steps: int) -> None:
        """Report the steps done, and the total."""
        self._last = (done, steps)
        self.beat()

    def beat(self) -> None:
        """Report the same as last time; must be called at least every fifth of a second."""
        if self._progress is not None:
            self._progress(*self._last)


_DATABASES = (b"SQLite format 3\0", bytes.fromhex("d9d505f920a163d7"))
"""The first bytes of an event file, and of the journal that a crash leaves beside one."""
_OPEN_STREAM = re.compile(r"/dev/(?:std(?P<name>in|out|err)|fd/(?P<number>\d+))|/proc/self/fd/(?P<number2>\d+)")
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0)
"""Opening a pipe without a reader then fails at once; Windows has neither such pipes nor this flag."""
_PATIENCE = 5.0
"""Seconds to wait for a reader of a pipe."""


class ExportFailed(Exception):
    """A report could not be written; no partial file is left."""

    def __init__(self, message: Text, path: Path) -> None:
        super().__init__(message.message, str(path))
        self.message = message
        """What failed, where, and what to do."""
        self.path = path
        """The requested file."""


@contextmanager
def atomic_file(path: Path, progress: Progress | None = None) -> Iterator[Path]:
    """Yield the path of a new empty file in the folder of ``path``; move it to ``path`` on a clean exit.

    ``progress`` is called once more when the file is complete: if it cancels then, the file is not moved.

    A pipe or a device is not replaced: the content is copied into it. Raises ExportFailed if the place may not be
    written to, or contains an event; removes the file if anything goes wrong. If the reader of a pipe has left, a
    BrokenPipeError is raised.
    """
    if is_stream(path):
        with _written_into(path) as unfinished:
            yield unfinished
            if progress:
                progress(1, 1)
        return
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
        if progress:
            progress(1, 1)
        _refuse_bad_target(target, path)  # another file may have been put there in the meantime
        replace(unfinished, target)
    except OSError as error:
        raise ExportFailed(_reason(error, path), path) from error
    finally:
        with suppress(FileNotFoundError):
            unfinished.unlink()


@contextmanager
def atomic_folder(path: Path, *, as_file: str) -> Iterator[Path]:
    """Yield a new empty folder beside ``path``; on a clean exit it becomes ``path``, or its files move there.

    A new folder may not be called like a file, such as ``results.xlsx``; a name that ends with ``as_file`` makes the
    caller write one file instead.
    In a folder that is there already, files of the same names are replaced and others stay. Raises ExportFailed if the
    place may not be written to, or if an event would be replaced; removes the new folder if anything goes wrong.
    """
    try:
        target = path.resolve()
        if target.exists() and not target.is_dir():
            raise ExportFailed(mark("{path} is a file. Choose the name of a folder.", path=str(path)), path)
        if not target.name or writing.is_impossible(path):
            raise ExportFailed(_no_name(path), path)
        if target.suffix.casefold() in _OF_FILES and not target.exists():
            text = mark("{name} is called like a file: choose the name of a folder, or one that ends with {file}.",
                        name=target.name, file=as_file)  # fmt: skip
            raise ExportFailed(text, path)
        if not target.parent.exists():
            raise FileNotFoundError(errno.ENOENT, "no such folder", str(target.parent))
        unfinished = target.with_name(f".quatre-vents-{secrets.token_hex(6)}.part")
        unfinished.mkdir()
    except OSError as error:
        raise ExportFailed(_reason(error, path), path) from error
    try:
        yield unfinished
        files = sorted(unfinished.iterdir())
        for file in files:
            _flush(file)
        if target.exists():
            for file in files:
                _refuse_bad_target(target / file.name, path / file.name)
            for file in files:
                replace(file, target / file.name)
        else:
            writing.rename(unfinished, target)
    except OSError as error:
        raise ExportFailed(_reason(error, path), path) from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f.]+|\s+')
_LONGEST = 120


def plain_name(title: str) -> str:
    """Return ``title`` as the name of a file, without ending, that is valid on every system."""
    plain = " ".join(_FORBIDDEN.sub(" ", title).split())
    return plain[:_LONGEST].rstrip() or "report"


def is_stream(path: Path) -> bool:
    """Whether ``path`` is a pipe, a device, or an open stream such as ``/dev/stdout``: written to, never replaced."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or _OPEN_STREAM.fullmatch(str(path)) is not None


def holds_event(path: Path) -> bool:
    """Whether the file at ``path`` begins like an event, whatever its name. Raises OSError if it cannot be read."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return False
        with path.open("rb") as file:
            return file.read(16).startswith(_DATABASES)
    except FileNotFoundError:
        return False


@contextmanager
def _written_into(path: Path) -> Iterator[Path]:
    with TemporaryDirectory(prefix="quatre-vents-") as folder:
        unfinished = Path(folder) / "report"
        unfinished.touch()
        yield unfinished
        try:
            if holds_event(path):
                raise ExportFailed(_is_event(path), path)
            with unfinished.open("rb") as file, os.fdopen(_opened(path), "wb") as stream:
                shutil.copyfileobj(file, stream)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise ExportFailed(_reason(error, path), path) from error


def _opened(path: Path) -> int:
    """A descriptor of the stream ``path``; for a pipe, once it has a reader."""
    found = _OPEN_STREAM.fullmatch(str(path))
    if found is not None:
        # Duplicated, not opened: opening a redirected file again would write from its beginning, over what is there.
        named = {"in": 0, "out": 1, "err": 2}.get(found["name"])
        return os.dup(int(found["number"] or found["number2"]) if named is None else named)
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            handle = os.open(path, os.O_WRONLY | _WITHOUT_WAITING)
        except OSError as error:
            if error.errno != errno.ENXIO or time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            if _WITHOUT_WAITING:
                # Only opening must not wait; writing may wait for a slow reader.
                os.set_blocking(handle, True)
            return handle


def _is_event(path: Path) -> Text:
    return mark("{path} is an event: a report never replaces one. Choose another name.", path=str(path))


def _no_name(path: Path) -> Text:
    return mark(
        "{path} cannot be written: this file name is not possible here. Choose a shorter one, " "without {characters}.",
        path=str(path), characters='< > : " | ? *',
    )  # fmt: skip


def _refuse_bad_target(target: Path, path: Path) -> None:
    """Refuse a target that a rename would destroy or that its owner protects."""
    if not target.name:
        raise ExportFailed(mark("No file name is given. Give the report a file name."), path)
    if writing.is_impossible(path):
        raise ExportFailed(_no_name(path), path)
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
    if holds_event(target):
        raise ExportFailed(_is_event(path), path)
    if not stat.S_ISREG(found.st_mode):
        raise ExportFailed(mark("{path} is not an ordinary file. Choose another file name.", path=str(path)), path)
    # A rename would replace a protected file without asking: only the permissions of its folder matter for it.
    if not found.st_mode & stat.S_IWRITE and not found.st_mode & 0o022:
        raise ExportFailed(
            mark("{path} is write-protected. Remove the protection or choose another file name.", path=str(path)), path
        )


def _flush(path: Path) -> None:
    with path.open("rb+") as file:
        # Before the file gets its name: after a power failure that name could otherwise lead to an empty file.
        os.fsync(file.fileno())


def _reason(error: OSError, path: Path) -> Text:
    """What the system refused, in words, and what to do."""
    where = str(path)
    if error.errno == errno.ENXIO:
        return mark("{path} is a pipe that nobody reads: start the reader first.", path=where)
    if isinstance(error, IsADirectoryError):
        return mark("{path} is a folder. Add a file name.", path=where)
    if writing.is_refused(error, path):
        return _no_name(path)
    if isinstance(error, NotADirectoryError | FileNotFoundError):
        return mark(
            "{path} cannot be written: its folder does not exist. Create the folder or choose another.", path=where
        )
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return mark(
            "{path} cannot be written: permission denied. Close it if another program has it open, "
            "or choose another folder.",
            path=where,
        )
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return mark("{path} cannot be written: the disk is full. Free some space or choose another disk.", path=where)
    return mark(
        "{path} cannot be written: {reason}. Choose another place.", path=where, reason=error.strerror or str(error)
    )

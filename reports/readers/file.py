"""Any file as a table of text."""

import io
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import BinaryIO

from reports.readers.csv import read_text_file
from reports.readers.json_list import looks_like_json, read_json_list
from reports.readers.limits import MOST_BYTES, MOST_PARTS, MOST_SEAT_COLUMNS, Step, no_step, too_large
from reports.readers.ods import CONTENT, read_ods, read_ods_sheets
from reports.readers.refusal import UnreadableTable
from reports.readers.xlsx import read_sheets, read_workbook
from tournament.event.player_import import TableText
from tournament.language import Text, mark


class _Content(Enum):
    """The content of a file that can be imported."""

    TEXT = "text"
    WORKBOOK = "workbook"
    SPREADSHEET = "spreadsheet"
    """Of OpenDocument."""
    JSON = "json"


_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_SIGNS = (
    (b"\x89PNG\r\n\x1a\n", mark("a PNG picture")),
    (b"\xff\xd8\xff", mark("a JPEG picture")),
    (b"GIF8", mark("a GIF picture")),
    (b"BM", mark("a BMP picture")),
    (b"II*\0", mark("a TIFF picture")),
    (b"MM\0*", mark("a TIFF picture")),
    (b"%PDF-", mark("a PDF document")),
    (b"{\\rtf", mark("a rich text document")),
    (b"\x1f\x8b", mark("a compressed archive")),
    (b"7z\xbc\xaf\x27\x1c", mark("a compressed archive")),
    (b"Rar!\x1a\x07", mark("a compressed archive")),
    (b"SQLite format 3\0", mark("a database")),
    (b"\x7fELF", mark("a program")),
    (b"MZ\x90", mark("a program")),
)
_DAMAGE = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error),
    *(OSError, ValueError, NotImplementedError, RuntimeError, EOFError, KeyError),
)
"""What a damaged archive raises."""
_WEB_PAGE = re.compile(rb"(?i)[\xef\xbb\xbf \t\r\n]*<(?:!doctype )?html")
_ANOTHER_FORMAT = mark("Save the list as .xlsx or .csv and import that file.")


def _content_of(data: bytes) -> _Content | Text:
    """The kind of ``data`` (a whole file), or, if it cannot be imported, what it is and what to do."""
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _in_zip(data)
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            return mark("It is protected by a password. Open it, remove the password, and save it again.")
        return mark("It is a file of an old Office program (.xls). Save the list as .xlsx or .csv.")
    for sign, name in _SIGNS:
        if data.startswith(sign) and not (sign == b"BM" and b"\0" not in data[:64]):
            return _is(name)
    if _WEB_PAGE.match(data):
        return _is(mark("a web page"))
    return _Content.JSON if looks_like_json(data) else _Content.TEXT


def _in_zip(data: bytes) -> _Content | Text:
    if data.count(b"PK\x01\x02") > MOST_PARTS:
        return mark(
            "It is an archive of more than {most} files. Save the list again as .xlsx or .csv.", most=MOST_PARTS
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = frozenset(archive.namelist())
            kind = _start(archive, "mimetype") if "mimetype" in names else b""
    except _DAMAGE:
        return mark("It is a damaged workbook or archive. Save the list again as .xlsx or .csv.")
    if kind.startswith(b"application/vnd.oasis.opendocument.spreadsheet") and CONTENT in names:
        return _Content.SPREADSHEET
    if b"opendocument" in kind:
        return mark("It is an OpenDocument file. Save the list as .xlsx or .csv and import that file.")
    if "xl/workbook.bin" in names:
        return mark("It is a binary workbook (.xlsb). Save the list as .xlsx or .csv.")
    if "[Content_Types].xml" in names and any(name.startswith("xl/") for name in names):
        return _Content.WORKBOOK
    if any(name.startswith("word/") for name in names):
        return _is(mark("a Word document"))
    return _is(mark("a compressed archive"))


def _start(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as entry:
        return entry.read(100)


def _is(name: Text) -> Text:
    return mark("It is {kind}, not a list of players. {advice}", kind=name, advice=_ANOTHER_FORMAT)


_WORKBOOK_ENDINGS = (".xlsx", ".xlsm", ".xltx", ".xltm")
_TEXT_ENDINGS = (".csv", ".txt", ".tsv", ".tab")


def read_table(path: Path, *, sheet: str | None = None, encoding: str | None = None, step: Step = no_step) -> TableText:
    """Read the list at ``path``; ``sheet`` selects one of a workbook, ``encoding`` that of a text.

    It is text with columns, a workbook of Excel, a spreadsheet of OpenDocument, or JSON.

    The content decides what kind of file it is; if the name contradicts it, the file is refused with its true kind.
    Raises :class:`UnreadableTable` if it is not a list: too large, a picture, protected, damaged, missing.
    """
    data, content = _recognised(path)
    ending = path.suffix.lower()
    if content is _Content.WORKBOOK:
        if ending in _TEXT_ENDINGS:
            text = mark("“{name}” is an Excel workbook: rename it to .xlsx and import it again.", name=path.name)
            raise UnreadableTable(text, path)
        return read_workbook(path, data, sheet=sheet, step=step)
    if content is _Content.SPREADSHEET:
        return read_ods(path, data, sheet=sheet, step=step)
    if content is _Content.JSON and ending not in _TEXT_ENDINGS + _WORKBOOK_ENDINGS:
        return read_json_list(path, data, step=step)
    if ending in _WORKBOOK_ENDINGS:
        text = mark(
            "“{name}” is not an Excel workbook but text: rename it to .csv and import it again.", name=path.name
        )
        raise UnreadableTable(text if data.strip() else _empty(path).text, path)
    if not data.strip():
        raise _empty(path)
    return read_text_file(path, data, encoding=encoding, step=step)


def read_tables(path: Path, *, encoding: str | None = None, step: Step = no_step) -> dict[str, TableText]:
    """Every sheet of the workbook at ``path`` by title, or a text as one table; raises :class:`UnreadableTable`.

    It may contain seats, whose lines are longer than those of a list of players.
    """
    data, content = _recognised(path)
    if content is _Content.WORKBOOK:
        return read_sheets(path, data, step=step, most_columns=MOST_SEAT_COLUMNS)
    if content is _Content.SPREADSHEET:
        return read_ods_sheets(path, data, step=step, most_columns=MOST_SEAT_COLUMNS)
    if not data.strip():
        raise _empty(path)
    table = read_text_file(path, data, encoding=encoding, step=step, most_columns=MOST_SEAT_COLUMNS)
    return {path.name: table}


def _recognised(path: Path) -> tuple[bytes, _Content]:
    data = file_content(path, MOST_BYTES, too_large)
    content = _content_of(data)
    if isinstance(content, Text):
        raise UnreadableTable(mark("“{name}” cannot be imported. {reason}", name=path.name, reason=content), path)
    return data, content


def file_content(path: Path, most: int, refusal: Callable[..., UnreadableTable]) -> bytes:
    """The content of the ordinary file at ``path``; ``refusal`` is raised above ``most`` bytes. Raises
    UnreadableTable."""
    with opened(path, most, refusal) as file:
        return file.read(most)


@contextmanager
def opened(path: Path, most: int, refusal: Callable[..., UnreadableTable]) -> Iterator[BinaryIO]:
    """The ordinary file at ``path``, to read from; ``refusal`` is raised above ``most`` bytes. Raises
    UnreadableTable."""
    try:
        status = _status(path)
        if stat.S_ISDIR(status.st_mode):
            raise UnreadableTable(mark("“{name}” is a folder: choose a file.", name=path.name), path)
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableTable(mark("“{name}” is not an ordinary file: choose a file.", name=path.name), path)
        if status.st_size > most:
            raise refusal(path, status.st_size, most=most)
        with path.open("rb") as file:
            yield file
    except FileNotFoundError as error:
        text = mark("There is no file “{path}”. Check its name and place.", path=str(path))
        raise UnreadableTable(text, path) from error
    except PermissionError as error:
        text = mark(
            "“{path}” cannot be read: permission denied. Ask for permission, or copy the file elsewhere.",
            path=str(path),
        )
        raise UnreadableTable(text, path, environment=True) from error
    except OSError as error:
        raise _unread(path, error.strerror or str(error)) from error


def _status(path: Path) -> os.stat_result:
    try:
        return path.stat()
    except ValueError as error:  # no name of a file
        raise _unread(path, str(error)) from error


def _unread(path: Path, reason: str) -> UnreadableTable:
    text = mark("“{path}” cannot be read: {reason}", path=str(path), reason=reason)
    return UnreadableTable(text, path, environment=True)


def _empty(path: Path) -> UnreadableTable:
    return UnreadableTable(mark("“{name}” is empty: choose the file with the list.", name=path.name), path)

"""What a file is by its first bytes, whatever its name."""

import io
import struct
import zipfile
import zlib
from enum import Enum

from reports.readers.limits import MOST_PARTS
from tournament.language import Text, mark


class Content(Enum):
    """The content of a file that can be imported."""

    TEXT = "text"
    WORKBOOK = "workbook"


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
_ANOTHER_FORMAT = mark("Save the list as .xlsx or .csv and import that file.")


def content_of(data: bytes) -> Content | Text:
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
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:15].lower().startswith((b"<!doctype html", b"<html")):
        return _is(mark("a web page"))
    return Content.TEXT


def _in_zip(data: bytes) -> Content | Text:
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
    if b"opendocument" in kind:
        return mark("It is an OpenDocument file. Save the list as .xlsx or .csv and import that file.")
    if "xl/workbook.bin" in names:
        return mark("It is a binary workbook (.xlsb). Save the list as .xlsx or .csv.")
    if "[Content_Types].xml" in names and any(name.startswith("xl/") for name in names):
        return Content.WORKBOOK
    if any(name.startswith("word/") for name in names):
        return _is(mark("a Word document"))
    return _is(mark("a compressed archive"))


def _start(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as entry:
        return entry.read(100)


def _is(name: Text) -> Text:
    return mark("It is {kind}, not a list of players. {advice}", kind=name, advice=_ANOTHER_FORMAT)

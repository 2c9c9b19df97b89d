"""Check a workbook before it is parsed: every part of it is unpacked piece by piece and counted.

A small archive can unpack to gigabytes, and a small part can name millions of cells. What exceeds a list of players is
refused here, while hardly anything of it is in memory.
"""

import io
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from xml.parsers import expat

from reports.readers.limits import (
    MOST_COLUMNS,
    MOST_ELEMENTS,
    MOST_LAST_ROW,
    MOST_OTHER_ELEMENTS,
    MOST_SHEET_BYTES,
    MOST_SHEETS,
    MOST_TEXTS,
    MOST_UNPACKED_BYTES,
    Step,
    beyond,
    too_large,
)
from tournament.language import mark

_READ = 65_536
_MOST_TOKEN = 1_000_000
"""A tag with its attributes is shorter."""
_MOST_DEPTH = 100
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The compression methods of workbooks."""
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_TABLES = ("worksheet", "sst")
_OF_CELLS = frozenset(("row", "c", "v", "f", "t", "is", "si", "r", "rPr", "rPh", "phoneticPr"))
"""The elements that define the content of a cell."""
_TEXTS = frozenset(("si", "is", "r"))


@dataclass(frozen=True, slots=True)
class WorkbookLimits:
    """How large a workbook may be; by default as large as a list of players."""

    unpacked_bytes: int = MOST_UNPACKED_BYTES
    sheet_bytes: int = MOST_SHEET_BYTES
    elements: int = MOST_ELEMENTS
    texts: int = MOST_TEXTS
    others: int = MOST_OTHER_ELEMENTS
    columns: int = MOST_COLUMNS
    last_row: int = MOST_LAST_ROW


class NoWorkbook(Exception):
    """The archive is not packed or written like a workbook."""


@dataclass(slots=True)
class SheetFacts:
    """What a sheet states besides the values of its cells."""

    merged: list[str] = field(default_factory=list)
    """The ranges of its merged cells, ``C2:C5``; only the first cell of a range has a value."""
    uncomputed: list[str] = field(default_factory=list)
    """Cells with a formula whose result is not stored; they are read as empty."""
    hidden: set[int] = field(default_factory=set)
    """The rows (from 1) that the sheet hides, for example with a filter."""


def check_workbook(
    path: Path, data: bytes, step: Step, *, limits: WorkbookLimits = WorkbookLimits()
) -> dict[str, SheetFacts]:
    """Refuse the workbook ``data``, the content of ``path``, if it is invalid or exceeds ``limits``.

    Returns the facts of its sheets, by the name of their part in the archive.
    """
    facts: dict[str, SheetFacts] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        # These sizes can be trusted as limits: zipfile unpacks no more of a part than it states.
        stated = sum(part.file_size for part in parts)
        if stated > limits.unpacked_bytes:
            raise too_large(path, stated, most=limits.unpacked_bytes)
        count = _Count(path, limits)
        for place, part in enumerate(parts):
            step(place, len(parts))
            if part.compress_type not in _METHODS:
                raise NoWorkbook(f"compression {part.compress_type}")
            with archive.open(part) as content:
                facts[part.filename] = _look_through(content, count, step)
    return facts


class _Count:
    """Counts over the parts read so far."""

    def __init__(self, path: Path, limits: WorkbookLimits) -> None:
        self.path = path
        self.limits = limits
        self.sheets = 0
        self.elements = 0
        self.others = 0
        self.texts = 0
        self.bytes = 0

    def begin(self) -> "_Part":
        return _Part(self)


class _Part:
    """One part of the workbook, while expat parses it."""

    def __init__(self, count: _Count) -> None:
        self._count = count
        self._depth = 0
        self._beyond_rows = self._beyond_columns = False
        """Whether the current cell is below the last row allowed, or beyond the last column."""
        self.is_table = False
        self.facts = SheetFacts()
        self._formula = ""
        """The cell whose formula has no result yet."""
        self._cell = ""
        self._row = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = False
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        # Entities can expand to gigabytes, and workbooks declare none.
        self.parser.StartDoctypeDeclHandler = self._refuse_declarations
        self.parser.EntityDeclHandler = self._refuse_declarations

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        count, kind = self._count, name.rpartition(":")[2]
        if not self._depth:
            self.is_table = kind in _TABLES
        count.sheets += kind == "sheet"
        self._depth += 1
        if self._depth > _MOST_DEPTH:
            raise NoWorkbook("nested without end")
        if not self.is_table or kind not in _OF_CELLS:
            count.others += 1
            if kind == "mergeCell":
                self.facts.merged.append(attributes.get("ref", ""))
        elif kind == "c" or kind == "row":
            count.elements += 1
            row, column = place_of(attributes.get("r", ""))
            self._beyond_rows, self._beyond_columns = row > count.limits.last_row, column > count.limits.columns
            self._cell = attributes.get("r", "")
            if kind == "row":
                self._row = row or self._row + 1
                if attributes.get("hidden") in ("1", "true"):
                    self.facts.hidden.add(self._row)
        elif kind == "f":
            self._formula = self._cell
        elif kind == "v" and self._formula:
            # Set only for results of formulas: a call for the text of every cell would slow down the whole check.
            self.parser.CharacterDataHandler = self._computed
        elif kind in _TEXTS:
            count.texts += 1
        elif kind in ("v", "t") and (self._beyond_rows or self._beyond_columns):
            what = (
                mark("something below row {row}", row=count.limits.last_row)
                if self._beyond_rows
                else mark("more than {most} columns", most=count.limits.columns)
            )
            raise beyond(count.path, what)
        self._check()

    def _check(self) -> None:
        count, limits = self._count, self._count.limits
        if count.sheets > MOST_SHEETS:
            raise beyond(count.path, mark("more than {most} sheets", most=MOST_SHEETS))
        if count.elements > limits.elements:
            raise beyond(count.path, mark("more than {most} cells", most=limits.elements))
        if count.texts > limits.texts:
            raise beyond(count.path, mark("more than {most} texts", most=limits.texts))
        if count.others > limits.others:
            raise beyond(count.path, mark("more than {most} styles, merged cells and the like", most=limits.others))

    def _computed(self, _text: str) -> None:
        self._formula = ""

    def _end(self, name: str) -> None:
        self._depth -= 1
        kind = name.rpartition(":")[2]
        if kind == "c" and self._formula:
            self.facts.uncomputed.append(self._formula)
            self._formula = ""
        if kind == "v":
            self.parser.CharacterDataHandler = None

    def _refuse_declarations(self, *_declared: object) -> None:
        raise NoWorkbook("declarations")


def _look_through(content: IO[bytes], count: _Count, step: Step) -> SheetFacts:
    chunk = content.read(_READ)
    if not _is_xml(chunk):
        return SheetFacts()
    part, fed = count.begin(), 0
    while chunk:
        step(0, 0)
        part.parser.Parse(chunk, False)
        fed += len(chunk)
        # expat keeps a tag in memory until its end arrives.
        if fed - part.parser.CurrentByteIndex > _MOST_TOKEN + _READ:
            raise NoWorkbook("a tag without end")
        if part.is_table:
            count.bytes += len(chunk)
            if count.bytes > count.limits.sheet_bytes:
                raise too_large(count.path, count.bytes, most=count.limits.sheet_bytes)
        chunk = content.read(_READ)
    return part.facts


def _is_xml(start: bytes) -> bool:
    """Whether ``start`` may be the beginning of XML; pictures are not unpacked further."""
    return start.startswith(_MARKS) or not start.strip() or start.lstrip().startswith(b"<") or b"<" in start[:4]


def place_of(reference: str) -> tuple[int, int]:
    """Row and column (from 1) of a cell such as ``AB12``, or the row of ``12``; 0 for a missing part."""
    letters = reference.rstrip("0123456789")
    column = 0
    for letter in letters[:4]:
        column = column * 26 + ord(letter) - 64
    digits = reference[len(letters) :]
    return (int(digits[:9]) if digits else 0), column

"""OpenDocument spreadsheets (.ods): the displayed values, never the formulas.

The content is parsed piece by piece and counted, like a workbook in :mod:`reports.readers.workbook_guard`. Repeated
rows and cells, with which a few bytes can name millions, are repeated only as far as a list of players can be long.
"""

import io
import zipfile
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import IO
from xml.parsers import expat

from reports.readers.limits import (
    MOST_BLANK_ROWS,
    MOST_COLUMNS,
    MOST_ELEMENTS,
    MOST_LAST_ROW,
    MOST_OTHER_ELEMENTS,
    MOST_ROWS,
    MOST_SHEET_BYTES,
    MOST_SHEETS,
    Step,
    beyond,
    limited,
    no_step,
    too_large,
)
from reports.readers.refusal import UnreadableTable
from reports.readers.sheets import chosen_sheet, sheet_notes, with_facts
from reports.readers.workbook_guard import SheetFacts
from tournament.event.player_import import HEADING_ROWS, FileRow, TableText
from tournament.language import mark

CONTENT, MANIFEST = "content.xml", "META-INF/manifest.xml"
_READ = 65_536
_MOST_TOKEN = 1_000_000
_MOST_DEPTH = 100
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_MOST_TEXT = 20_000
"""Characters of one cell."""
_CELLS = ("table-cell", "covered-table-cell")
_HIDDEN = ("collapse", "filter")


class _NoSpreadsheet(Exception):
    """The archive is not packed or written like a spreadsheet."""


@dataclass(slots=True)
class _Cell:
    text: str = ""
    struck: bool = False
    uncomputed: bool = False
    rows: int = 1
    """Number of rows over which it is merged."""


@dataclass(slots=True)
class _OdsSheet:
    title: str
    hidden: bool = False
    rows: list[FileRow] = field(default_factory=list)
    facts: SheetFacts = field(default_factory=SheetFacts)
    line: int = 0
    """The last line read, from 1."""
    blank: int = 0
    """Blank lines since the last filled one, not yet in ``rows``."""


def read_ods(path: Path, data: bytes, *, sheet: str | None = None, step: Step = no_step) -> TableText:
    """Read ``sheet`` of the spreadsheet ``data``, the content of ``path``; raises :class:`UnreadableTable`.

    Without ``sheet``: the visible sheet that looks most like a list of players, otherwise the first that is not empty.
    """
    found = _sheets(path, data, step, MOST_COLUMNS)
    heads = {each.title: list(islice((row for row in each.rows if not row.is_blank), HEADING_ROWS)) for each in found}
    title = chosen_sheet(heads, sheet, path)
    chosen = next(each for each in found if each.title == title)
    rows, notes = with_facts(tuple(limited(chosen.rows, path, step)), chosen.facts)
    how = mark("Spreadsheet, sheet “{sheet}”", sheet=title)
    titles = tuple(each for each, first in heads.items() if first)
    return TableText(path.name, how, rows, (*sheet_notes(heads, title), *notes), sheet=title, sheets=titles)


def read_ods_sheets(path: Path, data: bytes, *, step: Step = no_step, most_columns: int) -> dict[str, TableText]:
    """Every visible sheet of the spreadsheet ``data``, by title; raises :class:`UnreadableTable`."""
    found = {}
    for each in _sheets(path, data, step, most_columns):
        rows, notes = with_facts(tuple(limited(each.rows, path, step, most_columns=most_columns)), each.facts)
        how = mark("Spreadsheet, sheet “{sheet}”", sheet=each.title)
        found[each.title] = TableText(each.title, how, rows, notes)
    return found


def _sheets(path: Path, data: bytes, step: Step, most_columns: int) -> list[_OdsSheet]:
    """The visible sheets, or all if none is visible."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _refuse_encrypted(archive, path)
            part = archive.getinfo(CONTENT)
            if part.file_size > MOST_SHEET_BYTES:
                raise too_large(path, part.file_size, most=MOST_SHEET_BYTES)
            if part.compress_type not in _METHODS:
                raise _NoSpreadsheet("compression")
            reader = _Reader(path, most_columns)
            with archive.open(part) as content:
                _parse(content, reader, step)
    except UnreadableTable:
        raise
    except Exception as error:  # anything that a damaged archive makes the libraries raise
        text = mark("“{name}” is a damaged spreadsheet. Open it, save it again and import that file.", name=path.name)
        raise UnreadableTable(text, path) from error
    return [each for each in reader.sheets if not each.hidden] or reader.sheets


def _refuse_encrypted(archive: zipfile.ZipFile, path: Path) -> None:
    if MANIFEST in archive.namelist() and archive.getinfo(MANIFEST).file_size <= _MOST_TOKEN:
        with archive.open(MANIFEST) as manifest:
            if b"encryption-data" in manifest.read(_MOST_TOKEN):
                reason = mark("It is protected by a password. Open it, remove the password, and save it again.")
                text = mark("“{name}” cannot be imported. {reason}", name=path.name, reason=reason)
                raise UnreadableTable(text, path)


def _parse(content: IO[bytes], reader: "_Reader", step: Step) -> None:
    fed = 0
    while chunk := content.read(_READ):
        step(0, 0)
        reader.parser.Parse(chunk, False)
        fed += len(chunk)
        # expat keeps a tag in memory until its end arrives
        if fed - reader.parser.CurrentByteIndex > _MOST_TOKEN + _READ:
            raise _NoSpreadsheet("a tag without end")
    reader.parser.Parse(b"", True)


class _Reader:
    """The content of a spreadsheet while expat parses it."""

    def __init__(self, path: Path, most_columns: int) -> None:
        self.sheets: list[_OdsSheet] = []
        self._path, self._most_columns = path, most_columns
        self._depth = self._elements = self._others = 0
        self._style = ""
        """The style that is being defined."""
        self._struck: set[str] = set()
        self._invisible: set[str] = set()
        self._sheet: _OdsSheet | None = None
        self._cells: list[_Cell] = []
        self._blank_cells = 0
        """Blank cells since the last filled one, not yet in ``_cells``."""
        self._cell: _Cell | None = None
        self._row: dict[str, str] = {}
        self._attributes: dict[str, str] = {}
        self._texts: list[str] = []
        self._characters = self._aside = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        # Entities can expand to gigabytes, and spreadsheets declare none.
        self.parser.StartDoctypeDeclHandler = self._refuse_declarations
        self.parser.EntityDeclHandler = self._refuse_declarations

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        kind = name.rpartition(":")[2]
        self._depth += 1
        if self._depth > _MOST_DEPTH:
            raise _NoSpreadsheet("nested without end")
        self._count(kind)
        local = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        if kind == "style":
            self._style = local.get("name", "")
        elif kind == "text-properties" and local.get("text-line-through-style", "none") != "none":
            self._struck.add(self._style)
        elif kind == "table-properties" and local.get("display") == "false":
            self._invisible.add(self._style)
        elif kind == "table" and name.startswith("table:"):
            self._begin_sheet(local)
        elif kind == "table-row":
            self._row, self._cells, self._blank_cells = local, [], 0
        elif kind in _CELLS:
            self._cell, self._attributes, self._texts, self._characters = _Cell(), local, [], 0
        elif kind == "annotation":
            self._aside += 1
        elif kind == "p" and self._texts and not self._aside:
            self._texts.append("\n")
        elif kind == "s":
            self._text(" " * min(_number(local.get("c"), 1), _MOST_TEXT))
        elif kind in ("tab", "line-break"):
            self._text(" ")

    def _count(self, kind: str) -> None:
        if kind in ("table-row", *_CELLS, "p"):
            self._elements += 1
        else:
            self._others += 1
        if self._elements > 2 * MOST_ELEMENTS:
            raise beyond(self._path, mark("more than {most} cells", most=2 * MOST_ELEMENTS))
        if self._others > 2 * MOST_OTHER_ELEMENTS:
            raise beyond(self._path, mark("more than {most} styles, merged cells and the like",
                                          most=2 * MOST_OTHER_ELEMENTS))  # fmt: skip

    def _begin_sheet(self, attributes: dict[str, str]) -> None:
        self._sheet = _OdsSheet(attributes.get("name", ""), attributes.get("style-name") in self._invisible)
        self.sheets.append(self._sheet)
        if len(self.sheets) > MOST_SHEETS:
            raise beyond(self._path, mark("more than {most} sheets", most=MOST_SHEETS))

    def _text(self, text: str) -> None:
        if self._cell is not None and not self._aside:
            self._characters += len(text)
            if self._characters > _MOST_TEXT:
                raise beyond(self._path, mark("a cell of more than {most} characters", most=_MOST_TEXT))
            self._texts.append(text)

    def _end(self, name: str) -> None:
        kind = name.rpartition(":")[2]
        self._depth -= 1
        if kind == "annotation":
            self._aside -= 1
        elif kind in _CELLS and self._cell is not None:
            self._end_cell(self._cell)
            self._cell = None
        elif kind == "table-row":
            self._end_row()
        elif kind == "table" and name.startswith("table:"):
            self._sheet = None

    def _end_cell(self, cell: _Cell) -> None:
        attributes = self._attributes
        cell.text = _shown(attributes, "".join(self._texts))
        cell.struck = attributes.get("style-name") in self._struck
        cell.uncomputed = "formula" in attributes and "value-type" not in attributes and not cell.text
        cell.rows = _number(attributes.get("number-rows-spanned"), 1)
        count = _number(attributes.get("number-columns-repeated"), 1)
        if not cell.text.strip() and not cell.uncomputed:
            self._blank_cells += count
            return
        wanted = self._blank_cells + count
        if len(self._cells) + wanted > self._most_columns:
            raise beyond(self._path, mark("more than {most} columns", most=self._most_columns))
        self._cells += [_Cell() for _ in range(self._blank_cells)]
        self._cells += [cell] * count
        self._blank_cells = 0

    def _end_row(self) -> None:
        sheet, cells = self._sheet, self._cells
        if sheet is None:
            return
        count = _number(self._row.get("number-rows-repeated"), 1)
        if not cells:
            sheet.line += count
            sheet.blank += count
            return
        if sheet.line + count > MOST_LAST_ROW:
            raise beyond(self._path, mark("something below row {row}", row=MOST_LAST_ROW))
        if len(sheet.rows) + count > MOST_ROWS + MOST_LAST_ROW:
            raise beyond(self._path, mark("more than {most} rows", most=MOST_ROWS))
        kept = min(sheet.blank, MOST_BLANK_ROWS)
        sheet.rows += [FileRow(sheet.line - kept + place + 1, ()) for place in range(kept)]
        sheet.blank = 0
        texts = [cell for cell in cells if cell.text.strip()]
        struck = bool(texts) and sum(cell.struck for cell in texts) > len(texts) / 2
        for _ in range(min(count, MOST_ROWS + 1)):
            sheet.line += 1
            sheet.rows.append(FileRow(sheet.line, tuple(cell.text for cell in cells), struck=struck))
            self._note_facts(sheet, cells)

    def _note_facts(self, sheet: _OdsSheet, cells: list[_Cell]) -> None:
        if self._row.get("visibility") in _HIDDEN:
            sheet.facts.hidden.add(sheet.line)
        for place, cell in enumerate(cells, 1):
            if cell.uncomputed:
                sheet.facts.uncomputed.append(f"{_letters(place)}{sheet.line}")
            if cell.rows > 1:
                last = min(sheet.line + cell.rows - 1, MOST_LAST_ROW)
                sheet.facts.merged.append(f"{_letters(place)}{sheet.line}:{_letters(place)}{last}")

    def _refuse_declarations(self, *_declared: object) -> None:
        raise _NoSpreadsheet("declarations")


def _shown(attributes: dict[str, str], text: str) -> str:
    """A cell as text: whole numbers without decimals, dates as 2026-06-13."""
    match attributes.get("value-type"):
        case "float" | "currency" | "percentage":
            value = attributes.get("value", "")
            return value.removesuffix(".0") or text
        case "date":
            return attributes.get("date-value", text).removesuffix("T00:00:00")
        case "boolean":
            return attributes.get("boolean-value", text).upper()
        case _:
            return text or attributes.get("string-value", "")


def _number(written: str | None, default: int) -> int:
    return int(written) if written and written.isascii() and written.isdigit() and len(written) < 8 else default


def _letters(place: int) -> str:
    """The letters of a column (from 1): ``AB``."""
    letters = ""
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(65 + rest) + letters
    return letters

"""Papers read back from their files by other libraries: tables, pages, and the place of every line of text."""

import csv
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html.parser import HTMLParser
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from defusedxml import ElementTree
from PIL import Image

from reports.catalogue import Format

Value = str | int | float | Fraction | None
_VULGAR = dict(zip("¼½¾⅓⅔⅙⅚", map(Fraction, ("1/4", "1/2", "3/4", "1/3", "2/3", "1/6", "5/6")), strict=True))
_PARTS = re.compile(r"\d+/\d+|\d+\.\d+|\d+|[¼½¾⅓⅔⅙⅚]")
_NUMBER = re.compile(r"[+-]?(?:\d+ ?)?(?:[¼½¾⅓⅔⅙⅚]|\d+/\d+|\d+[.,]\d+|\d+)?")
_SMALL = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789")
NOTHING = ("", "–")
"""How an empty cell is written."""
MARKUP = {
    *("html", "head", "meta", "title", "style", "body", "header", "p", "h1", "h2", "br", "span", "div", "img"),
    *("table", "thead", "tbody", "tr", "th", "td", "i", "footer"),
    *("figure", "svg", "g", "text", "polyline", "polygon"),
    *(
        "nav",
        "main",
        "section",
        "article",
        "details",
        "summary",
        "h3",
        "caption",
        "bdi",
        "a",
        "strong",
        "small",
        "time",
    ),
    *("ul", "li"),
    *("time", "label", "input", "button", "script", "aside", "link", "path", "circle"),
}
"""All that a page of ours is made of."""


@dataclass(slots=True)
class TableRead:
    """A table of a file."""

    headings: tuple[str, ...]
    rows: list[tuple[Value, ...]] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    """On paper, the page of each row."""


@dataclass(frozen=True, slots=True)
class LineRead:
    """A line of text on a page, and the room it takes."""

    text: str
    left: float
    base: float
    right: float
    size: float
    part: str
    """Mark and number of the part of the document; ``Artifact`` for decoration."""


@dataclass(frozen=True, slots=True)
class PageRead:
    """A page of paper."""

    wide: float
    high: float
    lines: tuple[LineRead, ...]


@dataclass(slots=True)
class FileRead:
    """The content of a file."""

    tables: list[TableRead] = field(default_factory=list)
    pages: list[PageRead] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    """Every piece of text, cell by cell or line by line."""
    about: str = ""
    """What the file says of itself: its head and its foot."""
    formulas: list[str] = field(default_factory=list)
    """Cells that a spreadsheet would run."""
    markup: set[str] = field(default_factory=set)


def squeezed(text: str) -> str:
    """The visible signs of ``text`` alone: however it was broken into lines, and in whichever direction it runs."""
    plain = unicodedata.normalize("NFKC", text).replace("、", ",")
    return "".join(sign for sign in plain if unicodedata.category(sign)[0] not in "ZC" and sign not in "·\ufffd")


def number_in(cell: Value) -> Fraction | None:
    """The number that a cell says, in whichever way it is written; None where it says none."""
    if isinstance(cell, int | Fraction):
        return Fraction(cell)
    if isinstance(cell, float):
        return Fraction(cell).limit_denominator(1000)
    plain = (cell or "").translate(_SMALL).replace("\N{MINUS SIGN}", "-").replace("\N{FRACTION SLASH}", "/").strip()
    if not plain or not _NUMBER.fullmatch(plain):
        return None
    sign = -1 if plain.startswith("-") else 1
    parts = [_VULGAR.get(part) or Fraction(part) for part in _PARTS.findall(plain.replace(",", "."))]
    return sign * sum(parts, Fraction(0)) if parts else None


def read_file(path: Path, format: Format, parts: Sequence[tuple[tuple[str, ...], int]]) -> FileRead:
    """Open ``path``; ``parts`` are the headings and the numbers of rows of which a CSV file is made."""
    match format:
        case Format.PDF:
            return read_pdf(path)
        case Format.EXCEL:
            return _read_excel(path)
        case Format.HTML:
            return _read_html(path)
        case Format.CSV:
            return _read_csv(path, parts)
        case Format.PARQUET:
            return _read_parquet(path)
        case Format.JSON:
            return FileRead(words=[path.read_text(encoding="utf-8")])
        case Format.PNG:
            with Image.open(path) as image:
                return FileRead(words=[str(text) for text in image.info.values() if isinstance(text, str)])
        case Format.SVG:
            return FileRead(words=[text for each in ElementTree.parse(path).iter() if (text := each.text)])


def _read_csv(path: Path, parts: Sequence[tuple[tuple[str, ...], int]]) -> FileRead:
    """One table, taken apart into the ``parts`` of which it was made: their headings, and their numbers of rows."""
    found = FileRead()
    with path.open(encoding="utf-8-sig", newline="") as file:
        head, *rows = csv.reader(file)
    for row in (head, *rows):
        found.words.extend(row)
        found.formulas.extend(cell for cell in row if cell.startswith(("=", "+", "@", "\t", "\r")) or _runs(cell))
    named = [squeezed(each) for each in head]
    left = iter(rows)
    for headings, count in parts or [(tuple(head), len(rows))]:
        own = [squeezed(each) for each in headings]
        places = [
            [place for place, each in enumerate(named) if each == name][: own[: number + 1].count(name)][-1:]
            for number, name in enumerate(own)
        ]
        # A heading that is not in the file is read as none, and its cells as empty: that is compared by the caller.
        table = TableRead(tuple(heading if place else "" for heading, place in zip(headings, places, strict=True)))
        table.rows += [
            tuple(row[place[0]].removeprefix("'") if place else "" for place in places) for row in islice(left, count)
        ]
        found.tables.append(table)
    return found


def _runs(cell: str) -> bool:
    return cell.startswith("-") and number_in(cell) is None


def _read_excel(path: Path) -> FileRead:
    from openpyxl import load_workbook

    book = load_workbook(path)
    found = FileRead()
    for sheet in book.worksheets:
        rows = list(sheet.iter_rows())
        for row in rows:
            for cell in row:
                text = cell.value if isinstance(cell.value, str) else ""
                if cell.data_type == "f" or (text.startswith(("=", "+", "-", "@")) and not cell.quotePrefix):
                    found.formulas.append(f"{sheet.title}!{cell.coordinate} {text[:60]}")
        values = [tuple(_cell_value(cell.value) for cell in row) for row in rows]
        found.words.extend(text for row in values for text in row if isinstance(text, str))
        if values:
            found.tables.append(TableRead(tuple(str(cell or "") for cell in values[0]), values[1:]))
        for part in (sheet.oddHeader, sheet.oddFooter):
            if part is None:
                continue
            texts = [str(each.text) for each in (part.left, part.center, part.right) if each.text]
            found.about += "\n".join((*texts, "")).replace("&&", "&")
    found.about += f"{book.properties.title}\n{book.properties.subject}\n"
    book.close()
    return found


def _cell_value(value: Any) -> Value:
    return value if value is None or isinstance(value, str | int | float) else str(value)


class _Page(HTMLParser):
    """Tables, marks and words of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found = FileRead()
        self._cell: list[str] | None = None
        self._row: list[str] = []
        self._text: list[str] = []
        self._aside = ""

    def handle_starttag(self, tag: str, _attributes: list[tuple[str, str | None]]) -> None:
        """A mark begins."""
        self.found.markup.add(tag)
        if tag == "tr":
            self._row = []
        elif tag in ("td", "th"):
            self._cell = []
        elif tag in ("style", "header", "footer", "title"):
            self._aside = tag
        elif tag == "br" and self._cell is not None:
            self._cell.append(" ")

    def handle_data(self, data: str) -> None:
        """Text."""
        if self._aside != "style" and data.strip():
            self.found.words.append(data.strip())
        if self._aside in ("header", "footer", "title"):
            self.found.about += f"{data}\n"
        if self._cell is not None:
            self._cell.append(data)

    def handle_endtag(self, tag: str) -> None:
        """A mark ends."""
        if tag in ("td", "th") and self._cell is not None:
            self._row.append("".join(self._cell).strip())
            self._cell = None
            self._heads = tag == "th"
        elif tag == "tr" and self._heads:
            self.found.tables.append(TableRead(tuple(self._row)))
        elif tag == "tr":
            self.found.tables[-1].rows.append(tuple(self._row))
        elif tag == self._aside:
            self._aside = ""


def _read_html(path: Path) -> FileRead:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    return page.found


def _read_parquet(path: Path) -> FileRead:
    from pandas import read_parquet

    frame = read_parquet(path)
    rows: list[tuple[Value, ...]] = list(frame.itertuples(index=False, name=None))
    return FileRead([TableRead(tuple(frame.columns), rows)], about=json.dumps(frame.attrs))


_TOKEN = re.compile(
    rb"/Span <</ActualText <(?P<actual>[0-9A-Fa-f]*)>>> BDC"
    rb"|/(?P<part>\w+) <</MCID (?P<number>\d+)>> BDC"
    rb"|(?P<artifact>/Artifact BMC)"
    rb"|(?P<end>\bEMC\b)"
    rb"|BT (?P<x>-?[\d.]+) (?P<y>-?[\d.]+) Td"
    rb"|/(?P<font>\w+) (?P<size>[\d.]+) Tf"
    rb"|(?P<shown><[0-9A-Fa-f]*> Tj|\[[^\]]*\] TJ)"
    rb"|(?P<closed>\bET\b)"
    rb"|(?P<matrix>(?:-?[\d.]+ ){6})cm\b"
    rb"|(?<![\w.])(?P<save>q)(?= |\n|$)"
    rb"|(?<![\w.])(?P<restore>Q)(?= |\n|$)"
    rb"|/(?P<drawing>[\w.]+) Do\b"
)
_SHOWN = re.compile(rb"<([0-9A-Fa-f]*)>|(-?[\d.]+)")
_Matrix = tuple[float, float, float, float, float, float]


class _Font:
    """What the glyphs of a font mean and how wide they are."""

    def __init__(self, font: Any) -> None:
        self.meaning: dict[int, str] = {}
        data = font["/ToUnicode"].get_object().get_data().decode("latin-1")
        for block in re.findall(r"beginbfchar(.*?)endbfchar", data, re.DOTALL):
            for code, text in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>", block):
                self.meaning[int(code, 16)] = bytes.fromhex(text).decode("utf-16-be", "replace")
        for block in re.findall(r"beginbfrange(.*?)endbfrange", data, re.DOTALL):
            for first, last, text in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>", block):
                start = bytes.fromhex(text).decode("utf-16-be", "replace")
                for code in range(int(first, 16), int(last, 16) + 1):
                    self.meaning[code] = start[:-1] + chr(ord(start[-1]) + code - int(first, 16))
        inner = font["/DescendantFonts"][0].get_object()
        self.usual = float(inner.get("/DW", 1000))
        self.widths: dict[int, float] = {}
        self._measure([each.get_object() if hasattr(each, "get_object") else each for each in inner.get("/W", [])])

    def _measure(self, entries: Sequence[Any]) -> None:
        index = 0
        while index < len(entries):
            first, second = int(entries[index]), entries[index + 1]
            if isinstance(second, list):
                self.widths.update((first + step, float(each)) for step, each in enumerate(second))
                index += 2
            else:
                self.widths.update((code, float(entries[index + 2])) for code in range(first, int(second) + 1))
                index += 3


class _PageReader:
    """Reads the content of pages; fonts and drawings are shared by the pages of a file."""

    def __init__(self) -> None:
        self._fonts: dict[int, dict[str, _Font]] = {}
        self._known: dict[int, _Font] = {}

    def lines(self, page: Any) -> Iterator[LineRead]:
        """Every line of ``page``, in the order in which it is drawn."""
        data = page["/Contents"].get_object().get_data()
        yield from self._lines(data, page["/Resources"], (1, 0, 0, 1, 0, 0), "")

    def _fonts_of(self, resources: Any) -> Mapping[str, _Font]:
        fonts = resources.get_object().get("/Font", {}).get_object()
        key = id(fonts)
        if key not in self._fonts:
            found = {}
            for name in fonts:
                font = fonts[name].get_object()
                if "/ToUnicode" in font:
                    found[name.removeprefix("/")] = self._known.setdefault(id(font), _Font(font))
            self._fonts[key] = found
        return self._fonts[key]

    def _lines(  # noqa: C901, PLR0912 – one case for each token of the language of pages
        self, data: bytes, resources: Any, matrix: _Matrix, part: str
    ) -> Iterator[LineRead]:
        fonts = self._fonts_of(resources)
        saved: list[_Matrix] = []
        spans: list[str] = []
        font, size, x, y, wide, text, actual, hidden = None, 0.0, 0.0, 0.0, 0.0, "", None, 0
        for token in _TOKEN.finditer(data):
            match token.lastgroup:
                case "actual":
                    actual = bytes.fromhex(token["actual"].decode()).decode("utf-16", "replace")
                    spans.append("span")
                case "number":
                    part = f"{token['part'].decode()} {token['number'].decode()}"
                    spans.append("part")
                case "artifact":
                    part = "Artifact"
                    spans.append("part")
                case "end":
                    if spans and spans.pop() == "part":
                        part = ""
                case "y":
                    x, y, wide, text, actual = float(token["x"]), float(token["y"]), 0.0, "", None
                case "size":
                    font, size = fonts[token["font"].decode()], float(token["size"])
                case "shown":
                    assert font is not None, "text without a font"
                    shown, advance = _shown(token["shown"], font)
                    text += shown
                    wide += advance * size / 1000
                case "closed":
                    said = text if actual is None else actual
                    left, base = matrix[0] * x + matrix[4], matrix[3] * y + matrix[5]
                    yield LineRead(said, left, base, left + matrix[0] * wide, size * matrix[3], part)
                case "matrix":
                    a, b, c, d, e, f = map(float, token["matrix"].split())
                    own = matrix
                    matrix = (
                        a * own[0] + b * own[2], a * own[1] + b * own[3], c * own[0] + d * own[2],
                        c * own[1] + d * own[3], e * own[0] + f * own[2] + own[4], e * own[1] + f * own[3] + own[5],
                    )  # fmt: skip
                case "save":
                    saved.append(matrix)
                case "restore":
                    matrix = saved.pop()
                case "drawing":
                    hidden += 1
                    drawing = resources.get_object()["/XObject"][f"/{token['drawing'].decode()}"].get_object()
                    if drawing["/Subtype"] == "/Form":
                        inner = drawing.get("/Resources", resources)
                        yield from self._lines(drawing.get_data(), inner, matrix, part or f"Drawing {hidden}")


def _shown(operands: bytes, font: _Font) -> tuple[str, float]:
    text, wide = "", 0.0
    for glyphs, move in _SHOWN.findall(operands):
        if move:
            wide -= float(move)
        for start in range(0, len(glyphs), 4):
            code = int(glyphs[start : start + 4], 16)
            text += font.meaning.get(code, "")
            wide += font.widths.get(code, font.usual)
    return text, wide


def read_pdf(path: Path) -> FileRead:
    """The pages of a PDF, and its tables by the parts that it names."""
    from pypdf import PdfReader

    reader, pages = PdfReader(path), _PageReader()
    found = FileRead()
    for page in reader.pages:
        box = page.mediabox
        found.pages.append(PageRead(float(box.width), float(box.height), tuple(pages.lines(page))))
    found.tables = list(_tables(found.pages))
    found.words = [line.text for page in found.pages for line in page.lines]
    if found.pages:
        found.about = "\n".join(line.text for line in found.pages[0].lines)
    return found


_Place = tuple[float, float]
"""Where the first line of a cell begins and ends."""


def _tables(pages: Sequence[PageRead]) -> Iterator[TableRead]:
    """Group cells into rows: a row ends where the next cell is further left."""
    table: TableRead | None = None
    places: list[_Place] = []
    """Of the last row in which nothing was left out, or of the headings."""
    for number, page in enumerate(pages, start=1):
        for kind, row in _rows(page.lines):
            if kind == "TH":
                if table is not None:
                    yield table
                table = TableRead(tuple(_joined(lines) for lines in row))
                places = [(lines[0].left, lines[0].right) for lines in row]
            elif table is not None:
                cells: tuple[Value, ...] = tuple(_joined(lines) for lines in row)
                if len(cells) == len(table.headings):
                    places = [(lines[0].left, lines[0].right) for lines in row]
                else:
                    cells = _completed(row, places, table.rows[-1] if table.rows else ("",) * len(places))
                table.rows.append(cells)
                table.pages.append(number)
    if table is not None:
        yield table


def _rows(lines: Iterable[LineRead]) -> Iterator[tuple[str, list[list[LineRead]]]]:
    row: list[list[LineRead]] = []
    kind, edge = "", 0.0
    for part, found in _parts(lines):
        cell = part.partition(" ")[0]
        if row and (cell != kind or found[0].left <= edge):
            yield kind, row
            row = []
        kind, edge = cell, found[0].left
        if cell in ("TH", "TD"):
            row.append(found)
    if row:
        yield kind, row


def _completed(row: Sequence[list[LineRead]], places: Sequence[_Place], before: tuple[Value, ...]) -> tuple[Value, ...]:
    """A row completed by the values that paper does not repeat: a cell belongs under the edge of the one above it.

    Only the first columns are not repeated: a cell that is missing after another one is empty.
    """
    cells: dict[int, Value] = {}
    for lines in row:
        for index, (left, right) in enumerate(places):
            near = 0.2 * lines[0].size
            hangs = 0 <= lines[0].left - right < near or 0 <= left - lines[0].right < near  # one is only a fraction
            if abs(lines[0].left - left) < 0.5 or abs(lines[0].right - right) < 0.5 or hangs:
                cells[index] = _joined(lines)
    first = min(cells, default=len(places))
    return tuple(cells.get(index, before[index] if index < first else "") for index in range(len(places)))


def _parts(lines: Iterable[LineRead]) -> Iterator[tuple[str, list[LineRead]]]:
    part, found = "", list[LineRead]()
    for line in lines:
        if found and line.part != part:
            yield part, found
            found = []
        part = line.part
        found.append(line)
    if found:
        yield part, found


def _joined(lines: Sequence[LineRead]) -> str:
    """The text of a cell: further lines, and a fraction beside a whole number, apart."""
    text = lines[0].text
    for before, line in pairwise(lines):
        text += (" " if line.base != before.base or "\N{FRACTION SLASH}" in line.text else "") + line.text
    return text

"""The PDF library's canvas with our own text: shaped lines, tagged parts of pages, true dates, and a compact file."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from hashlib import md5
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFDictionary
from reportlab.pdfgen.canvas import Canvas

from reports.writers.pdf.embedding import EmbeddedFont, hexadecimal, stream
from reports.writers.pdf.fonts import OF_A_WEIGHT, ShapedRun, Weight, cleaned, font_file, shaped, simple, width
from reports.writers.pdf.structure import TAG_NAMES, Element, Tag, write_structure
from tournament.language import without_isolates

_HEAD = b"%PDF-1.7\n%\x93\x8c\x8b\x9e Quatre Vents\n"
_PACKED = 500
"""Objects in one object stream."""
_FREE, _PLACED, _IN_PACKAGE = 0, 1, 2
"""Kinds of entries in the cross-reference table."""
_NEXT_IN_PACKAGE = b"\x02" + bytes(6) + b"\x01"
"""An entry for the next object in the same object stream, as its difference to the entry before: the index grows by
1."""


def _objects_of(document: Any, own: dict[int, bytes], beat: Callable[[], None]) -> list[bytes]:
    """All objects in the order of their numbers, from 1: those of the library, and ours under the reserved numbers."""
    found: list[bytes] = []
    for number in count(1):  # the library adds further objects while it writes these
        if number % _PACKED == 0:
            beat()
        if number in own:
            found.append(own[number])
        elif number in document.numberToId:
            made = document.idToObject[document.numberToId[number]]
            found.append(pdfdoc.format(made, document, toplevel=1))
        else:
            return found
    raise AssertionError("numbers do not end")


def _file_of(objects: Sequence[bytes], beat: Callable[[], None], *, root: str, info: str) -> bytes:
    """The whole file of ``objects``; ``root`` and ``info`` are references to the first two that a reader needs."""
    written, offset = [_HEAD], len(_HEAD)
    small: list[tuple[int, bytes]] = []
    places: dict[int, int] = {}

    def place(number: int, content: bytes) -> None:
        nonlocal offset
        whole = b"%d 0 obj\n%b\nendobj\n" % (number, content)
        places[number] = offset
        written.append(whole)
        offset += len(whole)

    for number, content in enumerate(objects, start=1):
        # PDF does not allow a stream inside an object stream.
        if content.endswith((b"endstream", b"endstream\n")):
            place(number, content)
        else:
            small.append((number, content))
    packed: dict[int, tuple[int, int]] = {}
    following = len(objects) + 1
    for first in range(0, len(small), _PACKED):
        beat()
        package = small[first : first + _PACKED]
        place(following, _package(package))
        packed.update((number, (following, index)) for index, (number, _) in enumerate(package))
        following += 1
    places[following] = start = offset
    table = _table(following + 1, places, packed)
    # Not random: the same document gives the same file, byte by byte.
    identity = md5(b"".join(objects), usedforsecurity=False).hexdigest()
    trailer = (
        f"/Type /XRef /Size {following + 1} /W [1 4 2] /Root {root} /Info {info} /ID [<{identity}> <{identity}>] "
        "/DecodeParms <</Predictor 12 /Columns 7>>"
    )
    written.append(b"%d 0 obj\n%b\nendobj\n" % (following, stream(table, trailer)))
    written.append(b"startxref\n%d\n%%%%EOF\n" % start)
    return b"".join(written)


def _package(package: Sequence[tuple[int, bytes]]) -> bytes:
    """Several objects in one stream, which compresses them well."""
    places, offset = [], 0
    for number, content in package:
        places.append(f"{number} {offset}")
        offset += len(content) + 1
    head = " ".join(places).encode("ascii") + b"\n"
    body = head + b"\n".join([content for _, content in package]) + b"\n"
    return stream(body, f"/Type /ObjStm /N {len(package)} /First {len(head)}")


def _table(size: int, places: dict[int, int], packed: dict[int, tuple[int, int]]) -> bytes:
    """The positions of the objects, each entry as the difference to the one before, byte by byte: this compresses
    well."""
    before = bytes(7)
    package, last = -1, -1
    lines = []
    for number in range(size):
        found = packed.get(number)
        # Differences are added byte by byte without a carry, so the index cannot simply grow where its low byte is
        # full.
        if found == (package, last + 1) and last % 256 != 255:
            last += 1
            lines.append(_NEXT_IN_PACKAGE)
            continue
        if package >= 0:
            before = _entry(_IN_PACKAGE, package, last)
        if found is not None:
            package, last = found
            entry = _entry(_IN_PACKAGE, *found)
        else:
            package = -1
            entry = _entry(_PLACED, places[number], 0) if number else _entry(_FREE, 0, 65535)
        lines.append(b"\x02" + bytes((new - old) & 255 for new, old in zip(entry, before, strict=True)))
        before = entry
    return b"".join(lines)


def _entry(kind: int, place: int, last: int) -> bytes:
    return kind.to_bytes(1, "big") + place.to_bytes(4, "big") + last.to_bytes(2, "big")


_PROGRAM = "Quatre Vents"
_A_BEAT = 500
"""Objects that take a few hundredths of a second."""
_HEAVY = (Weight.SEMIBOLD, Weight.BOLD)
_OUTLINE, _FINE_OUTLINE = 0.028, 0.02
"""Thickness of the outline, relative to the size, that makes fonts of a single weight bold."""


@dataclass(frozen=True, slots=True)
class About:
    """The metadata of the file."""

    title: str
    subject: str
    author: str
    language: str
    printed: datetime


@dataclass(frozen=True, slots=True)
class _Piece:
    """A run of one font, ready to be written in a page."""

    font: str
    shown: tuple[tuple[float, str], ...]
    """Operators, and how far above the line, in ems, they draw their glyphs."""
    outline: float = 0.0
    """In ems; 0: the letters are heavy enough."""


class _Line(NamedTuple):
    """A line of text in one size and grey, cached for reuse in a document."""

    wide: float
    shown: str
    """Operators after its position."""


class _Drawing:
    """A drawing while it is recorded."""

    __slots__ = ("_after", "_before", "_canvas")

    def __init__(self, canvas: "PageCanvas", parent: Element | None, element: Element | None) -> None:
        self._canvas, self._after = canvas, (parent, element)
        self._before = self._after

    def __enter__(self) -> None:
        canvas = self._canvas
        self._before = (canvas.parent, canvas.element)
        canvas.parent, canvas.element = self._after

    def __exit__(self, *_: object) -> None:
        self._canvas.parent, self._canvas.element = self._before


class PageCanvas(Canvas):
    """The canvas of one document."""

    _code: list[str]
    _doc: Any

    def __init__(self, path: Path, page: tuple[float, float], about: About) -> None:
        rl_config.useA85 = 0  # plain bytes: a fifth smaller than text
        super().__init__(str(path), pagesize=page, pageCompression=1, lang=about.language, invariant=1,
                         pdfVersion=(1, 7))  # fmt: skip
        self.structure = Element(Tag.DOCUMENT)
        self._path, self._page, self._about = path, page, about
        self.parent: Element | None = self.structure
        """The parent of new parts; None: everything drawn is decoration."""
        self.element: Element | None = None
        """The part being drawn; None: each line of text is a part of its own."""
        self._has_mark = False
        self._marked: Element | None = None
        self._in_drawing = False
        self._marks: list[list[Element]] = [[]]
        self._typefaces: dict[str, EmbeddedFont] = {}
        self._pieces: dict[tuple[str, Weight], tuple[_Piece, ...]] = {}
        self._bookmark_count = 0
        self._paper: str | None = None
        self._below_paper = 0
        self._lines: dict[tuple[str, Weight, float, float], _Line] = {}
        self._own: dict[int, bytes] = {}
        self.beat: Callable[[], None] = lambda: None
        """Called often while the file is made; may raise to cancel."""
        self.logo_aspect: float | None = None
        """Width by height of the logo in the file; None: the event has none."""

    def _make_preamble(self) -> None:
        """Leave out the library's preamble, which sets a font that no text uses."""
        self._preamble = ""

    def inside(self, parent: Element | None, element: Element | None = None) -> AbstractContextManager[None]:
        """Whatever is drawn in this context is ``element``, or new parts of ``parent``; decoration if both are None."""
        return _Drawing(self, parent, element)

    def mark(self, wanted: Element | None) -> None:
        """Begin a new marked part of the page unless ``wanted`` is the current one; None: decoration."""
        if self._in_drawing or (self._has_mark and self._marked is wanted):
            return
        self._close_mark()
        self._has_mark, self._marked = True, wanted
        if wanted is None:
            self._code.append("/Artifact BMC")
            return
        page = len(self._marks) - 1
        number = len(self._marks[page])
        self._marks[page].append(wanted)
        wanted.parts.append((page, number))
        self._code.append(f"/{TAG_NAMES[wanted.tag]} <</MCID {number}>> BDC")

    def mark_picture(self) -> None:
        """Mark the next drawing, which is not text, as the current part; without one, as decoration."""
        self.mark(self.element)

    def _close_mark(self) -> None:
        if self._has_mark:
            self._code.append("EMC")
        self._has_mark, self._marked = False, None

    def emit(self, code: str) -> None:
        """Write page operators that set no text."""
        self.mark(self.element)
        self._code.append(code)

    def set_line(
        self, x: float, y: float, text: str, *, size: float, weight: Weight, grey: float, align: float
    ) -> float:
        """Set one line of text at ``x`` on the base line ``y``; return where it ends.

        ``align`` is the share of the line before ``x``.
        """
        key = (text, weight, size, grey)
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = self._line_of(text, weight, size, grey)
        x -= line.wide * align
        if not line.shown:
            return x
        element = self.element
        if element is None and self.parent is not None and not self._in_drawing:
            element = self.parent.add(Tag.CELL if self.parent.tag is Tag.ROW else Tag.PARAGRAPH)
        if element is not self._marked or not self._has_mark:
            self.mark(element)
        self._code.append(f"BT {x:.2f} {y:.2f} Td {line.shown}")
        return x + line.wide

    def _line_of(self, text: str, weight: Weight, size: float, grey: float) -> _Line:
        clean = simple(text, weight)
        if clean is not None:  # nearly always
            font = self._font(weight.value)
            shown = f"{grey:g} g /{font.name} {size:.3f} Tf <{font.use_simple(clean)}> Tj ET" if clean else ""
            return _Line(width(text, weight, size), shown)
        pieces = self._pieces.get((text, weight))
        if pieces is None:
            pieces = self._pieces[text, weight] = self._pieces_of(text, weight)
        if not pieces:
            return _Line(0.0, "")
        code = [f"{grey:g} g"]
        for piece in pieces:
            code.append(f"/{piece.font} {size:.3f} Tf")
            if piece.outline:
                code.append(f"2 Tr {grey:g} G {size * piece.outline:.3f} w")
            for rise, shown in piece.shown:
                code.append(f"{rise * size:.3f} Ts {shown} 0 Ts" if rise else shown)
            if piece.outline:
                # The mode outlives the text object: without this, the next line would be outlined too.
                code.append("0 Tr")
        return _Line(width(text, weight, size), f"{' '.join(code)} ET")

    def _pieces_of(self, text: str, weight: Weight) -> tuple[_Piece, ...]:
        runs = shaped(text, weight)
        pieces = [self._piece(run, weight) for run in runs]
        if any(run.shaped for run in runs):  # the glyphs are not in reading order
            before = f"/Span <</ActualText {hexadecimal(cleaned(text))}>> BDC"
            pieces.insert(0, _Piece(pieces[0].font, ((0.0, before),)))
            pieces.append(_Piece(pieces[0].font, ((0.0, "EMC"),)))
        return tuple(pieces)

    def _piece(self, run: ShapedRun, weight: Weight) -> _Piece:
        name = run.run.font
        font = self._font(name)
        outline = 0.0
        if weight in _HEAVY and name not in OF_A_WEIGHT:
            outline = _FINE_OUTLINE if font_file(name).shapes else _OUTLINE
        if not run.placed:
            shown = "".join(map(font.use, run.glyphs))
            return _Piece(font.name, ((0.0, f"<{shown}> Tj"),), outline)
        groups: list[tuple[float, list[str]]] = []
        for glyph in run.glyphs:
            if not groups or groups[-1][0] != glyph.up:
                groups.append((glyph.up, []))
            after = glyph.advance - glyph.wide - glyph.across
            groups[-1][1].append(f"{_moved(glyph.across)}<{font.use(glyph)}>{_moved(after)}")
        return _Piece(font.name, tuple((up, f"[{''.join(shown)}] TJ") for up, shown in groups), outline)

    def _font(self, name: str) -> EmbeddedFont:
        """The font of that name, added to the file on first use."""
        font = self._typefaces.get(name)
        if font is None:
            font = self._typefaces[name] = EmbeddedFont(f"T{len(self._typefaces)}", font_file(name))
        return font

    def begin_paper(self, title: str) -> None:
        """Begin one of several papers of the file, on a new page.

        The outline lists its places under ``title``; a paper without a title is not listed.
        """
        self.setPageSize(self._page)
        self._paper = None
        if title:
            self.bookmark(title, self._page[1])
        self._paper, self._below_paper = title, 1

    def bookmark(self, title: str, top: float, *, level: int = 0) -> None:
        """Add this place of the page to the outline."""
        if self._paper == "":
            return
        if self._paper is not None:
            if level == 0 and title == self._paper:  # listed already, when the paper began
                self._below_paper = 0
                return
            level += self._below_paper
        self._bookmark_count += 1
        key = f"place{self._bookmark_count}"
        self.bookmarkPage(key, fit="XYZ", left=0, top=top, zoom=0)
        self.addOutlineEntry(without_isolates(title), key, level)

    def scratch(self) -> "PageCanvas":
        """A canvas of the same paper for measuring, which is never written."""
        made = PageCanvas(self._path, self._page, self._about)
        made.parent = None
        return made

    def discard_page(self) -> None:
        """Drop what was drawn on this page."""
        self._close_mark()
        self._code.clear()

    def unused_name(self, stem: str) -> str:
        """A name that no drawing of the file has yet."""
        return next(name for number in count() if not self.hasForm(name := f"{stem}{number}"))

    def begin_drawing(self, name: str, wide: float, high: float) -> None:
        """Begin a drawing that is stored once in the file and shown often; whoever shows it says which part it is."""
        self.beginForm(name, 0, 0, wide, high)
        self._in_drawing = True

    def end_drawing(self) -> None:
        """End the drawing."""
        self.endForm()
        self._in_drawing = False

    def show_drawing(self, name: str) -> None:
        """Show the drawing."""
        self.mark(self.element)
        self.doForm(name)

    def show_scaled(self, name: str, x: float, y: float, wide: float, high: float) -> None:
        """Show a drawing of one by one point at another place and size."""
        self.mark(self.element)
        self._code.append(f"q {wide:.2f} 0 0 {high:.2f} {x:.2f} {y:.2f} cm")
        self.doForm(name)
        self._code.append("Q")

    def showPage(self) -> None:  # noqa: N802  # the library's name
        """End the page."""
        self._close_mark()
        super().showPage()
        page = self._doc.idToObject[f"Page{len(self._marks)}"]
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents, page.Tabs = len(self._marks) - 1, "/S"
        self._marks.append([])

    def save(self) -> None:
        """Write the file, with its fonts, its tagged parts and its metadata."""
        document, about = self._doc, self._about
        self.setTitle(about.title)
        self.setSubject(about.subject)
        self.setAuthor(about.author)
        self.setCreator(_PROGRAM)
        moment = f"{about.printed:D:%Y%m%d%H%M%S}{about.printed:%z}"
        # reportlab would write when the program ran, without a time zone. PDF puts an apostrophe into the zone.
        self.setDateFormatter(lambda *_: f"{moment[:-2]}'{moment[-2:]}'")
        self.setViewerPreference("DisplayDocTitle", "true")
        if self._bookmark_count > 1:
            self.showOutline()
        pages = [self._page_reference(number) for number in range(1, len(self._marks))]
        catalog = document.Catalog
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        catalog.Metadata = self._add(_metadata(about))
        catalog.StructTreeRoot = write_structure(self.structure, pages, self._marks[:-1], self._reserve,
                                                 self._put, self.beat)  # fmt: skip
        fonts = document.idToObject["BasicFonts"].dict
        for font in self._typefaces.values():
            self.beat()
            fonts[font.name] = font.embed(self._add)
        root, info = (document.Reference(each).format(document).decode() for each in (catalog, document.info))
        document.Outlines.prepare(document, self)
        if not self._bookmark_count:
            catalog.Outlines = None
        self._path.write_bytes(_file_of(_objects_of(document, self._own, self.beat), self.beat, root=root, info=info))

    def _put(self, number: int, content: bytes) -> None:
        self._own[number] = content
        if number % _A_BEAT == 0:
            self.beat()

    def _reserve(self, count: int) -> int:
        """Reserve this many object numbers; return the first."""
        first = int(self._doc.objectcounter) + 1
        self._doc.objectcounter += count
        return first

    def _add(self, content: bytes) -> str:
        number = self._reserve(1)
        self._own[number] = content
        return f"{number} 0 R"

    def _page_reference(self, number: int) -> str:
        return f"{self._doc.idToObjectNumberAndVersion[f'Page{number}'][0]} 0 R"


def _moved(ems: float) -> str:
    """A move by ``ems`` to the right, as a glyph array states it: thousandths, to the left; empty if it is too small to
    see."""
    return f"{-ems * 1000:.0f}" if abs(ems) >= 0.0005 else ""


def _metadata(about: About) -> bytes:
    """The XMP metadata of the file."""
    moment, title = about.printed.isoformat(timespec="seconds"), escape(about.title)
    text = f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{escape(about.subject)}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>{escape(about.author)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{about.language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>{moment}</xmp:CreateDate>
<xmp:ModifyDate>{moment}</xmp:ModifyDate>
<xmp:CreatorTool>{_PROGRAM}</xmp:CreatorTool>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
    return stream(text.encode("utf-8"), "/Type /Metadata /Subtype /XML", packed=False)

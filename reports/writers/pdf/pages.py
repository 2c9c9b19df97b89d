"""A document as PDF: its tables on pages, with the head and foot of every page."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from reports.document import Document, Section
from reports.writers.atomic_file import Progress
from reports.writers.paper import PageSize
from reports.writers.pdf.address_code import HIGHEST_NUMBER, code_room, draw_address, player_address
from reports.writers.pdf.chart_page import chart_pages, show_charts
from reports.writers.pdf.fonts import Weight, cut, fitting, width, wrap
from reports.writers.pdf.logo import head_pen, show_logo
from reports.writers.pdf.pen import BLACK, DARK, LIGHT, Align, Pen
from reports.writers.pdf.structure import Element, Tag
from reports.writers.pdf.table import DENSER, Beat, TableLayout, TableWords, draw_head, draw_row, lay_out
from reports.writers.wording import details_line, foot, one_line, standing_mark
from tournament.language import Language, Text, mark

if TYPE_CHECKING:
    from reports.writers.pdf.canvas import PageCanvas

MARGIN = 38.0
"""Points at the left and right; 13.4 mm."""
_TOP, _BOTTOM = 36.0, 34.0
_FOOT_HIGH = 30.0
_EVENT, _TITLE, _LINE, _HEADING, _FOOT = 10.0, 20.0, 8.6, 12.0, 7.8
"""Sizes of type."""
_FOOT_LEAST = 5.5
"""The size from which on a long foot is cut."""
_DETAIL = 8.6
_LOGO, _LOGO_TOP = (170.0, 54.0), 16.0
"""The largest width and height of the logo, and its distance from the upper edge of the page."""
_ENLARGED = (2.0, 1.85, 1.7, 1.55, 1.4, 1.3, 1.2)
"""Type size factors of a poster, depending on the space its tables need."""
_ASIDE = _LINE * 1.35
"""From line to line beside the title."""
_BETWEEN = 22.0
"""Points above the heading of a following section."""
_CUT_ABOVE = 9.0
"""Points from the cutting mark to the heading below it."""
_NO_ROWS = 18.0
"""Height of the text that replaces a table without rows."""


@dataclass(frozen=True, slots=True)
class _SectionPart:
    """A part of one section on one page."""

    section: Section
    layout: TableLayout
    first: int
    last: int
    """Rows first…last - 1."""
    top: float

    @property
    def continued(self) -> bool:
        """True when the section began on an earlier page."""
        return self.first > 0


@dataclass(frozen=True, slots=True)
class PageFrame:
    """The page: its size, and the head that every page repeats."""

    wide: float
    high: float
    title: tuple[str, ...]
    aside: tuple[str, ...]
    note: tuple[str, ...]
    details: tuple[str, ...] = ()
    head_code: tuple[float, float] = (0.0, 0.0)
    """Width and height of the QR code in the head, with its border."""
    card_code: tuple[float, float] = (0.0, 0.0)
    """The same for the QR code beside each section that is cut apart."""

    @property
    def room(self) -> float:
        """Points between the margins."""
        return self.wide - 2 * MARGIN

    @property
    def table_room(self) -> float:
        """Points available for a table."""
        return self.room - self.card_code[0]

    @property
    def top(self) -> float:
        """The top of the tables."""
        note = _LINE * (1.4 * len(self.note) + 0.7) if self.note else 0.0
        head = _EVENT * 1.5 + self.details_high + self.head_high + note + 16
        return self.high - _TOP - max(head, self.head_code[1])

    @property
    def details_high(self) -> float:
        """Space for place, dates and organiser under the name of the event."""
        return _DETAIL * 1.4 * len(self.details)

    @property
    def head_high(self) -> float:
        """Space for the title and the text beside it, below the line of the event."""
        return max(_TITLE * 1.25 * len(self.title), _ASIDE * len(self.aside))

    @property
    def bottom(self) -> float:
        """The bottom of the tables."""
        return _BOTTOM + _FOOT_HIGH


def write_tables(
    canvas: "PageCanvas", document: Document, language: Language, page_size: PageSize, progress: Progress | None
) -> None:
    enlarged, words = 1.0, _words_of(document, language, canvas.beat)
    if document.poster:
        enlarged, frame, sections = _poster(document, language, page_size.value, words)
    else:
        frame, sections = _arranged(document, language, page_size.value, words)
    pages = (
        _shared_out(sections, frame, document.a_page)
        if document.a_page
        else _paged(sections, frame, apart=document.poster)
    )
    charts = chart_pages(document.charts, language, wide=frame.room, high=frame.top - frame.bottom)
    pages = pages if sections or not charts else []
    together = len(pages) + len(charts)
    canvas.setPageSize((frame.wide * enlarged, frame.high * enlarged))
    drawn = _DrawnSections()
    for number, parts in enumerate(pages, start=1):
        if progress:
            progress(number - 1, together)
        pen = Pen(canvas)
        if enlarged != 1.0:
            canvas.scale(enlarged, enlarged)
        draw_frame(pen, frame, document, language, number, together)
        for part in parts:
            _draw_part(pen, part, language, drawn)
            if frame.card_code[0] and not part.continued:
                draw_address(pen, _own_address(document, part), language, right=frame.wide - MARGIN, top=part.top)
        if document.a_page:
            _draw_cut_marks(pen, parts, frame)
        canvas.showPage()
    for number, drawings in enumerate(charts, start=len(pages) + 1):
        if progress:
            progress(number - 1, together)
        pen = Pen(canvas)
        draw_frame(pen, frame, document, language, number, together)
        show_charts(pen, drawings, left=MARGIN, top=frame.top)
        canvas.showPage()


def _draw_cut_marks(pen: Pen, parts: Sequence[_SectionPart], frame: PageFrame) -> None:
    """Draw marks above all sections of a page but the first."""
    with pen.decoration():
        for part in parts[1:]:
            y = part.top + _CUT_ABOVE
            pen.rule(0, y, frame.wide, y, thick=0.3, grey=LIGHT)


def _words_of(document: Document, language: Language, beat: Beat) -> tuple[TableWords, ...]:
    """The tables in words; consecutive ones with the same columns are together, because they are aligned."""
    groups = groupby((section.table for section in document.sections), key=attrgetter("columns"))
    return tuple(TableWords.of(tuple(tables), language, beat) for _columns, tables in groups)


def _poster(
    document: Document, language: Language, page_size: tuple[float, float], words: Sequence[TableWords]
) -> tuple[float, PageFrame, Sequence[tuple[Section, TableLayout]]]:
    """Lay out a poster in the largest type in which every section has one page, otherwise in the largest its tables
    allow: the factor by which a smaller page fills the paper."""
    wide, high = page_size
    widest: tuple[float, PageFrame, Sequence[tuple[Section, TableLayout]]] | None = None
    for enlarged in _ENLARGED:
        frame = page_frame(document, language, wide / enlarged, high / enlarged)
        layout = _laid_out(words, frame, turned=False)
        if layout is None:
            continue
        sections = tuple(zip(document.sections, layout, strict=True))
        if len(_paged(sections, frame, apart=True)) == len(sections):
            return enlarged, frame, sections
        widest = widest or (enlarged, frame, sections)
    return widest or (1.0, *_arranged(document, language, page_size, words))


def _arranged(
    document: Document, language: Language, page_size: tuple[float, float], words: Sequence[TableWords]
) -> tuple[PageFrame, Sequence[tuple[Section, TableLayout]]]:
    """Use a portrait page if every table fits it, otherwise landscape."""
    for turned in (False, True):
        wide, high = reversed(page_size) if turned else page_size
        frame = page_frame(document, language, wide, high)
        if not document.sections:
            return frame, ()
        layout = _laid_out(words, frame, turned=turned)
        if layout is not None and document.a_page and len(words) == 1:
            layout = _denser(document, words[0], frame, layout, turned=turned)
        if layout is not None:
            return frame, tuple(zip(document.sections, layout, strict=True))
    raise AssertionError("a turned page takes every table")


def _laid_out(words: Sequence[TableWords], frame: PageFrame, *, turned: bool) -> tuple[TableLayout, ...] | None:
    """Lay out the tables; those with the same columns are aligned. None: they do not fit a portrait page."""
    layouts: list[TableLayout] = []
    for each in words:
        laid = lay_out(each, room=frame.table_room, turned=turned)
        if laid is None:
            return None
        layouts += laid
    return tuple(layouts)


def _denser(
    document: Document, words: TableWords, frame: PageFrame, layout: tuple[TableLayout, ...], *, turned: bool
) -> tuple[TableLayout, ...]:
    """The tables as ``layout``, or lower and smaller if only then more fit on a page, up to the wanted number.

    Only those that are too high are made lower and smaller.
    """
    layouts = [layout]
    for share in range(min(document.a_page, len(document.sections)), 1, -1):
        part = (frame.top - frame.bottom) / share - _BETWEEN
        if all(_high(frame, *each) <= part for each in zip(document.sections, layout, strict=True)):
            return layout
        if len(layouts) == 1:
            denser = (
                lay_out(words, room=frame.table_room, turned=turned, sizes=sizes, pitch=pitch)
                for sizes, pitch in DENSER
            )
            layouts += filter(None, denser)
        chosen = [
            next((laid for laid in each if _high(frame, section, laid) <= part), None)
            for section, each in zip(document.sections, zip(*layouts, strict=True), strict=True)
        ]
        if None not in chosen:
            return tuple(filter(None, chosen))
    return layout


def _high(frame: PageFrame, section: Section, layout: TableLayout) -> float:
    return max(frame.card_code[1], _heading_high(section, layout) + sum(row.high for row in layout.rows))


def page_frame(document: Document, language: Language, wide: float, high: float) -> PageFrame:
    head_code = code_room("" if document.a_page else document.address)
    card_code = code_room(player_address(document.address, HIGHEST_NUMBER) if document.a_page else "")
    room = wide - 2 * MARGIN - head_code[0]
    lines = [
        part
        for line in document.aside
        for said in language.lines(line)
        for part in wrap(one_line(said), Weight.REGULAR, _LINE, room / 2, lines=2)
    ]
    aside_wide = max((width(line, Weight.REGULAR, _LINE) for line in lines), default=0.0)
    title = _wrapped(document.title, language, Weight.BOLD, _TITLE, room - aside_wide - 16)
    note = () if document.note is None else _wrapped(document.note, language, Weight.REGULAR, _LINE, room, lines=4)
    line = details_line(document, language)
    details = wrap(line, Weight.REGULAR, _DETAIL, room, lines=2) if line else ()
    return PageFrame(wide, high, title, tuple(lines), note, details, head_code, card_code)


def _wrapped(
    text: Text, language: Language, weight: Weight, size: float, room: float, *, lines: int = 2
) -> tuple[str, ...]:
    """At most ``lines`` lines in each language."""
    return tuple(line for said in language.lines(text) for line in wrap(said, weight, size, room, lines=lines))


def _paged(
    sections: Sequence[tuple[Section, TableLayout]], frame: PageFrame, *, apart: bool = False
) -> list[list[_SectionPart]]:
    """Put the sections on pages, with ``apart`` each on its own; no row and no group is split."""
    pages: list[list[_SectionPart]] = [[]]
    top = frame.top
    for section, layout in sections:
        if pages[-1]:
            top -= _BETWEEN
        whole = _high(frame, section, layout)
        starts = _heading_high(section, layout) + sum(row.high for row in layout.rows[: max(3, layout.group)])
        left = top - frame.bottom
        if pages[-1] and (apart or starts > left or left < whole <= frame.top - frame.bottom):
            pages.append([])
            top = frame.top
        first = 0
        while True:
            last, used = _fitting(layout, first, top - frame.bottom - _heading_high(section, layout))
            pages[-1].append(_SectionPart(section, layout, first, last, top))
            top -= max(0.0 if first else frame.card_code[1], _heading_high(section, layout) + used)
            if last >= len(layout.rows):
                break
            first = last
            pages.append([])
            top = frame.top
    return pages


def _shared_out(
    sections: Sequence[tuple[Section, TableLayout]], frame: PageFrame, most: int
) -> list[list[_SectionPart]]:
    """Up to ``most`` sections on a page, each in an equal part; fewer if one of them needs more space."""
    room = frame.top - frame.bottom
    needs = [_high(frame, section, layout) for section, layout in sections]
    if max(needs, default=0.0) > room:
        return _paged(sections, frame)
    pages: list[list[_SectionPart]] = []
    first = 0
    while first < len(sections):
        share = most
        while share > 1 and max(needs[first : first + share]) + _BETWEEN > room / share:
            share -= 1
        pages.append(
            [
                _SectionPart(section, layout, 0, len(layout.rows), frame.top - place * room / share)
                for place, (section, layout) in enumerate(sections[first : first + share])
            ]
        )
        first += share
    return pages or [[]]


def _heading_high(section: Section, layout: TableLayout) -> float:
    heading = _HEADING * 1.5 if section.heading is not None else 0.0
    note = _LINE * 1.5 if section.note is not None else 0.0
    return heading + note + (layout.head_high if layout.rows else _NO_ROWS)


def _fitting(layout: TableLayout, first: int, room: float) -> tuple[int, float]:
    """The row after the last one that fits, at least one further on, and the height of them all.

    A group is not split, unless it does not fit on a page of its own.
    """
    used = 0.0
    row = parted = first
    while row < len(layout.rows):
        end = min((row // layout.group + 1) * layout.group, len(layout.rows))
        if row == first and sum(one.high for one in layout.rows[row:end]) > room:
            parted = end
        if row < parted:
            end = row + 1
        high = sum(one.high for one in layout.rows[row:end])
        if used + high > room and row > first:
            break
        used += high
        row = end
    return row, used


class _DrawnSections:
    """The tagged parts of the sections begun so far, and their tables; they continue over pages."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[Element, Element]] = {}

    def of(self, pen: Pen, section: Section) -> tuple[Element, Element]:
        """The tagged parts of ``section`` and its table."""
        if id(section) not in self._found:
            with pen.group(Tag.SECTION) as made:
                pass
            self._found[id(section)] = made, Element(Tag.TABLE, made)
        return self._found[id(section)]


def _own_address(document: Document, part: _SectionPart) -> str:
    """The address of the player who keeps ``part``, otherwise that of the event."""
    player = part.section.player
    return document.address if player is None else player_address(document.address, player)


def _draw_part(pen: Pen, part: _SectionPart, language: Language, drawn: _DrawnSections) -> None:
    top = part.top
    section, table = drawn.of(pen, part.section)
    with pen.decoration() if part.continued else pen.resume(section):
        top = _draw_section_head(pen, part, language)
    if not part.layout.rows:
        with pen.resume(section):
            pen.text(MARGIN, top - _LINE * 1.3, language.render(mark("Nothing to list.")), size=_LINE, grey=DARK)
        return
    if not part.continued:
        section.parts.append(table)
    with pen.decoration() if part.continued else pen.resume(table):
        top = draw_head(pen, part.layout, MARGIN, top)
    with pen.resume(table):
        for row in part.layout.rows[part.first : part.last]:
            top = draw_row(pen, part.layout, row, MARGIN, top)


def _draw_section_head(pen: Pen, part: _SectionPart, language: Language) -> float:
    """Draw the heading of a section and its note; return the top of the table."""
    top = part.top
    if part.section.heading is not None:
        top -= _HEADING
        heading = language.render(part.section.heading)
        if part.continued:
            heading = language.render(mark("{heading} (continued)", heading=part.section.heading))
        else:
            pen.bookmark(one_line(heading), part.top, level=1)
        heading, wide = one_line(heading), part.layout.wide
        size = min(_HEADING, max(_FOOT, _HEADING * wide / max(width(heading, Weight.SEMIBOLD, _HEADING), 1.0)))
        with pen.part(Tag.HEADING):
            lines = wrap(heading, Weight.SEMIBOLD, size, wide + 0.01, lines=2)
            for number, line in enumerate(lines):
                base = top + (len(lines) - 1 - number) * size * 1.1 - (3 if len(lines) > 1 else 0)
                pen.text(MARGIN, base, line, size=size, weight=Weight.SEMIBOLD)
        top -= _HEADING * 0.5
    if part.section.note is not None:
        note = cut(one_line(language.render(part.section.note)), Weight.REGULAR, _LINE, part.layout.wide)
        pen.text(MARGIN, top - _LINE, note, size=_LINE, grey=DARK)
        top -= _LINE * 1.5
    return top


def draw_frame(pen: Pen, frame: PageFrame, document: Document, language: Language, page: int, pages: int) -> None:
    """Draw the head and the foot of a page; a screen reader reads the head once."""
    if page == 1:
        pen.bookmark(one_line(language.render(document.title)), frame.high)
        draw_page_head(pen, frame, document, language)
    else:
        with pen.decoration():
            draw_page_head(pen, frame, document, language)
    with pen.decoration():
        draw_foot(pen, frame, document, language, page, pages)


def draw_page_head(pen: Pen, frame: PageFrame, document: Document, language: Language) -> None:
    right = frame.wide - MARGIN - frame.head_code[0]
    y = frame.high - _TOP - _EVENT
    pen = head_pen(pen)
    standing = standing_mark(document)
    provisional = "" if standing is None else language.render(standing)
    event, room = one_line(document.event), right - MARGIN - 12
    beside = (room - width(event, Weight.REGULAR, _EVENT)) / max(width(provisional, Weight.SEMIBOLD, 1.0), 1.0)
    size = max(_FOOT, min(_EVENT, beside))  # the name of the event is cut only where the smallest letters do not help
    event_room = room - width(provisional, Weight.SEMIBOLD, size)
    event_size = fitting(event, Weight.REGULAR, _EVENT, event_room, least=_FOOT)
    pen.text(MARGIN, y, cut(event, Weight.REGULAR, event_size, event_room), size=event_size, grey=DARK)
    pen.text(right, y, provisional, size=size, weight=Weight.SEMIBOLD, align=Align.RIGHT)
    for line in frame.details:
        y -= _DETAIL * 1.4
        pen.text(MARGIN, y, line, size=_DETAIL, grey=DARK)
    y -= _EVENT * 0.5
    with pen.part(Tag.TITLE):
        for number, line in enumerate(frame.title, start=1):
            pen.text(MARGIN, y - _TITLE * (1.25 * number - 0.25), line, size=_TITLE, weight=Weight.BOLD)
    y -= frame.head_high
    for number, line in reversed(tuple(enumerate(reversed(frame.aside)))):
        pen.text(right, y + _TITLE * 0.25 + number * _ASIDE, line, size=_LINE, grey=DARK, align=Align.RIGHT)
    y -= _LINE * 0.7
    for line in frame.note:
        y -= _LINE * 1.4
        pen.text(MARGIN, y + _LINE * 0.4, line, size=_LINE, grey=DARK)
    if frame.head_code[0]:
        draw_address(pen, document.address, language, right=frame.wide - MARGIN, top=frame.high - _TOP + 6)
    show_logo(pen, (MARGIN, frame.top + 6, right, frame.high - _LOGO_TOP), most=_LOGO)


def draw_foot(pen: Pen, frame: PageFrame, document: Document, language: Language, page: int, pages: int) -> None:
    right = frame.wide - MARGIN
    pen.rule(MARGIN, _BOTTOM + 14, right, _BOTTOM + 14, thick=0.6, grey=BLACK)
    number = language.render(mark("Page {page} of {pages}", page=page, pages=pages))
    end = MARGIN
    for line, said in enumerate(language.lines(foot(document))):
        room = frame.room - width(number, Weight.SEMIBOLD, _FOOT) - 14
        size = fitting(one_line(said), Weight.REGULAR, _FOOT, room, least=_FOOT_LEAST)
        printed = cut(one_line(said), Weight.REGULAR, size, room)
        pen.text(MARGIN, _BOTTOM - line * _FOOT * 1.3, printed, size=size, grey=DARK)
        end = max(end, MARGIN + width(printed, Weight.REGULAR, size))
    if end < frame.wide / 2 - 30:
        pen.text(frame.wide / 2, _BOTTOM, "Quatre Vents", size=_FOOT, grey=DARK, align=Align.CENTRE)
    pen.text(right, _BOTTOM, number, size=_FOOT, weight=Weight.SEMIBOLD, align=Align.RIGHT)

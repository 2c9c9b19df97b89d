"""Certificates: one on a page, wide or upright, with an ornament of this program. Lengths in points."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from math import cos, pi, sin
from typing import TYPE_CHECKING

from reports.design import USUAL_DESIGN
from reports.document import Certificate, Document
from reports.writers.atomic_file import Progress
from reports.writers.paper import PageSize
from reports.writers.pdf.fonts import Weight, em_width, fitted_lines, line_high, wrap
from reports.writers.pdf.logo import Box, centred, show_in
from reports.writers.pdf.pen import BLACK, DARK, MIDDLE, Align, Pen
from reports.writers.pdf.placards import draw_edge
from reports.writers.pdf.structure import Tag
from reports.writers.wording import details_line, one_line, standing_mark, text_of
from tournament.language import Language, mark

if TYPE_CHECKING:
    from reports.writers.pdf.canvas import PageCanvas

_FRAME, _INNER, _NOTCH = 26.0, 33.0, 22.0
"""Distance of the two frames from the edge of the paper, and the side of the notches in the inner one."""
_SIDE, _TOP = 84.0, 60.0
"""Margins of the text."""
_SIGN_LINE, _SIGN_WIDE, _SIGN_SIZE = 92.0, 190.0, 9.5
"""Height of the lines for signatures, their largest width, and the type size below them."""
_ABOVE_SIGNS = 44.0
"""Points above these lines in which people write."""
_LOGO = 300.0, 84.0
"""The largest width and height of the logo."""
_ROSE = 27.0
"""Radius of the compass rose, which is shown without a logo."""
_FACTORS = (1.25, 1.12, 1.0, 0.92, 0.85, 0.78, 0.7, 0.62, 0.54, 0.46)
"""Factors of the type size; the first with which everything fits is used."""
_AIR = 90.0
"""Points that remain free where the type is enlarged."""
_NAME = (40.0, 36.0, 32.0, 28.0, 24.0, 21.0, 18.0, 16.0)
"""Type sizes of the name."""
_EVENT, _TITLE, _PLACE, _TEXT, _DETAIL = 16.0, 32.0, 18.0, 12.0, 10.0
"""Type sizes."""
_MOST_WORD_LINES = 12


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of text."""

    text: str
    size: float
    weight: Weight = Weight.REGULAR
    grey: float = BLACK
    above: float = 0.0
    """Points of space above it."""
    is_title: bool = False
    """It is followed by the divider."""

    @property
    def high(self) -> float:
        """The height that it takes."""
        return self.above + self.size * line_high(self.text, self.weight) + (self.size * 0.75 if self.is_title else 0)


def write_certificates(
    canvas: "PageCanvas", document: Document, language: Language, page_size: PageSize, progress: Progress | None
) -> None:
    """Draw the certificates."""
    design = document.design or USUAL_DESIGN
    wide, high = page_size.value if design.portrait else reversed(page_size.value)
    pen = Pen(canvas)
    for number, certificate in enumerate(document.certificates):
        if progress:
            progress(number, len(document.certificates))
        canvas.setPageSize((wide, high))
        with pen.decoration():
            _draw_ornament(pen, wide, high)
        _draw(pen, certificate, document, language, wide, high)
        _draw_signatures(pen, design.signatures, language, wide)
        draw_edge(pen, document, language, (number + 1, len(document.certificates)), left=34, right=wide - 34)
        canvas.showPage()


def _draw(pen: Pen, certificate: Certificate, document: Document, language: Language, wide: float, high: float) -> None:
    """Draw the picture and the text, in the middle between the upper edge and the signatures."""
    top, aspect = high - _TOP, pen.canvas.logo_aspect
    for factor in _FACTORS:
        picture, lines, spare = _arranged(certificate, document, language, factor, (wide, high), aspect)
        if spare >= (_AIR if factor > 1 else 0) or factor == _FACTORS[-1]:
            _draw_arranged(pen, picture, lines, wide / 2, top - max(spare, 0.0) * 0.42)
            return


def _arranged(
    certificate: Certificate,
    document: Document,
    language: Language,
    factor: float,
    page: tuple[float, float],
    aspect: float | None,
) -> tuple[tuple[float, float], tuple[_Line, ...], float]:
    """The size of the picture, the text in type of this ``factor``, and the points that remain free.

    ``aspect`` is the width of the logo by its height; None without a logo.
    """
    wide, high = page
    side = 2 * _ROSE * factor
    picture = side, side
    if aspect is not None:
        box = centred(aspect, 0.0, 0.0, most=(_LOGO[0] * factor, _LOGO[1] * factor))
        picture = box.wide, box.high
    lines = tuple(_lines(certificate, document, language, factor, wide - 2 * _SIDE))
    room = high - _TOP - _SIGN_LINE - _ABOVE_SIGNS
    return picture, lines, room - picture[1] - sum(line.high for line in lines)


def _draw_arranged(pen: Pen, picture: tuple[float, float], lines: Sequence[_Line], middle: float, top: float) -> None:
    """Draw the picture and the lines from ``top`` down."""
    half = picture[0] / 2
    y = top - picture[1]
    with pen.decoration():
        if pen.canvas.logo_aspect is None:
            draw_rose(pen, middle, y + half, half, points=8)
        else:
            show_in(pen, Box(middle - half, y, middle + half, top))
    for line in lines:
        y -= line.above + line.size * line_high(line.text, line.weight)
        with pen.part(Tag.TITLE) if line.is_title else nullcontext():
            base = y + line.size * line_high(line.text, line.weight) * 0.2
            pen.text(middle, base, line.text, size=line.size, weight=line.weight, grey=line.grey, align=Align.CENTRE)
        if line.is_title:
            y -= line.size * 0.75
            with pen.decoration():
                _draw_divider(pen, middle, y + line.size * 0.35)


def _lines(
    certificate: Certificate, document: Document, language: Language, factor: float, room: float
) -> Iterator[_Line]:
    """Everything that the certificate says, from the top down, in type of this ``factor``."""

    def said(
        text: str,
        size: float,
        weight: Weight = Weight.REGULAR,
        grey: float = BLACK,
        *,
        lines: int = 2,
        above: float = 0,
    ) -> Iterator[_Line]:
        wrapped = wrap(text, weight, size * factor, room, lines=lines)
        for number, part in enumerate(_balanced(text, wrapped, weight, size * factor, room)):
            if part:
                yield _Line(part, size * factor, weight, grey, 0.0 if number else above * factor)

    yield from said(one_line(document.event), _EVENT, Weight.SEMIBOLD, above=12)
    details = details_line(document, language)
    if details:
        yield from said(details, _DETAIL, grey=DARK, above=2)
    title = one_line(language.render(mark("Certificate")))
    yield _Line(title, _TITLE * factor, Weight.BOLD, above=12 * factor, is_title=True)
    name = one_line(text_of(certificate.name, language))
    size, parts = fitted_lines((name,), Weight.BOLD, [each * factor for each in _NAME], room, lines=4)
    for number, part in enumerate(_balanced(name, parts, Weight.BOLD, size, room)):
        yield _Line(part, size, Weight.BOLD, above=0.0 if number else 8 * factor)
    if certificate.category is not None:
        yield from said(one_line(language.render(certificate.category)), _TEXT, Weight.SEMIBOLD, above=8)
    yield from said(one_line(language.render(certificate.place)), _PLACE, Weight.SEMIBOLD, above=8)
    result = one_line(language.render(certificate.result))
    if result:
        yield from said(result, _TEXT, grey=DARK, above=3)
    if certificate.prize is not None:
        yield from said(one_line(language.render(certificate.prize)), _TEXT, Weight.SEMIBOLD, lines=3, above=6)
    paragraphs = [one_line(line) for line in (document.design or USUAL_DESIGN).words.splitlines() if line.strip()]
    for number, paragraph in enumerate(paragraphs):
        yield from said(paragraph, _TEXT, lines=_MOST_WORD_LINES, above=2 if number else 14)
    standing = standing_mark(document)
    if standing is not None and not document.final:
        yield from said(one_line(language.render(standing)), _TEXT, Weight.SEMIBOLD, above=8)


def _balanced(text: str, lines: tuple[str, ...], weight: Weight, size: float, room: float) -> tuple[str, ...]:
    """Return ``text`` on as many ``lines``, as equal in length as possible, so that none has a single short word.

    Words are broken only where ``lines`` break them.
    """
    shortest = max((em_width(word, weight) for word in text.split()), default=0.0) * size
    best, low, high = lines, max(shortest, room / 4), room
    while len(lines) > 1 and high - low > size / 4:
        middle = (low + high) / 2
        tried = wrap(text, weight, size, middle, lines=len(lines) + 1)
        if len(tried) <= len(lines):
            best, high = tried, middle
        else:
            low = middle
    return best


def _draw_signatures(pen: Pen, signatures: Sequence[str], language: Language, wide: float) -> None:
    """Draw a line for each signature, with the name below it."""
    named = signatures or [one_line(language.render(each)) for each in (mark("Organiser"), mark("Head referee"))]
    share = (wide - 2 * _SIDE) / len(named)
    line = min(_SIGN_WIDE, share - 24)
    for place, name in enumerate(named):
        middle = _SIDE + share * (place + 0.5)
        pen.rule(middle - line / 2, _SIGN_LINE, middle + line / 2, _SIGN_LINE, thick=0.6)
        for number, part in enumerate(wrap(one_line(name), Weight.REGULAR, _SIGN_SIZE, line, lines=2)):
            y = _SIGN_LINE - _SIGN_SIZE * (1.4 + 1.25 * number)
            pen.text(middle, y, part, size=_SIGN_SIZE, grey=DARK, align=Align.CENTRE)


def _draw_ornament(pen: Pen, wide: float, high: float) -> None:
    """Draw two frames, of which the inner one has notches with a star in each corner."""
    right, top = wide - _FRAME, high - _FRAME
    pen.line(((_FRAME, _FRAME), (right, _FRAME), (right, top), (_FRAME, top), (_FRAME, _FRAME)), thick=0.5, grey=MIDDLE)
    left, bottom, right, top = _INNER, _INNER, wide - _INNER, high - _INNER
    pen.line(
        (
            *((left + _NOTCH, bottom), (right - _NOTCH, bottom), (right - _NOTCH, bottom + _NOTCH)),
            *((right, bottom + _NOTCH), (right, top - _NOTCH), (right - _NOTCH, top - _NOTCH)),
            *((right - _NOTCH, top), (left + _NOTCH, top), (left + _NOTCH, top - _NOTCH)),
            *((left, top - _NOTCH), (left, bottom + _NOTCH), (left + _NOTCH, bottom + _NOTCH)),
            (left + _NOTCH, bottom),
        ),
        thick=1.3,
        grey=BLACK,
    )
    for x in (left + _NOTCH * 0.42, right - _NOTCH * 0.42):
        for y in (bottom + _NOTCH * 0.42, top - _NOTCH * 0.42):
            draw_rose(pen, x, y, _NOTCH * 0.4)


def _draw_divider(pen: Pen, middle: float, y: float) -> None:
    """Draw a rule with a star in its middle."""
    for side in (-1, 1):
        pen.rule(middle + side * 14, y, middle + side * 84, y, thick=0.7, grey=MIDDLE)
        end = middle + side * 84
        pen.area(((end - 3, y), (end, y + 3), (end + 3, y), (end, y - 3)), fill=BLACK, outline=BLACK, thick=0)
    draw_rose(pen, middle, y, 8.0)


def draw_rose(pen: Pen, x: float, y: float, radius: float, *, points: int = 4) -> None:
    """Draw a compass rose: each of its ``points`` is half black and half white, and every second of eight shorter."""
    for place in range(points - 1, -1, -1):  # those of the first row last, over the shorter ones
        shorter = points == 8 and place % 2
        _draw_point(pen, x, y, radius * (0.62 if shorter else 1.0), pi / 2 + 2 * pi * place / points)
    if points == 8:
        for place in range(0, points, 2):
            _draw_point(pen, x, y, radius, pi / 2 + 2 * pi * place / points)


def _draw_point(pen: Pen, x: float, y: float, radius: float, angle: float) -> None:
    """Draw one point of a compass rose."""
    tip = x + radius * cos(angle), y + radius * sin(angle)
    for side, fill in ((-1, BLACK), (1, 1.0)):
        waist = angle + side * pi / 4
        corner = x + radius * 0.24 * cos(waist), y + radius * 0.24 * sin(waist)
        pen.area(((x, y), corner, tip), fill=fill, outline=BLACK, thick=max(0.25, radius / 60))

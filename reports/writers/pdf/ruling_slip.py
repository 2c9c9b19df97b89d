"""Ruling slips, as many on a page as fit: for each hand its tiles, its fan, the decision, and signature lines.

Tiles are the shipped drawings as lines and curves, each stored once in the file. Lengths in points.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from pathlib import Path
from typing import TYPE_CHECKING

from assets.tiles import BACK, FLOWERS, HEIGHT, WIDTH, file_of
from reports.document import Document, RulingSlip, SlipFan
from reports.writers.atomic_file import Progress
from reports.writers.paper import PageSize
from reports.writers.pdf.fonts import Weight, cut, width, wrap
from reports.writers.pdf.logo import head_pen, show_logo
from reports.writers.pdf.pen import BLACK, DARK, GREY, LIGHT, Align, Pen
from reports.writers.pdf.structure import Tag
from reports.writers.wording import event_line, foot, one_line
from tournament.hand.hand import Hand
from tournament.hand.meld_tiles import MeldTile, meld_tiles
from tournament.hand.notation import format_hand, format_player_hand
from tournament.hand.player_hand import PlayerHand
from tournament.language import Language, Text, mark
from tournament.tiles.names import face_of
from tournament.tiles.tile import Tile

if TYPE_CHECKING:
    from reports.writers.pdf.canvas import PageCanvas

_PIXELS = 96 / 72
"""Pixels per point at 100 % scale."""
_NON_ZERO = 1
"""The fill rule of the drawings."""
_PIECE = re.compile(r"([MLCZ])([^MLCZ]*)")
_NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0}
_ATTRIBUTES = {
    "path": {"d", "fill"},
    "rect": {"x", "y", "width", "height", "rx", "fill", "stroke", "stroke-width"},
    "circle": {"cx", "cy", "r", "fill", "stroke", "stroke-width"},
    "line": {"x1", "y1", "x2", "y2", "stroke", "stroke-width", "stroke-linecap"},
}
"""Everything that the drawings use."""

_Element = tuple[str, Mapping[str, str]]
"""The name of an element and its attributes."""


def draw_tile(pen: Pen, face: str, *, x: float, y: float, high: float, turned: bool = False) -> float:
    """Draw the tile ``face`` (:data:`assets.tiles.FACES`) with its lower left corner at ``x``, ``y``; return its width.

    ``high`` is the height in points of an upright tile; one that is ``turned`` a quarter to the right lies, as wide as
    others are high. From 30 points the full drawing is used, below that the simplified one. Raises FileNotFoundError
    for an unknown face.
    """
    canvas, scale = pen.canvas, high / HEIGHT
    file = file_of(face, high=high * _PIXELS)
    name = f"tile-{file.parent.name}-{face}"
    if not canvas.hasForm(name):
        _keep(canvas, name, file)
    canvas.mark_picture()
    canvas.saveState()
    canvas.translate(x, y)
    if turned:
        canvas.translate(0, WIDTH * scale)
        canvas.rotate(-90)
    canvas.scale(scale, scale)
    canvas.show_drawing(name)
    canvas.restoreState()
    return (HEIGHT if turned else WIDTH) * scale


def _keep(canvas: "PageCanvas", name: str, file: Path) -> None:
    canvas.begin_drawing(name, WIDTH, HEIGHT)
    canvas.transform(1, 0, 0, -1, 0, HEIGHT)
    for element, given in elements_of(file):
        _draw(canvas, element, given)
    canvas.end_drawing()


@lru_cache(maxsize=256)
def elements_of(file: Path) -> tuple[_Element, ...]:
    """Read a drawing, background first; ValueError if it has anything that our drawings do not use."""
    from defusedxml.ElementTree import fromstring

    found = []
    for child in fromstring(file.read_text(encoding="utf-8")):
        element = str(child.tag).rpartition("}")[2]
        if element not in _ATTRIBUTES or not set(child.keys()) <= _ATTRIBUTES[element]:
            raise ValueError(f"{file.name}: {element} with {', '.join(child.keys())} is not drawn on paper")
        found.append((element, dict(child.items())))
    return tuple(found)


def _draw(canvas: "PageCanvas", element: str, given: Mapping[str, str]) -> None:
    inked = {"fill": int(given.get("fill", "none") != "none"), "stroke": int("stroke" in given)}
    if inked["fill"]:
        canvas.setFillColor(_colour(given["fill"]))
    if inked["stroke"]:
        canvas.setStrokeColor(_colour(given["stroke"]))
        canvas.setLineWidth(float(given["stroke-width"]))
    if element == "path":
        _draw_path(canvas, given["d"])
    elif element == "rect":
        x, y, wide, high = (float(given[name]) for name in ("x", "y", "width", "height"))
        canvas.roundRect(x, y, wide, high, float(given.get("rx", "0")), **inked)
    elif element == "circle":
        canvas.circle(float(given["cx"]), float(given["cy"]), float(given["r"]), **inked)
    else:
        canvas.setLineCap(1 if given.get("stroke-linecap") == "round" else 0)
        canvas.line(*(float(given[name]) for name in ("x1", "y1", "x2", "y2")))


def _draw_path(canvas: "PageCanvas", data: str) -> None:
    path = canvas.beginPath()
    for letter, numbers in pieces_of(data):
        if letter == "M":
            path.moveTo(*numbers)
        elif letter == "L":
            path.lineTo(*numbers)
        elif letter == "C":
            path.curveTo(*numbers)
        else:
            path.close()
    canvas.drawPath(path, stroke=0, fill=1, fillMode=_NON_ZERO)


def pieces_of(data: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """The pieces of path data: M, L, C with their numbers, and Z; ValueError for anything else."""
    if _PIECE.sub("", data).strip():
        raise ValueError(f"path data starts with none of M, L, C, Z: {data[:20]!r}")
    for letter, rest in _PIECE.findall(data):
        numbers = tuple(map(float, rest.split()))
        if len(numbers) != _NUMBERS[letter]:
            raise ValueError(f"{len(numbers)} numbers after {letter} in path data")
        yield letter, numbers


def _colour(text: str) -> tuple[float, float, float]:
    """Red, green and blue, 0 to 1, of ``#RRGGBB``."""
    red, green, blue = (int(text[index : index + 2], 16) / 255 for index in (1, 3, 5))
    return red, green, blue


_MARGIN, _TOP, _BOTTOM = 38.0, 40.0, 34.0
_TILE = 44.0
"""Height of a tile if there is enough space."""
_SIGNED = 20.0
"""Space for the names under the signature lines: two lines each."""
_LOWEST = _BOTTOM + 20
"""Where the last slip of a page must end."""
_SMALLER, _TOP_OF_SEVERAL = 0.88, 32.0
"""Type size factor of slips that share a page, and the top of the first of them."""
_FLOWER = 0.6
"""Height of a flower relative to a tile."""
_APART = 16.0
"""From the end of a slip to the cutting mark, and from there to the next slip."""
_GAP = 12.0
_RATIO = HEIGHT / WIDTH
_LINE = 16.0


def write_slips(
    canvas: "PageCanvas", document: Document, language: Language, page_size: PageSize, progress: Progress | None
) -> None:
    """Draw the slips one below the other, with cutting marks; a single one in larger type."""
    several = len(document.slips) > 1
    scale = _SMALLER if several else 1.0
    wide, high = (length / scale for length in page_size.value)
    lowest = _LOWEST / scale
    steps = 2 * len(document.slips)
    measured, top = canvas.scratch(), high - (_TOP_OF_SEVERAL if several else _TOP)
    pages: list[list[tuple[RulingSlip, float]]] = []
    below = 0.0
    for number, slip in enumerate(document.slips):
        if progress:
            progress(number, steps)
        place = _Place(wide, top, lowest, several)
        slip_high = top - _Slip(Pen(measured), document, language, place).draw(slip)
        measured.discard_page()
        if not pages or below - slip_high < lowest:
            pages.append([])
            below = top
        pages[-1].append((slip, below))
        below -= slip_high + 2 * _APART
    done = len(document.slips)
    for page, slips in enumerate(pages, start=1):
        canvas.setPageSize(page_size.value)
        pen = Pen(canvas)
        canvas.saveState()
        if several:
            canvas.scale(scale, scale)
        for slip, slip_top in slips:
            if progress:
                progress(done, steps)
            done += 1
            if slip_top < top:
                with pen.decoration():
                    pen.rule(0, slip_top + _APART, wide, slip_top + _APART, thick=0.3, grey=LIGHT)
            with pen.group(Tag.SECTION):
                _Slip(pen, document, language, _Place(wide, slip_top, lowest, several)).draw(slip)
        canvas.restoreState()
        with pen.decoration():
            _draw_foot(pen, document, language, (_MARGIN * scale, (wide - _MARGIN) * scale), (page, len(pages)))
        canvas.showPage()


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a slip on its page."""

    wide: float
    top: float
    lowest: float
    """Where the last one must end."""
    low: bool
    """Whether to save height: then what is not counted is printed beside what counts, not below it."""


class _Slip:
    """One slip, drawn from the top of its place down; ``_y`` is the base line reached."""

    def __init__(self, pen: Pen, document: Document, language: Language, place: _Place) -> None:
        self._pen, self._document, self._language, self._place = pen, document, language, place
        self._right, self._y = place.wide - _MARGIN, place.top
        self._room = place.wide - 2 * _MARGIN

    def draw(self, slip: RulingSlip) -> float:
        """Draw it; return where it ends."""
        self._head(slip)
        tiles = format_hand(slip.tiles) if isinstance(slip.tiles, Hand) else format_player_hand(slip.tiles)
        with self._pen.part(Tag.FIGURE, self._render(mark("The tiles: {tiles}", tiles=tiles))):
            self._tiles(slip.tiles)
        how = reduce(lambda one, other: mark("{one}; {other}", one=one, other=other), slip.how)
        self._line(mark("How it was won"), how)
        self._fans(slip)
        self._figures(slip)
        for text in slip.recorded:
            self._text(self._render(text), size=8.6, grey=DARK)
        self._signatures(slip)
        return self._y - _SIGNED

    def _render(self, text: Text) -> str:
        return one_line(self._language.render(text))

    def _text(self, text: str, *, size: float, weight: Weight = Weight.REGULAR, grey: float = BLACK,
              lines: int = 3) -> None:  # fmt: skip
        for line in wrap(text, weight, size, self._room, lines=lines):
            self._y -= size * 1.45
            self._pen.text(_MARGIN, self._y, line, size=size, weight=weight, grey=grey)

    def _line(self, heading: Text, text: Text) -> None:
        self._y -= 6
        self._text(self._render(mark("{field}: {answer}", field=heading, answer=text)), size=9.6)

    def _head(self, slip: RulingSlip) -> None:
        plain, top = self._pen, self._y
        self._pen = head_pen(plain)
        self._text(event_line(self._document, self._language), size=10, grey=DARK, lines=2)
        place = mark("Ruling slip: session {session}, table {table}, hand {hand}", session=slip.session,
                     table=slip.table, hand=slip.hand)  # fmt: skip
        self._pen.bookmark(self._render(place), self._y + 10)
        with self._pen.part(Tag.TITLE):
            self._text(self._render(place), size=20, weight=Weight.BOLD, lines=2)
        self._y -= 4
        won = mark("{winner}, {source}", winner=slip.player, source=slip.source)
        self._text(self._render(won), size=12, weight=Weight.SEMIBOLD)
        above = 8 if self._place.low else 24
        show_logo(self._pen, (_MARGIN, self._y - 14, self._right, top + above), most=(150, 60))
        self._pen = plain

    def _tiles(self, hand: Hand | PlayerHand) -> None:
        sets = [meld_tiles(meld) for meld in hand.melds]
        won = hand.winning is not None
        flowers = FLOWERS[: hand.flowers] if isinstance(hand, Hand) else [each.letter for each in sorted(hand.bonus)]
        beside = flowers if self._place.low else []
        wide = len(hand.concealed) + won + sum(map(_width, sets)) + _FLOWER * len(beside)
        gaps = _GAP * (won + len(sets) + bool(beside))
        high = min(_TILE, (self._room - gaps) / wide * _RATIO)
        unit = high / _RATIO
        self._y -= high + 22
        x, y = _MARGIN, self._y
        for tile in hand.concealed:
            x += draw_tile(self._pen, self._face(tile), x=x, y=y, high=high)
        if hand.winning is not None:
            x += _GAP
            self._pen.frame(x - 2, y - 2, unit + 4, high + 4, thick=1.1, radius=4)
            end = x + draw_tile(self._pen, self._face(hand.winning), x=x, y=y, high=high)
            self._pen.text(x - 2, y - 12, self._render(mark("Winning tile")), size=7.5, grey=DARK)
            x = max(end, x)
        for tiles in sets:
            x += _GAP
            for each in tiles:
                x += self._declared(each, x, y, high)
        x += _GAP
        for face in beside:
            x += draw_tile(self._pen, face, x=x, y=y, high=high * _FLOWER)
        self._y -= 14
        if flowers and not beside:
            self._flowers(flowers)
        self._y -= 6

    def _flowers(self, faces: Sequence[str]) -> None:
        self._y -= 30
        x = _MARGIN
        for face in faces:
            x += draw_tile(self._pen, face, x=x, y=self._y, high=_TILE * _FLOWER)
        self._pen.text(x + 8, self._y + 9, self._render(mark("Flowers")), size=8.6, grey=DARK)

    def _declared(self, each: MeldTile, x: float, y: float, high: float) -> float:
        face = BACK if each.hidden else self._face(each.tile)
        if each.doubled:
            small = high / 2 * _RATIO
            for level in (0, 1):
                draw_tile(self._pen, face, x=x, y=y + level * high / 2, high=min(small, high / _RATIO), turned=True)
            return high / _RATIO
        return draw_tile(self._pen, face, x=x, y=y, high=high, turned=each.lies)

    def _face(self, tile: Tile) -> str:
        return face_of(tile, self._language)

    def _fans(self, slip: RulingSlip) -> None:
        self._y -= 10
        top, whole = self._y, (_MARGIN, self._right)
        beside = self._place.low and bool(slip.left_out)
        counted = (_MARGIN, _MARGIN + self._room * 0.44) if beside else whole
        self._pen.rule(_MARGIN, self._y, self._right, self._y, thick=0.8)
        with self._pen.group(Tag.TABLE):
            for fan in slip.counted:
                self._row(fan, self._language.render(fan.points) if isinstance(fan.points, Text) else str(fan.points),
                          Weight.MEDIUM, counted)  # fmt: skip
        self._y -= 5
        self._pen.rule(_MARGIN, self._y, counted[1], self._y, thick=0.8)
        self._y -= _LINE
        self._pen.text(_MARGIN + 28, self._y, self._render(mark("Counted")), size=10.5, weight=Weight.SEMIBOLD)
        self._pen.text(counted[1], self._y, str(slip.points), size=13, weight=Weight.BOLD, align=Align.RIGHT)
        if not slip.left_out:
            return
        bottom = self._y
        if beside:
            self._y = top
            left_out = (_MARGIN + self._room * 0.48, self._right)
        else:
            self._y -= 8
            left_out = whole
        self._y -= 9.6 * 1.45
        heading = cut(self._render(mark("Not counted, with the rule")), Weight.SEMIBOLD, 9.6, left_out[1] - left_out[0])
        self._pen.text(left_out[0], self._y, heading, size=9.6, weight=Weight.SEMIBOLD)
        with self._pen.group(Tag.TABLE):
            for fan in slip.left_out:
                self._row(fan, "–", Weight.REGULAR, left_out)
        self._y = min(self._y, bottom)

    def _row(self, fan: SlipFan, points: str, weight: Weight, between: tuple[float, float]) -> None:
        with self._pen.group(Tag.ROW):
            self._draw_fan(fan, points, weight, between)

    def _draw_fan(self, fan: SlipFan, points: str, weight: Weight, between: tuple[float, float]) -> None:
        left, right = between
        self._y -= _LINE * 0.95
        code = self._language.code
        self._pen.text(left + 18, self._y, fan.number, size=min(9, 38 / max(1, len(fan.number))), grey=GREY,
                       align=Align.RIGHT)  # fmt: skip
        name = f"{fan.times} × {fan.name.of(code)}" if fan.times > 1 else fan.name.of(code)
        x = self._pen.text(left + 28, self._y, name, size=9.6, weight=weight) + 8
        if code != "zh" and fan.name.zh:
            x = self._pen.text(x, self._y, fan.name.zh, size=8.6, grey=GREY) + 8
        reason = fan.reason
        if fan.by is not None:
            reason = mark("contained in {combination}", combination=fan.by.of(code))
        self._pen.text(right, self._y, points, size=9.6, weight=weight, align=Align.RIGHT)
        if reason is not None:
            shown, room = self._render(reason), right - 20 - x
            if self._place.low and width(shown, Weight.REGULAR, 8.6) > room:  # on its own line
                x, room = left + 28, right - left - 28
                self._y -= _LINE * 0.8
            self._pen.text(x, self._y, cut(shown, Weight.REGULAR, 8.6, room), size=8.6, grey=DARK)

    def _figures(self, slip: RulingSlip) -> None:
        self._y -= 12
        if slip.sum is not None:
            self._text(self._render(slip.sum), size=10.5)
        claim = mark("{counted} counted, {claimed} claimed", counted=slip.points, claimed=slip.claimed)
        self._text(self._render(claim), size=12, weight=Weight.SEMIBOLD)
        self._text(self._render(slip.decision), size=10.5)
        self._y -= 6

    def _signatures(self, slip: RulingSlip) -> None:
        """A line for each player, and one for the referee."""
        names = (*slip.players, self._render(mark("Referee")))
        wide = (self._room - 4 * 12) / 5
        self._y = max(self._y - (40 if self._place.low else 54), self._place.lowest + _SIGNED)
        for index, name in enumerate(names):
            x = _MARGIN + index * (wide + 12)
            self._pen.rule(x, self._y, x + wide, self._y, thick=0.6, grey=GREY)
            for line, said in enumerate(wrap(one_line(name), Weight.REGULAR, 7.8, wide, lines=2)):
                self._pen.text(x, self._y - 11 - 9 * line, said, size=7.8, grey=DARK)


def _draw_foot(
    pen: Pen, document: Document, language: Language, between: tuple[float, float], page: tuple[int, int]
) -> None:
    left, right = between
    pen.rule(left, _BOTTOM + 14, right, _BOTTOM + 14, thick=0.6, grey=LIGHT)
    number = one_line(language.render(mark("Page {page} of {pages}", page=page[0], pages=page[1])))
    room = right - left - width(number, Weight.SEMIBOLD, 7.8) - 20
    printed = cut(one_line(language.render(foot(document))), Weight.REGULAR, 7.8, room)
    pen.text(left, _BOTTOM, printed, size=7.8, grey=DARK)
    pen.text(right, _BOTTOM, number, size=7.8, weight=Weight.SEMIBOLD, align=Align.RIGHT)


def _width(tiles: tuple[MeldTile, ...]) -> float:
    """The width of a declared set, in tiles."""
    return sum(_RATIO if each.lies and not each.doubled else 1 for each in tiles)

"""Reads the sheets in a picture: finds their codes, cuts out their boxes, and decides what they say."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path

from reports.photos import net
from reports.photos.arrays import Bytes, Floats
from reports.photos.cells import CutOut, cut_out, light_of, straightened
from reports.photos.deciding import NetOf, ReadHandBoxes, ReadNumber, SheetReading, decide, decide_totals
from reports.photos.finding import LEAST_SHARE, FoundCode, Place, codes_in, place_of
from reports.photos.pictures import pages_of
from reports.sheets.code import Scanned
from reports.writers.pdf.score_sheet_layout import LayoutKind, NumberBoxes, SheetLayout
from tournament.language import Text, mark

_INK_OF_PENALTIES = 0.006
_MINUS, _PLUS, _NO_SIGN = 0.995, 0.005, 0.03
"""How probable a minus is where one is written, where a plus is, and where nothing is."""
_FLAT, _UPRIGHT = 0.4, 0.65
"""Height of a sign, divided by its width: below the first it is a minus, above the second a plus."""
_TICKED, _TICK_SPREAD, _NEIGHBOUR = 0.05, 0.006, 0.45
"""Ink of a tick, how far it may be off, and the share of the darkest tick that reaches a box beside it."""
_SURELY = 1e-5


@dataclass(frozen=True, slots=True)
class ReadableSheet:
    """What is known about a sheet from its code and its event."""

    layout: SheetLayout
    net_of: NetOf
    sum: int
    """What the totals of a sheet add up to of which no hand is read."""


@dataclass(frozen=True, slots=True)
class SheetInPicture:
    """A sheet that was read."""

    picture: str
    """The name of the picture."""
    code: Scanned
    reading: SheetReading
    layout: SheetLayout
    page: bytes = b""
    """The page as it was printed, straight, as a JPEG; empty if it was not wanted."""


@dataclass(frozen=True, slots=True)
class PictureNotRead:
    """A picture, or a sheet in it, of which nothing was read."""

    picture: str
    why: Text


Accept = Callable[[Scanned], ReadableSheet | Text]
"""What to read of a sheet with such a code; a text says why it is refused."""


def sheets_in(path: Path, accept: Accept, *, pages: bool = False) -> Iterator[SheetInPicture | PictureNotRead]:
    """The sheets in the pictures of a file, and why anything in it cannot be read.

    With ``pages`` each sheet comes with a straight picture of its page.
    """
    for page in pages_of(path):
        if page.grey is None:
            yield PictureNotRead(page.name, page.why or mark("The picture cannot be read."))
            continue
        codes = codes_in(page.grey)
        if not codes:
            text = mark(
                "No code of a score sheet is seen: photograph the whole sheet, with nothing on its code and without a "
                "reflection, or type the sheet."
            )
            yield PictureNotRead(page.name, text)
        for code in codes:
            yield _read(page.name, page.grey, code, accept, pages=pages)


def _read(name: str, grey: Bytes, found: FoundCode, accept: Accept, *, pages: bool) -> SheetInPicture | PictureNotRead:
    sheet = accept(found.code)
    if isinstance(sheet, Text):
        return PictureNotRead(name, sheet)
    place = place_of(grey, found.corners, sheet.layout)
    if place.share < LEAST_SHARE or not _inside(grey, place, sheet.layout):
        text = mark(
            "The lines of the sheet of session {session}, table {table} are not found: photograph it flat and whole, "
            "or type the sheet.",
            session=found.code.session,
            table=found.code.table,
        )
        return PictureNotRead(name, text)
    page = straightened(grey, place, sheet.layout.paper.value) if pages else b""
    return SheetInPicture(name, found.code, read_sheet(grey, place, sheet), sheet.layout, page)


def _inside(grey: Bytes, place: Place, layout: SheetLayout) -> bool:
    """Whether all boxes are in the picture."""
    import numpy as np

    boxes = [*(box for total in layout.totals for box in total.digits),
             *(box for hand in layout.hands for box in (*hand.points.digits, *hand.won))]  # fmt: skip
    pixels = place.pixels(np.array([(box.left, box.bottom) for box in boxes], dtype=np.float64))
    high, wide = grey.shape
    return bool((pixels >= 0).all() and (pixels[:, 0] < wide).all() and (pixels[:, 1] < high).all())


def read_sheet(grey: Bytes, place: Place, sheet: ReadableSheet) -> SheetReading:
    """What the sheet at this place says."""
    light, layout = light_of(grey), sheet.layout
    totals = _numbers(light, place, layout.totals)
    if layout.kind is LayoutKind.TOTALS:
        return decide_totals(totals, sheet.sum)
    points = _numbers(light, place, [hand.points for hand in layout.hands])
    hands = [
        ReadHandBoxes(
            number,
            _ticks([cut_out(light, place, box) for box in hand.won]),
            _ticks([cut_out(light, place, box) for box in hand.discarder]),
        )
        for number, hand in zip(points, layout.hands, strict=True)
    ]
    penalties = [cut_out(light, place, box).ink > _INK_OF_PENALTIES for box in layout.penalties]
    return decide(hands, totals, sheet.net_of, penalties=penalties)


def _numbers(light: Floats, place: Place, numbers: Sequence[NumberBoxes]) -> list[ReadNumber]:
    """The numbers of these boxes; the net is asked once for all of them."""
    import numpy as np

    cut = [[cut_out(light, place, box) for box in number.digits] for number in numbers]
    written = [each.picture for digits in cut for each in digits if not each.empty]
    chances = iter(net.probabilities(np.array(written).reshape(-1, *_SHAPE)).tolist())
    return [
        ReadNumber(
            tuple(None if each.empty else next(chances) for each in digits),
            0.0 if number.sign is None else _negative(cut_out(light, place, number.sign)),
            number.unit,
        )
        for digits, number in zip(cut, numbers, strict=True)
    ]


_SHAPE = (28, 28)


def _negative(sign: CutOut) -> float:
    """How probable a minus is."""
    import numpy as np

    if sign.empty:
        return _NO_SIGN
    ink = sign.picture > _FLAT
    high, wide = int(np.count_nonzero(ink.any(axis=1))), int(np.count_nonzero(ink.any(axis=0)))
    shape = high / max(1, wide)
    if shape < _FLAT:
        return _MINUS
    return _PLUS if shape > _UPRIGHT else 0.5


def _ticks(boxes: Sequence[CutOut]) -> tuple[float, float, float, float]:
    """How probable it is that each box is ticked; a long tick also reaches the boxes beside its own."""
    darkest = max(box.ink for box in boxes)
    least = max(_TICKED, _NEIGHBOUR * darkest)
    a, b, c, d = (
        min(max(1 / (1 + exp(-min(50.0, max(-50.0, (box.ink - least) / _TICK_SPREAD)))), _SURELY), 1 - _SURELY)
        for box in boxes
    )
    return a, b, c, d

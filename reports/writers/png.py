"""The charts of a document as one PNG file: in greys, at twice the screen's resolution, with names shaped as on
paper."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, floor, hypot
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from reports.document import Document
from reports.writers.atomic_file import Progress, Steps, atomic_file
from reports.writers.chart_drawing import Anchor, Area, ChartPart, Ink, Label, Point, Stroke
from reports.writers.chart_picture import picture_of
from reports.writers.paper import PageSize
from reports.writers.pdf.fonts import Weight, font_file, shaped
from tournament.language import Language

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

_SCALE, _FINER = 2, 3
"""Pixels of the file per pixel of the picture, and the factor by which shapes are oversampled for smoothing."""
_GREYS = {Ink.STRONG: 17, Ink.PLAIN: 34, Ink.MUTED: 85, Ink.RULE: 187, Ink.PALE: 204, Ink.GROUND: 255}
_BEFORE = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}
_CURVE = 6
"""Straight lines that approximate a curve of a letter."""
Contour = tuple[Point, ...]


def write(
    document: Document,
    path: Path,
    language: Language,
    *,
    page_size: PageSize = PageSize.A4,  # noqa: ARG001  # every writer is called alike
    progress: Progress | None = None,
) -> None:
    """Write the charts of ``document`` to ``path``, one below the other. Raises ExportFailed."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    language = language.for_readers
    with atomic_file(path, progress) as unfinished:
        picture = picture_of(document, language, progress)
        size = ceil(picture.wide * _SCALE), ceil(picture.high * _SCALE)
        image = Image.new("L", size, _GREYS[Ink.GROUND])
        steps = Steps(progress)
        for x, y, drawing in picture.charts:
            steps.beat()
            chart = _drawn(drawing.wide, drawing.high, drawing.parts)
            image.paste(chart, (round(x * _SCALE), round(y * _SCALE)))
            for part in drawing.parts:
                if isinstance(part, Label):
                    _set(image, part, x, y)
        for label in picture.labels:
            _set(image, label, 0.0, 0.0)
        about = PngInfo()
        about.add_itxt("Title", picture.title, language.code)
        about.add_itxt("Description", "\n".join(drawing.words for *_, drawing in picture.charts), language.code)
        image.save(unfinished, "PNG", dpi=(96 * _SCALE, 96 * _SCALE), pnginfo=about)


def _drawn(wide: float, high: float, parts: Sequence[ChartPart]) -> "Image":
    """Everything but the text, in drawing order."""
    from PIL import Image, ImageDraw

    finer = _SCALE * _FINER
    image = Image.new("L", (ceil(wide * _SCALE) * _FINER, ceil(high * _SCALE) * _FINER), _GREYS[Ink.GROUND])
    draw = ImageDraw.Draw(image)
    for part in parts:
        match part:
            case Label():
                continue
            case Stroke():
                for line in _dashed(part.points, part.dashes):
                    _line(
                        draw, [(x * finer, y * finer) for x, y in line], part.thick * finer, _GREYS[part.ink.on_paper]
                    )
            case Area():
                points = [(x * finer, y * finer) for x, y in part.points]
                draw.polygon(points, fill=_GREYS[part.fill.on_paper])
                if part.thick:
                    _line(draw, [*points, points[0]], part.thick * finer, _GREYS[part.outline.on_paper])
            case _:
                assert_never(part)
    return image.reduce(_FINER)


def _line(draw: "ImageDraw", points: list[Point], thick: float, grey: int) -> None:
    draw.line(points, fill=grey, width=max(1, round(thick)))


def _dashed(points: Sequence[Point], dashes: Sequence[float]) -> Iterator[Sequence[Point]]:
    """A line through points, or the dashes of a straight one."""
    if not dashes or len(points) != 2:
        yield points
        return
    (x1, y1), (x2, y2) = points
    length = hypot(x2 - x1, y2 - y1) or 1.0
    start, number = 0.0, 0
    while start < length:
        end = min(start + dashes[number % len(dashes)], length)
        if number % 2 == 0:
            yield tuple((x1 + (x2 - x1) * part / length, y1 + (y2 - y1) * part / length) for part in (start, end))
        start, number = end, number + 1


def _set(image: "Image", label: Label, left: float, top: float) -> None:
    """Draw one line of text, glyph by glyph."""
    weight = Weight.SEMIBOLD if label.strong else Weight.REGULAR
    runs, size = shaped(label.text, weight), label.size * _SCALE
    x = (left + label.x) * _SCALE - sum(run.wide for run in runs) * size * _BEFORE[label.anchor]
    y = round((top + label.y) * _SCALE)
    for run in runs:
        for glyph in run.glyphs:
            # Glyphs are placed in quarters of a pixel across, so that letters keep their distances, and in whole pixels
            # down.
            place = x + glyph.across * size
            found = _glyph(run.run.font, glyph.number, round(size, 2), floor(place % 1 * 4))
            if found is not None:
                mask, across, down = found
                image.paste(_GREYS[label.ink], (floor(place) + across, y + down - round(glyph.up * size)), mask)
            x += glyph.advance * size


@lru_cache(maxsize=4096)
def _glyph(font: str, number: int, size: float, phase: int) -> "tuple[Image, int, int] | None":
    """The coverage of each pixel by a glyph, and its upper left corner; None for an invisible glyph.

    ``phase`` is its offset to the right in quarters of a pixel.
    """
    from PIL import Image, ImageDraw

    contours = _contours(font, number)
    if not contours:
        return None
    scale = size / font_file(font).em
    places = [[(x * scale + phase / 4, -y * scale) for x, y in contour] for contour in contours]
    left, top = (floor(min(point[axis] for each in places for point in each)) for axis in (0, 1))
    right, bottom = (ceil(max(point[axis] for each in places for point in each)) for axis in (0, 1))
    fine = 4
    mask = Image.new("L", (max(right - left, 1) * fine, max(bottom - top, 1) * fine), 0)
    draw = ImageDraw.Draw(mask)
    outer = _area(contours[0]) > 0
    for contour, points in zip(contours, places, strict=True):
        inside = (_area(contour) > 0) == outer
        draw.polygon([((x - left) * fine, (y - top) * fine) for x, y in points], fill=255 if inside else 0)
    return mask.reduce(fine), left, top


def _contours(font: str, number: int) -> list[Contour]:
    """The outlines of a glyph, the largest first: each that runs the other way is a hole in those before it."""
    outline = _Outline()
    font_file(font).font.draw_glyph_with_pen(number, outline)
    found = [tuple(each) for each in outline.contours if len(each) > 2]
    return sorted(found, key=lambda each: -abs(_area(each)))


def _area(contour: Contour) -> float:
    """Twice the enclosed area, negative if it runs the other way."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(contour, (*contour[1:], contour[0]), strict=True))


class _Outline:
    """The outline of a glyph as straight lines. A font calls these method names."""

    def __init__(self) -> None:
        self.contours: list[list[Point]] = []

    def moveTo(self, point: Point) -> None:  # noqa: N802
        """Begin a contour."""
        self.contours.append([point])

    def lineTo(self, point: Point) -> None:  # noqa: N802
        """Add a straight line."""
        self.contours[-1].append(point)

    def qCurveTo(self, control: Point, end: Point) -> None:  # noqa: N802
        """Add a curve."""
        (x0, y0), (x1, y1), (x2, y2) = self.contours[-1][-1], control, end
        for step in range(1, _CURVE + 1):
            t = step / _CURVE
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
            self.contours[-1].append((a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2))

    def curveTo(self, first: Point, second: Point, end: Point) -> None:  # noqa: N802
        """Add a curve with two control points."""
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = self.contours[-1][-1], first, second, end
        for step in range(1, _CURVE + 1):
            t = step / _CURVE
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
            self.contours[-1].append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))

    def closePath(self) -> None:  # noqa: N802
        """End the contour where it began."""

    def endPath(self) -> None:  # noqa: N802
        """End the contour where it began."""

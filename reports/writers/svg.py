"""The charts of a document as one SVG file: its text stays text, and it loads nothing."""

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import assert_never

from reports.document import Document
from reports.writers.atomic_file import Progress, atomic_file
from reports.writers.chart_drawing import AnyInk, Area, ChartDrawing, ChartPart, Ink, Label, Stroke
from reports.writers.chart_picture import ChartPicture, picture_of
from reports.writers.paper import PageSize
from tournament.language import Language

_FONTS = "Inter, 'Noto Sans', 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', system-ui, sans-serif"
_COLOURS = {
    Ink.STRONG: "#111", Ink.PLAIN: "#222", Ink.MUTED: "#555", Ink.RULE: "#bbb", Ink.PALE: "#ccc", Ink.GROUND: "#fff",
}  # fmt: skip


def write(
    document: Document,
    path: Path,
    language: Language,
    *,
    page_size: PageSize = PageSize.A4,  # noqa: ARG001  # every writer is called alike
    progress: Progress | None = None,
) -> None:
    """Write the charts of ``document`` to ``path``, one below the other. Raises ExportFailed."""
    language = language.for_readers
    with atomic_file(path, progress) as unfinished, unfinished.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_file(picture_of(document, language, progress), language))


def paper_colour(ink: AnyInk) -> str:
    """The grey of ``ink`` in a picture file, which looks the same on screens and on paper."""
    return _COLOURS[ink.on_paper]


def svg_of(
    drawing: ChartDrawing, *, x: float = 0.0, y: float = 0.0, colour: Callable[[AnyInk], str] = paper_colour
) -> Iterator[str]:
    """A drawing as an SVG group, placed by its upper left corner."""
    yield f'<g role="img" aria-label="{escape(drawing.words)}" transform="translate({x:g} {y:g})">\n'
    for part in drawing.parts:
        yield _part(part, colour)
    yield "</g>\n"


def _file(picture: ChartPicture, language: Language) -> Iterator[str]:
    size = f'width="{picture.wide:g}" height="{picture.high:.0f}" viewBox="0 0 {picture.wide:g} {picture.high:.0f}"'
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} xml:lang="{language.code}" font-family="{_FONTS}">\n'
    yield f"<title>{escape(picture.title)}</title>\n"
    yield f'<rect width="{picture.wide:g}" height="{picture.high:.0f}" fill="{_COLOURS[Ink.GROUND]}"/>\n'
    yield from (_part(label, paper_colour) for label in picture.labels)
    for x, y, drawing in picture.charts:
        yield from svg_of(drawing, x=x, y=y)
    yield "</svg>\n"


def _part(part: ChartPart, colour: Callable[[AnyInk], str]) -> str:
    match part:
        case Label():
            anchor = "" if part.anchor.value == "start" else f' text-anchor="{part.anchor.value}"'
            weight = ' font-weight="600"' if part.strong else ""
            return (
                f'<text x="{part.x:.1f}" y="{part.y:.1f}" font-size="{part.size:g}" fill="{colour(part.ink)}"'
                f"{anchor}{weight}>{escape(part.text)}</text>\n"
            )
        case Stroke():
            dashes = f' stroke-dasharray="{" ".join(f"{each:g}" for each in part.dashes)}"' if part.dashes else ""
            return (
                f'<polyline points="{_points(part.points)}" fill="none" stroke="{colour(part.ink)}"'
                f' stroke-width="{part.thick:g}"{dashes}/>\n'
            )
        case Area():
            title = f"<title>{escape(part.tooltip)}</title>" if part.tooltip else ""
            return (
                f'<polygon points="{_points(part.points)}" fill="{colour(part.fill)}"'
                f' stroke="{colour(part.outline)}" stroke-width="{part.thick:g}">{title}</polygon>\n'
            )
        case _:
            assert_never(part)


def _points(points: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)

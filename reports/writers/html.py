"""One self-contained page: no script, no other file, everything escaped, suitable for printing."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

from assets.chart_colours import DARK_SERIES, LIGHT_SERIES
from reports.column import Cell, Column, Emphasis, Kind
from reports.document import Chart, Document, Section
from reports.writers import site_page
from reports.writers.atomic_file import Progress, Steps, atomic_file
from reports.writers.chart_drawing import AnyInk, Ink, SeriesInk, draw_chart
from reports.writers.paper import PageSize
from reports.writers.pdf.chart_page import PaperType
from reports.writers.svg import svg_of
from reports.writers.wording import DASH, DOWN, UP, cell_text, event_line, foot, one_line, standing_mark
from tournament.event.logo import logo_picture
from tournament.language import Language, Text, apart_parts, mark, without_isolates

_STYLE = """
:root { color-scheme: light dark; --ink: #111; --grey: #444; --rule: #bbb; --rule5: #777; --page: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eeece8; --grey: #bebbb5; --rule: #363b3f; --rule5: #7e858c; --page: #1f2225; }
}
body { font: 14px/1.43 Inter, system-ui, -apple-system, "Segoe UI", "Noto Sans", "PingFang SC",
  "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif; color: var(--ink);
  background: var(--page); font-variant-numeric: tabular-nums; margin: 2rem auto; padding: 0 1.25rem;
  max-width: 72rem; }
header { display: grid; grid-template-columns: 1fr auto; align-items: end; column-gap: 2rem; margin-bottom: 1.5rem; }
header p { margin: 0; color: var(--grey); }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin: 2rem 0 .25rem; }
.event, .note { grid-column: 1 / -1; overflow-wrap: anywhere; } .aside { text-align: right; }
header .note { margin-top: .5rem; } h2 + .note { margin: 0 0 .5rem; color: var(--grey); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th { font-size: 12px; font-weight: 500; text-align: left; vertical-align: bottom;
  border-bottom: 1.5px solid var(--ink); }
th, td { padding: .3rem .5rem; } th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
td { border-bottom: 1px solid var(--rule); vertical-align: top; } tr.rule td { border-bottom-color: var(--rule5); }
td:not(.text), th:not(.text) { white-space: nowrap; } td.text { overflow-wrap: anywhere; min-width: 6em; }
.integer, .signed, .points, .average, .amount { text-align: right; }
td.points i { display: inline-block; font-style: normal; min-width: 1.1em; text-align: left; padding-left: .08em; }
th.points span { display: inline-block; text-align: right; margin-right: 1.38em; }
th.points span[style] { text-align: center; margin-right: 0; }
.name { font-weight: 500; } .strong { font-weight: 600; } .muted { color: var(--grey); }
footer { border-top: 1px solid var(--ink); margin-top: 1.5rem; padding-top: .5rem; font-size: 12px;
  color: var(--grey); }
[dir=auto] { text-align: left; }
@media print {
  :root { --ink: #000; --grey: #444; --rule: #bbb; --rule5: #777; --page: #fff; }
  body { font-size: 8.5pt; margin: 0; padding: 0; max-width: none; } .wide { overflow: visible; }
  thead { display: table-header-group; } tr { break-inside: avoid; } h2 { break-after: avoid; }
}
""".strip()


_LOGO_STYLE = """
.logo { grid-column: 2; grid-row: 1; justify-self: end; max-width: 15rem; max-height: 4.5rem; margin-bottom: .5rem; }
.logo + .event { grid-column: 1; grid-row: 1; }
@media screen and (prefers-color-scheme: dark) { .logo { background: #fff; padding: .25rem; } }
""".strip()
"""Added if the event has a logo: logos are drawn for white paper, and a narrow window must have room beside them."""


_CHART_WIDE = 700.0
"""Pixels."""


def _series_variables(colours: Sequence[str]) -> str:
    return "".join(f" --s{number}: {colour.lower()};" for number, colour in enumerate(colours))


_CHART_STYLE = f"""
@media screen {{ :root {{{_series_variables(LIGHT_SERIES)} }} }}
@media screen and (prefers-color-scheme: dark) {{ :root {{{_series_variables(DARK_SERIES)} }} }}
figure {{ margin: 2rem 0 0; padding: .75rem 0; max-width: 45rem; break-inside: avoid; }}
figure svg {{ display: block; width: 100%; height: auto; }}
""".strip()
"""On paper no series has a colour: each is drawn in its pattern."""
_CHART_INKS = {
    Ink.STRONG: "var(--ink)", Ink.PLAIN: "var(--ink)", Ink.MUTED: "var(--grey)",
    Ink.RULE: "var(--rule)", Ink.PALE: "var(--rule)", Ink.GROUND: "var(--page)",
}  # fmt: skip


def write(
    document: Document,
    path: Path,
    language: Language,
    *,
    page_size: PageSize = PageSize.A4,
    progress: Progress | None = None,
) -> None:
    """Write the tables of ``document``, or the web page of its event, to ``path``. Raises ExportFailed."""
    language = language.for_readers
    if document.site is not None:
        site_page.write(document, document.site, path, language, progress=progress)
        return
    with atomic_file(path, progress) as unfinished, unfinished.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_head(document, language, page_size))
        steps = Steps(progress)
        for done, section in enumerate(document.sections):
            steps(done, len(document.sections))
            for piece in _section(section, language):
                file.write(piece)
                steps.beat()
        for chart in document.charts:
            file.writelines(_chart(chart, language))
        file.write(f"<footer>{_escaped(foot(document), language)} · Quatre Vents</footer>\n</body>\n</html>\n")


def _head(document: Document, language: Language, page_size: PageSize) -> Iterator[str]:
    title, event = _stacked(document.title, language), escape(event_line(document, language))
    paper = "letter" if page_size is PageSize.LETTER else page_size.name
    yield f'<!DOCTYPE html>\n<html lang="{language.code}">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{without_isolates(f'{_escaped(document.title, language)} – {event}')}</title>\n"
    parts = [_STYLE, *([_LOGO_STYLE] if document.logo else []), *([_CHART_STYLE] if document.charts else [])]
    style = "\n".join(parts)
    yield f"<style>\n{style}\n@page {{ size: {paper}; margin: 12mm; }}\n</style>\n"
    yield "</head>\n<body>\n<header>\n"
    yield _logo(document.logo)
    yield f'<p class="event" dir="auto">{event}</p>\n<h1>{title}</h1>\n'
    standing = standing_mark(document)
    lines = document.aside if standing is None else (*document.aside, standing)
    yield f'<p class="aside">{"<br>".join(_stacked(line, language) for line in lines)}</p>\n'
    if document.note is not None:
        yield f'<p class="note">{_stacked(document.note, language)}</p>\n'
    yield "</header>\n"


def _chart(chart: Chart, language: Language) -> Iterator[str]:
    """An inline chart, in the colours of the page; the browser prints it in patterns."""
    drawing = draw_chart(chart, language, PaperType(), wide=_CHART_WIDE, size=12.0)
    size = f'width="{drawing.wide:g}" height="{drawing.high:.0f}" viewBox="0 0 {drawing.wide:g} {drawing.high:.0f}"'
    yield f"<figure>\n<svg {size}>\n"
    yield from svg_of(drawing, colour=_chart_colour)
    yield "</svg>\n</figure>\n"


def _chart_colour(ink: AnyInk) -> str:
    paper = _CHART_INKS[ink.on_paper]
    return f"var(--s{ink.number % len(LIGHT_SERIES)}, {paper})" if isinstance(ink, SeriesInk) else paper


def _logo(image: bytes) -> str:
    """The picture inline, so that nothing is fetched; it has no content for a screen reader."""
    picture = logo_picture(image)
    if picture is None:
        return ""
    return f'<img class="logo" alt="" src="data:image/{picture.kind.value};base64,{b64encode(image).decode()}">\n'


def _section(section: Section, language: Language) -> Iterator[str]:
    table = section.table
    if section.heading is not None:
        yield f"<h2>{_escaped(section.heading, language)}</h2>\n"
    if section.note is not None:
        yield f'<p class="note">{_escaped(section.note, language)}</p>\n'
    if not table.rows:
        nothing = mark("Nothing to list.")
        yield f'<p class="note">{_escaped(nothing, language)}</p>\n'
        return
    yield '<div class="wide">\n<table>\n<thead><tr>'
    for index, column in enumerate(table.columns):
        heading = _stacked(column.heading, language)
        if column.kind is Kind.POINTS:
            heading = f"<span{_over_figures([row[index] for row in table.rows], language)}>{heading}</span>"
        yield f'<th scope="col" class="{_classes(column)}">{heading}</th>'
    yield "</tr></thead>\n<tbody>\n"
    for number, row in enumerate(table.rows, start=1):
        yield '<tr class="rule">' if number % table.group == 0 else "<tr>"
        for cell, column in zip(row, table.columns, strict=True):
            yield f'<td class="{_classes(column)}"{_direction(cell)}>{_cell(cell, column, language)}</td>'
        yield "</tr>\n"
    yield "</tbody>\n</table>\n</div>\n"


def _over_figures(cells: Sequence[Cell], language: Language) -> str:
    """A style that makes the head of a column with fractions as wide as its figures, above whose middle it is
    placed."""
    points = [apart_parts(cell, language.code) for cell in cells if isinstance(cell, int | Fraction)]
    if not any(rest for _, rest in points):
        return ""
    digits = max(len(whole) for whole, _ in points)
    return f' style="min-width:calc({digits * 1.17:g}ch + 1.38em)"'


def _direction(cell: Cell) -> str:
    """Direction of the user's own words, which follows their letters: a name may be Arabic."""
    return ' dir="auto"' if isinstance(cell, str) else ""


def _classes(column: Column[Any]) -> str:
    return column.kind.value if column.emphasis is Emphasis.PLAIN else f"{column.kind.value} {column.emphasis.value}"


def _cell(cell: Cell, column: Column[Any], language: Language) -> str:
    if column.kind is Kind.POINTS and isinstance(cell, int | Fraction):
        return _points(Fraction(cell), language)
    if column.kind is Kind.MOVEMENT and isinstance(cell, int) and cell:
        text = mark("up {places}", places=cell) if cell > 0 else mark("down {places}", places=-cell)
        arrow = UP if cell > 0 else DOWN
        return f'<span role="img" aria-label="{_escaped(text, language)}">{arrow} {abs(cell)}</span>'
    return escape(cell_text(cell, column.kind, language))


def _points(points: Fraction, language: Language) -> str:
    """The whole part, then a fixed-width slot for the fraction, so that whole numbers stay aligned."""
    shown, rest = apart_parts(points, language.code)
    return f"{shown}<i>{rest}</i>"


def _stacked(text: Text, language: Language) -> str:
    """The languages of the page one below the other, each marked with its language; only once if they agree."""
    # Reversed twice: of languages with the same text, the first one remains, and the order stays.
    lines = {one_line(each.render(text)): each for each in reversed(language.each)}
    return "<br>".join(
        escape(said) if each.code == language.code else f'<span lang="{each.code}">{escape(said)}</span>'
        for said, each in reversed(lines.items())
    )


def _escaped(text: Text | str | None, language: Language) -> str:
    return escape(one_line(language.render(text))) if text is not None else DASH
